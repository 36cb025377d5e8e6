"""schema.org events in JSON-LD and microdata, in whatever shape people write them.

One value or a list, a text or an object, an object or a reference to one, a name with or without
the vocabulary before it: all of it says the same. Contexts are never fetched: what a term means
is told by its own name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hallway.graph.formats.happenings import Happening, Somebody
from hallway.graph.formats.json_values import step
from hallway.graph.formats.report import Report
from hallway.graph.programme import Recording
from hallway.graph.reading import times

__all__ = ["SchemaNodes", "is_event_type", "local"]

Node = Mapping[str, Any]

_EVENT = re.compile(
    r"(?:^|[a-z])Event$|^(?:Conference|Festival|Hackathon|EventSeries|CourseInstance)$"
)
_NO_EVENT = frozenset({"PublicationEvent", "BroadcastEvent", "OnDemandEvent", "SaleEvent"})
_PERFORMERS = (
    "performer", "performers", "actor", "actors", "speaker", "speakers", "presenter", "instructor",
)  # fmt: skip
_GROUPS = re.compile(r"Group|Organization|Corporation|Company|University|Team$|NGO|Business")
_ROLE = re.compile(r"Role$")
_TEMPLATE = re.compile(r"\{\$.*?\$\}|\{\{.*?\}\}|\{%.*?%\}|<%.*?%>|\$\{[^}]*\}", re.DOTALL)
_VOCABULARY = re.compile(r"^(?:https?://(?:www\.)?schema\.org/|schema:|sdo:)", re.IGNORECASE)
_TREE = frozenset({"subEvent", "subEvents", "superEvent"})
_MOST_WORDS = 12  # a longer text between commas is a sentence, not a list of keywords


def local(term: str) -> str:
    """Return a term of schema.org without its vocabulary: ``https://schema.org/Event``."""
    return _VOCABULARY.sub("", term).strip()


def is_event_type(term: str) -> bool:
    """Tell whether a type names an event, invented ones such as EducationalEvent included."""
    name = local(term)
    return name not in _NO_EVENT and _EVENT.search(name) is not None and "/" not in name


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
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._nodes: dict[str, dict[str, Any]] = {}
        self._tops: list[tuple[str, Any]] = []

    def add(self, value: Any, where: str) -> None:
        """Take a parsed block; `where` is its place in the source."""
        self._tops.append((where, value))
        for node, _ in _objects(value, ""):
            id_ = _id(node)
            if id_ and len(node) > 1:
                known = self._nodes.setdefault(id_, {})
                for key, inner in node.items():
                    known.setdefault(key, inner)

    def roots(self) -> list[Happening]:
        """Return the events that are part of no other, in the order of the document."""
        found: dict[str, _Found] = {}
        for where, value in self._tops:
            for node, path in _objects(value, ""):
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
        return any(is_event_type(one) for one in _types(node)) and (
            len(node) > 2 or "name" in _keys(node)
        )

    def _gather(self, node: Node, where: str, found: dict[str, _Found]) -> None:
        key = _key(node)
        if key in found:
            return
        whole = {**node, **self._nodes.get(_id(node), {})}
        get = _Values(whole, self._nodes)
        one = found[key] = _Found(self._happening(get, where))
        one.parts = [_key(part) for part in get.objects("subEvent", "subEvents")]
        one.wholes = [_key(part) for part in get.objects("superEvent")]

    def _happening(self, get: _Values, where: str) -> Happening:
        place, online = _place(get)
        mode = local(get.text("eventAttendanceMode"))
        if mode:
            online = True if "Online" in mode else False if "Offline" in mode else None
        told = get.text("description", "abstract", "disambiguatingDescription")
        record = Happening(
            where=where,
            id=_stable(_id(get.node)),
            name=self._filled(get.text("name", "headline", "title"), where),
            types=frozenset(local(one) for one in _types(get.node)),
            start=self._filled(get.text("startDate", "startTime"), where),
            end=self._filled(get.text("endDate", "endTime"), where),
            duration=get.text("duration"),
            zone=_zone(get.text("scheduleTimezone", "timeZone")),
            place=self._filled(place, where),
            online=online,
            people=tuple(self._people(get, where)),
            texts=(self._filled(told, where),),
            url=self._filled(get.text("url", "mainEntityOfPage"), where),
            recordings=tuple(_recordings(get)),
            status=local(get.text("eventStatus")),
            languages=tuple(get.texts("inLanguage")),
            topics=tuple(_listed(get.texts("keywords", "about"))),
            audiences=tuple(get.texts("audience", "typicalAgeRange"))[:20],
            licence=get.text("license"),
        )  # fmt: skip
        if not record.id and record.url:
            record.id = _stable(record.url)
        return record

    def _filled(self, text: str, where: str) -> str:
        """Drop what a template has left unfilled."""
        if not _TEMPLATE.search(text):
            return text
        self._report.once(
            f"{text.strip()[:40]!r} is a template that was never filled",
            where,
            "read the page as the site serves it, not its source",
        )
        return _TEMPLATE.sub("", text).strip()

    def _people(self, get: _Values, where: str) -> Iterator[Somebody]:
        for role, names in (("speaker", _PERFORMERS), ("author", ("author", "creator"))):
            for value in get.values(*names):
                yield from self._person(value, role, get, where)
        for value in get.values("organizer", "organizers"):
            node = get.resolved(value)
            if isinstance(node, Mapping) and "Person" in map(local, _types(node)):
                yield from self._person(node, "organizer", get, where)

    def _person(self, value: Any, role: str, get: _Values, where: str) -> Iterator[Somebody]:
        value = get.resolved(value)
        if isinstance(value, str):
            yield Somebody(value, role=role)
            return
        if not isinstance(value, Mapping):
            return
        inner = _Values(value, get.known)
        types = [local(one) for one in _types(value)]
        if any(map(_ROLE.search, types)):
            said = inner.text("roleName", "characterName").casefold() or role
            for one in inner.values(*_PERFORMERS, "author"):
                if one is not value:
                    yield from self._person(one, said, get, where)
            return
        if "Person" not in types and any(map(_GROUPS.search, types)):
            self._report.once(
                f"{inner.text('name')[:60]!r} is a group and no person", where, level="note"
            )
            for member in inner.values("member", "members"):
                yield from self._person(member, role, get, where)
            return
        links = [*inner.texts("url"), *inner.texts("sameAs")]
        name = inner.text("name") or " ".join(
            filter(None, [inner.text("givenName"), inner.text("familyName")])
        )
        yield Somebody(
            self._filled(name, where),
            id=_stable(_id(value)),
            role=role,
            affiliation=inner.text("worksFor", "affiliation"),
            links=tuple(links),
            other_names=tuple(inner.texts("alternateName")),
        )


class _Values:
    """The values of one object by the names of properties; see `SchemaNodes`."""

    def __init__(self, node: Node, known: Mapping[str, Node]) -> None:
        self.node = node
        self.known = known
        self._keys = _keys(node)

    def values(self, *names: str) -> Iterator[Any]:
        """Yield every value of the properties, lists opened."""
        for name in names:
            yield from _opened(self._keys.get(name))

    def objects(self, *names: str) -> Iterator[Node]:
        """Yield the values that are objects, references resolved; a text is a reference."""
        for value in self.values(*names):
            node = self.resolved(value)
            if isinstance(node, Mapping):
                yield node

    def resolved(self, value: Any) -> Any:
        """Return what a reference stands for, where the document says so."""
        if isinstance(value, Mapping) and len(value) <= 2 and (id_ := _id(value)):
            return self.known.get(id_, value)
        return self.known.get(value, value) if isinstance(value, str) else value

    def texts(self, *names: str) -> list[str]:
        """Return the values as texts: of an object its value, its name or its address."""
        found = (self._text(self.resolved(value)) for value in self.values(*names))
        return [text for text in found if text]

    def text(self, *names: str) -> str:
        """Return the first text there is, else ""; properties in the order given."""
        for name in names:
            for text in self.texts(name):
                return text
        return ""

    def _text(self, value: Any) -> str:
        if isinstance(value, str):
            return value.strip()
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, Mapping):
            return ""
        inner = _Values(value, self.known)
        for name in ("@value", "name", "audienceType", "url", "@id"):
            for one in inner.values(name):
                if isinstance(one, str | int | float | Mapping) and one is not value:
                    text = one if isinstance(one, str) else _plain(one)
                    if text:
                        return text.strip()
        return ""


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        value = value.get("@value", "")
    return str(value) if isinstance(value, str | int | float) else ""


def _objects(value: Any, path: str) -> Iterator[tuple[Node, str]]:
    """Yield every object of a block with its path, outer before inner."""
    stack: list[tuple[Any, str]] = [(value, path)]
    while stack:
        one, at = stack.pop()
        if isinstance(one, Mapping):
            yield one, at
            inner = [(part, f"{at}{step(key)}".lstrip(".")) for key, part in one.items()]
        elif isinstance(one, list):
            inner = [(part, f"{at}{step(number)}") for number, part in enumerate(one)]
        else:
            continue
        stack.extend(reversed(inner))


def _keys(node: Node) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in node.items():
        found.setdefault(local(key), value)
    return found


def _types(node: Node) -> list[str]:
    given = node.get("@type", node.get("type"))
    return [one for one in _opened(given) if isinstance(one, str)]


def _id(node: Node) -> str:
    given = node.get("@id", node.get("id"))
    return given.strip() if isinstance(given, str) else ""


def _key(node: Node) -> str:
    """Tell one object from another: by its id, else by where it is in memory."""
    return _id(node) or f" {id(node)}"


def _stable(id_: str) -> str:
    return "" if id_.startswith("_:") else id_


def _opened(value: Any) -> Iterator[Any]:
    """Yield the parts of a value, however many lists are around them."""
    if isinstance(value, list):
        for part in value:
            yield from _opened(part)
    elif isinstance(value, Mapping) and ("@list" in value or "@set" in value):
        yield from _opened(value.get("@list", value.get("@set")))
    elif value is not None:
        yield value


def _zone(name: str) -> str | None:
    return name if name and times.zone(name) else None


def _place(get: _Values) -> tuple[str, bool | None]:
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
            if "VirtualLocation" in map(local, _types(value)):
                virtual = True
            elif place := _named_place(_Values(value, get.known)):
                return place, None
    return "", True if virtual else None


def _named_place(get: _Values) -> str:
    """Join the name of a place and its town; without a name the address stands in."""
    name, addresses = get.text("name"), list(get.values("address"))
    town = ""
    for address in addresses or [get.node]:
        address = get.resolved(address)
        if isinstance(address, str):
            return name or address
        if isinstance(address, Mapping):
            inner = _Values(address, get.known)
            town = inner.text("addressLocality") or inner.text("addressRegion")
            if not name:
                parts = [inner.text("streetAddress"), town, inner.text("addressCountry")]
                return ", ".join(filter(None, parts))
    return name if not town or town.casefold() in name.casefold() else f"{name}, {town}"


def _recordings(get: _Values) -> Iterator[Recording]:
    for value in get.values("recordedIn", "video", "subjectOf"):
        value = get.resolved(value)
        if isinstance(value, str):
            yield Recording(value)
        elif isinstance(value, Mapping):
            inner = _Values(value, get.known)
            film = any("Video" in one or "Audio" in one for one in _types(value))
            url = inner.text("contentUrl", "embedUrl", "url") or _stable(_id(value))
            if url and (film or value in list(get.values("recordedIn"))):
                minutes = times.minutes(inner.text("duration") or "?", parts="h:m:s")
                yield Recording(url, None if minutes is None else 60 * minutes)


def _listed(given: Sequence[str]) -> Iterator[str]:
    """Yield labels; keywords in one text stand apart by commas."""
    for text in given:
        parts = [part.strip() for part in re.split(r"[,;\n]", text)]
        if len(text.split()) <= _MOST_WORDS * len(parts):
            yield from filter(None, parts)
