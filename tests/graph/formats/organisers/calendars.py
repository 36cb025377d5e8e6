"""Calendars."""

from __future__ import annotations

from tests.graph.formats.organisers import Export

__all__ = ["EXPORTS"]


def _calendar(*lines: str, newline: str = "\r\n", encoding: str = "utf-8") -> bytes:
    whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Quay//EN", *lines, "END:VCALENDAR", ""]
    return newline.join(whole).encode(encoding)


EXPORTS = (
    Export(
        "a zone of its own with daylight saving, several speakers in the text",
        _calendar(
            "X-WR-CALNAME:Harbour Days 2026",
            "BEGIN:VTIMEZONE",
            "TZID:Quay Time",
            "BEGIN:STANDARD",
            "DTSTART:19701025T030000",
            "TZOFFSETFROM:+0200",
            "TZOFFSETTO:+0100",
            "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
            "END:STANDARD",
            "BEGIN:DAYLIGHT",
            "DTSTART:19700329T020000",
            "TZOFFSETFROM:+0100",
            "TZOFFSETTO:+0200",
            "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
            "END:DAYLIGHT",
            "END:VTIMEZONE",
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART;TZID=Quay Time:20260610T090000",
            "DTEND;TZID=Quay Time:20260610T094500",
            "SUMMARY:Cranes at night",
            "LOCATION:Hall 1",
            "DESCRIPTION:Speakers: Ana Lindqvist\\, Bo Chen\\n\\nAbout cranes.",
            "END:VEVENT",
        ),
        "Cranes at night | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist; Bo Chen",
    ),
    Export(
        "times in UTC and the zone of the calendar",
        _calendar(
            "X-WR-CALNAME:Harbour Days",
            "X-WR-TIMEZONE:Europe/Amsterdam",
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART:20260610T070000Z",
            "DTEND:20260610T074500Z",
            "SUMMARY:Cranes",
            "LOCATION:Hall 1",
            "END:VEVENT",
        ),
        "Cranes | 2026-06-10 07:00+00:00 | 45 | Hall 1 | -",  # the zone may be the owner's
    ),
    Export(
        "cancelled, tentative, a day long, and a break",
        _calendar(
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART:20260610T070000Z",
            "DURATION:PT45M",
            "SUMMARY:Cranes",
            "STATUS:CANCELLED",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "UID:2",
            "DTSTART:20260610T080000Z",
            "DURATION:PT1H",
            "SUMMARY:Ropes",
            "STATUS:TENTATIVE",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "UID:3",
            "DTSTART;VALUE=DATE:20260611",
            "DTEND;VALUE=DATE:20260612",
            "SUMMARY:Sprint day",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "UID:4",
            "DTSTART:20260610T100000Z",
            "DURATION:PT1H",
            "SUMMARY:Lunch",
            "END:VEVENT",
        ),
        """
        !Cranes | 2026-06-10 07:00+00:00 | 45 | - | -
        Ropes | 2026-06-10 08:00+00:00 | 60 | - | -
        Sprint day | 2026-06-11 | - | - | -
        ~Lunch | 2026-06-10 10:00+00:00 | 60 | - | -
        """,
    ),
    Export(
        "floating times, names after a dash",
        _calendar(
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART:20260610T090000",
            "DTEND:20260610T094500",
            "SUMMARY:Cranes - Ana Lindqvist",
            "LOCATION:Hall 1",
            "DESCRIPTION:By Ana Lindqvist",
            "END:VEVENT",
        ),
        "Cranes | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist",
    ),
    Export(
        "a workshop that is given twice, one date moved",
        _calendar(
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART;TZID=Europe/Paris:20260610T090000",
            "DTEND;TZID=Europe/Paris:20260610T103000",
            "RRULE:FREQ=DAILY;COUNT=3",
            "EXDATE;TZID=Europe/Paris:20260611T090000",
            "SUMMARY:Knots",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "UID:1",
            "RECURRENCE-ID;TZID=Europe/Paris:20260612T090000",
            "DTSTART;TZID=Europe/Paris:20260612T140000",
            "DTEND;TZID=Europe/Paris:20260612T153000",
            "SUMMARY:Knots",
            "LOCATION:Pier",
            "END:VEVENT",
        ),
        """
        Knots | 2026-06-10 09:00+02:00 | 90 | - | -
        Knots | 2026-06-12 14:00+02:00 | 90 | Pier | -
        """,
    ),
    Export(
        "the name of a zone as Windows has it",
        _calendar(
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART;TZID=W. Europe Standard Time:20260610T090000",
            "DTEND;TZID=W. Europe Standard Time:20260610T094500",
            "SUMMARY:Kräne",
            "LOCATION:Saal 1",
            "END:VEVENT",
        ),
        "Kräne | 2026-06-10 09:00+02:00 | 45 | Saal 1 | -",
    ),
    Export(
        "lines folded within letters, LF only, a byte order mark",
        b"\xef\xbb\xbf"
        + _calendar(
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART:20260610T070000Z",
            "DURATION:PT45M",
            "SUMMARY:Kr",
            " äne bei ",
            " Nacht",
            "DESCRIPTION:Referent: J",
            " örg Müller",
            "END:VEVENT",
            newline="\n",
        ),
        "Kräne bei Nacht | 2026-06-10 07:00+00:00 | 45 | - | Jörg Müller",
    ),
    Export(
        "categories, HTML in the text, a meeting address as its place",
        _calendar(
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART:20260610T070000Z",
            "DTEND:20260610T074500Z",
            "SUMMARY:Cranes &amp; Gulls",
            "CATEGORIES:Harbours,Birds",
            "LOCATION:https://meet.example/room",
            "DESCRIPTION:<p><b>Speaker:</b> Ana Lindqvist (Quay Labs)</p><p>About cranes.</p>",
            "END:VEVENT",
        ),
        "Cranes & Gulls | 2026-06-10 07:00+00:00 | 45 | - | Ana Lindqvist (Quay Labs)",
    ),
    Export(
        "speakers as attendees and contact, the room after the building",
        _calendar(
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART:20260610T070000Z",
            "DTEND:20260610T074500Z",
            "SUMMARY:Cranes",
            "LOCATION:Hall 1\\, Quay Centre",
            'ATTENDEE;CN="Ana Lindqvist";ROLE=CHAIR:invalid:nomail',
            "ATTENDEE;CN=Bo Chen:invalid:nomail",
            "END:VEVENT",
        ),
        "Cranes | 2026-06-10 07:00+00:00 | 45 | Hall 1, Quay Centre | Ana Lindqvist; Bo Chen",
    ),
    Export(
        "French, speakers in a line of their own",
        _calendar(
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART;TZID=Europe/Paris:20260610T090000",
            "DTEND;TZID=Europe/Paris:20260610T094500",
            "SUMMARY:Les grues",
            "DESCRIPTION:Tout sur les grues.\\n\\nIntervenants : Anaïs Lefèvre (Quai "
            "SA) et Zoé Brun",
            "END:VEVENT",
        ),
        "Les grues | 2026-06-10 09:00+02:00 | 45 | - | Anaïs Lefèvre (Quai SA); Zoé Brun",
    ),
    Export(
        "an end before the start, an entry without a start, one cut short",
        _calendar(
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART:20260610T070000Z",
            "DTEND:20260610T060000Z",
            "SUMMARY:Cranes",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "UID:2",
            "SUMMARY:Ropes",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "UID:3",
            "DTSTART:20260611T070000Z",
            "SUMMARY:Tides",
        ),
        """
        Cranes | 2026-06-10 07:00+00:00 | - | - | -
        Ropes | - | - | - | -
        Tides | 2026-06-11 07:00+00:00 | - | - | -
        """,
    ),
    Export(
        "latin-1 and no keys",
        _calendar(
            "BEGIN:VEVENT",
            "DTSTART:20260610T090000",
            "DTEND:20260610T093000",
            "SUMMARY:Kräne",
            "LOCATION:Großer Saal",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "DTSTART:20260610T090000",
            "DTEND:20260610T093000",
            "SUMMARY:Taue",
            "LOCATION:Kajüte",
            "END:VEVENT",
            encoding="latin-1",
        ),
        """
        Kräne | 2026-06-10 09:00 | 30 | Großer Saal | -
        Taue | 2026-06-10 09:00 | 30 | Kajüte | -
        """,
    ),
)
