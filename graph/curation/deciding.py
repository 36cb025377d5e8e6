"""Records a curator's decisions; they hold from the next build on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pyoxigraph import NamedNode

from hallway.graph.addresses import Ledger
from hallway.graph.answers.questions import iri_term
from hallway.graph.answers.things import bound
from hallway.graph.curation.curating import CURATED, appearances, spellings
from hallway.graph.errors import HallwayError, SiteError
from hallway.graph.iris import split_iri
from hallway.graph.keys import concept_key
from hallway.graph.linking.decision import NAMES_OF, SAME_AS, SPELLED, Decision, decision_id
from hallway.graph.linking.decisions import Decisions
from hallway.graph.reconciling.conflicts import conflicts
from hallway.graph.site import Site
from hallway.graph.suppression.erasing import refused

__all__ = ["decide", "decide_link", "decide_links", "prefer", "take_apart"]

LINKS = """
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
SELECT ?link ?subject ?predicate ?object WHERE {
  VALUES ?link { UNDEF }
  ?link rdf:subject ?subject ; rdf:predicate ?predicate ; rdf:object ?object .
}
ORDER BY ?link
LIMIT 10000
"""
AT_ONCE = 300
"""Most links asked for in one query, whose text has a limit."""
KNOWN = "ASK { VALUES ?thing { UNDEF } ?thing ?p ?o }"


def decide_link(
    site: Site, action: str, link: str, *, who: str, when: datetime, why: str
) -> Decision:
    """Judge one link; see `decide_links`."""
    return decide_links(site, action, [link], who=who, when=when, why=why)[0]


def decide_links(
    site: Site, action: str, links: Sequence[str], *, who: str, when: datetime, why: str
) -> list[Decision]:
    """Judge links, all in one way.

    Parameters
    ----------
    action
        ``accept``, ``reject`` or ``unsure``.
    links
        Address of each hw:Link, ``link/{id}`` or its id alone; one or more.
    who, when, why
        Kept with each decision.

    Returns
    -------
    list[Decision]
        One a link, in their order.

    Raises
    ------
    SiteError
        The published generation has no such link; nothing was decided then.
    """
    named = (link if "/" in link else f"link/{link}" for link in links)
    terms = [iri_term(name, site.config.base) for name in named]
    found: dict[str, dict[str, str]] = {}
    for start in range(0, len(terms), AT_ONCE):
        query = LINKS.replace("UNDEF", " ".join(terms[start : start + AT_ONCE]))
        found |= {f"<{row.pop('link')}>": row for row in site.sparql(query).dicts()}
    for link, term in zip(links, terms, strict=True):
        if term not in found:
            raise SiteError(f"there is no link {link!r}", remedy="hallway review list names them")
    made = [
        Decision("", action, **found[term], who=who, when=when.isoformat(), why=why)
        for term in terms
    ]
    return _record(site, [own for one in made for own in _others_out(site, one)])


def decide(
    site: Site, action: str, subject: str, object_: str, *, who: str, when: datetime, why: str
) -> Decision:
    """Merge or split two things of one kind, rename a thing, or undo a decision.

    Parameters
    ----------
    action
        ``merge``, ``split``, ``rename`` (object is the name) or ``undo`` (subject is the decision,
        object is empty).
    subject, object_
        ``kind/slug`` or addresses; the new name of a rename stands as it is. What is split off may
        be a part: the address of an appearance of a person, or one of the names that a topic or an
        organization is printed with.

    Raises
    ------
    SiteError
        A thing or decision is not there, the two are one already or of two kinds, or another
        decision says the contrary by way of a third.
    """
    if action == "undo":
        known = [one for one in Decisions.load(site.decisions).all if subject in _names(one)]
        if not known:
            raise SiteError(
                f"there is no decision {subject!r}", remedy="hallway review decisions lists them"
            )
        subject = known[0].id
    else:
        subject = _thing(site, subject)
        object_ = _object(site, action, subject, object_)
        if action == "merge":
            _expect_one_event(site, subject, object_)
        elif action == "split" and "/id/appearance/" in object_:
            _expect_some_left(site, subject, object_)
    when_text = when.isoformat()
    made = Decision("", action, subject, object=object_, who=who, when=when_text, why=why)
    return _record(site, _others_out(site, made))[0]


def prefer(
    site: Site, thing: str, word: str, choice: str, *, who: str, when: datetime, why: str
) -> Decision:
    """Believe a source about one property of a thing; what was believed before is taken back.

    Parameters
    ----------
    thing
        ``kind/slug`` or address; of a person's role or affiliation in a talk that of the
        appearance.
    word
        The property, see `hallway.graph.reconciling.settling.PROPERTIES`.
    choice
        Slug, file name or address of the source, or the value that it states.

    Raises
    ------
    SiteError
        Sources do not disagree about this, or none that does is meant.
    """
    subject = _thing(site, thing)
    about = [one for one in conflicts(site) if subject in (one.subject, one.thing.iri)]
    found = next((one for one in about if one.word == word and one.can_be_decided), None)
    if found is None:
        words = sorted({one.word for one in about if one.can_be_decided})
        raise SiteError(
            f"sources do not disagree about {word!r} of {thing!r}",
            remedy="they do about: " + ", ".join(words) if words else "hallway status --conflicts",
        )
    said = (found.holds, *found.others)
    for one in said:
        if choice in (one.slug, one.source.label, one.source.iri, one.value):
            text = when.isoformat()
            chosen = (found.subject, found.predicate, one.source.iri)
            made = Decision("", "prefer", *chosen, who, text, why)
            earlier = [
                Decision("", "undo", one.id, who=who, when=text, why=why)
                for one in Decisions.load(site.decisions).effective
                if one.action == "prefer" and (one.subject, one.predicate) == chosen[:2]
            ]
            return _record(site, [*earlier, made])[-1]
    raise SiteError(
        f"{choice!r} is no source that says something of it",
        remedy="say one of: " + ", ".join(f"{one.slug} ({one.value})" for one in said),
    )


def take_apart(
    site: Site, thing: str, parts: Sequence[str], *, who: str, when: datetime, why: str
) -> list[Decision]:
    """Make one other thing of some parts of a thing.

    Parameters
    ----------
    thing
        ``kind/slug`` or address of a person, topic or organization.
    parts
        Addresses of appearances, or names as printed; not all that the thing has.

    Returns
    -------
    list[Decision]
        A ``split`` for each part, then a ``merge`` of each further part with the first one. Of
        the parts and the rest those go that the address was not made for.

    Raises
    ------
    SiteError
        No part, a part that is not the thing's, or all of them.
    """
    subject = _thing(site, thing)
    given = [_object(site, "split", subject, part) for part in dict.fromkeys(parts)]
    whole = _parts(site, subject)
    if not given or len(given) >= len(whole):
        raise SiteError(
            f"{len(given)} of {len(whole)} parts were chosen",
            remedy="choose at least one, and leave at least one",
        )
    if _owns_address(site, subject, given):
        given = [part for part in whole if part not in given]
    like = Decision("", "split", subject, "", given[0], who, when.isoformat(), why)
    return _record(site, _taken_out(site, like, given))


def _taken_out(site: Site, like: Decision, parts: Sequence[str]) -> list[Decision]:
    """Return what makes one other thing of some parts."""
    relation = NAMES_OF.get(_kind(site, like.subject), "")  # tells of what two names are names
    made = [replace(like, action="split", predicate="", object=part) for part in parts]
    return made + [
        replace(like, action="merge", subject=parts[0], predicate=relation, object=part)
        for part in parts[1:]
    ]


def _others_out(site: Site, made: Decision) -> list[Decision]:
    """Return a decision; of one that parts a thing and its first name, that the others go.

    An address stays with the name that it was made for.
    """
    parts = made.action == "split" or (made.action == "reject" and made.predicate in SPELLED)
    if not parts or not _owns_address(site, made.subject, [made.object]):
        return [made]
    own = concept_key(made.object)
    rest = [part for part in _parts(site, made.subject) if concept_key(part) != own]
    return _taken_out(site, made, rest) if rest else [made]


def _owns_address(site: Site, thing: str, parts: Sequence[str]) -> bool:
    """Tell whether the address of a thing was made for one of some names."""
    kind, slug = split_iri(site.config.base, thing) or ("", "")
    key = Ledger(site.ledger).key(kind, slug) if kind in NAMES_OF else None
    return key in {concept_key(part) for part in parts}


def _names(decision: Decision) -> tuple[str, str]:
    return decision.id, decision.id.rsplit("/", 1)[1]


def _expect_some_left(site: Site, person: str, part: str) -> None:
    """Refuse to take the last appearance out of a person, since the address stays with the rest."""
    known = Decisions.load(site.decisions).effective
    taken = {one.object for one in known if one.action == "split" and one.subject == person}
    if {one.iri for one in appearances(site, person)} <= {part, *taken}:
        raise SiteError(
            "nothing would be left of the person",
            remedy="leave one appearance, or rename the person",
        )


_EVENTS = """SELECT DISTINCT ?talk ?event ?label WHERE {
  VALUES ?talk { UNDEF }
  ?talk schema:superEvent ?event .
  OPTIONAL { ?event rdfs:label ?label }
}
ORDER BY ?talk ?label ?event
LIMIT 100"""


def _expect_one_event(site: Site, a: str, b: str) -> None:
    """Refuse to join talks of two events: a talk that is given again is another talk."""
    if _kind(site, a) not in ("talk", "session"):
        return
    rows = list(site.sparql(bound(_EVENTS, talk=[NamedNode(a), NamedNode(b)])).dicts())
    events = {one: {row["event"]: row for row in rows if row["talk"] == one} for one in (a, b)}
    if events[a] and events[b] and not events[a].keys() & events[b].keys():
        names = [next(iter(some.values())) for some in events.values()]
        told = " and ".join(f"{row.get('label', row['event'])!r}" for row in names)
        raise SiteError(
            f"they are talks of two events: {told}",
            remedy="a talk that is given again is another talk; if the events are one, join those",
        )


def _kind(site: Site, iri: str) -> str:
    return (split_iri(site.config.base, iri) or ("", ""))[0]


def _parts(site: Site, iri: str) -> list[str]:
    """Return what may be taken out of a thing."""
    if _kind(site, iri) == "person":
        return [one.iri for one in appearances(site, iri)]
    return [one.text for one in spellings(site, iri)]


def _object(site: Site, action: str, subject: str, name: str) -> str:
    """Return the other end of a decision as it is recorded."""
    if action == "rename":
        return name
    kind = _kind(site, subject)
    if kind not in CURATED:
        raise SiteError(
            f"a {kind or 'thing'} can be neither joined nor taken apart",
            remedy="only events, talks, people, topics and organizations can; rename it instead",
        )
    if action == "split":
        wanted = {_full(site, name)} if kind == "person" else {name, concept_key(name)}
        for part in _parts(site, subject):
            if part in wanted or (kind != "person" and concept_key(part) in wanted):
                return part
    iri = _thing(site, name)
    if iri == subject:
        raise SiteError(f"{name!r} is the thing itself", remedy="name two things")
    if _kind(site, iri) != kind:
        raise SiteError(
            f"{name!r} is no {kind}",
            remedy=f"name another {kind}, or for a split one of its names or appearances",
        )
    return iri


def _full(site: Site, name: str) -> str:
    """Return the address that ``kind/slug`` stands for; any other name stays as it is."""
    try:
        return iri_term(name, site.config.base)[1:-1]
    except HallwayError:
        return name


def _thing(site: Site, name: str) -> str:
    try:
        term = iri_term(name, site.config.base)
    except HallwayError as error:
        raise SiteError(f"{name!r} is no address", remedy="give kind/slug or an address") from error
    if not site.engine().ask(KNOWN.replace("UNDEF", term)):
        raise SiteError(f"there is no {name!r} in the graph", remedy="give kind/slug or an address")
    return term[1:-1]


def _record(site: Site, made: Sequence[Decision]) -> list[Decision]:
    """Write decisions, all or none; what they say the contrary of is taken back before."""
    base = site.config.base
    if refused(site.folder, base, made):
        raise SiteError("it is about somebody who asked to be forgotten; nothing was recorded")
    known = Decisions.load(site.decisions)
    standing = {_about(one): one for one in known.effective if one.action in _CONTRARY}
    undone: list[Decision] = []
    for one in made:
        other = standing.get(_about(one)) if one.action in _CONTRARY else None
        if other is not None and other.action == _CONTRARY[one.action]:
            why = one.why or "decided anew"
            undone.append(Decision("", "undo", other.id, who=one.who, when=one.when, why=why))
    new = [replace(one, id=decision_id(base, one)) for one in (*undone, *made)]
    before = {conflict.decisions for conflict in known.conflicts}
    by_id = {one.id: one for one in known.all}
    for conflict in Decisions([*known.all, *new]).conflicts:
        if conflict.decisions not in before:
            others = [by_id[one] for one in conflict.decisions if one in by_id]
            told = "; ".join(f"{o.id.rsplit('/', 1)[1]} ({o.action}, {o.who})" for o in others)
            raise SiteError(
                "another decision says the contrary: " + (told or conflict.what),
                remedy="take that one back first: hallway review undo DECISION",
            )
    known.extend(new)
    return new[len(undone) :]


_CONTRARY = {"accept": "reject", "reject": "accept", "merge": "split", "split": "merge"}


def _about(decision: Decision) -> tuple[str, ...]:
    """Return what a decision judges; of two things that are joined in no order."""
    ends = (decision.subject, decision.object)
    pair = decision.predicate in ("", SAME_AS)
    return (decision.predicate or SAME_AS, *(sorted(ends) if pair else ends))
