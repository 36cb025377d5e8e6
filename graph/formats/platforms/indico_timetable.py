"""Indico's export of a timetable: days of entries by key, written as the event that it is of.

``/export/timetable/ID.json`` says when things are and nothing of the event itself; its entries
have names of their own for what ``/export/event`` says of a contribution.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallway.graph.formats.syntax.json_values import mapping, step, string

__all__ = ["as_event"]

_DAY = re.compile(r"\d{8}")


def as_event(result: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a result whose keys are days as one with contributions; any other one as it is.

    Each contribution has ``_where``, its path below the result, and a break ``_break``.
    """
    if not result or not all(_DAY.fullmatch(str(key)) for key in result):
        return result
    found = [one for day, entries in result.items() for one in _entries(entries, step(day), "")]
    zones = {string(mapping(one.get("startDate")).get("tz")) for one in found} - {""}
    return {"contributions": found, "timezone": zones.pop() if len(zones) == 1 else ""}


def _entries(entries: Any, path: str, session: str) -> Iterator[dict[str, Any]]:
    for key, one in mapping(entries).items():
        if not isinstance(one, Mapping):
            continue
        where, kind = f"{path}{step(key)}", string(one.get("entryType")).casefold()
        if kind == "session":
            title = string(one.get("title")) or string(one.get("slotTitle"))
            yield from _entries(one.get("entries"), f"{where}.entries", title)
        else:
            people = [
                {"first_name": told.get("firstName"), "last_name": told.get("familyName"), **told}
                for told in one.get("presenters") or []
                if isinstance(told, Mapping)
            ]
            yield {
                "session": session,
                **one,
                "id": string(one.get("contributionId")) or string(one.get("id")) or str(key),
                "speakers": people,
                "_where": where,
                "_break": kind == "break",
            }
