"""Which words stand for which topic of the site, and which look as if they did."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from hallway.graph.linking.normal import stems, words
from hallway.graph.linking.records import TalkText
from hallway.graph.linking.topics.background import is_common
from hallway.graph.linking.topics.phrase_memory import Phrase
from hallway.graph.linking.topics.table import Entry, topic_table
from hallway.graph.linking.topics.words import run_together, split_words

__all__ = ["NamedTopic", "Phrases", "named_topics"]

# Kinds of session are no topics, even where a source has them among its tags.
_KINDS = frozenset(
    tuple(kind.split())
    for kind in "talk|keynot|tutori|workshop|panel|poster|session|sprint|confer|lightn talk|"
    "short talk|long talk|panel discuss|open session|close session|present".split("|")
)

_IDENTIFIER = re.compile(r"\w[._]\w")

_SHORTEST = 3
"""Letters of a name that the table alone gives for a topic: "md" and "hg" say too little."""


@dataclass(frozen=True, slots=True)
class NamedTopic:
    """A topic that a phrase stands for.

    Attributes
    ----------
    iri
        Empty for what is none of the site's topics, but has the words of one among its own: in
        "A/B testing" nobody speaks of "testing".
    label
        The topic's label.
    spelling
        How the phrase is written; another label or name of the topic, or the label.
    talks
        Talks that state the topic, or whose events do.
    is_name
        Whether the phrase is the name of something ("scikit-learn"), which a text may have in
        passing, and not a description ("machine learning").
    """

    iri: str
    label: str
    spelling: str
    talks: int
    is_name: bool = False

    @property
    def literal(self) -> str:
        """How the phrase must stand in a text, in small letters; empty when that does not matter.

        "Easy to install" is not "easy_install".
        """
        return self.spelling.casefold() if _IDENTIFIER.search(self.spelling) else ""


Phrases = dict[Phrase, NamedTopic]


def named_topics(
    talks: Sequence[TalkText], spellings: Mapping[str, Sequence[str]], people: Collection[str]
) -> dict[str, Phrases]:
    """Return for each language of talks the phrases and the topic that each stands for.

    Parameters
    ----------
    talks
        All of the site; their topics are the ones that are looked for.
    spellings
        IRI of a topic -> all its labels.
    people
        Names of the site's people: they are no topics, even where a source has them as tags.
    """
    stated = Counter(topic for talk in talks for topic in {*talk.stated_topics, *talk.event_topics})
    persons = {_squeezed(name) for name in people if " " in name.strip()}
    order = [
        (iri, label, stated[iri, label])
        for iri, label in sorted(stated, key=lambda topic: (-stated[topic], topic))
        if _squeezed(label) not in persons
    ]
    found: dict[str, Phrases] = {}
    for language in {talk.language for talk in talks}:
        phrases = found.setdefault(language, {})
        for every in (_labels, _names):
            for iri, label, times in order:
                for spelling in every(iri, label, spellings):
                    phrase = tuple(stems(spelling, language))
                    if phrase and max(map(len, phrase)) > 1 and phrase not in _KINDS:
                        topic = NamedTopic(iri, label, spelling, times, _is_name(phrase, spelling))
                        phrases.setdefault(phrase, topic)
        phrases.update(_apart(phrases, language))
    return found


@lru_cache(maxsize=1 << 16)
def _is_name(phrase: Phrase, spelling: str) -> bool:
    entry = topic_table().by_form.get(run_together(split_words(spelling)))
    is_known = entry is not None and entry.is_name
    return len(phrase) == 1 or is_known or bool(_IDENTIFIER.search(spelling))


def _squeezed(name: str) -> str:
    return "".join(words(name.casefold()))


def _labels(iri: str, label: str, spellings: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield label
    yield from spellings.get(iri, ())


def _names(iri: str, label: str, spellings: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the names that the table has for a topic, but for words that mean other things too."""
    entry = topic_table().by_form.get(run_together(split_words(label)))
    for name in _all_names(entry) if entry is not None else ():
        said = stems(name)
        if len(said) > 1 or (said and len(name) >= _SHORTEST and not is_common(said[0])):
            yield name


def _all_names(entry: Entry) -> tuple[str, ...]:
    return (entry.label.split(" (")[0], *entry.aliases)


def _apart(phrases: Phrases, language: str) -> Phrases:
    """Return the table's names that have a topic's words among theirs, and are no kind of it.

    The table is in English, and so only English texts are read so closely.
    """
    found: Phrases = {}
    if language[:2].lower() not in ("", "en"):
        return found
    beginning = {phrase[0] for phrase in phrases}
    for entry, names, broader in _table_phrases():
        for phrase in names:
            if len(phrase) < 2 or beginning.isdisjoint(phrase) or phrase in phrases:
                continue
            inner = {
                phrase[start:end]
                for start in range(len(phrase))
                for end in range(start + 1, len(phrase) + 1)
            }
            if any(one in phrases for one in inner - broader - names):
                found[phrase] = NamedTopic("", entry.label, entry.label, 0)
    return found


@cache
def _table_phrases() -> tuple[tuple[Entry, frozenset[Phrase], frozenset[Phrase]], ...]:
    """Return each entry of the table with the stems of its names and of what is above it."""
    return tuple(
        (
            entry,
            frozenset(tuple(stems(name)) for name in _all_names(entry)),
            frozenset(tuple(stems(label)) for label in _above(entry)),
        )
        for entry in topic_table().entries
    )


def _above(entry: Entry) -> Iterator[str]:
    """Yield all labels above an entry; the table has no circles."""
    for label in entry.broader:
        yield label
        above = topic_table().by_form.get(run_together(split_words(label.split(" (")[0])))
        if above is not None:
            yield from _above(above)
