"""The commands that fetch sources: the only place that lets Hallway connect for a source."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hallway.console import say
from hallway.graph.build import Report, Request
from hallway.graph.errors import SiteError, SourceError
from hallway.graph.fetching.connecting import PUBLIC, Reach
from hallway.graph.fetching.destinations import destination_of
from hallway.graph.fetching.fetch import Validators
from hallway.graph.fetching.fetched import (
    FILE,
    Remembered,
    free_name,
    load_fetched,
    remembering,
    update_fetched,
)
from hallway.graph.fetching.manners import Manners
from hallway.graph.settings import load_settings
from hallway.graph.site import Site
from hallway.importing import build_site

__all__ = ["fetch_sources", "refresh_sources"]


@dataclass(frozen=True, slots=True)
class _Came:
    """A source that came: what to build of it, and what to remember when that goes well."""

    request: Request
    entry: Remembered


def fetch_sources(
    folder: Path,
    urls: Sequence[str],
    options: Mapping[str, str],
    reach: Reach = PUBLIC,
) -> bool:
    """Fetch addresses, build what came, and remember what was built.

    Parameters
    ----------
    folder
        The site's folder; made when missing and something came.
    urls
        Http or https addresses.
    options
        Any of ``format``, ``event``, ``series``, ``zone`` and ``mapping`` (its text), for all.
    reach
        What may be reached.

    Returns
    -------
    bool
        False when an address could not be fetched or its file not be read; the others are built.
    """
    known = load_fetched(folder)
    wanted: list[Remembered] = []
    failed = False
    for url in urls:
        try:
            plain = destination_of(url).url
        except SourceError as error:
            say(f"Error: {error}")
            failed = True
            continue
        before = known.get(plain)
        wanted.append(
            Remembered(
                plain,
                before.file if before else "",
                before.digest if before else "",
                before.origin if before else "",
                before.etag if before else "",
                before.modified if before else "",
                dict(options),
            )
        )
    unique = {one.url: one for one in wanted}
    return _build(folder, list(unique.values()), reach) and not failed


def refresh_sources(folder: Path, reach: Reach = PUBLIC) -> bool:
    """Fetch again whatever was fetched before, and build once.

    An address whose source was removed from the site since is forgotten.

    Returns
    -------
    bool
        As of `fetch_sources`.

    Raises
    ------
    SiteError
        Nothing was fetched before.
    """
    known = load_fetched(folder)
    if not known:
        raise SiteError(
            "nothing has been fetched here yet",
            where=str(folder / FILE),
            remedy=f"hallway fetch URL… --site {folder}",
        )
    held = _held(folder)
    gone = [one for one in known.values() if one.digest not in held]
    for one in gone:
        say(f"{one.url}: its source was removed from the site; forgotten.")
    if gone:
        with remembering(folder):
            update_fetched(folder, [], forget=[one.url for one in gone])
    return _build(folder, [one for one in known.values() if one.digest in held], reach)


def _held(folder: Path) -> set[str]:
    """Return the digests of the published sources, earlier versions included."""
    with Site(folder) as site:
        if site.published() is None:
            return set()
        sources = site.current.sources
    earlier = {str(version["digest"]) for one in sources for version in one.versions}
    return earlier | {one.digest for one in sources}


def _build(folder: Path, wanted: Sequence[Remembered], reach: Reach) -> bool:
    """Fetch, build once, remember; True when all went well."""
    manners = Manners(load_settings(folder / "hallway.toml").fetching, reach)
    came: list[_Came] = []
    for one in wanted:
        try:
            came.append(_fetch(folder, one, manners))
        except SourceError as error:
            say(f"Error: {error}")
    if not came:
        return not wanted
    with remembering(folder):
        came = list(_named(came, load_fetched(folder)))
        report = build_site(folder, [one.request for one in came])
        built = _built(report, came)
        update_fetched(folder, [one.entry for one in built])
    return len(built) == len(wanted)


def _fetch(folder: Path, one: Remembered, manners: Manners) -> _Came:
    """Fetch one address; what did not change is taken from the stored sources."""
    stored = _stored(folder, one.digest)
    known = None
    if stored is not None and (one.etag or one.modified):
        known = Validators(one.origin, one.etag, one.modified)
    fetched = manners.fetch(one.url, known)
    body = fetched.body if fetched.body is not None else stored or b""
    digest = hashlib.sha256(body).hexdigest()
    say(f"{one.url}: " + ("the same." if digest == one.digest else f"{len(body):,} bytes."))
    given = fetched.validators
    entry = Remembered(
        one.url, one.file, digest, given.url, given.etag, given.modified, one.options
    )
    return _Came(Request(body, one.file, **one.options), entry)


def _named(came: Iterable[_Came], known: Mapping[str, Remembered]) -> Iterator[_Came]:
    """Give each source its name: that of before, else one that no other address has."""
    taken = dict(known)
    for one in came:
        url = one.entry.url
        file = taken[url].file if url in taken else free_name(url, taken.values())
        taken[url] = replace(one.entry, file=file)
        yield _Came(replace(one.request, file=file), taken[url])


def _stored(folder: Path, digest: str) -> bytes | None:
    """Return the bytes of before if they are there and whole; else they are asked for anew."""
    path = folder / "sources" / digest
    if not digest or not path.is_file():
        return None
    stored = path.read_bytes()
    return stored if hashlib.sha256(stored).hexdigest() == digest else None


def _built(report: Report, came: Sequence[_Came]) -> list[_Came]:
    """Leave out what could not be read: it is asked for anew the next time."""
    imports = [one for one in report.imports if one.what != "removed"]  # in the order of requests
    return [one for one, done in zip(came, imports, strict=True) if done.what != "failed"]
