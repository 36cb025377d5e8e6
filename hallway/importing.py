"""The commands that read files and build a site."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, is_dataclass
from datetime import date
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

import click

from hallway.console import say
from hallway.given import Given
from hallway.graph import formats
from hallway.graph.build import Import, Report, Request, build
from hallway.graph.errors import SiteError, SourceError
from hallway.graph.kinds import kinds
from hallway.graph.mapping.suggesting import suggest
from hallway.graph.programme import Programme
from hallway.graph.settings import Settings, load_settings, write_settings
from hallway.graph.site import Site
from hallway.tables import printable, write_table

__all__ = [
    "build_site",
    "progress_visible",
    "read_file",
    "sample_requests",
    "show_progress",
    "suggest_mapping",
]

SAMPLES = "hallway.samples"
SAMPLE_ENDINGS = (".txt", ".csv", ".xml", ".ics")


def sample_requests() -> list[Request]:
    """Return the bundled programmes."""
    folder = package_files(SAMPLES)
    names = sorted(one.name for one in folder.iterdir() if one.name.endswith(SAMPLE_ENDINGS))
    return [Request((folder / name).read_bytes(), name) for name in names]


def suggest_mapping(path: Path, given: Given) -> str:
    """Return a proposed mapping for a file; see `hallway.graph.mapping.suggesting.suggest`."""
    return suggest(given.source(path), given.options(path))


def read_file(path: Path, given: Given, as_json: bool) -> bool:
    """Print what a file says; return False when it cannot be read."""
    try:
        programme = formats.read(given.source(path), given.options(path), given.name)
    except SourceError as error:
        if as_json:
            fields = {"where": error.where, "what": error.what, "remedy": error.remedy}
            click.echo(json.dumps({"file": path.name, "error": fields}, ensure_ascii=False))
        else:
            say(f"Error: {error}")
        return False
    if as_json:
        said = {"file": path.name, **plain(programme)}
        said["kinds"] = plain(kinds(programme.notices))
        click.echo(json.dumps(said, ensure_ascii=False))
    else:
        _print_programme(path.name, programme)
    return True


def plain(value: object) -> Any:
    """Turn records into dictionaries and lists that JSON can carry; moments as ISO 8601."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, date):
        return value.isoformat()
    return value


def _print_programme(file: str, programme: Programme) -> None:
    click.echo(f"{printable(file)}: {programme.format}, {programme.recognised}".rstrip(", "))
    rows = []
    for event in programme.events:
        talks = [talk for talk in event.talks if not talk.is_break]
        people = {said.person.name for talk in talks for said in talk.appearances}
        days = sorted(str(talk.start)[:10] for talk in talks if talk.start)
        first = str(event.start or (days[0] if days else "not stated"))
        last = str(event.end or (days[-1] if days else "not stated"))
        breaks = len(event.talks) - len(talks)
        zone = event.zone or "not stated"
        rows.append((event.name, first, last, zone, len(talks), breaks, len(people)))
    header = ("event", "first day", "last day", "zone", "talks", "breaks", "people")
    write_table(sys.stdout, header, rows)
    for event in programme.events:
        if event.series:
            names = ", ".join(one.name for one in event.series.editions)
            click.echo(printable(f"series: {event.series.name}" + (f" ({names})" if names else "")))
        if event.topics:
            click.echo(printable("topics: " + "; ".join(event.topics)))
        if event.audiences:
            click.echo(printable("audience: " + ", ".join(event.audiences)))
    for notice in programme.notices:
        click.echo(printable(f"{notice.level}: {notice}", keep_lines=True))
    _print_kinds(programme)


def _print_kinds(programme: Programme) -> None:
    """Print what was left out, repaired or doubted, counted by kind."""
    found = kinds(programme.notices)
    if len(programme.notices) > len(found):
        click.echo()
        rows = [(one.level, one.count, one.what, one.first) for one in found]
        write_table(sys.stdout, ("level", "count", "what", "first"), rows)
    left_out = sum(one.count for one in found if one.level == "error")
    records = f", {left_out} records left out" if left_out else ""
    click.echo(f"{len(programme.notices)} notices{records}" if found else "no notices")


def build_site(
    folder: Path,
    requests: Sequence[Request],
    *,
    base: str | None = None,
    title: str | None = None,
    licence: str = "",
    remove: Sequence[str] = (),
    rebuild: bool = False,
    as_json: bool = False,
) -> Report:
    """Build a site and print what changed."""
    _settle(folder, base, title, licence)
    with Site(folder) as site:
        report = build(
            site,
            requests,
            remove=remove,
            rebuild=rebuild,
            progress=show_progress if progress_visible() else None,
        )
    if as_json:
        click.echo(json.dumps(_report_json(report), ensure_ascii=False, indent=1))
    else:
        _print_report(report)
    return report


def _settle(folder: Path, base: str | None, title: str | None, licence: str) -> None:
    """Write hallway.toml for a new site; refuse another base for one that has addresses."""
    path = folder / "hallway.toml"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        defaults = Settings()
        write_settings(path, title or defaults.title, base or defaults.base, licence)
        load_settings(path)
    elif base is not None and load_settings(path).base != base:
        raise SiteError(
            f"the site's base is {load_settings(path).base}, not {base}",
            where=str(path),
            remedy="addresses once published keep; use another --site for another base",
        )


def progress_visible() -> bool:
    """Tell whether somebody looks at stderr."""
    return sys.stderr.isatty() and "CI" not in os.environ


def show_progress(stage: str, done: int, total: int) -> None:
    """Write how far a build is over the line before."""
    share = f" {done} of {total}" if total > 1 else ""
    sys.stderr.write(f"\r\x1b[K{stage}{share} …")
    if stage == "Publishing":
        sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()


def _print_report(report: Report) -> None:
    rows = [
        (one.file, one.what, one.format, one.events, one.talks, one.people, len(one.notices))
        for one in report.imports
    ]
    if rows:
        header = ("file", "is", "format", "events", "talks", "people", "notices")
        write_table(sys.stderr, header, rows)
    for one in report.imports:
        if one.error is not None:
            say(f"Error: {one.error}")
        for notice in one.notices[:5]:
            say(f"{one.file}, {notice}")
        if len(one.notices) > 5:
            say(f"{one.file}: {len(one.notices) - 5} more notices; see them all with: hallway read")
    if report.published:
        added, removed = report.change.added, report.change.removed
        say(f"Generation {report.generation} published: {added:,} quads new, {removed:,} gone.")
    elif report.generation:
        say(f"Nothing new; generation {report.generation} stays.")
    else:
        say("Nothing was published.")
    for conflict in report.conflicts:
        say(f"Decisions contradict, none was applied: {conflict}")
    say(", ".join(f"{number:,} {kind}" for kind, number in report.counts.items()))


def _report_json(report: Report) -> dict[str, Any]:
    def one_import(one: Import) -> dict[str, Any]:
        fields = {name: plain(getattr(one, name)) for name in ("file", "what", "format")}
        fields |= {name: getattr(one, name) for name in ("events", "talks", "people")}
        fields["notices"] = [plain(notice) for notice in one.notices]
        fields["error"] = str(one.error) if one.error else None
        return fields

    return {
        "generation": report.generation,
        "published": report.published,
        "added": report.change.added,
        "removed": report.change.removed,
        "counts": report.counts,
        "conflicts": list(report.conflicts),
        "imports": [one_import(one) for one in report.imports],
    }
