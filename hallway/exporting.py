"""The commands that write the graph out and check it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import BinaryIO

import click

from hallway.asking import find_thing
from hallway.graph.site import Site
from hallway.tables import printable

__all__ = ["check_site", "export_site"]


def export_site(
    site: Site, name: str, kind: str, event: str | None, output: Path | None, out: BinaryIO
) -> None:
    """Write a dump, a network or an event; a file appears only when it is whole."""
    from hallway.graph.publishing import exports

    if output is None:
        _export(site, name, kind, event, out)
        return
    with exports.whole_file(output) as file:
        _export(site, name, kind, event, file)


def _export(site: Site, name: str, kind: str, event: str | None, out: BinaryIO) -> None:
    from hallway.graph.publishing import exports

    if name in ("graphml", "gexf", "csv"):
        exports.write_network(site.network(kind), name, out)
    elif name == "schema.org":
        if event is None:
            raise click.UsageError("schema.org exports one event: name it with --event")
        markup = exports.schema_org(site.engine(), find_thing(site, event))
        out.write(json.dumps(markup, ensure_ascii=False, indent=1).encode("utf-8") + b"\n")
    else:
        exports.dump(site.current.folder / "quads.nq", name, out)
    out.flush()


def check_site(site: Site, as_json: bool) -> bool:
    """Print a report; return whether the data conforms."""
    from hallway.graph.checking import check

    report = check(site.current.folder / "quads.nq", base=site.config.base)
    if as_json:
        click.echo(json.dumps(report.as_json(), ensure_ascii=False, indent=1))
    else:
        click.echo(printable(str(report), keep_lines=True))
    return report.conforms
