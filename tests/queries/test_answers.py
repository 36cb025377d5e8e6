"""Every question, on two engines, against answers counted from the triples without SPARQL."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import rdflib
from pyoxigraph import Literal, NamedNode, RdfFormat, Store

from hallway.graph.answers.questions import Question, questions

SMALL = Path(__file__).parent / "small.ttl"
BASE = "http://127.0.0.1:8000/"
PREFIX = {
    "hw": "https://w3id.org/hallway#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "https://schema.org/",
}
Row = tuple[str | None, ...]


class Facts:
    """The triples as sets of text; ``facts("talk", "schema:about")`` are the values."""

    def __init__(self, store: Store) -> None:
        self.values: dict[tuple[str, str], set[str]] = defaultdict(set)
        for quad in store:
            self.values[quad.subject.value, quad.predicate.value].add(quad.object.value)

    def __call__(self, thing: str, *path: str) -> set[str]:
        found = {thing}
        for curie in path:
            prefix, _, name = curie.partition(":")
            found = set().union(*(self.values[one, PREFIX[prefix] + name] for one in found), set())
        return found

    def one(self, thing: str | None, *path: str) -> str | None:
        found = self(thing, *path) if thing else set()
        return min(found) if found else None

    def all(self, curie: str) -> list[str]:
        prefix, _, name = curie.partition(":")
        kind = PREFIX[prefix] + name
        return sorted(s for (s, p), o in self.values.items() if p.endswith("#type") and kind in o)

    @property
    def talks(self) -> list[str]:
        return self.all("hw:Talk")

    def label(self, thing: str | None) -> str | None:
        return self.one(thing, "rdfs:label")

    def event(self, talk: str) -> str | None:
        return self.one(talk, "schema:superEvent")

    def year(self, thing: str) -> int | None:
        year = self.one(thing, "hw:year")
        return int(year) if year else None

    def about(self, talk: str) -> set[str]:
        return self(talk, "schema:about")

    def people(self, talk: str) -> set[str]:
        return self(talk, "schema:performer")

    def organizations(self, talk: str) -> set[str]:
        return self(talk, "hw:presentedBy") | self(talk, "hw:appearance", "schema:affiliation")


@pytest.fixture(scope="session")
def store() -> Store:
    store = Store()
    store.load(path=str(SMALL), format=RdfFormat.TURTLE)
    return store


@pytest.fixture(scope="session")
def facts(store: Store) -> Facts:
    return Facts(store)


@pytest.fixture(scope="session")
def graph(store: Store) -> rdflib.Graph:
    """The same triples in rdflib, lexical forms untouched."""
    graph = rdflib.Graph()

    def term(one: NamedNode | Literal) -> rdflib.term.Node:
        if isinstance(one, NamedNode):
            return rdflib.URIRef(one.value)
        datatype = None if one.datatype.value.endswith("#string") else one.datatype.value
        kind = rdflib.URIRef(datatype) if datatype and not one.language else None
        return rdflib.Literal(one.value, lang=one.language, datatype=kind, normalize=False)

    for quad in store:
        graph.add((term(quad.subject), term(quad.predicate), term(quad.object)))
    return graph


def by_oxigraph(store: Store, query: str) -> list[Row]:
    found = store.query(query)
    names = [one.value for one in found.variables]
    return [tuple(None if row[n] is None else row[n].value for n in names) for row in found]


def by_rdflib(graph: rdflib.Graph, query: str) -> list[Row]:
    found = graph.query(query)
    names = [str(one) for one in found.vars]
    return [tuple(None if row[n] is None else str(row[n]) for n in names) for row in found]


# --- the oracle: one function a question, each from the words of its header


def _years(facts: Facts, talks: set[str]) -> tuple[str | None, str | None]:
    years = [facts.year(talk) for talk in talks if facts.year(talk) is not None]
    return (str(min(years)), str(max(years))) if years else (None, None)


def _groups(pairs: Iterator[tuple[str, str]]) -> dict[str, set[str]]:
    grouped: dict[str, set[str]] = defaultdict(set)
    for key, talk in pairs:
        grouped[key].add(talk)
    return grouped


def _counted(facts: Facts, pairs: Iterator[tuple[str, str]]) -> list[Row]:
    return [(k, facts.label(k), str(len(t))) for k, t in _groups(pairs).items()]


def _spanned(facts: Facts, pairs: Iterator[tuple[str, str]]) -> list[Row]:
    return [(k, facts.label(k), str(len(t)), *_years(facts, t)) for k, t in _groups(pairs).items()]


def _short(facts: Facts, talk: str) -> Row:
    event = facts.event(talk)
    return (
        talk,
        facts.one(talk, "schema:name"),
        event,
        facts.label(event),
        facts.one(talk, "hw:year"),
    )


def _full(facts: Facts, talk: str) -> Row:
    return (
        *_short(facts, talk),
        facts.one(talk, "schema:startDate"),
        facts.one(talk, "hw:minutes"),
        facts.one(talk, "schema:recordedIn", "schema:url"),
    )


def _asked(value: str | None, found: set[str]) -> bool:
    return bool(found) if value is None else value in found


def speakers_of_topic(f: Facts, topic: str | None = None) -> list[Row]:
    return _spanned(f, ((p, t) for t in f.talks if _asked(topic, f.about(t)) for p in f.people(t)))


def topics_of_speaker(f: Facts, person: str | None = None) -> list[Row]:
    return _spanned(f, ((a, t) for t in f.talks if _asked(person, f.people(t)) for a in f.about(t)))


def talks_of_speaker(f: Facts, person: str | None = None) -> list[Row]:
    return [_full(f, t) for t in f.talks if _asked(person, f.people(t))]


def talks_on_topic(f: Facts, topic: str | None = None) -> list[Row]:
    return [_full(f, t) for t in f.talks if _asked(topic, f.about(t))]


def topic_by_year(f: Facts, topic: str | None = None) -> list[Row]:
    every = Counter(f.year(t) for t in f.talks if f.year(t) is not None)
    found = Counter(f.year(t) for t in f.talks if _asked(topic, f.about(t)))
    return [(str(year), str(found[year]), str(of)) for year, of in every.items()]


def co_speakers(f: Facts, person: str | None = None) -> list[Row]:
    return _counted(
        f,
        (
            (other, t)
            for t in f.talks
            for one in ([person] if person else f.people(t))
            if one in f.people(t)
            for other in f.people(t) - {one}
        ),
    )


def organizations_on_topic(f: Facts, topic: str | None = None) -> list[Row]:
    talks = [t for t in f.talks if _asked(topic, f.about(t))]
    return _counted(f, ((o, t) for t in talks for o in f.organizations(t)))


def editions_of_series(f: Facts, series: str | None = None) -> list[Row]:
    rows = []
    editions = [e for e in f.all("hw:Event") if _asked(series, f(e, "hw:inSeries"))]
    for event in editions:
        talks = [t for t in f.talks if f.event(t) == event]
        people = {p for t in talks for p in f.people(t)}
        before = {
            p
            for t in f.talks
            for e in [f.event(t)]
            if f(e, "hw:inSeries") & f(event, "hw:inSeries")
            and (f.year(e) or 0, int(f.one(e, "hw:edition") or 0))
            < (f.year(event) or 0, int(f.one(event, "hw:edition") or 0))
            for p in f.people(t)
        }
        counts = (str(len(talks)), str(len(people)), str(len(people & before)))
        rows.append(
            (event, f.label(event), f.one(event, "hw:year"), f.one(event, "hw:edition"), *counts)
        )
    return rows


def _topics_of(f: Facts, event: str) -> dict[str, int]:
    talks = [t for t in f.talks if f.event(t) == event]
    topics = f.about(event).union(*(f.about(t) for t in talks))
    return {topic: sum(topic in f.about(t) for t in talks) for topic in topics}


def topics_of_series(f: Facts, series: str | None = None) -> list[Row]:
    return [
        (topic, f.label(topic), event, f.label(event), f.one(event, "hw:year"), str(count))
        for event in f.all("hw:Event")
        if _asked(series, f(event, "hw:inSeries"))
        for topic, count in _topics_of(f, event).items()
    ]


def talks_for_audience(f: Facts, audience: str | None = None) -> list[Row]:
    return [
        _short(f, t)
        for t in f.talks
        if _asked(audience, f(t, "schema:audience") | f(t, "schema:superEvent", "schema:audience"))
    ]


def busiest_speakers(f: Facts) -> list[Row]:
    return [
        (p, f.label(p), str(len(talks)), str(len({f.event(t) for t in talks})), *_years(f, talks))
        for p, talks in _groups((p, t) for t in f.talks for p in f.people(t)).items()
    ]


def topics_that_grow(f: Facts) -> list[Row]:
    years = [f.year(t) for t in f.talks if f.year(t) is not None]
    middle = (min(years) + max(years)) / 2
    dated = [t for t in f.talks if f.year(t) is not None and f.about(t)]
    early = [t for t in dated if f.year(t) <= middle]
    late = [t for t in dated if f.year(t) > middle]
    rows = []
    for topic in {a for t in dated for a in f.about(t)}:
        before, after = (sum(topic in f.about(t) for t in half) for half in (early, late))
        change = round(100 * (after / len(late) - before / len(early)), 1)
        if change > 0:
            rows.append((topic, f.label(topic), str(before), str(after), f"{change:g}"))
    return rows


def event_programme(f: Facts, event: str | None = None) -> list[Row]:
    rows = []
    for talk in f.talks + f.all("hw:Session"):
        if not _asked(event, f(talk, "schema:superEvent")):
            continue
        track = f.one(talk, "hw:track")
        times = ("schema:startDate", "schema:endDate", "hw:minutes")
        rest = (track, f.label(track), f.label(f.one(talk, "hw:kind")))
        last = (
            f.one(talk, "schema:recordedIn", "schema:url"),
            "true" if talk in f.all("hw:Session") else "false",
        )
        people = [
            (f.one(a, "schema:performer"), f.one(a, "schema:position"))
            for a in f(talk, "hw:appearance")
        ]
        for slot in sorted({talk} | f(talk, "schema:subEvent")):
            room = f.one(slot, "schema:location")
            head = (talk, slot, f.one(talk, "schema:name"), *(f.one(slot, p) for p in times))
            for person, position in people or [(None, None)]:
                place = (room, f.label(room), *rest)
                rows.append((*head, *place, person, f.label(person), position, *last))
    return rows


def talks_like(f: Facts, talk: str | None = None) -> list[Row]:
    rows = []
    for other in f.talks:
        shared = {
            thing
            for one in ([talk] if talk else f.talks)
            if one != other
            for thing in (f.about(one) | f.people(one)) & (f.about(other) | f.people(other))
        }
        if shared:
            names = sorted(f.label(thing) for thing in shared)
            rows.append((*_short(f, other), str(len(shared)), " + ".join(names)))
    return rows


def missing(f: Facts) -> list[Row]:
    def gap(problem: str, thing: str) -> Row:
        event = f.event(thing)
        return problem, thing, f.label(thing), event, f.label(event)

    gaps = {
        "talk without a topic": "schema:about",
        "talk without a speaker": "schema:performer",
        "talk without a start": "schema:startDate",
        "talk without a length": "hw:minutes",
    }
    rows = [gap(problem, t) for problem, p in gaps.items() for t in f.talks if not f(t, p)]
    employed = {
        f.one(a, "schema:performer") for a in f.all("hw:Appearance") if f(a, "schema:affiliation")
    }
    speakers = {p for t in f.talks for p in f.people(t)}
    rows += [gap("speaker without an organization", p) for p in speakers - employed]
    events = f.all("hw:Event")
    rows += [gap("event without a date", e) for e in events if not f(e, "schema:startDate")]
    held = {f.event(t) for t in f.talks}
    return rows + [gap("event without a talk", e) for e in events if e not in held]


def speakers_of_event(f: Facts, event: str | None = None) -> list[Row]:
    talks = [t for t in f.talks if _asked(event, f(t, "schema:superEvent"))]
    return _counted(f, ((p, t) for t in talks for p in f.people(t)))


def topics_of_event(f: Facts, event: str | None = None) -> list[Row]:
    total: Counter[str] = Counter()
    for one in [event] if event else f.all("hw:Event"):
        total.update(_topics_of(f, one))
    found: Counter[str | None] = Counter()
    for link in f.all("hw:Link"):
        derived = f(link, "hw:status") == {PREFIX["hw"] + "derived"}
        talk = f.one(link, "rdf:subject")
        if derived and f(link, "rdf:predicate") == {PREFIX["schema"] + "about"}:
            found[f.one(link, "rdf:object")] += talk in f.talks and _asked(event, {f.event(talk)})
    return [(t, f.label(t), str(count), str(found[t])) for t, count in total.items()]


def talks_of_organization(f: Facts, organization: str | None = None) -> list[Row]:
    return [_short(f, t) for t in f.talks if _asked(organization, f.organizations(t))]


def organization_with_parts(f: Facts, organization: str | None = None) -> list[Row]:
    def above(one: str) -> set[str]:
        return {one}.union(*(above(up) for up in f(one, "schema:parentOrganization")))

    return [
        (t, f.one(t, "schema:name"), part, f.label(part), *_short(f, t)[2:])
        for t in f.talks
        for part in f.organizations(t)
        if _asked(organization, above(part))
    ]


def people_of_organization(f: Facts, organization: str | None = None) -> list[Row]:
    spoke = _groups(
        (f.one(a, "schema:performer"), t)
        for t in f.talks
        for a in f(t, "hw:appearance")
        if _asked(organization, f(a, "schema:affiliation"))
    )
    return [(p, f.label(p), _years(f, talks)[1], str(len(talks))) for p, talks in spoke.items()]


def events(f: Facts) -> list[Row]:
    rows = []
    for event in f.all("hw:Event"):
        talks = [t for t in f.talks if f.event(t) == event]
        series = f.one(event, "hw:inSeries")
        people = {p for t in talks for p in f.people(t)}
        filmed = sum(bool(f(t, "schema:recordedIn")) for t in talks)
        counts = (str(len(talks)), str(len(people)), str(filmed))
        dates = (f.one(event, "schema:startDate"), f.one(event, "hw:year"))
        rows.append((event, f.label(event), *dates, series, f.label(series), *counts))
    return rows


def series(f: Facts) -> list[Row]:
    rows = []
    for one in f.all("hw:EventSeries"):
        editions = {e for e in f.all("hw:Event") if one in f(e, "hw:inSeries")}
        talks = [t for t in f.talks if f.event(t) in editions]
        counts = (str(len(editions)), str(len(talks)))
        rows.append((one, f.label(one), *counts, *_years(f, editions)))
    return rows


def organizations(f: Facts) -> list[Row]:
    talks = _groups((o, t) for t in f.talks for o in f.organizations(t))
    people = _groups(
        (o, f.one(a, "schema:performer"))
        for t in f.talks
        for a in f(t, "hw:appearance")
        for o in f(a, "schema:affiliation")
    )
    return [(o, f.label(o), str(len(talks[o])), str(len(people[o]))) for o in talks]


def topics(f: Facts) -> list[Row]:
    return [
        (
            topic, f.label(topic), str(len(talks)),
            str(len({p for t in talks for p in f.people(t)})), *_years(f, talks),
        )
        for topic, talks in _groups((a, t) for t in f.talks for a in f.about(t)).items()
    ]  # fmt: skip


def people_of_series(f: Facts, series: str | None = None) -> list[Row]:
    spoke = _groups(
        (p, t)
        for t in f.talks
        if _asked(series, f(t, "schema:superEvent", "hw:inSeries"))
        for p in f.people(t)
    )
    return [
        (p, f.label(p), str(len({f.event(t) for t in talks})), str(len(talks)))
        for p, talks in spoke.items()
    ]


def series_like(f: Facts, series: str | None = None) -> list[Row]:
    spoke = _groups(
        (s, p)
        for t in f.talks
        for s in f(t, "schema:superEvent", "hw:inSeries")
        for p in f.people(t)
    )
    both = _groups(
        (other, p)
        for one in spoke
        if series in (None, one)
        for other in spoke.keys() - {one}
        for p in spoke[one] & spoke[other]
    )
    return [(other, f.label(other), str(len(people))) for other, people in both.items()]


def related_topics(f: Facts, topic: str | None = None) -> list[Row]:
    return _counted(
        f,
        (
            (other, t)
            for t in f.talks
            for one in ([topic] if topic else f.about(t))
            if one in f.about(t)
            for other in f.about(t) - {one}
        ),
    )


def audiences(f: Facts) -> list[Row]:
    reached = _groups(
        (a, e)
        for e in f.all("hw:Event")
        for a in f(e, "schema:audience").union(
            *(f(t, "schema:audience") for t in f.talks if f.event(t) == e)
        )
    )
    return [(a, f.label(a), str(len(reached[a]))) for a in f.all("hw:Audience")]


def places(f: Facts) -> list[Row]:
    return _counted(f, ((p, e) for e in f.all("hw:Event") for p in f(e, "schema:location")))


def links_of_talk(f: Facts, talk: str | None = None) -> list[Row]:
    rows = []
    for link in f.all("hw:Link"):
        subject, thing = f.one(link, "rdf:subject"), f.one(link, "rdf:object")
        if subject in ([talk] if talk else f.talks):
            names = ("hw:confidence", "hw:status", "hw:method", "hw:evidence", "hw:quote")
            told = (f.one(link, name) for name in names)
            rows.append((f.one(link, "rdf:predicate"), thing, f.label(thing), *told))
    return rows


ORACLE: dict[str, Callable[..., list[Row]]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        speakers_of_topic, topics_of_speaker, talks_of_speaker, talks_on_topic, topic_by_year,
        co_speakers, organizations_on_topic, editions_of_series, topics_of_series,
        talks_for_audience, busiest_speakers, topics_that_grow, event_programme, talks_like,
        missing, speakers_of_event, topics_of_event, talks_of_organization,
        people_of_organization, events, series, organizations, topics, people_of_series,
        related_topics, series_like, audiences, places, links_of_talk, organization_with_parts,
    )
}  # fmt: skip


def _same_order_of_names(name: str, rows: list[Row]) -> list[Row]:
    """Bring a concatenation of names into one order, since SPARQL gives it none."""
    if name != "talks-like":
        return rows
    return [
        (*row[:-1], " + ".join(sorted((row[-1] or "").replace(" + ", ", ").split(", "))))
        for row in rows
    ]


def _values(question: Question, facts: Facts) -> Iterator[dict[str, str]]:
    """Yield each binding: everything, every thing of the right class, and one that is unknown."""
    if not any(parameter.required for parameter in question.parameters):
        yield {}
    for parameter in question.parameters:
        for thing in facts.all(parameter.type):
            yield {parameter.name: thing}
        yield {parameter.name: f"{BASE}id/{parameter.kind}/nobody-knows-this"}


@pytest.mark.parametrize("name", sorted(questions()))
def test_both_engines_give_what_a_count_by_hand_gives(name, store, graph, facts):
    question = questions()[name]
    seen = 0
    for values in _values(question, facts):
        query = question.bind(**values)
        found = by_oxigraph(store, query)
        expected = Counter(_same_order_of_names(name, ORACLE[name](facts, **values)))
        assert Counter(_same_order_of_names(name, found)) == expected, values
        assert by_rdflib(graph, query) == found, values  # the order, too
        seen += len(found)
    assert seen


@pytest.mark.parametrize("name", sorted(questions()))
def test_a_question_left_unbound_runs_as_its_file_stands(name, store, graph, facts):
    text = questions()[name].text
    found = by_oxigraph(store, text)
    assert Counter(_same_order_of_names(name, found)) == Counter(
        _same_order_of_names(name, ORACLE[name](facts))
    )
    assert Counter(by_rdflib(graph, text)) == Counter(found)


def test_a_talk_of_a_rare_topic_is_more_alike_than_one_of_a_frequent_topic(store):
    """The talk on agents shares a topic of two talks; the others share one of four."""
    talk = f"{BASE}id/talk/storage-and-networks"
    rows = by_oxigraph(store, questions()["talks-like"].bind(talk=talk))
    order = [row[0].rpartition("/")[2] for row in rows]
    assert order.index("agents") < order.index("nobody")


def test_the_header_names_the_columns_in_the_order_of_the_projection(store):
    for question in questions().values():
        found = store.query(question.text)
        assert tuple(one.value for one in found.variables) == tuple(
            column.name for column in question.columns
        )
