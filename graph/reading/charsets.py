"""Guess the charset of a text that is no UTF-8 and bears no byte order mark."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

__all__ = ["as_utf8", "guessed", "utf16"]

_MARKS = (b"\xff\xfe", b"\xfe\xff")
_DECLARED = re.compile(r"\s*<\?xml[^>]{1,200}\bencoding\b")
_SAMPLE = 200_000  # bytes that are looked at
_HIGH = re.compile(rb"[\x80-\xff]+(?:[\x40-\x7e](?=[\x80-\xff]))?")
_KOREAN = 0.8
_KANA = re.compile(r"[\u3041-\u30fa]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_SIMPLIFIED = re.compile(r"[的一是在时间议题讲者演会场标与为开发数据学习]")
_TRADITIONAL = re.compile(r"[的一是在時間議題講者演會場標與為開發數據學習]")
_CYRILLIC = re.compile(r"[\u0410-\u044f]")
_BETWEEN_LETTERS = re.compile(
    r"(?<=[^\W\d_])[^\w\s\x00-\x7f’‘–—…“”«»]|[^\w\s\x00-\x7f’‘–—…“”«»](?=[a-zà-ž])"
)
_ASIAN: tuple[tuple[str, str, Callable[[str], int]], ...] = (
    ("cp932", "Shift JIS", lambda text: len(_KANA.findall(text))),
    ("euc_jp", "EUC-JP", lambda text: len(_KANA.findall(text))),
    ("cp949", "EUC-KR", lambda text: len(_HANGUL.findall(text))),
    ("gb18030", "GB 18030", lambda text: len(_SIMPLIFIED.findall(text))),
    ("big5", "Big5", lambda text: len(_TRADITIONAL.findall(text))),
)
_RUSSIAN = (("cp1251", "Windows-1251"), ("koi8_r", "KOI8-R"), ("cp866", "DOS 866"))


def as_utf8(data: bytes) -> bytes:
    """Rewrite UTF-16 as UTF-8, so that each format is recognised by the same bytes.

    XML that declares its encoding stays: its parser goes by the declaration.
    """
    codec = "utf-16" if data.startswith(_MARKS) else utf16(data)
    if not codec:
        return data
    text = data.decode(codec, "replace").removeprefix("\ufeff")
    return data if _DECLARED.match(text) else text.encode("utf-8", "replace")


def utf16(data: bytes) -> str:
    """Return the name of UTF-16 without a byte order mark, "" for anything else.

    >>> utf16("title".encode("utf-16-le")), utf16(b"title")
    ('utf-16-le', '')
    """
    head = data[:200]
    if len(head) < 4 or b"\0" not in head:
        return ""
    even, odd = head[::2].count(0), head[1::2].count(0)
    if odd * 3 > len(head) and not even:
        return "utf-16-le"
    return "utf-16-be" if even * 3 > len(head) and not odd else ""


def guessed(data: bytes) -> tuple[str, str]:
    """Guess a charset.

    Parameters
    ----------
    data
        A text that is no UTF-8. In alphabets of Latin letters those beyond ASCII stand alone among
        the others; in all other scripts they stand side by side, and each charset of one gives
        away the wrong ones by what cannot be decoded or is no letter of its language.

    Returns
    -------
    tuple
        Name of a codec, and what people call it; Windows-1252 when nothing tells another.
    """
    sample = data[:_SAMPLE]
    runs = [len(found) for found in _HIGH.findall(sample)]
    if not runs or sum(runs) < 2 * len(runs):
        return _latin(sample)
    best = max(((_fit(sample, codec, count), codec, name) for codec, name, count in _ASIAN))
    if best[0] >= 0.15:
        return best[1:]
    russian = max((_sounds(sample, codec), codec, name) for codec, name in _RUSSIAN)
    return russian[1:] if russian[0] > 0.6 else _latin(sample)


def _fit(sample: bytes, codec: str, count: Callable[[str], int]) -> float:
    """Return the share of telling letters among those beyond ASCII; 0 where it does not decode."""
    try:
        # The sample may end within a letter.
        text = (
            sample[: len(sample) - 4].decode(codec)
            if len(sample) == _SAMPLE
            else sample.decode(codec)
        )
    except UnicodeDecodeError:
        return 0.0
    beyond = [one for one in text if one > "\x7f"]
    odd = sum(unicodedata.category(one) in ("Co", "Cn", "Cc") for one in beyond)
    share = count(text) / max(len(beyond), 1)
    # Korean is written in nothing but its syllables; other texts decode to some of them.
    return 0.0 if odd or (codec == "cp949" and share < _KOREAN) else share


def _sounds(sample: bytes, codec: str) -> float:
    """Return the share of small Cyrillic letters among those beyond ASCII."""
    text = sample.decode(codec, "replace")
    beyond = [one for one in text if one > "\x7f"]
    return sum("\u0430" <= one <= "\u044f" for one in beyond) / max(len(beyond), 1)


def _latin(sample: bytes) -> tuple[str, str]:
    """Choose the western or the central European charset by the signs that land inside words."""
    west = len(_BETWEEN_LETTERS.findall(sample.decode("cp1252", "replace")))
    east = len(_BETWEEN_LETTERS.findall(sample.decode("cp1250", "replace")))
    return ("cp1250", "Windows-1250") if east < west else ("cp1252", "Windows-1252")
