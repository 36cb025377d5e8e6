"""Where a fetch may go: an address taken apart strictly, and the test of what is public."""

from __future__ import annotations

import ipaddress
import re
import socket
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, unquote, urlsplit

import idna

from hallway.graph.errors import SourceError

__all__ = [
    "Address",
    "Destination",
    "destination_of",
    "file_name",
    "is_public",
    "resolve",
    "without_secret",
]

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"(?!.{254})[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
NUMBER = re.compile(r"\d+|0x[0-9a-f]*")  # a last label that makes a host an IPv4 address
KEPT = "/%:@!$&'()*+,;=~?"  # what stays as it is in a path or query
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
NAME_LENGTH = 100
RESERVED_NAMES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)

# Ranges that no public host has, whatever the ipaddress module of this Python says of them.
NOT_PUBLIC_4 = tuple(
    ipaddress.IPv4Network(one) for one in ("192.0.0.0/24", "192.88.99.0/24", "100.64.0.0/10")
)
NOT_PUBLIC_6 = tuple(
    ipaddress.IPv6Network(one)
    for one in ("2001::/23", "2001:db8::/32", "3fff::/20")  # Teredo and kin, documentation
)
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # RFC 6052: the last four bytes are IPv4


@dataclass(frozen=True, slots=True)
class Destination:
    """An address taken apart and made plain.

    Attributes
    ----------
    scheme
        ``http`` or ``https``.
    host
        Lower case, ASCII, without the last dot; an IPv6 address without brackets.
    port
        The port, also when the address names none.
    target
        Path and query, percent-encoded.
    """

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """Host and port as the Host header says them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The address written out; two spellings of one address are equal here."""
        return f"{self.scheme}://{self.authority}{self.target}"

    @property
    def literal(self) -> Address | None:
        """The address that the host is written as; None for a name."""
        try:
            return ipaddress.ip_address(self.host)
        except ValueError:
            return None


def destination_of(url: str, where: str = "") -> Destination:
    """Take an address apart.

    Parameters
    ----------
    url
        As given by the operator or by a redirect. A fragment is dropped.
    where
        What an error says of the place; `url` by default.

    Raises
    ------
    SourceError
        It is not http or https, carries a user name, or names a host or port in a way that is
        not plain, such as ``http://0x7f.1/``.
    """
    where = where or without_secret(url)
    parts = _split(url, where)
    if parts.scheme not in PORTS:
        raise SourceError(
            f"the address has the scheme {parts.scheme!r}, not http or https",
            where=where,
            remedy="give an http or https address, or save the file and: hallway build FILE",
        )
    if "@" in parts.netloc:
        raise SourceError(
            "the address carries a user name or password",
            where=where,
            remedy="leave it out; a source that asks for a login is saved by hand",
        )
    try:
        port = PORTS[parts.scheme] if parts.port is None else parts.port
    except ValueError as error:
        raise _odd(f"the port is wrong: {error}", where) from error
    if port == 0:
        raise _odd("port 0 is no port", where)
    host = _host(parts.hostname or "", where)
    target = quote(parts.path or "/", safe=KEPT.rstrip("?"))
    if parts.query:
        target += "?" + quote(parts.query, safe=KEPT)
    return Destination(parts.scheme, host, port, target)


def _split(url: str, where: str) -> SplitResult:
    if CONTROL.search(url):  # urlsplit would drop some of them without a word
        raise _odd("the address holds a control character", where)
    try:
        return urlsplit(url.strip())
    except ValueError as error:
        raise _odd("this is no address", where) from error  # its words may hold the password


def without_secret(url: str) -> str:
    """Return an address as it can be shown: without a user name and password."""
    return re.sub(r"^([^/?#]*//)[^/?#]*@", r"\1", url)


def _odd(what: str, where: str) -> SourceError:
    return SourceError(what, where=where, remedy="write it like https://talks.example.org/x.xml")


def _host(raw: str, where: str) -> str:
    """Make a host plain, or refuse it; IPv4 has one spelling here, four decimal numbers."""
    if ":" in raw:
        try:
            return str(ipaddress.IPv6Address(raw if "%" not in raw else ""))
        except ValueError as error:
            raise _odd(f"the host {raw!r} is not an IPv6 address", where) from error
    try:
        host = raw.lower() if raw.isascii() else idna.encode(raw, uts46=True).decode("ascii")
    except idna.IDNAError as error:
        raise _odd(f"the host {raw!r} is no name: {error}", where) from error
    host = host.removesuffix(".")
    if not HOST.fullmatch(host):
        raise _odd(f"the host {raw!r} is no name", where)
    if NUMBER.fullmatch(host.rpartition(".")[2]):
        try:
            return str(ipaddress.IPv4Address(host))
        except ValueError as error:
            raise _odd(f"the host {raw!r} is not four decimal numbers", where) from error
    return host


def is_public(address: Address) -> bool:
    """Tell whether an address belongs to the public internet.

    An IPv6 address that carries an IPv4 one (mapped, 6to4, NAT64) is what it carries.
    """
    if isinstance(address, ipaddress.IPv6Address):
        carried = _carried(address)
        if carried is not None:
            return is_public(carried)
        if address not in GLOBAL_UNICAST or any(address in one for one in NOT_PUBLIC_6):
            return False
    elif any(address in one for one in NOT_PUBLIC_4):
        return False
    return address.is_global and not (
        address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_multicast
        or address.is_reserved
        or address.is_unspecified
    )


def _carried(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def resolve(host: str) -> Sequence[Address]:
    """Return the addresses of a name, in the order of the system's resolver.

    Raises
    ------
    OSError
        The name is not known, or nobody answers.
    """
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    texts = dict.fromkeys(str(one[4][0]) for one in found)
    return [ipaddress.ip_address(text) for text in texts]


def file_name(url: str) -> str:
    """Return a safe name for what an address gives: its last segment, else its host.

    Letters, digits, ``.``, ``_`` and ``-`` only, at most 100, never hidden, never a device.
    """
    parts = urlsplit(url)
    segments = [one for one in parts.path.split("/") if one]
    text = unicodedata.normalize("NFC", unquote(segments[-1] if segments else ""))
    text = re.sub(r"[^\w.-]+|\.{2,}", "-", text).strip(".-")
    if not text:
        text = re.sub(r"[^\w.-]+", "-", parts.hostname or "").strip(".-") or "source"
    if RESERVED_NAMES.match(text):
        text = f"source-{text}"
    stem, dot, ending = text.rpartition(".")
    if len(text) > NAME_LENGTH and dot and len(ending) <= 10:
        return f"{stem[: NAME_LENGTH - len(ending) - 1]}.{ending}"
    return text[:NAME_LENGTH]
