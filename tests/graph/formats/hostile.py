"""Reads hostile files one after another under the limits of the promise, in a process of its own.

Usage: python -m tests.graph.formats.hostile NAME…

A name is a way of writing of `writers`, whose facts are long runs and many, or ``raw-`` and a
notation of `hostile_files` or `hostile_texts`.

Prints the name of each file before it is read: a process that is killed has said at which one.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

from hallway.graph.errors import HallwayError
from hallway.graph.formats import ReadOptions, formats, read
from tests.graph.formats import hostile_files, hostile_texts
from tests.graph.formats.writers import EVENT, FIRST, WRITERS, ZONE, Fact

FILES = hostile_files.FILES | hostile_texts.FILES
SECONDS = 10
MEMORY = 500_000_000  # bytes
RUN = 40_000  # characters
TALKS = 1000
UNITS = (
    "a", "A", "1", "Aa ", "<", "<a ", "<b>", "</p><p>", "<td>", "&", "&amp;", "(", "a(", "()", "[",
    "[a](", "**a", "`", "> ", "# ", "- ", " - ", ",", "a,", ", ", ";", "A a;", "@", "a@a.", "a@",
    "http://", ".", "a.", "/", " / ", ":", "1:", "1 ", " and ", " et ", '"', "'", "\\", "{\\a ",
    "$a", "_", "__a", "%", "=", "–", "9:00 – ", "2026-01-01 ", "|", "<!--", "<![CDATA[", "<script>",
    "tel 1", "vol. 1 ", "e\u0301", "\u200b", "\xa0", "中", " at ", "...", "…",
)  # fmt: skip


def hostile() -> Iterator[tuple[str, list[Fact]]]:
    """Yield facts whose texts are long runs, and very many facts that say nearly the same."""
    for unit in UNITS:
        run = f"Cranes {unit * (RUN // len(unit))} at night"
        yield f"a run of {unit!r}", [Fact(run, FIRST, 45, run, (run,), run)]
    same = Fact("Cranes", FIRST, 45, "Quay", ("Ana van Lind", "Ana"), "About cranes.")
    yield "one talk many times", [same] * TALKS
    yield (
        "many talks",
        [
            Fact(
                f"Cranes {at}", FIRST + timedelta(minutes=at), 5, f"Quay {at}", (f"Ana van L{at}",)
            )
            for at in range(TALKS)
        ],
    )
    crowd = tuple(f"Ana van L{at}" for at in range(TALKS))
    yield "many people", [Fact("Cranes", FIRST, 45, "Quay", crowd)]


def files(name: str) -> Iterator[tuple[str, bytes, str | None]]:
    """Yield the files of a name: what each is, its bytes, and its format if that is told."""
    if name.removeprefix("raw-") in FILES and name.startswith("raw-"):
        write, known = FILES[name.removeprefix("raw-")]
        for what, data in write():
            yield what, data, known
    else:
        for what, facts in hostile():
            yield what, WRITERS[name].write(facts), WRITERS[name].format


def main(names: list[str]) -> None:
    """Read every hostile file in the ways of writing that are named."""
    formats()
    with open("/proc/self/statm", encoding="ascii") as told:
        size = int(told.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, resource.RLIM_INFINITY))
    for name in names:
        for what, data, known in files(name):
            sys.stdout.write(f"{name}: {what}\n")
            sys.stdout.flush()
            used = resource.getrusage(resource.RUSAGE_SELF)
            spent = int(used.ru_utime + used.ru_stime) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (spent + SECONDS, resource.RLIM_INFINITY))
            with suppress(HallwayError):
                read(data, ReadOptions(file="x", event=EVENT, zone=ZONE), known)
    sys.stdout.write("done\n")


if __name__ == "__main__":
    main(sys.argv[1:])
