"""Timing: medians and percentiles of repeated calls."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable

__all__ = ["first_and_again_ms", "median_ms", "once_s", "peak_mb"]


def samples_ms(call: Callable[[], object], times: int, limit_s: float = 20.0) -> list[float]:
    """Call up to `times` times, or until `limit_s` has passed; return each length."""
    found: list[float] = []
    end = time.monotonic() + limit_s
    while len(found) < times and (not found or time.monotonic() < end):
        start = time.perf_counter()
        call()
        found.append((time.perf_counter() - start) * 1000)
    return found


def median_ms(call: Callable[[], object], times: int = 7) -> float:
    """Return the median length of a call, after one that does not count."""
    call()
    return statistics.median(samples_ms(call, times))


def first_and_again_ms(
    calls: list[Callable[[], object]], limit_s: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return median and 95th percentile over calls made once each, and over the same once more.

    Of very slow calls only those are made that begin within `limit_s` seconds.
    """
    end = time.monotonic() + limit_s
    first: list[float] = []
    for call in calls:
        if first and time.monotonic() > end:
            break
        first += samples_ms(call, 1)
    again = [samples_ms(call, 1)[0] for call in calls[: len(first)]]
    return _fifty_and_ninety_five(first), _fifty_and_ninety_five(again)


def _fifty_and_ninety_five(samples: list[float]) -> tuple[float, float]:
    found = sorted(samples) or [0.0]
    return statistics.median(found), found[min(len(found) - 1, int(0.95 * len(found)))]


def once_s(call: Callable[[], object]) -> float:
    """Return the length of one call in seconds."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def peak_mb() -> float:
    """Return the largest resident size of this process so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
