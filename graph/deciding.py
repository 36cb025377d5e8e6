"""Records a curator's decision on a link of the published generation."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from hallway.graph.errors import SiteError
from hallway.graph.linking.decisions import Decision, Decisions, decision_id
from hallway.graph.questions import iri_term
from hallway.graph.site import Site

__all__ = ["decide"]

LINK = """
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
SELECT ?subject ?predicate ?object WHERE {
  VALUES ?link { UNDEF }
  ?link rdf:subject ?subject ; rdf:predicate ?predicate ; rdf:object ?object .
}
LIMIT 1
"""


def decide(site: Site, action: str, link: str, *, who: str, when: datetime, why: str) -> Decision:
    """Accept or reject a link; the decision holds from the next build on.

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
    decision = Decision("", action, **found, who=who, when=when.isoformat(), why=why)
    decision = replace(decision, id=decision_id(site.config.base, decision))
    Decisions.load(site.decisions).append(decision)
    return decision
