"""The keys of people: what they are made of, and who gets which."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Set

from hallway.graph.linking.people.roster import Roster
from hallway.graph.linking.records import Mention

__all__ = ["keyed", "person_keys", "scope_of"]


def scope_of(mention: Mention) -> str:
    """Return the series of a mention, or its event where there is none."""
    return mention.series or mention.event


def person_keys(name: str, mention: Mention) -> tuple[str, str, str, str]:
    """Return the keys that a person may have, the shortest first.

    Parameters
    ----------
    name
        As `name_key` gives it: the most frequent one of the person.
    mention
        The person's first.

    Returns
    -------
    tuple[str, str, str, str]
        The name alone; with the series or event; with the source's id too; with the mention's own
        id. Parts that are not known are left out, so that keys may repeat.
    """
    plain = f"name:{name}"
    scope = scope_of(mention)
    scoped = f"{plain}|{scope}" if scope else plain
    named = f"{scoped}|{mention.person_id}" if mention.person_id else scoped
    return plain, scoped, named, f"{named}|{mention.id}"


def keyed(roster: Roster, away: frozenset[int], reserved: Callable[[str], bool]) -> list[str]:
    """Return each mention's person key.

    Parameters
    ----------
    away
        Places that decisions took out of the person they were of.
    reserved
        Tells which keys go to nobody.
    """
    members: dict[int, list[int]] = defaultdict(list)
    for place in range(len(roster.mentions)):
        members[roster.clusters.find(place)].append(place)
    namesakes: dict[str, list[list[int]]] = defaultdict(list)
    for places in members.values():
        name = roster.names[places[0]]
        if any(roster.names[place] != name for place in places):
            counts = Counter(roster.names[place] for place in places)
            name = min(counts, key=lambda one: (-counts[one], one))
        namesakes[name].append(places)
    keys = [""] * len(roster.mentions)
    staying = {name for place, name in enumerate(roster.names) if place not in away}
    for name, groups in namesakes.items():
        # Whoever was taken out of a person leaves the address to the rest, also where the
        # rest goes by another name now.
        if len(groups) > 1:
            groups.sort(key=lambda places: (away.issuperset(places), -len(places), places[0]))
        taken: set[str] = set()
        for places in groups:
            if name in staying and away.issuperset(places):
                taken.add(person_keys(name, roster.mentions[places[0]])[0])
            key = _free_key(name, roster.mentions[places[0]], taken, reserved)
            taken.add(key)
            for place in places:
                keys[place] = key
    return keys


def _free_key(name: str, first: Mention, taken: Set[str], reserved: Callable[[str], bool]) -> str:
    """Return the shortest key of a name that no larger cluster of it has."""
    plain = f"name:{name}"
    if name and plain not in taken and not reserved(plain):
        return plain
    keys = person_keys(name, first)
    free = (key for key in keys if name and key not in taken and not reserved(key))
    return next(free, keys[-1])
