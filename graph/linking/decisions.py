"""The curator's decisions, and how they overrule what linking finds."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from hallway.graph.errors import HallwayError
from hallway.graph.linking.records import LinkRecord

__all__ = [
    "ACTIONS", "APPEARS", "SAME_AS", "Conflict", "Decision", "Decisions", "PairRules",
    "decision_id",
]  # fmt: skip

ACTIONS = ("accept", "reject", "unsure", "merge", "split", "rename", "prefer", "undo")
"""What a curator can do.

``accept`` and ``reject`` judge the link (subject, predicate, object), ``unsure`` leaves it as it is
and asks nobody again; ``merge`` says that subject and object are one person, topic or
organization, ``split`` that they are two; ``rename`` gives the subject the name in `object`;
``prefer`` believes the source `object` about the property `predicate` of the subject;
``undo`` takes back the decision whose id is the subject.
"""

SAME_AS = "http://www.w3.org/2002/07/owl#sameAs"
APPEARS = "https://schema.org/performer"
"""Of an appearance: whose it is."""

_ADDRESS = re.compile(r"https?://.*?/id/([a-z]+)/")
_PARTS = {"appearance": "person"}
"""What a part of a thing has its address as -> kind of the thing."""

_PLACES = ("talk", "session", "event", "series")
"""Kinds that may stand for a part of a person."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing that a curator decided.

    Attributes
    ----------
    id
        IRI of the decision, see `decision_id`.
    action
        One of `ACTIONS`.
    subject, predicate, object
        The link that is judged. Of ``merge`` and ``split`` they are addresses, or stand for a part:
        of a person the address of an appearance, a person key or a mention id (see `resolve`), of
        a topic or an organization a name as printed. `predicate` is empty where it says nothing.
    who
        Name or handle of the curator.
    when
        The instant, ISO 8601 with offset.
    """

    id: str
    action: str
    subject: str
    predicate: str = ""
    object: str = ""
    who: str = ""
    when: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        """Refuse an action that does not exist and a decision about nothing."""
        if self.action not in ACTIONS:
            raise HallwayError(
                f"{self.action!r} is not something that can be decided",
                where=f"decision {self.id}",
                remedy=f"write one of {', '.join(ACTIONS)}",
            )
        lacking = self.action == "prefer" and not self.predicate
        if not self.subject or lacking or (self.action != "undo" and not self.object):
            raise HallwayError(
                f"the decision to {self.action} does not say what about",
                where=f"decision {self.id}",
                remedy="give a subject, and an object unless it undoes a decision",
            )


def decision_id(base: str, decision: Decision) -> str:
    """Return the IRI of a decision: the base and a digest of everything that it says."""
    parts = (decision.action, decision.subject, decision.predicate, decision.object)
    text = "\x1f".join((*parts, decision.who, decision.when, decision.why))
    return f"{base}id/decision/{hashlib.sha256(text.encode()).hexdigest()[:16]}"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Decisions that contradict one another; none of them is applied."""

    decisions: tuple[str, ...]
    what: str


@dataclass(frozen=True, slots=True)
class PairRules:
    """Pairs of one kind that must, and that must not, be one thing. Sorted, free of conflicts."""

    must: tuple[tuple[str, str], ...] = ()
    cannot: tuple[tuple[str, str], ...] = ()


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
        self.effective = _not_undone(self.all)
        self._verdicts, link_conflicts = _verdicts(self.effective)
        self._rules, pair_conflicts = _rules(self.effective)
        self._preferred, split_beliefs = _preferred(self.effective)
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
        missing = sorted(one for one in self._verdicts.keys() - seen if one[1] != APPEARS)
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


def _not_undone(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Leave out what was undone; read backwards, so that an undone undo undoes nothing."""
    undone: set[str] = set()
    kept: list[Decision] = []
    for decision in reversed(decisions):
        if decision.id in undone:
            continue
        if decision.action == "undo":
            undone.add(decision.subject)
        else:
            kept.append(decision)
    return tuple(reversed(kept))


def _joins(decision: Decision) -> bool | None:
    """Tell whether a decision makes two one (True) or keeps them two (False); None for others."""
    if decision.action in ("merge", "split"):
        return decision.action == "merge"
    if decision.action in ("accept", "reject") and decision.predicate in (SAME_AS, APPEARS):
        return decision.action == "accept"
    return None


def _kinds(term: str) -> str:
    found = _ADDRESS.match(term)
    return _PARTS.get(found[1], found[1]) if found else ""


def _kind(decision: Decision) -> str:
    """Return the kind of the two things that a decision joins or parts; empty when they differ."""
    kinds = {_kinds(decision.subject), _kinds(decision.object)} - {""}
    if len(kinds) > 1:
        kinds -= set(_PLACES)
    return (kinds or {"person"}).pop() if len(kinds) < 2 else ""


def _verdicts(
    decisions: Sequence[Decision],
) -> tuple[dict[tuple[str, str, str], Decision], list[Conflict]]:
    """Return what was decided for each link, and the links decided both ways."""
    about: dict[tuple[str, str, str], list[Decision]] = defaultdict(list)
    for decision in decisions:
        of_link = decision.action in ("accept", "reject") and _joins(decision) is None
        # Whose an appearance is, is a matter of pairs; an accepted link of one is shown as such.
        if of_link or (decision.action == "accept" and decision.predicate == APPEARS):
            about[decision.subject, decision.predicate, decision.object].append(decision)
    verdicts: dict[tuple[str, str, str], Decision] = {}
    conflicts: list[Conflict] = []
    for triple, judged in sorted(about.items()):
        if len({decision.action for decision in judged}) == 1:
            verdicts[triple] = judged[0]
        else:
            ids = tuple(decision.id for decision in judged)
            conflicts.append(Conflict(ids, f"accepted and rejected: {' '.join(triple)}"))
    return verdicts, conflicts


def _preferred(
    decisions: Sequence[Decision],
) -> tuple[dict[tuple[str, str], str], list[Conflict]]:
    """Return which source is believed about what, and where two are."""
    about: dict[tuple[str, str], list[Decision]] = defaultdict(list)
    for decision in decisions:
        if decision.action == "prefer":
            about[decision.subject, decision.predicate].append(decision)
    found: dict[tuple[str, str], str] = {}
    conflicts = []
    for what, judged in sorted(about.items()):
        if len({decision.object for decision in judged}) == 1:
            found[what] = judged[0].object
        else:
            ids = tuple(decision.id for decision in judged)
            conflicts.append(Conflict(ids, f"two sources are believed about {' '.join(what)}"))
    return found, conflicts


_Pairs = dict[tuple[str, str], list[str]]


def _rules(decisions: Sequence[Decision]) -> tuple[dict[str, PairRules], list[Conflict]]:
    """Return by kind what to join and to keep apart, and what contradicts itself."""
    must: dict[str, _Pairs] = defaultdict(lambda: defaultdict(list))
    cannot: dict[str, _Pairs] = defaultdict(lambda: defaultdict(list))
    conflicts: list[Conflict] = []
    for decision in decisions:
        joins = _joins(decision)
        if joins is None or decision.subject == decision.object:
            continue
        kind = _kind(decision)
        if not kind:
            what = f"of two kinds: {decision.subject} and {decision.object}"
            conflicts.append(Conflict((decision.id,), what))
            continue
        low, high = sorted((decision.subject, decision.object))
        (must if joins else cannot)[kind][low, high].append(decision.id)
    rules: dict[str, PairRules] = {}
    for kind in sorted(must.keys() | cannot.keys()):
        rules[kind], found = _free_of_conflicts(must[kind], cannot[kind])
        conflicts += found
    return rules, conflicts


def _free_of_conflicts(must: _Pairs, cannot: _Pairs) -> tuple[PairRules, list[Conflict]]:
    """Return the pairs to join and to keep apart, and each contradiction with its whole chain."""
    conflicts: list[Conflict] = []
    dropped: set[tuple[str, str]] = set()
    apart: set[tuple[str, str]] = set()
    for pair in sorted(cannot):
        # Each round takes one chain out; another may still join the two.
        while chain := _chain(must.keys() - dropped, *pair):
            dropped.update(chain)
            apart.add(pair)
            ids = [*cannot[pair], *(one for link in chain for one in must[link])]
            conflicts.append(Conflict(tuple(ids), f"kept apart and joined: {' and '.join(pair)}"))
    return PairRules(
        tuple(sorted(must.keys() - dropped)), tuple(sorted(cannot.keys() - apart))
    ), conflicts


def _chain(links: Iterable[tuple[str, str]], start: str, end: str) -> list[tuple[str, str]]:
    """Return the shortest chain of links between two people; empty when there is none."""
    beside: dict[str, list[str]] = defaultdict(list)
    for a, b in sorted(links):
        beside[a].append(b)
        beside[b].append(a)
    before: dict[str, str] = {start: start}
    waiting = deque([start])
    while waiting and end not in before:
        here = waiting.popleft()
        for there in beside[here]:
            if there not in before:
                before[there] = here
                waiting.append(there)
    if end not in before:
        return []
    path = [end]
    while path[-1] != start:
        path.append(before[path[-1]])
    return [(min(a, b), max(a, b)) for a, b in pairwise(path)]
