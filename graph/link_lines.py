"""A link as statements: what was found, how sure it is, and where in a talk its words stand.

A large site has a hundred thousand links of a dozen statements each. So they are written as text at
once; what they have in common is written once for all.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Literal, NamedNode

from hallway.graph.addresses import Addresses
from hallway.graph.linking.decision import SPELLED
from hallway.graph.linking.records import LinkRecord, TalkText
from hallway.graph.vocabulary import HW, OWL, RDF, RDFS, SCHEMA, XSD

__all__ = ["link_lines", "place_of", "same_person_lines"]

_LINK = f"{RDF.type} {HW.Link}"
_STATEMENT = f"{RDF.type} {RDF.Statement}"
_DECIMAL, _INTEGER = (f"^^{one}" for one in (XSD.decimal, XSD.integer))
LINK_STATUS = {
    "derived": HW.derived,
    "suggested": HW.suggested,
    "accepted": HW.accepted,
    "rejected": HW.rejected,
}
_ASSERTED = ("derived", "accepted")


def link_lines(link: LinkRecord, addresses: Addresses, text: TalkText | None) -> Iterator[str]:
    """Yield the statements of a link, ``subject predicate object`` as N-Triples each.

    Parameters
    ----------
    link
        Its object is an IRI, or the name of a relation to names. The plain statement is yielded
        when it is asserted.
    text
        The talk that it quotes; None when it is about something else.

    Raises
    ------
    ValueError
        One of its ends is no IRI.
    """
    subject, predicate = (str(NamedNode(iri)) for iri in (link.subject, link.predicate))
    is_name = link.predicate in SPELLED
    target = str(Literal(link.object) if is_name else NamedNode(link.object))
    if link.status in _ASSERTED:
        yield f"{subject} {predicate} {target}"
    node = addresses.part("link", link.subject, link.predicate, link.object)
    evidence = Literal(link.evidence)
    yield f"{node} {_LINK}"
    yield f"{node} {_STATEMENT}"
    yield f"{node} {RDF.subject} {subject}"
    yield f"{node} {RDF.predicate} {predicate}"
    yield f"{node} {RDF.object} {target}"
    yield f'{node} {HW.confidence} "{link.confidence:.4f}"{_DECIMAL}'
    yield f"{node} {HW.method} {Literal(link.method)}"
    yield f"{node} {HW.evidence} {evidence}"
    yield f"{node} {HW.status} {LINK_STATUS[link.status]}"
    yield f"{node} {RDFS.label} {evidence}"
    if link.quote:
        yield f"{node} {HW.quote} {Literal(link.quote)}"
        place = place_of(link.quote, text) if text else None
        if place is not None:
            property_, start = place
            yield f"{node} {HW.quotedFrom} {property_}"
            yield f'{node} {HW.quoteStart} "{start}"{_INTEGER}'
            yield f'{node} {HW.quoteEnd} "{start + len(link.quote)}"{_INTEGER}'


def same_person_lines(
    a: NamedNode, b: NamedNode, confidence: float, method: str, evidence: str, addresses: Addresses
) -> Iterator[str]:
    """Yield the statements of the suggested link between two people who may be one."""
    first, second = sorted((a.value, b.value))
    record = LinkRecord(
        first, OWL.sameAs.value, second, confidence, method, evidence, status="suggested"
    )
    yield from link_lines(record, addresses, None)


def place_of(quote: str, text: TalkText) -> tuple[NamedNode, int] | None:
    """Find words in a talk.

    Returns
    -------
    tuple[NamedNode, int] or None
        The property that holds the text, ``schema:name`` or ``schema:abstract``, and how many
        characters come before the words; None when the words stand nowhere as they are.
    """
    for property_, whole in ((SCHEMA.name, text.title), (SCHEMA.abstract, text.text)):
        start = whole.find(quote)
        if quote and start >= 0:
            return property_, start
    return None
