"""One decision of a curator: what it says, and the id that it goes by."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from hallway.graph.errors import HallwayError

__all__ = ["ACTIONS", "APPEARS", "NAMES_OF", "SAME_AS", "SPELLED", "Decision", "decision_id"]

ACTIONS = ("accept", "reject", "unsure", "merge", "split", "rename", "prefer", "undo")
"""What a curator can do.

``accept`` and ``reject`` judge the link (subject, predicate, object), ``unsure`` leaves it as it is
and asks nobody again; ``merge`` says that subject and object are one person, topic or
organization, ``split`` that they are two; ``rename`` gives the subject the name in `object`;
``prefer`` believes the source `object` about the property `predicate` of the subject;
``undo`` takes back the decision whose id is the subject.
"""

SAME_AS = "http://www.w3.org/2002/07/owl#sameAs"
APPEARS = "https://schema.org/performer"
"""Of an appearance: whose it is."""

NAMES_OF = {
    "topic": "http://www.w3.org/2004/02/skos/core#altLabel",
    "organization": "http://www.w3.org/2004/02/skos/core#hiddenLabel",
    "series": "https://schema.org/alternateName",
}
"""Kind of thing -> the relation to its other names; an organization's are as affiliations print
them, with department and place."""
SPELLED = frozenset(NAMES_OF.values())
"""Of a thing: a name, a text, that is one of its."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing that a curator decided.

    Attributes
    ----------
    id
        IRI of the decision, see `decision_id`.
    action
        One of `ACTIONS`.
    subject, predicate, object
        The link that is judged. Of ``merge`` and ``split`` they are addresses, or stand for a part:
        of a person the address of an appearance, a person key or a mention id (see `resolve`), of
        a topic or an organization a name as printed; two names are of the kind that their relation
        says (`NAMES_OF`). `predicate` is empty where it says nothing.
    who
        Name or handle of the curator.
    when
        The instant, ISO 8601 with offset.
    """

    id: str
    action: str
    subject: str
    predicate: str = ""
    object: str = ""
    who: str = ""
    when: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        """Refuse an action that does not exist and a decision about nothing."""
        if self.action not in ACTIONS:
            raise HallwayError(
                f"{self.action!r} is not something that can be decided",
                where=f"decision {self.id}",
                remedy=f"write one of {', '.join(ACTIONS)}",
            )
        lacking = self.action == "prefer" and not self.predicate
        if not self.subject or lacking or (self.action != "undo" and not self.object):
            raise HallwayError(
                f"the decision to {self.action} does not say what about",
                where=f"decision {self.id}",
                remedy="give a subject, and an object unless it undoes a decision",
            )


def decision_id(base: str, decision: Decision) -> str:
    """Return the IRI of a decision: the base and a digest of everything that it says."""
    parts = (decision.action, decision.subject, decision.predicate, decision.object)
    text = "\x1f".join((*parts, decision.who, decision.when, decision.why))
    return f"{base}id/decision/{hashlib.sha256(text.encode()).hexdigest()[:16]}"
