"""One HTTP exchange, sent byte for byte as a case says."""

from __future__ import annotations

import base64
import http.client
import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from tests.cases.serving import BASE

__all__ = ["MissingPage", "Reply", "fill", "perform"]

_PLACEHOLDER = re.compile(r"\{([a-z_0-9]+(?::[a-z_0-9]+)?)\}")
_MOST_HOPS = 5
_KNOWN = {
    "method", "path", "query", "headers", "body", "body_base64", "body_repeat", "follow",
    "no_default_content_type",
}  # fmt: skip


class MissingPage(Exception):  # noqa: N818  # a reason to skip, not an error
    """A placeholder that we have no page for, or something that this runner cannot send."""


@dataclass(slots=True)
class Reply:
    """What came back.

    Attributes
    ----------
    whole
        False when the connection was cut before the end of the body.
    hops
        Redirects that were followed.
    """

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    whole: bool = True
    seconds: float = 0.0
    hops: int = 0
    accept: str = field(default="")

    def header(self, name: str) -> str | None:
        values = [value for key, value in self.headers if key.lower() == name]
        return ", ".join(values) if values else None

    @property
    def media_type(self) -> str:
        return (self.header("content-type") or "").partition(";")[0].strip().lower()

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


def fill(text: str, placeholders: dict[str, str]) -> str:
    """Put the addresses of this site into a text.

    Raises
    ------
    MissingPage
        There is no page for a placeholder.
    """

    def value(match: re.Match[str]) -> str:
        if match[1] in placeholders:
            return placeholders[match[1]]
        raise MissingPage(f"no page for {{{match[1]}}}")

    return _PLACEHOLDER.sub(value, text)


def perform(port: int, step: dict[str, Any], placeholders: dict[str, str]) -> Reply:
    """Send a request, following redirects when the step says so."""
    if unknown := set(step) - _KNOWN:
        raise MissingPage(f"cannot send {', '.join(sorted(unknown))}")
    path = quote(fill(step["path"], placeholders), safe="/%:?=&#~+,;@!$'()*[]-._")
    if "query" in step:
        pairs = [
            f"{quote(name, safe='')}={quote(fill(value, placeholders), safe='')}"
            for name, value in step["query"]
        ]
        path += "?" + "&".join(pairs)
    headers = [(name, fill(value, placeholders)) for name, value in step.get("headers", [])]
    body = _body(step, placeholders)
    begun = time.monotonic()
    reply = _send(port, step["method"], path, headers, body)
    while step.get("follow") and 300 <= reply.status < 400 and reply.hops < _MOST_HOPS:
        target = urljoin(urljoin(BASE, path), reply.header("location") or "")
        assert target.startswith(BASE), f"redirected to {target}"
        parts = urlsplit(target)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        hops = reply.hops + 1
        reply = _send(port, step["method"], path, headers, None)
        reply.hops = hops
    reply.seconds = time.monotonic() - begun
    return reply


def _body(step: dict[str, Any], placeholders: dict[str, str]) -> bytes | None:
    if "body_base64" in step:
        return base64.b64decode(step["body_base64"])
    if "body" not in step:
        return None
    # Braces of a query are no placeholders; only those that we know are filled.
    text = step["body"]
    for name, value in placeholders.items():
        text = text.replace(f"{{{name}}}", value)
    return str(text).encode() * int(step.get("body_repeat", 1))


def _send(
    port: int, method: str, path: str, headers: list[tuple[str, str]], body: bytes | None
) -> Reply:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=75)
    try:
        own_host = any(name.lower() == "host" for name, _ in headers)
        connection.putrequest(method, path, skip_host=own_host, skip_accept_encoding=True)
        for name, value in headers:
            connection.putheader(name, value)
        if body is not None or method in ("POST", "PUT"):
            connection.putheader("Content-Length", str(len(body or b"")))
        connection.endheaders(body)
        response = connection.getresponse()
        try:
            content, whole = response.read(), True
        except http.client.IncompleteRead as error:
            content, whole = error.partial, False
        except (ConnectionError, TimeoutError):
            content, whole = b"", False
        return Reply(response.status, response.getheaders(), content, whole)
    finally:
        connection.close()
