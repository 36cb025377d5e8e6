"""The command that forgets people: what it asks, and what it says."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from hallway.console import open_site, say
from hallway.graph.build import Report
from hallway.graph.errors import SiteError
from hallway.graph.site import Site
from hallway.graph.suppression.forget import complete, forget, lift
from hallway.graph.suppression.forgotten import load_forgotten
from hallway.graph.suppression.planning import Plan, find_people, plan
from hallway.importing import progress_visible, show_progress
from hallway.tables import printable, write_table

__all__ = ["forget_person", "lift_person", "list_forgotten"]

MOST_LISTED = 20


def forget_person(
    folder: Path,
    wanted: str,
    also: Sequence[str],
    why: str,
    *,
    rewrite: bool,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Say what will go, ask, and forget."""
    with open_site(folder) as site:
        if not dry_run and complete(site) is not None:
            say("A request that had been interrupted is done now.")
            if not find_people(site, wanted):
                return
        iri = _chosen(site, wanted)
        if dry_run or not yes:
            planned = plan(site, iri, also=also, why=why, rewrite=rewrite)
            if as_json and dry_run:
                click.echo(json.dumps(_plan_json(planned), ensure_ascii=False, indent=1))
            else:
                _print_plan(planned)
        if dry_run:
            say("Nothing was changed.")
            return
        if not yes:
            if not sys.stdin.isatty():
                raise click.UsageError("give --yes to forget without being asked")
            click.confirm("Forget this person?", abort=True, err=True)
        progress = show_progress if progress_visible() else None
        done, report = forget(site, iri, also=also, why=why, rewrite=rewrite, progress=progress)
    if as_json:
        click.echo(json.dumps(_done_json(done, report), ensure_ascii=False, indent=1))
    else:
        _print_done(done, report)


def _chosen(site: Site, wanted: str) -> str:
    """Return the address of the one person that is meant; exit 2 when it may be several."""
    found = find_people(site, wanted)
    if not found:
        raise SiteError(
            f"nobody here is called {wanted!r}",
            remedy="give the address of their page, or the name as it stands there",
        )
    if len(found) > 1:
        raise click.UsageError(
            printable(f"{len(found)} people are called {wanted!r}; give the address of one:\n")
            + "\n".join(f"  {iri}" for iri, _ in found)
        )
    return found[0][0]


def _print_plan(planned: Plan) -> None:
    say(f"{planned.label} ({planned.iri})")
    _print_some("named as", [f'"{name}"' for name in planned.names])
    _print_some("profile", planned.links)
    talks = [f"{title or 'the event itself'}, {event}" for title, event in planned.talks]
    _print_some("appears in", talks)
    _print_some("text or address with the name in", planned.texts)
    _print_some("address that will answer 410", planned.gone)
    if planned.decisions:
        say(f"  decisions that go: {planned.decisions}")
    _print_some("somebody else of the same name, who stays", planned.namesakes)
    _print_some("one word, not looked for in texts", planned.unsafe)
    _print_some(
        "may mean them, and stays unless it is given with --also",
        [f'"{o.text}" in {o.place[0] or o.place[1]}: {o.around}' for o in planned.mentions],
    )
    _print_stored(planned)


def _print_some(what: str, some: Sequence[str]) -> None:
    for one in some[:MOST_LISTED]:
        say(f"  {what}: {one}")
    if len(some) > MOST_LISTED:
        say(f"  {what}: {len(some) - MOST_LISTED} more")


STORED = {
    "rewritten": "rewritten without the name; what else it tells of them stays, look it through",
    "removed": "an earlier version, which cannot be rewritten safely and is removed",
    "kept": "cannot be rewritten safely and stays: edit it and build it anew, or remove it",
}


def _print_stored(planned: Plan) -> None:
    for one in planned.rewrites:
        version = f", version {one.version}" if one.version else ""
        say(f"  stored file {one.file}{version}: {STORED[one.what]}")
    if planned.stored and not planned.rewrites:
        say(
            "The stored files below sources/ still hold the name; they are not published, and"
            " are yours to edit or keep, or to rewrite with --rewrite-sources:"
        )
        for file in planned.stored:
            say(f"  {file}")


def _print_done(done: Plan, report: Report) -> None:
    say(f"Forgotten as number {done.entry.number}. Generation {report.generation} published.")
    say(
        f"Appearances whose name is withheld now: {len(done.talks)}. Talks with another text or"
        f" address: {len(done.texts)}. Addresses that answer 410: {len(done.gone)}. Decisions that"
        f" went: {done.decisions}."
    )
    _print_stored(done)
    say("Backups, logs and copies that others made are not in the hands of this command.")


def _plan_json(planned: Plan) -> dict[str, Any]:
    return {
        "person": planned.iri,
        "name": planned.label,
        "names": list(planned.names),
        "links": list(planned.links),
        "talks": [{"title": title, "event": event} for title, event in planned.talks],
        "texts": list(planned.texts),
        "gone": list(planned.gone),
        "namesakes": list(planned.namesakes),
        "decisions": planned.decisions,
        "stored": list(planned.stored),
        "unsafe": list(planned.unsafe),
        "mentions": [
            {"text": one.text, "talk": one.place[0], "event": one.place[1], "around": one.around}
            for one in planned.mentions
        ],
        "rewrites": _rewrites_json(planned),
    }


def _done_json(done: Plan, report: Report) -> dict[str, Any]:
    return {
        "number": done.entry.number,
        "generation": report.generation,
        "appearances": len(done.talks),
        "texts": len(done.texts),
        "gone": len(done.gone),
        "decisions": done.decisions,
        "stored": list(done.stored),
        "rewrites": _rewrites_json(done),
    }


def _rewrites_json(planned: Plan) -> list[dict[str, Any]]:
    return [
        {"file": one.file, "version": one.version, "what": one.what} for one in planned.rewrites
    ]


def list_forgotten(folder: Path, *, as_json: bool) -> None:
    """Print the requests: number, day and note."""
    held = load_forgotten(folder)
    if as_json:
        rows = [{"number": one.number, "date": one.date, "why": one.why} for one in held.people]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    write_table(
        sys.stdout,
        ("number", "date", "addresses", "note"),
        [(one.number, one.date, len(one.addresses), one.why) for one in held.people],
    )


def lift_person(folder: Path, number: int, name: str, *, as_json: bool) -> None:
    """Take a request back."""
    with open_site(folder) as site:
        progress = show_progress if progress_visible() else None
        report = lift(site, number, name, progress=progress)
    if as_json:
        click.echo(json.dumps({"lifted": number, "generation": report.generation}))
    else:
        say(f"Number {number} is off the list. Generation {report.generation} published.")
