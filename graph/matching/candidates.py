"""Which things of a site a written name may mean, best first, and whether one of them is sure.

A candidate starts with how like its nearest name is (`hallway.graph.matching.likeness`). Each
property that is known of what is meant then moves it: one that the graph has takes half of what is
missing to 100; where the graph has something else, a fifth of what is there is lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hallway.graph.full_text.asked import words
from hallway.graph.full_text.search import Hit
from hallway.graph.keys import concept_key
from hallway.graph.linking.people.profiles import person_profile
from hallway.graph.matching.likeness import alike, other_name
from hallway.graph.matching.properties import PROPERTIES, Told, other_names, told
from hallway.graph.reading.names import name_key
from hallway.graph.site import Site

__all__ = ["SURE", "Candidate", "candidates"]

SURE = 95.0
"""Score from which a candidate may be the one that is meant."""

APART = 5.0
"""How far the next one must be behind it."""

_LOOKED_AT = 25
_LEAST = 30.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A thing that a name may mean.

    Attributes
    ----------
    score
        From 0 to 100.
    sure
        Whether it is the one that is meant, as far as can be told.
    name
        The name of the thing that is most like what was asked for.
    rule
        What ties the two names, see `hallway.graph.matching.likeness.alike`.
    agreeing
        Names of the properties that it has as asked for.
    """

    iri: str
    kind: str
    label: str
    note: str
    score: float
    sure: bool
    name: str
    rule: str
    agreeing: tuple[str, ...] = ()


def candidates(
    site: Site,
    asked: str,
    kinds: Sequence[str],
    known: Mapping[str, Sequence[str]] | None = None,
    limit: int = 5,
) -> list[Candidate]:
    """Return what a name may mean.

    Parameters
    ----------
    site
        Its published generation is asked.
    asked
        The name, or the IRI or path of a thing.
    kinds
        Kinds of thing to look among.
    known
        Name of a property -> what it is known to be, each as text or as an IRI of the site.
    limit
        Most candidates.

    Returns
    -------
    list[Candidate]
        Best first; of equally good ones those with more talks come first.
    """
    hits = _hits(site, asked, kinds)
    if not hits:
        return []
    iris = list(hits)
    names = other_names(site.engine(), iris)
    facts = {
        name: told(site.engine(), name, iris)
        for name, values in (known or {}).items()
        if name in PROPERTIES and any(values)
    }
    scored = []
    for place, (iri, hit) in enumerate(hits.items()):
        likeness, rule, name = max(
            (*alike(hit.kind, asked, one), one)
            for one in dict.fromkeys((hit.label, *names.get(iri, ())))
        )
        score = 100 * likeness
        agreeing = []
        for what, of_things in facts.items():
            has = of_things.get(iri, ())
            if _agrees(what, has, (known or {})[what]):
                agreeing.append(what)
                score += (100 - score) / 2
            elif has:
                score -= score / 5
        if score >= _LEAST:
            scored.append((-round(score, 2), place, hit, name, rule, tuple(agreeing)))
    scored.sort(key=lambda one: one[:2])
    best = -scored[0][0] if scored else 0.0
    next_best = -scored[1][0] if len(scored) > 1 else 0.0
    certain = best >= SURE and best - next_best >= APART
    return [
        Candidate(
            hit.iri, hit.kind, hit.label, hit.note, -score, certain and first == 0, name, rule, own
        )
        for first, (score, _, hit, name, rule, own) in enumerate(scored[:limit])
    ]


def _hits(site: Site, asked: str, kinds: Sequence[str]) -> dict[str, Hit]:
    """Find what has words of the name, or of the name that the tables give to it."""
    found: dict[str, Hit] = {}
    index = site.search_index()
    texts = dict.fromkeys((asked, *(other_name(kind, asked) for kind in kinds)))
    for text in texts:
        plain = " ".join(words(text))  # no sigil of the search's own
        for hit in index.search(plain, kinds=kinds, limit=_LOOKED_AT).items if plain else ():
            found.setdefault(hit.iri, hit)
    return found


def _agrees(name: str, has: Sequence[Told], wanted: Sequence[str]) -> bool:
    """Tell whether a thing has one of the values."""
    kind = PROPERTIES[name].kind
    for value in wanted:
        for one in has:
            if value in (one.iri, one.text) or _same_value(name, kind, one.text, value):
                return True
    return False


def _same_value(name: str, kind: str, has: str, wanted: str) -> bool:
    if kind:
        return alike(kind, wanted, has)[0] >= 0.95
    if name == "profile":
        profile = person_profile(wanted)
        return profile is not None and profile == person_profile(has)
    if name == "start":
        return bool(wanted) and has.startswith(wanted)
    return concept_key(has) == concept_key(wanted) or name_key(has) == name_key(wanted)
