"""Further tables, lists and calendars."""

from __future__ import annotations

import json
from typing import Any

from tests.graph.formats.organisers import Export

__all__ = ["EXPORTS"]


def _json(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


EXPORTS = (
    Export(
        "Portuguese, all cells in quotes",
        (
            '"Título da palestra";"Palestrante(s)";"Data";"Horário";"Sala";"Trilha"\n'
            '"Guindastes";"João Ção e Inês Araújo";"10/06/2026";"14h00 às 14h40";'
            '"Auditório";"Porto"\n"Nós";"Zé Lima";"28/06/2026";"9h às 9h30";"Sala 2";'
            '"Cordas"\n'
        ).encode(),
        """Guindastes | 2026-06-10 14:00 | 40 | Auditório | João Ção; Inês Araújo
Nós | 2026-06-28 09:00 | 30 | Sala 2 | Zé Lima""",
    ),
    Export(
        "Italian",
        (
            "Titolo,Relatore,Giorno,Ora inizio,Ora fine,Sala\nGru,Niccolò Rossi,10 giugn"
            "o 2026,9.00,9.45,Aula 1\nPausa caffè,,10 giugno 2026,9.45,10.15,\n"
        ).encode(),
        """Gru | 2026-06-10 09:00 | 45 | Aula 1 | Niccolò Rossi
~Pausa caffè | 2026-06-10 09:45 | 30 | - | -""",
    ),
    Export(
        "Dutch, days with dashes",
        b"Titel;Spreker;Bedrijf;Datum;Tijd;Zaal\nKranen;Jan de Vries;Kade BV;"
        b"10-06-2026;09:00 - 09:45 uur;Zaal 1\nLunchpauze;;;10-06-2026;12:00 - 13:00 uur;\n",
        """Kranen | 2026-06-10 09:00 | 45 | Zaal 1 | Jan de Vries (Kade BV)
~Lunchpauze | 2026-06-10 12:00 | 60 | - | -""",
    ),
    Export(
        "Polish in Windows-1250",
        (
            "Tytuł;Prelegent;Data;Godzina rozpoczęcia;Godzina zakończenia;Sala\r\n"
            "Żurawie nocą;Łukasz Wójcik;10.06.2026;9:00;9:45;Duża sala\r\n"
        ).encode("cp1250"),
        "Żurawie nocą | 2026-06-10 09:00 | 45 | Duża sala | Łukasz Wójcik",
    ),
    Export(
        "Russian in Windows-1251",
        (
            "Название;Докладчик;Дата;Начало;Окончание;Зал\r\nКраны ночью;Анна Линд;"
            "10.06.2026;09:00;09:45;Большой зал\r\n"
        ).encode("cp1251"),
        "Краны ночью | 2026-06-10 09:00 | 45 | Большой зал | Анна Линд",
    ),
    Export(
        "Chinese in GB 18030",
        "标题,讲者,单位,日期,开始时间,结束时间,会议室\n夜间起重机,王小明,港口研究所,2026年6月10日,9:00,9:45,大厅\n".encode(
            "gb18030"
        ),
        "夜间起重机 | 2026-06-10 09:00 | 45 | 大厅 | 王小明 (港口研究所)",
    ),
    Export(
        "Speaker numbered with company",
        b"Title,Speaker 1 Name,Speaker 1 Company,Speaker 2 Name,Speaker 2 Company,"
        b"Date,Start\nCranes,Ana Lindqvist,Quay Labs,Bo Chen,,2026-06-10,09:00\nRopes,"
        b"Mei Tanaka,Dock Works,,,2026-06-10,10:00\n",
        """Cranes | 2026-06-10 09:00 | - | - | Ana Lindqvist (Quay Labs); Bo Chen
Ropes | 2026-06-10 10:00 | - | - | Mei Tanaka (Dock Works)""",
    ),
    Export(
        "moderators and panel",
        b"Title,Type,Speakers,Moderator,Start time,End time\nFuture of cranes,Panel,"
        b'"Ana Lindqvist, Bo Chen and Mei Tanaka",Cy Ode,2026-06-10 09:00:00,2026-06-10 10:00:00\n',
        "Future of cranes | 2026-06-10 09:00 | 60 | - | Ana Lindqvist; Bo Chen; Mei "
        "Tanaka; Cy Ode [moderator]",
    ),
    Export(
        "answers to questions",
        b"Timestamp,Email Address,What is the title of your talk?,Your name,Short "
        b"description of your talk,Length\n1/2/2026 10:00:00,ana@quay.example,Cranes,"
        b"Ana Lindqvist,About cranes.,30 minutes\n",
        "Cranes | - | 30 | - | Ana Lindqvist",
    ),
    Export(
        "weekday and year missing",
        b"Day,Time,Title,Speaker\nWed June 10,9:00am-9:45am,Cranes,Ana Lindqvist\n",
        "Cranes | - | - | - | Ana Lindqvist",
    ),
    Export(
        "names of sessions beside those of their speakers",
        b"event_key,name,active,event_start,event_end,event_type,speakers,venue,"
        b'description\nk1,Cranes,Y,2026-06-10 09:00,2026-06-10 09:45,Talk,"Ana '
        b'Lindqvist, Bo Chen",Hall 1,x\n',
        "Cranes | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist; Bo Chen",
    ),
    Export(
        "ISO with zone names",
        b"title,speaker,start,end\nCranes,Ana Lindqvist,2026-06-10 09:00 CEST,"
        b"2026-06-10 09:45 CEST\n",
        "Cranes | 2026-06-10 09:00+02:00 | 45 | - | Ana Lindqvist",
    ),
    Export(
        "12 hour without am pm",
        b"Title,Speaker,Date,Time\nCranes,Ana Lindqvist,2026-06-10,9:00 - 9:45\nRopes,"
        b"Bo Chen,2026-06-10,1:00 - 1:45\nTides,Cy Ode,2026-06-10,2:15 - 3:00\n",
        """Cranes | 2026-06-10 09:00 | 45 | - | Ana Lindqvist
Ropes | 2026-06-10 13:00 | 45 | - | Bo Chen
Tides | 2026-06-10 14:15 | 45 | - | Cy Ode""",
    ),
    Export(
        "trailing empty columns and rows",
        b"title,speaker,,,\n,,,,\nCranes,Ana Lindqvist,,,\n,,,,\n",
        "Cranes | - | - | - | Ana Lindqvist",
    ),
    Export(
        "tsv with quotes inside",
        b'title\tspeakers\tstart\nThe "crane" problem\tAna "Annie" Lindqvist\t2026-06-10T09:00\n',
        'The "crane" problem | 2026-06-10 09:00 | - | - | Ana "Annie" Lindqvist',
    ),
    Export(
        "a grid, days as columns",
        (
            b'Time,Wed 10 June 2026,Thu 11 June 2026\n09:00-09:45,"Cranes\nAna '
            b'Lindqvist","Tides\nCy Ode"\n10:00-10:45,"Ropes\nBo Chen",Lunch\n'
        ),
        """Cranes | 2026-06-10 09:00 | 45 | - | Ana Lindqvist
Ropes | 2026-06-10 10:00 | 45 | - | Bo Chen
Tides | 2026-06-11 09:00 | 45 | - | Cy Ode
~Lunch | 2026-06-11 10:00 | 45 | - | -""",
    ),
    Export(
        "a grid, rooms at its side",
        (
            b"10 June 2026,09:00-09:45,10:00-10:45\nHall 1,Cranes (Ana Lindqvist),"
            b"Ropes (Bo Chen)\nHall 2,Tides (Cy Ode),Knots (Mei Tanaka)\n"
        ),
        """Cranes | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist
Ropes | 2026-06-10 10:00 | 45 | Hall 1 | Bo Chen
Tides | 2026-06-10 09:00 | 45 | Hall 2 | Cy Ode
Knots | 2026-06-10 10:00 | 45 | Hall 2 | Mei Tanaka""",
    ),
    Export(
        "two grids below each other",
        (
            b'Day 1: 10 June 2026,Hall 1,Hall 2\n9:00,"Cranes\nAna Lindqvist",'
            b'"Ropes\nBo Chen"\n10:00,Break,\nDay 2: 11 June 2026,Hall 1,Hall 2\n9:00,'
            b'"Tides\nCy Ode",\n10:00,"Knots\nMei Tanaka",\n'
        ),
        """Cranes | 2026-06-10 09:00 | - | Hall 1 | Ana Lindqvist
Ropes | 2026-06-10 09:00 | - | Hall 2 | Bo Chen
~Break | 2026-06-10 10:00 | - | - | -
Tides | 2026-06-11 09:00 | - | Hall 1 | Cy Ode
Knots | 2026-06-11 10:00 | - | Hall 1 | Mei Tanaka""",
    ),
    Export(
        "talks by their ids",
        _json(
            {
                "talks": {
                    "t1": {
                        "title": "Cranes",
                        "speakers": ["Ana Lindqvist"],
                        "start": "2026-06-10T09:00:00+02:00",
                        "end": "2026-06-10T09:45:00+02:00",
                        "room": "Hall 1",
                    },
                    "t2": {
                        "title": "Ropes",
                        "speakers": ["Bo Chen"],
                        "start": "2026-06-10T10:00:00+02:00",
                        "end": "2026-06-10T10:45:00+02:00",
                        "room": "Hall 1",
                    },
                }
            }
        ),
        """Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist
Ropes | 2026-06-10 10:00+02:00 | 45 | Hall 1 | Bo Chen""",
    ),
    Export(
        "people listed apart",
        _json(
            {
                "sessions": [
                    {
                        "id": 1,
                        "title": "Cranes",
                        "speakers": [7],
                        "startTime": "2026-06-10T09:00:00",
                        "endTime": "2026-06-10T09:45:00",
                        "room": "Hall 1",
                    }
                ],
                "speakers": [{"id": 7, "name": "Ana Lindqvist", "company": "Quay Labs"}],
            }
        ),
        "Cranes | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist (Quay Labs)",
    ),
    Export(
        "lists by day",
        _json(
            {
                "2026-06-10": [
                    {"title": "Cranes", "time": "09:00-09:45", "speaker": "Ana Lindqvist"}
                ],
                "2026-06-11": [{"title": "Ropes", "time": "09:00-09:45", "speaker": "Bo Chen"}],
            }
        ),
        """Cranes | 2026-06-10 09:00 | 45 | - | Ana Lindqvist
Ropes | 2026-06-11 09:00 | 45 | - | Bo Chen""",
    ),
    Export(
        "titles and places as objects",
        _json(
            [
                {
                    "title": {"rendered": "Cranes &#8211; at night"},
                    "start_date": "2026-06-10 09:00:00",
                    "end_date": "2026-06-10 09:45:00",
                    "venue": {"venue": "Hall 1"},
                    "speakers": [{"name": "Ana Lindqvist"}],
                }
            ]
        ),
        "Cranes – at night | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist",
    ),
    Export(
        "a table of the page without a header of its own",
        b"<!doctype html><html><head><title>Harbour Days</title></head><body><h2>10 "
        b"June 2026</h2><table><tr><td>Time</td><td>Speaker</td><td>Title</td></tr>"
        b"<tr><td>9:00&nbsp;&ndash;&nbsp;9:45</td><td>Ana Lindqvist<br>Quay Labs</td>"
        b"<td><b>Cranes</b></td></tr><tr><td colspan=3>Lunch</td></tr></table></body></html>",
        "Cranes | 2026-06-10 09:00 | 45 | - | Ana Lindqvist (Quay Labs)",
    ),
    Export(
        "BibTeX with its proceedings",
        b"@proceedings{p, title={Proc. of Harbour 2026}, year=2026, editor={Lindqvist,"
        b" Ana}}\n@inproceedings{a, crossref={p}, author={Bo Chen}, title={Cranes}}\n",
        "Cranes | - | - | - | Bo Chen",
        event=None,
    ),
    Export(
        "a calendar with its speaker in brackets",
        b"BEGIN:VCALENDAR\r\nX-WR-CALNAME:H\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:"
        b"20260610T090000\r\nDTEND:20260610T094500\r\nSUMMARY:Cranes (Ana "
        b"Lindqvist)\r\nDESCRIPTION:Presented by Ana Lindqvist\\, Quay "
        b"Labs\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
        "Cranes | 2026-06-10 09:00 | 45 | - | Ana Lindqvist (Quay Labs)",
    ),
)
