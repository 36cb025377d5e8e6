"""The reader of the build's manifest, against a build that is made up here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from hallway.web import assets

MANIFEST = {
    "islands/explore.ts": {
        "file": "assets/explore-1.js",
        "isEntry": True,
        "imports": ["_dom.js"],
        "dynamicImports": ["later.ts"],
        "css": ["assets/explore-1.css"],
    },
    "islands/suggest.ts": {"file": "assets/suggest-1.js", "isEntry": True},
    "_dom.js": {"file": "assets/dom-1.js", "imports": ["_dom.js"], "css": ["assets/dom-1.css"]},
    "later.ts": {"file": "assets/later-1.js", "css": ["assets/later-1.css"]},
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Stand in a folder for the installed package, with nothing built in it."""
    monkeypatch.setattr(assets, "files", lambda _: tmp_path)
    assets._manifest.cache_clear()
    yield tmp_path
    assets._manifest.cache_clear()


def build(package: Path) -> None:
    dist = package / "static" / "dist"
    (dist / "fonts").mkdir(parents=True)
    (dist / "fonts" / "fonts.css").write_text("")
    (dist / "manifest.json").write_text(json.dumps(MANIFEST))


def test_a_script_brings_the_styles_of_what_it_imports_but_not_of_what_it_may_load(
    package: Path,
) -> None:
    build(package)
    assert assets.asset_files("islands/explore.ts") == (
        "assets/explore-1.js",
        "assets/dom-1.css",
        "assets/explore-1.css",
    )


def test_addresses_keep_the_prefix_of_the_application(package: Path) -> None:
    build(package)
    app = Flask("hallway.web")
    with app.test_request_context("/explore", base_url="http://127.0.0.1/talks"):
        assert assets.asset("fonts/fonts.css") == "/talks/static/dist/fonts/fonts.css"
        assert assets.asset("islands/suggest.ts") == "/talks/static/dist/assets/suggest-1.js"
        assert assets.asset_css("islands/suggest.ts") == ()


def test_an_unbuilt_front_end_says_how_to_build_it_and_is_seen_once_built(package: Path) -> None:
    assert not assets.assets_built()
    with pytest.raises(assets.AssetError, match="make setup"):
        assets.asset_files("islands/suggest.ts")
    build(package)
    assert assets.assets_built()


def test_a_wrong_name_is_answered_with_the_right_ones(package: Path) -> None:
    build(package)
    with pytest.raises(assets.AssetError, match=r"islands/explore\.ts, islands/suggest\.ts"):
        assets.asset_files("islands/explorer.ts")
