"""Parse a web page: its charset, what no page may hold, and its title."""

from __future__ import annotations

import codecs
import re

from lxml import etree, html

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.reading import text

__all__ = ["PAGE", "base_of", "parsed_page", "title_of"]

PAGE = re.compile(
    rb"(?:<!--.*?-->|<\?.*?>|\s+)*+<(?:!doctype\s+html|html|head|body|script|div)\b", re.I | re.S
)
"""How a page begins."""

_CHARSET = re.compile(rb"<meta[^>]{1,300}charset\s*=\s*[\"']?([\w.:-]+)", re.I)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_MOST_ATTRIBUTES = 1000
_LONG_TAG = re.compile(r"<[a-zA-Z][^<>]{4000,}")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_UNWANTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def parsed_page(data: bytes, options: ReadOptions, report: Report) -> html.HtmlElement:
    """Parse a page.

    Raises
    ------
    SourceError
        There is nothing in it.
    """
    source = _DECLARATION.sub("", _UNWANTED.sub(" ", _decoded(data, report)))
    for tag in _LONG_TAG.finditer(source):
        # The parser compares each attribute with all others of its tag.
        if len(_QUOTED.sub("x", tag[0]).split()) > _MOST_ATTRIBUTES:
            raise SourceError(
                f"a tag has more than {_MOST_ATTRIBUTES:,} attributes",
                where=f"{options.file}, line {source.count(chr(10), 0, tag.start()) + 1}",
                remedy="no page needs them; check where the file comes from",
            )
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


def title_of(root: html.HtmlElement) -> str:
    """Return the title of a page: the name of its site before that of the page, "" for none."""
    for path in (
        "//meta[@property='og:site_name']/@content",
        "//head/title/text()",
        "//title/text()",
    ):
        found = root.xpath(path)
        if isinstance(found, list) and found and (title := text.plain_title(str(found[0]))):
            return title if "{$" not in title and "{{" not in title else ""
    return ""


def base_of(root: html.HtmlElement) -> str:
    """Return the address of the page, where its head gives one."""
    paths = "//base/@href", "//link[@rel='canonical']/@href", "//meta[@property='og:url']/@content"
    for path in paths:
        found = root.xpath(path)
        if isinstance(found, list) and found and re.match(r"https?://[^/{}]+", str(found[0])):
            return str(found[0]).strip()
    return ""
