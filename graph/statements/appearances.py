"""Triples of who appears in a talk or at an event, as whom and for whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.linking.organizations.several import apart
from hallway.graph.programme import Appearance
from hallway.graph.reading.names import names_a_person
from hallway.graph.statements.concepts import Concepts, named
from hallway.graph.statements.literals import integer
from hallway.graph.statements.names import Names, mention_id
from hallway.graph.vocabulary import HW, RDF, RDFS, SCHEMA

__all__ = ["Appearances"]


class Appearances:
    """Writes the appearances of one source.

    Parameters
    ----------
    source
        Slug of the source.
    addresses, names
        As of `Concepts`.
    """

    def __init__(self, source: str, addresses: Addresses, names: Names) -> None:
        self._source = source
        self._addresses = addresses
        self._names = names
        self._concepts = Concepts(addresses, names)

    def of(
        self,
        owner: NamedNode,
        event: str,
        own: str,
        appearances: Sequence[Appearance],
        *,
        performs: bool,
    ) -> Iterator[Triple]:
        """Yield who appears; an appearance belongs to its person, so that two sources agree.

        Parameters
        ----------
        owner
            The talk or event.
        event
            Key of the event.
        own
            Key of the record in its source.
        performs
            Whether who appears performs what it is, as in a talk.
        """
        times: Counter[NamedNode] = Counter()
        for position, said in enumerate(appearances, 1):
            if not said.person.withheld and not names_a_person(said):
                yield from self._collective(owner, said, performs=performs)
                continue
            person = self._person(event, own, position, said)
            times[person[0]] += 1
            node = self._addresses.appearance(owner, person[0], times[person[0]])
            yield from self._appearance(owner, node, person, position, said)
            yield from self._described(person, said)
            if performs:
                yield Triple(owner, SCHEMA.performer, person[0])

    def _collective(
        self, owner: NamedNode, said: Appearance, *, performs: bool
    ) -> Iterator[Triple]:
        """Write of a group among the speakers that it presents the talk, or organizes the event."""
        organization = self._concepts.organization(said.person.name)
        yield Triple(owner, HW.presentedBy if performs else SCHEMA.organizer, organization[0])
        yield from named(*organization, SCHEMA.Organization)

    def _appearance(
        self,
        owner: NamedNode,
        node: NamedNode,
        person: tuple[NamedNode, str],
        position: int,
        said: Appearance,
    ) -> Iterator[Triple]:
        printed = said.printed or said.person.name
        yield Triple(owner, HW.appearance, node)
        yield Triple(node, RDF.type, HW.Appearance)
        yield Triple(node, RDF.type, SCHEMA.Role)
        # Sources of one talk may print the name otherwise: each has its own, the label is one.
        yield Triple(node, RDFS.label, Literal(person[1] or printed))
        yield Triple(node, SCHEMA.performer, person[0])
        yield Triple(node, HW.printedName, Literal(printed))
        yield Triple(node, SCHEMA.position, integer(position))
        yield from self._concepts.related(node, HW.role, "role", (said.role,))
        for affiliation in said.affiliations:
            organizations = [self._concepts.organization(one) for one in apart(affiliation)]
            if affiliation not in [label for _, label in organizations]:
                yield Triple(node, HW.printedAffiliation, Literal(affiliation))
            for organization in organizations:
                yield Triple(node, SCHEMA.affiliation, organization[0])
                yield from named(*organization, SCHEMA.Organization)

    def _described(self, person: tuple[NamedNode, str], said: Appearance) -> Iterator[Triple]:
        if said.person.withheld:  # no name, so that nothing that lists people by name has them
            yield Triple(person[0], RDF.type, HW.WithheldPerson)
            return
        yield from named(*person, SCHEMA.Person)
        for name in said.person.alternate_names:
            yield Triple(person[0], SCHEMA.alternateName, Literal(name))
        for link in said.person.links:
            if not link.url.startswith("mailto:"):
                yield Triple(person[0], SCHEMA.sameAs, NamedNode(link.url))

    def _person(
        self, event: str, own: str, position: int, said: Appearance
    ) -> tuple[NamedNode, str]:
        if said.person.withheld:
            return self._addresses.part("withheld", said.person.id or "", event), ""
        key = self._names.person_of[mention_id(self._source, own, position)]
        label = self._names.label("person", key, said.person.name)
        return self._addresses.thing("person", key, label), label
