"""What people type and what of it is found: words without case and accents, in every script.

Texts are cut into words here and not by the index, so that what is stored, what is asked and what
is marked as found are cut alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import OSA

__all__ = [
    "Asked",
    "asked_for",
    "errors_allowed",
    "excerpt_around",
    "fold",
    "matches",
    "tier",
    "words",
]

QUERY_CHARACTERS = 300
QUERY_WORDS = 16
EXCERPT = 180
SIGILS = {"#": "topic", "@": "place"}
"""What a word may start with, and the kind that it then asks for."""

# Letters that no decomposition takes apart but that people type without their stroke.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th", "ħ": "h"}
)
_ACCENTS = re.compile("[\u0300-\u036f]+")
# Han and kana are written without spaces: each sign is a word, and neighbours make a phrase.
SIGNS = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"


@cache
def _word_pattern() -> re.Pattern[str]:
    marks = "".join(
        re.escape(chr(code))
        for code in range(0x300, 0xFE30)
        if unicodedata.category(chr(code))[0] == "M" and not 0x3040 < code < 0x3100
    )
    # A trailing ++ or # belongs to the name of a language.
    return re.compile(rf"[{SIGNS}]|(?:(?![{SIGNS}])[^\W_]|[{marks}])+(?:\+\+|#(?!\w))?")


_PLAIN_WORDS = re.compile(r"[a-z0-9]+(?:\+\+|#(?!\w))?")  # the same for ASCII, five times as fast


def fold(text: str) -> str:
    """Return a text without case and accents, for comparison only.

    >>> fold("Łukasz GÖDEL, Straße, Ирина")
    'lukasz godel, strasse, ирина'
    """
    if text.isascii():
        return text.lower()
    # Compatibility forms may hold capitals (ℙ): open them first, then fold the case.
    open_ = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", open_).translate(_PLAIN))


def words(text: str) -> list[str]:
    """Cut a text into folded words.

    >>> words("C++ für 佐藤")
    ['c++', 'fur', '佐', '藤']
    """
    pattern = _PLAIN_WORDS if text.isascii() else _word_pattern()
    return pattern.findall(fold(text))


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, cut: groups of words (a group of several is a phrase) and the kinds it names."""

    groups: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]

    @property
    def words(self) -> list[str]:
        """All words, in order."""
        return [word for group in self.groups for word in group]


def asked_for(text: str, kinds: Sequence[str]) -> Asked:
    """Cut what was typed into groups of words, and read the kinds it asks for.

    Parameters
    ----------
    kinds
        Used unless a word names a kind by ``#`` or ``@``.
    """
    named: list[str] = []
    groups: list[tuple[str, ...]] = []
    for piece in text[:QUERY_CHARACTERS].split():
        if piece[0] in SIGILS and len(piece) > 1:
            named.append(SIGILS[piece[0]])
        phrase: list[str] = []
        for word in words(piece):
            if re.match(f"[{SIGNS}]", word):
                phrase.append(word)
                continue
            if phrase:
                groups.append(tuple(phrase))
                phrase = []
            groups.append((word,))
        if phrase:
            groups.append(tuple(phrase))
    chosen = tuple(dict.fromkeys(named)) or tuple(kinds)
    return Asked(tuple(groups[:QUERY_WORDS]), chosen)


def errors_allowed(word: str) -> int:
    """Return how many typing errors a word may have."""
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


def tier(label: str, start: str, asked: Asked) -> int:
    """Return 0 for a label that starts with `start`, 1 when all words begin words of it, else 2."""
    mine = words(label)
    if " ".join(mine).startswith(start):
        return 0
    return 1 if all(any(own.startswith(one) for own in mine) for one in asked.words) else 2


def matches(text: str, asked: Asked) -> list[tuple[int, int]]:
    """Return the parts of a text that one of the words matches, ascending, not touching."""
    wanted = asked.words
    last = wanted[-1] if wanted else ""
    found: list[tuple[int, int]] = []
    for match in _word_pattern().finditer(text):
        word = fold(match.group())
        start, end = match.span()
        if word in wanted:
            pass
        elif last and word.startswith(last):
            # Where folding changed the length, no part can be told and the whole is marked.
            end = start + len(last) if len(word) == end - start else end
        elif not any(_is_near(word, one) for one in wanted):
            continue
        if found and found[-1][1] == start:
            start = found.pop()[0]
        found.append((start, end))
    return found


def _is_near(word: str, asked: str) -> bool:
    allowed = errors_allowed(asked)
    return allowed > 0 and OSA.distance(word, asked, score_cutoff=allowed) <= allowed


def excerpt_around(text: str, asked: Asked) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Cut out the part of a text around its first match; empty without one."""
    first = next(iter(matches(text[:20_000], asked)), None)
    if first is None:
        return "", ()
    start = max(0, first[0] - EXCERPT // 3)
    if start:
        start = text.find(" ", start, first[0]) + 1 or start
    end = min(len(text), start + EXCERPT)
    if end < len(text):
        blank = text.rfind(" ", first[1], end)
        end = blank if blank > 0 else end
    head, tail = ("… " if start else ""), (" …" if end < len(text) else "")
    excerpt = head + " ".join(text[start:end].split()) + tail
    return excerpt, tuple(matches(excerpt, asked))
