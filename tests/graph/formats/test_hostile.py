"""Any file ends in a programme or an error within ten seconds and 500 MB."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hallway.graph.formats import ReadOptions, read
from tests.graph.formats.hostile import FILES

ROOT = Path(__file__).parents[3]
# A way to write for each kind of notation; the others are read by the same modules.
WRITTEN = ("csv", "frab-xml", "ical", "sessionize", "microdata", "hallway-turtle", "json-list")
NAMES = (*WRITTEN, *(f"raw-{name}" for name in FILES))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").is_file(), reason="limits are set as on Linux")
@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_programme_ends_soon_in_little_memory(name: str) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.graph.formats.hostile", name],
        cwd=ROOT, capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    reached = child.stdout.rstrip().rpartition("\n")[2]
    assert (reached, child.returncode) == ("done", 0), child.stderr[-2000:]


DIGITS = "9" * 5000  # more than Python turns into a number
RDF = """@prefix s: <https://schema.org/> . @prefix hw: <https://w3id.org/hallway#> .
@prefix : <u:> . :e a hw:Event ; s:name "H" . :t a hw:Talk ; s:name "Cranes" ; s:superEvent :e ;
hw:appearance :a . :a a hw:Appearance ; s:performer :p ; s:position "%s" . :p s:name "Ana Lind" ."""
ACL = """<collection id="D19"><volume id="%s"><meta><booktitle>H 2019</booktitle><year>2019</year>
</meta><paper id="1"><title>Cranes</title><author><first>Ana</first><last>Lind</last></author>
</paper></volume></collection>"""


@pytest.mark.parametrize(
    "data",
    [
        RDF % DIGITS,
        ACL % DIGITS,
        f"- title: Cranes\n  year: {DIGITS}\n  deadline: x\n  sub: ML\n  start: 2026-06-10\n",
        f"title,event,series,edition,date\nCranes,H 2026,H,{DIGITS},2026-06-10\n",
        f'[{{"title": "Cranes", "start": "{DIGITS}", "length": {DIGITS}, "speaker": "Ana"}}]',
    ],
    ids=["rdf", "acl", "ai-deadlines", "csv", "json-list"],
)
def test_no_number_is_too_long(data: str) -> None:
    assert [event.name for event in read(data.encode(), ReadOptions(file="x")).events]
