"""Finds the people of a list of forgotten ones in names, texts and addresses, by hashes alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from urllib.parse import unquote, urlsplit

from hallway.graph.suppression.forgotten import Forgotten, ForgottenList
from hallway.graph.suppression.name_words import (
    Word,
    adjacent,
    name_words,
    runs,
    significant,
    words,
)

__all__ = ["IN_ADDRESS", "IN_TEXT", "Finder", "belongs_to_another", "plain_link"]

IN_TEXT = "[name withheld]"
"""What stands in a text where the name was."""

IN_ADDRESS = "name-withheld"
"""The same in the name of a file."""

_NOTHING, _PART, _WHOLE = range(3)  # what a run of letters can be of a name

_SHIELD = 2
"""Words before and after a match that may belong to the longer name of somebody else."""


def plain_link(url: str) -> str:
    """Return what two spellings of one address have in common.

    >>> plain_link("https://www.Example.org/Jane/?tab=1")
    'example.org/jane'
    """
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return url.strip().casefold()
    host = (parts.netloc.rpartition("@")[2]).casefold().removeprefix("www.")
    return (host + unquote(parts.path).rstrip("/")).casefold()


class Finder:
    """Answers whether a name, a text or an address holds somebody who asked to be forgotten.

    Parameters
    ----------
    held
        The list.
    """

    def __init__(self, held: ForgottenList) -> None:
        self.held = held
        self.hashed = held.hashed
        self._names: dict[str, list[tuple[Forgotten, frozenset[str]]]] = {}
        self._texts: dict[str, list[frozenset[str]]] = {}
        self._links: dict[str, Forgotten] = {}
        self._ids: dict[str, Forgotten] = {}
        for one in held.people:
            for name, scopes in one.names.items():
                self._names.setdefault(name, []).append((one, frozenset(scopes)))
            for text, scopes in one.texts.items():
                self._texts.setdefault(text, []).append(frozenset(scopes))
            self._links.update(dict.fromkeys(one.links, one))
            self._ids.update(dict.fromkeys(one.ids, one))
        self._marks = {mark for one in held.people for mark in one.marks}
        self._most = max((one.longest for one in held.people), default=0) + 2
        self._known: dict[str, bool] = {}
        self._flags: dict[str, int] = {}

    # People ------------------------------------------------------------------------------------

    def by_name(self, name: str, scopes: Collection[str]) -> Forgotten | None:
        """Return who is forgotten under a name in one of some scopes; None for nobody."""
        found = self._names.get(self.hashed("name", *name_words(name)), ())
        return next((one for one, within in found if not within or within & set(scopes)), None)

    def by_link(self, url: str) -> Forgotten | None:
        """Return whose profile an address is."""
        return self._links.get(self.hashed("link", plain_link(url))) if self._links else None

    def by_id(self, *parts: str) -> Forgotten | None:
        """Return who has an id inside a source."""
        return self._ids.get(self.hashed("id", *parts)) if self._ids else None

    # Texts -------------------------------------------------------------------------------------

    def text(
        self,
        text: str,
        scopes: Collection[str] = (),
        also: Collection[tuple[str, ...]] = (),
        others: Collection[tuple[str, ...]] = (),
        put: str = IN_TEXT,
    ) -> str:
        """Return a text without the names.

        Parameters
        ----------
        scopes
            Hashes of the event, series and talk that the text belongs to.
        also
            Further names, as `name_words` has them.
        others
            Longer names of other people, which stay as they are.
        put
            What takes the place of a name.
        """
        spans = self.spans(text, scopes, also, others)
        for start, end in reversed(spans):
            text = f"{text[:start]}{put}{text[end:]}"
        return text

    def spans(
        self,
        text: str,
        scopes: Collection[str] = (),
        also: Collection[tuple[str, ...]] = (),
        others: Collection[tuple[str, ...]] = (),
    ) -> list[tuple[int, int]]:
        """Return where the names stand in a text, in order and apart from one another."""
        if not text or not (also or self._may_hold(text)):
            return []
        found: list[tuple[int, int]] = []
        more = {word for name in also for word in name}
        known, scope_set = words(text), set(scopes)
        at = 0
        while at < len(known):
            end = self._name_at(text, known, at, scope_set, also, more)
            if end and not (others and belongs_to_another(text, known, at, end, others)):
                found.append((known[at].start, known[end - 1].end))
            at = max(end, at + 1)
        return found

    def _may_hold(self, text: str) -> bool:
        """Tell whether a text may have a name: nearly all texts end here, at little cost."""
        if not self._texts:
            return False
        before = False
        for run in runs(text):
            flag = self._flags.get(run)
            if flag is None:
                flag = self._flags[run] = self._flag(run)
            if flag == _WHOLE or (flag == _PART and before):
                return True
            before = flag == _PART or (before and len(run) == 1)
        return False

    def _flag(self, run: str) -> int:
        inside = words(run)
        some = any(self._may(word.folded) for word in inside)
        if some and (len(inside) > 1 or self._is_whole(inside[0].folded)):
            return _WHOLE
        return _PART if some else _NOTHING

    def _is_whole(self, folded: str) -> bool:
        """Tell whether a word is by itself what stands for somebody."""
        return any(self.hashed(kind, folded) in self._texts for kind in ("text", "capital"))

    def _name_at(
        self,
        text: str,
        known: Sequence[Word],
        at: int,
        scopes: set[str],
        also: Collection[tuple[str, ...]],
        more: set[str],
    ) -> int:
        """Return one past the last word of the longest name that begins at a word; 0 for none."""
        best = 0
        parts: list[str] = []
        for place in range(at, min(len(known), at + max(self._most, *map(len, also), 1))):
            word = known[place]
            if place > at and not adjacent(text, known[place - 1], word):
                break
            if not (self._may(word.folded) or word.folded in more):
                if place == at or len(word.folded) > 1:  # an initial may stand inside a name
                    break
            parts.append(word.folded)
            if self._is_name(parts, word.capital, scopes) or significant(parts) in also:
                best = place + 1
        return best

    def _may(self, folded: str) -> bool:
        known = self._known.get(folded)
        if known is None:
            known = self.hashed.mark(folded) in self._marks or self._is_whole(folded)
            self._known[folded] = known
        return known

    def _is_name(self, parts: Sequence[str], capital: bool, scopes: set[str]) -> bool:
        kinds = ["text"] + (["capital"] if capital and len(parts) == 1 else [])
        for kind in kinds:
            for within in self._texts.get(self.hashed(kind, *significant(parts)), ()):
                if not within or within & scopes:
                    return True
        return False

    def in_address(
        self, url: str, scopes: Collection[str] = (), also: Collection[tuple[str, ...]] = ()
    ) -> bool:
        """Tell whether an address holds a name, or is a profile."""
        return bool(self.by_link(url) or self.spans(unquote(url), scopes, also))

    def own_scopes(self, event: str, series: str, talk: str = "") -> Iterable[str]:
        """Return the hashes that a name in an event, and in one of its talks, may be bound to."""
        found = [self.hashed("event", event)]
        found += [self.hashed("series", series)] if series else []
        return [*found, self.hashed("talk", event, talk)] if talk else found

    def key_scopes(self, event: str, rest: str) -> frozenset[str]:
        """Return the hashes that belong to a key of an event's part, as `keys` makes them."""
        title = rest.removeprefix("title:").partition("|")[0]
        names = {rest, title, rest.partition(":")[2]}
        return frozenset(one for name in names for one in self.own_scopes(event, "", name))


def belongs_to_another(
    text: str, known: Sequence[Word], start: int, end: int, others: Collection[tuple[str, ...]]
) -> bool:
    """Tell whether the words of a match are part of somebody else's longer name."""
    for first in range(max(0, start - _SHIELD), start + 1):
        for last in range(end, min(len(known), end + _SHIELD) + 1):
            if (first, last) == (start, end):
                continue
            row = known[first:last]
            if significant([word.folded for word in row]) in others and all(
                adjacent(text, one, next_) for one, next_ in pairwise(row)
            ):
                return True
    return False
