"""What talks are about, when the programme gives topics for the event but not for the talk."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple

from hallway.graph.building.cache import Cache, digest_of
from hallway.graph.linking.records import LinkRecord, TalkText
from hallway.graph.linking.topics.model import TopicModel, shipped_models
from hallway.graph.linking.topics.pairs import Pair, Topic, event_pairs
from hallway.graph.linking.topics.phrases import FoundPhrase, find_phrases
from hallway.graph.linking.topics.vectors import Vectors

__all__ = ["DERIVED", "MEANING", "PHRASE", "SUGGESTED", "WORDS", "link"]

WORDS = shipped_models()["words"].method
MEANING = shipped_models()["meaning"].method
PHRASE = "topic-phrase-3"

DERIVED = {PHRASE: 0.55} | {model.method: model.derived for model in shipped_models().values()}
"""By method: from this confidence on a link is asserted. There are many more topics of the whole
site than of one event, and as many more to be wrong."""

SUGGESTED = {PHRASE: 0.4} | {model.method: model.suggested for model in shipped_models().values()}
"""By method: from this confidence on a link is proposed."""

_MOST_PHRASES = 3
"""Topics of the whole site that are proposed for one talk."""

_MOST_SPELLINGS = 6
"""Spellings of a topic that are looked for, the most frequent first."""

_ABOUT = "https://schema.org/about"


def link(
    talks: Sequence[TalkText],
    predicate: str = _ABOUT,
    cache: Cache | None = None,
    *,
    spellings: Mapping[str, Sequence[str]] | None = None,
    people: Collection[str] = (),
    vectors: Vectors | None = None,
) -> list[LinkRecord]:
    """Link talks to topics by the words they share and, with vectors, by meaning.

    Parameters
    ----------
    talks
        All of the site, in any order. The topics of a talk's event are what it may be about; where
        the event has none, all topics that the site's sources state, if the talk says them word
        for word.
    cache
        Remembers what was found in a talk or event; what is returned does not depend on it.
    spellings
        IRI of a topic -> all its labels, best first; the others are looked for as well.
    people
        Names of the site's people: none of them is a topic to be proposed.
    vectors
        Of the extra ``hallway[embed]``; None to go by words alone.

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
        event: _topics(own, spellings if spellings is not None else {})
        for event, own in events.items()
    }
    links = [
        each
        for event, own in events.items()
        if topics[event]
        for each in _of_event(own, topics[event], predicate, vectors, cache)
    ]
    wanted = [not topics[talk.event] for talk in ordered]
    if any(wanted):
        memo = cache.memo("phrases") if cache else None
        phrases = find_phrases(ordered, wanted, memo, spellings=spellings, people=people)
        links.extend(_by_phrase(ordered, phrases, predicate))
    found: dict[tuple[str, str], LinkRecord] = {}
    for each in links:
        known = found.get((each.subject, each.object))
        if known is None or known.confidence < each.confidence:
            found[each.subject, each.object] = each
    return [found[key] for key in sorted(found)]


def _topics(talks: Sequence[TalkText], spellings: Mapping[str, Sequence[str]]) -> list[Topic]:
    """Return the topics of an event with their spellings, sorted by IRI."""
    found: dict[str, list[str]] = defaultdict(list)
    for iri, label in sorted({topic for talk in talks for topic in talk.event_topics}):
        found[iri].append(label)
    return [
        Topic(iri, tuple(dict.fromkeys([*labels, *spellings.get(iri, ())]))[:_MOST_SPELLINGS])
        for iri, labels in found.items()
    ]


def _record(
    talk: TalkText, topic: str, predicate: str, score: float, method: str, evidence: str, quote: str
) -> LinkRecord | None:
    confidence = round(score, 4)
    kind = method.split("/")[0]
    if confidence < SUGGESTED[kind] or topic in {iri for iri, _ in talk.stated_topics}:
        return None
    status = "derived" if confidence >= DERIVED[kind] else "suggested"
    return LinkRecord(
        talk.iri, predicate, topic, confidence, method, evidence, quote=quote, status=status
    )


# The event's own topics ------------------------------------------------------------------------


def _of_event(
    talks: Sequence[TalkText],
    topics: Sequence[Topic],
    predicate: str,
    vectors: Vectors | None,
    cache: Cache | None,
) -> Iterable[LinkRecord]:
    """Link the talks of an event to its topics, unless it is known what that gives."""
    if cache is None:
        return _by_event(talks, topics, predicate, vectors)
    memo = cache.memo("topics")
    model = vectors.name if vectors is not None else ""
    key = digest_of(predicate, model, list(map(astuple, topics)), list(map(astuple, talks)))
    rows = memo.get(key)
    if rows is not None:
        return (LinkRecord(*row) for row in rows)
    links = list(_by_event(talks, topics, predicate, vectors))
    memo.put(key, list(map(astuple, links)))
    return links


def _by_event(
    talks: Sequence[TalkText], topics: Sequence[Topic], predicate: str, vectors: Vectors | None
) -> Iterator[LinkRecord]:
    model = shipped_models()["words" if vectors is None else "meaning"]
    method = model.method if vectors is None else f"{model.method}/{vectors.name}"
    for pair in event_pairs(talks, topics, vectors):
        talk, topic = talks[pair.talk], topics[pair.topic]
        score = model.probability(pair.features, len(topics))
        if score >= model.suggested:
            evidence = _evidence(pair, topic, model)
            record = _record(talk, topic.iri, predicate, score, method, evidence, pair.quote)
            if record:
                yield record


def _evidence(pair: Pair, topic: Topic, model: TopicModel) -> str:
    label = pair.overlap.label.text
    other = f' (also called "{label}")' if label != topic.spellings[0] else ""
    name = f'the topic "{topic.spellings[0]}"{other}'
    if pair.overlap.words:
        where = "its title" if pair.overlap.best.is_title else "its text"
        said = f"{_listed(pair.overlap.words)} of {name} in the talk, most of it in {where}."
    else:
        said = f"No word of {name} in the talk."
    close = pair.features.get("close")
    if close is None or "close" not in model.weights:
        return said
    return f"{said} Its nearest sentence has a similarity of {close:.2f} in meaning."


def _listed(words: Sequence[str]) -> str:
    quoted = [f'"{word}"' for word in words]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


# The site's topics -----------------------------------------------------------------------------


def _by_phrase(
    talks: Sequence[TalkText], phrases: Iterable[FoundPhrase], predicate: str
) -> Iterator[LinkRecord]:
    proposed: Counter[str] = Counter()
    likely = (one for one in phrases if round(one.confidence, 4) >= SUGGESTED[PHRASE])
    best_first = sorted(likely, key=lambda one: (-one.confidence, one.iri, one.spelling))
    for found in best_first:
        where = "the title" if found.in_title else "the text"
        times = f", {found.times} times in all" if found.times > 1 else ""
        of = f' for the topic "{found.label}"' if found.spelling != found.label else ""
        exact = found.printed.casefold() == found.spelling.casefold()
        said = "word for word" if exact else f'as "{found.printed}"'
        evidence = f'"{found.spelling}"{of} stands {said} in {where}{times}.'
        if found.in_series:
            talks_do = "talk states" if found.in_series == 1 else "talks state"
            evidence += f" {found.in_series} {talks_do} the topic in the series of the event."
        record = _record(
            talks[found.talk], found.iri, predicate, found.confidence, PHRASE, evidence, found.quote
        )
        if record is None:
            continue
        proposed[record.subject] += record.status == "suggested"
        if record.status == "derived" or proposed[record.subject] <= _MOST_PHRASES:
            yield record
