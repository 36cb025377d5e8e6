"""The command that serves a site."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from hallway.console import open_site, say
from hallway.graph.errors import SiteError

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["serve_site"]

THREADS = 6  # for pages, which go on while every place at the endpoint is taken
SPOOLED_BYTES = 2**29  # a slow reader of a long answer holds disk, not a thread


def serve_site(folder: Path, host: str, port: int) -> None:
    """Serve a site until interrupted."""
    import waitress

    from hallway.web import create_app

    with open_site(folder) as site:
        app = create_app(site)
        site.engine()
        try:
            server = waitress.create_server(
                app,
                host=host,
                port=port,
                threads=site.config.workers + site.config.waiting + THREADS,
                outbuf_high_watermark=SPOOLED_BYTES,
                ident="Hallway",
            )
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


def _warm(app: Flask) -> None:
    """Ask for the home page once, so that its first visitor does not wait for its questions."""
    with app.test_client() as client:
        client.get("/").close()
