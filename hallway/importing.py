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
from hallway.graph import formats
from hallway.graph.build import Import, Report, Request, build
from hallway.graph.errors import SiteError, SourceError
from hallway.graph.mapping.nodes import MAX_BYTES
from hallway.graph.mapping.suggesting import suggest
from hallway.graph.programme import Programme
from hallway.graph.reading.bundle import pack
from hallway.graph.settings import Settings, load_settings, write_settings
from hallway.graph.site import Site
from hallway.tables import printable, write_table

__all__ = [
    "build_site",
    "file_requests",
    "mapping_text",
    "progress_visible",
    "read_file",
    "read_options",
    "sample_requests",
    "show_progress",
    "source_bytes",
    "suggest_mapping",
]

MAPPING_ENDING = ".mapping.yaml"
"""What is added to the name of a file for the mapping that lies beside it."""
SAMPLES = "hallway.samples"
SAMPLE_ENDINGS = (".txt", ".csv", ".xml", ".ics")


def sample_requests() -> list[Request]:
    """Return the bundled programmes."""
    folder = package_files(SAMPLES)
    names = sorted(one.name for one in folder.iterdir() if one.name.endswith(SAMPLE_ENDINGS))
    return [Request((folder / name).read_bytes(), name) for name in names]


def file_requests(
    paths: Sequence[Path],
    name: str | None,
    event: str | None,
    series: str | None,
    zone: str | None,
    mapping: Path | None = None,
) -> list[Request]:
    """Read files from the disk; a folder is one source.

    Parameters
    ----------
    mapping
        A mapping file for all of them; None to take the one beside each file, if there is one.
    """
    requests = []
    for path in paths:
        text, file = given_mapping(path, mapping)
        data = source_bytes(path)
        requests.append(Request(data, path.name, name, event, series, zone, text, file))
    return requests


def given_mapping(path: Path, mapping: Path | None) -> tuple[str | None, str]:
    """Return the text and the name of the mapping of a file.

    It is the mapping that is given, else ``FILE.mapping.yaml`` beside the file; None and "" when
    there is none.
    """
    chosen = mapping or path.with_name(path.name + MAPPING_ENDING)
    if mapping is None and not chosen.is_file():
        return None, ""
    return mapping_text(chosen), chosen.name


def mapping_text(path: Path) -> str:
    """Return the text of a mapping file.

    Raises
    ------
    SourceError
        It is too large, or not UTF-8.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    try:
        if len(data) <= MAX_BYTES:
            return data.decode("utf-8-sig")
        what = f"the mapping has more than {MAX_BYTES:,} bytes"
    except UnicodeDecodeError as error:
        what = f"the mapping is not UTF-8: {error.reason} at byte {error.start}"
    raise SourceError(what, where=path.name, remedy="check that it is a mapping file")


def source_bytes(path: Path) -> bytes:
    """Return the bytes of a file, or of a folder packed into one."""
    return pack(path) if path.is_dir() else path.read_bytes()


def read_options(
    path: Path, event: str | None, series: str | None, zone: str | None, mapping: Path | None
) -> formats.ReadOptions:
    """Return what is known of a file besides its bytes."""
    text, file = given_mapping(path, mapping)
    return formats.ReadOptions(path.name, event, series, zone, text, file)


def suggest_mapping(path: Path, event: str | None, zone: str | None) -> str:
    """Return a proposed mapping for a file; see `hallway.graph.mapping.suggesting.suggest`."""
    options = formats.ReadOptions(file=path.name, event=event, zone=zone)
    return suggest(source_bytes(path), options)


def read_file(
    path: Path,
    name: str | None,
    event: str | None,
    series: str | None,
    zone: str | None,
    as_json: bool,
    mapping: Path | None = None,
) -> bool:
    """Print what a file says; return False when it cannot be read."""
    try:
        options = read_options(path, event, series, zone, mapping)
        programme = formats.read(source_bytes(path), options, name)
    except SourceError as error:
        if as_json:
            fields = {"where": error.where, "what": error.what, "remedy": error.remedy}
            click.echo(json.dumps({"file": path.name, "error": fields}, ensure_ascii=False))
        else:
            say(f"Error: {error}")
        return False
    if as_json:
        said = {"file": path.name, **plain(programme)}
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
    click.echo(f"{len(programme.notices)} notices" if programme.notices else "no notices")


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
