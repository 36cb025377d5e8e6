"""TeX becomes text; what is no TeX stays."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.reading.tex import inline, plain


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"Arinbj\"orn", "Arinbjörn"),
        (r"Kr{\"u}ger and Kr\"{u}ger", "Krüger and Krüger"),
        (r"\'{\i}\v{s}\c{c}\H{o}{\L}ukasz \k{a}", "íšçőŁukasz ą"),
        (r"\c c \r a", "ç å"),
        (r"Stra\ss{}e, Stra\ss e, {\O}rsted", "Straße, Straße, Ørsted"),
        (r"{The {K}eys}", "The Keys"),
        (r"\textbf{\emph{in} context} {\em tuning}", "in context tuning"),
        (
            r"\href{https://x.example}{the page} \url{https://y.example}",
            "the page https://y.example",
        ),
        (r"$\beta$-VAE in $\mathcal{O}(L \log L)$", "β-VAE in 𝒪(L log L)"),
        ("``quoted'' pp. 1--5---six", "“quoted” pp. 1–5—six"),
        (r"50\% of A\&B costs \$5 and $x^2$", "50% of A&B costs $5 and x^2"),
        (r"as shown\citep{foo}.", "as shown."),
        (r"one\titlebreak two \\ three", "one two   three"),
        (r"\{a\}", "{a}"),
        (r"\ours: a study", r"\ours: a study"),
        ("half of it (50%) is known", "half of it (50%) is known"),
    ],
)
def test_plain_reads_tex(source: str, expected: str) -> None:
    assert plain(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("From $5 to $10", "From $5 to $10"),
        ("a $k$-means of {x, y}", "a k-means of {x, y}"),
        (r"M{\"u}ller in \emph{bold}", "Müller in bold"),
        ("C--; a ~ b; ``x''", "C--; a ~ b; ``x''"),
        (r"C:\temp\new", r"C:\temp\new"),
    ],
)
def test_inline_leaves_what_is_no_tex(source: str, expected: str) -> None:
    assert inline(source) == expected


@given(st.text(alphabet="ab \\{}$'\"%~_^&-cvH[]", max_size=120))
def test_any_text_can_be_read(text: str) -> None:
    for reader in (plain, inline):
        assert "\ue000" not in reader(text)
        assert "{" not in plain(text.replace("\\{", ""))


def test_texts_made_to_last_do_not() -> None:
    begin = time.process_time()
    for piece in ("\\a{", "$", "\\'", "{\\em ", "\\x ", "\\textbf{a}{", "$ "):
        plain(piece * 20_000)
        inline(piece * 20_000)
    assert time.process_time() - begin < 10
