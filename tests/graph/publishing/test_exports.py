"""What is exported is read back the same, whatever is in it."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from datetime import UTC, date, datetime

import igraph
import networkx as nx
import numpy as np
import pytest
import rdflib
from hypothesis import HealthCheck, settings
from hypothesis import given as forall
from hypothesis import strategies as st
from pyoxigraph import (
    CanonicalizationAlgorithm,
    Dataset,
    DefaultGraph,
    Literal,
    NamedNode,
    Quad,
    RdfFormat,
    Store,
    parse,
)

from hallway.graph.answers.things import describe
from hallway.graph.errors import HallwayError
from hallway.graph.networks.network import network
from hallway.graph.publishing.exports import (
    DUMPS,
    NETWORKS,
    dump,
    pieces,
    schema_org,
    whole_file,
    write_network,
)
from hallway.graph.publishing.markup import thing_markup
from hallway.graph.vocabulary import HW, RDF, RDFS, SCHEMA, XSD

EX = "http://example.org/"


def written(source, name) -> bytes:
    out = io.BytesIO()
    dump(source, name, out)
    return out.getvalue()


def exported(graph, name) -> bytes:
    out = io.BytesIO()
    write_network(graph, name, out)
    return out.getvalue()


# Dumps -----------------------------------------------------------------------------------------

iris = st.sampled_from([NamedNode(f"{EX}{name}") for name in ("a", "b", "c", "p#q", "x/y")])
texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=8)
values = iris | st.builds(Literal, texts) | st.builds(lambda n: Literal(n), st.integers(-9, 9))
graphs = st.just(DefaultGraph()) | iris
quads = st.lists(st.builds(Quad, iris, iris, values, graphs), max_size=12)


@pytest.mark.parametrize("name", DUMPS)
@forall(drawn=quads)
@settings(max_examples=15)
def test_a_dump_is_read_back_the_same(name, drawn):
    store = Store()
    store.extend(drawn)
    found = Dataset(parse(written(store, name), format=DUMPS[name]))
    whole = name in ("nq", "trig")
    expected = Dataset(q for q in drawn if whole or q.graph_name == DefaultGraph())
    for one in (found, expected):
        one.canonicalize(CanonicalizationAlgorithm.UNSTABLE)
    assert found == expected


@pytest.mark.parametrize("name", DUMPS)
def test_equal_data_gives_equal_bytes(name, build_store, harbour, tmp_path, store_engine):
    store = build_store(harbour)
    mixed = list(store)
    random.Random(7).shuffle(mixed)  # noqa: S311
    other = Store()
    other.extend(mixed)
    file = tmp_path / "quads.nq"
    file.write_bytes("".join(f"{quad} .\n" for quad in mixed + mixed[:9]).encode())
    expected = written(store, name)
    assert expected
    for source in (other, file, store_engine(other)):
        assert written(source, name) == expected


# rdflib's own JSON-LD reader still uses its deprecated ConjunctiveGraph.
@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
def test_rdflib_reads_each_dump(build_store, harbour):
    store = build_store(harbour)
    for name, syntax in (("ttl", "turtle"), ("rdf", "xml"), ("jsonld", "json-ld"), ("nt", "nt")):
        assert len(rdflib.Graph().parse(data=written(store, name), format=syntax)) == len(store)


def test_a_trig_dump_writes_each_graph_in_one_piece():
    store = Store()
    store.extend(
        Quad(NamedNode(EX + s), NamedNode(EX + "p"), Literal(1), NamedNode(EX + g))
        for s in "abc" for g in "xyz"
    )  # fmt: skip
    assert written(store, "trig").count(b"{") == 3


def test_a_long_dump_is_sorted_through_files(monkeypatch, build_store, harbour):
    store = build_store(harbour)
    at_once = written(store, "nq")
    monkeypatch.setattr("hallway.graph.publishing.exports.RUN_LINES", 7)
    assert written(store, "nq") == at_once
    assert at_once.splitlines() == sorted(at_once.splitlines())


@pytest.mark.parametrize("name", ["nq", "nt", "trig", "ttl"])
def test_a_dump_in_pieces_holds_the_same(name, build_store, harbour, tmp_path, monkeypatch):
    store = build_store(harbour)
    store.extend(
        Quad(q.subject, q.predicate, q.object, NamedNode(EX + "g")) for q in list(store)[::2]
    )
    file = tmp_path / "quads.nq"
    file.write_bytes(written(store, "nq"))
    monkeypatch.setattr("hallway.graph.publishing.exports.BATCH", 7)
    some = list(pieces(file, name))
    assert len(some) > 7
    found = [str(quad) for quad in parse(b"".join(some), format=DUMPS[name])]
    expected = [str(quad) for quad in parse(written(store, name), format=DUMPS[name])]
    assert sorted(found) == sorted(expected)


def test_an_unknown_format_is_refused_by_name():
    for wrong in (lambda: dump(Store(), "docx", io.BytesIO()),
                  lambda: write_network(nx.Graph(), "docx", io.BytesIO())):  # fmt: skip
        with pytest.raises(HallwayError) as caught:
            wrong()
        assert "docx" in caught.value.what
        assert caught.value.remedy


# Networks --------------------------------------------------------------------------------------


def read_back(name: str, data: bytes, folder) -> list[nx.Graph | igraph.Graph]:
    file = folder / f"network.{name}"
    file.write_bytes(data)
    if name == "graphml":
        return [nx.read_graphml(file), igraph.Graph.Read_GraphML(str(file))]
    if name == "gexf":
        return [nx.read_gexf(file)]
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))
    ends = [(row["source"], row["target"]) for row in rows]
    return [nx.Graph(ends), igraph.Graph.TupleList(ends)]


def counts(graph: nx.Graph | igraph.Graph) -> tuple[int, int]:
    if isinstance(graph, igraph.Graph):
        return graph.vcount(), graph.ecount()
    return len(graph), graph.size()


@pytest.mark.parametrize("name", NETWORKS)
def test_networkx_and_igraph_read_a_network_back(
    name, build_store, store_engine, harbour, tmp_path
):
    graph = network(store_engine(build_store(harbour)), "speaker-topic")
    for found in read_back(name, exported(graph, name), tmp_path):
        assert counts(found) == (len(graph), graph.size())


@pytest.mark.parametrize("name", ["graphml", "gexf"])
def test_labels_and_weights_come_back(name, build_store, store_engine, harbour, tmp_path):
    graph = network(store_engine(build_store(harbour)), "speaker-topic")
    found = read_back(name, exported(graph, name), tmp_path)[0]
    assert dict(found.nodes(data="label")) == dict(graph.nodes(data="label"))
    assert {frozenset(e[:2]): e[2] for e in found.edges(data="weight")} == {
        frozenset(e[:2]): e[2] for e in graph.edges(data="weight")
    }


odd = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=6), st.lists(st.text(max_size=3), max_size=3), st.just(np.int64(3)),
    st.just(np.float32(0.5)), st.just(date(2026, 6, 10)),
    st.just(datetime(2026, 6, 10, tzinfo=UTC)),
)  # fmt: skip
attributes = st.dictionaries(
    st.sampled_from(["label", "id", "pid", "start", "end", "room", "for", "source"]),
    odd,
    max_size=4,
)


@pytest.mark.parametrize("name", NETWORKS)
@forall(
    nodes=st.dictionaries(st.text(max_size=5), attributes, min_size=2, max_size=5),
    edges=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), attributes), max_size=5),
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_odd_values_never_spoil_a_file(name, nodes, edges, tmp_path):
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(nodes.items())
    names = list(nodes)
    for a, b, values in edges:
        if a % len(names) != b % len(names):
            graph.add_edge(names[a % len(names)], names[b % len(names)], **values)
    data = exported(graph, name)
    if name == "csv":
        assert len(list(csv.reader(io.StringIO(data.decode(), newline="")))) == graph.size() + 1
    elif name == "graphml":
        found = read_back(name, data, tmp_path)
        assert [counts(one) for one in found] == [(len(graph), graph.size())] * 2
    else:
        assert counts(read_back(name, data, tmp_path)[0]) == (len(graph), graph.size())


def test_equal_networks_give_equal_bytes_without_a_date():
    one: nx.Graph[str] = nx.Graph([("b", "a"), ("c", "a")])
    other: nx.Graph[str] = nx.Graph([("a", "c"), ("a", "b")])
    for name in NETWORKS:
        assert exported(one, name) == exported(other, name)
    assert not re.search(rb"\d{4}-\d\d-\d\d", exported(one, "gexf"))


def test_a_failed_export_leaves_no_file_and_keeps_an_old_one(tmp_path):
    new, old = tmp_path / "new.graphml", tmp_path / "old.graphml"
    old.write_text("as it was")

    def fail(path) -> None:
        with whole_file(path) as file:
            file.write(b"<half")
            raise OSError("the disk is full")

    for path in (new, old):
        with pytest.raises(OSError, match="full"):
            fail(path)
    assert [one.name for one in tmp_path.iterdir()] == ["old.graphml"]
    assert old.read_text() == "as it was"


def test_a_whole_file_appears_under_its_name(tmp_path):
    path = tmp_path / "network.csv"
    with whole_file(path) as file:
        file.write(b"source,target\r\n")
        assert not path.exists()
    assert path.read_bytes() == b"source,target\r\n"
    assert path.stat().st_mode & 0o444


# schema.org ------------------------------------------------------------------------------------


@pytest.fixture
def online(build_store, given, iri_of):
    talk = given(
        "Eos", ("Ana Lind", "Bo"), {"storage": None}, event="Systems 2024", series="Systems",
        extra=((SCHEMA.startDate, Literal("2024-06-12T10:00:00Z", datatype=XSD.dateTime)),
               (SCHEMA.duration, Literal("PT19M", datatype=XSD.duration)),
               (SCHEMA.eventStatus, SCHEMA.EventCancelled)),
    )  # fmt: skip
    store = build_store(
        [given("Alone", ("Ana Lind",), event="Systems 2024", series="Systems"), talk]
    )
    event = NamedNode(iri_of("event", "Systems 2024"))
    video = NamedNode(EX + "video")
    facts = [
        (event, SCHEMA.startDate, Literal("2024-06-12", datatype=XSD.date)),
        (event, SCHEMA.eventAttendanceMode, SCHEMA.OnlineEventAttendanceMode),
        (NamedNode(iri_of("talk", "Eos")), SCHEMA.recordedIn, video),
        (video, SCHEMA.url, NamedNode(EX + "v")),
        (video, RDFS.label, Literal("Recording")),
    ]
    store.extend(Quad(*fact) for fact in facts)
    return store


def test_an_event_is_told_as_search_engines_read_it(online, store_engine, iri_of):
    markup = schema_org(store_engine(online), iri_of("event", "Systems 2024"))
    assert markup["@type"] == "Event"
    assert markup["startDate"] == "2024-06-12"
    assert markup["eventStatus"] == "https://schema.org/EventScheduled"
    assert markup["location"]["@type"] == "VirtualLocation"
    assert markup["superEvent"]["name"] == "Systems"
    assert [one["name"] for one in markup["performer"]] == ["Ana Lind", "Bo"]
    alone, eos = markup["subEvent"]
    assert (alone["name"], alone["performer"]["name"]) == ("Alone", "Ana Lind")
    assert (eos["duration"], eos["recordedIn"]["url"]) == ("PT19M", EX + "v")
    assert eos["eventStatus"] == "https://schema.org/EventCancelled"
    assert eos["about"]["name"] == "storage"
    assert None not in json.loads(json.dumps(list(markup.values())))


def test_markup_says_nothing_that_the_graph_does_not(online, store_engine, iri_of):
    markup = schema_org(store_engine(online), iri_of("event", "Systems 2024"))
    markup["@context"] = {"@vocab": "https://schema.org/"}
    told = Store()
    told.load(json.dumps(markup).encode(), format=RdfFormat.JSON_LD)
    for name in ("performer", "about"):
        for quad in told.quads_for_pattern(NamedNode(iri_of("talk", "Eos")), SCHEMA[name], None):
            assert Quad(quad.subject, quad.predicate, quad.object) in online
    events = [q.subject for q in told.quads_for_pattern(None, RDF.type, SCHEMA.Event)]
    assert len(events) == 3


def test_a_page_and_an_export_tell_an_event_alike(online, store_engine, iri_of):
    engine, event = store_engine(online), iri_of("event", "Systems 2024")
    exported = schema_org(engine, event)
    found = describe(engine, event.partition("id/")[0], event)
    assert found
    page = thing_markup(found)
    assert page == {name: exported[name] for name in page}
    assert exported.keys() - page.keys() == {"subEvent", "performer"}


def test_what_is_no_event_has_no_markup(online, store_engine, iri_of):
    for wrong in (iri_of("talk", "Eos"), EX + "nothing", "no iri >"):
        with pytest.raises(HallwayError) as caught:
            schema_org(store_engine(online), wrong)
        assert caught.value.remedy
    assert HW.Event.value.endswith("Event")
