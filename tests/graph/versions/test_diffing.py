"""What changed between two versions: each change under its own label, and nothing else."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from importlib.resources import files
from itertools import product
from pathlib import Path

import pytest

from hallway.graph import formats
from hallway.graph.programme import (
    Appearance,
    Event,
    Link,
    Person,
    Programme,
    Recording,
    Talk,
)
from hallway.graph.versions.changes import EVENT_LABELS, TALK_LABELS
from hallway.graph.versions.diffing import Change, Changes, diff

PLACE = timezone(timedelta(hours=2))
ROOMS = ("Main", "Side", "Cellar")
SUBJECTS = (
    "cranes tides ropes locks barges buoys pilots dredges ferries lamps quays winches".split()
)
FORMS = ("An introduction to {} for all", "What nobody says about {}", "{}: the long way round")
FIRST = "Ada Bo Cem Dag Eva Finn Gro Hedda Ivo Jun Kaja Liv Mio Nils Ola Pia".split()
LAST = "Berg Costa Dahl Eide Foss Grau Holm Ito Juul Kask Lund Moe".split()
IDS: dict[str, Callable[[int], str]] = {
    "ids": lambda number: str(100 + number),
    "addresses": lambda number: f"https://harbour.example/talk/{number}",
    "no ids": lambda number: "",
}


def programme(*talks: Talk, **facts: object) -> Programme:
    event = Event("Harbour Conf 2026", start=date(2026, 6, 10), end=date(2026, 6, 11), place="Oslo")
    return Programme("csv", (replace(event, talks=talks, **facts),))


def by(*names: str) -> tuple[Appearance, ...]:
    return tuple(Appearance(Person(name)) for name in names)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 6, day, hour, minute, tzinfo=PLACE)


def seeded(seed: object) -> random.Random:
    return random.Random(str(seed))  # noqa: S311 (nothing secret)


def a_talk(title: str = "Cranes at night", **facts: object) -> Talk:
    given: dict[str, object] = {
        "key": "17",
        "start": at(10, 10),
        "end": at(10, 10, 30),
        "minutes": 30,
        "room": "Main",
        "appearances": by("Ada Berg"),
    }
    return Talk(title, **{**given, **facts})  # type: ignore[arg-type]


def changes(old: Talk | None, new: Talk | None) -> Changes:
    befores = [one for one in (old,) if one]
    afters = [one for one in (new,) if one]
    return diff(programme(*befores), programme(*afters), "harbour")


def line(old: Talk | None, new: Talk | None) -> str:
    (found,) = changes(old, new).lines()
    return found


# Seeded mutations --------------------------------------------------------------------------------


def random_programme(random_: random.Random, ids: str) -> list[Talk]:
    """Make a programme of two days and three rooms, with a lunch on each day."""
    slots = list(product((10, 11), ROOMS, range(9, 16)))
    titles = [form.format(subject) for form, subject in product(FORMS, SUBJECTS)]
    names = [f"{first} {last}" for first, last in product(FIRST, LAST)]
    random_.shuffle(titles)
    random_.shuffle(names)
    talks = []
    for number, ((day, room, hour), title) in enumerate(zip(slots, titles, strict=False)):
        people = [names.pop() for _ in range(random_.choice((1, 1, 2)))]
        talks.append(
            Talk(
                title,
                key=IDS[ids](number),
                kind=random_.choice(("Talk", "Workshop", None)),
                start=at(day, hour),
                end=at(day, hour, 45),
                minutes=45,
                room=room,
                track=random_.choice(("Water", "Land", None)),
                languages=(random_.choice(("en", "nb")),),
                abstract=f"About {title}.",
                appearances=by(*people),
                where=f"row {number}",
            )
        )
    lunches = [
        Talk("Lunch", is_break=True, start=at(day, 12), end=at(day, 13), room="Hall")
        for day in (10, 11)
    ]
    return talks + lunches


Expected = tuple[str, object, object]


def cancel(talk: Talk, random_: random.Random) -> tuple[Talk, Expected]:
    new = replace(talk, status=random_.choice(("cancelled", "postponed")))
    return new, (new.status, None, (talk.start, talk.end, talk.room))


def rename(talk: Talk, random_: random.Random) -> tuple[Talk, Expected]:
    title = random_.choice((talk.title + ", revised", "Something of quite another sort"))
    return replace(talk, title=title), ("renamed", talk.title, title)


def move(talk: Talk, random_: random.Random) -> tuple[Talk, Expected]:
    assert isinstance(talk.start, datetime)
    assert isinstance(talk.end, datetime)
    later = timedelta(days=random_.choice((0, 1)), minutes=random_.choice((15, 300)))
    room = random_.choice((talk.room, "Attic"))
    new = replace(talk, start=talk.start + later, end=talk.end + later, room=room)
    return new, (
        "moved",
        (talk.start, talk.end, talk.room),
        (talk.start + later, talk.end + later, room),
    )


def hand_over(talk: Talk, random_: random.Random) -> tuple[Talk, Expected]:
    old = tuple(one.person.name for one in talk.appearances)
    if random_.random() < 0.5:
        more = replace(talk, appearances=(*talk.appearances, *by("Ny Mann")))
        return more, ("changed hands", (), ("Ny Mann",))
    new = replace(talk, appearances=(*by("Ny Mann"), *talk.appearances[1:]))
    return new, ("changed hands", (old[0],), ("Ny Mann",))


def fact(label: str, field: str, value: object) -> Callable[..., tuple[Talk, Expected]]:
    def mutate(talk: Talk, random_: random.Random) -> tuple[Talk, Expected]:
        old = getattr(talk, field)
        return replace(talk, **{field: value}), (label, old or None, value)

    return mutate


def lengthen(talk: Talk, random_: random.Random) -> tuple[Talk, Expected]:
    assert isinstance(talk.end, datetime)
    new = replace(talk, minutes=55, end=talk.end + timedelta(minutes=10))
    return new, ("length", 45, 55)


def rewrite(talk: Talk, random_: random.Random) -> tuple[Talk, Expected]:
    return replace(talk, abstract="All new."), ("abstract", None, None)


MUTATIONS: dict[str, Callable[..., tuple[Talk, Expected]]] = {
    "cancel": cancel,
    "rename": rename,
    "move": move,
    "hand over": hand_over,
    "track": fact("track", "track", "Sky"),
    "kind": fact("kind", "kind", "Fishbowl"),
    "language": fact("language", "languages", ("de", "sv")),
    "subtitle": fact("subtitle", "subtitle", "with slides"),
    "length": lengthen,
    "abstract": rewrite,
}


FACTS = ("track", "kind", "language", "subtitle")


def shown(change: Change) -> tuple[str, str, object, object]:
    def plain(value: object) -> object:
        if hasattr(value, "room"):
            return (value.start, value.end, value.room)
        return value

    return change.label, change.talk, plain(change.old), plain(change.new)


@pytest.mark.parametrize("ids", IDS)
@pytest.mark.parametrize("seed", range(12))
def test_every_mutation_is_recovered_with_its_label_and_nothing_else(seed: int, ids: str):
    random_ = seeded(f"{seed} {ids}")
    old = random_programme(random_, ids)
    new = list(old)
    expected = []
    chosen = random_.sample(range(len(old) - 2), len(MUTATIONS) + 1)
    for place, mutate in zip(chosen, MUTATIONS.values(), strict=False):
        new[place], (label, before, after) = mutate(old[place], random_)
        expected.append((label, new[place].title, before, after))
    gone = old[chosen[-1]]
    new.remove(gone)
    expected.append(("removed", gone.title, (gone.start, gone.end, gone.room), None))
    extra = a_talk("A guest from the lighthouse", key=IDS[ids](999), start=at(11, 17), end=None)
    new.append(extra)
    expected.append(("added", extra.title, None, (extra.start, extra.end, extra.room)))
    random_.shuffle(new)
    found = diff(programme(*old), programme(*new), "harbour")
    assert sorted(map(repr, map(shown, found.changes))) == sorted(map(repr, expected))
    random_.shuffle(new)
    random_.shuffle(old)
    assert diff(programme(*old), programme(*new), "harbour") == found


@pytest.mark.parametrize("keys", ["its own keys", "no keys"])
def test_every_mutation_of_a_real_programme_is_recovered(keys: str):
    name = "tideline-2026.xml"
    data = (files("hallway.samples") / name).read_bytes()
    read = formats.read(data, formats.ReadOptions(file=name))
    (event,) = read.events
    talks = [replace(talk, key=talk.key if keys != "no keys" else "") for talk in event.talks]
    old = replace(read, events=(replace(event, talks=tuple(talks)),))
    random_ = seeded(keys)
    tried = 0
    for place, talk in enumerate(talks):
        if talk.is_break or not talk.appearances or talk.status != "confirmed":
            continue
        for mutate in (cancel, rename, move, hand_over, *map(MUTATIONS.get, FACTS), rewrite):
            assert mutate
            mutated, (label, *_) = mutate(talk, random_)
            new = [*talks[:place], mutated, *talks[place + 1 :]]
            random_.shuffle(new)
            changed = replace(old, events=(replace(event, talks=tuple(new)),))
            (found,) = diff(old, changed, "tideline").changes
            assert (found.label, found.talk) == (label, mutated.title)
            tried += 1
    assert tried >= 50


@pytest.mark.parametrize("ids", IDS)
@pytest.mark.parametrize("seed", range(4))
def test_what_was_undone_is_told_the_other_way_round(seed: int, ids: str):
    random_ = seeded(seed)
    old = random_programme(random_, ids)
    for place, mutate in enumerate(MUTATIONS.values()):
        mutated, _ = mutate(old[place], random_)
        new = [*old[:place], mutated, *old[place + 1 :]]
        there = diff(programme(*old), programme(*new), "harbour")
        back = diff(programme(*new), programme(*old), "harbour")
        (one,), (other,) = there.changes, back.changes
        if one.label in ("cancelled", "postponed"):
            assert other.label == "reinstated"
        else:
            assert (other.label, other.old, other.new) == (one.label, one.new, one.old)


@pytest.mark.parametrize("ids", IDS)
def test_the_same_talks_in_any_order_give_no_changes(ids: str):
    random_ = seeded(ids)
    old = random_programme(random_, ids)
    for _ in range(5):
        new = [replace(talk, where="elsewhere") for talk in old]
        random_.shuffle(new)
        found = diff(programme(*old), programme(*new), "harbour")
        assert not found
        assert found.lines() == []
        assert found.as_json()["changed"] is False


# Words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            {},
            {"room": "Side", "start": at(11, 9), "end": at(11, 9, 30)},
            "moved: «Cranes at night» from Main, 10 June 10:00 to Side, 11 June 09:00",
        ),
        ({}, {"room": "Side"}, "moved: «Cranes at night» from Main to Side"),
        (
            {},
            {"start": at(10, 11), "end": at(10, 11, 30)},
            "moved: «Cranes at night» from 10 June 10:00 to 10 June 11:00",
        ),
        (
            {"start": None, "end": None},
            {},
            "moved: «Cranes at night» from no time to 10 June 2026 10:00",
        ),
        ({}, {"title": "Cranes"}, "renamed: «Cranes», which was «Cranes at night»"),
        ({}, {"status": "cancelled"}, "cancelled: «Cranes at night», Main, 10 June 10:00"),
        ({"status": "postponed"}, {}, "reinstated: «Cranes at night», Main, 10 June 10:00"),
        (
            {},
            {"appearances": by("Bo Dahl", "Cem Ito")},
            "changed hands: «Cranes at night», now without Ada Berg and with Bo Dahl and Cem Ito",
        ),
        ({}, {"track": "Land"}, "track: «Cranes at night» from none stated to Land"),
        (
            {},
            {"languages": ("nb", "en")},
            "language: «Cranes at night» from none stated to en and nb",
        ),
        (
            {},
            {"minutes": 45, "end": at(10, 10, 45)},
            "length: «Cranes at night» from 30 to 45 minutes",
        ),
        ({}, {"abstract": "By day too."}, "abstract: «Cranes at night» has another abstract"),
        (
            {"topics": ("cranes", "Night-work")},
            {"topics": ("night work",), "audiences": ("engineers",)},
            "topics: «Cranes at night», now without cranes and with engineers",
        ),
        (
            {},
            {"appearances": (Appearance(Person("Ada Berg"), "moderator"),)},
            "roles: «Cranes at night» from Ada Berg (speaker) to Ada Berg (moderator)",
        ),
        (
            {},
            {"appearances": (Appearance(Person("Ada Berg"), affiliation="Port of Oslo"),)},
            "affiliations: «Cranes at night» from Ada Berg (none stated) to Ada Berg"
            " (Port of Oslo)",
        ),
        (
            {"links": (Link("https://a.example/1"),)},
            {"links": (Link("https://a.example/2"),), "url": "https://a.example/1"},
            "links: «Cranes at night», now with https://a.example/2",
        ),
        (
            {"slides": (Link("https://a.example/s.pdf", "Slides"),)},
            {},
            "slides: «Cranes at night», now without https://a.example/s.pdf",
        ),
        (
            {"recordings": (Recording("https://v.example/1", 60),)},
            {
                "recordings": (
                    Recording("https://v.example/1", 90),
                    Recording("https://v.example/2"),
                )
            },
            "recordings: «Cranes at night», now with https://v.example/2",
        ),
    ],
)
def test_a_change_is_told_in_plain_words(old: dict, new: dict, words: str):
    assert line(a_talk(**old), a_talk(**{"title": "Cranes at night", **new})) == words


def test_a_talk_that_comes_or_goes_is_told_with_its_slot():
    assert line(None, a_talk()) == "added: «Cranes at night», Main, 10 June 10:00"
    assert line(a_talk(start=None, end=None, room=None), None) == "removed: «Cranes at night»"


def test_the_facts_of_the_event_are_compared_too():
    old = programme(a_talk())
    new = programme(
        a_talk(), name="Harbour Days 2026", end=date(2026, 6, 12), place="Bergen", key="hd26"
    )
    assert diff(old, new, "harbour").lines() == [
        "event renamed: «Harbour Days 2026», which was «Harbour Conf 2026»",
        "event dates: «Harbour Days 2026» from 10 June 2026 – 11 June 2026"
        " to 10 June 2026 – 12 June 2026",
        "event place: «Harbour Days 2026» from Oslo to Bergen",
    ]


def test_events_come_and_go_whole_and_a_renamed_one_keeps_its_talks():
    harbour, quay, lamp = (
        Event(
            name, talks=tuple(a_talk(f"{name} {word}", key="") for word in ("one", "two", "three"))
        )
        for name in ("Harbour", "Quay", "Lamp")
    )
    old = Programme("csv", (harbour, quay))
    new = Programme("csv", (lamp, replace(harbour, name="Port of call")))
    assert [(one.of, one.label, one.event) for one in diff(old, new, "x").changes] == [
        ("event", "added", "Lamp"),
        ("event", "renamed", "Port of call"),
        ("event", "removed", "Quay"),
    ]
    assert diff(old, new, "x").lines()[0] == "event added: «Lamp», 3 talks"


# Which talk is which -----------------------------------------------------------------------------


def labels(old: list[Talk], new: list[Talk]) -> list[str]:
    return [one.label for one in diff(programme(*old), programme(*new), "harbour").changes]


def test_row_numbers_that_shift_move_no_talk():
    titles = {
        "Cranes at night": "Ada Berg",
        "Ropes by day": "Bo Dahl",
        "Locks in winter": "Cem Ito",
    }
    old = [
        a_talk(title, key=str(row), start=at(10, 9 + row), end=None, appearances=by(name))
        for row, (title, name) in enumerate(titles.items(), 1)
    ]
    extra = a_talk(
        "Opening of the harbour", key="1", start=at(10, 8), end=None, appearances=by("Eva")
    )
    new = [extra, *(replace(talk, key=str(row)) for row, talk in enumerate(old, 2))]
    assert diff(programme(*old), programme(*new), "harbour").lines() == [
        "added: «Opening of the harbour», Main, 10 June 08:00"
    ]


def test_an_address_names_its_talk_whatever_changes():
    old = a_talk(key="https://harbour.example/1")
    new = replace(old, title="Quite unlike", appearances=by("Bo Dahl"), room="Side")
    assert labels([old], [new]) == ["renamed", "moved", "changed hands"]


def test_a_common_title_of_others_at_another_time_is_another_talk():
    old = a_talk("Keynote", key="")
    new = a_talk("Keynote", key="", appearances=by("Bo Dahl"), start=at(11, 10), end=at(11, 10, 30))
    assert labels([old], [new]) == ["added", "removed"]


def test_another_part_is_another_talk():
    old = a_talk("Knots for beginners, part 1", key="")
    new = replace(old, title="Knots for beginners, part 2", start=at(11, 10), end=at(11, 10, 30))
    assert labels([old], [new]) == ["added", "removed"]


def test_of_two_talks_with_one_title_the_one_that_moved_is_found():
    first, second = (a_talk("Open stage", key="", start=at(day, 18), end=None) for day in (10, 11))
    later = replace(second, start=at(11, 19))
    assert changes_of([first, second], [later, first]) == [
        "moved: «Open stage» from 11 June 18:00 to 11 June 19:00"
    ]
    assert labels([first, second], [second]) == ["removed"]


def changes_of(old: list[Talk], new: list[Talk]) -> list[str]:
    return diff(programme(*old), programme(*new), "harbour").lines()


def test_one_instant_written_with_another_offset_is_no_move():
    old = a_talk(end=None)
    assert isinstance(old.start, datetime)
    assert not changes(old, replace(old, start=old.start.astimezone(UTC)))
    assert not changes(old, replace(old, start=old.start.replace(tzinfo=None)))
    shifted = replace(old, start=old.start.replace(tzinfo=UTC))
    assert line(old, shifted).endswith("from 10 June 10:00 +0200 to 10 June 10:00 +0000")


def test_one_person_under_a_longer_name_changes_no_hands():
    old = a_talk(appearances=(Appearance(Person("A. Berg", id="p1")),))
    new = a_talk(appearances=(Appearance(Person("Ada Berg", id="p1")),))
    other = a_talk(appearances=(Appearance(Person("Bo Dahl", id="p1")),))
    assert not changes(old, new)
    assert [one.label for one in changes(old, other).changes] == ["changed hands"]


def test_a_talk_marked_as_rescheduled_is_told_once():
    marked = a_talk(status="rescheduled")
    moved = replace(marked, start=at(10, 12), end=at(10, 12, 30))
    assert labels([a_talk()], [marked]) == ["rescheduled"]
    assert labels([a_talk()], [moved]) == ["moved"]
    assert labels([marked], [a_talk()]) == []


def test_every_label_is_documented():
    page = (Path(__file__).parents[3] / "docs" / "diff.md").read_text("utf-8")
    told = re.findall(r"^\| `(.+)` \| (.+) \|$", page, re.MULTILINE)
    assert told == [*EVENT_LABELS.items(), *TALK_LABELS.items()]


def test_the_json_form_survives_json():
    found = changes(a_talk(), a_talk(room="Side", start=at(11, 9), end=at(11, 9, 30)))
    said = json.loads(json.dumps(found.as_json()))
    assert said["counts"] == {"moved": 1}
    (one,) = said["changes"]
    assert one["old"] == {
        "start": "2026-06-10T10:00:00+02:00",
        "end": "2026-06-10T10:30:00+02:00",
        "room": "Main",
    }
    assert (one["of"], one["label"], one["talk"], one["key"]) == (
        "talk",
        "moved",
        "Cranes at night",
        "17",
    )


def test_a_programme_that_is_all_new_is_compared_in_a_moment():
    old = [a_talk(f"Old thing {n}", key="", appearances=by(f"A {n}")) for n in range(2000)]
    new = [a_talk(f"New stuff {n}", key="", appearances=by(f"B {n}")) for n in range(2000)]
    found = diff(programme(*old), programme(*new), "harbour")
    assert found.counts() == {"added": 2000, "removed": 2000}
