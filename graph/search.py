"""Full text of a generation: typo-tolerant, whatever the accents, in every script.

Texts are cut into words here and not by the index, so that what is stored, what is asked and what
is marked as found are cut alike.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import tantivy
from rapidfuzz.distance import OSA

from hallway.graph.errors import SiteError
from hallway.graph.findable import Document, documents
from hallway.graph.vocabulary import KINDS

__all__ = ["Document", "Hit", "Hits", "SearchIndex", "build", "documents", "fold", "words"]

HEAP_BYTES = 400_000_000
QUERY_CHARACTERS = 300
QUERY_WORDS = 16
EXCERPT = 180
SIGILS = {"#": "topic", "@": "place"}
"""What a word may start with, and the kind that it then asks for."""

# Letters that no decomposition takes apart but that people type without their stroke.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th", "ħ": "h"}
)
_ACCENTS = re.compile("[\u0300-\u036f]+")
# Han and kana are written without spaces: each sign is a word, and neighbours make a phrase.
_SIGNS = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"


@cache
def _word_pattern() -> re.Pattern[str]:
    marks = "".join(
        re.escape(chr(code))
        for code in range(0x300, 0xFE30)
        if unicodedata.category(chr(code))[0] == "M" and not 0x3040 < code < 0x3100
    )
    # A trailing ++ or # belongs to the name of a language.
    return re.compile(rf"[{_SIGNS}]|(?:(?![{_SIGNS}])[^\W_]|[{marks}])+(?:\+\+|#(?!\w))?")


_PLAIN_WORDS = re.compile(r"[a-z0-9]+(?:\+\+|#(?!\w))?")  # the same for ASCII, five times as fast


def fold(text: str) -> str:
    """Return a text without case and accents, for comparison only.

    >>> fold("Łukasz GÖDEL, Straße, Ирина")
    'lukasz godel, strasse, ирина'
    """
    if text.isascii():
        return text.lower()
    open_ = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", open_).translate(_PLAIN))


def words(text: str) -> list[str]:
    """Cut a text into folded words.

    >>> words("C++ für 佐藤")
    ['c++', 'fur', '佐', '藤']
    """
    pattern = _PLAIN_WORDS if text.isascii() else _word_pattern()
    return pattern.findall(fold(text))


@dataclass(frozen=True, slots=True)
class Hit:
    """A thing that was found.

    Attributes
    ----------
    ranges
        Parts of the label that match, as [start, end) in characters.
    excerpt
        Part of the text around a match; empty when the text has none.
    excerpt_ranges
        Parts of the excerpt that match.
    """

    iri: str
    kind: str
    label: str
    note: str
    score: float
    ranges: tuple[tuple[int, int], ...] = ()
    excerpt: str = ""
    excerpt_ranges: tuple[tuple[int, int], ...] = ()
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Hits:
    """One page of what was found.

    Attributes
    ----------
    total
        How many there are in all, in the kinds asked for.
    counts
        Kind -> how many, whatever kinds were asked for.
    relaxed
        True when nothing has all the words and so these have some of them.
    """

    total: int
    items: list[Hit]
    counts: dict[str, int] = field(default_factory=dict)
    relaxed: bool = False


def _schema() -> Any:
    builder = tantivy.SchemaBuilder()
    for name in ("iri", "label", "note", "text"):
        builder.add_text_field(name, stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("kind", stored=True, fast=True, tokenizer_name="raw")
    for name in ("name", "body"):
        builder.add_text_field(name, stored=False, tokenizer_name="words")
    builder.add_text_field("whole", stored=False, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("weight", fast=True)
    builder.add_unsigned_field("year", stored=True)
    return builder.build()


def _with_words(index: Any) -> Any:
    blanks = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
    index.register_tokenizer("words", blanks)
    return index


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
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    index = _with_words(tantivy.Index(_schema(), path=str(folder)))
    # One thread and one segment: documents keep their order, which breaks ties.
    writer = index.writer(HEAP_BYTES, 1)
    order = sorted(found, key=lambda one: (-one.weight, one.kind, one.label, one.iri))
    for one in order:
        entry = tantivy.Document()
        entry.add_text("iri", one.iri)
        entry.add_text("kind", one.kind)
        entry.add_text("label", one.label)
        entry.add_text("note", one.note)
        entry.add_text("text", one.text)
        names = [words(name) for name in (one.label, *one.alternatives)]
        # Two names are two values, so that no phrase runs from one into the next.
        for name in names:
            entry.add_text("name", " ".join(name))
            entry.add_text("whole", " ".join(name))
        entry.add_text("body", " ".join(words("\n".join((*one.words, one.text)))))
        entry.add_unsigned("weight", one.weight.bit_length())
        if one.year is not None and one.year > 0:
            entry.add_unsigned("year", one.year)
        writer.add_document(entry)
    writer.commit()
    writer.wait_merging_threads()
    return len(order)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A query, cut: groups of words (a group of several is a phrase) and the kinds it names."""

    groups: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]

    @property
    def words(self) -> list[str]:
        return [word for group in self.groups for word in group]


def _asked(text: str, kinds: Sequence[str]) -> _Asked:
    named: list[str] = []
    groups: list[tuple[str, ...]] = []
    for piece in text[:QUERY_CHARACTERS].split():
        if piece[0] in SIGILS and len(piece) > 1:
            named.append(SIGILS[piece[0]])
        phrase: list[str] = []
        for word in words(piece):
            if re.match(f"[{_SIGNS}]", word):
                phrase.append(word)
                continue
            if phrase:
                groups.append(tuple(phrase))
                phrase = []
            groups.append((word,))
        if phrase:
            groups.append(tuple(phrase))
    chosen = tuple(dict.fromkeys(named)) or tuple(kinds)
    return _Asked(tuple(groups[:QUERY_WORDS]), chosen)


def _distance(word: str) -> int:
    """Return how many typing errors a word may have."""
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


class SearchIndex:
    """The index of one generation, opened for reading. Safe to use from several threads.

    Parameters
    ----------
    folder
        What `build` wrote.

    Raises
    ------
    SiteError
        There is no index in the folder.
    """

    def __init__(self, folder: Path) -> None:
        if not (folder.is_dir() and tantivy.Index.exists(str(folder))):
            raise SiteError(
                "there is no full-text index", where=str(folder), remedy="build the site again"
            )
        self._index = _with_words(tantivy.Index.open(str(folder)))
        self._schema = self._index.schema
        self._searcher = self._index.searcher()

    def search(
        self, text: str, *, kinds: Sequence[str] = (), limit: int = 20, offset: int = 0
    ) -> Hits:
        """Find things by all of their words; when nothing has all of them, by some.

        Parameters
        ----------
        text
            Anything. A word that starts with ``#`` asks for topics only, with ``@`` for places.
            A word of 4 letters may have one typing error, one of 8 two; the last may be unfinished.
        kinds
            Only these, such as ``person``; empty for all. A ``#`` or ``@`` overrules it.

        Returns
        -------
        Hits
            Best first. Names and titles weigh more than text; of equally good ones, those with
            more talks come first, then in order of kind, label and IRI.
        """
        asked = _asked(text, kinds)
        if not asked.groups:
            return Hits(0, [])
        relaxed = False
        query = self._all(asked, ("name", "body"))
        counts = self._counts(query)
        if not counts and len(asked.groups) > 1:
            relaxed = True
            query = self._any(asked)
            counts = self._counts(query)
        items, total = self._run(self._of_kinds(query, asked.kinds), asked, limit, offset)
        return Hits(total, items, counts, relaxed and bool(counts))

    def suggest(self, prefix: str, *, kinds: Sequence[str] = (), limit: int = 8) -> list[Hit]:
        """Complete what is being typed, by names and titles only.

        Returns
        -------
        list[Hit]
            First those whose name starts with it, then those with words that do; when there are
            none, those it may be a misspelling of. Inside each, those with more talks first.
            Talks come after everything else.
        """
        asked = _asked(prefix, kinds)
        if not asked.groups:
            return []
        query = self._of_kinds(self._all(asked, ("name",)), asked.kinds)
        # The index cannot rank by our order, so more are fetched than are shown.
        found, _ = self._run(query, asked, max(50, 4 * limit), 0)
        start = " ".join(asked.words)
        tiers = {hit.iri: _tier(hit.label, start, asked) for hit in found}
        begun = [hit for hit in found if tiers[hit.iri] < 2] or found
        return sorted(begun, key=lambda hit: (hit.kind == "talk", tiers[hit.iri]))[:limit]

    # Queries ---------------------------------------------------------------------------------

    def _group(self, group: tuple[str, ...], last: bool, fields: Sequence[str]) -> Any:
        """Match one word, or a phrase of signs, in any of the fields."""
        query = tantivy.Query
        some: list[Any] = []
        for name in fields:
            boost = 4.0 if name == "name" else 1.0
            if len(group) > 1:
                some.append(
                    query.boost_query(query.phrase_query(self._schema, name, [*group]), boost)
                )
                continue
            word = group[0]
            exact = query.term_query(self._schema, name, word)
            some.append(query.boost_query(exact, boost))
            if distance := _distance(word):
                near = query.fuzzy_term_query(self._schema, name, word, distance=distance)
                some.append(query.boost_query(near, 0.15 * boost))
            if last:
                begun = query.fuzzy_term_query(self._schema, name, word, distance=0, prefix=True)
                some.append(query.boost_query(begun, 0.5 * boost))
                if name == "name" and (distance := _distance(word)):
                    near = query.fuzzy_term_query(
                        self._schema, name, word, distance=min(1, distance), prefix=True
                    )
                    some.append(query.boost_query(near, 0.1 * boost))
        return query.boolean_query([(tantivy.Occur.Should, one) for one in some])

    def _all(self, asked: _Asked, fields: Sequence[str]) -> Any:
        last = len(asked.groups) - 1
        parts = [
            (tantivy.Occur.Must, self._group(group, at == last, fields))
            for at, group in enumerate(asked.groups)
        ]
        whole = tantivy.Query.term_query(self._schema, "whole", " ".join(asked.words))
        parts.append((tantivy.Occur.Should, tantivy.Query.boost_query(whole, 5.0)))
        return tantivy.Query.boolean_query(parts)

    def _any(self, asked: _Asked) -> Any:
        return tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Should, self._group(group, False, ("name", "body")))
                for group in asked.groups
            ]
        )

    def _of_kinds(self, query: Any, kinds: Sequence[str]) -> Any:
        if not kinds:
            return query
        some = [
            (tantivy.Occur.Should, tantivy.Query.term_query(self._schema, "kind", kind))
            for kind in kinds
        ]
        kept = tantivy.Query.const_score_query(tantivy.Query.boolean_query(some), 0.0)
        must = tantivy.Occur.Must
        return tantivy.Query.boolean_query([(must, query), (must, kept)])

    def _counts(self, query: Any) -> dict[str, int]:
        terms = {"kinds": {"terms": {"field": "kind", "size": 50}}}
        buckets = self._searcher.aggregate(query, terms)["kinds"]["buckets"]
        found = {bucket["key"]: bucket["doc_count"] for bucket in buckets}
        return {kind: found[kind] for kind in KINDS if kind in found}

    def _run(self, query: Any, asked: _Asked, limit: int, offset: int) -> tuple[list[Hit], int]:
        answer = self._searcher.search(
            query, max(1, limit), offset=max(0, offset), weight_by_field="weight"
        )
        hits = answer.hits[: max(0, limit)]
        return [self._hit(self._searcher.doc(at), score, asked) for score, at in hits], answer.count

    def _hit(self, entry: Any, score: float, asked: _Asked) -> Hit:
        label, text = entry.get_first("label") or "", entry.get_first("text") or ""
        excerpt, marked = _excerpt(text, asked)
        return Hit(
            iri=entry.get_first("iri"),
            kind=entry.get_first("kind"),
            label=label,
            note=entry.get_first("note") or "",
            score=round(float(score), 4),
            ranges=tuple(_matches(label, asked)),
            excerpt=excerpt,
            excerpt_ranges=marked,
            year=entry.get_first("year"),
        )


def _tier(label: str, start: str, asked: _Asked) -> int:
    mine = words(label)
    if " ".join(mine).startswith(start):
        return 0
    return 1 if all(any(own.startswith(one) for own in mine) for one in asked.words) else 2


def _matches(text: str, asked: _Asked) -> list[tuple[int, int]]:
    """Return the parts of a text that one of the words matches, ascending, not touching."""
    wanted = asked.words
    last = wanted[-1] if wanted else ""
    found: list[tuple[int, int]] = []
    for match in _word_pattern().finditer(text):
        word = fold(match.group())
        start, end = match.span()
        if word in wanted:
            pass
        elif last and word.startswith(last):
            # Where folding changed the length, no part can be told and the whole is marked.
            end = start + len(last) if len(word) == end - start else end
        elif not any(_is_near(word, one) for one in wanted):
            continue
        if found and found[-1][1] == start:
            start = found.pop()[0]
        found.append((start, end))
    return found


def _is_near(word: str, asked: str) -> bool:
    allowed = _distance(asked)
    return allowed > 0 and OSA.distance(word, asked, score_cutoff=allowed) <= allowed


def _excerpt(text: str, asked: _Asked) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Cut out the part of a text around its first match; empty without one."""
    first = next(iter(_matches(text[:20_000], asked)), None)
    if first is None:
        return "", ()
    start = max(0, first[0] - EXCERPT // 3)
    if start:
        start = text.find(" ", start, first[0]) + 1 or start
    end = min(len(text), start + EXCERPT)
    if end < len(text):
        blank = text.rfind(" ", first[1], end)
        end = blank if blank > 0 else end
    head, tail = ("… " if start else ""), (" …" if end < len(text) else "")
    excerpt = head + " ".join(text[start:end].split()) + tail
    return excerpt, tuple(_matches(excerpt, asked))
