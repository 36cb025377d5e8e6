"""Clean text, and turn markup that nobody announced into text that reads well."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import cache, lru_cache

import nh3
from markdown_it import MarkdownIt

from hallway.graph.programme import Notice
from hallway.graph.reading import charsets

__all__ = [
    "clean",
    "clean_lines",
    "control_characters",
    "decode",
    "harmless",
    "normalised",
    "plain",
    "plain_title",
    "truncated",
]

# What XML 1.0 cannot carry or a reader cannot see: controls that are no blanks, the byte order
# mark, soft hyphen, zero-width space, and the marks that turn the direction of what follows.
# Joiners (U+200C, U+200D) belong to Persian words and emoji, and stay.
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
)
_BROKEN = re.compile(r"[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_MANY_EMPTY = re.compile(r"\n{3,}")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_BYTE_LINE = re.compile(rb"\r\n|[\n\r]")
_LINE_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")

_HYPHENS = re.compile(r"[\u00ad\u058a\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]")
_SINGLE_QUOTES = re.compile(r"[\u2018-\u201b\u2032\u00b4`\u02bc]")
_DOUBLE_QUOTES = re.compile(r"[\u201c-\u201f\u2033\u00ab\u00bb]")

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_LOOSE_AMPERSAND = re.compile(r"&(?!(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)")

_BLOCKS = frozenset(
    "p br div ul ol li h1 h2 h3 h4 h5 h6 hr pre blockquote table tr dl dt dd section article "
    "header footer figure figcaption details summary address".split()
)
_DROPPED = frozenset({"script", "style", "noscript", "template", "iframe", "object", "svg", "math"})
_DROPPED_WHOLE = re.compile(
    rf"<({'|'.join(sorted(_DROPPED))})\b[^>]*>.*?(?:</\1\s*>|$)", re.IGNORECASE | re.DOTALL
)
_ANY_TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
_DEEPEST = 1000  # beyond it a parser that builds a tree takes quadratic time
_INLINE = frozenset(
    "a abbr b bdi bdo big center cite code del dfn em font i img ins kbd mark q s samp small span "
    "strike strong sub sup tt u var wbr td th tbody thead tfoot caption col colgroup input label "
    "button form video audio source picture time embed param html body head link meta nav main "
    "aside title textarea select option".split()
)
_NAMES = "|".join(sorted(_BLOCKS | _DROPPED | _INLINE, key=len, reverse=True))
_TAG = re.compile(rf"</?(?:{_NAMES})(?=[\s/>])[^<>]*>|<!--", re.IGNORECASE)
_NO_TAG = re.compile(rf"<(?!/?(?:{_NAMES})(?=[\s/>])|!--)", re.IGNORECASE)
_BLOCK_TAG = re.compile(rf"</?(?:{'|'.join(sorted(_BLOCKS))})(?=[\s/>])", re.IGNORECASE)
_CELL = re.compile(r"<(?=(?:td|th|tr)\b)", re.IGNORECASE)
_FORMATTING = (
    "b|i|em|strong|u|s|sub|sup|small|big|span|font|tt|code|mark|a|abbr|p|div|h[1-6]|center|q|cite"
)
_PAIR = re.compile(rf"<({_FORMATTING})(?:\s[^<>]*)?>([^<>]*)</\1\s*>", re.IGNORECASE)
_LONE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)

_MARKDOWN = re.compile(
    r"\*\*\S[^*\n]{0,500}\*\*|\[[^\]\n]{1,300}\]\([^)\n]{1,500}\)|^\#{1,6} \S|^```|^~~~|"
    r"`[^`\n]{1,300}`|^> \S",
    re.MULTILINE,
)
_MARKDOWN_PARTS = ("**", "](", "`", "# ", "> ", "~~~")
_DUNDER = re.compile(r"(?<!\w)__(\w+?)__(?!\w)")
_BULLET = re.compile(r"^\s*(?:[-*+\u2022\u2013]|\d{1,3}[.)])\s")
_WRAPPED = range(55, 101)  # lengths of lines that an editor broke, not the author


def clean(text: str) -> str:
    """Clean a title, a name or another text of one line.

    Parameters
    ----------
    text
        Anything, also with line breaks, control characters or halves of surrogate pairs.

    Returns
    -------
    str
        Unicode NFC; control and invisible characters removed, what no encoding can carry replaced
        by U+FFFD, every run of blanks (no-break ones too) one space, no blanks at the ends.
        Hyphens, dashes, tildes and ellipses stay as they are.
    """
    if not (text.isascii() and text.isprintable()):
        text = _visible(text)
    return " ".join(text.split())


def clean_lines(text: str) -> str:
    """Clean a longer text: as `clean`, but line breaks stay, each one a line feed.

    Returns
    -------
    str
        Lines without blanks at their ends; at most one empty line between two others.
    """
    seen = _visible(text)
    lines = seen.split("\n") if harmless(seen) else _LINE_BREAK.split(seen)
    if len(lines) == 1:
        return " ".join(seen.split())
    lines = [" ".join(line.split()) for line in lines]
    return _MANY_EMPTY.sub("\n\n", "\n".join(lines)).strip("\n")


def control_characters(text: str) -> bool:
    """Tell whether a text holds characters that XML cannot carry."""
    return not harmless(text) and _CONTROL.search(text) is not None


def harmless(text: str) -> bool:
    """Tell quickly of most texts that no character in them is removed, replaced or repaired.

    A text that Python can print holds no control, no format character, no half of a surrogate
    pair. One with a no-break space holds none either, yet the answer is False.
    """
    return text.isprintable() or text.replace("\n", " ").isprintable()


@lru_cache(maxsize=50_000)
def normalised(text: str) -> str:
    """Return the key under which two spellings of one text are equal.

    Returns
    -------
    str
        Unicode NFKC, letter case folded, all hyphens and dashes ``-``, all quotes straight, blanks
        collapsed. Accents stay: "Peña" and "Pena" are two keys.
    """
    if text.isascii():
        return clean(text.replace("`", "'")).lower()
    dashed = _HYPHENS.sub("-", text.replace("\u00ad", ""))
    quoted = _DOUBLE_QUOTES.sub('"', _SINGLE_QUOTES.sub("'", dashed))
    folded = unicodedata.normalize("NFKC", clean(quoted)).casefold()
    return clean(_HYPHENS.sub("-", unicodedata.normalize("NFKC", folded)))


def truncated(text: str) -> bool:
    """Tell whether a text ends in an ellipsis, that is, whether the source cut it."""
    return text.rstrip().rstrip("])").rstrip().endswith(("…", "..."))


def plain(text: str) -> str:
    """Turn HTML, Markdown or text escaped once too often into plain text.

    Nothing in a source says which of these a description is, so the marks decide: a tag that HTML
    knows, an unmistakable sign of Markdown, or tags that appear only after undoing entities.
    ``List<String>`` and ``a < b`` are no tags and stay.

    Returns
    -------
    str
        Readable text, one line a paragraph, list items with a dash; scripts and styles dropped,
        words on the two sides of a tag never run together. Not HTML: escape it before showing it.
    """
    source = clean_lines(text)
    if "&" in source and not _has_tag(source) and _ENTITY.search(source):
        source = clean_lines(_unescaped(source))
    marked = _has_markdown(source)
    if marked:
        source = _markdown(source)
    if not _has_tag(source):
        return _paragraphs(clean_lines(source) if marked else source)
    return _paragraphs(clean_lines(_unescaped(_without_tags(source))))


def plain_title(text: str) -> str:
    """Turn a title with entities or formatting tags into plain text.

    Titles often speak of tags ("The <dialog> element", "Why <script> blocks"), so only what can
    hardly be meant is removed: a formatting element that is opened and closed, as in
    ``<b>live</b>``, and line breaks. Everything else stays, letter by letter; pages escape it.
    """
    if "&" not in text and "<" not in text:
        return clean(text)
    title = text
    for _ in range(2):
        title = _unescaped(title)
    for _ in range(8):
        shorter = _PAIR.sub(r"\2", title)
        if shorter == title:
            break
        title = shorter
    return clean(_LONE_BREAK.sub(" ", title))


def decode(data: bytes) -> tuple[str, Notice | None]:
    """Decode the bytes of a text file.

    Returns
    -------
    tuple
        The text without byte order mark, line ends as they are; and a notice when the charset had
        to be guessed or bytes could not be read, else None. UTF-8 and UTF-16 are told with and
        without their byte order marks; how others are guessed is in `charsets.guessed`.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace").removeprefix("\ufeff"), None
    if wide := charsets.utf16(data):
        return data.decode(wide, "replace"), None
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        line = f"line {len(_BYTE_LINE.findall(data, 0, error.start)) + 1}"
    lenient = data.decode("utf-8", "replace")
    bad = lenient.count("\ufffd")
    if len(lenient) - len(lenient.encode("ascii", "ignore")) > 2 * bad:
        return lenient, Notice(
            f"{bad} bytes are not UTF-8 and became U+FFFD",
            line,
            "save the file as UTF-8 again",
        )
    codec, charset = charsets.guessed(data)
    return data.decode(codec, "replace"), Notice(
        f"the file is not UTF-8; it was read as {charset}",
        line,
        "check names with accents, or save the file as UTF-8",
        "note",
    )


def _visible(text: str) -> str:
    if not harmless(text):  # it costs a tenth of the rest
        text = _BROKEN.sub("\ufffd", _INVISIBLE.sub("", text))
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _has_tag(text: str) -> bool:
    return "<" in text and _TAG.search(text) is not None


def _has_markdown(text: str) -> bool:
    """Look for a sign of Markdown where a part of one is: few texts have any."""
    return any(part in text for part in _MARKDOWN_PARTS) and _MARKDOWN.search(text) is not None


def _unescaped(text: str) -> str:
    """Undo entities that end in a semicolon; ``&copy=1`` in an address is none."""
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text) if "&" in text else text


@cache
def _renderer() -> MarkdownIt:
    renderer = MarkdownIt("commonmark", {"html": True, "breaks": True}).disable("code")
    renderer.validateLink = lambda url: True  # type: ignore[method-assign]  # words only, no href
    return renderer


def _markdown(text: str) -> str:
    """Render Markdown as HTML; links of any scheme are read, since only their words remain."""
    rendered: str = _renderer().render(_DUNDER.sub(r"\\_\\_\1\\_\\_", text))
    return rendered


def _without_tags(text: str) -> str:
    """Read HTML as a browser does and keep the words, a line for each block."""
    if _BLOCK_TAG.search(text):
        text = text.replace("\n", " ")
    text = _CELL.sub(" <", _LOOSE_AMPERSAND.sub("&amp;", _NO_TAG.sub("&lt;", text)))
    if _depth(text) > _DEEPEST:
        return _unescaped(_ANY_TAG.sub("\n", _DROPPED_WHOLE.sub(" ", text)))
    tidy = nh3.clean(
        text, tags=set(_BLOCKS), attributes={}, clean_content_tags=set(_DROPPED), link_rel=None
    )
    listed = re.sub(r"<li>\s*(?:<p>)?", "\n- ", tidy)
    return _unescaped(re.sub(r"</?[a-z][a-z0-9]*\s*/?>", "\n", listed))


def _depth(text: str) -> int:
    """Return how deeply tags nest at most, taking every end tag for the last start tag's."""
    depth = deepest = 0
    for tag in _ANY_TAG.finditer(text):
        depth = max(0, depth - 1) if tag[0].startswith("</") else depth + 1
        deepest = max(deepest, depth)
    return deepest


def _paragraphs(text: str) -> str:
    """Put each paragraph on one line: join lines that only an editor broke."""
    if "\n" not in text:
        return text
    return "\n".join(_joined(block) for block in text.split("\n\n") if block.strip())


def _joined(block: str) -> str:
    lines = block.strip("\n").split("\n")
    if len(lines) == 1:
        return lines[0]
    broken = all(len(line) in _WRAPPED for line in lines[:-1])
    if broken and not any(_BULLET.match(line) for line in lines):
        return " ".join(lines)
    return "\n".join(lines)
