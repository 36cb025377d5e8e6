"""Union-find that never joins what must stay apart."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Clusters"]


class Clusters:
    """Disjoint sets of the numbers 0 to n-1 with two kinds of cannot-link.

    Parameters
    ----------
    identities
        For each number its (scope, id) pairs: two different ids of one scope keep their clusters
        apart, unless they are joined by force.
    """

    def __init__(self, identities: Sequence[Sequence[tuple[str, str]]]) -> None:
        self._parent = list(range(len(identities)))
        self._size = [1] * len(identities)
        self._ids: dict[int, dict[str, set[str]]] = {
            item: {scope: {one for where, one in pairs if where == scope} for scope, _ in pairs}
            for item, pairs in enumerate(identities)
            if pairs
        }
        self._foes: dict[int, set[int]] = {}

    def find(self, item: int) -> int:
        """Return the representative of the item's cluster."""
        parent = self._parent
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    def size(self, item: int) -> int:
        """Return how many items the item's cluster has."""
        return self._size[self.find(item)]

    def forbid(self, a: int, b: int) -> None:
        """Keep two clusters apart for ever, also against force."""
        a, b = self.find(a), self.find(b)
        if a != b:
            self._foes.setdefault(a, set()).add(b)
            self._foes.setdefault(b, set()).add(a)

    def forbidden(self, a: int, b: int) -> bool:
        """Tell whether `forbid` keeps the two apart."""
        return self.find(b) in self._foes.get(self.find(a), ())

    def differ(self, a: int, b: int) -> bool:
        """Tell whether some scope gives the two clusters different ids."""
        left = self._ids.get(self.find(a), {})
        right = self._ids.get(self.find(b), {})
        return any(scope in right and not right[scope] <= ids for scope, ids in left.items())

    def may_join(self, a: int, b: int) -> bool:
        """Tell whether the two are one cluster or could become one."""
        a, b = self.find(a), self.find(b)
        return a == b or not (self.forbidden(a, b) or self.differ(a, b))

    def join(self, a: int, b: int, *, by_force: bool = False) -> bool:
        """Join two clusters if nothing forbids it; `by_force` overrules differing ids only.

        Returns
        -------
        bool
            Whether the two are one cluster now.
        """
        a, b = self.find(a), self.find(b)
        if a == b:
            return True
        if self.forbidden(a, b) or (not by_force and self.differ(a, b)):
            return False
        if self._size[a] < self._size[b]:
            a, b = b, a
        self._parent[b] = a
        self._size[a] += self._size[b]
        for scope, ids in self._ids.pop(b, {}).items():
            self._ids.setdefault(a, {}).setdefault(scope, set()).update(ids)
        for foe in self._foes.pop(b, set()):
            self._foes[foe].discard(b)
            self._foes[foe].add(a)
            self._foes.setdefault(a, set()).add(foe)
        return True
