"""Sentence patterns for organizations in other languages than English."""

from __future__ import annotations

import re

__all__ = ["patterns"]

_GERMAN_ROLE = (
    r"(?:[A-ZÄÖÜ]?\w*(?:[Ee]ntwickler(?:in)?|[Ii]ngenieur(?:in)?|[Ff]orscher(?:in)?|"
    r"[Bb]erater(?:in)?|[Aa]rchitekt(?:in)?|[Gg]ründer(?:in)?|[Ll]eiter(?:in)?|[Mm]itarbeiter(?:in)?|"
    r"[Pp]rofessor(?:in)?|[Cc]onsultant|[Ee]ngineer|[Dd]eveloper|[Ss]cientist))"
)
_FRENCH_ROLE = (
    r"(?:(?i:d[ée]veloppeu(?:r|se)|ing[ée]nieure?|chercheu(?:r|se)|consultante?|architecte|"
    r"fondat(?:eur|rice)|directeur|directrice|responsable|professeure?|doctorante?))"
)
_IBERIAN_ROLE = (
    r"(?:(?i:desarrollador[a]?|ingenier[oa]|investigador[a]?|fundador[a]?|director[a]?|profesor[a]?|"
    r"engenheir[oa]|desenvolvedor[a]?|pesquisador[a]?|professor[a]?|cientista|cient[ií]fic[oa]|"
    r"arquitet[oa]|arquitect[oa]|l[ií]der|estudante|estudiante))"
)

_JAPANESE = r"(?:[ァ-ヶー]{2,}|[A-Za-z][A-Za-z0-9.&-]+(?: [A-Z][A-Za-z0-9.&-]+){0,2}|[一-龯]{2,6})"


def patterns(name: str) -> tuple[tuple[str, float, re.Pattern[str]], ...]:
    """Return the patterns as `org_patterns` reads them.

    Parameters
    ----------
    name
        Regular expression of a name.
    """
    said = rf"(?P<name>{name})"
    return tuple(
        (words, confidence, re.compile(shape))
        for words, confidence, shape in (
            (
                "“Bei …” at the beginning of a sentence",
                0.8,
                rf"^\W*Bei (?:der |dem )?{said} "
                r"(?=\w+en wir\b|wird\b|wurde\b|setzen|nutzen|haben|arbeiten)",
            ),
            (
                "“wir … bei …”",
                0.8,
                rf"\b(?:[Ww]ir|[Uu]nser\w*)\b[^.!?;]{{0,80}}? bei (?:der )?{said}",
            ),
            (
                "a role “bei …”",
                0.8,
                rf"\b{_GERMAN_ROLE}(?: \w+){{0,3}}? (?:bei|beim|am|an der) (?:der )?{said}",
            ),
            (
                "“arbeitet bei …”",
                0.85,
                rf"\barbeitet?\b[^.!?;]{{0,60}}? (?:bei|beim|für|am|an der) (?:der )?{said}",
            ),
            ("“Chez …, nous”", 0.85, rf"\b[Cc]hez {said},? (?=(?:nous|on)\b)"),
            (
                "“nous … chez …”",
                0.8,
                rf"\b(?:[Nn]ous|[Nn]otre|[Nn]os)\b[^.!?;]{{0,80}}? chez {said}",
            ),
            (
                "a role “chez …”",
                0.8,
                rf"\b{_FRENCH_ROLE}\b(?: [\w’']+){{0,5}}? (?:chez|[àa] l[’']) ?{said}",
            ),
            ("“travaille chez …”", 0.85, rf"\btravaille\b[^.!?;]{{0,50}}? (?:chez|pour) {said}"),
            (
                "“En …, hacemos”, “Na …, usamos”",
                0.8,
                rf"^\W*(?:En|Na|No) {said},? (?=(?:\w+[ae]mos|nosotros|nós|a gente|hemos|temos)\b)",
            ),
            (
                "a role “en …”, “na …”",
                0.5,
                rf"\b{_IBERIAN_ROLE}\b(?: [\w-]+){{0,5}}? (?:en|na|no|da|do) (?:la |el )?{said}",
            ),
            (
                "“trabaja en …”, “trabalha na …”",
                0.85,
                rf"\b[Tt]raba(?:ja|jo|lha|lho)\b[^.!?;]{{0,50}}? (?:en|para|na|no) {said}",
            ),
            (
                "“lavora presso …”",
                0.8,
                rf"\b(?i:lavora|ingegnere|sviluppat\w+|ricercat\w+|professor\w*|consulente|dottorand\w+)"
                rf"\b[^.!?;]{{0,50}}? presso (?:la |il |l['’])?{said}",
            ),
            (
                "“werkt bij …”",
                0.8,
                rf"\b(?i:werkt?|ontwikkelaar|onderzoeker|ingenieur|oprichter|hoogleraar)\b"
                rf"[^.!?;]{{0,50}}? (?:bij|voor) (?:de |het )?{said}",
            ),
            (
                "“jobbar på …”",
                0.7,
                rf"\b(?i:jobbar|arbetar|arbejder|jobber|arbeider|utvecklare|udvikler|utvikler)\b"
                rf"[^.!?;]{{0,40}}? (?:på|hos|vid|ved) {said}",
            ),
            (
                "“pracuje w …”",
                0.7,
                rf"\b[Pp]racuj[eę]\b[^.!?;]{{0,40}}? (?:w|dla)(?: firmie)? {said}",
            ),
            ("“株式会社 …”", 0.7, rf"株式会社\s?(?P<name>{_JAPANESE})"),
            ("“… 株式会社”", 0.7, rf"(?P<name>{_JAPANESE})\s?株式会社"),
        )
    )
