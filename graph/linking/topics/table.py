"""The shipped table of topics: names that mean one thing, and what is a kind of what."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from hallway.graph.linking.topics.phrasing import phrase_of
from hallway.graph.linking.topics.words import (
    HEADLESS,
    PREPOSITIONS,
    initials,
    lemma,
    run_together,
    split_words,
)

__all__ = ["Entry", "Table", "table_of", "topic_table"]

_NOUN = re.compile(r"(?:ing|[ts]ion|ment|ity|ics|logy|ance|ence|[sx]is|graphy|metry|ism)$")
"""Endings of nouns for what people do or study; others are in the plural."""

_NAMES = frozenset(
    "Axios Cerebras Codeception Confluence Darcs Databricks Drools Emacs Gatling Grails Handlebars "
    "Highcharts Keras Kerberos Kokkos Leptos Nagios Narwhals Nerves Notion Nunjucks Orleans Paxos "
    "Polars Sapling Sitefinity Solidity Subversion Telepresence Tezos Thanos Trilinos Unity Wails "
    "Webmention Yosys".split()
)
"""Names that end as nouns do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One topic of the table.

    Attributes
    ----------
    label
        What it is called in full.
    aliases
        Its other names.
    broader
        Labels of the topics that it is a kind of.
    is_name
        True when the label is a name whose words mean nothing apart (``Visual Studio Code``).
    """

    label: str
    aliases: tuple[str, ...]
    broader: tuple[str, ...]
    is_name: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Entries, found by how a label is spelled.

    Attributes
    ----------
    by_form
        The lemmas of a label or an alias, run together -> the entry.
    in_full
        Short form -> the words that stand for it inside a longer label.
    by_phrase
        What phrases of one meaning share (see `phrase_of`) -> the entry with a name that is one.
    """

    entries: tuple[Entry, ...]
    by_form: dict[str, Entry]
    in_full: dict[str, tuple[str, ...]]
    by_phrase: dict[tuple[str, ...], Entry]

    def above(self, entry: Entry) -> set[str]:
        """Return the labels of all topics that one is a kind of, one way or another."""
        found: set[str] = set()
        ahead = set(entry.broader)
        while ahead:
            found |= ahead
            entries = (self.by_form.get(run_together(split_words(label))) for label in ahead)
            ahead = {label for one in entries if one for label in one.broader} - found
        return found


@cache
def topic_table() -> Table:
    """Read the table that is shipped, once."""
    text = (files("hallway.graph.linking.topics") / "names.tsv").read_text("utf-8")
    return table_of(_entry(line) for line in text.splitlines() if line and line[0] != "#")


def table_of(entries: Iterable[Entry]) -> Table:
    """Arrange entries for looking up; of two with one spelling the first has it."""
    entries = tuple(entries)
    by_form: dict[str, Entry] = {}
    in_full: dict[str, tuple[str, ...]] = {}
    phrases: list[tuple[list[str], Entry]] = []
    for entry in entries:
        words: tuple[str, ...] = ()
        for name in (entry.label.split(" (")[0], *entry.aliases):
            said = split_words(name)
            words = words or tuple(said)
            by_form.setdefault(run_together(said), entry)
            if any(map(str.isupper, name)):
                by_form.setdefault(run_together(split_words(name.casefold())), entry)
            if len(said) > 1:
                phrases.append((said, entry))
            elif _is_short(said[0], words):
                in_full.setdefault(said[0], words)
    by_phrase: dict[tuple[str, ...], Entry] = {}
    for said, entry in phrases:
        full = [one for word in said for one in in_full.get(word, (word,))]
        by_phrase.setdefault(phrase_of(full), entry)
    return Table(entries, by_form, in_full, by_phrase)


def _is_short(name: str, words: tuple[str, ...]) -> bool:
    """Tell whether a name is made of initials (``llm``) or counts letters (``k8s``)."""
    if name[1:2].isdigit():
        return True
    telling = [word for word in words if word not in HEADLESS | PREPOSITIONS]
    return len(words) > 1 and name in (initials(words), initials(telling))


def _entry(line: str) -> Entry:
    label, aliases, broader = line.split("\t")
    above = () if broader in ("", "-") else tuple(broader.split("|"))
    is_name = broader == "-" or (bool(broader) and not _is_phrase(label))
    return Entry(label, tuple(aliases.split("|")) if aliases else (), above, is_name)


def _is_phrase(label: str) -> bool:
    """Tell whether a label is made of common words ("Deep generative models", "Clustering")."""
    first, *others = label.split()
    if others:
        return all(word.islower() for word in others)
    if label in _NAMES or not first[1:].islower():
        return False
    word = first.casefold()
    return lemma(word) != word or bool(_NOUN.search(word))
