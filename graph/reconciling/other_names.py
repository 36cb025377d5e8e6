"""Why a name is one of a thing that is shown under another: links to names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hallway.graph.addresses import Addresses
from hallway.graph.linking.decision import NAMES_OF
from hallway.graph.linking.organizations.naming import Organization
from hallway.graph.linking.records import LinkRecord
from hallway.graph.statements.names import Names

__all__ = [
    "ORGANIZATIONS",
    "SERIES",
    "OtherName",
    "named_otherwise",
    "of_organization",
    "of_series",
]

ORGANIZATIONS, SERIES = "organization-names-2", "series-names-1"


@dataclass(frozen=True, slots=True)
class OtherName:
    """A name, as printed, that a rule takes for one of a thing's.

    Attributes
    ----------
    kind, key
        The thing.
    confidence, method, evidence
        As in `LinkRecord`.
    """

    kind: str
    key: str
    name: str
    confidence: float
    method: str
    evidence: str


def of_organization(key: str, name: str, read: Organization) -> OtherName:
    """Say how a printed name is read as that of an organization."""
    table = read.key.startswith("=")
    text = (
        f"Read as “{read.label}”{', which the table of organizations has' if table else ''}:"
        " department, place and legal form are left out."
    )
    return OtherName("organization", key, name, 0.98 if table else 0.97, ORGANIZATIONS, text)


def of_series(key: str, name: str, other: str, stated: str, file: str) -> OtherName:
    """Say which source gives a series the name that another one has."""
    text = f"{file} gives “{other}” as another name of “{stated}”, and of no other series."
    return OtherName("series", key, name, 0.98, SERIES, text)


def named_otherwise(
    others: Iterable[OtherName], names: Names, addresses: Addresses
) -> list[LinkRecord]:
    """Link things to their other names."""
    return [
        LinkRecord(
            addresses.thing(one.kind, one.key, names.label(one.kind, one.key, one.key)).value,
            NAMES_OF[one.kind],
            one.name,
            one.confidence,
            one.method,
            one.evidence,
        )
        for one in others
    ]
