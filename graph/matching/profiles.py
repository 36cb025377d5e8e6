"""Things by their profiles elsewhere: people by their accounts, talks by their recordings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from urllib.parse import parse_qs, urlsplit

from hallway.graph.answers.things import bound
from hallway.graph.engine.protocol import Engine
from hallway.graph.linking.people.profiles import Profile, person_profile

__all__ = ["by_profile", "profile_of"]

_PEOPLE = """SELECT DISTINCT ?thing ?url WHERE {
  ?thing a schema:Person ; schema:sameAs ?url .
}
ORDER BY ?thing ?url
LIMIT 500000"""

_RECORDED = """SELECT DISTINCT ?thing ?url WHERE {
  ?thing a hw:Talk ; schema:recordedIn/schema:url ?url .
}
ORDER BY ?thing ?url
LIMIT 500000"""

_ALSO = {"x": "twitter", "mastodon": "account", "fediverse": "account", "scholar": "scholar.google"}
"""Other names of schemes."""

_VIDEO = {"youtu.be": "youtube", "youtube.com": "youtube", "vimeo.com": "vimeo"}


def by_profile(engine: Engine) -> Mapping[Profile, tuple[str, ...]]:
    """Return the IRIs of all things that have a profile, by its scheme and id."""
    found: dict[Profile, list[str]] = defaultdict(list)
    for query, read in ((_PEOPLE, person_profile), (_RECORDED, _video)):
        for row in engine.select(bound(query)).dicts():
            profile = read(row["url"])
            if profile is not None and profile[0] != "page" and row["thing"] not in found[profile]:
                found[profile].append(row["thing"])
    return {profile: tuple(iris) for profile, iris in found.items() if iris}


def profile_of(scheme: str, text: str) -> Profile:
    """Return the profile that is asked for by a scheme and an id, as people write them.

    >>> profile_of("X", "@Ann_Lee")
    ('twitter', 'ann_lee')
    >>> profile_of("youtube", "dQw4w9WgXcQ")
    ('youtube', 'dQw4w9WgXcQ')
    """
    name = scheme.lower()
    name = _ALSO.get(name, name)
    plain = text.strip().removeprefix("@")
    if name == "orcid":
        return name, plain.rpartition("/")[2].upper()
    kept = name in ("youtube", "openreview.net", "scholar.google", "dblp")
    return name, plain if kept else plain.lower()


def _video(url: str) -> Profile | None:
    """Return the id of a recording at one of the hosts that number them."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.").removeprefix("m.")
        query = parse_qs(parts.query)
    except ValueError:
        return None
    steps = [step for step in parts.path.split("/") if step]
    scheme = _VIDEO.get(host)
    if scheme is None:
        return None
    watched = (query.get("v") or [""])[0] if host == "youtube.com" else ""
    last = steps[-1] if steps and (host != "youtube.com" or steps[0] in ("embed", "live")) else ""
    return (scheme, watched or last) if watched or last else None
