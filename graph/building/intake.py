"""Source files that come in, and those that a site has: each with its programme and its keys."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

from hallway.graph.addresses import Ledger
from hallway.graph.building.entries import (
    Import,
    Request,
    entry_of,
    imported,
    kept_keys,
    lineage_of,
    options_of,
    version_of,
)
from hallway.graph.building.stored import StoredSources
from hallway.graph.errors import SiteError, SourceError
from hallway.graph.generations import SourceEntry
from hallway.graph.keys import Identity, event_key
from hallway.graph.programme import Programme
from hallway.graph.reconciling.heirs import inherited, keys_of
from hallway.graph.reconciling.settling import place_of
from hallway.graph.sources import Source
from hallway.graph.suppression.erasing import clean_entry, moves
from hallway.graph.suppression.programmes import Forgetter
from hallway.graph.versions.history import with_history
from hallway.graph.versions.lineage import Lineage, follow, with_lineage

__all__ = ["Import", "Intake", "Progress", "Request"]

Progress = Callable[[str, int, int], None]
"""Called with the stage, how many steps are done, and how many there are."""


class Intake:
    """The sources of the generation to be, and the programmes read so far.

    Parameters
    ----------
    entries
        The sources of the generation before.
    stored
        Reads and keeps the files.
    ledger
        Names new sources.
    forgetter
        Takes out who asked to be forgotten, before anything else sees a programme.
    believed
        The site's own order of sources, as in its settings.

    Attributes
    ----------
    entries
        Slug -> source.
    imports
        What became of each file.
    moved
        (kind, key) -> the key that the same thing has without the people who are forgotten.
    """

    def __init__(
        self,
        entries: Iterable[SourceEntry],
        stored: StoredSources,
        ledger: Ledger,
        forgetter: Forgetter,
        believed: Sequence[str],
    ) -> None:
        self._stored = stored
        self._believed = believed
        self._ledger = ledger
        self._forgetter = forgetter
        self._held = forgetter.finder.held
        self._read: dict[str, Programme] = {}
        self._slug_before: dict[str, str] = {}
        self.imports: list[Import] = []
        self.moved: dict[tuple[str, str], str] = {}
        self.entries = {one.slug: one for one in map(self._clean, entries)}
        self._before = list(self.entries.values())

    def remove(self, slugs: Sequence[str]) -> None:
        """Leave sources out from now on."""
        for slug in slugs:
            if slug not in self.entries:
                raise SiteError(
                    f"there is no source {slug!r}",
                    remedy="the sources are " + ", ".join(self.entries),
                )
            entry = self.entries.pop(slug)
            self.imports.append(Import(entry.file, "removed", entry.format))

    def bring(self, request: Request) -> None:
        """Take in a file: a new source, a newer version of one, or one that is there."""
        request = self._nameless(request)
        digest = hashlib.sha256(request.data).hexdigest()
        options = options_of(request)
        for entry in self.entries.values():
            if (entry.digest, entry.options) == (digest, options) and request.format in (
                None,
                entry.format,
            ):
                self.imports.append(imported(entry, "same"))
                return
        try:
            programme = self._stored.read(
                request.data, request.file, request.format, options, request.mapping_file
            )
        except SourceError as error:
            self.imports.append(Import(request.file, "failed", error=error))
            return
        told = self._forgetter.programme(programme, request.file)
        old = self._olderversion_of(request, told, digest)
        slug = old.slug if old is not None else self._slug(request, told, digest)
        self._note_moves(programme, told, slug)
        entry = entry_of(slug, digest, request.file, told, options)
        if old is not None:
            versions = [*old.versions, version_of(old)]
            lineage = self._followed(old, told)
            entry = replace(entry, versions=versions, lineage=lineage, inherited=old.inherited)
        self._stored.keep(digest, request.data)
        if told is programme:
            self._stored.remember(entry, told)
        self.entries[slug], self._read[slug] = entry, told
        what = "changed" if old is not None else "new"
        self.imports.append(imported(entry, what, told.notices))

    def _note_moves(self, programme: Programme, told: Programme, slug: str) -> None:
        """Note which keys are another one without the people who asked to be forgotten."""
        before = self._slug_before.get(slug, slug)
        if told is not programme or before != slug:
            self.moved.update(moves(programme, told, before, slug))

    def _olderversion_of(
        self, request: Request, programme: Programme, digest: str
    ) -> SourceEntry | None:
        """Find the stored source that this file is a newer version of, or the same bytes of."""
        events = {event_key(event) for event in programme.events}
        for entry in self.entries.values():
            # With a mapping the same file may be read by another reader than before.
            mapped = request.mapping is not None or "mapping" in entry.options
            if entry.format != programme.format and not mapped:
                continue
            if entry.file == request.file and events & set(entry.events):
                return entry
            if entry.digest == digest:
                return entry
        return None

    def _slug(self, request: Request, programme: Programme, digest: str) -> str:
        first = min((event_key(event) for event in programme.events), default=digest)
        key = f"{request.file}|{programme.format}|{first}"
        return self._ledger.slug("source", key, request.file)

    def sources(
        self, stored: StoredSources, *, anew: bool, counted: bool, progress: Progress
    ) -> list[Source]:
        """Give every source with its programme, reading again those that were stored before.

        Parameters
        ----------
        stored
            Reads the files; another one than before where what it remembers was cleared.
        anew
            Work out the lineages from the stored versions, not from what was known.
        counted
            The entries of before were made by this version, and hold of what is read again.
        progress
            Told how many sources are read.
        """
        self._stored = stored
        found = []
        for done, entry in enumerate(list(self.entries.values())):
            progress("Reading stored sources", done, len(self.entries))
            programme = self._read.pop(entry.slug, None) or self._programme(entry)
            if anew or not counted:
                lineage = self._lineage_anew(entry, programme) if anew else lineage_of(entry)
                self.entries[entry.slug] = replace(
                    entry_of(entry.slug, entry.digest, entry.file, programme, entry.options),
                    versions=entry.versions,
                    lineage=kept_keys(lineage),
                    inherited=entry.inherited,
                )
            found.append(self._told(self.entries[entry.slug], programme))
        return sorted(found, key=lambda source: (source.digest, source.slug))

    def _told(self, entry: SourceEntry, programme: Programme) -> Source:
        """Return a source whose programme has its history and goes by the keys it keeps."""
        told = with_history([*self._versions(entry), programme], entry.slug)
        return Source(
            entry.slug,
            entry.digest,
            entry.file,
            with_lineage(told, lineage_of(entry), entry.slug),
            entry.options,
            place=place_of(entry.slug, programme.format, self._believed),
            versions=tuple(json.dumps(one, sort_keys=True) for one in entry.versions),
            inherited=Identity(**entry.inherited),
        )

    def hand_down(self, identified: Callable[[list[Source]], list[Source]]) -> None:
        """Let the records that stay go on with the keys of those that left, if they were one.

        Parameters
        ----------
        identified
            Settles what was one before.
        """
        lost = {source.slug: source for source in self._old(filter(self._is_other, self._before))}
        now = {slug: self._now(self.entries[slug]) for slug in lost if slug in self.entries}
        for slug, source in now.items():
            kept = set(keys_of(source.programme, slug))
            if kept.issuperset(keys_of(lost[slug].programme, slug)):
                del lost[slug]
        if not lost or not self.entries:
            return
        before = [*self._old(self._before)]
        staying = {
            slug: (now.get(slug) or self._now(entry)).programme
            for slug, entry in self.entries.items()
        }
        for slug, keys in inherited(identified(before), staying).items():
            self.entries[slug] = replace(self.entries[slug], inherited=kept_keys(keys))

    def _is_other(self, entry: SourceEntry) -> bool:
        """Tell whether a source left, or has another version now."""
        now = self.entries.get(entry.slug)
        return now is None or (now.digest, now.options) != (entry.digest, entry.options)

    def _old(self, entries: Iterable[SourceEntry]) -> Iterator[Source]:
        """Yield sources as they were before this build, those that can be read still."""
        for entry in entries:
            with suppress(SiteError, SourceError):
                yield self._told(entry, self._programme(entry))

    def _now(self, entry: SourceEntry) -> Source:
        return self._told(entry, self._read.get(entry.slug) or self._programme(entry))

    def _followed(self, old: SourceEntry, programme: Programme) -> dict[str, dict[str, str]]:
        """Return the lineage of a newer version; none when the older one cannot be read."""
        try:
            earlier = self._programme(old)
        except (SiteError, SourceError):
            return {}
        return kept_keys(follow(earlier, programme, lineage_of(old), old.slug))

    def _lineage_anew(self, entry: SourceEntry, programme: Programme) -> Lineage:
        """Follow the records of a source through all of its versions."""
        lineage = Lineage()
        for earlier, later in pairwise([*self._versions(entry), programme]):
            lineage = follow(earlier, later, lineage, entry.slug)
        return lineage

    def _versions(self, entry: SourceEntry) -> Iterator[Programme]:
        """Yield the earlier versions of a source, oldest first."""
        for version in entry.versions:
            try:
                yield self._programme(replace(entry, **version))
            except (SiteError, SourceError):  # a version that is lost or too large for today
                continue

    def _programme(self, entry: SourceEntry) -> Programme:
        programme = self._stored.known(entry)
        if programme is not None:
            self._note_moves(programme, programme, entry.slug)
            return programme
        programme = self._stored.programme(entry)
        told = self._forgetter.programme(programme, entry.file)
        self._note_moves(programme, told, entry.slug)
        if told is programme:
            self._stored.remember(entry, programme)
        return told

    def _nameless(self, request: Request) -> Request:
        """Return a request whose own words hold no name that is forgotten."""
        if not self._held:
            return request
        given = {name: self._forgetter.text(value) for name, value in options_of(request).items()}
        return replace(
            request,
            file=self._forgetter.file_name(request.file),
            event=given.get("event"),
            series=given.get("series"),
        )

    def _clean(self, entry: SourceEntry) -> SourceEntry:
        """Return a stored entry without names; one whose slug held one gets another slug."""
        if not self._held:
            return entry
        cleaned = clean_entry(entry, self._forgetter)
        if not self._held.hides("source", entry.slug):
            return cleaned
        key = f"{cleaned.file}|{entry.format}|{min(cleaned.events, default=entry.digest)}"
        slug = self._ledger.slug("source", key, cleaned.file)
        self._slug_before[slug] = entry.slug
        return replace(cleaned, slug=slug)
