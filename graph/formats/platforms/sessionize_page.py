"""The schedule that Sessionize writes into a web page: elements with classes ``sz-…``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import islice

from lxml import etree, html

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.platforms.records import Session, Speaker, Times
from hallway.graph.formats.platforms.sessionize_categories import labels
from hallway.graph.reading import text, times

__all__ = ["is_page", "page_sessions"]

_CLASS = re.compile(rb"class\s*=\s*[\"'](?:[^\"']*\s)?sz-session[\s\"']")
_BLOCK = re.compile(rb"application/ld\+json")
_STAMPS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
_LENGTH = re.compile(r"^(.*?)\s*(?:→|->)\s*(.+)$")
_QUARTER = timedelta(minutes=15)


def is_page(head: bytes, data: bytes) -> bool:
    """Tell whether the bytes are HTML with a session in it and no better description of one."""
    if not head.startswith(b"<"):
        return False
    if not _CLASS.search(data):
        return False
    blocks = (data[one.end() : one.end() + 20_000] for one in islice(_BLOCK.finditer(data), 100))
    return not any(b'Event"' in block.partition(b"</script")[0] for block in blocks)


def page_sessions(data: bytes, options: ReadOptions) -> list[Session]:
    """Read the sessions of a page in their order.

    Raises
    ------
    SourceError
        The page cannot be parsed.
    """
    source, _ = text.decode(data)
    source = re.sub(r"^\s*<\?xml[^>]*\?>", "", source).replace("\0", "")
    try:
        parser = html.HTMLParser(encoding="utf-8", remove_comments=True)
        root = html.document_fromstring(source.encode("utf-8", "replace"), parser=parser)
    except (etree.LxmlError, ValueError, AssertionError) as error:
        raise SourceError(f"not a page that can be parsed: {error}", where=options.file) from error
    day = ""
    sessions = []
    for element in root.iter(etree.Element):
        classes = (element.get("class") or "").split()
        if "sz-day__title" in classes:
            day = _words(element)
        elif "sz-session" in classes:
            sessions.append(_session(element, classes, day))
    return sessions


def _session(element: html.HtmlElement, classes: list[str], day: str) -> Session:
    key = element.get("data-sessionid") or ""
    where = f"line {element.sourceline}" + (f", session {key}" if key else "")
    stamp = next(_with_class(element, "sz-session__time"), None)
    tags = [
        (one.get("data-categoryname") or "", _words(one))
        for one in element.iter(etree.Element)
        if "sz-tag" in (one.get("class") or "").split()
    ]
    found = labels(tags)
    return Session(
        where=where,
        title=_first_words(element, "sz-session__title"),
        key=key,
        kind=found.kind,
        service="sz-session--service" in classes,
        when=_times(stamp, day, where),
        room=_first_words(element, "sz-session__room"),
        track=found.track,
        language=found.language,
        texts=(_first_words(element, "sz-session__description"),),
        topics=found.topics,
        levels=found.levels,
        speakers=tuple(_speakers(element)),
    )


def _speakers(element: html.HtmlElement) -> Iterator[Speaker]:
    for group in _with_class(element, "sz-session__speakers"):
        listed = [one for one in group.iter(etree.Element) if one.get("data-speakerid")]
        for one in listed or [one for one in group if isinstance(one.tag, str)]:
            yield Speaker(_words(one), one.get("data-speakerid") or "")


def _times(element: html.HtmlElement | None, day: str, where: str) -> Times:
    """Read the instants a page carries for its own script, else the words it shows."""
    if element is None:
        return Times(where)
    shown = _words(element)
    stamps = _STAMPS.findall(element.get("data-sztz") or "")
    moments = [
        one for stamp in stamps if isinstance(one := times.moment(stamp, zone=None), datetime)
    ]
    if moments:
        local = [_at_the_place(one, moments[0], shown).isoformat() for one in moments[:2]]
        return Times(where, date=local[0], end=local[1] if len(local) > 1 else "")
    length = _LENGTH.match(shown)
    clocks = times.clock_range(length[1] if length else shown)
    start = (
        times.moment(clocks[0].isoformat("minutes"), zone=None, day=times.day(day))
        if clocks
        else None
    )
    end = clocks[1].isoformat("minutes") if clocks and clocks[1] else ""
    return Times(
        where,
        date=start.isoformat() if start else "",
        end=end,
        duration=length[2] if length else "",
    )


def _at_the_place(moment: datetime, start: datetime, shown: str) -> datetime:
    """Give an instant the offset that the clock time shown for the start has.

    The page states instants in UTC and shows the time of the place; both together tell the offset.
    """
    found = times.clock_range(re.split(r"→|->", shown, maxsplit=1)[0].strip())
    if not found:
        return moment
    clock = start.astimezone(UTC).replace(tzinfo=None)
    away = datetime.combine(clock.date(), found[0]) - clock
    if away <= timedelta(hours=-12):
        away += timedelta(days=1)
    elif away > timedelta(hours=12):
        away -= timedelta(days=1)
    return moment.astimezone(timezone(away)) if not away % _QUARTER else moment


def _with_class(element: html.HtmlElement, name: str) -> Iterator[html.HtmlElement]:
    for one in element.iter(etree.Element):
        if name in (one.get("class") or "").split():
            yield one


def _first_words(element: html.HtmlElement, name: str) -> str:
    return next((_words(one) for one in _with_class(element, name)), "")


def _words(element: html.HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())
