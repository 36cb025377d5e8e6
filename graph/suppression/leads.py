"""What leads to one person of a site and to nobody else, gathered as hashes for the list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hallway.graph.programme import Appearance, Event, Talk
from hallway.graph.sources import Source
from hallway.graph.suppression.forgotten import Hasher, Scopes
from hallway.graph.suppression.name_words import glued, name_words, words

__all__ = ["Leads", "Said", "spoken"]

_DISTINCT = 5
"""Fewest letters of a handle that is looked for in texts."""


@dataclass(frozen=True, slots=True)
class Said:
    """An appearance with where it is.

    Attributes
    ----------
    event, owner
        As they are shown, without those who are forgotten already.
    place
        Keys of series and event, and what tells the talk apart in it, as the source has them.
    """

    said: Appearance
    person: str
    source: Source
    event: Event
    owner: Event | Talk
    place: tuple[str, str, str]


def spoken(said: Appearance) -> Iterator[str]:
    """Yield every name that an appearance gives its person."""
    yield said.person.name
    yield from said.person.alternate_names
    if said.printed:
        yield said.printed


class Leads:
    """Gathers, hash by hash, what leads to one person and to nobody else."""

    def __init__(self, hashed: Hasher, mine: Sequence[Said], others: Sequence[Said]) -> None:
        self.hashed = hashed
        self.mine = mine
        self.names: dict[str, Scopes] = {}
        self.texts: dict[str, Scopes] = {}
        self.marks: set[int] = set()
        self.longest = 1
        self.unsafe: list[str] = []
        self._bearers: dict[tuple[str, ...], list[Said]] = defaultdict(list)
        for one in others:
            for name in spoken(one.said):
                self._bearers[name_words(name)].append(one)
        self.ordinary = _small_words([*mine, *others])

    @property
    def others(self) -> frozenset[tuple[str, ...]]:
        """The names of everybody else, as `name_words` has them."""
        return frozenset(self._bearers)

    def namesakes(self, names: Iterable[str]) -> set[str]:
        """Return the keys of other people who bear one of the names."""
        return {one.person for name in names for one in self._bearers.get(name_words(name), ())}

    def name(self, name: str) -> None:
        """Take in a name that the person bears."""
        parts = name_words(name)
        if not parts:
            return
        whole = len([part for part in parts if len(part) > 1 or not part.isascii()]) > 1
        scopes = self._scopes(parts, bound=not whole)
        self.names[self.hashed("name", *parts)] = scopes
        if len(parts) > 1:
            self._text("text", parts, scopes)
            for one in glued(name):
                self._text("text", (one,), scopes)
        elif parts[0] not in self.ordinary and len(parts[0]) > 2:
            self._text("capital", parts, scopes)
        else:
            self.unsafe.append(name)

    def handle(self, handle: str) -> None:
        """Take in the last part of a profile's address, unless it is an ordinary word."""
        parts = name_words(handle)
        telling = len(parts) > 1 or (
            len("".join(parts)) >= _DISTINCT and parts[0] not in self.ordinary
        )
        # One that is the name itself is looked for where the name is, and nowhere else.
        if telling and parts not in self._bearers and self.hashed("text", *parts) not in self.texts:
            self._text("text", parts, ())

    def _text(self, kind: str, parts: Sequence[str], scopes: Scopes) -> None:
        self.texts[self.hashed(kind, *parts)] = scopes
        if len(parts) > 1:
            self.marks.update(map(self.hashed.mark, parts))
        self.longest = max(self.longest, len(parts))

    def _scopes(self, parts: tuple[str, ...], *, bound: bool) -> Scopes:
        """Return where a name is the person's alone: as widely as nobody else bears it."""
        bearers = self._bearers.get(parts, [])
        if not bearers and not bound:
            return ()
        places = [one.place for one in bearers]
        series, events = {one[0] for one in places}, {one[1] for one in places}
        found: set[str] = set()
        for one in self.mine:
            of_series, of_event, of_talk = one.place
            if of_event in events:
                found.add(self.hashed("talk", of_event, of_talk))
                continue
            found.add(self.hashed("event", of_event))
            if of_series and of_series not in series:
                found.add(self.hashed("series", of_series))
        return tuple(sorted(found))


def _small_words(appearances: Iterable[Said]) -> set[str]:
    """Return the words that some text writes with a small letter, handles left out."""
    found: set[str] = set()
    for event in {id(one.event): one.event for one in appearances}.values():
        for talk in event.talks:
            for text in (talk.title, talk.abstract):
                for word in words(text):
                    if not word.capital and text[max(0, word.start - 1) : word.start] not in "@/":
                        found.add(word.folded)
                    elif not word.capital and word.start == 0:
                        found.add(word.folded)
    return found
