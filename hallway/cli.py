"""The command line. Data goes to stdout, everything else to stderr.

Exit codes: 0 done, 1 could not, 2 used wrongly, 3 the data does not conform.
"""

from __future__ import annotations

import sys
from typing import Any

import click

from hallway import __version__
from hallway.commands import privacy, publishing, questions, review, sources, versions
from hallway.graph.errors import HallwayError
from hallway.tables import printable

__all__ = ["main"]


class _Group(click.Group):
    """Turns errors into a message and exit code 1; a traceback is a fault of ours."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except HallwayError as error:
            raise click.ClickException(printable(str(error), keep_lines=True)) from error
        except BrokenPipeError:
            sys.stderr.close()
            raise SystemExit(1) from None
        except OSError as error:
            raise click.ClickException(printable(_of_the_system(error))) from error
        except ModuleNotFoundError as error:
            if error.name not in POSIX:
                raise
            raise click.ClickException(
                f"this system lacks {error.name}: Hallway needs Linux, macOS or another POSIX"
                " system; on Windows run it in WSL"
            ) from error


POSIX = ("fcntl", "resource")
"""Modules that only POSIX systems have."""


def _of_the_system(error: OSError) -> str:
    """Return what the system refused: no room, no permission, a file that is gone."""
    what = error.strerror or " ".join(str(error).split())
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{what}; what was published before stays as it was"


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hallway")
def main() -> None:
    """Conference programmes in, one knowledge graph out.

    \b
    Examples:
      hallway demo
      hallway build schedule.xml talks.csv && hallway serve
    """


for command in (
    sources.demo,
    sources.read,
    sources.build,
    sources.fetch,
    sources.refresh,
    questions.query,
    questions.ask,
    questions.connect,
    questions.match,
    versions.diff,
    review.review,
    privacy.forget,
    publishing.serve,
    publishing.mcp,
    publishing.export,
    publishing.check,
    publishing.status,
):
    main.add_command(command)
