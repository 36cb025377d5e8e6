"""Who shares a profile across sources: one person, a pair to ask about, or a company's address."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hallway.graph.linking.people.names import compare, fold
from hallway.graph.linking.people.profiles import ONLY_ONE, Profile, handles, says_name
from hallway.graph.linking.records import Mention
from hallway.graph.reading.names import name_key

__all__ = ["Nickname", "Shared", "identities", "nicknamed", "shared_profiles"]

_NAMES = 6
"""Names that one profile may have: more are no spellings of one person."""

_SHORTEST = 4
"""Letters of an account that may be a name elsewhere: shorter ones are anybody's."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Mentions that have one profile: `places` are of one person, `asked` may be.

    Attributes
    ----------
    places
        In order; their names are alike.
    asked
        Pairs of places with unlike names.
    """

    profile: Profile
    places: tuple[int, ...]
    asked: tuple[tuple[int, int], ...] = ()

    def says(self, one: str, other: str) -> str:
        """Say in a sentence what two names have in common."""
        scheme, value = self.profile
        return f'"{one}" and "{other}" have the same {_SCHEMES.get(scheme, scheme)} {value}.'


_SCHEMES = {"orcid": "ORCID", "page": "page", "github": "GitHub account", "dblp": "DBLP id"}


def identities(mention: Mention) -> list[tuple[str, str]]:
    """Return the ids that keep a mention from others with another id of the same scope."""
    own = [(mention.source, mention.person_id)] if mention.person_id is not None else []
    return own + [(f"{scheme}:", value) for scheme, value in mention.profiles if scheme in ONLY_ONE]


def shared_profiles(mentions: Sequence[Mention]) -> Iterator[Shared]:
    """Yield the profiles that several mentions have, in order, with what follows from them.

    A profile of several people of one source, or of names that are unlike in three ways, is
    nobody's: a company's account or page that its people give as theirs.
    """
    bearers: dict[Profile, list[int]] = defaultdict(list)
    for place, mention in enumerate(mentions):
        for profile in dict.fromkeys(mention.profiles):
            if profile[0] != "page" or says_name(profile, mention.name):
                bearers[profile].append(place)
    for profile, places in sorted(bearers.items()):
        if len(places) > 1 and (found := _shared(profile, places, mentions)):
            yield found


def _shared(profile: Profile, places: Sequence[int], mentions: Sequence[Mention]) -> Shared | None:
    parts: list[list[int]] = []
    names: dict[str, int] = {}
    for place in places:
        name = name_key(mentions[place].name)
        if name not in names:
            if len(names) >= _NAMES:
                return None
            alike = (
                at for at, part in enumerate(parts) if _alike(mentions[part[0]], mentions[place])
            )
            names[name] = next(alike, len(parts))
            parts.extend([[]] * (names[name] == len(parts)))
        parts[names[name]] = [*parts[names[name]], place]
    if len(parts) > 2 or (len(parts) == 2 and _one_source(parts, mentions)):
        return None
    parts.sort(key=lambda part: (-len(part), part[0]))
    asked = ((parts[0][0], parts[1][0]),) if len(parts) == 2 else ()
    return Shared(profile, tuple(parts[0]), asked)


def _one_source(parts: Sequence[Sequence[int]], mentions: Sequence[Mention]) -> bool:
    """Tell whether one source gives the profile to people with unlike names."""
    left, right = ({mentions[place].source for place in part} for part in parts)
    return bool(left & right)


def _alike(a: Mention, b: Mention) -> bool:
    """Tell whether two names may be one person's who has the same profile.

    They are variants, or have a word in common (surnames change), or one is an alias of the other
    or the name of its account.
    """
    if name_key(a.name) == name_key(b.name) or compare(a.name, b.name):
        return True
    if set(fold(a.name)) & set(fold(b.name)):
        return True
    return any(
        name_key(other.name) in {*map(name_key, one.aliases), *handles(one.profiles)}
        for one, other in ((a, b), (b, a))
    )


@dataclass(frozen=True, slots=True)
class Nickname:
    """A name that is an account which sources state: `owners` have it, `places` are named so.

    Attributes
    ----------
    owners
        The first place of each name that states the account, ascending.
    places
        All that have the account for a name and state no such account, ascending.
    """

    account: str
    owners: tuple[int, ...]
    places: tuple[int, ...]


def nicknamed(mentions: Sequence[Mention]) -> Iterator[Nickname]:
    """Yield accounts that are names elsewhere, in order: "Zoe M" is named like ``zoem``.

    Nobody who stands in one talk with the owner is named by the owner's account.
    """
    owners: dict[str, dict[str, int]] = defaultdict(dict)
    for place, mention in enumerate(mentions):
        for handle in handles(mention.profiles) if mention.profiles else ():
            owners[_plain(handle)].setdefault(name_key(mention.name), place)
    named: dict[str, list[int]] = defaultdict(list)
    plain: dict[str, str] = {}
    for place, mention in enumerate(mentions if owners else ()):
        if mention.name not in plain:
            plain[mention.name] = _plain(mention.name)
        if plain[mention.name] in owners:
            named[plain[mention.name]].append(place)
    for account, names in sorted(owners.items()):
        places = [
            place
            for place in named.get(account, ())
            if name_key(mentions[place].name) not in names
            and names.keys().isdisjoint(map(name_key, mentions[place].co_speakers))
        ]
        if places and len(account) >= _SHORTEST:
            yield Nickname(account, tuple(sorted(names.values())), tuple(places))


def _plain(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
