"""RDF, YAML and Markdown."""

from __future__ import annotations

from tests.graph.formats.odd_values import bundle
from tests.graph.formats.organisers import Export

__all__ = ["EXPORTS"]

_PREFIXES = (
    "@prefix s: <http://schema.org/> . @prefix : <https://quay.example/> .\n"
    "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n"
)

EXPORTS = (
    Export(
        "Turtle of schema.org with http, blank nodes and a list of performers",
        (
            _PREFIXES
            + ":e a s:Event ; s:name 'Harbour Days'@en ; s:startDate '2026-06-10'^^xsd:date ;\n"
            " s:subEvent :t1 , :t2 .\n"
            ":t1 a s:Event ; s:name 'Cranes'@en, 'Kräne'@de ; s:startDate "
            "'2026-06-10T09:00:00+02:00'"
            "^^xsd:dateTime ; s:endDate '2026-06-10T09:45:00+02:00'^^xsd:dateTime ;\n"
            " s:location [ a s:Place ; s:name 'Hall 1' ] ; s:performer [ a s:Person ;\n"
            " s:name 'Ana Lindqvist' ; s:affiliation [ a s:Organization ; s:name "
            "'Quay Labs' ] ] .\n"
            ":t2 a s:Event ; s:name 'Ropes' ; s:startDate '2026-06-10T10:00:00' ; "
            "s:duration 'PT30M' ;\n"
            " s:performer :bo . :bo s:givenName 'Bo' ; s:familyName 'Chen' .\n"
        ).encode(),
        """
        Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist (Quay Labs)
        Ropes | 2026-06-10 10:00 | 30 | - | Bo Chen
        """,
        file="programme.ttl",
    ),
    Export(
        "RDF/XML with typed nodes, entities and nested elements",
        (
            b'<?xml version="1.0"?>\n<rdf:RDF '
            b'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
            b' xmlns:s="https://schema.org/" xml:base="https://quay.example/">\n'
            b'<s:Event rdf:about="e" s:name="Harbour Days"><s:subEvent><s:Event rdf:about="t1">'
            b"<s:name>Cranes &amp; Gulls</s:name><s:startDate>"
            b"2026-06-10T09:00:00+02:00</s:startDate>"
            b"<s:endDate>2026-06-10T09:45:00+02:00</s:endDate>"
            b'<s:performer><s:Person rdf:about="ana" s:name="Ana Lindqvist"/></s:performer>'
            b"</s:Event></s:subEvent></s:Event></rdf:RDF>"
        ),
        "Cranes & Gulls | 2026-06-10 09:00+02:00 | 45 | - | Ana Lindqvist",
        file="programme.rdf",
    ),
    Export(
        "N-Triples without a name of the event on its talks",
        "".join(
            f"<https://quay.example/{s}> <{p}> {o} .\n"
            for s, p, o in (
                (
                    "e",
                    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
                    "<http://schema.org/Event>",
                ),
                ("e", "http://schema.org/name", '"Harbour Days"'),
                (
                    "t",
                    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
                    "<http://schema.org/Event>",
                ),
                ("t", "http://schema.org/name", '"Cranes"'),
                ("t", "http://schema.org/superEvent", "<https://quay.example/e>"),
                ("t", "http://schema.org/startDate", '"2026-06-10T09:00:00Z"'),
                ("t", "http://schema.org/performer", "<https://quay.example/ana>"),
                ("ana", "http://xmlns.com/foaf/0.1/name", '"Ana Lindqvist"'),
            )
        ).encode(),
        "Cranes | 2026-06-10 09:00+00:00 | - | - | Ana Lindqvist",
        file="programme.nt",
    ),
    Export(
        "RubyEvents with a talk in two languages, a container and one not given yet",
        bundle(
            {
                "harbour/series.yml": "name: Harbour Days\nkind: conference\nlanguage: english\n",
                "harbour/harbour-2026/event.yml": (
                    "id: harbour-2026\ntitle: Harbour Days 2026\nkind: conference\n"
                    "location: Rotterdam, Netherlands\nstart_date: "
                    "2026-06-10\nend_date: '2026-06-11'\n"
                    "timezone: Europe/Amsterdam\n"
                ),
                "harbour/harbour-2026/videos.yml": (
                    "---\n- id: cranes\n  title: 'Keynote: Cranes'\n  raw_title: Cranes "
                    "- Ana Lindqvist\n"
                    "  speakers:\n    - Ana Lindqvist\n    - Bo Chen\n  event_name: "
                    "Harbour Days 2026\n"
                    "  date: 2026-06-10\n  video_provider: youtube\n  video_id: abc\n"
                    "- id: short\n  title: Lightning talks\n  date: 2026-06-10\n  "
                    "video_provider: youtube\n"
                    "  video_id: def\n  talks:\n    - id: ropes\n      title: Ropes\n"
                    "      date: 2026-06-10\n      speakers: [Mei Tanaka]\n      "
                    "video_provider: parent\n"
                    "      start_cue: '01:00'\n      end_cue: '06:00'\n      video_id: ropes\n"
                    "- id: tides\n  title: Tides\n  speakers: [Cy Ode]\n  date: 2026-06-11\n"
                    "  video_provider: scheduled\n  video_id: tides\n"
                ),
            }
        ),
        """
        Keynote: Cranes | 2026-06-10 | - | - | Ana Lindqvist; Bo Chen
        Ropes | 2026-06-10 | - | - | Mei Tanaka
        Tides | 2026-06-11 | - | - | Cy Ode
        """,
        file="harbour.zip",
    ),
    Export(
        "Markdown files of talks with presenters in files of their own",
        bundle(
            {
                "_schedule/talks/cranes.md": (
                    "---\ntitle: Cranes\ndate: 2026-06-10 09:00:00 +0200\n"
                    "end_date: 2026-06-10 09:45:00 +0200\nroom: Hall 1\nlayout: session-details\n"
                    "presenters:\n- ana-lindqvist\n- bo-chen\ntrack: t0\nabstract: About cranes.\n"
                    "accepted: true\npublished: true\ncategory: talks\n---\nAbout *cranes*.\n"
                ),
                "_presenters/ana-lindqvist.md": (
                    "---\nname: Ana Lindqvist\nslug: ana-lindqvist\ncompany: Quay "
                    "Labs\n---\nDrives.\n"
                ),
                "_presenters/bo-chen.md": "---\nname: Bo Chen\nslug: bo-chen\n---\n",
            }
        ),
        "Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist (Quay Labs); Bo Chen",
        file="site.zip",
    ),
    Export(
        "Write the Docs of a year",
        (
            b"- title: Cranes\n  slug: cranes-ana-lindqvist\n  series: Harbour Days\n"
            b"  series_slug: quay\n  year: 2026\n  speakers:\n  - name: Ana Lindqvist\n"
            b"    slug: ana-lindqvist\n    twitter: ana\n    website: https://ana.example\n"
            b"  - name: Bo Chen\n    slug: bo-chen\n  abstract: <p>About cranes.</p>\n"
            b"  youtubeId: abc\n"
        ),
        "Cranes | - | - | - | Ana Lindqvist; Bo Chen",
        file="quay-2026-sessions.yaml",
    ),
    Export(
        "devopsdays, with times in the programme",
        bundle(
            {
                "data/events/2026/quay/main.yml": (
                    "name: 2026-quay\nyear: '2026'\ncity: Quay\nevent_twitter: x\n"
                    "startdate: 2026-06-10T00:00:00+02:00\nenddate: 2026-06-11T23:59:59+02:00\n"
                    "location: Dock\nteam_members:\n- name: Di Doe\nsponsors:\n- id: "
                    "dock\n  level: gold\n"
                    "program:\n- title: Registration\n  type: custom\n  date: 2026-06-10\n"
                    "  start_time: '08:00'\n  end_time: '09:00'\n- title: "
                    "ana-lindqvist\n  type: talk\n"
                    "  date: 2026-06-10\n  start_time: '09:00'\n  end_time: '09:30'\n"
                ),
                "content/events/2026-quay/program/ana-lindqvist.md": (
                    '+++\nTalk_date = ""\nTalk_start_time = ""\nTalk_end_time = '
                    '""\nTitle = "Cranes"\n'
                    'Type = "talk"\nSpeakers = ["ana-lindqvist"]\n+++\nAbout cranes.\n'
                ),
                "content/events/2026-quay/speakers/ana-lindqvist.md": (
                    '+++\nTitle = "Ana Lindqvist"\ntype = "speaker"\n+++\nDrives.\n'
                ),
            }
        ),
        """
        ~Registration | 2026-06-10 08:00 | 60 | - | -
        Cranes | 2026-06-10 09:00 | 30 | - | Ana Lindqvist
        """,
        file="quay.zip",
    ),
    Export(
        "pyvideo with placeholders for speakers and three letters of a language",
        bundle(
            {
                "harbour-2026/category.json": '{"title": "Harbour Days 2026"}',
                "harbour-2026/videos/cranes.json": (
                    '{"title": "Cranes", "speakers": ["Ana Lindqvist", "Bo Chen"], '
                    '"language": "eng",'
                    ' "recorded": "2026-06-10", "duration": 1500, "description": "About cranes.",'
                    ' "tags": ["ropes"], "videos": [{"type": "youtube",'
                    ' "url": "https://www.youtube.com/watch?v=abc"}]}'
                ),
                "harbour-2026/videos/lightning.json": (
                    '{"title": "Lightning talks", "speakers": ["Various speakers"], '
                    '"language": null,'
                    ' "recorded": "2026-06-11", "videos": [{"type": "youtube",'
                    ' "url": "https://www.youtube.com/watch?v=def"}]}'
                ),
            }
        ),
        """
        Cranes | 2026-06-10 | - | - | Ana Lindqvist; Bo Chen
        Lightning talks | 2026-06-11 | - | - | -
        """,
        file="harbour.zip",
    ),
)
