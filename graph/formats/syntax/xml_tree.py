"""Parse XML of strangers: no entities, no network, no document type, and repair where possible."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from lxml import etree

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report

__all__ = ["DOCTYPE", "PROLOGUE", "as_ascii", "check_depth", "parse_pieces", "parse_xml"]

_T = TypeVar("_T")

PROLOGUE = rb"(?:\s+|<\?.*?\?>|<!--.*?-->)*+"
"""What may stand before the root element: declaration, comments, processing instructions.

Possessive: blanks can be divided in endless ways, and thirty before another root took minutes."""

# What is never closed ends with the text: to look for its end again and again takes forever.
_PART = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<[!?][^>]*+(?:>|\Z)|(?P<end></)|"
    r"<(?P<start>[^\s<>/][^<>\"']*+(?:\"[^\"]*+\"[^<>\"']*+|'[^']*+'[^<>\"']*+)*+)>",
    re.DOTALL,
)
_MOST_ATTRIBUTES = 5000
_DEEPEST = 256  # levels

DOCTYPE = re.compile(PROLOGUE + rb"<!DOCTYPE", re.DOTALL | re.IGNORECASE)
"""A document type at the start of a file, which `parse_xml` refuses."""


def parse_xml(data: bytes, options: ReadOptions) -> tuple[etree._Element, Report]:
    """Parse without entities, network or document type; repair what is cut or ill-formed.

    Returns
    -------
    tuple
        The root element, every tag by its local name, comments left out; and a report that has
        a notice of each repair.

    Raises
    ------
    SourceError
        It has a document type, is nested too deep, or is not readable as XML.
    """
    root, _, report = parse_pieces(data, options, "", lambda piece: None)
    return root, report


def parse_pieces(
    data: bytes, options: ReadOptions, tag: str, take: Callable[[etree._Element], _T | None]
) -> tuple[etree._Element, list[_T], Report]:
    """Parse as `parse_xml` does, and take out every element of a name as soon as it is whole.

    The tree of a large file is many times as large as the file; what is taken out leaves it.

    Parameters
    ----------
    tag
        Local name of the elements.
    take
        Makes a value of an element, which still has its parents; None for none. The element is
        empty afterwards.

    Returns
    -------
    tuple
        The rest of the tree, the values in the order of the file, and the report.

    Raises
    ------
    SourceError
        As in `parse_xml`.
    """
    report = Report(options)
    if DOCTYPE.match(as_ascii(data[:65536]).removeprefix(b"\xef\xbb\xbf")):
        raise SourceError(
            "it has a document type (DTD), which no programme needs and which can make a small "
            "file expand without end",
            where=options.file,
            remedy="remove the <!DOCTYPE …> declaration if you trust the file",
        )
    taken: list[_T] = []
    for recover in (False, True):
        try:
            root = _parsed(data, tag, take, taken, recover=recover, options=options)
            break
        except etree.XMLSyntaxError as error:
            line = f"line {error.lineno}" if error.lineno else ""
            if recover:
                raise _unreadable(str(error), options, line) from error
            report.tell(f"not well-formed XML: {error.msg}", line, "what could be read was read")
            taken.clear()
        except (ValueError, LookupError) as error:
            raise _unreadable(str(error), options) from error
    if root is None:
        raise _unreadable(report.notices[0].what, options, report.notices[0].where)
    if root.getroottree().docinfo.internalDTD is not None:
        raise SourceError(
            "it has a document type (DTD), which no programme needs",
            where=options.file,
            remedy="remove the <!DOCTYPE …> declaration if you trust the file",
        )
    _check_depth(root, options)
    _name_locally(root)
    return root, taken, report


def _parsed(
    data: bytes,
    tag: str,
    take: Callable[[etree._Element], _T | None],
    taken: list[_T],
    *,
    recover: bool,
    options: ReadOptions,
) -> etree._Element | None:
    """Parse the whole; what is taken is added to `taken`."""
    parsing = etree.iterparse(
        io.BytesIO(_from_the_start(data)),
        events=("end",),
        tag=f"{{*}}{tag}" if tag else "{no namespace}no element",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        recover=recover,
    )
    for _, piece in parsing:
        _check_depth(piece, options)
        _name_locally(piece)
        if (value := take(piece)) is not None:
            taken.append(value)
            piece.clear()
            before = piece.getprevious()
            if before is not None and before.tag == tag:
                before.getparent().remove(before)
    root: etree._Element | None = parsing.root
    return root


def _name_locally(root: etree._Element) -> None:
    """Take the namespaces off all names: some writers add a default one."""
    for element in root.iter(tag=etree.Element):
        if isinstance(element.tag, str) and element.tag.startswith("{"):
            with suppress(ValueError):  # a repaired document may have names that are none
                element.tag = element.tag.rpartition("}")[2]


def _check_depth(root: etree._Element, options: ReadOptions) -> None:
    """Refuse what nests deeper than `ReadOptions.max_depth`; libxml2 itself refuses 256 levels."""
    above = sum(1 for _ in root.iterancestors())
    left = max(options.max_depth - 1 - above, 0)
    if options.max_depth < _DEEPEST and root.xpath(f"boolean({'*/' * left}*)"):
        raise _too_deep(options, options.file)


def check_depth(source: str, where: str, options: ReadOptions) -> None:
    """Refuse text of XML that nests deeper than `ReadOptions.max_depth`, before it is parsed.

    Raises
    ------
    SourceError
        It does, or an element has more attributes than any would need, which parsers compare with
        one another.
    """
    depth = 0
    for found in _PART.finditer(source):
        if found["end"]:
            depth -= 1
        elif found["start"]:
            depth += not found["start"].endswith("/")
            if found["start"].count("=") > _MOST_ATTRIBUTES:
                raise SourceError(
                    f"an element has more than {_MOST_ATTRIBUTES:,} attributes",
                    where=where,
                    remedy="no programme needs them; check where the file comes from",
                )
            if depth > options.max_depth:
                raise _too_deep(options, where)


def _too_deep(options: ReadOptions, where: str) -> SourceError:
    return SourceError(
        f"XML nested deeper than max_depth = {options.max_depth} levels",
        where=where,
        remedy="no programme is; check where the file comes from, or raise max_depth in "
        "hallway.toml",
    )


def _unreadable(what: str, options: ReadOptions, line: str = "") -> SourceError:
    return SourceError(
        f"not readable as XML: {what}",
        where=f"{options.file}, {line}" if line else options.file,
        remedy="check that the file is complete and open it in a browser to see the place",
    )


def as_ascii(data: bytes) -> bytes:
    """Drop the zero bytes of UTF-16, so that markup can be searched as ASCII.

    >>> as_ascii("<a>".encode("utf-16"))
    b'<a>'
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")):
        return data.removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff").replace(b"\0", b"")
    return data


def _from_the_start(data: bytes) -> bytes:
    """Move blank lines from before the declaration to behind it: every line keeps its number."""
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    body = data.removeprefix(mark)
    bare = body.lstrip(b" \t\r\n")
    declaration = re.match(rb"<\?xml\s[^>]*\?>", bare)
    if declaration is None or bare is body:
        return data
    blank = body[: len(body) - len(bare)]
    return mark + declaration[0] + blank + bare[declaration.end() :]
