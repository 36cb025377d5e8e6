"""What a reader gathers on its way: cleaned texts, checked addresses, and every notice of both."""

from __future__ import annotations

import re
from dataclasses import replace

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.programme import Link, Notice
from hallway.graph.reading import links, text
from hallway.graph.reading.limits import ReadingLimits

__all__ = ["Report"]

# UTF-8 read as Latin-1: a lead byte before bytes of which one is a control no text would hold.
_TWICE = re.compile(r"[\xc2-\xf4](?=[\x80-\xbf]{0,2}[\x80-\x9f])[\x80-\xbf]{1,3}")


class Report:
    """Cleans what a source says and keeps the notices, in the order of the source.

    Parameters
    ----------
    options
        Limits, and the name of the file for errors.

    Attributes
    ----------
    notices
        Everything left out, repaired or doubted so far.
    limits
        The limits of the options.
    """

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self.limits: ReadingLimits = options
        self._once: dict[str, int] = {}
        self.notices: list[Notice] = []

    def tell(self, what: str, where: str = "", remedy: str = "", level: str = "warning") -> None:
        """Add a notice."""
        self.notices.append(Notice(what, where, remedy, level))

    def once(self, what: str, where: str = "", remedy: str = "", level: str = "warning") -> None:
        """Add a notice, or count it when the same words were told before: one line for a file."""
        at = self._once.setdefault(what, len(self.notices))
        if at == len(self.notices):
            self.tell(what, where, remedy, level)
        else:
            told = self.notices[at]
            self.notices[at] = replace(told, count=told.count + 1)

    def count(self, records: int) -> None:
        """Check the number of talks and breaks.

        Raises
        ------
        SourceError
            There are more than `ReadOptions.max_records`.
        """
        if records > self._options.max_records:
            raise SourceError(
                f"there are {records:,} entries, more than max_records = "
                f"{self._options.max_records:,}",
                where=self._options.file,
                remedy="raise max_records in hallway.toml if you trust the file",
            )

    def line(self, raw: str, where: str) -> str:
        """Clean a name or another text of one line."""
        return text.clean(self._checked(raw, where)) if raw else ""

    def title(self, raw: str, where: str) -> str:
        """Clean a title: plain text, entities undone."""
        return text.plain_title(self._checked(raw, where)) if raw else ""

    def prose(
        self, parts: tuple[str, ...], where: str, *, ellipsis_cuts: bool = True
    ) -> tuple[str, bool]:
        """Turn an abstract and a description into readable text.

        Parameters
        ----------
        parts
            In the order in which they are read; empty ones are left out.
        ellipsis_cuts
            Whether an ellipsis at the end tells that the source cut the text. Where writers and
            not programs put it there ("and much more…") it tells nothing.

        Returns
        -------
        tuple
            Paragraphs separated by a line break, a part that another one repeats left out; and
            whether the text is cut.
        """
        read: list[str] = []
        cut = False
        for raw in parts:
            if not raw or not raw.strip():
                continue
            cut = cut or len(raw) > self._options.max_field
            part = text.plain(self._checked(raw, where))
            if part and not any(part in other for other in read):
                read = [other for other in read if other not in part] + [part]
        cut = cut or (ellipsis_cuts and bool(read) and text.truncated(read[-1]))
        return "\n".join(read), cut

    def link(self, address: str, label: str, where: str, base: str = "") -> Link | None:
        """Check an address; one that cannot be repaired is told and left out."""
        address = self._checked(address, where).strip()
        if not address:
            return None
        iri, doubt = links.address(address, base or None)
        if doubt:
            self.tell(doubt, where, level="note" if iri else "warning")
        return Link(iri, text.clean(label)) if iri else None

    def _checked(self, raw: str, where: str) -> str:
        """Cut what is too long and tell of characters that cannot be kept."""
        if len(raw) <= self._options.max_field and text.harmless(raw):
            return raw
        if len(raw) > self._options.max_field:
            self.tell(
                f"a text of {len(raw):,} characters was cut to max_field = "
                f"{self._options.max_field:,}",
                where,
                "raise max_field in hallway.toml to keep it whole",
            )
            raw = raw[: self._options.max_field]
        if _TWICE.search(raw):
            raw = _TWICE.sub(_decoded_once, raw)
            self.tell(
                f"UTF-8 that was encoded twice was repaired in {text.clean(raw)[:60]!r}",
                where,
                level="note",
            )
        if text.control_characters(raw):
            shown = sorted({f"U+{ord(one):04X}" for one in raw if text.control_characters(one)})
            self.tell(
                f"control character {', '.join(shown[:5])} removed or replaced in "
                f"{text.clean(raw)[:60]!r}",
                where,
            )
        return raw


def _decoded_once(found: re.Match[str]) -> str:
    try:
        return found[0].encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return found[0]
