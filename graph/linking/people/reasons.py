"""The sentences that say why two groups of mentions are one person."""

from __future__ import annotations

from collections.abc import Iterator

from hallway.graph.linking.people.features import Common
from hallway.graph.linking.people.names import NameMatch

__all__ = ["sentence"]

_TOLD = 4.0
"""Power of ten from which the rarity of a name is worth telling."""

_REASONS = {
    "accents": "differ in accents, punctuation or a title only",
    "script": "are one name in two scripts",
    "spacing": "differ in blanks or hyphens only",
    "order": "are the same words in another order",
    "initials": "differ in an initial",
    "nickname": "differ in a short form of the given name",
    "shortened": "differ in a word that one of them cuts short",
    "added": "differ in an added name",
    "spelling": "differ in a letter or two",
}


def sentence(
    left: str, right: str, match: NameMatch | None, common: Common, rarity: float = 0.0
) -> str:
    """Say how two names differ and what their talks share.

    Parameters
    ----------
    left, right
        As printed.
    match
        How the two relate; None for equal names.
    rarity
        How unlikely it is that somebody else has the name by chance, as a power of ten: told of
        equal names that have nothing else in common.
    """
    if match is not None:
        start = f'"{left}" and "{right}" {_REASONS[match.kind]}'
        return "; ".join((start, *_shared(common))) + "."
    shared = list(_shared(common))
    if not shared and rarity >= _TOLD:
        # One figure that is not zero is as much as is known.
        shared = [f"one name in {int(float(f'{10.0**rarity:.0e}')):,} has these words by chance"]
    return "; ".join((f'Both are called "{left}"', *shared)) + "."


def _shared(common: Common) -> Iterator[str]:
    """Yield what two profiles share, in words, at most three things of a kind."""
    for label, things in (
        ("both spoke with", common.co_speakers),
        ("both are of", common.affiliation),
        ("both gave", common.titles),
        ("both spoke on", common.topics),
        ("their talks say", common.words),
    ):
        if things:
            yield f"{label} " + ", ".join(f'"{thing}"' for thing in things[:3])
    if common.came_back:
        yield "in two events of one series"
