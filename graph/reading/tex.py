"""Turn TeX in titles, names and abstracts into plain text.

Only what is TeX is looked at: symbols, accents and formulas go through pylatexenc piece by piece,
everything else stays as it is. A command that means nothing outside its own paper is kept as
written, since dropping it would change the sentence without a trace.
"""

from __future__ import annotations

import logging
import re
from functools import lru_cache

from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

__all__ = ["inline", "plain"]

DEEPEST = 12  # commands inside commands; deeper ones stay as written

_KEPT, _OPEN, _CLOSE, _DOLLAR = "\ue000", "\ue001", "\ue002", "\ue003"  # to be kept: \ { } $
_MATH = re.compile(r"\$\$([^$]{1,1000})\$\$|\$([^$]{1,1000})\$|\\\(([^$]{1,1000}?)\\\)")
_FORMULA = re.compile(r"[\\^_]|^\S{1,3}$|^[\w\s=<>+*/().,-]*[=<>][\w\s=<>+*/().,-]*$")
_COMMAND = re.compile(
    r"\\([A-Za-z]+)(?![A-Za-z])\*?"
    r"(\s?(?:\{[^{}]{0,5000}\})+|\s*(?:\[[^\[\]{}]{0,200}\])?(?!\s*\{))"
)
_ACCENT = re.compile(
    r"\\([\"'`^~=.])\s*(?:\{\s*(\\?[A-Za-z])\s*\}|(\\[ij](?![A-Za-z])|[A-Za-z]))"
    r"|\\([vcHukrbdt])(?:\s*\{\s*(\\?[A-Za-z]{1,2})\s*\}|\s+(\\[ij](?![A-Za-z])|[A-Za-z]))"
)
_ESCAPED = re.compile(r"\\([%&#_$ ,;!/@-])")
_SCOPED = re.compile(r"\{\\(?:em|it|bf|sc|tt|sf|rm|sl)(?![A-Za-z])\s*([^{}\\]{0,1000})\}")
_LETTER = re.compile(r"\{(\w{1,2})\}")
_ARGUMENT = re.compile(r"\{([^{}]*)\}")
_BLANKS = frozenset(
    "titlebreak linebreak newline break quad qquad par hfill hspace vspace space".split()
)
_DROPPED = frozenset(
    """
    cite citep citet citealp citeauthor citeyear ref eqref label footnote thanks footnotemark
    looseness small large Large huge tiny normalsize centering noindent protect xspace bf it em sc
    tt rm sf bfseries itshape scshape ttfamily maketitle anchor vspace hspace relax
    """.split()
)
_SIGNS = (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("~", " "))


def plain(text: str) -> str:
    r"""Read text that is TeX throughout, as the fields of BibTeX are.

    Returns
    -------
    str
        Without commands and braces; dashes, quotes and ties as characters.

    >>> plain(r"{\O}rsted on ``{PAC} learning'' of $\beta$-{VAE}")
    'Ørsted on “PAC learning” of β-VAE'
    """
    if "\\" in text or "$" in text:
        text = _commands(text, all_math=True)
    for sign, character in _SIGNS:
        text = text.replace(sign, character)
    return _restored(text.replace("{", "").replace("}", ""))


def inline(text: str) -> str:
    """Read plain text in which a formula or a command may stand, as on the pages of papers.

    Returns
    -------
    str
        The text itself when there is neither; prices in dollars stay.

    >>> inline("From $5 to $10"), inline("An $O(n^2)$ bound")
    ('From $5 to $10', 'An O(n^2) bound')
    """
    if "\\" not in text and "$" not in text:
        return text
    return _restored(_LETTER.sub(r"\1", _commands(text, all_math=False)))


def _commands(text: str, *, all_math: bool) -> str:
    text = text.replace("\\{", _OPEN).replace("\\}", _CLOSE).replace("\\$", _DOLLAR)
    text = _MATH.sub(lambda found: _math(found, all_math), text)
    text = _ACCENT.sub(_accent, text)
    text = _SCOPED.sub(r"\1", text.replace("\\\\", " "))
    for _ in range(DEEPEST):
        text, found = _COMMAND.subn(_command, text)
        if not found:
            break
    return _ESCAPED.sub(lambda found: "" if found[1] in "!-/," else found[1], text)


def _math(found: re.Match[str], all_math: bool) -> str:
    inside = found[1] or found[2] or found[3]
    if not all_math and (inside != inside.strip() or not _FORMULA.search(inside)):
        return found[0].replace("\\", _KEPT)
    return _converted(f"${inside.replace('%', '')}$").replace("\\", _KEPT)


def _accent(found: re.Match[str]) -> str:
    mark, letter = found[1] or found[4], next(filter(None, found.group(2, 3, 5, 6)))
    return _converted(f"\\{mark}{{{letter}}}")


def _command(found: re.Match[str]) -> str:
    name, rest = found[1], found[2]
    inside = _ARGUMENT.findall(rest)
    if name in _DROPPED:
        return ""
    if name in _BLANKS:
        return " "
    if any(inside):
        return str(inside[-1])
    symbol = _converted(f"\\{name}")
    if symbol != f"\\{name}":
        # TeX eats the blank behind a command, but not the bracket of what follows.
        return symbol + ("" if inside else rest.lstrip())
    return f"{_KEPT}{name}{rest}"


def _restored(text: str) -> str:
    kept = text.replace(_KEPT, "\\").replace(_OPEN, "{").replace(_CLOSE, "}")
    return kept.replace(_DOLLAR, "$")


@lru_cache(maxsize=20_000)
def _converted(source: str) -> str:
    """Convert one symbol or formula; what the library cannot read stays as it is."""
    try:
        return str(_converter().latex_to_text(source, tolerant_parsing=True)).strip()
    except Exception:  # noqa: BLE001  # it fails in many ways on what is no TeX
        return source


@lru_cache(maxsize=1)
def _converter() -> LatexNodes2Text:
    # It warns of each command that lacks an argument, in words about its own configuration.
    logging.getLogger("pylatexenc.latex2text").setLevel(logging.ERROR)
    known = get_default_latex_context_db()
    known.set_unknown_macro_spec(
        MacroTextSpec("", simplify_repl=lambda node: "\\" + str(node.macroname))
    )
    return LatexNodes2Text(latex_context=known, math_mode="text")
