"""Sources to a new generation, and nothing else.

A build reads every source, settles names, links, writes the quads, makes the store and the index,
and publishes them by one rename. Until that rename readers see the old generation; after a crash
nothing needs repair. The same sources, decisions and version give the same bytes.
"""

from __future__ import annotations

import ctypes
import gc
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field

import hallway
from hallway.graph.addresses import Addresses, Ledger
from hallway.graph.building.assembly import Assembly, assemble
from hallway.graph.building.cache import Cache, digest_of
from hallway.graph.building.fingerprints import program
from hallway.graph.building.graph_files import GraphFiles
from hallway.graph.building.intake import Import, Intake, Progress, Request
from hallway.graph.building.stored import StoredSources
from hallway.graph.building.wholeness import Wholeness
from hallway.graph.building.writing import fragile, write_generation
from hallway.graph.errors import SiteError
from hallway.graph.generations import (
    Change,
    Generation,
    SourceEntry,
    building,
    difference,
    prune,
    publish,
    read_manifest,
    withdraw,
    write_json,
)
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.topics.vectors import Vectors, installed_encoder, installed_name
from hallway.graph.reconciling.identity import identify
from hallway.graph.site import Site
from hallway.graph.suppression.erasing import clean_decisions, clean_ledger
from hallway.graph.suppression.forgotten import FILE as FORGOTTEN
from hallway.graph.suppression.forgotten import load_forgotten
from hallway.graph.suppression.programmes import Forgetter
from hallway.graph.suppression.stored_files import finish, redirected, waiting

__all__ = ["Change", "Import", "Report", "Request", "build"]


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
        Another build is running, the site is damaged, or its server took no graph. A file that
        cannot be read is an entry of the report instead, and the others are built.
    """
    with building(site.folder):
        report = _Build(site, progress or (lambda stage, done, total: None)).run(
            requests, remove, rebuild
        )
        if site.config.engine == "remote" and report.generation:
            from hallway.graph.engine.serving_remote import load_remote

            load_remote(site.folder, site.config, site.current)
        if report.generation:
            finish(site.folder, load_forgotten(site.folder), site.current.sources)
        return report


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the collector from millions of records without a cycle while they are made, and after.

    Collecting among them takes as long as making them.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        if collecting:
            gc.enable()


def _let_go() -> None:
    """Give memory that nothing uses any more back to the system: store and index are not Python's.

    Where the C library cannot be told to, it keeps what is free for later.
    """
    gc.unfreeze()
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


class _Build:
    """One build: what it remembers, and whom the site has forgotten."""

    def __init__(self, site: Site, progress: Progress) -> None:
        self._site = site
        self._progress = progress
        self._forgetter = Forgetter(load_forgotten(site.folder))
        self._held = self._forgetter.finder.held
        self._ledger = Ledger(site.ledger, self._held)
        self._remember()

    def run(self, requests: Sequence[Request], remove: Sequence[str], rebuild: bool) -> Report:
        before = self._before()
        intake = self._intake(before)
        intake.remove(remove)
        for done, request in enumerate(requests):
            self._progress("Reading", done, len(requests))
            intake.bring(request)
        imports = tuple(intake.imports)
        if before is None and not intake.entries:
            return Report(0, False, imports)
        addresses = Addresses(self._site.config.base, self._ledger)
        intake.hand_down(lambda some: identify(some, addresses, self._decided()).sources)
        fingerprint = self._fingerprint(intake.entries.values())
        if before is not None and before.manifest["fingerprint"] == fingerprint and not rebuild:
            return Report(before.number, False, imports, counts=before.counts)
        pending = self._held.digest != (before.manifest.get("forgotten", "") if before else "")
        if pending:
            shutil.rmtree(self._site.cache, ignore_errors=True)  # it may hold the names
            self._remember()
        old = None if rebuild or pending else before
        number = (before.number if before else 0) + 1
        # Whether the generation before is whole is found out while this one is worked out.
        with Wholeness(fragile(old) if old else {}) as whole:
            assembly = self._assemble(intake, addresses, before, pending)
            _let_go()
            made, change = self._write(assembly, number, fingerprint, intake, old, whole)
        if before is not None and old is None:
            change = difference(before.folder / "quads.nq", made.folder / "quads.nq")
        self._ledger.save()
        self._publish(made)
        if pending:
            withdraw(self._site.folder)
        return Report(number, True, imports, change, made.counts, assembly.conflicts)

    def _assemble(
        self, intake: Intake, addresses: Addresses, before: Generation | None, pending: bool
    ) -> Assembly:
        counted = before is not None and before.manifest.get("program") == program()
        with _uncollected():
            sources = intake.sources(
                self._stored, anew=pending, counted=counted, progress=self._progress
            )
        self._progress("Linking", 0, 1)
        decisions = self._forget(intake, pending)
        with _uncollected():
            assembly = assemble(
                sources, addresses, decisions, self._files, self._cache, self._vectors()
            )
        self._cache.save()  # what it held is memory for the store and the index
        return assembly

    def _intake(self, before: Generation | None) -> Intake:
        entries = before.sources if before is not None else []
        if before is not None and self._held.digest == before.manifest.get("forgotten", ""):
            # Files are rewritten once nobody on the list is in the generation any more.
            become = waiting(self._site.folder, self._held)
            entries = [redirected(one, become) for one in entries]
        believed = self._site.config.believed
        return Intake(entries, self._stored, self._ledger, self._forgetter, believed)

    def _vectors(self) -> Vectors | None:
        """Open the vectors of texts if they are wanted; none of before a text was withheld."""
        encoder = installed_encoder() if self._site.config.linking.vectors else None
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
        try:
            manifest = read_manifest(folder)
        except FileNotFoundError as error:
            raise SiteError(
                f"CURRENT names generation {number}, which is not there",
                where=str(self._site.folder / "CURRENT"),
                remedy="write the number of the newest folder under generations/ into it",
            ) from error
        if manifest.get("forgotten") and not (self._site.folder / FORGOTTEN).exists():
            raise SiteError(
                "the list of who asked to be forgotten is missing",
                where=str(self._site.folder / FORGOTTEN),
                remedy="restore the file from a copy; without it people would come back",
            )
        return Generation(number, folder, manifest)

    def _forget(self, intake: Intake, pending: bool) -> Decisions:
        """Take names out of the ledger and the decisions; return the decisions."""
        decisions = self._decided()
        if not self._held:
            return decisions
        clean_ledger(self._ledger, self._forgetter, intake.moved, whole=pending)
        path = self._site.decisions if pending else None
        return clean_decisions(decisions, self._forgetter, self._site.config.base, path)

    def _decided(self) -> Decisions:
        return Decisions.load(self._site.decisions)

    def _fingerprint(self, entries: Iterable[SourceEntry]) -> str:
        """Sum up everything that the result depends on."""
        parts = sorted(
            json.dumps(
                [
                    one.slug,
                    one.digest,
                    one.format,
                    one.options,
                    one.lineage,
                    one.versions,
                    one.inherited,
                ],
                sort_keys=True,
            )
            for one in entries
        )
        decisions = self._site.decisions
        parts.append(decisions.read_text("utf-8") if decisions.exists() else "")
        parts += [program(), self._site.config.base, self._held.digest]
        parts += self._site.config.believed
        parts.append(installed_name() if self._site.config.linking.vectors else "")
        return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()

    # The generation ------------------------------------------------------------------------------

    def _write(
        self,
        assembly: Assembly,
        number: int,
        fingerprint: str,
        intake: Intake,
        before: Generation | None,
        whole: Wholeness,
    ) -> tuple[Generation, Change]:
        folder = self._site.generations / f"building-{os.getpid()}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        facts = {
            "hallway": hallway.__version__,
            "fingerprint": fingerprint,
            "forgotten": self._held.digest,
            "base": self._site.config.base,
            "sources": [asdict(intake.entries[slug]) for slug in sorted(intake.entries)],
        }
        return write_generation(
            folder, number, assembly, before, whole, self._files, facts, self._progress
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

    def _kept_graphs(self) -> set[str]:
        """Return the digests of the graphs of all generations that are there."""
        found: set[str] = set()
        for path in self._site.generations.glob("*/MANIFEST.json"):
            with suppress(SiteError):  # of a generation that nobody can open
                found.update(read_manifest(path.parent).get("graphs", {}).values())
        return found
