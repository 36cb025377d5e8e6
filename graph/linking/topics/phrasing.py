"""The words that phrases of one meaning share, whatever their order and their forms."""

from __future__ import annotations

from collections.abc import Sequence

from hallway.graph.linking.topics.words import PREPOSITIONS, related

__all__ = ["NEURAL", "phrase_of"]

NEURAL = frozenset("convolution convolutional recurrent feedforward residual siamese".split())
"""What is said of networks that are always neural."""

_TAILS = frozenset(
    "problem method technique approach system algorithm technology framework".split()
)
"""Words that add nothing at the end of a longer phrase: "content management system"."""

_ALIKE = {
    "automated": "automatic", "visual": "vision", "vehicular": "vehicle", "tech": "technology",
    "app": "application", "dev": "development", "config": "configuration", "db": "database",
    "admin": "administration", "infra": "infrastructure", "doc": "documentation",
    "repo": "repository",
    "perf": "performance", "stat": "statistics", "algo": "algorithm", "param": "parameter",
    "vocab": "vocabulary", "eval": "evaluation", "biz": "business", "gov": "government",
    "edu": "education", "env": "environment", "lib": "library", "spec": "specification",
    "hyperparam": "hyperparameter", "prod": "production",
}  # fmt: skip
"""Words that mean the same inside a phrase."""

_ON = frozenset("model learning agent".split())
"""Words whose "-based" tells: "model-based learning" is not "model learning"."""

_TURNED = frozenset("of for in on with via using".split())
"""Prepositions that a phrase can do without: "theory of learning", "learning theory"."""


def phrase_of(words: Sequence[str]) -> tuple[str, ...]:
    """Return what phrases of one meaning share; nothing of a single word.

    "Theory of X" is "X theory"; "and" has no order.
    """
    if len(words) < 2:
        return ()
    words = [
        _ALIKE.get(word, word)
        for before, word, behind in zip(("", *words), words, (*words[1:], ""), strict=False)
        if (word != "based" or before in _ON)
        and not (word == "neural" and before in NEURAL and behind == "network")
    ]
    if len(words) > 2 and words[-1] in _TAILS:
        words.pop()
    if words[-1] == "test":
        words[-1] = "testing"
    inside = [place for place, word in enumerate(words) if word in PREPOSITIONS]
    if len(inside) == 1 and words[inside[0]] in _TURNED and 0 < inside[0] < len(words) - 1:
        words = words[inside[0] + 1 :] + words[: inside[0]]
    elif not inside and words.count("and") == 1 and words[0] != "and" != words[-1]:
        middle = words.index("and")
        first, second = sorted((words[:middle], words[middle + 1 :]))
        words = [*first, "and", *second]
    return tuple(related(word) for word in words)
