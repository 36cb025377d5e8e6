"""Which topics are kinds of which: by the shipped table, and by the words of their labels."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from hallway.graph.linking.topics.label_parts import LISTED, Label, form_of, read_label
from hallway.graph.linking.topics.table import Entry, topic_table
from hallway.graph.linking.topics.words import (
    HEADLESS,
    PREPOSITIONS,
    plain,
    related,
    run_together,
    split_words,
)

__all__ = ["Broader", "broader_topics"]

_NAME = re.compile(r"^(?=\w+$)\w*(?:[a-z][A-Z]|[A-Z]{2}(?!s$)[a-z])")
"""A word with capitals inside, such as InfiniBand or NVMe; "GPUs" is none."""

_NEGATED = frozenset("non anti without beyond no not pseudo counter un de quasi".split())
_NO_HEADS = frozenset("general other misc various overview introduction intro new day part".split())
_INTRODUCING = frozenset("overview introduction intro primer guide".split())
"""Heads of which what follows the preposition is the topic, be it one word."""

_SHORT_NAMES = frozenset("Dart Git Java Lua Perl PHP Qt Ruby Rust SQL Vim".split())
"""Names of four letters and fewer that are not words at the beginning of a label as well."""

_WORDS = frozenset(
    "air alloy apex beam chef crystal dart drill echo express fiber flow flux helm hive lens mesa "
    "node octave polymer prism scratch slim spring storm stream swift torch".split()
)
"""Names that are words at the beginning of a label: "node attributes"."""

_OF = frozenset(
    "de des du del della di da do dos das pour para con avec sur en aux au par per".split()
)
_ROMANCE = re.compile(
    r"\w (?:des?|du|del|della|di|das|pour|para|con|avec|sur|aux) \w|l['’](?=\w)|"
    r"(?:ité|ées?|ción|cions|ciones|ção|ções|ística|ático|ática|ógica|ógico|ères?|dade|tà|zioni?|"
    r"miento|(?:at|ot|ist|ér|on|aph|log|olit)iques?)\b",
    re.IGNORECASE,
)
"""What tells a label in a Romance language: its first word says what it is ("sécurité web")."""

_STEPS = 3
"""Topics that a label may go through from the widest to what it means."""

_LONGEST = 8
"""Words of a label that is compared word by word."""


@dataclass(frozen=True, slots=True)
class Broader:
    """A topic that is a kind of another.

    Attributes
    ----------
    narrower, broader
        Keys, as `same_topics` gave them.
    evidence
        A sentence for people.
    """

    narrower: str
    broader: str
    confidence: float
    evidence: str


def broader_topics(labels: Mapping[str, Sequence[str]]) -> list[Broader]:
    """Decide which topics are kinds of which: the nearest ones only.

    Parameters
    ----------
    labels
        Key of each topic, of those that `same_topics` gave -> its labels.

    Returns
    -------
    list[Broader]
        Sorted by keys; never two topics that are kinds of each other.

    >>> found = broader_topics({"a": ["machine translation"], "b": ["neural machine translation"]})
    >>> [(one.narrower, one.broader) for one in found]
    [('b', 'a')]
    """
    read = {key: [read_label(text) for text in sorted(own)] for key, own in sorted(labels.items())}
    having: dict[tuple[str, ...], str] = {}
    forms: dict[str, str] = {}
    shown: dict[str, str] = {}
    for key, own in read.items():
        for label in own:
            having.setdefault(_compared(label.words), key)
            shown.setdefault(key, label.text)
            forms.setdefault(form_of(label.entry.label) if label.entry else label.form, key)
    found: dict[tuple[str, str], Broader] = {}
    for key, own in read.items():
        for one in _above(key, own, having, forms, shown):
            if one.broader != key:
                found.setdefault((key, one.broader), one)
    return _nearest(found)


def _compared(words: Sequence[str]) -> tuple[str, ...]:
    """Return what phrases of one meaning share; a single word has no context that would tell."""
    if len(words) == 1:
        return tuple(words)
    return tuple(related(word) for word in words)


def _above(
    key: str,
    own: Sequence[Label],
    having: Mapping[tuple[str, ...], str],
    forms: Mapping[str, str],
    shown: Mapping[str, str],
) -> Iterator[Broader]:
    for label in own:
        if label.entry is not None:
            for above in _table_above(label.entry, forms):
                evidence = f'The table of topics has "{label.entry.label}" as a kind of "{above}".'
                yield Broader(key, forms[form_of(above)], 0.98, evidence)
    if any(label.entry is not None and label.entry.is_name for label in own):
        return
    for label in own:
        for words, confidence, why in _parts(label):
            broader = having.get(words)
            if broader is not None:
                evidence = f'"{label.text}" {why} "{shown[broader]}".'
                yield Broader(key, broader, confidence, evidence)
        yield from _above_parts(key, label, forms)
        yield from _above_path(key, label, having, forms, shown)
        yield from _above_names(key, label, having, forms, shown)


def _above_parts(key: str, label: Label, forms: Mapping[str, str]) -> Iterator[Broader]:
    """Yield what the table has of the phrase that a label ends with: the longest one there."""
    if label.entry is not None or not _is_plain(label):
        return
    end = _end_of_head(label.words)
    for start in range(1, end - 1):
        entry = topic_table().by_form.get(run_together(label.words[start:end]))
        if entry is not None and not entry.is_name:
            for above in (entry.label, *_table_above(entry, forms)):
                if form_of(above) in forms:
                    evidence = f'"{label.text}" is a kind of "{entry.label}", a topic of the table.'
                    yield Broader(key, forms[form_of(above)], 0.85, evidence)
            return


def _above_path(
    key: str,
    label: Label,
    having: Mapping[tuple[str, ...], str],
    forms: Mapping[str, str],
    shown: Mapping[str, str],
) -> Iterator[Broader]:
    """Yield the topics that a label goes through: "Robotics: ROB: Robot planning"."""
    steps = [step.strip() for step in label.text.split(": ")]
    if not 2 <= len(steps) <= _STEPS:
        return
    for place, step in enumerate(steps):
        one = read_label(step)
        broader = having.get(_compared(one.words))
        if one.entry is not None:
            broader = forms.get(form_of(one.entry.label), broader)
        # "Computer vision: Applications" is no matter of all applications.
        if broader and (place == 0 or one.entry is not None or len(one.words) > 1):
            evidence = f'"{label.text}" goes through the topic "{shown[broader]}".'
            yield Broader(key, broader, 0.85, evidence)


def _above_names(
    key: str,
    label: Label,
    having: Mapping[tuple[str, ...], str],
    forms: Mapping[str, str],
    shown: Mapping[str, str],
) -> Iterator[Broader]:
    """Yield the names that a label begins with."""
    said = split_words(label.text)
    for size in (1, 2):
        entry = topic_table().by_form.get(run_together(said[:size]))
        broader = forms.get(form_of(entry.label)) if entry is not None else None
        rest = said[size:]
        if entry and broader and entry.is_name and rest and _begins_with(label, entry):
            is_version = all(word[0].isdigit() for word in rest)
            if is_version or len(entry.label) > 4 or entry.label in _SHORT_NAMES:
                evidence = f'"{label.text}" begins with the name "{entry.label}".'
                yield Broader(key, broader, 0.85, evidence)
    first = having.get(label.words[:1])
    if first is not None and len(label.words) > 1 and _NAME.search(shown[first]):
        evidence = f'"{label.text}" begins with the name "{shown[first]}".'
        yield Broader(key, first, 0.8, evidence)


def _begins_with(label: Label, entry: Entry) -> bool:
    """Tell whether a label has one of the names of an entry in front, and not just its lemmas."""
    text = plain(label.text)
    if text.split()[0] in _WORDS:
        return False
    return any(text.startswith(plain(name)) for name in (entry.label, *entry.aliases))


def _table_above(entry: Entry, forms: Mapping[str, str], depth: int = 0) -> Iterator[str]:
    """Yield the nearest broader topics of the table that the site has."""
    for label in entry.broader:
        above = topic_table().by_form.get(form_of(label))
        if above is not None:
            label = above.label
        if form_of(label) in forms:
            yield label
        elif above is not None and depth < 4:
            yield from _table_above(above, forms, depth + 1)


def _is_plain(label: Label) -> bool:
    """Tell whether a label is one phrase, whose last words say what it is."""
    words = {*label.words, *(related(word) for word in label.words)}
    return (
        2 <= len(label.words) <= _LONGEST
        and words.isdisjoint(HEADLESS | _NEGATED)
        and not LISTED.search(label.text)
    )


def _end_of_head(words: Sequence[str], ending: frozenset[str] = PREPOSITIONS) -> int:
    """Return where the words end that say what it is: before the first preposition."""
    return next((place for place, word in enumerate(words) if word in ending), len(words))


def _parts(label: Label) -> Iterator[tuple[tuple[str, ...], float, str]]:
    """Yield the phrases inside a label that name what it is a kind of."""
    words = _compared(label.words)
    if not _is_plain(label):
        return
    if _ROMANCE.search(label.text):
        for size in range(min(_end_of_head(words, _OF), len(words) - 1), 0, -1):
            yield _compared(label.words[:size]), 0.8, "begins with"
        return
    cut = _end_of_head(words)
    if not 0 < cut:
        return
    head, before = words[cut - 1], words[: cut - 1]
    for size in range(len(before), -1, -1):
        for kept in combinations(before, size):
            if not kept and label.words[cut - 1] not in _NO_HEADS:
                yield (label.words[cut - 1],), 0.9, "is a kind of"
            elif kept and len(kept) < len(words) - 1:
                yield (*kept, head), 0.9, "is a kind of"
    if cut < len(words) - (1 if label.words[cut - 1] in _INTRODUCING else 2):
        yield _compared(label.words[cut + 1 :]), 0.8, "is a matter of"


def _nearest(found: Mapping[tuple[str, str], Broader]) -> list[Broader]:
    """Leave out what follows from two others, and pairs that contradict each other."""
    kept = {pair: one for pair, one in found.items() if (pair[1], pair[0]) not in found}
    above: dict[str, set[str]] = defaultdict(set)
    for narrower, broader in kept:
        above[narrower].add(broader)
    return [
        one
        for (narrower, broader), one in sorted(kept.items())
        if not any(broader in above[other] for other in above[narrower] if other != narrower)
    ]
