"""Who asked to be forgotten: a list that holds no name, only keyed hashes of what leads to one.

The list is the file ``forgotten`` of a site. Whoever has the file and guesses a name can test the
guess; whoever only has the published site cannot.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from hallway.graph.errors import SiteError

__all__ = ["FILE", "Forgotten", "ForgottenList", "Hasher", "load_forgotten", "save_forgotten"]

FILE = "forgotten"
HASH_DIGITS = 32
MARK_BITS = 13
"""Bits of the hash of a single word: enough to pass over nearly all texts, too few to tell which
word it was among all there are."""

Scopes = tuple[str, ...]
"""Hashes of the events, series or talks that a name is forgotten in; empty for everywhere."""


class Hasher:
    """Hashes texts with the key of one site."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def __call__(self, kind: str, *parts: str) -> str:
        """Return the hash of a text of a kind; equal texts of two kinds have two."""
        text = "\x1f".join((kind, *parts)).encode("utf-8", "surrogatepass")
        return hmac.digest(self.key, text, "sha256").hex()[:HASH_DIGITS]

    def mark(self, word: str) -> int:
        """Return a short number of a word; of a million words about a hundred share it."""
        return int(self("mark", word)[:8], 16) % (1 << MARK_BITS)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """One person who asked to be forgotten. All texts but `date` and `why` are hashes.

    Attributes
    ----------
    number
        From 1, never given twice.
    date
        The day of the request, ISO 8601.
    why
        What the operator noted; the name is taken out of it.
    names
        Hash of the words of each name -> where it is theirs.
    texts
        Hash of words that are replaced in running text -> where.
    links, ids
        Profiles, and ids inside one source.
    keys
        Person keys that linking may give to nobody else.
    addresses
        Addresses that answer 410 and are never given again.
    marks
        Of every word of the `texts` of several words, see `Hasher.mark`.
    longest
        Most words that one name has.
    """

    number: int
    date: str
    why: str = ""
    names: Mapping[str, Scopes] = field(default_factory=dict)
    texts: Mapping[str, Scopes] = field(default_factory=dict)
    links: Scopes = ()
    ids: Scopes = ()
    keys: Scopes = ()
    addresses: Scopes = ()
    marks: tuple[int, ...] = ()
    longest: int = 1


@dataclass(frozen=True, slots=True)
class ForgottenList:
    """Everybody who asked a site to forget them.

    Attributes
    ----------
    key
        Secret key of the hashes, made when the first person asks.
    people
        In the order of their numbers.
    next_number
        What the next person gets.
    """

    key: bytes = b""
    people: tuple[Forgotten, ...] = ()
    next_number: int = 1

    def __bool__(self) -> bool:
        """Whether anybody asked."""
        return bool(self.people)

    @property
    def hashed(self) -> Hasher:
        """What hashes texts with the list's key."""
        return Hasher(self.key)

    @property
    def digest(self) -> str:
        """A hash of the whole list; empty for an empty one."""
        if not self.people:
            return ""
        return hashlib.sha256(_written(self)).hexdigest()

    def hides(self, kind: str, slug: str) -> bool:
        """Tell whether an address led to somebody who asked to be forgotten."""
        if not self.people:
            return False
        wanted = self.hashed("address", kind, slug)
        return any(wanted in one.addresses for one in self.people)

    def reserves(self, key: str) -> bool:
        """Tell whether a person key was somebody's who asked to be forgotten."""
        if not self.people:
            return False
        wanted = self.hashed("key", key)
        return any(wanted in one.keys for one in self.people)

    def started(self) -> ForgottenList:
        """Return the list with a key: itself when it has one."""
        return self if self.key else replace(self, key=secrets.token_bytes(32))

    def with_person(self, person: Forgotten) -> ForgottenList:
        """Return the list with one more person."""
        number = max(self.next_number, person.number + 1)
        return replace(self, people=(*self.people, person), next_number=number)

    def without(self, number: int) -> ForgottenList:
        """Return the list without the person of a number."""
        return replace(self, people=tuple(one for one in self.people if one.number != number))


def load_forgotten(folder: Path) -> ForgottenList:
    """Return the list of a site's folder; an empty one when there is no file.

    Raises
    ------
    SiteError
        The file is damaged. Nothing is built then, so that nobody comes back by accident.
    """
    path = folder / FILE
    try:
        held = json.loads(path.read_text("utf-8"))
        people = tuple(_person(one) for one in held["people"])
        return ForgottenList(bytes.fromhex(held["key"]), people, int(held["next"]))
    except FileNotFoundError:
        return ForgottenList()
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise SiteError(
            f"this is not a list of who asked to be forgotten: {error!r}",
            where=str(path),
            remedy="restore the file from a copy; without it people would come back",
        ) from error


def _person(fields: Mapping[str, Any]) -> Forgotten:
    whole = dict(fields)
    for name in ("names", "texts"):
        whole[name] = {one: tuple(scopes) for one, scopes in whole[name].items()}
    for name in ("links", "ids", "keys", "addresses", "marks"):
        whole[name] = tuple(whole[name])
    return Forgotten(**whole)


def _written(held: ForgottenList) -> bytes:
    people: Iterable[dict[str, Any]] = (asdict(one) for one in held.people)
    content = {"key": held.key.hex(), "next": held.next_number, "people": list(people)}
    return json.dumps(content, indent=1, sort_keys=True).encode("utf-8") + b"\n"


def save_forgotten(folder: Path, held: ForgottenList) -> None:
    """Replace the list at once and for good; only the operator can read it."""
    folder.mkdir(parents=True, exist_ok=True)
    waiting = folder / f"{FILE}.{os.getpid()}.new"
    waiting.unlink(missing_ok=True)
    with os.fdopen(os.open(waiting, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(_written(held))
        file.flush()
        os.fsync(file.fileno())
    os.replace(waiting, folder / FILE)
