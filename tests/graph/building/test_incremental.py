"""Building step by step gives, byte for byte, what building all at once gives."""

from __future__ import annotations

import csv
import io
import random
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from pyoxigraph import RdfFormat, Store, Triple

from hallway.graph.build import Request, build
from hallway.graph.building import writing
from hallway.graph.building.graph_files import GraphFile, GraphFiles
from hallway.graph.linking.decision import SAME_AS, Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site

PEOPLE = [
    "Ana Lindqvist", "Ana B. Lindqvist", "A. Lindqvist", "Omar Haddad", "Mei Tanaka", "Wei Wang",
    "Wei  Wang", "Anna Lindqvist", "Tomas Müller", "Thomas Mueller", "Bo Ek (Quay Labs)",
    "Mei Tanaka (University of Cranes)", "Omar Haddad (Quay Labs)",
]  # fmt: skip
TOPICS = ["cranes", "Crane", "wind", "wind power", "k8s", "Kubernetes", "storage", "mooring"]


def programme(chance: random.Random, number: int) -> Request:
    out = io.StringIO()
    writer = csv.writer(out)
    columns = "id event series place title speakers topics minutes abstract date".split()
    writer.writerow(columns)
    series, place = chance.choice(["", "Harbour Conf"]), chance.choice(["", "Turku", "Oulu"])
    year = chance.choice(["", "2024-05-06", "2025-05-06"])
    for talk in range(4):
        speakers = chance.sample(PEOPLE, chance.choice([1, 1, 2]))
        topics = chance.sample(TOPICS, chance.choice([0, 1, 2]))
        writer.writerow(
            [
                f"t{talk}", f"Harbour Conf {number // 2}", series, place,
                f"{chance.choice(TOPICS)} {talk}",
                "; ".join(speakers), "; ".join(topics), chance.choice([20, 30]),
                f"At Quay Labs, we build {chance.choice(TOPICS)} for {chance.choice(TOPICS)}.",
                year,
            ]
        )  # fmt: skip
    return Request(out.getvalue().encode(), f"p{number}.csv")


def dump(folder: Path) -> bytes:
    with Site(folder) as site:
        return (site.current.folder / "quads.nq").read_bytes()


def rebuilt(folder: Path, copy: Path) -> bytes:
    """Build a copy of a site anew, with nothing remembered."""
    shutil.copytree(folder, copy)
    shutil.rmtree(copy / "cache")
    with Site(copy) as site:
        build(site, rebuild=True)
    return dump(copy)


def parts(folder: Path) -> tuple[object, ...]:
    """Return everything else that a generation says of its statements."""
    with Site(folder) as site:
        manifest = site.current.manifest
        store = Store.read_only(str(site.current.folder / "store"))
        lines = sorted(
            line + b"\n"
            for line in store.dump(format=RdfFormat.N_QUADS).splitlines()  # type: ignore[union-attr]
        )
        found = site.search_index().search("cranes harbour lindqvist").items
        network = (site.current.folder / "network.npz").read_bytes()
        documents = (site.current.folder / "documents.jsonl").read_bytes()
        said = [manifest[name] for name in ("counts", "disagreements", "graphs", "quads_sha256")]
    return (*said, lines, found, network, documents)


def decide(folder: Path, chance: random.Random, number: int) -> None:
    """Write a decision on two of the people that the site has."""
    with Site(folder) as site:
        people = [row["person"] for row in site.ask("busiest-speakers").dicts()]
        action = chance.choice(["accept", "reject", "merge", "split"])
        a, b = chance.sample(sorted(people), 2)
        made = Decision(f"{site.config.base}id/decision/{number}", action, a, SAME_AS, b)
        Decisions.load(site.decisions).append(made)


@pytest.mark.parametrize("seed", range(4))
def test_steps_in_any_order_give_what_a_full_build_gives(tmp_path: Path, seed: int):
    chance = random.Random(seed)  # noqa: S311
    folder, there = tmp_path / "site", set[int]()
    for step in range(6):
        if step and chance.random() < 0.4:
            decide(folder, chance, step)
        with Site(folder) as site:
            if len(there) > 1 and chance.random() < 0.25:
                gone = chance.choice(sorted(there))
                there.discard(gone)
                build(site, remove=[f"p{gone}-csv"])
            else:
                numbers = chance.sample(range(6), chance.choice([1, 1, 3]))
                there.update(numbers)
                build(site, [programme(chance, number) for number in numbers])
    assert dump(folder) == rebuilt(folder, tmp_path / "copy")
    assert parts(folder) == parts(tmp_path / "copy")


def test_a_damaged_cache_changes_nothing(tmp_path: Path):
    chance = random.Random(1)  # noqa: S311
    requests = [programme(chance, number) for number in range(4)]
    with Site(tmp_path / "site") as site:
        build(site, requests[:3])
        for path in sorted(site.cache.rglob("*")):
            if path.is_file():
                whole = path.read_bytes()
                path.write_bytes(chance.choice([b"", whole[: len(whole) // 2], whole + b"x"]))
        build(site, requests[3:])
    assert dump(tmp_path / "site") == rebuilt(tmp_path / "site", tmp_path / "copy")


def test_another_version_of_code_or_tables_builds_without_being_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    request = programme(random.Random(1), 0)  # noqa: S311
    with Site(tmp_path) as site:
        assert build(site, [request]).generation == 1
        assert not build(site, [request]).published
        monkeypatch.setattr("hallway.graph.build.program", lambda: "of another table")
        assert build(site, [request]).generation == 2


def lines_of(folder: Path, *ends: str) -> set[str]:
    """Return the statements of the graphs whose IRIs end so."""
    lines = dump(folder).decode().splitlines()
    return {line for line in lines if line.endswith(tuple(f"/{end}> ." for end in ends))}


def test_an_unrelated_source_changes_no_line_and_no_link(tmp_path: Path):
    chance = random.Random(2)  # noqa: S311
    requests = [programme(chance, number) for number in range(4)]
    other = "id,event,title,speakers,topics\n1,Soup Days,Broth,Ida Pasanen,soup\n"
    graphs = [f"graph/source/p{number}-csv" for number in range(4)]
    with Site(tmp_path) as site:
        build(site, requests)
        before, links = lines_of(tmp_path, *graphs), lines_of(tmp_path, "graph/links")
        report = build(site, [Request(other.encode(), "soup.csv")])
    assert report.change.removed == 0
    assert lines_of(tmp_path, *graphs) == before
    assert lines_of(tmp_path, "graph/links") >= links
    assert len(links) > 100


def test_a_small_change_loads_no_store_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    chance = random.Random(3)  # noqa: S311
    with Site(tmp_path / "site") as site:
        build(site, [programme(chance, number) for number in range(5)])
        monkeypatch.setattr("hallway.graph.building.writing.load", None)
        build(site, [programme(chance, 5)])
        build(site, [programme(chance, 1)])
        build(site, remove=["p2-csv"])
    monkeypatch.undo()
    assert dump(tmp_path / "site") == rebuilt(tmp_path / "site", tmp_path / "copy")
    assert parts(tmp_path / "site") == parts(tmp_path / "copy")


def damage_nothing(home: Path) -> None:
    del home


def damage_a_line(home: Path) -> None:
    lines = (home / "quads.nq").read_bytes()
    (home / "quads.nq").write_bytes(lines.replace(b'"cranes', b'"CRANES', 1))


def damage_the_store(home: Path) -> None:
    for path in (home / "store").glob("*.sst"):
        path.write_bytes(path.read_bytes()[:100])


def take_a_statement_out_of_the_store(home: Path) -> None:
    store = Store(str(home / "store"))
    store.remove(next(iter(store)))
    store.flush()


def lose_the_graphs(home: Path) -> None:
    shutil.rmtree(home.parents[1] / "cache" / "graphs")


def damage_the_graphs(home: Path) -> None:
    for path in (home.parents[1] / "cache" / "graphs").iterdir():
        path.write_bytes(path.read_bytes()[:-9])


def damage_the_disagreements(home: Path) -> None:
    (home / "disagreements.json").write_text('[{"subject": 1}]')


@pytest.mark.parametrize(
    "damage",
    [
        damage_nothing, damage_a_line, damage_the_store, take_a_statement_out_of_the_store,
        lose_the_graphs, damage_the_graphs, damage_the_disagreements,
    ],
    ids=lambda one: one.__name__,
)  # fmt: skip
def test_a_damaged_generation_is_nothing_to_build_on(tmp_path: Path, damage):
    chance = random.Random(5)  # noqa: S311
    folder = tmp_path / "site"
    with Site(folder) as site:
        build(site, [programme(chance, number) for number in range(4)])
        home = site.generations / "0001"
    damage(home)
    with Site(folder) as site:
        build(site, [programme(chance, 4)])
    assert dump(folder) == rebuilt(folder, tmp_path / "copy")
    assert parts(folder) == parts(tmp_path / "copy")


def test_a_store_is_counted_again_only_when_its_files_are_not_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    asked: list[bool] = []
    patch_store = writing.patch_store

    def noting(*arguments: object, known: bool) -> Store | None:
        asked.append(known)
        return patch_store(*arguments, known=known)  # type: ignore[arg-type]

    monkeypatch.setattr(writing, "patch_store", noting)
    chance = random.Random(6)  # noqa: S311
    with Site(tmp_path) as site:
        build(site, [programme(chance, number) for number in range(4)])
        build(site, [programme(chance, 4)])
        build(site, [programme(chance, 5)])
        assert asked == [True, True]
        take_a_statement_out_of_the_store(site.generations / "0003")
        build(site, [programme(chance, 0)])
        assert asked == [True, True, False]


def test_a_source_that_nothing_touches_is_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    written: list[str] = []
    write = GraphFiles.write

    def noting(files: GraphFiles, graph: str, triples: Iterable[Triple]) -> GraphFile:
        written.append(graph.rpartition("/graph/")[2])
        return write(files, graph, triples)

    monkeypatch.setattr(GraphFiles, "write", noting)
    requests = [
        Request(f"event,title,speakers,topics\n{event},{title},{who},{topic}\n".encode(), file)
        for event, title, who, topic, file in (
            ("Harbour Conf", "Cranes", "Ana Lindqvist", "cranes", "a.csv"),
            ("Quay Days", "Wind", "Omar Haddad", "wind", "b.csv"),
        )
    ]
    # Two more talks on CRANES: the label that most have, in every source that has the topic.
    more = "Dock Day,One,Mei Tanaka,CRANES\nDock Day,Two,Bo Ek,CRANES\n"
    louder = f"event,title,speakers,topics\n{more}"
    with Site(tmp_path / "site") as site:
        build(site, requests)
        assert sorted(written) == ["links", "source/a-csv", "source/b-csv"]
        written.clear()
        build(site, [Request(louder.encode(), "c.csv")])
    assert "source/c-csv" in written
    assert "source/a-csv" in written
    assert "source/b-csv" not in written
    monkeypatch.undo()
    assert dump(tmp_path / "site") == rebuilt(tmp_path / "site", tmp_path / "copy")
