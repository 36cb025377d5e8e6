"""Which organization stands behind a talk, when its text says so."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from hallway.graph.linking.normal import sentences
from hallway.graph.linking.org_patterns import FoundName, bare, find_names
from hallway.graph.linking.records import LinkRecord, TalkText

__all__ = ["DERIVED", "METHOD", "PRESENTED_BY", "SUGGESTED", "link"]

METHOD = "organization-patterns-1"
PRESENTED_BY = "https://w3id.org/hallway#presentedBy"

DERIVED = 0.6
"""From this confidence on a link is asserted."""

SUGGESTED = 0.4
"""From this confidence on a link is proposed."""

_KNOWN = 0.2
"""What it adds that the event or the site knows the name as an organization's."""

_AGAIN = 0.25
"""What it adds that another talk of the event has the name in such a sentence as well."""


def link(talks: Sequence[TalkText], known: Sequence[str] = ()) -> list[LinkRecord]:
    """Find the organizations that present talks.

    Precision comes first: a text that names no presenting organization must give none.

    Parameters
    ----------
    talks
        Events are judged as a whole: a name that several talks have in the same place is surer.
    known
        Names of organizations that the site has anyway.

    Returns
    -------
    list[LinkRecord]
        Sorted by talk and name; `object` is the organization's name (`object_is_name`). An
        organization is not repeated under two spellings for one talk.
    """
    events: dict[str, list[TalkText]] = defaultdict(list)
    for talk in sorted(talks, key=lambda talk: (talk.event, talk.iri, talk.title, talk.text)):
        events[talk.event].append(talk)
    everywhere = {_key(name): name for name in sorted(known, reverse=True)}
    found: dict[tuple[str, str], LinkRecord] = {}
    for _, own in sorted(events.items()):
        stated = {_key(name): name for talk in own for name in sorted(talk.stated_organizations)}
        for record in _event_links(own, {**everywhere, **stated}):
            key = (record.subject, _key(record.object))
            if key not in found or found[key].confidence < record.confidence:
                found[key] = record
    return sorted(found.values(), key=lambda record: (record.subject, record.object))


def _key(name: str) -> str:
    """Return what spellings of an organization's name have in common."""
    plain = unicodedata.normalize("NFKD", bare(name).casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    words = re.sub(r"[^\w]+", " ", plain).split()
    while len(words) > 1 and words[-1] in _LEGAL:
        words.pop()
    return " ".join(words)


_LEGAL = frozenset(
    "inc ltd limited llc gmbh ag sa corp corporation co plc bv oy ab srl spa".split()
)


def _event_links(talks: Sequence[TalkText], known: dict[str, str]) -> Iterable[LinkRecord]:
    names = [_names(talk, known) for talk in talks]
    subjects: dict[str, set[str]] = defaultdict(set)
    for talk, found in zip(talks, names, strict=True):
        for key in found:
            subjects[key].add(talk.iri)
    topics = {
        _key(label) for talk in talks for _, label in (*talk.event_topics, *talk.stated_topics)
    }
    for talk, found in zip(talks, names, strict=True):
        for key, each in sorted(found.items()):
            if (
                each.is_subject
                and key not in known
                and (_in_title(key, talk.title) or key in topics)
            ):
                continue  # "MegaScale trains": what the talk is about, not who gives it
            score = each.confidence
            score += _KNOWN * (key in known) + _AGAIN * (len(subjects[key]) > 1)
            confidence = round(min(score, 0.97), 4)
            if confidence < SUGGESTED:
                continue
            again = len(subjects[key]) - 1
            more = f"; so do {again} other talks of the event" if again else ""
            yield LinkRecord(
                talk.iri,
                PRESENTED_BY,
                known.get(key, each.name),
                confidence,
                METHOD,
                f'The text names "{each.name}": {each.pattern}{more}.',
                quote=each.quote,
                status="derived" if confidence >= DERIVED else "suggested",
                object_is_name=True,
            )


def _names(talk: TalkText, known: dict[str, str]) -> dict[str, FoundName]:
    """Return key -> the surest place of each name of a talk."""
    best: dict[str, FoundName] = {}
    for found in (*find_names(talk.text), *_known_subjects(talk.text, known)):
        key = _key(found.name)
        if key and (key not in best or best[key].confidence < found.confidence):
            best[key] = found
    return best


def _known_subjects(text: str, known: dict[str, str]) -> Iterable[FoundName]:
    """Yield known names that begin a sentence, whatever it goes on to say."""
    if not known:
        return
    for start, end in sentences(text):
        sentence = text[start:end]
        words = re.findall(r"[\w&.'’-]+", sentence[:120])[:6]
        for count in range(len(words), 0, -1):
            name = bare(" ".join(words[:count]))
            if name[:1].isupper() and _key(name) in known and _verb_follows(sentence, words, count):
                yield FoundName(name, 0.5, "a sentence begins with it", sentence)
                break


def _verb_follows(sentence: str, words: Sequence[str], count: int) -> bool:
    return len(words) > count and words[count][:1].islower()


@lru_cache(maxsize=1 << 12)
def _title_key(title: str) -> str:
    return f" {_key(title)} "


def _in_title(key: str, title: str) -> bool:
    return f" {key} " in _title_key(title)
