"""Search: a page of hits, and what narrows it: kind, year and series, each with its counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, render_template, request

from hallway.graph.answers import relations, things
from hallway.graph.answers.things import KIND_WORDS, Ref
from hallway.graph.full_text.search import Hits
from hallway.graph.iris import iri_of, split_iri
from hallway.graph.vocabulary import KINDS
from hallway.web.frame import link_to
from hallway.web.lists import paged
from hallway.web.panels import current_site

__all__ = ["finding"]

finding = Blueprint("finding", __name__)

HITS = 20
LAST_PAGE = 500


@dataclass(frozen=True, slots=True)
class Facet:
    """A value that narrows a search, or the way to be rid of it when it is on.

    Attributes
    ----------
    kind
        Kind of thing whose sign stands beside it; empty for none.
    """

    label: str
    count: int
    path: str
    on: bool
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What a search is narrowed by; empty where it is not.

    Attributes
    ----------
    series
        Slug of the series.
    """

    asked: str
    kind: str = ""
    year: str = ""
    series: str = ""

    def query(self, **changes: str) -> str:
        """Return the query of an address, with some parts changed; an empty one is left out."""
        values = {"q": self.asked, "kind": self.kind, "year": self.year, "series": self.series}
        return urlencode({name: text for name, text in (values | changes).items() if text})

    def without(self, name: str) -> str:
        """Return the path of the same search without one of its limits."""
        return link_to("search?" + self.query(**{name: ""}))


@finding.get("/search")
def search() -> str:
    """Search names, titles and texts; errors in typing are forgiven."""
    site = current_site()
    given = request.args
    kind, year = given.get("kind", ""), given.get("year", "")
    narrowed = Narrowed(
        given.get("q", "").strip()[:300],
        kind if kind in KINDS else "",
        year if year.isdecimal() and len(year) == 4 else "",
        given.get("series", "").strip()[:200],
    )
    text = given.get("page", "1")
    number = min(int(text), LAST_PAGE) if text.isdecimal() and len(text) < 6 else 1
    hits = Hits(0, [])
    if narrowed.asked:
        hits = site.search_index().search(
            narrowed.asked,
            kinds=[kind] if narrowed.kind else [],
            year=int(narrowed.year) if narrowed.year else None,
            series=_series_iri(narrowed) if narrowed.series else None,
            limit=HITS,
            offset=(max(number, 1) - 1) * HITS,
        )
    query = {"q": narrowed.asked, "kind": narrowed.kind}
    query |= {"year": narrowed.year, "series": narrowed.series}
    iris = [hit.iri for hit in hits.items if hit.kind == "talk"]
    return render_template(
        "search.html",
        asked=narrowed.asked,
        narrowed=narrowed,
        filters=_filters(narrowed),
        hits=hits,
        kinds=_kinds(narrowed, hits.counts),
        years=_years(narrowed, hits.years),
        series=_series(narrowed, hits.series),
        page=paged(hits.total, HITS, "search", **{k: v for k, v in query.items() if v}),
        people=relations.performers(site.engine(), iris),
        recorded=relations.recorded(site.engine(), iris),
    )


def _series_iri(narrowed: Narrowed) -> str:
    """Return the IRI of the series asked for; of a text that cannot be one, the text itself."""
    base = current_site().config.base
    return iri_of(base, "series", narrowed.series) or narrowed.series


def _path(narrowed: Narrowed, name: str, value: str) -> str:
    return link_to("search?" + narrowed.query(**{name: value}))


def _kinds(narrowed: Narrowed, counts: Mapping[str, int]) -> list[Facet]:
    return [
        Facet(
            KIND_WORDS[kind][1],
            count,
            _path(narrowed, "kind", "" if kind == narrowed.kind else kind),
            kind == narrowed.kind,
            kind,
        )
        for kind, count in counts.items()
    ]


def _years(narrowed: Narrowed, counts: Mapping[int, int]) -> list[Facet]:
    return [
        Facet(
            str(year),
            count,
            _path(narrowed, "year", "" if str(year) == narrowed.year else str(year)),
            str(year) == narrowed.year,
        )
        for year, count in counts.items()
    ]


def _series(narrowed: Narrowed, counts: Mapping[str, int]) -> list[Facet]:
    base, names = current_site().config.base, _names_of_series()
    found = []
    for iri, count in counts.items():
        slug = (split_iri(base, iri) or ("", ""))[1]
        on = slug == narrowed.series
        label = names[iri].label if iri in names else slug
        found.append(Facet(label, count, _path(narrowed, "series", "" if on else slug), on))
    return found


def _names_of_series() -> dict[str, Ref]:
    site = current_site()

    def read() -> dict[str, Ref]:
        return {ref.iri: ref for ref in things.list_things(site.engine(), "series")}

    return site.cached("search.series", read)


def _filters(narrowed: Narrowed) -> list[tuple[str, str]]:
    """Return what the search is narrowed by, each with the path that takes it away."""
    found = []
    if narrowed.kind:
        found.append((KIND_WORDS[narrowed.kind][1], narrowed.without("kind")))
    if narrowed.year:
        found.append((narrowed.year, narrowed.without("year")))
    if narrowed.series:
        iri = _series_iri(narrowed)
        names = _names_of_series()
        label = names[iri].label if iri in names else narrowed.series
        found.append((label, narrowed.without("series")))
    return found
