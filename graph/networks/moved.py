"""Addresses that were given once and lead to another thing now, so that a shared view holds."""

from __future__ import annotations

from collections.abc import Mapping

from hallway.graph.answers.things import bound
from hallway.graph.networks.picture import NetworkSite, resolve

__all__ = ["current_address", "moved"]

_MOVED = """SELECT ?old ?now WHERE {
  ?old dcterms:isReplacedBy ?now .
}
ORDER BY ?old ?now
LIMIT 200000"""


def moved(site: NetworkSite) -> Mapping[str, str]:
    """Return every address that leads to another thing, and that thing; read once a generation."""

    def make() -> dict[str, str]:
        rows = site.engine().select(bound(_MOVED)).dicts()
        steps = {row["old"]: row["now"] for row in rows}
        return {old: _end(steps, old) for old in steps}

    return site.cached("network.moved", make)


def _end(steps: Mapping[str, str], iri: str) -> str:
    seen = {iri}
    while (after := steps.get(iri)) is not None and after not in seen:
        seen.add(after)
        iri = after
    return iri


def current_address(site: NetworkSite, name: str, kind: str = "") -> str:
    """Return the IRI that a name in an address stands for now.

    Parameters
    ----------
    name
        ``kind/slug``, an IRI or, with `kind`, a slug alone.
    """
    iri = resolve(name, site.config.base, kind)
    return moved(site).get(iri, iri)
