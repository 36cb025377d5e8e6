"""The people of an RDF graph: who speaks, who wrote, who holds a role, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pyoxigraph import BlankNode, Literal, NamedNode

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.happenings.people import Somebody
from hallway.graph.formats.rdf.terms import Graph, Node, expanded, local_name

__all__ = ["People"]

_NAME = expanded("foaf:name schema:name rdfs:label skos:prefLabel")
_OTHER_NAME = expanded("schema:alternateName foaf:nick skos:altLabel")
_GIVEN = expanded("foaf:firstName foaf:givenName foaf:givenname schema:givenName")
_FAMILY = expanded("foaf:family_name foaf:familyName foaf:lastName foaf:surname schema:familyName")
_PROFILE = expanded(
    "foaf:homepage foaf:OnlineAccount foaf:account foaf:weblog foaf:page schema:url schema:sameAs "
    "owl:sameAs"
)
_EMPLOYER = expanded("swrc:affiliation schema:affiliation schema:worksFor")
_MEMBER_OF = expanded("org:memberOf schema:memberOf")
_HAS_MEMBER = expanded("foaf:member schema:member schema:employee")
_SPEAKS = {
    "speaker": expanded(
        "schema:performer schema:performers schema:actor swc:speaker swrc:speaker swc:hasSpeaker "
        "xl:talkGivenBy swc:presenter swc:hasPresenter"
    ),
    "moderator": expanded("swc:moderator swrc:moderator"),
    "panelist": expanded("swc:panelist swrc:panelist"),
}
_LIST = expanded("bibo:authorList ext:authorList swrc:authorList swc:authorList")
_AUTHOR = expanded("dc:creator dct:creator foaf:maker swrc:author schema:author schema:creator")
_HELD_BY, _HOLDS = expanded("swc:heldBy"), expanded("swc:holdsRole")
_ROLE_AT, _HAS_ROLE = expanded("swc:isRoleAt"), expanded("swc:hasRole")
_APPEARANCE = expanded("hw:appearance")
_ORGANIZER = expanded("schema:organizer")
_GROUP = re.compile(r"Organi[sz]ation|Group|Company|University|Sponsor")
_LABELLED = re.compile(r"\b(organi[sz]er|chair|speaker|presenter|moderator|panelist|host|editor)\b")
_SPOKEN = {"presenter": "speaker", "organiser": "organizer"}


class People:
    """Reads people from a graph.

    They are found by the properties that lead to them, since many files give them no type.

    Attributes
    ----------
    nameless
        People that the graph has only an address for.
    """

    def __init__(self, graph: Graph, report: Report) -> None:
        self._graph = graph
        self._report = report
        self.nameless: set[Node] = set()

    def of_event(self, node: Node) -> list[Somebody]:
        """Return those who speak at, moderate, organize or hold a role at an event."""
        if printed := self._as_printed(node):
            return printed
        found: list[Somebody] = []
        for role, properties in _SPEAKS.items():
            found += self._all(self._graph.values(node, properties), role)
        found += self._all(self._organizers(node), "organizer")
        roles = [*self._graph.nodes(node, _HAS_ROLE), *self._graph.users(node, _ROLE_AT)]
        for one in dict.fromkeys(roles):
            holders = [*self._graph.values(one, _HELD_BY), *self._graph.users(one, _HOLDS)]
            found += self._all(dict.fromkeys(holders), self._role(one))
        return found

    def authors(self, paper: Node) -> list[Somebody]:
        """Return the authors of a paper: by its list where it has one, else as they come."""
        listed: list[object] = []
        for container in self._graph.nodes(paper, _LIST):
            listed += self._graph.members(container)
        return list(
            self._all(dict.fromkeys([*listed, *self._graph.values(paper, _AUTHOR)]), "author")
        )

    def _organizers(self, node: Node) -> Iterator[object]:
        for value in self._graph.values(node, _ORGANIZER):
            members: list[object] = []
            if isinstance(value, NamedNode | BlankNode):
                members = self._graph.members(value) or self._graph.values(value, _HAS_MEMBER)
            yield from members or [value]

    def _as_printed(self, node: Node) -> list[Somebody]:
        """Read our own appearances, which keep role, affiliation and order."""
        graph = self._graph
        position, role, printed = (expanded(f"{one}") for one in (
            "schema:position", "hw:role", "hw:printedName"
        ))  # fmt: skip
        rows: list[tuple[int, int, Somebody]] = []
        for one in graph.nodes(node, _APPEARANCE):
            for person in graph.nodes(one, expanded("schema:performer")):
                said = self._somebody(person, "")
                if said is None:
                    continue
                place = graph.text(one, position)
                labels = [graph.text(two, _NAME) for two in graph.nodes(one, role)]
                employers = self._employers(one)
                known = (*said.other_names, *graph.texts(one, printed))
                read = Somebody(
                    said.name,
                    said.id,
                    (labels or ["speaker"])[0].casefold() or "speaker",
                    next(iter(employers), ""),
                    said.links,
                    tuple(dict.fromkeys(name for name in known if name != said.name)),
                    employers[1:],
                )
                rows.append((int(place[:9]) if place.isdecimal() else 0, len(rows), read))
        return [read for _, _, read in sorted(rows, key=lambda row: row[:2])]

    def _all(self, values: Iterable[object], role: str) -> Iterator[Somebody]:
        for value in values:
            if isinstance(value, Literal):
                yield Somebody(value.value, role=role)
            elif isinstance(value, NamedNode | BlankNode):
                if (said := self._somebody(value, role)) is not None:
                    yield said

    def _somebody(self, node: Node, role: str) -> Somebody | None:
        graph = self._graph
        types = {local_name(one) for one in graph.types(node)}
        if any(map(_GROUP.search, types)) and "Person" not in types:
            return None
        names = graph.texts(node, _NAME) or [
            " ".join(filter(None, (graph.text(node, _GIVEN), graph.text(node, _FAMILY))))
        ]
        if not names[0]:
            self.nameless.add(node)
            return None
        iri = node.value if isinstance(node, NamedNode) else ""
        pages = [one.value for one in graph.nodes(node, _PROFILE) if isinstance(one, NamedNode)]
        pages += [text for text in graph.texts(node, _PROFILE) if "@" not in text]
        others = [*names[1:], *graph.texts(node, _OTHER_NAME)]
        links = [iri, *pages] if "://" in iri else pages
        employers = self._employers(node)
        return Somebody(
            names[0],
            id=iri,
            role=role,
            affiliation=next(iter(employers), ""),
            links=tuple(dict.fromkeys(links)),
            other_names=tuple(others),
            other_affiliations=employers[1:],
        )

    def _employers(self, node: Node) -> tuple[str, ...]:
        """Return the organizations of a person as stated, else the first that it is a member of."""
        stated = tuple(dict.fromkeys(self._named(node, _EMPLOYER, ())))
        return stated or tuple(self._named(node, _MEMBER_OF, _HAS_MEMBER))[:1]

    def _named(
        self, node: Node, properties: tuple[str, ...], inverse: tuple[str, ...]
    ) -> Iterator[str]:
        graph = self._graph
        stated = graph.values(node, properties)
        for value in [*stated, *graph.users(node, inverse)]:
            if isinstance(value, Literal) and value.value.strip():
                yield value.value
            if isinstance(value, NamedNode | BlankNode):
                types = {local_name(one) for one in graph.types(value)}
                certain = value in stated or "Organization" in types
                if certain and (name := graph.text(value, _NAME)):
                    yield name

    def _role(self, node: Node) -> str:
        """Name a role by its label where that says one, else by its class."""
        if found := _LABELLED.search(self._graph.text(node, _NAME).casefold()):
            return _SPOKEN.get(found[1], found[1])
        types = sorted(local_name(one) for one in self._graph.types(node))
        if any(one.endswith("Chair") for one in types):
            return "chair"
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", types[0]).casefold() if types else ""
        words = re.sub(r"^pcmember$", "programme committee member", words)
        return _SPOKEN.get(words, words) or "speaker"
