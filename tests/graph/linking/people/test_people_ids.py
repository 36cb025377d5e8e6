"""Profiles across sources: who has the same one, and whom a profile keeps apart."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.linking.people.clustering import resolve
from hallway.graph.linking.people.profiles import person_profile
from hallway.graph.linking.records import Mention, Resolution

ORCID, OTHER = ("orcid", "0000-0002-1825-0097"), ("orcid", "0000-0001-5109-3700")
ACCOUNT = ("github", "zoem")


def mention(number: int, name: str, event: str = "e1", **more: object) -> Mention:
    plain = Mention(id=f"m{number:03}", name=name, source=f"source of {event}", event=event)
    return replace(plain, **more)  # type: ignore[arg-type]


def people(found: Resolution) -> int:
    return len(set(found.person_of.values()))


@pytest.mark.parametrize(
    ("url", "profile"),
    [
        ("https://orcid.org/0000-0002-1825-0097", ("orcid", "0000-0002-1825-0097")),
        ("http://orcid.org/0000-0002-1694-233x", ("orcid", "0000-0002-1694-233X")),
        ("https://orcid.org/0000-0002-1825-0098", None),  # the check digit is wrong
        ("https://dblp.org/pid/12/345.html", ("dblp", "12/345")),
        ("https://twitter.com/@Ann", ("twitter", "ann")),
        ("https://x.com/ann", ("twitter", "ann")),
        ("https://de.linkedin.com/in/ann-lee/", ("linkedin", "ann-lee")),
        ("https://scholar.google.de/citations?hl=en&user=AbC", ("scholar.google", "AbC")),
        ("https://openreview.net/profile?id=~A_B1", ("openreview.net", "~A_B1")),
        ("https://hachyderm.io/@ann", ("account", "ann@hachyderm.io")),
        ("https://www.AnnLee.dev/", ("page", "annlee.dev")),
        ("https://github.com/ann/slides", None),
        ("https://github.com/features", None),
        ("https://twitter.com/home", None),
        ("mailto:ann@example.org", None),
        ("https://[::1", None),
        ("", None),
    ],
)
def test_an_address_is_a_profile_or_nothing(url: str, profile: tuple[str, str] | None) -> None:
    assert person_profile(url) == profile


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    for url in (text, f"https://{text}", f"https://github.com/{text}"):
        assert person_profile(url) is None or all(person_profile(url) or ())


def test_one_profile_in_two_sources_is_one_person_though_the_surname_changed() -> None:
    found = resolve(
        [
            mention(1, "Zoë Márquez", profiles=(ORCID,)),
            mention(2, "Zoë van der Berg", "e2", profiles=(ORCID,)),
        ]
    )
    assert people(found) == 1
    (why,) = found.joined
    assert "ORCID 0000-0002-1825-0097" in why.evidence
    assert why.confidence == 1


def test_namesakes_with_one_profile_are_one_person() -> None:
    known = [mention(n, "Yang Liu", f"e{n}", profiles=(ACCOUNT,)) for n in range(3)]
    assert people(resolve(known)) == 1
    assert people(resolve([replace(one, profiles=()) for one in known])) == 3


def test_wholly_unlike_names_with_one_profile_are_asked_about() -> None:
    found = resolve(
        [
            mention(1, "Zoë Márquez", profiles=(ORCID,)),
            mention(2, "Bob Ray", "e2", profiles=(ORCID,)),
        ]
    )
    assert people(found) == 2
    (pair,) = found.suggestions
    assert "ORCID" in pair.evidence


def test_two_orcids_keep_namesakes_apart_whatever_else_speaks_for_one() -> None:
    both = [
        mention(n, "Zoë Márquez", affiliation="Quay Labs", title="Cranes", profiles=(one,))
        for n, one in enumerate((ORCID, OTHER))
    ]
    found = resolve(both)
    assert people(found) == 2
    assert found.suggestions == ()
    assert people(resolve([replace(one, profiles=()) for one in both])) == 1


def test_two_accounts_keep_nobody_apart() -> None:
    found = resolve(
        [
            mention(1, "Raymond Hettinger", profiles=(ACCOUNT,)),
            mention(2, "Raymond Hettinger", profiles=(("github", "rhettinger"),)),
        ]
    )
    assert people(found) == 1


def test_an_account_of_a_company_is_nobody() -> None:
    staff = ["Zoë Márquez", "Bob Ray", "Ann Lee"]
    account = ("twitter", "quaylabs")
    found = resolve([mention(n, name, profiles=(account,)) for n, name in enumerate(staff)])
    assert people(found) == 3
    assert found.suggestions == ()
    # Two unlike names in one source suffice.
    pair = [mention(n, name, profiles=(account,)) for n, name in enumerate(staff[:2])]
    assert resolve(pair).suggestions == ()


def test_a_page_counts_when_its_address_says_the_name() -> None:
    for page, number in ((("page", "quaylabs.example"), 2), (("page", "zoemarquez.example"), 1)):
        found = resolve(
            [
                mention(1, "Zoë Márquez", profiles=(page,)),
                mention(2, "Zoe Marquez", "e2", profiles=(page,)),
            ]
        )
        assert people(found) == number


def test_a_handle_that_is_a_name_elsewhere_is_asked_about() -> None:
    found = resolve(
        [mention(1, "Zoë Márquez", profiles=(ACCOUNT,)), mention(2, "zoem", "e2", title="Cranes")]
    )
    assert people(found) == 2
    (pair,) = found.suggestions
    assert pair.evidence == '"zoem" is the name of an account of "Zoë Márquez".'


def test_a_handle_that_nothing_else_is_called_is_its_owners_name() -> None:
    account = ("github", "zoemquay")
    owner = mention(1, "Zoë Márquez", profiles=(account,))
    named = mention(2, "zoemquay", "e2", title="Cranes")
    found = resolve([owner, named, mention(3, "ZoeMQuay", "e3")])
    assert people(found) == 1
    (why,) = {link.evidence: link for link in found.joined}.values()
    assert why.evidence == '"zoemquay" is the name of an account of "Zoë Márquez".'
    assert why.confidence == 0.95
    # One talk has two speakers, and nobody is called by what two people have.
    assert people(resolve([owner, replace(named, co_speakers=("Zoë Márquez",))])) == 2
    assert people(resolve([owner, named, mention(3, "Bob Ray", "e3", profiles=(account,))])) == 3


@pytest.mark.parametrize("word", ["robert", "python"])
def test_a_handle_that_is_a_word_is_asked_about(word: str) -> None:
    found = resolve([mention(1, "Zoë Márquez", profiles=(("github", word),)), mention(2, word)])
    assert people(found) == 2
    assert len(found.suggestions) == 1


def test_a_name_that_a_source_gives_beside_counts_as_a_name() -> None:
    one = mention(1, "Zoë van der Berg", aliases=("Zoë Márquez",), co_speakers=("Bob Ray",))
    other = mention(2, "Zoë Márquez", "e2", co_speakers=("Bob Ray",))
    found = resolve([one, other])
    assert people(found) == 1
    (why,) = found.joined
    assert why.evidence.startswith('Both are called "Zoë Márquez"')
    assert people(resolve([replace(one, aliases=()), other])) == 2
