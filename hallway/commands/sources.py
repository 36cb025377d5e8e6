"""Programmes in: demo, read, build, fetch and refresh."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hallway.commands.options import FILE, reading_options, site_option

__all__ = ["build", "demo", "fetch", "read", "refresh"]


@click.command()
@click.option("--port", default=8000, show_default=True, help="Port on 127.0.0.1.")
@click.option("--no-serve", is_flag=True, help="Build the site and stop.")
@site_option
def demo(port: int, no_serve: bool, folder: Path) -> None:
    """Build the bundled programmes and serve them.

    \b
    Examples:
      hallway demo
      hallway demo --port 8080 --site /tmp/demo
    """
    from hallway.importing import build_site, sample_requests
    from hallway.serving import serve_site

    build_site(folder, sample_requests(), base=f"http://127.0.0.1:{port}/", title="Hallway demo")
    if not no_serve:
        serve_site(folder, "127.0.0.1", port)


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
@reading_options
@click.option("--suggest", is_flag=True, help="Propose a mapping file for a table or JSON.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file.")
@site_option
def read(
    folder: Path, files: tuple[Path, ...], suggest: bool, as_json: bool, **options: Any
) -> None:
    """Say what a file holds, with every notice; write nothing.

    Of the site only the limits in its hallway.toml are used, if there is one.

    \b
    Examples:
      hallway read schedule.xml
      hallway read --json talks.csv --event "Harbour Conf 2026"
      hallway read --suggest odd.csv > odd.yaml && hallway read odd.csv --mapping odd.yaml
    """
    from hallway.given import Given, site_limits
    from hallway.importing import read_file, suggest_mapping

    given = Given(**options, limits=site_limits(folder))
    if suggest:
        if len(files) > 1 or given.name or given.series or given.mapping or as_json:
            raise click.UsageError("--suggest takes one file, and --event and --zone beside it")
        click.echo(suggest_mapping(files[0], given), nl=False)
        return
    failed = 0
    for path in files:
        failed += not read_file(path, given, as_json)
    if failed:
        raise SystemExit(1)


@click.command()
@click.argument("files", nargs=-1, type=FILE)
@reading_options
@click.option("--base", help="Base of all addresses, for a new site; ends in a slash.")
@click.option("--title", help="Title, for a new site.")
@click.option("--licence", default="", help="Licence of the published data, for a new site.")
@click.option("--remove", multiple=True, metavar="SOURCE", help="Leave out a source from now on.")
@click.option("--rebuild", is_flag=True, help="Publish a generation even when nothing is new.")
@click.option("--json", "as_json", is_flag=True, help="The report as JSON on stdout.")
@site_option
def build(folder: Path, files: tuple[Path, ...], as_json: bool, **options: Any) -> None:
    """Import programmes and publish a new generation.

    Building the same files again adds nothing. A newer version of a file takes its place.

    \b
    Examples:
      hallway build schedule.xml calendar.ics
      hallway build talks.csv --event "Harbour Conf 2026" --zone Europe/Berlin
    """
    from hallway.given import Given, site_limits
    from hallway.importing import build_site

    said = {name: options[name] for name in ("name", "event", "series", "zone", "mapping")}
    given = Given(**said, limits=site_limits(folder))
    requests = [given.request(path) for path in files]
    report = build_site(
        folder,
        requests,
        base=options["base"],
        title=options["title"],
        licence=options["licence"],
        remove=options["remove"],
        rebuild=options["rebuild"],
        as_json=as_json,
    )
    if any(one.what == "failed" for one in report.imports):
        raise SystemExit(1)


@click.command()
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@reading_options
@site_option
def fetch(
    folder: Path,
    urls: tuple[str, ...],
    name: str | None,
    mapping: Path | None,
    **options: str | None,
) -> None:
    """Fetch programmes from public http or https addresses, and build.

    The addresses are remembered; see refresh.

    \b
    Examples:
      hallway fetch https://talks.example.org/schedule.xml
      hallway fetch https://talks.example.org/talks.csv --event "Harbour Conf 2026"
    """
    from hallway.fetching import fetch_sources
    from hallway.given import mapping_text

    text = mapping_text(mapping) if mapping else None
    given = {"format": name, "mapping": text, **options}
    if not fetch_sources(folder, urls, {key: one for key, one in given.items() if one}):
        raise SystemExit(1)


@click.command()
@site_option
def refresh(folder: Path) -> None:
    """Fetch again whatever was fetched before, and build once.

    \b
    Examples:
      hallway refresh
      hallway refresh --site /srv/talks
    """
    from hallway.fetching import refresh_sources

    if not refresh_sources(folder):
        raise SystemExit(1)
