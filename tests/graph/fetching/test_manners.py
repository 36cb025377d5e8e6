"""What a run owes to servers: their robots.txt, a pause, and the wait that they ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from urllib.robotparser import RobotFileParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.fetching.manners import Manners
from hallway.graph.fetching.robots import product_of, read_robots
from hallway.graph.settings import FetchingLimits
from tests.graph.fetching.raw_server import LIMITS, REACH, Server, redirect, reply, serving

POLITE = replace(LIMITS, fetch_pause_s=5.0, fetch_wait_s=30.0)


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as one:
        one.answers["/x.xml"] = reply(200, b"x")
        one.answers["/y.xml"] = reply(200, b"y")
        yield one


class Run:
    """A run that notes its waits, and does not wait."""

    def __init__(self, limits: FetchingLimits = POLITE) -> None:
        self.waits: list[float] = []
        self.manners = Manners(limits, replace(REACH, pause=self.waits.append))

    def fetch(self, url: str) -> bytes | None:
        return self.manners.fetch(url).body


def paths(server: Server) -> list[str]:
    return [one.split(" ")[1] for one in server.requests]


# Pauses ------------------------------------------------------------------------------------------


def test_robots_are_asked_once_and_requests_to_one_server_keep_apart(server: Server):
    run = Run()
    assert (run.fetch(server.url("/x.xml")), run.fetch(server.url("/y.xml"))) == (b"x", b"y")
    assert paths(server) == ["/robots.txt", "/x.xml", "/y.xml"]
    assert len(run.waits) == 2
    assert all(4.0 < wait <= 5.0 for wait in run.waits)


def test_another_server_is_not_waited_for(server: Server):
    with serving() as other:
        other.answers["/z.xml"] = reply(200, b"z")
        run = Run(replace(POLITE, robots=False))
        run.fetch(server.url("/x.xml"))
        run.fetch(other.url("/z.xml"))
        assert run.waits == []
        run.fetch(server.url("/y.xml"))
        assert len(run.waits) == 1


def test_a_longer_pause_that_a_server_asks_for_is_kept_up_to_the_limit(server: Server):
    server.answers["/robots.txt"] = reply(200, b"User-agent: *\nCrawl-delay: 12.5")
    run = Run()
    run.fetch(server.url("/x.xml"))
    assert 11.0 < run.waits[-1] <= 12.5
    server.answers["/robots.txt"] = reply(200, b"User-agent: *\nCrawl-delay: 86400")
    run = Run()
    run.fetch(server.url("/x.xml"))
    assert 29.0 < run.waits[-1] <= 30.0


def test_a_busy_server_is_asked_once_more_after_the_time_it_says(server: Server):
    answers = [
        reply(429, b"", "Too Many Requests", Retry_After="7"),
        reply(200, b"came"),
        reply(503, b"", "Unavailable", Retry_After="7"),
        reply(503, b"", "Unavailable", Retry_After="7"),
    ]
    server.answers["/busy"] = lambda _, sock: sock.sendall(answers.pop(0))
    run = Run(replace(POLITE, robots=False))
    assert run.fetch(server.url("/busy")) == b"came"
    assert 7.0 in run.waits
    with pytest.raises(SourceError, match="503"):
        run.fetch(server.url("/busy"))
    assert answers == []


def test_a_date_to_come_again_is_read(server: Server):
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    answers = [reply(503, b"", "Unavailable", Retry_After=then), reply(200, b"came")]
    server.answers["/busy"] = lambda _, sock: sock.sendall(answers.pop(0))
    run = Run(replace(POLITE, robots=False))
    assert run.fetch(server.url("/busy")) == b"came"
    assert any(10.0 < wait <= 20.0 for wait in run.waits)


@pytest.mark.parametrize("after", ["31", "soon", "-1", "", "1e3", "9" * 400])
def test_a_wait_that_is_too_long_or_none_is_not_kept(server: Server, after: str):
    server.answers["/busy"] = reply(503, b"", "Unavailable", Retry_After=after)
    run = Run(replace(POLITE, robots=False))
    with pytest.raises(SourceError, match="503"):
        run.fetch(server.url("/busy"))
    assert paths(server) == ["/busy"]


# robots.txt --------------------------------------------------------------------------------------


def test_what_robots_do_not_want_is_not_fetched(server: Server):
    server.answers["/robots.txt"] = reply(200, b"User-agent: *\nDisallow: /x")
    run = Run()
    with pytest.raises(SourceError) as caught:
        run.fetch(server.url("/x.xml"))
    assert "robots.txt" in caught.value.what
    assert "robots = false" in caught.value.remedy
    assert run.fetch(server.url("/y.xml")) == b"y"
    assert "/x.xml" not in paths(server)
    assert Run(replace(POLITE, robots=False)).fetch(server.url("/x.xml")) == b"x"


def test_a_redirect_asks_the_robots_of_where_it_leads(server: Server):
    with serving() as other:
        other.answers["/robots.txt"] = reply(200, b"User-agent: hallway\nDisallow: /")
        other.answers["/z.xml"] = reply(200, b"z")
        server.answers["/moved"] = redirect(other.url("/z.xml"))
        with pytest.raises(SourceError, match=r"robots\.txt"):
            Run().fetch(server.url("/moved"))
        assert paths(other) == ["/robots.txt"]


@pytest.mark.parametrize(
    ("answer", "open_"),
    [
        (reply(404, b"", "Not Found"), True),
        (reply(403, b"", "Forbidden"), True),
        (reply(500, b"", "Broken"), False),
        (reply(429, b"", "Too Many Requests"), False),
        (b"nonsense", False),
        (redirect("/robots.txt"), False),
        (reply(200, b"\xff\xfe\x00nonsense"), True),
        (reply(200, b""), True),
        (reply(200, b"#" * 600_000), False),
    ],
)
def test_robots_that_cannot_be_known_close_a_server(server: Server, answer: bytes, open_: bool):
    server.answers["/robots.txt"] = answer
    if open_:
        assert Run().fetch(server.url("/x.xml")) == b"x"
    else:
        with pytest.raises(SourceError, match=r"robots\.txt"):
            Run().fetch(server.url("/x.xml"))
        assert "/x.xml" not in paths(server)


def test_no_cookie_is_kept_and_no_referrer_told(server: Server):
    server.answers["/first"] = reply(302, b"", "Found", Location="/x.xml", Set_Cookie="a=b; Path=/")
    run = Run()
    run.fetch(server.url("/first"))
    run.fetch(server.url("/x.xml"))
    for request in server.requests:
        names = {line.partition(":")[0].lower() for line in request.split("\r\n")[1:] if line}
        assert names <= {"host", "user-agent", "accept", "accept-encoding", "connection"}


# Reading them ------------------------------------------------------------------------------------

RULES = """
user-agent: other
disallow: /

User-Agent: Hallway/2.0   # the product counts, not the version
User-agent: third
Disallow: /private
Allow: /private/programme*.xml$
Disallow: /*?secret=
Disallow: /caf%C3%A9
Crawl-Delay: 3

User-agent: hallway
Disallow: /later

User-agent: *
Disallow: /everybody
"""


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", True),
        ("/private/x", False),
        ("/private/programme-2026.xml", True),
        ("/private/programme-2026.xml.gz", False),
        ("/a/b?secret=1", False),
        ("/caf%c3%a9/x", False),
        ("/café/x", False),
        ("/%70rivate/x", False),
        ("/later", False),
        ("/everybody", True),
        ("/Private", True),
    ],
)
def test_the_longest_pattern_of_our_groups_decides(path: str, allowed: bool):
    robots = read_robots(RULES, product_of("Hallway (harbour.example)"))
    assert robots.allows(path) is allowed
    assert robots.delay_s == 3.0


def test_of_two_patterns_as_long_the_one_that_allows_holds():
    for rules in ("Allow: /a\nDisallow: /a", "Disallow: /a\nAllow: /a"):
        assert read_robots("User-agent: *\n" + rules, "Hallway").allows("/a")


def test_a_hostile_pattern_takes_no_time():
    robots = read_robots("User-agent: *\nDisallow: /" + "*a" * 5000 + "$", "Hallway")
    assert robots.allows("/" + "a" * 4000 + "b")


NAMES = st.sampled_from(["*", "Hallway", "other"])
LINES = st.lists(st.sampled_from(["/", "/a", "/a/b", "/b/"]).map(lambda one: f"Disallow: {one}"))
GROUPS = st.lists(st.tuples(NAMES, LINES), max_size=4, unique_by=lambda one: one[0])


@given(GROUPS, st.sampled_from(["/", "/a", "/a/b", "/a/c", "/b", "/b/c", "/c"]))
def test_plain_rules_mean_what_they_mean_to_python(groups: list[tuple[str, list[str]]], path: str):
    """Where nothing is allowed again and no pattern has a star, the two readings agree."""
    blocks = [[f"User-agent: {name}", *lines] for name, lines in groups if lines]
    text = "\n\n".join("\n".join(block) for block in blocks)
    parser = RobotFileParser()
    parser.parse(text.split("\n"))
    assert read_robots(text, "Hallway").allows(path) == parser.can_fetch("Hallway", path)


@given(st.text(max_size=300), st.text(max_size=50))
def test_any_text_is_read(text: str, path: str):
    robots = read_robots(text, "Hallway")
    assert robots.allows(path) in (True, False)
    assert robots.delay_s >= 0
