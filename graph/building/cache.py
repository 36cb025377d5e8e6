"""What builds remember to save work: results of pure functions, by a digest of what they are of.

Everything here can be deleted at any time, and what is damaged counts as not there: it is then
worked out again. Whatever is read back is JSON that was written for the very same inputs by the
very same version, see `hallway.graph.building.fingerprints.program`.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

__all__ = ["Cache", "Memo", "digest_of", "text_digest"]

DIGITS = 32  # hexadecimal digits of a key


def digest_of(*parts: object) -> str:
    """Return a key for JSON values: equal values give equal keys."""
    text = json.dumps(parts, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:DIGITS]


def text_digest(*texts: str) -> str:
    """Return a digest of texts in order."""
    whole = "\x1d".join(texts)
    return blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class Memo:
    """Many small results in one file.

    Parameters
    ----------
    path
        The file: a line with version and digest, then lines ``key TAB value``. None for one that
        remembers for as long as it lives.
    version
        What the results depend on besides their keys; a file of another version counts as none.
    """

    def __init__(self, path: Path | None, version: str) -> None:
        self._path = path
        self._version = version
        self._known = _lines(path, version) if path is not None else {}
        self._used: dict[str, bytes] = {}
        self._fresh = 0

    def get(self, key: str) -> Any:
        """Return the result for a key; None when there is none."""
        text = self._used.get(key)
        if text is None:
            text = self._known.get(key)
            if text is None:
                return None
            self._used[key] = text
        return _value(text)

    def keep(self, keys: Iterable[str]) -> None:
        """Remember results for the next build though nobody asks for them in this one."""
        known = self._known
        self._used.update((key, known[key]) for key in keys if key in known)

    def put(self, key: str, value: object) -> None:
        """Remember a result: a JSON value that is not None."""
        self._used[key] = _json(value)
        self._fresh += 1

    def save(self) -> None:
        """Write what was asked for or put since the file was read; the rest is forgotten."""
        if self._path is None or not (self._fresh or len(self._used) != len(self._known)):
            return
        body = b"".join(
            b"%s\t%s\n" % (key.encode("utf-8", "surrogatepass"), text)
            for key, text in self._used.items()
            if "\t" not in key and "\n" not in key
        )
        _write(self._path, self._version, body)


class Cache:
    """A folder of such files, and of larger results with a file each.

    Parameters
    ----------
    folder
        None for one that forgets.
    version
        See `Memo`.
    """

    def __init__(self, folder: Path | None, version: str) -> None:
        self._folder = folder
        self._version = version
        self._memos: dict[str, Memo] = {}
        self._used: dict[str, set[str]] = {}

    def memo(self, name: str) -> Memo:
        """Return the memo with a name."""
        if name not in self._memos:
            path = self._folder / f"{name}.memo" if self._folder else None
            self._memos[name] = Memo(path, self._version)
        return self._memos[name]

    def get(self, kind: str, key: str) -> Any:
        """Return a large result; None when there is none."""
        if self._folder is None:
            return None
        body = _read(self._folder / kind / key, self._version)
        used = self._used.setdefault(kind, set())
        if body is None:
            return None
        used.add(key)
        return _value(body)

    def put(self, kind: str, key: str, value: object) -> None:
        """Remember a large result: a JSON value that is not None."""
        if self._folder is not None:
            self._used.setdefault(kind, set()).add(key)
            _write(self._folder / kind / key, self._version, _json(value))

    def save(self) -> None:
        """Write the memos, and remove the large results that nothing asked for or put.

        Memos that have a file are let go of; who asks for one again gets it as it was written.
        """
        for memo in self._memos.values():
            memo.save()
        if self._folder is not None:
            self._memos.clear()
        for kind, used in self._used.items():
            if self._folder is not None:
                _keep(self._folder / kind, used)


def _json(value: object) -> bytes:
    """Write a value; half a surrogate pair, and a number of many digits, take the longer way."""
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return text.encode("utf-8", "surrogatepass")


def _value(text: bytes) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return json.loads(text.decode("utf-8", "surrogatepass"))


def _lines(path: Path, version: str) -> dict[str, bytes]:
    body = _read(path, version)
    if not body:
        return {}
    pairs = (line.split(b"\t", 1) for line in body[:-1].split(b"\n"))
    return {key.decode("utf-8", "surrogatepass"): value for key, value in pairs}


def _read(path: Path, version: str) -> bytes | None:
    """Read a file that `_write` wrote whole and for this version; None for any other."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    whole = head == f"{version} {hashlib.sha256(body).hexdigest()}".encode()
    return body if whole else None


def _write(path: Path, version: str, body: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    waiting = path.with_name(f"{path.name}.{os.getpid()}.new")
    with open(waiting, "wb") as file:
        file.write(f"{version} {hashlib.sha256(body).hexdigest()}\n".encode())
        file.write(body)
    os.replace(waiting, path)


def _keep(folder: Path, names: Iterable[str]) -> None:
    if folder.is_dir():
        kept = set(names)
        for path in folder.iterdir():
            if path.name not in kept:
                path.unlink()
