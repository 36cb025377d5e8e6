"""The network of a lens as one SPARQL query, for whoever wants to go on from there.

The query counts what `hallway.graph.networks.projection` counts: pairs of things and the talks
they share, under the same filters. It stands by itself and runs on any engine. Its lines are
constant; what the filters hold comes in as terms after VALUES.
"""

from __future__ import annotations

from collections.abc import Sequence

from hallway.graph.answers.sparql_terms import iri_term, literal_term
from hallway.graph.errors import HallwayError
from hallway.graph.networks.projection import LENSES, Filters
from hallway.graph.vocabulary import PREFIXES

__all__ = ["lens_query"]

_TITLES = {
    "speaker-topic": "# Who speaks about what, and in how many talks.",
    "co-speakers": "# Who speaks with whom, and in how many talks.",
    "topics": "# Which topics share talks, and how many.",
    "organization-topic": "# Which organizations talks about a topic come from, and how many.",
}
_SELECT = "SELECT ?a ?aName ?b ?bName (COUNT(DISTINCT ?talk) AS ?talks)"
_END = """GROUP BY ?a ?aName ?b ?bName
ORDER BY DESC(?talks) ?aName ?bName ?a ?b
LIMIT 5000
"""
_NAMES = ("?a rdfs:label ?aName .", "?b rdfs:label ?bName .")
_HAS = {
    ("person", "a"): ("?talk schema:performer ?a .",),
    ("person", "b"): ("?talk schema:performer ?b .",),
    ("topic", "a"): ("?talk schema:about ?a .",),
    ("topic", "b"): ("?talk schema:about ?b .",),
    ("organization", "a"): (
        "{ ?talk hw:presentedBy ?a . }",
        "UNION",
        "{ ?talk hw:appearance ?appearance . ?appearance schema:affiliation ?a . }",
    ),
}
"""What says that a talk has a thing, by kind and side."""

_LINKED = {
    ("topic", "a"): "?link rdf:subject ?talk ; rdf:predicate schema:about ; rdf:object ?a",
    ("topic", "b"): "?link rdf:subject ?talk ; rdf:predicate schema:about ; rdf:object ?b",
    ("organization", "a"): (
        "?link rdf:subject ?talk ; rdf:predicate hw:presentedBy ; rdf:object ?a"
    ),
}
"""The derived link of a talk and a thing; people of talks are always stated."""

_YEARS = (
    "OPTIONAL { ?talk hw:year ?own . }",
    "OPTIONAL { ?talk schema:superEvent ?dated . ?dated hw:year ?other . }",
    "BIND(COALESCE(?own, ?other) AS ?year)",
)
_EDITION = "?talk schema:superEvent ?edition . ?edition hw:inSeries ?series ."


def lens_query(lens: str, filters: Filters, ids: Sequence[str] = ()) -> str:
    """Return the query of a network.

    Parameters
    ----------
    lens
        One of `hallway.graph.networks.projection.LENSES`.
    filters
        Which talks and links count.
    ids
        IRIs; only pairs of these things. Empty for all.

    Returns
    -------
    str
        A SELECT of the columns ``a``, ``aName``, ``b``, ``bName`` and ``talks``, a pair of two
        different things once, at most 5000 rows, most talks first.

    Raises
    ------
    HallwayError
        There is no such lens, or something that stands for an IRI is none.
    """
    if lens not in LENSES:
        raise HallwayError(
            f"there is no network {lens!r}", remedy="the networks are " + ", ".join(LENSES)
        )
    left, right = LENSES[lens]
    lines = [*_given(filters, ids), "?talk a hw:Talk .", *_which_talks(filters)]
    for side in ((left, "a"), (right, "b")):
        lines += [*_HAS[side], *_sure_enough(side, filters)]
    if left == right:
        lines.append("FILTER(STR(?a) < STR(?b))")
    lines += _NAMES
    used = ("hw", "rdf", "rdfs", "schema", "xsd")
    head = [" ".join(("PREFIX", name + ":", "<" + PREFIXES[name] + ">")) for name in used]
    body = ["WHERE {", *("  " + line for line in lines), "}"]
    return "\n".join([_TITLES[lens], *head, "", _SELECT, *body, _END])


def _given(filters: Filters, ids: Sequence[str]) -> list[str]:
    """Bring in what the filters hold, each as one term."""
    some = [iri_term(one) for one in ids]
    given = {
        "?event": [iri_term(filters.event)] if filters.event is not None else [],
        "?series": [iri_term(filters.series)] if filters.series is not None else [],
        "?firstYear": _whole(filters.first_year),
        "?lastYear": _whole(filters.last_year),
        "?least": [literal_term(str(filters.min_confidence), "xsd:double")]
        if filters.min_confidence > 0 and not filters.stated_only
        else [],
        "?a": some,
        "?b": some,
    }
    return [" ".join(("VALUES", name, "{", *terms, "}")) for name, terms in given.items() if terms]


def _whole(number: int | None) -> list[str]:
    return [] if number is None else [literal_term(str(number), "xsd:integer")]


def _sure_enough(side: tuple[str, str], filters: Filters) -> list[str]:
    """Leave out derived links that the filters do not let through."""
    if side not in _LINKED or not (filters.stated_only or filters.min_confidence > 0):
        return []
    link = _LINKED[side] + " ; hw:status hw:derived"
    doubt = "" if filters.stated_only else " ; hw:confidence ?sure . FILTER(?sure < ?least)"
    absent = "NOT EXISTS { " + link + doubt + " }"
    if side[0] == "organization":  # an affiliation is stated, whatever is derived beside it
        absent = "BOUND(?appearance) || " + absent
    return ["FILTER(" + absent + ")"]


def _which_talks(filters: Filters) -> list[str]:
    lines = []
    if filters.event is not None:
        lines.append("?talk schema:superEvent ?event .")
    if filters.series is not None:
        lines.append(_EDITION)
    if filters.first_year is not None or filters.last_year is not None:
        lines += _YEARS
    if filters.first_year is not None:
        lines.append("FILTER(?year >= ?firstYear)")
    if filters.last_year is not None:
        lines.append("FILTER(?year <= ?lastYear)")
    return lines
