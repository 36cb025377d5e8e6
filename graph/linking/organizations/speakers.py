"""The organizations that a text gives behind its speakers' names: "Ann Lee, Engineer, Acme"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hallway.graph.linking.organizations.patterns import FoundName, bare, is_impossible
from hallway.graph.linking.organizations.shapes import NAME, ROLE
from hallway.graph.linking.organizations.table import shipped
from hallway.graph.linking.organizations.universities import is_place
from hallway.graph.linking.organizations.words import folded

__all__ = ["behind_speakers"]

_HEAD = 900
"""Letters of a text in which such a line is looked for."""

_NAMED = re.compile(NAME)
_ROLE = re.compile(rf"\b{ROLE}\b|\b(?:[CS]?V?P|C[A-Z]O|PhD|Sr|Jr)\b", re.IGNORECASE)
_PERSON = r"[^\W\d_][\w'’.-]+(?: [^\W\d_][\w'’.-]*){1,3}"
_LINE = re.compile(rf"\s*[-–—:|]\s*(?=(?P<first>{_PERSON}), )")
_NEXT = re.compile(rf"\s*(?:[;&]|\band\b) (?P<name>{_PERSON})(?=, )")


def behind_speakers(title: str, text: str, speakers: Sequence[str]) -> Iterator[FoundName]:
    """Yield the organizations that stand behind the names of the speakers.

    Parameters
    ----------
    speakers
        Names of the talk's speakers. Without them a line "Title - Ann Lee, Acme" is read.
    """
    head = re.sub(r"\s", " ", text[:_HEAD])
    for speaker in speakers:
        place = head.find(speaker) if speaker else -1
        while place >= 0:
            yield from _after(head, place + len(speaker))
            place = head.find(speaker, place + len(speaker))
    begins = head.removeprefix(title)
    if title and begins != head:
        line = _LINE.match(begins)
        if line:
            rest = begins[line.end() :]
            yield from _after(rest, len(line["first"]))
            for other in _NEXT.finditer(rest[:300]):
                yield from _after(rest, other.end("name"))


def _after(text: str, place: int) -> Iterator[FoundName]:
    """Yield the organization after ``, Senior Engineer,``.

    That is the first part known as one; else the first behind a function, since ``, Bob Roe`` is
    the next speaker.
    """
    rest = text[place : place + 160]
    if not rest.startswith((", ", " (", " @ ", " - ", " – ")):
        return
    behind = rest[2:] if rest[1] == "(" else rest.lstrip(" ,-–")
    line = re.split(r"[;)\]\n|]|\. (?=[A-Z])", behind)[0]
    following = _NEXT.search(line)
    line = line[: following.start()] if following else line
    best: tuple[str, float] | None = None
    has_role = False
    for part in line.split(", ")[:3]:
        at = re.search(r"(?:\bat |@ ?)(?:the )?(?=[A-Z])", part)
        is_role = bool(_ROLE.search(part))
        if at and (is_role or part.startswith("@")):
            part, is_role, has_role = part[at.end() :], False, True
        found = None if is_role else _NAMED.match(part)
        has_role = has_role or is_role
        if found is None:
            if not is_role:
                break
            continue
        name = _whole(found[0], part[found.end() :])
        if name and not is_impossible(name) and not is_place(folded(name).split()):
            if shipped().names_only(name):
                best = (name, 0.75)
                break
            if best is None:
                best = (name, 0.7 if has_role else 0.0)
    if best:
        end = place + rest.find(best[0]) + len(best[0])
        quote = text[max(0, place - 40) : end].strip()
        yield FoundName(*best, "it stands behind the speaker's name", quote, if_known=0.85)


def _whole(run: str, following: str) -> str:
    """Take of capitalised words those that are the organization, not the next sentence's."""
    words = run.split()
    for size in range(len(words), 0, -1):
        name = bare(" ".join(words[:size]))
        if shipped().names_only(name):
            return name
    if following[:1] in ("", ",", "&") or following.startswith(" &"):
        return bare(run)
    # A sentence follows: "LlamaIndex A huge …", "Acme Works Training large …"
    return bare(" ".join(words[:-1] if len(words) > 1 else words))
