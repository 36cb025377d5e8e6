"""Tell what the columns of a table hold from their headers, in the words that people use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hallway.graph.reading.text import normalised

__all__ = ["Columns", "familiar", "field_of", "find_columns"]

# Field, then its headers; where two headers of one field stand side by side, the earlier wins.
_HEADERS = {
    "id": (
        "id, uid, guid, uuid, code, slug, talk id, session id, paper id, identifier, key, "
        "proposal id, submission id, nr, no"
    ),
    "title": (
        "title, talk title, proposal title, session title, paper title, talk, presentation, "
        "subject, titel, thema, vortrag, vortragstitel, titre, título, titulo, titolo, tytuł, "
        "session name, presentation title, タイトル, 题目, 标题"
    ),
    "subtitle": "subtitle, untertitel, sous-titre, subtítulo",
    "speakers": (
        "speakers, speaker, authors, author, presenters, presenter, speaker names, speaker "
        "name, author names, speaker(s), author(s), presenter(s), name of speaker, people, "
        "persons, vortragende, vortragender, vortragende:r, referent, referenten, "
        "referent:in, referierende, sprecher, sprecherin, redner, autoren, autor, "
        "intervenants, intervenant, orateur, orateurs, conférencier, auteurs, ponentes, "
        "ponente, autores, orador, relatore, relatori, spreker, sprekers, facilitators, "
        "facilitator, panelists, 登壇者, 講演者, スピーカー"
    ),
    "first_name": (
        "first name, firstname, given name, forename, vorname, prénom, nombre, nome, speaker "
        "first name"
    ),
    "last_name": (
        "last name, lastname, family name, surname, nachname, familienname, apellido, "
        "apellidos, cognome, speaker last name"
    ),
    "name": "name, full name, speaker full name",
    "moderators": "moderators, moderator, chair, chairs, session chair, moderation",
    "affiliation": (
        "affiliation, affiliations, organization, organisation, organizations, organisations, "
        "institution, institute, company, your company, employer, firma, organisation(en), "
        "unternehmen, entreprise, empresa, speaker affiliation, speaker company, speaker "
        "organization, speaker organisation, azienda, 所属"
    ),
    "room": (
        "room, location, raum, ort, saal, hall, venue, salle, lieu, sala, lugar, stage, "
        "bühne, room name, microlocation, zaal, 会場"
    ),
    "track": (
        "track, stream, session, category, devroom, strand, theme, kategorie, themenbereich, "
        "piste, catégorie, categoría, session track"
    ),
    "date": (
        "date, start date, startdate, datum, tag, data, fecha, jour, giorno, talk date, "
        "session date, day, dia, día, 日付"
    ),
    "end_date": "end date, enddate, enddatum, date end, fecha fin, fin, to",
    "start": (
        "start, start time, starttime, starts at, startsat, begin, beginn, startzeit, time "
        "start, début, heure de début, inicio, hora de inicio, inizio, scheduled at, start "
        "datetime, from"
    ),
    "time": (
        "time, uhrzeit, zeit, heure, hora, ora, time slot, timeslot, slot, when, horario, "
        "tijd, 時間"
    ),
    "end": (
        "end, end time, endtime, ends at, endsat, ende, endzeit, time end, heure de fin, hora "
        "de fin, fine, end datetime, until, bis"
    ),
    "length": (
        "length, duration, minutes, dauer, durée, duración, durata, mins, min, duration "
        "(minutes), duration (min), duration in minutes, length (minutes), length (min), "
        "duur, länge, minuten"
    ),
    "topics": (
        "topics, topic, keywords, keyword, tags, tag list, themen, schlagworte, schlagwörter, "
        "stichworte, mots-clés, mots clés, palabras clave, etiquetas, parole chiave, subjects"
    ),
    "abstract": (
        "abstract, description, summary, beschreibung, zusammenfassung, kurzbeschreibung, "
        "résumé, resumen, resumé, descripción, descrizione, long description, details, 概要"
    ),
    "language": (
        "language, languages, sprache, lang, langue, idioma, lingua, taal, content locale, 言語"
    ),
    "audiences": (
        "audience, audiences, target audience, audience level, zielgruppe, publikum, for"
    ),
    "event": (
        "event, conference, conference title, event title, event name, conference name, "
        "edition name, veranstaltung, konferenz, conférence"
    ),
    "event_id": "event id, event key, conference id, event slug, conference slug",
    "event_date": ("event date, event start, event start date, conference date, conference start"),
    "event_end": "event end, event end date, conference end",
    "series": "series, event series, conference series, reihe, serie, série",
    "edition": "edition, edition number, ordinal, ausgabe, édition, edición",
    "place": "place, city, event place, event location, stadt, ville, ciudad, town",
    "country": "country, land, pays, país, paese",
    "kind": (
        "kind, type, talk type, session type, submission type, paper type, format, session "
        "format, art, presentation type, tipo, typ"
    ),
    "status": "status, state, talk status",
    "url": (
        "url, link, web, talk url, session url, page, website, web page, web site, website "
        "url, webseite, conference url, event url, permalink, public url"
    ),
    "pdf": "pdf url, pdf, paper url, demo url, repository, code url, paper",
    "recordings": (
        "recording url, recording, recordings, video, videos, video url, youtube, youtube "
        "url, vimeo, file url, media url, audio, audio url, aufzeichnung, recording link, "
        "video link, enregistrement, grabación"
    ),
    "slides": (
        "slides, slides url, slide deck, folien, presentation url, presentation slides, "
        "handouts, handout, slides link, diapositives, diapositivas"
    ),
    "licence": "licence, license, lizenz, recording licence, recording license",
    "profiles": (
        "x (user url), linkedin (user url), github (user url), linkedin, github, mastodon, "
        "homepage, speaker url, twitter url, linkedin url, github url, speaker website, orcid"
    ),
    "biography": "bio, biography, speaker bio, speaker biography, biografie",
    "proposals": "proposal titles, session titles, talks, talk titles",
    "year": "year, jahr, année, año, anno, jaar, event year, edition year",
    "zone": "timezone, time zone, zeitzone, tz",
}
_ONLY_TALKS = ("start", "time", "length", "abstract", "track", "recordings")
_ONLY_PEOPLE = ("biography", "affiliation", "proposals")
_BESIDE = ("event", "series", "room", "topics", "track", "recordings")
_NUMBERED = re.compile(
    r"(?:speaker|presenter|author|referent|vortragende[rn]?)s? ?#?\d{1,2}(?: name)?"
)


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each field stands.

    Attributes
    ----------
    header
        The headers as printed.
    places
        For each field the numbers of its columns, from 0, best first.
    unused
        Headers that no field was found for.
    stated
        What a row stands for, where a mapping says so; "" to tell it from the fields.
    """

    header: tuple[str, ...]
    places: dict[str, tuple[int, ...]]
    unused: tuple[str, ...]
    stated: str = ""

    def __contains__(self, field: str) -> bool:
        """Tell whether the table has a column for a field."""
        return field in self.places

    def first(self, field: str, cells: Sequence[str]) -> str:
        """Return the first cell of a field that is not blank, or an empty string."""
        if field not in self.places:
            return ""
        for place in self.places[field]:
            if place < len(cells) and cells[place]:
                return cells[place]
        return ""

    def all(self, field: str, cells: Sequence[str]) -> list[str]:
        """Return the cells of a field that are not blank, best column first."""
        if field not in self.places:
            return []
        found = (cells[place] for place in self.places[field] if place < len(cells))
        return [cell for cell in found if cell]

    @property
    def people(self) -> bool:
        """A column for those who speak."""
        return any(field in self for field in ("speakers", "last_name", "moderators"))

    @property
    def times(self) -> bool:
        """A column for a day or a time."""
        return any(field in self for field in ("date", "start", "time", "end", "length"))

    @property
    def lists(self) -> str:
        """What a row stands for: ``talks``, ``events``, ``people``, or "" when nothing tells."""
        if self.stated:
            return self.stated
        title, person = "title" in self, self.people or "name" in self
        of_talks = self.people or any(field in self for field in _ONLY_TALKS)
        span = "date" in self and "end_date" in self
        if (
            not title
            and "event" in self
            and (self.times or "event_date" in self or "place" in self)
        ):
            return "events"
        if (title or "name" in self) and span and not of_talks:
            return "events"
        if title and (person or self.times or any(field in self for field in _BESIDE)):
            return "talks"
        return "people" if person and any(field in self for field in _ONLY_PEOPLE) else ""


def familiar(cell: str) -> bool:
    """Tell whether a cell could be a header."""
    return field_of(cell) != ""


def find_columns(header: Sequence[str]) -> Columns:
    """Tell the columns by their headers."""
    ranked: dict[str, list[tuple[int, int]]] = {}
    for place, cell in enumerate(header):
        if field := field_of(cell):
            ranked.setdefault(field, []).append((_rank(cell), place))
    places = {field: tuple(place for _, place in sorted(found)) for field, found in ranked.items()}
    unused = tuple(cell.strip() for cell in header if cell.strip() and not field_of(cell))
    return Columns(tuple(header), places, unused)


def _key(cell: str) -> str:
    """Fold a header: letter case, underscores and marks at its ends do not count."""
    return " ".join(normalised(cell.replace("_", " ")).strip(" :*?.!\"'#").split())


_FIELDS = {
    header.strip(): (field, rank)
    for field, headers in _HEADERS.items()
    for rank, header in enumerate(headers.split(","))
}


def field_of(cell: str) -> str:
    """Return the field that a header names, or an empty string."""
    return _known(cell)[0]


def _rank(cell: str) -> int:
    return _known(cell)[1]


def _known(cell: str) -> tuple[str, int]:
    """Find a header as it is, or with the words of its camel case apart (``startsAt``)."""
    key = _key(cell)
    apart = _key(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cell))
    found = _FIELDS.get(key) or _FIELDS.get(apart)
    if found:
        return found
    return ("speakers", 1000) if _NUMBERED.fullmatch(key) else ("", 1000)
