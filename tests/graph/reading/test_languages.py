from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.reading.languages import tag


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("eng", ("en",)), ("en", ("en",)), ("EN", ("en",)), ("de, en", ("de", "en")),
        ("en / de", ("en", "de")), ("English", ("en",)), ("Polish", ("pl",)), ("Deutsch", ("de",)),
        ("ger", ("de",)), ("deu", ("de",)), ("pt_BR", ("pt-BR",)), ("zh-hant-tw", ("zh-Hant-TW",)),
        ("German (Austria)", ("de",)), ("english and german", ("en", "de")), ("日本語", ("ja",)),
        ("en, eng, English", ("en",)), ("de, klingon", ("de",)), ("Español", ("es",)),
    ],
)  # fmt: skip
def test_names_and_codes_become_tags(text: str, expected: tuple[str, ...]) -> None:
    assert tag(text) == expected


@pytest.mark.parametrize("text", ["", "klingon", "?", "N/A", "xx", "english-ish"])
def test_an_unknown_language_has_no_tag(text: str) -> None:
    assert tag(text) == ()


@given(st.text())
def test_any_text_gives_tags_that_are_tags_of_their_own(text: str) -> None:
    assert all(tag(one) == (one,) for one in tag(text))
