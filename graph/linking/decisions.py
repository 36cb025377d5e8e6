"""The curator's decisions, and how they overrule what linking finds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from hallway.graph.linking.decision import APPEARS, SPELLED, Decision
from hallway.graph.linking.records import LinkRecord
from hallway.graph.linking.verdicts import (
    Conflict,
    PairRules,
    not_undone,
    pair_rules,
    preferred_sources,
    verdicts_on_links,
)

__all__ = ["Decisions"]


class Decisions:
    """All decisions in the order they were made, and what follows from them.

    Parameters
    ----------
    decisions
        In the order they were made; a second one with the same id is ignored.
    path
        The file that `append` writes to; None for decisions that live in memory only.

    Attributes
    ----------
    conflicts
        Contradictions: accepted and rejected, merged and split (also by way of third people).
    problems
        What of the file could not be read, as sentences.
    """

    def __init__(
        self,
        decisions: Iterable[Decision] = (),
        *,
        path: Path | None = None,
        problems: Sequence[str] = (),
    ) -> None:
        self.path = path
        self.problems = tuple(problems)
        self.all: tuple[Decision, ...] = tuple({d.id: d for d in decisions}.values())
        self._settle()

    def _settle(self) -> None:
        self.effective = not_undone(self.all)
        self._verdicts, link_conflicts = verdicts_on_links(self.effective)
        self._rules, pair_conflicts = pair_rules(self.effective)
        self._preferred, split_beliefs = preferred_sources(self.effective)
        self.conflicts: tuple[Conflict, ...] = (*link_conflicts, *pair_conflicts, *split_beliefs)

    @classmethod
    def load(cls, path: Path) -> Decisions:
        """Read a file of decisions; a file that is not there holds none.

        Raises
        ------
        HallwayError
            The file is no Turtle, or a decision in it says something impossible.
        """
        from hallway.graph.linking.decision_file import read_decisions

        decisions, problems = read_decisions(path)
        return cls(decisions, path=path, problems=problems)

    def append(self, decision: Decision) -> None:
        """Add a decision; see `extend`."""
        self.extend([decision])

    def extend(self, decisions: Iterable[Decision]) -> int:
        """Add decisions, to the file first: they are on the disk whole, or not at all.

        Returns
        -------
        int
            How many were new; those with a known id are left out.

        Raises
        ------
        HallwayError
            They cannot be written; the file is as it was.
        """
        from hallway.graph.linking.decision_file import append_decisions

        known = {one.id for one in self.all}
        new = {one.id: one for one in decisions if one.id not in known}
        if new and self.path is not None:
            append_decisions(self.path, list(new.values()))
        if new:
            self.all = (*self.all, *new.values())
            self._settle()
        return len(new)

    def rules(self, kind: str) -> PairRules:
        """Return which things of a kind must and must not be one, contradictions left out."""
        return self._rules.get(kind, PairRules())

    def people(self) -> PairRules:
        """Return which people must and must not be one, contradictions left out."""
        return self.rules("person")

    def moved(self, where: Mapping[str, str]) -> Decisions:
        """Return the same decisions about links and names, of addresses that lead elsewhere now.

        Parameters
        ----------
        where
            Address -> address of the thing that it is part of now.
        """
        return Decisions(
            replace(
                one,
                subject=where.get(one.subject, one.subject),
                object=one.object if one.action == "rename" else where.get(one.object, one.object),
            )
            for one in self.all
        )

    def rejected(self, predicate: str) -> set[tuple[str, str]]:
        """Return subject and object of the links with a predicate that were rejected."""
        return {
            (subject, target)
            for (subject, name, target), verdict in self._verdicts.items()
            if name == predicate and verdict.action == "reject"
        }

    def preferred(self) -> dict[tuple[str, str], str]:
        """Return subject and property -> the source that is believed about it."""
        return dict(self._preferred)

    def renames(self) -> dict[str, str]:
        """Return subject -> its name as decided; the latest decision holds."""
        return {d.subject: d.object for d in self.effective if d.action == "rename"}

    def apply_links(self, links: Iterable[LinkRecord]) -> list[LinkRecord]:
        """Give every link the status that was decided for it.

        Parameters
        ----------
        links
            With IRIs for objects: mint the organizations' addresses first.

        Returns
        -------
        list[LinkRecord]
            The same links, accepted ones with status ``accepted`` (to be asserted) and confidence
            1, rejected ones with status ``rejected`` (asserted nowhere, proposed never again).
            Accepted links that were not among them come last, sorted.
        """
        found: list[LinkRecord] = []
        seen: set[tuple[str, str, str]] = set()
        for link in links:
            triple = (link.subject, link.predicate, link.object)
            verdict = self._verdicts.get(triple)
            seen.add(triple)
            if verdict is None:
                found.append(link)
            elif verdict.action == "accept":
                found.append(replace(link, status="accepted", confidence=1.0))
            else:
                found.append(replace(link, status="rejected"))
        pairs = SPELLED | {APPEARS}
        missing = sorted(one for one in self._verdicts.keys() - seen if one[1] not in pairs)
        found.extend(
            _accepted(self._verdicts[triple])
            for triple in missing
            if self._verdicts[triple].action == "accept"
        )
        return found


def _accepted(decision: Decision) -> LinkRecord:
    by = f" by {decision.who}" if decision.who else ""
    why = f": {decision.why}" if decision.why else "."
    return LinkRecord(
        subject=decision.subject,
        predicate=decision.predicate,
        object=decision.object,
        confidence=1.0,
        method="decision-1",
        evidence=f"Accepted{by}{why}",
        status="accepted",
    )
