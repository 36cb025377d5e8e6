"""Takes a person out of the stored source files: what will be done, and doing it, crash or not.

What is to be done is written to ``sources/rewriting.json`` first: the number of the person, and
digest of a file -> digest of the one that takes its place, or nothing for one that goes. A build
that finds it, and has the person on its list, publishes a generation that names the new files, and
only then the old ones are removed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hallway.graph.errors import HallwayError, SiteError
from hallway.graph.fetching.fetched import load_fetched, remembering, update_fetched
from hallway.graph.generations import SourceEntry
from hallway.graph.site import Site
from hallway.graph.suppression.forgotten import ForgottenList
from hallway.graph.suppression.programmes import Forgetter
from hallway.graph.suppression.rewriting import rewritten
from hallway.graph.versions.chain import stored_version

__all__ = ["FILE", "Rewrite", "begin", "finish", "planned", "redirected", "waiting"]

FILE = "rewriting.json"


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What becomes of one stored file.

    Attributes
    ----------
    file, version
        Name, and 0 for the current version, -1 for the one before it.
    digest
        Of the file as it is.
    data
        Of the file that takes its place; None when it cannot be rewritten safely.
    """

    file: str
    version: int
    digest: str
    data: bytes | None

    @property
    def what(self) -> str:
        """``rewritten``, ``removed`` (an earlier version), or ``kept``."""
        if self.data is not None:
            return "rewritten"
        return "removed" if self.version else "kept"


def planned(
    site: Site, held: ForgottenList, number: int, names: Sequence[str], links: Sequence[str]
) -> list[Rewrite]:
    """Return what becomes of each stored file that holds a person; change nothing.

    Parameters
    ----------
    held
        The list, with the person on it.
    number, names, links
        Of the person, as of `hallway.graph.suppression.rewriting.rewritten`.
    """
    person = next(one for one in held.people if one.number == number)
    alone = Forgetter(replace(held, people=(person,)))
    found = []
    for entry in site.current.sources:
        for version in range(0, -len(entry.versions) - 1, -1):
            digest = str([*entry.versions, {"digest": entry.digest}][version - 1]["digest"])
            try:
                data, read = stored_version(site, entry, version)
                programme = read(data)
            except HallwayError:
                continue  # it is not there, or is nothing that this site reads
            if alone.programme(programme, entry.file) is programme:
                continue
            made = rewritten(data, read, entry.file, held, number, names, links)
            found.append(Rewrite(entry.file, version, digest, made))
    return found


def begin(folder: Path, number: int, rewrites: Iterable[Rewrite]) -> None:
    """Store the new files, and say that they are to take the place of the old ones.

    Parameters
    ----------
    folder
        Of the site; no build may run.
    number
        Of the person. Nothing happens until they are on the list.
    """
    sources = folder / "sources"
    become: dict[str, str] = {}
    for one in rewrites:
        if one.what == "kept":
            continue
        new = "" if one.data is None else hashlib.sha256(one.data).hexdigest()
        if one.data is not None:
            _write(sources / new, one.data)
        become[one.digest] = new
    if become:
        content = json.dumps({"number": number, "files": become}, indent=1)
        _write(sources / FILE, content.encode("ascii") + b"\n")


def waiting(folder: Path, held: ForgottenList) -> dict[str, str]:
    """Return what is to become of which file; nothing when nothing is to be done.

    Parameters
    ----------
    folder
        Of the site.
    held
        Its list.

    Raises
    ------
    SiteError
        The file that says so is damaged.
    """
    path = folder / "sources" / FILE
    try:
        content = json.loads(path.read_text("ascii"))
        number, become = content["number"], content["files"]
        if not all(map(_is_digest, [*become, *filter(None, become.values())])):
            raise TypeError("it does not name files by their digests")
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise SiteError(
            f"this does not say what takes the place of which file: {error!r}",
            where=str(path),
            remedy="restore it from a copy, or remove it: stored files then keep their names",
        ) from error
    listed = any(one.number == number for one in held.people)
    return dict(become) if listed else {}


def _is_digest(text: object) -> bool:
    return isinstance(text, str) and len(text) == 64 and set(text) <= set("0123456789abcdef")


def redirected(entry: SourceEntry, become: Mapping[str, str]) -> SourceEntry:
    """Return a source that names the files that took the place of others."""
    versions = [
        {**one, "digest": become.get(one["digest"], one["digest"])} for one in entry.versions
    ]
    return replace(
        entry,
        digest=become.get(entry.digest) or entry.digest,
        versions=[one for one in versions if one["digest"]],
    )


def finish(folder: Path, held: ForgottenList, sources: Iterable[SourceEntry]) -> None:
    """Remove the files that no published source names any more; do nothing before that.

    Parameters
    ----------
    folder, held
        Of the site, and its list.
    sources
        Of the published generation.
    """
    become = waiting(folder, held)
    if not become:
        return
    listed = list(sources)
    named = {one.digest for one in listed}
    named |= {str(version["digest"]) for one in listed for version in one.versions}
    if named & set(become):
        return
    with remembering(folder):
        known = [one for one in load_fetched(folder).values() if become.get(one.digest)]
        if known:
            update_fetched(folder, [replace(one, digest=become[one.digest]) for one in known])
    for old in become:
        (folder / "sources" / old).unlink(missing_ok=True)
    (folder / "sources" / FILE).unlink()


def _write(path: Path, data: bytes) -> None:
    unfinished = path.with_suffix(f".{os.getpid()}.new")
    with open(unfinished, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)
