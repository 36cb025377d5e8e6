"""What programs and agents ask of a site: plain values in, plain values for JSON out.

The REST interface and the tools for agents call these functions and nothing else, so that both
answer alike. A list says how much there is in all (`total`) and whether that is all (`complete`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from pyoxigraph import Literal, NamedNode, RdfFormat, parse

from hallway.graph.answers import things
from hallway.graph.answers.questions import Question, questions
from hallway.graph.answers.things import Value
from hallway.graph.errors import QueryError
from hallway.graph.iris import document_path, shorten
from hallway.graph.matching.candidates import candidates
from hallway.graph.matching.properties import PROPERTIES
from hallway.graph.networks.paths import connections
from hallway.graph.networks.picture import incidence_of
from hallway.graph.site import Site
from hallway.graph.vocabulary import KINDS, OWL, PREFIXES, RDF, RDFS

__all__ = [
    "MATCHED",
    "ask",
    "connect",
    "describe",
    "list_questions",
    "list_things",
    "match",
    "search",
]

MATCHED = ("person", "organization", "topic", "talk", "event", "series")
"""Kinds of thing that names are matched to."""

Answer = dict[str, Any]


def search(
    site: Site,
    asked: str,
    kind: str = "",
    year: int | None = None,
    limit: int = 20,
    offset: int = 0,
) -> Answer:
    """Find things by words; errors in typing are forgiven.

    Parameters
    ----------
    kind
        One of the eight kinds; empty for all.
    year
        Only talks and events of this year.
    """
    _one_of("kind", kind, tuple(KINDS))
    hits = site.search_index().search(
        asked, kinds=[kind] if kind else [], year=year, limit=limit, offset=offset
    )
    items = [
        {
            "iri": hit.iri,
            "kind": hit.kind,
            "label": hit.label,
            "note": hit.note,
            "score": hit.score,
            **({"excerpt": hit.excerpt} if hit.excerpt else {}),
            **({"year": hit.year} if hit.year is not None else {}),
        }
        for hit in hits.items
    ]
    more = {"relaxed": hits.relaxed, "counts": hits.counts}
    return _part(site, items, hits.total, offset, more)


def list_things(site: Site, kind: str, limit: int = 50, offset: int = 0) -> Answer:
    """List the things of one of the eight kinds by name."""
    _one_of("kind", kind, tuple(KINDS), needed=True)
    every = site.cached(("things", kind), lambda: things.list_things(site.engine(), kind))
    items = [{"iri": one.iri, "label": one.label} for one in every[offset : offset + limit]]
    return _part(site, items, len(every), offset, {})


def describe(site: Site, asked: str) -> Answer:
    """Say what the graph says of a thing, by address or as ``kind/slug``.

    Of a thing that was joined to another one, the answer is about that one.
    """
    base = site.config.base
    iri = _thing(site, "thing", asked.removeprefix(base + "id/"))
    found = things.describe(site.engine(), base, iri)
    if found is None:
        raise _wrong(f"'{asked}' is nothing here")
    return {
        "iri": found.iri,
        "kind": found.kind,
        "label": found.label,
        "page": base + (document_path(base, found.iri) or ""),
        "properties": {name: list(map(_value, some)) for name, some in found.values.items()},
    }


def list_questions() -> Answer:
    """List the stored questions with their parameters and columns."""
    return {"items": [_question(one) for one in questions().values()]}


def ask(
    site: Site, name: str, parameters: Mapping[str, str], limit: int = 50, offset: int = 0
) -> Answer:
    """Ask a stored question.

    Parameters
    ----------
    parameters
        Name -> an address, ``kind/slug``, a slug or a name.

    Raises
    ------
    QueryError
        Of kind ``parameter``: there is no such question or thing, or a parameter is missing.
    """
    chosen = questions().get(name)
    if chosen is None:
        raise _wrong(f"there is no question '{name[:80]}'; {len(questions())} are listed")
    known = [one.name for one in chosen.parameters]
    if strange := sorted(set(parameters) - set(known)):
        raise _wrong(f"'{name}' has no parameter '{strange[0][:80]}', but {', '.join(known)}")
    terms = {}
    for parameter in chosen.parameters:
        if given := parameters.get(parameter.name, "").strip():
            terms[parameter.name] = _thing(site, parameter.name, given, parameter.kind)
        elif parameter.required:
            raise _wrong(f"'{parameter.name}' is not given, and needed")
    found = site.ask(name, **terms)
    rows = list(found.dicts())
    items = [
        {column: value for column, value in row.items() if value is not None}
        for row in rows[offset : offset + limit]
    ]
    more = {"question": name, "parameters": terms, "columns": [one.name for one in chosen.columns]}
    whole = chosen.limit is None or len(rows) < chosen.limit
    return _part(site, items, len(rows), offset, more, whole=whole)


def connect(site: Site, start: str, end: str, k: int = 3) -> Answer:
    """Say how two things are connected, in words; each hop cites a talk."""
    base = site.config.base
    first, last = _thing(site, "from", start), _thing(site, "to", end)
    if first == last:
        raise _wrong("'from' and 'to' are one thing")
    found = connections(incidence_of(site), first, last, k=k)
    return {"from": first, "to": last, "paths": [path.as_json(base) for path in found]}


def match(
    site: Site,
    name: str,
    kind: str = "",
    known: Mapping[str, Sequence[str]] | None = None,
    limit: int = 5,
) -> Answer:
    """Say which things a written name may mean, and whether one of them is sure.

    Parameters
    ----------
    kind
        One of `MATCHED`; empty for all of them.
    known
        What else is known of it, by the name of a property.
    """
    _one_of("kind", kind, MATCHED)
    for given in known or ():
        _one_of("property", given, tuple(PROPERTIES))
    found = candidates(site, name, [kind] if kind else MATCHED, known, limit)
    return {
        "items": [
            {
                "iri": one.iri,
                "kind": one.kind,
                "label": one.label,
                "note": one.note,
                "score": one.score,
                "sure": one.sure,
                "rule": one.rule,
                "agreeing": list(one.agreeing),
            }
            for one in found
        ]
    }


def sparql(site: Site, query: str, most: int) -> Answer:
    """Run a SELECT within the site's limits.

    Parameters
    ----------
    most
        Most rows that are given; `complete` is False when there are more.
    """
    found = site.sparql(query)
    rows = [
        {
            name: str(term)
            for name, term in zip(found.variables, row, strict=True)
            if term is not None
        }
        for row in found.rows[:most]
    ]
    total = len(found.rows)
    more = {"columns": list(found.variables)}
    return _part(site, rows, total, 0, more, whole=total <= most)


def schema() -> Answer:
    """List the prefixes of the graph and our own terms, with what they mean."""
    file = files("hallway.ontology").joinpath("hallway.ttl").read_bytes()
    terms: dict[str, Answer] = {}
    for quad in parse(file, format=RdfFormat.TURTLE):
        name = shorten(quad.subject.value) if isinstance(quad.subject, NamedNode) else ""
        value = quad.object.value if isinstance(quad.object, NamedNode | Literal) else ""
        if not name.startswith("hw:") or not value:
            continue
        term = terms.setdefault(name, {})
        if quad.predicate == RDF.type and value.startswith(OWL.iri):
            term["is"] = shorten(value)
        elif quad.predicate == RDFS.comment:
            term["means"] = value
        elif quad.predicate in (RDFS.domain, RDFS.range):
            term[shorten(quad.predicate.value).partition(":")[2]] = shorten(value)
    items = [{"term": name, **terms[name]} for name in sorted(terms) if "is" in terms[name]]
    return {"prefixes": dict(PREFIXES), "items": items}


def _part(
    site: Site,
    items: list[Answer],
    total: int,
    offset: int,
    more: Mapping[str, Any],
    *,
    whole: bool = True,
) -> Answer:
    """Return a part of a list; `whole` is False when the question's own bound was met."""
    head = {"generation": site.generation, "complete": whole, "total": total, "offset": offset}
    return {**head, **more, "items": items}


def _thing(site: Site, name: str, asked: str, kind: str = "") -> str:
    iri = things.resolve(site.engine(), site.config.base, kind, asked)
    if iri is None:
        raise _wrong(f"'{name}' is nothing here: '{asked}'; give kind/slug or an address")
    return iri


def _one_of(name: str, given: str, choices: Sequence[str], *, needed: bool = False) -> None:
    if (given or needed) and given not in choices:
        raise _wrong(f"'{name}' is one of {', '.join(choices)}, not '{given[:40]}'")


def _wrong(what: str) -> QueryError:
    return QueryError("parameter", what)


def _value(one: Value) -> Answer:
    if one.is_iri:
        return {"iri": one.text, "label": one.label}
    more = {"language": one.language} if one.language else {"datatype": one.datatype}
    return {"value": one.text, **more}


def _question(one: Question) -> Answer:
    return {
        "name": one.name,
        "title": one.title,
        "description": one.description,
        "parameters": [
            {"name": given.name, "type": given.type, "required": given.required}
            for given in one.parameters
        ],
        "columns": [{"name": own.name, "description": own.description} for own in one.columns],
    }
