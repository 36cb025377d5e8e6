"""Names from elsewhere find what they mean; what is in doubt stays in doubt."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.matching.candidates import Candidate, candidates
from hallway.graph.matching.likeness import alike
from hallway.graph.matching.profiles import by_profile, profile_of
from hallway.graph.site import Site

PROGRAMME = """\
id,title,speaker,affiliation,topics,start
1,Cranes at night,Ana Lindqvist,Meta,Kubernetes; cranes,2026-06-10T10:00:00Z
2,Mooring by hand,Omar Haddad,University of Edinburgh,liquid cooling,2026-06-10T11:00:00Z
3,Ropes,Jie Yang,Quay Labs,ropes,2026-06-10T12:00:00Z
4,Anchors,Mei Tanaka,Harbour Office,anchors,2026-06-11T12:00:00Z
"""
OTHER = """\
id,title,speaker,affiliation,topics,start
1,Proteins that fold,Jie Yang,Institute of Proteins,proteins,2021-06-10T10:00:00Z
2,Lamps,Zoë Márquez,Lamp Works,lamps,2021-06-10T11:00:00Z
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("matching")) as site:
        site.config = site.config.__class__(**{**_settings(site), "workers": 1})
        build(
            site,
            [
                Request(PROGRAMME.encode(), "a.csv", event="Harbour Conf 2026"),
                Request(OTHER.encode(), "b.csv", event="Protein Days 2021"),
            ],
        )
        yield site


def _settings(site: Site) -> dict[str, object]:
    return {name: getattr(site.config, name) for name in site.config.__dataclass_fields__}


def first(site: Site, asked: str, kind: str, **known: str) -> Candidate | None:
    found = candidates(site, asked, [kind], {name: [value] for name, value in known.items()})
    return found[0] if found else None


@pytest.mark.parametrize(
    ("asked", "kind", "label"),
    [
        ("Ana Lindqvist", "person", "Ana Lindqvist"),
        ("LINDQVIST, Ana", "person", "Ana Lindqvist"),
        ("zoe marquez", "person", "Zoë Márquez"),
        ("Meta Platforms, Inc.", "organization", "Meta"),
        ("School of Informatics, University of Edinburgh, UK", "organization",
         "University of Edinburgh"),
        ("k8s", "topic", "Kubernetes"),
        ("Liquid-Cooling", "topic", "liquid cooling"),
        ("mooring by hand", "talk", "Mooring by hand"),
        ("Harbour-Conf 2026", "event", "Harbour Conf 2026"),
    ],
)  # fmt: skip
def test_a_name_written_otherwise_finds_its_thing_for_sure(site, asked, kind, label):
    found = first(site, asked, kind)
    assert found is not None
    assert (found.label, found.sure) == (label, True)


@pytest.mark.parametrize(
    ("asked", "kind"),
    [("A. Lindqvist", "person"), ("Ana Lindquist", "person"), ("Crane at night", "talk")],
)
def test_a_name_that_is_only_near_is_offered_and_not_sure(site, asked, kind):
    found = first(site, asked, kind)
    assert found is not None
    assert 30 <= found.score < 95
    assert not found.sure


@pytest.mark.parametrize("asked", ["", "  ", "?", "Nobody Atall", "#@", "\ud800", "x" * 5000])
def test_what_means_nothing_here_has_no_sure_candidate(site, asked):
    assert not [one for one in candidates(site, asked, ["person", "topic"]) if one.sure]


def test_of_two_people_of_one_name_nobody_is_sure_until_something_else_is_known(site):
    both = candidates(site, "Jie Yang", ["person"])
    assert [one.score for one in both] == [100, 100]
    assert not any(one.sure for one in both)
    for event, topic in (("Harbour Conf 2026", "ropes"), ("Protein Days 2021", "proteins")):
        found = candidates(site, "Jie Yang", ["person"], {"event": [event]})
        assert (found[0].sure, found[0].agreeing, found[1].sure) == (True, ("event",), False)
        again = candidates(site, "Jie Yang", ["person"], {"topic": [topic]})
        assert again[0].iri == found[0].iri


def test_what_is_known_moves_the_score_as_documented(site):
    alone = first(site, "A. Lindqvist", "person")
    agreeing = first(site, "A. Lindqvist", "person", affiliation="Meta Platforms")
    contrary = first(site, "A. Lindqvist", "person", affiliation="Lamp Works")
    assert alone is not None
    assert agreeing is not None
    assert contrary is not None
    assert agreeing.score == pytest.approx(alone.score + (100 - alone.score) / 2)
    assert contrary.score == pytest.approx(alone.score * 0.8)


def test_a_property_that_nobody_knows_of_changes_nothing(site):
    assert first(site, "Omar Haddad", "person", shoe="44") == first(site, "Omar Haddad", "person")


def test_every_name_of_the_site_finds_its_own_thing_first(site):
    for kind in ("person", "topic", "organization", "talk"):
        for hit in (
            site.search_index()
            .search("a e i o u " + " ".join("abcdefghijklmnopqrstuvwxyz"), kinds=[kind], limit=100)
            .items
        ):
            found = candidates(site, hit.label, [kind])
            assert hit.iri in [one.iri for one in found if one.score == 100]


def test_one_letter_wrong_never_makes_another_name_sure(site):
    chance = random.Random(7)  # noqa: S311
    for name in ("Ana Lindqvist", "Omar Haddad", "Mei Tanaka"):
        for _ in range(20):
            place = chance.randrange(len(name))
            wrong = name[:place] + chance.choice("bcdfgz") + name[place + 1 :]
            for one in candidates(site, wrong, ["person"]):
                assert not one.sure or one.label == name


def test_likeness_of_equal_names_is_one_and_of_strangers_low():
    assert alike("person", "Ana Lindqvist", "ana lindqvist") == (1.0, "equal")
    assert alike("person", "Ana Lindqvist", "Boris Petrov")[0] < 0.5
    assert alike("organization", "Quay Labs", "Lamp Works")[0] < 0.5


# Profiles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scheme", "name", "profile"),
    [
        ("GitHub", "Ann-Lee", ("github", "ann-lee")),
        ("x", "@ann", ("twitter", "ann")),
        ("orcid", "https://orcid.org/0000-0002-1825-009x", ("orcid", "0000-0002-1825-009X")),
        ("mastodon", "@ann@hachyderm.io", ("account", "ann@hachyderm.io")),
        ("youtube", "Rf-LglFAIg4", ("youtube", "Rf-LglFAIg4")),
    ],
)
def test_a_profile_is_asked_for_as_people_write_it(scheme, name, profile):
    assert profile_of(scheme, name) == profile


def test_recordings_and_accounts_lead_to_their_things(tmp_path: Path):
    table = (
        "id,title,speaker,github,recording_url\n"
        "1,Winches,Ana Lindqvist,https://github.com/Ana-L,https://youtu.be/Rf-LglFAIg4\n"
        "2,Buoys,Omar Haddad,,https://www.youtube.com/watch?v=abcdefghijk&t=4s\n"
    )
    with Site(tmp_path) as site:
        build(site, [Request(table.encode(), "a.csv", event="Harbour Conf 2026")])
        known = by_profile(site.engine())
        base = site.config.base
    assert known["youtube", "Rf-LglFAIg4"] == (f"{base}id/talk/winches",)
    assert known["youtube", "abcdefghijk"] == (f"{base}id/talk/buoys",)
    assert known["github", "ana-l"] == (f"{base}id/person/ana-lindqvist",)
