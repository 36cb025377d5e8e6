"""The exploration page gets what docs/network.md promises, or a problem that says why not."""

from __future__ import annotations

import csv
import io
import json
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import networkx as nx
import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import given as forall
from hypothesis import strategies as st
from pyoxigraph import NamedNode

from hallway.graph.full_text.search import SearchIndex, build, documents
from hallway.graph.networks.canvas import document
from hallway.graph.networks.expansion import connect
from hallway.graph.networks.network import communities, network
from hallway.graph.vocabulary import SCHEMA
from hallway.web.explore import explore

BASE = "http://127.0.0.1:8000/"
NODE = {"id", "kind", "label", "href", "links", "talks"}
EDGE = {"source", "target", "weight", "confidence", "derived", "relation", "talks"}


class SmallSite:
    """A site without a folder: one store, one index, one generation."""

    def __init__(self, engine: Any, index: SearchIndex, base: str = BASE) -> None:
        self.config = SimpleNamespace(base=base)
        self.generation = 7
        self._engine, self._index = engine, index
        self._cache: dict[Any, Any] = {}

    def engine(self) -> Any:
        return self._engine

    def search_index(self) -> SearchIndex:
        return self._index

    def cached(self, key: Any, make: Any) -> Any:
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]


@pytest.fixture(scope="module")
def site(build_store, store_engine, harbour, given, tmp_path_factory) -> SmallSite:
    talks = [*harbour, given("Emoji 🦀 talk by Bernauer", ("佐藤光", "Julie Bernauer"))]
    store = build_store(talks, {"compilers": "training"})
    folder = tmp_path_factory.mktemp("search") / "index"
    build(folder, documents(store))
    return SmallSite(store_engine(store), SearchIndex(folder))


@pytest.fixture(scope="module")
def client(site):
    app = Flask(__name__)
    app.json.sort_keys = False
    app.extensions["hallway"] = site
    app.register_blueprint(explore)
    return app.test_client()


def ask(client, address: str) -> dict[str, Any]:
    response = client.get(address)
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.mimetype == "application/json"
    return response.get_json()


def test_the_network_has_the_promised_shape_and_the_right_numbers(client, site):
    told = ask(client, "/explore/data")
    assert set(told) == {"lens", "nodes", "edges", "total", "complete", "missing", "moved"}
    graph = network(site.engine(), "speaker-topic")
    assert told["total"] == {"nodes": len(graph), "edges": graph.size()}
    assert all(set(node) == NODE for node in told["nodes"])
    assert all(set(edge) == EDGE for edge in told["edges"])
    ids = {node["id"] for node in told["nodes"]}
    assert {end for edge in told["edges"] for end in (edge["source"], edge["target"])} <= ids
    ana = next(node for node in told["nodes"] if node["id"] == "person/ana-lind")
    assert ana == {"id": "person/ana-lind", "kind": "person", "label": "Ana Lind",
                   "href": "/person/ana-lind", "links": 2, "talks": 2}  # fmt: skip


def test_addresses_in_other_scripts_are_encoded_for_a_browser(client):
    told = ask(client, "/explore/data?ids=person/佐藤光&radius=0")
    assert told["nodes"][0]["href"] == "/person/%E4%BD%90%E8%97%A4%E5%85%89"
    assert told["nodes"][0]["id"] == "person/佐藤光"


def test_pages_below_a_prefix_are_linked_with_it():
    base = "https://example.org/talks/"
    assert document(f"{base}id/person/ana-lind", base) == "/talks/person/ana-lind"
    assert document("https://example.org/other", base) == "https://example.org/other"


@pytest.mark.parametrize("lens", ["co-speakers", "topics", "organization-topic", "everything"])
def test_every_lens_answers(client, lens):
    told = ask(client, f"/explore/data?lens={lens}")
    assert told["lens"] == lens
    assert told["complete"]
    assert told["nodes"]


def test_filters_narrow_the_network(client):
    whole = ask(client, "/explore/data")["total"]["edges"]
    for filters, edges in (
        ("event=pier-2024", 3), ("event=event/pier-2024", 3), ("from=2025", 6), ("to=2024", 3),
        ("series=harbour-conf", 6), ("stated=1", 4), ("min=0.9", 7), ("min=0.9&to=2024", 1),
    ):  # fmt: skip
        assert ask(client, f"/explore/data?{filters}")["total"]["edges"] == edges < whole


SUGGESTED = (
    "/explore/data?ids=topic/kernels,topic/storage,person/mei-tanaka,person/iris-wong&radius=0"
)


def test_suggested_links_are_listed_only_when_asked_for_and_counted_nowhere(client):
    plain, asked = ask(client, SUGGESTED), ask(client, f"{SUGGESTED}&suggested=1")
    more = [edge for edge in asked["edges"] if edge not in plain["edges"]]
    assert [(edge["source"], edge["target"], edge["relation"]) for edge in more] == [
        ("person/iris-wong", "topic/kernels", "suggested"),
        ("person/mei-tanaka", "topic/kernels", "suggested"),
    ]
    assert all(set(edge) == EDGE and edge["confidence"] == 0.4 for edge in more)
    assert [talk["title"] for talk in more[0]["talks"]] == ["Distributed checkpoint"]
    assert asked | {"edges": plain["edges"]} == plain
    for narrowed in ("&min=0.5", "&to=2024", "&event=pier-2024", "&stated=1"):
        found = ask(client, f"{SUGGESTED}&suggested=1{narrowed}")
        assert not [one for one in found["edges"] if one["relation"] == "suggested"], narrowed


def test_groups_are_those_of_what_is_shown(client, site):
    plain, told = ask(client, "/explore/data"), ask(client, "/explore/data?groups=1")
    expected = communities(network(site.engine(), "speaker-topic"))
    groups = {node["id"]: node.get("group") for node in told["nodes"]}
    assert groups == {name: expected[f"{BASE}id/{name}"] for name in groups}
    assert min(expected.values()) == 0 < max(expected.values())
    assert all("group" not in node for node in plain["nodes"])


def test_what_is_not_in_the_network_is_named(client):
    told = ask(client, "/explore/data?ids=person/ana-lind,person/who&radius=0")
    assert (told["missing"], told["complete"]) == (["person/who"], False)


def test_a_door_tells_its_counts(client):
    told = ask(client, "/explore/expand?id=person/ana-lind")
    topics = next(one for one in told["relations"] if one["relation"] == "topics")
    assert (topics["kind"], topics["count"], topics["hub"]) == ("topic", 2, False)
    assert all(set(item) == NODE | {"weight"} for item in topics["items"])


def test_a_path_can_be_drawn_and_read(client):
    told = ask(client, "/explore/path?from=person/omar-haddad&to=person/lin-chu")
    assert (told["from"]["id"], told["to"]["id"]) == ("person/omar-haddad", "person/lin-chu")
    best = told["paths"][0]
    assert [node["id"] for node in best["nodes"]] == [
        "person/omar-haddad", "topic/training", "person/lin-chu",
    ]  # fmt: skip
    assert [len(best[name]) for name in ("steps", "hops", "words", "edges")] == [5, 2, 2, 2]
    assert all(set(edge) == EDGE for edge in best["edges"])
    for hop, edge in zip(best["hops"], best["edges"], strict=True):
        assert (edge["source"], edge["target"]) == (hop["from"], hop["to"])
        assert edge["talks"] == [hop["talk"]]


def test_a_path_says_which_of_its_talks_are_recorded(build_store, store_engine, given):
    seen = (SCHEMA.recordedIn, NamedNode("https://video.example/1"))
    talks = [
        given("Filmed", ("Ana",), {"cranes": None}, extra=(seen,)),
        given("Told", ("Bo",), {"cranes": None}),
    ]
    site = SmallSite(store_engine(build_store(talks)), None)
    hops = connect(site, "person/ana", "person/bo")["paths"][0]["hops"]
    assert [(hop["talk"]["title"], hop["recorded"]) for hop in hops] == [
        ("Filmed", True), ("Told", False),
    ]  # fmt: skip


def test_a_path_from_a_talk_draws_the_talk(client):
    told = ask(client, "/explore/path?from=talk/throughput&to=topic/training&k=1")
    best = told["paths"][0]
    assert [node["id"] for node in best["nodes"]] == ["talk/throughput", "topic/training"]
    assert best["edges"][0]["source"] == "talk/throughput"
    assert best["hops"][0]["from"] is None


def test_without_a_path_the_list_is_empty(client):
    told = ask(client, "/explore/path?from=person/omar-haddad&to=person/lin-chu&steps=1")
    assert told["paths"] == []


# Type-ahead -------------------------------------------------------------------------------------


def test_suggestions_name_things_and_mark_what_matched(client):
    item = ask(client, "/suggest?q=lin")["items"][0]
    assert set(item) == {"id", "kind", "label", "note", "href", "ranges"}
    assert (item["id"], item["note"], item["ranges"]) == ("person/lin-chu", "1 talk", [[0, 3]])


def test_ranges_count_as_javascript_does(client):
    item = ask(client, "/suggest?q=bernauer&kind=talk")["items"][0]
    start, end = item["ranges"][0]
    units = item["label"].encode("utf-16-le")
    assert units[2 * start : 2 * end].decode("utf-16-le") == "Bernauer"


def test_suggestions_keep_to_kinds_and_limits(client):
    assert {one["kind"] for one in ask(client, "/suggest?q=t&kind=topic")["items"]} == {"topic"}
    assert len(ask(client, "/suggest?q=t&limit=2")["items"]) == 2
    assert ask(client, "/suggest")["items"] == []


# Files ------------------------------------------------------------------------------------------


def test_exports_hold_the_network(client, site):
    graph = network(site.engine(), "speaker-topic")
    data = client.get("/explore/export.graphml")
    assert (
        "attachment; filename=hallway-speaker-topic.graphml" in data.headers["Content-Disposition"]
    )
    found = nx.read_graphml(io.BytesIO(data.data))
    assert (len(found), found.size()) == (len(graph), graph.size())
    gexf = nx.read_gexf(io.BytesIO(client.get("/explore/export.gexf").data))
    assert (len(gexf), gexf.size()) == (len(graph), graph.size())
    rows = list(csv.DictReader(io.StringIO(client.get("/explore/export.csv").get_data(True))))
    assert len(rows) == graph.size()


def test_the_query_of_a_canvas_opens_in_the_editor(client, site):
    drawn = ask(client, "/explore/data?limit=20")
    ids = [one["id"] for one in drawn["nodes"]]
    answer = client.get("/explore/query?" + urlencode({"ids": ",".join(ids)}))
    assert answer.status_code == 303
    address = urlsplit(answer.headers["Location"])
    (query,) = parse_qs(address.query)["query"]
    assert address.path == "/sparql"
    rows = list(site.engine().select(query).dicts())
    edges = [one for one in drawn["edges"] if one["relation"] == "talks"]
    assert sorted(int(one["talks"]) for one in rows) == sorted(one["weight"] for one in edges)


def test_an_export_of_a_canvas_holds_what_is_on_it(client):
    ids = "person/ana-lind,topic/storage,talk/training-at-scale"
    data = client.get(f"/explore/export.graphml?ids={ids}&radius=0").data
    drawn = ask(client, f"/explore/data?ids={ids}&radius=0")
    found = nx.read_graphml(io.BytesIO(data))
    assert {found.nodes[node]["label"] for node in found} == {n["label"] for n in drawn["nodes"]}
    assert found.size() == len(drawn["edges"]) == 3


# Caches and errors ------------------------------------------------------------------------------


def test_an_answer_is_kept_until_the_next_generation(client, site):
    first = client.get("/explore/data")
    tag = first.headers["ETag"]
    again = client.get("/explore/data", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/explore/data?lens=topics").headers["ETag"] != tag
    site.generation += 1
    try:
        changed = client.get("/explore/data", headers={"If-None-Match": tag})
        assert changed.status_code == 200
        assert changed.headers["ETag"] != tag
    finally:
        site.generation -= 1


@pytest.mark.parametrize(
    ("address", "status", "part"),
    [
        ("/explore/data?lens=people", 400, "speaker-topic"),
        ("/explore/data?limit=0", 400, "limit"),
        ("/explore/data?limit=many", 400, "many"),
        ("/explore/data?min=nan", 400, "min"),
        ("/explore/data?from=MMXX", 400, "MMXX"),
        ("/explore/data?stated=yes", 400, "stated"),
        ("/explore/data?event=never", 404, "never"),
        ("/explore/data?ids=" + "a," * 1001, 400, "1001"),
        ("/explore/expand", 400, "id"),
        ("/explore/expand?id=person/who", 404, "who"),
        ("/explore/path?from=person/ana-lind", 400, "to"),
        ("/explore/path?from=a&to=a", 400, "both"),
        ("/explore/path?from=person/ana-lind&to=person/who", 404, "who"),
        ("/explore/path?from=a&to=b&k=99", 400, "k"),
        ("/explore/export.docx", 404, "docx"),
        ("/explore/query?lens=everything", 404, "everything"),
        ("/explore/query?ids=topic/a%3E%20b", 400, "absolute IRI"),
        ("/suggest?q=x&kind=dragon", 400, "dragon"),
    ],
)
def test_a_wrong_request_is_told_what_is_wrong(client, address, status, part):
    response = client.get(address, headers={"Accept": "text/html,*/*"})
    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    problem = json.loads(response.data)
    assert problem["status"] == status
    assert part in problem["detail"]
    assert problem["remedy"]


@forall(
    address=st.sampled_from(["/suggest", "/explore/data", "/explore/expand", "/explore/path"]),
    query=st.dictionaries(
        st.sampled_from(["q", "kind", "ids", "id", "from", "to", "event", "lens", "min", "limit"]),
        st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(["1", "topics", "é"]),
        max_size=4,
    ),
)
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_request_breaks_the_server(client, address, query):
    response = client.get(address, query_string=query)
    assert response.status_code in (200, 400, 404)
    assert response.is_json or response.mimetype == "application/problem+json"
