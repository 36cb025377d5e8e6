"""The versions of a stored source: the current one and those it took the place of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from hallway.graph import formats
from hallway.graph.errors import SiteError
from hallway.graph.generations import SourceEntry
from hallway.graph.programme import Programme
from hallway.graph.site import Site
from hallway.graph.suppression.forgotten import ForgottenList, load_forgotten
from hallway.graph.suppression.programmes import suppressed

__all__ = ["find_source", "read_version", "stored_version"]


def find_source(site: Site, slug: str) -> SourceEntry:
    """Return the entry of a source in the published generation.

    Raises
    ------
    SiteError
        There is no such source.
    """
    entries = {entry.slug: entry for entry in site.current.sources}
    if slug not in entries:
        raise SiteError(
            f"there is no source {slug!r}", remedy="the sources are " + ", ".join(entries)
        )
    return entries[slug]


def stored_version(
    site: Site, entry: SourceEntry, number: int
) -> tuple[bytes, Callable[[bytes], Programme]]:
    """Return the file of one version of a source, and what reads it, with everybody.

    Parameters
    ----------
    site
        Holds the stored files and the limits of reading.
    entry
        The source.
    number
        0 for the current version, -1 for the one before it, and so on.

    Raises
    ------
    SiteError
        There is no such version, or its file is not there.
    """
    versions = [*entry.versions, {"digest": entry.digest, "options": entry.options}]
    at = len(versions) - 1 + number
    if not 0 <= at < len(versions):
        some = f"there are versions {1 - len(versions)} to 0"
        having = some if entry.versions else "there is only the current one, 0"
        raise SiteError(
            f"the source {entry.slug!r} has no version {number}: {having}",
            remedy="import a newer file of the same name to have two: hallway build FILE",
        )
    version = versions[at]
    path = site.sources / version["digest"]
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SiteError(
            f"the stored version {number} of {entry.file!r} cannot be read",
            where=str(path),
            remedy="put the file back, or compare two files: hallway diff OLD NEW",
        ) from error
    options = formats.ReadOptions(
        file=entry.file,
        **asdict(site.config.reading),
        **version["options"],
    )

    def read(data: bytes) -> Programme:
        return formats.read(data, options, version.get("format", entry.format))

    return data, read


def read_version(
    site: Site, entry: SourceEntry, number: int, forgotten: ForgottenList | None = None
) -> Programme:
    """Read one version of a source again, without people who asked to be forgotten.

    Parameters
    ----------
    site, entry, number
        As of `stored_version`.
    forgotten
        Who asked to be forgotten; the site's list when None.

    Raises
    ------
    SiteError
        There is no such version, or its file is not there.
    SourceError
        The file can no longer be read, under the limits of today.
    """
    data, read = stored_version(site, entry, number)
    held = load_forgotten(site.folder) if forgotten is None else forgotten
    return suppressed(read(data), held, entry.file)
