"""What a case says must come of an import: one small function for each word."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from hallway.graph.build import Report, Request, build
from tests.cases import exporting
from tests.cases.exchange import MissingPage
from tests.cases.importing import LABELS, Imported, nfc
from tests.cases.loading import Case
from tests.cases.serving import EVENT

__all__ = ["check_import"]

_LINKS = "SELECT DISTINCT ?o { ?s schema:url|schema:sameAs|rdfs:seeAlso|hw:slides ?o }"
_SUGGESTED = """SELECT ?a ?b {
  ?link a hw:Link ; hw:status hw:suggested ; rdf:predicate owl:sameAs ;
    rdf:subject/rdfs:label ?a ; rdf:object/rdfs:label ?b
}"""
_STATUS = {
    None: "confirmed",
    "https://schema.org/EventCancelled": "cancelled",
    "https://schema.org/EventPostponed": "postponed",
    "https://schema.org/EventRescheduled": "rescheduled",
}


def check_import(case: Case, result: Imported) -> None:
    """Compare what came of an import with all that is expected of it.

    Raises
    ------
    AssertionError
        It is another.
    MissingPage
        A word of the expectation is unknown here; what is known has been checked.
    """
    unknown = []
    refusal = case.expect.get("error_or")
    if refusal is not None and any(_errors(report) for report in result.reports):
        _error(refusal, result, case)
        return
    for word, value in case.expect.items():
        if word in _CHECKS:
            _CHECKS[word](value, result, case)
        elif word not in _DESCRIBE_THE_CASE:
            unknown.append(word)
    if unknown:
        raise MissingPage(f"no check for {', '.join(unknown)}")


_DESCRIBE_THE_CASE = {"kind", "level", "format", "inputs", "options", "title_compare", "error_or"}


def _errors(report: Report) -> list[str]:
    return [str(entry.error) for entry in report.imports if entry.error]


def _error(value: dict[str, Any] | None, result: Imported, case: Case) -> None:
    """Each input ends well, or every one fails as told and nothing of it is stored."""
    failing = set(case.expect.get("error_of_input", {}))
    for number, report in enumerate(result.reports):
        if value is not None:
            _assert_failed(value, report)
        elif str(number) not in failing:
            assert _errors(report) == []
    if value is not None and result.site.published() is not None:
        assert result.site.current.sources == [], "the store is not as before"


def _error_of_input(value: dict[str, Any], result: Imported, case: Case) -> None:
    for number, expected in value.items():
        _assert_failed(expected, result.reports[int(number)])


def _assert_failed(expected: dict[str, Any], report: Report) -> None:
    (message,) = _errors(report)
    assert [part for part in expected["contains"] if part.lower() not in message.lower()] == []


def _count(value: int, result: Imported, case: Case) -> None:
    assert len(result.talks()) == value


def _events(value: list[str], result: Imported, case: Case) -> None:
    assert sorted(result.names("hw:Event")) == sorted(map(nfc, value))


def _titles(value: list[str], result: Imported, case: Case) -> None:
    loosen: Callable[[str], str] = {
        "trim": str.strip,
        "collapse-space": lambda text: re.sub(r"\s+", " ", text).strip(),
    }.get(case.expect.get("title_compare", ""), str)
    found = [loosen(nfc(talk["title"])) for talk in result.talks()]
    assert sorted(found) == sorted(loosen(nfc(title)) for title in value)


def _speakers(value: list[str], result: Imported, case: Case) -> None:
    assert sorted(result.names("schema:Person")) == sorted(map(nfc, value))


def _topics(value: list[str], result: Imported, case: Case) -> None:
    assert sorted(result.names("hw:Topic")) == sorted(map(nfc, value))


def _include(kind: str) -> Callable[[list[str], Imported, Case], None]:
    def check(value: list[str], result: Imported, case: Case) -> None:
        assert set(map(nfc, value)) - set(result.names(kind)) == set()

    return check


def _not_speakers(value: list[str], result: Imported, case: Case) -> None:
    assert set(map(nfc, value)) & set(result.names("schema:Person")) == set()


def _distinct(kind: str) -> Callable[[int, Imported, Case], None]:
    def check(value: int, result: Imported, case: Case) -> None:
        assert len({row["thing"] for row in result.rows(LABELS % kind)}) == value

    return check


def _resolve(value: bool, result: Imported, case: Case) -> None:
    things = [row["thing"] for row in result.rows(LABELS % "schema:Person")]
    assert things
    pages = exporting.pages(result.site, things)
    assert [page for page, (status, _) in pages.items() if status != 200] == []


def _talk(value: list[dict[str, Any]], result: Imported, case: Case) -> None:
    talks = {nfc(talk["title"]).strip(): talk for talk in result.talks()}
    for expected in value:
        found = talks[nfc(expected["title"]).strip()]
        for word, wanted in expected.items():
            if word == "same_speaker_as":
                assert set(found["speakers"]) & set(talks[wanted]["speakers"])
            elif word == "not_same_speaker_as":
                assert not set(found["speakers"]) & set(talks[wanted]["speakers"])
            elif word != "title":
                said = _said(word, found)
                assert _agree(said, wanted), f"{expected['title']}: {word} {said!r}, not {wanted!r}"


def _said(word: str, talk: dict[str, Any]) -> Any:
    if word == "speakers":
        return sorted(map(nfc, talk["speakers"].values()))
    if word == "speaker_count":
        return len(talk["speakers"])
    if word == "status":
        return _STATUS[talk.get("status")]
    if word == "minutes":
        return int(talk["minutes"]) if "minutes" in talk else None
    if word in ("start", "end", "room", "language", "description"):
        return talk.get(word)
    raise MissingPage(f"no check for talk.{word}")


def _agree(said: Any, wanted: Any) -> bool:
    """Compare times with an offset as instants, times without one as written, dates as dates."""
    if isinstance(wanted, list):
        return bool(said == sorted(map(nfc, wanted)))
    if isinstance(wanted, str) and isinstance(said, str) and re.match(r"\d{4}-\d\d-\d\d", wanted):
        one, other = _moment(said), _moment(wanted)
        if isinstance(one, datetime) and isinstance(other, datetime):
            return (one.tzinfo is None) == (other.tzinfo is None) and one == other
        return one == other
    return bool((nfc(said) if isinstance(said, str) else said) == wanted)


def _moment(text: str) -> date | datetime:
    return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)


def _warnings(value: list[list[str]], result: Imported, case: Case) -> None:
    _assert_told(value, result.notices())


def _warnings_of_input(value: dict[str, list[list[str]]], result: Imported, case: Case) -> None:
    for number, wanted in value.items():
        _assert_told(wanted, result.notices(int(number)))


def _assert_told(wanted: list[list[str]], notices: list[str]) -> None:
    for parts in wanted:
        told = [
            notice for notice in notices if all(part.lower() in notice.lower() for part in parts)
        ]
        assert told, f"no notice with {parts} among {notices}"


def _merge_candidates(value: list[list[str]], result: Imported, case: Case) -> None:
    pairs = {frozenset((nfc(row["a"]), nfc(row["b"]))) for row in result.rows(_SUGGESTED)}
    assert {frozenset(map(nfc, pair)) for pair in value} <= pairs


def _links(value: list[str], result: Imported, case: Case) -> None:
    found = {row["o"] for row in result.rows(_LINKS)}
    assert set(value) - found == set(), f"only {sorted(found)}"


def _not_links(value: list[str], result: Imported, case: Case) -> None:
    objects = {row["o"] for row in result.rows("SELECT DISTINCT ?o { ?s ?p ?o FILTER(isIRI(?o)) }")}
    assert not [one for one in objects for bad in value if one.startswith(bad)]


def _order(value: list[str], result: Imported, case: Case) -> None:
    found = [nfc(talk["title"]) for talk in result.talks()]
    assert [title for title in found if title in set(map(nfc, value))] == list(map(nfc, value))


def _limits(value: dict[str, float], result: Imported, case: Case) -> None:
    assert result.seconds <= value.get("seconds", result.seconds)
    assert result.rss_mb <= value.get("rss_mb", result.rss_mb)


def _network_requests(value: int, result: Imported, case: Case) -> None:
    assert result.hits == value


def _pages_do_not_contain(value: list[str], result: Imported, case: Case) -> None:
    things = [row["thing"] for row in result.rows(LABELS % "hw:Talk")]
    things += [row["thing"] for row in result.rows(LABELS % "schema:Person")]
    assert things
    for page, (status, text) in exporting.pages(result.site, things).items():
        assert status == 200, f"{page}: {status}"
        assert [part for part in value if part in text] == [], page


def _exports_parse(value: list[str], result: Imported, case: Case) -> None:
    for what in value:
        exporting.check_export(result.site, what)


def _round_trip(value: dict[str, str], result: Imported, case: Case) -> None:
    assert set(value.values()) == {"same"}
    exporting.check_round_trip(result.site, set(value))


def _no_empty_file(value: bool, result: Imported, case: Case) -> None:
    assert value is True
    exporting.check_no_empty_file(result.site)


def _kept(value: bool, result: Imported, case: Case) -> None:
    assert result.earlier
    pages = exporting.pages(result.site, sorted(result.earlier))
    assert all(status in (200, 410) for status, _ in pages.values()) is value


def _last_changes(value: int, result: Imported, case: Case) -> None:
    change = result.reports[-1].change
    assert change.added + change.removed == value


def _then_works(value: bool, result: Imported, case: Case) -> None:
    plain = Request(b"title,speaker\nPlain talk,Ana Lindqvist\n", "plain.csv", event=EVENT)
    report = build(result.site, [plain])
    assert report.published is value
    assert "Plain talk" in {talk["title"] for talk in result.talks()}


_CHECKS: dict[str, Callable[[Any, Imported, Case], None]] = {
    "error": _error,
    "error_of_input": _error_of_input,
    "talks": _count,
    "events": _events,
    "titles": _titles,
    "speakers": _speakers,
    "topics": _topics,
    "speakers_include": _include("schema:Person"),
    "organizations_include": _include("schema:Organization"),
    "not_speakers": _not_speakers,
    "distinct_talk_uris": _distinct("hw:Talk"),
    "distinct_speaker_uris": _distinct("schema:Person"),
    "distinct_topic_uris": _distinct("hw:Topic"),
    "every_speaker_uri_resolves": _resolve,
    "talk": _talk,
    "warnings": _warnings,
    "warnings_of_input": _warnings_of_input,
    "merge_candidates": _merge_candidates,
    "links": _links,
    "not_links": _not_links,
    "order": _order,
    "limits": _limits,
    "network_requests": _network_requests,
    "pages_do_not_contain": _pages_do_not_contain,
    "exports_parse": _exports_parse,
    "round_trip": _round_trip,
    "no_empty_file_on_failure": _no_empty_file,
    "uris_kept_from_input": _kept,
    "last_import_changes": _last_changes,
    "then_import_works": _then_works,
}
