"""Schedules in XML and JSON, and exports of platforms."""

from __future__ import annotations

import json
from typing import Any

from tests.graph.formats.odd_values import bundle
from tests.graph.formats.organisers import Export

__all__ = ["EXPORTS"]


def _xml(days: str, head: str = "<title>Harbour Days</title>", declared: str = "") -> str:
    return f"{declared}<schedule><conference>{head}</conference>{days}</schedule>"


def _json(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


_ZONED = "<title>Harbour Days</title><time_zone_name>Europe/Amsterdam</time_zone_name>"
_SERVICE = {"isServiceSession": True, "isPlenumSession": True}

EXPORTS = (
    Export(
        "XML in latin-1 with HTML in abstracts and no dates of events",
        _xml(
            '<day index="1" date="2026-06-10"><room name="Großer Saal"><event id="1">'
            "<start>09:00</start><duration>00:45</duration><title>Kräne &amp; Möwen</title>"
            "<abstract>&lt;p&gt;Über Kräne.&lt;/p&gt;</abstract>"
            '<persons><person id="1">Jörg Müller</person></persons></event></room></day>',
            _ZONED,
            '<?xml version="1.0" encoding="iso-8859-1"?>\n',
        ).encode("latin-1"),
        "Kräne & Möwen | 2026-06-10 09:00+02:00 | 45 | Großer Saal | Jörg Müller",
    ),
    Export(
        "XML after midnight",
        _xml(
            '<day index="1" date="2026-06-10" start="2026-06-10T10:00:00+02:00"'
            ' end="2026-06-11T04:00:00+02:00"><room name="Hall 1">'
            '<event id="1"><start>23:30</start><duration>1:30</duration><title>'
            'Night</title></event>'
            '<event id="2"><start>01:00</start><duration>00:30</duration><title>'
            'Later</title></event>'
            '<event id="3"><start>10:00</start><duration>1:00</duration><title>Early</title>'
            "</event></room></day>",
            _ZONED,
        ).encode(),
        """
        Night | 2026-06-10 23:30+02:00 | 90 | Hall 1 | -
        Later | 2026-06-11 01:00+02:00 | 30 | Hall 1 | -
        Early | 2026-06-10 10:00+02:00 | 60 | Hall 1 | -
        """,
    ),
    Export(
        "XML with a default name space and pretty printing",
        _xml(
            '<day index="1" date="2026-06-10">\n <room name="Hall 1">\n  <event id="1">\n'
            "   <date>\n    2026-06-10T09:00:00+02:00\n   </date>\n   <duration> "
            "00:45 </duration>\n"
            "   <title>\n    Cranes\n    at night\n   </title>\n   <persons>\n    <person>\n"
            "     Ana Lindqvist\n    </person>\n   </persons>\n  </event>\n </room>\n</day>"
        )
        .replace("<schedule>", '<schedule xmlns="https://quay.example/schedule">')
        .encode(),
        "Cranes at night | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist",
    ),
    Export(
        "XML with times in UTC and the zone of the place",
        _xml(
            '<day index="1" date="2026-06-10"><room name="Hall 1"><event id="1">'
            "<date>2026-06-10T07:00:00Z</date><start>09:00</start><duration>00:45</duration>"
            "<title>Cranes</title></event></room></day>",
            _ZONED,
        ).encode(),
        "Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | -",
    ),
    Export(
        "XML with a cancelled talk and roles of persons",
        _xml(
            '<day index="1" date="2026-06-10"><room name="Hall 1"><event id="1">'
            "<date>2026-06-10T09:00:00+02:00</date><duration>01:00</duration>"
            "<title>CANCELLED: Panel on ropes</title><persons>"
            '<person id="1" role="moderator">Ana Lindqvist</person>'
            '<person id="2" role="speaker">Bo Chen</person></persons></event></room></day>'
        ).encode(),
        "!Panel on ropes | 2026-06-10 09:00+02:00 | 60 | Hall 1 | "
        "Ana Lindqvist [moderator]; Bo Chen",
    ),
    Export(
        "XML in UTF-16 with breaks nobody gives",
        _xml(
            '<day index="1" date="2026-06-10"><room name="Hall 1"><event id="1">'
            "<date>2026-06-10T12:00:00+02:00</date><duration>60</duration>"
            "<title>Lunch break</title></event><event id=\"2\">"
            "<date>2026-06-10T13:00:00+02:00</date><duration>45</duration>"
            "<title>Tides</title><persons><person>Mei Tanaka</person></persons>"
            "</event></room></day>",
            declared='<?xml version="1.0" encoding="utf-16"?>',
        ).encode("utf-16"),
        """
        ~Lunch break | 2026-06-10 12:00+02:00 | 60 | Hall 1 | -
        Tides | 2026-06-10 13:00+02:00 | 45 | Hall 1 | Mei Tanaka
        """,
    ),
    Export(
        "schedule JSON, rooms as a list",
        _json({"schedule": {"version": "1", "conference": {
            "title": "Harbour Days", "time_zone_name": "Europe/Amsterdam",
            "days": [{"index": 1, "date": "2026-06-10", "rooms": [
                {"name": "Hall 1", "events": [{
                    "id": 1, "title": "Cranes", "date": "2026-06-10T09:00:00+02:00",
                    "duration": "00:45", "persons": [{"name": "Ana Lindqvist"}, "Bo Chen"],
                }]}]}],
        }}}),
        "Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist; Bo Chen",
    ),
    Export(
        "schedule JSON with lengths in minutes and titles in two languages",
        _json({"schedule": {"version": "1", "conference": {
            "title": "Harbour Days", "time_zone_name": "Europe/Amsterdam",
            "days": [{"index": 0, "date": "2026-06-10", "rooms": {"Hall 1": [{
                "id": "a", "guid": None, "title": {"de": "Kräne", "en": "Cranes"},
                "start": "09:00", "duration": 45, "persons": [{"public_name": " Ana Lindqvist "}],
                "room": None, "track": None, "abstract": None,
            }]}}],
        }}}),
        "Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist",
    ),
    Export(
        "Sessionize, all, with times in UTC",
        _json({
            "sessions": [
                {"id": "1", "title": " Cranes ", "description": "A.\r\nB.", "roomId": 5,
                 "startsAt": "2026-06-10T07:00:00Z", "endsAt": "2026-06-10T07:45:00Z",
                 "isServiceSession": False, "isPlenumSession": False, "speakers": ["x", "y"],
                 "categoryItems": [9], "questionAnswers": [], "status": "Accepted"},
                {"id": "lunch", "title": "Lunch", "startsAt": "2026-06-10T10:00:00Z",
                 "endsAt": "2026-06-10T11:00:00Z", "speakers": [], "categoryItems": [],
                 "roomId": None, **_SERVICE},
                {"id": "2", "title": "Ropes", "startsAt": None, "endsAt": None, "roomId": None,
                 "isServiceSession": False, "isPlenumSession": False, "speakers": ["z"],
                 "categoryItems": [], "status": "Declined"},
            ],
            "speakers": [
                {"id": "x", "firstName": "Ana", "lastName": "Lindqvist",
                 "fullName": "Ana Lindqvist",
                 "tagLine": "Crane driver @ Quay Labs", "sessions": [1]},
                {"id": "y", "firstName": "Bo", "lastName": "Chen", "sessions": [1]},
            ],
            "questions": [], "rooms": [{"id": 5, "name": "Hall 1"}],
            "categories": [{"id": 1, "title": "Level", "items": [{"id": 9, "name": "Beginner"}]}],
        }),
        """
        Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist (Quay Labs); Bo Chen
        ~Lunch | 2026-06-10 12:00+02:00 | 60 | - | -
        """,
        zone="Europe/Amsterdam",
    ),
    Export(
        "Sessionize, sessions in groups, local times",
        _json([{"groupId": 1, "groupName": "Day 1", "isDefault": False, "sessions": [
            {"id": "1", "title": "Cranes", "startsAt": "2026-06-10T09:00:00",
             "endsAt": "2026-06-10T09:45:00", "isServiceSession": False, "isPlenumSession": False,
             "speakers": [{"id": "x", "name": "Ana Lindqvist"}],
             "categories": [{"id": 3, "name": "Tags",
                             "categoryItems": [{"id": 4, "name": "Rope"}]}],
             "roomId": 5, "room": "Hall 1", "status": "Accepted"}]}]),
        "Cranes | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist",
    ),
    Export(
        "pretalx, a page of the newer interface",
        _json({"count": 2, "next": None, "previous": None, "results": [
            {"code": "AAA111", "title": "Cranes",
             "speakers": [{"code": "S1", "name": "Ana Lindqvist"},
                          {"code": "S2", "name": "Bo Chen"}],
             "submission_type": {"id": 1, "name": {"en": "Talk"}},
             "track": {"id": 2, "name": {"en": "Harbour"}}, "state": "confirmed", "abstract": "A.",
             "duration": 45, "content_locale": "en", "tags": [],
             "slots": [{"room": {"uuid": "u", "name": {"en": "Hall 1"}},
                        "start": "2026-06-10T09:00:00+02:00", "end": "2026-06-10T09:45:00+02:00"}]},
            {"code": "BBB222", "title": "Ropes", "speakers": [{"code": "S3", "name": "Mei Tanaka"}],
             "submission_type": {"id": 1, "name": {"en": "Talk"}}, "track": None,
             "state": "withdrawn", "duration": 30, "slots": []}]}),
        "Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist; Bo Chen",
    ),
    Export(
        "pretalx speakers as bare codes, room as a name",
        _json([{"code": "AAA111", "title": "Cranes", "submission_type": "Talk", "track": "Harbour",
                "state": "accepted", "duration": 30,
                "speakers": [{"code": "S1", "name": "Ana Lindqvist", "biography": "x"}],
                "slot": {"room": "Hall 1", "start": "2026-06-10T09:00:00+02:00", "end": None}}]),
        "Cranes | 2026-06-10 09:00+02:00 | 30 | Hall 1 | Ana Lindqvist",
    ),
    Export(
        "Indico with family names first and titles before them",
        _json({"_type": "HTTPAPIResult", "count": 1, "results": [{
            "_type": "Conference", "_fossil": "conferenceMetadataWithContribs", "id": "7",
            "title": "Harbour Days", "timezone": "Europe/Zurich",
            "startDate": {"date": "2026-06-10", "time": "09:00:00", "tz": "Europe/Zurich"},
            "endDate": {"date": "2026-06-10", "time": "18:00:00", "tz": "Europe/Zurich"},
            "location": "Quay", "room": "", "chairs": [],
            "contributions": [{
                "_type": "Contribution", "id": "1", "title": "Cranes", "duration": 20,
                "startDate": {"date": "2026-06-10", "time": "07:00:00", "tz": "UTC"},
                "endDate": {"date": "2026-06-10", "time": "07:20:00", "tz": "UTC"},
                "room": "Hall 1", "session": "Morning", "track": None, "keywords": [],
                "description": "", "url": "https://indico.example/7/1",
                "speakers": [{"_type": "Person", "first_name": "Ana", "last_name": "LINDQVIST",
                              "fullName": "Dr LINDQVIST, Ana", "affiliation": "Quay Labs"}],
                "primaryauthors": [], "coauthors": [],
            }]}]}),
        "Cranes | 2026-06-10 09:00+02:00 | 20 | Hall 1 | Ana LINDQVIST (Quay Labs)",
    ),
    Export(
        "Hoverboard with a session over two rooms",
        bundle({
            "sessions.json": {"1": {"title": "Opening", "speakers": [], "complexity": "",
                                    "tags": [], "language": "English", "description": "Hello."},
                              "2": {"title": "Cranes", "speakers": ["ana"],
                              "complexity": "Beginner",
                                    "tags": ["Ropes"], "language": "en", "description": "A."}},
            "speakers.json": {"ana": {"name": "Ana Lindqvist", "company": "Quay Labs", "bio": "",
                                      "badges": [], "socials": [], "photoUrl": ""}},
            "schedule.json": {"2026-06-10": {
                "date": "2026-06-10", "dateReadable": "June 10",
                "tracks": [{"title": "Hall 1"}, {"title": "Hall 2"}],
                "timeslots": [
                    {"startTime": "09:00", "endTime": "09:30", "sessions": [{"items": [1]}]},
                    {"startTime": "09:30", "endTime": "10:15",
                     "sessions": [{"items": []}, {"items": [2]}]}]}},
        }),
        """
        Opening | 2026-06-10 09:00 | 30 | - | -
        Cranes | 2026-06-10 09:30 | 45 | Hall 2 | Ana Lindqvist (Quay Labs)
        """,
    ),
    Export(
        "Open Event with underscores, a rejected session and a null speaker",
        bundle({
            "event": {"id": 1, "name": "Harbour Days", "timezone": "Europe/Berlin",
                      "start_time": "2026-06-10T09:00:00+02:00", "location_name": "Quay",
                      "organizer_name": "Quay", "end_time": "2026-06-10T18:00:00+02:00"},
            "sessions": [
                {"id": 1, "title": "Cranes", "short_abstract": "", "long_abstract": "A.",
                 "start_time": "2026-06-10T09:00:00+02:00", "end_time": "2026-06-10T09:45:00+02:00",
                 "microlocation": {"id": 1, "name": "Hall 1"}, "state": "accepted",
                 "speakers": [{"id": 1, "name": "Ana Lindqvist", "organisation": "Quay Labs"},
                              {"id": None, "name": None}],
                 "track": {"id": 1, "name": "Harbour"}, "session_type": {"id": 1, "name": "Talk"}},
                {"id": 2, "title": "Ropes", "short_abstract": "", "long_abstract": "",
                 "start_time": "2026-06-10T10:00:00+02:00", "end_time": "2026-06-10T10:45:00+02:00",
                 "microlocation": None, "state": "rejected", "speakers": [], "track": None}],
            "speakers": [{"id": 1, "name": "Ana Lindqvist", "organisation": "Quay Labs"}],
        }),
        "Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist (Quay Labs)",
    ),
)  # fmt: skip
