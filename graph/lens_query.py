"""The network of a lens as one SPARQL query, for whoever wants to go on from there.

The query counts what `hallway.graph.projection` counts: pairs of things and the talks they share,
under the same filters. It stands by itself and runs on any engine.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyoxigraph import NamedNode

from hallway.graph.errors import HallwayError
from hallway.graph.projection import LENSES, Filters
from hallway.graph.vocabulary import PREFIXES

__all__ = ["MOST_PAIRS", "lens_query"]

MOST_PAIRS = 5000
"""Pairs that the query asks for at most, those with the most talks."""

_TITLES = {
    "speaker-topic": "Who speaks about what, and in how many talks",
    "co-speakers": "Who speaks with whom, and in how many talks",
    "topics": "Which topics share talks, and how many",
    "organization-topic": "Which organizations talks about a topic come from, and how many",
}
_USED = ("hw", "rdf", "rdfs", "schema")


def lens_query(lens: str, filters: Filters, ids: Sequence[str] = ()) -> str:
    """Return the query of a network.

    Parameters
    ----------
    lens
        One of `hallway.graph.projection.LENSES`.
    filters
        Which talks and links count.
    ids
        IRIs; only pairs of these things. Empty for all.

    Returns
    -------
    str
        A SELECT of the columns ``a``, ``aName``, ``b``, ``bName`` and ``talks``, a pair of two
        different things once, at most `MOST_PAIRS` rows, most talks first.

    Raises
    ------
    HallwayError
        There is no such lens.
    ValueError
        Something that stands for an IRI is none.
    """
    if lens not in LENSES:
        raise HallwayError(
            f"there is no network {lens!r}", remedy="the networks are " + ", ".join(LENSES)
        )
    left, right = LENSES[lens]
    lines = [
        *_values("?a", ids),
        *_values("?b", ids),
        "?talk a hw:Talk .",
        *_of_talk(left, "?a", filters),
        *_of_talk(right, "?b", filters),
        *(["FILTER(STR(?a) < STR(?b))"] if left == right else []),
        *_which_talks(filters),
        "?a rdfs:label ?aName .",
        "?b rdfs:label ?bName .",
    ]
    head = "".join(f"PREFIX {name}: <{PREFIXES[name]}>\n" for name in _USED)
    body = "\n".join(f"  {line}" for line in lines)
    return (
        f"# {_TITLES[lens]}.\n{head}\n"
        "SELECT ?a ?aName ?b ?bName (COUNT(DISTINCT ?talk) AS ?talks)\n"
        f"WHERE {{\n{body}\n}}\n"
        "GROUP BY ?a ?aName ?b ?bName\n"
        "ORDER BY DESC(?talks) ?aName ?bName ?a ?b\n"
        f"LIMIT {MOST_PAIRS}\n"
    )


def _values(variable: str, ids: Sequence[str]) -> list[str]:
    return [f"VALUES {variable} {{ {' '.join(map(_iri, ids))} }}"] if ids else []


def _iri(text: str) -> str:
    return str(NamedNode(text))


def _of_talk(kind: str, variable: str, filters: Filters) -> list[str]:
    """Say how a talk has a thing of a kind."""
    if kind == "person":
        return [f"?talk schema:performer {variable} ."]
    if kind == "topic":
        return [f"?talk schema:about {variable} .", *_certain("schema:about", variable, filters)]
    presented = [
        f"?talk hw:presentedBy {variable} .",
        *_certain("hw:presentedBy", variable, filters),
    ]
    return [
        f"{{ {' '.join(presented)} }}",
        "UNION",
        f"{{ ?talk hw:appearance ?appearance . ?appearance schema:affiliation {variable} . }}",
    ]


def _certain(predicate: str, variable: str, filters: Filters) -> list[str]:
    """Leave out derived links that the filters do not let through."""
    if not filters.stated_only and filters.min_confidence <= 0:
        return []
    link = (
        f"?link hw:status hw:derived ; rdf:subject ?talk ; rdf:predicate {predicate} ; "
        f"rdf:object {variable}"
    )
    if filters.stated_only:
        return [f"FILTER NOT EXISTS {{ {link} . }}"]
    least = f"{filters.min_confidence:.6f}".rstrip("0")
    return [f"FILTER NOT EXISTS {{ {link} ; hw:confidence ?sure . FILTER(?sure < {least}) }}"]


def _which_talks(filters: Filters) -> list[str]:
    lines = []
    if filters.event is not None:
        lines.append(f"?talk schema:superEvent {_iri(filters.event)} .")
    if filters.series is not None:
        lines.append(
            f"?talk schema:superEvent ?edition . ?edition hw:inSeries {_iri(filters.series)} ."
        )
    if filters.first_year is None and filters.last_year is None:
        return lines
    lines += [
        "OPTIONAL { ?talk hw:year ?own . }",
        "OPTIONAL { ?talk schema:superEvent ?event . ?event hw:year ?ofEvent . }",
        "BIND(COALESCE(?own, ?ofEvent) AS ?year)",
    ]
    if filters.first_year is not None:
        lines.append(f"FILTER(?year >= {filters.first_year})")
    if filters.last_year is not None:
        lines.append(f"FILTER(?year <= {filters.last_year})")
    return lines
