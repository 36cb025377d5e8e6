"""Which topic labels mean one topic, and which topic is a kind of which.

Precision comes first. Labels are one topic when they are spelled alike (case, hyphens, blanks,
plural, British spelling, "theory of X" for "X theory"), when the shipped table says so, when one
gives the other in brackets, or when one is made of the initials, four or more, of the only label
that they fit.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from rapidfuzz.distance import OSA

from hallway.graph.linking.topics.table import Entry, topic_table
from hallway.graph.linking.topics.words import (
    HEADLESS,
    PREPOSITIONS,
    initials,
    plain,
    related,
    run_together,
    split_words,
)

__all__ = ["METHOD", "Broader", "broader_topics", "same_topics"]

METHOD = "topic-labels-1"

# Short forms with several usual readings: never taken for the initials of a label.
_UNSURE = frozenset(
    "ssl ilp smt lod bnn ann amp pdf aaa ada api ars arm art cad cat cam cap car "
    "cas cat cps cpd das dac dat dbs dev dip dog dot ece ecs eds edm ems esp far fat fit fun gas "
    "gem ide ips its lab law map mac mas mat max mda mid mil mix mod mom mos nat new not ops opt "
    "pal pam pan par pat pac pos pro psp ram ran ray red rap rat raw rig rom row run sac sad sat "
    "set sem sim sip sit six som spa sun tag tap tar tax tea tip top tor toy van war way web win "
    "cold fast flow core data deep edge code team mind open plan play port pipe rest safe seed "
    "ship site soft spin star step test text time tool tree wave wiki work zero".split()
)
_TAILS = frozenset(
    "problem method technique approach system algorithm technology interface framework".split()
)
"""Words that add nothing at the end of a longer phrase: "content management system"."""

_ALIKE = {"automated": "automatic", "visual": "vision", "vehicular": "vehicle"}
"""Words that mean the same inside a phrase."""

_ON = frozenset("model learning agent".split())
"""Words whose "-based" tells: "model-based learning" is not "model learning"."""

_NAME = re.compile(r"^(?=\w+$)\w*(?:[a-z][A-Z]|[A-Z]{2}(?!s$)[a-z])")
"""A word with capitals inside, such as InfiniBand or NVMe; "GPUs" is none."""

_NEGATED = frozenset("non anti without beyond no not pseudo counter un de quasi".split())
_COUNTED = re.compile(r"([a-z])(\d{1,2})([a-z])")
_BRACKET = re.compile(r"\s*[(\[]([^()\[\]]+)[)\]]\s*")
_LISTED = re.compile(r"[/:;,#|]|\w\.\w")
"""A list of things, or the dotted name of a module: its last word is no head."""

_NO_HEADS = frozenset("general other misc various overview introduction intro new day part".split())
_FEWEST = 4
"""Words of a label whose initials alone make a short form on any site."""

_FEW_LABELS = 200
"""Up to so many labels of three words, three letters do too: beyond, they fit by chance."""

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


@dataclass(frozen=True, slots=True)
class _Label:
    """A label taken apart.

    Attributes
    ----------
    words
        Its lemmas, short forms written out, a short form in brackets left out.
    form
        The lemmas as printed, run together.
    phrase
        What phrases of one meaning share; empty for a single word.
    short
        The short form that it gives in brackets; empty when it gives none.
    """

    text: str
    words: tuple[str, ...]
    form: str
    phrase: tuple[str, ...]
    short: str
    entry: Entry | None


@lru_cache(maxsize=1 << 16)
def _label(text: str) -> _Label:
    text, short = _without_brackets(text)
    said = split_words(text)
    table = topic_table()
    words = tuple(full for word in said for full in table.in_full.get(word, (word,)))
    phrase = _phrase(words) if len(words) > 1 else ()
    forms = (form for form in _forms(said, words) if form in table.by_form)
    entry = next((table.by_form[form] for form in forms), None)
    return _Label(text, words, run_together(said), phrase, short, entry)


def _forms(said: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    """Yield the spellings under which the table may have a label."""
    yield run_together(said)
    yield run_together(words)
    if said[:1] == ["apache"] and len(said) > 1:
        yield run_together(said[1:])


def _without_brackets(text: str) -> tuple[str, str]:
    """Return a label without the short form that it gives in brackets, and the short form."""
    found = _BRACKET.search(text)
    if not found:
        return text, ""
    outer = f"{text[: found.start()]} {text[found.end() :]}".strip()
    for long, short in ((outer, found[1]), (found[1], outer)):
        if long and _abbreviates(short, long):
            return long, "".join(split_words(short))
    return text, ""


def _abbreviates(short: str, long: str) -> bool:
    letters = "".join(split_words(short))
    if not 2 <= len(letters) <= 7 or len(plain(short).split()) > 1:
        return False
    if re.fullmatch(r"[a-z]\d+[a-z]", letters):
        return len(letters) < len(long) and letters[0] == plain(long)[0]
    return letters in _initials(split_words(long))


def _initials(words: Sequence[str]) -> tuple[str, str]:
    telling = [word for word in words if word not in HEADLESS | PREPOSITIONS]
    return initials(words), initials(telling)


def _phrase(words: Sequence[str]) -> tuple[str, ...]:
    """Return what phrases of one meaning share: "theory of X" is "X theory"; "and" has no order."""
    words = [
        _ALIKE.get(word, word)
        for before, word in zip(("", *words), words, strict=False)
        if word != "based" or before in _ON
    ]
    if len(words) > 2 and words[-1] in _TAILS:
        words.pop()
    inside = [place for place, word in enumerate(words) if word in PREPOSITIONS]
    if len(inside) == 1 and words[inside[0]] == "of" and 0 < inside[0] < len(words) - 1:
        words = words[inside[0] + 1 :] + words[: inside[0]]
    elif not inside and words.count("and") == 1 and words[0] != "and" != words[-1]:
        middle = words.index("and")
        first, second = sorted((words[:middle], words[middle + 1 :]))
        words = [*first, "and", *second]
    return tuple(related(word) for word in words)


# One topic -------------------------------------------------------------------------------------


def same_topics(labels: Mapping[str, str]) -> dict[str, str]:
    """Decide which keys are one topic.

    Parameters
    ----------
    labels
        Key -> label, all of the site.

    Returns
    -------
    dict[str, str]
        Key -> the first key, in code point order, of those that are the same topic.

    >>> same_topics({"a": "Kubernetes", "b": "k8s", "c": "Docker"})
    {'a': 'a', 'b': 'a', 'c': 'c'}
    """
    groups = _Groups(labels)
    read = {key: _label(text) for key, text in sorted(labels.items())}
    for key, label in read.items():
        # A name that the table has is what the table says, however else it may be read.
        if label.entry is not None:
            groups.join(key, f"entry {label.entry.label}")
            continue
        groups.join(key, f"form {label.form}")
        groups.join(key, f"form {run_together(label.words)}")
        for end, fewest in (("js", 5), ("lang", 2)):
            if label.form.endswith(end) and len(label.form) >= fewest + len(end):
                groups.join(key, f"form {label.form.removesuffix(end)}")
        if label.phrase:
            groups.join(key, f"phrase {' '.join(label.phrase)}")
    _join_short(read, groups)
    _join_counted(read, groups)
    _join_misspelled(read, groups)
    return groups.first()


class _Groups:
    """Keys joined by what they share; two topics of the table are never joined."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = sorted(keys)
        self._above: dict[str, str] = {}
        self._entry: dict[str, str] = {}

    def top(self, node: str) -> str:
        above = self._above.get(node, node)
        while above != self._above.get(above, above):
            above = self._above[above]
        self._above[node] = above
        return above

    def join(self, key: str, shared: str) -> None:
        a, b = self.top(f"key {key}"), self.top(shared)
        if a == b:
            return
        named = {self._entry.get(a) or a, self._entry.get(b) or b}
        entries = [one for one in named if one.startswith("entry ")]
        if len(entries) < 2:
            self._above[b] = a
            if entries:
                self._entry[a] = entries[0]

    def first(self) -> dict[str, str]:
        leader: dict[str, str] = {}
        return {key: leader.setdefault(self.top(f"key {key}"), key) for key in self._keys}


def _join_short(read: Mapping[str, _Label], groups: _Groups) -> None:
    """Join a short form with the only label that gives it in brackets, or that its letters fit."""
    wanted = {
        label.form: key
        for key, label in read.items()
        if label.entry is None
        and len(label.words) == 1
        and 3 <= len(label.form) <= 6
        and label.form.isalpha()
    }
    given: dict[str, set[str]] = defaultdict(set)
    fitting: dict[str, set[str]] = defaultdict(set)
    threes = sum(len(label.words) == 3 for label in read.values())
    fewest = _FEWEST if threes > _FEW_LABELS else 3
    for key, label in read.items():
        if label.short:
            given[label.short].add(key)
        if len(label.words) >= fewest and not _LISTED.search(label.text):
            short = initials(label.words)
            # "qcs" may be several of "qc".
            if short not in _UNSURE and not (len(short) == 3 and short[-1] == "s"):
                fitting[short].add(key)
    for short, key in sorted(wanted.items()):
        for found in (given.get(short), fitting.get(short)):
            if found:
                if len({groups.top(f"key {one}") for one in found}) == 1:
                    groups.join(key, f"key {min(found)}")
                break


def _join_counted(read: Mapping[str, _Label], groups: _Groups) -> None:
    """Join a word that counts its letters ("k8s") with the only word that it fits."""
    fitting: dict[tuple[str, int, str], set[str]] = defaultdict(set)
    for key, label in read.items():
        for word in {label.form, "".join(plain(label.text).split())}:
            if word.isalpha():
                fitting[word[0], len(word) - 2, word[-1]].add(key)
    for key, label in sorted(read.items()):
        counted = _COUNTED.fullmatch(label.form)
        if counted and label.entry is None:
            found = fitting.get((counted[1], int(counted[2]), counted[3]), set())
            if len({groups.top(f"key {one}") for one in found}) == 1:
                groups.join(key, f"key {min(found)}")


def _join_misspelled(read: Mapping[str, _Label], groups: _Groups) -> None:
    """Join phrases that differ in one letter of one long word, which no other label has."""
    times: dict[str, int] = defaultdict(int)
    alike: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for key, label in read.items():
        if not 2 <= len(label.words) <= _LONGEST:
            continue
        for place, word in enumerate(label.words):
            times[word] += 1
            if len(word) >= (5 if len(label.words) > 2 else 8) and word.isalpha():
                rest = (*label.words[:place], word[0] + "…", *label.words[place + 1 :])
                alike[rest].append((word, key))
    for found in alike.values():
        if 1 < len(found) <= 50:
            for (a, first), (b, second) in combinations(sorted(found), 2):
                rare, known = sorted((a, b), key=lambda word: times[word])
                if a != b and times[rare] == 1 and _is_slip(rare, known):
                    groups.join(first, f"key {second}")


def _is_slip(rare: str, known: str) -> bool:
    return related(rare) != related(known) and OSA.distance(rare, known, score_cutoff=1) == 1


# A kind of -------------------------------------------------------------------------------------


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
    read = {key: [_label(text) for text in sorted(own)] for key, own in sorted(labels.items())}
    having: dict[tuple[str, ...], str] = {}
    forms: dict[str, str] = {}
    shown: dict[str, str] = {}
    for key, own in read.items():
        for label in own:
            having.setdefault(_compared(label.words), key)
            shown.setdefault(key, label.text)
            forms.setdefault(_form(label.entry.label) if label.entry else label.form, key)
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
    own: Sequence[_Label],
    having: Mapping[tuple[str, ...], str],
    forms: Mapping[str, str],
    shown: Mapping[str, str],
) -> Iterator[Broader]:
    for label in own:
        if label.entry is not None:
            for above in _table_above(label.entry, forms):
                evidence = f'The table of topics has "{label.entry.label}" as a kind of "{above}".'
                yield Broader(key, forms[_form(above)], 0.98, evidence)
    if any(label.entry is not None and label.entry.is_name for label in own):
        return
    for label in own:
        for words, confidence, why in _parts(label):
            broader = having.get(words)
            if broader is not None:
                evidence = f'"{label.text}" {why} "{shown[broader]}".'
                yield Broader(key, broader, confidence, evidence)
        for size in (1, 2):
            entry = topic_table().by_form.get(run_together(label.words[:size]))
            broader = forms.get(_form(entry.label)) if entry is not None else None
            if entry and broader and entry.is_name and len(entry.label) > 4 < len(label.form):
                evidence = f'"{label.text}" begins with the name "{entry.label}".'
                yield Broader(key, broader, 0.85, evidence)
        first = having.get(label.words[:1])
        if first is not None and len(label.words) > 1 and _NAME.search(shown[first]):
            evidence = f'"{label.text}" begins with the name "{shown[first]}".'
            yield Broader(key, first, 0.8, evidence)


def _form(label: str) -> str:
    return run_together(split_words(label.split(" (")[0]))


def _table_above(entry: Entry, forms: Mapping[str, str], depth: int = 0) -> Iterator[str]:
    """Yield the nearest broader topics of the table that the site has."""
    for label in entry.broader:
        above = topic_table().by_form.get(_form(label))
        if above is not None:
            label = above.label
        if _form(label) in forms:
            yield label
        elif above is not None and depth < 4:
            yield from _table_above(above, forms, depth + 1)


def _parts(label: _Label) -> Iterator[tuple[tuple[str, ...], float, str]]:
    """Yield the phrases inside a label that name what it is a kind of."""
    words = _compared(label.words)
    if not 2 <= len(words) <= _LONGEST or not HEADLESS.isdisjoint(words):
        return
    if _LISTED.search(label.text):
        return
    cut = next((place for place, word in enumerate(words) if word in PREPOSITIONS), len(words))
    if not 0 < cut or _NEGATED & set(words):
        return
    head, before = words[cut - 1], words[: cut - 1]
    for size in range(len(before), -1, -1):
        for kept in combinations(before, size):
            if not kept and label.words[cut - 1] not in _NO_HEADS:
                yield (label.words[cut - 1],), 0.9, "is a kind of"
            elif kept and len(kept) < len(words) - 1:
                yield (*kept, head), 0.9, "is a kind of"
    if cut < len(words) - 2:
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
