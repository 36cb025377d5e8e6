"""Folders and zips in which mapping files lie beside the files they describe."""

from __future__ import annotations

from dataclasses import replace

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.spreadsheet import joined
from hallway.graph.mapping.beside import Folder
from hallway.graph.mapping.nodes import decoded
from hallway.graph.mapping.reading import read_mapped
from hallway.graph.programme import Event, Notice, Programme
from hallway.graph.reading import bundle

__all__ = ["ENDING", "NAME", "mapped_files", "read_folder"]

NAME = "mapped"
ENDING = ".mapping.yaml"
"""What is added to the name of a file for the mapping that lies beside it."""


def mapped_files(data: bytes) -> list[str]:
    """Name the files of a zip that have a mapping beside them; empty for anything else."""
    names = set(bundle.names(data))
    return sorted(name for name in names if name + ENDING in names)


def read_folder(data: bytes, options: ReadOptions) -> Programme:
    """Read every file that has a mapping; what they say of one event is one event.

    Raises
    ------
    SourceError
        The zip goes past a limit, or none of the files can be read.
    """
    files = bundle.files(data, options.file, options)
    folder = Folder(files)
    events: list[Event] = []
    notices: list[Notice] = []
    failure: SourceError | None = None
    read = []
    for name in mapped_files(data):
        beside = name + ENDING
        try:
            mapping = decoded(files[beside], beside)
            known = replace(options, file=name, mapping=mapping, mapping_file=beside)
            programme = read_mapped(files[name], known, folder=folder)
        except SourceError as error:
            failure = failure or error
            notices.append(Notice(error.what, error.where, error.remedy, "error"))
            continue
        read.append(name)
        events += [_placed(event, name) for event in programme.events]
        notices += [replace(one, where=_where(name, one.where)) for one in programme.notices]
    if not read:
        raise failure or SourceError("no file in it has a mapping", where=options.file)
    known_names = {*read, *folder.opened}
    others = sorted(name for name in files if name not in known_names and not name.endswith(ENDING))
    if others:
        shown = ", ".join(map(repr, others[:10]))
        notices.append(Notice(f"files without a mapping were left out: {shown}", level="note"))
    told = f"a folder with mappings for {', '.join(read)}"
    return Programme(NAME, joined(events), tuple(notices), told)


def _placed(event: Event, name: str) -> Event:
    talks = (replace(talk, where=_where(name, talk.where)) for talk in event.talks)
    return replace(event, where=_where(name, event.where), talks=tuple(talks))


def _where(name: str, place: str) -> str:
    return f"{name}, {place}" if place else name
