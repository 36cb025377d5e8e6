"""Reading and appending decisions.ttl: Turtle, one statement a decision, never rewritten."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Triple, parse

from hallway.graph.errors import HallwayError
from hallway.graph.linking.decision import Decision
from hallway.graph.vocabulary import DCTERMS, HW, RDF, RDFS, XSD

__all__ = ["append_decisions", "decision_triples", "read_decisions", "write_decisions"]

_TERMS = {
    "action": HW.action,
    "subject": RDF.subject,
    "predicate": RDF.predicate,
    "object": RDF.object,
    "who": DCTERMS.creator,
    "when": DCTERMS.created,
    "why": RDFS.comment,
}
_FIELDS = {term: name for name, term in _TERMS.items()}
_END = b" .\n"


def decision_triples(decision: Decision) -> list[Triple]:
    """Return a decision as triples; an empty field gives none.

    What is an address becomes an IRI, anything else (a person key, a new name) a literal.
    """
    node = NamedNode(decision.id)
    triples = [Triple(node, RDF.type, HW.Decision)]
    for name, term in _TERMS.items():
        value = getattr(decision, name)
        if value:
            triples.append(Triple(node, term, _term(name, value)))
    return triples


def _term(name: str, value: str) -> NamedNode | Literal:
    if name == "when":
        return Literal(value, datatype=XSD.dateTime)
    if name in ("subject", "predicate", "object") and value.startswith(("http://", "https://")):
        try:
            return NamedNode(value)
        except ValueError:
            return Literal(value)
    return Literal(value)


def _statement(decision: Decision) -> bytes:
    triples = decision_triples(decision)
    # One line, so that a write that was cut short is told by the missing line end.
    pairs = " ; ".join(f"{triple.predicate} {triple.object}" for triple in triples)
    return f"{triples[0].subject} {pairs}".encode() + _END


def append_decisions(path: Path, decisions: Sequence[Decision]) -> None:
    """Write decisions at the end of the file and wait until they are on the disk.

    Writers take turns (an advisory lock). When the statements cannot be written whole, the file is
    cut back to what it was; the torn end that a power cut left behind is cut off as well.

    Raises
    ------
    HallwayError
        An id is no IRI, or the file cannot be written.
    """
    statements = b""
    for decision in decisions:
        try:
            statements += _statement(decision)
        except ValueError as error:
            raise HallwayError(
                f"{decision.id!r} is not the IRI of a decision", where=str(path)
            ) from error
    try:
        handle = _locked(path)
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        size, gap = _sound_end(handle)
        os.ftruncate(handle, size)
        try:
            _write_all(handle, gap + statements)
            os.fsync(handle)
        except OSError:
            os.ftruncate(handle, size)
            raise
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        os.close(handle)


def _locked(path: Path) -> int:
    """Open the file and wait for a turn; open it anew when `write_decisions` replaced it since."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
        fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                return handle
        except FileNotFoundError:
            pass
        os.close(handle)


def _unwritable(path: Path, error: OSError) -> HallwayError:
    return HallwayError(
        f"the decision was not written: {error.strerror}",
        where=str(path),
        remedy="make the file writable, or make room on the disk, and decide again",
    )


def _write_all(handle: int, content: bytes) -> None:
    done = os.write(handle, content)
    if done != len(content):
        raise OSError(28, os.strerror(28))


def _sound_end(handle: int) -> tuple[int, bytes]:
    """Return where the sound part of the file ends, and what must come before a new statement.

    A last line without its end is kept when the file is Turtle all the same (an editor left the
    line end out); otherwise a write was cut short, and the torn statement goes.
    """
    size = os.fstat(handle).st_size
    content = os.pread(handle, size, 0)
    if not content or content.endswith(b"\n"):
        return size, b""
    try:
        list(parse(content, format=RdfFormat.TURTLE))
    except (SyntaxError, ValueError):
        end = content.rfind(_END)
        return (end + len(_END), b"") if end >= 0 else (size, b"\n")
    return size, b"\n"


def write_decisions(path: Path, decisions: Iterable[Decision]) -> None:
    """Put other decisions in the place of all; only for people who asked to be forgotten.

    Whoever reads at the same time sees the old file or the new one; whoever waits to append
    appends to the new one.

    Raises
    ------
    HallwayError
        It cannot be written; the file is as it was.
    """
    try:
        turn = _locked(path)
        try:
            waiting = path.with_name(f"{path.name}.{os.getpid()}.new")
            with open(waiting, "wb") as file:
                file.writelines(_statement(decision) for decision in decisions)
                file.flush()
                os.fsync(file.fileno())
            os.replace(waiting, path)
        finally:
            os.close(turn)
    except OSError as error:
        raise _unwritable(path, error) from error


def read_decisions(path: Path) -> tuple[list[Decision], list[str]]:
    """Read the decisions of a file in their order, and what of it could not be used.

    Raises
    ------
    HallwayError
        The file is not Turtle; an unfinished last statement is left out with a sentence instead.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return [], []
    problems: list[str] = []
    try:
        triples = list(parse(content, format=RdfFormat.TURTLE))
    except (SyntaxError, ValueError) as error:
        end = content.rfind(_END)
        if content.endswith(b"\n") or end < 0:
            raise _unreadable(path, error) from error
        problems.append(f"{path}: the last statement is not finished and was left out")
        try:
            triples = list(parse(content[: end + len(_END)], format=RdfFormat.TURTLE))
        except (SyntaxError, ValueError) as second:
            raise _unreadable(path, second) from second
    return _gather(triples, path, problems), problems


def _unreadable(path: Path, error: Exception) -> HallwayError:
    line = getattr(error, "lineno", None)
    return HallwayError(
        f"not Turtle: {getattr(error, 'msg', error)}",
        where=f"{path}:{line}" if line else str(path),
        remedy="correct the line, or take the statement out",
    )


def _gather(triples: Iterable[Quad], path: Path, problems: list[str]) -> list[Decision]:
    fields: dict[str, dict[str, str]] = {}
    for triple in triples:
        subject, predicate, value = triple.subject, triple.predicate, triple.object
        if isinstance(subject, Triple) or isinstance(value, Triple):
            continue
        known = fields.setdefault(subject.value, {})
        if predicate == RDF.type and value == HW.Decision:
            known["is"] = "decision"
        elif predicate in _FIELDS:
            known.setdefault(_FIELDS[predicate], value.value)
    found: list[Decision] = []
    for node, known in fields.items():
        if not known.pop("is", ""):
            continue
        try:
            found.append(Decision(node, known.pop("action", ""), known.pop("subject", ""), **known))
        except HallwayError as error:
            problems.append(f"{path}: {error}")
    return found
