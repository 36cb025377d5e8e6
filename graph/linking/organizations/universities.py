"""Where an affiliation names a university, and which words of it are the name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hallway.graph.linking.organizations.affiliation_text import Part
from hallway.graph.linking.organizations.words import (
    CAMPUSES,
    COUNTRIES,
    DEPARTMENT,
    KINDS,
    NOUNS,
    PLACES,
    STOP,
    TWO_WORDS,
    UNIVERSITY,
    is_field,
)

__all__ = ["UniversityName", "is_campus", "is_place", "university_names"]

_SMALL = STOP | {"and"}


@dataclass(frozen=True, slots=True)
class UniversityName:
    """A university as a part of an affiliation names it.

    Attributes
    ----------
    words
        Folded words of the name, in their order, with the campus behind the comma.
    label
        The name as printed.
    """

    words: tuple[str, ...]
    label: str

    @property
    def is_hospital(self) -> bool:
        """Tell whether it is the hospital of a university."""
        return "hospital" in self.words or "clinic" in self.words


def is_place(words: Sequence[str]) -> bool:
    """Tell whether words are an address and no more."""
    return all(word in PLACES or word.isdigit() for word in words)


def is_campus(words: Sequence[str], end: int) -> bool:
    """Tell whether the words from `end` on name another member of a system of universities."""
    campuses = {one for word in words[:end] for one in CAMPUSES.get(word, "").split()}
    return any(word in campuses for word in words[end:])


def university_names(parts: Sequence[Part]) -> Iterator[UniversityName]:
    """Yield the universities that an affiliation names, in its order."""
    for number, part in enumerate(parts):
        for at, word in enumerate(part.words):
            if word == UNIVERSITY:
                start, end = _around(part, at)
                words = part.words[start:end]
                if len(words) == 1 and number + 1 < len(parts) and at + 1 == len(part.words):
                    continue
                words = _without_city(words)
                label = part.printed(start, end)
                words, label = _with_campus(words, label, parts[number + 1 :])
                if any(one not in _SMALL and one != UNIVERSITY for one in words):
                    yield UniversityName(words, label)


def _around(part: Part, at: int) -> tuple[int, int]:
    """Return where the name of a university begins and ends, "University" standing at `at`."""
    said = part.words
    hospital = next((one for one in range(at) if said[one] == "hospital"), None)
    if hospital is not None and "of" in said[hospital:at]:
        # The First Affiliated Hospital of X University
        first = hospital
        while first > 0 and said[first - 1] in _HOSPITALS and hospital - first < 6:
            first -= 1
        return first, at + 1
    if said[at - 1 : at] == ("hospital",):
        return at - 1, _behind(part, at, at + 1, only_field=False)  # Hospital Universitario La Paz
    following = said[at + 1 : at + 2]
    of_place = bool(following and following[0] in STOP - {"and", "in", "at"})
    field_follows = of_place and next(
        (word in KINDS for word in said[at + 2 : at + 6] if word not in _SMALL), False
    )
    start = _before(part, at, of_place=of_place and not field_follows)
    end = at + 1
    ahead = said[end : end + 4]
    if "hospital" in ahead[:2] or ("hospital" in ahead and "of" not in ahead):
        end += ahead.index("hospital") + 1
    elif ahead[:2] == ("medical", "center") and start == at:
        end += 2
    elif ahead[:1] == ("college",) and start == at:
        return start, min(end + 2, len(said))  # University College Dublin
    named = any(word not in KINDS for word in said[start:at])
    if of_place or not named:
        end = _behind(part, at, end, only_field=named and field_follows)
    return start, end


_HOSPITALS = frozenset(
    "first second third fourth fifth sixth affiliated hospital university peoples central "
    "cancer childrens children tumor renmin".split()
)


_NAMELESS = frozenset(
    "university technical technology medical agricultural normal pedagogical polytechnic federal "
    "national state open catholic autonomous free science pharmaceutical".split()
)
"""Words that name no university by themselves: the place does that."""


def _before(part: Part, at: int, *, of_place: bool) -> int:
    """Return where the words before "University" begin that belong to its name."""
    said = part.words
    start, named = at, False
    while start > 0 and at - start < 5:
        word = said[start - 1]
        if word == "and" and start < at and not named and said[start - 2 : start - 1] != ("of",):
            start -= 1  # Health and Science University
            continue
        if word in DEPARTMENT or word[0].isdigit() or word in _SMALL:
            break
        if is_field(word) and (named or word not in KINDS):
            break
        named = named or word not in KINDS
        start -= 1
    if start > 0 and (said[start - 1] in _SMALL or said[start - 1] in DEPARTMENT):
        # "Faculty of Agriculture University of X": the field is the faculty's.
        department = not DEPARTMENT.isdisjoint(said[max(0, start - 7) : start])
        while department and start < at and said[start] in NOUNS and (of_place or start + 1 == at):
            start += 1
        if department and of_place and not all(word in KINDS for word in said[start:at]):
            start = at  # "Department of Economics Ada Lovelace University of Padua"
        if department and said[start - 1] == "of":
            first = next((one for one in range(start, at) if said[one] in PLACES), start)
            start = first if said[start] not in KINDS else start
    if of_place:
        while start < at and ((start and said[start] in NOUNS) or part.is_acronym(start)):
            start += 1
    while start < at and said[start] == "and":
        start += 1
    return start


def _behind(part: Part, at: int, end: int, *, only_field: bool) -> int:
    """Return where the place or the field behind "University" ends."""
    said, first = part.words, end
    telling: list[str] = []
    while end < len(said) and end - first < 9:
        word = said[end]
        if word[0].isdigit() or (word in DEPARTMENT and word != "technology"):
            break
        if only_field and word not in _SMALL and word not in KINDS and not is_field(word):
            break
        if telling and word == "in" and is_place(said[end + 1 : end + 2]):
            break  # University of Vermont in Burlington
        if telling and ("school" in said[end : end + 3] or word in COUNTRIES):
            break
        if word not in _SMALL:
            if word in telling or (telling and part.is_acronym(end) and word not in PLACES):
                break
            if telling and _is_address(said, end, at):
                break
        if word not in _SMALL and word not in KINDS:
            telling.append(word)
        end += 1
    while end > first and said[end - 1] in _SMALL:
        end -= 1
    return end


def _is_address(said: Sequence[str], place: int, at: int) -> bool:
    """Tell whether a word behind a place is the next line of the address: Guilan Rasht."""
    before, word = said[place - 1], said[place]
    if f"{before} {word}" in TWO_WORDS or before in _SMALL or before in KINDS:
        return False
    if word.endswith(("strasse", "street", "road", "avenue")):
        return True
    return word in PLACES and not is_campus(said[at : place + 1], place - at)


def _without_city(words: tuple[str, ...]) -> tuple[str, ...]:
    """Drop the city behind a university that is named for somebody: Friedrich Schiller … Jena."""
    if UNIVERSITY not in words:
        return words
    at = words.index(UNIVERSITY)
    names = [word for word in words[:at] if word not in _SMALL | KINDS | PLACES]
    city = [word for word in words[at + 1 :] if word not in _SMALL]
    if len(names) >= 2 and city and is_place(city) and not is_campus(words, at + 1):
        return words[: at + 1]
    return words


def _with_campus(
    words: tuple[str, ...], label: str, behind: Sequence[Part]
) -> tuple[tuple[str, ...], str]:
    """Add the campus that follows a comma: University of California, San Diego."""
    last = next((word for word in reversed(words) if word not in STOP), "")
    if not behind:
        return words, label
    said = behind[0].words
    skipped = said[:1] == ("at",)
    campus = CAMPUSES.get(last, "").split()
    taken = int(skipped)
    while campus and taken < min(len(said), 3 + skipped) and said[taken] in campus:
        taken += 1
    if (
        len(set(words) - _SMALL) > 1
        and _NAMELESS.issuperset(set(words) - _SMALL)
        and said[0] not in COUNTRIES
    ):
        # Federal University of Technology, Akure
        taken = max(taken, len([word for word in said[:2] if word.isalpha()]))
    if taken > int(skipped):
        added = said[int(skipped) : taken]
        return (*words, *added), f"{label}, {behind[0].printed(int(skipped), taken)}"
    return words, label
