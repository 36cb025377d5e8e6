"""Forgets a person on request: lists them by hashes, and builds anew without them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from hallway.graph.addresses import Ledger
from hallway.graph.build import Report, build
from hallway.graph.building.intake import Progress
from hallway.graph.errors import SiteError
from hallway.graph.generations import building
from hallway.graph.site import Site
from hallway.graph.suppression.erasing import clean_ledger, moves
from hallway.graph.suppression.forgotten import ForgottenList, load_forgotten, save_forgotten
from hallway.graph.suppression.name_words import name_words
from hallway.graph.suppression.planning import Plan, planned_for
from hallway.graph.suppression.programmes import Forgetter
from hallway.graph.suppression.stored_files import begin, waiting
from hallway.graph.versions.chain import read_version

__all__ = ["complete", "forget", "lift"]


def forget(
    site: Site,
    iri: str,
    *,
    also: Sequence[str] = (),
    why: str = "",
    today: date | None = None,
    rewrite: bool = False,
    progress: Progress | None = None,
) -> tuple[Plan, Report]:
    """Forget a person: list them, and publish a generation without them.

    The list is on the disk before anything else changes. If the build ends early, the next one
    completes it; until then readers see the generation before.

    Parameters
    ----------
    rewrite
        Take them out of the stored files too, see `hallway.graph.suppression.stored_files`; one
        more generation is published.

    Raises
    ------
    SiteError
        No source names the person, or another build is running.
    """
    with building(site.folder):
        held = load_forgotten(site.folder).started()
        if waiting(site.folder, held):
            raise SiteError(
                "files that another request is to take somebody out of wait for a build",
                where=str(site.folder),
                remedy="hallway build, then ask again",
            )
        planned = planned_for(site, held, iri, also, why, today, rewrite=rewrite)
        begin(site.folder, planned.entry.number, planned.rewrites)
        save_forgotten(site.folder, held.with_person(planned.entry))
    site.close()  # what it has open of the generation before must go
    report = build(site, progress=progress)
    if any(one.what != "kept" for one in planned.rewrites):
        site.close()
        report = build(site, progress=progress)
    return planned, report


def complete(site: Site, progress: Progress | None = None) -> Report | None:
    """Finish a request whose build was interrupted; None when there is none."""
    if site.published() is None:
        return None
    held = load_forgotten(site.folder)
    if held.digest != site.current.manifest.get("forgotten", ""):
        site.close()
        build(site, progress=progress)
    elif not waiting(site.folder, held):
        return None
    site.close()
    return build(site, progress=progress)


def lift(site: Site, number: int, name: str, *, progress: Progress | None = None) -> Report:
    """Take somebody off the list again; whoever asks for it must know the name.

    Addresses of talks stay as they are; the person's own is given anew.

    Raises
    ------
    SiteError
        Nobody of this number is on the list, or it is somebody of another name.
    """
    with building(site.folder):
        held = load_forgotten(site.folder)
        known = {one.number: one for one in held.people}
        if number not in known:
            some = ", ".join(map(str, known)) or "nobody"
            raise SiteError(f"nobody has number {number}", remedy=f"on the list: {some}")
        if held.hashed("name", *name_words(name)) not in known[number].names:
            raise SiteError(
                f"number {number} is somebody of another name",
                remedy="give a name that the person was forgotten under, as a source spells it",
            )
        after = held.without(number)
        _move_back(site, held, after)
        save_forgotten(site.folder, after)
    site.close()
    return build(site, progress=progress)


def _move_back(site: Site, held: ForgottenList, after: ForgottenList) -> None:
    """Give talks the keys that they have with the name, so that they keep their addresses.

    A build that comes in between moves them forward again: `suppression.erasing.moves`.
    """
    back: dict[tuple[str, str], str] = {}
    before, now = Forgetter(held), Forgetter(after)
    for entry in site.current.sources:
        raw = read_version(site, entry, 0, ForgottenList())
        told = now.programme(raw, entry.file) if after else raw
        back.update(moves(before.programme(raw, entry.file), told, entry.slug))
    clean_ledger(Ledger(site.ledger, held), before, back, whole=False)
