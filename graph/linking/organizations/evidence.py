"""What an affiliation says about the organization, whatever else stands in it."""

from __future__ import annotations

import re
from functools import lru_cache

from hallway.graph.linking.people.names import fold

__all__ = ["affiliation_words"]

_NO_AFFILIATION = frozenset(
    "freelance freelancer independent student self employed none n/a na unknown tba tbd "
    "consultant retired researcher".split()
)
_GENERIC = frozenset(
    "university universitat universite universidad universita institute institut of the for and in "
    "technology technologies science sciences research school college department laboratory lab "
    "national international center centre inc ltd gmbh llc corp group company de la".split()
)
_PLACES = frozenset(
    "usa us uk china japan germany france india canada korea south korea republic of korea "
    "united states united kingdom italy spain switzerland singapore australia netherlands "
    "hong kong taiwan israel sweden austria brazil beijing shanghai ca ma ny".split()
) | {
    "south korea", "republic of korea", "united states", "united kingdom", "hong kong",
    "p r china", "new york",
}  # fmt: skip


_SMALL = frozenset("of the for and in de la".split())


@lru_cache(maxsize=1 << 16)
def affiliation_words(text: str | None) -> frozenset[str]:
    """Return the words of an affiliation that tell one organization from another.

    A place alone tells nothing, so that it keeps the words around it: those of "University of
    Science and Technology of China" are not "china", which many share.
    """
    found: set[str] = set()
    for part in _affiliations(text):
        words = set(part.split())
        own = words - _GENERIC
        found |= words - _SMALL if own <= _PLACES else own
    return frozenset(found)


def _affiliations(text: str | None) -> set[str]:
    """Return the parts of an affiliation that name an organization, as keys."""
    if not text:
        return set()
    parts = [" ".join(fold(part)) for part in re.split(r"[,;/|]", text)]
    kept = {part for part in parts if len(part) >= 2 and part not in _NO_AFFILIATION}
    return {part for part in kept if not _is_vague(part)}


def _is_vague(part: str) -> bool:
    """Tell whether a part is a place, a department or a number rather than an organization."""
    if part.startswith(("department", "dept", "school of", "faculty", "college of", "div ")):
        return True
    return part in _PLACES or part.isdigit()
