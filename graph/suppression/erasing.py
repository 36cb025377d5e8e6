"""Takes people who asked to be forgotten out of what a site keeps besides its sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from hallway.graph.addresses import Ledger, appearance_of
from hallway.graph.generations import SourceEntry
from hallway.graph.keys import concept_key, event_key, talk_keys
from hallway.graph.linking.decision import Decision
from hallway.graph.linking.decision_file import write_decisions
from hallway.graph.linking.decisions import Decisions
from hallway.graph.programme import WITHHELD, Programme
from hallway.graph.reading.text import normalised
from hallway.graph.suppression.forgotten import load_forgotten
from hallway.graph.suppression.name_words import name_words
from hallway.graph.suppression.programmes import Forgetter

__all__ = ["clean_decisions", "clean_entry", "clean_ledger", "moves", "permitted", "refused"]

EVENT_KINDS = ("talk", "session", "room", "track")
"""Kinds whose keys begin with the key of their event."""

Moves = Mapping[tuple[str, str], str]
"""(kind, key) -> the key that the same thing has now."""


def moves(
    before: Programme, after: Programme, source: str, source_after: str = ""
) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the keys that events and talks have with a name, and without it (or the other way).

    Parameters
    ----------
    before, after
        One programme, with and without people who are forgotten.
    source, source_after
        Slug of the source, before and after.
    """
    for old, new in zip(before.events, after.events, strict=True):
        pairs = [("event", event_key(old), event_key(new))]
        if old.series and new.series:
            pairs.append(("series", concept_key(old.series.name), concept_key(new.series.name)))
        keys = zip(
            old.talks,
            new.talks,
            talk_keys(old, source),
            talk_keys(new, source_after or source),
            strict=True,
        )
        for one, other, key, key_after in keys:
            pairs.append(("session" if one.is_break else "talk", key, key_after))
            rooms = zip(one.every_slot, other.every_slot, strict=True)
            for kind, label, label_after in (
                *(("room", slot.room, after.room) for slot, after in rooms),
                ("track", one.track, other.track),
            ):
                if label and label_after:
                    was = f"{event_key(old)}|{concept_key(label)}"
                    pairs.append((kind, was, f"{event_key(new)}|{concept_key(label_after)}"))
        yield from (((kind, key), now) for kind, key, now in pairs if key != now)


def clean_ledger(ledger: Ledger, forgetter: Forgetter, moved: Moves, *, whole: bool) -> bool:
    """Take names out of a ledger; addresses that hold none keep.

    Parameters
    ----------
    moved
        Keys that are another one now.
    whole
        Look at every line, also at those of things that no source has any more.

    Returns
    -------
    bool
        Whether the ledger was changed; it is on the disk then.
    """
    if not moved and not whole:
        return False
    held = forgetter.finder.held

    def kept() -> Iterator[tuple[str, str, str]]:
        for kind, key, given in ledger.lines():
            now = moved.get((kind, key))
            if whole and held.hides(kind, given):
                continue
            if now is None:
                now = _without_names(kind, key, forgetter) if whole and kind != "person" else key
            yield kind, now, given

    return ledger.replace(list(kept()))


def _without_names(kind: str, key: str, forgetter: Forgetter) -> str:
    """Return a key as it would be had the name never been in it."""
    event, _, rest = key.partition("|")
    if kind not in EVENT_KINDS:
        return normalised(forgetter.text(key)) if kind != "source" else forgetter.text(key)
    scopes = forgetter.finder.key_scopes(event, rest)
    parts = [
        normalised(WITHHELD)
        if name_words(part) and forgetter.finder.by_name(part, scopes)
        else forgetter.finder.text(part, scopes)
        for part in key.split("|")
    ]
    return "|".join(parts)


# Decisions ---------------------------------------------------------------------------------------


def permitted(decision: Decision, forgetter: Forgetter, base: str) -> Decision | None:
    """Return a decision without names in its words; None when it is about somebody forgotten."""
    held = forgetter.finder.held
    for term in (decision.subject, decision.object):
        kind, slash, slug = term.removeprefix(f"{base}id/").partition("/")
        if term.startswith(f"{base}id/"):
            if slash and any(held.hides(*one) for one in _led_to(kind, slug)):
                return None
        elif held.reserves(term) or forgetter.text(term) != term:
            return None
    who, why = forgetter.text(decision.who), forgetter.text(decision.why)
    if (who, why) == (decision.who, decision.why):
        return decision
    return replace(decision, who=who, why=why)


def refused(folder: Path, base: str, decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions about somebody whom a site forgot, which it records no more.

    Parameters
    ----------
    folder, base
        Of the site.
    """
    held = load_forgotten(folder)
    if not held:
        return []
    forgetter = Forgetter(held)
    return [one for one in decisions if permitted(one, forgetter, base) is None]


def _led_to(kind: str, slug: str) -> Iterator[tuple[str, str]]:
    """Yield what an address leads to: the thing, and of an appearance the person it is of."""
    yield kind, slug
    if kind == "appearance":
        parts = appearance_of(slug)
        if parts is not None:
            yield "person", parts[2]


def clean_decisions(
    decisions: Decisions, forgetter: Forgetter, base: str, path: Path | None
) -> Decisions:
    """Return the decisions that speak of nobody forgotten, nor undo one that did.

    Parameters
    ----------
    path
        The file to write them to, when they are fewer or other ones; None to leave it alone.
    """
    kept: list[Decision] = []
    gone: set[str] = set()
    for one in decisions.all:
        allowed = None if one.subject in gone else permitted(one, forgetter, base)
        if allowed is None:
            gone.add(one.id)
        else:
            kept.append(allowed)
    if tuple(kept) == decisions.all:
        return decisions
    if path is not None:
        write_decisions(path, kept)
    problems = tuple(map(forgetter.text, decisions.problems))
    return Decisions(kept, path=decisions.path, problems=problems)


# Entries of the manifest -------------------------------------------------------------------------


def clean_entry(entry: SourceEntry, forgetter: Forgetter) -> SourceEntry:
    """Return a source's entry without names in its file's name and its options."""

    def options(given: Mapping[str, str]) -> dict[str, str]:
        named = {name: given[name] for name in ("event", "series") if name in given}
        return {**given, **{name: forgetter.text(value) for name, value in named.items()}}

    return replace(
        entry,
        file=forgetter.file_name(entry.file),
        options=options(entry.options),
        events=sorted(forgetter.text(key) for key in entry.events),
        versions=[{**one, "options": options(one["options"])} for one in entry.versions],
        inherited={
            of: {own: key for own, key in keys.items() if forgetter.text(key) == key}
            for of, keys in entry.inherited.items()
        },
    )
