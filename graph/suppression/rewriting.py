"""Rewrites a stored file without a person, and proves it by reading it again.

The name is found however the format escapes it, and another one that nobody has takes its place,
word for word. The new file counts only when it is read as the old one was with the person
forgotten, when forgetting knows nothing of the person but that new name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from hallway.graph.errors import HallwayError
from hallway.graph.programme import Appearance, Person, Programme
from hallway.graph.programme_json import to_json
from hallway.graph.suppression.escapes import Plain, plain
from hallway.graph.suppression.forgotten import Forgotten, ForgottenList, Hasher
from hallway.graph.suppression.name_words import glued, name_words, words
from hallway.graph.suppression.programmes import Forgetter
from hallway.graph.suppression.withholding import IN_TEXT, Finder, plain_link

__all__ = ["MOST_BYTES", "rewritten", "stand_in", "with_stand_in"]

_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
_PART = 4
"""Fewest letters of a word of the name by which an address for mail is known."""
MOST_BYTES = 5_000_000
"""Largest file that is rewritten: each of its characters is looked at with its place."""

_FIRST = "Withheld"
_LETTERS = "bcdfghjklmnpqrstvwxz"  # without vowels none of them are taken for one another
_MARK = "Qwithheldmark"


def stand_in(number: int) -> str:
    """Return the name that takes the place of the person of a number; nobody else has it.

    >>> stand_in(1), stand_in(21)
    ('Withheld Qzbc', 'Withheld Qzcc')
    """
    high, low = divmod(number, len(_LETTERS))
    return f"{_FIRST} Qz{_letters(high)}{_LETTERS[low]}"


def _letters(number: int) -> str:
    high, low = divmod(number, len(_LETTERS))
    return (_letters(high) if high else "") + _LETTERS[low]


def with_stand_in(entry: Forgotten, hashed: Hasher) -> Forgotten:
    """Return an entry that also knows the person by the name that stands in for theirs."""
    alone = _stand_in_alone(entry, hashed)
    return replace(
        entry,
        names={**entry.names, **alone.names},
        texts={**entry.texts, **alone.texts},
        marks=tuple(sorted({*entry.marks, *alone.marks})),
        longest=max(entry.longest, alone.longest),
    )


def _stand_in_alone(entry: Forgotten, hashed: Hasher) -> Forgotten:
    """Return an entry that knows the person by nothing else."""
    name = stand_in(entry.number)
    parts = name_words(name)
    last = words(name)[-1].folded
    texts = {hashed("text", *parts): (), hashed("capital", last): ()}
    texts |= {hashed("text", one): () for one in glued(name)}
    return replace(
        entry,
        names={hashed("name", *parts): ()},
        texts=texts,
        links=(),
        ids=(),
        marks=tuple(sorted(set(map(hashed.mark, parts)))),
        longest=len(parts),
    )


def rewritten(
    data: bytes,
    read: Callable[[bytes], Programme],
    file: str,
    held: ForgottenList,
    number: int,
    names: Sequence[str],
    links: Sequence[str],
) -> bytes | None:
    """Return a file without a person; None when that cannot be done safely.

    Parameters
    ----------
    data
        The file.
    read
        Reads it as the site does, with everybody.
    file
        Its name.
    held
        The list, with the person on it.
    number
        Of the person.
    names, links
        What the person is called, and their profiles.
    """
    decoded = _decoded(data) if len(data) <= MOST_BYTES else None
    if decoded is None:
        return None
    text, encoding = decoded
    entry = next(one for one in held.people if one.number == number)
    rest = tuple(one for one in held.people if one.number != number)
    after = Forgetter(replace(held, people=(*rest, _stand_in_alone(entry, held.hashed))))
    wanted = Forgetter(held).programme(read(data), file)
    person = Finder(replace(held, people=(entry,)))
    parts = {word.folded for name in names for word in words(name) if len(word.folded) >= _PART}
    base = _without(text, person, entry, parts, links)
    loose = parts - _ordinary(wanted, base)
    for new in (_without_loose(base, loose, entry.number), base):
        try:
            made = new.encode(encoding)
            told = after.programme(read(made), file)
        except (HallwayError, UnicodeError):
            continue
        if _alike(told, wanted, entry.number, parts) and not _spans(new, person, entry):
            return made
    return None


def _decoded(data: bytes) -> tuple[str, str] | None:
    """Return the text of a file and its encoding; None for a file that is no text."""
    for encoding in ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if "\x00" in text else (text, encoding)
    return None


def _ordinary(programme: Programme, text: str) -> set[str]:
    """Return the words that are not the person's alone: other names, labels, small words."""
    labels: list[str | None] = []
    for event in programme.events:
        labels += [event.name, event.place, *event.topics, *event.audiences, *event.sponsors]
        labels += [event.series.name] if event.series else []
        for talk in event.talks:
            labels += [talk.room, talk.track, *talk.topics, *talk.audiences]
    for said in _appearances(programme):
        labels += [said.person.name, *said.affiliations]
    found = {word.folded for label in labels if label for word in words(label)}
    return found | {word.folded for word in words(text) if not word.capital}


# Replacing ---------------------------------------------------------------------------------------


def _spans(text: str, person: Finder, entry: Forgotten) -> list[tuple[Plain, int, int]]:
    """Return where the names stand, in each way of reading the text."""
    scopes = {one for some in (*entry.names.values(), *entry.texts.values()) for one in some}
    mine = set(name_words(stand_in(entry.number)))
    found = []
    for folded in (False, True):
        view = plain(text, folded=folded)
        for start, end in person.spans(view.text, scopes):
            if not {word.folded for word in words(view.text[start:end])} <= mine | _glued(entry):
                found.append((view, start, end))
    return found


def _glued(entry: Forgotten) -> set[str]:
    return set(glued(stand_in(entry.number)))


def _without(
    text: str,
    person: Finder,
    entry: Forgotten,
    parts: Collection[str],
    links: Sequence[str],
) -> str:
    """Return a text with another name in place of the person's, and without their profiles."""
    name = stand_in(entry.number)
    put = "https://withheld.invalid/" + name.lower().replace(" ", "-")
    for link in sorted(links, key=len, reverse=True):
        text = _replaced(text, ((v, s, e, put) for v, s, e in _occurrences(text, link)))
    text = _MAIL.sub(lambda found: _mail(found[0], parts, put), text)
    return _replaced(text, _named(text, _spans(text, person, entry), name.rpartition(" ")[2]))


def _without_loose(text: str, loose: Collection[str], number: int) -> str:
    """Return a text without given name and surname where they stand alone."""
    view, put = plain(text), stand_in(number).rpartition(" ")[2]
    found = [one for one in words(view.text) if one.capital and one.folded in loose]
    return _replaced(text, ((view, one.start, one.end, put) for one in found))


def _occurrences(text: str, link: str) -> Iterator[tuple[Plain, int, int]]:
    view = plain(text)
    inside = plain_link(link)
    at = view.text.casefold().find(inside)
    if len(view.text.casefold()) != len(view.text):  # places would not be those of the text
        return
    while at >= 0 and inside:
        start = max(view.text.rfind(one, max(0, at - 12), at) for one in ("http://", "https://"))
        scheme = view.text[start:at] if start >= 0 else ""
        begun = start if re.fullmatch(r"https?://(www\.)?", scheme) else at
        end = at + len(inside)
        while end < len(view.text) and view.text[end] == "/":
            end += 1
        if end == len(view.text) or not (view.text[end].isalnum() or view.text[end] in "-_."):
            yield view, begun, end
        at = view.text.casefold().find(inside, at + 1)


def _mail(address: str, parts: Collection[str], put: str) -> str:
    letters = "".join(word.folded for word in words(address))
    known = any(part in letters for part in parts)
    return put.rpartition("/")[2] + "@withheld.invalid" if known else address


def _named(
    text: str, found: Sequence[tuple[Plain, int, int]], last: str
) -> Iterator[tuple[Plain, int, int, str]]:
    """Yield what takes the place of each name: two words, parted as two words of it were."""
    for view, start, end in found:
        inside = words(view.text[start:end])
        small = view.text[start].islower()
        if len(inside) == 1:  # a handle, or a name of one word
            put = _FIRST + last.lower()
        else:
            between = (
                text[view.ends[start + one.end - 1] : view.starts[start + next_.start]]
                for one, next_ in pairwise(inside)
            )
            put = _FIRST + (max(between, key=_parting) or " ") + last
        yield view, start, end, put.lower() if small else put


def _parting(text: str) -> tuple[bool, bool]:
    """Tell how well a text parts two words: a comma or the like better than a blank or nothing."""
    return any(char in ",;\t\r\n" for char in text), bool(text)


def _replaced(text: str, spans: Iterable[tuple[Plain, int, int, str]]) -> str:
    """Return a text with other words in some places."""
    made: list[tuple[int, int, str]] = []
    for view, start, end, put in spans:
        begun, done = view.span(start, end)
        made.append((begun, done, put))
    before = len(text) + 1
    for begun, done, put in sorted(set(made), reverse=True):
        if done <= before:
            text = f"{text[:begun]}{put}{text[done:]}"
            before = begun
    return text


# Whether it is right -----------------------------------------------------------------------------


def _alike(told: Programme, wanted: Programme, number: int, parts: Collection[str]) -> bool:
    """Tell whether two programmes differ in nothing but words of the name, in running text.

    Where the wanted one withholds a word, the other does as well.
    """
    if _people(told) != _people(wanted):
        return False
    mine = {*(word.folded for word in words(stand_in(number))), *parts}
    (text, said), (text_wanted, said_wanted) = _neutral(told, mine), _neutral(wanted, mine)
    if text != text_wanted:
        return False
    both = zip(said, said_wanted, strict=True)
    return all(one not in parts or other in parts for one, other in both)


def _people(programme: Programme) -> list[Person]:
    return [said.person for said in _appearances(programme)]


def _appearances(programme: Programme) -> Iterator[Appearance]:
    for event in programme.events:
        yield from event.appearances
        for talk in event.talks:
            yield from talk.appearances


def _neutral(programme: Programme, mine: Collection[str]) -> tuple[str, list[str]]:
    """Return all that a programme says, with a mark for each word of the name, and those words."""
    plainly = to_json(replace(programme, notices=()))
    text = json.dumps(plainly, ensure_ascii=False).replace(IN_TEXT, _MARK)
    found = []
    for word in reversed(words(text)):
        if word.capital and (word.folded in mine or word.folded == _MARK.lower()):
            found.append(word.folded)
            text = f"{text[: word.start]}□{text[word.end :]}"
    return text, found
