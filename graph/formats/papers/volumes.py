"""What the lists of papers share: authors, the event behind a volume, what is no paper."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import series_of
from hallway.graph.keys import year_in
from hallway.graph.programme import Appearance, Person
from hallway.graph.reading.name_words import is_nobody
from hallway.graph.reading.names import people

__all__ = [
    "Authors",
    "event_of_volume",
    "is_front_matter",
    "not_public",
    "series_of_event",
    "with_year",
]

# A name in which nothing stands that could part, bracket or qualify it.
_PLAIN_NAME = re.compile(r"[^\W\d_][^\W\d_.'’-]*(?: [^\W\d_][^\W\d_.'’-]*[.]?){1,3}")
_JOINING = frozenset("and und y et e en og och i ja w at from or".split())

_LONGEST = 1000  # characters of a title; what is longer is none, and costs the square of it

_HEAD = re.compile(
    r"^(?:selected\s+|revised\s+|joint\s+|short\s+|full\s+|(?:conference|workshop)\s+)*"
    r"(?:proceedings|papers|proc\.?|abstracts)\s+(?:of|from)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_TAIL = re.compile(r"[.,:]?\s+(?:conference\s+|workshop\s+)?proceedings\s*$", re.IGNORECASE)
_VOLUME = re.compile(
    r"\s*[(\[,:–-]?\s*\b(?:volume|vol\.|part)\s+(?:\d+|[IVX]+)\b\s*[:,–-]?\s*([^()\[\]]*)[)\]]?\s*$",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"\s*\([^()]*['’\d]\d[^()]*\)\s*$")
_UNITS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_ORDINAL = re.compile(
    rf"^(?:the\s+)?(?:(?:{_UNITS}|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|"
    rf"(?:(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:ieth|y[ -](?:{_UNITS}))))\b|"
    r"(?-i:[IVXL]+)\b(?!\.)|\d{1,3}(?:st|nd|rd|th)\b)\s+(?=\S)",
    re.IGNORECASE,
)
_FRONT = re.compile(
    r"(?:front ?matter|title page|copyright(?: page)?|cover|imprint|(?:table of )?contents|"
    r"preface|foreword|editorial|author index|subject index|keyword index|index|back ?matter|"
    r"(?:list of )?(?:reviewers|sponsors|organi[sz]ers|authors|participants)|"
    r"(?:organi[sz]ing|program(?:me)?) committee|conference organi[sz]ation|acknowledge?ments?)"
    r"(?:\s*(?:and|&|/|,)\s*(?:preface|foreword|contents|committees?|organi[sz]ation|index))?",
    re.IGNORECASE,
)
_NOT_PUBLIC = re.compile(
    r"reject|withdr|declin|pending|submitted|under review|draft|invalid|retract|^active$|^desk",
    re.IGNORECASE,
)


class Authors:
    """Reads names that stand one in a place, and tells once of what is nobody.

    Parameters
    ----------
    report
        Takes the notices.
    """

    def __init__(self, report: Report) -> None:
        self._report = report

    def of(
        self, names: Iterable[str], where: str, *, role: str = "author", family_first: bool = False
    ) -> list[list[Appearance]]:
        """Read names.

        Parameters
        ----------
        names
            One person each, as a rule: some writers put a list into one place.
        family_first
            As in `hallway.graph.reading.names.people`.

        Returns
        -------
        list
            For each name the people in it, so that what stands beside a name in another list can
            be given to it.
        """
        return [
            self._read(self._report.line(name, where), where, role, family_first) for name in names
        ]

    def all(
        self, names: Iterable[str], where: str, *, role: str = "author", family_first: bool = False
    ) -> tuple[Appearance, ...]:
        """Read names as `of` does, as one row in which nobody stands twice."""
        found: dict[str, Appearance] = {}
        for several in self.of(names, where, role=role, family_first=family_first):
            for one in several:
                found.setdefault(one.person.id or one.person.name, one)
        return tuple(found.values())

    def _read(self, name: str, where: str, role: str, family_first: bool) -> list[Appearance]:
        if not name:
            return []
        found, nobody = _people(name, role, family_first)
        for one in nobody:
            self._report.once(
                f"{one[:60]!r} is nobody's name and was left out", where, level="note"
            )
        return list(found)


@lru_cache(maxsize=200_000)
def _people(
    name: str, role: str, family_first: bool
) -> tuple[tuple[Appearance, ...], tuple[str, ...]]:
    """Read a name; most are plain ones, which need none of the care of `names.people`."""
    if _is_plain(name):
        return (Appearance(Person(name), role),), ()
    found, nobody = people(name, role=role, family_first=family_first)
    return tuple(found), tuple(nobody)


def _is_plain(name: str) -> bool:
    if not _PLAIN_NAME.fullmatch(name) or is_nobody(name):
        return False
    return _JOINING.isdisjoint(name.casefold().split())


def event_of_volume(title: str) -> tuple[str, str]:
    """Tell the event from the title of its proceedings.

    Returns
    -------
    tuple
        The name of the event, and the part of it that the volume holds ("" for all).

    >>> event_of_volume("Proceedings of the 9th Tide Workshop (Volume 2: Short Papers)")
    ('9th Tide Workshop', 'Short Papers')
    """
    rest, part = " ".join(title.split()), ""
    if len(rest) > _LONGEST:
        return title, ""
    if (found := _VOLUME.search(rest)) and found.start():
        rest, part = rest[: found.start()], found[1].strip()
    name = _TAIL.sub("", _HEAD.sub("", rest)).strip(" .,:;–-")
    return (name or title), part


def series_of_event(name: str) -> str | None:
    """Name the series of an event as `series_of` does, ordinals in words and Roman ones too.

    >>> series_of_event("The Fifth Tide Workshop (TW 2022)"), series_of_event("Tide Workshop")
    ('Tide Workshop', None)
    """
    bare = _ACRONYM.sub("", name).strip()
    rest = _ORDINAL.sub("", bare, count=1)
    found = series_of(rest)
    return found or (rest if rest and rest != name else None)


def with_year(name: str, year: int | None) -> str:
    """Add a year to the name of an event of which no day is known: the year must not get lost."""
    return name if year is None or year_in(name) == year else f"{name} {year}"


def is_front_matter(title: str) -> bool:
    """Tell whether a title is that of a preface, an index or the like, and of nothing else."""
    return _FRONT.fullmatch(title.strip(" .:!")) is not None


def not_public(status: str) -> bool:
    """Tell whether a status says that a paper was rejected, withdrawn or is still undecided."""
    return _NOT_PUBLIC.search(status.strip()) is not None
