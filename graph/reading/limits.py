"""The limits of reading one source, each with its unit and default."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ReadingLimits"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingLimits:
    """Bounds on one source.

    Attributes
    ----------
    max_bytes
        Largest file, in bytes.
    max_unpacked_bytes
        Most that a zip, a gzip or a workbook unpacks to, in bytes; also the largest folder.
    max_unpacked_ratio
        How many times its own size a packed file may unpack to; text rarely passes 20.
    max_files
        Most files of a folder or a zip.
    max_zip_depth
        How deep a zip that holds a single file may lie in another such zip.
    max_depth
        Deepest nesting of JSON, YAML and XML, in levels.
    max_values
        Most values of a YAML document, its aliases unfolded.
    max_cells
        Largest sheet of a workbook, in cells from its first filled one to its last.
    max_line
        Longest line of a file that is read line by line, in bytes.
    max_records
        Most talks and breaks of one source.
    max_slots
        Most slots of one talk; a calendar entry may repeat without an end.
    max_repeats
        Most dates that the repeating entries of one calendar are unfolded to.
    max_field
        Longest text of one field, in characters; longer ones are cut with a notice.
    """

    max_bytes: int = 100 * 1024 * 1024
    max_unpacked_bytes: int = 500 * 1024 * 1024
    max_unpacked_ratio: int = 200
    max_files: int = 50_000
    max_zip_depth: int = 3
    max_depth: int = 100
    max_values: int = 1_000_000
    max_cells: int = 5_000_000
    max_line: int = 16 * 1024 * 1024
    max_records: int = 500_000
    max_slots: int = 366
    max_repeats: int = 50_000
    max_field: int = 200_000
