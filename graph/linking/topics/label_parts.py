"""A topic's label taken apart: its words, what they mean in the table, and its short form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hallway.graph.linking.topics.phrasing import NEURAL, phrase_of
from hallway.graph.linking.topics.table import Entry, topic_table
from hallway.graph.linking.topics.words import (
    HEADLESS,
    PREPOSITIONS,
    initials,
    plain,
    run_together,
    split_words,
)

__all__ = ["LISTED", "Label", "adjective", "fitting_initials", "form_of", "read_label"]

LISTED = re.compile(r"[/:;,#|]|\w\.\w")
"""A list of things, or the dotted name of a module: its last word is no head."""

_SERIES = re.compile(r"\w+(?:, \w+)+,? (?:and|&) \w+")
"""One phrase for all its commas: "diversity, equity and inclusion"."""

_LANGUAGE_TAILS = (("programming", "language"), ("language",), ("programming",), ("lang",))
"""Words that add nothing behind a name of the table: "Assembly language"."""

_THING_TAILS = frozenset("framework database ide".split())
"""The same, but behind a language they are something else: "Python framework"."""

_MAKERS = frozenset(
    "apache google mozilla microsoft apple facebook meta hashicorp jetbrains nvidia oracle ibm "
    "adobe gnu".split()
)
"""Words that add nothing before a name of the table: "Apache Cassandra"."""

_SCRIPTED = frozenset(["JavaScript", "Web development", "Web frameworks", "Node.js"])
"""What has a part named with "js" behind it."""

_BRACKET = re.compile(r"\s*[(\[]([^()\[\]]+)[)\]]\s*")

_QUALITY = (("ality", "al"), ("ability", "able"), ("ibility", "ible"), ("ivity", "ive"))
_QUALITIES_APART = frozenset(
    "personality reality locality nationality hospitality municipality mortality facility "
    "originality relativity activity productivity formality responsibility visibility "
    "disability capability liability sensibility generality nativity collectivity".split()
)


_SPOKEN = {"to": "2", "for": "4"}
"""Words that a short form has as a number: "e2ee"."""


@dataclass(frozen=True, slots=True)
class Label:
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
def read_label(text: str) -> Label:
    """Take a label apart."""
    text, short = _without_brackets(text)
    said = split_words(text)
    table = topic_table()
    words = tuple(full for word in said for full in table.in_full.get(word, (word,)))
    phrase = phrase_of(words)
    entry = _entry(said, words, phrase)
    return Label(text, words, run_together(said), phrase, short, entry)


def form_of(label: str) -> str:
    """Return the spelling under which the table has a label."""
    return run_together(split_words(label.split(" (")[0]))


def adjective(word: str) -> str:
    """Return what a quality is the quality of ("modality", "modal"); the word if it is none."""
    if len(word) >= 8 and word not in _QUALITIES_APART:
        for ending, instead in _QUALITY:
            if word.endswith(ending):
                return word.removesuffix(ending) + instead
    return word


def fitting_initials(label: Label) -> set[str]:
    """Return the short forms that the initials of a label make: with and without "and"."""
    if LISTED.search(label.text) and not _SERIES.fullmatch(label.text):
        return set()
    apart = split_words(re.sub(r"(?<=\w)[-\u2010\u2011](?=\w)", ", ", label.text))
    found = {initials(label.words), *_initials(label.words)}
    if any(word in _SPOKEN for word in label.words):
        found.add("".join(_SPOKEN.get(word, word[0]) for word in label.words))
    return found | {initials(apart)} if len(apart) > 2 else found


# The table's entry -------------------------------------------------------------------------------


def _entry(said: Sequence[str], words: Sequence[str], phrase: tuple[str, ...]) -> Entry | None:
    by_form = topic_table().by_form
    for form in _forms(said, words):
        if form in by_form:
            return by_form[form]
    if phrase in topic_table().by_phrase:
        return topic_table().by_phrase[phrase]
    for form in _forms_of_names(said):
        entry = by_form.get(form)
        if entry is not None and entry.is_name:
            return entry
    if len(said) > 1 and said[-1] in _THING_TAILS:
        entry = by_form.get(run_together(said[:-1]))
        if entry is not None and entry.is_name and entry.broader:
            if "Programming languages" not in topic_table().above(entry):
                return entry
    form = run_together(said)
    if form.endswith("js") and len(form) > 5:
        entry = by_form.get(form.removesuffix("js"))
        if entry is not None and not _SCRIPTED.isdisjoint(topic_table().above(entry)):
            return entry
    return None


def _forms(said: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    """Yield the spellings of a label under which the table may have it."""
    yield run_together(said)
    yield run_together(words)
    if len(words) > 1 and words[-1] == "network" and words[-2] in NEURAL:
        yield run_together([*words[:-1], "neural", "network"])


def _forms_of_names(said: Sequence[str]) -> Iterator[str]:
    """Yield the spellings without words that add nothing to a name."""
    if len(said) > 1 and said[0] in _MAKERS:
        yield run_together(said[1:])
    for tail in _LANGUAGE_TAILS:
        if len(said) > len(tail) and tuple(said[-len(tail) :]) == tail:
            yield run_together(said[: -len(tail)])


# The short form ----------------------------------------------------------------------------------


def _without_brackets(text: str) -> tuple[str, str]:
    """Return a label without the short form that it gives in brackets, and the short form."""
    found = _BRACKET.search(text)
    if not found:
        return text, ""
    before, behind = text[: found.start()], text[found.end() :]
    outer = f"{before} {behind}".strip()
    for long, short in ((outer, found[1]), (found[1], outer)):
        if long and _abbreviates(short, long):
            return long, "".join(split_words(short))
    if behind.strip():
        for start in range(len(words := before.split())):
            if _abbreviates(found[1], " ".join(words[start:])):
                return " ".join([*words[:start], found[1], behind.strip()]), ""
    return text, ""


def _abbreviates(short: str, long: str) -> bool:
    """Tell whether a short form in brackets is one of a phrase."""
    letters = "".join(split_words(short))
    if not 2 <= len(letters) <= 7 or len(plain(short).split()) > 1:
        return False
    if re.fullmatch(r"[a-z]\d+[a-z]", letters):
        return len(letters) < len(long) and letters[0] == plain(long)[0]
    if letters in _initials(split_words(long)):
        return True
    return any(map(str.isupper, short)) and _in_order(letters, plain(long))


def _in_order(letters: str, long: str) -> bool:
    """Tell whether letters stand in a phrase in order, the first one at its beginning.

    "XML" in "extensible markup language" does not; "WASM" in "WebAssembly" and "VAE" in
    "variational autoencoder" do.
    """
    words = long.split()
    if not words or letters[0] != words[0][0] or len(words) > len(letters):
        return False
    rest = iter(long)
    return all(letter in rest for letter in letters) and len(letters) < len(long) / 2


def _initials(words: Sequence[str]) -> tuple[str, str]:
    telling = [word for word in words if word not in HEADLESS | PREPOSITIONS]
    return initials(words), initials(telling)
