"""Each shape and each check of integrity refuses a graph that breaks it, and only that."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from pathlib import Path

import pyshacl
import pytest
import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad, RdfFormat, Store
from rdflib import SH

from hallway.graph.checking import check, dataset
from hallway.graph.checking.screening import Index, Screen
from hallway.graph.checking.validating import around, validated
from hallway.graph.errors import SiteError
from hallway.graph.vocabulary import HW, PREFIXES, RDF, RDFS, SCHEMA, SKOS, XSD

BASE = "http://127.0.0.1:8000/"
SMALL = Path(__file__).parents[2] / "queries" / "small.ttl"
SHAPES = rdflib.Graph().parse(data=files("hallway.ontology").joinpath("shapes.ttl").read_text())
HEAD = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in PREFIXES.items())
HEAD += f"PREFIX id: <{BASE}id/>\n"


def good() -> Store:
    store = Store()
    store.load(path=str(SMALL), format=RdfFormat.TURTLE)
    return store


def changed(*updates: str) -> Store:
    store = good()
    for update in updates:
        store.update(HEAD + update)
    return store


def rules(store: Store) -> set[tuple[str, str]]:
    report = check(store, base=BASE, sampled=0)
    return {(one.rule, one.thing.removeprefix(BASE + "id/")) for one in report.findings}


def without(thing: str, predicate: str) -> str:
    return f"DELETE WHERE {{ id:{thing} {predicate} ?o }}"


def put(thing: str, predicate: str, value: str) -> str:
    return f"INSERT DATA {{ id:{thing} {predicate} {value} }}"


def instead(thing: str, predicate: str, value: str) -> tuple[str, str]:
    return without(thing, predicate), put(thing, predicate, value)


TALK, EVENT, LINK = r"talk\/fast-storage", r"event\/harbour-2023", r"link\/fast-networks"
ROLE, TOPIC, SOURCE = r"appearance\/fast-1", r"topic\/storage", r"source\/harbour"
SUGGESTED = r"link\/fast-agents"
DECISION = 'INSERT DATA { id:decision\\/1 a hw:Decision ; hw:action "merge" ; rdf:subject id:x }'

SLOT = """INSERT DATA {
  id:talk\\/fast-storage schema:subEvent id:slot\\/again .
  id:slot\\/again a hw:Slot, schema:Event ; rdfs:label "Fast storage" ; schema:name "Fast storage" ;
    schema:startDate "2023-05-02T14:00:00+01:00"^^xsd:dateTime ; hw:minutes 20 .
}"""

BROKEN = [
    ("about", TALK, [put(TALK, "schema:about", r"id:person\/ana")]),
    ("appearance", TALK, [put(TALK, "hw:appearance", r"id:person\/ana")]),
    ("appearance-affiliation", ROLE, [put(ROLE, "schema:affiliation", f"id:{TOPIC}")]),
    ("event-organizer", EVENT, [put(EVENT, "schema:organizer", r"id:person\/ana")]),
    ("event-sponsor", EVENT, [put(EVENT, "schema:sponsor", r"id:person\/ana")]),
    ("appearance-performer", ROLE, [put(ROLE, "schema:performer", r"id:person\/omar")]),
    ("appearance-performer", ROLE, [without(ROLE, "schema:performer")]),
    ("appearance-position", ROLE, instead(ROLE, "schema:position", "0")),
    ("appearance-position", ROLE, instead(ROLE, "schema:position", '"1"')),
    ("appearance-printedAffiliation", ROLE, [put(ROLE, "hw:printedAffiliation", "5")]),
    ("appearance-printedAffiliation", ROLE, [put(ROLE, "hw:printedAffiliation", '""')]),
    ("appearance-printedName", ROLE, [without(ROLE, "hw:printedName")]),
    ("appearance-role", ROLE, instead(ROLE, "hw:role", r"id:kind\/talk")),
    ("appearance-role", ROLE, [without(ROLE, "hw:role")]),
    ("audience", EVENT, [put(EVENT, "schema:audience", f"id:{TOPIC}")]),
    ("concept-altLabel", TOPIC, [put(TOPIC, "skos:altLabel", '"storage"')]),
    ("concept-broader", r"topic\/agents", [
        put(r"topic\/agents", "skos:related", r"id:topic\/networks"),
        put(r"topic\/quiet", "skos:broader", r"id:topic\/networks"),
    ]),
    ("concept-inScheme", TOPIC, [without(TOPIC, "skos:inScheme")]),
    ("concept-prefLabel", TOPIC, [put(TOPIC, "skos:prefLabel", '"stores"')]),
    ("concept-prefLabel", TOPIC, [without(TOPIC, "skos:prefLabel")]),
    ("concept-related", TOPIC, [put(TOPIC, "skos:related", r"id:person\/ana")]),
    ("concept-type", r"kind\/talk", [r"DELETE DATA { id:kind\/talk a skos:Concept }"]),
    ("decision-action", r"decision\/1", [DECISION, without(r"decision\/1", "hw:action")]),
    ("decision-subject", r"decision\/1", [DECISION, without(r"decision\/1", "rdf:subject")]),
    ("duration", TALK, instead(TALK, "schema:duration", '"PT20M"')),
    ("duration", TALK, instead(TALK, "schema:duration", '"20 min"^^xsd:duration')),
    ("event-edition", EVENT, instead(EVENT, "hw:edition", "0")),
    ("event-endDate", EVENT, instead(EVENT, "schema:endDate", '"2023-05-03T10:00:00"')),
    ("event-inSeries", EVENT, [put(EVENT, "hw:inSeries", r"id:series\/empty")]),
    ("event-location", EVENT, [put(EVENT, "schema:location", r"id:place\/online")]),
    ("event-location", EVENT, instead(EVENT, "schema:location", r"id:person\/ana")),
    ("event-mode", EVENT, instead(EVENT, "schema:eventAttendanceMode", "schema:EventCancelled")),
    ("event-startDate", EVENT, [put(EVENT, "schema:startDate", '"2023-05-04"^^xsd:date')]),
    ("ends-after-start", EVENT, instead(EVENT, "schema:startDate", '"2023-05-04"^^xsd:date')),
    ("ends-after-start", TALK,
     instead(TALK, "schema:endDate", '"2023-05-02T09:50:00+02:00"^^xsd:dateTime')),
    ("event-startDate", EVENT, instead(EVENT, "schema:startDate", '"2023-13-04"^^xsd:date')),
    ("event-timeZone", EVENT, [put(EVENT, "hw:timeZone", '"Europe/Berlin"')]),
    ("label", TOPIC, [put(TOPIC, "rdfs:label", '"another"')]),
    ("label", TOPIC, instead(TOPIC, "rdfs:label", '"storage"@en')),
    ("label", r"recording\/both", instead(r"recording\/both", "rdfs:label", '""')),
    ("link-confidence", LINK, instead(LINK, "hw:confidence", "1.01")),
    ("link-confidence", LINK, instead(LINK, "hw:confidence", '"0.5"')),
    ("link-confidence", LINK, [without(LINK, "hw:confidence")]),
    ("link-evidence", LINK, [put(LINK, "hw:evidence", '""')]),
    ("link-method", LINK, [without(LINK, "hw:method")]),
    ("link-object", LINK, [without(LINK, "rdf:object")]),
    ("link-predicate", LINK, instead(LINK, "rdf:predicate", '"about"')),
    ("link-quote", LINK, [put(LINK, "hw:quote", '"storage"')]),
    ("link-quotedFrom", LINK, [put(LINK, "hw:quotedFrom", "schema:about")]),
    ("link-quoteStart", LINK, [put(LINK, "hw:quoteStart", '"two"')]),
    ("link-quoteEnd", LINK, [put(LINK, "hw:quoteEnd", '"two"')]),
    ("link-status", LINK, instead(LINK, "hw:status", "hw:maybe")),
    ("link-subject", LINK, [without(LINK, "rdf:subject")]),
    ("link-suggestedIsNoFact", SUGGESTED, [put(TALK, "schema:about", r"id:topic\/agents")]),
    ("link-type", LINK, [f"DELETE DATA {{ id:{LINK} a rdf:Statement }}"]),
    ("name", r"person\/ana", [without(r"person\/ana", "schema:name")]),
    ("person-sameAs", r"person\/ana", [put(r"person\/ana", "schema:sameAs", "<mailto:x>")]),
    ("recording-url", r"recording\/both", [without(r"recording\/both", "schema:url")]),
    ("room-event", r"room\/harbour-2023-main",
     [put(r"room\/harbour-2023-main", "schema:superEvent", r"id:event\/meetup")]),
    ("room-place", r"room\/harbour-2023-main",
     [put(r"room\/harbour-2023-main", "schema:containedInPlace", r"id:person\/ana")]),
    ("room-type", r"room\/harbour-2023-main",
     [r"DELETE DATA { id:room\/harbour-2023-main a schema:Place }"]),
    ("schemaEvent-type", TALK, [f"DELETE DATA {{ id:{TALK} a schema:Event }}"]),
    ("series-type", r"series\/harbour",
     [r"DELETE DATA { id:series\/harbour a schema:EventSeries }"]),
    ("source-digest", SOURCE, instead(SOURCE, "hw:digest", '"ABC"')),
    ("source-format", SOURCE, [without(SOURCE, "dcterms:format")]),
    ("source-reader", SOURCE, [without(SOURCE, "hw:reader")]),
    ("source-type", SOURCE, [f"DELETE DATA {{ id:{SOURCE} a prov:Entity }}"]),
    ("slot-startDate", r"slot\/again", [SLOT, without(r"slot\/again", "schema:startDate")]),
    ("ends-after-start", r"slot\/again", [
        SLOT, put(r"slot\/again", "schema:endDate", '"2023-05-02T13:00:00+01:00"^^xsd:dateTime')
    ]),
    ("talk-license", TALK, [put(TALK, "schema:license", '""')]),
    ("talk-subEvent", TALK, [put(TALK, "schema:subEvent", r"id:talk\/networks-again")]),
    ("talk-eventStatus", EVENT, [put(EVENT, "schema:eventStatus", "schema:EventScheduled")]),
    ("talk-abstract", TALK, [put(TALK, "schema:abstract", '"Another."')]),
    ("talk-endDate", TALK, instead(TALK, "schema:endDate", '"noon"')),
    ("talk-eventStatus", TALK, [put(TALK, "schema:eventStatus", "schema:EventScheduled")]),
    ("talk-kind", TALK, [put(TALK, "hw:kind", r"id:kind\/talk")]),
    ("talk-location", TALK, instead(TALK, "schema:location", r"id:place\/lisbon")),
    ("talk-locator", TALK, instead(TALK, "hw:locator", "12")),
    ("talk-minutes", TALK, instead(TALK, "hw:minutes", "-1")),
    ("talk-minutes", TALK, instead(TALK, "hw:minutes", "19.5")),
    ("talk-performer", TALK, [put(TALK, "schema:performer", r"id:organization\/acme")]),
    ("talk-presentedBy", TALK, [put(TALK, "hw:presentedBy", r"id:person\/ana")]),
    ("talk-previousStartDate", TALK, [put(TALK, "schema:previousStartDate", '"noon"')]),
    ("talk-recordedIn", TALK, [put(TALK, "schema:recordedIn", r"id:person\/ana")]),
    ("talk-slides", TALK, [put(TALK, "hw:slides", '"slides.pdf"')]),
    ("talk-startDate", TALK, [put(TALK, "schema:startDate", '"2023-05-02"^^xsd:date')]),
    ("talk-superEvent", TALK, [without(TALK, "schema:superEvent")]),
    ("talk-superEvent", TALK, [put(TALK, "schema:superEvent", r"id:event\/meetup")]),
    ("talk-textTruncated", TALK, instead(TALK, "hw:textTruncated", '"yes"')),
    ("talk-track", TALK, instead(TALK, "hw:track", f"id:{TOPIC}")),
    ("year", TALK, instead(TALK, "hw:year", "23")),
    ("labelled", r"recording\/both", [without(r"recording\/both", "rdfs:label")]),
    ("described", TALK, [put(TALK, "rdfs:seeAlso", r"id:talk\/gone")]),
    ("no-blank-node", "", ["INSERT DATA { [] rdfs:label 'nobody' }"]),
    ("broader-circle", r"topic\/quiet",
     [put(r"topic\/quiet", "skos:broader", r"id:topic\/agents")]),
]  # fmt: skip


def test_the_small_programme_conforms():
    report = check(good(), base=BASE)
    assert report.conforms
    assert report.findings == ()
    assert str(report) == f"{report.things} things conform"
    assert report.things == len({quad.subject for quad in good()})


@pytest.mark.parametrize(("rule", "thing", "updates"), BROKEN)
def test_a_graph_that_breaks_a_rule_is_refused_by_it(rule, thing, updates):
    found = rules(changed(*updates))
    thing = thing.replace("\\", "")
    assert rule in {name for name, one in found if not thing or one == thing}, found
    assert {one for _, one in found if one != thing} == set() or rule in ("no-blank-node", "label")


def test_a_talk_with_a_second_slot_conforms():
    assert rules(changed(SLOT)) == set()


def test_every_constraint_of_the_shapes_is_broken_by_a_test():
    named = set(SHAPES.objects(None, SH.property)) | set(SHAPES.objects(None, SH.sparql))
    assert {str(one).rpartition("#")[2] for one in named} <= {rule for rule, *_ in BROKEN}


def test_every_constraint_says_what_is_wrong_and_what_to_do():
    for one in set(SHAPES.objects(None, SH.property)) | set(SHAPES.objects(None, SH.sparql)):
        assert len(list(SHAPES.objects(one, SH.message))) == 1
        assert len(list(SHAPES.objects(one, SH.description))) == 1


def test_a_finding_reads_as_a_sentence_with_the_name_of_the_thing():
    report = check(changed(*instead(TALK, "hw:minutes", "-5")), base=BASE)
    (finding,) = report.findings
    assert finding.label == "Fast storage"
    assert str(finding) == (
        f'"Fast storage" <{BASE}id/talk/fast-storage> has several lengths, '
        "or one that is no whole number of minutes (-5)\n  give one xsd:integer from 0"
    )
    assert not report.conforms
    assert str(report).endswith(f"1 of {report.things} things do not conform")
    told = json.loads(json.dumps(report.as_json()))
    assert told["conforms"] is False
    assert told["findings"][0]["rule"] == "talk-minutes"


def _with_graphs() -> list[Quad]:
    source = NamedNode(BASE + "graph/source/harbour")
    quads = list(good())
    return quads + [Quad(q.subject, q.predicate, q.object, source) for q in quads]


def test_a_dataset_whose_default_graph_is_the_merge_conforms():
    assert check(_with_graphs(), base=BASE).conforms


def test_a_fact_that_is_not_written_out_is_found():
    quads = _with_graphs()
    lost = next(q for q in quads if q.object == Literal("How we made storage fast."))
    report = check([q for q in quads if q != lost], base=BASE)
    assert [one.rule for one in report.findings] == ["written-out"]
    assert "default graph lacks" in report.findings[0].what


def test_a_fact_that_no_source_states_is_found():
    quads = [*_with_graphs(), *changed(put(TALK, "rdfs:seeAlso", "<http://a.example/>"))]
    report = check(list(dict.fromkeys(quads)), base=BASE)
    assert [one.what for one in report.findings] == [
        "has a fact in the default graph that no named graph states"
    ]


def test_a_suggested_link_is_a_fact_nowhere():
    fact = Quad(
        NamedNode(BASE + "id/talk/fast-storage"), SCHEMA.about,
        NamedNode(BASE + "id/topic/agents"), NamedNode(BASE + "graph/links"),
    )  # fmt: skip
    found = {one.rule for one in check([*_with_graphs(), fact], base=BASE).findings}
    assert found == {"suggested", "written-out"}


def test_a_file_of_quads_is_read_and_a_missing_one_is_told(tmp_path):
    path = tmp_path / "quads.nq"
    good().dump(str(path), RdfFormat.N_QUADS)
    assert check(path, base=BASE).conforms
    with pytest.raises(SiteError, match="no such file"):
        check(tmp_path / "none.nq", base=BASE)


def test_more_suspects_than_the_bound_are_told_and_do_not_conform():
    talks = "DELETE { ?talk schema:name ?n } WHERE { ?talk a hw:Talk ; schema:name ?n }"
    report = check(changed(talks), base=BASE, most_things=2, sampled=0)
    assert len(report.findings) == 2
    assert report.unlooked == 5
    assert not report.conforms
    assert "5 more things are suspect" in str(report)
    assert len(check(changed(talks), base=BASE, sampled=0).findings) == 7


def test_pyshacl_looks_at_some_of_each_class_even_when_nothing_is_suspect(monkeypatch):
    looked: list[int] = []
    real = validated

    def counting(index, chosen, shapes):
        looked.append(len(chosen))
        return real(index, chosen, shapes)

    monkeypatch.setattr(dataset, "validated", counting)
    assert check(good(), base=BASE, sampled=1).conforms
    assert looked[0] >= 15


# --- the screen: whatever it passes, pySHACL passes as well

TERMS = [
    NamedNode(BASE + "id/person/ana"), NamedNode(BASE + "id/topic/storage"),
    NamedNode(BASE + "id/event/meetup"), NamedNode("http://a.example/"), Literal(""),
    Literal("x", language="en"), Literal("-1", datatype=XSD.integer),
    Literal("2", datatype=XSD.integer), Literal("two", datatype=XSD.integer),
    Literal("1.5", datatype=XSD.decimal), Literal("2023-02-30", datatype=XSD.date),
    Literal("2023-02-28", datatype=XSD.date), Literal("P", datatype=XSD.duration),
    Literal("2023-05-02T24:00:00Z", datatype=XSD.dateTime), HW.suggested, HW.Talk, SKOS.Concept,
]  # fmt: skip


def _focus_by_pyshacl(quads: list[Quad]) -> set[str]:
    index = Index((q.subject, q.predicate, q.object) for q in quads)
    graph = around(index, set(index.said))
    _, results, _ = pyshacl.validate(graph, shacl_graph=SHAPES, inference="none", inplace=True)
    return {str(one) for one in results.objects(None, SH.focusNode)}


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), cuts=st.integers(0, 6), swaps=st.integers(0, 6))
def test_the_screen_suspects_whatever_breaks_a_shape(seed, cuts, swaps):
    chance = random.Random(seed)  # noqa: S311
    quads = sorted(good(), key=str)
    for _ in range(cuts):
        quads.pop(chance.randrange(len(quads)))
    for _ in range(swaps):
        old = chance.choice(quads)
        quads.append(Quad(old.subject, old.predicate, chance.choice(TERMS), DefaultGraph()))
    quads = [q for q in quads if q.predicate != RDF.type or isinstance(q.object, NamedNode)]
    index = Index((q.subject, q.predicate, q.object) for q in dict.fromkeys(quads))
    suspects = {one.value for one in Screen(SHAPES).suspects(index)}
    assert _focus_by_pyshacl(list(dict.fromkeys(quads))) <= suspects


def test_the_screen_suspects_nothing_in_a_good_graph():
    index = Index((q.subject, q.predicate, q.object) for q in good())
    assert set(Screen(SHAPES).suspects(index)) == set()


def test_a_constraint_that_the_screen_does_not_know_makes_everything_suspect():
    shapes = rdflib.Graph().parse(
        data=HEAD.replace("PREFIX", "@prefix").replace(">\n", "> .\n")
        + "@prefix sh: <http://www.w3.org/ns/shacl#> .\n"
        "id:Shape a sh:NodeShape ; sh:targetClass schema:Person ; sh:property id:p .\n"
        "id:p sh:path schema:name ; sh:languageIn ('en') .\n"
    )
    index = Index((q.subject, q.predicate, q.object) for q in good())
    assert set(Screen(shapes).suspects(index)) == set(index.members[SCHEMA.Person])
    assert RDFS.label in index.said[next(iter(index.members[SCHEMA.Person]))]
