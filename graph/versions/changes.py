"""What changed between two versions of a programme: records that say it in words and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from hallway.graph.keys import concept_key
from hallway.graph.programme import Moment
from hallway.graph.reconciling.likeness import same_moment

__all__ = ["EVENT_LABELS", "TALK_LABELS", "Change", "Changes", "Dates", "Slot", "slot_text"]

EVENT_LABELS = {
    "added": "the newer version has the event, with all its talks; none of them is listed",
    "removed": "the older version has the event, with all its talks; none of them is listed",
    "renamed": "another name",
    "dates": "another first or last day",
    "place": "another place",
    "cancelled": "it is off",
    "postponed": "it is put off",
    "reinstated": "it had been cancelled or postponed and takes place after all",
}
"""What can be said of an event, in the order in which it is listed."""

TALK_LABELS = {
    "added": "the newer version has the talk",
    "removed": "the older version has the talk",
    "cancelled": "it stands in the programme as cancelled",
    "postponed": "it stands in the programme as postponed",
    "reinstated": "it had been cancelled or postponed and takes place after all",
    "rescheduled": "it is marked as rescheduled, and its time is the same",
    "renamed": "another title",
    "subtitle": "another subtitle",
    "moved": "another start or room, or an end that the length does not account for",
    "slots": "further slots of the talk were added or removed",
    "changed hands": "people were added or removed",
    "track": "another track",
    "kind": "another kind, or a break that was a talk",
    "language": "other languages",
    "length": "more or fewer minutes",
    "topics": "topics or audiences were added or removed",
    "roles": "people in other roles",
    "affiliations": "people with other affiliations",
    "abstract": "another abstract",
    "links": "addresses of pages were added or removed",
    "slides": "slides were added or removed",
    "recordings": "recordings were added or removed",
}
"""What can be said of a talk, in the order in which it is listed."""

CAME_AND_WENT = ("changed hands", "slots", "topics", "links", "slides", "recordings")
"""Changes that name what is there no more, and what is there now."""

MONTHS = (
    "January February March April May June July August September October November December"
).split()
UNKNOWN = "none stated"


@dataclass(frozen=True, slots=True)
class Slot:
    """When and where a talk is."""

    start: Moment | None = None
    end: Moment | None = None
    room: str | None = None


@dataclass(frozen=True, slots=True)
class Dates:
    """First and last day of an event."""

    start: date | None = None
    end: date | None = None


Value = Slot | Dates | tuple[str, ...] | str | int | None


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changed.

    Attributes
    ----------
    of
        ``event`` or ``talk``.
    label
        A key of `EVENT_LABELS` or `TALK_LABELS`.
    event
        Name of the event in the newer version; in the older one when it was removed.
    talk
        Title of the talk, likewise; empty for a change of an event.
    key
        What identifies the talk or event in the newer version of the source, if anything does.
    old, new
        The `Slot` of a talk (``added`` and what is called off have only `new`, ``removed`` only
        `old`), the `Dates` of an event, the size of one that came or went ("12 talks"), the names
        of people, topics and addresses that left and that joined, minutes, or a text. None where
        nothing is stated, and for abstracts, which are not repeated.
    """

    of: str
    label: str
    event: str
    talk: str = ""
    key: str = ""
    old: Value = None
    new: Value = None

    def line(self) -> str:
        """Say it in plain words, on one line."""
        if self.of == "event":
            return f"event {self.label}: «{self.event}»{self._how()}"
        return f"{self.label}: «{self.talk}»{self._how()}"

    def as_json(self) -> dict[str, Any]:
        """Return it as a dictionary that JSON can carry; moments as ISO 8601."""
        fields = {name: getattr(self, name) for name in ("of", "label", "event", "talk", "key")}
        return fields | {"old": _json(self.old), "new": _json(self.new)}

    def _how(self) -> str:
        old, new = self.old, self.new
        if self.label == "abstract":
            return " has another abstract"
        if old is None and new is None:
            return ""
        if self.label == "renamed":
            return f", which was «{old}»"
        if self.label in CAME_AND_WENT and isinstance(old, tuple) and isinstance(new, tuple):
            parts = [f"without {_listed(old)}"] * bool(old) + [f"with {_listed(new)}"] * bool(new)
            return ", now " + " and ".join(parts)
        if isinstance(old, Slot) and isinstance(new, Slot):
            return " from {} to {}".format(*_slots(old, new))
        if isinstance(old, Dates) and isinstance(new, Dates):
            return f" from {_dates(old)} to {_dates(new)}"
        if self.label in ("added", "removed") or isinstance(new, Slot):
            found = new if new is not None else old
            text = _slots(found, Slot())[0] if isinstance(found, Slot) else str(found)
            return f", {text}" if text else ""
        unit = " minutes" if self.label == "length" and new is not None else ""
        return f" from {_text(old)} to {_text(new)}{unit}"


@dataclass(frozen=True, slots=True)
class Changes:
    """All that changed, events in the order of their keys, then by label and title.

    An instance is true when something changed.
    """

    source: str
    changes: tuple[Change, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether anything changed."""
        return bool(self.changes)

    def lines(self) -> list[str]:
        """Say each change in plain words; where several events changed, with the event's name."""
        several = len({one.event for one in self.changes}) > 1
        return [
            f"{one.line()} ({one.event})" if several and one.of == "talk" else one.line()
            for one in self.changes
        ]

    def counts(self) -> dict[str, int]:
        """Count the changes by label; those of events as ``event added`` and so on."""
        return dict(Counter(("event " * (c.of == "event")) + c.label for c in self.changes))

    def as_json(self) -> dict[str, Any]:
        """Return ``source``, ``changed``, ``counts`` and the list ``changes``."""
        return {
            "source": self.source,
            "changed": bool(self),
            "counts": self.counts(),
            "changes": [one.as_json() for one in self.changes],
        }


def _json(value: Value) -> Any:
    if isinstance(value, Slot | Dates):
        fields = asdict(value).items()
        return {name: one.isoformat() if isinstance(one, date) else one for name, one in fields}
    return list(value) if isinstance(value, tuple) else value


# Words -------------------------------------------------------------------------------------------


def _text(value: Value) -> str:
    if isinstance(value, tuple):
        return _listed(value) or UNKNOWN
    return UNKNOWN if value is None or value == "" else str(value)


def _listed(names: Sequence[str]) -> str:
    head, last = list(names[:-1]), list(names[-1:])
    return " and ".join([", ".join(head), *last]) if head else "".join(last)


def _dates(value: Dates) -> str:
    if value == Dates():
        return "no date"
    if value.start is None or value.end in (None, value.start):
        return _moment(value.start or value.end, year=True)
    return f"{_moment(value.start, year=True)} – {_moment(value.end, year=True)}"


def _slots(old: Slot, new: Slot) -> tuple[str, str]:
    """Tell two slots apart: only what differs, and an end only where the starts are the same."""
    starts = not same_moment(old.start, new.start)
    ends = not starts and not same_moment(old.end, new.end)
    rooms = concept_key(old.room or "") != concept_key(new.room or "")
    year = _year(old.start) != _year(new.start) and new != Slot()
    zone = starts and _moment(old.start, year=True) == _moment(new.start, year=True)
    words = []
    for slot in (old, new):
        parts = [slot.room or "no room"] if rooms else []
        parts += [_moment(slot.start, year=year, zone=zone)] if starts else []
        parts += [f"until {_moment(slot.end, year=year)}"] if ends else []
        words.append(", ".join(parts))
    return words[0], words[1]


def slot_text(slot: Slot) -> str:
    """Write one of several slots."""
    return ", ".join(filter(None, (_moment(slot.start), slot.room)))


def _year(moment: Moment | None) -> int | None:
    return moment.year if moment else None


def _moment(moment: Moment | None, *, year: bool = False, zone: bool = False) -> str:
    if moment is None:
        return "no time"
    text = f"{moment.day} {MONTHS[moment.month - 1]}" + (f" {moment.year}" if year else "")
    if isinstance(moment, datetime):
        text += f" {moment:%H:%M}" + (f" {moment:%z}" if zone else "")
    return text
