"""How much of a topic's label a talk says: the words they share, weighed and placed."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from anyascii import anyascii

from hallway.graph.linking.normal import Token, sentences, stems, tokens
from hallway.graph.linking.topics.background import rarity
from hallway.graph.linking.topics.naming import named
from hallway.graph.linking.topics.stopwords import STOPWORDS

__all__ = [
    "Label",
    "Overlap",
    "Passage",
    "Weights",
    "Wording",
    "is_number",
    "kin_key",
    "label",
    "overlap",
    "wording",
]

_LONGEST = 10_000
"""Letters of a title or a text that are read."""

_KIN = 5
"""Letters that two words must begin with to be kin ("cryptographic", "cryptographique")."""

_KIN_SHARE = 0.65
"""Share of the longer word that kin have in common."""

_INSIDE = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")


@dataclass(frozen=True, slots=True)
class Label:
    """A topic's label, ready to be looked for.

    Attributes
    ----------
    stems
        Its words in order, each once, stop words left out.
    names
        Those of them that are names or abbreviations (``Slurm``, ``MoE``).
    at_least
        Stem of a number -> the number, where the label says "or more" (``10k+``).
    """

    iri: str
    text: str
    stems: tuple[str, ...]
    names: frozenset[str] = frozenset()
    at_least: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A title or a sentence."""

    text: str
    is_title: bool = False


Place = tuple[int, Token]
"""The number of a passage, and a word of it."""

Implied = tuple[frozenset[str], Place]
"""The stems of a phrase, and where something stands that means it."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A talk's title and sentences, and where which word stands.

    Attributes
    ----------
    places
        Stem -> where it stands.
    same
        Stem -> the phrases with it that other names of the same topic stand for, and where.
    broader
        Stem -> the phrases with it that what is a kind of a topic stands for, and where.
    kin
        Beginning of a word (see `kin_key`) -> where such words stand.
    """

    passages: tuple[Passage, ...]
    places: dict[str, list[Place]]
    same: dict[str, list[Implied]]
    broader: dict[str, list[Implied]]
    kin: dict[str, list[Place]]


def label(iri: str, text: str, language: str = "") -> Label:
    """Prepare a topic's label.

    >>> label("", "distributed training at 10k+ GPUs").stems
    ('distribut', 'train', '10000', 'gpu')
    """
    found = [token for token in tokens(text, language) if token.stem not in STOPWORDS]
    return Label(
        iri,
        text,
        tuple(dict.fromkeys(token.stem for token in found)),
        frozenset(token.stem for token in found if _is_name(text[token.start : token.end])),
        tuple(
            (token.stem, float(token.stem))
            for token in found
            if token.stem.isdigit() and text[token.end : token.end + 1] == "+"
        ),
    )


def _is_name(word: str) -> bool:
    return len(word) >= 3 and any(letter.isupper() for letter in word)


def wording(title: str, text: str, language: str = "") -> Wording:
    """Read a talk's title and text."""
    title, text = title[:_LONGEST], text[:_LONGEST]
    parts = [title, *(text[start:end] for start, end in sentences(text))]
    places: dict[str, list[Place]] = defaultdict(list)
    kin: dict[str, list[Place]] = defaultdict(list)
    implied: dict[bool, dict[str, list[Implied]]] = {
        True: defaultdict(list),
        False: defaultdict(list),
    }
    for number, part in enumerate(parts):
        english = tokens(part)
        # A talk in another language may be on topics that are named in English.
        found = dict.fromkeys((*tokens(part, language), *english, *_inner(part, english)))
        for token in found:
            if token.stem not in STOPWORDS:
                places[token.stem].append((number, token))
                if key := kin_key(token.stem):
                    kin[key].append((number, token))
        for name in named(part, english):
            for stem in sorted(name.stems):
                place = (number, Token(stem, name.start, name.end))
                implied[name.is_same][stem].append((name.stems, place))
    passages = tuple(Passage(part, number == 0) for number, part in enumerate(parts))
    return Wording(passages, dict(places), dict(implied[True]), dict(implied[False]), dict(kin))


def _inner(text: str, found: Iterable[Token]) -> list[Token]:
    """Return the words inside names such as ONNXRuntime."""
    inner = []
    for token in found:
        word = text[token.start : token.end]
        if not word[1:].islower() and not word.isupper() and word.isalpha():
            parts = [part for part in _INSIDE.findall(word) if 3 <= len(part) < len(word)]
            found_stems = (stem for part in parts for stem in stems(part.lower()))
            inner += [Token(stem, token.start, token.end) for stem in found_stems]
    return inner


class Weights:
    """How much each word tells: the rarer among the event's talks and in general, the more."""

    def __init__(self, talks: Iterable[Wording]) -> None:
        self._talks = 0
        self._df: Counter[str] = Counter()
        self._known: dict[str, float] = {}
        for talk in talks:
            self._talks += 1
            self._df.update(talk.places.keys() | talk.same.keys())

    def of(self, stem: str) -> float:
        """Return the weight of a stem."""
        weight = self._known.get(stem)
        if weight is None:
            here = 1.0 + math.log((1 + self._talks) / (1 + self._df[stem])) / 2
            weight = self._known[stem] = (0.25 + rarity(stem)) * here
        return weight


@dataclass(frozen=True, slots=True)
class Overlap:
    """What a talk says of a topic; shares are of the label's weight, from 0 to 1.

    Attributes
    ----------
    said, in_title, in_best
        Share that title and text say, that the title says, and that the best passage says.
    kin
        Share of what is missing that has kin: words with the same beginning.
    broader
        Share that is missing and that the topics above what is named have.
    times
        How often words of the label stand in title and text.
    rarest
        Weight of the word that tells most.
    number
        Whether the talk has a number that the label asks for ("10k+").
    name_said, name_missed
        Rarity of the rarest name in the label that the talk says, and that it does not say.
    words
        The words as the talk has them, in the order of the label; none when no word leads there.
    best
        The passage that says most of it.
    """

    label: Label
    said: float
    in_title: float
    in_best: float
    kin: float
    broader: float
    times: int
    rarest: float
    number: bool
    name_said: float
    name_missed: float
    words: tuple[str, ...]
    best: Passage


def overlap(label: Label, talk: Wording, weights: Weights) -> Overlap:
    """Weigh how much a talk says of a topic."""
    said = _said(label, talk)
    missing = [stem for stem in label.stems if stem not in said]
    above = {stem: found[0] for stem in missing if (found := _meant(stem, label, talk.broader))}
    kin = {stem: place for stem in missing if (place := _kin(stem, talk)) is not None}
    weight = {stem: weights.of(stem) for stem in label.stems}
    total = sum(weight.values()) or 1.0
    shares = [0.0] * len(talk.passages)
    for stem, places in said.items():
        for number in {number for number, _ in places}:
            shares[number] += weight[stem] / total
    leading = Counter(number for found in (above, kin) for number, _ in found.values())
    best = max(range(len(shares)), key=lambda number: (shares[number], leading[number], -number))
    unsaid = label.names - said.keys() - above.keys()
    return Overlap(
        label,
        said=sum(weight[stem] for stem in label.stems if stem in said) / total,
        in_title=shares[0],
        in_best=max(shares),
        kin=sum(weight[stem] for stem in missing if stem in kin) / total,
        broader=sum(weight[stem] for stem in missing if stem in above) / total,
        times=sum(map(len, said.values())),
        rarest=max((weight[stem] for stem in said), default=0.0),
        number=any(stem in said for stem, _ in label.at_least),
        name_said=max((rarity(stem) ** 2 for stem in label.names & said.keys()), default=0.0),
        name_missed=max((rarity(stem) for stem in unsaid), default=0.0),
        words=_printed(label, talk, {**above, **kin, **{s: p[0] for s, p in said.items()}}),
        best=talk.passages[best],
    )


def _said(label: Label, talk: Wording) -> dict[str, list[Place]]:
    """Return the words of a label that the talk has -> where."""
    said = {
        stem: places
        for stem in label.stems
        if (places := [*talk.places.get(stem, ()), *_meant(stem, label, talk.same)])
    }
    for stem, least in label.at_least:
        numbers = [
            place
            for other, places in talk.places.items()
            if _reaches(other, least)
            for place in places
        ]
        if numbers:
            said[stem] = sorted(numbers, key=lambda place: _distance(place, said, stem))
    return said


def _meant(stem: str, label: Label, implied: dict[str, list[Implied]]) -> list[Place]:
    """Return where something stands that means a word of a label, and no more than the label."""
    if stem not in implied:
        return []
    together = frozenset(label.stems)
    return [place for phrase, place in implied[stem] if phrase <= together]


def _printed(label: Label, talk: Wording, places: dict[str, Place]) -> tuple[str, ...]:
    """Return how the talk writes what leads to the label, in the order of the label."""
    found = (places[stem] for stem in label.stems if stem in places)
    words = (talk.passages[number].text[token.start : token.end] for number, token in found)
    return tuple(dict.fromkeys(words))


def _reaches(stem: str, least: float) -> bool:
    """Tell whether a number is meant: "10k+ GPUs" by "24K clusters", not by "480B parameters"."""
    return is_number(stem) and least <= float(stem) <= 100 * least


def _distance(place: Place, said: dict[str, list[Place]], stem: str) -> tuple[int, Place]:
    """Return how far behind a number the next word of the label stands."""
    at, number = place
    behind = [
        token.start - number.end
        for other, places in said.items()
        for passage, token in places
        if other != stem and passage == at and token.start >= number.end
    ]
    return min(behind, default=1 << 20), place


def is_number(stem: str) -> bool:
    """Tell whether a stem is a number as `tokens` writes them."""
    return stem.replace(".", "", 1).isdecimal() and stem.isascii()


# Kin: words of one beginning, in one language or two ----------------------------------------------


@lru_cache(maxsize=1 << 17)
def _plain(stem: str) -> str:
    return anyascii(stem).lower() if stem.isalpha() else ""


def kin_key(stem: str) -> str:
    """Return what kin have in common; empty for a word that is too short to have any."""
    return _plain(stem)[:_KIN] if len(stem) >= _KIN else ""


def _kin(stem: str, talk: Wording) -> Place | None:
    """Return the first word of the talk that begins like one of the label."""
    plain = _plain(stem)
    for place in talk.kin.get(kin_key(stem), ()):
        other = _plain(place[1].stem)
        shared = max(_KIN, math.ceil(_KIN_SHARE * max(len(plain), len(other))))
        if plain[:shared] == other[:shared]:
            return place
    return None
