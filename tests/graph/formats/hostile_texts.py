"""Files like those of `hostile_files` in pages, YAML, BibTeX, tables and plain text."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from tests.graph.formats.hostile_files import DEEP, MANY, RUN, Named, plain_zip

__all__ = ["FILES"]


def html() -> Named:
    item = '<div itemscope itemtype="https://schema.org/Event"><b itemprop="name">H</b>%s</div>'
    part = '<div itemprop="subEvent" itemscope itemtype="https://schema.org/Event">'
    rdfa = '<div vocab="https://schema.org/" typeof="Event">'
    script = '<script type="application/ld+json">'
    talk = "<tr><td>9:00</td><td>Cranes</td><td>Ana Lind</td></tr>"
    header = "<tr><th>Time</th><th>Title</th><th>Speaker</th></tr>"
    rooms = "<h2>10 June 2026</h2><table><tr><th>Time</th><th>A</th><th>B</th></tr>"
    bodies = {
        "deep": "<div>" * DEEP,
        "deep items": item % (part * 10_000),
        "deep RDFa": rdfa + '<div property="subEvent" typeof="Event">' * 10_000,
        "properties": item % ('<i itemprop="performer">Ana Lind</i>' * 20_000),
        "items": (item % "") * 5000,
        "names": item % f'<i itemprop="{" ".join(f"a{at}" for at in range(DEEP))}">x</i>',
        "blocks": f'{script}{{"@type":"Event","name":"x"}}</script>' * 3000,
        "broken blocks": f'{script}{{"@type":"Event","name":</script>' * 3000,
        "blocks that never end": f'{script}{{"@type":"Event",' * 10_000,
        "commas": f'{script}{{"@type":"Event","a":[{",  " * MANY}]}}</script>',
        "comments in a block": f'{script}{{"@type":"Event"{"/*" * MANY}}}</script>',
        "slashes in a block": f'{script}{{"@type":"Event"{"//" * MANY}}}</script>',
        "quotes in a block": f'{script}{{"@type":"Event",{chr(34) * RUN}}}</script>',
        "attributes": f"<div {' '.join(f'a{at}' for at in range(DEEP))}>{item % ''}",
        "tags": item % "" + "<a " * MANY,
        "brackets": item % "" + "<" * RUN,
        "comments": item % "" + "<!--" * MANY,
        "blanks": f"<div itemtype{' ' * RUN}='x'>{item % ''}",
        "types": f"<div itemtype={chr(34)}" * DEEP + item % "",
        "vocabularies": f"<div vocab={chr(34)}" * DEEP + f" typeof={chr(34)}" * DEEP,
        "tables in tables": "<table><tr><td>" * 3000,
        "a table": f"<table>{header}{talk * 5000}</table>",
        "tables": f"<table>{header}{talk}</table>" * 1000,
        "cells over others": rooms
        + "<tr><td>9:00</td><td colspan=9999 rowspan=9999>C</td><td>x</td></tr>" * 2000,
        "a wide table": f"<table>{('<tr>' + '<th>Title</th>' * 10_000 + '</tr>') * 3}</table>",
        "a grid": rooms + "<tr><td>9:00-9:30</td><td>C<br>Ana Lind</td><td>D</td></tr>" * 4000,
        "lines of a grid": rooms
        + "<tr><td>9:00</td><td>x</td><td>x</td></tr>" * 3
        + "<tr><td></td><td>Ana Lind</td><td>Bo Chen</td></tr>" * 10_000,
        "headings": "<h1>10 June 2026 <b>" * 10_000 + f"<table>{header}{talk}</table>",
        "sessions": '<div class="sz-session"><h3 class="sz-session__title">C</h3></div>' * 10_000,
    }
    for name, body in bodies.items():
        page = f"<!doctype html><html><head><title>H</title></head><body>{body}</body></html>"
        yield name, page.encode()
    yield "a comment above", b"<!--" + b"-" * RUN
    yield "comments above", b"<!-- -->" * MANY + b"<!doctype html><title>H</title>"
    yield "blanks above", b" " * RUN + b"<!doctype html><title>H</title>"


def yaml() -> Named:
    letters = "abcdefghij"
    pairs = list(pairwise(letters))
    tenfold = "".join(f"{b}: &{b} [{','.join([f'*{a}'] * 10)}]\n" for a, b in pairs)
    merged = "".join(f"{b}: &{b} {{<<: [{','.join([f'*{a}'] * 10)}]}}\n" for a, b in pairs)
    parts = {
        "aliases": "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + tenfold,
        "aliases of a text": f"a: &a {'x' * DEEP}\nb: [{','.join(['*a'] * 20_000)}]\n",
        "merged keys": "a: &a {x: 1}\n" + merged,
        "itself": "a: &a [*a]\n",
        "deep": f"a: {'[' * DEEP}{']' * DEEP}\n",
        "never closed": "a: " + "[" * DEEP,
        "deep objects": f"a: {'{a: ' * 20_000}{'}' * 20_000}\n",
        "deep lines": "a:\n" + "".join(f"{' ' * (at + 1)}- \n" for at in range(1500)),
        "deep items": f"a:\n  {'- ' * 20_000}x\n",
        "questions": "? " * 20_000 + "a\n",
        "values": f"a: [{'x,' * MANY}x]\n",
        "keys": "".join(f"k{at}: 1\n" for at in range(DEEP)),
        "documents": "---\na: 1\n" * DEEP,
        "numbers": f"a: {'9' * RUN}\nb: 0x{'f' * RUN}\nc: {'1:' * DEEP}1\nd: 1e{'9' * DEEP}\n",
        "a line": f"a: {'x' * RUN}\n",
        "blanks": f"a: x{' ' * RUN}\n",
        "colons": f"a: '{': ' * RUN}'\n",
        "quotes": "a: '" + "''" * MANY + "'\n",
        "letters": 'a: "' + "\\x41" * MANY + '"\n',
        "tags": f"a: {'!x ' * DEEP}y\n",
        "an object of Python": "a: !!python/object/apply:os.system [x]\n",
        "comments": "#\n" * MANY,
        "lines": "a: >\n" + "  x\n" * MANY,
    }
    event = "id: h\ntitle: H\nkind: conference\nstart_date: 2026-06-10\n"
    video = "- title: C\n  video_provider: youtube\n  video_id: a\n  speakers: [Ana Lind]\n"
    for name, part in parts.items():
        files = {"h/event.yml": event + part, "h/videos.yml": video, "h/series.yml": "name: H\n"}
        yield name, plain_zip(files)
    session = "- title: C\n  slug: c\n  series: H\n  series_slug: h\n  year: 2026\n  speakers: []\n"
    yield "sessions", session.encode() * 5000


def bibtex() -> Named:
    start = "@inproceedings{a,title={T},booktitle={H 2026},year={2026}"
    doubled = "".join(f"@string{{s{at + 1} = s{at} # s{at}}}\n" for at in range(40))
    entries = {
        "deep braces": f"{start},note={{{'{' * DEEP}{'}' * DEEP}}}}}",
        "never closed": f"{start},note={{{'{' * RUN}",
        "authors": f"{start},author={{{' and '.join(['Lind, Ana'] * 20_000)}}}}}",
        "and": f"{start},author={{{'and ' * DEEP}}}}}",
        "commas": f"{start},author={{{',' * MANY}}}}}",
        "entries": f"{start}}}\n" * 10_000,
        "marks": f"{start}}}\n" + "@" * MANY,
        "entries that never end": f"{start}}}\n" + "@a{" * DEEP,
        "comments": f"{start}}}\n" + "@comment{" * DEEP,
        "abbreviations": "".join(f'@string{{s{at} = "x"}}\n' for at in range(20_000))
        + f"{start}}}",
        "abbreviations of others": f'@string{{s0 = "xxxxxxxxxx"}}\n{doubled}{start},note=s40}}',
        "texts": f'{start},note="a"' + ' # "a"' * DEEP + "}",
        "fields": f"{start}{''.join(f',f{at}={{x}}' for at in range(20_000))}}}",
        "accents": start.replace("{T}", "{" + "\\'{e}" * DEEP + "}") + "}",
        "deep TeX": start.replace("{T}", "{" + "\\textbf{" * 10_000 + "}" * 10_000 + "}") + "}",
        "formulas": start.replace("{T}", "{" + "$a$ " * DEEP + "}") + "}",
        "a formula": start.replace("{T}", "{" + "$a" * DEEP + "$}") + "}",
        "backslashes": start.replace("{T}", "{" + "\\" * MANY + "x}") + "}",
        "blanks": f"{start},note{' ' * RUN}={{x}}}}",
        "percents": "%1\n" * MANY + f"{start}}}",
    }
    for name, source in entries.items():
        yield name, source.encode()


def page_text() -> Named:
    head = (
        "Harbour 2026\n2026-06-10\n-- online --\n[%s]\n| title | author | length |\n|---|---|---|\n"
    )
    talk = "| C | Ana Lind | 19m |\n"
    yield "rows", (head % "a" + (talk + "about. | ||\n") * 5000).encode()
    yield "bars", (head % "a" + "|" * RUN).encode()
    yield "a length", (head % "a" + f"| C | Ana | {'1' * RUN}m |").encode()
    yield "editions", (head % ", ".join(f"H {at}" for at in range(DEEP)) + talk).encode()
    yield "brackets", (head % ("[" * MANY) + talk).encode()
    yield "lines below", (head % "a" + talk + "more | ||\n" * DEEP).encode()
    yield "escaped bars", (head % "a" + "| " + "\\|" * MANY + " | Ana | 1m |").encode()
    yield "dashes", b"H\n" + b"-" * RUN + b"\n| title | author | length |\n"
    yield "blank lines", b"\n" * RUN + b"| title | author | length |\n"
    listed = "---\ntitle: H\n---\n# Tuesday, March 25\n" + "- 9:00 - 9:15 [C](x) - Ana Lind\n" * 3
    runs = {
        "brackets": "- 9:00 " + "[" * DEEP, "links": "- 9:00 " + "[a](" * DEEP,
        "stars": "- 9:00 " + "*a " * DEEP, "quotes": "> " * 20_000,
        "ticks": "- 9:00 " + " ".join("`" * at for at in range(1000)),
        "deep": "".join(f"{' ' * (2 * at)}- 9:00 x\n" for at in range(1000)),
        "items": "- 9:00 - 9:15 [C](x) - Ana Lind\n" * 5000,
    }  # fmt: skip
    for name, run in runs.items():
        yield f"list: {name}", f"{listed}{run}\n".encode()
    yield "dashes of a header", b"---\ntitle: H\n" + b"-" * RUN
    yield "deep TOML", b'+++\ntitle = "H"\na = ' + b"[" * DEEP + b"\n+++\n"


def table() -> Named:
    head = b"title,speakers,start\n"
    yield "an open quote", head + b'"' + b"a,b,c\n" * 20_000
    yield "open quotes", head + b'"a,b,c\n' * DEEP
    yield "columns", b"title,speakers" + b",x" * 10_000 + b"\nC,Ana" + b",1" * 10_000 + b"\n"
    yield "rows", head + b"C,Ana Lind,2026-06-10\n" * 20_000
    yield "commas", b"," * RUN
    yield "line ends", b"title,speakers\n" + b"\r" * RUN
    yield "a grid", b"10 June 2026,A,B\n" + b"9:00-9:30,C,D\n" * 10_000
    yield "a wide grid", b"10 June 2026" + b",A" * 3000 + (b"\n9:00-9:30" + b",C" * 3000) * 60
    several = b",".join(b"speaker %d" % at for at in range(3000))
    yield "numbered columns", b"title," + several + b"\nC" + b",Ana Lind" * 3000 + b"\n"
    yield "a numbered column", b"title,speaker " + b"1" * RUN + b"\nC,Ana\n"
    yield "letters", b"title,speakers\n" + b"\xe4\xf6" * MANY + b",x\n"
    yield "Japanese", b"title,speakers\n" + "夜のクレーン,山田太郎\n".encode("cp932") * DEEP
    yield "zeros", b"\0t\0i\0t\0l\0e" * DEEP


FILES: dict[str, tuple[Callable[[], Named], str | None]] = {
    "html": (html, None),
    "yaml": (yaml, None),
    "bibtex": (bibtex, "bibtex"),
    "page-text": (page_text, None),
    "table": (table, None),
}
"""As `hostile_files.FILES`."""
