"""How like two names of one kind of thing are, by what linking knows of such names."""

from __future__ import annotations

from rapidfuzz import fuzz

from hallway.graph.full_text.asked import words
from hallway.graph.keys import concept_key
from hallway.graph.linking.organizations.naming import canonical
from hallway.graph.linking.people.names import compare
from hallway.graph.linking.topics.label_parts import read_label
from hallway.graph.linking.topics.same_topics import same_topics
from hallway.graph.reading.names import name_key

__all__ = ["RULES", "alike", "other_name"]

RULES = {
    "equal": 1.0,
    "accents": 0.99,
    "marks": 0.98,
    "script": 0.95,
    "spacing": 0.97,
    "order": 0.97,
    "nickname": 0.85,
    "initials": 0.8,
    "added": 0.85,
    "shortened": 0.8,
    "spelling": 0.8,
    "same": 0.98,
}
"""Rule -> how much a name that it ties to another is worth, from 0 to 1."""

_LOOSE = 0.75
"""Most that names are worth which no rule ties."""


def alike(kind: str, asked: str, name: str) -> tuple[float, str]:
    """Return how like two names are, from 0 to 1, and the rule that says so.

    Parameters
    ----------
    kind
        One of the eight kinds: people, organizations and topics have rules of their own.
    asked, name
        Names as printed.

    Returns
    -------
    tuple
        The rule is one of `RULES`, or ``words`` for the share of letters that the words have in
        common, whatever their order (rapidfuzz's token_sort_ratio).

    >>> alike("organization", "Meta Platforms, Inc.", "Meta")
    (0.98, 'same')
    >>> alike("person", "Zoe Marquez", "Zoë Márquez")
    (0.99, 'accents')
    """
    if _key(kind, asked) == _key(kind, name):
        return RULES["equal"], "equal"
    rule = _rule(kind, asked, name)
    left, right = " ".join(words(asked)), " ".join(words(name))
    if not rule and left == right:
        rule = "marks"
    if rule:
        return RULES[rule], rule
    return round(_LOOSE * fuzz.token_sort_ratio(left, right) / 100, 4), "words"


def other_name(kind: str, asked: str) -> str:
    """Return the name that the shipped tables give to what is asked for; empty for none."""
    label = ""
    if kind == "organization":
        label = canonical(asked).label
    elif kind == "topic":
        entry = read_label(asked).entry
        label = entry.label if entry is not None else ""
    return label if label != asked else ""


def _key(kind: str, text: str) -> str:
    return name_key(text) if kind == "person" else concept_key(text)


def _rule(kind: str, asked: str, name: str) -> str:
    if kind == "person":
        match = compare(asked, name)
        return match.kind if match is not None and match.kind in RULES else ""
    if kind == "organization":
        key = canonical(asked).key
        return "same" if key and key == canonical(name).key else ""
    if kind == "topic":
        return "same" if len(set(same_topics({"a": asked, "b": name}).values())) == 1 else ""
    return ""
