"""The stored questions: one ``queries/NAME.rq`` file each, with its title, parameters and columns.

The comment block that opens a file is all that pages, forms, the command line and the
documentation know of a question, so none of them can drift from the query.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from hallway.graph.answers.sparql_terms import expand, iri_term, literal_term
from hallway.graph.engine.protocol import Engine, Solutions
from hallway.graph.errors import QueryError
from hallway.graph.vocabulary import KINDS

__all__ = [
    "Column", "Parameter", "Question", "ask", "iri_term", "parse_question", "question", "questions",
]  # fmt: skip

_HEADER = re.compile(r"#\s*([a-z]+):\s*(.*)")
_NAMED = re.compile(r"(\w+)\s+(.+)")
_TYPE = re.compile(r"(?:IRI of an?\s+)?([a-z]+:\w+)(,\s*required)?")
_SLOT = re.compile(r"\s*VALUES\s+\?(\w+)\s*\{\s*UNDEF\s*\}\s*")
_LIMIT = re.compile(r"^LIMIT\s+(\d+)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value that narrows a question.

    Attributes
    ----------
    name
        The variable, without the question mark.
    type
        A CURIE: a class such as ``hw:Topic`` when the value is an IRI, else a datatype
        (``xsd:string``, ``xsd:integer`` …).
    description
        The words of the header, such as ``IRI of a hw:Topic``.
    required
        Whether the question makes no sense without it.
    """

    name: str
    type: str
    description: str
    required: bool = False

    @property
    def is_iri(self) -> bool:
        """Whether the value is an IRI (of an instance of `type`)."""
        return not self.type.startswith("xsd:")

    @property
    def kind(self) -> str:
        """Kind of thing that is asked for, such as ``topic``; empty for another value."""
        iri = expand(self.type)
        return next((kind for kind, cls in KINDS.items() if cls.value == iri), "")

    @property
    def example(self) -> str:
        """How a value may be written."""
        if not self.is_iri:
            return f"{self.name}=2024" if self.type == "xsd:integer" else f"{self.name}=text"
        return f"{self.name}={self.kind or 'topic'}/{_SLUGS.get(self.kind, 'liquid-cooling')}"


_SLUGS = {
    "event": "systems-at-scale-2024",
    "series": "systems-at-scale",
    "talk": "reliable-training-at-scale",
    "person": "ada-lovelace",
    "organization": "meta",
    "audience": "storage-engineers",
    "place": "menlo-park",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the answer: a projected variable and what it holds."""

    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Question:
    """One stored question.

    Attributes
    ----------
    name
        Name of the file without ``.rq``.
    parameters, columns
        In the order of the header; columns in the order of the projection.
    text
        The whole file: a complete query that asks for everything.
    page, place
        Where it appears: kind of page, and panel on it.
    show
        ``table``, ``bar``, ``line``, ``network`` or ``timeline``.
    """

    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    columns: tuple[Column, ...]
    text: str
    page: str
    place: str
    show: str

    @property
    def limit(self) -> int | None:
        """Most rows of an answer, as the query says; None when it sets no bound."""
        found = _LIMIT.findall(self.text)
        return int(found[-1]) if found else None

    def bind(self, *, base: str = "", **values: str) -> str:
        """Return the query with parameters replaced by their values.

        Parameters
        ----------
        base
            Base IRI of the site; with it a thing may be given as ``topic/liquid-cooling``.
        values
            Parameter name to value: an absolute IRI, a CURIE with one of our prefixes, or
            ``kind/slug``; the lexical form for another type. A parameter that is left out stays
            unbound, so the question is asked of everything.

        Returns
        -------
        str
            A complete query. Whatever the values hold, each has become one term.

        Raises
        ------
        QueryError
            Of kind ``parameter``: unknown, missing though required, or malformed.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in values:
            if name not in known:
                raise self._unknown(name)
        for parameter in self.parameters:
            if parameter.required and parameter.name not in values:
                raise QueryError(
                    "parameter",
                    f'question "{self.name}" needs the parameter "{parameter.name}", '
                    f"{parameter.description}",
                    remedy=f"give one, such as {parameter.example}",
                )
        terms = {name: _term(known[name], value, base) for name, value in values.items()}
        return "".join(_filled(line, terms) for line in self.text.splitlines(keepends=True))

    def _unknown(self, name: str) -> QueryError:
        """Say which parameters there are."""
        if not self.parameters:
            remedy = "leave it out: this question takes no parameter"
        else:
            remedy = "it takes " + ", ".join(parameter.example for parameter in self.parameters)
        what = f'question "{self.name}" has no parameter "{name}"'
        return QueryError("parameter", what, remedy=remedy)


@cache
def questions() -> dict[str, Question]:
    """Read every stored question, once.

    Returns
    -------
    dict[str, Question]
        Name to question, in the order of names.
    """
    found = {
        entry.name.removesuffix(".rq"): entry
        for entry in files("hallway.queries").iterdir()
        if entry.name.endswith(".rq")
    }
    return {name: parse_question(name, found[name].read_text("utf-8")) for name in sorted(found)}


def question(name: str) -> Question:
    """Return one question.

    Raises
    ------
    QueryError
        Of kind ``parameter`` when there is none of that name; the remedy lists near names.
    """
    known = questions()
    if name in known:
        return known[name]
    words = set(re.split(r"\W+", name.lower()))
    near = [other for other in known if words & set(other.split("-"))] or list(known)
    raise QueryError(
        "parameter", f'there is no question "{name}"', remedy="ask one of " + ", ".join(near)
    )


def ask(engine: Engine, name: str, *, base: str = "", **values: str) -> Solutions:
    """Ask a stored question.

    Parameters
    ----------
    engine
        Holds the data.
    name
        Name of the question.
    base, values
        As in `Question.bind`.

    Raises
    ------
    QueryError
        The name or a value is wrong (kind ``parameter``), or the engine gave up.
    """
    return engine.select(question(name).bind(base=base, **values))


def parse_question(name: str, text: str) -> Question:
    """Read the header of a question.

    Raises
    ------
    QueryError
        Of kind ``syntax``: a header line is missing, doubled or cannot be read.
    """
    single: dict[str, str] = {}
    parameters: list[Parameter] = []
    columns: list[Column] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith("#"):
            break
        key, value = _header(name, line, number)
        if key == "parameter":
            parameters.append(_parameter(name, value, number))
        elif key == "column":
            columns.append(Column(*_named(name, value, number)))
        elif key in single:
            raise _broken(name, number, f'the header "{key}" is there twice')
        else:
            single[key] = value
    try:
        return Question(
            name=name,
            title=single.pop("title"),
            description=single.pop("description"),
            parameters=tuple(parameters),
            columns=tuple(columns),
            text=text,
            page=single.pop("page"),
            place=single.pop("place"),
            show=single.pop("show"),
        )
    except KeyError as error:
        raise _broken(name, 1, f'the header "{error.args[0]}" is missing') from None


def _header(name: str, line: str, number: int) -> tuple[str, str]:
    """Split ``# key: value``."""
    match = _HEADER.fullmatch(line.rstrip())
    if match is None or not match[2]:
        raise _broken(name, number, f'"{line}" is no header line')
    return match[1], match[2].strip()


def _named(name: str, value: str, number: int) -> tuple[str, str]:
    """Split ``variable  what it is``."""
    match = _NAMED.fullmatch(value)
    if match is None:
        raise _broken(name, number, f'"{value}" is no name with a description')
    return match[1], match[2]


def _parameter(name: str, value: str, number: int) -> Parameter:
    """Read ``topic  IRI of a hw:Topic, required``."""
    variable, description = _named(name, value, number)
    match = _TYPE.match(description)
    if match is None:
        raise _broken(name, number, f'"{description}" does not start with a type')
    return Parameter(variable, match[1], description, required=match[2] is not None)


def _broken(name: str, line: int, what: str) -> QueryError:
    """Point at a line of a question's file."""
    error = QueryError("syntax", what, line=line, column=1, remedy="see docs/questions.md")
    error.where = f"queries/{name}.rq:{line}"
    return error


def _filled(line: str, terms: Mapping[str, str]) -> str:
    """Put a term into a ``VALUES ?x { UNDEF }`` line."""
    match = _SLOT.fullmatch(line)
    if match is None or match[1] not in terms:
        return line
    return line.replace("UNDEF", terms[match[1]])


def _term(parameter: Parameter, value: str, base: str) -> str:
    """Serialise a value as one SPARQL term; an error names the parameter and an example."""
    try:
        return iri_term(value, base) if parameter.is_iri else literal_term(value, parameter.type)
    except QueryError as error:
        written = "a full IRI, or with a site " if parameter.is_iri else "it like "
        what = f'parameter "{parameter.name}": {error.what} ({parameter.description})'
        raise QueryError("parameter", what, remedy=f"write {written}{parameter.example}") from error
