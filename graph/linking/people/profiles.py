"""Profiles that name one person across sources: the address of a profile as a scheme and an id."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote, urlsplit

from hallway.graph.linking.people.names import fold

__all__ = ["ONLY_ONE", "Profile", "handles", "person_profile", "says_name"]

Profile = tuple[str, str]
"""Scheme and id, such as ``("orcid", "0000-0002-1825-0097")``."""

ONLY_ONE = frozenset(["orcid", "wikidata", "dblp"])
"""Schemes that give a person one id: two of them are two people."""

_FIRST_STEP = {
    "github.com": "github", "gitlab.com": "gitlab", "codeberg.org": "codeberg",
    "twitter.com": "twitter", "x.com": "twitter", "mobile.twitter.com": "twitter",
    "speakerdeck.com": "speakerdeck", "slideshare.net": "slideshare",
    "sessionize.com": "sessionize", "keybase.io": "keybase", "dev.to": "dev.to",
    "noti.st": "notist", "polywork.com": "polywork",
}  # fmt: skip
_SECOND_STEP = {
    ("linkedin.com", "in"): "linkedin",
    ("bsky.app", "profile"): "bluesky",
    ("wikidata.org", "wiki"): "wikidata",
    ("wikidata.org", "entity"): "wikidata",
    ("stackoverflow.com", "users"): "stackoverflow",
    ("gravatar.com", "u"): "gravatar",
}
_QUERY = {"scholar.google": "user", "openreview.net": "id"}
_WITH_HANDLES = frozenset(_FIRST_STEP.values()) | {"account", "bluesky"}
_NO_PERSON = frozenset(
    "about account apps blog collections events explore features home hashtag i intent issues join "
    "login marketplace orgs organizations pricing search settings share signup sponsors topics "
    "trending".split()
)
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_HANDLE = re.compile(r"[\w.~-]{2,64}")


def person_profile(url: str) -> Profile | None:
    """Return the scheme and id of a profile; None for an address that may be anything.

    A page of one's own has the scheme ``page``: only one that `says_name` of its person tells
    anything, since a company gives its page to all of its people.

    >>> person_profile("https://www.GitHub.com/Ann-Lee/")
    ('github', 'ann-lee')
    >>> person_profile("https://hachyderm.io/@ann")
    ('account', 'ann@hachyderm.io')
    >>> person_profile("https://github.com/ann/slides") is None
    True
    """
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").removeprefix("www.")
        query = parse_qs(parts.query)
    except ValueError:
        return None
    steps = [unquote(step) for step in parts.path.split("/") if step]
    if parts.scheme not in ("http", "https") or not host:
        return None
    if host == "orcid.org" or host.endswith(".orcid.org"):
        return _orcid(steps[-1] if steps else "")
    if host.startswith("dblp.") and "pid" in steps:
        kept = "/".join(steps[steps.index("pid") + 1 :])
        return ("dblp", kept.removesuffix(".html")) if kept else None
    for start, field in _QUERY.items():
        if host.startswith(start):
            value = (query.get(field) or [""])[0]
            return (start, value) if value and steps[:1] in (["citations"], ["profile"]) else None
    if host in _FIRST_STEP:
        return _handle(_FIRST_STEP[host], steps[0]) if len(steps) == 1 else None
    if scheme := _SECOND_STEP.get((host.rpartition(".linkedin.com")[1][1:] or host, steps[0])
                                  if steps else ("", "")):  # fmt: skip
        return _handle(scheme, steps[1]) if len(steps) > 1 else None
    if len(steps) == 1 and steps[0].startswith("@"):
        found = _handle("account", steps[0])
        return ("account", f"{found[1]}@{host}") if found else None
    return ("page", f"{host}/{'/'.join(steps)}".rstrip("/").lower())


def _orcid(text: str) -> Profile | None:
    """Return an ORCID whose check digit is right (ISO 7064 MOD 11-2)."""
    found = _ORCID.fullmatch(text.upper())
    if not found:
        return None
    digits = found[0].replace("-", "")
    total = 0
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2
    right = (12 - total % 11) % 11
    return ("orcid", found[0]) if digits[-1] == ("X" if right == 10 else str(right)) else None


def _handle(scheme: str, text: str) -> Profile | None:
    plain = text.removeprefix("@").lower()
    if plain in _NO_PERSON or not _HANDLE.fullmatch(plain):
        return None
    return scheme, plain


def says_name(profile: Profile, name: str) -> bool:
    """Tell whether a page's address has a word of a name, as pages of one's own mostly do."""
    address = re.sub(r"[^a-z]", "", profile[1].lower())
    return any(len(word) >= 4 and word in address for word in fold(name))


def handles(profiles: tuple[Profile, ...]) -> frozenset[str]:
    """Return the handles among some profiles: what people may call themselves instead of a name."""
    return frozenset(value.partition("@")[0] for scheme, value in profiles
                     if scheme in _WITH_HANDLES)  # fmt: skip
