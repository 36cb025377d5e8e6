"""The sites that are measured: the demo's, one corpus as a table, two by event."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hallway.graph.build import Request
from hallway.importing import sample_requests

__all__ = ["programme", "requests"]

PYVIDEO, PAPERS = "pyvideo.jsonl.gz", "paperlists.jsonl.gz"
COLUMNS = [
    "id", "event", "series", "date", "title", "speakers",
    "minutes", "tags", "abstract", "recording_url",
]  # fmt: skip


def requests(name: str) -> list[Request] | None:
    """Return what a site is built of; None when its data is not here.

    ``demo`` is the bundled programmes, ``pyvideo`` one table of 21,715 talks, ``events`` a source
    for each of its 540 events, ``large`` those and one for each venue and year of the lists of
    papers, 116,542 talks.
    """
    if name == "demo":
        return sample_requests()
    videos, papers = (corpus(file) for file in (PYVIDEO, PAPERS))
    if not videos.is_file() or (name == "large" and not papers.is_file()):
        return None
    if name == "pyvideo":
        return [Request(pyvideo_table(lines(videos)), "pyvideo.csv")]
    return [*_by_event(videos), *(_by_venue(papers) if name == "large" else ())]


def corpus(file: str) -> Path:
    """Return where a corpus would be."""
    return Path(os.environ.get("HALLWAY_SHARED", "")) / "data" / "corpora" / file


def lines(path: Path) -> list[dict[str, Any]]:
    """Read a corpus: a JSON object a line."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def programme(number: int, talks: int = 100) -> Request:
    """Return a programme that no corpus has, its speakers and topics half known and half new."""
    people = ["Russell Keith-Magee", "Trey Hunner", "Brandon Rhodes", "Daniele Procida"]
    topics = ["testing", "robotics", "deep learning", "django", "slam", f"novelty {number}"]
    rows = [
        {
            "id": f"{number}-{place}",
            "event": f"Harbour Conf {number}",
            "recorded": f"{2010 + number}-05-{1 + place % 3:02}",
            "title": f"{topics[place % 5].title()} for crane {number * talks + place}",
            "speakers": [people[place % 4]] * (place % 2) + [_name(number * talks + place)],
            "duration": 1800,
            "tags": [topics[place % 6]],
            "description": f"What {topics[place % 5]} does for quay {number * talks + place}.",
            "url": None,
        }
        for place in range(talks)
    ]
    return Request(pyvideo_table(rows), f"harbour-{number}.csv")


def _name(number: int) -> str:
    """Return a name that nobody has, another one for each number below a million."""
    syllables = ["be", "lo", "ka", "mi", "ru", "te", "va", "so", "ni", "du"]
    said = "".join(syllables[int(digit)] for digit in f"{number:06}")
    return f"{said[:6].title()} {said[6:].title()}"


def _by_event(path: Path) -> list[Request]:
    events: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for talk in lines(path):
        events[talk["event_slug"]].append(talk)
    return [Request(pyvideo_table(talks), f"{slug}.csv") for slug, talks in sorted(events.items())]


def _by_venue(path: Path) -> list[Request]:
    venues: dict[str, list[str]] = defaultdict(list)
    for paper in lines(path):
        venues[paper["id"].partition("/")[0]].append(json.dumps(paper, ensure_ascii=False))
    return [
        Request("\n".join(papers).encode("utf-8"), f"{name}.jsonl")
        for name, papers in sorted(venues.items())
    ]


def pyvideo_table(talks: Iterable[Mapping[str, Any]]) -> bytes:
    """Write talks of the corpus as CSV, one row a talk."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for talk in talks:
        series = re.sub(r"\s*\b(19|20)\d\d\b\s*", " ", talk["event"]).strip()
        writer.writerow(
            [
                talk["id"], talk["event"], series, talk["recorded"] or "", talk["title"],
                "; ".join(talk["speakers"]),
                round(talk["duration"] / 60) if talk["duration"] else "",
                "; ".join(tag.replace(";", ",") for tag in talk["tags"]),
                talk["description"] or "", talk["url"] or "",
            ]
        )  # fmt: skip
    return out.getvalue().encode("utf-8")
