"""Why the graph says what no source says: links with their evidence, asked for many at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pyoxigraph import NamedNode

from hallway.graph.answers.things import Ref, bound
from hallway.graph.engine.protocol import Engine

__all__ = ["Why", "leading_to", "of_things"]

AT_ONCE = 300
"""Most things named in one query, whose text has a limit."""

# One statement an OPTIONAL: of three together the planner reads those of every link of the site.
_BODY = """
  ?link rdf:subject ?subject ; rdf:object ?object ; rdf:predicate ?predicate ; hw:status ?status ;
    hw:confidence ?confidence ; hw:method ?method .
  OPTIONAL { ?link hw:evidence ?evidence }
  OPTIONAL { ?link hw:quote ?quote }
  OPTIONAL { ?link hw:quotedFrom ?from }
  OPTIONAL { ?link hw:quoteStart ?start }
  OPTIONAL { ?link hw:quoteEnd ?end }
  OPTIONAL { ?subject rdfs:label ?subjectLabel }
  OPTIONAL { ?object rdfs:label ?objectLabel }
}
LIMIT 10000"""
_OF = "SELECT * WHERE {\n  VALUES ?subject { UNDEF }" + _BODY
_TO = "SELECT * WHERE {\n  VALUES ?object { UNDEF }" + _BODY
_BETWEEN = "SELECT * WHERE {\n  VALUES ?subject { UNDEF }\n  VALUES ?object { UNDEF }" + _BODY


@dataclass(frozen=True, slots=True)
class Why:
    """A link and what shows it.

    Attributes
    ----------
    iri
        Address of the hw:Link; empty for a reason that has none.
    subject, object
        Its ends; `Ref.status` is that of the link. Where the object is a name and no thing, both
        parts of it are the name.
    status
        ``derived``, ``suggested``, ``accepted`` or ``rejected``.
    evidence
        Sentences, in code point order.
    quote, place
        The words of the talk that show it, and where they stand: ``title, characters 8 to 27``.
    """

    iri: str
    subject: Ref
    predicate: str
    object: Ref
    status: str
    confidence: float
    method: str
    evidence: tuple[str, ...]
    quote: str = ""
    place: str = ""

    @property
    def id(self) -> str:
        """The last part of its address."""
        return self.iri.rpartition("/")[2]

    @property
    def holds(self) -> bool:
        """Whether it is a fact of the graph."""
        return self.status in ("derived", "accepted")


def of_things(engine: Engine, subjects: Iterable[str]) -> list[Why]:
    """Return every link that begins at some things, the surest first."""
    return _asked(engine, _OF, "subject", subjects)


def leading_to(engine: Engine, thing: str, subjects: Iterable[str] | None = None) -> list[Why]:
    """Return the links that end at a thing, the surest first.

    Parameters
    ----------
    subjects
        Only those that begin at these; all when None.
    """
    if subjects is None:
        return _asked(engine, _TO, "object", [thing])
    query = bound(_BETWEEN, object=NamedNode(thing)).removeprefix(bound(""))
    return _asked(engine, query, "subject", subjects)


def _asked(engine: Engine, query: str, slot: str, things: Iterable[str]) -> list[Why]:
    nodes = [NamedNode(iri) for iri in dict.fromkeys(things) if iri]
    found: dict[str, list[dict[str, str]]] = {}
    for start in range(0, len(nodes), AT_ONCE):
        for row in engine.select(bound(query, **{slot: nodes[start : start + AT_ONCE]})).dicts():
            found.setdefault(row["link"], []).append(row)
    links = [_why(iri, rows) for iri, rows in found.items()]
    return sorted(links, key=lambda one: (-one.confidence, one.object.label, one.iri))


def _why(iri: str, rows: Sequence[Mapping[str, str]]) -> Why:
    row = min(rows, key=lambda one: sorted(one.items()))
    status = row["status"].rpartition("#")[2]
    place = ""
    if "from" in row:
        text = "title" if row["from"].endswith("/name") else "abstract"
        place = f"{text}, characters {int(row['start']) + 1} to {row['end']}"
    return Why(
        iri,
        Ref(row["subject"], row.get("subjectLabel", row["subject"]), status),
        row["predicate"],
        Ref(row["object"], row.get("objectLabel", row["object"]), status),
        status,
        float(row["confidence"]),
        row["method"],
        tuple(sorted({one["evidence"] for one in rows if "evidence" in one})),
        row.get("quote", ""),
        place,
    )
