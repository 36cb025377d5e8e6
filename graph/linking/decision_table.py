"""Decisions as a table: tab-separated SSSOM, written and read again without loss.

See https://mapping-commons.github.io/sssom/. The addresses of a site are CURIEs with the prefix
``hallway``, so that a table of one site can be read by another whose addresses have the same
relative parts. What SSSOM has no column for stands in the extension columns `action`, `relation`
and `decided_at`.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import yaml
from pyoxigraph import NamedNode

from hallway.graph.errors import HallwayError, SourceError
from hallway.graph.linking.decision import ACTIONS, SAME_AS, Decision, decision_id
from hallway.graph.vocabulary import PREFIXES, PROV, RDFS

__all__ = ["COLUMNS", "Row", "read_table", "write_table"]

COLUMNS = (
    "subject_id", "subject_label", "subject_type", "predicate_modifier", "predicate_id",
    "object_id", "object_label", "object_type", "mapping_justification", "confidence",
    "author_label", "mapping_date", "comment", "action", "relation", "decided_at", "record_id",
)  # fmt: skip

_OURS = "hallway"
_LITERAL = "rdfs literal"
_NOTHING = "sssom:NoTermFound"
_CURATED = "semapv:ManualMappingCuration"
_MORE_PREFIXES = {
    "semapv": "https://w3id.org/semapv/vocab/",
    "sssom": "https://w3id.org/sssom/",
}
_IMPLIED = {
    "merge": SAME_AS,
    "split": SAME_AS,
    "rename": RDFS.label.value,
    "undo": PROV.wasInvalidatedBy.value,
}
"""Predicate of decisions that have none of their own."""

_NOT = ("reject", "split")
_SURE = ("accept", "reject", "merge", "split", "rename")
_BY_PREDICATE = {
    SAME_AS: ("merge", "split"),
    PREFIXES["skos"] + "exactMatch": ("merge", "split"),
    RDFS.label.value: ("rename", ""),
}
"""What a row without an action says: without and with the modifier."""

_RISKY = "=+-@\t\r"
_GUARD = "'"
_QUOTED = re.compile(r'[\t\n\r"]')
_CURIE = re.compile(r"([A-Za-z][\w.-]*):(?!//)(.*)", re.DOTALL)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_MOST = 1 << 20


@dataclass(frozen=True, slots=True)
class Row:
    """A decision and the line of the table that it begins on."""

    line: int
    decision: Decision


# Writing ----------------------------------------------------------------------------------------


def write_table(
    decisions: Iterable[Decision], base: str, labels: Mapping[str, str], licence: str = ""
) -> str:
    """Return decisions as a table, in their order.

    Parameters
    ----------
    base
        Base IRI of the site.
    labels
        Address -> name, for people to read; it is not read again.
    licence
        Address of the licence of the table.
    """
    prefixes = {_OURS: f"{base}id/"} | _MORE_PREFIXES | PREFIXES
    head = [
        'sssom_version: "1.1"',
        f"mapping_set_id: {json.dumps(base + 'review/decisions.sssom.tsv')}",
        "mapping_set_title: Decisions of curators",
        f"license: {json.dumps(licence or 'https://w3id.org/sssom/license/unspecified')}",
        "curie_map:",
        *(f"  {name}: {json.dumps(iri)}" for name, iri in sorted(prefixes.items())),
        "extension_definitions:",
        *_extension("action", "https://w3id.org/hallway#action"),
        *_extension("relation", PREFIXES["rdf"] + "predicate"),
        *_extension("decided_at", PREFIXES["dcterms"] + "created"),
    ]
    lines = [f"#{line}" for line in head]
    lines.append("\t".join(COLUMNS))
    writer = _Writer(base, labels)
    lines += ("\t".join(map(_cell, writer.row(decision))) for decision in decisions)
    return "\n".join(lines) + "\n"


def _extension(slot: str, property_: str) -> tuple[str, str]:
    return f"  - slot_name: {slot}", f"    property: {json.dumps(property_)}"


def _cell(text: str) -> str:
    """Write a cell: no spreadsheet takes it for a formula, and no tab or line end breaks it."""
    if text.lstrip(_GUARD)[:1] in tuple(_RISKY):
        text = _GUARD + text
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text


class _Writer:
    def __init__(self, base: str, labels: Mapping[str, str]) -> None:
        self._start = f"{base}id/"
        self._labels = labels

    def row(self, one: Decision) -> tuple[str, ...]:
        subject = self._term(one.subject)
        if one.action == "undo":
            object_ = (_NOTHING, "", "") if not one.object else self._term(one.object)
        else:
            object_ = (
                ("", one.object, _LITERAL) if one.action == "rename" else self._term(one.object)
            )
        implied = _IMPLIED.get(one.action, "")
        predicate = one.predicate or implied
        return (
            *subject,
            "Not" if one.action in _NOT else "",
            self._curie(predicate) if predicate else "",
            *object_,
            _CURATED,
            "1" if one.action in _SURE else "0.5" if one.action == "unsure" else "",
            one.who,
            one.when[:10] if _DATE.match(one.when) else "",
            one.why,
            one.action,
            self._curie(one.predicate) if implied and one.predicate else "",
            one.when,
            self._curie(one.id),
        )

    def _term(self, term: str) -> tuple[str, str, str]:
        """Return id, label and type: of what is no address the label says it all."""
        if term.startswith(("http://", "https://")):
            try:
                NamedNode(term)
            except ValueError:
                return "", term, _LITERAL
            return self._curie(term), self._labels.get(term, ""), ""
        return "", term, _LITERAL

    def _curie(self, iri: str) -> str:
        for name, start in ((_OURS, self._start), *PREFIXES.items()):
            if iri.startswith(start):
                return f"{name}:{iri[len(start) :]}"
        return iri


# Reading ----------------------------------------------------------------------------------------


def read_table(text: str, base: str, file: str) -> tuple[list[Row], list[SourceError]]:
    """Read a table of decisions.

    Parameters
    ----------
    text
        With or without the head of ``#`` lines; only its `curie_map` is used.
    base
        Base IRI of this site: addresses of the site that wrote the table become addresses here.
    file
        Name of the file, for errors.

    Returns
    -------
    tuple[list[Row], list[SourceError]]
        The rows that say something, and what is wrong with the others, each with its line.

    Raises
    ------
    SourceError
        There is no head of columns, or it has not what a decision needs.
    """
    head, body, first = _parted(text)
    reader = _Reader(base, _prefixes(head, file))
    names, lines = _columns(body, first, file)
    rows: list[Row] = []
    wrong: list[SourceError] = []
    for line, cells in lines:
        try:
            if len(cells) > len(names) and any(cells[len(names) :]):
                raise HallwayError(
                    f"{len(cells)} cells in a table of {len(names)} columns",
                    remedy="put a text with a tab in it in quotes",
                )
            given = dict(zip(names, map(_plain, cells), strict=False))
            rows.append(Row(line, reader.decision(given)))
        except HallwayError as error:
            wrong.append(SourceError(error.what, where=f"{file}:{line}", remedy=error.remedy))
    return rows, wrong


def _plain(cell: str) -> str:
    guarded = cell.startswith(_GUARD) and cell.lstrip(_GUARD)[:1] in tuple(_RISKY)
    return cell[1:] if guarded else cell


def _parted(text: str) -> tuple[str, str, int]:
    """Return the head without its marks, the body, and how many lines come before the body."""
    lines = text.removeprefix("\ufeff").split("\n")
    head = []
    for line in lines:
        # A spreadsheet pads such a line with tabs and may put it in quotes.
        plain = line.rstrip("\r\t")
        if plain.startswith('"#') and plain.endswith('"'):
            plain = plain[1:-1].replace('""', '"')
        if not plain.startswith("#"):
            break
        head.append(plain[1:])
    return "\n".join(head), "\n".join(lines[len(head) :]), len(head)


def _prefixes(head: str, file: str) -> dict[str, str]:
    try:
        said = yaml.safe_load(head) if len(head) < _MOST else None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{file}:{mark.line + 1}" if mark else file
        raise SourceError(
            "the lines that begin with # are not YAML", where=where, remedy="correct or drop them"
        ) from error
    given = said.get("curie_map") if isinstance(said, dict) else None
    known = given if isinstance(given, dict) else {}
    return {str(name): iri for name, iri in known.items() if isinstance(iri, str)}


def _columns(body: str, first: int, file: str) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    csv.field_size_limit(max(csv.field_size_limit(), _MOST))
    reader = csv.reader(io.StringIO(body, newline=""), delimiter="\t", strict=True)
    start = f"{file}:{first + 1}"
    try:
        names = [name.strip() for name in next(reader, [])]
    except csv.Error as error:
        raise SourceError(f"no table: {error}", where=start) from error
    if "subject_id" not in names or not {"action", "predicate_id"} & set(names):
        raise SourceError(
            "the first line after the head does not name the columns of a table of decisions",
            where=start,
            remedy="name at least subject_id, predicate_id and object_id, with tabs between them",
        )

    def lines() -> Iterator[tuple[int, list[str]]]:
        while True:
            line = first + reader.line_num + 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                raise SourceError(
                    f"not a row of a table: {error}",
                    where=f"{file}:{line}",
                    remedy="close the quotes, and double those inside a text",
                ) from error
            if any(cells):
                yield line, cells

    return names, lines()


class _Reader:
    def __init__(self, base: str, prefixes: Mapping[str, str]) -> None:
        self._base = base
        theirs = prefixes.get(_OURS, f"{base}id/")
        self._theirs = theirs.removesuffix("id/") if theirs.endswith("id/") else ""
        self._prefixes = {_OURS: f"{base}id/"} | PREFIXES | _MORE_PREFIXES | dict(prefixes)

    def decision(self, given: Mapping[str, str]) -> Decision:
        """Return what a row says; raises HallwayError without a place."""
        predicate = self._iri(given.get("predicate_id", ""), "predicate_id")
        action = given.get("action", "") or _action(given, predicate)
        if action not in ACTIONS:
            raise HallwayError(
                f"{action!r} is not something that can be decided",
                remedy=f"write one of {', '.join(ACTIONS)} in the column action",
            )
        if action in _IMPLIED:
            predicate = self._iri(given.get("relation", ""), "relation")
        object_ = self._term(given, "object")
        if action == "undo" and given.get("object_id", "") == _NOTHING:
            object_ = ""
        made = Decision(
            "",
            action,
            self._term(given, "subject"),
            predicate,
            object_,
            given.get("author_label", ""),
            _instant(given.get("decided_at", "") or given.get("mapping_date", "")),
            given.get("comment", ""),
        )
        record = self._iri(given.get("record_id", ""), "record_id")
        return replace(made, id=record or decision_id(self._base, made))

    def _term(self, given: Mapping[str, str], end: str) -> str:
        written = given.get(f"{end}_id", "")
        if written:
            return self._iri(written, f"{end}_id")
        return given.get(f"{end}_label", "")

    def _iri(self, written: str, column: str) -> str:
        if not written:
            return ""
        iri = written
        if not written.startswith(("http://", "https://")):
            found = _CURIE.fullmatch(written)
            if not found or found[1] not in self._prefixes:
                raise HallwayError(
                    f"{written!r} in {column} is no address",
                    remedy="write prefix:name with a prefix of curie_map, or a whole IRI",
                )
            iri = self._prefixes[found[1]] + found[2]
        if self._theirs and iri.startswith(self._theirs):
            iri = self._base + iri[len(self._theirs) :]
        try:
            return NamedNode(iri).value
        except ValueError:
            raise HallwayError(f"{written!r} in {column} is no IRI") from None


def _action(given: Mapping[str, str], predicate: str) -> str:
    """Return what a row of another program means, from its predicate and modifier."""
    yes, no = _BY_PREDICATE.get(predicate, ("accept", "reject"))
    return no if given.get("predicate_modifier", "").casefold() == "not" else yes


def _instant(text: str) -> str:
    if text:
        try:
            datetime.fromisoformat(text)
        except ValueError:
            raise HallwayError(
                f"{text!r} is no date or instant", remedy="write 2026-05-01T12:00:00+00:00"
            ) from None
    return text
