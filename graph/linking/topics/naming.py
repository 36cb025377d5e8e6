"""Names of the shipped table of topics in a text, and the phrases that they stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from hallway.graph.linking.normal import Token, stems, tokens
from hallway.graph.linking.topics.background import is_common
from hallway.graph.linking.topics.table import topic_table
from hallway.graph.linking.topics.words import lemma, plain, run_together, split_words

__all__ = ["Named", "named"]

_LONGEST = 5
"""Words of a name that is looked for."""

_TOO_WIDE = frozenset(
    "Artificial intelligence|Computer science|Machine learning|Mathematics|Programming languages|"
    "Robotics|Science|Software development".split("|")
)
"""Topics that nearly every talk of an event names a kind of: "Python" says nothing of languages."""

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A phrase that a name in a text stands for.

    Attributes
    ----------
    stems
        Of the phrase: it says something of labels that have all of them ("AI" says nothing of
        "business intelligence").
    start, end
        Where the name stands.
    is_same
        Whether the phrase is another name of the same topic ("k8s" for "kubernetes"), and not of
        one that it is a kind of ("CatBoost" for "gradient boosting").
    """

    stems: frozenset[str]
    start: int
    end: int
    is_same: bool


@dataclass(frozen=True, slots=True)
class _Name:
    """A name, how it is spelled if it is one word, and the stems of what it means."""

    words: Phrase
    spelled: str
    is_capital: bool
    same: tuple[frozenset[str], ...]
    broader: tuple[frozenset[str], ...]


def named(text: str, found: Sequence[Token]) -> Iterator[Named]:
    """Yield what the names in a text stand for.

    Parameters
    ----------
    found
        All words of the text with their English stems, stop words too.
    """
    starting = _starting()
    place = 0
    while place < len(found):
        name = _name_at(text, found, place, starting.get(found[place].stem, ()))
        if name is None:
            place += 1
            continue
        start, end = found[place].start, found[place + len(name.words) - 1].end
        for phrases, is_same in ((name.same, True), (name.broader, False)):
            # "Express" is a framework, "express" a verb; "scheduling" is of many things.
            if is_same or not _is_usual(name, text[start:end]):
                yield from (Named(phrase, start, end, is_same) for phrase in phrases)
        place += len(name.words)


def _name_at(text: str, found: Sequence[Token], place: int, names: Sequence[_Name]) -> _Name | None:
    for name in names:
        run = found[place : place + len(name.words)]
        if len(run) == len(name.words) and tuple(token.stem for token in run) == name.words:
            printed = text[run[0].start : run[-1].end]
            # "R" and "C" say too little alone; "probably" is not "probability".
            is_spelled = not name.spelled or lemma(plain(printed)) == name.spelled
            # "Sas" is not "SAS", and "Rest" is not "REST".
            is_other = name.is_capital and printed.istitle()
            if len(printed) > 1 and is_spelled and not is_other:
                return name
    return None


def _is_usual(name: _Name, printed: str) -> bool:
    return len(name.words) == 1 and printed.islower() and is_common(name.words[0])


@cache
def _starting() -> dict[str, list[_Name]]:
    """Return first word -> the names that begin with it, the longest first."""
    names: dict[tuple[Phrase, str], _Name] = {}
    for entry in topic_table().entries:
        labels = (entry.label.split(" (")[0], *entry.aliases)
        short = [label for label in labels[1:] if len(stems(label)) == 1]
        same = _phrases((labels[0], *short))
        broader = _phrases([one for one in entry.broader if one not in _TOO_WIDE])
        for label in labels:
            words = tuple(token.stem for token in tokens(label))
            spelled = run_together(split_words(label)) if len(words) == 1 else ""
            if 0 < len(words) <= _LONGEST:
                is_capital = len(words) == 1 and label.isupper()
                one = _Name(words, spelled, is_capital, same, broader)
                names.setdefault((words, spelled), one)
    found: dict[str, list[_Name]] = defaultdict(list)
    for words, spelled in sorted(names, key=lambda key: (-len(key[0]), key)):
        found[words[0]].append(names[words, spelled])
    return found


def _phrases(labels: Sequence[str]) -> tuple[frozenset[str], ...]:
    return tuple(dict.fromkeys(frozenset(said) for label in labels if (said := stems(label))))
