"""Where in a talk's texts the words stand that show a link."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.linking.records import LinkRecord, TalkText
from hallway.graph.vocabulary import HW, SCHEMA, XSD

__all__ = ["place_of", "quote_triples"]


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


def quote_triples(link: LinkRecord, text: TalkText, addresses: Addresses) -> Iterator[Triple]:
    """Yield which text of the talk a link quotes, and from where to where."""
    place = place_of(link.quote, text)
    if place is None:
        return
    node = addresses.part("link", link.subject, link.predicate, link.object)
    property_, start = place
    yield Triple(node, HW.quotedFrom, property_)
    for term, number in ((HW.quoteStart, start), (HW.quoteEnd, start + len(link.quote))):
        yield Triple(node, term, Literal(str(number), datatype=XSD.integer))
