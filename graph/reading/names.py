"""Find the people in one cell, and what stands there but is nobody."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from hallway.graph.programme import Appearance, Person
from hallway.graph.reading import name_words
from hallway.graph.reading.name_words import is_nobody, name_key
from hallway.graph.reading.text import clean, clean_lines, normalised, plain_title

__all__ = ["best_spellings", "is_nobody", "name_key", "names_a_person", "people"]

LONGEST = 300
"""Longest name with its brackets, in characters; what is longer is no name."""

_MAIL = re.compile(r"<?(?:mailto:)?[^\s<>@,;|]+@[^\s<>@,;|]+\.[^\s<>@,;|]+>?")
_MARKUP = re.compile(
    r"<(script|style)\b.*?(?:</\1\s*>|$)|</?[A-Za-z][^<>]*>", re.IGNORECASE | re.DOTALL
)
_NUMBERED = re.compile(r"(\d{1,9}):\s?(?=\D)")
_BRACKET = re.compile(r"\s*[(\[（]([^()\[\]（）]*)[)\]）]")

_STRONG = re.compile(r"[;\n|；、\t]|\s[•·]\s|(?<=\w\w)\s?//\s?(?=\w)")
_SLASH = re.compile(r"\s/\s|/(?=\s)|(?<=\s)/")
_WORDS = re.compile(r"\s+(?:and|und|&|\+)\s+|\s*＆\s*", re.IGNORECASE)
_SOFT_WORDS = re.compile(r"\s+(?:y|et|e|en|og|och|i|ja|w/)\s+", re.IGNORECASE)
_COMMA = re.compile(",")
_LEADING_AND = re.compile(r"^(?:and|und|&)\s+")
_BEHIND = re.compile(r"(\S+ .*?)\s+([-\u2013\u2014@]|at|from)\s+(\S.*)")
_QUOTES = "\"'“”"
_CUT_OFF = re.compile(r"(?<![\s,])[\s,]*(?:…|\.\.\.)$")
_LINE_OR_MARK = re.compile(r"[;\n|]")
_PLAIN = re.compile(r"[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*| [^\W\d_]\.(?= ))*")
_PARTING_WORD = re.compile(r"\b(?:and|und|y|et|e|en|og|och|i|ja|at|from)\b", re.IGNORECASE)


def names_a_person(said: Appearance) -> bool:
    """Tell whether an appearance is a person's whose name may be said: no group, not withheld."""
    return not said.person.withheld and not name_words.is_collective(said.person.name)


def people(
    cell: str,
    *,
    role: str = "speaker",
    family_first: bool = False,
    separators: Sequence[str] = (),
) -> tuple[list[Appearance], list[str]]:
    """Take one cell apart into people.

    Parameters
    ----------
    cell
        Names with whatever was at hand between them: semicolons, bars, line breaks, slashes,
        commas, ampersands, "and". An affiliation, a role, a nickname or pronouns may follow in
        brackets.
    role
        Role of each person whom no bracket gives another.
    family_first
        The cell writes ``Family, Given``; several people then stand apart by semicolon, bar, line
        break or "and", never by comma.
    separators
        What parts people in this cell, and nothing else does; () for whatever is at hand.

    Returns
    -------
    tuple
        The people in the order of the cell, nobody twice; and the pieces that are nobody ("TBA",
        "Panel", "and others"), for a notice. Mail addresses and markup are dropped in silence.
    """
    found, dropped = _people(cell, role, family_first, tuple(separators))
    return list(found), list(dropped)


@lru_cache(maxsize=1 << 14)
def _people(
    cell: str, role: str, family_first: bool, separators: tuple[str, ...]
) -> tuple[tuple[Appearance, ...], tuple[str, ...]]:
    """Do the work of `people`; a person who speaks twice stands in two cells that are the same."""
    dropped: list[str] = []
    found: dict[str, Appearance] = {}
    plain = None if separators else plain_names(cell)
    read = (
        (Appearance(Person(name), role) for name in plain)
        if plain is not None
        else _appearances(cell, role, family_first, separators, dropped)
    )
    for appearance in read:
        name = appearance.person.name
        if is_nobody(name):
            dropped.extend([name] if name else [])
        elif (key := name_key(name)) not in found:
            found[key] = appearance
    return tuple(found.values()), tuple(dropped)


def plain_names(cell: str) -> list[str] | None:
    """Read a cell in which no rule finds anything but names: most cells are such.

    Returns
    -------
    list or None
        Names of words with at most initials between them, a semicolon, a bar or a line break
        between two names; None when there is anything else in the cell.
    """
    if _PARTING_WORD.search(cell):
        return None
    parts = [part.strip(" ") for part in _LINE_OR_MARK.split(cell)]
    if "\n" in cell and any(map(name_words.is_organization, parts[1:])):
        return None
    plain = all(len(part) <= LONGEST and _PLAIN.fullmatch(part) for part in parts if part)
    return [clean(part) for part in parts if part] if plain else None


def _appearances(
    cell: str, role: str, family_first: bool, separators: Sequence[str], dropped: list[str]
) -> Iterator[Appearance]:
    """Take any cell apart; what is cut off or too long for a name is added to `dropped`."""
    bare = _bare(cell)
    for piece in _parted(bare, separators) if separators else _pieces(bare, dropped, family_first):
        if len(piece) > LONGEST:
            dropped.append(f"{clean(piece[:40])}…")
        else:
            yield _appearance(piece, role, family_first)


def best_spellings(names: Iterable[str]) -> dict[str, str]:
    """Choose one spelling for each name that a source writes in several.

    Returns
    -------
    dict
        For each `name_key` the spelling that is neither all capitals nor all small letters, else
        the most frequent one, else the first.
    """
    counts: dict[str, Counter[str]] = {}
    for name in names:
        counts.setdefault(name_key(name), Counter())[name] += 1
    return {
        key: max(
            spellings, key=lambda name: (name not in (name.upper(), name.lower()), spellings[name])
        )
        for key, spellings in counts.items()
    }


def _bare(cell: str) -> str:
    """Remove mail addresses, entities and markup: no name has any."""
    lines = clean_lines(cell)
    if "@" in lines:
        lines = _MAIL.sub(" ", lines)
    if "&" in lines or "<" in lines:
        lines = "\n".join(plain_title(line) for line in _MARKUP.sub(" ", lines).split("\n"))
    return lines


def _pieces(cell: str, dropped: list[str], family_first: bool) -> list[str]:
    """Cut a cell into the strings that each name one person, or nobody."""
    pieces: list[str] = []
    for part in _cut(cell, _STRONG):
        part = part.strip(" ,*†‡")
        if pieces and _is_employer(part, cell) and " " in pieces[-1] and "(" not in pieces[-1]:
            pieces[-1] = f"{pieces[-1]} ({part})"
            continue
        for others in filter(None, (_CUT_OFF.search(part), name_words.AND_OTHERS.search(part))):
            if others.start() < len(part):
                dropped.append(clean(others[0]).strip(" ,"))
                part = part[: others.start()]
        for aliases in _slashed(part):
            pieces.extend([aliases] if " / " in aliases else _weak_pieces(aliases, family_first))
    return pieces


def _is_employer(part: str, cell: str) -> bool:
    """Tell whether a line below a name says whom they work for, with a word of organizations."""
    whole = "(" not in part and "," not in part and "\n" in cell
    return whole and name_words.is_organization(part) and not name_words.is_nobody(part)


def _parted(cell: str, separators: Sequence[str]) -> list[str]:
    """Cut a cell where it is said to be cut; what is left of separators at its ends is dropped."""
    parts = re.split("|".join(map(re.escape, separators)), cell)
    return [part.strip(" ,;|") for part in parts if part.strip(" ,;|")]


def _slashed(part: str) -> list[str]:
    """Cut at slashes, but not between two names of one person.

    Those are spellings in two scripts ("山田花 / Hana Yamada") or a name and a nickname of one
    word ("nathan fain / cyphunk"); they come back as one, the fuller name first.
    """
    names = [name.strip() for name in _cut(part, _SLASH)]
    if len(names) == 2:
        words = [len(name.split()) for name in names]
        if name_words.other_script(*names):
            return [" / ".join(names)]
        if min(words) == 1 and (max(words) > 1 or '"' in part):
            return [" / ".join(sorted(names, key=lambda name: ('"' in name, -len(name.split()))))]
    return names


def _weak_pieces(part: str, family_first: bool) -> list[str]:
    """Cut at "and" and at commas, where what comes out looks like names."""
    conjoined = [name for piece in _and_cut(part) for name in _soft_cut(piece)]
    if family_first:
        return conjoined
    return [name for piece in conjoined for name in _comma_pieces(piece)]


def _and_cut(part: str) -> list[str]:
    """Cut at "and", unless what stands there is a title ("Building robots and bridges")."""
    pieces = _cut(part, _WORDS)
    if "," in part or all(map(name_words.looks_like_a_name, pieces)):
        return pieces
    return [part]


def _soft_cut(piece: str) -> list[str]:
    """Cut at "y", "et" and the like, which also stand inside names (Ramón y Cajal)."""
    parts = _cut(piece, _SOFT_WORDS)
    if len(parts) > 1 and all(len(part.split()) > 1 for part in parts):
        return parts
    return [piece]


def _comma_pieces(piece: str) -> list[str]:
    """Cut at commas; degrees and "Jr." stay with the name, an employer becomes a bracket."""
    names: list[str] = []
    for part in _cut(piece, _COMMA) if "," in piece else [piece]:
        part = _LEADING_AND.sub("", part.strip())
        if not part:
            continue
        employer = name_words.belonging(part) if names and "(" not in part else None
        if names and name_words.SUFFIX.fullmatch(part):
            names[-1] = f"{names[-1]}, {part}"
        elif employer is None or " " not in names[-1]:
            names.append(part)
        elif employer and "(" not in names[-1]:
            names[-1] = f"{names[-1]} ({employer})"
    return names


def _cut(text: str, separator: re.Pattern[str]) -> list[str]:
    """Split at a separator that stands outside brackets."""
    depths = _depths(text)
    parts, start = [], 0
    for found in separator.finditer(text):
        if depths[found.start()] == 0:
            parts.append(text[start : found.start()])
            start = found.end()
    return [part for part in (*parts, text[start:]) if part.strip()]


def _depths(text: str) -> list[int]:
    """Count the open brackets at each character; one that is never closed does not count."""
    if not any(mark in text for mark in "([（"):
        return [0] * len(text)
    depths, depth = [], 0
    left = {opening: text.count(closing) for opening, closing in ("()", "[]", "（）")}
    for mark in text:
        if left.get(mark):
            depth, left[mark] = depth + 1, left[mark] - 1
        depths.append(depth)
        if mark in ")]）" and depth:
            depth -= 1
    return depths


def _appearance(piece: str, role: str, family_first: bool) -> Appearance:
    """Read one person: number, name, brackets, a dash or @ before an organization."""
    whole = clean(piece)
    number = _NUMBERED.match(whole)
    printed = whole[number.end() :] if number else whole
    name, insides = _without_brackets(printed)
    name, *aliases = name.split(" / ")
    name, affiliation, alternates = (
        *_behind(clean(name)),
        [clean(one).strip(_QUOTES) for one in aliases],
    )
    for inside in insides:
        if normalised(inside) in name_words.ASIDE_ROLES:
            role = name_words.ASIDE_ROLES[normalised(inside)]
        elif name_words.is_nickname(inside, name) and not name_words.is_aside(inside):
            alternates.append(inside.strip(_QUOTES))
        elif not name_words.is_aside(inside) and affiliation is None:
            affiliation = inside
    if family_first and name.count(",") == 1:
        family, given = (half.strip() for half in name.split(","))
        name = f"{given} {family}" if given and family else name
    person = Person(name, number[1] if number else None, tuple(dict.fromkeys(alternates)))
    bare = _without_brackets(printed, middle=False)[0]
    return Appearance(person, role, affiliation, None if bare == name or aliases else bare)


def _without_brackets(text: str, *, middle: bool = True) -> tuple[str, list[str]]:
    """Take the brackets out of a name and return what stood in those at its end.

    A bracket in the middle holds what the person is called (``Daniel (Yona) Simons``); it is
    taken out of the name as well when `middle` is true, and stays in what was printed.
    """
    insides: list[str] = []
    while found := list(_BRACKET.finditer(text)):
        before = text
        for bracket in reversed(found):
            at_end = not text[bracket.end() :].strip(" ,)]）")
            if at_end and (inside := clean(bracket[1])):
                insides.insert(0, inside)
            if at_end or middle:
                text = f"{text[: bracket.start()]} {text[bracket.end() :]}"
        if text == before:
            break
    return clean(text).strip(" ,"), insides


def _behind(name: str) -> tuple[str, str | None]:
    """Split "Ana Lindqvist – Quay Labs" and "Ana Lindqvist @ Quay"; a post is no employer.

    Without a word that organizations have, a dash may belong to the name and nothing is split.
    """
    found = _BEHIND.fullmatch(name)
    if not found:
        return name, None
    before, mark, behind = found.groups()
    employer = name_words.belonging(behind)
    if employer is None:
        return (name, None) if mark in "-\u2013\u2014" else (before, behind)
    return before, employer or None
