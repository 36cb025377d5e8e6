"""Why an appearance is a person's where no link says it: an equal name in one event or series.

Such joins need no model and are most of a site's, so they are told when they are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pyoxigraph import NamedNode

from hallway.graph.answers.things import Ref, bound
from hallway.graph.answers.why import Why
from hallway.graph.curation.curating import Appearance
from hallway.graph.linking.people.model import METHOD
from hallway.graph.reading.names import name_key
from hallway.graph.site import Site

__all__ = ["Whose", "whose"]

_SERIES = """SELECT ?event ?series ?label WHERE {
  VALUES ?event { UNDEF }
  ?event hw:inSeries ?series .
  ?series rdfs:label ?label .
}
ORDER BY ?event ?label ?series
LIMIT 5000"""
AT_ONCE = 300
"""Most events named in one query, whose text has a limit."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Why an appearance is a person's.

    Attributes
    ----------
    beside
        The other appearance that it was joined with; None where the others were joined with it.
    text
        The rule, as a sentence.
    """

    appearance: Appearance
    beside: Appearance | None
    text: str
    method: str = METHOD


def whose(site: Site, named: Sequence[Appearance], shown: Mapping[str, Why]) -> dict[str, Whose]:
    """Return why each of a person's appearances is theirs, of those without a link.

    Parameters
    ----------
    named
        All appearances of a person; of a single one there is nothing to say.
    shown
        Appearance -> the link that says why it is theirs.
    """
    if len(named) < 2:
        return {}
    series = _series(site, {one.event.iri for one in named if one.event})
    places: dict[tuple[str, str], list[Appearance]] = {}
    linked: dict[str, Appearance] = {}
    for one in named:
        for name in {name_key(printed) for printed in one.printed}:
            for place in (_event(one).iri, series.get(_event(one).iri, Ref("", "")).iri):
                places.setdefault((name, place), []).append(one)
            if one.iri in shown:
                linked.setdefault(name, one)
    found = {}
    for one in named:
        if one.iri not in shown:
            found[one.iri] = _whose(one, series, places, linked, shown)
    return found


def _whose(
    one: Appearance,
    series: Mapping[str, Ref],
    places: Mapping[tuple[str, str], Sequence[Appearance]],
    linked: Mapping[str, Appearance],
    shown: Mapping[str, Why],
) -> Whose:
    names = {name_key(printed): printed for printed in one.printed}
    event = _event(one)
    for place, kind in ((event, "event"), (series.get(event.iri, Ref("", "")), "series")):
        for name, printed in names.items() if place.iri else ():
            beside = [other for other in places[name, place.iri] if other.iri != one.iri]
            if beside:
                # One that a link explains tells more than one that leads back here.
                best = next((other for other in beside if other.iri in shown), beside[0])
                text = (
                    f"“{printed}” stands at both, and equal names of one {kind} ({place.label}) are"
                    " one person unless something speaks against it."
                )
                return Whose(one, best, text)
    for name, printed in names.items():
        if name in linked:
            other = linked[name]
            told = " ".join(shown[other.iri].evidence)
            return Whose(one, other, f"“{printed}” is a name of theirs there as well. {told}")
    return Whose(
        one, None, "The others were compared with this one: each says why it is the same person."
    )


def _event(one: Appearance) -> Ref:
    return one.event or one.owner


def _series(site: Site, events: set[str]) -> dict[str, Ref]:
    nodes = [NamedNode(iri) for iri in sorted(events)]
    found: dict[str, Ref] = {}
    for start in range(0, len(nodes), AT_ONCE):
        query = bound(_SERIES, event=nodes[start : start + AT_ONCE])
        for row in site.sparql(query).dicts():
            found.setdefault(row["event"], Ref(row["series"], row["label"]))
    return found
