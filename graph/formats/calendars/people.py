"""Find the speakers of a calendar's events, where each producer hides them.

A calendar has no property for a speaker. ORGANIZER and ATTENDEE are mostly people with a mailbox
and are taken for speakers only where a program plainly uses them as such; their addresses are
never read.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from hallway.graph.formats.frab.people import with_nickname
from hallway.graph.programme import Appearance, Person
from hallway.graph.reading import names, text

__all__ = ["Speakers"]

_SAID = (
    r"speakers?|presenters?|presented by|hosted by|facilitators?|instructors?|"
    r"referent(?:in|en|innen)?|vortragende[rn]?|von|intervenant(?:e|s|es)?|présenté par|"
    r"relator[ei]|relatrice|ponentes?"
)
_LINE = re.compile(
    rf"^[*_\s]*(?:(?:{_SAID})[*_\s]*:|(?:presented|hosted|given|led|delivered) by\b|présenté par\b)"
    r"[*_\s]*(.*)$",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"^(.{3,}\S)\s+[(\[]([^()\[\]]+)[)\]]$")
_ITEM = re.compile(r"^\s*[*•–-]\s+(\S.*)$")
_QUESTIONS = re.compile(r"^(?:#\w+\s+)?(?:live )?q&a:?\s+(?:with\s+)?(.+)$", re.IGNORECASE)
_BEHIND_TITLE = re.compile(r"^(.{3,}\S)\s+-\s+(\S.*)$")
_HONORIFIC = re.compile(r"^(?:M\.|Mme|Mr\.?|Mrs\.?|Ms\.?|Herr|Frau|Sig\.(?:ra)?)\s+(?=\S+\s)")
_COMPANY = re.compile(r"^(?:société|company|firma|the company)\b", re.IGNORECASE)
_BY = re.compile(r"\b(?:par|by|von)\s+((?:[A-ZÀ-Ý][\w'’.-]+\s?){2,4})(?:\(|$)")
_MAIL = re.compile(r"\S@\S+\.\S")
_LONGEST = 120  # characters of a line that names somebody
_NAME_END = re.compile(r",\s|\s?:\s|\s[–—-]\s")


class Speakers:
    """Finds who gives each event of one calendar.

    Parameters
    ----------
    events
        The parsed events of the calendar.
    producer
        Its PRODID.
    """

    def __init__(self, events: Sequence[Any], producer: str) -> None:
        # Nobody has several names at one address: then the name is not the mailbox's, and the
        # program puts the speaker there.
        named: dict[str, set[str]] = defaultdict(set)
        for event in events:
            for address, name in _named(event, "ORGANIZER"):
                named[address].add(name)
        self._shared = {address for address, given in named.items() if len(given) > 1}
        self._pretalx = "pretalx" in producer.casefold()

    def of(
        self, event: Any, title: str, description: str
    ) -> tuple[str, tuple[Appearance, ...], list[str]]:
        """Find the speakers of one event.

        Returns
        -------
        tuple
            The title, without the speakers where they stood in it; the speakers in order; names
            that are nobody.
        """
        cells = [
            name
            for address, name in (*_named(event, "ORGANIZER"), *_named(event, "ATTENDEE"))
            if address in self._shared or _no_mailbox(address)
        ]
        if cells:
            people, nobodies = _people(cells)
            shown = "; ".join(cells)
            return title, tuple(with_nickname(one, shown) for one in people), nobodies
        if "<" in description:
            description = text.plain(description)
        if found := _described(description):
            people, nobodies = found
            parts = _BEHIND_TITLE.match(title) or _IN_BRACKETS.match(title)
            if parts and any(parts[2].startswith(one.person.name) for one in people):
                title = parts[1]  # sched.com has them there as well
            return title, people, nobodies
        if question := _QUESTIONS.match(title):
            return title, *_people([question[1]])
        parts = _BEHIND_TITLE.match(title)
        if parts and _opens(description, parts[2]):
            people, nobodies = _people([parts[2]])
            if people:
                return parts[1], people, nobodies
        if self._pretalx and (parts := _BEHIND_TITLE.match(title)):
            people, nobodies = _people([parts[2]])
            if people:
                return parts[1], people, nobodies
        return title, (), []


def _named(event: Any, name: str) -> list[tuple[str, str]]:
    """Return (address, common name) of each ORGANIZER or ATTENDEE that has a name."""
    values = event.get(name)
    pairs = []
    for value in values if isinstance(values, list) else [values]:
        common = getattr(value, "params", {}).get("CN")
        if isinstance(common, list):  # a comma outside quotes makes a list of it
            common = ", ".join(map(str, common))
        if isinstance(common, str):
            cleaned = text.clean(common.replace("\\n", " ").replace("\\,", ","))
            if cleaned and not _MAIL.search(cleaned):
                pairs.append((str(value).strip().casefold(), cleaned))
    return pairs


def _no_mailbox(address: str) -> bool:
    return address.startswith("invalid:") or address.removeprefix("mailto:").startswith("nomail")


def _people(cells: Iterable[str]) -> tuple[tuple[Appearance, ...], list[str]]:
    found: dict[str, Appearance] = {}
    nobodies: list[str] = []
    for cell in cells:
        people, dropped = names.people(cell)
        nobodies += dropped
        for one in people:
            found.setdefault(names.name_key(one.person.name), one)
    return tuple(found.values()), nobodies


def _described(description: str) -> tuple[tuple[Appearance, ...], list[str]] | None:
    """Find "Speaker: Ana Lindqvist" or a heading with a list under it; None for neither."""
    lines = description.split("\n")
    for number, line in enumerate(lines):
        heading = _LINE.match(line)
        if heading is None:
            continue
        if said := heading[1].strip(" *_"):
            # A sentence behind the word is no list of names: "Speaker: see the website for more."
            return _people([said]) if len(said) <= 200 and not said.endswith(".") else None
        items = _listed(lines[number + 1 :])
        read = [_item(item) for item in items]
        people = {names.name_key(one.person.name): one for one in read if one is not None}
        skipped = [text.clean(item) for item, one in zip(items, read, strict=True) if one is None]
        return (tuple(people.values()), skipped) if items else None
    return None


def _opens(description: str, names_: str) -> bool:
    """Tell whether a description begins by naming those who stand behind the title."""
    said = re.match(r"(?:by|von|par|por|di|av|af|door)\s*:?\s+(.+)", description, re.IGNORECASE)
    first = (said[1] if said else description).split("\n")[0]
    return text.normalised(first).startswith(text.normalised(names_)) and (
        said is not None or len(first) <= len(names_) + 1
    )


def _listed(lines: Sequence[str]) -> list[str]:
    """Return the items under a heading: with a bullet each, or a name on each line."""
    items: list[str] = []
    for line in lines:
        if item := _ITEM.match(line):
            items.append(item[1])
        elif line.strip():
            break
    if items:
        return items
    for line in lines:
        name = line.strip()
        if not name and not items:
            continue
        if not name or len(name) > _LONGEST or not _names_somebody(name):
            break
        items.append(name)
    return items


def _names_somebody(line: str) -> bool:
    """Tell whether a line begins with a name: two to four words in capitals, nothing else."""
    end = _NAME_END.search(line)
    words_ = (line[: end.start()] if end else line).split()
    return (
        2 <= len(words_) <= 4 and all(one[0].isupper() for one in words_) and line[-1] not in ".:"
    )


def _item(item: str) -> Appearance | None:
    """Read "Name – post – organization", "Name, post, organization" or "Title by Name"."""
    printed = text.clean(text.plain(item))
    line = _HONORIFIC.sub("", printed).rstrip(" .")
    if given := _BY.search(line):
        return Appearance(Person(given[1].strip()))
    if _COMPANY.match(line):
        return None
    end = _NAME_END.search(line)
    if end is None:
        people, _ = names.people(line)
        return people[0] if len(people) == 1 else None
    name, rest = line[: end.start()], line[end.end() :]
    parts = re.split(r"\s[–—-]\s", rest) if re.search(r"\s[–—-]\s", rest) else rest.split(", ")
    # One part alone may as well be a post.
    affiliation = parts[-1].strip() if len(parts) > 1 else None
    return None if names.is_nobody(name) else Appearance(Person(name), affiliation=affiliation)
