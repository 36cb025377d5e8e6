"""What a site has fetched: ``fetched.json``, one entry an address, replaced as a whole."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hallway.graph.errors import SiteError
from hallway.graph.fetching.destinations import file_name

__all__ = ["FILE", "Remembered", "free_name", "load_fetched", "remembering", "update_fetched"]

FILE = "fetched.json"
OPTIONS = ("format", "event", "series", "zone", "mapping")


@dataclass(frozen=True, slots=True)
class Remembered:
    """An address that was fetched and built.

    Attributes
    ----------
    url
        As the operator gave it, made plain.
    file
        Name of the source, the same at every fetch: a newer version is known by it.
    digest
        SHA-256 of the bytes; they are ``sources/{digest}``.
    origin
        The address that answered, after redirects.
    etag, modified
        What that server gave to ask again with; empty when nothing.
    options
        ``format``, ``event``, ``series``, ``zone`` and ``mapping`` (its text) as given; absent when
        not given.
    """

    url: str
    file: str
    digest: str
    origin: str
    etag: str = ""
    modified: str = ""
    options: dict[str, str] = field(default_factory=dict)


def load_fetched(folder: Path) -> dict[str, Remembered]:
    """Return what a site has fetched, by address.

    Raises
    ------
    SiteError
        The file is damaged.
    """
    path = folder / FILE
    try:
        entries = json.loads(path.read_text("utf-8"))
        found = [_entry(one) for one in entries]
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError) as error:
        raise SiteError(
            f"this is not a list of what was fetched: {error}",
            where=str(path),
            remedy="mend it, or remove it and fetch the addresses again",
        ) from error
    return {one.url: one for one in found}


def _entry(fields: Mapping[str, Any]) -> Remembered:
    """Make an entry of its JSON; anything but text where text belongs is a TypeError."""
    entry = Remembered(**fields)
    options = entry.options
    if not isinstance(options, dict) or not set(options) <= set(OPTIONS):
        raise TypeError(f"the options {options!r} are not among {', '.join(OPTIONS)}")
    values = [getattr(entry, name) for name in entry.__slots__ if name != "options"]
    for value in (*values, *options.values()):
        if not isinstance(value, str):
            raise TypeError(f"{value!r} is not a text")
    if len(entry.digest) != 64 or not set(entry.digest) <= set("0123456789abcdef"):
        raise TypeError(f"{entry.digest!r} is not a SHA-256")  # it becomes the name of a file
    return entry


@contextmanager
def remembering(folder: Path) -> Iterator[None]:
    """Hold the right to change what a site has fetched; whoever comes then waits.

    Parameters
    ----------
    folder
        Of the site; made when it is not there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f"{FILE}.lock", "ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def update_fetched(
    folder: Path, entries: Iterable[Remembered], *, forget: Iterable[str] = ()
) -> None:
    """Add entries to what is remembered, and forget addresses; call it inside `remembering`.

    Parameters
    ----------
    entries
        Take the place of those of the same address.
    forget
        Addresses.

    Raises
    ------
    SiteError
        The file is damaged.
    """
    gone = set(forget)
    known = load_fetched(folder) | {one.url: one for one in entries}
    _save(folder, [one for one in known.values() if one.url not in gone])


def _save(folder: Path, entries: Iterable[Remembered]) -> None:
    """Replace ``fetched.json`` at once; only the operator can read it, as addresses may be secret.

    Whoever reads at the same time sees the old file or the new one.
    """
    listed = [asdict(one) for one in sorted(entries, key=lambda one: one.url)]
    waiting = folder / f"{FILE}.new"
    waiting.unlink(missing_ok=True)
    with os.fdopen(os.open(waiting, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(json.dumps(listed, indent=1) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(waiting, folder / FILE)


def free_name(url: str, taken: Iterable[Remembered]) -> str:
    """Return the file name of an address, its own also beside others that end alike.

    Two addresses under one name would be taken for versions of each other.
    """
    name = file_name(url)
    if all(one.file != name for one in taken if one.url != url):
        return name
    stem, dot, ending = name.rpartition(".")
    mark = hashlib.sha256(url.encode("utf-8")).hexdigest()[:8]
    return f"{stem}-{mark}.{ending}" if dot else f"{name}-{mark}"
