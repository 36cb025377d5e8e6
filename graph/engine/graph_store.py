"""Sends a generation to a server by the SPARQL 1.1 Graph Store HTTP Protocol."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from pyoxigraph import NamedNode, Quad, RdfFormat, Triple, parse, serialize

from hallway.graph.engine.protocol import Dataset
from hallway.graph.errors import SiteError

__all__ = ["GraphStore", "shown"]

_BATCH_TRIPLES = 10_000


@dataclass(slots=True)
class GraphStore:
    """A server that takes graphs by the SPARQL 1.1 Graph Store HTTP Protocol.

    Attributes
    ----------
    address
        Of the graph store, to which ``?graph=…`` is added.
    user, password
        For servers that ask who writes (digest or basic); empty when they do not.
    """

    address: str
    user: str = ""
    password: str = field(default="", repr=False)

    def load(
        self,
        quads: Path,
        merge: str,
        *,
        stale: Iterable[str] = (),
        same: Collection[str] = (),
    ) -> Dataset:
        """Load a generation, one graph after the other.

        Parameters
        ----------
        quads
            Its ``quads.nq``.
        merge
            IRI of the graph that takes the triples of the default graph.
        stale
            Graphs of the generation before; those that are in this one no more are removed.
        same
            Graphs that the server has as they are here; they are not sent.

        Returns
        -------
        Dataset
            What queries must name to see the generation as the embedded engines do.

        Raises
        ------
        SiteError
            The server did not take it. What it has then is not whole: load again.
        """
        waiting: dict[str, list[Triple]] = {}
        begun: set[str] = set()
        for quad in parse(path=quads, format=RdfFormat.N_QUADS):
            graph = _graph_of(quad, merge)
            batch = waiting.setdefault(graph, [])
            if graph in same:
                continue
            batch.append(quad.triple)
            if len(batch) >= _BATCH_TRIPLES:
                self._send("POST" if graph in begun else "PUT", graph, batch)
                begun.add(graph)
                batch.clear()
        for graph, batch in waiting.items():
            if batch:
                self._send("POST" if graph in begun else "PUT", graph, batch)
        for graph in sorted(set(stale) - set(waiting)):
            self._send("DELETE", graph, [])
        named = sorted(set(waiting) - {merge})
        return Dataset((merge,), tuple(named))

    def _send(self, method: str, graph: str, triples: list[Triple]) -> None:
        body = serialize(triples, format=RdfFormat.N_TRIPLES) if triples else None
        request = urllib.request.Request(  # noqa: S310  # the operator's own server
            f"{self.address}?graph={quote(graph, safe='')}",
            data=body,
            method=method,
            headers={"Content-Type": "text/turtle"},  # N-Triples is Turtle, which all take
        )
        try:
            with self._opener().open(request, timeout=300) as response:
                response.read()
        except urllib.error.HTTPError as error:
            with error:
                if method == "DELETE" and error.code == 404:
                    return
                raise SiteError(
                    f"{shown(self.address)} did not take {graph}: {error.code} {error.reason}",
                    remedy="look whether the account may write, and what the server's log says",
                ) from error
        except OSError as error:
            raise SiteError(f"{shown(self.address)} cannot be reached: {error}") from error

    def _opener(self) -> urllib.request.OpenerDirector:
        if not self.user:
            return urllib.request.build_opener()
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        passwords.add_password(None, self.address, self.user, self.password)
        return urllib.request.build_opener(
            _Digest(passwords), urllib.request.HTTPBasicAuthHandler(passwords)
        )


class _Digest(urllib.request.HTTPDigestAuthHandler):
    """Answers a server that asks for a digest, and closes the connection on which it asked."""

    def http_error_401(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any
    ) -> Any:
        """Ask again with the digest."""
        fp.close()
        return super().http_error_401(req, fp, code, msg, headers)


def _graph_of(quad: Quad, merge: str) -> str:
    return quad.graph_name.value if isinstance(quad.graph_name, NamedNode) else merge


def shown(address: str) -> str:
    """Return an address as it can be shown: without login and query, which may be secret.

    >>> shown("https://me:secret@db.example:8890/sparql?key=secret")
    'https://db.example:8890/sparql'
    """
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
