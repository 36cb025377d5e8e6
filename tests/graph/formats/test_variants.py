"""Exports that programs are known to write and that no shared file shows, with facts by hand."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any

import pytest

from hallway.graph import formats
from hallway.graph.programme import Event, Talk
from hallway.graph.reading import times


def read(data: str | Any, file: str, **more: str) -> Event:
    text = data if isinstance(data, str) else json.dumps(data)
    (event,) = formats.read(text.encode(), formats.ReadOptions(file=file, **more)).events
    return event


def people(talk: Talk) -> list[tuple[str, str, str | None]]:
    return [(one.person.name, one.role, one.affiliation) for one in talk.appearances]


HEADERS = {
    "cs": "ID;Název;Přednášející;Místnost;Datum;Začátek;Konec;Štítky;Úroveň;Jazyk",
    "da": "ID;Titel;Oplægsholder;Lokale;Dato;Start;Slut;Emneord;Niveau;Sprog",
    "de": "ID;Titel;Referent/in;Raum;Datum;Beginn;Ende;Schlagworte;Niveau;Sprache",
    "es": "ID;Título;Ponentes;Sala;Fecha;Hora de inicio;Hora de fin;Etiquetas;Nivel;Idioma",
    "fi": "ID;Otsikko;Puhuja;Sali;Päivä;Alkaa;Päättyy;Avainsanat;Taso;Kieli",
    "fr": "ID;Titre;Intervenant(e)s;Salle;Date;Heure de début;Heure de fin;Mots-clés;Niveau;Langue",
    "it": "ID;Titolo;Relatori;Sala;Data;Ora inizio;Ora fine;Parole chiave;Livello;Lingua",
    "ja": "ID;タイトル;登壇者;会場;日付;開始;終了;タグ;レベル;言語",
    "nl": "ID;Titel;Spreker(s);Zaal;Datum;Begintijd;Eindtijd;Trefwoorden;Niveau;Taal",
    "pl": "ID;Tytuł;Prelegent;Sala;Data;Początek;Koniec;Tagi;Poziom;Język",
    "pt": "ID;Título;Palestrante;Sala;Data;Hora de início;Hora de término;Palavras-chave;Nível;"
    "Idioma",
    "ru": "ID;Название;Докладчик;Зал;Дата;Начало;Конец;Теги;Уровень;Язык",
    "sv": "ID;Titel;Talare;Lokal;Datum;Starttid;Sluttid;Nyckelord;Nivå;Språk",
    "zh": "ID;标题;讲者;会议室;日期;开始时间;结束时间;标签;级别;语言",
    "two languages": "ID;Titel / Title;Vortragende*r;Raum (Room);Datum | Date;Beginn;Ende;Tags;"
    "Level;Sprache",
}


@pytest.mark.parametrize("language", HEADERS)
def test_a_table_is_read_whatever_language_its_headers_are_in(language: str):
    row = "1;Cranes;Ana Lindqvist;Main;10.06.2026;09:00;09:45;ports, ropes;Beginner;English"
    (talk,) = read(f"{HEADERS[language]}\n{row}\n", "t.csv", event="Harbour").talks
    assert (talk.key, talk.title, talk.room, talk.minutes) == ("1", "Cranes", "Main", 45)
    assert (talk.start, talk.languages) == (datetime(2026, 6, 10, 9), ("en",))
    assert (talk.topics, talk.audiences) == (("ports", "ropes"), ("Beginner",))
    assert people(talk) == [("Ana Lindqvist", "speaker", None)]


@pytest.mark.parametrize(
    "text",
    [
        "środa, 10 czerwca 2026", "10 июня 2026 г.", "2026年6月10日(水)", "10/juin/2026",
        "10-Jun-26", "10. kesäkuuta 2026", "2026. június 10.", "10 haziran 2026",
        "10. června 2026", "Jun-10-2026", "10 Ιουνίου 2026", "2026년 6월 10일", "10 juny 2026",
    ],
)  # fmt: skip
def test_a_day_is_read_in_many_languages(text: str):
    assert times.day(text) == date(2026, 6, 10)


def test_a_month_with_two_meanings_is_none():
    assert times.day("10 listopada 2026") is None


@pytest.mark.parametrize(
    "text",
    [
        "10.06.2026 um 09:00 Uhr", "2026-06-10 09:00 CEST", "Wed, 10 Jun 2026 09:00:00 +0200",
        "Wed Jun 10 2026 09:00:00 GMT+0200 (CEST)", "10 juin 2026 à 9 h 00",
        "June 10, 2026 at 9:00 AM", "2026-06-10T09:00[Europe/Berlin]", "2026年6月10日 午前9時",
    ],
)  # fmt: skip
def test_a_day_with_a_time_is_read_as_mail_and_browsers_and_people_write_it(text: str):
    found = times.moment(text, zone="Europe/Berlin")
    assert str(found) == "2026-06-10 09:00:00+02:00"


def test_an_abbreviation_with_two_meanings_gives_no_offset():
    assert times.moment("2026-06-10 09:00 IST", zone="Europe/Berlin") is None


PAGE = {
    "talks": [
        {
            "code": "ABC123", "id": 1, "title": "Cranes at night", "abstract": "About cranes.",
            "speakers": ["AAA"], "track": 1, "start": "2026-06-10T09:00:00+02:00",
            "end": "2026-06-10T09:45:00+02:00", "room": 7, "duration": 45, "fav_count": 3,
            "do_not_record": True, "session_type": {"en": "Talk"}, "content_locale": "en",
        },
        {
            "id": 2, "title": {"en": "Lunch"}, "start": "2026-06-10T12:00:00+02:00",
            "end": "2026-06-10T13:00:00+02:00", "room": 7,
        },
    ],
    "version": "1.0", "timezone": "Europe/Berlin",
    "event_start": "2026-06-10", "event_end": "2026-06-11",
    "tracks": [{"id": 1, "name": {"en": "Harbours"}, "color": "#fff"}],
    "rooms": [{"id": 7, "name": {"en": "Main"}}],
    "speakers": [{"code": "AAA", "name": "Ana Lindqvist", "avatar": None}],
}  # fmt: skip


def test_the_schedule_widget_of_pretalx_is_read():
    event = read(PAGE, "schedule.json", event="Harbour Conf")
    assert (event.start, event.end, event.zone) == (
        date(2026, 6, 10), date(2026, 6, 11), "Europe/Berlin",
    )  # fmt: skip
    talk, lunch = event.talks
    assert (talk.key, talk.room, talk.track, talk.kind) == ("ABC123", "Main", "Harbours", "Talk")
    assert (talk.minutes, talk.no_recording, people(talk)) == (
        45, True, [("Ana Lindqvist", "speaker", None)],
    )  # fmt: skip
    assert (lunch.title, lunch.is_break, lunch.minutes, lunch.room) == ("Lunch", True, 60, "Main")


def stamp(clock: str) -> dict[str, str]:
    return {"date": "2026-06-10", "time": clock, "tz": "Europe/Berlin"}


TIMETABLE = {
    "_type": "HTTPAPIResult", "count": 1,
    "results": {"123": {"20260610": {
        "s5": {"entryType": "Session", "title": "Morning", "startDate": stamp("09:00:00"),
               "entries": {"c7": {
                   "entryType": "Contribution", "id": "c7", "title": "Cranes at night",
                   "startDate": stamp("09:00:00"), "endDate": stamp("09:45:00"), "room": "Main",
                   "presenters": [{"name": "Lindqvist, Ana", "familyName": "Lindqvist",
                                   "firstName": "Ana", "affiliation": "Quay Labs"}],
               }}},
        "b2": {"entryType": "Break", "title": "Tea and biscuits", "duration": 30,
               "startDate": stamp("11:00:00")},
    }}},
}  # fmt: skip


def test_the_timetable_of_indico_is_read():
    event = read(TIMETABLE, "123.json", event="Harbour Conf")
    talk, tea = event.talks
    assert (talk.title, talk.track, talk.room, talk.minutes) == (
        "Cranes at night", "Morning", "Main", 45,
    )  # fmt: skip
    assert people(talk) == [("Ana Lindqvist", "speaker", "Quay Labs")]
    assert str(talk.start) == "2026-06-10 09:00:00+02:00"
    assert (tea.is_break, tea.minutes, event.zone) == (True, 30, "Europe/Berlin")


def calendar(*lines: str) -> Talk:
    head = ["BEGIN:VCALENDAR", "X-WR-CALNAME:Harbour", "BEGIN:VEVENT", "DTSTART:20260610T070000Z"]
    text = "\r\n".join([*head, *lines, "END:VEVENT", "END:VCALENDAR", ""])
    return read(text, "c.ics").talks[0]


def test_speakers_are_found_in_the_markup_of_a_google_calendar():
    talk = calendar("SUMMARY:Cranes", "DESCRIPTION:<b>Speaker:</b> Ana Lindqvist<br>About cranes.")
    assert people(talk) == [("Ana Lindqvist", "speaker", None)]


def test_speakers_are_found_under_their_heading_and_leave_the_title():
    talk = calendar(
        "SUMMARY:Cranes at Night - Ana Lindqvist\\, Quay Labs & Bo Chen\\, Dock Works",
        "DESCRIPTION:About cranes.\\n\\nSpeakers:\\nAna Lindqvist - Engineer\\, Quay Labs\\nBo Chen"
        "\\n\\nThis is not a name.",
    )
    assert talk.title == "Cranes at Night"
    assert people(talk) == [
        ("Ana Lindqvist", "speaker", "Quay Labs"), ("Bo Chen", "speaker", None),
    ]  # fmt: skip


def test_a_sentence_under_the_heading_names_nobody():
    text = "DESCRIPTION:Speakers:\\nTo be announced soon on the web page of the harbour."
    assert calendar("SUMMARY:Cranes", text).appearances == ()
