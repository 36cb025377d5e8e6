"""The list of what sources disagree about."""

from __future__ import annotations

import json
import sys

import click

from hallway.console import say
from hallway.graph.reconciling.conflicts import HEADER, conflicts
from hallway.graph.site import Site
from hallway.tables import write_table

__all__ = ["list_conflicts"]


def list_conflicts(site: Site, as_json: bool) -> None:
    """Print each disagreement: a row for each source, or all as JSON."""
    found = conflicts(site)
    if as_json:
        text = json.dumps([one.as_json() for one in found], indent=1, ensure_ascii=False)
        click.echo(text)
        return
    write_table(sys.stdout, HEADER, [row for one in found for row in one.rows()])
    say(f"{len(found)} disagreements" if len(found) != 1 else "1 disagreement")
