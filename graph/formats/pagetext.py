"""The text of a programme page: a few lines about the event, then a table drawn with bars.

The lines come in any order before the table: title, ISO date, place between double dashes, the
editions of the series in square brackets, audiences and topics each under a line of its own.
Each talk is one row of the table, and a row that does not begin with a bar but ends in two empty
cells continues the row above with what the page says about the talk.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.programme import Edition, Event, Programme, Series, Talk
from hallway.graph.reading.names import people
from hallway.graph.reading.text import clean, decode, normalised, plain_title, truncated
from hallway.graph.reading.times import day, minutes

__all__ = ["FORMAT"]

_LINE = re.compile(r"\r\n|[\n\r]")
_BAR = re.compile(r"(?<!\\)\|")
_HEADER = re.compile(
    r"^[ \t]*\|[ \t]*(?:title|talk)[ \t]*\|[ \t]*(?:author|speaker)s?[ \t]*\|"
    r"[ \t]*(?:length|duration)[ \t]*\|?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_RULE = re.compile(r"\|?[\s|:-]*-[\s|:-]*")
_CONTINUATION = re.compile(r"(.*\S)\s*(?<!\\)\|\s*\|\s*\|\s*")
_PLACE = re.compile(r"--\s*(\S.*?)\s*--")
_EDITIONS = re.compile(r"\[(.*)\]")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SEASON = frozenset("spring summer fall autumn winter edition the -".split())
_ONLINE = frozenset("online virtual remote internet".split())
_AUDIENCE_HEADS = frozenset(
    ("who it's for", "who is it for", "who its for", "audience", "for whom")
)
_TOPIC_HEADS = frozenset(("topics", "themes", "subjects"))
_EMPTY_STATE = "nothing matches"


@dataclass(slots=True)
class _Page:
    """What has been read so far."""

    report: Report
    title: str = ""
    where: str = ""
    date: str = ""
    place: str | None = None
    editions: list[Edition] = field(default_factory=list)
    audiences: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    talks: list[Talk] = field(default_factory=list)

    def note(self, what: str, line: int, remedy: str = "", level: str = "warning") -> None:
        """Add a notice about a line."""
        self.report.tell(what, f"line {line}", remedy, level)


def _recognises(head: bytes, data: bytes) -> str:
    text, _ = decode(head)
    found = _HEADER.search(_LINE.sub("\n", text))
    return f"a table with the header {clean(found[0])}" if found else ""


def _read(data: bytes, options: ReadOptions) -> Programme:
    text, guess = decode(data)
    lines = _LINE.split(text)
    page = _Page(Report(options))
    page.report.notices.extend([guess] if guess else [])
    table = next((n for n, line in enumerate(lines) if _HEADER.match(line)), len(lines))
    _read_head(page, lines[:table])
    _read_rows(page, lines, table + 1)
    page.report.count(len(page.talks))
    event = _event(page, options)
    if not event.talks:
        page.report.tell("there is no row with a talk")
    return Programme("pagetext", (event,), tuple(page.report.notices), _recognises(data, data))


def _read_head(page: _Page, lines: list[str]) -> None:
    """Read the lines above the table; a line under "topics" or "who it's for" is its list."""
    wanted = ""
    for number, raw in enumerate(lines, 1):
        line = clean(raw)
        key = normalised(line).rstrip(":")
        if not line:
            continue
        if key in _AUDIENCE_HEADS or key in _TOPIC_HEADS:
            wanted = "audiences" if key in _AUDIENCE_HEADS else "topics"
        elif wanted == "audiences":
            page.audiences, wanted = (*page.audiences, *_labels(line, ",")), ""
        elif wanted == "topics":
            page.topics, wanted = (*page.topics, *_labels(line, ";")), ""
        else:
            _read_fact(page, line, number)


def _read_fact(page: _Page, line: str, number: int) -> None:
    """Read a line that says by its form what it is; the first one that does not is the title."""
    if found := _PLACE.fullmatch(line):
        page.place = found[1]
    elif found := _EDITIONS.fullmatch(line):
        page.editions = [Edition(name, _year(name)) for name in _labels(found[1], ",")]
    elif re.fullmatch(r"\d{4}-\d{1,2}-\d{1,2}", line):
        page.date = line
        if day(line) is None:
            page.note(
                f"{line!r} is no day of the calendar", number, "correct the date of the event"
            )
    elif not page.title:
        page.title, page.where = plain_title(line), f"line {number}"
    else:
        page.note(f"the line {line[:80]!r} was not understood and left out", number)


def _read_rows(page: _Page, lines: list[str], start: int) -> None:
    for number, line in enumerate(lines[start:], start + 1):
        if not line.strip() or _HEADER.match(line) or _RULE.fullmatch(line.strip()):
            continue
        if line.lstrip().startswith("|"):
            _read_row(page, line.strip(), number)
        elif found := _CONTINUATION.fullmatch(line.strip()):
            _continue_row(page, found[1], number)
        else:
            page.note(f"the line {clean(line)[:80]!r} belongs to no row and was left out", number)


def _read_row(page: _Page, line: str, number: int) -> None:
    """Read a row of title, authors and length; a bar too many is taken for part of the title."""
    cells = [_unescaped(cell) for cell in _BAR.split(line.removeprefix("|"))]
    if cells and not cells[-1]:
        cells.pop()
    if len(cells) > 3:
        page.note(
            f"the row has {len(cells)} cells; the first ones were joined to the title",
            number,
            r"write a bar inside a cell as \|",
        )
        cells = [" | ".join(cells[:-2]), *cells[-2:]]
    title, authors, length = (*cells, "", "", "")[:3]
    title = page.report.title(title, f"line {number}")
    if normalised(title) == _EMPTY_STATE and not authors and not length:
        return
    if not title:
        page.note("a row without a title was left out", number, "give the talk a title", "error")
        return
    page.talks.append(_talk(page, title, authors, length, number))


def _talk(page: _Page, title: str, authors: str, length: str, number: int) -> Talk:
    appearances, nobody = people(page.report.line(authors, f"line {number}"))
    for name in nobody:
        page.note(f"{name!r} is nobody's name and was left out", number, level="note")
    taken = minutes(length, parts="h:m:s") if length else None
    if length and taken is None:
        page.note(f"the length {length!r} is not understood", number, "write minutes, as in 19m")
    return Talk(title, minutes=taken, appearances=tuple(appearances), where=f"line {number}")


def _continue_row(page: _Page, cell: str, number: int) -> None:
    """Give the text to the talk above."""
    text = page.report.line(_unescaped(cell), f"line {number}")
    if not page.talks:
        page.note(f"the text {text[:80]!r} stands above the first talk and was left out", number)
        return
    talk = page.talks[-1]
    whole = f"{talk.abstract}\n{text}" if talk.abstract else text
    page.talks[-1] = replace(talk, abstract=whole, truncated=truncated(whole))


def _event(page: _Page, options: ReadOptions) -> Event:
    name = page.title or options.event
    if not name:
        raise SourceError(
            "no line above the table could be the title of the event",
            where=options.file,
            remedy="begin the file with the title, or name the event with --event",
        )
    online = normalised(page.place) in _ONLINE if page.place else None
    return Event(
        name,
        start=day(page.date),
        place=page.place,
        online=online,
        topics=page.topics,
        audiences=page.audiences,
        series=_series(page, name, options),
        talks=tuple(page.talks),
        where=page.where,
    )


def _series(page: _Page, name: str, options: ReadOptions) -> Series | None:
    """Name the series by the words that its editions share; the rest is season and year."""
    if not page.editions:
        return Series(options.series) if options.series else None
    editions = list(page.editions)
    if normalised(name) not in {normalised(one.name) for one in editions}:
        editions.append(Edition(name, _year(name)))
        page.report.tell(f"the list of editions does not name {name!r}; it was added", level="note")
    shared = options.series or _shared_words([edition.name for edition in editions])
    return Series(shared or name, tuple(editions))


def _shared_words(names: list[str]) -> str:
    shared: list[str] = []
    for words in zip(*(name.split() for name in names), strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    while shared and (_YEAR.fullmatch(shared[-1]) or shared[-1].casefold() in _SEASON):
        shared.pop()
    return " ".join(shared)


def _labels(line: str, separator: str) -> tuple[str, ...]:
    """Split a list, keep its order, and keep the first of equal labels."""
    labels: dict[str, str] = {}
    for label in map(clean, line.split(separator)):
        labels.setdefault(normalised(label), label)
    labels.pop("", None)
    return tuple(labels.values())


def _year(name: str) -> int | None:
    years = _YEAR.findall(name)
    return int(years[-1]) if years else None


def _unescaped(cell: str) -> str:
    return cell.replace(r"\|", "|").strip()


FORMAT = Format(
    name="pagetext",
    title="text of a programme page",
    recognises=_recognises,
    read=_read,
    order=20,
)
