"""Records a curator's decisions; they hold from the next build on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from hallway.graph.errors import SiteError
from hallway.graph.linking.decisions import Decision, Decisions, decision_id
from hallway.graph.questions import iri_term
from hallway.graph.site import Site

__all__ = ["decide", "decide_link", "decide_links"]

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
    """Accept or reject a link; see `decide_links`."""
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
    known = Decisions.load(site.decisions)
    made = [
        Decision("", action, **found[term], who=who, when=when.isoformat(), why=why)
        for term in terms
    ]
    return [_record(site, decision, known) for decision in made]


def decide(
    site: Site, action: str, subject: str, object_: str, *, who: str, when: datetime, why: str
) -> Decision:
    """Merge or split two people, rename a thing, or undo a decision.

    Parameters
    ----------
    action
        ``merge``, ``split`` (subject and object are people), ``rename`` (object is the name) or
        ``undo`` (subject is the decision, object is empty).
    subject, object_
        ``kind/slug`` or addresses; the new name of a rename stands as it is.

    Raises
    ------
    SiteError
        A thing or decision is not there.
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
        object_ = object_ if action == "rename" else _thing(site, object_)
    when_text = when.isoformat()
    return _record(
        site, Decision("", action, subject, object=object_, who=who, when=when_text, why=why)
    )


def _names(decision: Decision) -> tuple[str, str]:
    return decision.id, decision.id.rsplit("/", 1)[1]


def _thing(site: Site, name: str) -> str:
    term = iri_term(name, site.config.base)
    if not site.engine().ask(KNOWN.replace("UNDEF", term)):
        raise SiteError(f"there is no {name!r} in the graph", remedy="give kind/slug or an address")
    return term[1:-1]


def _record(site: Site, decision: Decision, known: Decisions | None = None) -> Decision:
    decision = replace(decision, id=decision_id(site.config.base, decision))
    (known or Decisions.load(site.decisions)).append(decision)
    return decision
