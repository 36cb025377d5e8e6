"""Words, stems and sentences: the shared first step of topic and organization linking."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

import snowballstemmer

from hallway.graph.linking.topics.stopwords import STOPWORDS

__all__ = ["Token", "beginning", "sentences", "stemmed", "stems", "tokens", "words"]

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
_ONE_TOKEN = re.compile(re.sub(r"\?P<\w+>", "?:", _TOKEN.pattern))
_PLURAL = re.compile(r"[A-Z][A-Z\d]+s")
_UNITS = {"k": 1_000, "m": 1_000_000, "b": 1_000_000_000}
_SENTENCE_END = re.compile(
    r"(?<=[.!?…])[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[^\W_a-z])|\n\s*\n\s*|\n(?=\s*[^\sa-z])|(?<=[。！？])"
)


class Token(NamedTuple):
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
    return str(stemmer.stemWord(plain)) if plain.endswith("al") else plain


@lru_cache(maxsize=32)
def _stemmer(algorithm: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(algorithm)


def tokens(text: str, language: str = "", beginnings: frozenset[str] | None = None) -> list[Token]:
    """Split a text into words and numbers, hyphens apart, each with its stem.

    Parameters
    ----------
    beginnings
        When given, only words that begin with one of these (see `beginning`) are stemmed; the
        others stay as they are, since nobody looks for them. Stemming is what takes the time.

    >>> [token.stem for token in tokens("10k+ GPUs, 10,000 GPUs")]
    ['10000', 'gpu', '10000', 'gpu']
    """
    return [
        Token(_stem_of(match[0], language, beginnings), match.start(), match.end())
        for match in _TOKEN.finditer(text)
    ]


def stems(text: str, language: str = "", beginnings: frozenset[str] | None = None) -> list[str]:
    """Return the stems that `tokens` would give, without stop words: in half the time."""
    found = (_stem_of(word, language, beginnings) for word in _ONE_TOKEN.findall(text))
    return [stem for stem in found if stem not in STOPWORDS]


def words(text: str) -> list[str]:
    """Return the words and numbers of a text as they are printed, in order."""
    return _ONE_TOKEN.findall(text)


@lru_cache(maxsize=1 << 18)
def _stem_of(printed: str, language: str, beginnings: frozenset[str] | None) -> str:
    match = _TOKEN.fullmatch(printed)
    if match and match["number"]:
        return _number(match["number"], match["unit"])
    if beginnings is None or beginning(printed) in beginnings:
        return _word_stem(printed, language)
    return printed.casefold()


def beginning(word: str) -> str:
    """Return the first letters without accents: a word and its stem have them in common."""
    plain = unicodedata.normalize("NFKD", word[:6].casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))[:3]


def _word_stem(printed: str, language: str) -> str:
    word = unicodedata.normalize("NFC", printed.casefold()).replace("’", "'").removesuffix("'s")
    # Plurals of abbreviations: the stemmer leaves "GPUs" as it is.
    if word.endswith("s") and (_PLURAL.fullmatch(printed) or word.endswith("pus")):
        word = word[:-1]
    return stemmed(word, language)


def _number(digits: str, unit: str | None) -> str:
    grouped = re.fullmatch(r"\d{1,3}(?:[^\d]\d{3})+", digits)
    value = float(re.sub(r"\D", "", digits) if grouped else digits)
    value *= _UNITS[unit.lower()] if unit else 1
    return str(int(value)) if value.is_integer() else str(value)


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
