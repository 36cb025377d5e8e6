"""The stored source files of a site, and what they say, read once and remembered."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict

from hallway.graph import formats
from hallway.graph.building.cache import Cache, digest_of
from hallway.graph.errors import SiteError
from hallway.graph.generations import SourceEntry
from hallway.graph.programme import Programme
from hallway.graph.programme_json import from_json, to_json
from hallway.graph.site import Site

__all__ = ["StoredSources"]

KIND = "programmes"


class StoredSources:
    """Reads and keeps source files.

    Parameters
    ----------
    site
        Its folder and the limits of reading.
    cache
        Remembers programmes; of another version when the limits are others.
    """

    def __init__(self, site: Site, cache: Cache) -> None:
        self._folder = site.sources
        self._limits = site.config.reading
        self._cache = cache

    def read(
        self,
        data: bytes,
        file: str,
        format: str | None,
        options: Mapping[str, str],
        mapping_file: str = "",
    ) -> Programme:
        """Read a file that comes in.

        Parameters
        ----------
        options
            Those of a `SourceEntry`.
        mapping_file
            Name of the mapping's file, for messages.

        Raises
        ------
        SourceError
            See `hallway.graph.formats.read`.
        """
        how = formats.ReadOptions(
            file=file,
            event=options.get("event"),
            series=options.get("series"),
            zone=options.get("zone"),
            mapping=options.get("mapping"),
            mapping_file=mapping_file,
            **asdict(self._limits),
        )
        return formats.read(data, how, format)

    def keep(self, digest: str, data: bytes) -> None:
        """Store a file under its digest; a file that is there is whole."""
        path = self._folder / digest
        if path.exists():
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        waiting = path.with_suffix(f".{os.getpid()}.new")
        waiting.write_bytes(data)
        os.replace(waiting, path)

    def programme(self, entry: SourceEntry) -> Programme:
        """Read a stored source.

        Raises
        ------
        SiteError
            Its file is not there.
        SourceError
            It cannot be read under the limits of today.
        """
        path = self._folder / entry.digest
        try:
            data = path.read_bytes()
        except OSError as error:
            raise SiteError(
                f"the stored source {entry.file!r} cannot be read",
                where=str(path),
                remedy=f"put the file back, or: hallway build --remove {entry.slug}",
            ) from error
        return self.read(data, entry.file, entry.format, entry.options)

    def known(self, entry: SourceEntry) -> Programme | None:
        """Return what is remembered of a source whose file is there; None for nothing."""
        there = (self._folder / entry.digest).is_file()
        known = self._cache.get(KIND, self._key(entry)) if there else None
        return None if known is None else from_json(known)

    def remember(self, entry: SourceEntry, programme: Programme) -> None:
        """Remember what a source says."""
        self._cache.put(KIND, self._key(entry), to_json(programme))

    def _key(self, entry: SourceEntry) -> str:
        return digest_of(entry.digest, entry.file, entry.format, sorted(entry.options.items()))
