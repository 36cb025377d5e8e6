"""How much of a topic's label a talk says: the words they share, weighed and placed."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hallway.graph.linking.normal import Token, sentences, tokens
from hallway.graph.linking.stopwords import STOPWORDS

__all__ = [
    "BASE",
    "PRIOR",
    "RANK",
    "USUAL",
    "Label",
    "Match",
    "Passage",
    "Weights",
    "is_number",
    "label",
    "match",
    "passages",
]

# What is written short and in full, as stems of English. Of our own making; a short form that has
# a second everyday meaning is not in it.
_SHORT_FORMS = {
    "ai": "artifici intellig", "ml": "machin learn", "nlp": "natur languag process",
    "llm": "larg languag model", "genai": "generat ai", "moe": "mixtur expert",
    "rl": "reinforc learn", "gnn": "graph neural network", "cnn": "convolut neural network",
    "rnn": "recurr neural network", "gan": "generat adversari network", "k8s": "kubernet",
    "db": "databas", "ux": "user experi", "ui": "user interfac", "ci": "continu integr",
    "iot": "internet thing", "os": "oper system", "js": "javascript", "vm": "virtual machin",
}  # fmt: skip


def _long_forms() -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for short, text in _SHORT_FORMS.items():
        stems = tuple(text.split())
        if len(stems) > 1:
            found.setdefault(stems[0], []).append((short, stems))
    return found


_LONG_FORMS = _long_forms()


_LONGEST = 10_000
"""Letters of a title or a text that are read."""

_AND = re.compile(r"\s+(?:and|und|et|y|e|&)\s+|[,/;]\s*")


@dataclass(frozen=True, slots=True)
class Label:
    """A topic's label, ready to be looked for.

    Attributes
    ----------
    stems
        Its words in order, each once, stop words left out.
    names
        Those of them that are names or abbreviations (``Slurm``, ``MoE``).
    parts
        The stems of each side of an "and"; empty when there is none.
    at_least
        Stem of a number -> the number, where the label says "or more" (``10k+``).
    """

    iri: str
    text: str
    stems: tuple[str, ...]
    names: frozenset[str] = frozenset()
    parts: tuple[frozenset[str], ...] = ()
    at_least: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A title or a sentence, with the words of it that carry meaning, in order."""

    text: str
    tokens: tuple[Token, ...]
    is_title: bool = False


def label(iri: str, text: str, language: str = "") -> Label:
    """Prepare a topic's label.

    >>> label("", "distributed training at 10k+ GPUs").stems
    ('distribut', 'train', '10000', 'gpu')
    """
    found = [token for token in tokens(text, language) if token.stem not in STOPWORDS]
    parts = [
        frozenset(token.stem for token in tokens(part, language)) - STOPWORDS
        for part in _AND.split(text)
    ]
    return Label(
        iri,
        text,
        tuple(dict.fromkeys(token.stem for token in found)),
        frozenset(token.stem for token in found if _is_name(text[token.start : token.end])),
        tuple(part for part in parts if part) if len(parts) > 1 else (),
        tuple(
            (token.stem, float(token.stem))
            for token in found
            if token.stem.isdigit() and text[token.end : token.end + 1] == "+"
        ),
    )


def _is_name(word: str) -> bool:
    return len(word) >= 3 and any(letter.isupper() for letter in word)


def passages(title: str, text: str, language: str = "") -> list[Passage]:
    """Return the title and the sentences of a text, those without any word of meaning left out."""
    title, text = title[:_LONGEST], text[:_LONGEST]
    found = [Passage(title, _content(title, language), is_title=True)]
    for start, end in sentences(text):
        found.append(Passage(text[start:end], _content(text[start:end], language)))
    return [passage for passage in found if passage.tokens]


def _content(text: str, language: str) -> tuple[Token, ...]:
    """Return the words of meaning; short forms are also there in full, and the other way round."""
    found = [token for token in tokens(text, language) if token.stem not in STOPWORDS]
    more: list[Token] = []
    for place, token in enumerate(found):
        more.append(token)
        for stem in _SHORT_FORMS.get(token.stem, "").split():
            more.append(Token(stem, token.start, token.end))
        for short, stems in _LONG_FORMS.get(token.stem, ()):
            run = found[place : place + len(stems)]
            if tuple(each.stem for each in run) == stems:
                more.append(Token(short, token.start, run[-1].end))
    return tuple(more)


class Weights:
    """How much each word tells among the talks of one event.

    Parameters
    ----------
    talks
        The passages of each talk.
    labels
        The event's topics.
    """

    def __init__(self, talks: Iterable[Sequence[Passage]], labels: Sequence[Label]) -> None:
        self._talks = 0
        self._df: Counter[str] = Counter()
        for found in talks:
            self._talks += 1
            self._df.update({token.stem for passage in found for token in passage.tokens})
        self._topics = Counter(stem for each in labels for stem in each.stems)
        self.most = 1.0 + math.log(1 + self._talks) / 2

    def of(self, stem: str) -> float:
        """Return the weight of a stem: more for a rarer one, 1 for one that every talk has."""
        return 1.0 + math.log((1 + self._talks) / (1 + self._df[stem])) / 2

    def is_unique(self, stem: str) -> bool:
        """Tell whether one topic of the event alone has the word."""
        return self._topics[stem] == 1


@dataclass(frozen=True, slots=True)
class Match:
    """What a talk says of a topic.

    Attributes
    ----------
    coverage
        Share of the label's weight that title and text say.
    score
        All there is to say of the match but its rank among the talk's topics, as log-odds.
    words
        The words as the talk has them, in the order of the label.
    best
        The passage that says most of it.
    """

    label: Label
    coverage: float
    score: float
    words: tuple[str, ...]
    best: Passage


# Log-odds for each trait of a match, fitted on the programmes of the development gold set, rounded.
_COVERAGE, _IN_TITLE, _COUNT, _ALL, _OFTEN = 0.8, 1.45, 1.4, 0.55, 1.35
_RARE, _UNIQUE, _NAMED, _PART = 1.95, 2.35, 0.75, 1.5
RANK, BASE = 2.25, -5.95
PRIOR, USUAL = 0.8, 15
"""An event with more topics than `USUAL` has more that are wrong: log-odds to take off for each
power of e."""


def match(label: Label, found: Sequence[Passage], weights: Weights) -> Match | None:
    """Weigh how much a talk says of a topic; None when it has no word of it."""
    hits = [_hits(label, passage) for passage in found]
    said = {stem for hit in hits for stem in hit}
    if not said:
        return None
    weight = {stem: weights.of(stem) for stem in label.stems}
    total = sum(weight.values())

    def share(stems: Iterable[str]) -> float:
        return sum(weight[stem] for stem in stems) / total

    in_title = max((share(h) for h, p in zip(hits, found, strict=True) if p.is_title), default=0.0)
    times = sum(len(places) for hit in hits for places in hit.values())
    score = (
        _COVERAGE * share(said)
        + _IN_TITLE * in_title
        + _COUNT * min(len(said), 3) / 3
        + _ALL * (len(said) == len(label.stems))
        + _OFTEN * min(times, 6) / 6
        + _RARE * max(weight[stem] for stem in said) / weights.most
        + _UNIQUE * share(stem for stem in said if weights.is_unique(stem))
        + _NAMED * ((1 if label.names <= said else -1) if label.names else 0)
        + _PART * any(part <= said for part in label.parts)
    )
    best = max(range(len(found)), key=lambda place: (share(hits[place]), -place))
    words = [_word(stem, found, hits) for stem in label.stems if stem in said]
    return Match(label, share(said), score, tuple(dict.fromkeys(words)), found[best])


def _word(stem: str, found: Sequence[Passage], hits: Sequence[dict[str, list[Token]]]) -> str:
    """Return how the talk writes a stem, where it first does."""
    for passage, hit in zip(found, hits, strict=True):
        if stem in hit:
            return passage.text[hit[stem][0].start : hit[stem][0].end]
    return stem


def _hits(label: Label, passage: Passage) -> dict[str, list[Token]]:
    wanted = set(label.stems)
    found: dict[str, list[Token]] = {}
    for token in passage.tokens:
        if token.stem in wanted:
            found.setdefault(token.stem, []).append(token)
    for stem, least in label.at_least:
        numbers = [token for token in passage.tokens if _reaches(token.stem, least)]
        if numbers:
            found[stem] = sorted(numbers, key=lambda token: _distance(token, found, stem))
    return found


def _reaches(stem: str, least: float) -> bool:
    """Tell whether a number is meant: "10k+ GPUs" by "24K clusters", not by "480B parameters"."""
    return is_number(stem) and least <= float(stem) <= 100 * least


def _distance(number: Token, found: dict[str, list[Token]], stem: str) -> int:
    """Return how far behind a number the next word of the label stands."""
    behind = [
        token.start - number.end
        for other, hit in found.items()
        for token in hit
        if other != stem and token.start >= number.end
    ]
    return min(behind, default=1 << 20)


def is_number(stem: str) -> bool:
    """Tell whether a stem is a number as `tokens` writes them."""
    return stem.replace(".", "", 1).isdecimal() and stem.isascii()
