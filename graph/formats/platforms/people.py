"""Who speaks, in the export of a platform: one account is one person, with an employer perhaps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.frab.people import Cell, People
from hallway.graph.programme import Appearance
from hallway.graph.reading.name_words import belonging, is_nobody
from hallway.graph.reading.text import clean

__all__ = ["Platform", "Speaker", "employer"]

_AT = re.compile(r"(?:^|\s)(@\s*|(?:at|bei|chez)\s+)([^,;|/•·()\n]+)")
_LONG = 1000  # characters; what is longer is no name, and one name may be told in every session
_LINE = 300  # characters of a line about somebody; more is a biography
_LINKS = 20
_MOST = 80  # characters of the name of an organization; what is longer is prose


@dataclass(frozen=True, slots=True)
class Speaker:
    """An account of a platform.

    Attributes
    ----------
    links
        (address, label) pairs of profiles.
    """

    name: str
    id: str = ""
    role: str = "speaker"
    affiliation: str = ""
    links: tuple[tuple[str, str], ...] = ()


class Platform:
    """Reads the speakers of one file; which of their ids are trusted is decided in `People`.

    Parameters
    ----------
    groups
        The speakers of each session, in the order of the source.
    report
        Takes the notices.
    """

    def __init__(self, groups: Sequence[Sequence[Speaker]], report: Report) -> None:
        self._report = report
        # The row of two tells that a cell never holds several people: an account is one person.
        rows = [*([_cell(one) for one in group] for group in groups), [Cell(""), Cell("")]]
        self._people = People(rows, report)
        self._known: dict[Speaker, tuple[Appearance, ...]] = {}

    def of(self, speakers: Sequence[Speaker], where: str) -> tuple[Appearance, ...]:
        """Return the people of one session in its order, nobody twice in one role."""
        found: dict[tuple[str, str | None, str], Appearance] = {}
        for speaker in speakers:
            if speaker not in self._known:
                self._known[speaker] = self._read(speaker, where)
            for one in self._known[speaker]:
                found.setdefault((one.person.name, one.person.id, one.role), one)
        return tuple(found.values())

    def _read(self, speaker: Speaker, where: str) -> tuple[Appearance, ...]:
        """Read an account: nobody, or one person."""
        found = self._people.of([_cell(speaker)], where)
        affiliation = self._report.title(speaker.affiliation[:_LONG], where)
        if not affiliation or is_nobody(affiliation):
            return found
        return tuple(replace(one, affiliation=affiliation) for one in found)


@lru_cache(maxsize=10_000)
def employer(line: str) -> str:
    """Read the employer in a line that says what somebody does.

    Returns
    -------
    str
        "Microsoft" of "Developer @ Microsoft" or "Lead at Microsoft, Cloud Engineer"; "" when
        nothing says so beyond doubt ("artist at heart", "@handle").
    """
    line = clean(line[:_LINE])
    if line.startswith("@"):
        return ""
    for mark, name in _AT.findall(line)[:3]:
        name = re.split(r"\s(?:[-–—&]|and|und|et)\s", name.strip(), maxsplit=1)[0].strip(" .")
        told = mark.startswith("@") or not name[:1].islower()
        if name and len(name) <= _MOST and (told or belonging(line)):
            return name
    return ""


def _cell(speaker: Speaker) -> Cell:
    links = tuple((url, label[:_LONG]) for url, label in speaker.links[:_LINKS])
    return Cell(speaker.name[:_LONG], speaker.id[:_LONG], speaker.role, links)
