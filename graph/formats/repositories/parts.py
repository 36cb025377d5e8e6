"""What formats that people keep in a repository share: parts, slugs, handles and who is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.formats.syntax.yaml_values import parse
from hallway.graph.programme import Appearance, Link, Person
from hallway.graph.reading import bundle, names, text

__all__ = [
    "decoded",
    "fallback_name",
    "files",
    "folder_of",
    "heads",
    "name_of_slug",
    "one_person",
    "profiles",
    "shown",
    "video",
    "words_of_slug",
    "yaml_parts",
]

HEAD_BYTES = 16 * 1024

_HANDLE = re.compile(r"@?([\w.-]{1,60})")
# Field -> address of a profile; a value that is an address already is taken as it is.
_PROFILES = {
    "website": "",
    "url": "",
    "github": "https://github.com/",
    "gitlab": "https://gitlab.com/",
    "twitter": "https://twitter.com/",
    "mastodon": "",
    "bluesky": "https://bsky.app/profile/",
    "linkedin": "https://www.linkedin.com/in/",
    "speakerdeck": "https://speakerdeck.com/",
}
_VIDEOS = {"youtube": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/"}
_UNFILLED = frozenset({"todo", "fixme", "xxx", "?", "-"})
_VIDEO_ID = re.compile(r"[\w-]{3,40}")


def heads(data: bytes, *, ending: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield the names of the parts of a bundle and how each begins; see `bundle.heads`."""
    for name, head in bundle.heads(data, ending, size=HEAD_BYTES):
        yield name, head.removeprefix(b"\xef\xbb\xbf").lstrip()


def files(data: bytes, options: ReadOptions) -> dict[str, bytes]:
    """Return the parts of a bundle by name; anything else is the only part, under its own name.

    Raises
    ------
    SourceError
        As `bundle.files`.
    """
    if bundle.names(data):
        return bundle.files(data, options.file, options)
    return {options.file.rpartition("/")[2] or options.file: data}


def yaml_parts(data: bytes, options: ReadOptions, report: Report) -> dict[str, Any]:
    """Parse the YAML parts of a source; one that cannot be parsed is told and left out.

    Raises
    ------
    SourceError
        As `bundle.files`, or the only part cannot be parsed.
    """
    parts: dict[str, Any] = {}
    failure: SourceError | None = None
    several = bool(bundle.names(data))
    for name, part in files(data, options).items():
        if several and not name.lower().endswith((".yml", ".yaml")):
            continue
        try:
            parts[name] = parse(decoded(part, name, report), name, limits=options)
        except SourceError as error:
            report.tell(error.what, error.where, error.remedy, "error")
            failure = failure or error
    if failure and not parts:
        raise failure
    return parts


def decoded(data: bytes, where: str, report: Report) -> str:
    """Decode one part; a doubt about its charset is told."""
    found, doubt = text.decode(data)
    if doubt:
        report.notices.append(replace(doubt, where=f"{where}, {doubt.where}"))
    return found


def folder_of(name: str) -> str:
    """Return the folder that a part lies in, with a slash at its end; "" at the top.

    >>> folder_of("data/events/main.yml"), folder_of("main.yml")
    ('data/events/', '')
    """
    folder, slash, _ = name.rpartition("/")
    return folder + slash


def fallback_name(options: ReadOptions) -> str:
    """Name an event that the source does not name: the caller's word, else the file's name."""
    stem = options.file.rstrip("/").rpartition("/")[2]
    bare = re.sub(r"\.(?:zip|ya?ml|md|markdown|json|html?)$", "", stem, flags=re.IGNORECASE)
    return options.event or text.clean(bare) or "Untitled"


def words_of_slug(slug: str) -> str:
    """Turn a slug into words, when nothing better is there.

    >>> words_of_slug("a-decade-with--dora")
    'A decade with dora'
    """
    words = " ".join(re.sub(r"[-_]+", " ", slug).split())
    return words[:1].upper() + words[1:]


def name_of_slug(slug: str) -> str:
    """Turn the slug of a person into a name.

    >>> name_of_slug("paulina-dubas")
    'Paulina Dubas'
    """
    return " ".join(word[:1].upper() + word[1:] for word in re.split(r"[-_\s]+", slug) if word)


def shown(several: Sequence[str], most: int = 3) -> str:
    """Count things and name the first of them, for a notice.

    >>> shown(["a", "b"]), shown(list("abcd"))
    ('2 (a, b)', '4 (a, b, c, …)')
    """
    more = ", …" if len(several) > most else ""
    return f"{len(several)} ({', '.join(several[:most])}{more})"


def one_person(
    raw: str, where: str, report: Report, *, role: str = "speaker", profile: Person | None = None
) -> Appearance | None:
    """Read a value that names one person.

    Parameters
    ----------
    raw
        The name, perhaps with an affiliation or a nickname in brackets.
    role
        As in `Appearance`.
    profile
        What else the source says of the person; a name that differs from `raw` wins over it.

    Returns
    -------
    Appearance or None
        None, with a notice, when the value names nobody.
    """
    name = report.line(raw, where)
    if not name:
        return None
    found, nobody = names.people(name, role=role)
    if name.casefold() in _UNFILLED:
        found, nobody = [], [name]
    if not found:
        for one in nobody:
            report.tell(f"{one!r} is not a person", where, level="note")
        return None
    read = found[0] if len(found) == 1 else Appearance(Person(name), role)
    if profile is None:
        return read
    others = (*profile.alternate_names, *read.person.alternate_names)
    own = profile.name or read.person.name
    return replace(
        read,
        person=Person(own, profile.id, tuple(dict.fromkeys(others)), profile.links),
        printed=read.person.name if own != read.person.name else read.printed,
    )


def profiles(fields: Mapping[str, Any], where: str, report: Report) -> tuple[Link, ...]:
    """Read the profiles of a person: addresses, and handles of services that everybody knows."""
    found: dict[str, Link] = {}
    for field, start in _PROFILES.items():
        value = string(fields.get(field)).strip()
        handle = _HANDLE.fullmatch(value)
        if start and handle:
            value = start + handle[1]
        elif "://" not in value and not value.lower().startswith("www."):
            continue
        link = report.link(value, "", where)
        if link and not link.url.startswith("mailto:"):
            found.setdefault(link.url, link)
    return tuple(found.values())


def video(provider: str, number: str) -> str:
    """Return the address of a video at a provider; "" when it is at none."""
    number = number.strip()
    if "://" in number:
        return number
    start = _VIDEOS.get(provider.strip().casefold(), "")
    return start + number if start and _VIDEO_ID.fullmatch(number) else ""
