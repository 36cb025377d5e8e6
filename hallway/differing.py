"""The command that compares two versions of a programme."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from hallway.console import open_site, say
from hallway.given import Given
from hallway.graph import formats
from hallway.graph.versions.chain import find_source, read_version
from hallway.graph.versions.changes import Changes
from hallway.graph.versions.diffing import diff
from hallway.tables import printable

__all__ = ["compare_files", "compare_versions", "print_changes"]


def compare_versions(folder: Path, slug: str, earlier: int, later: int) -> Changes:
    """Compare two versions of a source of a site; 0 is the current one, -1 the one before."""
    with open_site(folder) as site:
        entry = find_source(site, slug)
        old, new = (read_version(site, entry, number) for number in (earlier, later))
        return diff(old, new, slug)


def compare_files(paths: Sequence[Path], given: Given) -> Changes:
    """Compare two files that are versions of one source."""
    old, new = (formats.read(given.source(path), given.options(path), given.name) for path in paths)
    return diff(old, new, paths[-1].name)


def print_changes(changes: Changes, as_json: bool) -> None:
    """Print what changed, a line each; nothing on stdout when nothing did, unless as JSON."""
    if as_json:
        click.echo(json.dumps(changes.as_json(), ensure_ascii=False, indent=1))
        return
    for line in changes.lines():
        click.echo(printable(line))
    say(
        ", ".join(f"{number:,} {label}" for label, number in changes.counts().items())
        or "no changes"
    )
