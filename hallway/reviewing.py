"""The commands that list suggestions and record decisions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from hallway.console import say
from hallway.graph.answers.things import resolve
from hallway.graph.curation.deciding import decide, decide_link, prefer
from hallway.graph.curation.exchanging import export_decisions, import_decisions
from hallway.graph.curation.reviewing import Wanted, waiting
from hallway.graph.errors import SiteError
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site
from hallway.tables import write_table

__all__ = [
    "list_decisions", "list_suggestions", "list_unsure", "read_decisions", "record_decision",
    "write_decisions",
]  # fmt: skip


def list_suggestions(site: Site, limit: int) -> None:
    """Print the surest suggestions."""
    found = [one for case in waiting(site) for one in case.suggestions]
    found.sort(key=lambda one: (-one.confidence, one.iri))
    rows = [
        (one.id, f"{one.confidence:.2f}", one.subject.label, one.object.label, one.evidence)
        for one in found[:limit]
    ]
    write_table(sys.stdout, ("link", "score", "subject", "object", "evidence"), rows)
    say(f"{len(rows)} of {len(found)} suggestions")


def list_unsure(site: Site, wanted: Wanted, limit: int) -> None:
    """Print the cases whose answer is worth most, with what makes them so."""
    if wanted.where:
        where = resolve(site.engine(), site.config.base, "event", wanted.where)
        where = where or resolve(site.engine(), site.config.base, "series", wanted.where)
        if where is None:
            raise SiteError(f"there is no event or series {wanted.where!r}")
        wanted = replace(wanted, where=where)
    cases = waiting(site, wanted)
    rows = [
        (
            case.first.id, case.kind, f"{case.first.confidence:.2f}", case.moved,
            len(case.suggestions), f"{case.weight:.1f}", case.first.subject.label,
            case.first.object.label,
        )
        for case in cases[:limit]
    ]  # fmt: skip
    header = ("link", "kind", "score", "talks", "alike", "worth", "subject", "object")
    write_table(sys.stdout, header, rows)
    say(f"{len(rows)} of {len(cases)} cases")


def write_decisions(site: Site, output: Path | None, *, current: bool) -> None:
    """Write decisions as a table."""
    text = export_decisions(site, current=current)
    if output is None:
        sys.stdout.write(text)
        return
    output.write_bytes(text.encode("utf-8"))
    say(f"Wrote {output}")


def read_decisions(site: Site, file: Path, *, dry_run: bool, skip_unknown: bool) -> None:
    """Record the decisions of a table and say what became of its rows."""
    found = import_decisions(
        site, file.read_bytes(), file.name, dry_run=dry_run, skip_unknown=skip_unknown
    )
    for line, iri in found.unknown:
        say(f"{file.name}:{line}: left out, this site never had {iri}")
    for line, what in found.contradicting:
        say(f"{file.name}:{line}: left out, it contradicts what was decided here: {what}")
    for what in found.unapplied:
        say(f"Contradiction, not applied: {what}")
    for error in found.errors:
        say(f"{error.where}: {error.what}" + (f"; {error.remedy}" if error.remedy else ""))
    if found.errors:
        raise SiteError(
            f"{len(found.errors)} rows are wrong, and nothing was recorded",
            where=file.name,
            remedy="correct these lines, and import it again",
        )
    done = "would be recorded" if dry_run else "recorded"
    say(f"{len(found.new)} decisions {done}, {found.known} known already")
    if found.new and not dry_run:
        say(f"They hold from the next build on:\n  hallway build --site {site.folder}")


def list_decisions(site: Site) -> None:
    """Print the decisions, and those that contradict one another."""
    decisions = Decisions.load(site.decisions)
    rows = [
        (one.id.rsplit("/", 1)[1], one.action, one.subject, one.object, one.who, one.when, one.why)
        for one in decisions.all
    ]
    header = ("decision", "action", "subject", "object", "who", "when", "why")
    write_table(sys.stdout, header, rows)
    for conflict in decisions.conflicts:
        say(f"Contradiction, not applied: {conflict.what}")
    for problem in decisions.problems:
        say(problem)


def record_decision(site: Site, action: str, things: Sequence[str], who: str, why: str) -> None:
    """Record a decision; it holds from the next build on."""
    when = datetime.now(UTC)
    if action in ("accept", "reject", "unsure"):
        decision = decide_link(site, action, things[0], who=who, when=when, why=why)
    elif action == "prefer":
        thing, word, source = things
        decision = prefer(site, thing, word, source, who=who, when=when, why=why)
    else:
        subject, object_ = (*things, "")[:2]
        decision = decide(site, action, subject, object_, who=who, when=when, why=why)
    say(f"Recorded as {decision.id.rsplit('/', 1)[1]}; it holds from the next build on:")
    say(f"  hallway build --site {site.folder}")
