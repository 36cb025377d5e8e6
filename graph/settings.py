"""The settings of a site: ``hallway.toml``, every one named, with its unit and default."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from hallway.graph.engine.protocol import Limits
from hallway.graph.errors import SiteError
from hallway.graph.reading.limits import ReadingLimits

__all__ = [
    "FetchingLimits", "LinkingSettings", "ReadingLimits", "RemoteServer", "ServingLimits",
    "Settings", "load_settings", "write_settings",
]  # fmt: skip


TOKEN_LENGTH = 16
"""Fewest characters of a `Settings.review_token`."""
SECRETS = ("review_token", "password")  # what no error repeats
AGENT_LENGTH = 200  # most characters of a user agent


@dataclass(frozen=True, slots=True)
class FetchingLimits:
    """Bounds on fetching one address, and the name it is done under.

    Attributes
    ----------
    fetch_bytes
        Largest answer, in bytes, as it comes and unpacked.
    fetch_time_s
        Time for one address, redirects included, in seconds.
    fetch_redirects
        Most redirects of one address.
    fetch_pause_s
        Least time between two requests to one server, in seconds.
    fetch_wait_s
        Longest wait that a server may ask for (``Retry-After``, ``Crawl-delay``), in seconds.
    robots
        Whether ``robots.txt`` is asked for and kept to.
    user_agent
        What servers are told; the operator may add a way to be reached. Printable ASCII.
    """

    fetch_bytes: int = 100 * 1024 * 1024
    fetch_time_s: float = 60.0
    fetch_redirects: int = 5
    fetch_pause_s: float = 1.0
    fetch_wait_s: float = 60.0
    robots: bool = True
    user_agent: str = "Hallway (+https://w3id.org/hallway)"


@dataclass(frozen=True, slots=True)
class LinkingSettings:
    """How links are inferred.

    Attributes
    ----------
    vectors
        Whether talks are linked to topics by meaning as well, where ``hallway[embed]`` is
        installed; without, by words alone.
    """

    vectors: bool = True


@dataclass(frozen=True, slots=True)
class ServingLimits:
    """Bounds on what clients of the web server may take.

    Attributes
    ----------
    connections
        Open at once; whoever comes then waits to be let in.
    request_time_s
        Time for a request to arrive whole, and for a connection to stay idle, in seconds.
    head_bytes, body_bytes
        Largest head, with the address, and largest body of a request.
    client_queries
        Queries of one client at the SPARQL endpoint that run, wait or are read at once.
    """

    connections: int = 500
    request_time_s: float = 30.0
    head_bytes: int = 262_144
    body_bytes: int = 1_000_000
    client_queries: int = 16


@dataclass(frozen=True, slots=True)
class RemoteServer:
    """The SPARQL server of a site whose engine is ``remote``.

    Attributes
    ----------
    endpoint
        Address of its query service.
    graph_store
        Address that takes graphs by the SPARQL 1.1 Graph Store HTTP Protocol.
    user, password
        For a server that asks who writes; empty when it does not. The password is never shown.
    protected
        Whether they are sent with queries as well (basic).
    """

    endpoint: str = field(default="", repr=False)  # its query may hold a key
    graph_store: str = field(default="", repr=False)
    user: str = ""
    password: str = field(default="", repr=False)
    protected: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """What the operator decides.

    Attributes
    ----------
    title
        Name of the site.
    base
        Absolute http or https IRI that ends in a slash; every address is minted under it.
    licence
        Licence of the published data, a name or an address; empty when none is given.
    engine
        ``auto``, ``memory``, ``disk`` or ``remote``.
    workers
        Query workers.
    waiting
        Requests to the SPARQL endpoint that may wait for a worker, or be read slowly; more are
        told to come back.
    trusted_hosts
        Names besides the host of `base` that requests may be addressed to.
    proxies
        How many proxies of the operator stand in front: that many entries of ``X-Forwarded-For``
        are believed, counted from the right, to tell clients apart. Nothing else of a forwarded
        header ever is.
    review_token
        Secret that lets its bearer decide at ``/review``; empty when nobody may. Never shown.
    believed
        Sources (by slug) and formats that are believed before all others where sources disagree,
        the first one first; the documented order holds for the rest.
    query, reading, fetching, serving
        The limits.
    linking
        How links are inferred.
    remote
        The server of the engine ``remote``.
    """

    title: str = "Hallway"
    base: str = "http://127.0.0.1:8000/"
    licence: str = ""
    engine: str = "auto"
    workers: int = 2
    waiting: int = 16
    trusted_hosts: tuple[str, ...] = ("127.0.0.1", "localhost")
    proxies: int = 0
    review_token: str = field(default="", repr=False)
    believed: tuple[str, ...] = ()
    query: Limits = field(default_factory=Limits)
    reading: ReadingLimits = field(default_factory=ReadingLimits)
    fetching: FetchingLimits = field(default_factory=FetchingLimits)
    serving: ServingLimits = field(default_factory=ServingLimits)
    linking: LinkingSettings = field(default_factory=LinkingSettings)
    remote: RemoteServer = field(default_factory=RemoteServer)


def load_settings(path: Path) -> Settings:
    """Read ``hallway.toml``; a missing file gives the defaults.

    Raises
    ------
    SiteError
        The file is not TOML, or a setting is unknown or of the wrong type.
    """
    if not path.exists():
        return Settings()
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SiteError(str(error), where=str(path), remedy="mend the TOML") from error
    settings: Settings = _build(Settings, table, str(path))
    parts = urlsplit(settings.base)
    if parts.scheme not in ("http", "https") or not parts.netloc or not parts.path.endswith("/"):
        raise SiteError(
            f"base = {settings.base!r} is not an http address that ends in a slash",
            where=str(path),
            remedy='write it like base = "https://talks.example.org/"',
        )
    if settings.engine == "remote":
        for name in ("endpoint", "graph_store"):
            address = urlsplit(getattr(settings.remote, name))
            if address.scheme not in ("http", "https") or not address.hostname:
                raise SiteError(
                    f"{name} is not an http address",
                    where=f"{path} [remote]",
                    remedy=f'give the address of your server, like {name} = "http://db.example/"',
                )
    if 0 < len(settings.review_token) < TOKEN_LENGTH:
        raise SiteError(
            f"review_token has {len(settings.review_token)} characters, too few to be a secret",
            where=str(path),
            remedy=f"make one of {TOKEN_LENGTH} or more, with: openssl rand -base64 24",
        )
    agent = settings.fetching.user_agent
    if not (0 < len(agent) <= AGENT_LENGTH and agent.isascii() and agent.isprintable()):
        raise SiteError(
            f"user_agent = {agent!r} is not 1 to {AGENT_LENGTH} characters of printable ASCII",
            where=f"{path} [fetching]",
            remedy='write it like user_agent = "Hallway (talks.example.org)"',
        )
    return settings


def write_settings(path: Path, title: str, base: str, licence: str) -> None:
    """Write a new ``hallway.toml`` with the three settings that a site is made with."""
    quoted = [_quoted(one) for one in (title, base, licence)]
    waiting = path.with_suffix(".new")
    waiting.write_text(
        "# Settings of this site; docs/settings.md names all of them.\n"
        f"title = {quoted[0]}\nbase = {quoted[1]}\nlicence = {quoted[2]}\n",
        encoding="utf-8",
    )
    os.replace(waiting, path)  # half a file would stop every later command


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'


def _build(kind: Any, table: dict[str, Any], where: str) -> Any:
    """Make a settings record of a TOML table, checking names and types against its defaults."""
    known = {one.name: one for one in fields(kind)}
    values: dict[str, Any] = {}
    defaults = kind()
    for name, value in table.items():
        if name not in known:
            raise SiteError(
                f"there is no setting {name!r}",
                where=where,
                remedy="the settings are " + ", ".join(known),
            )
        default = getattr(defaults, name)
        if is_dataclass(default) and isinstance(value, dict):
            values[name] = _build(type(default), value, f"{where} [{name}]")
            continue
        if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if isinstance(default, tuple) and isinstance(value, list):
            value = tuple(str(one) for one in value)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if type(value) is not type(default) or (number and value <= 0):
            raise SiteError(
                f"{name} = {'…' if name in SECRETS else repr(value)} is not a "
                f"{type(default).__name__} as in {name} = {default!r}",
                where=where,
                remedy="give a positive value of that type",
            )
        values[name] = value
    return kind(**values)
