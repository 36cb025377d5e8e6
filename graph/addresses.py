"""Mints every IRI, and remembers in the ledger which slug was given to what.

A thing is ``{base}id/{kind}/{slug}``, its document ``{base}{kind}/{slug}``. A slug is readable,
made once from a text, bound for ever to a stable key, and never given to another key.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from anyascii import anyascii
from pyoxigraph import NamedNode

from hallway.graph.errors import SiteError
from hallway.graph.suppression.forgotten import ForgottenList

__all__ = ["Addresses", "Ledger", "appearance_of", "plain_key", "slug"]

SLUG_LENGTH = 64
SPOKEN = {"#": " sharp ", "+": " plus ", "&": " and ", "@": " at ", "%": " percent "}


def slug(text: str) -> str:
    """Make a readable path segment of a text.

    Latin letters lose their accents and case, letters of other scripts stay with their marks,
    apostrophes and marks that choose a variant of a character go, everything else becomes a hyphen.
    Empty when the text has neither letters nor digits.

    >>> slug("Kräne & Kähne: C++")
    'krane-and-kahne-c-plus-plus'
    >>> slug("佐藤 光")
    '佐藤-光'
    >>> slug("🦀")
    ''
    """
    out: list[str] = []
    for char in unicodedata.normalize("NFKC", text):
        if char in "'’" or unicodedata.name(char, "").startswith("VARIATION SELECTOR"):
            continue
        if char in SPOKEN:
            out.append(SPOKEN[char])
        elif char.isascii():
            out.append(char.lower() if char.isalnum() else "-")
        elif unicodedata.name(char, "").startswith("LATIN"):
            out.append(re.sub(r"[^a-z0-9]", "", anyascii(char).lower()))
        else:
            category = unicodedata.category(char)[0]
            out.append(unicodedata.normalize("NFC", char).lower() if category in "LMN" else "-")
    whole = re.sub(r"[\s-]+", "-", unicodedata.normalize("NFC", "".join(out))).strip("-")
    if len(whole) <= SLUG_LENGTH:
        return whole
    cut = whole[:SLUG_LENGTH]
    return (cut.rsplit("-", 1)[0] if "-" in cut[SLUG_LENGTH // 2 :] else cut).strip("-")


def digest(text: str, length: int = 6) -> str:
    """Return the first hexadecimal digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def appearance_of(given: str) -> tuple[str, str, str] | None:
    """Take the slug of an appearance apart.

    Returns
    -------
    tuple[str, str, str] or None
        Kind and slug of the owner, and slug of the person; None when it is of no appearance.

    >>> appearance_of("stop-writing-tests--ann-lee")
    ('talk', 'stop-writing-tests', 'ann-lee')
    >>> appearance_of("event---harbour-conf-2026--ann-lee--2")
    ('event', 'harbour-conf-2026', 'ann-lee')
    """
    kind, mark, rest = given.rpartition("---")
    parts = rest.split("--")
    if len(parts) not in (2, 3) or not all(parts):
        return None
    return (kind if mark else "talk", parts[0], parts[1])


def plain_key(key: str) -> str:
    """Return a key as it stands in the ledger, whose lines have no other blanks than spaces."""
    return re.sub(r"\s+", " ", key)


class Ledger:
    """Slugs ever given: (kind, key) -> slug, kept as lines ``kind TAB key TAB slug``.

    Lines are only ever appended, but for those of people who asked to be forgotten (see
    `replace`). A last line without its end, which a crash may leave, was never published and is
    dropped.

    Parameters
    ----------
    path
        The file; None for a ledger in memory.
    forgotten
        Whose addresses and keys are given to nobody else.
    """

    def __init__(self, path: Path | None = None, forgotten: ForgottenList | None = None) -> None:
        self._path = path
        self._forgotten = forgotten or ForgottenList()
        self._slugs: dict[tuple[str, str], str] = {}
        self._taken: dict[tuple[str, str], str] = {}
        self._new: list[str] = []
        self._whole = 0
        if path is not None and path.exists():
            self._load(path)

    def _load(self, path: Path) -> None:
        data = path.read_bytes()
        self._whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[: self._whole].decode("utf-8").split("\n")[:-1], 1):
            parts = line.split("\t")
            if len(parts) != 3:
                raise SiteError(
                    f"not a ledger line: {line[:80]!r}",
                    where=f"{path}:{number}",
                    remedy="restore the file from a copy; it must never be edited",
                )
            kind, key, given = parts
            self._slugs[kind, key] = given
            self._taken[kind, given] = key

    def __len__(self) -> int:
        """Count the slugs ever given."""
        return len(self._slugs)

    def slug(self, kind: str, key: str, text: str) -> str:
        """Return the slug of a key, giving it one when it has none.

        Parameters
        ----------
        kind
            Kind of the thing; slugs are unique inside a kind.
        key
            Stable key of the thing.
        text
            What a new slug is made of; ignored when the key has one.
        """
        key = plain_key(key)
        known = self._slugs.get((kind, key))
        if known is not None:
            return known
        plain = slug(text) or f"{kind}-{digest(key)}"
        given, length = plain, 4
        while (kind, given) in self._taken or self._forgotten.hides(kind, given):
            given = f"{plain}-{digest(key, length)}"
            length += 2
        self._slugs[kind, key] = given
        self._taken[kind, given] = key
        self._new.append(f"{kind}\t{key}\t{given}\n")
        return given

    def has(self, kind: str, key: str) -> bool:
        """Tell whether a key was ever given a slug."""
        return (kind, plain_key(key)) in self._slugs

    def known(self, kind: str, key: str) -> str | None:
        """Return the slug of a key; None when it was never given one."""
        return self._slugs.get((kind, key)) or self._slugs.get((kind, plain_key(key)))

    def key(self, kind: str, given: str) -> str | None:
        """Return the key that a slug was given to; None when it was never given."""
        return self._taken.get((kind, given))

    def given(self, kind: str) -> dict[str, str]:
        """Return slug -> key for a kind."""
        return {one: key for (of, one), key in self._taken.items() if of == kind}

    def reserves(self, key: str) -> bool:
        """Tell whether a person key was somebody's who asked to be forgotten."""
        return self._forgotten.reserves(key)

    def lines(self) -> Iterator[tuple[str, str, str]]:
        """Yield kind, key and slug of everything that ever had an address, the oldest first."""
        for (kind, key), given in self._slugs.items():
            yield kind, key, given

    def replace(self, lines: Iterable[tuple[str, str, str]]) -> bool:
        """Put other lines in the place of all; the file is the old or the new one, never half.

        Of two lines with one key, or with one slug of a kind, the first counts.

        Returns
        -------
        bool
            Whether anything is different now.
        """
        slugs: dict[tuple[str, str], str] = {}
        taken: dict[tuple[str, str], str] = {}
        for kind, key, given in lines:
            if (kind, key) not in slugs and (kind, given) not in taken:
                slugs[kind, key] = given
                taken[kind, given] = key
        if list(slugs.items()) == list(self._slugs.items()):
            return False
        self._slugs, self._taken, self._new = slugs, taken, []
        if self._path is not None:
            text = "".join(f"{kind}\t{key}\t{given}\n" for kind, key, given in self.lines())
            data = text.encode("utf-8")
            waiting = self._path.with_name(f"{self._path.name}.{os.getpid()}.new")
            with open(waiting, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(waiting, self._path)
            self._whole = len(data)
        return True

    def save(self) -> int:
        """Append the new lines and flush them to the disk.

        Returns
        -------
        int
            How many lines were appended.
        """
        if self._path is None or not self._new:
            return 0
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        with os.fdopen(descriptor, "r+b") as file:
            file.truncate(self._whole)
            file.seek(self._whole)
            lines = "".join(self._new).encode("utf-8")
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
        self._whole += len(lines)
        count = len(self._new)
        self._new.clear()
        return count


class Addresses:
    """Mints IRIs under one base.

    Parameters
    ----------
    base
        Absolute IRI that ends in a slash; comes from the site's configuration.
    ledger
        Remembers the slugs; a fresh one in memory by default.
    """

    def __init__(self, base: str, ledger: Ledger | None = None) -> None:
        self.base = base
        self.ledger = ledger if ledger is not None else Ledger()
        self._nodes: dict[tuple[str, str], NamedNode] = {}

    def thing(self, kind: str, key: str, text: str) -> NamedNode:
        """Return the IRI of a thing, minting its slug from `text` at the first time."""
        node = self._nodes.get((kind, key))
        if node is None:
            given = self.ledger.slug(kind, key, text)
            node = self._nodes[kind, key] = NamedNode(f"{self.base}id/{kind}/{given}")
        return node

    def keys(self, kind: str) -> dict[str, str]:
        """Return IRI -> key for everything of a kind that ever had an address."""
        given = self.ledger.given(kind).items()
        return {f"{self.base}id/{kind}/{slug}": key for slug, key in given}

    def part(self, kind: str, *parts: str) -> NamedNode:
        """Return the IRI of a thing that has no name of its own: a hash of what makes it up."""
        return NamedNode(f"{self.base}id/{kind}/{digest(chr(0).join(parts), 16)}")

    def appearance(self, owner: NamedNode, person: NamedNode, number: int = 1) -> NamedNode:
        """Return the IRI of a person's appearance in a talk, or in a thing of another kind.

        It is made of both slugs and taken apart by `appearance_of`. No slug holds two hyphens in a
        row, so no two appearances share an address. `number` tells several of one person apart.
        """
        _, kind, place = owner.value.rsplit("/", 2)
        whose = person.value.rsplit("/", 1)[1]
        start = "" if kind == "talk" else f"{kind}---"
        end = f"--{number}" if number > 1 else ""
        return NamedNode(f"{self.base}id/appearance/{start}{place}--{whose}{end}")

    def scheme(self, name: str) -> NamedNode:
        """Return the IRI of a concept scheme."""
        return NamedNode(f"{self.base}id/scheme/{name}")

    def graph(self, name: str) -> NamedNode:
        """Return the IRI of a named graph."""
        return NamedNode(f"{self.base}graph/{name}")
