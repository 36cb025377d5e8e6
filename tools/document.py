"""Writes the pages of docs/ that are made from the code: questions, ontology, command line.

python tools/document.py            write the pages
python tools/document.py --check    exit 1 when a page is not up to date
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import click
import rdflib
from rdflib import OWL, RDF, RDFS, SKOS

from hallway.cli import main as command_line
from hallway.graph.answers.questions import Question, questions
from hallway.graph.formats import formats
from hallway.graph.vocabulary import HW

DOCS = Path(__file__).resolve().parent.parent / "docs"
STATUS = rdflib.URIRef("http://www.w3.org/2003/06/sw-vocab-status/ns#term_status")
SORTS = (
    ("Classes", OWL.Class),
    ("Properties that lead to things", OWL.ObjectProperty),
    ("Properties with a value", OWL.DatatypeProperty),
    ("States of a link", rdflib.URIRef(HW.iri + "LinkStatus")),
)
QUESTIONS = """\
# The questions

Each question is one file, `queries/NAME.rq`: a complete SPARQL 1.1 query that any tool can run,
with a comment header that everything else is made from (this page too: `tools/document.py`). As it
stands a file asks about everything; a parameter is bound by putting a term in place of `UNDEF` in
its `VALUES` line. Every question has a total order and a limit.

A header has these lines, one a line, before the first `PREFIX`:

    # title: Speakers on a topic
    # description: Who spoke on the topic, who did so most often first.
    # parameter: topic  IRI of a hw:Topic          (or a datatype; ", required" at the end)
    # column: person  the speaker                  (each projected variable, in order)
    # page: topic                                  (kind of page where it appears)
    # place: speakers                              (panel on that page)
    # show: table                                  (table, bar, line, network or timeline)

From the command line: `hallway ask speakers-of-topic topic=topic/liquid-cooling`; in Python:
`site.ask("speakers-of-topic", topic="topic/liquid-cooling")`.
"""
COMMANDS = """\
# The command line

What `--help` says, written here by `tools/document.py`. Data goes to stdout, everything else to
stderr; every command that works on a site takes `--site DIR` (default `$HALLWAY_SITE`, else
`./hallway-site`). Exit codes: 0 done, 1 could not, 2 used wrongly, 3 the data does not conform.
"""
ONTOLOGY = """\
# The ontology

The terms that Hallway coins, all in `https://w3id.org/hallway#` (prefix `hw:`), made from
`ontology/hallway.ttl` by `tools/document.py`. How they are used together with the terms of
schema.org, SKOS, PROV and Dublin Core is in [model.md](model.md). `ontology/alignment.ttl` sets
them beside other vocabularies, `ontology/shapes.ttl` says what a graph must look like, and
`hallway check` holds a site against it.
"""


def question_page() -> str:
    """Return docs/questions.md."""
    parts = [QUESTIONS]
    for question in questions().values():
        parts.append("\n".join(_question(question)))
    return "\n".join(parts)


def _question(question: Question) -> Iterator[str]:
    yield f"## {question.name}"
    yield ""
    yield f"**{question.title}.** {question.description}"
    yield (
        f"Shown as a {question.show} on the page `{question.page}`, panel `{question.place}`; "
        f"at most {question.limit:,} rows."
    )
    yield ""
    yield "| | name | what it is |"
    yield "|---|---|---|"
    for parameter in question.parameters:
        yield f"| parameter | `{parameter.name}` | {parameter.description} |"
    for column in question.columns:
        yield f"| column | `{column.name}` | {column.description} |"
    yield ""


def ontology_page() -> str:
    """Return docs/ontology.md."""
    text = files("hallway.ontology").joinpath("hallway.ttl").read_text("utf-8")
    graph = rdflib.Graph().parse(data=text, format="turtle")
    parts = [ONTOLOGY]
    for title, sort in SORTS:
        parts.append("\n".join(_terms(graph, title, sort)))
    return "\n".join(parts)


def _terms(graph: rdflib.Graph, title: str, sort: rdflib.URIRef) -> Iterator[str]:
    yield f"## {title}"
    yield ""
    yield "| term | what it means | example | status |"
    yield "|---|---|---|---|"
    for term in sorted(graph.subjects(RDF.type, sort), key=str):
        name = str(term).replace(HW.iri, "hw:")
        comment = str(graph.value(term, RDFS.comment)).replace("|", "\\|")
        example = str(graph.value(term, SKOS.example))
        yield f"| `{name}` | {comment} | `{example}` | {graph.value(term, STATUS)} |"
    yield ""


def command_page() -> str:
    """Return docs/cli.md."""
    return "\n".join([COMMANDS, *_commands(command_line, "hallway")])


def _commands(group: click.Group, name: str) -> Iterator[str]:
    for part, command in group.commands.items():
        whole = f"{name} {part}"
        context = click.Context(
            command,
            info_name=whole,
            terminal_width=100,
            help_option_names=command_line.context_settings["help_option_names"],
        )
        yield f"## {whole}\n\n```text\n{command.get_help(context)}\n```\n"
        if isinstance(command, click.Group):
            yield from _commands(command, whole)


FORMATS = """\
# The formats

In the order in which a file is tried; recognition looks at the bytes, never at the name. A folder
or a zip is one source. `--format NAME` overrides. A table or a JSON document of another kind is
read with a [mapping file](mapping.md), anything else by
[a reader of your own](writing-a-reader.md). Made by `tools/document.py`.

| name | what it is |
|---|---|
"""


def format_page() -> str:
    """Return docs/formats/index.md."""
    rows = [f"| [`{one.name}`]({one.name}.md) | {one.title} |\n" for one in formats().values()]
    return FORMATS + "".join(rows)


PAGES = {
    "cli.md": command_page,
    "formats/index.md": format_page,
    "questions.md": question_page,
    "ontology.md": ontology_page,
}


def main(arguments: list[str] | None = None, docs: Path = DOCS) -> int:
    """Write the pages, or compare them; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args(arguments).check
    stale = []
    for name, make in PAGES.items():
        path, text = docs / name, make()
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        stale.append(name)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    for name in stale:
        print(f"docs/{name} is not up to date" if check else f"docs/{name} written")
    if check and stale:
        print("  run python tools/document.py", file=sys.stderr)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
