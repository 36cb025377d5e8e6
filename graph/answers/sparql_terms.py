"""Turns what a person writes into one term of a SPARQL query, or refuses it."""

from __future__ import annotations

import re

from pyoxigraph import Literal, NamedNode

from hallway.graph.errors import QueryError
from hallway.graph.vocabulary import PREFIXES

__all__ = ["expand", "iri_term", "literal_term"]

# SPARQL 1.1 Query, production 139 (IRIREF), with the scheme that makes an IRI absolute;
# a surrogate is no character and cannot be sent.
_IRIREF = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^<>\"{}|^`\\\x00-\x20\ud800-\udfff]+")
_CURIE = re.compile(r"([a-z]+):([A-Za-z_][\w-]*)")
_PATH = re.compile(r"[a-z]+/[^/?#]+")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


def expand(curie: str) -> str:
    """Expand a CURIE that has one of our prefixes.

    >>> expand("hw:Talk")
    'https://w3id.org/hallway#Talk'
    """
    prefix, _, name = curie.partition(":")
    return PREFIXES[prefix] + name


def iri_term(value: str, base: str = "") -> str:
    """Serialise an address for a query.

    Parameters
    ----------
    value
        An absolute IRI, a CURIE with one of our prefixes, or with a `base` ``kind/slug``.
    base
        Base IRI of the site.

    Returns
    -------
    str
        One SPARQL term: the IRI in angle brackets.

    Raises
    ------
    QueryError
        Of kind ``parameter`` when it is none of these.

    >>> iri_term("topic/liquid-cooling", "http://127.0.0.1:8000/")
    '<http://127.0.0.1:8000/id/topic/liquid-cooling>'
    """
    iri = value.strip()
    if base and _PATH.fullmatch(iri):
        iri = base + "id/" + iri
    elif (curie := _CURIE.fullmatch(iri)) and curie[1] in PREFIXES:
        iri = PREFIXES[curie[1]] + curie[2]
    try:
        if _IRIREF.fullmatch(iri):
            return str(NamedNode(iri))
    except ValueError:
        pass  # the grammar allows more than an IRI may be
    raise QueryError(
        "parameter",
        f"{value[:200]!r} is no absolute IRI",
        remedy="write a full IRI, or with a site a kind and slug such as topic/liquid-cooling",
    )


def literal_term(value: str, datatype: str = "xsd:string") -> str:
    r"""Serialise a literal for a query.

    Parameters
    ----------
    value
        The lexical form. Around another value than a string, white space is cut off.
    datatype
        As a CURIE.

    Raises
    ------
    QueryError
        Of kind ``parameter``: a lone surrogate, or no whole number where one is asked for.

    >>> print(literal_term('say "hi"'))
    "say \"hi\""
    """
    if _SURROGATE.search(value):
        raise QueryError("parameter", f"{value[:200]!r} holds a lone surrogate")
    if datatype == "xsd:string":
        return str(Literal(value))
    if datatype == "xsd:integer" and not _WHOLE.fullmatch(value.strip()):
        raise QueryError("parameter", f"{value[:200]!r} is no whole number")
    return str(Literal(value.strip(), datatype=NamedNode(expand(datatype))))
