"""The organizations that a title names as those whose work it tells: "How Acme …", "… at Acme"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallway.graph.linking.organizations.no_names import SERVICES
from hallway.graph.linking.organizations.patterns import FoundName, bare, is_impossible
from hallway.graph.linking.organizations.shapes import CAP, NAME

__all__ = ["in_title"]

_AT = re.compile(rf"(?:\b[Aa]t|@) (?:the )?(?P<name>{NAME})(?=\s*(?:[:;,.!?(\[|–—-]|$))")
_VENUE = re.compile(
    r"\b(?:[Tt]alk|[Mm]eeting|[Mm]eetup|[Pp]resentation|[Ll]ive)(?: by [\w .'-]+)?\s*$"
)
_HOW_AT = re.compile(
    r"\b(?:[Hh]ow|[Ll]essons|[Oo]ur|[Ww]e|[Bb]uilding|[Ss]caling|[Uu]sing|[Mm]igrat)"
)
_HOW = re.compile(
    rf"\bHow (?:we at |the )?(?P<name>{CAP}(?: {CAP}){{0,3}}) "
    r"(?:[Hh]andles|[Uu]ses|[Bb]uilds|[Bb]uilt|[Rr]uns|[Ss]cales|[Ss]caled|[Mm]oved|[Mm]igrated|"
    r"[Mm]anages|[Mm]akes|[Mm]ade|[Dd]eploys|[Mm]onitors|[Tt]ests|[Dd]oes|[Dd]id|[Ss]erves|"
    r"[Tt]rains|[Ss]hips|[Tt]unes|[Oo]perates|[Oo]ptimi[sz]es|[Aa]utomates|[Aa]utomated|"
    r"[Rr]ebuilt|[Dd]esigns|[Dd]esigned|[Dd]etects|[Pp]revents|[Ss]ecures|[Ss]olved|[Ss]olves|"
    r"[Ss]aved|[Rr]educed|[Cc]ut|[Aa]dopted|[Ss]witched|[Tt]ransformed|[Ll]everages|"
    r"[Ii]s (?:[A-Za-z]+ly )?[A-Za-z]+ing)\b"
)
_FROM = re.compile(
    r"\b(?:[Ll]essons (?:[Ll]earned )?[Ff]rom|[Cc]ase [Ss]tudy:?(?: of)?|"
    rf"[Bb]ehind the [Ss]cenes (?:at|of)) (?P<name>{NAME})"
)
_BY = re.compile(rf"\b[Bb]y (?P<name>{NAME})(?=\s*(?:[:;,.!?(\[|–—-]|$))")
_BEHIND = re.compile(rf" (?:\||[-–—]|@) (?P<name>{NAME})\s*$|\((?P<other>{NAME})\)\s*$")
_GENITIVE = re.compile(
    rf"(?P<name>{CAP}(?: {CAP}){{0,3}})(?:['’]s|s['’]) (?:\w+ ){{0,2}}"
    r"(?:[Jj]ourney|[Mm]igration|[Pp]latform|[Ii]nfrastructure|[Aa]pproach|[Ss]tack|[Aa]rchitecture|"
    r"[Pp]ipeline|[Ss]ystem|[Ff]ramework|[Tt]ransition|[Ee]xperience|[Ss]tory|[Ss]earch)\b"
)


def in_title(title: str) -> Iterator[FoundName]:
    """Yield the organizations a title may say are those who tell.

    A title alone cannot say that "How Kestrel works" is about an organization: these names are sure
    only when they are known.
    """
    for shape, sure, unsure, words in (
        (_AT, 0.8, 0.45, "“… at …” in the title"),
        (_HOW, 0.8, 0.45, "“How … does it” in the title"),
        (_FROM, 0.75, 0.3, "“lessons from …” in the title"),
        (_BY, 0.7, 0.0, "“by …” in the title"),
        (_GENITIVE, 0.7, 0.0, "whose system the title names"),
        (_BEHIND, 0.65, 0.0, "a name behind the title"),
    ):
        for found in shape.finditer(title):
            if shape is _AT and _VENUE.search(title[: found.start()]):
                continue  # where the meeting was
            name = bare(found["name"] or found.groupdict().get("other", ""))
            if shape is _BEHIND and name.casefold() in SERVICES:
                continue
            confidence = 0.6 if shape is _AT and _HOW_AT.match(title) else unsure
            if not is_impossible(name):
                yield FoundName(name, confidence, words, title, if_known=sure)
