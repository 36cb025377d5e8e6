"""Affiliations that name several organizations, and those that only look like it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.formats import ReadOptions, read
from hallway.graph.linking.organizations.naming import canonical
from hallway.graph.linking.organizations.several import apart


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("Google / Stanford University", ["Google", "Stanford University"]),
        ("Google | Quay Works", ["Google", "Quay Works"]),
        ("NVIDIA; University of Washington", ["NVIDIA", "University of Washington"]),
        ("UC Merced/Google", ["UC Merced", "Google"]),
        ("ETH Zurich & Disney Research", ["ETH Zurich", "Disney Research"]),
        ("CWI and Leiden University, Netherlands", ["CWI", "Leiden University"]),
        ("CNRS, Inria, University of Lille", ["CNRS", "Inria", "University of Lille"]),
        ("Max Planck Institute for Informatics und Saarland University",
         ["Max Planck Institute for Informatics", "Saarland University"]),
    ],
)  # fmt: skip
def test_organizations_that_are_known_are_told_apart(text: str, several: list[str]):
    assert list(apart(text)) == several


@pytest.mark.parametrize(
    "text",
    [
        "AT&T",
        "Johnson & Johnson",
        "Texas A&M University",
        "Ernst & Young",
        "Quay Works; Dock Ltd",
        "Cranes & Ropes",
        "TU Wien / Institute of Cranes",
        "Department of Computer Science / ETH Zurich",
        "Control/Robotics Laboratory, New York University",
        "Department of Physics, University of Oslo, Norway",
        "University of California, Berkeley",
        "Brigham and Women's Hospital",
        "GitHub, Microsoft",
        "Freelance / Google",
        "CEO / Founder, Google",
        "Seattle, Washington",
    ],
)
def test_one_organization_stays_whole(text: str):
    assert apart(text) == (text,)


@given(st.text(max_size=60))
def test_every_part_is_in_the_text_and_no_two_are_one(text: str):
    found = apart(text)
    assert found
    assert all(part in text for part in found)
    assert len({canonical(part).key for part in found}) == len(found)


def test_all_affiliations_beside_one_speaker_are_theirs():
    table = "title,speakers,affiliation\nCranes,Ana Lindqvist,Quay Works; Dock Ltd; TBA\n"
    (event,) = read(table.encode(), ReadOptions(file="p.csv", event="Quay Days")).events
    assert event.talks[0].appearances[0].affiliations == ("Quay Works", "Dock Ltd")
