"""schema.org events in JSON-LD and microdata, in whatever shape people write them.

One value or a list, a text or an object, an object or a reference to one, a name with or without
the vocabulary before it: all of it says the same. Contexts are never fetched: what a term means
is told by its own name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any
from urllib.parse import urljoin

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.happenings.tree import Happening, Somebody
from hallway.graph.formats.schema_org.schedules import dates
from hallway.graph.formats.schema_org.values import (
    Node,
    Values,
    id_of,
    is_event_type,
    local,
    local_keys,
    objects_in,
    stable_id,
    types_of,
)  # fmt: skip
from hallway.graph.programme import Recording
from hallway.graph.reading import times

__all__ = ["SchemaNodes"]

_PERFORMERS = (
    "performer", "performers", "actor", "actors", "speaker", "speakers", "presenter", "instructor",
)  # fmt: skip
_GROUPS = re.compile(r"Group|Organization|Corporation|Company|University|Team$|NGO|Business")
_ROLE = re.compile(r"Role$")
_TEMPLATE = re.compile(
    r"\{\$.{0,200}?\$\}|\{\{.{0,200}?\}\}|\{%.{0,200}?%\}|<%.{0,200}?%>|\$\{[^}]{0,200}\}",
    re.DOTALL,
)
_NESTED = 5  # a role of a member of a group; a role may also refer to itself
_MOST_WORDS = 12  # a longer text between commas is a sentence, not a list of keywords


@dataclass(slots=True)
class _Found:
    """A happening under construction, and the references that tie it to others."""

    record: Happening
    parts: list[str] = field(default_factory=list)
    wholes: list[str] = field(default_factory=list)


class SchemaNodes:
    """Gathers the events of one document.

    Parameters
    ----------
    report
        Takes the notices.

    Attributes
    ----------
    base
        Absolute address against which relative ones are resolved; "" for none.
    """

    def __init__(self, report: Report) -> None:
        self.base = ""
        self._report = report
        self._unfilled = False
        self._nodes: dict[str, dict[str, Any]] = {}
        self._tops: list[tuple[str, Any]] = []

    def add(self, value: Any, where: str) -> None:
        """Take a parsed block; `where` is its place in the source."""
        self._tops.append((where, value))
        for node, _ in objects_in(value, ""):
            id_ = id_of(node)
            if id_ and len(node) > 1:
                known = self._nodes.setdefault(id_, {})
                for key, inner in node.items():
                    known.setdefault(key, inner)

    def roots(self) -> list[Happening]:
        """Return the events that are part of no other, in the order of the document."""
        found: dict[str, _Found] = {}
        for where, value in self._tops:
            for node, path in objects_in(value, ""):
                if self._is_event(node):
                    self._gather(node, ", ".join(filter(None, (where, path))), found)
        below: set[str] = set()
        for key, one in found.items():
            for whole in one.wholes:
                if whole in found and whole != key and key not in found[whole].parts:
                    found[whole].parts.append(key)
        for key, one in found.items():
            for part in dict.fromkeys(one.parts):
                if part in found and part != key and part not in below:
                    one.record.parts.append(found[part].record)
                    below.add(part)
        roots = [one.record for key, one in found.items() if key not in below]
        return roots or [one.record for one in found.values()][:1]

    def _is_event(self, node: Node) -> bool:
        return any(is_event_type(one) for one in types_of(node)) and (
            len(node) > 2 or "name" in local_keys(node)
        )

    def _gather(self, node: Node, where: str, found: dict[str, _Found]) -> None:
        key = _key(node)
        if key in found:
            return
        whole = {**node, **self._nodes.get(id_of(node), {})}
        get = Values(whole, self._nodes)
        one = found[key] = _Found(self._happening(get, where))
        one.parts = [_key(part) for part in get.objects("subEvent", "subEvents")]
        one.wholes = [_key(part) for part in get.objects("superEvent")]

    def _happening(self, get: Values, where: str) -> Happening:
        place, online = _place(get)
        mode = local(get.text("eventAttendanceMode"))
        if mode:
            online = True if "Online" in mode else False if "Offline" in mode else None
        told = get.text("description", "abstract", "disambiguatingDescription")
        record = Happening(
            where=where,
            id=stable_id(id_of(get.node)),
            name=self._filled(get.text("name", "headline", "title"), where),
            types=frozenset(local(one) for one in types_of(get.node)),
            names=tuple(get.texts("alternateName")),
            start=self._filled(get.text("startDate", "startTime"), where),
            end=self._filled(get.text("endDate", "endTime"), where),
            duration=get.text("duration"),
            zone=_zone(get.text("scheduleTimezone", "timeZone")),
            place=self._filled(place, where),
            online=online,
            people=tuple(self._people(get, where)),
            texts=(self._filled(told, where),),
            url=self._absolute(self._filled(get.text("url", "mainEntityOfPage"), where)),
            recordings=tuple(
                replace(one, url=self._absolute(one.url)) for one in _recordings(get)
            ),
            status=local(get.text("eventStatus")),
            languages=tuple(get.texts("inLanguage")),
            topics=tuple(_listed(get.texts("keywords", "about"))),
            audiences=(*get.texts("audience"), *get.texts("educationalLevel")),
            licence=get.text("license"),
            sponsors=tuple(self._groups(get, "sponsor", "sponsors", "funder")),
            organizers=tuple(self._groups(get, "organizer", "organizers", texts=False)),
        )  # fmt: skip
        record.slots = list(self._scheduled(get, record))
        if not record.id and record.url:
            record.id = stable_id(record.url)
        return record

    def _scheduled(self, get: Values, record: Happening) -> Iterator[Happening]:
        """Yield the times of its schedules; each has the clock times of its own or of the event."""
        most = self._report.limits.max_slots
        for node in get.objects("eventSchedule"):
            said = Values(node, get.known)
            clocks = said.text("startTime"), said.text("endTime")
            zone = _zone(said.text("scheduleTimezone")) or record.zone
            days = dates(
                said.text("startDate") or record.start[:10],
                said.text("endDate"),
                said.text("repeatFrequency"),
                said.texts("byDay"),
                said.text("repeatCount"),
                said.texts("exceptDate"),
            )
            for day in islice(days, most):
                start, end = (f"{day}T{clock}" if clock else "" for clock in clocks)
                yield Happening(record.where, start=start or day, end=end, zone=zone)

    def _filled(self, text: str, where: str) -> str:
        """Drop what a template has left unfilled."""
        if not _TEMPLATE.search(text):
            return text
        if not self._unfilled:
            self._unfilled = True
            self._report.tell(
                f"{text.strip()[:40]!r} is a template that was never filled",
                where,
                "read the page as the site serves it, not its source",
            )
        return _TEMPLATE.sub("", text).strip()

    def _absolute(self, address: str) -> str:
        """Resolve an address without a scheme; "www." is repaired where links are checked."""
        if not self.base or not re.match(r"[/.#?]|[\w-]+/", address) or address.startswith("//"):
            return address
        with suppress(ValueError):
            return urljoin(self.base, address)
        return address

    def _people(self, get: Values, where: str) -> Iterator[Somebody]:
        for role, names in (("speaker", _PERFORMERS), ("author", ("author", "creator"))):
            for value in get.values(*names):
                yield from self._person(value, role, get, where)
        for value in get.values("organizer", "organizers"):
            node = get.resolved(value)
            if isinstance(node, Mapping) and "Person" in map(local, types_of(node)):
                yield from self._person(node, "organizer", get, where)

    def _groups(self, get: Values, *names: str, texts: bool = True) -> Iterator[str]:
        """Yield the names of organizations; a text says nothing of what it names."""
        for value in map(get.resolved, get.values(*names)):
            if isinstance(value, str):
                if texts and "://" not in value:
                    yield value
                continue
            types = list(map(local, types_of(value))) if isinstance(value, Mapping) else []
            if isinstance(value, Mapping) and "Person" not in types:
                inner = Values(value, get.known)
                name = self._filled(inner.text("name", "legalName"), "")
                if name and (texts or any(map(_GROUPS.search, types))):
                    yield name

    def _person(
        self, value: Any, role: str, get: Values, where: str, depth: int = 0
    ) -> Iterator[Somebody]:
        value = get.resolved(value)
        if isinstance(value, str):
            yield Somebody(value, role=role)
            return
        if not isinstance(value, Mapping) or depth > _NESTED:
            return
        inner = Values(value, get.known)
        types = [local(one) for one in types_of(value)]
        if any(map(_ROLE.search, types)):
            said = inner.text("roleName", "characterName").casefold() or role
            for one in inner.values(*_PERFORMERS, "author"):
                if one is not value:
                    yield from self._person(one, said, get, where, depth + 1)
            return
        if "Person" not in types and any(map(_GROUPS.search, types)):
            self._report.once(
                f"{inner.text('name')[:60]!r} is a group and no person", where, level="note"
            )
            for member in inner.values("member", "members"):
                yield from self._person(member, role, get, where, depth + 1)
            return
        links = [*inner.texts("url"), *inner.texts("sameAs")]
        name = inner.text("name") or " ".join(
            filter(None, [inner.text("givenName"), inner.text("familyName")])
        )
        stated = inner.texts("worksFor", "affiliation")
        employers = dict.fromkeys(one for one in stated if "://" not in one)
        yield Somebody(
            self._filled(name, where),
            id=stable_id(id_of(value)),
            role=role,
            affiliation=next(iter(employers), ""),
            links=tuple(map(self._absolute, links)),
            other_names=tuple(inner.texts("alternateName")),
            other_affiliations=tuple(employers)[1:],
        )


def _key(node: Node) -> str:
    """Tell one object from another: by its id, else by where it is in memory."""
    return id_of(node) or f" {id(node)}"


def _zone(name: str) -> str | None:
    return name if name and times.zone(name) else None


def _place(get: Values) -> tuple[str, bool | None]:
    """Return the place, and True when there is none but an address on the web."""
    virtual = False
    for value in get.values("location"):
        value = get.resolved(value)
        if isinstance(value, str):
            if re.match(r"https?://", value):
                virtual = True
            elif value.strip():
                return value, None
        elif isinstance(value, Mapping):
            if "VirtualLocation" in map(local, types_of(value)):
                virtual = True
            elif place := _named_place(Values(value, get.known)):
                return place, None
    return "", True if virtual else None


def _named_place(get: Values) -> str:
    """Join the name of a place and its town; without a name the address stands in."""
    name, addresses = get.text("name"), list(get.values("address"))
    town = ""
    for address in addresses or [get.node]:
        address = get.resolved(address)
        if isinstance(address, str):
            return name or address
        if isinstance(address, Mapping):
            inner = Values(address, get.known)
            town = inner.text("addressLocality") or inner.text("addressRegion")
            if not name:
                parts = [inner.text("streetAddress"), town, inner.text("addressCountry")]
                return ", ".join(filter(None, parts))
    return name if not town or town.casefold() in name.casefold() else f"{name}, {town}"


def _recordings(get: Values) -> Iterator[Recording]:
    for value in get.values("recordedIn", "video", "subjectOf"):
        value = get.resolved(value)
        if isinstance(value, str):
            yield Recording(value)
        elif isinstance(value, Mapping):
            inner = Values(value, get.known)
            film = any("Video" in one or "Audio" in one for one in types_of(value))
            url = inner.text("contentUrl", "embedUrl", "url") or stable_id(id_of(value))
            if url and (film or value in list(get.values("recordedIn"))):
                minutes = times.minutes(inner.text("duration") or "?", parts="h:m:s")
                yield Recording(url, None if minutes is None else 60 * minutes)


def _listed(given: Sequence[str]) -> Iterator[str]:
    """Yield labels; keywords in one text stand apart by commas."""
    for text in given:
        parts = [part.strip() for part in re.split(r"[,;\n]", text)]
        if len(text.split()) <= _MOST_WORDS * len(parts):
            yield from filter(None, parts)
