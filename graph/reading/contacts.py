"""Keeps addresses for electronic mail and telephone numbers out of what a reader gives.

One place for all formats: conferences print such addresses for their own guests, and nothing here
passes them on. A fediverse handle with its host looks like an address, and goes as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from hallway.graph.programme import WITHHELD, Appearance, Event, Link, Person, Programme, Talk

__all__ = ["without_contacts"]

IN_TEXT = "[address withheld]"
"""What stands in a text where an address or a number was."""

_MAIL = re.compile(
    r"<?(?:mailto:)?[^\W_][\w.+'-]{0,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}\.[^\W\d_]{2,24}\b>?"
)
_DIGIT = re.compile(r"\d")
_PHONE_WORDS = ("tel", "phone", "mobil", "handy", "whatsapp", "fax")
_PHONE = re.compile(
    r"\b((?:tele)?phone|telefon|tel|mobile?|mobil|handy|whatsapp|fax)\b"
    r"(?:\s?(?:no|nr|number))?[\s.:]{1,3}\(?[+\d][\d\s()./-]{5,24}\d",
    re.IGNORECASE,
)


def without_contacts(programme: Programme) -> Programme:
    """Return a programme whose names and texts hold no such address; itself when none does.

    Who is named by an address alone has no name and is counted all the same.
    """
    events = tuple(_event(event) for event in programme.events)
    return programme if events == programme.events else replace(programme, events=events)


def _text(text: str) -> str:
    if "@" in text:
        text = _MAIL.sub(IN_TEXT, text)
    return _PHONE.sub(rf"\1 {IN_TEXT}", text) if _may_hold_number(text) else text


def _may_hold_number(text: str) -> bool:
    """Look for a digit and a word for telephones: few texts have both."""
    if _DIGIT.search(text) is None:
        return False
    low = text.lower()
    return not text.isascii() or any(word in low for word in _PHONE_WORDS)


def _event(event: Event) -> Event:
    unnamed: dict[str, str] = {}
    talks = tuple(_talk(talk, unnamed) for talk in event.talks)
    return replace(
        event,
        name=_text(event.name),
        place=_label(event.place),
        topics=_labels(event.topics),
        audiences=_labels(event.audiences),
        sponsors=_labels(event.sponsors),
        organizers=_labels(event.organizers),
        appearances=_people(event.appearances, unnamed),
        talks=talks,
    )


def _talk(talk: Talk, unnamed: dict[str, str]) -> Talk:
    return _changed(
        talk,
        title=_text(talk.title),
        subtitle=_text(talk.subtitle),
        abstract=_text(talk.abstract),
        kind=_label(talk.kind),
        room=_label(talk.room),
        track=_label(talk.track),
        topics=_labels(talk.topics),
        audiences=_labels(talk.audiences),
        appearances=_people(talk.appearances, unnamed),
        links=_links(talk.links),
        slides=_links(talk.slides),
        slots=tuple(replace(one, room=_label(one.room)) for one in talk.slots),
    )


def _changed(talk: Talk, **fields: object) -> Talk:
    """Return a talk with these fields; itself when it has them, as nearly all have."""
    new = {name: value for name, value in fields.items() if value != getattr(talk, name)}
    return replace(talk, **new) if new else talk  # type: ignore[arg-type]  # its own fields


def _label(label: str | None) -> str | None:
    return label and (_name(label) or None)


def _labels(labels: tuple[str, ...]) -> tuple[str, ...]:
    if not any("@" in label for label in labels):
        return labels
    return tuple(label for label in map(_name, labels) if label)


def _links(links: Iterable[Link]) -> tuple[Link, ...]:
    """Return the links of a talk; one that its programme gives for writing to it stays."""
    return tuple(
        link if (label := _text(link.label)) is link.label else replace(link, label=label)
        for link in links
    )


def _profiles(links: Iterable[Link]) -> tuple[Link, ...]:
    return tuple(one for one in _links(links) if not one.url.startswith(("mailto:", "tel:")))


def _people(some: Iterable[Appearance], unnamed: dict[str, str]) -> tuple[Appearance, ...]:
    return tuple(_appearance(said, unnamed) for said in some)


def _appearance(said: Appearance, unnamed: dict[str, str]) -> Appearance:
    person = said.person
    if not _reachable(said):
        return said
    name = _name(person.name)
    affiliation = _name(said.affiliation or "") or None
    others = tuple(other for one in said.other_affiliations if (other := _name(one)))
    if not name:
        # Numbered, and not a hash of the address: nothing is derived from one.
        number = unnamed.setdefault(person.name.casefold(), f"unnamed-{len(unnamed) + 1}")
        nobody = Person(WITHHELD, number, withheld=True)
        return Appearance(nobody, said.role, affiliation, other_affiliations=others)
    known = (_name(one) for one in person.alternate_names)
    return replace(
        said,
        person=replace(
            person,
            name=name,
            alternate_names=tuple(one for one in known if one),
            links=_profiles(person.links),
        ),
        affiliation=affiliation,
        printed=_name(said.printed or "") or None,
        other_affiliations=others,
    )


def _reachable(said: Appearance) -> bool:
    """Tell whether an address may stand in what is said of a person: there is an at sign."""
    person = said.person
    return (
        "@" in person.name
        or (said.printed is not None and "@" in said.printed)
        or (said.affiliation is not None and "@" in said.affiliation)
        or any("@" in name for name in (*person.alternate_names, *said.other_affiliations))
        or any(":" in link.url[:7] and "@" in link.url for link in person.links)
    )


def _name(name: str) -> str:
    """Return a name without addresses and the brackets that they stood in."""
    if "@" not in name:
        return name
    return re.sub(r"\(\s*\)|\[\s*\]|<\s*>", "", _MAIL.sub("", name)).strip(" ,;:-–")
