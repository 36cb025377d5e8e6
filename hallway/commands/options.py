"""Options that several commands share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

__all__ = ["FILE", "reading_options", "site_option"]

FILE = click.Path(exists=True, path_type=Path)
"""A file, or a folder: that is one source of several files."""


def site_option(function: Any) -> Any:
    """Add ``--site``, the site's folder."""
    return click.option(
        "--site",
        "folder",
        type=click.Path(file_okay=False, path_type=Path),
        default=lambda: os.environ.get("HALLWAY_SITE", "hallway-site"),
        show_default="$HALLWAY_SITE or ./hallway-site",
        help="The site's folder.",
    )(function)


def reading_options(function: Any) -> Any:
    """Add what a file may not say itself: its format, event, series, zone, and a mapping."""
    for option in reversed(
        [
            click.option(
                "--format", "name", help="Name of a format; told from the bytes by default."
            ),
            click.option("--event", help="Name of the event, for a file that does not name it."),
            click.option("--series", help="Name of the series, for a file that does not name it."),
            click.option(
                "--zone",
                help="IANA name of the zone of times without one, such as Europe/Berlin.",
            ),
            click.option(
                "--mapping",
                type=click.Path(exists=True, dir_okay=False, path_type=Path),
                help="Mapping file: what the columns or paths hold. Default: FILE.mapping.yaml.",
            ),
        ]
    ):
        function = option(function)
    return function
