"""What linking finds, as the graph of links holds it."""

from __future__ import annotations

from hallway.graph.addresses import Addresses
from hallway.graph.deriving import derived_triples
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.records import Resolution, SamePerson
from hallway.graph.programme import Appearance, Event, Person, Programme, Talk
from hallway.graph.reconciling.joining import Joined
from hallway.graph.reconciling.same import Same
from hallway.graph.sources import Source, mentions
from hallway.graph.statements.names import Names
from hallway.graph.vocabulary import HW


def test_a_name_that_is_joined_to_two_others_has_one_link_and_the_surest() -> None:
    names = ("Ana Lee", "Ana B. Lee", "A. Lee")
    talks = tuple(Talk(name, appearances=(Appearance(Person(name)),)) for name in names)
    source = Source("a", "0" * 64, "a.csv", Programme("csv", (Event("E", talks=talks),)), {})
    ids = [mention.id for mention in mentions([source])[0]]
    person_of = dict.fromkeys(ids, "name:ana lee")
    joined = (
        SamePerson(ids[0], ids[1], 0.9, "people-2", "an added name"),
        SamePerson(ids[0], ids[2], 0.95, "people-2", "an initial"),
    )
    found = derived_triples(
        Same([source]),
        Resolution(person_of, joined=joined),
        Joined({}, {}, {}, {}, {}),
        Names(person_of, {("person", "name:ana lee"): "Ana Lee"}),
        Addresses("https://x.example/"),
        Decisions(),
    )
    said = [line for line in map(str, found) if f" {HW.confidence} " in line]
    assert len(said) == 1
    assert '"0.9500"' in said[0]
