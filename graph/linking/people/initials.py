"""Names cut to initials: "J. Lee" may be Jin, Jae or Jane Lee."""

from __future__ import annotations

from functools import lru_cache

from hallway.graph.linking.people.names import fold

__all__ = ["is_abbreviated", "short_form"]


@lru_cache(maxsize=1 << 16)
def is_abbreviated(name: str) -> bool:
    """Tell whether a name has initials in place of all given names.

    >>> is_abbreviated("J. R. Lee"), is_abbreviated("J. Robert Lee"), is_abbreviated("Lee")
    (True, False, False)
    """
    words = fold(name)
    return len(words) > 1 and sum(len(word) > 1 for word in words) == 1


@lru_cache(maxsize=1 << 16)
def short_form(name: str) -> str:
    """Return the initial of the first given name and the last full word; empty for one word.

    >>> short_form("Ann M. Lee"), short_form("Lee J")
    ('a lee', 'j lee')
    """
    words = fold(name)
    full = [place for place, word in enumerate(words) if len(word) > 1]
    if len(words) < 2 or not full:
        return ""
    first = next(place for place in range(len(words)) if place != full[-1])
    return f"{words[first][0]} {words[full[-1]]}"
