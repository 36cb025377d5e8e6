"""Words, stems and sentences: the shared first step of topic and organization linking."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import snowballstemmer

from hallway.graph.linking.stopwords import STOPWORDS

__all__ = ["Token", "content_stems", "sentences", "stemmed", "tokens"]

_LANGUAGES = {
    "ar": "arabic", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "fi": "finnish", "fr": "french", "hu": "hungarian", "it": "italian",
    "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sv": "swedish", "tr": "turkish", "deu": "german", "ger": "german", "eng": "english",
    "fra": "french", "fre": "french", "ita": "italian", "nld": "dutch", "por": "portuguese",
    "rus": "russian", "spa": "spanish", "swe": "swedish",
}  # fmt: skip

_NUMBER = r"\d{1,3}(?:[,.\u00a0\u202f ’']\d{3})+|\d+(?:\.\d+)?"
_TOKEN = re.compile(
    rf"(?P<number>(?:{_NUMBER})(?=[kKmMbB]?\+?(?![^\W_])))(?P<unit>[kKmMbB](?![^\W_]))?"
    r"|(?P<word>[^\W_]+(?:['’][^\W\d_]+)?(?:\+\+|\#)?)"
)
_UNITS = {"k": 1_000, "m": 1_000_000, "b": 1_000_000_000}
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[^\W_a-z])|\n+|(?<=[。！？])")


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a text: its stem and where it stands. Numbers are written out (10k is 10000)."""

    stem: str
    start: int
    end: int


def stemmed(word: str, language: str = "") -> str:
    """Return the stem of one lower-case word in a language (BCP 47 or ISO 639); English else."""
    return _stem(word, _LANGUAGES.get(language.lower().split("-")[0], "english"))


@lru_cache(maxsize=1 << 18)
def _stem(word: str, algorithm: str) -> str:
    if len(word) > 40 or not word.isalpha():
        return word
    stemmer = _stemmer(algorithm)
    plain = str(stemmer.stemWord(word))
    # Once more: "autoscaling" gives "autosc" and "autoscaler" gives "autoscal", which gives that.
    return str(stemmer.stemWord(plain)) if len(plain) > 5 else plain


@lru_cache(maxsize=32)
def _stemmer(algorithm: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(algorithm)


def tokens(text: str, language: str = "") -> list[Token]:
    """Split a text into words and numbers, hyphens apart, each with its stem.

    >>> [token.stem for token in tokens("10k+ GPUs, 10,000 GPUs")]
    ['10000', 'gpu', '10000', 'gpu']
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        if match["number"]:
            value = _number(match["number"], match["unit"])
            found.append(Token(value, match.start(), match.end()))
        else:
            word = unicodedata.normalize("NFC", match["word"].casefold()).replace("’", "'")
            word = _singular(match["word"], word.removesuffix("'s"))
            found.append(Token(stemmed(word, language), match.start(), match.end()))
    return found


def _singular(printed: str, word: str) -> str:
    """Take the plural off an abbreviation: the stemmer leaves "GPUs" as it is."""
    if word.endswith("s") and (re.fullmatch(r"[A-Z][A-Z\d]+s", printed) or word.endswith("pus")):
        return word[:-1]
    return word


def _number(digits: str, unit: str | None) -> str:
    grouped = re.fullmatch(r"\d{1,3}(?:[^\d]\d{3})+", digits)
    value = float(re.sub(r"\D", "", digits) if grouped else digits)
    value *= _UNITS[unit.lower()] if unit else 1
    return str(int(value)) if value.is_integer() else str(value)


def content_stems(text: str, language: str = "") -> list[str]:
    """Return the stems of a text without its stop words, in order."""
    return [token.stem for token in tokens(text, language) if token.stem not in STOPWORDS]


def sentences(text: str) -> list[tuple[int, int]]:
    """Return where the sentences of a text begin and end; blanks around them are left out."""
    found: list[tuple[int, int]] = []
    start = 0
    ends = [(match.start(), match.end()) for match in _SENTENCE_END.finditer(text)]
    start = 0
    for end, following in [*ends, (len(text), len(text))]:
        part = text[start:end]
        left = start + len(part) - len(part.lstrip())
        right = start + len(part.rstrip())
        if right > left:
            found.append((left, right))
        start = following
    return found
