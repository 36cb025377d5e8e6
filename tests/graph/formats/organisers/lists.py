"""Flat JSON, papers, and other lists."""

from __future__ import annotations

import json
from typing import Any

from tests.graph.formats.organisers import Export

__all__ = ["EXPORTS"]


def _json(document: Any, encoding: str = "utf-8") -> bytes:
    return json.dumps(document, ensure_ascii=False).encode(encoding)


EXPORTS = (
    Export(
        "a list under a name, speakers as objects",
        _json(
            {
                "talks": [
                    {
                        "title": "Cranes",
                        "start": "2026-06-10T09:00:00+02:00",
                        "duration": 45,
                        "room": {"name": "Hall 1"},
                        "speakers": [
                            {"name": "Ana Lindqvist", "company": "Quay Labs"},
                            {"name": "Bo Chen"},
                        ],
                    },
                    {
                        "title": "Ropes",
                        "start": "2026-06-10T10:00:00+02:00",
                        "duration": 30,
                        "room": {"name": "Hall 2"},
                        "speakers": [],
                    },
                ]
            }
        ),
        """
        Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist (Quay Labs); Bo Chen
        Ropes | 2026-06-10 10:00+02:00 | 30 | Hall 2 | -
        """,
    ),
    Export(
        "keys in camel case, epochs in milliseconds",
        _json(
            [
                {
                    "sessionId": 1,
                    "sessionTitle": "Cranes",
                    "startTime": 1781074800000,
                    "endTime": 1781077500000,
                    "roomName": "Hall 1",
                    "speakerNames": ["Ana Lindqvist", "Bo Chen"],
                }
            ]
        ),
        "Cranes | 2026-06-10 07:00+00:00 | 45 | Hall 1 | Ana Lindqvist; Bo Chen",
    ),
    Export(
        "epochs in seconds",
        _json(
            [
                {
                    "id": 1,
                    "title": "Cranes",
                    "start": 1781074800,
                    "end": 1781077500,
                    "speaker": "Ana Lindqvist",
                    "location": "Hall 1",
                }
            ]
        ),
        "Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist",
        zone="Europe/Amsterdam",
    ),
    Export(
        "German keys, day and time apart",
        _json(
            [
                {
                    "titel": "Kräne",
                    "datum": "10.06.2026",
                    "uhrzeit": "9:00",
                    "dauer": "45 min",
                    "raum": "Saal 1",
                    "referent": "Jörg Müller",
                }
            ]
        ),
        "Kräne | 2026-06-10 09:00 | 45 | Saal 1 | Jörg Müller",
    ),
    Export(
        "UTF-16 JSON with a byte order mark",
        _json(
            [
                {
                    "title": "Cranes",
                    "date": "2026-06-10",
                    "time": "9:00 AM - 9:45 AM",
                    "speaker": "Ana Lindqvist, Quay Labs",
                    "room": "Hall 1",
                }
            ],
            "utf-16",
        ),
        "Cranes | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist (Quay Labs)",
    ),
    Export(
        "days that hold sessions",
        _json(
            {
                "name": "Harbour Days",
                "days": [
                    {
                        "date": "2026-06-10",
                        "sessions": [
                            {
                                "title": "Cranes",
                                "time": "09:00 - 09:45",
                                "speaker": "Ana Lindqvist",
                                "room": "Hall 1",
                            }
                        ],
                    },
                    {
                        "date": "2026-06-11",
                        "sessions": [
                            {"title": "Lunch", "time": "12:00 - 13:00"},
                            {
                                "title": "Ropes",
                                "time": "13:00 - 13:30",
                                "speaker": "Bo Chen",
                                "room": "Hall 2",
                            },
                        ],
                    },
                ],
            }
        ),
        """
        Cranes | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist
        ~Lunch | 2026-06-11 12:00 | 60 | - | -
        Ropes | 2026-06-11 13:00 | 30 | Hall 2 | Bo Chen
        """,
    ),
    Export(
        "one object a line",
        (
            b'{"title": "Cranes", "speaker": "Ana Lindqvist", "start": "2026-06-10 09:00"}\n'
            b'{"title": "Ropes", "speaker": "Bo Chen", "start": "2026-06-10 10:00"}\n'
        ),
        """
        Cranes | 2026-06-10 09:00 | - | - | Ana Lindqvist
        Ropes | 2026-06-10 10:00 | - | - | Bo Chen
        """,
        file="talks.jsonl",
    ),
    Export(
        "rows of an online sheet, cancelled and HTML",
        _json(
            [
                {
                    "Title": "<em>Cranes</em> &amp; gulls",
                    "Speakers": "Ana Lindqvist and Bo Chen",
                    "Date": "June 10, 2026",
                    "Start": "9:00 am",
                    "End": "9:45 am",
                    "Status": "Cancelled",
                },
                {
                    "Title": "Ropes",
                    "Speakers": "",
                    "Date": "June 10, 2026",
                    "Start": "1:00 pm",
                    "End": "1:30 pm",
                    "Status": "",
                },
            ]
        ),
        """
        !Cranes & gulls | 2026-06-10 09:00 | 45 | - | Ana Lindqvist; Bo Chen
        Ropes | 2026-06-10 13:00 | 30 | - | -
        """,
    ),
    Export(
        "BibTeX with strings, braces, accents and a crossref",
        (
            b"@string{quay = {Harbour Days}}\n"
            b"@comment{made by hand}\n"
            b"@inproceedings{lindqvist26,\n  author = {Lindqvist, Ana and {\\'E}mile "
            b"Roux and Chen, Bo},\n"
            b'  title = "{Cranes} in the {N}orth: {\\"U}ber Seile",\n  booktitle = '
            b'quay # " 2026",\n'
            b"  year = 2026, month = jun, pages = {1--8}}\n"
            b"@InProceedings{ tanaka26, Author={Tanaka, Mei and others}, Title={Knots \\& Ropes},\n"
            b"  Booktitle={Harbour Days 2026}, Year={2026} }\n"
        ),
        """
        Cranes in the North: Über Seile | - | - | - | Ana Lindqvist; Émile Roux; Bo Chen
        Knots & Ropes | - | - | - | Mei Tanaka
        """,
    ),
    Export(
        "BibTeX in latin-1 with von, Jr and an organisation",
        (
            "@inproceedings{a, author={van der Berg, Jan and King, Jr, Bo and {Quay "
            "Working Group}},"
            "title={Kräne}, booktitle={Hafentage 2026}, year={2026}}\n"
            "@inproceedings{b, author={José Núñez}, title={Nudos}, booktitle={Hafentage 2026},"
            "year={2026}}\n"
        ).encode("latin-1"),
        """
        Kräne | - | - | - | Jan van der Berg; Bo King Jr; Quay Working Group
        Nudos | - | - | - | José Núñez
        """,
    ),
    Export(
        "papers of a year, statuses and institutions",
        _json(
            [
                {
                    "id": "p1",
                    "title": "Cranes",
                    "author": "Ana Lindqvist;Bo Chen",
                    "aff": "Quay Labs;Dock Works",
                    "status": "Poster",
                    "track": "main",
                },
                {
                    "id": "p2",
                    "title": "Ropes",
                    "author": "Mei Tanaka",
                    "aff": "",
                    "status": "Withdraw",
                    "track": "main",
                },
            ]
        ),
        "Cranes | - | - | - | Ana Lindqvist (Quay Labs); Bo Chen (Dock Works)",
        file="harbour2026.json",
    ),
    Export(
        "page text with lengths in hours, in CRLF",
        (
            b"Harbour Days 2026\r\n2026-06-10\r\n-- Rotterdam --\r\n"
            b"| title | author | length |\r\n|---|---|---|\r\n"
            b"| Cranes | Ana Lindqvist, Bo Chen | 1h 5m |\r\nAbout cranes. | ||\r\n"
            b"| Ropes | Mei Tanaka | 25 min |\r\n| nothing matches | ||"
        ),
        """
        Cranes | - | 65 | - | Ana Lindqvist; Bo Chen
        Ropes | - | 25 | - | Mei Tanaka
        """,
    ),
)
