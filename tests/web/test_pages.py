"""Every page of a small site, read as a browser would."""

from __future__ import annotations

import re
from urllib.parse import urldefrag, urljoin, urlsplit

import lxml.html
import pytest
from flask.testing import FlaskClient
from lxml.html import HtmlElement

HOST = "http://localhost"
NOT_HTML = re.compile(
    r"\.(csv|json|jsonld|ttl|rdf|nt|nq|gz|trig|xml|graphml|gexf|css|js|svg|woff2)$"
)


def read(client: FlaskClient, path: str) -> HtmlElement:
    with client.get(path) as response:
        assert response.status_code == 200, f"{path}: {response.status_code}"
        return lxml.html.fromstring(response.text)


def text(page: HtmlElement, selector: str) -> str:
    found = page.cssselect(selector) if hasattr(page, "cssselect") else []
    return " ".join(found[0].text_content().split()) if found else ""


def words(page: HtmlElement) -> str:
    return " ".join(page.text_content().split())


def local_links(page: HtmlElement, path: str) -> set[str]:
    found = set()
    for element in page.iter("a", "link", "script"):
        target = element.get("href") or element.get("src")
        if not target or element.get("rel") == "canonical":
            continue
        address = urljoin(HOST + path, target)
        if address.startswith(HOST + "/"):
            found.add(urldefrag(address)[0].removeprefix(HOST))
    return found


# The walk ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def walked(app) -> tuple[dict[str, str], dict[str, int]]:
    """Follow every link from the home page: path -> the page's text, path -> status of the rest."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT"] = "text/html,*/*;q=0.8"
    pages: dict[str, str] = {}
    others: dict[str, int] = {}
    waiting, seen = ["/"], {"/"}
    while waiting:
        path = waiting.pop()
        file = NOT_HTML.search(urlsplit(path).path)
        with client.get(path) as response:
            if file or response.mimetype != "text/html" or response.status_code != 200:
                others[path] = response.status_code
                continue
            pages[path] = response.text
        for link in sorted(local_links(lxml.html.fromstring(pages[path]), path)):
            if link not in seen and not _too_many(link):
                seen.add(link)
                waiting.append(link)
    return pages, others


def _too_many(link: str) -> bool:
    """Answers of one question for hundreds of things are alike: a fifth of them will do."""
    plain = link.startswith(("/questions/", "/sparql", "/explore")) and "?" in link
    return plain and sum(link.encode()) % 12 != 0


@pytest.mark.slow
def test_every_link_of_every_page_leads_somewhere(walked):
    pages, others = walked
    assert len(pages) > 250  # 80 talks, 90 people and what they lead to
    broken = {path: status for path, status in others.items() if status >= 400}
    assert not broken


@pytest.mark.slow
def test_every_page_has_one_heading_and_a_title_of_its_own(walked):
    titles: dict[str, list[str]] = {}
    for path, body in walked[0].items():
        page = lxml.html.fromstring(body)
        assert len(page.findall(".//h1")) == 1, path
        assert len(page.findall(".//main")) == 1, path
        assert page.get("lang") == "en"
        if "?" not in path:
            titles.setdefault(page.findtext(".//title") or "", []).append(path)
    plain = [paths for title, paths in titles.items() if len(paths) > 1]
    # Two things may bear one name; two kinds of page may not.
    assert all(len({path.split("/")[1] for path in paths}) == 1 for paths in plain)


@pytest.mark.slow
def test_no_page_holds_inline_script_style_or_handler(walked):
    for path, body in walked[0].items():
        page = lxml.html.fromstring(body)
        assert not page.findall(".//style"), path
        for element in page.iter():
            names = [str(name) for name in element.keys()]
            assert "style" not in names, path
            assert not [name for name in names if name.startswith("on")], path
        for script in page.iter("script"):
            kind = script.get("type")
            assert script.get("src") or kind in ("application/json", "application/ld+json"), path


@pytest.mark.slow
def test_every_id_is_used_once_and_every_reference_is_met(walked):
    for path, body in walked[0].items():
        page = lxml.html.fromstring(body)
        ids = [element.get("id") for element in page.iter() if element.get("id")]
        assert len(ids) == len(set(ids)), f"{path}: {[one for one in ids if ids.count(one) > 1]}"
        for name in ("aria-labelledby", "aria-describedby", "for"):
            for element in page.iterfind(f".//*[@{name}]"):
                assert set(element.get(name, "").split()) <= set(ids), f"{path}: {name}"


@pytest.mark.slow
def test_every_table_has_a_caption_and_scoped_heads(walked):
    for path, body in walked[0].items():
        for table in lxml.html.fromstring(body).iter("table"):
            assert table.find("caption") is not None, path
            assert all(head.get("scope") in ("row", "col") for head in table.iter("th")), path


@pytest.mark.slow
def test_links_lead_only_over_http_or_mail(walked):
    for path, body in walked[0].items():
        for element in lxml.html.fromstring(body).iter("a"):
            target = element.get("href") or ""
            scheme = urlsplit(target).scheme
            assert scheme in ("", "http", "https", "mailto"), f"{path}: {target}"


@pytest.mark.slow
def test_markup_in_a_title_is_shown_and_never_run(walked):
    hostile = "<script>alert(1)</script>"
    shown = [path for path, body in walked[0].items() if "&lt;script&gt;alert(1)" in body]
    assert any(path.startswith("/talk/") for path in shown)
    assert any(path.startswith("/event/") for path in shown)
    for path, body in walked[0].items():
        assert hostile not in body, path
        assert "<img src=x" not in body, path
        assert "<svg onload" not in body, path


# What pages say ----------------------------------------------------------------------------------


def test_the_seed_event_shows_its_ten_talks_in_the_order_of_print(browser):
    page = read(browser, "/event/systems-at-scale-2024")
    said = words(page)
    assert "10 talks by 18 people, online, 12 June 2024. 189 minutes in all" in said
    titles = [a.text_content() for a in page.findall(".//ul[@class='talks band-s']/li/span/a")]
    assert titles[0].startswith("Building at Scale with H100")
    assert [t for t in titles if t in ("Keynote", "Training Arctic")] == [
        "Keynote",
        "Training Arctic",
    ]
    lengths = [
        e.text_content() for e in page.findall(".//ul[@class='talks band-s']/li/span[@class='w']")
    ]
    assert lengths == [f"{n} min" for n in (19, 22, 18, 19, 18, 21, 22, 21, 15, 14)]


def test_a_series_shows_editions_known_by_name_only(browser):
    page = read(browser, "/series/systems-at-scale")
    said = words(page)
    assert "8 editions from 2021 to 2024. 1 of them has talks here" in said
    assert said.count("none known") == 7
    rows = page.findall(".//section[@aria-labelledby='ed']//tbody/tr/th")
    assert [" ".join(row.text_content().split()) for row in rows] == [
        "Systems @Scale Spring 2021",
        "Systems @Scale Summer 2021",
        "Systems @Scale Fall 2021",
        "Systems @Scale Winter 2021",
        "Systems @Scale Summer 2022",
        "Systems @Scale Winter 2022",
        "Systems @Scale Summer 2023",
        "Systems @Scale 2024",
    ]


TOPICS = ".//section[@aria-labelledby='tp']//ul[@class='near']//a"


def test_a_cut_abstract_says_so(browser):
    said = words(read(browser, "/talk/training-llama-a-storage-perspective"))
    assert "The source cuts the text here." in said
    assert "18 minutes" in said
    assert "Sumit Gupta and Robin Battey" in said


def test_a_derived_topic_is_dashed_and_says_why(browser):
    page = read(browser, "/talk/training-llama-a-storage-perspective")
    derived = page.findall(".//a[@class='thing derived']")
    assert any("checkpointing" in one.text_content() for one in derived)
    assert page.find(".//details[@class='why']//blockquote") is not None
    suggested = page.findall(".//a[@class='thing suggested']")
    assert not {a.get("href") for a in suggested} & {a.get("href") for a in derived}


def test_the_topics_of_an_event_say_which_are_only_derived(browser):
    seed = read(browser, "/event/systems-at-scale-2024")
    topics = {one.text_content(): one.get("class") for one in seed.findall(TOPICS)}
    assert topics["sparse-dense MoE training pipelines"] == "thing derived"
    stated = read(browser, "/event/harbour-conf-2026")
    assert {one.get("class") for one in stated.findall(TOPICS)} == {"thing"}


def test_an_affiliation_stands_beside_the_speaker(browser):
    said = words(read(browser, "/talk/krane-bei-nacht"))
    assert "Ana Lindqvist Quay Labs" in said
    assert "10 June 2026, 10:00" in said
    assert "45 minutes" in said


def test_a_grid_has_a_column_a_room_and_a_talk_after_midnight_at_its_end(browser):
    page = read(browser, "/event/tideline-2026")
    first = page.findall(".//table[@class='day few']")[0]
    heads = [head.text_content().strip() for head in first.findall("thead/tr/th")[1:]]
    assert heads == ["Great Store", "Grain Loft", "Pilots' Parlour"]
    last = first.findall("tbody/tr")[-1]
    assert "After Midnight" in last.text_content()
    assert "00:30" in last.text_content()


def test_a_search_forgives_an_error_in_typing(browser):
    page = read(browser, "/search?q=checkponting")
    assert "checkpointing and adaptive IO scheduling" in words(page)
    assert page.findall(".//mark")


def test_a_search_is_narrowed_by_kind_with_counts(browser):
    page = read(browser, "/search?q=crane")
    counts = {
        " ".join(a.find("span").text_content().split()): int(a.findall("span")[-1].text_content())
        for a in page.findall(".//nav[@class='facets']//a")
    }
    assert counts["topics"] == 1
    narrow = read(browser, "/search?q=crane&kind=topic")
    assert len(narrow.findall(".//ol[@class='hits']/li")) == 1


def test_a_search_for_nothing_that_is_here_says_so(browser):
    said = words(read(browser, "/search?q=quantumbasketweaving"))
    assert "Nothing is called “quantumbasketweaving”" in said


def test_a_panel_says_whether_it_is_whole_and_links_its_question(browser):
    page = read(browser, "/topic/cranes")
    foot = page.find(".//section[@aria-labelledby='who']/p[@class='foot']")
    assert "people, complete" in foot.text_content() or " of " in foot.text_content()
    hrefs = [a.get("href") for a in foot.iter("a")]
    assert "/questions/speakers-of-topic?topic=topic/cranes" in hrefs
    assert "/questions/speakers-of-topic.csv?topic=topic/cranes" in hrefs


def test_a_shown_number_of_speakers_is_the_number_of_answers(browser):
    # Counted by hand in the fixture: T1, a/b, T6 and 12 routine reports (1, 4, …, 34) state it; the
    # title of T3 says "crane", which is derived. Each has one speaker, and they are all different.
    page = read(browser, "/topic/cranes")
    assert "16 talks by 16 people in 2026." in words(page)


def test_home_counts_what_lists_list(browser):
    home = read(browser, "/")
    for kind in ("events", "people", "talks", "topics"):
        shown = home.find(f".//ul[@class='inhere']//a[@href='/{kind}']/b").text_content()
        heading = read(browser, f"/{kind}").find(".//h2[@id='all']").text_content()
        listed = [int(number.replace(",", "")) for number in re.findall(r"[\d,]+", heading)]
        assert str(sum(listed)) == shown, kind


def test_a_long_list_comes_in_pages_and_none_beyond_the_last(browser):
    first = read(browser, "/questions/missing")
    assert "1–50 of" in words(first)
    assert read(browser, "/questions/missing?page=2").find(".//a[@rel='prev']") is not None
    for wrong in ("0", "99", "x", "-1"):
        with browser.get(f"/people?page={wrong}") as response:
            assert response.status_code == 404


def test_a_missing_address_gets_a_page_that_searches_for_it(browser):
    with browser.get("/talk/training-lama-storage") as response:
        assert response.status_code == 404
        page = lxml.html.fromstring(response.text)
    assert page.find(".//input[@id='q']").get("value") == "training lama storage"
    assert "No door here" in words(page)
    meant = page.find(".//section[@aria-labelledby='near']//a")
    assert meant.get("href") == "/talk/training-llama-a-storage-perspective"


def test_the_way_between_two_people_is_told_without_script(browser):
    page = read(browser, "/explore?from=person/sumit-gupta&to=person/robin-battey")
    told = page.findall(".//ol[@class='telling band-s']/li")
    assert "Training LlaMa - A Storage Perspective" in told[0].text_content()


def test_head_equals_get_without_the_body(browser):
    for path in ("/", "/talk/krane-bei-nacht", "/questions", "/about"):
        with browser.get(path) as got, browser.head(path) as head:
            assert head.status_code == got.status_code
            assert head.headers["Content-Type"] == got.headers["Content-Type"]
            assert head.data == b""


def test_health_and_readiness_are_told(program):
    assert program.get("/healthz").text == "ok\n"
    assert program.get("/readyz").text == "ready\n"


def test_a_chart_of_shares_has_the_numbers_of_its_question(browser, small_site):
    page = read(browser, "/topic/cranes")
    rows = page.findall(".//section[@aria-labelledby='tr']//details//tbody/tr")
    shown = [tuple(cell.text_content() for cell in row)[:3] for row in rows]
    asked = small_site.ask("topic-by-year", topic="topic/cranes").dicts()
    assert shown == [(row["year"], row["talks"], row["of"]) for row in asked if row["of"] != "0"]
    assert shown


TELLING = "//ol[contains(@class, 'telling')]/li"


def test_a_walk_shared_from_the_canvas_is_told_without_scripts(browser: FlaskClient):
    ends = ("person/robin-battey", "person/jeff-rasley")
    shared = read(browser, "/explore?connect=" + ",".join(ends))
    asked = read(browser, f"/explore?from={ends[0]}&to={ends[1]}")
    told = [words(line) for line in shared.xpath(TELLING)]
    assert told
    assert told == [words(line) for line in asked.xpath(TELLING)]
    assert [shared.get_element_by_id(end).get("value") for end in ("from", "to")] == list(ends)


def test_years_of_the_filter_are_no_ends_of_a_walk(browser: FlaskClient):
    page = read(browser, "/explore?from=2019&to=2026")
    assert not page.xpath(TELLING)
    assert "connected" in words(page.get_element_by_id("walk"))
    assert page.get_element_by_id("from").get("value") == ""


# Search ------------------------------------------------------------------------------------------


def facets(page: HtmlElement, title: str) -> dict[str, tuple[int, str]]:
    """Return the values of a facet: label -> count and path."""
    found = {}
    for link in page.xpath(f"//section[@class='facet'][h2='{title}']//li/a"):
        label, count = (" ".join(part.text_content().split()) for part in link.xpath("span"))
        found[label] = int(count), link.get("href")
    return found


def test_search_is_narrowed_by_kind_year_and_series_with_counts(browser: FlaskClient):
    page = read(browser, "/search?q=training")
    assert len(facets(page, "Year")) > 1
    for title in ("Kind", "Year", "Series"):
        for label, (count, path) in facets(page, title).items():
            narrowed = read(browser, path)
            assert words(narrowed.xpath("//p[@class='foot']")[0]).startswith(f"{count} result")
            assert label in words(narrowed.xpath("//p[@class='filters']")[0])
            assert facets(narrowed, title)[label][0] == count
            back = narrowed.xpath("//p[@class='filters']/a")[0].get("href")
            assert facets(read(browser, back), title) == facets(page, title)


def test_a_search_narrowed_to_nothing_says_how_to_widen_it(browser: FlaskClient):
    for narrowing in ("year=1999", "series=nope", "series=%3E", "kind=place&year=2024"):
        page = read(browser, f"/search?q=training&{narrowing}")
        assert "Nothing so narrowed" in words(page)
        for link in page.xpath("//p[@class='filters']/a"):
            read(browser, link.get("href"))
    assert "Nothing so" not in words(read(browser, "/search?q=training&year=soon&kind=cat"))
