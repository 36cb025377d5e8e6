"""Days and clock times in words: months in many languages, and the ways of East Asia.

Months that mean another month in another language ("listopada" is October in Croatian and
November in Polish) are left out, but for English and its neighbours.
"""

from __future__ import annotations

import re
from datetime import date, time

__all__ = ["spelled_clock", "spelled_day", "without_weekday"]

_MONTHS = (
    "jan january januar jänner janvier enero ene gennaio gen janeiro januari stycznia styczeń sty "
    "ledna leden januára januar января январь янв січня tammikuuta tammikuu ocak január "
    "ianuarie gener ιανουαρίου",
    "feb february februar février fevrier fév febrero febbraio fevereiro februari lutego luty lut "
    "února únor februára февраля февраль фев лютого helmikuuta helmikuu şubat február "
    "februarie febrer φεβρουαρίου",
    "mar march märz maerz mrz mär mars marzo março marco maart marts marca marzec března březen "
    "марта март мар березня maaliskuuta maaliskuu mart március martie març μαρτίου",
    "apr april avril avr abril abr aprile kwietnia kwiecień dubna duben apríla апреля апрель апр "
    "квітня huhtikuuta huhtikuu nisan április aprilie απριλίου",
    "may mai mayo maggio mag maio mei maj maja května květen mája мая май травня toukokuuta "
    "toukokuu mayıs május maig μαΐου",
    "jun june juni juin junio giugno giu junho czerwca czerwiec června červen júna июня июнь июн "
    "червня kesäkuuta kesäkuu haziran június iunie juny ιουνίου",
    "jul july juli juillet juil julio luglio lug julho lipca lipiec července červenec júla июля "
    "июль июл липня heinäkuuta heinäkuu temmuz július iulie juliol ιουλίου",
    "aug august août aout agosto ago augustus augusti sierpnia sierpień srpna srpen augusta "
    "августа август авг серпня elokuuta elokuu ağustos augusztus agost αυγούστου",
    "sep sept september septembre septiembre settembre set setembro września wrzesień září "
    "septembra сентября сентябрь сен сент вересня syyskuuta syyskuu eylül szeptember "
    "septembrie setembre σεπτεμβρίου",
    "oct october oktober okt octobre octubre ottobre ott outubro października październik října "
    "říjen októbra октября октябрь окт жовтня lokakuuta lokakuu ekim október octombrie "
    "οκτωβρίου",
    "nov november novembre noviembre novembro listopadu novembra ноября ноябрь ноя marraskuuta "
    "marraskuu kasım noiembrie νοεμβρίου",
    "dec december dezember dez décembre decembre déc diciembre dic dicembre dezembro desember "
    "grudnia grudzień prosince prosinec decembra декабря декабрь дек грудня joulukuuta joulukuu "
    "aralık decembrie desembre δεκεμβρίου",
)
_MONTH = {
    word.casefold(): number for number, words in enumerate(_MONTHS, 1) for word in words.split()
}
_IDEOGRAPHIC = re.compile(
    r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]"
    r"(?:\s?\([^\W\d_]{1,3}\)|\s?[^\W\d_]{1,3})?"
)
_DAY_MONTH = re.compile(
    r"(\d{1,2})(?:\.|st|nd|rd|th|er|º|ª)?(?:\s+(?:of|de|di))?[\s/-]+([^\W\d_]+)"
    r"\.?,?(?:\s+de)?[\s/-]+(\d{4}|(?<=-)\d{2})(?:\s?[гr]\.?)?"
)
_MONTH_DAY = re.compile(r"([^\W\d_]+)\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+|-)(\d{4})")
_YEAR_WORD = re.compile(r"(\d{4})[.,]?[\s/-]+([^\W\d_]+)\.?[\s/-]+(\d{1,2})\.?")
_WEEKDAY = re.compile(r"^[^\W\d_]+\.?,?\s+")
_EASTERN = re.compile(
    r"(?P<half>午前|上午|오전|午後|下午|오후)?\s?(?P<h>\d{1,2})\s?"
    r"(?:[:.](?P<m>\d{2})|[時时点點시]\s?(?:(?P<m2>\d{1,2})\s?[分분])?)"
)
_LATER_HALF = frozenset({"午後", "下午", "오후"})
_NOON = frozenset({"noon", "12 noon", "midday", "high noon"})


def without_weekday(text: str) -> str:
    """Return a day without the word before it."""
    return _WEEKDAY.sub("", text, count=1)


def spelled_day(text: str) -> date | None:
    """Read a day whose month is a word, with or without a weekday before it.

    >>> spelled_day("środa, 10 czerwca 2026"), spelled_day("2026年6月10日(水)")
    (datetime.date(2026, 6, 10), datetime.date(2026, 6, 10))
    """
    if found := _IDEOGRAPHIC.fullmatch(text):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    lowered = text.casefold()
    for one in (lowered, without_weekday(lowered)):
        if (found := _DAY_MONTH.fullmatch(one)) and found[2] in _MONTH:
            return _date(_year(found[3]), _MONTH[found[2]], int(found[1]))
        if (found := _MONTH_DAY.fullmatch(one)) and found[1] in _MONTH:
            return _date(int(found[3]), _MONTH[found[1]], int(found[2]))
        if (found := _YEAR_WORD.fullmatch(one)) and found[2] in _MONTH:
            return _date(int(found[1]), _MONTH[found[2]], int(found[3]))
    return None


def spelled_clock(text: str) -> time | None:
    """Read a time of day as East Asia writes it, or noon.

    >>> spelled_clock("午後2時30分"), spelled_clock("noon")
    (datetime.time(14, 30), datetime.time(12, 0))
    """
    if text.casefold() in _NOON:
        return time(12)
    found = _EASTERN.fullmatch(text)
    if found is None:
        return None
    hour, minute = int(found["h"]), int(found["m"] or found["m2"] or 0)
    if found["half"] and 1 <= hour <= 12:
        hour = hour % 12 + 12 * (found["half"] in _LATER_HALF)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _year(text: str) -> int:
    """Return a year; one of two digits is near, as spreadsheets have it."""
    return int(text) if len(text) == 4 else int(text) + (1900 if int(text) > 69 else 2000)


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None
