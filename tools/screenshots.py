"""Take pictures of the demo site's pages, wide, narrow and dark.

Usage: python tools/screenshots.py [--site demo-site] [--out shots] [--readme]
With --readme only docs/home.png is written, the picture that the README shows.
"""

from __future__ import annotations

import argparse
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from browser import found
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",
    "--no-first-run",
    "--disable-background-networking",
]
PAGES = {
    "home": "/",
    "search": "/search?q=testng",
    "event": "/event/systems-at-scale-2024",
    "event-list": "/event/pycon-us-2018",
    "series": "/series/pycon-us",
    "series-thin": "/series/systems-at-scale",
    "talk": "/talk/training-llama-a-storage-perspective",
    "person": "/person/russell-keith-magee",
    "topic": "/topic/testing",
    "audience": "/audience/storage-engineers",
    "organization": "/organization/meta",
    "questions": "/questions",
    "question": "/questions/speakers-of-topic",
    "explore": "/explore",
    "sparql": "/sparql",
    "about": "/about",
    "ontology": "/ontology",
    "missing": "/talk/no-such-talk",
}
VIEWS = {"1280": (1280, "light"), "320": (320, "light"), "1280-dark": (1280, "dark")}


def main() -> None:
    """Serve the site and photograph it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", default="demo-site")
    parser.add_argument("--out", type=Path, default=ROOT / "shots")
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--pages", nargs="*", choices=PAGES)
    options = parser.parse_args()
    with served(options.site) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(), args=FLAGS)
        if options.readme:
            shoot(browser, base + "/", ROOT / "docs" / "home.png", 1280, "light", whole=False)
            return
        options.out.mkdir(exist_ok=True)
        for name in options.pages or PAGES:
            for view, (width, scheme) in VIEWS.items():
                shoot(
                    browser, base + PAGES[name], options.out / f"{name}-{view}.png", width, scheme
                )


@contextmanager
def served(site: str) -> Iterator[str]:
    """Serve a site on a free port and yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "hallway", "serve", "--site", site, "--port", str(port)]
    server = subprocess.Popen(command, cwd=ROOT)
    base = f"http://127.0.0.1:{port}"
    try:
        for _ in range(1200):
            try:
                urllib.request.urlopen(f"{base}/healthz").close()  # noqa: S310
                break
            except OSError:
                time.sleep(0.05)
        yield base
    finally:
        server.terminate()
        server.wait()


def shoot(
    browser: Browser, url: str, path: Path, width: int, scheme: str, *, whole: bool = True
) -> None:
    """Take one picture; print what the console said."""
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.on("console", lambda said: said.type == "error" and print(url, said.text))
    page.goto(url, wait_until="networkidle", timeout=120_000)
    page.wait_for_timeout(700 if "explore" in url else 100)
    page.screenshot(path=path, full_page=whole)
    page.close()


if __name__ == "__main__":
    main()
