"""Programmes of invented people, in several formats, for the tests of forgetting.

Zoë Lindqvist-Ström is to be forgotten. All texts, links and file names that lead to her hold
`WORDS`; nobody else's do.
"""

from __future__ import annotations

import re

from hallway.graph.build import Request

NAME = "Zoë Lindqvist-Ström"
WORDS = re.compile(
    r"lindqvist|str(ö|o|%C3%B6|\\u00f6)m\b|zoecranes|0000-0002-1825-0097", re.IGNORECASE
)

TABLE = """\
id,title,speakers,affiliation,abstract,start,room,url,topics
t1,Cranes at night,Zoë Lindqvist-Ström,Quay Labs,"A talk by ZOE LINDQVIST STRÖM; Lindqvist knows \
cranes. Find her as @zoecranes.",2026-05-01 10:00,Dock A,\
https://harbour.example/talks/zoe-lindqvist-strom,cranes
t2,Ropes and knots,"Zoë Lindqvist-Ström; Omar Haddad",Tide Works,"Omar ties the knots.",\
2026-05-01 11:00,Dock A,https://harbour.example/talks/ropes,ropes
t3,A chat with Zoë Lindqvist-Ström,Mia Berg,Tide Works,"Mia asks Lindqvist-Ström, Zoë about \
storms.",2026-05-01 12:00,Dock B,,cranes
t4,Tides,Omar Haddad; The Pier Foundation,Tide Works,"Tides rise.",2026-05-01 13:00,Dock B,,tides
"""

SCHEDULE = """\
<?xml version="1.0" encoding="UTF-8"?>
<schedule>
  <generator name="pretalx" version="2025.1"/><version>1</version>
  <conference><acronym>hc25</acronym><title>Harbour Conf 2025</title><start>2025-05-01</start>
    <end>2025-05-01</end><days>1</days><timeslot_duration>00:05</timeslot_duration>
    <time_zone_name>Europe/Lisbon</time_zone_name></conference>
  <day index="1" date="2025-05-01">
    <room name="Dock A">
      <event guid="6b2b9a0c-0000-4000-8000-000000000001" id="1">
        <date>2025-05-01T10:00:00+01:00</date><start>10:00</start><duration>00:30</duration>
        <room>Dock A</room><slug>hc25-1</slug><title>Steel that sings</title><type>Talk</type>
        <language>en</language><abstract>About steel.</abstract>
        <description>Zoë Lindqvist-Ström has tuned many bridges.</description>
        <persons><person id="77">Zoë Lindqvist-Ström</person></persons>
        <links><link href="https://video.example/zoe_lindqvist_strom.mp4">Video of Zoë \
Lindqvist-Ström</link><link href="https://steel.example/">Steel</link></links>
      </event>
      <event guid="6b2b9a0c-0000-4000-8000-000000000002" id="2">
        <date>2025-05-01T11:00:00+01:00</date><start>11:00</start><duration>00:30</duration>
        <room>Dock A</room><slug>hc25-2</slug><title>Bridges</title><type>Talk</type>
        <language>en</language><abstract>About bridges.</abstract>
        <persons><person id="78">Ines Duarte</person></persons>
      </event>
    </room>
  </day>
</schedule>
"""

CALENDAR = """\
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Tideline//Programme//EN
X-WR-CALNAME:Tideline 2025
BEGIN:VEVENT
UID:tl-1@tideline.example
DTSTART:20250910T090000Z
DTEND:20250910T093000Z
SUMMARY:Opening the lock
DESCRIPTION:Speaker: Zoë Lindqvist-Ström
ATTENDEE;CN=Zoë Lindqvist-Ström:mailto:zoe@lindqvist.example
LOCATION:Pier
END:VEVENT
BEGIN:VEVENT
UID:tl-2@tideline.example
DTSTART:20250910T100000Z
DTEND:20250910T103000Z
SUMMARY:Closing the lock
DESCRIPTION:Speaker: Ines Duarte
LOCATION:Pier
END:VEVENT
END:VCALENDAR
"""

PAGE = """\
<html><head><title>Quay Days 2024</title><script type="application/ld+json">
{"@context": "https://schema.org", "@type": "Event", "name": "Quay Days 2024",
 "startDate": "2024-03-01", "subEvent": [
 {"@type": "Event", "name": "Winches", "startDate": "2024-03-01T10:00:00+00:00",
  "performer": {"@type": "Person", "name": "Zoe Lindqvist Ström",
   "sameAs": ["https://orcid.org/0000-0002-1825-0097", "https://code.example/zoecranes"]}},
 {"@type": "Event", "name": "Anchors", "startDate": "2024-03-01T11:00:00+00:00",
  "performer": {"@type": "Person", "name": "Ines Duarte",
   "sameAs": "https://code.example/ines"}}]}
</script></head><body></body></html>
"""


def table_request(text: str) -> Request:
    """Return a version of the table."""
    file, event = "zoe-lindqvist-strom.csv", "Harbour Conf 2026"
    return Request(text.encode(), file, event=event, series="Harbour Conf")


def requests() -> list[Request]:
    """Return the sources; two of the file names hold the name."""
    return [
        Request(
            TABLE.encode(),
            "zoe-lindqvist-strom.csv",
            event="Harbour Conf 2026",
            series="Harbour Conf",
        ),
        Request(SCHEDULE.encode(), "schedule.xml", series="Harbour Conf"),
        Request(CALENDAR.encode(), "tideline.ics"),
        Request(PAGE.encode(), "Zoe Lindqvist-Ström.html"),
    ]
