"""Fetches a source for the operator, from public addresses only and within limits.

Each redirect is a new hop, checked like the first one. No proxy, cookie or password is ever used,
and nothing that a source says makes a connection: only the addresses that the operator gives do.
"""

from __future__ import annotations

import re
import ssl
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from urllib.parse import urljoin

from hallway.graph.errors import SourceError
from hallway.graph.fetching.connecting import BLOCK, LATER, PUBLIC, Reach, Wire, connect
from hallway.graph.fetching.destinations import Destination, destination_of, without_secret
from hallway.graph.settings import FetchingLimits

__all__ = ["AnswerError", "Fetched", "Reach", "Validators", "fetch"]

REDIRECTS = (301, 302, 303, 307, 308)
HEADER_VALUE = re.compile(r"[\x20-\x7e]{1,1000}")
REMEDIES = {
    401: "it asks for a login; save the file by hand and: hallway build FILE",
    403: "it is not open to everyone; save the file by hand and: hallway build FILE",
    404: "look up where the programme is now",
    410: "look up where the programme is now",
}


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server gave to ask again with.

    Attributes
    ----------
    url
        The address that answered, after redirects: sent to no other.
    etag, modified
        ``ETag`` and ``Last-Modified``; empty when not given.
    """

    url: str
    etag: str = ""
    modified: str = ""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came: the bytes, or None when they are the same as before."""

    body: bytes | None
    validators: Validators


class AnswerError(SourceError):
    """A server answered with a status that brings no file.

    Parameters
    ----------
    status
        The status.
    retry_after_s
        After how many seconds it wants to be asked again; None when it does not say.
    """

    def __init__(
        self, what: str, status: int, retry_after_s: float | None, *, where: str, remedy: str
    ) -> None:
        super().__init__(what, where=where, remedy=remedy)
        self.status = status
        self.retry_after_s = retry_after_s


def fetch(
    url: str,
    limits: FetchingLimits,
    known: Validators | None = None,
    reach: Reach = PUBLIC,
    before: Callable[[Destination, str], None] = lambda to, where: None,
) -> Fetched:
    """Fetch one address.

    Parameters
    ----------
    url
        An http or https address.
    limits
        Bounds on size, time and redirects; the time is that of the whole, redirects included.
    known
        What an earlier fetch gave; the server may then say that nothing changed.
    reach
        What may be reached.
    before
        Called with each destination, redirects too, and what an error says of it, before it is
        asked. What it raises ends the fetch; its time is not counted.

    Raises
    ------
    AnswerError
        The server answered something else than the file.
    SourceError
        The address is refused or cannot be reached, the answer is not the whole file, or a limit
        was met. It names the address, and where it led.
    """
    hop = _Hop(destination_of(url), url, limits, time.monotonic() + limits.fetch_time_s, reach)
    seen = {hop.to.url}
    for _ in range(limits.fetch_redirects + 1):
        begun = time.monotonic()
        before(hop.to, hop.where)
        hop = replace(hop, deadline=hop.deadline + time.monotonic() - begun)
        with hop.told(), closing(connect(hop.to, hop.where, hop.reach, hop.left)) as wire:
            response = hop.ask(wire, known)
            with closing(response):
                if response.status not in REDIRECTS:
                    return hop.answer(response, known)
                hop = hop.next(response)
        if hop.to.url in seen:
            raise SourceError("the redirects go in a circle", where=hop.where, remedy=LATER)
        seen.add(hop.to.url)
    raise SourceError(
        f"there are more than fetch_redirects = {limits.fetch_redirects} redirects",
        where=hop.where,
        remedy="give the address that they lead to",
    )


@dataclass(frozen=True, slots=True)
class _Hop:
    """One request on the way; `where` tells how it came about."""

    to: Destination
    where: str
    limits: FetchingLimits
    deadline: float
    reach: Reach

    def left(self) -> float:
        """Seconds that are left; raises TimeoutError when none are."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    @contextmanager
    def told(self) -> Iterator[None]:
        """Turn what goes wrong on the wire into a SourceError."""
        try:
            yield
        except TimeoutError as error:
            what = f"it took longer than fetch_time_s = {self.limits.fetch_time_s:g} seconds"
            remedy = "try again later, or raise [fetching] fetch_time_s in hallway.toml"
            raise SourceError(what, where=self.where, remedy=remedy) from error
        except ssl.SSLCertVerificationError as error:
            what = f"the certificate is not good for {self.to.host}: {error.verify_message}"
            remedy = "do not trust the answer; tell whoever runs the server"
            raise SourceError(what, where=self.where, remedy=remedy) from error
        except HTTPException as error:
            said = str(error) or type(error).__name__
            raise self.broken(f"the answer is not HTTP, or ended early: {said}") from error
        except (OSError, zlib.error) as error:
            raise self.broken(f"the connection failed: {error}") from error

    def broken(self, what: str) -> SourceError:
        return SourceError(what, where=self.where, remedy=LATER)

    def ask(self, wire: Wire, known: Validators | None) -> HTTPResponse:
        """Send the request and read the head of the answer."""
        headers = {
            "Host": self.to.authority,
            "User-Agent": self.limits.user_agent,
            "Accept": "*/*",
            "Accept-Encoding": "identity",
            "Connection": "close",
        }
        if self._knows(known):
            headers |= {"If-None-Match": known.etag} if known and known.etag else {}
            headers |= {"If-Modified-Since": known.modified} if known and known.modified else {}
        lines = [f"GET {self.to.target} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in headers.items() if _sound(value)]
        wire.sendall("\r\n".join([*lines, "", ""]).encode("ascii"))
        response = HTTPResponse(wire)  # type: ignore[arg-type]  # it only calls makefile
        response.begin()
        return response

    def _knows(self, known: Validators | None) -> bool:
        return known is not None and known.url == self.to.url

    def next(self, response: HTTPResponse) -> _Hop:
        """Follow a redirect: a new hop, to be checked like the first."""
        raw = response.headers.get("Location", "")
        try:
            location = raw.encode("latin-1").decode("utf-8")  # as http.client reads headers
        except UnicodeError as error:
            raise self.broken("it redirects to an address that is not UTF-8") from error
        if not location:
            raise self.broken(f"it answers {response.status} without saying where to go")
        try:
            url = urljoin(self.to.url, location)
        except ValueError as error:
            raise self.broken("it redirects to what is no address") from error  # may be secret
        where = f"{self.where}, redirected to {without_secret(url)}"
        to = destination_of(url, where)
        if (self.to.scheme, to.scheme) == ("https", "http"):
            raise SourceError(
                "it redirects from https to http, where anyone can change the answer",
                where=where,
                remedy="tell whoever runs the server; save the file by hand if you trust it",
            )
        return _Hop(to, where, self.limits, self.deadline, self.reach)

    def answer(self, response: HTTPResponse, known: Validators | None) -> Fetched:
        """Read the whole body of the last hop."""
        if response.status == 304 and known is not None and self._knows(known):
            return Fetched(None, known)
        if response.status != 200:
            status = f"{response.status} {response.reason}".strip()
            wait = response.headers.get("Retry-After")
            raise AnswerError(
                f"it answers {status}" + (f", to be asked again after {wait}" if wait else ""),
                response.status,
                _seconds(wait),
                where=self.where,
                remedy=REMEDIES.get(response.status, LATER),
            )
        body = b"".join(self._body(response))
        etag, modified = (response.headers.get(one, "") for one in ("ETag", "Last-Modified"))
        validators = Validators(self.to.url, _sound(etag), _sound(modified))
        return Fetched(body, validators)

    def _body(self, response: HTTPResponse) -> Iterator[bytes]:
        limit = self.limits.fetch_bytes
        coding = self._framed(response)
        if response.length is not None and response.length > limit:
            raise self._too_large(f"it is {response.length:,} bytes long")
        gzip = zlib.decompressobj(wbits=31) if "gzip" in coding else None
        received = unpacked = 0
        while block := response.read(BLOCK):
            received += len(block)
            if gzip is not None:
                block = gzip.decompress(block, limit - unpacked + 1)  # never more than one beyond
                if gzip.unused_data:
                    raise self.broken("its gzip data are followed by others")
            unpacked += len(block)
            if max(received, unpacked) > limit:
                raise self._too_large("it does not end before that")
            yield block
        if response.length or (gzip is not None and not gzip.eof):
            raise self.broken(f"it ended early, after {received:,} bytes")

    def _framed(self, response: HTTPResponse) -> str:
        """Return how the body is packed; refuse it when its end or packing cannot be known."""
        lengths = set(response.headers.get_all("Content-Length", []))
        if len(lengths) > 1:
            raise self.broken(f"it says two lengths, {' and '.join(sorted(lengths))}")
        if not all(re.fullmatch(r"[0-9]+", one.strip()) for one in lengths):
            raise self.broken(f"it says that its length is {lengths.pop()!r}")
        transfer = response.headers.get("Transfer-Encoding", "chunked").strip().lower()
        if transfer != "chunked":  # http.client would take the frames for the body
            raise self.broken(f"it is sent as {transfer!r}, which was not asked for")
        coding: str = response.headers.get("Content-Encoding", "identity").strip().lower()
        if coding not in ("identity", "", "gzip", "x-gzip"):
            raise self.broken(f"it is packed as {coding!r}, though it was asked not to be")
        return coding

    def _too_large(self, found: str) -> SourceError:
        return SourceError(
            f"it is larger than fetch_bytes = {self.limits.fetch_bytes:,}: {found}",
            where=self.where,
            remedy="is this a programme? then raise [fetching] fetch_bytes in hallway.toml",
        )


def _seconds(wait: str | None) -> float | None:
    """Read ``Retry-After``: seconds, or a date (RFC 9110, 10.2.3)."""
    text = (wait or "").strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        then = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())


def _sound(value: str) -> str:
    """Return a header's value when it can be sent back as it is, else nothing."""
    return value if HEADER_VALUE.fullmatch(value) else ""
