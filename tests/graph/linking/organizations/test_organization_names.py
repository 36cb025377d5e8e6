"""Affiliations: which organization they name, and which they do not."""

from __future__ import annotations

import json
import os
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.linking.organizations.naming import canonical, organization_in, parent
from hallway.graph.linking.organizations.table import Row, Table, shipped


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Dept. of Cranes, University of Harbourton, UK", "Harbourton University"),
        ("Universität Hafenstadt", "Institut für Krane, Universität Hafenstadt, Deutschland"),
        ("Università degli Studi di Padova", "University of Padua"),
        ("Zheiiang University", "Zhejiang University"),
        ("University of Helsinki2", "University of Helsinki"),
        ("МГУ имени М. В. Ломоносова", "Lomonosov Moscow State University"),
        ("CHU de Hafenstadt", "Hafenstadt University Hospital"),
        ("Centre Hospitalier Universitaire de Hafenstadt", "CHU Hafenstadt"),
        ("Universitätsklinikum Hafenstadt", "University Medical Center Hafenstadt"),
        ("Booking.com B.V.", "Booking.com"),
        ("Quay Works s.r.o.", "Quay Works"),
        ("Dock Works Sp. z o.o.", "Dock Works"),
        ("Wikimedia Deutschland e.V.", "Wikimedia Deutschland"),
        ("Fraunhofer-Institut für Integrierte Schaltungen IIS, Erlangen", "Fraunhofer IIS"),
        ("School of Physics University of Harbourton Harbourton UK", "University of Harbourton"),
        ("University of California, San Diego", "UCSD"),
        ("Indian Institute of Technology, Kanpur, India", "IIT Kanpur"),
        ("Quay Works GmbH", "Quay Works, Hamburg"),
        ("CTO at Quay Works", "Quay Works"),
        ("Quay Works†", "Quay Works"),
        ("University of Tokyo and RIKEN", "University of Tokyo"),
        ("Robotics at Google", "Google Research, Brain Team"),
        ("Noah's Ark Lab, Huawei", "Huawei Technologies Co., Ltd."),
        ("Research, International Business Machines", "IBM"),
        ("ETH Zürich, Switzerland", "ETHZ"),
        (
            "Faculty of Agriculture University of Harbourton Harbourton Japan",
            "Harbourton University",
        ),
        ("Department of Physics, University of Harbourton in London", "University of Harbourton"),
        ("Universit ´e de Harbourton", "Université de Harbourton, France"),
        ("BiologyHarbourton University1-21-40 Quay", "Harbourton University, USA"),
        ("Harbourton U.", "U. of Harbourton, UK"),
        ("Ada Bo University Jena", "Ada-Bo-Universität, Jena"),
        ("QuayLab–University of Harbourton", "University of Harbourton"),
        ("Klinik für Augenheilkunde, Uniklinik Essen, Essen", "University Hospital Essen"),
        ("Federal University of Technology, Akure", "Federal University of Technology Akure"),
        ("Fakultät für Krane, Hochschule Essen", "Essen University of Applied Sciences"),
        ("NIT Durgapur", "National Institute of Technology, Durgapur, India"),
        ("Harbourton School of Medicine, UK", "Harbourton University, UK"),
        ("Department of Physics Quay Institute of Hoists 12 Dock Road", "Quay Institute of Hoists"),
        ("From the Department of Cranes, Quay College", "Quay College"),
        ("Quay Works AI Research Asia", "Quay Works Inc."),
        ("Quay Works Research Silicon Valley", "Quay Works"),
        ("Machine Vision Lab, Quay Works Research", "Quay Works"),
        ("Institute of Machine Vision, Quay Works Inc.", "Quay Works"),
        ("CraneLab, QWX", "QWX"),
        ("Quay Works (formerly Dock Works)", "Quay Works"),
        ("Quay Works, vormals Dock Works GmbH", "Quay Works"),
        ("https://www.google.com/", "Google"),
        ("github.com", "GitHub"),
        ("@netflix", "Netflix"),
        ("Tencent TiMi L1 Studio", "Tencent"),
        ("Quay Works Center for Artificial Intelligence", "Quay Works"),
        ("K.U. Leuven", "KU Leuven"),
        ("東京大学大学院情報理工学系研究科", "University of Tokyo"),
        ("株式会社メルカリ", "Mercari, Inc."),
        ("清华大学计算机系", "Tsinghua University"),
        ("서울대학교 컴퓨터공학부", "Seoul National University"),
        ("삼성전자(주)", "Samsung"),
        ("МГУ", "Lomonosov Moscow State University"),
        ("Samsung R&D Center Israel", "Samsung"),
        ("Harbourton Uinversity", "Harbourton University"),
        ("Quay Insititute of Technolgy", "Quay Institute of Technology"),
        ("University of Harbourton, Department of Robotics2", "University of Harbourton"),
        ("École Polytechnique Fédérale de Quimper", "Ecole Polytechnique Federale de Quimper"),
    ],
)
def test_names_of_one_organization_are_one(a: str, b: str):
    assert canonical(a).key == canonical(b).key


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Centre Hospitalier Universitaire de Lille", "Université de Lille"),
        ("Mangalore University", "Bangalore University"),
        ("Nanning Normal University", "Nanjing Normal University"),
        ("Fraunhofer IIS", "Fraunhofer IAIS"),
        ("University of York", "York University"),
        ("Miami University", "University of Miami"),
        ("University of Washington", "Washington University in St. Louis"),
        ("University of California, Davis", "University of California, Irvine"),
        ("University of Tokyo", "Tokyo University of Science"),
        ("Harbour University", "Harbour University Hospital"),
        ("First Affiliated Hospital of Harbour University", "Harbour University"),
        ("Central Michigan University", "University of Michigan"),
        ("Google", "DeepMind"),
        ("Johnson & Johnson", "Johnson"),
        ("Amazon", "AWS"),
        ("Harbour Health and Science University", "Harbour University"),
        ("University College Harbour", "University of Harbour"),
        ("University of Texas", "University of Texas at Austin"),
        ("Meta", "Meta Data Systems"),
        ("Orange", "Orange County Hackers"),
        ("Bank of Harbourton", "University of Harbourton"),
        ("Quay Bank", "Quay Ventures"),
        ("Samsung Heavy Industries", "Samsung"),
        ("Deep Learning Lab", "Computer Vision Lab"),
        ("Square Software", "Square"),
        ("Team Liquid", "Liquid AI"),
        ("University of Trento", "Trent University"),
        ("University of Valparaiso", "Valparaiso University"),
        ("Studio42", "Studio"),
    ],
)
def test_organizations_of_their_own_stay_apart(a: str, b: str):
    assert canonical(a).key != canonical(b).key


def test_a_label_is_the_name_without_department_and_address():
    found = canonical("Chair of Cranes, Technical University of Hafenstadt, 12345 Hafenstadt")
    assert found.label == "Technical University of Hafenstadt"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Google, YouTube", "YouTube"),
        ("YouTube, Google", "YouTube"),
        ("Microsoft (LinkedIn)", "LinkedIn"),
        ("GitHub Inc., a Microsoft company", "GitHub"),
        ("Meta, Instagram", "Instagram"),
        ("Max Planck Society, MPI-SWS", "Max Planck Institute for Software Systems"),
        ("University of Lisbon, Instituto Superior Técnico", "Instituto Superior Tecnico"),
        ("Siemens Healthineers AG", "Siemens Healthineers"),
        ("Google, Stanford University", "Stanford University"),
    ],
)
def test_of_a_whole_and_its_part_the_part_is_meant(text: str, label: str):
    assert canonical(text).label == label


def test_a_part_knows_its_whole_and_a_whole_has_none():
    assert parent("GitHub") == "Microsoft"
    assert parent("Microsoft") == ""
    assert parent("Quay Works") == ""


@given(st.text(max_size=80))
def test_every_text_gives_the_same_key_each_time_and_no_error(text: str):
    assert canonical(text) == canonical(text)
    assert bool(canonical(text).key) == bool(text.strip())


def pairwise(rows: list[tuple[str, str]]) -> float:
    def pairs(counts: Counter) -> int:
        return sum(n * (n - 1) // 2 for n in counts.values())

    both = pairs(Counter(rows))
    gold, found = (pairs(Counter(row[side] for row in rows)) for side in (0, 1))
    return 2 * both / (gold + found)


def test_the_aim_is_reached_on_both_pools_of_the_gold():
    shared = os.environ.get("HALLWAY_SHARED")
    if not shared:
        pytest.skip("HALLWAY_SHARED is not set: no gold affiliations")
    lines = (Path(shared) / "gold/org_strings.dev.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    for pool in ("hand", "ror"):
        own = [(r["gold_org"], canonical(r["text"]).key) for r in rows if r["pool"] == pool]
        assert pairwise(own) >= 0.90


def test_an_organization_that_is_left_out_of_a_table_is_not_known_by_it():
    table = Table.of([Row("Quay Works", ("qw",)), Row("Dock Works", ("dw",), "Quay Works")])
    assert organization_in("DW", table).label == "Dock Works"
    assert organization_in("QW Inc., Hamburg", table).key == organization_in("QW", table).key
    less = table.without(["Dock Works"])
    assert organization_in("DW", less).label == "DW"
    assert organization_in("QW", less).label == "Quay Works"


def test_the_rules_alone_reach_nine_tenths_less_a_little_on_the_registry():
    shared = os.environ.get("HALLWAY_SHARED")
    if not shared:
        pytest.skip("HALLWAY_SHARED is not set: no gold affiliations")
    lines = (Path(shared) / "gold/org_strings.dev.jsonl").read_text("utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["pool"] == "ror"]
    table = shipped().without({canonical(row["text"]).label for row in rows})
    assert pairwise([(r["gold_org"], organization_in(r["text"], table).key) for r in rows]) >= 0.88


def test_the_parents_of_the_table_are_in_it_and_never_above_themselves():
    for a, b in combinations(["Amazon", "Alphabet", "Twitch", "YouTube", "Waymo"], 2):
        assert canonical(a).key != canonical(b).key
    for label in ("YouTube", "Kakao Brain", "npm", "SendGrid"):
        seen = []
        while label:
            assert label not in seen
            seen.append(label)
            label = parent(label)
        assert len(seen) > 1
