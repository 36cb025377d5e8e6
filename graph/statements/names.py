"""How things are called in the statements: settled over all sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hallway.graph.keys import concept_key

__all__ = ["Names", "mention_id"]


@dataclass(frozen=True, slots=True)
class Names:
    """Who is who and what is called how, settled over all sources.

    Attributes
    ----------
    person_of
        Mention id -> person key (see `mention_id`).
    labels
        (kind, key) -> label to show; a key without an entry shows its own spelling.
    concepts
        (kind, key of a spelling) -> key of the thing, for topics and organizations that have
        several spellings.
    spellings
        (kind, key of a spelling) -> how that spelling is printed, for the same things.
    """

    person_of: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[tuple[str, str], str] = field(default_factory=dict)
    concepts: Mapping[tuple[str, str], str] = field(default_factory=dict)
    spellings: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def key(self, kind: str, printed: str) -> str:
        """Return the key of the topic, organization or other concept that is printed so."""
        own = concept_key(printed)
        return self.concepts.get((kind, own), own)

    def label(self, kind: str, key: str, printed: str) -> str:
        """Return the label to show for a key that this source spells `printed`."""
        return self.labels.get((kind, key), printed)


def mention_id(source: str, owner_key: str, position: int) -> str:
    """Return the id of the mention at a position (from 1) of a talk or event of a source."""
    return f"{source}|{owner_key}|{position}"
