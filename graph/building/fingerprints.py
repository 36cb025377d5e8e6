"""What a result depends on besides its input: our own files, and the libraries they use."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, entry_points, requires, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import takewhile

__all__ = ["program"]

SHIPPED = (".py", ".json", ".tsv")
"""Endings of the files that decide what a build gives."""


@cache
def program() -> str:
    """Return a digest of the code, tables and models of this package and what they stand on.

    Two runs with one digest give the same result for the same sources and decisions. The versions
    of the libraries and of the formats of other packages are part of it.
    """
    hasher = hashlib.sha256()
    for name, found in sorted(_shipped(files("hallway.graph"), "")):
        hasher.update(f"{name} {hashlib.sha256(found.read_bytes()).hexdigest()}\n".encode())
    for line in sorted((*_libraries(), *_formats())):
        hasher.update(f"{line}\n".encode())
    return hasher.hexdigest()[:32]


def _shipped(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    found = []
    for one in folder.iterdir():
        if one.is_dir():
            found += _shipped(one, f"{path}{one.name}/")
        elif one.name.endswith(SHIPPED):
            found.append((f"{path}{one.name}", one))
    return found


def _libraries() -> list[str]:
    names = ["".join(takewhile(_in_name, line)) for line in requires("hallway") or ()]
    return [f"{name} {found}" for name in names if (found := _version(name))]


def _in_name(character: str) -> bool:
    return character.isalnum() or character in "-_."


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # of an extra that is not installed
        return ""


def _formats() -> list[str]:
    points = entry_points(group="hallway.formats")
    return [f"{one.name} {one.value} {one.dist.version if one.dist else ''}" for one in points]
