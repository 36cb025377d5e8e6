"""Compare what the readers read with facts that were counted without them.

A folder of real programmes may come with ``facts.json``: for each file what throw-away scripts
counted in it (events, distinct titles, distinct names, rooms, days). This prints each fact beside
what our reader says. Where the two words differ on purpose (a break is no talk; one cell holds
two people) ``facts.tsv`` has the number we read and one line that says why; any other difference
is a fault of ours and the exit code is 1.

    FACTS=path/to/folder python tools/facts.py [FORMAT …]
"""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions, read
from hallway.graph.formats.days import programme_day
from hallway.graph.programme import Appearance, Programme, Talk

READERS = {
    "frab-xml": "frab-xml",
    "frab-json": "frab-json",
    "ics": "ical",
    "csv": "csv",
    "pagetext": "pagetext",
}
"""Format in facts.json -> the reader that must recognise its files."""

EXPLANATIONS = Path(__file__).with_suffix(".tsv")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One fact of one file; `why` explains a difference, "" when nothing does."""

    file: str
    fact: str
    expected: str
    found: str
    why: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the two are equal, or known to differ."""
        return self.expected == self.found or bool(self.why)


def _talks(programme: Programme) -> list[Talk]:
    return [talk for event in programme.events for talk in event.talks]


def _appearances(programme: Programme) -> list[Appearance]:
    of_talks = [one for talk in _talks(programme) for one in talk.appearances]
    return of_talks + [one for event in programme.events for one in event.appearances]


def _distinct(values: Iterable[Any]) -> int:
    return len({value for value in values if value})


def _tally(values: Iterable[str | None]) -> Counter[str]:
    return Counter(value or "(empty)" for value in values)


def _dates(programme: Programme) -> list[date]:
    starts = [talk.start for talk in _talks(programme) if talk.start]
    return [one.date() if isinstance(one, datetime) else one for one in starts]


def _rows(programme: Programme) -> int:
    """Count records: talks and breaks, else people of the event, else events."""
    people = sum(len(event.appearances) for event in programme.events)
    return len(_talks(programme)) or people or len(programme.events)


def _kinds(programme: Programme) -> Counter[str]:
    return _tally(talk.kind for talk in _talks(programme))


def _languages(programme: Programme) -> Counter[str]:
    return _tally(", ".join(talk.languages) for talk in _talks(programme))


def _days(programme: Programme) -> str:
    days = {programme_day(talk.start) for talk in _talks(programme) if talk.start}
    return ", ".join(map(str, sorted(days)))


Measure = Callable[[Programme], Any]

_EVENT: dict[str, Measure] = {
    "conference|title line|X-WR-CALNAME": lambda p: p.events[0].name,
    "acronym": lambda p: p.events[0].acronym,
    "conf start|date line": lambda p: p.events[0].start,
    "conf end": lambda p: p.events[0].end,
    "days": _days,
    "series editions in nav list": lambda p: sum(
        len(event.series.editions) for event in p.events if event.series
    ),
    "audience entries": lambda p: len(p.events[0].audiences),
    "topics": lambda p: len(p.events[0].topics),
    "first DTSTART day .*": lambda p: min(_dates(p)),
    "last DTSTART day .*": lambda p: max(_dates(p)),
}
_TALKS: dict[str, Measure] = {
    "events|VEVENT|talk rows": lambda p: len(_talks(p)),
    "data rows .*": _rows,
    "distinct (?:titles|SUMMARY|title|Title|Proposal title)": lambda p: _distinct(
        talk.title for talk in _talks(p)
    ),
    "rows without (?:title|Title|Proposal title)": lambda p: sum(not t.title for t in _talks(p)),
    "distinct (?:event guids|event ids|UID)": lambda p: _distinct(t.key for t in _talks(p)),
    "distinct (?:tracks .*|track)": lambda p: _distinct(talk.track for talk in _talks(p)),
    "distinct (?:rooms.*|Room|location|non-empty LOCATION)": lambda p: _distinct(
        talk.room for talk in _talks(p)
    ),
    "distinct (?:type|paper_type)": lambda p: _distinct(talk.kind for talk in _talks(p)),
    "distinct Language": lambda p: _distinct(talk.languages for talk in _talks(p)),
    "distinct Date": lambda p: len(set(_dates(p))),
    "distinct Level": lambda p: _distinct(talk.audiences for talk in _talks(p)),
    "types": _kinds,
    "languages": _languages,
    "recording optout true": lambda p: sum(talk.no_recording for talk in _talks(p)),
    "links that look like recordings": lambda p: sum(len(t.recordings) for t in _talks(p)),
    "with URL": lambda p: sum(talk.url is not None for talk in _talks(p)),
    "descriptions ending in ellipsis": lambda p: sum(talk.truncated for talk in _talks(p)),
}
_PEOPLE: dict[str, Measure] = {
    "event-person links": lambda p: len(_appearances(p)),
    r"distinct (?:person names.*|Name|(?:speakers|authors|Speakers|Speaker names) split on .*|"
    r"(?:last name|speaker) \(whole cell\))|talk speakers \(distinct\)": lambda p: _distinct(
        one.person.name for one in _appearances(p)
    ),
    "distinct person id/guid/code": lambda p: _distinct(one.person.id for one in _appearances(p)),
    "(?:events without person|rows without (?:speakers|Speakers|authors|Speaker names|speaker))": (
        lambda p: sum(not talk.appearances for talk in _talks(p))
    ),
    "distinct (?:Your company|affiliation|institution)": lambda p: _distinct(
        one.affiliation for one in _appearances(p)
    ),
}
_EVENTS: dict[str, Measure] = {
    "distinct Subject": lambda p: _distinct(event.name for event in p.events),
}
MEASURES = [
    (re.compile(name), measure)
    for group in (_EVENT, _TALKS, _PEOPLE, _EVENTS)
    for name, measure in group.items()
]
"""Which facts are compared, and what they are of a programme; other facts are left alone."""


def comparisons(folder: Path, formats: Iterable[str] = READERS) -> Iterator[Comparison]:
    """Yield every fact of every file of the formats beside what is read.

    Parameters
    ----------
    folder
        Holds ``facts.json`` and the files it names.
    formats
        Names as in ``facts.json``; files of others are left out.
    """
    known = explanations()
    facts = json.loads((folder / "facts.json").read_text("utf-8"))
    for entry in facts["files"]:
        if entry["format"] not in formats:
            continue
        file = entry["file"]
        try:
            programme = read((folder / file).read_bytes(), ReadOptions(file=Path(file).name))
        except SourceError as error:
            yield _judged(file, "read", "yes", f"no: {error.what}", known)
            continue
        yield _judged(file, "reader", READERS[entry["format"]], programme.format, known)
        for fact, expected in entry["facts"].items():
            measure = next((m for name, m in MEASURES if name.fullmatch(fact)), None)
            if measure is not None:
                yield _judged(file, fact, *_shown(expected, measure(programme)), known)


def _shown(expected: Any, found: Any) -> tuple[str, str]:
    """Bring both to the same notation; a tally is compared in the entries that the fact lists."""
    text = str(expected)
    if isinstance(found, Counter):
        pairs = re.findall(r"(.+?)=(\d+)(?:, |$)", text)
        return text, ", ".join(f"{name}={found[name]}" for name, _ in pairs)
    if isinstance(found, date):
        return text[:10], str(found)
    return text, str(found)


def _judged(
    file: str, fact: str, expected: str, found: str, known: dict[tuple[str, str, str], str]
) -> Comparison:
    why = known.get((file, fact, found), "") if expected != found else ""
    return Comparison(file, fact, expected, found, why)


def explanations() -> dict[tuple[str, str, str], str]:
    """Return why a number differs, by file, fact and the number that is read.

    An explanation holds for one number only: when a reader changes it must be thought of again.
    """
    with EXPLANATIONS.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {(file, fact, found): why for file, fact, found, why in rows[1:]}


def main(formats: list[str]) -> int:
    """Print the comparison; return 1 when a difference has no explanation."""
    given = os.environ.get("FACTS")
    shared = os.environ.get("HALLWAY_SHARED")
    folder = Path(given) if given else Path(shared) / "data" if shared else None
    if folder is None or not (folder / "facts.json").is_file():
        print("set FACTS to the folder that holds facts.json", file=sys.stderr)
        return 2
    equal = explained = 0
    wrong: list[Comparison] = []
    for one in comparisons(folder, formats or READERS):
        mark = "=" if one.expected == one.found else "~" if one.why else "!"
        equal, explained = equal + (mark == "="), explained + (mark == "~")
        wrong += [one] if mark == "!" else []
        reads = "" if mark == "=" else f"  read {one.found}"
        print(f"{mark} {one.file}: {one.fact} {one.expected}{reads}")
        if one.why:
            print(f"    {one.why}")
    print(f"{equal} equal, {explained} explained, {len(wrong)} unexplained")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
