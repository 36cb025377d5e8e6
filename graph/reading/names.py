"""Find the people in one cell, and what stands there but is nobody."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from hallway.graph.programme import Appearance, Person
from hallway.graph.reading.text import clean, clean_lines, normalised

__all__ = ["best_spellings", "is_nobody", "name_key", "people"]

_NOBODY = frozenset(
    " ".join(words.split())
    for words in """
    tba|tbd|tbc|tbn|n/a|n.n.|nn|none|nobody|null|undefined|unknown|anonymous|anon|various|diverse
    to be announced|to be confirmed|to be determined|to be decided|to be defined|speaker tba
    speaker to be announced|coming soon|not announced yet|not yet announced|see description
    various speakers|various artists|various authors|various presenters|multiple speakers
    multiple presenters|multiple authors|several speakers|many speakers|all speakers|all|everyone
    everybody|anybody|anyone|all attendees|attendees|participants|audience|the audience
    panel|panel discussion|panelists|panellists|the panel|panel members|podium|podiumsdiskussion
    speaker|speakers|presenter|presenters|author|authors|moderator|host|hosts|guest|guests
    special guest|special guests|mystery guest|surprise guest|invited speaker|keynote speaker
    organizer|organizers|organiser|organisers|the organizers|the organisers|organizing committee
    organising committee|organizing team|organising team|conference organizers|conference organisers
    orga|orga team|orga-team|orgateam|conference team|event team|program committee
    programme committee|committee|conference chairs|chairs|staff|crew|team|the team|our team
    volunteers|community|the community|sponsor|sponsors|staff and volunteers
    others|and others|other speakers|more|and more|many more|and many more|et al|et al.|friends
    and friends|colleagues|and colleagues|u.a.|u. a.|et alii|et alia|andere|und andere|u.v.m.
    verschiedene|verschiedene referenten|verschiedene vortragende|alle|niemand
    wird noch bekannt gegeben|divers|plusieurs intervenants|à confirmer|à venir|autres|et autres
    a confirmer|varios|varios ponentes|por confirmar|por definir|otros|vários
    vari|relatori vari|da definire|da annunciare
    未定|調整中|待定|スタッフ
    """.replace("\n", "|").split("|")
) - {""}
_SILENT = {"Cc", "Cf", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Zl", "Zp", "Zs"}
_AND_OTHERS = re.compile(
    r"[\s,]*(?:\bet\.?\s+al(?:ii|ia)?\b\.?|[,&]?\s*\b(?:and|und|et|y)\s+(?:(?:many|several)\s+)?"
    r"(?:others?|more|friends|colleagues|guests|andere|autres|otros)\b\.?|\bu\.\s?a\.)\s*$",
    re.IGNORECASE,
)
_SUFFIX = re.compile(
    r"(?:jr|sr|ii|iii|iv|esq|ph\.?\s?d|d\.?\s?phil|m\.?\s?d|mba|m\.?\s?sc|b\.?\s?sc|m\.?a|b\.?a|mph|"
    r"ed\.?d|j\.?d|d\.?d\.?s|llm|mlis|mls|cissp|cpa|pmp|p\.?e|r\.?n|obe|mbe|frs|dr|prof)\.?",
    re.IGNORECASE,
)
_ORGANIZATION = re.compile(
    r"\b(?:univ\w*|institut\w*|college|school|academy|hochschule|facult\w*|department|dept|labs?|"
    r"laborator\w*|inc|ltd|llc|gmbh|ag|e\.?v|corp\w*|compan\w*|co|foundation|stiftung|technolog\w*|"
    r"systems?|software|solutions?|services?|consult\w*|group|agency|council|ministry|library|"
    r"libraries|museum|hospital|center|centre|bank|press|media|studios?|network\w*|project|"
    r"office|association|verein|landeshauptstadt|stadt|city of|team|research|security|"
    r"\w+\.(?:com|org|net|io|dev|edu|de|uk|ca|fr|eu|tv))\b",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"[A-Z][A-Z0-9&.-]{2,7}")
_POST = re.compile(
    r"\b(?:ceo|cto|cio|coo|cfo|ciso|founder|engineer|developer|director|manager|architect|analyst|"
    r"scientist|professor|lecturer|student|head of|lead|leader|advocate|evangelist|president|vp|"
    r"officer|consultant|author|maintainer|librarian|designer|researcher|freelancer?)\b",
    re.IGNORECASE,
)
_TITLE_ALONE = re.compile(
    r"(?:co-?)?(?:ceo|cto|cio|coo|cfo|ciso|cmo|cpo|vp|svp|evp)", re.IGNORECASE
)
_EMPLOYER = re.compile(r"\s(?:at|@)\s+(.+)$")
_ROLES = {
    "moderator": "moderator", "moderation": "moderator", "mod": "moderator", "host": "host",
    "mc": "host", "chair": "chair", "session chair": "chair", "panelist": "panelist",
    "panellist": "panelist", "author": "author", "speaker": "speaker", "presenter": "speaker",
    "organizer": "organizer", "organiser": "organizer", "facilitator": "facilitator",
    "keynote": "speaker", "keynote speaker": "speaker", "editor": "editor",
}  # fmt: skip
_ASIDE = re.compile(
    r"(?:she|he|they|xe|ze|sie|er|elle|il|any|all)(?:\s*/\s*\w+)+|"
    r"any pronouns|remote|online|virtual|in person|via (?:zoom|video)|"
    r"tbc|tba|unconfirmed|invited|cancelled|canceled",
    re.IGNORECASE,
)
_MAIL = re.compile(r"<?(?:mailto:)?[^\s<>@,;]+@[^\s<>@,;]+\.[^\s<>@,;]+>?")
_HANDLE = re.compile(r"@[\w.]+(?:@[\w.-]+)?")
_NUMBERED = re.compile(r"(\d{1,9}):\s?(?=\D)")
_BRACKET = re.compile(r"\s*[(\[（]([^()\[\]（）]*)[)\]）]")

_STRONG = re.compile(r"[;\n|；、\t]|\s[•·]\s|\s/\s|(?<=\w\w)\s?//\s?(?=\w)")
_WORDS = re.compile(r"\s+(?:and|und|&|\+)\s+|\s*＆\s*", re.IGNORECASE)
_SOFT_WORDS = re.compile(r"\s+(?:y|et|e|en|og|och|i|ja|w/)\s+", re.IGNORECASE)
_BEHIND = re.compile(r"(\S+ .*?)\s+([-\u2013\u2014@]|at|from)\s+(\S.*)")
_COMMA = re.compile(",")
_LEADING_AND = re.compile(r"^(?:and|und|&)\s+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")


def people(
    cell: str, *, role: str = "speaker", family_first: bool = False
) -> tuple[list[Appearance], list[str]]:
    """Take one cell apart into people.

    Parameters
    ----------
    cell
        Names with whatever was at hand between them: semicolons, bars, line breaks, slashes,
        commas, ampersands, "and". An affiliation, a role or pronouns may follow in brackets.
    role
        Role of each person whom no bracket gives another.
    family_first
        The cell writes ``Family, Given``; several people then stand apart by semicolon, bar, line
        break or "and", never by comma.

    Returns
    -------
    tuple
        The people in the order of the cell, nobody twice; and the pieces that are nobody ("TBA",
        "Panel", "and others"), for a notice. Mail addresses are dropped in silence.
    """
    dropped: list[str] = []
    found: dict[str, Appearance] = {}
    for piece in _pieces(_MAIL.sub(" ", clean_lines(cell)), dropped, family_first):
        appearance = _appearance(piece, role, family_first)
        name = appearance.person.name
        if is_nobody(name):
            dropped.extend([name] if name else [])
        elif name_key(name) not in found:
            found[name_key(name)] = appearance
    return list(found.values()), dropped


def is_nobody(name: str) -> bool:
    """Tell whether a string in the place of a name names no person.

    Only whole strings count: "TBA" is nobody, "N. A. Tbaumer" is a person, and so is "The Crane
    Team", since a named group can be told from a placeholder only by someone who knows it. A
    string of punctuation is nobody; a lone picture ("🦀") is somebody's chosen name.
    """
    key = normalised(name).strip(" .:!?*-_\"'()[]")
    if key in _NOBODY or normalised(name) in _NOBODY:
        return True
    return all(unicodedata.category(mark) in _SILENT or mark in "+=<>|~^`$" for mark in key)


def name_key(name: str) -> str:
    """Return the key under which spellings of one name are equal.

    Unicode form, blanks (no-break ones too) and letter case do not count, accents do: "ZOË" is
    "Zoë", but "Zoe" may be somebody else.
    """
    return unicodedata.normalize("NFC", clean(name).casefold())


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


def _pieces(cell: str, dropped: list[str], family_first: bool) -> list[str]:
    """Cut a cell into the strings that each name one person, or nobody."""
    pieces: list[str] = []
    for part in _cut(cell, _STRONG):
        part = part.strip(" ,")
        if others := _AND_OTHERS.search(part):
            dropped.append(clean(others[0]).strip(" ,"))
            part = part[: others.start()]
        if part:
            pieces.extend(_weak_pieces(part, family_first))
    return _scripts_joined(cell, pieces)


def _weak_pieces(part: str, family_first: bool) -> list[str]:
    """Cut at "and" and at commas, where what comes out looks like names."""
    conjoined = [name for piece in _cut(part, _WORDS) for name in _soft_cut(piece)]
    if family_first:
        return conjoined
    return [name for piece in conjoined for name in _comma_pieces(piece)]


def _soft_cut(piece: str) -> list[str]:
    """Cut at "y", "et" and the like, which also stand inside names (Ramón y Cajal)."""
    parts = _cut(piece, _SOFT_WORDS)
    if len(parts) > 1 and all(len(part.split()) > 1 for part in parts):
        return parts
    return [piece]


def _comma_pieces(piece: str) -> list[str]:
    """Cut at commas; degrees and "Jr." stay with the name, an organization becomes a bracket."""
    names: list[str] = []
    for part in _cut(piece, _COMMA) if "," in piece else [piece]:
        part = _LEADING_AND.sub("", part.strip())
        if not part:
            continue
        if names and _SUFFIX.fullmatch(part):
            names[-1] = f"{names[-1]}, {part}"
        elif (
            names
            and " " in names[-1]
            and "(" not in part
            and (belongs := _belonging(part)) is not None
        ):
            names[-1] = (
                f"{names[-1]} ({belongs})" if belongs and "(" not in names[-1] else names[-1]
            )
        else:
            names.append(part)
    return names


def _belonging(part: str) -> str | None:
    """Return the employer that a part names, "" for a post without one, None for a name."""
    if _POST.search(part) and (employer := _EMPLOYER.search(part)):
        return employer[1]
    if _TITLE_ALONE.fullmatch(part):
        return ""
    return part if _is_organization(part) else None


def _is_organization(part: str) -> bool:
    return bool(_ORGANIZATION.search(part) or _ACRONYM.fullmatch(part))


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


def _scripts_joined(cell: str, pieces: list[str]) -> list[str]:
    """Join "山田花 / Hana Yamada": a slash between scripts stands between spellings."""
    if len(pieces) != 2 or "/" not in cell or re.search(r"[;|\n]", cell):
        return pieces
    latin = [bool(_LATIN.search(piece)) for piece in pieces]
    letters = [any(unicodedata.category(c) == "Lo" for c in piece) for piece in pieces]
    if latin[0] != latin[1] and letters[0] != letters[1]:
        return [" / ".join(pieces)]
    return pieces


def _appearance(piece: str, role: str, family_first: bool) -> Appearance:
    """Read one person: number, name, brackets, a dash or @ before an organization."""
    printed = clean(piece)
    number = _NUMBERED.match(printed)
    name, affiliation, alternates = printed[number.end() :] if number else printed, None, []
    for bracket in _BRACKET.finditer(name):
        inside = clean(bracket[1])
        if normalised(inside) in _ROLES:
            role = _ROLES[normalised(inside)]
        elif _HANDLE.fullmatch(inside):
            alternates.append(inside)
        elif inside and not _ASIDE.fullmatch(inside) and affiliation is None:
            affiliation = inside
    name = clean(_BRACKET.sub(" ", name)).strip(" ,")
    if " / " in name:
        name, other = name.split(" / ", 1)
        alternates.append(other)
    name, behind = _behind_dash(name)
    if family_first and name.count(",") == 1:
        family, given = (half.strip() for half in name.split(","))
        name = f"{given} {family}" if given and family else name
    person = Person(name, number[1] if number else None, tuple(alternates))
    return Appearance(person, role, affiliation or behind, _printed(printed, name, number))


def _behind_dash(name: str) -> tuple[str, str | None]:
    """Split "Ana Lindqvist – Quay Labs" and "Ana Lindqvist @ Quay Labs"; a post is no employer."""
    found = _BEHIND.fullmatch(name)
    if not found:
        return name, None
    name, mark, behind = found.groups()
    if _POST.search(behind) or normalised(behind) in _ROLES:
        employer = _EMPLOYER.search(behind)
        return name, employer[1] if employer else None
    sure = mark.isalpha() or mark == "@" or _is_organization(behind)
    return name, behind if sure or (behind[0].isupper() and len(behind.split()) < 4) else None


def _printed(printed: str, name: str, number: re.Match[str] | None) -> str | None:
    """Tell the name as printed where it is not the name, brackets and numbers left aside."""
    bare = clean(_BRACKET.sub(" ", printed[number.end() :] if number else printed)).strip(" ,")
    return None if bare == name or " / " in bare else bare
