"""What the command line says of files beside their bytes, and how they are taken from the disk."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path

from hallway.graph.build import Request
from hallway.graph.formats import ReadOptions
from hallway.graph.mapping.folder import ENDING
from hallway.graph.mapping.nodes import MAX_BYTES, decoded
from hallway.graph.reading.bundle import pack
from hallway.graph.reading.limits import ReadingLimits
from hallway.graph.settings import load_settings

__all__ = ["Given", "mapping_text", "site_limits"]


@dataclass(frozen=True, slots=True)
class Given:
    """What is said of every file of a command.

    Attributes
    ----------
    name
        Name of a format; None to tell it from the bytes.
    event, series, zone
        As in `ReadOptions`.
    mapping
        A mapping file for all of them; None to take the one beside each file, if there is one.
    limits
        As the site sets them.
    """

    name: str | None = None
    event: str | None = None
    series: str | None = None
    zone: str | None = None
    mapping: Path | None = None
    limits: ReadingLimits = field(default_factory=ReadingLimits)

    def source(self, path: Path) -> bytes:
        """Return the bytes of a file, or of a folder packed into one.

        Raises
        ------
        SourceError
            The folder is empty or too large.
        """
        return pack(path, self.limits) if path.is_dir() else path.read_bytes()

    def options(self, path: Path) -> ReadOptions:
        """Return how to read a file.

        Raises
        ------
        SourceError
            Its mapping is too large or no text.
        """
        text, file = self._mapping(path)
        return ReadOptions(
            file=path.name,
            event=self.event,
            series=self.series,
            zone=self.zone,
            mapping=text,
            mapping_file=file,
            **asdict(self.limits),
        )

    def request(self, path: Path) -> Request:
        """Return what to build of a file; a folder is one source.

        Raises
        ------
        SourceError
            As of `source` and `options`.
        """
        text, file = self._mapping(path)
        return Request(
            self.source(path),
            path.name,
            self.name,
            self.event,
            self.series,
            self.zone,
            mapping=text,
            mapping_file=file,
        )

    def _mapping(self, path: Path) -> tuple[str | None, str]:
        """Return the text and the name of the mapping; None and "" when there is none."""
        chosen = self.mapping or path.with_name(path.name + ENDING)
        if self.mapping is None and not chosen.is_file():
            return None, ""
        return mapping_text(chosen), chosen.name


def mapping_text(path: Path) -> str:
    """Return the text of a mapping file.

    Raises
    ------
    SourceError
        It is too large, or not UTF-8.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    return decoded(data, path.name)


def site_limits(folder: Path) -> ReadingLimits:
    """Return the limits of reading that a site sets; the defaults where there is no site."""
    return load_settings(folder / "hallway.toml").reading
