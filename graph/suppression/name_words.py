"""Names as they stand in running text, word by word.

Case, accents, punctuation, titles, middle initials and the order of the words make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from anyascii import anyascii

__all__ = ["Word", "adjacent", "glued", "name_words", "runs", "significant", "words"]

# Letters of scripts that put no blanks between words: each is a word of its own.
_ALONE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_RUN = re.compile(r"[^\W_]+(?:['’ʼ][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’ʼ]s$", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s.,_+'’\u2010-\u2013-]{0,4}")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）")
_TITLES = frozenset(
    "dr prof professor mr mrs ms mx sir dame phd md msc dphil jr sr ii iii esq ing dipl rev".split()
)
_LONGEST = 200
"""Letters of a name that are looked at."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text.

    Attributes
    ----------
    folded
        Latin letters without case and accents; letters of other scripts transliterated. ``ä`` and
        ``ae`` are one, as are ``ö`` and ``oe``, ``ü`` and ``ue``.
    start, end
        Where it stands in the text.
    capital
        Whether it begins with a capital letter.
    """

    folded: str
    start: int
    end: int
    capital: bool


def runs(text: str) -> list[str]:
    """Return the runs of letters of a text, each of which holds one word or several."""
    return _RUN.findall(text)


def words(text: str) -> list[Word]:
    """Return the words of a text in their order.

    >>> [word.folded for word in words("Zoë Müller's talk")]
    ['zoe', 'muller', 'talk']
    """
    found = []
    for run in _RUN.finditer(text):
        word, start = run[0], run.start()
        if not word.isascii() and _ALONE.search(word):
            found += _apart(word, start)
            continue
        whole = _POSSESSIVE.sub("", word)
        folded = _folded(whole)
        if folded:
            found.append(Word(folded, start, start + len(whole), whole[0].isupper()))
    return found


def _apart(run: str, start: int) -> list[Word]:
    """Take a run of letters apart where a script without blanks is written in it."""
    found = []
    for piece in re.finditer(f"{_ALONE.pattern}|(?:(?!{_ALONE.pattern}).)+", run):
        at, folded = start + piece.start(), _folded(piece[0])
        if folded:
            found.append(Word(folded, at, at + len(piece[0]), piece[0][0].isupper()))
    return found


@lru_cache(maxsize=1 << 18)
def _folded(word: str) -> str:
    if len(word) == 1 and _ALONE.match(word):
        return word
    plain = re.sub(r"[^a-z0-9]+", "", anyascii(unicodedata.normalize("NFC", word)).lower())
    if len(plain) > 3:
        for two in ("ae", "oe", "ue"):
            plain = plain.replace(two, two[0])
    return plain


def adjacent(text: str, one: Word, next_: Word) -> bool:
    """Tell whether nothing but blanks and light punctuation stands between two words."""
    return _BETWEEN.fullmatch(text, one.end, next_.start) is not None


def significant(folded: Sequence[str]) -> tuple[str, ...]:
    """Return the words that make a name up, sorted: two names of equal ones are taken for one.

    Titles do not count, nor do single Latin letters where two other words are left.
    """
    kept = [word for word in folded if word not in _TITLES] or list(folded)
    long = [word for word in kept if len(word) > 1 or not word.isascii()]
    return tuple(sorted(long if len(long) > 1 else kept))


def name_words(name: str) -> tuple[str, ...]:
    """Return the significant words of a name as printed, what stands in brackets left out.

    >>> name_words("Dr. Jane Q. Doe (she/her)") == name_words("DOE, Jane")
    True
    """
    text = name[:_LONGEST]
    folded = [word.folded for word in words(_BRACKETS.sub(" ", text))]
    return significant(folded or [word.folded for word in words(text)])


def glued(name: str) -> tuple[str, ...]:
    """Return a name of several words written as one, in both orders: as handles have it.

    >>> glued("Ana Q. Lind")
    ('analind', 'anaqlind', 'lindana')
    """
    folded = [word.folded for word in words(_BRACKETS.sub(" ", name[:_LONGEST]))]
    plain = [word for word in folded if word not in _TITLES]
    long = [word for word in plain if len(word) > 1]
    if len(long) < 2:
        return ()
    ways = {"".join(plain), "".join(long), long[-1] + "".join(long[:-1])}
    return tuple(sorted({_folded(way) for way in ways if len(way) > 6}))
