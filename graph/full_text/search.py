"""Full text of a generation: typo-tolerant, whatever the accents, in every script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
import tantivy

from hallway.graph.building.indexing import SHOWN, build, with_words
from hallway.graph.errors import SiteError
from hallway.graph.full_text.asked import (
    Asked,
    asked_for,
    errors_allowed,
    excerpt_around,
    fold,
    matches,
    tier,
    words,
)
from hallway.graph.full_text.documents import Document, documents
from hallway.graph.vocabulary import KINDS

__all__ = ["Document", "Hit", "Hits", "SearchIndex", "build", "documents", "fold", "words"]

BUCKETS = 200
"""Most values of a field that are counted: more years than programmes have, not more series."""


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
    years, series
        Year, or IRI of a series -> how many talks and events, whatever was asked for it; the
        latest years and the series with the most first.
    """

    total: int
    items: list[Hit]
    counts: dict[str, int] = field(default_factory=dict)
    relaxed: bool = False
    years: dict[int, int] = field(default_factory=dict)
    series: dict[str, int] = field(default_factory=dict)


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
        self._index = with_words(tantivy.Index.open(str(folder)))
        self._schema = self._index.schema
        self._searcher = self._index.searcher()
        self._facets = ("kind", "year", "series") if self._is_fast("year") else ("kind",)

    def _is_fast(self, name: str) -> bool:
        """Tell whether the values of a field can be counted: older indexes cannot do all."""
        everything = tantivy.Query.all_query()
        try:
            self._searcher.aggregate(everything, {"values": {"terms": {"field": name}}})
        except ValueError:
            return False
        return True

    def search(
        self,
        text: str,
        *,
        kinds: Sequence[str] = (),
        year: int | None = None,
        series: str | None = None,
        limit: int = 20,
        offset: int = 0,
    ) -> Hits:
        """Find things by all of their words; when nothing has all of them, by some.

        Parameters
        ----------
        text
            Anything. A word that starts with ``#`` asks for topics only, with ``@`` for places.
            A word of 4 letters may have one typing error, one of 8 two; the last may be unfinished.
        kinds
            Only these, such as ``person``; empty for all. A ``#`` or ``@`` overrules it.
        year, series
            Only talks and events of this year, and of the series with this IRI.

        Returns
        -------
        Hits
            Best first. Names and titles weigh more than text; of equally good ones, those with
            more talks come first, then in order of kind, label and IRI.
        """
        asked = asked_for(text, kinds)
        if not asked.groups:
            return Hits(0, [])
        relaxed = False
        query = self._all(asked, ("name", "body"))
        facets = self._values(query, *self._facets)
        if not facets["kind"] and len(asked.groups) > 1:
            relaxed = True
            query = self._any(asked)
            facets = self._values(query, *self._facets)
        parts = {
            "kind": self._either("kind", asked.kinds),
            "year": self._either("year", () if year is None else (year,)),
            "series": self._either("series", () if series is None else (series,)),
        }
        items, total = self._run(self._within(query, parts), asked, limit, offset)
        for name in self._facets:
            # Each counts what there would be if nothing was asked for it.
            others = {other: part for other, part in parts.items() if other != name}
            if any(part is not None for part in others.values()):
                facets |= self._values(self._within(query, others), name)
        kinds_found = facets["kind"]
        return Hits(
            total,
            items,
            {kind: kinds_found[kind] for kind in KINDS if kind in kinds_found},
            relaxed and bool(total or kinds_found),
            {int(one): n for one, n in sorted(facets.get("year", {}).items(), reverse=True)},
            {str(one): n for one, n in facets.get("series", {}).items()},
        )

    def suggest(self, prefix: str, *, kinds: Sequence[str] = (), limit: int = 8) -> list[Hit]:
        """Complete what is being typed, by names and titles only.

        Returns
        -------
        list[Hit]
            First those whose name starts with it, then those with words that do; when there are
            none, those it may be a misspelling of. Inside each, those with more talks first.
            Talks come after everything else.
        """
        asked = asked_for(prefix, kinds)
        if not asked.groups:
            return []
        start = " ".join(asked.words)
        kinds = asked.kinds or tuple(KINDS)
        parts = [
            tuple(kind for kind in kinds if (kind == "talk") is late) for late in (False, True)
        ]
        for typos in (False, True):
            query = self._all(asked, ("name",), typos)
            found: list[Hit] = []
            for part in parts:
                if part and len(found) < limit:
                    # The index cannot rank by our order, so more are fetched than are shown.
                    hits, _ = self._run(self._of_kinds(query, part), asked, 3 * limit, 0, False)
                    found += sorted(hits, key=lambda hit: tier(hit.label, start, asked))
            if found:
                return found[:limit]
        return []

    # Queries ---------------------------------------------------------------------------------

    def _group(
        self, group: tuple[str, ...], last: bool, fields: Sequence[str], typos: bool = True
    ) -> Any:
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
            if allowed := errors_allowed(word) if typos else 0:
                near = query.fuzzy_term_query(self._schema, name, word, distance=allowed)
                some.append(query.boost_query(near, 0.15 * boost))
            if last:
                begun = query.fuzzy_term_query(self._schema, name, word, distance=0, prefix=True)
                some.append(query.boost_query(begun, 0.5 * boost))
                if name == "name" and allowed:
                    near = query.fuzzy_term_query(self._schema, name, word, distance=1, prefix=True)
                    some.append(query.boost_query(near, 0.1 * boost))
        return query.boolean_query([(tantivy.Occur.Should, one) for one in some])

    def _all(self, asked: Asked, fields: Sequence[str], typos: bool = True) -> Any:
        last = len(asked.groups) - 1
        parts = [
            (tantivy.Occur.Must, self._group(group, at == last, fields, typos))
            for at, group in enumerate(asked.groups)
        ]
        whole = tantivy.Query.term_query(self._schema, "whole", " ".join(asked.words))
        parts.append((tantivy.Occur.Should, tantivy.Query.boost_query(whole, 5.0)))
        return tantivy.Query.boolean_query(parts)

    def _any(self, asked: Asked) -> Any:
        return tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Should, self._group(group, False, ("name", "body")))
                for group in asked.groups
            ]
        )

    def _either(self, name: str, values: Sequence[str | int]) -> Any:
        """Match any of the values without a say in the score; None when there are none."""
        if not values or name not in self._facets:
            return None
        some = [
            (tantivy.Occur.Should, tantivy.Query.term_query(self._schema, name, value))
            for value in values
        ]
        return tantivy.Query.const_score_query(tantivy.Query.boolean_query(some), 0.0)

    def _within(self, query: Any, parts: Mapping[str, Any]) -> Any:
        must = tantivy.Occur.Must
        kept = [(must, part) for part in parts.values() if part is not None]
        return tantivy.Query.boolean_query([(must, query), *kept]) if kept else query

    def _of_kinds(self, query: Any, kinds: Sequence[str]) -> Any:
        return self._within(query, {"kind": self._either("kind", kinds)})

    def _values(self, query: Any, *names: str) -> dict[str, dict[Any, int]]:
        """Count the values of fields, the most frequent first, then in order of the value."""
        terms = {name: {"terms": {"field": name, "size": BUCKETS}} for name in names}
        found = self._searcher.aggregate(query, terms)
        counted = {
            name: [(one["key"], one["doc_count"]) for one in found[name]["buckets"]]
            for name in names
        }
        return {
            name: dict(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))
            for name, pairs in counted.items()
        }

    def _run(
        self, query: Any, asked: Asked, limit: int, offset: int, excerpts: bool = True
    ) -> tuple[list[Hit], int]:
        answer = self._searcher.search(
            query, max(1, limit), offset=max(0, offset), weight_by_field="weight"
        )
        hits = answer.hits[: max(0, limit)]
        found = [self._hit(self._searcher.doc(at), score, asked, excerpts) for score, at in hits]
        return found, answer.count

    def _hit(self, entry: Any, score: float, asked: Asked, excerpts: bool) -> Hit:
        shown = entry.get_first("shown")
        if shown is None:  # an older index has a field for each
            iri, kind, label, note, text, year = map(entry.get_first, SHOWN)
        else:
            iri, kind, label, note, text, year = orjson.loads(bytes(shown))
        label, text = label or "", (text or "") if excerpts else ""
        excerpt, marked = excerpt_around(text, asked)
        return Hit(
            iri=iri,
            kind=kind,
            label=label,
            note=note or "",
            score=round(float(score), 4),
            ranges=tuple(matches(label, asked)),
            excerpt=excerpt,
            excerpt_ranges=marked,
            year=year,
        )
