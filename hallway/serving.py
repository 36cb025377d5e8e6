"""The command that serves a site, and the bounds on what a client of the server may take."""

from __future__ import annotations

import logging
import threading
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waitress.channel import HTTPChannel

from hallway.console import open_site, say
from hallway.graph.errors import SiteError
from hallway.graph.settings import Settings
from hallway.tables import printable

if TYPE_CHECKING:
    from flask import Flask
    from waitress.server import BaseWSGIServer

__all__ = ["PlainFormatter", "make_server", "serve_site"]

THREADS = 6  # for pages, which go on while every place at the endpoint is taken
SPOOLED_BYTES = 2**29  # a slow reader of a long answer holds disk, not a thread
LOOKED_AFTER_S = 5.0  # for a new generation, to ask its questions ahead
BODY_TOLD = 8  # a body that is up to so many times too large is read, so that its error is ours


def serve_site(folder: Path, host: str, port: int) -> None:
    """Serve a site until interrupted."""
    from hallway.web import create_app

    _log_plainly()
    with open_site(folder) as site:
        app = create_app(site)
        site.engine()
        try:
            server = make_server(app, site.config, host, port)
        except OSError as error:
            raise SiteError(
                f"cannot listen on {host}:{port}: {error.strerror}",
                remedy="choose another port with --port (PORT= for make demo)",
            ) from error
        threading.Thread(target=_warm, args=(app,), daemon=True).start()
        say(f"{site.config.title} is at http://{host}:{port}/ (Ctrl-C ends it)")
        try:
            server.run()
        except KeyboardInterrupt:
            say("Ended.")


def make_server(app: Flask, config: Settings, host: str, port: int) -> BaseWSGIServer:
    """Make the server of an application, with the limits of its site.

    Parameters
    ----------
    port
        0 takes a free one, see ``effective_port`` of the server.

    Raises
    ------
    OSError
        The address cannot be listened on.
    """
    import waitress

    limits = config.serving
    sockets: dict[int, Any] = {}
    server = waitress.create_server(
        app,
        map=sockets,
        host=host,
        port=port,
        threads=config.workers + config.waiting + THREADS,
        outbuf_high_watermark=SPOOLED_BYTES,
        connection_limit=limits.connections,
        max_request_header_size=limits.head_bytes,
        max_request_body_size=limits.body_bytes * BODY_TOLD,
        clear_untrusted_proxy_headers=not config.proxies,
        asyncore_use_poll=True,  # select() ends at 1,024 descriptors
        ident="Hallway",
    )
    for one in sockets.values():
        if hasattr(one, "channel_class"):  # a name may have several addresses
            one.channel_class = partial(PatientChannel, limits.request_time_s)
    return server


class PatientChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that is closed when its next request does not arrive whole in time.

    Waitress counts from the last byte, so that a byte now and then would hold it for ever.

    Parameters
    ----------
    limit_s
        Counted from when it was opened, or the answer before had been taken.
    """

    def __init__(self, limit_s: float, *arguments: Any, **named: Any) -> None:
        self._limit_s = limit_s
        self._waits_since: float | None = None
        super().__init__(*arguments, **named)

    def readable(self) -> bool:
        """Tell whether more is read, as the server asks at least once a second."""
        if self.requests or self.total_outbufs_len:
            self._waits_since = None
        elif self._waits_since is None:
            self._waits_since = time.monotonic()
        elif time.monotonic() - self._waits_since > self._limit_s:
            self.will_close = True
        return bool(super().readable())


class PlainFormatter(logging.Formatter):
    """Writes a message on one line and no control character, whatever a request put into it."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's name
        """Return the line of a record, without its traceback."""
        return printable(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802  # logging's name
        """Return a traceback that no line of can be taken for a message."""
        lines = printable(super().formatException(ei), keep_lines=True).splitlines()
        return "\n".join("  " + line for line in lines)


def _log_plainly() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(PlainFormatter("[%(asctime)s] %(levelname)s in %(module)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)


def _warm(app: Flask) -> None:
    """Ask ahead of its readers, of each generation, what pages show of the whole site."""
    from hallway.web.panels import ask_ahead, current_site

    known = None
    while True:
        with app.app_context():
            published = current_site().published()
            if published is not None and published != known:
                known = published
                ask_ahead()
                with app.test_client() as client:
                    client.get("/").close()
        time.sleep(LOOKED_AFTER_S)
