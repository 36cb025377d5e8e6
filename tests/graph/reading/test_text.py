from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from hallway.graph.reading.text import (
    clean,
    clean_lines,
    control_characters,
    decode,
    normalised,
    plain,
    plain_title,
    truncated,
)

ANYTHING = st.text(alphabet=st.characters(exclude_categories=()))  # half surrogates too


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("Page\fbreak and bell\u0007", "Page break and bell"),
        ("Half an emoji \ud83d here", "Half an emoji \ufffd here"),
        ("Zoe\u0308  Ma\u0301rquez ", "Zoë Márquez"),
        ("Zoë\u00a0Márquez", "Zoë Márquez"),
        ("self\u2011contained ~4,000 – >10 60x–70x…", "self\u2011contained ~4,000 – >10 60x–70x…"),
        ("\ufeffa\u200bb\u00adc \u202eevil", "abc evil"),
        ("می\u200cخواهم 👩\u200d💻", "می\u200cخواهم 👩\u200d💻"),
    ],
)
def test_clean_removes_what_cannot_be_carried_and_keeps_the_rest(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@given(ANYTHING)
def test_clean_text_is_normal_and_can_stand_in_xml(raw: str) -> None:
    text = clean(raw)
    assert text == clean(text) == text.strip()
    assert unicodedata.is_normalized("NFC", text)
    assert not control_characters(text)
    element = etree.Element("t")
    element.text = text
    assert etree.fromstring(etree.tostring(element)).text in (text, None)


@given(ANYTHING)
def test_clean_lines_differs_from_clean_in_line_breaks_alone(raw: str) -> None:
    lines = clean_lines(raw)
    assert " ".join(lines.split()) == clean(raw)
    assert "\n\n\n" not in lines
    assert all(line == line.strip() for line in lines.split("\n"))


def test_clean_lines_keeps_every_kind_of_line_break() -> None:
    assert clean_lines("a\r\nb\rc\u2028d\n\n\n e ") == "a\nb\nc\nd\n\ne"


@pytest.mark.parametrize("raw", ["a\x00b", "a\x07", "a\x0bb", "a\fb", "\ud83d", "\x1f", "\uffff"])
def test_control_characters_are_noticed(raw: str) -> None:
    assert control_characters(raw)


@pytest.mark.parametrize("raw", ["", "a\tb\r\nc", "🦀", "\u200d", "\u2028"])
def test_blanks_and_joiners_are_no_control_characters(raw: str) -> None:
    assert not control_characters(raw)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("<p>First<br>second <script>alert(1)</script></p><img src=x onerror=f>", "First\nsecond"),
        ("**Bold** [link](javascript:alert(3)) and <ul><li>one</li></ul>", "Bold link and\n- one"),
        ("a<br>b", "a\nb"),
        ("<b>a</b>b <i>c</i>", "ab c"),
        ("one<td>two<td>three", "one two three"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("&lt;p&gt;one&lt;/p&gt;&lt;p&gt;two&lt;/p&gt;", "one\ntwo"),
        ("use <b>the</b> &lt;b&gt; tag", "use the <b> tag"),
        ("Fish &amp;amp; <i>chips</i>", "Fish & chips"),
        ("I&#8217;ll discuss", "I’ll discuss"),
        ("List<String> and x < y & z > 0", "List<String> and x < y & z > 0"),
        ("List<String> in <b>Java</b>", "List<String> in Java"),
        ("see <https://example.org/?a=1&copy=2>", "see <https://example.org/?a=1&copy=2>"),
        ("# Heading\n\nText with `code` and __init__.", "Heading\nText with code and __init__."),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        ("- one\n- two", "- one\n- two"),
        ("<style>p { color: red }</style>text<!-- no -->", "text"),
        ("", ""),
    ],
)  # fmt: skip
def test_plain_reads_html_markdown_and_what_was_escaped_too_often(raw: str, expected: str) -> None:
    assert plain(raw) == expected


def test_plain_joins_the_lines_that_only_an_editor_broke() -> None:
    line = "word " * 13 + "words"
    assert plain(f"{line}\n{line}\nend\n\nnext") == f"{line} {line} end\nnext"
    assert plain("short\nlines\nstay") == "short\nlines\nstay"


def test_plain_reads_deep_nesting() -> None:
    assert plain("<div>" * 5000 + "deep") == "deep"


@given(ANYTHING)
def test_plain_reads_any_text_and_leaves_no_live_script(raw: str) -> None:
    text = plain(f"<p>{raw}<script>alert(1)</script></p>")
    assert not control_characters(text)


@given(st.text(alphabet="<>/&;bprscit! \n*[]()`#-ltgamp=\"'", max_size=60))
def test_plain_reads_any_soup_of_marks(raw: str) -> None:
    assert "<script>alert" not in plain(raw + "<script>alert(1)</script>")


@given(
    st.lists(st.text(alphabet="abcdefg", min_size=1), min_size=1),
    st.sampled_from(["br", "p", "li", "div", "tr", "td", "h2"]),
)
def test_words_on_two_sides_of_a_block_never_run_together(words: list[str], tag: str) -> None:
    assert plain(f"<{tag}>".join(words)).replace("- ", "").split() == words


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("Tom &amp; Jerry <b>live</b>", "Tom & Jerry live"),
        ("Tom &amp;amp; Jerry &lt;b&gt;live&lt;/b&gt;", "Tom & Jerry live"),
        ("x < y", "x < y"),
        ("a <b> without an end", "a <b> without an end"),
        ("A <b><i>nested</i></b> one<br/>two", "A nested one two"),
        # Titles name tags; a page escapes them, so nothing is gained by losing the words.
        ('<script>f()</script> & "crane" <img>', '<script>f()</script> & "crane" <img>'),
        ("The <dialog> element", "The <dialog> element"),
        ('A "quoted" <title> & more', 'A "quoted" <title> & more'),
        ("Generics: List<T>", "Generics: List<T>"),
        ("AT&T and R&D;", "AT&T and R&D;"),
        ("=1+2 cranes", "=1+2 cranes"),
    ],
)  # fmt: skip
def test_a_title_loses_formatting_and_no_words(raw: str, expected: str) -> None:
    assert plain_title(raw) == expected


@given(ANYTHING)
def test_a_title_of_any_text_is_clean(raw: str) -> None:
    assert clean(plain_title(raw)) == plain_title(raw)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("self\u2011contained", "Self-Contained"),
        ("“quoted” ‘x’", "\"quoted\" 'x'"),
        ("Straße  eins", "STRASSE EINS"),
        ("who it’s for", "Who it's for"),
        ("ﬁle", "file"),
    ],
)
def test_spellings_of_one_text_have_one_key(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)


def test_accents_make_two_keys() -> None:
    assert normalised("Peña") != normalised("Pena")


@given(ANYTHING)
def test_a_key_is_its_own_key(raw: str) -> None:
    assert normalised(normalised(raw)) == normalised(raw)


@pytest.mark.parametrize("text", ["and so on…", "and so on...", "cut […]", "cut [...] "])
def test_a_text_that_ends_in_an_ellipsis_is_cut(text: str) -> None:
    assert truncated(text)


@pytest.mark.parametrize("text", ["", "done.", "wait… no", "(whole)"])
def test_a_text_that_ends_otherwise_is_whole(text: str) -> None:
    assert not truncated(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_marked_and_plain_unicode_is_decoded_in_silence(encoding: str) -> None:
    assert decode("Kräne 🦀\n".encode(encoding)) == ("Kräne 🦀\n", None)


def test_another_charset_is_guessed_with_a_notice() -> None:
    text, notice = decode("Ana\nMüller, José".encode("cp1252"))
    assert text == "Ana\nMüller, José"
    assert notice is not None
    assert notice.where == "line 2"


def test_a_bad_byte_in_utf8_costs_one_character() -> None:
    text, notice = decode("Müller, José, Zoë".encode() + b"\xff")
    assert text == "Müller, José, Zoë\ufffd"
    assert notice is not None
    assert "1 byte" in notice.what


@given(st.binary())
def test_any_bytes_are_decoded(data: bytes) -> None:
    text, _ = decode(data)
    assert isinstance(text, str)


@given(st.text())
def test_utf8_comes_back_as_it_went_in(text: str) -> None:
    assert decode(text.encode()) == (text.removeprefix("\ufeff"), None)


def test_tags_nested_without_end_are_read_in_linear_time() -> None:
    """A tree builder takes quadratic time here; the words must come out all the same."""
    text = "<div>" * 39_000 + "One <b>word</b><script>no</script> more" + "</div>" * 10
    assert plain(text) == "One\nword\nmore"
