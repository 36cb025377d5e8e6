"""Who is one person without a score: by ids, profiles, one talk of two sources, or by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations

from hallway.graph.linking.organizations.evidence import affiliation_words
from hallway.graph.linking.people.background import Background
from hallway.graph.linking.people.initials import is_abbreviated
from hallway.graph.linking.people.keys import scope_of
from hallway.graph.linking.people.names import compare, fold, is_crowded
from hallway.graph.linking.people.roster import Roster, Said
from hallway.graph.linking.people.same_talk import spelled_otherwise
from hallway.graph.linking.people.shared_profiles import nicknamed, shared_profiles
from hallway.graph.linking.records import Mention

__all__ = ["is_coined", "join_certain"]

_SAME_ID = 0.45
"""Names this alike under one id of a source are one person."""

_COINED = 5
"""Letters of an account from which it is hardly a name that two people choose."""

_BY_ACCOUNT = 0.95
"""Confidence in a name that is an account of somebody: accounts change hands."""

_STATED = 20
"""Affiliations of one name in one event or series that are compared."""


def join_certain(roster: Roster, background: Background) -> tuple[list[Said], list[Said]]:
    """Join what needs no score; `background` tells which words names and talks have.

    Returns
    -------
    tuple
        Why mentions with different names were joined; and what to ask about.
    """
    stated: list[Said] = []
    odd: list[Said] = []
    _join_ids(roster, stated, odd)
    _join_profiles(roster, stated, odd)
    _join_nicknames(roster, background, stated, odd)
    _join_talks(roster, stated, odd)
    for _, block in sorted(roster.blocks.items()):
        if len(block) > 1:
            _join_scopes(roster, block)
    return stated, odd


def _join_ids(roster: Roster, stated: list[Said], odd: list[Said]) -> None:
    first: dict[tuple[str, str], int] = {}
    for place, mention in enumerate(roster.mentions):
        if mention.person_id is None:
            continue
        start = first.setdefault((mention.source, mention.person_id), place)
        if start == place or roster.names[start] == roster.names[place]:
            roster.clusters.join(start, place)
            continue
        one, other = roster.mentions[start].name, mention.name
        says = f'One source gives "{one}" and "{other}" the same id.'
        match = compare(one, other)
        if match and match.score >= _SAME_ID:
            roster.clusters.join(start, place)
            stated.append(Said(start, place, says))
        else:
            odd.append(Said(start, place, says))


def _join_profiles(roster: Roster, stated: list[Said], odd: list[Said]) -> None:
    """Join those who have one profile, also in different sources; ask if names are unlike."""
    for shared in shared_profiles(roster.mentions):
        start = shared.places[0]
        for place in shared.places[1:]:
            says = shared.says(roster.mentions[start].name, roster.mentions[place].name)
            if roster.clusters.join(start, place) and roster.names[start] != roster.names[place]:
                stated.append(Said(start, place, says))
        for one, other in shared.asked:
            says = shared.says(roster.mentions[one].name, roster.mentions[other].name)
            odd.append(Said(one, other, says))


def _join_nicknames(
    roster: Roster, background: Background, stated: list[Said], odd: list[Said]
) -> None:
    """Join those who go by the name of their account; ask where the name may be anybody's."""
    for found in nicknamed(roster.mentions):
        owner = found.owners[0]
        if len({roster.clusters.find(place) for place in found.owners}) > 1:
            continue
        account = roster.mentions[found.places[0]].name
        says = f'"{account}" is the name of an account of "{roster.mentions[owner].name}".'
        if not is_coined(account, background):
            odd.append(Said(owner, found.places[0], says))
            continue
        joined = [place for place in found.places if roster.clusters.join(owner, place)]
        if joined:
            stated.append(Said(owner, joined[0], says, _BY_ACCOUNT))


def is_coined(name: str, background: Background) -> bool:
    """Tell whether a name is one word of five letters or more that is no word elsewhere.

    People who choose such a word choose it everywhere; a given name or a word of talks may be
    anybody's.
    """
    words = fold(name)
    return (
        len(words) == 1
        and len(words[0]) >= _COINED
        and not background.knows_name(words[0])
        and not background.knows_word(words[0])
    )


def _join_talks(roster: Roster, stated: list[Said], odd: list[Said]) -> None:
    """Join the spellings of one speaker that two sources of a talk have; ask if they are unlike."""
    for one, other, alike in spelled_otherwise(roster.mentions):
        left, right = roster.mentions[one].name, roster.mentions[other].name
        if alike:
            says = f'Two sources of one talk name its speaker "{left}" and "{right}".'
            if roster.clusters.join(one, other):
                stated.append(Said(one, other, says))
        else:
            says = f'One source of a talk names "{left}" where another names "{right}".'
            odd.append(Said(one, other, says))


def _join_scopes(roster: Roster, block: Sequence[int]) -> None:
    """Join a name within each event, then within each series none of whose events is divided.

    An event is divided for a name when a source gives it to two of its people, or when the
    name is a crowded or abbreviated one and stands there with something that may tell them apart.
    """
    name = roster.mentions[block[0]].name
    crowded = is_crowded(name) or is_abbreviated(name)
    split_series: set[str] = set()
    for places in _by(roster, block, lambda m: m.event):
        if _divided(roster, places) or (crowded and _may_differ(roster, places)):
            split_series.add(scope_of(roster.mentions[places[0]]))
        else:
            roster.join_row(places)
    for places in _by(roster, block, scope_of):
        scope = scope_of(roster.mentions[places[0]])
        if scope in split_series or _divided(roster, places):
            continue
        if not (crowded and _may_differ(roster, places)):
            roster.join_row(places)


def _by(roster: Roster, block: Sequence[int], key: Callable[[Mention], str]) -> list[list[int]]:
    groups: dict[str, list[int]] = defaultdict(list)
    for place in block:
        groups[key(roster.mentions[place])].append(place)
    return [places for _, places in sorted(groups.items()) if len(places) > 1]


def _may_differ(roster: Roster, places: Sequence[int]) -> bool:
    """Tell whether affiliations or co-speakers may show that these are several people."""
    mentions = [roster.mentions[place] for place in places]
    stated = {affiliation_words(mention.affiliation) for mention in mentions}
    sets = sorted((words for words in stated if words), key=sorted)[:_STATED]
    if any(not a & b for a, b in combinations(sets, 2)):
        return True
    return sum(bool(mention.co_speakers) for mention in mentions) > 1


def _divided(roster: Roster, places: Sequence[int]) -> bool:
    """Tell whether some of the places cannot be one: then nobody knows where others belong."""
    roots = sorted({roster.clusters.find(place) for place in places})
    if len(roots) == 1:
        return False
    return roster.contested(places) or any(
        not roster.clusters.may_join(roots[0], root) for root in roots[1:]
    )
