"""List items of a page that begin with a time range, each with the day of the heading above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from lxml import etree, html
from markdown_it import MarkdownIt

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.repositories.pages import first
from hallway.graph.formats.syntax.fences import Page
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.keys import year_in
from hallway.graph.reading import times

__all__ = ["Anchor", "Item", "count", "items"]

_CLOCK = r"\d{1,2}[:.]\d{2}(?:\s*[ap]\.?m\.?|ish)?"
_RANGE = re.compile(
    rf"\s*({_CLOCK}\s*(?:[-\u2013\u2014]|to)\s*{_CLOCK})\s*[-\u2013\u2014:|]*\s*", re.IGNORECASE
)
_ITEM = re.compile(
    rb"(?:<(?:li|dt)\b[^<>]{0,200}>|^[ \t]*[-*+])\s{0,200}(?:\*\*|<\w{1,9}>)?"
    rb"\d{1,2}[:.]\d\d(?:ish)?\s{0,9}(?:-|\xe2\x80[\x93\x94]|to)\s{0,9}\d{1,2}[:.]\d\d",
    re.IGNORECASE | re.MULTILINE,
)
_LISTED = re.compile(r"<(?:li|dt)\b", re.IGNORECASE)
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_ITEMS = frozenset({"li", "dt"})


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link in an item."""

    label: str
    target: str


@dataclass(slots=True)
class Item:
    """A list item taken apart: the range, and texts and links in turn, links having texts around.

    `texts` has one entry more than `anchors`.
    """

    where: str
    range: str
    day: date | None
    texts: list[str] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)


def count(data: bytes) -> int:
    """Count what looks like such items, in HTML or Markdown, without parsing."""
    return len(_ITEM.findall(data))


def items(page: Page, report: Report) -> Iterator[Item]:
    """Yield the list items that begin with a time range, each with the day of its heading."""
    source, first_line = page.body, page.body_line
    if not _ITEM.search(source.encode("utf-8", "replace")):
        return
    if not _LISTED.search(source):
        first_line = 0  # rendering moves the lines
        source = MarkdownIt("commonmark", {"html": True}).disable("code").render(source)
    try:
        root = html.fromstring(f"<div>{source}</div>")
    except (etree.ParserError, ValueError):
        return
    year = _year(page)
    day: date | None = None
    left = 0
    for element in root.iter(*_HEADINGS, *_ITEMS):
        if element.tag in _HEADINGS:
            day = _day(" ".join("".join(map(str, element.itertext())).split()), year, day, report)
            continue
        if element.tag in _ITEMS and not any(
            one.tag in _ITEMS for one in element.iterdescendants()
        ):
            item = _taken_apart(element, day, first_line)
            left += item is None
            if item:
                yield item
    if left:
        report.tell(f"list items without a time range, left out: {left}", level="note")


def _year(page: Page) -> int | None:
    """Return the year that the header states in its title, its categories or its address."""
    categories = page.fields.get("categories")
    listed = categories if isinstance(categories, list) else [categories]
    texts = [first(page.fields, "title"), *map(string, listed)]
    texts += [first(page.fields, "permalink"), first(page.fields, "date")]
    return next((year for text in texts if (year := year_in(text))), None)


def _day(heading: str, year: int | None, before: date | None, report: Report) -> date | None:
    """Read a heading as a day; one that is none leaves the day as it was."""
    day = times.day(heading) or (times.day(f"{heading}, {year}") if year else None)
    if day is None:
        return before
    weekday = heading.split(",")[0].split()[0].casefold()
    if weekday in _WEEKDAYS and weekday != _WEEKDAYS[day.weekday()]:
        report.tell(
            f"{day} is no {weekday.capitalize()}; the day was left out",
            heading,
            "check the year in the header of the page",
        )
        return None
    return day


def _taken_apart(element: html.HtmlElement, day: date | None, first_line: int) -> Item | None:
    """Cut an item into range, texts and links; None when it does not begin with a range."""
    texts, anchors = [""], list[Anchor]()
    inside: html.HtmlElement | None = None
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if event == "start" and inside is None:
            if node.tag == "a" and node.get("href"):
                inside = node
                anchors.append(Anchor(" ".join(node.text_content().split()), node.get("href")))
                texts.append("")
            elif isinstance(node.tag, str):
                texts[-1] += node.text or ""
        elif event == "end" and node is not element and (inside is None or node is inside):
            inside = None
            texts[-1] += node.tail or ""
    found = _RANGE.match(texts[0])
    if found is None:
        return None
    texts[0] = texts[0][found.end() :]
    at = (element.sourceline or 0) + first_line - 1 if first_line else 0
    where = f"line {at}" if at > 0 else " ".join(found[1].split())
    return Item(where, found[1], day, [" ".join(one.split()) for one in texts], anchors)
