"""An affiliation as printed: repaired, written out, and cut into its parts."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from hallway.graph.linking.organizations.words import (
    COUNTRIES,
    FIELDS,
    PLACES,
    UNIVERSITY,
    folded,
)

__all__ = ["Part", "parts", "repaired", "written_out"]

_MARKS = re.compile(r"[«»“”\"*†‡§¶♠♣♥♦∗⋆★◦•¹²³⁴⁵⁶⁷⁸⁹⁰]+")
_ACCENTS = {"´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303"}
# "Universit ´e", "Z ¨urich": what a PDF makes of an accent.
_LOOSE_ACCENT = re.compile(r"(?<=[^\W\d_]) ?([´`¨ˆ˜]) ?([a-zA-Zı])|^([´`¨ˆ˜]) ?([A-Z])")
_GLUED = re.compile(
    r"(?<=[a-zà-ÿ)])"
    r"(?=(?:University|Universit|Department|Institute|School|Faculty|Hospital)[A-Za-z ,])"
)
_GLUED_BEHIND = re.compile(r"(?<=University)(?=[A-Z]|\d)")
_GLUED_WORDS = re.compile(r"\b([A-Z]?[a-z]+)(?=[A-Z])")
_GLUED_NUMBER = re.compile(r"(?<=[a-z]{4})(?=\d{3,})")
_NUMBERED = re.compile(r"\b([A-Za-z]{4,})[1-9]{1,2}(?=\s*(?:,|;|$))")
_NOUNS = (
    FIELDS | COUNTRIES | set(f"{UNIVERSITY} research laboratory institute school college".split())
)
# "Acme (formerly Dock Works)": the former name is in the table, or says nothing of this name.
_PAST = re.compile(
    r"(?<=\w)\s*(?:[,;(\[–—-]\s*)?\b(?:formerly|former name|previously|vormals|ehemals|"
    r"anciennement|antes|f/k/a|fka)\b.*$",
    re.IGNORECASE,
)
# Written without blanks: 東京大学大学院, 株式会社…
_EAST_ASIAN_BODY = re.compile(
    r"([一-鿿]{2,}?(?:大学|大學|研究所|科学院)|[가-힣]{2,}?대학교)(?=[ 一-鿿가-힣])"
)
_EAST_ASIAN_FORM = re.compile(
    r"株式会社|㈱|[(（]株[)）]|有限会社|合同会社|(?:股份)?有限公司|주식회사|[(（]주[)）]|유한회사|㈜"
)
# "МГУ имени М. В. Ломоносова": for whom it is named says nothing of which it is.
_NAMED_FOR = re.compile(r"(?<=\w)\s+(?:имени|им\.)\s[^,;]*")
# "B.V.", "s.r.o.", "Sp. z o.o.": one word, as forms without stops are.
_DOTTED_FORM = re.compile(
    r"(?<=\w)[ ,]+(?:(?:[A-Za-z]\. ?){1,3}[A-Za-z]\.?|Sp\. ?z ?o\. ?o\.?)(?=\s*(?:[,;)]|$))"
)
_LEGAL_LETTERS = frozenset(
    "bv nv ev sro spa sa sas srl sarl doo spzoo llc plc ag kk lp llp oy ab as pbc kg eg sl".split()
)
_HANDLE = re.compile(r"^\s*@(\w[\w.-]+)\s*$")
_DOMAIN = re.compile(
    r"^\s*(?:https?://)?(?:www\.)?([a-z0-9-]{2,}\.(?:com|org|net|io|ai|dev|co|de|fr|uk|eu|edu))/?\s*$",
    re.IGNORECASE,
)
_HEAD = re.compile(r"^\s*(?:\d+|[a-z](?= [A-Z])|(?:From )?[Tt]he (?=Dep|Div))\s*")
_CITIES_OF_IIT = (
    "Delhi|Bombay|Kanpur|Madras|Kharagpur|Roorkee|Guwahati|Hyderabad|Indore|Ropar|Patna|Jodhpur|"
    "Gandhinagar|Bhubaneswar|Mandi|Varanasi|BHU|Dhanbad|Tirupati|Palakkad|Jammu|Goa|Dharwad|Bhilai"
)
_SHORT = (
    (re.compile(r"\bCHR?U (?=(?:de |d'|of )?[A-Z])"), "University Hospital "),
    (re.compile(r"\b(?:Centre|Complejo) Hospitali(?:er|ario)\b"), "Hospital"),
    (re.compile(r"\bAzienda Ospedaliera?\b[- ]*"), "Ospedale "),
    (
        re.compile(r"\bUniversity Medical (?:Center|Centre)(?= (?:of )?[A-Z])"),
        "University Hospital",
    ),
    (re.compile(r"\bTU (?=[A-Z])"), "Technical University "),
    (re.compile(r"\bUC,? (?=Berk|Dav|Irv|Mer|Riv|Los|San)"), "University of California "),
    (
        re.compile(r"\bUT (?=Austin|Dallas|Arlington|Health|San|South|MD|M\. ?D)"),
        "University of Texas ",
    ),
    (re.compile(r"\bNIT (?=[A-Z][a-z])"), "National Institute of Technology "),
    (re.compile(r"\bIISER (?=[A-Z])"), "Indian Institute of Science Education and Research "),
    (re.compile(rf"\bIIT (?={_CITIES_OF_IIT})"), "Indian Institute of Technology "),
    (re.compile(r"\bSUNY[ -]+(?:at )?(?=[A-Z])"), "State University of New York at "),
    (re.compile(r"\bK\. ?U\. ?(?=Leuven)"), "KU "),
    (re.compile(r"\bU\. ?S\. ?(?:A\.)?"), "US "),
    (re.compile(r"\bU\. ?K\."), "UK"),
    (re.compile(r"\bU\.? (?=(?:of|de|di)\b)|\bU\. (?=[A-Z][a-z]{3})"), "University "),
    (re.compile(r"(?<=[a-z]{3}) U\.?(?=\s*(?:,|$))"), " University"),
)
_SEPARATOR = re.compile(
    r"\s*[,;|/\[\]()\n]\s*|\s+[-–—:]+\s+|\s*[–—]\s*(?=(?:[A-Z][a-z]+ )?Univ)"
    r"|(?<=[a-z]{4})\.\s+(?=[A-Z])"
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an affiliation between two commas.

    Attributes
    ----------
    text
        As printed.
    words
        Folded words, one by one.
    places
        For each word the number of the printed word that it comes from.
    """

    text: str
    words: tuple[str, ...]
    places: tuple[int, ...]

    def printed(self, start: int, end: int) -> str:
        """Return what is printed for the words from `start` to before `end`."""
        if start >= end:
            return ""
        written = self.text.split()
        return " ".join(written[self.places[start] : self.places[end - 1] + 1]).strip(" .,-")

    def is_acronym(self, place: int) -> bool:
        """Tell whether a word is printed in capitals in a part that is not all in capitals."""
        word = self.text.split()[self.places[place]].strip(".,-–—'’\"")
        capitals = sum(letter.isupper() for letter in word)
        return 2 <= len(word) <= 8 and capitals * 2 > len(word) and not self.text.isupper()


def repaired(text: str) -> str:
    """Return an affiliation without marks and addresses, short forms and glued words undone.

    >>> repaired("1Dept. of BiologySlippery Rock UniversityUSA, ann@example.org")
    'Dept. of Biology, Slippery Rock University, USA'
    """
    text = unicodedata.normalize("NFC", _MARKS.sub(" ", text)).replace("\u2010", "-")
    text = _LOOSE_ACCENT.sub(_with_accent, text)
    text = text.replace("\u2011", "-").replace("’", "'").replace("‘", "'").replace("`", "'")
    text = _HANDLE.sub(r"\1", _DOMAIN.sub(r"\1", re.sub(r"\S+@\S+", " ", text)))
    text = _NUMBERED.sub(_without_number, _PAST.sub("", text))
    text = _GLUED_BEHIND.sub(", ", _GLUED.sub(", ", text))
    text = _GLUED_NUMBER.sub(" ", _GLUED_WORDS.sub(_apart, text))
    text = _DOTTED_FORM.sub(_without_stops, _NAMED_FOR.sub("", text))
    text = _EAST_ASIAN_BODY.sub(r"\1, ", _EAST_ASIAN_FORM.sub(" ", text))
    text = written_out(text)
    return " ".join(_HEAD.sub("", text).split()).strip(" .,;")


def written_out(text: str) -> str:
    """Return a text with the short forms of universities and countries written out.

    >>> written_out("TU Delft"), written_out("UC Davis")
    ('Technical University Delft', 'University of California Davis')
    """
    for short, written in _SHORT:
        text = short.sub(written, text)
    return text


def _without_stops(found: re.Match[str]) -> str:
    """Write a legal form without stops: " B.V." as " BV"; other initials stay."""
    letters = re.sub(r"\W", "", found[0])
    return f" {letters}" if letters.casefold() in _LEGAL_LETTERS else found[0]


def _without_number(found: re.Match[str]) -> str:
    """Take the mark of a footnote from "Research2", and leave "Level5" whole."""
    return found[1] if folded(found[1]) in _NOUNS else found[0]


def _with_accent(found: re.Match[str]) -> str:
    mark, letter = (found[1], found[2]) if found[1] else (found[3], found[4])
    return unicodedata.normalize("NFC", ("i" if letter == "ı" else letter) + _ACCENTS[mark])


def _apart(found: re.Match[str]) -> str:
    """Take "EngineeringNanjing" apart, and leave "DeepMind" whole."""
    word = found[1].casefold()
    if len(word) > 3 and (word in FIELDS or word in PLACES):
        return f"{found[1]}, "
    return f"{found[1]} " if word == "at" else found[1]


def parts(text: str) -> list[Part]:
    """Cut a repaired affiliation where commas, brackets and dashes stand."""
    found = []
    for segment in _SEPARATOR.split(text):
        words, places = [], []
        for place, written in enumerate(segment.split()):
            for word in folded(written).split():
                words.append(word)
                places.append(place)
        if words:
            found.append(Part(segment.strip(), tuple(words), tuple(places)))
    return found
