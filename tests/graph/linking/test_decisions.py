"""The curator's decisions: what they do to links, and the file they live in."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import RdfFormat, parse

from hallway.graph.errors import HallwayError
from hallway.graph.linking.decision import APPEARS, SAME_AS, Decision, decision_id
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.records import LinkRecord

ABOUT = "https://schema.org/about"
BASE = "http://example.org/"


def decided(number: int, action: str, subject: str, obj: str = "", predicate: str = "") -> Decision:
    return Decision(f"{BASE}id/decision/{number}", action, subject, predicate, obj)


def linked(subject: str, obj: str, status: str = "suggested") -> LinkRecord:
    return LinkRecord(subject, ABOUT, obj, 0.3, "m-1", "e", status=status)


def undo(number: int, what: int) -> Decision:
    return decided(number, "undo", f"{BASE}id/decision/{what}")


def statuses(decisions: Decisions, *links: LinkRecord) -> dict[tuple[str, str], str]:
    return {(each.subject, each.object): each.status for each in decisions.apply_links(links)}


# Links -----------------------------------------------------------------------------------------


def test_an_accepted_link_is_accepted_and_a_rejected_one_rejected() -> None:
    decisions = Decisions(
        [decided(1, "accept", "a", "t", ABOUT), decided(2, "reject", "b", "t", ABOUT)]
    )
    found = statuses(decisions, linked("a", "t"), linked("b", "t", "derived"), linked("c", "t"))
    assert found == {("a", "t"): "accepted", ("b", "t"): "rejected", ("c", "t"): "suggested"}


def test_a_decision_on_one_predicate_leaves_the_others_alone() -> None:
    decisions = Decisions([decided(1, "reject", "a", "t", "http://example.org/other")])
    assert statuses(decisions, linked("a", "t")) == {("a", "t"): "suggested"}


def test_an_accepted_link_that_linking_no_longer_finds_stays() -> None:
    decisions = Decisions([decided(1, "accept", "a", "t", ABOUT)])
    (found,) = decisions.apply_links([])
    assert (found.subject, found.predicate, found.object) == ("a", ABOUT, "t")
    assert (found.status, found.confidence) == ("accepted", 1.0)


def test_a_rejected_link_that_linking_no_longer_finds_does_not_come_back() -> None:
    assert Decisions([decided(1, "reject", "a", "t", ABOUT)]).apply_links([]) == []


def test_an_accepted_appearance_is_shown_as_accepted_and_asserts_nothing_of_its_own() -> None:
    decisions = Decisions([decided(1, "accept", "a", "p", APPEARS)])
    link = LinkRecord("a", APPEARS, "p", 0.9, "m-1", "e")
    assert [one.status for one in decisions.apply_links([link])] == ["accepted"]
    assert decisions.apply_links([]) == []
    assert decisions.people().must == (("a", "p"),)


def test_accepting_and_rejecting_one_link_is_reported_and_neither_applied() -> None:
    decisions = Decisions(
        [decided(1, "accept", "a", "t", ABOUT), decided(2, "reject", "a", "t", ABOUT)]
    )
    assert statuses(decisions, linked("a", "t")) == {("a", "t"): "suggested"}
    (conflict,) = decisions.conflicts
    assert conflict.decisions == (f"{BASE}id/decision/1", f"{BASE}id/decision/2")


def test_what_was_undone_does_nothing_and_conflicts_with_nothing() -> None:
    first, second = decided(1, "accept", "a", "t", ABOUT), decided(2, "reject", "a", "t", ABOUT)
    decisions = Decisions([first, second, undo(3, 1)])
    assert decisions.conflicts == ()
    assert statuses(decisions, linked("a", "t")) == {("a", "t"): "rejected"}


def test_an_undone_undo_undoes_nothing() -> None:
    decisions = Decisions([decided(1, "reject", "a", "t", ABOUT), undo(2, 1), undo(3, 2)])
    assert statuses(decisions, linked("a", "t")) == {("a", "t"): "rejected"}


def test_the_latest_name_holds() -> None:
    decisions = Decisions([decided(1, "rename", "a", "Ann"), decided(2, "rename", "a", "Anne")])
    assert decisions.renames() == {"a": "Anne"}


# People ----------------------------------------------------------------------------------------


def test_a_chain_of_merges_that_joins_two_kept_apart_is_reported_and_not_applied() -> None:
    decisions = Decisions(
        [
            decided(1, "merge", "a", "b"),
            decided(2, "accept", "b", "c", SAME_AS),
            decided(3, "reject", "a", "c", SAME_AS),
            decided(4, "merge", "x", "y"),
            decided(5, "split", "x", "z"),
        ]
    )
    rules = decisions.people()
    assert rules.must == (("x", "y"),)
    assert rules.cannot == (("x", "z"),)
    (conflict,) = decisions.conflicts
    assert {one.rsplit("/", 1)[1] for one in conflict.decisions} == {"1", "2", "3"}


_PEOPLE = st.sampled_from("abcdef")


@given(st.lists(st.tuples(_PEOPLE, _PEOPLE, st.sampled_from(["merge", "split"])), max_size=12))
def test_what_is_left_of_the_rules_never_contradicts_itself(
    pairs: list[tuple[str, str, str]],
) -> None:
    rules = Decisions(decided(n, what, a, b) for n, (a, b, what) in enumerate(pairs)).people()
    group = {name: {name} for name in "abcdef"}
    for a, b in rules.must:
        both = group[a] | group[b]
        for name in both:
            group[name] = both
    assert all(b not in group[a] for a, b in rules.cannot)


# The file --------------------------------------------------------------------------------------


def test_a_file_that_is_not_there_holds_no_decisions(tmp_path: Path) -> None:
    assert Decisions.load(tmp_path / "decisions.ttl").all == ()


_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)


@given(
    st.lists(
        st.builds(
            Decision,
            id=st.integers(1, 99).map(f"{BASE}id/decision/{{}}".format),
            action=st.sampled_from(["accept", "reject", "merge", "split", "rename"]),
            subject=st.one_of(_TEXT.filter(bool), st.just(f"{BASE}id/person/ann")),
            predicate=st.sampled_from(["", ABOUT, SAME_AS]),
            object=_TEXT.filter(bool),
            who=_TEXT,
            when=st.sampled_from(["", "2026-05-01T10:00:00+02:00"]),
            why=_TEXT,
        ),
        unique_by=lambda decision: decision.id,
        max_size=5,
    )
)
def test_what_is_appended_is_read_again_in_order(
    tmp_path_factory: pytest.TempPathFactory, decisions: list[Decision]
) -> None:
    path = tmp_path_factory.mktemp("site") / "decisions.ttl"
    written = Decisions.load(path)
    for decision in decisions:
        written.append(decision)
    assert written.all == tuple(decisions)
    assert Decisions.load(path).all == tuple(decisions)


def test_nothing_that_was_written_is_ever_changed(tmp_path: Path) -> None:
    path = tmp_path / "decisions.ttl"
    before = b"# mine\n"
    path.write_bytes(before)
    for number in range(3):
        Decisions.load(path).append(decided(number, "merge", "a", f"b{number}"))
        after = path.read_bytes()
        assert after.startswith(before)
        before = after
    assert len({triple.subject for triple in parse(before, format=RdfFormat.TURTLE)}) == 3


def test_a_second_decision_with_one_id_is_ignored(tmp_path: Path) -> None:
    decisions = Decisions.load(tmp_path / "decisions.ttl")
    decisions.append(decided(1, "merge", "a", "b"))
    decisions.append(decided(1, "merge", "a", "b"))
    assert len(Decisions.load(tmp_path / "decisions.ttl").all) == 1


def test_a_torn_last_statement_is_reported_and_cut_off_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "decisions.ttl"
    decisions = Decisions.load(path)
    decisions.append(decided(1, "merge", "a", "b"))
    whole = path.read_bytes()
    decisions.append(decided(2, "merge", "c", "d"))
    statement = path.read_bytes()[len(whole) :]
    for length in range(1, len(statement) - 1):
        path.write_bytes(whole + statement[:length])
        torn = Decisions.load(path)
        assert next(one.id for one in torn.all) == f"{BASE}id/decision/1"
        torn.append(decided(3, "merge", "e", "f"))
        healed = Decisions.load(path)
        assert {f"{BASE}id/decision/1", f"{BASE}id/decision/3"} <= {one.id for one in healed.all}
        assert healed.problems == ()


def test_a_last_line_without_its_end_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "decisions.ttl"
    Decisions.load(path).append(decided(1, "merge", "a", "b"))
    path.write_bytes(path.read_bytes().rstrip())
    Decisions.load(path).append(decided(2, "merge", "c", "d"))
    assert len(Decisions.load(path).all) == 2


def test_decisions_of_two_writers_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "decisions.ttl"

    def write(start: int) -> None:
        for number in range(start, start + 20):
            Decisions.load(path).append(decided(number, "merge", "a", f"b{number}"))

    writers = [threading.Thread(target=write, args=(start,)) for start in (0, 100)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(Decisions.load(path).all) == 40


def test_a_file_that_is_no_turtle_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "decisions.ttl"
    path.write_text("<http://example.org/a> a <http://example.org/B> .\nnonsense here .\n")
    with pytest.raises(HallwayError) as error:
        Decisions.load(path)
    assert error.value.where == f"{path}:2"
    assert error.value.remedy


def test_a_decision_that_cannot_be_is_left_out_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "decisions.ttl"
    hw = "https://w3id.org/hallway#"
    path.write_text(f'<http://example.org/d> a <{hw}Decision> ; <{hw}action> "dance" .\n')
    decisions = Decisions.load(path)
    assert decisions.all == ()
    assert "dance" in decisions.problems[0]


def test_a_decision_that_cannot_be_written_is_not_made(tmp_path: Path) -> None:
    decisions = Decisions.load(tmp_path / "no folder" / "decisions.ttl")
    with pytest.raises(HallwayError, match="not written"):
        decisions.append(decided(1, "merge", "a", "b"))
    assert decisions.all == ()
    assert not os.path.exists(tmp_path / "no folder")


def test_an_id_tells_what_was_decided() -> None:
    one = Decision("", "merge", "a", "", "b", "ann", "2026-05-01T10:00:00+02:00")
    other = Decision("", "merge", "a", "", "b", "bob", "2026-05-01T10:00:00+02:00")
    assert decision_id(BASE, one) == decision_id(BASE, one)
    assert decision_id(BASE, one) != decision_id(BASE, other)
    assert decision_id(BASE, one).startswith(f"{BASE}id/decision/")
