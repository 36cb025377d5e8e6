"""What the categories of a Sessionize event are: every organiser names them in own words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Labels", "labels"]

# Asked in this order: a question such as "Language of your track?" names several things.
_KINDS = (
    (
        "language",
        re.compile(
            r"\b(?:languages?|sprachen?|langues?|idiomas?|lingua|taal|språk|sprog|język|jazyk|kieli|"
            r"язык)\b|言語|语言|언어",
            re.I,
        ),
    ),
    (
        "level",
        re.compile(
            r"\b(?:levels?|niveau|nivel|nível|livello|nivå|poziom|úroveň|taso|уровень|difficulty|"
            r"complexity|expertise|audience|zielgruppe|público|schwierigkeit\w*|"
            r"dificultad|dificuldade|difficoltà|difficulté)\b|レベル|难度|난이도",
            re.I,
        ),
    ),
    (
        "kind",
        re.compile(
            r"\b(?:formato?|types?|kind|art|length|duration|dauer|durée|duración|duração|durata|"
            r"tipo|typ|тип|формат|modalidad|modalidade)\b|形式|フォーマット|형식",
            re.I,
        ),
    ),
    (
        "track",
        re.compile(
            r"\b(?:tracks?|streams?|strand|piste|parcours|percorso|trilhas?|ścieżka|spor|spår|devroom|"
            r"themenblock)\b|トラック|트랙",
            re.I,
        ),
    ),
)


_LONG = 300  # characters of a title that are looked at
_LONGEST = 1000  # characters of a label


@dataclass(frozen=True, slots=True)
class Labels:
    """The categories of one session, told apart; the first track, kind and language count."""

    track: str = ""
    kind: str = ""
    language: str = ""
    levels: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()


def labels(pairs: Iterable[tuple[str, str]]) -> Labels:
    """Tell the categories of a session apart by the words of their titles.

    Parameters
    ----------
    pairs
        (title of the category, label) pairs such as ("Session format", "Workshop (2h)").

    >>> labels([("Which track suits you?", "Cloud"), ("トピック / Topic", "IoT")]).track
    'Cloud'
    """
    found: dict[str, list[str]] = {}
    for title, label in pairs:
        if label := label[:_LONGEST].strip():
            found.setdefault(_what(title[:_LONG]), []).append(label)
    return Labels(
        track=next(iter(found.get("track", [])), ""),
        kind=next(iter(found.get("kind", [])), ""),
        language=", ".join(found.get("language", [])),
        levels=tuple(found.get("level", [])),
        topics=tuple([*found.get("topic", []), *found.get("track", [])[1:]]),
    )


@lru_cache(maxsize=10_000)
def _what(title: str) -> str:
    words = title.replace("_", " ")
    return next((what for what, pattern in _KINDS if pattern.search(words)), "topic")
