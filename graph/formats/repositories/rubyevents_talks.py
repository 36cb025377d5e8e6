"""Talks of a RubyEvents edition, and the clock times that its grid gives them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import status_and_title
from hallway.graph.formats.repositories.parts import video
from hallway.graph.formats.repositories.rubyevents_people import Directory
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.formats.syntax.yaml_values import Fields
from hallway.graph.programme import Link, Moment, Recording, Talk
from hallway.graph.reading import languages, times

__all__ = ["Clock", "talks_of"]

_FILMS = frozenset({"intro", "recap", "aftermovie", "teaser", "trailer"})
_CUE = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2})")
_MOST_SLOTS = 1000


@dataclass(frozen=True, slots=True)
class _Slot:
    """A row of the grid, once for each talk that it takes."""

    start: Moment | None
    end: Moment | None


class Clock:
    """Reads ``schedule.yml``: the breaks of each day, and its free slots.

    Parameters
    ----------
    where, value
        Name and value of the part; None when there is none.
    zone
        IANA name of the zone of its times; None leaves them local.
    """

    def __init__(self, where: str, value: Any, zone: str | None, report: Report) -> None:
        self._zone = zone
        self._report = report
        self._free: dict[date, list[_Slot]] = defaultdict(list)
        self.days: set[date] = set()
        self.breaks: list[Talk] = []
        for day in _listed(value, "days"):
            at = f"{where}, line {day.line}"
            on = times.day(string(day.get("date")))
            if on is None:
                report.tell(f"{string(day.get('date'))!r} is no day", at, level="error")
                continue
            self.days.add(on)
            for row in _listed(day, "grid"):
                self._row(on, row, f"{where}, line {row.line}")

    def _row(self, on: date, row: Fields, where: str) -> None:
        slot = _Slot(*self.span(on, string(row.get("start_time")), string(row.get("end_time"))))
        items = row.get("items")
        if not isinstance(items, list) or not items:
            count = string(row.get("slots")) or "1"
            number = int(count) if re.fullmatch(r"\d{1,3}", count) else 1
            if len(self._free[on]) < _MOST_SLOTS:
                self._free[on] += [slot] * number
            return
        for item in items:
            title = self._report.title(string(item), where)
            if not title:
                continue
            texts = (string(item.get("description")),) if isinstance(item, Fields) else ()
            self.breaks.append(
                Talk(
                    title=title,
                    is_break=True,
                    start=slot.start or on,
                    end=slot.end,
                    minutes=_minutes(slot),
                    abstract=self._report.prose(texts, where, ellipsis_cuts=False)[0],
                    where=where,
                )
            )

    def span(self, on: date, start: str, end: str) -> tuple[Moment | None, Moment | None]:
        """Return start and end of clock times of one day; an end before the start is next day."""
        first = times.moment(start, zone=self._zone, day=on) if times.clock(start) else None
        ending = times.clock(end)
        if not isinstance(first, datetime) or ending is None:
            return first, None
        following = ending <= first.time() and on < date.max
        until = datetime.combine(on + timedelta(days=1) if following else on, ending)
        return first, times.in_zone(until, self._zone)

    def slots(self, on: date, entries: Sequence[Fields]) -> list[_Slot | None]:
        """Give the entries of one day the free slots of its grid, in order.

        An entry whose parts have videos of their own (``children``) takes none. Where there are
        fewer entries than slots, or an entry states another time itself, nobody can tell which
        slot is whose, and none is given.
        """
        free = self._free.get(on, [])
        if not free:
            return [None] * len(entries)
        waiting = iter(free)
        given = [
            None if string(one.get("video_provider")) == "children" else next(waiting, None)
            for one in entries
        ]
        if next(waiting, None) is not None:
            self._report.tell(
                f"the grid of {on} has {len(free)} free slots for {len(entries)} talks; "
                "nobody can tell which is whose, and their times were left out",
                remedy="complete videos.yml, in the order in which the talks were given",
            )
            return [None] * len(entries)
        for one, slot in zip(entries, given, strict=True):
            said = times.clock_range(string(one.get("time")))
            if said and slot and isinstance(slot.start, datetime) and said[0] != slot.start.time():
                self._report.tell(
                    f"the grid of {on} and the time {string(one.get('time'))!r} of "
                    f"{string(one.get('title'))!r} contradict each other; the grid was left out",
                )
                return [None] * len(entries)
        return given


def talks_of(
    where: str, listed: Any, clock: Clock, people: Directory, report: Report
) -> tuple[Talk, ...]:
    """Read ``videos.yml``: its talks in order, then the breaks of the grid.

    An entry with talks inside is a recording of several; the talks inside are read, it is not.
    A film on the event that nobody gives is left out.
    """
    entries = [
        one for one in (listed if isinstance(listed, list) else []) if isinstance(one, Fields)
    ]
    by_day: dict[date | None, list[Fields]] = defaultdict(list)
    for one in entries:
        by_day[times.day(string(one.get("date")))].append(one)
    slot_of: dict[int, _Slot | None] = {}
    for on, several in by_day.items():
        given = clock.slots(on, several) if on else [None] * len(several)
        slot_of.update({id(one): slot for one, slot in zip(several, given, strict=True)})
    talks: list[Talk] = []
    films = 0
    for entry in entries:
        for one, owner in _leaves(entry):
            if _is_film(one):
                films += 1
            elif talk := _talk(one, owner, slot_of.get(id(one)), where, clock, people, report):
                talks.append(talk)
    if films:
        report.tell(f"films on the event that nobody gives, left out: {films}", where, level="note")
    return (*talks, *clock.breaks)


def _leaves(entry: Fields) -> Iterator[tuple[Fields, Fields | None]]:
    """Yield (talk, the entry it is in): the talks inside an entry, else the entry itself."""
    inside = _listed(entry, "talks")
    if inside:
        yield from ((one, entry) for one in inside)
    else:
        yield entry, None


def _is_film(one: Fields) -> bool:
    return string(one.get("kind")) in _FILMS and not one.get("speakers")


def _talk(
    one: Fields,
    owner: Fields | None,
    slot: _Slot | None,
    part: str,
    clock: Clock,
    people: Directory,
    report: Report,
) -> Talk | None:
    where = f"{part}, line {one.line}" if part else f"line {one.line}"
    status, title = status_and_title(report.title(string(one.get("title")), where))
    if not title:
        report.tell("a talk without a title was left out", where, "give it a title", "error")
        return None
    start, end, minutes = _time(one, owner, slot, clock, where, report)
    speakers = one.get("speakers")
    found = [
        people.appearance(string(name), where)
        for name in (speakers if isinstance(speakers, list) else [speakers])
    ]
    abstract, cut = report.prose((string(one.get("description")),), where, ellipsis_cuts=False)
    slides = report.link(string(one.get("slides_url")), "Slides", where)
    spoken = string(one.get("language"))
    return Talk(
        title=title,
        key=report.line(string(one.get("id")), where),
        subtitle=report.title(string(one.get("original_title")), where),
        kind=report.line(string(one.get("kind")).replace("_", " "), where) or None,
        start=start,
        end=end,
        minutes=minutes,
        track=report.line(string(one.get("track")), where) or None,
        languages=languages.tag(spoken) if spoken else (),
        abstract=abstract,
        truncated=cut,
        appearances=tuple({a.person.name: a for a in found if a}.values()),
        recordings=_recordings(one, owner, where, report),
        slides=(slides,) if slides else (),
        links=_links(one, where, report),
        status=status,
        where=where,
    )


def _time(
    one: Fields, owner: Fields | None, slot: _Slot | None, clock: Clock, where: str, report: Report
) -> tuple[Moment | None, Moment | None, int | None]:
    """Settle start, end and length: the talk's own time, else its slot, else its day."""
    said = string(one.get("date")) or string((owner or one).get("date"))
    on = times.day(said)
    if said and on is None:
        report.tell(f"the date {said!r} is no day", where)
    if on is None:
        return None, None, None
    own = re.sub(r"\s*[-–]\s*\?*\s*$", "", string(one.get("time")))
    if own:
        span = times.clock_range(own)
        if span is None:
            report.tell(f"the time {own!r} is no time of day", where)
        else:
            first, last = (moment.isoformat() if moment else "" for moment in span)
            slot = _Slot(*clock.span(on, first, last))
    if slot is None or slot.start is None:
        return on, None, None
    return slot.start, slot.end, _minutes(slot)


def _minutes(slot: _Slot) -> int | None:
    if isinstance(slot.start, datetime) and isinstance(slot.end, datetime):
        return round((slot.end - slot.start).total_seconds() / 60)
    return None


def _recordings(
    one: Fields, owner: Fields | None, where: str, report: Report
) -> tuple[Recording, ...]:
    """Find the video of a talk; that of several talks is entered where this one begins."""
    provider, number = string(one.get("video_provider")), string(one.get("video_id"))
    begin = end = None
    if provider == "parent" and owner is not None:
        provider, number = string(owner.get("video_provider")), string(owner.get("video_id"))
        begin, end = _seconds(one.get("start_cue")), _seconds(one.get("end_cue"))
    address = video(provider, number) if provider in ("youtube", "vimeo", "mp4") else ""
    if address and begin:
        address += f"&t={begin}" if "?" in address else f"#t={begin}s"
    link = report.link(address, "", where)
    if link is None:
        return ()
    length = end - begin if begin is not None and end is not None and end > begin else None
    return (Recording(link.url, length),)


def _seconds(cue: Any) -> int | None:
    found = _CUE.fullmatch(string(cue).strip())
    return int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3]) if found else None


def _links(one: Fields, where: str, report: Report) -> tuple[Link, ...]:
    """Read further material, and recordings of the same talk at other events."""
    found: dict[str, Link] = {}
    for extra in _listed(one, "additional_resources"):
        link = report.link(string(extra.get("url")), string(extra), where)
        if link:
            found[link.url] = link
    for other in _listed(one, "alternative_recordings"):
        address = video(string(other.get("video_provider")), string(other.get("video_id")))
        link = report.link(address, f"Recorded at {string(other.get('event_name'))}", where)
        if link:
            found[link.url] = link
    return tuple(found.values())


def _listed(value: Any, key: str) -> list[Fields]:
    inside = value.get(key) if isinstance(value, Fields) else None
    return [one for one in (inside if isinstance(inside, list) else []) if isinstance(one, Fields)]
