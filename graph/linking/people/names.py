"""How two spellings of a name relate: equal, variants of one another, or strangers."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from anyascii import anyascii
from rapidfuzz.distance import OSA

from hallway.graph.linking.people.nicknames import nickname_groups
from hallway.graph.reading.names import name_key

__all__ = [
    "NameMatch",
    "alignment",
    "anchors",
    "compare",
    "fold",
    "is_common",
    "is_crowded",
    "is_romanised",
    "is_telling",
    "readings",
]

_LONGEST = 200
"""Letters of a name that are looked at: a longer one is no name, and must not cost time."""

_ALIKE = 0.6
"""How alike the words of one name are in two scripts, of which no two tables agree."""

_WORD = re.compile(r"[^\W_]+(?:['’ʼ][^\W_]+)*")
_PINYIN = re.compile(
    "(?:(?:[zcs]h?|[bpmfdtnlgkhjqxryw])?"
    "(?:[iu]?ang|i?ong|[ei]ng|i?ao|uai|[iu]?an|[aeu]i|ou|[eiu]n|i[aeu]|u[aeo]|er|[aoeiuv]))+"
)
"""Romanised Chinese syllables."""

_HYPHENS = re.compile(r"(?<=\w)[-‐‑­](?=\w)")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\"[^\"]*\"")
_TITLES = frozenset(
    "dr prof professor mr mrs ms mx sir dame phd md msc dphil jr sr ii iii esq ing dipl rev".split()
)
_PARTICLES = frozenset(
    "de da do dos das del della di du la le van von der den ter ten al el bin ibn e y zu".split()
)

# Surnames borne by so many people that name and surname together tell little, in Latin letters.
# Chinese, Korean and Vietnamese ones stand first in the name as often as last.
_EITHER_END = frozenset(
    """
    wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang
    xie song tang deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei
    su lu lyu ding ren shen yao lei cui zhong tan fan jin shi liao jia xia fu fang bai zou meng qin
    qiu hou gu long duan wan qian lai chang chan wong cheung ho lau lam leung tsai hsu kim lee park
    choi jung jeong kang cho yoon yun jang lim oh shin seo kwon hwang ahn hong yoo ryu nguyen tran
    pham hoang phan vu vo dang bui do ngo duong ly
    """.split()
)
_COMMON = _EITHER_END | frozenset(
    """
    sato suzuki tanaka watanabe ito yamamoto nakamura kobayashi kumar singh sharma patel gupta shah
    khan das roy jain verma rao reddy mehta ali ahmed hassan smith johnson williams brown jones
    davis miller wilson moore taylor anderson thomas jackson white harris martin thompson robinson
    clark lewis walker hall allen young king wright scott green baker adams nelson hill campbell
    mitchell roberts carter phillips evans turner parker collins edwards stewart morris murphy cook
    rogers morgan cooper peterson bailey reed kelly howard ward richardson wood watson bennett gray
    james hughes price foster bell powell ross fisher gordon hunt rose stone west ford cole cox
    butler barnes brooks coleman ellis fox graham grant hamilton harrison henderson henry holmes
    hunter jenkins jordan kennedy knight marshall mason murray myers palmer patterson perry porter
    reynolds richards robertson russell sanders shaw simpson spencer stevens sullivan tucker wallace
    warren webb wells woods garcia rodriguez martinez hernandez lopez gonzalez perez sanchez ramirez
    torres flores rivera gomez diaz cruz silva santos oliveira souza pereira costa ferreira alves
    fernandez muller mueller schmidt schneider fischer weber meyer wagner becker hoffmann ivanov
    petrov novak rossi russo ferrari hansen johansen olsen larsen andersson johansson nielsen jensen
    """.split()
)


@dataclass(frozen=True, slots=True)
class NameMatch:
    """How two names that are not equal may still be one person's.

    Attributes
    ----------
    kind
        ``accents`` (or punctuation, or a title), ``script``, ``spacing``, ``order``, ``initials``,
        ``nickname``, ``shortened``, ``added`` (a middle or second surname), ``spelling``.
    score
        From 0 to 1, from the names alone.
    """

    kind: str
    score: float


@lru_cache(maxsize=1 << 18)
def fold(name: str) -> tuple[str, ...]:
    """Return the words of a name in Latin letters, without case, accents, titles and brackets.

    >>> fold("Dr. Zoë Márquez (she/her)")
    ('zoe', 'marquez')
    """
    text = name[:_LONGEST]
    words = _words(_BRACKETS.sub(" ", text)) or _words(text)
    kept = tuple(word for word in words if word not in _TITLES)
    return kept or words


def _words(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for word in _WORD.findall(unicodedata.normalize("NFC", text)):
        plain = re.sub(r"[^a-z0-9]+", "", anyascii(word).lower())
        if not plain:
            continue
        if word.isupper() and word.isascii() and 2 <= len(word) <= 3 and _no_vowels(plain):
            found.extend(plain)  # "KR Kishore" is "K R Kishore"
        else:
            found.append(plain)
    return tuple(found)


def _no_vowels(word: str) -> bool:
    return not set(word) & set("aeiouy")


def is_telling(name: str) -> bool:
    """Tell whether an equal name is by itself good evidence for one person.

    The measure is the name alone, not how often the site has it: it must not change when a source
    is added. Three full words tell enough, or two when the surname is not frequent and the whole
    is long; short words (many romanised Chinese and Korean names) do not.
    """
    words = [word for word in fold(name) if word not in _PARTICLES and len(word) > 1]
    if len(words) < 2:
        return False
    rare = [word for word in words if word not in _COMMON and len(word) >= 4]
    letters = sum(map(len, words))
    if len(words) >= 3:
        return len(rare) >= 2 and letters >= 14
    return words[-1] in rare and words[0] not in _EITHER_END and letters >= 9


def is_common(name: str) -> bool:
    """Tell whether a name has a surname of those that stand first as often as last."""
    return not _EITHER_END.isdisjoint(fold(name))


def is_romanised(name: str) -> bool:
    """Tell whether a name may be Chinese in Latin letters: many are one without the characters.

    A word counts that could be made of such syllables, so that "Anna Cheng" may be one too.

    >>> is_romanised("Xuxin Cheng"), is_romanised("Emily Wang")
    (True, False)
    """
    words = fold(name)
    return not _EITHER_END.isdisjoint(words) and all(
        len(word) > 1 and (word in _EITHER_END or _PINYIN.fullmatch(word)) for word in words
    )


def is_crowded(name: str) -> bool:
    """Tell whether a name is so short and frequent that one event may well have two of it."""
    words = fold(name)
    return len(words) <= 2 and any(word in _COMMON for word in words) and sum(map(len, words)) <= 11


def anchors(name: str) -> list[str]:
    """Return the block keys of a name: variants of one name share at least one.

    Each word of three letters and more with the first letters (or the nickname group) of every
    other word, and the letters of the whole name in order, so that swapped or glued words meet.
    A key ``?word x`` (a bare initial) meets ``!word x`` and itself; ``!word x`` does not meet
    itself.
    """
    keys: set[str] = set()
    for way in readings(name):
        words = way[:8]
        keys.add("=" + "".join(sorted("".join(words))))
        for place, word in enumerate(words):
            if len(word) >= 3:
                for other in words[:place] + words[place + 1 :]:
                    keys.update(_anchor(word, other))
    return sorted(keys)


def _anchor(word: str, other: str) -> list[str]:
    """Return a word's keys with one other word of the name; `?` marks a bare initial."""
    if len(other) == 1:
        return [f"?{word} {other}"]
    groups = [f"~{word} {group}" for group in nickname_groups(other)]
    return [f"!{word} {other[0]}", f"{word} {other[:2]}", *groups]


def compare(a: str, b: str) -> NameMatch | None:
    """Compare two names by their words; None when nothing suggests one person.

    Parameters
    ----------
    a, b
        Names as printed. Equal names (see `name_key`) are no variants and give None as well.
    """
    if name_key(a) == name_key(b) or max(len(a), len(b)) > _LONGEST:
        return None
    if max(a.count(","), b.count(",")) > 1:
        return None  # a list of people
    found = [
        match
        for left in readings(a)
        for right in readings(b)
        if (match := _compare_folded(left, right, _script(a) != _script(b)))
    ]
    best = max(found, key=lambda match: (match.score, -_KINDS.index(match.kind)), default=None)
    if best and best.kind == "accents" and fold(a) != fold(b):
        # Another reading of one of them made them equal: hyphens glued, or a name in brackets.
        return NameMatch("added" if _BRACKETS.search(a + b) else "spacing", best.score)
    return best


@lru_cache(maxsize=1 << 16)
def readings(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the ways to read a name: hyphens apart or glued, brackets left out or opened."""
    text = name[:_LONGEST]
    ways = [fold(name)]
    if _HYPHENS.search(text):
        ways.append(fold(_HYPHENS.sub("", text)))
    if _BRACKETS.search(text):
        ways.append(_words(re.sub(r"[()\[\]\"]", " ", text)))
        ways.extend(_words(inner) for inner in _BRACKETS.findall(text))
    return tuple(dict.fromkeys(way for way in ways if way))


def _compare_folded(
    left: tuple[str, ...], right: tuple[str, ...], scripts_differ: bool
) -> NameMatch | None:
    if len(left) < 2 and len(right) < 2 and left != right:
        return None
    if left == right:
        return NameMatch("script", 0.85) if scripts_differ else NameMatch("accents", 0.9)
    if "".join(left) == "".join(right):
        return NameMatch("spacing", 0.9)
    if sorted(left) == sorted(right):
        return NameMatch("order", 0.85)
    if scripts_differ:
        return NameMatch("script", 0.6) if _transliterated(left, right) else None
    if len(left) > len(right):
        left, right = right, left
    return _compare_words(left, right)


def _transliterated(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Tell whether two names of equal length are alike word by word, in the best order."""
    if len(left) != len(right) or len(left) > 4:
        return False
    return any(
        all(OSA.normalized_similarity(a, b) >= _ALIKE for a, b in zip(left, order, strict=True))
        for order in permutations(right)
    )


def _script(text: str) -> bool:
    """Tell whether a name has letters beyond the Latin blocks."""
    return any(ord(c) >= 0x250 and c.isalpha() for c in unicodedata.normalize("NFC", text))


_KINDS = (
    "accents", "script", "spacing", "order", "initials", "nickname", "shortened", "added",
    "spelling",
)  # fmt: skip
_SCORES = {"equal": 1.0, "nickname": 0.75, "initials": 0.6, "spelling": 0.65, "shortened": 0.6}


def _compare_words(short: tuple[str, ...], long: tuple[str, ...]) -> NameMatch | None:
    pairs = _aligned(short, long) if len(short) > 1 else None
    if pairs is None:
        return None
    equal = {word for kind, word, _ in pairs if kind == "equal"}
    if equal <= _EITHER_END and any(
        kind in ("shortened", "spelling") and _PINYIN.fullmatch(word) and _PINYIN.fullmatch(other)
        for kind, word, other in ((kind, word, long[place]) for kind, word, place in pairs)
    ):
        return None  # Yan Song is no Yangqiu Song: other syllables are another name
    taken = {place for _, _, place in pairs}
    spare = [word for place, word in enumerate(long) if place not in taken]
    return _judge(short, long, [(kind, word) for kind, word, _ in pairs], spare)


def _aligned(short: tuple[str, ...], long: tuple[str, ...]) -> list[tuple[str, str, int]] | None:
    """Give each word of the shorter name its best free partner in the longer one."""
    free = list(range(len(long)))
    pairs: list[tuple[str, str, int]] = []
    for word in sorted(short, key=lambda word: (-len(word), word)):
        options = [(kind, place) for place in free if (kind := _relate(word, long[place]))]
        if not options:
            return None
        kind, place = max(options, key=lambda option: (_SCORES[option[0]], -option[1]))
        free.remove(place)
        pairs.append((kind, word, place))
    return pairs


def alignment(a: str, b: str) -> list[tuple[str, str, str]]:
    """Return how the words of two names pair up: the relation and both words, for each pair.

    Empty when no reading of the two pairs up all words of the shorter.
    """
    found: list[list[tuple[str, str, str]]] = []
    for left in readings(a):
        for right in readings(b):
            short, long = sorted((left, right), key=len)
            pairs = _aligned(short, long)
            if pairs is not None:
                found.append([(kind, word, long[place]) for kind, word, place in pairs])
    return max(found, key=lambda pairs: sum(_SCORES[kind] for kind, _, _ in pairs), default=[])


def _judge(
    short: tuple[str, ...], long: tuple[str, ...], pairs: list[tuple[str, str]], spare: list[str]
) -> NameMatch | None:
    """Weigh an alignment: what differs, what is left over, how telling the equal words are."""
    equal = [word for kind, word in pairs if kind == "equal" and len(word) > 1]
    other = [kind for kind, _ in pairs if kind != "equal"]
    if not equal or len(other) > 1 + len(pairs) // 3:
        return None
    if long[-1] in spare and ("initials" in other or "shortened" in other):
        return None  # Richard M. Murray is no Richard Moch
    if len(long[0]) > 1 and long[0] in spare and "initials" in other:
        return None  # Carlos E. Berger is no Emery Berger
    score = 0.85
    for kind in other:
        score *= _SCORES[kind] + 0.15
    added = [word for word in spare if word not in _PARTICLES]
    score *= 0.85 ** len(added)
    if short[-1] != long[-1] and short[0] != long[0]:
        score *= 0.8
    if all(word in _COMMON or len(word) < 4 for word in equal):
        score *= 0.65  # what the two share, thousands share
    names = ("spelling", "shortened", "nickname", "initials")
    kind = next((kind for kind in names if kind in other), "added")
    return NameMatch(kind, round(score, 4))


def _relate(a: str, b: str) -> str | None:
    """Name the closest relation of two words of names; None when they are just different."""
    if a == b:
        return "equal"
    if a[0] != b[0]:
        return "nickname" if nickname_groups(a) & nickname_groups(b) else None
    if len(a) == 1 or len(b) == 1:
        return "initials"
    if nickname_groups(a) & nickname_groups(b):
        return "nickname"
    if len(a) > len(b):
        a, b = b, a
    if b in (a + "a", a + "e", a + "o"):
        return None  # Angel and Angela, Paul and Paula: two names, not two spellings
    if len(a) >= 4 and OSA.distance(a, b, score_cutoff=1) <= 1:
        return "spelling"
    if len(a) >= 7 and OSA.distance(a, b, score_cutoff=2) <= 2:
        return "spelling"
    return "shortened" if len(a) >= 3 and b.startswith(a) else None
