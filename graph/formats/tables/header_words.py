"""The headers of tables, in the words and languages in which people write them.

Field, then its headers; where two headers of one field stand side by side, the earlier wins.
"""

from __future__ import annotations

__all__ = ["HEADERS"]

HEADERS = {
    "id": (
        "id, uid, guid, uuid, code, slug, talk id, session id, paper id, identifier, key, "
        "proposal id, submission id, nr, no"
    ),
    "title": (
        "title, talk title, proposal title, session title, paper title, talk, presentation, "
        "subject, titel, thema, vortrag, vortragstitel, titre, título, titulo, titolo, tytuł, "
        "session name, presentation title, タイトル, 题目, 标题, naslov, název, názov, "
        "otsikko, название, тема, titel des vortrags, título de la charla, título da palestra, "
        "título da apresentação, titre de la session, titolo intervento, başlık, τίτλος, cím, "
        "titlu, titol, títol, 題名, 講演タイトル, 標題, 题目名称, 제목, rubrik, nimi, назва, "
        "name of talk, title of talk, talk name, title of session, submission title, "
        "abstract title, contribution, contribution title, activity, activity name, "
        "activity title, agenda item, programme item, program item, item, programmpunkt, what, "
        "beitrag, "
        "titel der session, titel des beitrags, titel der veranstaltung, ponencia, charla, "
        "título de la ponencia, título de la sesión, nombre de la charla, actividad, palestra, "
        "título da sessão, atividade, intitulé, titre de la conférence, titre de l'intervention, "
        "activité, intervento, titolo della sessione, titolo dell'intervento, lezing, presentatie, "
        "titel presentatie, foredrag, oplæg, föredrag, esitys, esityksen otsikko, wystąpienie, "
        "prelekcja, tytuł prelekcji, tytuł wystąpienia, přednáška, název přednášky, prednáška, "
        "доклад, название доклада, тема доклада, доповідь, тема доповіді, konu, konuşma, "
        "előadás, előadás címe, セッション名, セッションタイトル, セッション, 演題, 講演題目, "
        "発表タイトル, 议题, 演讲题目, 主题, 演讲主题, 議題, 演講題目, 主題, 발표 제목, 강연 제목"
    ),
    "subtitle": "subtitle, untertitel, sous-titre, subtítulo",
    "speakers": (
        "speakers, speaker, authors, author, presenters, presenter, speaker names, "
        "speaker name, author names, speaker(s), author(s), presenter(s), name of speaker, "
        "people, persons, vortragende, vortragender, vortragende:r, referent, referenten, "
        "referent:in, referierende, sprecher, sprecherin, redner, autoren, autor, "
        "intervenants, intervenant, orateur, orateurs, conférencier, auteurs, ponentes, "
        "ponente, autores, orador, relatore, relatori, spreker, sprekers, facilitators, "
        "facilitator, panelists, 登壇者, 講演者, スピーカー, palestrante, palestrantes, "
        "oradores, apresentador, apresentadores, apresentadora, expositor, expositores, "
        "conferenciante, conferencistas, prelegent, prelegenci, prowadzący, prednášajúci, "
        "přednášející, řečník, řečníci, oplægsholder, oplægsholdere, foredragsholder, "
        "foredragsholdere, taler, talere, talare, föreläsare, puhuja, puhujat, esiintyjä, "
        "докладчик, докладчики, спикер, спикеры, доповідач, konuşmacı, konuşmacılar, előadó, "
        "előadók, ομιλητής, vorbitor, vorbitori, ponent, ponents, オーサー, 発表者, 講師, "
        "讲者, 演讲者, 演讲人, 嘉宾, 講者, 發表者, 연사, 발표자, oratrice, animateurs, "
        "animateur, dozent, dozenten, dozierende, leitung, vortragender name, presented by, "
        "led by, who, name(s) of speaker(s), names, full name of speaker, charlista, tallerista, "
        "impartido por, presentado por, dictado por, animé par, présenté par, ministrante, "
        "verantwortlich, hosts, host, talker, lecturer, lecturers, instructor, instructors"
    ),
    "first_name": (
        "first name, firstname, given name, forename, vorname, prénom, nombre, nome, "
        "speaker first name"
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
        "unternehmen, entreprise, empresa, speaker affiliation, speaker company, "
        "speaker organization, speaker organisation, azienda, 所属, organizacja, "
        "firma uczestnika, företag, organisaatio, yritys, organisatie, bedrijf, организация, "
        "компания, instituição, institución, entidad, société, organisme, 公司, 单位, 機構, "
        "소속, 会社"
    ),
    "room": (
        "room, location, raum, ort, saal, hall, venue, salle, lieu, sala, lugar, stage, bühne, "
        "room name, microlocation, zaal, 会場, rum, lokal, lokale, sala wykładowa, miejsce, "
        "místnost, sál, miestnosť, sali, huone, tila, зал, аудитория, місце, salon, terem, "
        "αίθουσα, sală, aula, auditorium, auditório, auditorio, salón, espacio, espace, amphi, "
        "podium, veranstaltungsraum, raumname, 部屋, 場所, 教室, 会议室, 房间, 地点, 會議室, "
        "회의실, 장소, where, room/location, session room, session location, room number, "
        "ubicación, local, sede, räume, räumlichkeit, veranstaltungsort, ホール, 会場名, 场地, 會場"
    ),
    "track": (
        "track, stream, session, category, devroom, strand, theme, kategorie, themenbereich, "
        "piste, catégorie, categoría, session track, spor, ścieżka, sekce, sekcija, polku, "
        "поток, секция, fil, fil rouge, parcours, percorso, trilha, eixo, eje, línea temática, "
        "トラック, 专场, 分会场, 议程, 트랙"
    ),
    "date": (
        "date, start date, startdate, datum, tag, data, fecha, jour, giorno, talk date, "
        "session date, date of talk, day/date, day, dia, día, 日付, dato, datums, päivä, "
        "päivämäärä, дата, день, den, "
        "tarih, dátum, ημερομηνία, nap, dzień, dag, día de la charla, datum (tag), "
        "veranstaltungstag, 日期, 期日, 開催日, 날짜"
    ),
    "end_date": "end date, enddate, enddatum, date end, fecha fin, fin",
    "start": (
        "start, start time, starttime, starts at, startsat, begin, beginn, startzeit, "
        "time start, début, heure de début, inicio, hora de inicio, inizio, scheduled at, "
        "start datetime, from, start tid, starttid, start kl., begintijd, aanvang, początek, "
        "godzina rozpoczęcia, start czas, začátek, začiatok, alkaa, alkamisaika, начало, "
        "время начала, початок, başlangıç, kezdés, έναρξη, ora inizio, ora di inizio, "
        "orario inizio, início, hora de início, horário de início, hora inicio, comienzo, "
        "startdatum und -zeit, beginnt, anfang, anfangszeit, von, 開始, 開始時間, 開始時刻, "
        "开始, 开始时间, 開始時間, 시작, 시작 시간"
    ),
    "time": (
        "time, start/end, start-end, start - end, from - to, hours, session time, talk time, "
        "date/time, date and time, date & time, datetime, date time, datum/uhrzeit, "
        "datum und uhrzeit, date et heure, fecha y hora, data e hora, data e ora, "
        "datum en tijd, dato og tid, 日時, 日时, 日期时间, "
        "uhrzeit, zeit, heure, hora, ora, time slot, timeslot, slot, when, horario, "
        "tijd, 時間, tid, tidspunkt, klokkeslæt, klo, aika, godzina, czas, čas, время, hodina, "
        "saat, időpont, ώρα, horário, hora de la charla, créneau, horaire, horaires, orario, "
        "tijdstip, tijden, 时间, 時刻, 시간"
    ),
    "end": (
        "end, to, end time, endtime, ends at, endsat, ende, endzeit, time end, heure de fin, "
        "hora de fin, fine, end datetime, until, bis, slut, sluttid, slutt, sluttidspunkt, "
        "eindtijd, einde, koniec, godzina zakończenia, konec, päättyy, loppuu, конец, "
        "окончание, время окончания, bitiş, vége, λήξη, ora fine, ora di fine, orario fine, "
        "término, hora de término, horário de término, hora fin, hora final, fim, endet, "
        "heure fin, 終了, 終了時間, 終了時刻, 结束, 结束时间, 結束時間, 종료, 종료 시간"
    ),
    "length": (
        "length, duration, minutes, dauer, durée, duración, durata, mins, min, "
        "duration (minutes), duration (min), duration in minutes, length (minutes), "
        "length (min), duur, länge, minuten, varighed, varaktighed, varighet, kesto, "
        "czas trwania, délka, dĺžka, длительность, продолжительность, süre, időtartam, "
        "duração, duració, tijdsduur, 時間(分), 所要時間, 时长, 長度, 소요 시간"
    ),
    "topics": (
        "topics, topic, keywords, keyword, tags, tag list, themen, schlagworte, schlagwörter, "
        "stichworte, mots-clés, mots clés, palabras clave, etiquetas, parole chiave, subjects, "
        "emneord, emner, nyckelord, ämnen, avainsanat, aiheet, tagi, słowa kluczowe, štítky, "
        "klíčová slova, теги, ключевые слова, etiketler, palavras-chave, assuntos, temas, "
        "trefwoorden, onderwerpen, etichette, argomenti, thèmes, sujets, タグ, キーワード, "
        "标签, 关键词, 關鍵字, 키워드, 태그, subject area, subject areas, primary subject area, "
        "secondary subject areas, topic area, topic areas, area, areas, temática, temáticas, tema, "
        "área, áreas, área temática, eje temático, thématique, thématiques, themengebiet, "
        "themengebiete, themenfeld, fachgebiet, 分野"
    ),
    "abstract": (
        "abstract, description, summary, beschreibung, zusammenfassung, kurzbeschreibung, "
        "résumé, resumen, resumé, descripción, descrizione, long description, details, 概要, "
        "beskrivelse, beskrivning, sammanfattning, kuvaus, tiivistelmä, opis, streszczenie, "
        "abstrakt, popis, anotace, описание, аннотация, özet, leírás, resumo, descrição, "
        "descripció, samenvatting, omschrijving, riassunto, sommaire, inhalt, kurzfassung, "
        "説明, 摘要, 简介, 描述, 내용, 소개"
    ),
    "language": (
        "language, languages, sprache, lang, langue, idioma, lingua, taal, content locale, "
        "言語, sprog, språk, kieli, język, jazyk, язык, мова, dil, nyelv, γλώσσα, limbă, "
        "llengua, 语言, 語言, 언어"
    ),
    "audiences": (
        "audience, audiences, target audience, audience level, zielgruppe, publikum, for, "
        "level, talk level, session level, difficulty, difficulty level, experience level, "
        "skill level, audience experience, niveau, niveau requis, schwierigkeit, "
        "schwierigkeitsgrad, vorkenntnisse, público, público objetivo, público-alvo, nivel, "
        "nível, livello, dificultad, dificuldade, difficoltà, nivå, poziom, poziom trudności, "
        "úroveň, taso, уровень, сложность, seviye, szint, målgruppe, målgrupp, kohderyhmä, "
        "doelgroep, public, public visé, pubblico, odbiorcy, レベル, 対象者, 难度, 级别, 水平, "
        "難度, 난이도"
    ),
    "event": (
        "event, conference, conference title, event title, event name, conference name, "
        "edition name, veranstaltung, konferenz, conférence, congreso, congresso, conferencia, "
        "conferência, conferenza, konferencja, konference, evento, événement, событие, "
        "конференция, begivenhed, evenemang, tapahtuma, カンファレンス, 会议"
    ),
    "event_id": "event id, event key, conference id, event slug, conference slug",
    "event_date": "event date, event start, event start date, conference date, conference start",
    "event_end": "event end, event end date, conference end",
    "series": "series, event series, conference series, reihe, serie, série",
    "edition": "edition, edition number, ordinal, ausgabe, édition, edición",
    "place": "place, city, event place, event location, stadt, ville, ciudad, town",
    "country": "country, land, pays, país, paese",
    "kind": (
        "kind, type, event type, talk type, session type, submission type, paper type, format, "
        "session format, art, presentation type, tipo, typ, talk format, format du talk, "
        "formato, тип, формат, typ prezentacji, forma, muoto, tyyppi, vortragsart, "
        "vortragstyp, sessionstyp, 种类, 类型, 形式, 유형"
    ),
    "status": "status, state, talk status",
    "url": (
        "url, link, web, talk url, session url, page, website, web page, web site, "
        "website url, webseite, conference url, event url, permalink, public url"
    ),
    "pdf": "pdf url, pdf, paper url, demo url, repository, code url, paper",
    "recordings": (
        "recording url, recording, recordings, video, videos, video url, youtube, youtube url, "
        "vimeo, file url, media url, audio, audio url, aufzeichnung, recording link, "
        "video link, enregistrement, grabación, nagranie, záznam, видео, запись, gravação, "
        "opname, registrazione, inspelning, optagelse, 動画, 视频, 録画"
    ),
    "slides": (
        "slides, slides url, slide deck, folien, presentation url, presentation slides, "
        "handouts, handout, slides link, diapositives, diapositivas, slide, "
        "präsentation (link), présentation, presentación, apresentação, prezentacja, "
        "презентация, 资料, スライド"
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
