"""Files for other programs: dumps of the graph, networks, and an event as schema.org markup."""

from __future__ import annotations

import csv
import heapq
import io
import os
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, BinaryIO

import networkx as nx
from pyoxigraph import DefaultGraph, Quad, RdfFormat, Store, Triple, parse, serialize

from hallway.graph.engine.protocol import Engine
from hallway.graph.errors import HallwayError
from hallway.graph.networks.incidence import WHOLE
from hallway.graph.publishing.markup import schema_org
from hallway.graph.vocabulary import PREFIXES

__all__ = [
    "DUMPS", "NETWORKS", "dump", "pieces", "schema_org", "whole_file", "write_csv",
    "write_gexf", "write_graphml", "write_network",
]  # fmt: skip

DUMPS = {
    "nq": RdfFormat.N_QUADS,
    "trig": RdfFormat.TRIG,
    "nt": RdfFormat.N_TRIPLES,
    "ttl": RdfFormat.TURTLE,
    "rdf": RdfFormat.RDF_XML,
    "jsonld": RdfFormat.JSON_LD,
}
"""Formats of a dump. N-Quads and TriG hold every graph, the others the default graph."""

BATCH = 5000  # quads written at once in a dump that is streamed
RUN_LINES = 500_000  # sorted in memory at once; longer dumps go through files
_SEPARATOR = b"\x01"  # sorts before whatever a line may hold


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file that appears under its name only when it has been written whole.

    Raises
    ------
    OSError
        The folder cannot be written to. Whatever is raised inside leaves no file and keeps an old
        one as it was.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)  # mkstemp makes it private
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


# Dumps -----------------------------------------------------------------------------------------


def dump(source: Engine | Store | Path, name: str, out: BinaryIO) -> None:
    """Write the whole graph, sorted: equal data gives equal bytes.

    Parameters
    ----------
    source
        An engine, a store, or a file of N-Quads.
    name
        One of `DUMPS`.

    Raises
    ------
    HallwayError
        There is no such format.
    """
    if name not in DUMPS:
        raise HallwayError(f"there is no dump {name!r}", remedy="choose one of " + ", ".join(DUMPS))
    if name == "nq":
        out.writelines(_sorted(_line(quad) for quad in _quads(source)))
    elif name == "nt":
        out.writelines(_sorted(_line(quad) for quad in _quads(source) if _is_merged(quad)))
    elif name == "trig":
        # By graph first, so that each is written in one piece.
        keyed = (
            str(quad.graph_name).encode() + _SEPARATOR + _line(quad) for quad in _quads(source)
        )
        lines = (line.partition(_SEPARATOR)[2] for line in _sorted(keyed))
        _convert(lines, RdfFormat.N_QUADS, DUMPS[name], out)
    else:
        merged = _sorted(_line(quad) for quad in _quads(source) if _is_merged(quad))
        _convert(merged, RdfFormat.N_TRIPLES, DUMPS[name], out)


def pieces(file: Path, name: str) -> Iterator[bytes]:
    """Yield a dump of a sorted file of N-Quads bit by bit, with little in memory.

    Unlike `dump` it keeps the order of the file: TriG opens a graph again where it comes again.

    Parameters
    ----------
    file
        As a build writes it: no blank nodes, so what is written in parts simply adds up.
    name
        ``nq``, ``nt``, ``trig`` or ``ttl``.
    """
    wanted = DUMPS[name]
    with file.open("rb") as source:
        quads = iter(parse(source, format=RdfFormat.N_QUADS))
        while batch := list(islice(quads, BATCH)):
            some: list[Triple] | list[Quad] = batch
            if not wanted.supports_datasets:
                some = [quad.triple for quad in batch if _is_merged(quad)]
            yield serialize(some, format=wanted, prefixes=PREFIXES) or b""


def _line(quad: Quad) -> bytes:
    return f"{quad} .\n".encode()


def _is_merged(quad: Quad) -> bool:
    return isinstance(quad.graph_name, DefaultGraph)


def _quads(source: Engine | Store | Path) -> Iterator[Quad]:
    if isinstance(source, Path):
        yield from parse(path=str(source), format=RdfFormat.N_QUADS)
    elif isinstance(source, Store):
        yield from source
    else:
        for query in (
            "SELECT ?s ?p ?o ?g WHERE { ?s ?p ?o }",
            "SELECT ?s ?p ?o ?g WHERE { GRAPH ?g { ?s ?p ?o } }",
        ):
            for s, p, o, g in source.select(query, limits=WHOLE).rows:
                yield Quad(s, p, o, g)  # type: ignore[arg-type]  # the positions of a triple


def _sorted(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines sorted and each once, holding no more than `RUN_LINES` of them in memory."""
    source = iter(lines)
    with ExitStack() as files:
        runs: list[Iterable[bytes]] = []
        while run := sorted(islice(source, RUN_LINES)):
            if len(run) == RUN_LINES:
                file: IO[bytes] = files.enter_context(tempfile.TemporaryFile())
                file.writelines(run)
                file.seek(0)
                runs.append(file)
            else:
                runs.append(run)
        last = b""
        for line in heapq.merge(*runs):
            if line != last:
                yield line
            last = line


def _convert(lines: Iterable[bytes], given: RdfFormat, wanted: RdfFormat, out: BinaryIO) -> None:
    with tempfile.TemporaryFile() as file:
        file.writelines(lines)
        file.seek(0)
        quads = parse(input=file, format=given)
        some = quads if wanted.supports_datasets else (quad.triple for quad in quads)
        serialize(some, output=out, format=wanted, prefixes=PREFIXES)


# Networks --------------------------------------------------------------------------------------

# XML 1.0, 2.2: these characters cannot stand in a document, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAKEN = {"id", "pid", "start", "end", "source", "target", "for", "type", "viz"}
"""Attributes that a format uses itself: one of ours with such a name gets an underscore."""


def write_network(network: nx.Graph[str], name: str, out: BinaryIO) -> None:
    """Write a network as ``graphml``, ``gexf`` or ``csv``.

    Raises
    ------
    HallwayError
        There is no such format. Nothing has been written then.
    """
    if name not in NETWORKS:
        raise HallwayError(
            f"there is no network format {name!r}", remedy="choose one of " + ", ".join(NETWORKS)
        )
    NETWORKS[name](network, out)


def write_graphml(network: nx.Graph[str], out: BinaryIO) -> None:
    """Write GraphML that networkx and igraph read back.

    Values that are None are left out, lists are joined by "; ", characters that XML cannot carry
    become U+FFFD, attributes named as the format's own get an underscore, and an attribute of
    several types is written as text.
    """
    made = io.BytesIO()
    nx.write_graphml(_plain(network), made, encoding="utf-8", prettyprint=True)
    out.write(made.getvalue())


def write_gexf(network: nx.Graph[str], out: BinaryIO) -> None:
    """Write GEXF 1.2 as `write_graphml` does GraphML, without the date of writing."""
    made = io.BytesIO()
    nx.write_gexf(_plain(network), made, encoding="utf-8", version="1.2draft")
    out.write(re.sub(rb' lastmodifieddate="[^"]*"', b"", made.getvalue(), count=1))


def write_csv(network: nx.Graph[str], out: BinaryIO) -> None:
    """Write the edges as a table: the two ends, their labels and kinds, then the attributes.

    A node without an edge is not in it.
    """
    plain = _plain(network)
    names = sorted({name for *_, values in plain.edges(data=True) for name in values})
    ends = [f"{end}_{name}" for end in ("source", "target") for name in ("label", "kind")]
    made = io.StringIO(newline="")
    writer = csv.writer(made)
    writer.writerow(["source", "target", *ends, *names])
    for a, b, values in plain.edges(data=True):
        told = [plain.nodes[end].get(name, "") for end in (a, b) for name in ("label", "kind")]
        writer.writerow([a, b, *told, *(values.get(name, "") for name in names)])
    out.write(made.getvalue().encode("utf-8"))


NETWORKS: dict[str, Callable[[nx.Graph[str], BinaryIO], None]] = {
    "graphml": write_graphml,
    "gexf": write_gexf,
    "csv": write_csv,
}
"""Formats of a network file."""


def _plain(network: nx.Graph[str]) -> nx.Graph[str]:
    """Return a copy that every format can carry, in the order of the nodes' names."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for node in sorted(network, key=str):
        name = _text(str(node)) or "_"  # igraph takes no empty name
        while name in taken:  # two names that differ in what XML cannot carry only
            name += "'"
        taken.add(name)
        names[node] = name
    plain: nx.Graph[str] = nx.Graph()
    nodes = _columns(list(network.nodes[node] for node in names))
    for name, values in zip(names.values(), nodes, strict=True):
        plain.add_node(name, **values)
    ties = [(sorted((names[a], names[b])), values) for a, b, values in network.edges(data=True)]
    ties.sort(key=lambda tie: tie[0])
    for (ends, _), values in zip(ties, _columns([values for _, values in ties]), strict=True):
        plain.add_edge(ends[0], ends[1], **values)
    return plain


def _columns(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Make every value a scalar and every attribute of one type: a file declares it once."""
    scalars = [
        {
            f"{name}_" if name.lower() in _TAKEN else _text(name): _scalar(value)
            for name, value in sorted(row.items())
            if value is not None
        }
        for row in rows
    ]
    types: dict[str, set[type]] = defaultdict(set)
    for row in scalars:
        for name, value in row.items():
            types[name].add(type(value))
    common = {name: _common(some) for name, some in types.items()}
    return [{name: common[name](value) for name, value in row.items()} for row in scalars]


def _common(types: set[type]) -> Callable[[Any], Any]:
    if len(types) == 1:
        return next(iter(types))
    return float if types == {int, float} else str


def _scalar(value: Any) -> str | int | float | bool:
    if isinstance(value, float) and abs(value) < sys.float_info.min:
        return 0.0  # so near to it that igraph refuses to read the number
    if isinstance(value, bool | int | float):
        return value
    if hasattr(value, "item") and getattr(value, "shape", None) == ():  # a NumPy number
        return _scalar(value.item())
    if isinstance(value, list | tuple | set | frozenset):
        parts = [str(_scalar(part)) for part in value if part is not None]
        return "; ".join(parts if isinstance(value, list | tuple) else sorted(parts))
    return _text(str(value))


def _text(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
