"""Writes the full-text index of a generation, and keeps its documents for the next one."""

from __future__ import annotations

import hashlib
import shutil
from base64 import b64encode
from bisect import bisect
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
import tantivy

from hallway.graph.full_text.asked import words
from hallway.graph.full_text.documents import Document

__all__ = [
    "SHOWN", "Entry", "build", "entry", "in_order", "patched_entries", "with_words",
    "write_entries", "write_index",
]  # fmt: skip

HEAP_BYTES = 400_000_000
BLOCK = 5_000
"""Entries that are written at once."""

SHOWN = ("iri", "kind", "label", "note", "text", "year")
"""What an index gives back of a document: bytes that are a JSON array."""

Entry = bytes
"""A line: weight below zero, kind, label and IRI, by which documents are ordered, as a JSON array;
a tab; what the index takes, as JSON."""


def _schema() -> Any:
    builder = tantivy.SchemaBuilder()
    # What is only shown is bytes, and none of it is a term: texts made half of the index.
    builder.add_bytes_field("shown", stored=True)
    builder.add_text_field("kind", stored=False, fast=True, tokenizer_name="raw")
    for name in ("name", "body"):
        builder.add_text_field(name, stored=False, tokenizer_name="words")
    builder.add_text_field("whole", stored=False, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("weight", fast=True)
    builder.add_unsigned_field("year", indexed=True, fast=True)
    builder.add_text_field("series", stored=False, fast=True, tokenizer_name="raw")
    return builder.build()


def with_words(index: Any) -> Any:
    """Teach an index how our texts are cut: at blanks, since `words` has cut them before."""
    blanks = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
    index.register_tokenizer("words", blanks)
    return index


def entry(one: Document) -> Entry:
    """Return what an index takes for a document."""
    names = [" ".join(words(name)) for name in (one.label, *one.alternatives)]
    year = one.year if one.year is not None and one.year > 0 else None
    shown = (one.iri, one.kind, one.label, one.note, one.text, year)
    fields: dict[str, Any] = {
        "shown": b64encode(orjson.dumps(shown)).decode("ascii"),
        "kind": one.kind,
        # Two names are two values, so that no phrase runs from one into the next.
        "name": names,
        "whole": names,
        "body": " ".join(words("\n".join((*one.words, one.text)))),
        "weight": one.weight.bit_length(),
    }
    if year is not None:
        fields["year"] = year
    if one.series:
        fields["series"] = one.series
    order = (-one.weight, one.kind, one.label, one.iri)
    return b"%s\t%s\n" % (orjson.dumps(order), orjson.dumps(fields))


def in_order(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries in the order in which an index takes them."""
    return sorted(entries, key=_order)


def _order(one: Entry) -> Any:
    return orjson.loads(one[: one.index(b"\t")])


def _iri(one: Entry) -> bytes:
    return one[: one.index(b"\t")].rpartition(b',"')[2][:-2]


def build(folder: Path, found: Iterable[Document]) -> int:
    """Write an index.

    Parameters
    ----------
    folder
        Made anew; what it held is removed.
    found
        In any order: equal documents give equal answers in equal order.

    Returns
    -------
    int
        Number of documents.
    """
    entries = in_order(map(entry, found))
    write_index(folder, entries)
    return len(entries)


def write_index(folder: Path, entries: Iterable[Entry]) -> None:
    """Write an index of entries in ascending order."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    index = with_words(tantivy.Index(_schema(), path=str(folder)))
    # One thread and one segment: documents keep their order, which breaks ties.
    writer = index.writer(HEAP_BYTES, 1)
    for one in entries:
        writer.add_json(one[one.index(b"\t") + 1 : -1].decode())
    writer.commit()
    writer.wait_merging_threads()


def write_entries(path: Path, entries: Iterable[Entry]) -> str:
    """Write entries, for `patched_entries`; return the SHA-256 of the file."""
    hasher = hashlib.sha256()
    rest = iter(entries)
    with open(path, "wb") as file:
        while block := b"".join(islice(rest, BLOCK)):
            file.write(block)
            hasher.update(block)
    return hasher.hexdigest()


def patched_entries(path: Path, iris: Iterable[str], fresh: Iterable[Entry]) -> list[Entry]:
    """Return the entries of a file in order, with others in the place of those of some IRIs."""
    gone = {iri.encode() for iri in iris}
    with open(path, "rb") as file:
        kept = [line for line in file if _iri(line) not in gone]
    found: list[Entry] = []
    done = 0
    for one in in_order(fresh):
        at = bisect(kept, _order(one), done, key=_order)
        found += kept[done:at]
        found.append(one)
        done = at
    return found + kept[done:]
