"""What was decided, with names for what it is about, and how far it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pyoxigraph import NamedNode

from hallway.graph.answers.things import Ref, bound
from hallway.graph.linking.decision import Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site

__all__ = ["Taken", "listed", "names_of", "unbuilt"]

AT_ONCE = 300
"""Most things named in one query, whose text has a limit."""

_BUILT = "SELECT ?decision WHERE { ?decision a hw:Decision } ORDER BY ?decision LIMIT 1000000"
_LABELS = """SELECT ?thing ?label WHERE {
  VALUES ?thing { UNDEF }
  ?thing rdfs:label ?label .
}
ORDER BY ?thing ?label
LIMIT 10000"""


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision.

    Attributes
    ----------
    about
        The decision itself, or the one that it takes back.
    subject, object
        What that is about, with names where there are any.
    state
        How far it holds, in words.
    can_be_undone
        Whether it is there to be taken back.
    """

    decision: Decision
    about: Decision
    subject: Ref
    object: Ref
    state: str = ""
    can_be_undone: bool = True

    @property
    def takes_back(self) -> bool:
        """Whether it takes another decision back."""
        return self.about is not self.decision


def listed(site: Site, text: str = "", thing: str = "") -> list[Taken]:
    """Return all decisions, the latest first.

    Parameters
    ----------
    text
        Only those that have these words in names, reason, or the curator's name.
    thing
        Only those about this address.
    """
    known = Decisions.load(site.decisions)
    by_id = {one.id: one for one in known.all}

    def concerns(one: Decision) -> bool:
        return thing in (one.subject, one.object)

    chosen = [
        one
        for one in reversed(known.all)
        if not thing or concerns(one) or concerns(by_id.get(one.subject, one))
    ]
    words = text.casefold().split()
    found = []
    for one in _named(site, known, chosen):
        said = (one.subject.label, one.object.label, one.decision.who, one.decision.why)
        told = " ".join((*said, one.about.action)).casefold()
        if all(word in told for word in words):
            found.append(one)
    return found


def unbuilt(site: Site) -> list[Taken]:
    """Return the decisions that hold from the next build on, the latest first.

    A decision that was taken back before any build held it is left out, and so is what took it
    back.
    """
    known = Decisions.load(site.decisions)
    built = _built(site)
    undone: set[str] = set()
    found: list[Decision] = []
    for one in reversed(known.all):
        if one.id in undone:
            continue
        if one.action == "undo":
            undone.add(one.subject)
            if one.subject not in built:
                continue
        if one.id not in built:
            found.append(one)
    return _named(site, known, found)


def _built(site: Site) -> set[str]:
    """Return the decisions that the published generation holds."""
    return site.cached(
        "review.built", lambda: {row["decision"] for row in site.sparql(bound(_BUILT)).dicts()}
    )


def _named(site: Site, known: Decisions, chosen: Sequence[Decision]) -> list[Taken]:
    by_id = {one.id: one for one in known.all}
    holding = {one.id for one in known.effective}
    torn = {one for conflict in known.conflicts for one in conflict.decisions}
    built = _built(site)

    def state(one: Decision) -> str:
        if one.action != "undo" and one.id not in holding:
            return "taken back"
        if one.id in torn:
            return "not applied"
        return "holds" if one.id in built else "from the next build on"

    about = [by_id.get(one.subject, one) if one.action == "undo" else one for one in chosen]
    names = names_of(site, (iri for one in about for iri in (one.subject, one.object)))
    return [
        Taken(
            one,
            what,
            Ref(what.subject, names.get(what.subject, what.subject)),
            Ref(what.object, names.get(what.object, what.object)),
            state(one),
            one.id in holding,
        )
        for one, what in zip(chosen, about, strict=True)
    ]


def names_of(site: Site, iris: Iterable[str]) -> dict[str, str]:
    """Return address -> name of those things of the site that have one."""
    nodes = _nodes(site, iris)
    found: dict[str, str] = {}
    for start in range(0, len(nodes), AT_ONCE):
        query = bound(_LABELS, thing=nodes[start : start + AT_ONCE])
        found |= {row["thing"]: row["label"] for row in site.sparql(query).dicts()}
    return found


def _nodes(site: Site, iris: Iterable[str]) -> list[NamedNode]:
    """Return the addresses of this site; a name may look like one and be none."""
    nodes = []
    for iri in sorted(set(iris)):
        if iri.startswith(site.config.base):
            with suppress(ValueError):
                nodes.append(NamedNode(iri))
    return nodes
