"""SPARQL with its words told apart, as markup."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

__all__ = ["highlighted"]

_KEYWORDS = (
    "ASK AS ASC BASE BIND BOUND BY CONSTRUCT COALESCE CONTAINS COUNT DESC DESCRIBE DISTINCT EXISTS "
    "FILTER FROM GRAPH GROUP GROUP_CONCAT HAVING IF IN LCASE LIMIT MAX MIN MINUS NAMED NOT OFFSET "
    "OPTIONAL ORDER PREFIX REDUCED ROUND SAMPLE SELECT SEPARATOR STR STRSTARTS SUM UNDEF UNION "
    "VALUES WHERE"
).split()
_TOKEN = re.compile(
    r"(?P<c>#[^\n]*)"
    r"|(?P<i><[^<>\s]*>)"
    r'|(?P<s>"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\')'
    r"|(?P<v>[?$]\w+)"
    r"|(?P<k>\b(?:" + "|".join(_KEYWORDS) + r")\b(?!:))"
)


def highlighted(query: str) -> Markup:
    """Wrap comments, addresses, strings, variables and keywords of a query in spans.

    >>> highlighted("ASK {}")
    Markup('<span class="tok-k">ASK</span> {}')
    """
    parts: list[Markup] = []
    at = 0
    for match in _TOKEN.finditer(query):
        parts.append(escape(query[at : match.start()]))
        span = Markup('<span class="tok-{}">{}</span>')
        parts.append(span.format(match.lastgroup, match.group()))
        at = match.end()
    parts.append(escape(query[at:]))
    return Markup("").join(parts)
