"""Several organizations in one printed affiliation: "Quay Labs / University of Harbourton".

A mark between two names proves nothing by itself: "AT&T", "TU Wien / Institute of Cranes",
"Smith, Jones and Partners" are one organization each. The names decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from hallway.graph.linking.organizations.bodies import names_itself
from hallway.graph.linking.organizations.naming import Organization, canonical
from hallway.graph.linking.organizations.table import shipped
from hallway.graph.linking.organizations.universities import is_place
from hallway.graph.linking.organizations.words import folded
from hallway.graph.reading.names import is_nobody

__all__ = ["apart", "organizations_in"]

_STRONG = re.compile(r"\s*[;|•·\n]\s*|\s+/\s+")
_WEAK = re.compile(
    r"\s*(?:,|&|\+)\s+(?:and\s+)?|\s+(?:and|und|et|y)\s+|(?<=[\w)])/(?=\w)", re.IGNORECASE
)
_ANY = re.compile(r"[;|•·\n/,&+]|\s(?:and|und|et|y)\s", re.IGNORECASE)
_NONE = re.compile(
    r"(?:freelanc\w*|self.employed|selbst.ndig|independent|student|retired|unaffiliated|n/?a|none)"
    r"(?: (?:\w+er|\w+ist|\w+or|\w+ant))?",
    re.IGNORECASE,
)
"""What stands in the place of an organization."""
_MOST = 6


def organizations_in(affiliations: Iterable[str]) -> tuple[str, ...]:
    """Return the organizations that some affiliations name, as printed, each once."""
    return tuple(dict.fromkeys(one for printed in affiliations for one in apart(printed)))


@lru_cache(maxsize=1 << 17)
def apart(text: str) -> tuple[str, ...]:
    """Return the organizations that an affiliation names, each as printed.

    Weak marks (comma, "and", "&", a slash without blanks) part only what the shipped tables have
    on both sides; strong ones (semicolon, bar, slash between blanks) also what names itself, when
    the tables have another.

    >>> apart("Google / Stanford University"), apart("AT&T"), apart("TU Wien / Institute of Cranes")
    (('Google', 'Stanford University'), ('AT&T',), ('TU Wien / Institute of Cranes',))
    """
    if not _ANY.search(text) or _exactly(text):
        return (text,)
    split = _split(_STRONG, text)
    strong = [part for part in split if not (is_nobody(part) or _NONE.fullmatch(part))]
    if len(split) > 1:
        found = [(part, canonical(part)) for part in strong]
        known = [_is_known(one) for _, one in found]
        sure = all(have or names_itself(part) for (part, _), have in zip(found, known, strict=True))
        if any(known) and sure:
            return _distinct(found) or (text,)
        return (text,)
    weak = _split(_WEAK, text)
    parts = [part for part in weak if not is_place(folded(part).split())]
    if 1 < len(parts) <= _MOST and all(map(_exactly, parts)):
        return _distinct([(part, canonical(part)) for part in parts]) or (text,)
    return (text,)


def _split(mark: re.Pattern[str], text: str) -> list[str]:
    return [part.strip(" ,.") for part in mark.split(text) if part and part.strip(" ,.")]


def _exactly(text: str) -> bool:
    """Tell whether a text is the name of an organization of the table and no everyday word."""
    return shipped().names_only(text) and not is_place(folded(text).split())


def _is_known(one: Organization) -> bool:
    return one.key.startswith("=")


def _distinct(found: Iterable[tuple[str, Organization]]) -> tuple[str, ...]:
    """Return one text for each organization; () when there is only one, or a part and its whole."""
    first: dict[str, tuple[str, Organization]] = {}
    for part, one in found:
        first.setdefault(one.key, (part, one))
    above = {label for _, one in first.values() for label in _above(one.label)}
    kept = tuple(part for part, one in first.values() if one.label not in above)
    return kept if len(kept) > 1 else ()


def _above(label: str) -> Iterable[str]:
    parents = shipped().parents
    while label := parents.get(label, ""):
        yield label
