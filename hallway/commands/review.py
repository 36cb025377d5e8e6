"""Suggestions and decisions: the review group."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from hallway.commands.options import site_option

__all__ = ["review"]

KINDS = ("person", "record", "spelling", "topic", "organization", "hierarchy")


@click.group()
def review() -> None:
    """List what linking suggests, and decide.

    \b
    Examples:
      hallway review list
      hallway review accept LINK --why "same home page"
    """


@review.command("list")
@click.option("--limit", default=20, show_default=True, help="Most suggestions to list.")
@site_option
def review_list(folder: Path, limit: int) -> None:
    """List suggestions, surest first.

    \b
    Examples:
      hallway review list
      hallway review list --limit 100
    """
    from hallway.console import open_site
    from hallway.reviewing import list_suggestions

    with open_site(folder) as site:
        list_suggestions(site, limit)


@review.command("unsure")
@click.option("--kind", type=click.Choice(KINDS), help="Only one kind of question.")
@click.option("--where", default="", metavar="EVENT", help="Only one event or series.")
@click.option("--text", default="", help="Only names with these words.")
@click.option("--derived", is_flag=True, help="What is asserted already, not what is suggested.")
@click.option("--limit", default=20, show_default=True, help="Most cases to list.")
@site_option
def review_unsure(
    folder: Path, kind: str | None, where: str, text: str, derived: bool, limit: int
) -> None:
    """List what is worth most to know: many talks, and even odds.

    \b
    Examples:
      hallway review unsure
      hallway review unsure --kind person --where series/quay-days
    """
    from hallway.console import open_site
    from hallway.graph.curation.reviewing import Wanted
    from hallway.reviewing import list_unsure

    with open_site(folder) as site:
        list_unsure(site, Wanted(kind or "", where, text, derived), limit)


@review.command("export")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File to write."
)
@click.option("--current", is_flag=True, help="Only what holds; not what was taken back.")
@site_option
def review_export(folder: Path, output: Path | None, current: bool) -> None:
    """Write all decisions as a table (SSSOM, tab-separated).

    \b
    Examples:
      hallway review export > decisions.sssom.tsv
      hallway review export -o decisions.sssom.tsv
    """
    from hallway.console import open_site
    from hallway.reviewing import write_decisions

    with open_site(folder) as site:
        write_decisions(site, output, current=current)


@review.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Say what would be recorded, and record nothing.")
@click.option("--skip-unknown", is_flag=True, help="Leave out rows about things unknown here.")
@site_option
def review_import(folder: Path, file: Path, dry_run: bool, skip_unknown: bool) -> None:
    """Record the decisions of a table, all or none.

    \b
    Examples:
      hallway review import decisions.sssom.tsv --dry-run
      hallway review import decisions.sssom.tsv
    """
    from hallway.console import open_site
    from hallway.reviewing import read_decisions

    with open_site(folder) as site:
        read_decisions(site, file, dry_run=dry_run, skip_unknown=skip_unknown)


@review.command("decisions")
@site_option
def review_decisions(folder: Path) -> None:
    """List what has been decided, oldest first, and what contradicts.

    \b
    Examples:
      hallway review decisions
      hallway review decisions --site /srv/talks
    """
    from hallway.console import open_site
    from hallway.reviewing import list_decisions

    with open_site(folder) as site:
        list_decisions(site)


def _deciding(action: str, arguments: Sequence[str], does: str, example: str) -> None:
    """Add the command of one action; its arguments are the decision's subject and object."""

    @review.command(
        action,
        help=f"""{does}

    \b
    Examples:
      hallway review {action} {example}
      hallway review {action} {example} --who ana --why "same home page"
    """,
    )
    @click.option(
        "--who",
        default=lambda: os.environ.get("USER", ""),
        show_default="$USER",
        help="Who decides.",
    )
    @click.option("--why", default="", help="The reason, kept with the decision.")
    @site_option
    def decide(folder: Path, who: str, why: str, **values: str) -> None:
        from hallway.console import open_site
        from hallway.reviewing import record_decision

        with open_site(folder) as site:
            record_decision(site, action, [values[name] for name in arguments], who, why)

    for name in arguments:
        decide.params.append(click.Argument([name]))


_deciding("accept", ("link",), "Accept a suggested or derived link.", "0a1b2c3d4e5f6071")
_deciding("reject", ("link",), "Reject a suggested or derived link.", "0a1b2c3d4e5f6071")
_deciding(
    "merge",
    ("a", "b"),
    "Say that two people, topics or organizations are one.",
    "person/ana-l person/ana-lee",
)
_deciding(
    "split",
    ("a", "b"),
    "Keep two things apart, or take a part out of one.",
    "person/jie-yang person/jie-yang-2",
)
_deciding("rename", ("thing", "name"), "Give a thing its name.", 'person/ana-l "Ana Lindqvist"')
_deciding(
    "prefer",
    ("thing", "property", "source"),
    "Believe a source about one property of a thing.",
    "talk/cranes-at-night start calendar-ics",
)
_deciding("undo", ("decision",), "Take a decision back.", "1f2e3d4c5b6a7988")
