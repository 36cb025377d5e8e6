"""Which organization an affiliation names: department, address and function cut, names joined.

`canonical` is a pure function of the printed text and the shipped table, so that no other
affiliation of the site can change what it gives.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from hallway.graph.linking.organization_words import (
    CAMPUSES,
    DEPARTMENT,
    FIELDS,
    GENERIC,
    KINDS,
    PLACES,
    STOP,
    UNIVERSITY,
    folded,
)

__all__ = ["Organization", "canonical", "parent"]

_MARKS = re.compile(r"[«»“”\"*†‡§¶♠♣♥♦∗⋆★◦•¹²³⁴⁵⁶⁷⁸⁹⁰]+")
_GLUED = re.compile(
    r"(?<=[a-zà-ÿ)])"
    r"(?=(?:University|Universit|Department|Institute|School|Faculty|Hospital)[A-Za-z ,])"
)
_GLUED_BEHIND = re.compile(r"(?<=University)(?=[A-Z][a-z])")
_SEPARATOR = re.compile(r"\s*[,;|/\[\]()\n]\s*|\s+[-–—:]+\s+|\s*[–—]\s*(?=[A-Z][a-z]+ Univ)")
_OPPOSITE = frozenset("york washington miami newcastle lincoln victoria georgia columbia".split())
"""Places with a "University of X" and another "X University"."""

_SYSTEMS = ("indian institute technology", "national institute technology",
            "max planck institute", "indian institute science education research",
            "university california", "university texas")  # fmt: skip
_BODIES = (
    ("hospital", 5), ("clinic", 4), ("academy", 3), ("institute", 3), ("council", 2),
    ("polytechnic", 6), ("observatory", 3), ("agency", 3), ("foundation", 2), ("museum", 3),
    ("college", 3), ("ministry", 2),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Organization:
    """An organization as an affiliation names it.

    Attributes
    ----------
    key
        Equal for texts that name one organization.
    label
        Its name: the table's, or the part of the text that names it.
    parent
        Label of the organization it belongs to; empty when the table has none.
    """

    key: str
    label: str
    parent: str = ""


@dataclass(frozen=True, slots=True)
class _Table:
    """Names and bags of words -> label; label -> parent."""

    names: dict[str, str]
    bags: dict[str, str]
    parents: dict[str, str]
    longest: int


@cache
def _table() -> _Table:
    text = (files("hallway.graph.linking") / "organization_names.tsv").read_text("utf-8")
    names: dict[str, str] = {}
    bags: dict[str, str] = {}
    parents: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        label, aliases, above = line.split("\t")
        parents[label] = above
        for alias in (label, *(aliases.split("|") if aliases else ())):
            names.setdefault(folded(alias), label)
            if UNIVERSITY in folded(alias):
                bags.setdefault(_bag(folded(alias).split()), label)
    for label in parents:  # a full name goes before another's alias
        names[folded(label)] = label
    return _Table(names, bags, parents, max(len(name.split()) for name in names))


def parent(label: str) -> str:
    """Return the label of the organization that another belongs to; empty when there is none."""
    return _table().parents.get(label, "")


@lru_cache(maxsize=1 << 17)
def canonical(text: str) -> Organization:
    """Return the organization that an affiliation names.

    >>> canonical("School of Informatics, University of Edinburgh, UK").label
    'University of Edinburgh'
    >>> canonical("Google Research, Brain Team").key == canonical("Google Inc.").key
    True
    """
    cleaned = _clean(text)
    segments = [
        part
        for segment in _SEPARATOR.split(cleaned)
        for part in _two(segment)
        if part and folded(part)
    ]
    words = folded(cleaned).split()
    known = None if len(words) == 1 and _is_place(words) else _known(" ".join(words))
    if known or max(map(len, words), default=0) < 2:
        return known or Organization(folded(text) or text.casefold().strip(), text.strip())
    return (
        _in_table(segments, universities=True)
        or _university(segments)
        or _in_table(segments, universities=False)
        or _body(segments)
        or _plain(segments)
    )


def _two(segment: str) -> list[str]:
    """Part "University of Tokyo and RIKEN", but not "Johnson & Johnson"."""
    parts = re.split(r"\s+(?:and|&)\s+", segment)
    if len(parts) == 2 and _known(folded(parts[1])) and not _known(folded(segment)):
        return parts
    return [segment]


def _clean(text: str) -> str:
    text = unicodedata.normalize("NFC", _MARKS.sub(" ", text)).replace("\u2010", "-")
    text = text.replace("\u2011", "-").replace("’", "'").replace("‘", "'").replace("`", "'")
    text = re.sub(r"\S+@\S+", " ", text)
    text = _GLUED_BEHIND.sub(", ", _GLUED.sub(", ", text))
    return re.sub(r"^\s*(?:\d+|[a-z](?= [A-Z]))\s*", "", text).strip(" .,;")


def _known(name: str) -> Organization | None:
    """Return the organization of the table with this folded name."""
    table = _table()
    words = name.split()
    if words[:1] == ["the"]:
        words = words[1:]
    label = table.names.get(name) or table.names.get(" ".join(words))
    return _of_table(label) if label else None


def _of_table(label: str) -> Organization:
    return Organization(f"={folded(label)}", label, parent(label))


def _in_table(segments: Sequence[str], *, universities: bool) -> Organization | None:
    """Find the table's organization that a part of the affiliation is, its laboratory included."""
    table = _table()
    for place, segment in enumerate(segments):
        words = folded(segment).split()
        with_next = [*words, *folded(" ".join(segments[place + 1 : place + 2])).split()]
        found = _known(" ".join(with_next)) or _known(" ".join(words))
        if found is None:
            label = table.bags.get(_bag(words)) or _inside(words)
            found = _of_table(label) if label else None
        if (
            found is not None
            and _is_school(found.label) == universities
            and not (len(words) == 1 and _is_place(words))
        ):
            return found
    return None


def _is_school(label: str) -> bool:
    return any(word in label for word in ("Universi", "College", "Institut", "School", "Tech"))


def _is_place(words: Sequence[str]) -> bool:
    return all(word in PLACES or word.isdigit() for word in words)


def _inside(words: Sequence[str]) -> str | None:
    """Find a name of the table with nothing around it but laboratory, site and legal form."""
    names, longest = _table().names, _table().longest
    for size in range(min(len(words), longest), 0, -1):
        for start in range(len(words) - size + 1):
            label = names.get(" ".join(words[start : start + size]))
            if label is not None and _surrounded(words, start, size, label):
                return label
    return None


def _surrounded(words: Sequence[str], start: int, size: int, label: str) -> bool:
    """Tell whether the words around a name leave it the organization that is meant."""
    before, behind = words[:start], words[start + size :]
    allowed = _CLOSE if words[start : start + size][0] in _COMMON and size == 1 else GENERIC
    if _is_school(label):
        allowed = GENERIC | DEPARTMENT | FIELDS
        if "hospital" in words or behind[:1] == ["of"] or before[-1:] in (["state"], ["central"]):
            return False
        if UNIVERSITY in words[start : start + size]:
            if not _is_place(behind) or _is_campus(words, start + size):
                return False
            if before and not (before[-1] in FIELDS or before[-1] in DEPARTMENT):
                return before[-1] in ("at", "of", "the")
            return True
    return all(word in allowed or word in PLACES or word.isdigit() for word in (*before, *behind))


_CLOSE = frozenset(
    "research laboratory ai artificial intelligence machine learning robotics group team inc ltd "
    "limited llc gmbh ag sa corporation company plc se at of the for and".split()
)
_COMMON = frozenset(
    "meta apple amazon orange shell target oracle visa block square unity here planet five king "
    "line honor valve elastic sentry notion intrinsic aurora cruise arm snap nuance cohere mistral "
    "audible slack stripe uber signify vivo lilly dexterity vicarious covariant explosion posit "
    "anaconda wolfram mercari recruit grab sea fair intel fidelity citadel ford honda".split()
)
"""Names that are words or people as well: less may stand around them."""


def _is_campus(words: Sequence[str], end: int) -> bool:
    """Tell whether the words from `end` on name another member of a system of universities."""
    campuses = {one for word in words[:end] for one in CAMPUSES.get(word, "").split()}
    return any(word in campuses for word in words[end:])


# Universities ----------------------------------------------------------------------------------


def _university(segments: Sequence[str]) -> Organization | None:
    best: tuple[int, Organization] | None = None
    for place, segment in enumerate(segments):
        words = segment.split()
        said = [folded(word) for word in words]
        for at, word in enumerate(said):
            if UNIVERSITY in word.split():
                core = _around(said, at)
                if core is None:
                    continue
                names = [words[one] for one in range(*core)]
                bag = [part for one in said[slice(*core)] for part in one.split()]
                bag, names = _with_campus(bag, names, segments[place + 1 :])
                hospital = "hospital" in bag or "clinic" in bag
                found = _named_university(bag, " ".join(names).strip(" .,"))
                rank = len(set(bag) - STOP) > 1
                score = 2 * rank - hospital
                if found is not None and (best is None or score > best[0]):
                    best = (score, found)
    return best[1] if best and best[0] > 0 else None


def _around(said: Sequence[str], at: int) -> tuple[int, int] | None:
    """Return where the name of a university begins and ends, "University" standing at `at`."""
    hospital = next((one for one in range(at) if said[one] == "hospital"), None)
    if hospital is not None and "of" in said[hospital:at]:
        return 0, at + 1  # the first affiliated hospital of X University
    start = _before(said, at)
    end = at + 1
    ahead = said[end : end + 4]
    if "hospital" in ahead:
        end += ahead.index("hospital") + 1
    elif ahead[:2] == ["medical", "center"]:
        end += 2
    following = said[end : end + 1]
    names_follow = start == at or all(word in KINDS for word in said[start:at])
    if following and (following[0] in STOP - {"and", "in"} or names_follow):
        end = _behind(said, end)
    return (start, end) if end - start > 1 else None


def _before(said: Sequence[str], at: int) -> int:
    """Return where the words before "University" begin that belong to its name."""
    start, named = at, False
    while start > 0 and at - start < 5:
        word = said[start - 1]
        if not word or word in DEPARTMENT or word[0].isdigit() or word in STOP or word == "and":
            break
        if word in FIELDS and (named or word not in KINDS):
            break
        named = named or word not in KINDS
        start -= 1
    return start


def _behind(said: Sequence[str], end: int) -> int:
    """Return where the place or the field behind "University" ends."""
    first = end
    seen: set[str] = set()
    while end < len(said) and end - first < 9:
        word = said[end]
        telling = [
            one for one in said[first:end] if one not in STOP and one != "and" and one not in KINDS
        ]
        if telling and "school" in said[end : end + 3]:
            break
        if not word or word[0].isdigit() or (word in DEPARTMENT and word != "technology"):
            break
        if word in seen and word not in STOP:
            break
        if telling and word in _COUNTRIES:
            break
        seen.add(word)
        end += 1
    while end > first and (said[end - 1] in STOP or said[end - 1] == "and"):
        end -= 1
    return end


_COUNTRIES = frozenset(
    "usa us uk china japan korea germany deutschland france italy italia spain portugal "
    "netherlands belgium switzerland austria sweden norway denmark finland ireland poland greece "
    "turkey russia israel iran egypt india pakistan canada australia brazil malaysia "
    "indonesia".split()
)


def _with_campus(
    bag: list[str], names: list[str], behind: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Add the campus that follows a comma: University of California, San Diego."""
    last = next((word for word in reversed(bag) if word not in STOP), "")
    campus = CAMPUSES.get(last, "").split()
    if behind and campus:
        said = folded(behind[0]).removeprefix("at ").split()
        taken = 0
        while taken < min(len(said), 3) and said[taken] in campus:
            taken += 1
        if taken:
            return [*bag, *said[:taken]], [*names, *behind[0].split()[:taken]]
    if last == "technology" and behind and "of" in [*bag[-2:], "of"] and len(set(bag) - STOP) == 2:
        said = folded(behind[0]).split()
        return [*bag, *said[:2]], [*names, behind[0]]
    return bag, names


def _bag(words: Sequence[str]) -> str:
    """Return the words of a name that tell, in one order."""
    telling = sorted({word for word in words if word not in STOP and word != "and"})
    said = [word for word in words if word != "the"]
    of_place = said[:1] == [UNIVERSITY] and said[1:2] == ["of"]
    if of_place and len(telling) == 2 and not _OPPOSITE.isdisjoint(telling):
        telling.append("of")
    return " ".join(telling)


def _named_university(words: Sequence[str], name: str) -> Organization | None:
    table = _table()
    known = _known(" ".join(words))
    if known:
        return known
    bag = _bag(words)
    label = table.bags.get(bag)
    if label:
        return _of_table(label)
    telling = [word for word in words if word not in STOP and word != UNIVERSITY]
    # A city that the table's name does not have: "University of Oslo Oslo Norway".
    for size in range(len(words) - 1, 1, -1):
        label = table.bags.get(_bag(words[:size]))
        if label and _is_place(words[size:]) and not _is_campus(words, size):
            return _of_table(label)
    return Organization(bag, name) if telling else None


# Others ----------------------------------------------------------------------------------------


def _body(segments: Sequence[str]) -> Organization | None:
    """Find a hospital, an academy, an institute: the weightiest, of those the last."""
    best: tuple[int, int, Organization] | None = None
    for place, segment in enumerate(segments):
        words = folded(segment).split()
        if _is_place(words) or words[0] in ("department", "division", "faculty", "section"):
            continue
        weight = max((weight for kind, weight in _BODIES if kind in words), default=0)
        name = segment
        bag = _bag(words)
        if any(_bag(system.split()) == bag for system in _SYSTEMS) and place + 1 < len(segments):
            name = f"{segment}, {segments[place + 1]}"
            bag = _bag(folded(name).split())
        if weight and len(bag.split()) > 1 and (best is None or (weight, place) > best[:2]):
            best = (weight, place, Organization(bag, name))
    return best[2] if best else None


def _plain(segments: Sequence[str]) -> Organization:
    """Take the first part that is no place and no department, without its legal form."""
    for segment in segments:
        words = folded(segment).split()
        if _is_place(words) or not DEPARTMENT.isdisjoint((words[0], words[-1])):
            continue
        role, at, name = segment.partition(" at ")
        if at and set(folded(role).split()) <= GENERIC | FIELDS | DEPARTMENT:
            segment, words = name, folded(name).split()
        return Organization(_without_form(words), segment.strip())
    return Organization(_without_form(folded(segments[0]).split()), segments[0])


def _without_form(words: Sequence[str]) -> str:
    """Return a company's words without legal form, site and "Research" or "Labs" at the end."""
    telling = [word for word in words if word not in _LEGAL] or list(words)
    while len(telling) > 1 and telling[-1] in _TAILS and telling[-2] not in STOP | FIELDS:
        telling.pop()
    return _bag(telling) or " ".join(telling)


_TAILS = frozenset("research laboratory technology usa us uk europe emea apac".split())
_LEGAL = frozenset(
    "inc incorporated ltd limited llc gmbh ag sa corp corporation co company plc bv oy ab srl spa "
    "kg pty pvt private nv sas aps se kk group".split()
)
