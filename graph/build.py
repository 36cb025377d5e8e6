"""Sources to a new generation, and nothing else.

A build reads every source, settles names, links, writes the quads, makes the store and the index,
and publishes them by one rename. Until that rename readers see the old generation; after a crash
nothing needs repair. The same sources, decisions and version give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace

import hallway
from hallway.graph.addresses import Addresses, Ledger
from hallway.graph.assembly import Assembly, assemble
from hallway.graph.cache import Cache, digest_of
from hallway.graph.erasing import clean_decisions, clean_entry, clean_ledger, moves
from hallway.graph.errors import HallwayError, SiteError, SourceError
from hallway.graph.fingerprints import program
from hallway.graph.forgetting import Forgetter
from hallway.graph.forgotten import FILE as FORGOTTEN
from hallway.graph.forgotten import load_forgotten
from hallway.graph.generations import (
    Change,
    Generation,
    SourceEntry,
    building,
    difference,
    prune,
    publish,
    withdraw,
    write_json,
)
from hallway.graph.graph_files import GraphFiles
from hallway.graph.keys import event_key
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.vectors import Vectors, installed_encoder, installed_name
from hallway.graph.programme import Notice, Programme
from hallway.graph.settling import place_of
from hallway.graph.site import Site
from hallway.graph.sources import Source
from hallway.graph.stored import StoredSources
from hallway.graph.writing import write_generation

__all__ = ["Change", "Import", "Report", "Request", "build"]

Progress = Callable[[str, int, int], None]
"""Called with the stage, how many steps are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Request:
    """A file to import.

    Attributes
    ----------
    data, file
        The bytes, and the name they came under.
    format
        Name of a format; None to tell it from the bytes.
    event, series, zone, mapping
        What the file may not say itself, see `hallway.graph.formats.ReadOptions`.
    mapping_file
        Name of the file the mapping came from, for errors.
    """

    data: bytes
    file: str
    format: str | None = None
    event: str | None = None
    series: str | None = None
    zone: str | None = None
    mapping: str | None = None
    mapping_file: str = ""


@dataclass(frozen=True, slots=True)
class Import:
    """What became of one source: ``new``, ``changed``, ``same``, ``removed`` or ``failed``."""

    file: str
    what: str
    format: str = ""
    events: int = 0
    talks: int = 0
    people: int = 0
    notices: tuple[Notice, ...] = ()
    error: HallwayError | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What a build did.

    Attributes
    ----------
    generation
        Number of the published generation; unchanged when nothing was new, 0 when there is none.
    published
        False when the generation before already held all of it.
    imports
        One entry a source, the failed ones included.
    counts
        Things by kind, and quads, of the published generation.
    conflicts
        Decisions that contradict one another; none of them was applied.
    """

    generation: int
    published: bool
    imports: tuple[Import, ...]
    change: Change = field(default_factory=Change)
    counts: dict[str, int] = field(default_factory=dict)
    conflicts: tuple[str, ...] = ()


def build(
    site: Site,
    requests: Sequence[Request] = (),
    *,
    remove: Sequence[str] = (),
    rebuild: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Import files and publish a new generation.

    Parameters
    ----------
    site
        The site; its folder is made when missing.
    requests
        Files to import. A file of the same name and format that shares an event with a stored
        source is a newer version of it and takes its place.
    remove
        Slugs of sources to leave out from now on. Addresses stay in the ledger.
    rebuild
        Publish a new generation even when nothing is new (after a change of decisions it does so
        anyway).
    progress
        Told how far the build is.

    Raises
    ------
    SiteError
        Another build is running, or the site is damaged. A file that cannot be read is an entry
        of the report instead, and the others are built.
    """
    with building(site.folder):
        return _Build(site, progress or (lambda stage, done, total: None)).run(
            requests, remove, rebuild
        )


class _Build:
    """One build: the entries of the generation to be, and the programmes read so far."""

    def __init__(self, site: Site, progress: Progress) -> None:
        self._site = site
        self._progress = progress
        self._forgetter = Forgetter(load_forgotten(site.folder))
        self._held = self._forgetter.finder.held
        self._ledger = Ledger(site.ledger, self._held)
        self._imports: list[Import] = []
        self._entries: dict[str, SourceEntry] = {}
        self._read: dict[str, Programme] = {}
        self._remember()
        self._moved: dict[tuple[str, str], str] = {}
        self._slug_before: dict[str, str] = {}

    def run(self, requests: Sequence[Request], remove: Sequence[str], rebuild: bool) -> Report:
        before = self._before()
        if before is not None:
            self._entries = {one.slug: one for one in map(self._clean, before.sources)}
        self._remove(remove)
        for done, request in enumerate(requests):
            self._progress("Reading", done, len(requests))
            self._import(self._nameless(request))
        if before is None and not self._entries:
            return Report(0, False, tuple(self._imports))
        fingerprint = self._fingerprint()
        if before is not None and before.manifest["fingerprint"] == fingerprint and not rebuild:
            return Report(before.number, False, tuple(self._imports), counts=before.counts)
        pending = self._held.digest != (before.manifest.get("forgotten", "") if before else "")
        if pending:
            shutil.rmtree(self._site.cache, ignore_errors=True)  # it may hold the names
            self._remember()
        sources = self._sources()
        self._progress("Linking", 0, 1)
        addresses = Addresses(self._site.config.base, self._ledger)
        decisions = self._forget(pending)
        assembly = assemble(
            sources, addresses, decisions, self._files, self._cache, self._vectors()
        )
        del sources
        number = (before.number if before else 0) + 1
        old = None if rebuild or pending else before
        made, change = self._write(assembly, number, fingerprint, old)
        if before is not None and old is None:
            change = difference(before.folder / "quads.nq", made.folder / "quads.nq")
        self._ledger.save()
        self._publish(made)
        if pending:
            withdraw(self._site.folder)
        return Report(number, True, tuple(self._imports), change, made.counts, assembly.conflicts)

    def _vectors(self) -> Vectors | None:
        """Open the vectors of texts if there is a model; none of before a text was withheld."""
        encoder = installed_encoder()
        return Vectors(encoder, self._site.cache, str(self._held.digest)) if encoder else None

    def _remember(self) -> None:
        """Open what builds remember; it holds nobody who asked to be forgotten."""
        limits = asdict(self._site.config.reading)
        version = digest_of(program(), self._held.digest, limits)
        self._cache = Cache(self._site.cache, version)
        self._stored = StoredSources(self._site, self._cache)
        self._files = GraphFiles(self._site.cache / "graphs")

    def _before(self) -> Generation | None:
        number = self._site.published()
        if number is None:
            return None
        folder = self._site.generations / f"{number:04}"
        manifest = json.loads((folder / "MANIFEST.json").read_text("utf-8"))
        if manifest.get("forgotten") and not (self._site.folder / FORGOTTEN).exists():
            raise SiteError(
                "the list of who asked to be forgotten is missing",
                where=str(self._site.folder / FORGOTTEN),
                remedy="restore the file from a copy; without it people would come back",
            )
        return Generation(number, folder, manifest)

    # Forgetting --------------------------------------------------------------------------------

    def _nameless(self, request: Request) -> Request:
        """Return a request whose own words hold no name that is forgotten."""
        if not self._held:
            return request
        given = {name: self._forgetter.text(value) for name, value in _options(request).items()}
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

    def _forget(self, pending: bool) -> Decisions:
        """Take names out of the ledger and the decisions; return the decisions."""
        decisions = Decisions.load(self._site.decisions)
        if not self._held:
            return decisions
        clean_ledger(self._ledger, self._forgetter, self._moved, whole=pending)
        path = self._site.decisions if pending else None
        return clean_decisions(decisions, self._forgetter, self._site.config.base, path)

    # Sources -----------------------------------------------------------------------------------

    def _remove(self, slugs: Sequence[str]) -> None:
        for slug in slugs:
            if slug not in self._entries:
                raise SiteError(
                    f"there is no source {slug!r}",
                    remedy="the sources are " + ", ".join(self._entries),
                )
            entry = self._entries.pop(slug)
            self._imports.append(Import(entry.file, "removed", entry.format))

    def _import(self, request: Request) -> None:
        digest = hashlib.sha256(request.data).hexdigest()
        options = _options(request)
        for entry in self._entries.values():
            if (entry.digest, entry.options) == (digest, options) and request.format in (
                None,
                entry.format,
            ):
                self._imports.append(_imported(entry, "same"))
                return
        try:
            programme = self._stored.read(
                request.data, request.file, request.format, options, request.mapping_file
            )
        except SourceError as error:
            self._imports.append(Import(request.file, "failed", error=error))
            return
        told = self._forgetter.programme(programme, request.file)
        old = self._older_version(request, told, digest)
        slug = old.slug if old is not None else self._slug(request, told, digest)
        self._note_moves(programme, told, slug)
        versions = [] if old is None else [*old.versions, _version(old)]
        entry = _entry(slug, digest, request.file, told, options, versions)
        self._stored.keep(digest, request.data)
        if told is programme:
            self._stored.remember(entry, told)
        self._entries[slug], self._read[slug] = entry, told
        what = "changed" if old is not None else "new"
        self._imports.append(_imported(entry, what, told.notices))

    def _note_moves(self, programme: Programme, told: Programme, slug: str) -> None:
        """Note which keys are another one without the people who asked to be forgotten."""
        before = self._slug_before.get(slug, slug)
        if told is not programme or before != slug:
            self._moved.update(moves(programme, told, before, slug))

    def _older_version(
        self, request: Request, programme: Programme, digest: str
    ) -> SourceEntry | None:
        """Find the stored source that this file is a newer version of, or the same bytes of."""
        events = {event_key(event) for event in programme.events}
        for entry in self._entries.values():
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

    def _sources(self) -> list[Source]:
        """Give every source with its programme, reading again those that were stored before."""
        sources = []
        for done, entry in enumerate(list(self._entries.values())):
            self._progress("Reading stored sources", done, len(self._entries))
            programme = self._read.get(entry.slug) or self._programme(entry)
            self._entries[entry.slug] = _entry(
                entry.slug, entry.digest, entry.file, programme, entry.options, entry.versions
            )
            place = place_of(entry.slug, programme.format, self._site.config.believed)
            source = Source(entry.slug, entry.digest, entry.file, programme, entry.options)
            sources.append(replace(source, place=place))
        return sorted(sources, key=lambda source: (source.digest, source.slug))

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

    def _fingerprint(self) -> str:
        """Sum up everything that the result depends on."""
        parts = sorted(
            json.dumps([one.slug, one.digest, one.format, sorted(one.options.items())])
            for one in self._entries.values()
        )
        decisions = self._site.decisions
        parts.append(decisions.read_text("utf-8") if decisions.exists() else "")
        parts += [program(), self._site.config.base, self._held.digest]
        parts += self._site.config.believed
        parts.append(installed_name())
        return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()

    # The generation ------------------------------------------------------------------------------

    def _write(
        self, assembly: Assembly, number: int, fingerprint: str, before: Generation | None
    ) -> tuple[Generation, Change]:
        folder = self._site.generations / f"building-{os.getpid()}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        facts = {
            "hallway": hallway.__version__,
            "fingerprint": fingerprint,
            "forgotten": self._held.digest,
            "base": self._site.config.base,
            "sources": [asdict(self._entries[slug]) for slug in sorted(self._entries)],
        }
        return write_generation(
            folder, number, assembly, before, self._files, facts, self._progress
        )

    def _publish(self, made: Generation) -> None:
        self._progress("Publishing", 0, 1)
        self._site.sources.mkdir(exist_ok=True)
        waiting = self._site.sources / "manifest.new"
        write_json(waiting, made.manifest["sources"])
        os.replace(waiting, self._site.sources / "manifest.json")
        publish(self._site.folder, made)
        prune(self._site.folder)
        self._files.prune(self._kept_graphs())
        self._cache.save()

    def _kept_graphs(self) -> set[str]:
        """Return the digests of the graphs of all generations that are there."""
        manifests = self._site.generations.glob("*/MANIFEST.json")
        return {
            digest
            for path in manifests
            for digest in json.loads(path.read_text("utf-8")).get("graphs", {}).values()
        }


def _options(request: Request) -> dict[str, str]:
    names = ("event", "series", "zone", "mapping")
    values = ((name, getattr(request, name)) for name in names)
    return {name: value for name, value in values if value is not None}


def _version(entry: SourceEntry) -> dict[str, object]:
    return {"digest": entry.digest, "options": entry.options, "format": entry.format}


def _entry(
    slug: str,
    digest: str,
    file: str,
    programme: Programme,
    options: dict[str, str],
    versions: list[dict[str, object]],
) -> SourceEntry:
    appearances = (a for e in programme.events for t in e.talks for a in t.appearances)
    people = {one.person.name for one in appearances if not one.person.withheld}
    counts = {
        "events": len(programme.events),
        "talks": programme.talks(),
        "people": len(people),
        "notices": len(programme.notices),
    }
    events = sorted({event_key(event) for event in programme.events})
    return SourceEntry(digest, file, slug, programme.format, options, counts, events, versions)


def _imported(entry: SourceEntry, what: str, notices: tuple[Notice, ...] = ()) -> Import:
    counts = entry.counts
    return Import(
        entry.file,
        what,
        entry.format,
        counts["events"],
        counts["talks"],
        counts["people"],
        notices,
    )
