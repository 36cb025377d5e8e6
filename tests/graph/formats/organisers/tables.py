"""Tables."""

from __future__ import annotations

from tests.graph.formats.organisers import Export

__all__ = ["EXPORTS"]

EXPORTS = (
    Export(
        "German spreadsheet saved as Windows text, semicolons",
        (
            "Nr.;Tag;Uhrzeit;Saal;Thema;Referent:innen;Firma\r\n"
            "1;Mi 10.06.2026;9.00-9.45 Uhr;Großer Saal;Kräne für Anfänger;Jörg "
            "Müller-Groß;Kai GmbH\r\n"
            "2;Mi 10.06.2026;10.00-10.30 Uhr;Großer Saal;Kaffeepause;;\r\n"
            "3;Do 11.06.2026;14.15-15.00 Uhr;Kajüte;Taue & Knoten;Änne Öhler und Uwe Süß;\r\n"
        ).encode("cp1252"),
        """
        Kräne für Anfänger | 2026-06-10 09:00 | 45 | Großer Saal | Jörg Müller-Groß (Kai GmbH)
        ~Kaffeepause | 2026-06-10 10:00 | 30 | Großer Saal | -
        Taue & Knoten | 2026-06-11 14:15 | 45 | Kajüte | Änne Öhler; Uwe Süß
        """,
    ),
    Export(
        "UTF-16 with tabs, as a spreadsheet saves Unicode text",
        (
            "Titre\tOrateur 1\tOrateur 2\tDate\tDébut\tFin\tSalle\r\n"
            "Les grues la nuit\tAnaïs Lefèvre\tZoé Brun\t10/06/2026\t9h00\t9h45\tAmphi A\r\n"
            "Nœuds\tÉmile Roux\t\t25/06/2026\t13h30\t14h15\tAmphi B\r\n"
        ).encode("utf-16"),
        """
        Les grues la nuit | 2026-06-10 09:00 | 45 | Amphi A | Anaïs Lefèvre; Zoé Brun
        Nœuds | 2026-06-25 13:30 | 45 | Amphi B | Émile Roux
        """,
    ),
    Export(
        "American dates, AM and PM, byte order mark, first and last names apart",
        (
            "\ufeffSession Title,First Name,Last Name,Company,Start Date,Start Time,"
            "End Time,Location\n"
            "Cranes at Night,Ana,Lindqvist,Quay Labs,6/10/2026,9:00 AM,9:45 AM,Hall 1\n"
            "Mooring,Bo,Chen,Dock Works,6/10/2026,12:15 PM,1:00 PM,Hall 2\n"
            "Night Shift,Mei,Tanaka,,6/30/2026,11:30 PM,12:15 AM,Hall 1\n"
        ).encode(),
        """
        Cranes at Night | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist (Quay Labs)
        Mooring | 2026-06-10 12:15 | 45 | Hall 2 | Bo Chen (Dock Works)
        Night Shift | 2026-06-30 23:30 | 45 | Hall 1 | Mei Tanaka
        """,
    ),
    Export(
        "times only in some rows, status, several speakers a cell with employers",
        (
            b"Status,Title,Speakers,When,Format\n"
            b'Accepted,Cranes,"Ana Lindqvist (Quay Labs), Bo Chen (Dock Works)",'
            b"2026-06-10 09:00,Talk\n"
            b"Accepted,Ropes,Mei Tanaka,,Poster\n"
            b"Cancelled,Tides,Cy Ode,2026-06-10 11:00,Talk\n"
            b"Rejected,Bad idea,Di Doe,,Talk\n"
        ),
        """
        Cranes | 2026-06-10 09:00 | - | - | Ana Lindqvist (Quay Labs); Bo Chen (Dock Works)
        Ropes | - | - | - | Mei Tanaka
        !Tides | 2026-06-10 11:00 | - | - | Cy Ode
        """,
    ),
    Export(
        "offset in the times, hybrid, links in cells",
        (
            b"id,title,presenter(s),start,end,room,mode,video\n"
            b"a1,Cranes,Ana Lindqvist; Bo Chen,2026-06-10T09:00:00+02:00,2026-06-10T09:45:00+02:00,"
            b"Hall 1,Hybrid,https://video.example/a1\n"
            b"a2,Ropes,Mei Tanaka,2026-06-10T08:00:00Z,2026-06-10T08:25:00Z,,Online,\n"
        ),
        """
        Cranes | 2026-06-10 09:00+02:00 | 45 | Hall 1 | Ana Lindqvist; Bo Chen
        Ropes | 2026-06-10 10:00+02:00 | 25 | - | Mei Tanaka
        """,
        zone="Europe/Amsterdam",
    ),
    Export(
        "one row a speaker, the talk repeated",
        (
            b"session_id,session_title,speaker_name,speaker_company,date,time,room\n"
            b"7,Cranes,Ana Lindqvist,Quay Labs,2026-06-10,09:00,Hall 1\n"
            b"7,Cranes,Bo Chen,Dock Works,2026-06-10,09:00,Hall 1\n"
            b"8,Ropes,Mei Tanaka,,2026-06-10,10:00,Hall 1\n"
        ),
        """
        Cranes | 2026-06-10 09:00 | - | Hall 1 | Ana Lindqvist (Quay Labs); Bo Chen (Dock Works)
        Ropes | 2026-06-10 10:00 | - | Hall 1 | Mei Tanaka
        """,
    ),
    Export(
        "day and time given once and left blank below, headings between",
        (
            b"Programme of the Harbour Days,,,\n"
            b",,,\n"
            b"Time,Title,Speaker,Room\n"
            b"Wednesday 10 June 2026,,,\n"
            b"09:00,Cranes,Ana Lindqvist,Hall 1\n"
            b",Ropes,Bo Chen,Hall 2\n"
            b"10:00,Lunch,,\n"
            b"Thursday 11 June 2026,,,\n"
            b"09:00,Tides,Mei Tanaka,Hall 1\n"
        ),
        """
        Cranes | 2026-06-10 09:00 | - | Hall 1 | Ana Lindqvist
        Ropes | 2026-06-10 09:00 | - | Hall 2 | Bo Chen
        ~Lunch | 2026-06-10 10:00 | - | - | -
        Tides | 2026-06-11 09:00 | - | Hall 1 | Mei Tanaka
        """,
    ),
    Export(
        "a grid, rooms as columns",
        (
            b"Wednesday 10 June 2026,Hall 1,Hall 2\n"
            b'09:00 - 09:45,"Cranes at night\nAna Lindqvist","Ropes\nBo Chen, Mei Tanaka"\n'
            b"09:45 - 10:15,Coffee break,Coffee break\n"
            b'10:15 - 11:00,"Tides\nCy Ode",\n'
        ),
        """
        Cranes at night | 2026-06-10 09:00 | 45 | Hall 1 | Ana Lindqvist
        Ropes | 2026-06-10 09:00 | 45 | Hall 2 | Bo Chen; Mei Tanaka
        ~Coffee break | 2026-06-10 09:45 | 30 | Hall 1 | -
        ~Coffee break | 2026-06-10 09:45 | 30 | Hall 2 | -
        Tides | 2026-06-10 10:15 | 45 | Hall 1 | Cy Ode
        """,
    ),
    Export(
        "HTML in abstracts and entities in titles, other order of columns",
        (
            b"Abstract,Duration (min),Speaker,Title,Start\n"
            b'"<p>All about <b>cranes</b>.</p>\n<p>And gulls.</p>",45,Ana&nbsp;Lindqvist,'
            b"Cranes &amp; Gulls,2026-06-10 09:00\n"
            b'"Line one\n\nLine two, with ""quotes""",30,"Chen, Bo",Ropes,2026-06-10 10:00\n'
        ),
        """
        Cranes & Gulls | 2026-06-10 09:00 | 45 | - | Ana Lindqvist
        Ropes | 2026-06-10 10:00 | 30 | - | Bo Chen
        """,
    ),
    Export(
        "Spanish, three days, lengths in words",
        (
            "Ponencia,Ponente,Día,Hora,Duración,Sala,Temática\n"
            "Grúas,María José Núñez y Íñigo Pérez,10 de junio de 2026,9:00,45 "
            "minutos,Aula Magna,Puertos\n"
            "Nudos,Lucía Gil,11 de junio de 2026,16:30,1 h 30 min,Aula 2,Cuerdas\n"
            "Comida,,12 de junio de 2026,14:00,1 h,,\n"
        ).encode("latin-1"),
        """
        Grúas | 2026-06-10 09:00 | 45 | Aula Magna | María José Núñez; Íñigo Pérez
        Nudos | 2026-06-11 16:30 | 90 | Aula 2 | Lucía Gil
        ~Comida | 2026-06-12 14:00 | 60 | - | -
        """,
    ),
    Export(
        "Japanese in Shift JIS",
        (
            "セッション名,講演者,所属,開催日,開始時刻,終了時刻,会場\r\n"
            "夜のクレーン,山田太郎,港湾研究所,2026/06/10,9:00,9:45,大ホール\r\n"
            "昼食,,,2026/06/10,12:00,13:00,\r\n"
        ).encode("shift_jis"),
        """
        夜のクレーン | 2026-06-10 09:00 | 45 | 大ホール | 山田太郎 (港湾研究所)
        ~昼食 | 2026-06-10 12:00 | 60 | - | -
        """,
    ),
    Export(
        "papers of a review system, names quoted",
        (
            b'"Paper ID","Paper Title","Author Names","Primary Subject Area","Status"\n'
            b'12,"Cranes and their Shadows","Lindqvist, Ana (Quay Labs)*; Chen, Bo (Dock Works)",'
            b'"Harbours","Accept"\n'
            b'13,"Weak Knots","Doe, Di (Nowhere)","Ropes","Reject"\n'
        ),
        """
        Cranes and their Shadows | - | - | - | Ana Lindqvist (Quay Labs); Bo Chen (Dock Works)
        """,
    ),
    Export(
        "Markdown table of talks",
        (
            "# Harbour Days\n\n"
            "| Time | Talk | Speaker |\n|---|---|---|\n"
            "| 2026-06-10 09:00–09:45 | [Cranes](https://quay.example/cranes) | Ana Lindqvist |\n"
            "| 2026-06-10 10:00–10:30 | **Ropes** | Bo Chen & Mei Tanaka |\n"
        ).encode(),
        """
        Cranes | 2026-06-10 09:00 | 45 | - | Ana Lindqvist
        Ropes | 2026-06-10 10:00 | 30 | - | Bo Chen; Mei Tanaka
        """,
    ),
)
