"""Where a text says for whom somebody speaks: sentence patterns, and names that are none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hallway.graph.linking.normal import sentences
from hallway.graph.linking.organizations import languages
from hallway.graph.linking.organizations.no_names import EVENT, PROGRAMS, SERVICES, SMALL
from hallway.graph.linking.organizations.shapes import (
    AT,
    AT_PATTERNS,
    KNOWN_PATTERNS,
    NAME,
    OTHER_PATTERNS,
    ROLE,
)
from hallway.graph.linking.people.nicknames import nickname_groups

__all__ = ["FoundName", "bare", "find_names", "is_impossible"]

_LONGEST = 6000
"""Letters of a text that are read."""

# What an organization does, in the present and in the past: a program may do some of it too.
_STRONG = (
    "describes describe announces operates employs hires migrated deploys deployed moved replaces "
    "replaced shares presents launched acquired adopted switched rebuilt invested needed".split()
)
_WEAK = "builds built runs ran uses used develops developed created trained trains scaled".split()
_VERBS = "|".join((*_STRONG, *_WEAK))

_AGO = re.compile(
    r"\b(?:former(?:ly)?|previous(?:ly)?|past|ex-|before|prior|was|were|worked|studied|used to|"
    r"until|graduated|degree|ph\.?d in|alumn\w+|had been|interned|co-?founded|born|"
    r"ehemal\w*|früher\w*|vorher|ancien\w*|auparavant|antes|anteriormente|trabajó|trabalhou)\b",
    re.IGNORECASE,
)

_QUOTED = re.compile(r",? (?:who )?(?:once |famously )?(?:said|says|wrote|argued)\b")
_LONG_AGO = re.compile(r"\b(?:former|previous|ex-|until|used to|in the past)", re.IGNORECASE)

_LANGUAGES = re.compile(
    r"\b(?:[Bb]eim?|[Cc]hez|[àa] l(?=[’'])|travaille|arbeitet?|presso|bij|voor|på|hos|vid|ved|"
    r"[Pp]racuj[eę])\b|株式会社|\b(?:[Ee]n|[Nn][ao]|d[ao]|para|am"
    r"|an der) (?:la |el )?[^\W\d_a-zß-öø-ÿ]"
)
_LANGUAGE_PATTERNS = languages.patterns(NAME)

_SUBJECT = re.compile(
    r"^\W*(?:(?:[Rr]ecently|[Tt]oday|[Ii]n \d{4}|"
    rf"[Ii]n this (?:talk|session|presentation|paper|post)),? )?(?P<name>{NAME}) "
    rf"(?:(?:has|have|is|are|also|now|recently|systematically) ){{0,2}}(?P<verb>{_VERBS})\b"
)

_AUTHORS = re.compile(r"\bAuthors?: (?P<list>.{5,600}?)(?=\s+Track:|\n|$)")
_IN_BRACKETS = re.compile(r"\(([^()]{0,80}\b(?:Universit|Institut|Inc|Labs?\b)[^()]{0,80})\)")


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name in a text that may be an organization.

    Attributes
    ----------
    pattern
        What gave it away, in words.
    quote
        The sentence, verbatim.
    confidence
        How sure it is of a name that nobody knows; 0 when the place tells nothing of such a name.
    is_subject
        Found only as the subject of a verb; then it may as well be a program.
    if_known
        How sure it is of a name that is known to be an organization's; 0 for a little more than
        `confidence`.
    """

    name: str
    confidence: float
    pattern: str
    quote: str
    is_subject: bool = False
    if_known: float = 0.0


def find_names(text: str) -> Iterator[FoundName]:
    """Yield the names that stand where a presenting organization would, sentence by sentence."""
    text = text[:_LONGEST]
    yield from _author_list(text)
    flat = re.sub(r"\s", " ", text)  # a wrapped line is one line, and as long
    small = flat.casefold()
    other = [
        *_met(OTHER_PATTERNS, small),
        *(_LANGUAGE_PATTERNS if _LANGUAGES.search(flat) else ()),
    ]
    of_known = _met(KNOWN_PATTERNS, small)
    for start, end in sentences(text):
        quote, sentence = text[start:end], flat[start:end]
        # Looking for "at Acme" is quicker than matching ten patterns with it.
        for pattern, confidence, shape in (*AT_PATTERNS, *other) if AT.search(sentence) else other:
            for found in shape.finditer(sentence):
                name = bare(re.split(rf" and (?={ROLE}\b)", found["name"])[0])
                if _is_part(found["name"]) and pattern.startswith("“we"):
                    continue  # "at Duke's museum" is a place we went to
                if _QUOTED.match(sentence, found.end("name")):
                    continue  # "a professor at MIT once said"
                if _is_past(sentence, found.start("name"), of_work=" made " in f" {pattern} "):
                    continue
                for each in _halves(name):
                    if not is_impossible(each):
                        yield FoundName(each, confidence, pattern, quote)
        for pattern, confidence, shape in of_known:
            for found in shape.finditer(sentence):
                name = bare(found["name"])
                if not is_impossible(name) and not _is_program_or_person(name):
                    yield FoundName(name, 0.0, pattern, quote, if_known=confidence)
        subject = _SUBJECT.match(sentence)
        if subject and not _is_passive(subject):
            name = bare(subject["name"])
            if not is_impossible(name) and not _is_program_or_person(name):
                strong = subject["verb"] in _STRONG
                pattern = f"a sentence begins “{name} {subject['verb']}”"
                yield FoundName(name, 0.5 if strong else 0.4, pattern, quote, is_subject=True)


def _met(
    patterns: tuple[tuple[str, float, tuple[str, ...], re.Pattern[str]], ...], small: str
) -> list[tuple[str, float, re.Pattern[str]]]:
    """Return the patterns that a text may meet at all: looking for words is quicker."""
    return [
        (words, confidence, shape)
        for words, confidence, needs, shape in patterns
        if any(need in small for need in needs)
    ]


def _is_passive(subject: re.Match[str]) -> bool:
    """Tell whether something is done to the subject ("Markdown is used"), or it is an adverb."""
    between = subject.string[subject.end("name") : subject.start("verb")].split()
    past = subject["verb"].endswith("ed") or subject["verb"] in ("built", "ran")
    adverb = subject["name"].endswith("ly") and " " not in subject["name"]
    return adverb or (past and not {"is", "are"}.isdisjoint(between))


def _halves(name: str) -> list[str]:
    """Take "Facebook and LinkedIn" apart, and leave "Food and Drug Administration" whole."""
    halves = name.split(" and ")
    return halves if len(halves) == 2 and not any(" " in half for half in halves) else [name]


def _is_part(printed: str) -> bool:
    return bool(re.search(r"['’]s[ \u00a0]", printed))


def _is_program_or_person(name: str) -> bool:
    """Tell whether the subject of a verb is more likely a web site or somebody's name."""
    words = name.casefold().split()
    return name.casefold() in SERVICES or bool(nickname_groups(words[0]))


def _is_past(sentence: str, place: int, *, of_work: bool) -> bool:
    """Tell whether the clause before a name speaks of earlier times.

    Of work "was" says nothing: "was developed as a side project at …".
    """
    clause = re.split(r"[.;]|, (?:and|now|who)\b", sentence[:place])[-1]
    return bool((_LONG_AGO if of_work else _AGO).search(clause[-170:]))


def _author_list(text: str) -> Iterator[FoundName]:
    """Read ``Authors: Moore, Jason, University of Oslo; Ray, Bob, Meta``."""
    for found in _AUTHORS.finditer(text[:1500]):
        for author in found["list"].split(";"):
            parts = [part.strip() for part in author.split(",")]
            place = 1 if " " in parts[0] else 2  # "Jason Moore, Meta" or "Moore, Jason, Meta"
            name = bare(re.sub(r"\s*\(.*", "", parts[-1])) if len(parts) > place else ""
            if name[:1].isupper() and not is_impossible(name):
                yield FoundName(name, 0.9, "the list of authors", author.strip())
    for head in _IN_BRACKETS.finditer(text[:1500]):
        name = bare(head[1])
        if not is_impossible(name):
            yield FoundName(name, 0.85, "a name with its organization in brackets", head[0])


_SHORTENED = re.compile(r"['’](?:ll|ve|re|d|m|t)$", re.IGNORECASE)
_LAST = re.compile(r"['’]s$|[.,:;!?*…]+$")


def bare(name: str) -> str:
    """Take off what does not belong to a name: the genitive, stops, words that begin a sentence."""
    words = _LAST.sub("", _LAST.sub("", name.strip())).split()
    for place, word in enumerate(words):
        if word.endswith(("'s", "’s")):
            words = [*words[:place], word[:-2]]
            break
    while words and words[-1].casefold() in SMALL:
        words.pop()
    while words and words[0].casefold() in SMALL:
        words.pop(0)
    return " ".join(words)


def is_impossible(name: str) -> bool:
    """Tell whether a name cannot be an organization here: no name, a program, an event."""
    words = name.split()
    if not words or len(name) < 2 or len(words) > 8:
        return True
    if all(word.casefold() in PROGRAMS or word.casefold() in SMALL for word in words):
        return True
    if _SHORTENED.search(name):
        return True
    if len(words) == 1 and (name.isdigit() or (len(name) == 2 and not name.isupper())):
        return True
    return any(EVENT.search(word) for word in words) or name.casefold() in SMALL
