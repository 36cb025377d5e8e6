"""Finds what may still mean a person who is forgotten: initials, a given name or surname alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from hallway.graph.programme import Event, Programme, Talk
from hallway.graph.suppression.name_words import Word, adjacent, name_words, words
from hallway.graph.suppression.withholding import IN_TEXT, belongs_to_another

__all__ = ["Mention", "mentions"]

PART = 3
"""Fewest letters of a given name or surname that is looked for."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Words that may mean the person, which only somebody who knows them can tell.

    Attributes
    ----------
    text
        As printed.
    place
        Title of the talk, or nothing for the event itself, and the event.
    around
        The words with those before and after.
    """

    text: str
    place: tuple[str, str]
    around: str


def mentions(
    programmes: Iterable[Programme],
    names: Iterable[str],
    others: Collection[tuple[str, ...]],
    ordinary: Collection[str],
) -> list[Mention]:
    """Return where the programmes have words of a name by themselves, or with initials.

    Parameters
    ----------
    programmes
        Without the person.
    names
        All that the person is called.
    others
        Names of other people, as `name_words` has them: their words are theirs.
    ordinary
        Words that texts write with a small letter.
    """
    named = [words(name) for name in names]
    parts = {word.folded for name in named for word in name if len(word.folded) >= PART}
    letters = {word.folded[0] for name in named for word in name}
    parts -= set(ordinary)
    found: dict[Mention, None] = {}
    for programme in programmes:
        for text, place in _texts(programme):
            for start, end in _spans(text, parts, letters, others):
                around = " ".join(text[max(0, start - 30) : end + 30].split())
                found[Mention(text[start:end], place, around)] = None
    return list(found)


def _texts(programme: Programme) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield every text that is published, with the talk and event it belongs to."""
    for event in programme.events:
        owners: list[Event | Talk] = [event, *event.talks]
        for owner in owners:
            place = (owner.title if isinstance(owner, Talk) else "", event.name)
            texts = [*owner.topics, *owner.audiences]
            if isinstance(owner, Talk):
                texts += [owner.title, owner.subtitle, owner.abstract]
            else:
                texts += [owner.name, owner.place or "", *owner.sponsors]
            texts += [said.person.name for said in owner.appearances if not said.person.withheld]
            texts += [one for said in owner.appearances for one in said.affiliations]
            yield from ((text, place) for text in texts if text)


def _spans(
    text: str, parts: Collection[str], letters: Collection[str], others: Collection[tuple[str, ...]]
) -> Iterator[tuple[int, int]]:
    """Yield where words of the name stand, with the initials before and after them."""
    known = words(text)
    whole = name_words(text)
    at = 0
    while at < len(known):
        if not (known[at].capital and known[at].folded in parts):
            at += 1
            continue
        first, last = at, at + 1
        while last < len(known) and _goes_on(text, known[last - 1], known[last], parts, letters):
            last += 1
        while first and _initial(known[first - 1], letters) and _near(text, known, first):
            first -= 1
        mine = whole not in others and not belongs_to_another(text, known, at, last, others)
        if mine and IN_TEXT not in text[known[first].start : known[last - 1].end]:
            yield known[first].start, known[last - 1].end
        at = last


def _near(text: str, known: list[Word], at: int) -> bool:
    return adjacent(text, known[at - 1], known[at])


def _goes_on(
    text: str, one: Word, next_: Word, parts: Collection[str], letters: Collection[str]
) -> bool:
    fits = (next_.capital and next_.folded in parts) or _initial(next_, letters)
    return fits and adjacent(text, one, next_)


def _initial(word: Word, letters: Collection[str]) -> bool:
    return len(word.folded) == 1 and word.capital and word.folded in letters
