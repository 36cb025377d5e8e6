"""Records a curator's decisions; they hold from the next build on."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from hallway.graph.errors import SiteError
from hallway.graph.linking.decisions import Decision, Decisions, decision_id
from hallway.graph.questions import iri_term
from hallway.graph.site import Site

__all__ = ["decide", "decide_link"]

LINK = """
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
SELECT ?subject ?predicate ?object WHERE {
  VALUES ?link { UNDEF }
  ?link rdf:subject ?subject ; rdf:predicate ?predicate ; rdf:object ?object .
}
LIMIT 1
"""
KNOWN = "ASK { VALUES ?thing { UNDEF } ?thing ?p ?o }"


def decide_link(
    site: Site, action: str, link: str, *, who: str, when: datetime, why: str
) -> Decision:
    """Accept or reject a link.

    Parameters
    ----------
    action
        ``accept`` or ``reject``.
    link
        Address of the hw:Link, ``link/{id}`` or its id alone.
    who, when, why
        Kept with the decision.

    Raises
    ------
    SiteError
        The published generation has no such link.
    """
    name = link if "/" in link else f"link/{link}"
    query = LINK.replace("UNDEF", iri_term(name, site.config.base))
    found = next(site.sparql(query).dicts(), None)
    if found is None:
        raise SiteError(f"there is no link {link!r}", remedy="hallway review list names them")
    return _record(site, Decision("", action, **found, who=who, when=when.isoformat(), why=why))


def decide(
    site: Site, action: str, subject: str, object_: str, *, who: str, when: datetime, why: str
) -> Decision:
    """Merge or split two people, rename a thing, or undo a decision.

    Parameters
    ----------
    action
        ``merge``, ``split`` (subject and object are people), ``rename`` (object is the name) or
        ``undo`` (subject is the decision, object is empty).
    subject, object_
        ``kind/slug`` or addresses; the new name of a rename stands as it is.

    Raises
    ------
    SiteError
        A thing or decision is not there.
    """
    if action == "undo":
        known = [one for one in Decisions.load(site.decisions).all if subject in _names(one)]
        if not known:
            raise SiteError(
                f"there is no decision {subject!r}", remedy="hallway review decisions lists them"
            )
        subject = known[0].id
    else:
        subject = _thing(site, subject)
        object_ = object_ if action == "rename" else _thing(site, object_)
    when_text = when.isoformat()
    return _record(
        site, Decision("", action, subject, object=object_, who=who, when=when_text, why=why)
    )


def _names(decision: Decision) -> tuple[str, str]:
    return decision.id, decision.id.rsplit("/", 1)[1]


def _thing(site: Site, name: str) -> str:
    term = iri_term(name, site.config.base)
    if not site.engine().ask(KNOWN.replace("UNDEF", term)):
        raise SiteError(f"there is no {name!r} in the graph", remedy="give kind/slug or an address")
    return term[1:-1]


def _record(site: Site, decision: Decision) -> Decision:
    decision = replace(decision, id=decision_id(site.config.base, decision))
    Decisions.load(site.decisions).append(decision)
    return decision
