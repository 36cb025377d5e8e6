"""The description of the REST interface (OpenAPI 3.1), made from what it answers with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import hallway
from hallway.graph.answers.operations import MATCHED
from hallway.graph.answers.questions import Question, questions
from hallway.graph.matching.properties import PROPERTIES
from hallway.graph.settings import Settings
from hallway.graph.vocabulary import KINDS

__all__ = ["MOST", "described"]

MOST = 1000
"""Most items of one answer."""

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
YES: Schema = {"type": "boolean"}
IRI: Schema = {"type": "string", "format": "iri"}


def described(config: Settings) -> dict[str, Any]:
    """Return the description of the interface of a site."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": config.title,
            "version": hallway.__version__,
            "description": "A graph of conferences. Every answer is complete or says that it is "
            "not; a list goes on at its Link header.",
        },
        "servers": [{"url": config.base.rstrip("/")}],
        "paths": dict(_paths()),
        "components": {"schemas": SCHEMAS},
    }


def _object(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": sorted(required),
        "additionalProperties": False,
    }


def _array(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _list_of(items: Schema, more: Mapping[str, Schema] | None = None) -> Schema:
    return _object(
        {
            "generation": NUMBER,
            "complete": YES,
            "total": NUMBER,
            "offset": NUMBER,
            **(more or {}),
            "items": _array(items),
        }
    )


SCHEMAS: dict[str, Schema] = {
    "Problem": _object(
        {"type": TEXT, "title": TEXT, "status": NUMBER, "detail": TEXT, "remedy": TEXT},
        {"limit": TEXT, "available": _array(TEXT)},
    ),
    "Named": _object({"iri": IRI, "label": TEXT}),
    "Value": {
        "oneOf": [
            _object({"iri": IRI, "label": TEXT}),
            _object({"value": TEXT}, {"datatype": TEXT, "language": TEXT}),
        ]
    },
    "Thing": _object(
        {
            "iri": IRI,
            "kind": TEXT,
            "label": TEXT,
            "page": IRI,
            "properties": {"type": "object", "additionalProperties": _array(_ref("Value"))},
        }
    ),
    "Hit": _object(
        {"iri": IRI, "kind": TEXT, "label": TEXT, "note": TEXT, "score": {"type": "number"}},
        {"excerpt": TEXT, "year": NUMBER},
    ),
    "Question": _object(
        {
            "name": TEXT,
            "title": TEXT,
            "description": TEXT,
            "parameters": _array(_object({"name": TEXT, "type": TEXT, "required": YES})),
            "columns": _array(_object({"name": TEXT, "description": TEXT})),
        }
    ),
    "Path": _object(
        {
            "cost": {"type": "number"},
            "steps": _array(_object({"id": TEXT, "kind": TEXT, "label": TEXT})),
            "hops": _array(
                _object(
                    {
                        "from": TEXT,
                        "to": TEXT,
                        "talk": {"oneOf": [_object({"id": TEXT, "title": TEXT}), {"type": "null"}]},
                        "words": TEXT,
                        "confidence": {"type": "number"},
                        "derived": YES,
                        "query": TEXT,
                    }
                )
            ),
            "words": _array(TEXT),
        }
    ),
    "Candidate": _object(
        {
            "iri": IRI,
            "kind": TEXT,
            "label": TEXT,
            "note": TEXT,
            "score": {"type": "number", "minimum": 0, "maximum": 100},
            "sure": YES,
            "rule": TEXT,
            "agreeing": _array(TEXT),
        }
    ),
}


def _paths() -> Sequence[tuple[str, dict[str, Any]]]:
    kinds = list(KINDS)
    part = [_query("limit", {**NUMBER, "minimum": 1, "maximum": MOST}),
            _query("offset", {**NUMBER, "minimum": 0})]  # fmt: skip
    counts = {"type": "object", "additionalProperties": NUMBER}
    return [
        ("/api/search", _get(
            "search", "Find things by words; errors in typing are forgiven",
            [_query("q", TEXT, needed=True), _query("kind", {"enum": kinds}),
             _query("year", {"type": "string", "pattern": "^[0-9]{4}$"}), *part],
            _list_of(_ref("Hit"), {"relaxed": YES, "counts": counts}))),
        ("/api/things/{kind}", _get(
            "listThings", "List the things of a kind by name",
            [_in_path("kind", {"enum": kinds}), *part], _list_of(_ref("Named")))),
        ("/api/things/{kind}/{slug}", _get(
            "describeThing", "Say what the graph says of a thing; a joined one leads to the other",
            [_in_path("kind", TEXT), _in_path("slug", TEXT)], _ref("Thing"))),
        ("/api/questions", _get(
            "listQuestions", "List the stored questions",
            [], _object({"items": _array(_ref("Question"))}))),
        *((f"/api/questions/{one.name}", _asking(one, part)) for one in questions().values()),
        ("/api/connect", _get(
            "connect", "Say how two things are connected; each step cites a talk",
            [_query("from", TEXT, needed=True), _query("to", TEXT, needed=True),
             _query("k", {**NUMBER, "minimum": 1, "maximum": 10})],
            _object({"from": IRI, "to": IRI, "paths": _array(_ref("Path"))}))),
        ("/api/match", _get(
            "match", "Say which things a written name may mean, and whether one of them is sure",
            [_query("name", TEXT, needed=True), _query("kind", {"enum": list(MATCHED)}),
             _query("limit", {**NUMBER, "minimum": 1, "maximum": 25}),
             *(_query(name, _array(TEXT)) for name in PROPERTIES)],
            _object({"items": _array(_ref("Candidate"))}))),
    ]  # fmt: skip


def _asking(one: Question, part: list[Schema]) -> dict[str, Any]:
    parameters = [
        _query(given.name, TEXT, needed=given.required, description=given.description)
        for given in one.parameters
    ]
    row = _object({}, {own.name: {**TEXT, "description": own.description} for own in one.columns})
    answer = _list_of(row, {
        "question": {"const": one.name},
        "parameters": {"type": "object", "additionalProperties": IRI},
        "columns": _array(TEXT),
    })  # fmt: skip
    words = "".join(word.title() for word in one.name.split("-"))
    found = _get("ask" + words, one.title, [*parameters, *part], answer)
    found["get"]["description"] = one.description
    return found


def _query(name: str, schema: Schema, *, needed: bool = False, description: str = "") -> Schema:
    found: Schema = {"name": name, "in": "query", "required": needed, "schema": schema}
    return found | ({"description": description} if description else {})


def _in_path(name: str, schema: Schema) -> Schema:
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _get(operation: str, summary: str, parameters: list[Schema], answer: Schema) -> dict[str, Any]:
    return {
        "get": {
            "operationId": operation,
            "summary": summary,
            "parameters": parameters,
            "responses": {
                "200": {
                    "description": "The answer",
                    "content": {"application/json": {"schema": answer}},
                },
                "default": {
                    "description": "Why there is none",
                    "content": {"application/problem+json": {"schema": _ref("Problem")}},
                },
            },
        }
    }
