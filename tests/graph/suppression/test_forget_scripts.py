"""Names in any script go from titles, texts, topics and whatever a curator wrote."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.curation.deciding import decide
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site
from hallway.graph.suppression.forget import forget
from hallway.graph.suppression.planning import find_people
from tests.graph.suppression.forget_sites import rows

TABLE = """id,event,title,speakers,abstract,topics
1,Quay Days 2025,{name}: cranes,{name},"Of {upper}; so says {name}.",cranes; {name}
2,Quay Days 2025,Ropes,{name}; Omar Haddad,"Ropes, {name}, and Omar.",ropes
3,Quay Days 2025,A chat with {name},Mia Berg,"Mia and {name}，on tides.",cranes
"""
LATER = (
    "id,event,title,speakers\n9,Mole Days 2026,New cranes,{name}\n10,Mole Days 2026,Locks,Omar\n"
)
GIVEN = "SELECT (COUNT(*) AS ?n) { ?talk a hw:Talk ; schema:performer ?who }"
TOLD = {"who": "ana", "when": datetime(2026, 5, 1, tzinfo=UTC)}


def decide_with(site: Site, name: str) -> None:
    """Decide of the person, and of others with the name in the words of it."""
    (person, _), *_ = find_people(site, name)
    base = f"{site.config.base}id/"
    slugs = {row["s"] for row in site.sparql("SELECT ?s { ?s ?p ?o }").dicts()}
    talk = min(one for one in slugs if one.startswith(f"{base}talk/"))
    decide(site, "rename", talk, f"Talk of {name}", why="shorter", **TOLD)
    decide(site, "split", person, "person/omar-haddad", why=f"{name} wrote so", **TOLD)
    decide(site, "rename", "person/mia-berg", "Mia B.", why=f"asked by {name}", **TOLD)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Григорий Петров", "григори|петров"),
        ("佐藤光", "佐藤"),
        ("محمد العلي", "محمد|العلي"),
        ("Nguyễn Thị Hoa", "nguy[eễ]n|th[iị] hoa"),
    ],
)
def test_no_script_hides_a_name(tmp_path: Path, name: str, words: str):
    first, later = (
        Request(text.format(name=name, upper=name.upper()).encode(), file)
        for text, file in ((TABLE, "quay.csv"), (LATER, "mole.csv"))
    )
    with Site(tmp_path) as site:
        build(site, [first, later])
        decide_with(site, name)
        build(site)
    before = rows(tmp_path, GIVEN)
    with Site(tmp_path) as site:
        forget(site, find_people(site, name)[0][0], today=date(2026, 6, 1))
        build(site, [Request(later.data, "again.csv")])
        kept = Decisions.load(site.decisions).all
    assert rows(tmp_path, GIVEN) == before
    assert [one.object for one in kept if one.why.startswith("asked by")] == ["Mia B."]
    found = {}
    for path in sorted(tmp_path.rglob("*")):
        inside = path.relative_to(tmp_path)
        if path.is_file() and inside.parts[0] != "sources":
            text = f"{inside} {path.read_bytes().decode('utf-8', 'replace')}"
            leaks = re.findall(words, unicodedata.normalize("NFC", text), re.IGNORECASE)
            if leaks or name.encode("unicode_escape").decode() in text:
                found[str(inside)] = leaks
    assert found == {}
