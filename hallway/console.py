"""What every command needs: a site, and a voice on stderr."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from hallway.graph.site import Site
from hallway.tables import printable

__all__ = ["open_site", "say"]


def say(text: str = "") -> None:
    """Write a line for people to stderr."""
    click.echo(printable(text, keep_lines=True), err=True)


@contextmanager
def open_site(folder: Path) -> Iterator[Site]:
    """Open a built site and close its engine at the end."""
    with Site(folder) as site:
        _ = site.current
        yield site
