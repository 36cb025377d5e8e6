"""Who and what is in which talk, as arrays: the one table that every network is counted from."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pyoxigraph import Store
from scipy.sparse import csr_array

from hallway.graph.engine import Engine, InProcessEngine, Limits
from hallway.graph.errors import HallwayError
from hallway.graph.vocabulary import KINDS, PREFIXES

__all__ = [
    "MEMBERS",
    "Incidence",
    "Ints",
    "broader_pairs",
    "confidence_of",
    "make_incidence",
    "merged_entries",
    "read_incidence",
    "year_number",
]

Ints = npt.NDArray[np.int64]

MEMBERS = ("person", "topic", "organization", "event", "series")
"""Kinds of thing that a talk has, in the order of their columns."""

# Reading a whole generation is our own doing, once, so the bounds of foreign queries do not fit.
WHOLE = Limits(
    query_time_s=900.0, query_memory_mb=16_000, result_rows=200_000_000, result_bytes=20 * 10**9
)

# Each SELECT is one join that every engine plans alike; merging them would make optional joins,
# which are slow everywhere. They take no parameters.
_HEAD = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items())
_TITLES = "SELECT ?talk ?title WHERE { ?talk a hw:Talk ; rdfs:label ?title . }"
_YEARS = "SELECT ?of ?year WHERE { ?of hw:year ?year . }"
_EVENTS = "SELECT ?talk ?event WHERE { ?talk a hw:Talk ; schema:superEvent ?event . }"
_SERIES = "SELECT ?event ?series WHERE { ?event a hw:Event ; hw:inSeries ?series . }"
_PERFORMERS = "SELECT ?talk ?person WHERE { ?talk a hw:Talk ; schema:performer ?person . }"
_TOPICS = "SELECT ?talk ?topic WHERE { ?talk a hw:Talk ; schema:about ?topic . }"
_PRESENTERS = (
    "SELECT ?talk ?organization WHERE { ?talk a hw:Talk ; hw:presentedBy ?organization . }"
)
_AFFILIATIONS = (
    "SELECT ?talk ?organization WHERE { ?appearance schema:affiliation ?organization . "
    "?talk hw:appearance ?appearance ; a hw:Talk . }"
)
_BROADER = "SELECT ?topic ?broader WHERE { ?topic a hw:Topic ; skos:broader ?broader . }"
_DERIVED = (
    "SELECT ?talk ?predicate ?thing ?confidence WHERE { ?link hw:status hw:derived ; "
    "rdf:subject ?talk ; rdf:predicate ?predicate ; rdf:object ?thing ; "
    "hw:confidence ?confidence . }"
)
_ABOUT = PREFIXES["schema"] + "about"
_PERFORMED = PREFIXES["schema"] + "performer"
_PRESENTED = PREFIXES["hw"] + "presentedBy"


@dataclass(frozen=True, slots=True, eq=False)
class Incidence:
    """Which talk has which people, topics, organizations, event and series.

    Things are numbered from 0 by kind (see `MEMBERS`), then IRI; talks from 0 by IRI. Where both
    are nodes, talk *t* has the number ``len(iris) + t``. Equal data gives equal numbers. An entry
    says that a talk has a thing; entries are sorted by talk, then thing, one for a pair.

    Attributes
    ----------
    iris, labels
        Of the things.
    bounds
        Kind -> (first, one past the last) number of its things.
    talks, titles
        IRIs and titles of the talks.
    years
        Year of each talk, or of its event; 0 when neither is known.
    talk, thing
        The entries, as numbers.
    confidence
        Of each entry: 1.0 when a source states it, else the confidence of the derived link.
    derived
        Of each entry: whether linking derived it.
    broader
        (topic, broader topic) pairs, as numbers.
    """

    iris: list[str]
    labels: list[str]
    bounds: dict[str, tuple[int, int]]
    talks: list[str]
    titles: list[str]
    years: Ints
    talk: Ints
    thing: Ints
    confidence: npt.NDArray[np.float64]
    derived: npt.NDArray[np.bool_]
    broader: tuple[tuple[int, int], ...]
    _numbers: dict[str, int]
    _starts: Ints
    _order: Ints
    _thing_starts: Ints

    def kind(self, node: int) -> str:
        """Return the kind of a node, such as ``person``."""
        for kind, (_, stop) in self.bounds.items():
            if node < stop:
                return kind
        return "talk"

    def iri(self, node: int) -> str:
        """Return the IRI of a node."""
        things = len(self.iris)
        return self.iris[node] if node < things else self.talks[node - things]

    def label(self, node: int) -> str:
        """Return the name or title of a node."""
        things = len(self.iris)
        return self.labels[node] if node < things else self.titles[node - things]

    def node(self, iri: str) -> int | None:
        """Return the number of a thing or a talk; None when there is none with this IRI."""
        return self._numbers.get(iri)

    def talks_at(self, node: int) -> Ints:
        """Return the talks of a thing, ascending; of a talk, itself."""
        things = len(self.iris)
        return self.talks_of(node) if node < things else np.array([node - things], dtype=np.int64)

    def of_kind(self, kind: str) -> slice:
        """Return the numbers of all things of a kind."""
        return slice(*self.bounds[kind])

    def entries_of_talk(self, talk: int) -> slice:
        """Return where the entries of a talk stand."""
        return slice(int(self._starts[talk]), int(self._starts[talk + 1]))

    def things_of(self, talk: int) -> Ints:
        """Return the things of a talk, ascending."""
        return self.thing[self.entries_of_talk(talk)]

    def entries_of(self, thing: int) -> Ints:
        """Return where the entries of a thing stand, ascending."""
        return self._order[self._thing_starts[thing] : self._thing_starts[thing + 1]]

    def talks_of(self, thing: int) -> Ints:
        """Return the talks that have a thing, ascending."""
        return self.talk[self.entries_of(thing)]

    def members(self, talk: int, kind: str) -> list[int]:
        """Return the things of one kind that a talk has, ascending."""
        first, stop = self.bounds[kind]
        return [int(one) for one in self.things_of(talk) if first <= one < stop]

    def entry(self, talk: int, thing: int) -> int | None:
        """Return where the entry of a talk and a thing stands; None when there is none."""
        where = self.entries_of_talk(talk)
        at = where.start + int(np.searchsorted(self.thing[where], thing))
        return at if at < where.stop and self.thing[at] == thing else None

    def matrix(self, kind: str) -> csr_array:
        """Return the talks x things matrix of a kind, its values the confidences.

        Row *i* is ``talks[i]``, column *j* is ``iris[of_kind(kind)][j]``.
        """
        first, stop = self.bounds[kind]
        mine = (self.thing >= first) & (self.thing < stop)
        where = (self.talk[mine], self.thing[mine] - first)
        return csr_array((self.confidence[mine], where), shape=(len(self.talks), stop - first))


def read_incidence(source: Engine | Store) -> Incidence:
    """Read the table of a generation.

    An organization is in a talk when it presents it, or when it is the affiliation of one of its
    speakers at that time. Breaks are no talks. Suggested links have no triple and so no entry.

    Parameters
    ----------
    source
        Answers a dozen SELECTs, each a single join; nothing else is asked of it later. A build
        hands over its store instead.

    Raises
    ------
    QueryError
        The engine refused a query or gave up on it.
    """
    engine = InProcessEngine(source) if isinstance(source, Store) else source
    titles = _least(_pairs(engine, _TITLES))
    talks = sorted(titles)
    talk_numbers = {iri: number for number, iri in enumerate(talks)}
    iris, labels, bounds = _things(engine)
    numbers = {iri: number for number, iri in enumerate(iris)}
    year_of = _least(_pairs(engine, _YEARS))
    event_of = _least(_pairs(engine, _EVENTS))
    series_of = list(_pairs(engine, _SERIES))
    many: dict[str, list[str]] = {}
    for event, series in series_of:
        many.setdefault(event, []).append(series)
    years = [year_of.get(talk) or year_of.get(event_of.get(talk, ""), "") for talk in talks]
    in_series = [(talk, one) for talk, event in event_of.items() for one in many.get(event, ())]
    derived = _derived(engine)
    columns = merged_entries(
        numbers,
        talk_numbers,
        [
            (bounds["person"], _PERFORMED, _pairs(engine, _PERFORMERS)),
            (bounds["topic"], _ABOUT, _pairs(engine, _TOPICS)),
            (bounds["organization"], _PRESENTED, _pairs(engine, _PRESENTERS)),
            (bounds["organization"], "", _pairs(engine, _AFFILIATIONS)),
            (bounds["event"], "", event_of.items()),
            (bounds["series"], "", in_series),
        ],
        derived,
    )
    kin = broader_pairs(engine, numbers)
    names = (iris, labels, bounds, talks, [titles[iri] for iri in talks])
    return make_incidence(*names, np.array([year_number(text) for text in years]), *columns, kin)


def broader_pairs(source: Engine | Store, numbers: Mapping[str, int]) -> list[tuple[int, int]]:
    """Return the (topic, broader topic) pairs, as sorted numbers."""
    engine = InProcessEngine(source) if isinstance(source, Store) else source
    return sorted(
        (numbers[topic], numbers[broader])
        for topic, broader in _pairs(engine, _BROADER)
        if topic in numbers and broader in numbers and topic != broader
    )


def make_incidence(
    iris: list[str],
    labels: list[str],
    bounds: dict[str, tuple[int, int]],
    talks: list[str],
    titles: list[str],
    years: Ints,
    talk: Ints,
    thing: Ints,
    confidence: npt.NDArray[np.float64],
    derived: npt.NDArray[np.bool_],
    broader: Iterable[tuple[int, int]],
) -> Incidence:
    """Return an incidence of these columns, with what it is looked up by. See `Incidence`."""
    order = np.argsort(thing, kind="stable")
    return Incidence(
        iris=iris,
        labels=labels,
        bounds=bounds,
        talks=talks,
        titles=titles,
        years=years.astype(np.int64),
        talk=talk,
        thing=thing,
        confidence=confidence,
        derived=derived,
        broader=tuple(broader),
        _numbers={iri: node for node, iri in enumerate((*iris, *talks))},
        _starts=np.searchsorted(talk, np.arange(len(talks) + 1)).astype(np.int64),
        _order=order.astype(np.int64),
        _thing_starts=np.searchsorted(thing[order], np.arange(len(iris) + 1)).astype(np.int64),
    )


def _rows(engine: Engine, query: str) -> Iterator[list[str]]:
    """Yield solutions as plain texts: CSV is all that is needed, and the quickest to carry over."""
    answer = engine.serialize(_HEAD + query, ["text/csv"], limits=WHOLE)
    text = b"".join(answer.chunks).decode("utf-8")
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    rows = csv.reader(io.StringIO(text, newline=""))
    next(rows)
    return rows


def _pairs(engine: Engine, query: str) -> Iterator[tuple[str, str]]:
    return ((first, second) for first, second in _rows(engine, query))


def _least(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Keep one value a key, the first in order, whatever order the engine answers in."""
    found: dict[str, str] = {}
    for key, value in pairs:
        if key not in found or value < found[key]:
            found[key] = value
    return found


def year_number(text: str) -> int:
    """Return a year as a number; 0 for none."""
    return int(text) if text.lstrip("-").isdigit() else 0


def _things(engine: Engine) -> tuple[list[str], list[str], dict[str, tuple[int, int]]]:
    iris: list[str] = []
    labels: list[str] = []
    bounds: dict[str, tuple[int, int]] = {}
    taken: set[str] = set()
    for kind in MEMBERS:
        query = f"SELECT ?thing ?label WHERE {{ ?thing a {KINDS[kind]} ; rdfs:label ?label . }}"
        found = _least(_pairs(engine, query))
        mine = sorted(found.keys() - taken)
        taken.update(mine)
        bounds[kind] = (len(iris), len(iris) + len(mine))
        iris.extend(mine)
        labels.extend(found[iri] for iri in mine)
    return iris, labels, bounds


def _derived(engine: Engine) -> dict[tuple[str, str, str], float]:
    found: dict[tuple[str, str, str], float] = {}
    for talk, predicate, thing, confidence in _rows(engine, _DERIVED):
        key = talk, predicate, thing
        value = confidence_of(confidence, key)
        found[key] = max(value, found.get(key, 0.0))
    return found


def confidence_of(text: str, said: tuple[str, str, str]) -> float:
    """Return the confidence of a link, from 0 to 1.

    Raises
    ------
    HallwayError
        It is not a number.
    """
    try:
        return min(1.0, max(0.0, float(text)))
    except ValueError as error:
        raise HallwayError(
            f"the confidence {text!r} of a link is not a number",
            where=" ".join(said),
            remedy="build the site again",
        ) from error


def merged_entries(
    numbers: dict[str, int],
    talk_numbers: dict[str, int],
    parts: Iterable[tuple[tuple[int, int], str, Iterable[tuple[str, str]]]],
    derived: dict[tuple[str, str, str], float],
) -> tuple[Ints, Ints, npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Return the entries sorted and merged: stated beats derived, surer beats less sure."""
    best: dict[tuple[int, int], tuple[float, bool]] = {}
    for (first, stop), predicate, pairs in parts:
        for talk_iri, thing_iri in pairs:
            talk, thing = talk_numbers.get(talk_iri), numbers.get(thing_iri)
            if talk is None or thing is None or not first <= thing < stop:
                continue
            sure = derived.get((talk_iri, predicate, thing_iri)) if predicate else None
            value = (1.0, False) if sure is None else (sure, True)
            known = best.get((talk, thing))
            if known is None or (known[1], -known[0]) > (value[1], -value[0]):
                best[talk, thing] = value
    keys = sorted(best)
    values = [best[key] for key in keys]
    return (
        np.array([talk for talk, _ in keys], dtype=np.int64),
        np.array([thing for _, thing in keys], dtype=np.int64),
        np.array([value for value, _ in values], dtype=np.float64),
        np.array([is_derived for _, is_derived in values], dtype=np.bool_),
    )
