"""The built scripts and styles of the pages: from a source's name to the file that is served."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from flask import url_for

from hallway.graph.errors import HallwayError

__all__ = ["AssetError", "asset", "asset_css", "asset_files", "assets_built"]

_DIST = "dist"
_REMEDY = 'run "make setup", or "python tools/frontend.py" when the rest is installed already'


class AssetError(HallwayError):
    """The scripts of the pages have not been built, or no such file is among them."""


def asset(name: str) -> str:
    """Give the address of a built file.

    Parameters
    ----------
    name
        A source as the build knows it, ``"islands/explore.ts"``, or a file that keeps its
        name, ``"fonts/fonts.css"``.

    Returns
    -------
    str
        Path on this site, with the prefix that the application is mounted under. Needs an
        application context.

    Raises
    ------
    AssetError
        Nothing has been built yet, or the build made no such file.
    """
    return _address(asset_files(name)[0])


def asset_css(name: str) -> tuple[str, ...]:
    """Give the addresses of the styles that a script brings along, in the order to link them.

    Parameters
    ----------
    name
        A script as the build knows it, ``"islands/explore.ts"``.

    Returns
    -------
    tuple[str, ...]
        Empty for a script without styles.

    Raises
    ------
    AssetError
        As for :func:`asset`.
    """
    return tuple(_address(file) for file in asset_files(name)[1:])


def asset_files(name: str) -> tuple[str, ...]:
    """Name a built file and its styles below ``static/dist``: the file first, then the styles.

    Parameters
    ----------
    name
        As for :func:`asset`.

    Returns
    -------
    tuple[str, ...]
        One path or more, with forward slashes.

    Raises
    ------
    AssetError
        As for :func:`asset`.
    """
    manifest = _manifest()
    if name in manifest:
        return (manifest[name]["file"], *_styles(manifest, name))
    if files("hallway.web").joinpath("static", _DIST, *name.split("/")).is_file():
        return (name,)
    raise AssetError(
        f"the build made no {name!r}",
        where=f"web/static/{_DIST}/manifest.json",
        remedy="name one of: " + ", ".join(k for k, v in manifest.items() if v.get("isEntry")),
    )


def assets_built() -> bool:
    """Tell whether the scripts have been built; pages are complete, if plainer, without them."""
    try:
        _manifest()
    except AssetError:
        return False
    return True


def _address(file: str) -> str:
    return url_for("static", filename=f"{_DIST}/{file}")


@cache
def _manifest() -> dict[str, Any]:
    # Raising leaves nothing in the cache, so a build made later is seen.
    found = files("hallway.web").joinpath("static", _DIST, "manifest.json")
    try:
        text = found.read_text("utf-8")
    except OSError as error:
        raise AssetError(
            "the scripts of the pages have not been built", where=str(found), remedy=_REMEDY
        ) from error
    manifest: dict[str, Any] = json.loads(text)
    return manifest


def _styles(manifest: dict[str, Any], name: str) -> list[str]:
    """List the styles of a script and of the chunks it imports at once, without repeats."""
    seen: set[str] = set()
    found: dict[str, None] = {}

    def visit(key: str) -> None:
        if key in seen:
            return
        seen.add(key)
        for child in manifest[key].get("imports", []):
            visit(child)
        found.update(dict.fromkeys(manifest[key].get("css", [])))

    visit(name)
    return list(found)
