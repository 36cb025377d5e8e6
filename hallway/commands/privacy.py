"""People who asked to be forgotten: the forget command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from hallway.commands.options import site_option

__all__ = ["forget"]


@click.command()
@click.argument("person", required=False)
@click.option("--also", multiple=True, metavar="NAME", help="Another spelling or handle of theirs.")
@click.option("--why", default="", help="A note for the list, kept without the name.")
@click.option(
    "--rewrite-sources",
    is_flag=True,
    help="Take them out of the stored files too, where that is safe.",
)
@click.option("--dry-run", is_flag=True, help="Say what would go; change nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--list", "listing", is_flag=True, help="List the requests, which hold no names.")
@click.option("--lift", type=int, metavar="NUMBER", help="Take a request back; PERSON is the name.")
@click.option("--json", "as_json", is_flag=True, help="What went, as JSON on stdout.")
@site_option
def forget(
    person: str | None,
    also: Sequence[str],
    why: str,
    rewrite_sources: bool,
    dry_run: bool,
    yes: bool,
    listing: bool,
    lift: int | None,
    as_json: bool,
    folder: Path,
) -> None:
    """Take a person out of the site for good, whatever is imported later.

    PERSON is an address, a slug, or the exact name. Their talks stay, with a speaker whose name is
    withheld; their address answers 410. The stored source files are yours: they stay and are named,
    or are rewritten without the person where that can be done safely.

    \b
    Examples:
      hallway forget person/ana-lindqvist --dry-run
      hallway forget "Ana Lindqvist" --also "A. Lindqvist" --yes
      hallway forget person/ana-lindqvist --rewrite-sources --dry-run
    """
    from hallway.forgetting import forget_person, lift_person, list_forgotten

    if listing:
        list_forgotten(folder, as_json=as_json)
    elif person is None:
        raise click.UsageError("name the PERSON, or give --list")
    elif lift is not None:
        lift_person(folder, lift, person, as_json=as_json)
    else:
        forget_person(
            folder,
            person,
            also,
            why,
            rewrite=rewrite_sources,
            dry_run=dry_run,
            yes=yes,
            as_json=as_json,
        )
