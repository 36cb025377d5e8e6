"""Pages of the web, and schema.org in them."""

from __future__ import annotations

import json
from typing import Any

from tests.graph.formats.organisers import Export

__all__ = ["EXPORTS"]


def _page(*blocks: Any, body: str = "") -> bytes:
    scripts = "".join(
        f'<script type="application/ld+json">{json.dumps(one)}</script>' for one in blocks
    )
    return f"<!DOCTYPE html><html><head><title>x</title>{scripts}</head>{body}</html>".encode()


_CONTEXT = {"@context": "https://schema.org"}
_HEAD = {**_CONTEXT, "@type": "Event", "name": "Harbour Days", "startDate": "2026-06-10"}

EXPORTS = (
    Export(
        "a graph of events joined by ids, people apart",
        _page(
            {
                **_CONTEXT,
                "@graph": [
                    {
                        "@type": "Event",
                        "@id": "#e",
                        "name": "Harbour Days",
                        "startDate": "2026-06-10",
                    },
                    {
                        "@type": "Event",
                        "@id": "#t1",
                        "name": "Cranes",
                        "superEvent": {"@id": "#e"},
                        "startDate": "2026-06-10T09:00:00+02:00",
                        "endDate": "2026-06-10T09:45:00+02:00",
                        "performer": [{"@id": "#ana"}, {"@id": "#bo"}],
                        "location": {"@type": "Place", "name": "Hall 1"},
                    },
                    {
                        "@type": "Person",
                        "@id": "#ana",
                        "name": "Ana Lindqvist",
                        "worksFor": {"@type": "Organization", "name": "Quay Labs"},
                    },
                    {"@type": "Person", "@id": "#bo", "givenName": "Bo", "familyName": "Chen"},
                ],
            }
        ),
        "Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist (Quay Labs); Bo Chen",
    ),
    Export(
        "cancelled and moved online, with a duration and no end",
        _page(
            {
                **_HEAD,
                "subEvent": [
                    {
                        "@type": "Event",
                        "name": "Cranes",
                        "startDate": "2026-06-10T09:00:00+02:00",
                        "duration": "PT45M",
                        "eventStatus": "https://schema.org/EventCancelled",
                        "performer": {"@type": "Person", "name": "Ana Lindqvist"},
                    },
                    {
                        "@type": "Event",
                        "name": "Ropes",
                        "startDate": "2026-06-10T10:00:00+02:00",
                        "duration": "PT1H30M",
                        "eventStatus": "EventMovedOnline",
                        "location": {"@type": "VirtualLocation", "url": "https://meet.example"},
                        "performer": "Bo Chen",
                    },
                ],
            }
        ),
        """
        !Cranes | 2026-06-10 09:00+02:00 | 45 | - | Ana Lindqvist
        Ropes | 2026-06-10 10:00+02:00 | 90 | - | Bo Chen
        """,
    ),
    Export(
        "types in a list, prefixed terms, names in two languages",
        _page(
            {
                "@context": {"schema": "http://schema.org/"},
                "@type": ["schema:BusinessEvent", "schema:Event"],
                "schema:name": "Harbour Days",
                "schema:startDate": "2026-06-10",
                "schema:subEvent": [
                    {
                        "@type": "schema:Event",
                        "schema:name": [
                            {"@value": "Kräne", "@language": "de"},
                            {"@value": "Cranes", "@language": "en"},
                        ],
                        "schema:startDate": {
                            "@type": "schema:DateTime",
                            "@value": "2026-06-10T09:00:00+02:00",
                        },
                        "schema:performer": {
                            "@type": "schema:Person",
                            "schema:name": "Ana Lindqvist",
                        },
                    }
                ],
            }
        ),
        "Cranes | 2026-06-10 09:00+02:00 | - | - | Ana Lindqvist",
    ),
    Export(
        "microdata with content attributes and nested people",
        (
            b'<!doctype html><div itemscope itemtype="http://schema.org/Event">'
            b'<h1 itemprop="name">Harbour Days</h1><meta itemprop="startDate" content="2026-06-10">'
            b'<div itemprop="subEvent" itemscope itemtype="http://schema.org/Event">'
            b'<a itemprop="url" href="/cranes"><span itemprop="name">Cranes</span></a>'
            b'<meta itemprop="startDate" content="2026-06-10T09:00+02:00">'
            b'<meta itemprop="endDate" content="2026-06-10T09:45+02:00">'
            b'<span itemprop="location" itemscope itemtype="http://schema.org/Place">'
            b'<span itemprop="name">Hall 1</span></span>'
            b'<div itemprop="performer" itemscope itemtype="http://schema.org/Person">'
            b'<span itemprop="name">Ana Lindqvist</span>, <span itemprop="worksFor" itemscope '
            b'itemtype="http://schema.org/Organization"><span itemprop="name">Quay '
            b"Labs</span></span>"
            b"</div></div></div>"
        ),
        "Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist (Quay Labs)",
    ),
    Export(
        "RDFa",
        (
            b'<!doctype html><div vocab="https://schema.org/" typeof="Event">'
            b'<h1 property="name">Harbour Days</h1><time property="startDate" '
            b'datetime="2026-06-10">'
            b'</time><div property="subEvent" typeof="Event"><h2 property="name">Cranes</h2>'
            b'<time property="startDate" datetime="2026-06-10T09:00:00+02:00">9</time>'
            b'<time property="endDate" datetime="2026-06-10T09:45:00+02:00">9:45</time>'
            b'<div property="location" typeof="Place"><b property="name">Hall 1</b></div>'
            b'<div property="performer" typeof="Person"><b property="name">Ana Lindqvist</b></div>'
            b"</div></div>"
        ),
        "Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist",
    ),
    Export(
        "a table of the page, rooms as columns",
        (
            b"<!doctype html><html><head><title>Harbour Days</title></head><body>"
            b"<h2>Wednesday, 10 June 2026</h2><table><thead><tr><th>Time</th><th>Hall 1</th>"
            b"<th>Hall 2</th></tr></thead><tbody>"
            b"<tr><td>09:00 - 09:45</td><td><a href='/cranes'>Cranes</a><br>Ana Lindqvist</td>"
            b"<td><a href='/ropes'>Ropes</a><br>Bo Chen, Mei Tanaka</td></tr>"
            b"<tr><td>09:45 - 10:15</td><td colspan=2>Coffee break</td></tr>"
            b"<tr><td>10:15 - 11:00</td><td><a href='/tides'>Tides</a><br>Cy Ode</td><td></td></tr>"
            b"</tbody></table></body></html>"
        ),
        """
        Cranes | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist
        Ropes | 2026-06-10 09:00 | 45 | Hall 2 | Bo Chen; Mei Tanaka
        ~Coffee break | 2026-06-10 09:45 | 30 | - | -
        Tides | 2026-06-10 10:15 | 45 | Hall 1 | Cy Ode
        """,
        file="programme.html",
    ),
    Export(
        "a table of the page, a talk a row",
        (
            b"<!doctype html><html><head><title>Harbour Days</title></head><body>"
            b"<table><tr><th>Time</th><th>Talk</th><th>Speaker</th><th>Room</th></tr>"
            b"<tr><td>2026-06-10 09:00</td><td>Cranes</td><td>Ana Lindqvist (Quay Labs)</td>"
            b"<td>Hall 1</td></tr>"
            b"<tr><td>2026-06-10 10:00</td><td>Ropes</td><td>Bo Chen<br>Mei Tanaka</td>"
            b"<td>Hall 2</td></tr></table></body></html>"
        ),
        """
        Cranes | 2026-06-10 09:00 | - | Hall 1 | Ana Lindqvist (Quay Labs)
        Ropes | 2026-06-10 10:00 | - | Hall 2 | Bo Chen; Mei Tanaka
        """,
        file="programme.html",
    ),
    Export(
        "local times, performer a list of names, an organiser",
        _page(
            {
                **_HEAD,
                "organizer": {"@type": "Organization", "name": "Quay"},
                "subEvent": [
                    {
                        "@type": "EducationEvent",
                        "name": "Cranes &amp; Gulls",
                        "startDate": "2026-06-10T09:00",
                        "endDate": "2026-06-10T09:45",
                        "performers": ["Ana Lindqvist", "Bo Chen"],
                        "location": "Hall 1",
                    }
                ],
            }
        ),
        "Cranes & Gulls | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist; Bo Chen",
    ),
)
