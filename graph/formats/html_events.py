"""Events of schema.org in a web page: JSON-LD blocks and microdata, block by block.

One bad block never loses the page. Nothing is fetched: no context, no script, no style.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from lxml import etree, html

from hallway.graph.errors import SourceError
from hallway.graph.formats import HEAD_BYTES, Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.happenings.tree import programme
from hallway.graph.formats.schema_org.microdata import microdata_items
from hallway.graph.formats.schema_org.nodes import SchemaNodes
from hallway.graph.formats.schema_org.values import is_event_type
from hallway.graph.formats.syntax.json_repair import parse_loosely
from hallway.graph.programme import Programme
from hallway.graph.reading import bundle, text

__all__ = ["FORMAT"]

NAME = "html"

_PAGE = re.compile(
    rb"(?:<!--.*?-->|<\?.*?>|\s+)*+<(?:!doctype\s+html|html|head|body|script|div)\b", re.I | re.S
)
_TYPE = re.compile(
    rb"[\"'/:;]([A-Za-z]*(?:Event|EventSeries|Festival|Hackathon))(?:[\"'\s]|&quot;)"
)
_ITEM = re.compile(rb"itemtype\s{0,9}=\s{0,9}[\"'][^\"']{0,200}schema\.org/(\w+)", re.I)
_CHARSET = re.compile(rb"<meta[^>]{1,300}charset\s*=\s*[\"']?([\w.:-]+)", re.I)
_LD_JSON = re.compile(r"\s*application/ld\+json\b", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_UNWANTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _recognises(head: bytes, data: bytes) -> str:
    pages = _pages(data)
    for _, page in pages:
        if why := _in_page(page[:HEAD_BYTES].lstrip(), page):
            return f"{len(pages)} pages, one with {why}"
    return "" if pages else _in_page(head, data)


def _in_page(head: bytes, data: bytes) -> str:
    if not _PAGE.match(head.removeprefix(b"\xef\xbb\xbf").lstrip()):
        return ""
    for block in _blocks_of(data):
        if any(is_event_type(found[1].decode("ascii")) for found in _TYPE.finditer(block)):
            return "JSON-LD in a page with a type of event from schema.org"
    for found in _ITEM.finditer(data):
        if is_event_type(found[1].decode("ascii", "replace")):
            return "microdata in a page with a type of event from schema.org"
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
        root = _parsed(page, options, report)
        before = f"{name}, " if name else ""
        nodes.base = _base(root)
        titles.append(_title(root))
        found += _blocks(root, before, nodes, report, options)
    roots = nodes.roots()
    if not roots:
        said = report.notices[-1].what if report.notices else "no event of schema.org in the page"
        raise SourceError(
            f"no event could be read: {said}",
            where=options.file,
            remedy="the page needs JSON-LD or microdata with a type such as Event",
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


def _parsed(data: bytes, options: ReadOptions, report: Report) -> html.HtmlElement:
    source = _DECLARATION.sub("", _UNWANTED.sub(" ", _decoded(data, report)))
    try:
        root = html.document_fromstring(source, parser=html.HTMLParser(no_network=True))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError) as error:
        raise SourceError(f"not readable as HTML: {error}", where=options.file) from error
    if root is None:
        raise SourceError("not readable as HTML: there is nothing in it", where=options.file)
    return root


def _decoded(data: bytes, report: Report) -> str:
    """Decode a page: UTF-8 where it is, else what its head declares, else a guess."""
    declared = _CHARSET.search(data[:4096])
    decoded, guess = text.decode(data)
    if guess and declared:
        try:
            name = codecs.lookup(declared[1].decode("ascii")).name
            return data.decode(name, "replace")
        except (LookupError, ValueError):
            pass
    if guess:
        report.notices.append(guess)
    return decoded


def _title(root: html.HtmlElement) -> str:
    for path in (
        "//meta[@property='og:site_name']/@content",
        "//head/title/text()",
        "//title/text()",
    ):
        found = root.xpath(path)
        if isinstance(found, list) and found and (title := text.plain_title(str(found[0]))):
            return title if "{$" not in title and "{{" not in title else ""
    return ""


def _base(root: html.HtmlElement) -> str:
    """Return the address of the page, where its head gives one."""
    paths = "//base/@href", "//link[@rel='canonical']/@href", "//meta[@property='og:url']/@content"
    for path in paths:
        found = root.xpath(path)
        if isinstance(found, list) and found and re.match(r"https?://[^/{}]+", str(found[0])):
            return str(found[0]).strip()
    return ""


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


FORMAT = Format(NAME, "schema.org in a web page", _recognises, _read, order=30)
"""The reader, as the entry point names it."""
