"""RDF in every common notation: Turtle, TriG, N-Triples, N-Quads, RDF/XML, and JSON-LD.

Parsed by pyoxigraph, which opens no connection; contexts of JSON-LD that would have to be fetched
and document types in RDF/XML are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyoxigraph import NamedNode, Quad, RdfFormat, parse

from hallway.graph.errors import SourceError
from hallway.graph.formats import HEAD_BYTES, Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.happenings.tree import programme
from hallway.graph.formats.rdf.events import RELATIVE, events
from hallway.graph.formats.rdf.terms import Graph
from hallway.graph.formats.syntax.xml_tree import DOCTYPE, PROLOGUE, as_ascii, check_depth
from hallway.graph.programme import Programme
from hallway.graph.reading import bundle, text

__all__ = ["FORMAT"]

NAME = "rdf"
RDF_NS = rb"http://www.w3.org/1999/02/22-rdf-syntax-ns#"

_XML = re.compile(PROLOGUE + rb"<(?:[\w.-]+:)?RDF(?=[\s>])", re.DOTALL)
_XML_DOCTYPE = re.compile(rb"<!DOCTYPE\s+(?:[\w.-]+:)?RDF\b")
_BLANKS = rb"(?:\s+|#[^\n]*+(?:\n|$))*+"
_TURTLE = re.compile(_BLANKS + rb"(?:@prefix|@base|PREFIX|BASE)\s+(?:[\w.-]*:\s*)?<", re.IGNORECASE)
_TRIG = re.compile(rb"^[ \t]*+(?:GRAPH\s++)?(?:<[^<>\s]++>|[\w.-]*+:[\w.-]*+)\s*+\{", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)", re.DOTALL)
_LINE = re.compile(
    _BLANKS + rb"(?:<[^<>\"{}|^`\\\n]+>|_:[\w.-]+)[ \t]+(?:<[^<>\n]+>|a(?=[ \t]))[ \t]*[<_\"][^\n]*"
)
_BARE_GRAPH = re.compile(_BLANKS + rb"(?:GRAPH\s+)?<[^<>\s]+>\s*\{\s*(?:<|_:|\})", re.IGNORECASE)
_OURS = re.compile(rb"w3id\.org/hallway#|semanticweb\.org/ns/swc/ontology")
_JSON = re.compile(rb"\"@(?:id|graph|type|context)\"")
_REMOTE = re.compile(r'"@(?:context|import)"\s*:\s*(?:\[\s*)?"(?P<url>[^"]*)"')
_FAULT = re.compile(r"line (\d+)")
_GRAPH_PARTS = ("/graph/links", "/graph/decisions", "/graph/addresses")
_TITLES = {
    RdfFormat.RDF_XML: "RDF/XML", RdfFormat.TURTLE: "Turtle", RdfFormat.TRIG: "TriG",
    RdfFormat.N_QUADS: "N-Triples or N-Quads", RdfFormat.JSON_LD: "JSON-LD",
}  # fmt: skip


def _recognises(head: bytes, data: bytes) -> str:
    if parts := _parts(data):
        return f"{len(parts)} files of RDF"
    notation = _notation(head, data)
    return _TITLES[notation] if notation else ""


def _notation(head: bytes, data: bytes) -> RdfFormat | None:
    """Tell the notation from the beginning of a file."""
    plain = as_ascii(head)
    if plain[:1] == b"<" and (_XML_DOCTYPE.search(plain[:4096]) or _XML.match(plain)):
        return RdfFormat.RDF_XML if RDF_NS in as_ascii(data) else None
    if head[:1] in (b"{", b"["):
        ours = _OURS.search(head) and _JSON.search(head)
        return RdfFormat.JSON_LD if ours else None
    if _TURTLE.match(head):
        return RdfFormat.TRIG if _TRIG.search(data) else RdfFormat.TURTLE
    if found := _LINE.match(head):
        line = found[0].strip().splitlines()[-1].strip()
        if line.endswith(b".") and b"> a " not in line:
            return RdfFormat.N_QUADS  # of which N-Triples are a part
        turtle = RdfFormat.TRIG if _TRIG.search(data) else RdfFormat.TURTLE
        return turtle if line.endswith((b";", b",", b".")) else None
    if _BARE_GRAPH.match(head):
        return RdfFormat.TRIG
    return None


def _parts(data: bytes) -> dict[str, bytes]:
    """Return the files of a zip in which every file is RDF."""
    names = bundle.names(data)
    if not names:
        return {}
    # Most bundles are something else, and the first file shows it.
    if not any(_notation(_head(head), head) for _, head in bundle.heads(data, most=1)):
        return {}
    try:
        files = bundle.files(data, limits=bundle.CHECKED)
    except SourceError:
        return {}
    return files if all(_notation(_head(part), part) for part in files.values()) else {}


def _head(data: bytes) -> bytes:
    return data[:HEAD_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()


def _read(data: bytes, options: ReadOptions) -> Programme:
    report = Report(options)
    several = bundle.files(data, options.file, options) if bundle.is_bundle(data) else {}
    quads: list[Quad] = []
    titles = []
    for name, part in several.items() or [("", data)]:
        notation = _notation(_head(part), part)
        if notation is None:
            if not several:
                raise _unknown(options)
            report.tell("the file is no RDF and was left out", name)
            continue
        titles.append(_TITLES[notation])
        quads += _quads(part, notation, name, report, options)
    graph = Graph(_of_sources(quads))
    for iri in graph.repaired[:20]:
        report.once(f"the IRI {iri[:80]!r} has blanks around it; they were dropped", level="note")
    roots = events(graph, report)
    if not roots:
        raise SourceError(
            f"its {graph.size:,} statements describe no event and no talk",
            where=options.file,
            remedy="put the files that belong together into one folder and read that",
        )
    recognised = " and ".join(dict.fromkeys(titles))
    return programme(NAME, recognised, roots, report, options)


def _unknown(options: ReadOptions) -> SourceError:
    return SourceError(
        "it is none of the notations of RDF that are read",
        where=options.file,
        remedy="these are " + ", ".join(_TITLES.values()),
    )


def _of_sources(quads: list[Quad]) -> Iterator[Quad]:
    """Yield what sources state; in a dump of ours the rest is derived and was merged again.

    The list is empty afterwards: the graph that is built of it is as large again.
    """
    ours = any("/graph/source/" in _graph_of(one) for one in quads)
    quads.reverse()
    while quads:
        one = quads.pop()
        name = _graph_of(one) if ours else ""
        if not ours or (name and not name.endswith(_GRAPH_PARTS)):
            yield one


def _graph_of(quad: Quad) -> str:
    return quad.graph_name.value if isinstance(quad.graph_name, NamedNode) else ""


def _quads(
    data: bytes, notation: RdfFormat, name: str, report: Report, options: ReadOptions
) -> list[Quad]:
    """Parse one file; what stands before a fault is kept, in lines also what stands behind."""
    source, guess = _decoded(data, notation)
    if guess:
        report.tell(guess, name)
    where = f"{options.file}, {name}" if name else options.file
    if notation == RdfFormat.RDF_XML:
        source = _checked_xml(source, where)
        check_depth(source, where, options)
    if notation == RdfFormat.JSON_LD and (remote := _REMOTE.search(source)):
        raise SourceError(
            f"its context {remote['url'][:80]!r} would have to be fetched, which is not done",
            where=where,
            remedy="expand the JSON-LD, or write the context into the file",
        )
    found: list[Quad] = []
    fault = _into(found, source, notation)
    if fault is None:
        return found
    line = _FAULT.search(fault)
    place = ", ".join(filter(None, [name, f"line {line[1]}" if line else ""]))
    if notation == RdfFormat.N_QUADS:
        return _by_line(source, notation, name, report)
    if not found:
        raise SourceError(
            f"not {_TITLES[notation]}: {fault}",
            where=f"{options.file}, {place}" if place else options.file,
            remedy="check that the file is complete",
        )
    report.tell(
        f"not {_TITLES[notation]} from here on: {fault[:200]}",
        place,
        f"correct the file; the {len(found):,} triples before it were read",
        "error",
    )
    return found


def _into(found: list[Quad], source: str, notation: RdfFormat) -> str | None:
    """Parse into a list; return what is wrong with the rest, None for nothing."""
    base = None if notation == RdfFormat.N_QUADS else RELATIVE
    try:
        for quad in parse(source, format=notation, base_iri=base, lenient=True):
            found.append(quad)
    except (SyntaxError, ValueError, OSError) as error:
        return str(error)
    return None


def _by_line(source: str, notation: RdfFormat, name: str, report: Report) -> list[Quad]:
    found: list[Quad] = []
    bad = 0
    for number, line in enumerate(source.split("\n"), 1):
        if not line.strip():
            continue
        fault = _into(found, line, notation)
        if fault is not None:
            bad += 1
            if bad <= 20:
                place = ", ".join(filter(None, [name, f"line {number}"]))
                report.tell(f"a statement was left out: {fault[:200]}", place, level="error")
    return found


def _decoded(data: bytes, notation: RdfFormat) -> tuple[str, str]:
    """Decode a file: UTF-8, or what the declaration of its XML says."""
    data = (
        data.removeprefix(b"\xef\xbb\xbf").lstrip()
        if data[:2] not in (b"\xff\xfe", b"\xfe\xff")
        else data
    )
    declared = re.match(rb"<\?xml[^>]*encoding\s*=\s*[\"']([\w.-]+)", data)
    if notation == RdfFormat.RDF_XML and declared:
        try:
            return data.decode(declared[1].decode("ascii")), ""
        except (LookupError, UnicodeDecodeError):
            pass
    decoded, guess = text.decode(data)
    return decoded, guess.what if guess else ""


def _checked_xml(source: str, where: str) -> str:
    """Refuse a document type; drop the declaration, since the text is decoded already."""
    bare = _COMMENT.sub("", source) if "<!DOCTYPE" in source else ""
    if DOCTYPE.match(source.encode("utf-8", "replace")[:HEAD_BYTES]) or "<!DOCTYPE" in bare:
        raise SourceError(
            "it has a document type (DTD), which can make a small file expand without end",
            where=where,
            remedy="write the entities out and remove the <!DOCTYPE …> declaration",
        )
    return re.sub(r"^\s*<\?xml[^>]*\?>", lambda found: "\n" * found[0].count("\n"), source)


FORMAT = Format(NAME, "RDF (Turtle, N-Triples, RDF/XML and others)", _recognises, _read, order=25)
"""The reader, as the entry point names it."""
