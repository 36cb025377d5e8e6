"""Which records of one event, from several sources, are one talk.

Sources are taken one after the other, the most believed first, and each is matched one to one with
the talks known so far; never with itself. What could be two is proposed, not joined.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from hallway.graph.reconciling.likeness import candidates
from hallway.graph.reconciling.talk_evidence import SURE, Profile, Verdict, contradict, judge

__all__ = ["Cluster", "Record", "Together", "join_talks"]

MOST_PROPOSED = 3  # proposals for one record
REPEATED = 0.6  # how sure it is at most that a title which stands there twice is one talk


@dataclass(frozen=True, slots=True)
class Record:
    """A talk as one source has it.

    Attributes
    ----------
    source
        Slug of the source.
    key
        The key that it has by itself, see `hallway.graph.keys.talk_keys`.
    id
        The key without its event.
    profile
        What of it is compared.
    """

    source: str
    key: str
    id: str
    profile: Profile

    @property
    def kind(self) -> str:
        """``talk``, or ``session`` for a break; the two are never one."""
        return "session" if self.profile.talk.is_break else "talk"


@dataclass(frozen=True, slots=True)
class Together:
    """Why a record is one with another, or may be.

    Attributes
    ----------
    record, other
        The record of the less believed source, and the one that it fits best.
    confidence, evidence
        See `hallway.graph.reconciling.talk_evidence.Verdict`.
    """

    record: Record
    other: Record
    confidence: float
    evidence: str


@dataclass(slots=True)
class Cluster:
    """The records of one talk, the most believed first, with what joined each to those before."""

    records: list[Record]
    joins: list[Together] = field(default_factory=list)


def join_talks(
    sources: Sequence[Sequence[Record]],
    apart: Callable[[Record, Record], bool],
    must: Sequence[tuple[Record, Record]] = (),
) -> tuple[list[Cluster], list[Together]]:
    """Join the records of one event.

    Parameters
    ----------
    sources
        The records of each source, the most believed source first. The order of the records of
        one source makes no difference, unless they cannot be told apart.
    apart
        Tells whether a curator keeps two records apart.
    must
        Pairs that a curator joined.

    Returns
    -------
    tuple
        One cluster a talk, and what is only proposed.
    """
    clusters: list[Cluster] = []
    proposed: list[Together] = []
    for records in sources:
        fresh = [Cluster([one]) for one in records]
        matching = _Matching(clusters, fresh, apart)
        matching.run()
        proposed += matching.proposed
        clusters += [one for one in fresh if one.records]
    _force(clusters, must)
    home = {id(one): at for at, cluster in enumerate(clusters) for one in cluster.records}
    sources_of = [{one.source for one in cluster.records} for cluster in clusters]
    ends = [(home[id(one.record)], home[id(one.other)], one) for one in proposed]
    proposed = [one for a, b, one in ends if a != b and not sources_of[a] & sources_of[b]]
    return clusters, proposed


def _force(clusters: list[Cluster], must: Sequence[tuple[Record, Record]]) -> None:
    for a, b in must:
        first, second = (
            next(c for c in clusters if any(r is one for r in c.records)) for one in (a, b)
        )
        if first is not second:
            first.records += second.records
            first.joins += [*second.joins, Together(b, a, 1.0, "A curator joined the two.")]
            clusters.remove(second)


@dataclass(frozen=True, slots=True)
class _Edge:
    known: int
    fresh: int
    verdict: Verdict
    record: Record

    @property
    def strength(self) -> tuple[float, tuple[int, int]]:
        return self.verdict.confidence, self.verdict.closeness

    def order(self) -> tuple[float, int, int, int, int]:
        room, length = self.verdict.closeness
        return -self.verdict.confidence, -room, -length, self.known, self.fresh


class _Matching:
    """One source's records against the talks known so far."""

    def __init__(
        self, known: Sequence[Cluster], fresh: Sequence[Cluster], apart: Callable[..., bool]
    ) -> None:
        self._known, self._fresh, self._apart = known, fresh, apart
        self._free = set(range(len(fresh)))
        self._open = set(range(len(known)))
        self.proposed: list[Together] = []
        records = [one for cluster in (*known, *fresh) for one in cluster.records]
        self._titles = Counter((one.source, one.profile.title) for one in records)

    def run(self) -> None:
        self._by_id()
        edges = self._edges()
        for edge in self._chosen(edges):
            self._join(edge.known, edge.fresh, edge.record, edge.verdict)
        self._propose(edges)

    def _record(self, at: int) -> Record:
        return self._fresh[at].records[0]

    def _by_id(self) -> None:
        """Join what has one guid or address, unless all the rest speaks against it."""
        by_key: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at, cluster in enumerate(self._known):
            for kind, key in {(one.kind, one.id) for one in cluster.records}:
                if not key.startswith("title:"):
                    by_key[kind, key].append(at)
        for at in sorted(self._free):
            record = self._record(at)
            for known in by_key.get((record.kind, record.id), ()):
                if known not in self._open or not self._fits(known, record):
                    continue
                others = [one for one in self._known[known].records if one.id == record.id]
                if not any(contradict(one.profile, record.profile) for one in others):
                    self._join(known, at, others[0], Verdict(1.0, False, "one id in both", (0, 0)))
                    break

    def _fits(self, known: int, record: Record) -> bool:
        return not any(self._apart(one, record) for one in self._known[known].records)

    def _join(self, known: int, fresh: int, other: Record, verdict: Verdict) -> None:
        record = self._record(fresh)
        self._known[known].records.append(record)
        self._known[known].joins.append(
            Together(record, other, verdict.confidence, verdict.evidence)
        )
        self._fresh[fresh].records.clear()
        self._open.discard(known)
        self._free.discard(fresh)

    def _edges(self) -> list[_Edge]:
        """Return the likeliest reason for each pair of a known talk and a record of the source."""
        best: dict[tuple[int, int], _Edge] = {}
        fresh = sorted(self._free)
        theirs = [self._record(at) for at in fresh]
        members = [(at, one) for at in sorted(self._open) for one in self._known[at].records]
        mine = [one for _, one in members]
        found = candidates(
            [one.profile.marks() for one in mine], [one.profile.marks() for one in theirs]
        )
        for a, b in found:
            if mine[a].kind != theirs[b].kind:
                continue
            verdict = judge(mine[a].profile, theirs[b].profile)
            if verdict is None or not self._fits(members[a][0], theirs[b]):
                continue
            if verdict.unique:
                verdict = self._if_unique(verdict, mine[a], theirs[b])
            edge = _Edge(members[a][0], fresh[b], verdict, mine[a])
            other = best.get((edge.known, edge.fresh))
            if other is None or other.strength < edge.strength:
                best[edge.known, edge.fresh] = edge
        return sorted(best.values(), key=_Edge.order)

    def _if_unique(self, verdict: Verdict, a: Record, b: Record) -> Verdict:
        """Be less sure where one of the sources has the title twice."""
        if all(self._titles[one.source, one.profile.title] == 1 for one in (a, b)):
            return verdict
        return replace(verdict, confidence=min(verdict.confidence, REPEATED))

    def _chosen(self, edges: Sequence[_Edge]) -> Iterable[_Edge]:
        """Yield the sure ones, the surest first, of which neither end has another as sure."""
        taken_known: set[int] = set()
        taken_fresh: set[int] = set()
        rows: dict[tuple[float, tuple[int, int]], list[_Edge]] = defaultdict(list)
        for edge in edges:
            if edge.verdict.confidence >= SURE:
                rows[edge.strength].append(edge)
        for row in rows.values():
            row = [e for e in row if e.known not in taken_known and e.fresh not in taken_fresh]
            ends = Counter([("known", e.known) for e in row] + [("fresh", e.fresh) for e in row])
            for edge in row:
                if ends["known", edge.known] == ends["fresh", edge.fresh] == 1:
                    yield edge
                # Two as sure as each other are two talks, or one twice: neither is taken later.
                taken_known.add(edge.known)
                taken_fresh.add(edge.fresh)

    def _propose(self, edges: Sequence[_Edge]) -> None:
        told: Counter[tuple[str, int]] = Counter()
        for edge in edges:
            ends = ("known", edge.known), ("fresh", edge.fresh)
            free = edge.known in self._open and edge.fresh in self._free
            if free and all(told[end] < MOST_PROPOSED for end in ends):
                told.update(ends)
                verdict = edge.verdict
                confidence = min(verdict.confidence, SURE - 0.05)
                self.proposed.append(
                    Together(self._record(edge.fresh), edge.record, confidence, verdict.evidence)
                )
