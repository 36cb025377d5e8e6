"""Proves on a finished graph that no decision of a curator is violated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress

from pyoxigraph import NamedNode

from hallway.graph.checking.screening import Index, Term
from hallway.graph.errors import HallwayError
from hallway.graph.keys import concept_key
from hallway.graph.linking.decision import APPEARS, SAME_AS, SPELLED, Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.vocabulary import DCTERMS, HW, RDF, RDFS, SCHEMA, SKOS

__all__ = ["violated"]

_PAIRED = SPELLED | {SAME_AS, APPEARS}
_RULE = "decision-held"
_REMEDY = "build the site again; if it stays so, report it with the decision's id"
_HOPS = 20


def violated(index: Index) -> Iterator[tuple[str, Term, str, str, str]]:
    """Yield each decision that the graph does not hold to: rule, thing, fault, remedy, value.

    Decisions that were taken back, that contradict others, or whose things no source has any more
    ask for nothing.
    """
    decisions = _decisions(index)
    if decisions.all:
        yield from _Check(index, decisions).findings()


def _decisions(index: Index) -> Decisions:
    """Read the decisions in an order in which each stands before what takes it back."""
    found: dict[str, Decision] = {}
    for node in index.members.get(HW.Decision, ()):

        def text(term: NamedNode, node: Term = node) -> str:
            return next((value.value for value in index.values(node, term)), "")

        subject, action = text(RDF.subject), text(HW.action)
        if isinstance(node, NamedNode) and subject and action:
            parts = (action, subject, text(RDF.predicate), text(RDF.object))
            with suppress(HallwayError):  # what can be no decision breaks a shape
                found[node.value] = Decision(node.value, *parts, when=text(DCTERMS.created))

    def depth(one: Decision) -> int:
        steps = 0
        while one.action == "undo" and one.subject in found and steps < len(found):
            one, steps = found[one.subject], steps + 1
        return steps

    return Decisions(sorted(found.values(), key=lambda one: (depth(one), one.when, one.id)))


class _Check:
    def __init__(self, index: Index, decisions: Decisions) -> None:
        self._index = index
        torn = {one for conflict in decisions.conflicts for one in conflict.decisions}
        self._effective = [one for one in decisions.effective if one.id not in torn]
        self._links: dict[tuple[str, str, str], list[Term]] = defaultdict(list)
        if any(one.action in ("reject", "split") for one in self._effective):
            for link in index.members.get(HW.Link, ()):
                if HW.rejected not in index.values(link, HW.status):
                    self._links[self._ends(link)].append(link)
        self._joined = {
            self._whose(end)
            for one in self._effective
            if one.action == "merge" or (one.action == "accept" and one.predicate == SAME_AS)
            for end in (one.subject, one.object)
        }

    def findings(self) -> Iterator[tuple[str, Term, str, str, str]]:
        for one in self._effective:
            wrong = self._wrong(one)
            if wrong:
                yield _RULE, NamedNode(one.id), wrong, _REMEDY, f"{one.subject} {one.object}"

    def _wrong(self, one: Decision) -> str:
        """Return how a decision is violated; empty when it is held."""
        pair = one.action in ("merge", "split") or one.predicate in _PAIRED
        if one.action == "rename":
            return self._wrong_name(one)
        if pair and one.action in ("merge", "accept"):
            return "" if self._are_one(one) else "says that two are one, and they are two"
        if pair and one.action in ("split", "reject"):
            if self._are_joined(one):
                return "keeps two apart, and they are one"
            return "keeps two apart, and they are proposed as one" if self._is_asked(one) else ""
        fact = (self._now(one.subject), one.predicate, self._now(one.object))
        if one.action == "accept":
            lost = self._stands(fact[0]) and self._stands(fact[2]) and not self._states(fact)
            return "accepts a link that the graph does not state" if lost else ""
        if one.action == "reject" and self._links.get(fact):
            return "rejects a link that linking still has"
        return ""

    def _ends(self, link: Term) -> tuple[str, str, str]:
        ends = (RDF.subject, RDF.predicate, RDF.object)
        values = [next(iter(self._index.values(link, end)), None) for end in ends]
        return tuple("" if one is None else one.value for one in values)  # type: ignore[return-value]

    def _now(self, iri: str) -> str:
        """Return the address that an address leads to."""
        for _ in range(_HOPS):
            try:
                found = self._index.values(NamedNode(iri), DCTERMS.isReplacedBy)
            except ValueError:
                return iri
            if not found:
                return iri
            iri = found[0].value
        return iri

    def _values(self, iri: str, term: NamedNode) -> list[str]:
        try:
            return [one.value for one in self._index.values(NamedNode(iri), term)]
        except ValueError:
            return []

    def _stands(self, iri: str) -> bool:
        return bool(self._values(iri, RDF.type))

    def _states(self, fact: tuple[str, str, str]) -> bool:
        return fact[2] in self._values(fact[0], NamedNode(fact[1]))

    def _whose(self, term: str) -> str:
        """Return the thing that an end of a pair stands for now; empty when it is not known."""
        if "/id/appearance/" in term:
            return next(iter(self._values(term, SCHEMA.performer)), "")
        now = self._now(term)
        return now if self._stands(now) else ""

    def _are_one(self, one: Decision) -> bool:
        a, b = self._whose(one.subject), self._whose(one.object)
        return not a or not b or a == b or self._of_two_events(a, b)

    def _of_two_events(self, a: str, b: str) -> bool:
        """Tell whether two are talks of two events: those stay two, which the build reports."""
        of_a, of_b = (set(self._values(one, SCHEMA.superEvent)) for one in (a, b))
        return bool(of_a and of_b) and not of_a & of_b

    def _are_joined(self, one: Decision) -> bool:
        a, b = self._whose(one.subject), self._whose(one.object)
        if a and not b and not one.object.startswith(("http://", "https://")):
            return self._has_spelling(a, one.object)
        # What others join by way of third things is a contradiction, which the build reports.
        return bool(a) and a == b and a not in self._joined and not self._is_all_taken(a)

    def _is_all_taken(self, person: str) -> bool:
        """Tell whether every appearance of a person was taken out: one keeps the address."""
        taken = {
            one.subject if one.predicate == APPEARS else one.object
            for one in self._effective
            if (one.action == "split" and self._now(one.subject) == person)
            or (one.action == "reject" and one.predicate == APPEARS)
        }
        of_person = {
            term.value
            for term, said in self._index.said.items()
            if any(one.value == person for one in said.get(SCHEMA.performer, ()))
            and "/id/appearance/" in term.value
        }
        return bool(of_person) and of_person <= taken

    def _is_asked(self, one: Decision) -> bool:
        """Tell whether the two are proposed as one."""
        a, b = self._whose(one.subject), self._whose(one.object)
        asked = bool(self._links.get((a, SAME_AS, b)) or self._links.get((b, SAME_AS, a)))
        return asked and not self._is_all_taken(a) and not self._is_all_taken(b)

    def _has_spelling(self, thing: str, spelling: str) -> bool:
        key = concept_key(spelling)
        node = NamedNode(thing)
        terms = (RDFS.label, SKOS.altLabel, SKOS.hiddenLabel)
        names = [name for term in terms for name in self._values(thing, term)]
        names += [name for one, word, name in self._links if one == thing and word in SPELLED]
        if {concept_key(name) for name in names} == {key}:
            return False  # the others went: an address stays with the name that it was made for
        if not self._index.is_a(node, SCHEMA.Organization):
            return key in map(concept_key, names) and thing not in self._joined
        return thing not in self._joined and any(
            node in self._index.values(appearance, SCHEMA.affiliation)
            and key in (concept_key(v.value) for v in said.get(HW.printedAffiliation, ()))
            for appearance, said in self._index.said.items()
            if HW.printedAffiliation in said
        )

    def _wrong_name(self, one: Decision) -> str:
        now = self._now(one.subject)
        if not self._stands(now):
            return ""
        others = [
            other.when
            for other in self._effective
            if other.action == "rename" and self._now(other.subject) == now
        ]
        if max(others) > one.when or one.object in self._values(now, RDFS.label):
            return ""
        same = [o.object for o in self._effective if o.action == "rename" and o.when == one.when]
        held = set(self._values(now, RDFS.label)) & set(same)
        return "" if held else "gives a name that the graph does not show"
