"""What the key of a person is made of."""

from __future__ import annotations

from hallway.graph.linking.records import Mention

__all__ = ["person_keys", "scope_of"]


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
