"""Parse XML of strangers: no entities, no network, no document type, and repair where possible."""

from __future__ import annotations

import re
from contextlib import suppress

from lxml import etree

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report

__all__ = ["DOCTYPE", "PROLOGUE", "as_ascii", "parse_xml"]

PROLOGUE = rb"(?:\s+|<\?.*?\?>|<!--.*?-->)*+"
"""What may stand before the root element: declaration, comments, processing instructions.

Possessive: blanks can be divided in endless ways, and thirty before another root took minutes."""

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
    report = Report(options)
    if DOCTYPE.match(as_ascii(data[:65536]).removeprefix(b"\xef\xbb\xbf")):
        raise SourceError(
            "it has a document type (DTD), which no programme needs and which can make a small "
            "file expand without end",
            where=options.file,
            remedy="remove the <!DOCTYPE …> declaration if you trust the file",
        )
    root = None
    for recover in (False, True):
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
            recover=recover,
        )
        try:
            root = etree.fromstring(_from_the_start(data), parser)
            break
        except etree.XMLSyntaxError as error:
            line = f"line {error.lineno}" if error.lineno else ""
            if recover:
                raise _unreadable(str(error), options, line) from error
            report.tell(f"not well-formed XML: {error.msg}", line, "what could be read was read")
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
    for element in root.iter(tag=etree.Element):
        # Names with a namespace are read by their local part: some writers add a default one.
        if isinstance(element.tag, str) and element.tag.startswith("{"):
            with suppress(ValueError):  # a repaired document may have names that are none
                element.tag = element.tag.rpartition("}")[2]
    return root, report


def _check_depth(root: etree._Element, options: ReadOptions) -> None:
    """Refuse what nests deeper than `ReadOptions.max_depth`; libxml2 itself refuses 256 levels."""
    if options.max_depth < _DEEPEST and root.xpath(f"boolean(/{'*/' * options.max_depth}*)"):
        raise SourceError(
            f"XML nested deeper than max_depth = {options.max_depth} levels",
            where=options.file,
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
