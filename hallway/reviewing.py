"""The commands that list suggestions and record decisions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from hallway.console import say
from hallway.graph.deciding import decide, decide_link
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site
from hallway.tables import write_table

__all__ = ["list_decisions", "list_suggestions", "record_decision"]

SUGGESTIONS = """
PREFIX hw: <https://w3id.org/hallway#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT ?link ?confidence ?subject ?object ?evidence WHERE {
  ?link hw:status hw:suggested ; hw:confidence ?confidence ; hw:evidence ?evidence ;
        rdf:subject ?s ; rdf:object ?o .
  ?s rdfs:label ?subject .
  ?o rdfs:label ?object .
}
ORDER BY DESC(?confidence) ?link
LIMIT 100000
"""


def list_suggestions(site: Site, limit: int) -> None:
    """Print the surest suggestions."""
    found = list(site.sparql(SUGGESTIONS).dicts())
    rows = [
        (
            one["link"].rsplit("/", 1)[1],
            f"{float(one['confidence']):.2f}",
            one["subject"],
            one["object"],
            one["evidence"],
        )
        for one in found[:limit]
    ]
    write_table(sys.stdout, ("link", "score", "subject", "object", "evidence"), rows)
    say(f"{len(rows)} of {len(found)} suggestions")


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
    if action in ("accept", "reject"):
        decision = decide_link(site, action, things[0], who=who, when=when, why=why)
    else:
        subject, object_ = (*things, "")[:2]
        decision = decide(site, action, subject, object_, who=who, when=when, why=why)
    say(f"Recorded as {decision.id.rsplit('/', 1)[1]}; it holds from the next build on:")
    say(f"  hallway build --site {site.folder}")
