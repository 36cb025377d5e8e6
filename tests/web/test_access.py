"""Every kind of page for everybody: axe-core, narrow screens, the dark, no scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import REVIEW_TOKEN, Visit, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = (
    "/",
    "/search?q=testng",
    "/events",
    "/people",
    "/event/systems-at-scale-2024",
    "/event/tideline-2026",
    "/series/pycon-us",
    "/series/systems-at-scale",
    "/talk/training-llama-a-storage-perspective",
    "/person/russell-keith-magee",
    "/topic/testing",
    "/audience/storage-engineers",
    "/organization/meta",
    "/questions",
    "/questions/speakers-of-topic?topic=testing",
    "/explore?event=event/systems-at-scale-2024",
    "/sparql",
    "/conflicts",
    "/about",
    "/ontology",
    "/talk/no-such-talk",
)
"""One of each kind."""

CURATORS = (
    "/review?kind=person",
    "/review?kind=topic",
    "/review/decisions",
    "/review/import",
    "/review/thing/topic/testing?with=unittest",
    "/person/russell-keith-magee",
)
VIEWS = {"wide": (1280, "light"), "narrow": (360, "light"), "dark": (1280, "dark")}
OPEN = "for (const one of document.querySelectorAll('details')) one.open = true"


def look(visit: Visit, path: str) -> None:
    """Look at a page in each view, its folds open."""
    visit.go(path)
    for width, scheme in VIEWS.values():
        visit.page.set_viewport_size({"width": width, "height": 900})
        visit.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        visit.page.evaluate(OPEN)
        visit.assert_narrow()
        visit.assert_accessible(*(["color-contrast"] if scheme == "dark" else []))
    assert visit.page.locator("h1").count() == 1


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_quiet_and_local_in_every_view(visit: Visit, path: str):
    look(visit, path)
    if "no-such" in path:  # a browser says on the console that a page was not found
        visit.complaints[:] = [one for one in visit.complaints if "404" not in one]


@pytest.mark.parametrize("path", CURATORS)
def test_a_curators_page_is_accessible_in_every_view(visit: Visit, path: str):
    visit.go("/review")
    visit.page.get_by_label("Token").fill(REVIEW_TOKEN)
    visit.page.get_by_role("button", name="Open Review").click()
    look(visit, path)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_without_scripts(chrome: Browser, home: str, path: str):
    context = chrome.new_context(java_script_enabled=False)
    for visit in watched(context.new_page(), home):
        visit.go(path)
        assert visit.page.locator("main h1").count() == 1
        assert visit.page.locator("main a:visible").count() > 0
        assert visit.page.locator(".bone:visible").count() == 0
        visit.complaints[:] = [one for one in visit.complaints if "404" not in one]
    context.close()


def test_a_query_is_answered_without_scripts(chrome: Browser, home: str):
    context = chrome.new_context(java_script_enabled=False)
    for visit in watched(context.new_page(), home):
        visit.go("/sparql")
        visit.page.get_by_role("button", name="Run").click()
        assert visit.page.locator("section[aria-labelledby=answer] tbody tr").count() == 20
        visit.page.locator("section[aria-labelledby=answer] tbody a").first.click()
        assert visit.page.locator("h1").count() == 1
    context.close()
