"""The reconciliation service (Reconciliation Service API 0.2): spreadsheets matched to the site.

OpenRefine and other clients send names in batches and get candidates with scores; they complete
names while one types, look at a thing before it is chosen, and fetch columns of what was matched.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from hallway.graph.answers.operations import MATCHED as KINDS
from hallway.graph.answers.things import KIND_WORDS, describe
from hallway.graph.iris import document_path, iri_of, shorten
from hallway.graph.matching.candidates import Candidate, candidates
from hallway.graph.matching.properties import PROPERTIES, Told, told
from hallway.graph.vocabulary import HW, XSD
from hallway.graph.vocabulary import KINDS as CLASSES
from hallway.web.panels import current_site
from hallway.web.security import CONTENT_SECURITY_POLICY

__all__ = ["reconciling"]

reconciling = Blueprint("reconciling", __name__)

MOST_QUERIES = 50
MOST_IDS = 500
MOST_CANDIDATES = 25
LONGEST = 500

FRAMED = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""Policy of the one page that is made to be shown in a frame: it has no form and no script."""


@reconciling.after_request
def _for_any_origin(response: Response) -> Response:
    """Let scripts of other sites post: nothing is written and no cookie is looked at."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.vary.add("Accept")
    return response


@reconciling.route("/reconcile", methods=["GET", "POST"])
def service() -> Response:
    """Describe the service, match a batch of queries, or extend a batch of things."""
    if "queries" in request.values:
        return jsonify(_batch(_object("queries")))
    if "extend" in request.values:
        return jsonify(_extended(_object("extend")))
    return jsonify(_manifest())


@reconciling.get("/reconcile/suggest/entity")
def suggest_entity() -> Response:
    """Complete the name of a thing."""
    wanted = [kind for kind in (_kind(one) for one in request.args.getlist("type")) if kind]
    hits = current_site().search_index().suggest(_prefix(), kinds=wanted or KINDS)
    return jsonify(
        result=[
            {
                "id": _id(hit.iri),
                "name": hit.label,
                "description": hit.note,
                "notable": [_type(hit.kind)],
            }
            for hit in hits
        ]
    )


@reconciling.get("/reconcile/suggest/type")
def suggest_type() -> Response:
    """Complete the name of a type."""
    return jsonify(result=_beginning(map(_type, KINDS)))


@reconciling.get("/reconcile/suggest/property")
def suggest_property() -> Response:
    """Complete the name of a property."""
    return jsonify(result=_beginning(map(_property, PROPERTIES)))


@reconciling.get("/reconcile/properties")
def properties() -> Response:
    """Propose properties that things of a type can be extended by."""
    kind = _kind(request.args.get("type", ""))
    text = request.args.get("limit", "")
    most = int(text) if text.isdecimal() and len(text) < 4 else len(PROPERTIES)
    fitting = [name for name, one in PROPERTIES.items() if not kind or kind in one.kinds]
    answer: dict[str, Any] = {"properties": [_property(name) for name in fitting[:most]]}
    if kind:
        answer["type"] = _type(kind)["id"]
    return jsonify(answer)


@reconciling.get("/reconcile/preview")
def preview() -> Response:
    """Show a thing in a small frame of a client."""
    site = current_site()
    iri = _iri(request.args.get("id", ""))
    found = describe(site.engine(), site.config.base, iri) if iri else None
    if found is None or found.kind not in KINDS:
        abort(404)
    hits = site.search_index().search(found.label, kinds=[found.kind], limit=20).items
    note = next((hit.note for hit in hits if hit.iri == found.iri), "")
    page = render_template("preview.html", thing=found, kind=KIND_WORDS[found.kind][0], note=note)
    response = make_response(page)
    response.headers["Content-Security-Policy"] = FRAMED
    return response


# What is asked ------------------------------------------------------------------------------------


def _object(name: str) -> Mapping[str, Any]:
    """Read a parameter that is a JSON object."""
    try:
        found = json.loads(request.values[name])
    except (ValueError, RecursionError) as error:
        abort(400, f"'{name}' is no JSON: {error}")
    if not isinstance(found, dict):
        abort(400, f"'{name}' is no JSON object but a {type(found).__name__}")
    return found


def _prefix() -> str:
    return request.args.get("prefix", "").strip()[:LONGEST]


def _batch(queries: Mapping[str, Any]) -> dict[str, Any]:
    if len(queries) > MOST_QUERIES:
        abort(413, f"{len(queries)} queries in one batch; send {MOST_QUERIES} at most")
    return {name: {"result": _matched(name, query)} for name, query in queries.items()}


def _matched(name: str, query: Any) -> list[dict[str, Any]]:
    if not isinstance(query, dict):
        abort(400, f"query '{name}' is no JSON object")
    asked = query.get("query")
    if not isinstance(asked, str):
        abort(400, f"query '{name}' has no text in 'query'")
    types = query.get("type") or []
    wanted = [_kind(str(one)) for one in (types if isinstance(types, list) else [types])]
    if wanted and not any(wanted):
        return []  # of no type that is here
    limit = query.get("limit")
    most = limit if isinstance(limit, int) and limit > 0 else 5
    found = candidates(
        current_site(),
        asked[:LONGEST],
        [kind for kind in wanted if kind] or KINDS,
        _known(query.get("properties")),
        min(most, MOST_CANDIDATES),
    )
    return [_candidate(one) for one in found]


def _known(given: Any) -> dict[str, list[str]]:
    """Read the properties of a query: ``pid``, and ``v`` as text, number, thing or a list."""
    known: dict[str, list[str]] = {}
    for one in given if isinstance(given, list) else ():
        if not isinstance(one, dict) or one.get("pid") not in PROPERTIES:
            continue
        values = one.get("v")
        texts = [
            _iri(str(value["id"])) or str(value["id"])
            if isinstance(value, dict) and "id" in value
            else str(value).strip()
            for value in (values if isinstance(values, list) else [values])
            if value is not None
        ]
        known.setdefault(one["pid"], []).extend(text[:LONGEST] for text in texts if text)
    return known


def _extended(wanted: Mapping[str, Any]) -> dict[str, Any]:
    ids, asked = wanted.get("ids"), wanted.get("properties")
    if not isinstance(ids, list) or not isinstance(asked, list):
        abort(400, "'extend' needs a list of 'ids' and a list of 'properties'")
    if len(ids) > MOST_IDS:
        abort(413, f"{len(ids)} ids in one batch; send {MOST_IDS} at most")
    names = [one["id"] for one in asked if isinstance(one, dict) and one.get("id") in PROPERTIES]
    iris = {str(one): _iri(str(one)) for one in ids}
    known = sorted({iri for iri in iris.values() if iri})
    engine = current_site().engine()
    columns = {name: told(engine, name, known) for name in dict.fromkeys(names)}
    rows = {
        own: {name: [_cell(one) for one in column.get(iri or "", ())]
              for name, column in columns.items()}
        for own, iri in iris.items()
    }  # fmt: skip
    meta = [_property(name) | _leads_to(name) for name in columns]
    return {"meta": meta, "rows": rows}


# What is answered ---------------------------------------------------------------------------------


def _manifest() -> dict[str, Any]:
    site = current_site()
    base = site.config.base
    service = base + "reconcile"

    def at(path: str) -> dict[str, str]:
        return {"service_url": service, "service_path": path}

    return {
        "versions": ["0.2"],
        "name": site.config.title,
        "identifierSpace": base + "id/",
        "schemaSpace": HW.iri,
        "documentation": base + "about",
        "defaultTypes": [_type(kind) for kind in KINDS],
        "view": {"url": base + "id/{{id}}"},
        "preview": {"url": service + "/preview?id={{id}}", "width": 400, "height": 160},
        "suggest": {
            "entity": at("/suggest/entity"),
            "type": at("/suggest/type"),
            "property": at("/suggest/property"),
        },
        "extend": {"propose_properties": at("/properties"), "property_settings": []},
        "batchSize": 10,
    }


def _candidate(one: Candidate) -> dict[str, Any]:
    features = [{"id": "name", "value": one.rule}]
    features += [{"id": name, "value": "agrees"} for name in one.agreeing]
    return {
        "id": _id(one.iri),
        "name": one.label,
        "description": one.note,
        "type": [_type(one.kind)],
        "score": one.score,
        "match": one.sure,
        "features": features,
    }


def _beginning(found: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    prefix = _prefix().casefold()
    return [one for one in found if prefix in one["name"].casefold()]


def _type(kind: str) -> dict[str, str]:
    return {"id": shorten(CLASSES[kind].value), "name": KIND_WORDS[kind][0].title()}


def _kind(given: str) -> str:
    """Return the kind that a type means: its CURIE, its IRI, or the bare name; empty for none."""
    for kind in KINDS:
        curie = shorten(CLASSES[kind].value)
        if given in (kind, curie, CLASSES[kind].value, curie.partition(":")[2]):
            return kind
    return ""


def _property(name: str) -> dict[str, str]:
    return {"id": name, "name": PROPERTIES[name].label}


def _leads_to(name: str) -> dict[str, Any]:
    kind = PROPERTIES[name].kind
    return {"type": _type(kind)} if kind in KINDS else {}


def _cell(one: Told) -> dict[str, Any]:
    if one.iri:
        return {"id": _id(one.iri), "name": one.text}
    if one.datatype == XSD.integer.value:
        return {"int": int(one.text)}
    if one.datatype in (XSD.date.value, XSD.dateTime.value):
        return {"date": one.text}
    return {"str": one.text}


def _id(iri: str) -> str:
    """Return the id of a thing: its path below ``{base}id/``."""
    return document_path(current_site().config.base, iri) or iri


def _iri(given: str) -> str | None:
    base = current_site().config.base
    kind, slash, slug = given.removeprefix(base + "id/").partition("/")
    return iri_of(base, kind, slug) if slash and kind.isalpha() and slug else None
