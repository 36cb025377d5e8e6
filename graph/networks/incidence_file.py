"""The incidence of a generation as a file beside its store, so that no reader has to count anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import orjson

from hallway.graph.errors import SiteError
from hallway.graph.networks.incidence import Incidence, make_incidence

__all__ = ["FILE_NAME", "load_incidence", "write_incidence"]

FILE_NAME = "network.npz"
VERSION = 1
COLUMNS = ("years", "talk", "thing", "confidence", "derived")
NAMES = ("iris", "labels", "bounds", "talks", "titles", "broader")


def write_incidence(incidence: Incidence, path: Path) -> None:
    """Write an incidence; equal ones give equal bytes.

    Parameters
    ----------
    path
        Usually ``FILE_NAME`` in the folder of a generation that is being built.
    """
    names = {name: getattr(incidence, name) for name in NAMES} | {"version": VERSION}
    text = orjson.dumps(names)
    columns = {name: getattr(incidence, name) for name in COLUMNS}
    with open(path, "wb") as file:
        np.savez(file, allow_pickle=False, names=np.frombuffer(text, dtype=np.uint8), **columns)


def load_incidence(path: Path) -> Incidence:
    """Read what `write_incidence` wrote.

    Raises
    ------
    SiteError
        The file is damaged or of another version.
    FileNotFoundError
        There is none.
    """
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as held:
            names: dict[str, Any] = orjson.loads(held["names"].tobytes())
            columns = {name: held[name] for name in COLUMNS}
    except (BadZipFile, EOFError, KeyError, OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise SiteError(
            "the table of the network cannot be read",
            where=str(path),
            remedy="build the site again",
        ) from error
    if names.pop("version") != VERSION:
        raise SiteError(
            "the table of the network is of another version",
            where=str(path),
            remedy="build the site again",
        )
    names["bounds"] = {kind: (first, stop) for kind, (first, stop) in names["bounds"].items()}
    names["broader"] = [(narrow, broad) for narrow, broad in names["broader"]]
    return make_incidence(**names, **columns)
