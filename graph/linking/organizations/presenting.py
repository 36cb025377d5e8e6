"""Which organization stands behind a talk, when its text says so."""

from __future__ import annotations

import re
import unicodedata
from collections import ChainMap, Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from functools import lru_cache

from hallway.graph.building.cache import Cache, Memo, text_digest
from hallway.graph.linking.organizations.patterns import FoundName, bare, find_names
from hallway.graph.linking.organizations.speakers import behind_speakers
from hallway.graph.linking.organizations.table import shipped
from hallway.graph.linking.organizations.titles import in_title
from hallway.graph.linking.records import LinkRecord, TalkText

__all__ = ["DERIVED", "METHOD", "PRESENTED_BY", "SUGGESTED", "link"]

METHOD = "organization-patterns-3"
PRESENTED_BY = "https://w3id.org/hallway#presentedBy"

DERIVED = 0.65
"""From this confidence on a link is asserted."""

SUGGESTED = 0.4
"""From this confidence on a link is proposed."""

_KNOWN = 0.2
"""What it adds that the event or the site knows the name as an organization's."""

_AGAIN = 0.25
"""What it adds that another talk of the event has the name in such a sentence as well."""


def link(
    talks: Sequence[TalkText], known: Sequence[str] = (), cache: Cache | None = None
) -> list[LinkRecord]:
    """Find the organizations that present talks.

    Precision comes first: a text that names no presenting organization must give none.

    Parameters
    ----------
    talks
        Events are judged as a whole: a name that several talks have in the same place is surer.
    known
        Names of organizations that the site has anyway.
    cache
        Remembers what was found in a text; what is returned does not depend on it.

    Returns
    -------
    list[LinkRecord]
        Sorted by talk and name; `object` is the organization's name (`object_is_name`). An
        organization is not repeated under two spellings for one talk.
    """
    events: dict[str, list[TalkText]] = defaultdict(list)
    for talk in sorted(talks, key=lambda talk: (talk.event, talk.iri, talk.title, talk.text)):
        events[talk.event].append(talk)
    memo = cache.memo("organizations") if cache else None
    everywhere = {_key(name): name for name in sorted(known, reverse=True)}
    found: dict[tuple[str, str], LinkRecord] = {}
    for _, own in sorted(events.items()):
        for record in _known_links(own, ChainMap(_stated(own), everywhere), memo):
            key = (record.subject, _key(record.object))
            if key not in found or found[key].confidence < record.confidence:
                found[key] = record
    return sorted(found.values(), key=lambda record: (record.subject, record.object))


def _stated(talks: Sequence[TalkText]) -> dict[str, str]:
    """Return what the sources of an event name as organizations; of spellings the last one.

    All talks of an event may name all of them: lists that are equal are looked at once.
    """
    last_first = dict.fromkeys(talk.stated_organizations for talk in reversed(talks))
    return {_key(name): name for names in reversed(last_first) for name in sorted(names)}


@lru_cache(maxsize=1 << 17)
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


def _known_links(
    talks: Sequence[TalkText], known: Mapping[str, str], memo: Memo | None
) -> Iterable[LinkRecord]:
    """Return what `_event_links` gives, unless texts and names that it hangs on are as before."""
    if memo is None:
        return _event_links(talks, known, memo)
    texts = [_text_key(talk) for talk in talks]
    labels = dict.fromkeys(
        label for talk in talks for _, label in (*talk.event_topics, *talk.stated_topics)
    )
    key = text_digest("event", *texts, *(talk.iri for talk in talks), "", *labels)
    row = memo.get(key)
    if row is not None and all(known.get(name) == value for name, value in row[0].items()):
        memo.keep(texts)
        return [LinkRecord(*each) for each in row[1]]
    noted = _Noted(known)
    links = list(_event_links(talks, noted, memo))
    memo.put(key, [noted.notes, list(map(astuple, links))])
    return links


class _Noted(Mapping[str, str]):
    """A table that notes what is looked up, and what it gives: None for nothing."""

    def __init__(self, table: Mapping[str, str]) -> None:
        self._table = table
        self.notes: dict[str, str | None] = {}

    def __getitem__(self, key: str) -> str:
        found = self.notes[key] = self._table.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        raise TypeError("what depends on a whole table cannot be noted")

    def __len__(self) -> int:
        raise TypeError("what depends on a whole table cannot be noted")


def _event_links(
    talks: Sequence[TalkText], known: Mapping[str, str], memo: Memo | None
) -> Iterable[LinkRecord]:
    table = shipped()

    def is_known(name: str) -> bool:
        return _key(name) in known or table.names_only(name)

    names = [_surest(_names(talk, memo), is_known) for talk in talks]
    times = Counter(key for found in names for key in found)
    titles = f" {' | '.join(_key(talk.title) for talk in talks)} "
    topics = {
        _key(label) for talk in talks for _, label in (*talk.event_topics, *talk.stated_topics)
    }
    for talk, found in zip(talks, names, strict=True):
        for key, (score, each) in sorted(found.items()):
            if any(key == _key(name) for name in talk.speakers):
                continue
            if each.is_subject:
                # "MegaScale trains": what the talk is about, not who gives it.
                if key in topics or f" {key} " in f" {_key(talk.title)} ":
                    continue
                score += _AGAIN * (times[key] > 1 and f" {key} " not in titles)
            confidence = round(min(score, 0.97), 4)
            if confidence >= SUGGESTED:
                yield _record(talk, known.get(key, each.name), each, confidence, times[key] - 1)


def _record(
    talk: TalkText, name: str, found: FoundName, confidence: float, again: int
) -> LinkRecord:
    others = "another talk" if again == 1 else f"{again} other talks"
    more = f"; {others} of the event name it so" if again else ""
    return LinkRecord(
        talk.iri,
        PRESENTED_BY,
        name,
        confidence,
        METHOD,
        f'The text names "{found.name}": {found.pattern}{more}.',
        quote=found.quote,
        status="derived" if confidence >= DERIVED else "suggested",
        object_is_name=True,
    )


def _text_key(talk: TalkText) -> str:
    return text_digest(talk.title, *talk.speakers, talk.text)


def _names(talk: TalkText, memo: Memo | None) -> list[FoundName]:
    """Return the names of a talk, whatever its event and the site know."""
    key = _text_key(talk) if memo else ""
    rows = memo.get(key) if memo else None
    if rows is not None:
        return [FoundName(*row) for row in rows]
    found = [
        *find_names(talk.text),
        *behind_speakers(talk.title, talk.text, talk.speakers),
        *in_title(talk.title),
    ]
    if memo:
        memo.put(key, [astuple(each) for each in found])
    return found


def _surest(
    names: Iterable[FoundName], is_known: Callable[[str], bool]
) -> dict[str, tuple[float, FoundName]]:
    """Return key -> the surest place of each name, and how sure it is."""
    best: dict[str, tuple[float, FoundName]] = {}
    for found in names:
        key = _key(found.name)
        score = found.confidence
        if is_known(found.name):
            score = found.if_known or found.confidence + _KNOWN
        if key and score and (key not in best or best[key][0] < score):
            best[key] = (score, found)
    return best
