"""Names of the shipped table of topics in a text, and the words that they stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hallway.graph.linking.normal import Token, stems, tokens
from hallway.graph.linking.topics.background import is_common
from hallway.graph.linking.topics.table import Entry, topic_table
from hallway.graph.linking.topics.words import run_together, split_words

__all__ = ["implied"]

_LONGEST = 5
"""Words of a name that is looked for."""

_STEPS = 2
"""How many steps up the table a name stands for the topics above it."""


@dataclass(frozen=True, slots=True)
class _Name:
    """A name and the stems of what it means: of its other names, and of the topics above."""

    words: tuple[str, ...]
    same: tuple[str, ...]
    broader: tuple[str, ...]
    is_name: bool


def implied(text: str, found: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Return the words that stand for the names in a text, each where the name stands.

    Parameters
    ----------
    found
        All words of the text with their English stems, stop words too.

    Returns
    -------
    tuple[list[Token], list[Token]]
        Words of other names of the same topic ("k8s" for "kubernetes"), and words of the topics
        that it is a kind of ("CatBoost" for "gradient boosting").
    """
    starting = _starting()
    same: list[Token] = []
    broader: list[Token] = []
    place = 0
    while place < len(found):
        name = _name_at(text, found, place, starting.get(found[place].stem, ()))
        if name is None:
            place += 1
            continue
        start, end = found[place].start, found[place + len(name.words) - 1].end
        same += [Token(stem, start, end) for stem in name.same]
        broader += [Token(stem, start, end) for stem in name.broader]
        place += len(name.words)
    return same, broader


def _name_at(text: str, found: Sequence[Token], place: int, names: Sequence[_Name]) -> _Name | None:
    for name in names:
        run = found[place : place + len(name.words)]
        if len(run) == len(name.words) and tuple(token.stem for token in run) == name.words:
            printed = text[run[0].start : run[-1].end]
            # "Express" is a framework, "express" a verb; "R" and "C" say too little alone.
            is_word = name.is_name and len(run) == 1 and is_common(name.words[0])
            if len(printed) > 1 and not (is_word and printed.islower()):
                return name
    return None


@cache
def _starting() -> dict[str, list[_Name]]:
    """Return first word -> the names that begin with it, the longest first."""
    names: dict[tuple[str, ...], _Name] = {}
    for entry in topic_table().entries:
        labels = (entry.label.split(" (")[0], *entry.aliases)
        short = [label for label in labels[1:] if len(stems(label)) == 1]
        same = tuple(dict.fromkeys(stem for one in (labels[0], *short) for stem in stems(one)))
        broader = tuple(dict.fromkeys(_above(entry, _STEPS)))
        for label in labels:
            words = tuple(token.stem for token in tokens(label))
            if 0 < len(words) <= _LONGEST:
                names.setdefault(words, _Name(words, same, broader, entry.is_name))
    found: dict[str, list[_Name]] = defaultdict(list)
    for words in sorted(names, key=lambda words: (-len(words), words)):
        found[words[0]].append(names[words])
    return found


def _above(entry: Entry, steps: int) -> list[str]:
    found: list[str] = []
    for label in entry.broader:
        found += stems(label)
        above = topic_table().by_form.get(run_together(split_words(label.split(" (")[0])))
        if above is not None and steps > 1:
            found += _above(above, steps - 1)
    return found
