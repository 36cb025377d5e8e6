"""Finds out what leads to a person, and what forgetting them takes away; changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from pyoxigraph import Literal, NamedNode

from hallway.graph.addresses import Addresses, Ledger
from hallway.graph.answers import things
from hallway.graph.building.assembly import resolved
from hallway.graph.errors import SiteError
from hallway.graph.generations import SourceEntry
from hallway.graph.iris import iri_of
from hallway.graph.keys import concept_key, event_key
from hallway.graph.linking.decisions import Decisions
from hallway.graph.programme import Event, Programme, Talk
from hallway.graph.reading.names import names_a_person
from hallway.graph.reconciling.identity import identify
from hallway.graph.reconciling.succession import stands_for
from hallway.graph.site import Site
from hallway.graph.sources import Source, owners
from hallway.graph.statements.names import mention_id
from hallway.graph.suppression.erasing import EVENT_KINDS, clean_decisions
from hallway.graph.suppression.forgotten import Forgotten, ForgottenList, Scopes, load_forgotten
from hallway.graph.suppression.leads import Leads, Said, spoken
from hallway.graph.suppression.mentions import Mention, mentions
from hallway.graph.suppression.programmes import Forgetter, talk_name
from hallway.graph.suppression.rewriting import with_stand_in
from hallway.graph.suppression.stored_files import Rewrite, planned
from hallway.graph.suppression.withholding import plain_link
from hallway.graph.versions.chain import read_version

__all__ = ["Plan", "find_people", "plan", "planned_for"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What forgetting a person takes away; it holds names, and is written nowhere.

    Attributes
    ----------
    iri, label
        The person as the site has them now.
    entry
        What goes on the list.
    names, links
        Under which names and with which profiles the sources have the person.
    talks
        Title and event of each talk that the person appears in; the talks stay.
    texts
        Title of each talk whose title, text or addresses hold a name.
    namesakes
        Addresses of other people of the same name, who stay.
    gone
        Addresses that will answer 410.
    decisions
        How many decisions go, since they are about the person.
    stored
        Name of each stored file, older versions too, that still holds the person afterwards.
    unsafe
        Names of one word that are not looked for in texts, since they are ordinary words.
    mentions
        Where initials, a given name or a surname alone stay, which may mean the person.
    rewrites
        What becomes of the stored files; empty when they are left alone.
    """

    iri: str
    label: str
    entry: Forgotten
    names: tuple[str, ...]
    links: tuple[str, ...]
    talks: tuple[tuple[str, str], ...]
    texts: tuple[str, ...]
    namesakes: tuple[str, ...]
    gone: tuple[str, ...]
    decisions: int
    stored: tuple[str, ...]
    unsafe: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()


_NAMED = """SELECT DISTINCT ?thing ?label WHERE {
  ?thing a schema:Person ; rdfs:label ?label ; rdfs:label|schema:alternateName ?name .
  FILTER(LCASE(STR(?name)) = LCASE(?wanted))
}
ORDER BY ?thing
LIMIT 1000"""
_LEADING = """SELECT DISTINCT ?old WHERE {
  VALUES ?person { UNDEF }
  ?old dcterms:isReplacedBy ?person .
}
ORDER BY ?old
LIMIT 10000"""


def find_people(site: Site, wanted: str) -> list[tuple[str, str]]:
    """Return the people that a text may mean: address, ``person/slug``, slug or exact name.

    Returns
    -------
    list[tuple[str, str]]
        Address and name; one when the text is an address, several when people share the name.
    """
    base, engine = site.config.base, site.engine()
    text = wanted.strip()
    slug = text.removeprefix(base).removeprefix("id/").removeprefix("person/")
    iri = iri_of(base, "person", slug)
    found = things.describe(engine, base, iri) if iri else None
    if found is not None and found.text("dcterms:isReplacedBy"):
        found = things.describe(engine, base, found.text("dcterms:isReplacedBy"))
    if found is not None and found.is_a("schema:Person"):
        return [(found.iri, found.label)]
    query = things.bound(_NAMED.replace("?wanted", str(Literal(text))))
    return [(row["thing"], row["label"]) for row in engine.select(query).dicts()]


# What leads to a person ------------------------------------------------------------------------


def _sources(site: Site, held: ForgottenList) -> tuple[list[Source], dict[str, Programme]]:
    """Return the sources without those who are forgotten already, and as they were read."""
    forgetter, sources, whole = Forgetter(held), [], {}
    for one in site.current.sources:
        whole[one.slug] = read_version(site, one, 0, ForgottenList())
        told = forgetter.programme(whole[one.slug], one.file)
        sources.append(Source(one.slug, one.digest, one.file, told, one.options))
    return sources, whole


def _older(site: Site) -> Iterator[tuple[SourceEntry, Programme]]:
    for entry in site.current.sources:
        for number in range(-len(entry.versions), 0):
            yield entry, read_version(site, entry, number)


def _appearances(
    sources: Sequence[Source], whole: Mapping[str, Programme], person_of: Mapping[str, str]
) -> Iterator[Said]:
    """Yield who appears; `whole` has the programmes with everybody, by slug."""
    for source in sources:
        for event, as_read in zip(source.programme.events, whole[source.slug].events, strict=True):
            series = concept_key(as_read.series.name) if as_read.series else ""
            records: list[Event | Talk] = [as_read, *as_read.talks]
            for owner, record in zip(owners(source, event), records, strict=True):
                talk = talk_name(record) if isinstance(record, Talk) else ""
                place = (series, event_key(as_read), talk)
                for position, said in enumerate(owner.record.appearances, 1):
                    if names_a_person(said):
                        person = person_of[mention_id(source.slug, owner.own, position)]
                        yield Said(said, person, source, event, owner.record, place)


def plan(
    site: Site,
    iri: str,
    *,
    also: Sequence[str] = (),
    why: str = "",
    today: date | None = None,
    rewrite: bool = False,
) -> Plan:
    """Find out what forgetting a person takes away; change nothing.

    Parameters
    ----------
    iri
        Address of the person, see `find_people`.
    also
        Further spellings and handles that the operator knows.
    why
        Kept with the request, the name taken out.
    today
        The day of the request.
    rewrite
        Say as well what becomes of the stored files.

    Raises
    ------
    SiteError
        No source names the person.
    """
    held = load_forgotten(site.folder).started()
    return planned_for(site, held, iri, also, why, today, rewrite=rewrite)


def planned_for(
    site: Site,
    held: ForgottenList,
    iri: str,
    also: Sequence[str],
    why: str,
    today: date | None,
    *,
    rewrite: bool,
) -> Plan:
    """Return what forgetting takes away, for a list as it is; see `plan`."""
    base = site.config.base
    ledger = Ledger(site.ledger, held)
    sources, as_read = _sources(site, held)
    decisions = Decisions.load(site.decisions)
    addresses = Addresses(base, ledger)
    same = identify(sources, addresses, decisions)
    terms = stands_for(decisions, addresses)
    _, resolution = resolved(same.sources, addresses, decisions, terms)
    key = ledger.key("person", iri.removeprefix(f"{base}id/person/"))
    every = list(_appearances(sources, as_read, resolution.person_of))
    mine = [one for one in every if one.person == key]
    if key is None or not mine:
        raise SiteError(
            f"no source of the site names {iri}",
            remedy="build the site anew, in case it was built by another version: "
            "hallway build --rebuild",
        )
    others = [one for one in every if one.person != key]
    leads = Leads(held.hashed, mine, others)
    label = next((name for _, name in find_people(site, iri)), "")
    names = sorted({name for one in mine for name in spoken(one.said)} | {label, *also} - {""})
    theirs = {plain_link(link.url) for one in others for link in one.said.person.links}
    links = sorted({link.url for one in mine for link in one.said.person.links})
    links = [link for link in links if plain_link(link) not in theirs]
    for name in names:
        leads.name(name)
    for link in links:
        leads.handle(plain_link(link).rpartition("/")[2])
    for name in also:
        leads.handle(name)
    entry = Forgotten(
        held.next_number,
        (today or date.today()).isoformat(),
        names=leads.names,
        texts=leads.texts,
        links=tuple(sorted(held.hashed("link", plain_link(link)) for link in links)),
        marks=tuple(sorted(leads.marks)),
        longest=leads.longest,
    )
    finder = Forgetter(held.with_person(entry))
    entry = with_stand_in(entry, held.hashed)
    bare = replace(entry, why=finder.text(why), ids=_ids(finder, mine, others))
    standing = set(resolution.person_of.values())
    gone = sorted(_addresses(site, iri, key, ledger, finder, standing))
    hashed = held.hashed
    whole = replace(
        bare,
        keys=tuple(
            sorted(
                {
                    hashed("key", ledger.key("person", slug) or key)
                    for kind, slug in gone
                    if kind == "person"
                }
            )
        ),
        addresses=tuple(sorted(hashed("address", kind, slug) for kind, slug in gone)),
    )
    after = Forgetter(held.with_person(whole))
    left = clean_decisions(decisions, after, base, None)
    namesakes = leads.namesakes(names)
    touched = [(one, after.programme(one.programme, one.file)) for one in sources]
    stored = {one.file for one, told in touched if told is not one.programme}
    stored |= {e.file for e, one in _older(site) if after.programme(one, e.file) is not one}
    told = [programme for _, programme in touched]
    known = held.with_person(whole)
    rewrites = planned(site, known, whole.number, names, links) if rewrite else []
    return Plan(
        iri,
        label,
        whole,
        tuple(names),
        tuple(links),
        tuple(_talks(mine)),
        tuple(_texts(touched)),
        tuple(
            f"{base}id/person/{slug}"
            for kind, one, slug in ledger.lines()
            if kind == "person" and one in namesakes
        ),
        tuple(f"{base}id/{kind}/{slug}" for kind, slug in gone),
        len(decisions.all) - len(left.all),
        tuple(sorted(stored)),
        tuple(leads.unsafe),
        tuple(mentions(told, names, leads.others, leads.ordinary)),
        tuple(rewrites),
    )


def _ids(finder: Forgetter, mine: Sequence[Said], others: Sequence[Said]) -> Scopes:
    """Return the person's ids inside their sources, without those that others have as well."""

    def hashes(some: Iterable[Said]) -> set[str]:
        return {
            finder.finder.hashed(
                "id", finder.file_name(one.source.file), one.place[1], one.said.person.id
            )
            for one in some
            if one.said.person.id is not None
        }

    return tuple(sorted(hashes(mine) - hashes(others)))


def _addresses(
    site: Site,
    iri: str,
    key: str,
    ledger: Ledger,
    forgetter: Forgetter,
    standing: set[str],
) -> Iterator[tuple[str, str]]:
    """Yield kind and slug of every address that leads to the person or holds the name."""
    base, finder = site.config.base, forgetter.finder
    query = things.bound(_LEADING, person=NamedNode(iri))
    leading = {row["old"] for row in site.engine().select(query).dicts()}
    for kind, one, slug in ledger.lines():
        if kind == "person":
            name = one.removeprefix("name:").partition("|")[0]
            same = one not in standing and finder.by_name(name, ()) is not None
            if one == key or same or f"{base}id/person/{slug}" in leading:
                yield kind, slug
        else:
            event, _, rest = one.partition("|")
            scopes = finder.key_scopes(event, rest) if kind in EVENT_KINDS else ()
            if finder.spans(slug, scopes):
                yield kind, slug


def _talks(mine: Iterable[Said]) -> Iterator[tuple[str, str]]:
    seen = set()
    for one in mine:
        title = one.owner.title if isinstance(one.owner, Talk) else ""
        if (title, one.event.name) not in seen:
            seen.add((title, one.event.name))
            yield title, one.event.name


def _texts(touched: Iterable[tuple[Source, Programme]]) -> Iterator[str]:
    for source, told in touched:
        for event, event_after in zip(source.programme.events, told.events, strict=True):
            for talk, talk_after in zip(event.talks, event_after.talks, strict=True):
                if replace(talk, appearances=()) != replace(talk_after, appearances=()):
                    yield talk.title
