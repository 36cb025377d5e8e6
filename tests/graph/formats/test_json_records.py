"""Lists of JSON objects, one at a time."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.syntax.json_records import first_record, records

OPTIONS = ReadOptions(file="x.json")


def had(data: bytes) -> tuple[list[tuple[str, Any]], Report]:
    report = Report(OPTIONS)
    return list(records(data, report, OPTIONS)), report


@given(st.lists(st.dictionaries(st.text(max_size=5), st.integers() | st.text()), min_size=1))
def test_arrays_and_lines_give_the_same_objects(values: list[dict[str, Any]]) -> None:
    wanted = [json.loads(json.dumps(one), parse_int=str) for one in values]
    array = json.dumps(values, indent=2).encode()
    by_line = "\n".join(map(json.dumps, values)).encode()
    for data in (array, by_line, gzip.compress(array), b"\xef\xbb\xbf \n" + array):
        found, report = had(data)
        assert [{k: _as_text(v) for k, v in one.items()} for _, one in found] == wanted
        assert not report.notices


def _as_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) else value


def test_places_are_those_of_the_form() -> None:
    assert [where for where, _ in had(b'[{"a": 1}, {"a": 2}]')[0]] == ["[0]", "[1]"]
    assert [where for where, _ in had(b'{"a": 1}\n\n{"a": 2}\n')[0]] == ["line 1", "line 3"]


def test_what_is_no_object_is_told_and_costs_no_other() -> None:
    found, report = had(b'[1, {"a": 1}, "x", null]')
    assert [where for where, _ in found] == ["[1]"]
    assert [one.where for one in report.notices] == ["[0]", "[2]", "[3]"]


def test_a_cut_array_gives_what_it_has() -> None:
    found, report = had(b'[{"a": 1},\n {"a": 2},\n {"a": ')
    assert len(found) == 2
    assert "line 3" in report.notices[0].where


def test_deep_nesting_is_a_fault_of_its_record() -> None:
    deep = b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    found, report = had(b'{"a": 1}\n' + deep + b'\n{"a": 2}')
    assert len(found) == 2
    assert "too deep" in report.notices[0].what


@pytest.mark.parametrize("data", [b"", b"[", b"[]", b"{", b"nothing", b"[1]", b"[{"])
def test_without_an_object_it_is_refused(data: bytes) -> None:
    with pytest.raises(SourceError):
        had(data)


def test_the_first_record_tells_what_the_others_are() -> None:
    assert first_record(b' [ {"a": 1}, {"b"') == {"a": 1}
    assert first_record(gzip.compress(b'{"a": 1}\n{"b": 2}')) == {"a": 1}
    for data in (b"", b"[", b"[1]", b"{", b"x", b"\xff\xfe"):
        assert first_record(data) == {}
