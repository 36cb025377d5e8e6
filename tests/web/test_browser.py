"""A walk through the served site in a real browser: scripts, keys, the canvas, the editor."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import BrowserType, Page, expect

from tests.web.browsing import REVIEW_TOKEN, Visit, launch, watched

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CANVAS = ".explore .canvas"
SPOKEN = ".explore [role=status]"


# Reading ------------------------------------------------------------------------------------------


def test_a_search_field_suggests_and_keys_choose(visit: Visit) -> None:
    visit.go("/topic/checkpointing")
    field = visit.page.locator("#site-find")
    field.press_sequentially("batte", delay=20)
    first = visit.page.get_by_role("option").first
    expect(first).to_contain_text("Robin Battey")
    expect(field).to_have_attribute("aria-expanded", "true")
    visit.assert_accessible()
    field.press("ArrowDown")
    expect(first).to_have_attribute("aria-selected", "true")
    assert field.get_attribute("aria-activedescendant") == first.get_attribute("id")
    field.press("Escape")
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(field).to_have_value("batte")
    field.press("ArrowDown")
    expect(first).to_be_visible()
    field.press("ArrowDown")
    field.press("Enter")
    visit.page.wait_for_url("**/person/robin-battey")


def test_what_is_typed_can_be_searched_without_choosing(visit: Visit) -> None:
    visit.go("/about")
    field = visit.page.locator("#site-find")
    field.press_sequentially("batte", delay=20)
    expect(visit.page.get_by_role("option").first).to_be_visible()
    field.press("Enter")
    visit.page.wait_for_url("**/search?q=batte*")


def test_a_question_takes_the_chosen_thing(visit: Visit) -> None:
    visit.go("/questions/speakers-of-topic")
    field = visit.page.locator("#p-topic")
    field.press_sequentially("checkpointing", delay=20)
    option = visit.page.get_by_role("option", name=re.compile("^checkpointing"))
    expect(option.first).to_be_visible()
    field.press("ArrowDown")
    field.press("Enter")
    chosen = visit.page.locator("input[type=hidden][name=topic]")
    assert (chosen.get_attribute("value") or chosen.input_value()).startswith("topic/")
    visit.page.get_by_role("main").get_by_role("button", name="Ask").click()
    visit.settle()
    assert "topic=" in visit.page.url
    expect(visit.page.locator("main table tbody tr").first).to_be_visible()


# Explore ------------------------------------------------------------------------------------------


def test_explore_can_be_walked_with_keys_alone(visit: Visit) -> None:
    visit.go("/explore?event=event/systems-at-scale-2024")
    page = visit.page
    canvas = page.locator(CANVAS)
    expect(canvas).to_be_visible()
    visit.assert_accessible()
    before = shown(page)

    canvas.focus()
    canvas.press("/")
    expect(page.locator("#explore-find")).to_be_focused()
    page.keyboard.type("robin batt", delay=20)
    expect(page.get_by_role("option").first).to_contain_text("Robin Battey")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Robin Battey", exact=True)).to_be_visible()

    canvas.focus()
    canvas.press("e")
    door = page.locator("[data-door]:focus")
    expect(door).to_contain_text("+1")
    door.press("Enter")
    expect(page.locator(SPOKEN)).to_contain_text("added")
    expect(canvas).to_be_focused()
    assert shown(page) == before + 1

    canvas.press("z")
    expect(page.locator(SPOKEN)).to_contain_text("Undone")
    assert shown(page) == before
    canvas.press("h")
    expect(page.locator(SPOKEN)).to_contain_text("Robin Battey hidden")
    assert shown(page) == before - 1
    visit.assert_accessible()


def test_moves_on_the_canvas_are_spoken(visit: Visit) -> None:
    visit.go("/explore?event=event/systems-at-scale-2024")
    canvas = visit.page.locator(CANVAS)
    visit.page.keyboard.press("Tab")  # so that the focus counts as one by keyboard
    canvas.focus()
    heard = set()
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowRight"):
        canvas.press(key)
        heard.add(visit.page.locator(SPOKEN).inner_text())
    assert len(heard) >= 2
    told = re.compile(r"^.+, (person|topic), \d+ links?, \d+ shown(, selected)?\s*$")
    assert any(told.match(words) for words in heard)


def test_the_state_of_explore_survives_a_reload(visit: Visit) -> None:
    visit.go("/explore?event=event/systems-at-scale-2024&sel=person/robin-battey")
    page = visit.page
    page.get_by_label("topics", exact=False).first.wait_for()
    page.locator("select#explore-size").select_option("talks")
    page.locator("[data-door$='~events']").click()
    expect(page.locator(SPOKEN)).to_contain_text("1 event added")
    address, count = page.url, shown(page)
    assert "#at=" in address
    page.reload()
    visit.settle()
    expect(page.locator("select#explore-size")).to_have_value("talks")
    assert (page.url, shown(page)) == (address, count)


def test_a_canvas_is_narrowed_noted_and_shows_suggestions_and_the_address_says_so(
    visit: Visit,
) -> None:
    visit.go("/explore?event=event/systems-at-scale-2024&view=table")
    page = visit.page
    few = shown(page)
    page.get_by_label("suggested, not counted").check()
    page.get_by_label("Outline groups").check()
    expect(page.locator(".explore-table")).to_contain_text("in the group of")
    page.get_by_label("Confidence").select_option("0.7")
    visit.settle()
    page.get_by_role("button", name="Open Adi Gangidi").press("n")
    expect(page.locator(".note-text").first).to_be_focused()
    page.keyboard.type("asks about ~RoCE")
    page.keyboard.press("Enter")
    expect(page.locator(".explore-table")).to_contain_text("note: asks about ~RoCE")
    visit.assert_accessible()
    page.reload()
    visit.settle()
    expect(page.locator(".explore-table")).to_contain_text("note: asks about ~RoCE")
    expect(page.get_by_label("suggested, not counted")).to_be_checked()
    expect(page.get_by_label("Confidence")).to_have_value("0.7")
    place = page.get_by_label("Event or series")
    place.fill("pycon us")
    page.locator("#explore-place ~ .suggest [role=option]").first.click()
    expect(page).to_have_url(re.compile(r"[?&](event|series)=(event|series)/pycon-us"))
    assert shown(page) > few
    place.fill("")
    place.press("Enter")
    expect(page).not_to_have_url(re.compile(r"[?&](event|series)="))


def test_the_skip_link_leaves_the_canvas_as_it_is(visit: Visit) -> None:
    visit.go("/explore?event=event/systems-at-scale-2024")
    page = visit.page
    page.wait_for_url("**#at=*")
    address = page.url
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(address)
    assert page.url == address


def test_the_table_is_the_same_state_under_the_same_keys(visit: Visit) -> None:
    visit.go("/explore?event=event/systems-at-scale-2024")
    page = visit.page
    count = shown(page)
    page.locator(CANVAS).focus()
    page.keyboard.press("t")
    expect(page.locator(".explore-table tbody tr")).to_have_count(count)
    expect(page.locator(".explore-table input:focus")).to_have_count(1)
    visit.assert_accessible()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator(".explore-table input:checked")).to_have_count(2)
    page.keyboard.press("h")
    expect(page.locator(".explore-table tbody tr")).to_have_count(count - 1)
    page.keyboard.press("t")
    expect(page.locator(CANVAS)).to_be_focused()
    assert shown(page) == count - 1


def test_two_things_are_connected_and_the_way_is_told(visit: Visit) -> None:
    visit.go("/explore?sel=person/robin-battey,person/linsong-chu")
    page = visit.page
    page.locator(CANVAS).focus()
    page.keyboard.press("p")
    title = page.get_by_role("heading", name="How Robin Battey and Linsong Chu are connected")
    expect(title).to_be_visible()
    stops = page.locator(".walk > li")
    expect(stops.first).to_contain_text("Robin Battey")
    expect(stops.last).to_contain_text("Linsong Chu")
    told = page.locator(".telling > li")
    doors = page.locator(".walk > li.through")
    assert told.count() == doors.count() > 0
    # No programme of the samples names a recording of these: their doors are closed.
    expect(doors.first.locator("path")).to_have_attribute("d", re.compile("M5 2v12h6"))
    expect(told.first.locator("a")).to_have_attribute("href", re.compile("^/talk/"))
    assert "connect=person/robin-battey,person/linsong-chu" in page.url
    visit.assert_accessible()


def test_the_canvas_is_kept_as_a_drawing_and_as_a_picture(visit: Visit, tmp_path: Path) -> None:
    visit.go("/explore?event=event/systems-at-scale-2024&sel=person/robin-battey")
    page = visit.page
    expect(page.locator(".explore-title p")).to_contain_text(" of ")
    kept = {}
    for words, name in (("Drawing (SVG)", "network.svg"), ("Picture (PNG)", "network.png")):
        page.get_by_text("Export", exact=True).click()
        with page.expect_download() as waiting:
            page.get_by_role("button", name=words).click()
        kept[name] = tmp_path / name
        waiting.value.save_as(kept[name])
    assert kept["network.png"].read_bytes().startswith(b"\x89PNG")
    svg = ElementTree.parse(kept["network.svg"]).getroot()  # noqa: S314
    space = "{http://www.w3.org/2000/svg}"
    assert len(svg.findall(f".//{space}path")) == shown(page)
    links = [link.attrib["href"] for link in svg.iter(f"{space}a")]
    assert f"{visit.home}/person/robin-battey" in links
    assert len(svg.findall(f".//{space}circle")) >= 1
    assert "Robin Battey" in [text.text for text in svg.iter(f"{space}text")]


def test_a_narrow_screen_starts_with_what_is_near(visit: Visit) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 640})
    visit.go("/explore")
    expect(visit.page.get_by_text("On a narrow screen the canvas starts")).to_be_visible()
    wide = visit.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 320
    visit.assert_accessible()


def test_without_webgl_there_is_the_table_and_a_sentence(chromium: BrowserType, home: str) -> None:
    browser = launch(chromium, "--disable-3d-apis")
    try:
        for visit in watched(browser.new_page(), home):
            visit.go("/explore?event=event/systems-at-scale-2024")
            expect(visit.page.get_by_text("This browser offers no WebGL")).to_be_visible()
            expect(visit.page.locator(".explore-table tbody tr").first).to_be_visible()
            visit.assert_accessible()
            # Chromium itself says so on the console when it is asked for WebGL and has none.
            visit.complaints[:] = [one for one in visit.complaints if "WebGL" not in one]
    finally:
        browser.close()


def shown(page: Page) -> int:
    """Read how many things the page says are shown."""
    words = page.locator(".explore-title p").inner_text()
    return int(words.split(" of ")[0].replace(",", ""))


# SPARQL -------------------------------------------------------------------------------------------


def test_a_query_is_run_in_the_editor(visit: Visit) -> None:
    visit.go("/sparql")
    page = visit.page
    editor = page.locator(".CodeMirror").first
    expect(editor).to_be_visible()
    page.get_by_role("button", name="Run query").click()
    expect(page.locator(".yasr table tbody tr").first).to_be_visible()
    # The editor's table has no word above its row numbers.
    visit.assert_accessible(without=["empty-table-header"])


def test_a_question_opens_in_the_editor(visit: Visit) -> None:
    visit.go("/sparql")
    page = visit.page
    expect(page.locator(".CodeMirror").first).to_be_visible()
    page.get_by_role("link", name="Busiest speakers").click()
    expect(page.get_by_role("tab", name="Busiest speakers")).to_have_attribute(
        "aria-selected", "true"
    )
    page.get_by_role("button", name="Run query").locator("visible=true").click()
    expect(page.locator(".yasr table tbody tr").locator("visible=true").first).to_be_visible()


def test_a_wrong_query_is_explained_not_hidden(visit: Visit) -> None:
    visit.go("/sparql?query=SELECT%20*%20WHERE%20%7B%20%3Fs")
    page = visit.page
    expect(page.locator(".CodeMirror").first).to_contain_text("SELECT * WHERE")
    page.get_by_role("button", name="Run query").click()
    expect(page.locator(".errorResult")).to_contain_text("expected", ignore_case=True)
    visit.complaints[:] = [one for one in visit.complaints if " 400 " not in one]


def signed_in(visit: Visit, path: str) -> Page:
    visit.go("/review")
    visit.assert_accessible()
    visit.page.get_by_label("Token").fill(REVIEW_TOKEN)
    visit.page.get_by_role("button", name="Open Review").click()
    visit.go(path)
    return visit.page


def test_review_is_done_with_keys_alone_and_undone(visit: Visit) -> None:
    page = signed_in(visit, "/review?kind=person")
    visit.assert_accessible()
    queue = page.locator(".queue > li")
    first = queue.first.inner_text()
    page.keyboard.press("w")
    page.keyboard.type("sd")  # words, not decisions
    assert page.locator("#why").input_value() == "sd"
    page.get_by_role("heading", level=2).first.focus()
    page.keyboard.press("d")
    expect(page.get_by_role("heading", name="Decided, not built yet")).to_be_visible()
    expect(page.locator(".last-decision")).to_contain_text("different")
    expect(page.locator("#taken ~ .scroll")).to_contain_text("sd")
    assert queue.first.inner_text() != first
    visit.assert_accessible()
    page.keyboard.press("u")
    expect(page.locator(".last-decision")).to_have_count(0)
    visit.go("/review?kind=person")
    assert queue.first.inner_text() == first


def test_a_topic_is_joined_and_parted_from_its_own_page_with_keys(visit: Visit) -> None:
    page = signed_in(visit, "/topic/testing")
    page.get_by_role("link", name="Curate").click()
    visit.settle()
    visit.assert_accessible()
    page.keyboard.press("o")
    page.keyboard.type("pytes")
    page.get_by_role("option").first.click()
    page.get_by_role("button", name="Compare").click()
    visit.settle()
    visit.assert_accessible()
    expect(page.locator("table.versus thead th")).to_have_count(3)
    page.keyboard.press("w")
    page.keyboard.type("so says the test")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("d")
    expect(page.locator(".decided li").first).to_contain_text("so says the test")
    expect(page.locator(".decided li").first).to_contain_text("kept apart")
    page.keyboard.press("u")
    expect(page.locator(".decided li").first).to_contain_text("taken back")


def test_the_curators_pages_fit_a_narrow_screen(visit: Visit) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 640})
    page = signed_in(visit, "/review/decisions")
    for path in (
        "/review/decisions",
        "/review/thing/topic/testing?with=unittest",
        "/review/thing/person/russell-keith-magee",
        "/organization/meta",
    ):
        visit.go(path)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        visit.assert_accessible()


def test_the_keys_of_review_can_be_switched_off(visit: Visit) -> None:
    page = signed_in(visit, "/review?kind=topic")
    page.get_by_label("Single keys act on this page").uncheck()
    page.keyboard.press("r")
    page.keyboard.press("j")
    visit.settle()
    assert page.url.endswith("kind=topic")
    expect(page.locator(".last-decision")).to_have_count(0)
    expect(page.locator("kbd:visible")).to_have_count(0)


def test_review_fits_a_narrow_screen(visit: Visit) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 640})
    page = signed_in(visit, "/review?kind=person")
    for kind in ("person", "topic"):
        visit.go(f"/review?kind={kind}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
