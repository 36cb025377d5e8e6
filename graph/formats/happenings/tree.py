"""Events, sessions and talks as a tree of plain text, and the programme that such a tree tells.

schema.org and the vocabularies of the semantic web call a conference, a session and a talk the
same: an event. What each of them is shows in what hangs below it, how long it lasts and who takes
part. The readers of those notations build `Happening` records; all judgement is here and in
`happening_parts`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.days import event_days, talk_days
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.slots import gathered, starts
from hallway.graph.formats.common.wording import series_of, stated_status
from hallway.graph.formats.happenings.parts import Context, Happening, day_of, talk_of, when
from hallway.graph.formats.happenings.people import Somebody, address, appearances
from hallway.graph.programme import Appearance, Edition, Event, Programme, Series, Talk
from hallway.graph.reading import languages
from hallway.graph.reading.names import name_key
from hallway.graph.reading.text import normalised

__all__ = ["Happening", "Somebody", "programme"]

_LONG_MIN = 6 * 60  # nobody talks longer; what lasts longer is a day of several talks
_CROWD = 6  # more people than stand on one stage
_FORTNIGHT = 14
_WHOLE = re.compile(r"^(?:Conference|ConferenceEvent|Festival|Hackathon|ExhibitionEvent)$")
_TALK = re.compile(r"Talk|Keynote|Panel|Tutorial|InProceedings|^Paper$|Lecture|Presentation")
_TAUGHT = re.compile(r"^Education(?:al)?Event$")


def programme(
    name: str,
    recognised: str,
    roots: Sequence[Happening],
    report: Report,
    options: ReadOptions,
    *,
    page: str = "",
) -> Programme:
    """Read a tree.

    Parameters
    ----------
    name, recognised
        As in `Programme`.
    roots
        What is part of nothing else, in the order of the source.
    page
        What the page or file is called; names the event of talks that say no event.

    Raises
    ------
    SourceError
        There is no event and no talk in it, or more of them than `ReadOptions.max_records`.
    """
    tops = deque((one, "") for one in _merged(roots, report))
    wholes: list[tuple[Happening, str]] = []
    talks: list[Happening] = []
    while tops:
        one, series = tops.popleft()
        if "EventSeries" in one.types and (one.parts or wholes or tops):
            for part in one.parts:
                part.series_names = part.series_names or one.names
            tops.extendleft((part, one.name) for part in reversed(one.parts))
        elif series or _nature(one, options) == "event":
            wholes.append((one, series))
        else:
            talks.append(one)
    talks, alone = _of_one_programme(talks, options)
    wholes += [(one, "") for one in alone]
    if talks:
        wholes = _with_talks(wholes, talks, page, report, options)
    events = [_event(one, series, len(wholes) == 1, report, options) for one, series in wholes]
    found = tuple(event for event in events if event is not None)
    if not found:
        raise SourceError(
            "there is no event with a name in it",
            where=options.file,
            remedy="give the name with --event, or check what the file is",
        )
    return Programme(name, found, tuple(report.notices), recognised, licence=found[0].licence)


def _nature(one: Happening, options: ReadOptions) -> str:
    """Tell an ``event`` of many talks from a ``talk``; ``either`` when nothing tells."""
    if one.parts or any(_WHOLE.search(kind) for kind in one.types):
        return "event"
    times = when(one, Context(one.zone or options.zone), None)
    first, last = day_of(times.start), day_of(times.end)
    if first and last and (last - first).days > 1:
        return "event"
    long = (times.minutes or 0) > _LONG_MIN
    if long or len(one.people) > _CROWD:
        return "event"
    if any(_TALK.search(kind) for kind in one.types):
        return "talk"
    return "talk" if one.people and any(_TAUGHT.search(kind) for kind in one.types) else "either"


def _of_one_programme(
    talks: list[Happening], options: ReadOptions
) -> tuple[list[Happening], list[Happening]]:
    """Part what can only be talks of one programme from what are events of their own.

    A single short event may be a meetup; several within a fortnight are a programme, several over
    a year a list of meetups.
    """
    certain = [one for one in talks if _nature(one, options) == "talk"]
    days = sorted(
        found
        for one in talks
        if (found := day_of(when(one, Context(one.zone or options.zone), None).start))
    )
    near = not days or (days[-1] - days[0]).days <= _FORTNIGHT
    if near and (len(talks) > 1 or certain):
        return talks, []
    known = set(map(id, certain))
    return certain, [one for one in talks if id(one) not in known]


def _with_talks(
    wholes: list[tuple[Happening, str]],
    talks: list[Happening],
    page: str,
    report: Report,
    options: ReadOptions,
) -> list[tuple[Happening, str]]:
    """Put talks that name no event into the only one there is, else into one for the page."""
    if len(wholes) == 1:
        only, series = wholes[0]
        return [(replace(only, parts=[*only.parts, *talks]), series)]
    title = options.event or page
    if len(talks) == 1 and not options.event:
        title = _without(title, talks[0].name)
    if not title:
        title = re.sub(r"[\s_-]+", " ", re.sub(r"\.\w+$", "", options.file.rpartition("/")[2]))
    if not options.event:
        report.tell(
            f"the talks name no event; it was called {title!r}",
            remedy="name it with --event",
        )
    places = {one.place for one in talks}
    event = Happening(
        name=title,
        place=places.pop() if len(places) == 1 else "",
        parts=talks,
        zone=talks[0].zone,
        sponsors=_agreed(one.sponsors for one in talks),
        organizers=_agreed(one.organizers for one in talks),
    )
    return [*wholes, (event, "")]


def _agreed(several: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return what every talk says of the event that they are part of."""
    first, *others = several
    return first if all(one == first for one in others) else ()


def _without(title: str, talk: str) -> str:
    """Take the title of the talk out of that of its page: "Cranes at night - Harbour Conf"."""
    left = title.replace(talk, "") if talk and talk != title else title
    return left.strip(" \t-–—|·:•»«,/") or title


def _merged(roots: Sequence[Happening], report: Report) -> list[Happening]:
    """Take one event that a page states in two notations for one."""
    found: dict[str, Happening] = {}
    for number, one in enumerate(roots):
        key = normalised(one.name) or f"#{number}"
        twin = found.get(key)
        if twin is None:
            found[key] = one
        elif twin.start[:10] == one.start[:10] or not (twin.start and one.start):
            twin.complete(one)
            report.tell(
                f"{one.name[:60]!r} is stated twice; it was taken for one", one.where, level="note"
            )
        else:
            found[f"{key}#{number}"] = one
    return list(found.values())


def _event(
    one: Happening, series: str, alone: bool, report: Report, options: ReadOptions
) -> Event | None:
    name = report.title(one.name, one.where) or (_stem(options) if alone else "")
    if alone and options.event:
        name = options.event
    if not name:
        report.tell("an event without a name was left out", one.where, "name it", "error")
        return None
    if not report.title(one.name, one.where):
        report.tell(f"the event has no name; it was called {name!r}", one.where, "use --event")
    context = Context(one.zone or options.zone, place=normalised(one.place), url=one.url)
    groups: list[Somebody] = list(one.people)
    talks: list[Talk] = []
    for leaf, inner in _leaves(one, context, groups):
        if (talk := talk_of(leaf, inner, report)) is not None:
            talks.append(talk)
        report.count(len(talks))
    talks = _distinct(gathered(talks), report)
    start, end = _days(one, talks, report, options)
    named = report.line(series or one.series, one.where) or options.series or series_of(name)
    url = address(one.url or (one.id if "://" in one.id else ""), one.where, report)
    return Event(
        name=name,
        key=one.id,
        start=start,
        end=end,
        zone=one.zone or options.zone,
        place=report.line(one.place, one.where) or None,
        online=one.online,
        languages=tuple(
            dict.fromkeys(tag for text in one.languages for tag in languages.tag(text))
        ),
        topics=one.labels(one.topics, report),
        audiences=one.labels(one.audiences, report),
        series=_series(one, named, name, start, report) if named else None,
        talks=tuple(talks),
        appearances=_beside_talks(appearances(groups, one.where, report), talks),
        url=url,
        licence=report.line(one.licence, one.where),
        where=one.where,
        status=stated_status(one.status) or "confirmed",
        sponsors=one.labels(one.sponsors, report),
        organizers=one.labels(one.organizers, report),
    )


def _series(one: Happening, named: str, name: str, start: date | None, report: Report) -> Series:
    others = one.labels(one.series_names, report)
    alternates = tuple(other for other in others if normalised(other) != normalised(named))
    return Series(named, _editions(one, name, start, report), alternate_names=alternates)


def _beside_talks(people: tuple[Appearance, ...], talks: list[Talk]) -> tuple[Appearance, ...]:
    """Leave out speakers of the event who speak in one of its talks: it says so already."""
    speak = {_who(said) for talk in talks for said in talk.appearances}
    return tuple(said for said in people if said.role != "speaker" or _who(said) not in speak)


def _who(said: Appearance) -> str:
    return said.person.id or name_key(said.person.name)


def _stem(options: ReadOptions) -> str:
    """Return what the file is called, as words; empty for a file without a name."""
    if options.event:
        return options.event
    stem = "" if options.file.startswith("<") else options.file.rpartition("/")[2]
    words = re.sub(r"[\s_-]+", " ", re.sub(r"\.\w+$", "", stem)).strip()
    return words[:1].upper() + words[1:]


def _leaves(
    top: Happening, context: Context, groups: list[Somebody]
) -> Iterator[tuple[Happening, Context]]:
    """Yield what has no parts, with what the sessions above say; their chairs go to `groups`."""
    stack = [(part, context) for part in reversed(top.parts)]
    seen = {id(top)}
    while stack:
        one, above = stack.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        one.fold()
        if not one.parts:
            yield one, above
            continue
        groups.extend(one.people)
        below = above.under(one)
        stack.extend((part, below) for part in reversed(one.parts))


def _days(
    one: Happening, talks: list[Talk], report: Report, options: ReadOptions
) -> tuple[date | None, date | None]:
    stated = when(one, Context(one.zone or options.zone), report)
    busy, far = talk_days(starts(talks))
    if far:
        report.tell(f"talks far from the others: {', '.join(map(str, far))}", one.where)
    first, last = day_of(stated.start), day_of(stated.end)
    count = (last - first).days + 1 if first and last else None
    start, end, doubt = event_days(first, last, count, busy)
    if doubt and "head was kept" not in doubt:
        report.tell(doubt, one.where)
    return start, end


def _editions(one: Happening, name: str, start: date | None, report: Report) -> tuple[Edition, ...]:
    """Return the editions that are known by name; this one stands last unless it is among them."""
    named = [title for text in one.editions if (title := report.line(text, one.where))]
    if named and name not in named:
        named.append(name)
    return tuple(Edition(title, start.year if start and title == name else None) for title in named)


def _distinct(talks: list[Talk], report: Report) -> list[Talk]:
    """Leave out ids that several talks share; the page of all of them is that of none."""
    count: dict[str, int] = {}
    pages: dict[str, int] = {}
    for talk in talks:
        count[talk.key] = count.get(talk.key, 0) + 1
        pages[talk.url or ""] = pages.get(talk.url or "", 0) + 1
    shared = sorted(key for key, times in count.items() if key and times > 1)
    for key in shared[:20]:
        report.tell(f"the id {key[:80]!r} is that of {count[key]} talks and was not used")
    return [
        replace(
            talk,
            key="" if count[talk.key] > 1 else talk.key,
            url=None if pages[talk.url or ""] > 1 else talk.url,
        )
        for talk in talks
    ]
