"""Which topic labels mean one topic.

Precision comes first. Labels are one topic when they are spelled alike (case, hyphens, blanks,
plural, British spelling, "theory of X" for "X theory"), when the shipped table says so, when one
gives the other in brackets, or when one is made of the initials, four or more, of the only label
that they fit.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from rapidfuzz.distance import OSA

from hallway.graph.linking.topics.label_parts import (
    Label,
    adjective,
    fitting_initials,
    read_label,
)
from hallway.graph.linking.topics.readings import meant_by_others
from hallway.graph.linking.topics.words import plain, related, run_together

__all__ = ["METHOD", "Reason", "SameTopics", "same_topics"]

METHOD = "topic-labels-2"

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
_COUNTED = re.compile(r"([a-z])(\d{1,2})([a-z])")
_SPOKEN = re.compile(r"[a-z]+[24][a-z]+")
"""A short form with a number for a word: "p2p"."""

_FEWEST = 4
"""Words of a label whose initials alone make a short form on any site."""

_FEW_LABELS = 200
"""Up to so many labels of three words, three letters do too: beyond, they fit by chance."""

_LONGEST = 8
"""Words of a label that is compared word by word."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why two labels are one topic: a sentence, and how sure the rule is."""

    confidence: float
    text: str


_TABLE, _SHORT = 0.99, 0.9
_SPELLED = Reason(
    0.98, "They are spelled alike but for hyphens, blanks, plural or British spelling."
)
_ENDED = Reason(
    0.95, "They are spelled alike but for an ending such as “js”, “lang” or “programming language”."
)
_ADJECTIVE = Reason(0.93, "They are noun and adjective of one word.")
_PHRASED = Reason(
    0.95, "They have the same words but for their order, their endings and small words."
)
_SLIPPED = Reason(0.9, "They differ in one letter of one long word, which no other label has.")


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
    return SameTopics(labels).first


class SameTopics:
    """Which keys are one topic, and by which rule.

    Parameters
    ----------
    labels
        Key -> label, all of the site.

    Attributes
    ----------
    first
        As `same_topics` returns it.
    """

    def __init__(self, labels: Mapping[str, str]) -> None:
        self._labels = labels
        self._groups = _grouped(labels)
        self.first = self._groups.first()

    def because(self, a: str, b: str) -> Reason | None:
        """Return why two keys are one topic; None when no rule joins them.

        >>> known = SameTopics({"a": "Kubernetes", "b": "k8s"})
        >>> known.because("a", "b").text
        'The table of topics has both as names of “Kubernetes”.'
        """
        steps = self._groups.steps(a, b)
        if not steps:
            return None
        if len(steps) == 1:
            return steps[0][2]
        told = [
            f"“{self._labels[one]}” is “{self._labels[other]}”: {_lower(reason.text)}"
            for one, other, reason in steps
        ]
        return Reason(round(prod(one[2].confidence for one in steps), 4), " ".join(told))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _grouped(labels: Mapping[str, str]) -> _Groups:
    groups = _Groups(labels)
    read = {key: read_label(text) for key, text in sorted(labels.items())}
    meant = meant_by_others(read)
    for key, label in read.items():
        if key in meant:
            text = f"Of what “{label.text}” stands for the site has only this."
            groups.join(key, f"key {meant[key]}", Reason(_SHORT, text))
            continue
        # A name that the table has is what the table says, however else it may be read.
        if label.entry is not None:
            text = f"The table of topics has both as names of “{label.entry.label}”."
            groups.join(key, f"entry {label.entry.label}", Reason(_TABLE, text))
            continue
        groups.join(key, f"form {label.form}", _SPELLED)
        groups.join(key, f"form {run_together(label.words)}", _SPELLED)
        for end, fewest in (("js", 5), ("lang", 2)):
            if label.form.endswith(end) and len(label.form) >= fewest + len(end):
                groups.join(key, f"form {label.form.removesuffix(end)}", _ENDED)
        if _is_language(label.words):
            groups.join(key, f"form {label.words[0]}", _ENDED)
        if len(label.words) == 1:
            groups.join(key, f"form {adjective(label.form)}", _ADJECTIVE)
        if label.phrase:
            groups.join(key, f"phrase {' '.join(label.phrase)}", _PHRASED)
    _join_short(read, groups)
    _join_counted(read, groups)
    _join_misspelled(read, groups)
    return groups


def _is_language(words: Sequence[str]) -> bool:
    """Tell "Crane programming language" from "functional programming language"."""
    named = words[1:] == ("programming", "language")
    return named and not words[0].endswith(("ic", "al", "ive", "ed", "ing", "ar", "ual"))


class _Groups:
    """Keys joined by what they share; two topics of the table are never joined."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = sorted(keys)
        self._above: dict[str, str] = {}
        self._entry: dict[str, str] = {}
        self._beside: dict[str, list[tuple[str, Reason]]] = {}

    def top(self, node: str) -> str:
        above = self._above.get(node, node)
        while above != self._above.get(above, above):
            above = self._above[above]
        self._above[node] = above
        return above

    def join(self, key: str, shared: str, reason: Reason) -> None:
        a, b = self.top(f"key {key}"), self.top(shared)
        if a == b:
            return
        named = {self._entry.get(a) or a, self._entry.get(b) or b}
        entries = [one for one in named if one.startswith("entry ")]
        if len(entries) < 2:
            self._above[b] = a
            self._beside.setdefault(f"key {key}", []).append((shared, reason))
            self._beside.setdefault(shared, []).append((f"key {key}", reason))
            if entries:
                self._entry[a] = entries[0]

    def first(self) -> dict[str, str]:
        leader: dict[str, str] = {}
        return {key: leader.setdefault(self.top(f"key {key}"), key) for key in self._keys}

    def steps(self, a: str, b: str) -> list[tuple[str, str, Reason]]:
        """Return the one way from a key to another: from key to key, each step with its reason."""
        start, end = f"key {a}", f"key {b}"
        before: dict[str, tuple[str, Reason]] = {}
        waiting = deque([end])
        while waiting and start not in before:
            here = waiting.popleft()
            for there, reason in self._beside.get(here, ()):
                if there != end and there not in before:
                    before[there] = (here, reason)
                    waiting.append(there)
        steps: list[tuple[str, str, Reason]] = []
        here, since = start, start
        reasons: list[Reason] = []
        while here in before:
            here, reason = before[here]
            reasons.append(reason)
            if here.startswith("key "):
                # What two labels share each has in its own way; the less usual one tells more.
                told = min(reasons, key=lambda one: one.confidence)
                steps.append((since[4:], here[4:], told))
                since, reasons = here, []
        return steps


def _join_short(read: Mapping[str, Label], groups: _Groups) -> None:
    """Join a short form with the only label that gives it in brackets, or that its letters fit."""
    wanted = {
        label.form: key
        for key, label in read.items()
        if label.entry is None
        and len(label.words) == 1
        and 3 <= len(label.form) <= 6
        and (label.form.isalpha() or _SPOKEN.fullmatch(label.form))
    }
    given: dict[str, set[str]] = defaultdict(set)
    fitting: dict[str, set[str]] = defaultdict(set)
    threes = sum(len(label.words) == 3 for label in read.values())
    fewest = _FEWEST if threes > _FEW_LABELS else 3
    for key, label in read.items():
        if label.short:
            given[label.short].add(key)
        for short in fitting_initials(label) if len(label.words) > 1 else ():
            # "qcs" may be several of "qc".
            if (
                (len(short) >= fewest or _SPOKEN.fullmatch(short))
                and short not in _UNSURE
                and not (len(short) == 3 and short[-1] == "s")
            ):
                fitting[short].add(key)
    for short, key in sorted(wanted.items()):
        for found, reason in (
            (given.get(short), "“{}” gives the other in brackets or with its capital letters."),
            (fitting.get(short), "“{}” has these initials, and no other topic of the site has."),
        ):
            if found:
                if len({groups.top(f"key {one}") for one in found}) == 1:
                    text = reason.format(read[min(found)].text)
                    groups.join(key, f"key {min(found)}", Reason(_SHORT, text))
                break


def _join_counted(read: Mapping[str, Label], groups: _Groups) -> None:
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
                text = f"“{label.text}” counts letters of “{read[min(found)].text}”, the only fit."
                groups.join(key, f"key {min(found)}", Reason(_SHORT, text))


def _join_misspelled(read: Mapping[str, Label], groups: _Groups) -> None:
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
                    groups.join(first, f"key {second}", _SLIPPED)


def _is_slip(rare: str, known: str) -> bool:
    return related(rare) != related(known) and OSA.distance(rare, known, score_cutoff=1) == 1
