"""Names that differ and may still be one person's: found by blocks, never all pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from hallway.graph.linking.names import NameMatch, anchors, compare
from hallway.graph.linking.records import Mention
from hallway.graph.reading.names import name_key

__all__ = ["suggest_variants", "variant_pairs"]

_BLOCK = 60
"""Names of one block that are all compared; in a larger block each meets its neighbours only."""

_NEAR = 8
"""Neighbours, in the order of the alphabet."""

_FLOOR = 0.4
"""Suggestions with less confidence are dropped."""

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


def variant_pairs(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each pair of names that share a block key, once, in ascending order."""
    blocks: dict[str, list[str]] = defaultdict(list)
    for name in sorted(set(names)):
        for key in anchors(name):
            blocks[key].append(name)
    seen: set[tuple[str, str]] = set()
    for key in sorted(blocks):
        if key.startswith("!"):
            continue
        block = blocks[key]
        full = blocks.get("!" + key[1:], []) if key.startswith("?") else []
        for pair in _block_pairs(block, full):
            if pair not in seen:
                seen.add(pair)
                yield pair


def _block_pairs(block: Sequence[str], full: Sequence[str]) -> Iterator[tuple[str, str]]:
    reach = len(block) if len(block) <= _BLOCK else _NEAR
    for place, a in enumerate(block):
        for b in block[place + 1 : place + 1 + reach]:
            yield a, b
    for a in block[:_BLOCK]:
        for b in full[:_BLOCK]:
            if a != b:
                yield (a, b) if a < b else (b, a)


def suggest_variants(
    mentions: Sequence[Mention], names: Sequence[str], keys: Sequence[str]
) -> Iterator[tuple[int, int, float, str]]:
    """Yield what may be one person under two names.

    Parameters
    ----------
    mentions, names, keys
        Each mention with its normalised name and its person's key.

    Yields
    ------
    tuple[int, int, float, str]
        Places of two mentions, the confidence and the evidence as a sentence.
    """
    places: dict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(names):
        if name:
            places[name].append(place)
    printed = {mentions[found[0]].name: name for name, found in places.items()}
    for one, other in variant_pairs(printed):  # as printed: "KR" is two initials, "kr" is not
        a, b = printed[one], printed[other]
        match = compare(one, other)
        if match is None or match.score * 0.8 + 0.3 < _FLOOR:
            continue
        left = _primary(places[a], keys, a)
        right = _primary(places[b], keys, b)
        if keys[left] == keys[right]:
            continue
        found = _weigh(match, mentions, places[a], places[b])
        if found is not None:
            confidence, more = found
            text = f'"{mentions[left].name}" and "{mentions[right].name}" {_REASONS[match.kind]}'
            yield left, right, confidence, f"{text}{more}."


def _primary(places: Sequence[int], keys: Sequence[str], name: str) -> int:
    """Return a mention of the person who has the plain key of the name, if there is one."""
    plain = f"name:{name}"
    return next((place for place in places if keys[place] == plain), places[0])


def _weigh(
    match: NameMatch, mentions: Sequence[Mention], left: Sequence[int], right: Sequence[int]
) -> tuple[float, str] | None:
    """Add what the two have in common; two names of one talk are two people as a rule."""
    a = [mentions[place] for place in left[:50]]
    b = [mentions[place] for place in right[:50]]
    reasons: list[str] = []
    confidence = match.score * 0.8
    if _same_talk(a, b) and match.kind not in ("accents", "script", "spacing", "order"):
        return None
    for label, weight, shared in (
        ("both spoke with", 0.5, _shared(a, b, "co_speakers")),
        ("both are of", 0.4, _shared(a, b, "affiliation")),
        ("both spoke on", 0.2, _shared(a, b, "topics")),
        ("both were at", 0.2, _shared(a, b, "series") or _shared(a, b, "event")),
    ):
        if shared:
            confidence += (1.0 - confidence) * weight
            reasons.append(f"; {label} {shared[0]}" if "at" not in label else "; of one series")
    if confidence < _FLOOR:
        return None
    return round(min(confidence, 0.99), 4), "".join(reasons)


def _same_talk(a: Sequence[Mention], b: Sequence[Mention]) -> bool:
    names = {name_key(mention.name) for mention in b}
    return any(name_key(other) in names for mention in a for other in mention.co_speakers)


def _shared(a: Sequence[Mention], b: Sequence[Mention], field: str) -> list[str]:
    return sorted(_values(a, field) & _values(b, field))


def _values(mentions: Sequence[Mention], field: str) -> set[str]:
    found: set[str] = set()
    for mention in mentions:
        value = getattr(mention, field)
        found.update((value,) if isinstance(value, str) else value or ())
    return found - {""}
