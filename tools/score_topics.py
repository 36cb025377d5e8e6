"""What talks are about: predictions for the gold set, and how sure the figures are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import train_topics
from intervals import calibration_error, perfect_error

from hallway.graph.linking.records import LinkRecord, TalkText
from hallway.graph.linking.topics import linking as topics
from hallway.graph.linking.topics.vectors import Vectors, installed_encoder

Record = dict[str, Any]


def talks(gold: Iterable[Record]) -> list[TalkText]:
    """Return the talks of a gold set, an event for each source and event."""
    return [
        TalkText(
            iri=row["id"],
            event=f"{row.get('source', '')} {row['event']}",
            title=row["title"],
            text=row["text"],
            event_topics=tuple((topic, topic) for topic in row.get("candidates", ())),
            speakers=tuple(row.get("speakers", ())),
        )
        for row in gold
    ]


def topic_links(gold: list[Record]) -> Iterable[Record]:
    """Predict what talks are about; what is only suggested does not count."""
    found: dict[str, list[Record]] = defaultdict(list)
    for link in _links(gold):
        if link.status == "derived":
            found[link.subject].append({"topic": link.object, "score": link.confidence})
    return [{"id": talk, "topics": links} for talk, links in found.items()]


def _links(gold: list[Record]) -> list[LinkRecord]:
    encoder = installed_encoder()
    return topics.link(talks(gold), vectors=Vectors(encoder) if encoder is not None else None)


def report(gold: list[Record]) -> Iterator[str]:
    """Yield intervals over talks for the programmes labelled by hand, and the calibration there."""
    hand = [row for row in gold if row["source"].endswith("-hand")]
    links = _links(hand)
    methods = ", ".join(sorted({link.method for link in links}))
    yield f"\nTopic links of programmes by {methods}, with 95 % intervals over talks"
    found: dict[str, dict[str, LinkRecord]] = defaultdict(dict)
    for link in links:
        found[link.subject][link.object] = link
    counts = []
    said: list[tuple[float, bool]] = []
    for row in hand:
        own = found[row["id"]]
        judged = {topic: link for topic, link in own.items() if topic not in row["ignore"]}
        derived = {topic for topic, link in judged.items() if link.status == "derived"}
        wanted = set(row["gold"])
        said += [(link.confidence, topic in wanted) for topic, link in judged.items()]
        if row["source"] == "programme-hand":
            sizes = (len(derived & wanted), len(derived - wanted), len(wanted - derived))
            counts.append(Counter(dict(zip(("right", "wrong", "missed"), sizes, strict=True))))
    yield "  " + "  ".join(train_topics.intervals(counts))
    error = calibration_error(said)
    pairs = sum(len(row["candidates"]) - len(row["ignore"]) for row in hand)
    yield f"  calibration error of {len(said)} links derived or suggested: {error:.3f};"
    usual, most = perfect_error(said)
    yield f"    chances that are right would show {usual:.3f}, in 19 of 20 cases up to {most:.3f};"
    spread = error * len(said) / pairs
    yield f"    of all {pairs} pairs, the others as if never right: {spread:.3f}"
