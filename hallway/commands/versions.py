"""What changed between versions: diff."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hallway.commands.options import FILE, site_option

__all__ = ["diff"]


@click.command()
@click.argument("versions", nargs=-1, required=True, metavar="SOURCE | OLD_FILE NEW_FILE")
@click.option("--from", "earlier", type=click.IntRange(max=0), help="Default: -1, the one before.")
@click.option("--to", "later", type=click.IntRange(max=0), help="Default: 0, the current version.")
@click.option("--format", "name", help="Name of the format of both files; told from the bytes.")
@click.option("--event", help="Name of the event, for files that do not name it.")
@click.option("--series", help="Name of the series, for files that do not name it.")
@click.option("--zone", help="IANA name of the zone of times without one, such as Europe/Berlin.")
@click.option(
    "--mapping",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Mapping file for both files: what their columns or paths hold.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object; `changed` is true or false."
)
@site_option
def diff(
    folder: Path,
    versions: tuple[str, ...],
    earlier: int | None,
    later: int | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Say what changed between two versions of a programme.

    SOURCE is a source as `hallway status` names it. Two files are compared without a site.
    Exit code 0 whether or not something changed: then stdout is empty, or `changed` false.

    \b
    Examples:
      hallway diff schedule-xml --from -2
      hallway diff monday.xml tuesday.xml --json
    """
    from hallway.differing import compare_files, compare_versions, print_changes
    from hallway.given import Given, site_limits

    if len(versions) == 1:
        if any(options.values()):
            raise click.UsageError(
                "--format, --event, --series, --zone and --mapping are for two files"
            )
        ends = -1 if earlier is None else earlier, later or 0
        changes = compare_versions(folder, versions[0], *ends)
    else:
        if len(versions) > 2 or earlier is not None or later is not None:
            raise click.UsageError("give one source, with --from and --to, or two files without")
        paths = [FILE.convert(one, None, click.get_current_context()) for one in versions]
        changes = compare_files(paths, Given(**options, limits=site_limits(folder)))
    print_changes(changes, as_json)
