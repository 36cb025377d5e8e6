r"""Look a query over before an engine sees it: its form, its depth, and whom it would call.

An engine's parser is recursive, so that six kilobytes of brackets end its process; and it follows
SERVICE to any address it can reach. Neither can be switched off, so both are found here, by a
tokeniser that knows strings, comments and addresses.

Two readings are made where a query holds ``\u`` escapes: as it stands, and with the escapes
decoded (SPARQL 1.1 Query, 19.2). Engines differ in which one they follow, and a quotation mark
written as an escape moves the borders of every string after it. What either reading finds counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hallway.graph.engine.protocol import Limits
from hallway.graph.errors import QueryError

__all__ = ["Guarded", "decode_query", "explain_names", "guard"]

_TOKEN = re.compile(
    r"""
      (?P<space>[\s\ufeff]+)
    | (?P<comment>\#[^\r\n]*)
    | (?P<long>\"\"\"(?:\"{0,2}(?:[^"\\]|\\.))*+\"\"\" | '''(?:'{0,2}(?:[^'\\]|\\.))*+''')
    | (?P<string>"(?:[^"\\\r\n]|\\.)*+" | '(?:[^'\\\r\n]|\\.)*+')
    | (?P<iri><(?:[^<>"{}|^`\\\x00-\x20]|\\[uU][0-9A-Fa-f]+)*+>)
    | (?P<variable>[?$]\w+)
    | (?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*+)
    | (?P<name>(?P<prefix>[\w][\w.\-]*+)?:
        (?:(?:[\w:]|%[0-9A-Fa-f]{2}|\\.)(?:\.*(?:[\w\-:]|%[0-9A-Fa-f]{2}|\\.))*+)?+)
    | (?P<word>\w+)
    | (?P<open><<|[{(\[])
    | (?P<close>>>|[})\]])
    | (?P<datatype>\^\^)
    | (?P<unary>[!^+-])
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)

_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")

_FORMS = frozenset({"SELECT", "ASK", "CONSTRUCT", "DESCRIBE"})
_UPDATES = frozenset(
    {"INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH"}
)
_PASSING = frozenset({"NOW", "RAND", "UUID", "STRUUID"})
_PROLOGUE = frozenset({"BASE", "PREFIX", "VERSION"})

# Parsers without a tokeniser take "1SERVICE" and "SERVICEex:a" for a number, or nothing, and a
# SERVICE; so a word is looked at for what it may begin with.
_CALL = re.compile(r"(?:true|false|[\d.eE+-])*service", re.IGNORECASE)

# "?a <'>'" compares with a string, "?s <'>" holds an address. Where an operator is possible, an
# address with one of these characters could hide what follows; after "scheme://" it cannot.
_DOUBTFUL = re.compile(r"<(?![A-Za-z][A-Za-z0-9+.\-]*://).*[')#]", re.DOTALL)
_OPERANDS = frozenset({"variable", "string", "long", "language", "name", "iri", "close"})
_NUMBER_OR_TRUTH = re.compile(r"\d|true$|false$", re.IGNORECASE)

# Each of these wraps the algebra that stands before it: a thousand in a row are as deep as a
# thousand brackets. The engine bears some ten times as many of them as of brackets.
_WRAPS = frozenset({"OPTIONAL", "MINUS", "BIND", "AS", "GRAPH", "VALUES", "UNION", "LATERAL"})
_WRAPS_PER_LEVEL = 5
_OPERATORS_PER_LEVEL = 30


@dataclass(frozen=True, slots=True)
class Guarded:
    """A query that may be given to an engine.

    Attributes
    ----------
    text
        The query without a byte order mark.
    form
        ``SELECT``, ``ASK``, ``CONSTRUCT`` or ``DESCRIBE``; empty where no form was found, which
        the engine will tell as a syntax error.
    depth
        Deepest nesting that was counted.
    lasting
        Whether the same data give the same answer again: no NOW, RAND, UUID or STRUUID.
    own_dataset
        Whether it has FROM or FROM NAMED.
    """

    text: str
    form: str
    depth: int
    lasting: bool
    own_dataset: bool


def decode_query(body: bytes) -> str:
    """Read the bytes of a query as UTF-8, without a byte order mark.

    Raises
    ------
    QueryError
        Kind ``syntax``: the bytes are not UTF-8; line and column name the first wrong one.
    """
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = body[: error.start].decode("utf-8", "replace")
        line, column = _place(before, len(before))
        raise QueryError(
            "syntax",
            f"byte 0x{error.object[error.start]:02x} is not UTF-8",
            line=line,
            column=column,
            remedy="send the query as UTF-8; no other encoding is guessed",
        ) from error


def guard(query: str, limits: Limits) -> Guarded:
    """Refuse a query that no engine of ours should see.

    Parameters
    ----------
    query
        The text as it came.
    limits
        ``query_bytes`` and ``query_nesting`` are looked at.

    Raises
    ------
    QueryError
        ``length``: longer than ``query_bytes``. ``refused``: an update, SERVICE or LOAD.
        ``nesting``: deeper than ``query_nesting``. ``syntax``: empty.
    """
    text = query.removeprefix("\ufeff")
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > limits.query_bytes:
        raise QueryError(
            "length",
            f"the query has {size:,} bytes; at most {limits.query_bytes:,} are taken",
            limit="query_bytes",
            remedy="send a shorter query, or raise the setting query_bytes",
        )
    if not text.strip():
        raise QueryError("syntax", "the query is empty", remedy="send a SPARQL query")
    found = _read(text, limits.query_nesting)
    if "\\u" in text or "\\U" in text:
        decoded = _ESCAPE.sub(_character, text)
        also = _read(decoded, limits.query_nesting)
        found = Guarded(
            text,
            found.form or also.form,
            max(found.depth, also.depth),
            found.lasting and also.lasting,
            found.own_dataset or also.own_dataset,
        )
    return found


def explain_names(query: str) -> QueryError | None:
    """Find the first prefix that is not declared, or address that is not absolute, in a query.

    Engines tell either as if the sign after it were wrong. Returns None when there is none.
    """
    declared: set[str] = set()
    before = ""
    for kind, match in _tokens(query):
        if kind == "word" and match[0].upper() == "BASE":
            declared.add("BASE")
        if kind == "name" and before == "PREFIX":
            declared.add(match["prefix"] or "")
        elif kind == "name" and (match["prefix"] or "") not in declared | {"_"}:
            line, column = _place(query, match.start())
            prefix = f"{match['prefix'] or ''}:"
            return QueryError(
                "syntax",
                f"the prefix {prefix} is not declared",
                line=line,
                column=column,
                remedy=f"add a line such as PREFIX {prefix} <https://…>",
            )
        elif kind == "iri" and "BASE" not in declared and not re.match(r"<\w[\w+.\-]*:", match[0]):
            line, column = _place(query, match.start())
            return QueryError(
                "syntax",
                f"{match[0]} is not an absolute address",
                line=line,
                column=column,
                remedy="write it in full, or add BASE <https://…>",
            )
        before = match[0].upper()
    return None


def _character(escape: re.Match[str]) -> str:
    """Decode one escape; one beyond Unicode stays as it is, and the engine will refuse it."""
    code = int(escape[1] or escape[2], 16)
    return chr(code) if code <= 0x10FFFF else escape[0]


def _tokens(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield (kind, match) of each token that is neither space nor comment."""
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "other"
        if kind not in ("space", "comment"):
            yield kind, match


def _read(text: str, deepest: int) -> Guarded:
    """Walk over one reading of a query and refuse what must be refused."""
    form = ""
    brackets: list[str] = []
    most = run = wraps = operators = 0
    operand = False
    lasting, own_dataset = True, False
    for kind, match in _tokens(text):
        word = match[0]
        if kind == "iri" and operand and brackets[-1:] == ["("] and _DOUBTFUL.match(word):
            raise _doubtful(text, match)
        # Brackets after an operator close the same operand: "!(!(" goes on counting.
        if kind in ("unary", "datatype"):
            run += len(word)
        elif kind != "open":
            run = 0
        if kind == "open":
            brackets.append(word)
        elif kind == "close" and brackets:
            brackets.pop()
        elif kind in ("word", "name"):
            _check_call(text, kind, match)
            if kind == "word" and not form and word.upper() not in _PROLOGUE:
                form = _form(text, word.upper(), match.start())
            lasting = lasting and word.upper() not in _PASSING
            own_dataset = own_dataset or (kind == "word" and word.upper() == "FROM")
            wraps += kind == "word" and word.upper() in _WRAPS
        elif kind == "unary" or word in "|&*/":
            operators += 1
        operand = kind in _OPERANDS or (kind == "word" and bool(_NUMBER_OR_TRUTH.match(word)))
        most = max(most, len(brackets) + run)
        if most > deepest:
            raise _too_deep(text, match.start(), f"deeper than {deepest} levels")
        if wraps > deepest * _WRAPS_PER_LEVEL:
            many = f"more than {deepest * _WRAPS_PER_LEVEL} clauses (OPTIONAL, BIND, UNION …)"
            raise _too_deep(text, match.start(), f"{many} around each other")
        if operators > deepest * _OPERATORS_PER_LEVEL:
            many = f"more than {deepest * _OPERATORS_PER_LEVEL} operators"
            raise _too_deep(text, match.start(), f"{many} in each other")
    return Guarded(text, form if form in _FORMS else "", most, lasting, own_dataset)


def _check_call(text: str, kind: str, match: re.Match[str]) -> None:
    """Refuse SERVICE and LOAD."""
    word = match[0] if kind == "word" else (match["prefix"] or "")
    if _CALL.match(word):
        called = "SERVICE"
    elif kind == "word" and word.upper() == "LOAD":
        called = "LOAD"
    else:
        return
    line, column = _place(text, match.start())
    remedy = "ask the other endpoint yourself and join the results"
    if kind == "name":
        remedy = "a prefix must not begin with the word service; use another prefix"
    raise QueryError(
        "refused",
        f"{called} is not allowed: a query must not call other addresses",
        line=line,
        column=column,
        remedy=remedy,
    )


def _form(text: str, word: str, start: int) -> str:
    """Return the first keyword after the prologue, unless it begins an update."""
    if word not in _UPDATES:
        return word
    line, column = _place(text, start)
    raise QueryError(
        "refused",
        f"{word} begins an update; this endpoint answers queries only",
        line=line,
        column=column,
        remedy="use SELECT, ASK, CONSTRUCT or DESCRIBE",
    )


def _too_deep(text: str, start: int, how: str) -> QueryError:
    """Describe a query that is nested too deeply."""
    line, column = _place(text, start)
    return QueryError(
        "nesting",
        f"the query nests {how}",
        limit="query_nesting",
        line=line,
        column=column,
        remedy="write the query flatter, or raise the setting query_nesting",
    )


def _doubtful(text: str, match: re.Match[str]) -> QueryError:
    """Describe an address that could as well be a comparison."""
    line, column = _place(text, match.start())
    return QueryError(
        "refused",
        f"{match[0]} may be an address or a comparison",
        line=line,
        column=column,
        remedy="write the address in full, as scheme://…, or put spaces around <",
    )


def _place(text: str, offset: int) -> tuple[int, int]:
    """Return line and column of an offset, both from 1."""
    line_start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - line_start + 1
