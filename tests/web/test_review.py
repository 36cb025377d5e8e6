"""Review: who may decide, how a decision travels to the graph, and what strangers try."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import lxml.html
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from hallway.graph.build import Request, build
from hallway.graph.checking import check
from hallway.graph.curation.decision_list import unbuilt
from hallway.graph.curation.reviewing import Wanted, waiting
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site
from hallway.web import create_app
from hallway.web.curation.curators import Attempts
from hallway.web.curation.sessions import SignedOut
from tests.web.conftest import (
    BASE,
    TOKEN,
    csrf,
    enter,
    get,
    opened,
    post,
    sample,
    visitor,
)

TABLE = (
    "title,speaker,abstract\n"
    "Plain,Z. Márquez,\n"
    "Accents,Zoë Márquez,\n"
    "More,Zoë Márquez,\n"
    "Other <b>,Ana Lindqvist,\n"
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two people who may be one, and talks that may be about something."""
    folder = tmp_path_factory.mktemp("review")
    requests = [
        Request(TABLE.encode(), "a.csv", event="Harbour Conf 2026"),
        sample("systems-at-scale-2024.txt"),
    ]
    with opened(folder, requests):
        pass
    return folder


@pytest.fixture
def site(built: Path, tmp_path: Path) -> Iterator[Site]:
    import shutil

    shutil.copytree(built, tmp_path / "site")
    with Site(tmp_path / "site") as site:
        site.config = replace(site.config, base=BASE, workers=1, review_token=TOKEN)
        yield site


@pytest.fixture
def app(site: Site) -> Flask:
    return create_app(site)


def pair(site: Site) -> str:
    (case,) = waiting(site, Wanted("person"))
    return case.first.id


def decide(client: FlaskClient, link: str, action: str, **more: str) -> TestResponse:
    return post(
        client, "/review/decide", {"csrf": csrf(client), "link": link, "action": action, **more}
    )


# Who may ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/review", "/review?kind=person"])
def test_without_a_token_the_page_is_off_and_says_how_to_switch_it_on(site: Site, path: str):
    site.config = replace(site.config, review_token="")
    client = visitor(create_app(site))
    answer = get(client, path)
    assert answer.status_code == 404
    assert "review_token" in answer.text
    assert post(client, "/review/enter", {"token": "", "csrf": ""}).status_code == 404
    assert "/review" not in get(client, "/about").text


def test_a_stranger_sees_a_door_and_nothing_behind_it(app: Flask):
    page = get(visitor(app)).text
    assert 'type="password"' in page
    assert "Márquez" not in page
    assert TOKEN not in page


def test_the_right_token_opens_and_a_wrong_one_does_not(app: Flask):
    client = visitor(app)
    wrong = enter(client, TOKEN + " ")
    assert wrong.status_code == 403
    assert "not the token" in wrong.text
    assert 'type="password"' in get(client).text
    assert enter(client).headers["Location"] == "/review"
    assert "Are these one person?" in get(client, "/review?kind=person").text


def test_the_session_cookie_is_signed_and_out_of_reach_of_scripts(app: Flask):
    client = visitor(app)
    get(client)
    cookies = enter(client).headers.getlist("Set-Cookie")
    (cookie,) = (one for one in cookies if one.startswith("hallway="))
    for part in ("HttpOnly", "SameSite=Lax", "Secure"):
        assert part in cookie
    assert TOKEN not in cookie
    value = cookie.partition("=")[2].partition(";")[0]
    payload, rest = value[: len(value) // 2], value[len(value) // 2 :]
    forged = visitor(app)
    forged.set_cookie(
        "hallway", payload + ("A" if rest[0] != "A" else "B") + rest[1:], domain="hallway.example"
    )
    assert 'type="password"' in get(forged).text


def test_a_new_token_ends_every_session(site: Site, curator: FlaskClient):
    (cookie,) = (one for one in curator._cookies.values() if one.key == "hallway")
    site.config = replace(site.config, review_token=TOKEN + "!")
    other = visitor(create_app(site))
    other.set_cookie("hallway", cookie.value, domain="hallway.example")
    assert 'type="password"' in get(other).text


def test_signing_out_closes_the_door(curator: FlaskClient):
    assert post(curator, "/review/leave", {"csrf": csrf(curator)}).status_code == 303
    assert 'type="password"' in get(curator).text


def test_a_copied_cookie_is_of_no_use_after_signing_out(site: Site, curator: FlaskClient):
    (cookie,) = (one for one in curator._cookies.values() if one.key == "hallway")

    def copied(app: Flask) -> FlaskClient:
        other = visitor(app)
        other.set_cookie("hallway", cookie.value, domain="hallway.example")
        return other

    colleague = visitor(curator.application)
    enter(colleague)
    before = copied(curator.application)
    secret = csrf(before)
    assert post(curator, "/review/leave", {"csrf": csrf(curator)}).status_code == 303
    restarted = create_app(site)
    for app in (curator.application, restarted):
        thief = copied(app)
        assert 'type="password"' in get(thief).text
        form = {"csrf": secret, "action": "accept", "link": "x"}
        assert post(thief, "/review/decide", form).status_code == 403
    assert 'type="password"' not in get(colleague).text
    assert (site.folder / "signed-out").stat().st_mode & 0o077 == 0


def test_a_session_is_kept_in_mind_until_its_cookie_ends(tmp_path: Path):
    now = [1000.0]
    path = tmp_path / "signed-out"
    one = SignedOut(path, 60, lambda: now[0])
    one.add("first")
    now[0] += 59
    one.add("second")
    other = SignedOut(path, 60, lambda: now[0])
    assert other.has("first")
    assert other.has("second")
    assert not other.has("third")
    now[0] += 3
    other.add("fourth")
    assert not SignedOut(path, 60).has("first")
    assert SignedOut(path, 60).has("second")


def test_where_nothing_can_be_written_signing_out_still_works_here(tmp_path: Path):
    one = SignedOut(tmp_path / "no such folder" / "signed-out", 60)
    one.add("first")
    assert one.has("first")


def test_many_wrong_tokens_are_heard_no_more(app: Flask):
    client = visitor(app)
    assert [enter(client, f"guess {n}").status_code for n in range(5)] == [403] * 5
    refused = enter(client)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 61
    elsewhere = visitor(app)
    elsewhere.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert enter(elsewhere).status_code == 303


def test_wrong_tokens_are_forgotten_in_time_and_counted_by_network():
    now = [0.0]
    attempts = Attempts(2, 60.0, clock=lambda: now[0])
    for address in ("2001:db8::1", "2001:db8::2"):
        assert attempts.wait_s(address) == 0
        attempts.wrong(address)
    assert attempts.wait_s("2001:db8::ffff") == 61
    assert attempts.wait_s("2001:db8:0:1::1") == 0
    now[0] = 59.5
    assert attempts.wait_s("2001:db8::3") == 1
    now[0] = 60.0
    assert attempts.wait_s("2001:db8::3") == 0


# What strangers try -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Referer": BASE},
        {"Origin": BASE.rstrip("/"), "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_form_from_elsewhere_decides_nothing(
    site: Site, curator: FlaskClient, headers: dict[str, str]
):
    link = pair(site)
    data = {"csrf": csrf(curator), "link": link, "action": "accept"}
    assert post(curator, "/review/decide", data, **headers).status_code == 403
    assert enter(curator, **headers).status_code == 403
    assert not site.decisions.exists()


def test_a_form_of_another_session_or_of_none_decides_nothing(
    site: Site, app: Flask, curator: FlaskClient
):
    other = visitor(app)
    enter(other)
    for secret in ("", "x", csrf(other), "é"):
        data = {"csrf": secret, "link": pair(site), "action": "accept"}
        assert post(curator, "/review/decide", data).status_code == 403
    stranger = visitor(app)
    data = {"csrf": csrf(stranger), "link": pair(site), "action": "accept", "decision": "x"}
    for path in ("/review/decide", "/review/undo"):
        assert post(stranger, path, data).status_code == 403
    assert not site.decisions.exists()


def test_nothing_of_review_is_kept_or_read_from_elsewhere(app: Flask, curator: FlaskClient):
    answers = [
        get(curator),
        get(visitor(app)),
        post(curator, "/review/decide", {}),
        get(curator, "/review/decide"),
        curator.options("/review", base_url=BASE, headers={"Origin": "https://evil.example"}),
    ]
    for answer in answers:
        assert "Access-Control-Allow-Origin" not in answer.headers
    for answer in answers[:3]:
        assert answer.headers["Cache-Control"] == "private, no-store"
    assert get(curator, "/review/decide").status_code == 405


def test_other_pages_set_no_cookie_and_stay_open_to_read(app: Flask, curator: FlaskClient):
    for client in (visitor(app), curator):
        for path in ("/events", "/static/css/tokens.css", "/about.ttl"):
            with get(client, path) as answer:
                assert "Set-Cookie" not in answer.headers
                assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_a_form_leads_back_to_this_site_only(site: Site, curator: FlaskClient):
    for back in ("//evil.example", "/\\evil.example", "https://evil.example/"):
        answer = decide(curator, pair(site), "unsure", back=back)
        assert answer.headers["Location"] == "/review"
        undone = unbuilt(site)[0].decision.id
        post(curator, "/review/undo", {"csrf": csrf(curator), "decision": undone})


@pytest.mark.parametrize("link", ["nope", "../x", "> } DELETE", "link/0000000000000000"])
def test_a_link_that_is_not_there_is_refused_in_words(site: Site, curator: FlaskClient, link: str):
    answer = decide(curator, link, "accept")
    assert answer.status_code in (400, 409)
    assert "<h1>" in answer.text
    assert decide(curator, pair(site), "merge").status_code == 400
    assert not site.decisions.exists()


# Deciding ---------------------------------------------------------------------------------------


def test_a_case_shows_both_people_side_by_side(curator: FlaskClient):
    page = lxml.html.fromstring(get(curator, "/review?kind=person").text)
    (table,) = page.xpath("//table[@class='versus']")
    heads = [" ".join(head.text_content().split()) for head in table.xpath(".//thead//th")]
    assert set(heads[1:]) == {"Z. Márquez", "Zoë Márquez"}
    said = table.text_content()
    assert all(title in said for title in ("Plain", "Accents", "More"))
    assert "2 people with 3 talks" in page.xpath("//ol[@class='queue']")[0].text_content()


def test_a_decision_waits_for_the_build_and_then_holds(site: Site, curator: FlaskClient):
    link = pair(site)
    answer = decide(curator, link, "accept", why="same home page\n", back="/review?kind=person")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/review?kind=person")
    page = get(curator).text
    assert "Decided, not built yet" in page
    assert "same home page" in page
    (decision,) = Decisions.load(site.decisions).all
    assert (decision.who, decision.why) == ("ana", "same home page")
    assert not waiting(site, Wanted("person"))
    build(site)
    assert not unbuilt(site)
    assert "not built yet" not in get(curator).text
    people = site.sparql("SELECT ?p { ?p a <https://schema.org/Person> }").rows
    names = [row[0].value for row in people if "marquez" in row[0].value]
    assert len(names) == 1
    assert check(site.current.folder / "quads.nq", base=BASE).conforms


def test_different_people_are_never_suggested_again(site: Site, curator: FlaskClient):
    decide(curator, pair(site), "reject")
    build(site)
    assert not waiting(site, Wanted("person"))


def test_who_cannot_tell_changes_nothing_and_is_not_asked_again(site: Site, curator: FlaskClient):
    before = site.sparql("SELECT ?p { ?p a <https://schema.org/Person> } ORDER BY ?p").rows
    decide(curator, pair(site), "unsure")
    build(site)
    assert site.sparql("SELECT ?p { ?p a <https://schema.org/Person> } ORDER BY ?p").rows == before
    assert not waiting(site, Wanted("person"))
    assert check(site.current.folder / "quads.nq", base=BASE).conforms


def test_an_undone_decision_leaves_nothing_to_build(site: Site, curator: FlaskClient):
    link = pair(site)
    decide(curator, link, "accept")
    (taken,) = unbuilt(site)
    assert taken.subject.label.startswith("Z")
    undo = {"csrf": csrf(curator), "decision": taken.decision.id, "back": "/review"}
    assert post(curator, "/review/undo", undo).status_code == 303
    assert not unbuilt(site)
    assert pair(site) == link
    assert len(Decisions.load(site.decisions).all) == 2  # append-only


def test_a_built_decision_can_be_undone_and_that_waits_for_a_build(
    site: Site, curator: FlaskClient
):
    decide(curator, pair(site), "reject")
    decision = unbuilt(site)[0].decision
    build(site)
    undo = {"csrf": csrf(curator), "decision": decision.id}
    post(curator, "/review/undo", undo)
    assert "taken back: different" in get(curator).text
    build(site)
    assert not unbuilt(site)
    assert pair(site)


def test_an_accepted_topic_becomes_a_fact(site: Site, curator: FlaskClient):
    case = next(case for case in waiting(site) if case.kind == "topic")
    one = case.first
    fact = f"ASK {{ <{one.subject.iri}> <{one.predicate}> <{one.object.iri}> }}"
    assert not site.engine().ask(fact)
    assert "Is this talk about" in get(curator, f"/review?case={one.id}").text
    decide(curator, one.id, "accept")
    build(site)
    assert site.engine().ask(fact)


def test_equal_cases_are_decided_together_only_when_asked(tmp_path: Path):
    # A frequent name at three unrelated events, and nothing that speaks for one person.
    subjects = {"Docks": "Cranes", "Orchard": "Apples", "Summit": "Glaciers"}
    requests = [
        Request(f"title,speaker\n{subject},Wei Lee\n".encode(), f"{name}.csv", event=f"{name} 2026")
        for name, subject in subjects.items()
    ]
    with opened(tmp_path, requests) as site:
        site.config = replace(site.config, review_token=TOKEN)
        case = next(case for case in waiting(site) if len(case.suggestions) > 1)
        client = visitor(create_app(site))
        enter(client)
        size = len(case.suggestions)
        decide(client, case.first.id, "accept")
        (rest,) = waiting(site)
        assert len(rest.suggestions) == size - 1 > 0
        decide(client, rest.first.id, "reject", equal="1")
        assert not waiting(site)
        actions = [one.action for one in Decisions.load(site.decisions).all]
        assert actions == ["accept"] + ["reject"] * (size - 1)


def test_a_queue_is_whole_however_few_links_are_read_at_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    at_once = [waiting(site, Wanted(derived=way)) for way in (False, True)]
    assert sum(map(len, at_once)) > 3
    site._cache.clear()
    monkeypatch.setattr("hallway.graph.curation.reviewing.LINKS_AT_ONCE", 2)
    assert [waiting(site, Wanted(derived=way)) for way in (False, True)] == at_once


def test_the_consequential_cases_come_first(site: Site):
    cases = waiting(site)
    weights = [4 * case.moved * (p := case.first.confidence) * (1 - p) for case in cases]
    assert weights == sorted(weights, reverse=True)
    assert len({round(weight, 6) for weight in weights}) > 1
    assert {case.kind for case in waiting(site, Wanted("topic"))} == {"topic"}


def test_a_curator_decides_on_the_page_of_a_talk(site: Site, app: Flask, curator: FlaskClient):
    one = next(case for case in waiting(site) if case.kind == "topic").first
    path = "/talk/" + one.subject.iri.rpartition("/")[2]
    plain, mine = get(visitor(app), path), get(curator, path)
    assert "review/decide" not in plain.text
    assert mine.headers["Cache-Control"] == "private, no-store"
    assert mine.headers["ETag"] != plain.headers["ETag"]
    assert "Access-Control-Allow-Origin" not in mine.headers
    forms = lxml.html.fromstring(mine.text).xpath("//form[contains(@action, 'review/decide')]")
    (form,) = (one_ for one_ in forms if one_.fields["link"] == one.id)
    answer = post(curator, "/review/decide", {**dict(form.fields), "action": "reject"})
    assert answer.headers["Location"] == path
    (decision,) = Decisions.load(site.decisions).all
    assert (decision.action, decision.subject, decision.object) == (
        "reject", one.subject.iri, one.object.iri,
    )  # fmt: skip


def test_every_case_of_the_queue_can_be_looked_at(tmp_path: Path):
    table = (
        "id,title,speaker,affiliation,topics\n1,Winches,Ana Lind,Meta,Kubernetes\n"
        '2,Buoys,Omar Haddad,"Meta Platforms, Inc.",k8s\n3,Ropes,Ana Lind,Quay Labs,ropes\n'
    )
    ours = Request(table.encode(), "a.csv", event="Harbour Conf 2026")
    with opened(tmp_path, [ours, sample("systems-at-scale-2024.txt")]) as site:
        site.config = replace(site.config, review_token=TOKEN)
        client = visitor(create_app(site))
        enter(client)
        left, seen = ["/review", "/review?derived=1"], set()
        while left:
            path = left.pop()
            if path not in seen:
                seen.add(path)
                answer = get(client, path)
                assert answer.status_code == 200, path
                found = re.findall(r'href="(/review\?[^"]+)"', answer.text)
                left += [one.replace("&amp;", "&") for one in found]
    assert len([path for path in seen if "case=" in path]) >= 10
