"""Make hallway/samples/talks.csv from the pyvideo corpus (CC0): facts of chosen events only.

Usage: python tools/sample_talks.py CORPUS (pyvideo.jsonl.gz) > hallway/samples/talks.csv
"""

from __future__ import annotations

import csv
import gzip
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

EVENTS = {
    "PyCon US": ["pycon-us-2009", "pycon-us-2010", "pycon-us-2011", "pycon-us-2018"],
    "EuroPython": ["europython-2011", "europython-2013", "europython-2019", "europython-2020"],
    "DjangoCon US": ["djangocon-2009", "djangocon-2010", "djangocon-2011", "djangocon-2012"],
    "PyCon AU": ["pycon-au-2010", "pycon-au-2011", "pycon-au-2020", "pycon-au-2021"],
    "PyCon DE": ["pycon-de-2012", "pycon-de-2013", "pycon-de-2017"],
    "PyOhio": ["pyohio-2010", "pyohio-2011"],
    "PyTorch Conference": ["pytorchconf-2019", "pytorchconf-2023", "pytorchconf-2024"],
    "PyTexas": ["pytexas-2015", "pytexas-2019"],
}  # fmt: skip
COLUMNS = [
    "id", "event", "series", "date", "title", "speakers",
    "kind", "minutes", "tags", "language", "recording_url",
]  # fmt: skip
NOT_PEOPLE = {"product director", "europython", "gala"}
NOT_TOPICS = {"python", "pyconline", "europythononline", "facebook", "general", "pythongeneral"}
KINDS = {
    "keynote": "keynote",
    "lightningtalk": "lightning talks",
    "lightningtalks": "lightning talks",
    "tutorial": "tutorial",
    "poster": "poster",
}
LANGUAGES = {"eng": "en", "deu": "de", "fra": "fr", "ita": "it", "spa": "es"}


def rows(path: str) -> Iterator[dict[str, Any]]:
    """Yield one row a talk, in the order of the events and of the corpus."""
    series_of = {slug: series for series, slugs in EVENTS.items() for slug in slugs}
    found: dict[str, list[dict[str, Any]]] = {slug: [] for slug in series_of}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            talk = json.loads(line)
            if talk["event_slug"] in found:
                found[talk["event_slug"]].append(talk)
    for slug, talks in found.items():
        for talk in talks:
            yield row(talk, series_of[slug])


def row(talk: dict[str, Any], series: str) -> dict[str, Any]:
    """Write one talk; a date of another year than the event's is an upload date and left out."""
    year = re.search(r"\d{4}", talk["event"])
    date = talk["recorded"] or ""
    return {
        "id": talk["id"],
        "event": talk["event"],
        "series": series,
        "date": date if year and date.startswith(year[0]) else "",
        "title": " ".join(talk["title"].split()),
        "speakers": "; ".join(people(talk)),
        "kind": next((KINDS[one] for tag in talk["tags"] if (one := squeezed(tag)) in KINDS), ""),
        "minutes": round(talk["duration"] / 60) if talk["duration"] else "",
        "tags": "; ".join(tags(talk, series)),
        "language": LANGUAGES.get(talk["language"], ""),
        "recording_url": talk["url"] or "",
    }


def people(talk: dict[str, Any]) -> list[str]:
    """List the speakers, without entries that name a job or an event."""
    names = (name.strip() for name in talk["speakers"])
    return [name for name in names if name.casefold() not in NOT_PEOPLE]


def squeezed(tag: str) -> str:
    """Return the letters and digits of a tag alone, in small letters."""
    return re.sub(r"[\W_]", "", tag).casefold()


def tags(talk: dict[str, Any], series: str) -> list[str]:
    """Keep the tags that say what the talk is about: no people, no names of the event."""
    named = {squeezed(part) for name in talk["speakers"] for part in [name, *name.split()]}
    event = {talk["event"].casefold(), series.casefold(), *talk["event"].casefold().split()}
    event |= {re.sub(r"[\s_]", "", one) for one in event} | {"pycon", "europython", "djangocon"}
    kept = []
    for tag in talk["tags"]:
        plain = squeezed(tag)
        if (
            tag.casefold() in event
            or plain in named | event
            or plain in NOT_TOPICS
            or plain in KINDS
        ):
            continue
        if re.fullmatch(r"\w+20\d\d|\d+", plain):
            continue
        if ";" not in tag and len(tag) <= 40:
            kept.append(" ".join(tag.split()).strip(",."))
    return list(dict.fromkeys(kept))


if __name__ == "__main__":
    writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(sys.argv[1]))
