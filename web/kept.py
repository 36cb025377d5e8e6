"""Things worked out once and kept for the next reader, as long as there is room."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Kept"]

V = TypeVar("V")


class Kept(Generic[V]):
    """The values last asked for, by key; safe for several threads.

    Parameters
    ----------
    most
        Most weight of all values together. What was asked for longest ago goes first; the newest
        value always stays.
    weigh
        Weight of a value, in the unit of `most`.
    """

    def __init__(self, most: int, weigh: Callable[[V], int]) -> None:
        self._most, self._weigh = most, weigh
        self._weight = 0
        self._guard = threading.Lock()
        self._values: OrderedDict[Hashable, V] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        """Return the value of a key, None when it is not kept."""
        with self._guard:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def put(self, key: Hashable, value: V) -> None:
        """Keep a value; one that is there already stays."""
        with self._guard:
            if key in self._values:
                return
            self._values[key] = value
            self._weight += self._weigh(value)
            while self._weight > self._most and len(self._values) > 1:
                _, dropped = self._values.popitem(last=False)
                self._weight -= self._weigh(dropped)
