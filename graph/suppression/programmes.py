"""Takes people who asked to be forgotten out of a programme, before anything else sees it.

An appearance stays, with a person who has no name: the same one inside an event, so that its
speakers are counted right, and another one in every other event, so that nothing joins them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from hallway.graph.keys import concept_key, event_key
from hallway.graph.programme import (
    WITHHELD,
    Appearance,
    Event,
    Link,
    Notice,
    Person,
    Programme,
    Recording,
    Series,
    Talk,
)
from hallway.graph.reading.text import normalised
from hallway.graph.suppression.forgotten import Forgotten, ForgottenList
from hallway.graph.suppression.name_words import name_words, words
from hallway.graph.suppression.withholding import IN_ADDRESS, IN_TEXT, Finder

__all__ = ["Forgetter", "suppressed", "talk_name"]

T = TypeVar("T")
_LISTED = re.compile(r"[,;/&]|\b(?:and|und|et|with|mit)\b", re.IGNORECASE)
_NAME_PART = 3
"""Fewest letters of a given name or surname that is looked for by itself."""


def suppressed(programme: Programme, held: ForgottenList, file: str = "") -> Programme:
    """Return a programme without the people who asked to be forgotten.

    Parameters
    ----------
    programme
        As a reader gives it.
    held
        Who asked.
    file
        Name of the source's file, as it is published: ids hold inside one source only.

    Returns
    -------
    Programme
        The same talks with as many appearances. It depends on nothing but the arguments, so
        neither on other sources nor on their order; the programme itself when nobody is in it.
    """
    return Forgetter(held).programme(programme, file)


def talk_name(talk: Talk) -> str:
    """Return what tells a talk from the others of its event, whatever its source is called."""
    return talk.key or normalised(talk.title)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a text stands: which names are forgotten there, and which stay.

    Attributes
    ----------
    scopes
        Hashes of event, series and talk.
    also
        Names of people known to be meant here by something else than their names.
    others
        Names of others that contain a forgotten one.
    """

    finder: Finder
    scopes: frozenset[str] = frozenset()
    also: frozenset[tuple[str, ...]] = frozenset()
    others: frozenset[tuple[str, ...]] = frozenset()

    def text(self, text: str) -> str:
        return self.finder.text(text, self.scopes, self.also, self.others) if text else text

    def maybe(self, text: str | None) -> str | None:
        return text if text is None else self.text(text)

    def url(self, url: str | None) -> str | None:
        return None if url and self.holds(url) else url

    def holds(self, url: str) -> bool:
        return self.finder.in_address(url, self.scopes, self.also)

    def labels(self, labels: tuple[str, ...]) -> tuple[str, ...]:
        """Return labels without names; one that is nothing but a name goes."""
        kept = (self.text(label) for label in labels)
        return tuple(label for label in kept if label != IN_TEXT)

    def links(self, links: tuple[Link, ...]) -> tuple[Link, ...]:
        return tuple(
            Link(link.url, self.text(link.label)) for link in links if not self.holds(link.url)
        )

    def recordings(self, recordings: tuple[Recording, ...]) -> tuple[Recording, ...]:
        return tuple(
            replace(one, licence=self.text(one.licence))
            for one in recordings
            if not self.holds(one.url)
        )


class Forgetter:
    """Takes the people of a list out of programmes, and out of texts that belong to none."""

    def __init__(self, held: ForgottenList) -> None:
        self.finder = Finder(held)
        self._anywhere = _Place(self.finder)

    def text(self, text: str) -> str:
        """Return a text that belongs to no event without the names that are forgotten there."""
        return self._anywhere.text(text)

    def file_name(self, name: str) -> str:
        """Return the name of a file, or a slug, without names of people."""
        return self.finder.text(name, put=IN_ADDRESS)

    def programme(self, programme: Programme, file: str = "") -> Programme:
        """Return a programme without the people; itself when nobody of them is in it."""
        if not self.finder.held:
            return programme
        made = replace(
            programme,
            events=tuple(self._event(event, file) for event in programme.events),
            notices=tuple(self._notice(notice) for notice in programme.notices),
            recognised=self.text(programme.recognised),
            licence=self.text(programme.licence),
        )
        return programme if made == programme else made

    def _notice(self, notice: Notice) -> Notice:
        return Notice(
            self.text(notice.what), self.text(notice.where), self.text(notice.remedy), notice.level
        )

    # Who ---------------------------------------------------------------------------------------

    def who(
        self, said: Appearance, scopes: Collection[str], file: str, event: str
    ) -> Forgotten | None:
        """Return who of the list appears; None for anybody else.

        Parameters
        ----------
        scopes
            Hashes of the event, its series and the talk.
        file, event
            Of the source: an id holds inside both.
        """
        person, finder = said.person, self.finder
        if person.id is not None and (found := finder.by_id(file, event, person.id)):
            return found
        for link in person.links:
            if found := finder.by_link(link.url):
                return found
        for name in (person.name, said.printed or "", *person.alternate_names):
            if name and (found := finder.by_name(name, scopes)):
                return found
        return None

    # Events and talks --------------------------------------------------------------------------

    def _event(self, event: Event, file: str) -> Event:
        key = event_key(event)
        series = concept_key(event.series.name) if event.series else ""
        owners: list[Event | Talk] = [event, *event.talks]
        found: dict[tuple[int, int], Forgotten] = {}  # number of the owner, and place in it
        names: set[tuple[str, ...]] = set()
        staying: set[tuple[str, ...]] = set()
        for number, owner in enumerate(owners):
            scopes = self._scopes(key, series, owner)
            for place, said in enumerate(owner.appearances):
                one = self.who(said, scopes, file, key)
                if one is None:
                    staying.add(name_words(said.person.name))
                else:
                    found[number, place] = one
                    names.update(name_words(name) for name in _names(said))
        also = frozenset(name for name in names - staying if len(name) > 1)
        others = frozenset(self._longer(event, names))
        ordinary = _ordinary(event) if found else frozenset()

        def people(number: int, here: _Place) -> tuple[Appearance, ...]:
            said = enumerate(owners[number].appearances)
            return tuple(
                self._stand_in(one, found[number, place])
                if (number, place) in found
                else _cleaned(one, here)
                for place, one in said
            )

        def talk(number: int, one: Talk) -> Talk:
            here = _Place(self.finder, self._scopes(key, series, one), also, others)
            own = [said for n, said in enumerate(one.appearances) if (number, n) in found]
            rest = [said for n, said in enumerate(one.appearances) if (number, n) not in found]
            text = _without_parts(here.text(one.abstract), own, rest, ordinary)
            return _told(replace(one, abstract=text, appearances=people(number, here)), here)

        here = _Place(self.finder, self._scopes(key, series, event), also, others)
        return replace(
            event,
            name=here.text(event.name),
            key=here.text(event.key),
            acronym=here.text(event.acronym),
            place=here.maybe(event.place),
            topics=here.labels(event.topics),
            audiences=here.labels(event.audiences),
            series=_series(event.series, here) if event.series else None,
            talks=tuple(talk(number, one) for number, one in enumerate(event.talks, 1)),
            appearances=people(0, here),
            url=here.url(event.url),
            licence=here.text(event.licence),
            where=here.text(event.where),
            sponsors=here.labels(event.sponsors),
            organizers=here.labels(event.organizers),
        )

    def _scopes(self, event: str, series: str, owner: Event | Talk) -> frozenset[str]:
        talk = talk_name(owner) if isinstance(owner, Talk) else ""
        return frozenset(self.finder.own_scopes(event, series, talk))

    def _stand_in(self, said: Appearance, one: Forgotten) -> Appearance:
        """Return the appearance without the person; the token is for counting, and not published.

        The address made of it is one inside an event, and another one in every other event.
        """
        token = self.finder.hashed("stand-in", str(one.number))
        return Appearance(Person(WITHHELD, token, withheld=True), said.role)

    def _longer(
        self, event: Event, names: Collection[tuple[str, ...]]
    ) -> Iterable[tuple[str, ...]]:
        """Yield names of an event's people that have a forgotten one inside them."""
        owners: list[Event | Talk] = [event, *event.talks]
        for owner in owners:
            for said in owner.appearances:
                name = said.person.name
                if not _LISTED.search(name) and self.finder.spans(name):
                    whole = name_words(name)
                    if whole not in names:
                        yield whole


def _names(said: Appearance) -> Iterable[str]:
    names = (said.person.name, said.printed or "", *said.person.alternate_names)
    return (name for name in names if name)


def _cleaned(said: Appearance, here: _Place) -> Appearance:
    """Return the appearance of somebody else without the names of those who are forgotten."""
    person = said.person
    name = here.text(person.name) if _LISTED.search(person.name) else person.name
    return replace(
        said,
        person=replace(person, name=name, links=here.links(person.links)),
        affiliation=here.maybe(said.affiliation),
        other_affiliations=tuple(map(here.text, said.other_affiliations)),
        printed=here.maybe(said.printed) if name != person.name else said.printed,
    )


def _series(series: Series, here: _Place) -> Series:
    return replace(
        series,
        name=here.text(series.name),
        editions=tuple(replace(one, name=here.text(one.name)) for one in series.editions),
        url=here.url(series.url),
    )


def _told(talk: Talk, here: _Place) -> Talk:
    """Return a talk whose texts and addresses hold no forgotten name."""
    return replace(
        talk,
        title=here.text(talk.title),
        key=here.text(talk.key),
        subtitle=here.text(talk.subtitle),
        kind=here.maybe(talk.kind),
        room=here.maybe(talk.room),
        track=here.maybe(talk.track),
        topics=here.labels(talk.topics),
        audiences=here.labels(talk.audiences),
        recordings=here.recordings(talk.recordings),
        slides=here.links(talk.slides),
        links=here.links(talk.links),
        url=here.url(talk.url),
        where=here.text(talk.where),
        slots=tuple(replace(one, room=here.maybe(one.room)) for one in talk.slots),
    )


def _ordinary(event: Event) -> frozenset[str]:
    """Return the words that an event's texts write with a small letter somewhere."""
    texts = (talk.abstract + " " + talk.title for talk in event.talks)
    return frozenset(word.folded for text in texts for word in words(text) if not word.capital)


def _without_parts(
    text: str, own: Iterable[Appearance], rest: Iterable[Appearance], ordinary: Collection[str]
) -> str:
    """Take given names and surnames of a talk's forgotten speakers out of its own text.

    Only words with a capital letter that are no ordinary words there, and that no other speaker
    and no affiliation shares.
    """
    parts = _words_of(own, lambda said: _names(said))
    if not text or not parts:
        return text
    kept = _words_of(rest, lambda said: (*_names(said), *said.affiliations))
    kept |= _words_of(own, lambda said: said.affiliations)
    wanted = {one for one in parts - kept - set(ordinary) if len(one) >= _NAME_PART}
    for word in reversed(words(text)):
        if word.capital and word.folded in wanted:
            text = f"{text[: word.start]}{IN_TEXT}{text[word.end :]}"
    return text


def _words_of(
    appearances: Iterable[Appearance], texts: Callable[[Appearance], Iterable[str]]
) -> set[str]:
    return {word.folded for said in appearances for text in texts(said) for word in words(text)}
