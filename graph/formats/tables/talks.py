"""What one row of a table says about a talk or a speaker."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import is_break, status_and_title
from hallway.graph.formats.syntax.yaml_values import truth
from hallway.graph.formats.tables.people import PeopleReader
from hallway.graph.formats.tables.rows import Row, addresses, without_markdown
from hallway.graph.formats.tables.times import Clockwork
from hallway.graph.programme import Recording, Talk
from hallway.graph.reading import languages
from hallway.graph.reading.links import is_recording
from hallway.graph.reading.text import clean, normalised

__all__ = ["TalkReader"]

_OFF = re.compile(r"cancel+ed|abgesagt|annul|entfällt|cancelad", re.IGNORECASE)
_LATER = re.compile(r"postponed|verschoben", re.IGNORECASE)
_NOT_PUBLIC = re.compile(
    r"reject|declin|withdraw|pending|submitted|draft|wait|abgelehnt|zurückgezogen|deleted|spam",
    re.IGNORECASE,
)


class TalkReader:
    """Reads rows one by one and keeps what must not come twice.

    Parameters
    ----------
    rows
        All rows of the table: in which order names are written, the whole column tells.
    """

    def __init__(self, report: Report, clockwork: Clockwork, rows: Sequence[Row] = ()) -> None:
        self._report = report
        self._clockwork = clockwork
        self._keys: dict[tuple[str, str], Row] = {}
        self._people = PeopleReader(report, rows)

    def read(self, row: Row) -> Talk | None:
        """Read one row; None when it is left out, which a notice tells."""
        kind = self._report.line(row.first("kind"), row.where) or None
        shown, _ = without_markdown(row.first("title"))
        status, title = status_and_title(self._report.title(shown, row.where))
        if not title:
            self._report.tell("a row without a title was left out", row.where, level="error")
            return None
        state = row.first("status")
        if not _is_public(state, row):
            self._report.once(
                f"rows with the status {clean(state)[:40]!r} were left out, since they may not be "
                "public",
                row.where,
                level="note",
            )
            return None
        key = self._key(row, title)
        return None if key is None else self._talk(row, key, title, kind, _status(state, status))

    def _talk(self, row: Row, key: str, title: str, kind: str | None, status: str) -> Talk:
        appearances = self._people.read(row)
        when = self._clockwork.when(row)
        abstract, cut = self._report.prose(tuple(row.all("abstract")), row.where)
        url, recordings = self._addresses(row)
        return Talk(
            title,
            key=key,
            subtitle=self._report.title(row.first("subtitle"), row.where),
            kind=kind,
            is_break=not appearances
            and (bool(truth(row.first("break"))) or is_break(title, _words(kind))),
            start=when.start,
            end=when.end,
            minutes=when.minutes,
            room=self._report.line(row.first("room"), row.where) or None,
            track=self._report.title(row.first("track"), row.where) or None,
            languages=self._languages(row),
            abstract=abstract,
            truncated=cut,
            topics=row.labels("topics"),
            audiences=row.labels("audiences"),
            appearances=appearances,
            recordings=recordings,
            slides=tuple(addresses(row, "slides", self._report)),
            links=tuple(addresses(row, "pdf", self._report, "paper or code")),
            url=url,
            status=status,
            no_recording=bool(truth(row.first("no_recording"))),
            where=row.where,
            licence="" if recordings else self._report.line(row.first("licence"), row.where),
        )

    def _key(self, row: Row, title: str) -> str | None:
        """Return the id of a row, or "" when another talk has it; None for a row told twice."""
        key = self._report.line(row.first("id"), row.where)
        if not key:
            return ""
        place = (normalised(row.first("event")), key)
        earlier = self._keys.setdefault(place, row)
        if earlier is row:
            return key
        if earlier.cells == row.cells:
            self._report.tell(f"the row repeats {earlier.where}", row.where, level="note")
            return None
        if normalised(earlier.first("title")) == normalised(row.first("title")):
            return key  # another time or another person of that talk
        self._report.tell(
            f"the id {key[:60]!r} is that of {earlier.where} as well; it was left out here",
            row.where,
            "give each talk an id of its own",
        )
        return ""

    def _languages(self, row: Row) -> tuple[str, ...]:
        text = row.first("language")
        found = languages.tag(text)
        if text and not found:
            self._report.once(f"the language {clean(text)[:40]!r} is not known", row.where)
        return found

    def _addresses(self, row: Row) -> tuple[str | None, tuple[Recording, ...]]:
        """Tell the page of the talk from its recordings, in whatever column they stand."""
        pages = addresses(row, "url", self._report)
        _, page = without_markdown(row.first("title"))
        if page and (link := self._report.link(page, "", row.where)):
            pages.append(link)
        videos = addresses(row, "recordings", self._report)
        videos += [link for link in pages if is_recording(link.url) and link not in videos]
        pages = [link for link in pages if not is_recording(link.url)]
        licence = self._report.line(row.first("licence"), row.where)
        recordings = tuple(Recording(link.url, licence=licence) for link in videos)
        return pages[0].url if pages else None, recordings


def _is_public(state: str, row: Row) -> bool:
    """Tell whether a state is public, as a mapping says or by its words."""
    stated = row.given.public if row.given else None
    return not (state and _NOT_PUBLIC.search(state)) if stated is None else stated


def _status(state: str, of_title: str) -> str:
    if _OFF.search(state):
        return "cancelled"
    return "postponed" if _LATER.search(state) else of_title


def _words(kind: str | None) -> str | None:
    """Take "MealEvent" for "meal"."""
    if not kind:
        return None
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind)
    return re.sub(r"\s*\bevent$", "", spaced, flags=re.IGNORECASE) or None
