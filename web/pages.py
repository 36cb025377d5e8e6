"""Pages that are about no single thing: home, search, lists, network, about, files for machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from flask import Blueprint, Response, abort, render_template, request

from hallway.graph.answers import relations, things
from hallway.graph.answers.things import KIND_WORDS, Ref
from hallway.graph.errors import HallwayError
from hallway.graph.iris import document_path
from hallway.graph.networks.canvas import incidence_of, view
from hallway.graph.networks.moved import current_address
from hallway.graph.networks.paths import connections
from hallway.graph.vocabulary import KINDS
from hallway.web.frame import link_to
from hallway.web.home import home_page, today
from hallway.web.lists import paged
from hallway.web.panels import Row, current_site, panel
from hallway.web.programs.downloads import DUMPS
from hallway.web.terms import read_terms

__all__ = ["pages"]

pages = Blueprint("pages", __name__)

PAGE_ROWS = 100
SITEMAP_ROWS = 40_000
EXPLORE_THINGS = 150


@pages.get("/")
def home() -> str:
    """Show what is in here, and ways in."""
    return render_template("home.html", **home_page(today()))


# Lists ------------------------------------------------------------------------------------------

LISTS = {
    "events": ("event", "events"),
    "series": ("series", "series"),
    "topics": ("topic", "topics"),
    "organizations": ("organization", "organizations"),
    "audiences": ("audience", "audiences"),
    "places": ("place", "places"),
}
"""Path -> kind and the question that lists it; people and talks are read page by page instead."""


def _list_page(name: str) -> str:
    kind, question = LISTS[name]
    found = panel(question, show=10**6)
    page = paged(found.total, PAGE_ROWS, name)
    rows = found.rows[page.first_row - 1 : page.last_row] if page.total else ()
    listed = {row[kind] for row in found.rows}
    rest = [ref for ref in _by_name(kind) if ref.iri not in listed]
    return render_template(
        "list.html", name=name, kind=kind, found=found, page=page, rows=rows, rest=rest
    )


for _name in LISTS:
    pages.add_url_rule(
        f"/{_name}", f"list_{_name}", _list_page, defaults={"name": _name}, methods=["GET"]
    )


def _by_name(kind: str) -> list[Ref]:
    site = current_site()
    return site.cached(("by name", kind), lambda: things.list_things(site.engine(), kind))


@pages.get("/people")
def people() -> str:
    """List everybody by name."""
    everybody = _by_name("person")
    page = paged(len(everybody), PAGE_ROWS, "people")
    some = everybody[max(0, page.first_row - 1) : page.last_row]
    talks = relations.talk_counts(current_site().engine(), [ref.iri for ref in some])
    busiest = panel("busiest-speakers", show=12)
    return render_template("people.html", people=some, talks=talks, page=page, busiest=busiest)


@pages.get("/talks")
def talks() -> str:
    """List every talk by title."""
    every = _by_name("talk")
    page = paged(len(every), PAGE_ROWS, "talks")
    some = every[max(0, page.first_row - 1) : page.last_row]
    engine, iris = current_site().engine(), [ref.iri for ref in some]
    return render_template(
        "talks.html",
        talks=some,
        speakers=relations.performers(engine, iris),
        recorded=relations.recorded(engine, iris),
        page=page,
    )


# The network and the editor -----------------------------------------------------------------------


@pages.get("/explore")
def explore() -> str:
    """Show a part of the network: as a table here, on a canvas where scripts run."""
    given = request.args
    ends = _ends(given)
    try:
        shown = view(
            current_site(),
            lens=given.get("lens", "speaker-topic"),
            ids=[
                current_address(current_site(), one)
                for one in given.get("ids", "").split(",")[:200]
                if one
            ],
            event=_now(given.get("event"), "event"),
            series=_now(given.get("series"), "series"),
            first_year=_year(given.get("from")),
            last_year=_year(given.get("to")),
            min_confidence=_share(given.get("min")),
            stated_only=given.get("stated") == "1",
            limit=EXPLORE_THINGS,
        )
    except HallwayError as error:
        abort(404, error.what)
    names = {node["id"]: node for node in shown["nodes"]}
    return render_template(
        "explore.html",
        shown=shown,
        names=names,
        neighbours=_neighbours(shown),
        given=given,
        ends=ends,
        walk=_walk(*ends, given.get("hubs") == "1"),
    )


def _ends(given: Mapping[str, str]) -> tuple[str, str]:
    """Read the two ends of a walk, as the canvas or the form on this page writes them.

    The form sends ``from`` and ``to``, which are years of the filter otherwise: only an address
    has a slash. An end that is not named is empty.
    """
    named = given.get("connect", "").split(",")
    if len(named) != 2:
        named = [given.get("from", ""), given.get("to", "")]
    first, last = (one.strip() if "/" in one else "" for one in named)
    return first, last


def _walk(first: str, last: str, via_hubs: bool) -> dict[str, Any] | None:
    """Find the ways between two things; None when not both are named."""
    if not first or not last:
        return None
    site = current_site()
    base = site.config.base
    ends = [things.resolve(site.engine(), base, "", text) for text in (first, last)]
    named = [things.describe(site.engine(), base, iri) if iri else None for iri in ends]
    if named[0] is None or named[1] is None:
        return {"failed": "Nothing is at one of these two addresses", "from": None}
    try:
        found = connections(incidence_of(site), named[0].iri, named[1].iri, via_hubs=via_hubs)
    except HallwayError as error:
        return {"failed": error.what, "from": None}
    seen = relations.recorded(site.engine(), [iri for path in found for iri in path.iris])
    paths = [
        {
            "words": path.words(),
            "steps": [
                _step(base, step, iri in seen)
                for step, iri in zip(path.as_json(base)["steps"], path.iris, strict=True)
            ],
        }
        for path in found
    ]
    return {"failed": "", "from": named[0], "to": named[1], "paths": paths}


def _step(base: str, step: Mapping[str, str], recorded: bool) -> dict[str, str]:
    path = document_path(base, f"{base}id/{step['id']}") or ""
    sign = "closed" if step["kind"] == "talk" and not recorded else step["kind"]
    return {"kind": step["kind"], "sign": sign, "label": step["label"], "href": link_to(path)}


def _neighbours(shown: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return what each thing shown is linked to, the strongest link first."""
    found: dict[str, list[str]] = {}
    for edge in shown["edges"]:
        if edge["relation"] != "broader":
            found.setdefault(edge["source"], []).append(edge["target"])
            found.setdefault(edge["target"], []).append(edge["source"])
    return found


def _now(name: str | None, kind: str) -> str | None:
    """Return the address that the name of an event or a series stands for now."""
    return current_address(current_site(), name, kind) if name else None


def _share(text: str | None) -> float:
    """Read a share from 0 to 1; 0 for anything else."""
    try:
        value = float(text or 0)
    except ValueError:
        return 0.0
    return value if 0 <= value <= 1 else 0.0


def _year(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) == 4 else None


# About ------------------------------------------------------------------------------------------

INTERFACES = (
    ("sparql", "SPARQL 1.1", "any question; federation, editors, notebooks"),
    ("openapi.json", "REST, described by OpenAPI", "search, things, stored questions, connections"),
    ("reconcile", "Reconciliation 0.2", "spreadsheets matched in OpenRefine"),
    (".well-known/sparql-examples", "The questions as SHACL", "editors that show examples"),
    (".well-known/void", "VoID and DCAT", "catalogues"),
)
"""Path, name and use of each interface for programs."""


@pages.get("/about")
def about() -> str:
    """Say what is in here, where it comes from and how to take it away."""
    site = current_site()
    counted = {kind: site.current.counts.get(kind, 0) for kind in KIND_WORDS}
    size = (site.current.folder / "quads.nq").stat().st_size
    return render_template(
        "about.html",
        counted=counted,
        kinds=KIND_WORDS,
        current=site.current,
        config=site.config,
        missing=_missing(panel("missing", show=10**6).rows),
        dumps=DUMPS,
        quads_bytes=size,
        interfaces=INTERFACES,
    )


def _missing(rows: Sequence[Row]) -> list[tuple[str, int]]:
    """Count the rows of each gap; the question stops at 200 of each."""
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["problem"] or ""] = counts.get(row["problem"] or "", 0) + 1
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


@pages.get("/ontology")
def ontology() -> Response:
    """Show every term of the ontology, or hand out the file itself by ``Accept``."""
    terms = read_terms()
    return terms.negotiated(lambda: render_template("ontology.html", terms=terms))


@pages.get("/ontology.<any(ttl, jsonld, rdf, nt):suffix>")
def ontology_file(suffix: str) -> Response:
    """Hand out the ontology in one syntax."""
    return read_terms().answer(suffix)


# Files for machines -------------------------------------------------------------------------------


@pages.get("/healthz")
def healthz() -> Response:
    """Say that the process answers."""
    return Response("ok\n", content_type="text/plain; charset=utf-8")


@pages.get("/readyz")
def readyz() -> Response:
    """Say whether a query is answered now; 503 when not."""
    try:
        ready = current_site().engine().ask("ASK { ?s ?p ?o }")
    except HallwayError:
        ready = False
    text = "ready\n" if ready else "not ready\n"
    return Response(text, 200 if ready else 503, content_type="text/plain; charset=utf-8")


@pages.get("/robots.txt")
def robots() -> Response:
    """Keep crawlers out of what has no end."""
    base = current_site().config.base
    closed = ("search", "explore/", "explore?", "sparql", "suggest", "dump.", "review")
    lines = ["User-agent: *", *(f"Disallow: {link_to(path)}" for path in closed)]
    body = "\n".join([*lines, f"Sitemap: {base}sitemap.xml", ""])
    return Response(body, content_type="text/plain; charset=utf-8")


@pages.get("/sitemap.xml")
def sitemap() -> Response:
    """List the parts of the site map: one or more for each kind of thing."""
    base = current_site().config.base
    parts = [
        f"{base}sitemap/{kind}-{part + 1}.xml"
        for kind in KINDS
        for part in range(-(-len(_by_name(kind)) // SITEMAP_ROWS))
    ]
    return _xml("sitemapindex", "sitemap", parts)


@pages.get("/sitemap/<kind>-<int:part>.xml")
def sitemap_part(kind: str, part: int) -> Response:
    """List the documents of one kind."""
    base = current_site().config.base
    first = (part - 1) * SITEMAP_ROWS
    some = _by_name(kind)[first : first + SITEMAP_ROWS] if part and kind in KINDS else []
    if not some:
        abort(404)
    paths = (document_path(base, ref.iri) for ref in some)
    return _xml("urlset", "url", [base + path for path in paths if path])


def _xml(root: str, entry: str, addresses: Sequence[str]) -> Response:
    lines = [f"<{entry}><loc>{escape(one)}</loc></{entry}>" for one in addresses]
    body = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<{root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        + "\n".join(lines)
        + f"\n</{root}>\n"
    )
    return Response(body, content_type="application/xml; charset=utf-8")
