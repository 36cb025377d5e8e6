"""What the words of a title tell: a break, a cancellation, the series that an edition belongs to.

Every reader of programmes meets the same words, so they are judged in one place. Each rule looks
at the whole title and takes it for something else than a talk only when no word is left over.
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["is_break", "series_of", "stated_status", "status_and_title"]

# A slot is a break when its title has a word of the first set and no word beyond the second.
_BREAK = frozenset(
    """
    lunch lunchtime dinner breakfast brunch supper coffee tea break breaks registration checkin
    check-in changeover cleanup teardown intermission recess refreshments banquet buffet
    apéro apero apéritif aperitivo
    pause pausen mittagspause kaffeepause mittagessen frühstück abendessen einlass umbaupause
    umbau déjeuner dejeuner dîner accueil repas café pranzo cena colazione almuerzo comida cena
    desayuno descanso almoço pausa caffè lounas kahvitauko tauko frokost kaffe kaffepause kaffepaus
    lunsj middag paus obiad przerwa kawowa oběd přestávka обед перерыв кофе-брейк перерва ebéd
    szünet kávészünet lunchpauze koffiepauze koffie pauze
    昼食 昼休み 休憩 ランチ 午餐 午休 茶歇 休息 晚宴 晚餐 早餐 점심 점심시간 휴식
    """.split()
)
_BESIDE = frozenset(
    """
    a an and at by day during end for from in of on or our sponsored sponsor the to until with you
    morning midday noon afternoon evening night late early short long quick group
    badge pick-up pickup conference social speaker speakers gala reception penguin
    welcome closed closes open opens opening opened desk area foyer hall hallway room rooms served
    time food drinks snacks snack drink cake cakes fika lunches discussion networking
    poster posters free min mins minutes minute am pm hour hours own all grab your provided
    vegetarian
    et des du de la le les à midi congressistes participants und der die das mit im
    e y del con para
    in check out up photo bar
    monday tuesday wednesday thursday friday saturday sunday
    """.split()
)
_WHOLE = re.compile(
    r"(?:doors?(?: are)? open(?:ing|s)?|free time|room change(?:over)?|change ?over|day trip|"
    r"venue (?:opens?|closes?)|welcome reception|clean[ -]?up|check ?in|meal|meals|mealtime|"
    r"break ?time|pause[nr]?)"
)
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_HEADING = re.compile(r"^[^:]{1,30}:\s+(?=\S)")

_OFF = r"(?:cancell?ed|abgesagt|entf[aä]llt|annul[ée]+e?s?|annullato|cancelad[oa]|anulad[oa])"
_LATER = r"(?:postponed|verschoben|report[ée]e?|rinviato|aplazad[oa])"
_MOVED = r"(?:rescheduled|moved)"
_STATES = (("cancelled", _OFF), ("postponed", _LATER), ("rescheduled", _MOVED))
# Each of the words has one of these in it, whatever its case: few titles have any.
_STEMS = (
    "cancel", "abgesagt", "entf", "annul", "anulad", "postponed", "verschoben", "report", "ato",
    "aplazad", "rescheduled", "moved",
)  # fmt: skip
_BEFORE = {
    state: re.compile(
        rf"^\s*(?:[\[(*!]+\s*{word}\s*[\])*!:]+\s*[:–—-]?\s*|{word}\s*:\s+|{word}\s+[–—-]+\s+)(?=\S)",
        re.IGNORECASE,
    )
    for state, word in _STATES
}
_SHOUTED = re.compile(
    r"^\s*(?:CANCELL?ED|ABGESAGT|ENTFÄLLT|ANNUL[ÉE]E?)\s+(?=\S*[^\W\d_]*[a-zà-ÿ])"
)
_AFTER = {
    state: re.compile(rf"(?<=\S)\s*(?:[\[(]\s*(?i:{word})\s*[\])]|[–—-]\s+{word.upper()})\s*$")
    for state, word in _STATES
}

_YEAR = r"(?:19|20)\d\d(?:\s*[/–-]\s*(?:(?:19|20)?\d\d))?"
_EDITION = re.compile(
    rf"(?:\b{_YEAR}\b|(?<=\w)['’]\d\d\b|^\s*\d{{1,3}}(?:\.|st|nd|rd|th|[eè](?:me)?|[ªº])(?=\s)|"
    r"(?<=\s)#?\d{1,3}\s*$|(?<=[^\W\d_]{3})(?:19|20)\d\d\s*$)",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def is_break(title: str, kind: str | None = None) -> bool:
    """Tell whether a slot that nobody gives is a break, a meal or the like.

    Parameters
    ----------
    title, kind
        As the source says them. Only a title (or its part after a heading of a few words, as in
        "Main programme: lunch") made of such words and nothing else counts; a talk about coffee
        stays a talk.

    >>> is_break("Coffee break (30 min)"), is_break("Coffee, a history")
    (True, False)
    """
    if kind and _of_break_words(kind):
        return True
    return _of_break_words(title) or _of_break_words(_HEADING.sub("", title, count=1))


def _of_break_words(text: str) -> bool:
    """Tell whether the text consists of words for breaks."""
    plain = text.casefold().strip(" .!-–*")
    if _WHOLE.fullmatch(plain):
        return True
    words = [word.strip("'’-") for word in _WORD.findall(plain)]
    if not words or len(words) > 8:
        return False
    return any(word in _BREAK for word in words) and all(
        word in _BREAK or word in _BESIDE for word in words
    )


def stated_status(word: str) -> str:
    """Return the status that a field of its own states; "" where it states none, or "as planned".

    >>> stated_status("https://schema.org/EventCancelled"), stated_status("Annulé")
    ('cancelled', 'cancelled')
    >>> stated_status("EventScheduled"), stated_status("")
    ('', '')
    """
    text = word.strip().rpartition("/")[2]
    for state, pattern in _STATES:
        if re.fullmatch(rf"(?:Event)?(?:{pattern})", text, re.IGNORECASE):
            return state
    return ""


def status_and_title(title: str) -> tuple[str, str]:
    """Split off a mark such as "CANCELLED:" or "[abgesagt]".

    Returns
    -------
    tuple
        The status (``confirmed``, ``cancelled``, ``postponed`` or ``rescheduled``) and the title
        without the mark. "Cancelled orders: a history" has no mark: the word must stand alone in
        brackets, before a colon or before a dash, or in capitals before a title that has none.

    >>> status_and_title("[abgesagt] Kräne bei Nacht")
    ('cancelled', 'Kräne bei Nacht')
    """
    folded = title.casefold()
    if not any(stem in folded for stem in _STEMS):
        return "confirmed", title
    for state, _ in _STATES:
        for pattern in (_BEFORE[state], _AFTER[state]):
            clean, found = pattern.subn("", title, count=1)
            if found and clean.strip():
                return state, clean.strip()
    clean, found = _SHOUTED.subn("", title, count=1)
    return ("cancelled", clean) if found else ("confirmed", title)


def series_of(title: str, acronym: str = "") -> str | None:
    """Name the series of an edition: its title without year or number.

    Parameters
    ----------
    title
        As "FOSDEM 2017" or "31. Chaos Communication Congress".
    acronym
        Where the title has no number but the acronym ends in a year ("froscon2013"), the title
        is the name of the series itself.

    Returns
    -------
    str or None
        None when nothing says that the event is one of several.

    >>> series_of("31. Tide Congress"), series_of("TideCon 23"), series_of("TideCon")
    ('Tide Congress', 'TideCon', None)
    """
    name = " ".join(_EDITION.sub(" ", title).split()).strip(" -–—,:/#&'’")
    if not re.search(r"[^\W\d_]{2}", name):
        return None
    if name != " ".join(title.split()):
        return name
    return name if re.search(r"(?:19|20)?\d\d$", acronym) else None
