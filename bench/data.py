"""The sites that are measured: the demo's, and the whole pyvideo corpus as a table."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
from pathlib import Path

from hallway.graph.build import Request
from hallway.importing import sample_requests

__all__ = ["requests"]

CORPUS = "data/corpora/pyvideo.jsonl.gz"
COLUMNS = [
    "id", "event", "series", "date", "title", "speakers",
    "minutes", "tags", "abstract", "recording_url",
]  # fmt: skip


def requests(name: str) -> list[Request] | None:
    """Return what a site is built of; None when its data is not here."""
    if name == "demo":
        return sample_requests()
    path = Path(os.environ.get("HALLWAY_SHARED", "")) / CORPUS
    return [Request(pyvideo_table(path), "pyvideo.csv")] if path.is_file() else None


def pyvideo_table(path: Path) -> bytes:
    """Write the corpus as CSV, one row a talk."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for talk in map(json.loads, lines):
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
