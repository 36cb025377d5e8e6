"""The words that tell names from what is no name: placeholders, organizations, posts, pronouns."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from hallway.graph.reading.text import clean, normalised

__all__ = [
    "AND_OTHERS",
    "ASIDE_ROLES",
    "SUFFIX",
    "belonging",
    "is_aside",
    "is_collective",
    "is_nickname",
    "is_nobody",
    "is_organization",
    "looks_like_a_name",
    "name_key",
    "other_script",
]

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
AND_OTHERS = re.compile(
    r"(?<![\s,])[\s,]*(?:\bet\.?\s+al(?:ii|ia)?\b\.?|[,&]?\s*\b(?:and|und|et|y)\s+(?:(?:many|several)\s+)?"
    r"(?:others?|more|friends|colleagues|guests|andere|autres|otros)\b\.?|\bu\.\s?a\.)\s*$",
    re.IGNORECASE,
)
SUFFIX = re.compile(
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
ASIDE_ROLES = {
    "moderator": "moderator", "moderation": "moderator", "mod": "moderator", "host": "host",
    "mc": "host", "chair": "chair", "session chair": "chair", "panelist": "panelist",
    "panellist": "panelist", "author": "author", "speaker": "speaker", "presenter": "speaker",
    "organizer": "organizer", "organiser": "organizer", "facilitator": "facilitator",
    "keynote": "speaker", "keynote speaker": "speaker", "editor": "editor",
}  # fmt: skip
_ASIDE = re.compile(
    r"any pronouns|remote|online|virtual|in person|via (?:zoom|video)|tbc|tba|unconfirmed|invited|"
    r"cancelled|canceled|unknown",
    re.IGNORECASE,
)
_PRONOUN = (
    "she|her|hers|he|him|his|they|them|their|it|its|xe|ze|sie|ihr|ihm|er|es|sein|seine|elle|il|lui|"
    "ella|él|any|all|none|keine?s?|beliebig"
)
_PRONOUNS = re.compile(rf"(?:.*\b(?:{_PRONOUN})\s*/\s*\w.*|(?:{_PRONOUN}))", re.IGNORECASE)
_HANDLE = re.compile(r"@[\w.]+(?:@[\w.-]+)?")
_SMALL = frozenset(
    """
    a af al am an ap av bin bint da das de del della dem den der des di do dos du e el en et ibn la
    las le les li lo los mac nic of op or san st ten ter the van vande vel vom von y zu zum zur
    """.split()
)
_NICKNAME = re.compile(r"[\"'“].*[\"'”]|[a-z][\w.'-]*|[A-Za-z_.-]*\d[\w.-]*")


@lru_cache(maxsize=1 << 14)
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


_COLLECTIVE = re.compile(
    r"team\s.+|the\s.+\s(?:group|crew|board|council|collective|community|project)|.+\s(?:"
    r"(?:core\s)?teams?|foundation|inc\.?|incorporated|ltd\.?|limited|llc|gmbh|e\.?\s?v\.?|corp\.?|"
    r"corporation|association|society|committee|consortium|working group|user group|"
    r"developers|maintainers|organi[sz]ers|volunteers|(?:the\s)?universit(?:y|ät|é)|"
    r"institute|laborator(?:y|ies)|labs|stiftung|verein|community|collective)|"
    r"(?:the\s)?universit(?:ät|é|à|eit|et|ad|ade)\s.+|(?:the\s)?(?:university|association|"
    r"society|ministry) (?:of|for|de|du|der|für) .+",
    re.IGNORECASE,
)


@lru_cache(maxsize=1 << 18)
def is_collective(name: str) -> bool:
    """Tell whether a name in the place of a person's is a group's or an organization's.

    >>> is_collective("The Crane Team"), is_collective("Python Software Foundation")
    (True, True)
    >>> is_collective("Ada Team Ray"), is_collective("Google")
    (False, False)

    Only a word that no person is called tells: "Google" may be somebody's chosen name.
    """
    return bool(_COLLECTIVE.fullmatch(normalised(name)))


def name_key(name: str) -> str:
    """Return the key under which spellings of one name are equal.

    Unicode form, blanks (no-break ones too) and letter case do not count, accents do: "ZOË" is
    "Zoë", but "Zoe" may be somebody else.
    """
    folded = clean(name).casefold()
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded)


def looks_like_a_name(part: str) -> bool:
    """Tell whether a piece could be a name: few words, and small ones only as in "van der Berg".

    Names all in small letters are taken for nicknames when they have at most two words.
    """
    tokens = [token.strip("\"'“”().,") for token in part.split()]
    small = [token for token in tokens if token[:1].islower()]
    if len(tokens) > 6:
        return False
    return all(token.casefold() in _SMALL for token in small) or len(tokens) == len(small) <= 2


def is_organization(part: str) -> bool:
    """Tell whether a piece has a word of organizations, or is an acronym."""
    return bool(_ORGANIZATION.search(part) or _ACRONYM.fullmatch(part))


def belonging(part: str) -> str | None:
    """Return the employer that a piece names, "" for a post without one, None for neither."""
    if _POST.search(part) and (employer := _EMPLOYER.search(part)):
        return employer[1]
    if _TITLE_ALONE.fullmatch(part) or normalised(part) in ASIDE_ROLES:
        return ""
    return part if is_organization(part) else None


def is_aside(inside: str) -> bool:
    """Tell whether a bracket holds pronouns or a remark, not an affiliation."""
    return bool(_ASIDE.fullmatch(inside) or _PRONOUNS.fullmatch(inside) or is_nobody(inside))


def is_nickname(inside: str, name: str) -> bool:
    """Tell whether a bracket behind a name holds another name of the same person.

    A handle, one word in small letters or with digits, a name in another script, or the full name
    behind a single word. One capitalised word may be either and is left to the caller.
    """
    if _HANDLE.fullmatch(inside) or other_script(inside, name):
        return True
    if _NICKNAME.fullmatch(inside) and not is_organization(inside):
        return True
    tokens = inside.split()
    full = 2 <= len(tokens) <= 3 and all(token.istitle() for token in tokens)
    return full and " " not in name and not is_organization(inside)


def other_script(one: str, other: str) -> bool:
    """Tell whether two pieces are written in letters of different scripts."""
    scripts = [{_script(mark) for mark in piece if mark.isalpha()} for piece in (one, other)]
    return bool(scripts[0] and scripts[1] and not scripts[0] & scripts[1])


def _script(mark: str) -> str:
    name = unicodedata.name(mark, "LATIN")
    first = name.split()[0].split("-")[0]
    return "CJK" if first in ("HIRAGANA", "KATAKANA") else first
