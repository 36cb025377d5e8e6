"""One module a format; this one finds them and tells which of them a file is in.

Every module here is a format and bears its ``FORMAT``; what formats of one family share lies in
the packages beside them. A format is registered under the entry point group ``hallway.formats``;
the entry point names a `Format`. Recognition looks at the bytes, never at the name of the file.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points

from hallway.graph.errors import SourceError
from hallway.graph.formats.common.wording import status_and_title
from hallway.graph.programme import Event, Programme
from hallway.graph.reading import bundle
from hallway.graph.reading.charsets import as_utf8
from hallway.graph.reading.contacts import without_contacts
from hallway.graph.reading.limits import ReadingLimits

__all__ = ["Format", "ReadOptions", "formats", "read", "recognise"]

HEAD_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions(ReadingLimits):
    """What the caller knows that the file may not say, beside the limits of reading.

    Attributes
    ----------
    file
        Name shown in messages; never used to tell the format.
    event, series
        Names for a file that names no event or series itself (a table of talks).
    zone
        IANA name of the zone of times without one; None leaves them local.
    mapping
        Text of a mapping file, which says what the columns or paths of a table or a JSON document
        hold; None to tell it from their names.
    mapping_file
        Name of the mapping file, for errors; empty when it came without one.
    """

    file: str = "<input>"
    event: str | None = None
    series: str | None = None
    zone: str | None = None
    mapping: str | None = None
    mapping_file: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A reader.

    Attributes
    ----------
    name
        Short name, as in ``--format frab-xml``.
    title
        What people call it.
    recognises
        Takes the first `HEAD_BYTES` bytes (byte order mark and leading blanks removed) and the
        whole file; returns one line that says by what the format was told, or "" for no.
    read
        Takes the whole file and the options; raises `SourceError` when nothing can be read,
        anything less is a notice.
    order
        Formats with a lower order are asked first; tables, which nearly any text resembles, last.
    """

    name: str
    title: str
    recognises: Callable[[bytes, bytes], str]
    read: Callable[[bytes, ReadOptions], Programme]
    order: int = 50


@cache
def formats() -> dict[str, Format]:
    """Return every registered format by name, in the order they are asked."""
    found: list[Format] = []
    for point in entry_points(group="hallway.formats"):
        try:
            found.append(point.load())
        except (ImportError, AttributeError) as error:
            # Somebody's format whose package is half there takes no other away.
            warnings.warn(f"the format {point.name} is left out: {error}", stacklevel=2)
    return {one.name: one for one in sorted(found, key=lambda one: (one.order, one.name))}


def recognise(
    data: bytes, file: str = "<input>", limits: ReadingLimits = bundle.USUAL
) -> list[tuple[Format, str]]:
    """Tell which formats a file may be in.

    Returns
    -------
    list
        (format, reason) pairs of the lowest order that recognises the file; empty for none.

    Raises
    ------
    SourceError
        It is a zip that says it unpacks to more than the limits; no reader is asked.
    """
    bundle.check(data, file, limits)
    data = as_utf8(data)
    head = data[:HEAD_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    hits: list[tuple[Format, str]] = []
    for one in formats().values():
        if hits and one.order > hits[0][0].order:
            break
        if reason := one.recognises(head, data):
            hits.append((one, reason))
    return hits


def read(data: bytes, options: ReadOptions, name: str | None = None) -> Programme:
    """Read one file; what it says of how to reach people by mail or telephone stays in it.

    Parameters
    ----------
    data
        The whole file.
    options
        See `ReadOptions`.
    name
        Name of a format; None to tell it from the bytes.

    Raises
    ------
    SourceError
        The file is too large or empty, its format is unknown or could be several, or nothing in
        it can be read.
    """
    programme = without_contacts(_read(data, options, name))
    return replace(programme, events=tuple(map(_marked, programme.events)))


def _marked(event: Event) -> Event:
    """Take a mark such as "(cancelled)" out of the name of an event, for its status."""
    status, name = status_and_title(event.name)
    if status == "confirmed" or not name:
        return event
    return replace(event, name=name, status=event.status if event.status != "confirmed" else status)


def _read(data: bytes, options: ReadOptions, name: str | None, depth: int = 0) -> Programme:
    if len(data) > options.max_bytes:
        raise SourceError(
            f"the file has {len(data):,} bytes, more than max_bytes = {options.max_bytes:,}",
            where=options.file,
            remedy="raise max_bytes in hallway.toml if you trust the file",
        )
    if not data.strip():
        raise SourceError("the file is empty", where=options.file, remedy="check how it was saved")
    data = as_utf8(data)
    if options.mapping is not None:
        from hallway.graph.mapping.reading import read_mapped  # it reads through this module

        return read_mapped(data, options, name)
    if data.startswith(bundle.SIGNATURE) and name in (None, "mapped"):
        from hallway.graph.mapping.folder import mapped_files, read_folder

        if mapped_files(data):
            return read_folder(data, options)
    if name is not None:
        if name not in formats():
            raise SourceError(
                f"there is no format {name!r}",
                where=options.file,
                remedy="the formats are " + ", ".join(formats()),
            )
        chosen = formats()[name]
        inner = None if chosen.recognises(data[:HEAD_BYTES], data) else _inner(data, options, depth)
        return _read(*inner, name, depth + 1) if inner else chosen.read(data, options)
    hits = recognise(data, options.file, options)
    if not hits and (inner := _inner(data, options, depth)):
        return _read(*inner, name, depth + 1)
    if len(hits) != 1:
        names = ", ".join(f"{one.name} ({reason})" for one, reason in hits)
        raise SourceError(
            f"it could be several formats: {names}" if hits else "the format is not recognised",
            where=options.file,
            remedy="unpack it, and give each of its files by itself"
            if not hits and bundle.is_bundle(data)
            else "name one with --format: " + ", ".join(formats()),
        )
    return hits[0][0].read(data, options)


def _inner(data: bytes, options: ReadOptions, depth: int) -> tuple[bytes, ReadOptions] | None:
    """Return the only file of a zip, which was packed for the way; None for anything else."""
    alone = bundle.only(data, options.file, options)
    if alone is None:
        return None
    name, packed = alone
    if depth >= options.max_zip_depth:
        raise SourceError(
            f"zips lie in one another, deeper than max_zip_depth = {options.max_zip_depth}",
            where=options.file,
            remedy="unpack it, or raise max_zip_depth in hallway.toml if you trust it",
        )
    return packed, replace(options, file=name)
