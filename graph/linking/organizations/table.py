"""The shipped tables of organizations: names, aliases, and what is a part of what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from rapidfuzz.distance import OSA

from hallway.graph.linking.organizations.affiliation_text import written_out
from hallway.graph.linking.organizations.words import PLACES, STOP, UNIVERSITY, folded

__all__ = ["Row", "Table", "bag_of", "read_rows", "shipped"]

_FILES = ("organizations.tsv", "universities.tsv")
_OPPOSITE = frozenset(
    "york washington miami newcastle lincoln victoria georgia columbia valparaiso".split()
)
"""Places with a "University of X" and another "X University"."""


@dataclass(frozen=True, slots=True)
class Row:
    """An organization of a table.

    Attributes
    ----------
    aliases
        Its other names: short forms, former names, other languages, laboratories and sites that
        are the organization itself.
    parent
        Label of what it is a part of while it keeps a name of its own; empty for none.
    words
        Folded names of it that are words or people as well ("square"): less may stand around them.
    """

    label: str
    aliases: tuple[str, ...] = ()
    parent: str = ""
    words: tuple[str, ...] = ()


_LONG = 6
"""Letters of a word that may be misspelled by one."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What linking knows of organizations.

    Attributes
    ----------
    names
        Folded name -> label.
    bags
        Words of a university's name in one order (see `bag_of`) -> label.
    parents
        Label -> label of what it is a part of; empty when it is a part of none.
    words
        Folded names that are words or people as well.
    longest
        Words of the longest name.
    """

    names: Mapping[str, str]
    bags: Mapping[str, str]
    parents: Mapping[str, str]
    words: frozenset[str]
    longest: int

    @classmethod
    def of(cls, rows: Collection[Row]) -> Table:
        """Make a table of rows; a label goes before another's alias, else the first row wins."""
        names: dict[str, str] = {}
        bags: dict[str, str] = {}
        for row in rows:
            for printed in (row.label, *row.aliases):
                for name in {folded(printed): None, folded(written_out(printed)): None}:
                    names.setdefault(name, row.label)
                    if UNIVERSITY in name:
                        bags.setdefault(bag_of(name.split()), row.label)
        names.update((folded(row.label), row.label) for row in rows)
        longest = max((len(name.split()) for name in names), default=0)
        words = frozenset(word for row in rows for word in row.words)
        return cls(names, bags, {row.label: row.parent for row in rows}, words, longest)

    def misspelled(self, words: Collection[str]) -> str | None:
        """Return the university whose name one letter of a word keeps from being these words.

        The word has six letters or more, the first of which is right, and stands in no name of the
        table; with two universities that fit it is neither.

        >>> shipped().misspelled("university of helsinky".split())
        'University of Helsinki'
        """
        rest_of, known = _universities(self)
        telling = bag_of(words).split()
        found: set[str] = set()
        for place, word in enumerate(telling):
            if len(word) >= _LONG and word not in known and word not in PLACES:
                rest = " ".join((*telling[:place], *telling[place + 1 :]))
                for right, label in rest_of.get(rest, ()):
                    if word[0] == right[0] and OSA.distance(word, right, score_cutoff=1) == 1:
                        found.add(label)
        return found.pop() if len(found) == 1 else None

    def names_only(self, name: str) -> bool:
        """Tell whether a name is an organization's of the table, and no everyday word as well."""
        plain = folded(name).removeprefix("the ")
        return plain in self.names and plain not in self.words and len(plain) > 2

    def without(self, labels: Collection[str]) -> Table:
        """Return the table as if it had never had some of its organizations."""

        def kept(known: Mapping[str, str]) -> dict[str, str]:
            return {name: label for name, label in known.items() if label not in labels}

        parents = {label: up for label, up in self.parents.items() if label not in labels}
        return Table(kept(self.names), kept(self.bags), parents, self.words, self.longest)


@lru_cache(maxsize=4)
def _universities(table: Table) -> tuple[dict[str, list[tuple[str, str]]], set[str]]:
    """Return the universities by all words of a name but one, and all words of their names."""
    rest_of: dict[str, list[tuple[str, str]]] = defaultdict(list)
    known = {word for name in table.names for word in name.split()}
    for bag, label in table.bags.items():
        telling = bag.split()
        for place, word in enumerate(telling):
            if len(word) >= _LONG - 1:
                rest = " ".join((*telling[:place], *telling[place + 1 :]))
                rest_of[rest].append((word, label))
    return rest_of, known


def read_rows(text: str) -> Iterator[Row]:
    """Yield the rows of a table: label, aliases, parent, words; tabs between, ``|`` inside."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            label, aliases, parent, words = (*line.split("\t"), "", "", "")[:4]
            yield Row(label, _several(aliases), parent, _several(words))


def _several(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()


@cache
def shipped() -> Table:
    """Return the tables that come with Hallway, as one."""
    folder = files("hallway.graph.linking.organizations") / "tables"
    return Table.of(
        [row for name in _FILES for row in read_rows((folder / name).read_text("utf-8"))]
    )


def bag_of(words: Collection[str]) -> str:
    """Return the words of a name that tell, in one order.

    >>> bag_of("the university of oslo".split()) == bag_of("oslo university".split())
    True
    """
    telling = sorted({word for word in words if word not in STOP and word != "and"})
    said = [word for word in words if word != "the"]
    of_place = said[:1] == [UNIVERSITY] and said[1:2] == ["of"]
    if of_place and len(telling) == 2 and not _OPPOSITE.isdisjoint(telling):
        telling.append("of")
    return " ".join(telling)
