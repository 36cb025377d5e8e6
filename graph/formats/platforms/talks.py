"""Read one session of a conference platform into a talk; tell repeated ones apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.slots import gathered
from hallway.graph.formats.common.wording import is_break, status_and_title
from hallway.graph.formats.frab.times import Slot
from hallway.graph.formats.platforms.people import Platform
from hallway.graph.formats.platforms.records import Session
from hallway.graph.programme import Link, Moment, Recording, Talk
from hallway.graph.reading import languages, links
from hallway.graph.reading.text import clean, normalised

__all__ = ["CANCELLED", "distinct", "labels_of", "talk_of"]

CANCELLED = frozenset({"cancelled", "canceled"})
"""States of a session that was on the programme and is not any more."""

_LONG = 1000  # characters; no name is longer, and one name may be that of every session
_NO_LEVEL = frozenset({"", "other", "none", "n/a", "all", "any", "-"})
_SLIDES = re.compile(
    r"\b(?:slides?|slide ?deck|pr[eé]sentation|folien|präsentation|diapositives|diapositivas)\b",
    re.IGNORECASE,
)
_SLIDE_FILE = re.compile(r"\.(?:pptx?|key|odp)(?:[?#]|$)", re.IGNORECASE)


def talk_of(
    session: Session, slot: Slot, people: Platform, base: str, report: Report
) -> Talk | None:
    """Read one session.

    Parameters
    ----------
    slot
        When it takes place.
    people
        Reads its speakers.
    base
        Address against which relative ones are resolved; "" refuses them.
    report
        Takes the notices.

    Returns
    -------
    Talk or None
        None, with a notice, when it has no title.
    """
    where = session.where
    status, title = status_and_title(report.title(session.title, where))
    if not title:
        report.tell("a session without a title was left out", where, "give it a title", "error")
        return None
    if session.state.strip().casefold() in CANCELLED:
        status = "cancelled"
    appearances = () if session.service else people.of(session.speakers, where)
    if session.service and session.speakers:
        report.once("people who are named beside a break were left out", where, level="note")
    kind = report.line(session.kind[:_LONG], where) or None
    abstract, cut = report.prose(session.texts, where, ellipsis_cuts=False)
    url = report.link(session.url, "", where, base)
    recordings, slides, related = _addresses(session, base, report)
    return Talk(
        title=title,
        key=report.line(session.key, where),
        subtitle=report.title(session.subtitle, where),
        kind=kind,
        is_break=session.service or (not appearances and is_break(title, kind)),
        start=slot.start,
        end=slot.end,
        minutes=slot.minutes,
        room=report.line(session.room[:_LONG], where) or None,
        track=report.title(session.track[:_LONG], where) or None,
        languages=_languages(session, report),
        abstract=abstract,
        truncated=cut,
        topics=labels_of(session.topics, where, report),
        audiences=tuple(
            one
            for one in labels_of(session.levels, where, report)
            if normalised(one) not in _NO_LEVEL
        ),
        appearances=appearances,
        recordings=recordings,
        slides=slides,
        links=related,
        url=url.url if url else None,
        status=status,
        no_recording=session.opt_out,
        where=where,
    )


def _languages(session: Session, report: Report) -> tuple[str, ...]:
    found = languages.tag(session.language) if session.language else ()
    if session.language.strip() and not found:
        report.once(
            f"the language {clean(session.language)[:40]!r} is not known",
            session.where,
            level="note",
        )
    return found


def labels_of(labels: Sequence[str], where: str, report: Report) -> tuple[str, ...]:
    """Clean labels of topics or levels; of equal ones the first spelling."""
    found: dict[str, str] = {}
    for one in labels:
        label = report.title(one[:_LONG], where)
        found.setdefault(normalised(label), label)
    return tuple(label for label in found.values() if label)


def _addresses(
    session: Session, base: str, report: Report
) -> tuple[tuple[Recording, ...], tuple[Link, ...], tuple[Link, ...]]:
    """Sort the addresses of a session into recordings, slides and everything else."""
    recordings: dict[str, Recording] = {}
    slides: dict[str, Link] = {}
    related: dict[str, Link] = {}
    for one in session.addresses:
        link = report.link(one.url, one.label, session.where, base)
        if link is None or link.url.startswith("mailto:"):
            continue
        if one.use == "recording" or links.is_recording(link.url):
            recordings[link.url] = Recording(link.url)
        elif one.use == "slides" or _SLIDES.search(one.label) or _SLIDE_FILE.search(link.url):
            slides[link.url] = link
        else:
            related[link.url] = link
    return tuple(recordings.values()), tuple(slides.values()), tuple(related.values())


def distinct(talks: list[Talk], report: Report) -> list[Talk]:
    """Leave out what is told twice, join the slots of one talk, and tell others of one id apart."""
    seen: dict[str, list[Talk]] = {}
    result = []
    for talk in gathered(list(_once(talks, report))):
        before = seen.setdefault(talk.key, []) if talk.key else []
        if before:
            report.tell(
                f"id {talk.key!r} occurs again, for {talk.title!r}", talk.where, level="note"
            )
            start = talk.start.isoformat() if talk.start else str(len(before) + 1)
            room = f" {talk.room}" if any(one.start == talk.start for one in before) else ""
            talk = replace(talk, key=f"{talk.key}@{start}{room}")
        before.append(talk)
        result.append(talk)
    return result


def _once(talks: list[Talk], report: Report) -> Iterator[Talk]:
    seen: set[tuple[str, str, Moment | None, str | None]] = set()
    for talk in talks:
        slot = (talk.key, talk.title, talk.start, talk.room)
        if talk.key and slot in seen:
            report.once("sessions that are told twice were read once", talk.where, level="note")
            continue
        seen.add(slot)
        yield talk
