"""Small files that a parser may make much of: nesting, references, bombs, runs and long lists.

Each is some megabytes at most. What they hold is nonsense: a file ends in a programme or in an
error, soon and in little memory, and nothing else is asked of it.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from tests.graph.formats.odd_values import bundle

__all__ = ["FILES"]

Named = Iterator[tuple[str, bytes]]

DEEP, MANY, RUN = 30_000, 40_000, 200_000
HERE = b'"@@"'


def in_json(around: Callable[[Any], Any]) -> Named:
    """Yield hostile values inside a document; `around` puts one into it."""
    document = json.dumps(around("@@")).encode()
    values = {
        "deep lists": b"[" * DEEP + b"]" * DEEP,
        "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
        "lists that never end": b"[" * DEEP,
        "an integer": b"9" * RUN,
        "a fraction": b"0." + b"9" * RUN,
        "an exponent": b"1e" + b"9" * DEEP,
        "numbers": b"[" + b"1," * MANY + b"1]",
        "objects": b"[" + b"{}," * MANY + b"{}]",
        "keys": b"{" + b",".join(b'"k%d":1' % at for at in range(DEEP)) + b"}",
        "one key": b"{" + b'"a":1,' * MANY + b'"a":1}',
        "people": json.dumps([{"name": "Ana Lind", "id": at} for at in range(DEEP)]).encode(),
        "texts": json.dumps([f"Ana Lind {at}" for at in range(DEEP)]).encode(),
        "a text": b'"' + b"a" * RUN + b'"',
        "backslashes": b'"' + b"\\" * RUN,
        "quotes": b'"' + b'\\"' * RUN + b'"',
        "surrogates": b'"' + b"\\ud800" * DEEP + b'"',
        "commas": b"," * RUN,
    }
    for name, value in values.items():
        yield name, document.replace(HERE, value)


def fields_of(around: Callable[[str, Any], Any], names: str) -> Named:
    for field in names.split():
        for name, data in in_json(lambda value, field=field: around(field, value)):
            yield f"{field}: {name}", data


def frab_json() -> Named:
    def event(field: str, value: Any) -> Any:
        found = {"id": 1, "title": "C", "persons": [], field: value}
        days: Any = [{"index": 1, "date": "2026-06-10", "rooms": {"A": [found]}}]
        days = value if field == "days" else days
        return {"schedule": {"version": "1", "conference": {"title": "H", "days": days}}}

    return fields_of(event, "persons title days")


def sessionize() -> Named:
    def view(field: str, value: Any) -> Any:
        session = {
            "id": "1", "title": "C", "startsAt": "2026-06-10T09:00:00", "isServiceSession": False,
            "speakers": ["x"], "categoryItems": [],
        }  # fmt: skip
        whole: dict[str, Any] = {
            "sessions": [session], "speakers": [{"id": "x", "fullName": "Ana Lind"}],
            "questions": [], "categories": [], "rooms": [],
        }  # fmt: skip
        (whole if field == "categories" else session)[field] = value
        return whole

    return fields_of(view, "speakers title categories")


def pretalx() -> Named:
    def talks(field: str, value: Any) -> Any:
        talk = {
            "code": "A", "title": "C", "speakers": [{"code": "S", "name": "Ana Lind"}],
            "submission_type": "T", "state": "confirmed", "duration": 30,
        }  # fmt: skip
        return [talk | {field: value}]

    return fields_of(talks, "speakers slot resources")


def json_list() -> Named:
    yield from fields_of(
        lambda field, value: [{"title": "C", "start": "2026-06-10", "speakers": "A", field: value}],
        "title speakers",
    )
    talk = {"title": "C", "time": "9:00", "speaker": "Ana Lind"}
    days = [{"date": "2026-06-10", "talks": [talk]} for _ in range(5000)]
    yield "days", json.dumps(days).encode()
    yield "lines", b'{"title":"C","start":"2026-06-10","speakers":"Ana Lind"}\n' * 10_000


def jsonld() -> Named:
    event = {"@context": "https://schema.org", "@type": "Event", "name": "H"}
    yield from fields_of(lambda field, value: event | {field: value}, "subEvent performer name")

    def graph(size: int, field: str, to: Callable[[int], list[int]]) -> bytes:
        nodes = [
            {"@type": "Event", "@id": f"#{at}", "name": f"E{at}",
             field: [{"@id": f"#{one}"} for one in to(at)]}
            for at in range(size)
        ]  # fmt: skip
        return json.dumps({"@context": "https://schema.org", "@graph": nodes}).encode()

    yield "a circle", graph(10_000, "subEvent", lambda at: [(at + 1) % 10_000])
    yield "a star", graph(10_000, "superEvent", lambda at: [0])
    yield "each in each", graph(200, "subEvent", lambda at: list(range(200)))
    yield "each twice in the next", graph(60, "subEvent", lambda at: [at + 1, at + 1])
    yield "people of people", graph(60, "performer", lambda at: [at + 1, at + 1])


def frab_xml() -> Named:
    whole = (
        '<schedule><conference><title>H</title></conference><day date="2026-06-10"><room name="A">'
        '<event id="1"><title>C</title>%s</event></room></day></schedule>'
    )
    inside = {
        "deep": "<a>" * DEEP + "</a>" * DEEP,
        "never closed": "<a>" * DEEP,
        "attributes": "<a " + " ".join(f'a{at}="1"' for at in range(DEEP)) + "/>",
        "elements": "<a/>" * MANY,
        "persons": "<persons>" + '<person id="1">Ana Lind</person>' * DEEP + "</persons>",
        "links": "<links>" + '<link href="https://a.example">x</link>' * DEEP + "</links>",
        "numbers": f"<duration>{'9' * RUN}:{'9' * RUN}</duration><start>{'1' * RUN}</start>",
        "letters": f"<abstract>{'&#65;' * MANY}</abstract>",
        "sections": f"<abstract>{'<![CDATA[x]]>' * MANY}</abstract>",
        "comments": "<!-- -->" * MANY,
        "name spaces": "".join(f'<a xmlns:n{at}="u{at}"/>' for at in range(DEEP)),
    }
    for name, part in inside.items():
        yield name, (whole % part).encode()
    yield "comments above", ("<!-- - -->" * MANY + whole % "").encode()
    yield "instructions above", ("<?x y?>" * MANY + whole % "").encode()
    yield "brackets", b"<schedule>" + b"<" * RUN
    yield "entities", (entities("schedule") + whole % "<abstract>&i;</abstract>").encode()
    yield "tags in a title", (whole.replace(">C<", f">{'<b>' * 200}x{'</b>' * 200}<") % "").encode()
    days = '<day date="2026-06-10"/>' * DEEP
    yield "days", f"<schedule><conference><title>H</title></conference>{days}</schedule>".encode()


def entities(root: str) -> str:
    """Declare entities that stand for ten times the one before each."""
    letters = "abcdefghi"
    steps = "".join(
        f'<!ENTITY {letter} "{("&" + before + ";") * 10}">' for before, letter in pairwise(letters)
    )
    return f'<!DOCTYPE {root} [<!ENTITY a "aaaaaaaaaa">{steps}]>'


def ical() -> Named:
    def calendar(*lines: str) -> bytes:
        return "\r\n".join(["BEGIN:VCALENDAR", *lines, "END:VCALENDAR", ""]).encode()

    def event(*lines: str) -> tuple[str, ...]:
        return (
            "BEGIN:VEVENT",
            "UID:1",
            "DTSTART:20260610T090000Z",
            "SUMMARY:C",
            *lines,
            "END:VEVENT",
        )

    rule = "RRULE:FREQ="
    inside = {
        "a line": "DESCRIPTION:" + "a" * RUN,
        "a folded line": "DESCRIPTION:" + "a\r\n " * MANY,
        "parameters": "DESCRIPTION" + ";A=b" * DEEP + ":x",
        "quotes": 'DESCRIPTION;A="' + '";B="' * DEEP + '":x',
        "escapes": "DESCRIPTION:" + "\\n" * MANY,
        "backslashes": "DESCRIPTION:" + "\\" * RUN,
        "categories": "CATEGORIES:" + ",".join(f"a{at}" for at in range(DEEP)),
        "dates that are off": rule + "DAILY\r\nEXDATE:" + ",".join(["20260611T090000Z"] * DEEP),
        "a rule that no day follows": rule + "YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "every second": rule + "SECONDLY;COUNT=99999999",
        "a long rule": rule + "DAILY;BYDAY=" + ",".join(["MO"] * DEEP),
        "numbers": rule + "DAILY;INTERVAL=" + "9" * DEEP + ";COUNT=" + "9" * DEEP,
        "a length": "DURATION:PT" + "9" * DEEP + "M",
    }
    for name, line in inside.items():
        yield name, calendar(*event(line))
    yield "properties", calendar(*event(*(f"X-A{at}:1" for at in range(DEEP))))
    yield "people", calendar(*event(*["ATTENDEE;CN=Ana Lind:invalid:nomail"] * 20_000))
    yield "deep", calendar(*["BEGIN:VEVENT"] * 20_000, *["END:VEVENT"] * 20_000)
    yield "alarms", calendar(*event(*["BEGIN:VALARM", "END:VALARM"] * DEEP))
    yield "one id", calendar(*event() * 10_000)
    yield "rules", calendar(*event(rule + "DAILY;COUNT=1000") * 1000)
    turn = "BEGIN:STANDARD", "DTSTART:00010101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100"
    zone = "BEGIN:VTIMEZONE", "TZID:Z", *turn, rule + "DAILY", "END:STANDARD", "END:VTIMEZONE"
    timed = tuple(line.replace("DTSTART", "DTSTART;TZID=Z") for line in event())
    yield "a zone that turns each day", calendar(*zone, *timed)
    yield "zones", calendar(*zone * 2000, *timed)
    yield "blank lines", b"BEGIN:VCALENDAR\r\n" + b"\r\n" * MANY + b"END:VCALENDAR\r\n"


def rdf() -> Named:
    head = "@prefix s: <https://schema.org/> . @prefix : <https://q.example/> . "
    said = head + ':e a s:Event ; s:name "H" ; '
    nested = "[ a s:Event ; s:subEvent "
    turtle = {
        "deep nodes": f"{said} s:subEvent {nested * 10_000} :x {'] ' * 10_000} .",
        "deep lists": f"{said} s:performer {'( ' * 10_000} :x {') ' * 10_000} .",
        "a list": f"{said} s:performer ( {':x ' * 100_000} ) .",
        "names": said + "s:name " + ",".join(f'"n{at}"' for at in range(DEEP)) + " .",
        "a text": f'{said} s:name "{"a" * RUN}" .',
        "an address": f"{said} s:subEvent <https://a.example/{'a' * RUN}> .",
        "backslashes": f'{said} s:name "' + "\\" * RUN,
        "comments": "#\n" * MANY + said + ' s:name "x" .',
        "itself": f"{said} s:subEvent :e ; s:superEvent :e ; s:performer :e .",
        "prefixes": said
        + "s:name 'x' ."
        + "".join(f"@prefix p{at}: <https://a.example/> .\n" for at in range(DEEP)),
        "a circle": head + " ".join(
            f':e{at} a s:Event ; s:name "E" ; s:subEvent :e{(at + 1) % 10_000} .'
            for at in range(10_000)
        ),
        "a star": said + " a s:Event . " + " ".join(
            f':t{at} a s:Event ; s:name "T{at}" ; s:superEvent :e .' for at in range(10_000)
        ),
        "each in each": head + " ".join(
            f":e{at} a s:Event ; s:subEvent {','.join(f':e{to}' for to in range(200))} ."
            for at in range(200)
        ),
    }  # fmt: skip
    for name, source in turtle.items():
        yield name, source.encode()
    spaces = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="https://schema.org/"'
    whole = f"<rdf:RDF {spaces}>%s</rdf:RDF>"
    deep = "<s:Event><s:subEvent>" * 20_000 + "</s:subEvent></s:Event>" * 20_000
    yield "deep XML", (whole % deep).encode()
    yield "elements", (whole % ("<s:Event><s:name>x</s:name></s:Event>" * 10_000)).encode()
    texts = " ".join(f's:a{at}="1"' for at in range(DEEP))
    yield "attributes", (whole % f"<s:Event {texts}/>").encode()
    yield "entities", (entities("rdf:RDF") + whole % "<s:Event s:name='&i;'/>").encode()


def plain_zip(files: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def zips() -> Named:
    table = b"title,speakers\nC,Ana Lind\n"
    yield "a bomb", plain_zip({"a.csv": table + b" " * 120_000_000})
    yield "files", bundle({f"{at}.json": b"{}" for at in range(10_000)})
    yield "pages", bundle({f"_talks/{at}.md": b"---\ntitle: C\n---\nx" for at in range(5000)})
    nested = plain_zip({"a.csv": table})
    for _ in range(10):
        nested = plain_zip({"a.zip": nested})
    yield "one in another", nested
    yield "a part", nested[: len(nested) // 2]
    yield "a name", bundle({"a" * 60_000 + ".csv": table})
    yield "a way out", bundle({"../../a.csv": table})


FILES: dict[str, tuple[Callable[[], Named], str | None]] = {
    "frab-json": (frab_json, "frab-json"),
    "sessionize": (sessionize, "sessionize"),
    "pretalx": (pretalx, "pretalx"),
    "json-list": (json_list, "json-list"),
    "jsonld": (jsonld, "jsonld"),
    "frab-xml": (frab_xml, "frab-xml"),
    "ical": (ical, "ical"),
    "rdf": (rdf, "rdf"),
    "zip": (zips, None),
}
"""For each notation what yields its files with their names, and the format; None to tell it."""
