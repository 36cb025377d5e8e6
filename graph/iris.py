"""Addresses of the site taken apart and put together, and IRIs written short."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote, unquote

from pyoxigraph import NamedNode

from hallway.graph.vocabulary import PREFIXES

__all__ = ["document_path", "iri_of", "is_withheld", "shorten", "split_iri"]


def shorten(iri: str) -> str:
    """Write an IRI with a known prefix; others stay whole.

    >>> shorten("https://schema.org/name")
    'schema:name'
    """
    for name, prefix in PREFIXES.items():
        if iri.startswith(prefix):
            return f"{name}:{iri[len(prefix) :]}"
    return iri


def iri_of(base: str, kind: str, slug: str) -> str | None:
    """Return the IRI of a thing from the parts of its path; None when they cannot be one.

    Parameters
    ----------
    slug
        As the server decoded it; brought to NFC, as minted.
    """
    text = base + "id/" + kind + "/" + unicodedata.normalize("NFC", slug)
    try:
        return NamedNode(text).value
    except ValueError:
        return None


def split_iri(base: str, iri: str) -> tuple[str, str] | None:
    """Return kind and slug of one of our IRIs; None for any other.

    >>> split_iri("http://example.org/", "http://example.org/id/topic/cranes")
    ('topic', 'cranes')
    """
    start = base + "id/"
    kind, slash, slug = iri[len(start) :].partition("/") if iri.startswith(start) else ("", "", "")
    return (kind, slug) if kind and slash and slug else None


def document_path(base: str, iri: str) -> str | None:
    """Return the path of a thing's document below the base, percent-encoded; None for others."""
    parts = split_iri(base, iri)
    if parts is None:
        return None
    kind, slug = parts
    return f"{kind}/{quote(unquote(slug) if '%' in slug else slug, safe='')}"


def is_withheld(iri: str) -> bool:
    """Tell whether an IRI stands in for somebody who asked to be forgotten.

    It has neither a name nor a page.
    """
    return "/id/withheld/" in iri
