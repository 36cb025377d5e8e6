"""Repair addresses so that every RDF syntax carries them, and refuse what is none."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin, urlsplit

from hallway.graph.reading.text import control_characters

__all__ = ["address", "is_recording"]

LONGEST = 4000

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+-]*):")
_ALLOWED = frozenset({"http", "https", "ftp", "mailto"})
_HOST_FIRST = re.compile(r"(?:[\w-]+\.)+[A-Za-z]{2,}(?::\d+)?/")
_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2}).{0,2}")
_MAIL = re.compile(r"(mailto:[\w.+'=~-]+@[\w-]+(?:\.[\w-]+)+)(?:\?.*)?", re.IGNORECASE)
_HOST = re.compile(r"(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?")
# What needs no repair and holds nothing to refuse; most addresses are such.
_PLAIN = re.compile(
    r"https?://[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?(?::[0-9]{1,5})?"
    r"(?:[/?](?:[A-Za-z0-9!$&()*+,\-./:;=?@_~]|%[0-9A-Fa-f]{2})*)?"
    r"(?:\#(?:[A-Za-z0-9!$&()*+,\-./:;=?@_~]|%[0-9A-Fa-f]{2})*)?"
)
# RFC 3987, 2.2: what an IRI may hold as it is; all else is percent-encoded.
_NO_IRI = re.compile(
    r"[^!#$%&'()*+,\-./0-9:;=?@A-Z_a-z~"
    r"\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\U00010000-\U0001fffd\U00020000-\U0002fffd"
    r"\U00030000-\U0003fffd]|[\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\u00a0\u3000]"
)

_VIDEO_FILE = re.compile(r"\.(?:webm|mp4|ogv|ogg|oga|opus|mkv|mov|m4v|m4a|mp3|avi|flv)$", re.I)
_VIDEO_PAGE = re.compile(
    r"(?:(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com/(?:watch|embed/|live/|shorts/|v/|playlist)"
    r"|youtu\.be/."
    r"|(?:www\.|player\.)?vimeo\.com/(?:.*/)?\d"
    r"|media\.ccc\.de/(?:v/|.*\.)|(?:www\.)?dailymotion\.com/video/|dai\.ly/."
    r"|(?:www\.)?twitch\.tv/(?:videos/|\w+/v/)|(?:www\.)?bilibili\.com/video/"
    r"|(?:www\.)?infoq\.com/presentations/|slideslive\.com/\d|[\w.-]+/videos/(?:watch|embed)/|[\w.-]+/w/[0-9A-Za-z]{10,}"
    r"|(?:www\.)?videolectures\.net/.|pyvideo\.org/.*\.html|(?:www\.)?archive\.org/details/)",
    re.IGNORECASE,
)


def address(text: str, base: str | None = None) -> tuple[str | None, str | None]:
    """Turn what stands where an address should into an absolute IRI.

    Parameters
    ----------
    text
        The address as written, perhaps with blanks, braces, bars, without a scheme or relative.
    base
        Absolute address against which a relative one is resolved; None refuses it.

    Returns
    -------
    tuple
        The IRI, or None when there is none to be had; and what is wrong with the text, or None.
        A repair that cannot be wrong (a blank encoded, ``https://`` before ``www.``) is silent.
        ``http``, ``https``, ``ftp`` and ``mailto`` are addresses; a scheme that runs code or holds
        the document in itself is not. Letters beyond ASCII stay as they are.
    """
    if len(text) <= LONGEST and _PLAIN.fullmatch(text):
        return text, None
    shown = repr(text.strip()[:80])
    if control_characters(text.strip()):
        return None, f"the address {shown} holds a control character"
    text = text.strip().strip("<>\"'").strip()
    if not text:
        return None, None
    if len(text) > LONGEST:
        return None, f"the address {shown} is longer than {LONGEST} characters"
    whole = _completed(text, base)
    if whole is None:
        return None, f"the address {shown} is relative, and nothing says to what"
    scheme = (_SCHEME.match(whole) or [""])[0].lower()
    if scheme.rstrip(":") not in _ALLOWED:
        return None, f"the address {shown} has the scheme {scheme} which is not followed"
    if scheme == "mailto:":
        mail = _MAIL.fullmatch(whole)
        return (mail[1], None) if mail else (None, f"{shown} is no mail address")
    if bad := _BAD_PERCENT.search(whole):
        return None, f"the address {shown} has a bad percent sign, {bad[0]!r}"
    return _encoded(whole, shown)


def is_recording(url: str) -> bool:
    """Tell whether an address leads to a video or sound file, or to the page of one."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    if _VIDEO_FILE.search(parts.path):
        return True
    query = f"?{parts.query}" if parts.query else ""
    return _VIDEO_PAGE.match(f"{parts.netloc}{parts.path}{query}") is not None


def _completed(text: str, base: str | None) -> str | None:
    """Make an address absolute: add the scheme that is meant, or resolve it against the base."""
    if text.startswith("//"):
        return f"https:{text}"
    if text.lower().startswith("www.") or (base is None and _HOST_FIRST.match(text)):
        return f"https://{text}"
    if _SCHEME.match(text):
        return text
    if base is None:
        return None
    try:
        return urljoin(base, text)
    except ValueError:
        return None


def _encoded(whole: str, shown: str) -> tuple[str | None, str | None]:
    """Percent-encode what an IRI cannot hold, and check the host."""
    try:
        parts = urlsplit(whole)
    except ValueError:
        return None, f"the address {shown} cannot be read"
    if "@" in parts.netloc:
        return None, f"the address {shown} holds a user name"
    if not _HOST.fullmatch(parts.netloc) or _NO_IRI.search(re.sub(r"[\[\]]", "", parts.netloc)):
        return None, f"the address {shown} has no host that could be one"
    start = whole.index("//") + 2 + len(parts.netloc)
    rest = _NO_IRI.sub(lambda found: quote(found[0], safe="", errors="replace"), whole[start:])
    head, mark, fragment = rest.partition("#")
    tail = mark + fragment.replace("#", "%23")
    return f"{parts.scheme.lower()}://{parts.netloc}{head}{tail}", None
