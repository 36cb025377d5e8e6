"""Events of schema.org in a web page: JSON-LD blocks, microdata and RDFa, block by block.

One bad block never loses the page. Nothing is fetched: no context, no script, no style.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import html

from hallway.graph.errors import SourceError
from hallway.graph.formats import HEAD_BYTES, Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.happenings.tree import programme
from hallway.graph.formats.schema_org.microdata import microdata_items, rdfa_items
from hallway.graph.formats.schema_org.nodes import SchemaNodes
from hallway.graph.formats.schema_org.values import is_event_type
from hallway.graph.formats.syntax.html_tree import PAGE, base_of, parsed_page, title_of
from hallway.graph.formats.syntax.json_repair import parse_loosely
from hallway.graph.programme import Programme
from hallway.graph.reading import bundle

__all__ = ["FORMAT"]

NAME = "html"

_TYPE = re.compile(
    rb"[\"'/:;]([A-Za-z]*(?:Event|EventSeries|Festival|Hackathon))(?:[\"'\s]|&quot;)"
)
_ITEM = re.compile(rb"itemtype\s{0,9}=\s{0,9}[\"'][^\"']{0,200}schema\.org/(\w+)", re.I)
_VOCABULARY = re.compile(rb"(?:vocab|prefix)\s{0,9}=\s{0,9}[\"'][^\"']{0,200}schema\.org", re.I)
_TYPEOF = re.compile(rb"typeof\s{0,9}=\s{0,9}[\"']([^\"']{1,200})[\"']", re.I)
_LD_JSON = re.compile(r"\s*application/ld\+json\b", re.IGNORECASE)


def _recognises(head: bytes, data: bytes) -> str:
    pages = _pages(data)
    for _, page in pages:
        if why := _in_page(page[:HEAD_BYTES].lstrip(), page):
            return f"{len(pages)} pages, one with {why}"
    return "" if pages else _in_page(head, data)


def _in_page(head: bytes, data: bytes) -> str:
    if not PAGE.match(head.removeprefix(b"\xef\xbb\xbf").lstrip()):
        return ""
    for block in _blocks_of(data):
        if any(is_event_type(found[1].decode("ascii")) for found in _TYPE.finditer(block)):
            return "JSON-LD in a page with a type of event from schema.org"
    for found in _ITEM.finditer(data):
        if is_event_type(found[1].decode("ascii", "replace")):
            return "microdata in a page with a type of event from schema.org"
    if _VOCABULARY.search(data):
        for found in _TYPEOF.finditer(data):
            if any(map(is_event_type, found[1].decode("ascii", "replace").split())):
                return "RDFa in a page with a type of event from schema.org"
    return ""


def _blocks_of(data: bytes) -> Iterator[bytes]:
    """Yield what stands in elements of JSON-LD, in one pass over the page."""
    lowered, at = data.lower(), 0
    while (at := lowered.find(b"application/ld+json", at)) >= 0:
        start = lowered.find(b">", at)
        end = lowered.find(b"</script", start)
        if start < 0 or end < 0:
            return
        yield data[start + 1 : end]
        at = end


def _pages(data: bytes) -> list[tuple[str, bytes]]:
    """Return the pages of a zip that holds nothing else of substance."""
    names = bundle.names(data)
    if not names or not all(re.search(r"\.x?html?$", one, re.IGNORECASE) for one in names):
        return []
    try:
        return list(bundle.files(data, limits=bundle.CHECKED).items())
    except SourceError:
        return []


def _read(data: bytes, options: ReadOptions) -> Programme:
    report = Report(options)
    several = bundle.files(data, options.file, options) if bundle.is_bundle(data) else {}
    pages = list(several.items()) or [("", data)]
    nodes, titles = SchemaNodes(report), []
    found: list[str] = []
    for name, page in pages:
        root = parsed_page(page, options, report)
        before = f"{name}, " if name else ""
        nodes.base = base_of(root)
        titles.append(title_of(root))
        found += _blocks(root, before, nodes, report, options)
    roots = nodes.roots()
    if not roots:
        said = report.notices[-1].what if report.notices else "no event of schema.org in the page"
        raise SourceError(
            f"no event could be read: {said}",
            where=options.file,
            remedy="the page needs JSON-LD, microdata or RDFa with a type such as Event",
        )
    kinds = " and ".join(dict.fromkeys(found))
    page_title = _shared(titles)
    return programme(
        NAME,
        f"a page with events of schema.org in {kinds}",
        roots,
        report,
        options,
        page=page_title,
    )


def _shared(titles: list[str]) -> str:
    """Return the title of a page, or what the titles of several pages end in alike."""
    first, *others = titles
    for other in others:
        while first and not other.endswith(first):
            first = first.partition(" ")[2]
    return first.strip(" -–—|·:") if others else first


def _blocks(
    root: html.HtmlElement, before: str, nodes: SchemaNodes, report: Report, options: ReadOptions
) -> Iterator[str]:
    """Take every block into `nodes`; yield what kind each was."""
    for script in root.iter("script"):
        if not _LD_JSON.match(script.get("type") or ""):
            continue
        line = script.sourceline or 0
        where = f"{before}line {line}"
        try:
            value, repaired = parse_loosely(script.text or "", options)
        except SourceError as error:
            report.tell(
                f"a block of JSON-LD was left out, {error.what}",
                where,
                "correct the block; a validator of structured data shows the place",
            )
            continue
        if repaired:
            report.tell("a block of JSON-LD was repaired", where, level="note")
        nodes.add(value, where)
        yield "JSON-LD"
    for line, item in microdata_items(root):
        nodes.add(item, f"{before}line {line}")
        yield "microdata"
    for line, item in rdfa_items(root):
        nodes.add(item, f"{before}line {line}")
        yield "RDFa"


FORMAT = Format(NAME, "schema.org in a web page", _recognises, _read, order=30)
"""The reader, as the entry point names it."""
