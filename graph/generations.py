"""Generations on the disk: written aside, published by one rename, removed when not read."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from hallway.graph.errors import SiteError

__all__ = [
    "Change",
    "Generation",
    "SourceEntry",
    "building",
    "difference",
    "open_generation",
    "prune",
    "publish",
    "published",
    "read_manifest",
    "withdraw",
    "write_json",
    "write_lines",
]

KEEP = 2  # published generations that stay: the current one and the one readers may be leaving


@dataclass(frozen=True, slots=True)
class Change:
    """How many quads a build added and removed against the generation before."""

    added: int = 0
    removed: int = 0


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """A source of a generation, as its manifest lists it.

    Attributes
    ----------
    digest
        SHA-256 of the bytes; the file is ``sources/{digest}``.
    file
        Name of the file as it came.
    slug
        Names the source's graph.
    format
        Name of the reader.
    options
        ``event``, ``series``, ``zone`` and ``mapping`` (its text) as given at the import; absent
        when not given.
    counts
        ``events``, ``talks``, ``people``, ``notices``.
    events
        Keys of its events, sorted: a newer version of the source shares one.
    versions
        Earlier versions, oldest first: ``digest``, ``options`` and ``format`` of each. Their files
        are kept.
    lineage
        Records that go by a key of an earlier version, see `hallway.graph.versions.lineage`.
    inherited
        Records that go on with the key of a source that left, see
        `hallway.graph.reconciling.heirs`.
    """

    digest: str
    file: str
    slug: str
    format: str
    options: dict[str, str]
    counts: dict[str, int]
    events: list[str]
    versions: list[dict[str, Any]] = field(default_factory=list)
    lineage: dict[str, dict[str, str]] = field(default_factory=dict)
    inherited: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Generation:
    """One immutable published state.

    Attributes
    ----------
    number
        From 1, growing.
    folder
        Holds ``store/``, ``search/``, ``network.npz``, ``quads.nq`` and ``MANIFEST.json``.
    manifest
        Versions, counts, digest of the quads, sources.
    """

    number: int
    folder: Path
    manifest: dict[str, Any]

    @property
    def sources(self) -> list[SourceEntry]:
        """The sources, in the order of their slugs."""
        return [SourceEntry(**entry) for entry in self.manifest["sources"]]

    @property
    def counts(self) -> dict[str, int]:
        """Numbers of things by kind, and of quads."""
        return dict(self.manifest["counts"])


def write_json(path: Path, value: object) -> None:
    """Write a value as JSON, readable."""
    text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    path.write_text(text, encoding="utf-8")


def write_lines(path: Path, lines: Iterable[bytes]) -> tuple[int, str]:
    """Write lines; return their number and the SHA-256 of them all."""
    hasher, count = hashlib.sha256(), 0
    with open(path, "wb") as file:
        for line in lines:
            file.write(line)
            hasher.update(line)
            count += 1
    return count, hasher.hexdigest()


def difference(old: Path, new: Path) -> Change:
    """Count the lines of two sorted files that only one of them has."""
    added = removed = 0
    with open(old, "rb") as first, open(new, "rb") as second:
        a, b = next(first, b""), next(second, b"")
        while a or b:
            if a == b:
                a, b = next(first, b""), next(second, b"")
            elif not b or (a and a < b):
                removed += 1
                a = next(first, b"")
            else:
                added += 1
                b = next(second, b"")
    return Change(added, removed)


@contextmanager
def building(folder: Path, wait_s: float = 30.0) -> Iterator[None]:
    """Hold the right to build the site in a folder.

    Raises
    ------
    SiteError
        Another build holds it for longer than `wait_s` seconds.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "ab") as lock:
        deadline = time.monotonic() + wait_s
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() >= deadline:
                    raise SiteError(
                        f"another build of this site is running (waited {wait_s:g} s)",
                        where=str(folder),
                        remedy="run this one again when it has ended",
                    ) from error
                time.sleep(0.1)
        yield


def published(folder: Path) -> int | None:
    """Return the number of a site's published generation; None before the first build.

    Raises
    ------
    SiteError
        ``CURRENT`` is damaged.
    """
    try:
        return int((folder / "CURRENT").read_text("ascii"))
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise SiteError(
            "CURRENT does not hold a number",
            where=str(folder),
            remedy="write the number of the newest folder under generations/ into it",
        ) from error


def open_generation(folder: Path, number: int) -> tuple[Generation, IO[bytes]]:
    """Read a generation's manifest and take a lease on it; closing the lease lets go of it.

    Raises
    ------
    FileNotFoundError
        The generation is not there, or no longer.
    SiteError
        Its manifest is damaged.
    """
    home = folder / "generations" / f"{number:04}"
    lease = open(home / "lease", "rb")
    fcntl.flock(lease, fcntl.LOCK_SH)
    try:
        return Generation(number, home, read_manifest(home)), lease
    except SiteError:
        lease.close()
        raise


def read_manifest(home: Path) -> dict[str, Any]:
    """Return what a generation says of itself.

    Raises
    ------
    FileNotFoundError
        The generation is not there.
    SiteError
        The manifest is damaged, or gone.
    """
    path = home / "MANIFEST.json"
    if not home.is_dir():
        raise FileNotFoundError(str(home))
    try:
        manifest = json.loads(path.read_text("utf-8"))
        for name, kind in (("sources", list), ("counts", dict), ("fingerprint", str)):
            if not isinstance(manifest[name], kind):
                raise TypeError(f"{name} is no {kind.__name__}")
        _ = [SourceEntry(**entry) for entry in manifest["sources"]]
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise SiteError(
            f"the manifest of this generation cannot be read: {error!r}",
            where=str(path),
            remedy="restore the file, or write the number of another folder under generations/ "
            "into CURRENT and build again",
        ) from error
    found: dict[str, Any] = manifest
    return found


def publish(folder: Path, made: Generation) -> None:
    """Make a finished generation the published one, at once and for all readers."""
    target = folder / "generations" / f"{made.number:04}"
    shutil.rmtree(target, ignore_errors=True)  # of a build that died before publishing
    os.replace(made.folder, target)
    waiting = folder / "CURRENT.new"
    with open(waiting, "w", encoding="ascii") as file:
        file.write(f"{made.number}\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(waiting, folder / "CURRENT")


def prune(folder: Path) -> None:
    """Remove generations that are neither published nor read, and builds that were cut off."""
    number = published(folder) or 0
    for home in sorted((folder / "generations").iterdir()):
        kept = home.name.isdigit() and (number - KEEP < int(home.name) <= number or _is_read(home))
        if not kept:
            shutil.rmtree(home, ignore_errors=True)


def withdraw(folder: Path, wait_s: float = 5.0) -> None:
    """Remove every generation but the published one: what they hold must not stay.

    Waits for whoever is still reading one, but not for long: who opened its files can read them to
    the end, and at the next look moves to the published one.

    Parameters
    ----------
    wait_s
        How long all of them together have, in seconds.
    """
    number = published(folder) or 0
    deadline = time.monotonic() + wait_s
    for home in sorted((folder / "generations").iterdir()):
        if home.name == f"{number:04}":
            continue
        while _is_read(home) and time.monotonic() < deadline:
            time.sleep(0.1)
        shutil.rmtree(home, ignore_errors=True)


def _is_read(folder: Path) -> bool:
    try:
        with open(folder / "lease", "rb") as lease:
            fcntl.flock(lease, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
