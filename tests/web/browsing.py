"""A real browser on the served site of the bundled programmes: fixtures of the browser tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from hallway.web.assets import assets_built

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType, Page

__all__ = ["REVIEW_TOKEN", "Visit", "chrome", "chromium", "home", "launch", "visit", "watched"]

ROOT = Path(__file__).parents[2]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
DRAWING = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
START_S = 90.0
REVIEW_TOKEN = "a token of these tests alone"  # noqa: S105


@dataclass
class Visit:
    """A page, the site's address, and what the browser complained about."""

    page: Page
    home: str
    complaints: list[str] = field(default_factory=list)

    def go(self, path: str) -> None:
        """Open a page and wait until its scripts have fetched what they need."""
        self.page.goto(self.home + path)
        self.settle()

    def settle(self) -> None:
        self.page.wait_for_load_state("networkidle")

    def assert_accessible(self, *rules: str, without: Sequence[str] = ()) -> None:
        """Run axe-core, with all its rules unless some are named; whatever it finds fails.

        Rules in `without` are left out: those that a package's own part of the page breaks.
        """
        if not AXE.is_file():
            pytest.skip('axe-core is not installed: run "make setup"')
        self.page.evaluate(AXE.read_text("utf-8"))
        how: dict[str, object] = {"resultTypes": ["violations"]}
        how |= {"runOnly": list(rules)} if rules else {}
        how |= {"rules": {rule: {"enabled": False} for rule in without}} if without else {}
        found = self.page.evaluate("how => axe.run(document, how)", how)
        assert [
            f"{one['id']} ({one['impact']}): {node['html'][:200]}"
            for one in found["violations"]
            for node in one["nodes"]
        ] == []

    def assert_narrow(self) -> None:
        """Check that nothing scrolls the page sideways."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.page.evaluate(wide) <= 0


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build the bundled programmes and serve them on a free port of the loopback."""
    if not assets_built():
        pytest.skip('the scripts of the pages are not built: run "make setup"')
    site = tmp_path_factory.mktemp("browser") / "site"
    hallway = [sys.executable, "-m", "hallway"]
    subprocess.run(
        [*hallway, "demo", "--no-serve", "--site", str(site)], check=True, capture_output=True
    )
    with (site / "hallway.toml").open("a", encoding="utf-8") as settings:
        settings.write(f'review_token = "{REVIEW_TOKEN}"\n')
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = (site.parent / "serve.log").open("w+b")
    server = subprocess.Popen(
        [*hallway, "serve", "--site", str(site), "--port", str(port)], stdout=log, stderr=log
    )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address, server, Path(log.name))
        yield address
    finally:
        server.terminate()
        server.wait(20)
        log.close()


def wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        assert server.poll() is None, log.read_text("utf-8")
        try:
            with urlopen(address, timeout=START_S):
                return
        except ConnectionError:
            continue
        except OSError as error:  # urllib wraps a refused connection
            if not isinstance(getattr(error, "reason", None), ConnectionError):
                raise
    pytest.fail(f"nothing answered at {address} within {START_S} s: {log.read_text('utf-8')}")


@pytest.fixture(scope="session")
def chromium() -> Iterator[BrowserType]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    playwright.expect.set_options(timeout=20_000)
    with playwright.sync_playwright() as running:
        yield running.chromium


def launch(chromium: BrowserType, *arguments: str) -> Browser:
    """Start the browser named by HALLWAY_CHROMIUM, the machine's own, or Playwright's."""
    path = os.environ.get("HALLWAY_CHROMIUM") or shutil.which("chromium") or None
    if path is None and not Path(chromium.executable_path).is_file():
        pytest.skip("no Chromium here: install one, or name it in HALLWAY_CHROMIUM")
    return chromium.launch(executable_path=path, args=list(arguments))


@pytest.fixture(scope="session")
def chrome(chromium: BrowserType) -> Iterator[Browser]:
    running = launch(chromium, *DRAWING)
    yield running
    running.close()


@pytest.fixture
def visit(chrome: Browser, home: str) -> Iterator[Visit]:
    """Give a page that must end without a complaint and without a request to another host."""
    context = chrome.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield from watched(context.new_page(), home)
    context.close()


def watched(page: Page, home: str) -> Iterator[Visit]:
    visit = Visit(page, home)
    say = visit.complaints.append
    page.on("console", lambda said: said.type == "error" and say(f"console: {said.text}"))
    page.on("pageerror", lambda error: say(f"script: {error}"))
    page.on("response", lambda got: got.status >= 500 and say(f"{got.status}: {got.url}"))
    page.on(
        "request",
        lambda asked: not asked.url.startswith((home, "blob:")) and say(f"foreign: {asked.url}"),
    )
    yield visit
    assert visit.complaints == []
