"""Short cuts for plain texts give what the long way gives."""

from __future__ import annotations

import re
import sys

from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.formats.common import report, wording
from hallway.graph.formats.syntax import json_values
from hallway.graph.reading import contacts, links, names, text
from hallway.graph.reading.name_words import is_nobody, name_key

NEVER = re.compile(r"(?!)")

MARKS = st.sampled_from(
    [*"<>&;*_`#[]()~!\"'\\\n\r\t -–—·/|,.:@+=%", "\x00", "\x85", "\xa0", "\xad", "\u2028", "\ufeff",
     "\ud800", "e\u0301", "Å", "ﬁ", "ß", "ſ", "ı", "İ", "中", "&amp;", "&lt;b&gt;", "<b>", "</b>",
     "<br>", "<p>", "<td>", "**", "](", "~~~", "```", "\n# ", "\n> ", "- ", "1. ", "\n\n\n", "  "]
)  # fmt: skip
TEXTS = st.lists(st.one_of(MARKS, st.text("abcXYZ 12", max_size=8)), max_size=14).map("".join)


def test_a_harmless_text_holds_nothing_that_is_removed_replaced_or_repaired() -> None:
    for number in range(sys.maxunicode + 1):
        one = chr(number)
        if text.harmless(one):
            assert not text._INVISIBLE.search(one)
            assert not text._BROKEN.search(one)
            assert not text._CONTROL.search(one)
            assert not report._TWICE.search(f"\xc3{one}")
            assert number == 10 or not text._LINE_BREAK.search(one)


def visible(raw: str) -> str:
    kept = text._BROKEN.sub("\ufffd", text._INVISIBLE.sub("", raw))
    return text.unicodedata.normalize("NFC", kept)


def lines(raw: str) -> str:
    cut = [" ".join(line.split()) for line in text._LINE_BREAK.split(visible(raw))]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(cut)).strip("\n")


def plain(raw: str) -> str:
    source = lines(raw)
    if not text._TAG.search(source) and text._ENTITY.search(source):
        source = lines(text._unescaped(source))
    if text._MARKDOWN.search(source):
        source = text._markdown(source)
    if text._TAG.search(source):
        source = text._unescaped(text._without_tags(source))
    blocks = lines(source).split("\n\n")
    return "\n".join(text._joined(block) for block in blocks if block.strip())


@given(TEXTS)
def test_texts(raw: str) -> None:
    assert text.clean(raw) == " ".join(visible(raw).split())
    assert text.clean_lines(raw) == lines(raw)
    assert text.plain(raw) == plain(raw)
    assert text.control_characters(raw) == bool(text._CONTROL.search(raw))


@given(st.text(st.characters(max_codepoint=127)))
def test_keys_of_ascii_texts(raw: str) -> None:
    assert text.normalised(raw) == text.normalised(f"{raw}Ä")[:-1].removesuffix("ä").rstrip()


@given(TEXTS)
def test_titles(raw: str) -> None:
    # A tag pair that is undone and means nothing makes the short cut impossible.
    assert text.plain_title(raw) == text.plain_title(f"<b></b>{raw}")


WORDS = st.sampled_from(
    "Ana Lind Jean-Luc O'Neil Zoë van der Berg y And et al others Panel TBA Various Speakers J. "
    "Jr. PhD U. A. u. a. i e from at Quay Labs 3D 花子 e\u0301 Speaker and Hana ſam ı K".split()
)
BETWEEN = st.sampled_from(
    [" ", " ", " ", "; ", ";", "\n", " | ", ", ", " / ", " & ", "  ", "-", "@"]
)


@given(st.lists(st.tuples(WORDS, BETWEEN), max_size=9), st.booleans())
def test_cells_of_names(parts: list[tuple[str, str]], family_first: bool) -> None:
    cell = "".join(word + mark for word, mark in parts)
    dropped: list[str] = []
    found = {}
    for one in names._appearances(cell, "chair", family_first, (), dropped):
        if is_nobody(one.person.name):
            dropped += [one.person.name] if one.person.name else []
        else:
            found.setdefault(name_key(one.person.name), one)
    read = names.people(cell, role="chair", family_first=family_first)
    assert read == (list(found.values()), dropped)


def test_most_cells_are_plain_names() -> None:
    for cell in ("Ana Lind", "Zoë J. O'Neil; Jean-Luc Öz", "花子", "Hana Yamada | Mei Tanaka"):
        assert names.plain_names(cell) is not None
    for cell in ("Ana Lind, Quay", "Ana and Mei", "Ana Lind (Quay)", "Ana @ Quay", "Ana et al."):
        assert names.plain_names(cell) is None


STATES = st.sampled_from(
    "CANCELLED canceled abgesagt ENTFÄLLT entfallt annulé ANNULATO cancelado anulada verschoben "
    "POSTPONED reporté rinviato RINVıATO rİnviato aplazado rescheduled MOVED abgeſagt "
    "Talk über".split()
)
AROUND = st.sampled_from(["[", "]", "(", ")", ": ", " - ", " – ", "*", "!", " ", " "])


@given(st.lists(st.one_of(STATES, AROUND), max_size=7).map("".join))
def test_marks_of_titles(title: str) -> None:
    expected = None
    for state, _ in wording._STATES:
        for pattern in (wording._BEFORE[state], wording._AFTER[state]):
            bare, found = pattern.subn("", title, count=1)
            if found and bare.strip():
                expected = expected or (state, bare.strip())
    if expected is None:
        bare, found = wording._SHOUTED.subn("", title, count=1)
        expected = ("cancelled", bare) if found else ("confirmed", title)
    assert wording.status_and_title(title) == expected


ADDRESS = st.lists(
    st.sampled_from(
        ["http://", "https://", "HTTPS://", "quay.example", "a_b", ".", ":80", ":٣", "/", "?", "#",
         "%41", "%4", "@", "x", "é", " ", "'", "[", "{", "\\", "..", "\n", "&y=1"]
    ),
    max_size=8,
).map("".join)  # fmt: skip


@given(ADDRESS)
def test_addresses(address: str) -> None:
    quick = links.address(address)
    kept, links._PLAIN = links._PLAIN, NEVER
    try:
        assert quick == links.address(address)
    finally:
        links._PLAIN = kept


CONTACTS = st.lists(
    st.sampled_from(
        ["tel", "Tel.", "PHONE", "mobıle", "whatſapp", "fax ", ": ", "+49 30 1234567", "0171",
         "a", " "]
    ),
    max_size=7,
).map("".join)  # fmt: skip


@given(CONTACTS)
def test_numbers(said: str) -> None:
    assert contacts._text(said) == contacts._PHONE.sub(rf"\1 {contacts.IN_TEXT}", said)


@given(st.text('[]{}"\\a', max_size=40), st.integers(1, 6))
def test_depth_of_json(source: str, levels: int) -> None:
    depth = deepest = 0
    for mark in re.sub(r'"(?:[^"\\]|\\.)*"?', "", source, flags=re.DOTALL):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark, 0)
        deepest = max(deepest, depth)
    assert json_values._too_deep(source, levels) == (deepest > levels)
