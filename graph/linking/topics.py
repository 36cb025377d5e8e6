"""What talks are about, when the programme gives topics for the event but not for the talk."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple

from hallway.graph.cache import Cache, digest_of
from hallway.graph.linking.overlap import (
    BASE,
    PRIOR,
    RANK,
    USUAL,
    Label,
    Match,
    Passage,
    Weights,
    is_number,
    label,
    match,
    passages,
)
from hallway.graph.linking.phrases import find_phrases
from hallway.graph.linking.records import LinkRecord, TalkText

__all__ = ["DERIVED", "SUGGESTED", "link"]

OVERLAP = "topic-overlap-1"
PHRASE = "topic-phrase-1"

DERIVED = {OVERLAP: 0.4, PHRASE: 0.55}
"""By method: from this confidence on a link is asserted. There are many more topics of the whole
site than of one event, and as many more to be wrong."""

SUGGESTED = {OVERLAP: 0.2, PHRASE: 0.4}
"""By method: from this confidence on a link is proposed."""

_MOST_PHRASES = 3
"""Topics of the whole site that are proposed for one talk."""

_ABOUT = "https://schema.org/about"


def link(
    talks: Sequence[TalkText], predicate: str = _ABOUT, cache: Cache | None = None
) -> list[LinkRecord]:
    """Link talks to topics by the words they share.

    Parameters
    ----------
    talks
        All of the site, in any order. The topics of a talk's event are what it may be about; where
        the event has none, all topics that the site's sources state, if the talk says them word
        for word.
    cache
        Remembers what was found in a talk or event; what is returned does not depend on it.

    Returns
    -------
    list[LinkRecord]
        Sorted by talk and topic. None for a topic that the source states for the talk itself.
    """
    ordered = sorted(talks, key=lambda talk: (talk.event, talk.iri, talk.title, talk.text))
    events: dict[str, list[TalkText]] = defaultdict(list)
    for talk in ordered:
        events[talk.event].append(talk)
    topics = {
        event: sorted({topic for talk in own for topic in talk.event_topics})
        for event, own in events.items()
    }
    links = [
        each
        for event, own in events.items()
        if topics[event]
        for each in _of_event(own, topics[event], predicate, cache)
    ]
    wanted = [not topics[talk.event] for talk in ordered]
    if any(wanted):
        links.extend(_by_phrase(ordered, wanted, predicate, cache))
    found: dict[tuple[str, str], LinkRecord] = {}
    for each in links:
        known = found.get((each.subject, each.object))
        if known is None or known.confidence < each.confidence:
            found[each.subject, each.object] = each
    return [found[key] for key in sorted(found)]


def _record(
    talk: TalkText, topic: str, predicate: str, score: float, method: str, evidence: str, quote: str
) -> LinkRecord | None:
    confidence = round(score, 4)
    if confidence < SUGGESTED[method] or topic in {iri for iri, _ in talk.stated_topics}:
        return None
    status = "derived" if confidence >= DERIVED[method] else "suggested"
    return LinkRecord(
        talk.iri, predicate, topic, confidence, method, evidence, quote=quote, status=status
    )


# The event's own topics ------------------------------------------------------------------------


def _of_event(
    talks: Sequence[TalkText],
    topics: Sequence[tuple[str, str]],
    predicate: str,
    cache: Cache | None,
) -> Iterable[LinkRecord]:
    """Link the talks of an event to its topics, unless it is known what that gives."""
    if cache is None:
        return _by_overlap(talks, topics, predicate)
    memo = cache.memo("topics")
    key = digest_of(predicate, topics, list(map(astuple, talks)))
    rows = memo.get(key)
    if rows is not None:
        return (LinkRecord(*row) for row in rows)
    links = list(_by_overlap(talks, topics, predicate))
    memo.put(key, list(map(astuple, links)))
    return links


def _by_overlap(
    talks: Sequence[TalkText], topics: Sequence[tuple[str, str]], predicate: str
) -> Iterator[LinkRecord]:
    texts = [passages(talk.title, talk.text, talk.language) for talk in talks]
    # A label is stemmed in the languages of the talks, so that German topics meet German texts.
    languages = sorted({talk.language for talk in talks})
    for language in languages:
        labels = [label(iri, text, language) for iri, text in topics]
        labels = [each for each in labels if each.stems]
        weights = Weights(texts, labels)
        base = BASE - PRIOR * math.log(max(1.0, len(labels) / USUAL))
        having = _index(labels)
        for talk, found in zip(talks, texts, strict=True):
            if talk.language == language:
                matches = _matches(found, labels, having, weights)
                yield from _ranked(talk, matches, predicate, base)


def _index(labels: Sequence[Label]) -> dict[str, list[int]]:
    """Return stem -> the labels with it; labels that ask for a number of at least … under ``+``."""
    having: dict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(labels):
        for stem in each.stems:
            having[stem].append(place)
        if each.at_least:
            having["+"].append(place)
    return having


def _matches(
    found: Sequence[Passage],
    labels: Sequence[Label],
    having: dict[str, list[int]],
    weights: Weights,
) -> list[Match]:
    stems = {token.stem for passage in found for token in passage.tokens}
    places = {place for stem in stems for place in having.get(stem, ())}
    if any(map(is_number, stems)):
        places.update(having.get("+", ()))
    matches = (match(labels[place], found, weights) for place in sorted(places))
    return [each for each in matches if each is not None]


def _ranked(
    talk: TalkText, matches: Sequence[Match], predicate: str, base: float
) -> Iterator[LinkRecord]:
    most = max((each.coverage for each in matches), default=1.0)
    for each in matches:
        odds = each.score + RANK * each.coverage / most + base
        words = _listed(each.words)
        where = "its title" if each.best.is_title else "its text"
        evidence = f'{words} of the topic "{each.label.text}" in the talk, most of it in {where}.'
        quote = each.best.text.strip()
        record = _record(
            talk, each.label.iri, predicate, 1 / (1 + math.exp(-odds)), OVERLAP, evidence, quote
        )
        if record:
            yield record


def _listed(words: Sequence[str]) -> str:
    quoted = [f'"{word}"' for word in words]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


# The site's topics -----------------------------------------------------------------------------


def _by_phrase(
    talks: Sequence[TalkText], wanted: Sequence[bool], predicate: str, cache: Cache | None
) -> Iterator[LinkRecord]:
    proposed: Counter[str] = Counter()
    phrases = find_phrases(talks, wanted, cache.memo("phrases") if cache else None)
    best_first = sorted(phrases, key=lambda one: (-one.confidence, one.iri))
    for found in best_first:
        where = "the title" if found.in_title else "the text"
        times = f", {found.times} times in all" if found.times > 1 else ""
        evidence = f'"{found.label}" stands word for word in {where}{times}.'
        record = _record(
            talks[found.talk], found.iri, predicate, found.confidence, PHRASE, evidence, found.quote
        )
        if record is None:
            continue
        proposed[record.subject] += record.status == "suggested"
        if record.status == "derived" or proposed[record.subject] <= _MOST_PHRASES:
            yield record
