"""What makes two records the same thing: the stable keys that addresses hang on.

Keys are plain texts. They are made of what the source says, never of the order in which sources
were read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from hallway.graph.programme import Event, Talk
from hallway.graph.reading.text import normalised

__all__ = ["Identity", "concept_key", "edition_key", "event_key", "talk_keys", "year_in"]

GLOBAL_ID = re.compile(r"[a-z][a-z0-9+.-]*:|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-", re.IGNORECASE)
YEAR = re.compile(r"(?<!\d)(19[6-9]\d|20\d\d)(?!\d)")


@dataclass(frozen=True, slots=True)
class Identity:
    """Which things the records of one source are, where that is not told by their own keys.

    Attributes
    ----------
    events, talks
        Key that a record has by itself -> key of the event or talk (or break) that it is.
    """

    events: Mapping[str, str] = field(default_factory=dict)
    talks: Mapping[str, str] = field(default_factory=dict)

    def event(self, own: str) -> str:
        """Return the key of the event that has this key in the source."""
        return self.events.get(own, own)

    def talk(self, own: str) -> str:
        """Return the key of the talk or break that has this key in the source."""
        return self.talks.get(own, own)


def year_in(name: str) -> int | None:
    """Return the year that a name states; None when it states none or several.

    >>> year_in("Systems @Scale Spring 2021")
    2021
    """
    years = set(YEAR.findall(name))
    return int(years.pop()) if len(years) == 1 else None


@lru_cache(maxsize=1 << 17)
def concept_key(label: str) -> str:
    """Return the key of a topic, audience, kind, role, room or organization.

    Case, blanks, hyphens and underscores make no difference; ``C#``, ``C++`` and ``C`` do.

    >>> concept_key("Machine-Learning") == concept_key("machine learning")
    True
    """
    return re.sub(r"[\s_-]+", " ", normalised(label)).strip()


def event_key(event: Event) -> str:
    """Return the key of an event: its name, and its year when the name does not state one.

    One that an earlier version of its source had under another key goes on under that.
    """
    return event.known_as or edition_key(event.name, event.year)


def edition_key(name: str, year: int | None) -> str:
    """Return the key of an event that is known by its name and year."""
    key = normalised(name)
    return key if year is None or YEAR.search(name) else f"{key} {year}"


def talk_keys(event: Event, source: str) -> list[str]:
    """Return the key of each talk of an event, in order.

    A guid or an address identifies a talk anywhere; another id only inside its source, so that a
    newer version of the source keeps it. Without one the title stands in, with the first speaker
    and then a number where a title repeats. A talk that an earlier version of the source had under
    another key goes on under that.
    """
    owner = event_key(event)
    seen: dict[str, int] = {}
    keys = [""] * len(event.talks)
    # Who goes by a key already goes first, wherever it stands.
    for at in sorted(range(len(keys)), key=lambda at: (not event.talks[at].known_as, at)):
        key = f"{owner}|{_own_key(event.talks[at], source)}"
        seen[key] = seen.get(key, 0) + 1
        keys[at] = key if seen[key] == 1 else f"{key}|{seen[key]}"
    return keys


def _own_key(talk: Talk, source: str) -> str:
    if talk.known_as:
        return talk.known_as
    if not talk.key:
        first = talk.appearances[0].person.name if talk.appearances else ""
        return f"title:{normalised(talk.title)}|{normalised(first)}"
    if GLOBAL_ID.match(talk.key):
        return talk.key
    return f"{source}:{talk.key}"
