"""Text as vectors and index words see it; what is stored stays as given."""

import re
import unicodedata
from typing import Final

_URL: Final = re.compile(r"(?:https?|ftp)://([^\s/?#<>\"'「」（）()]+)[^\s<>\"「」（）]*", re.IGNORECASE)
_EMOJI: Final = re.compile(
    "[\U0001f000-\U0001faff\U0001fb00-\U0001fbff\u2600-\u27bf\u2b00-\u2bff\ufe0e\ufe0f\u200d\u20e3"
    "\U000e0020-\U000e007f]+"
)
_REPEATED: Final = re.compile(r"([!?！？。、,.・…~〜ー=*_#+\-w])\1{2,}")
_ZERO_WIDTH: Final = re.compile(
    "[\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\x00-\x08\x0b-\x1f\x7f]"
)
_BLANKS: Final = re.compile(r"[^\S\n]+")
_LINES: Final = re.compile(r" ?\n\s*")


def visible(text: str) -> bool:
    """Whether anything in the text can be seen."""
    return bool(_ZERO_WIDTH.sub("", text).strip())


def plain(text: str) -> str:
    """NFKC with addresses cut to their host, emoji and control characters gone, runs of marks and blanks made one."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _EMOJI.sub(" ", _ZERO_WIDTH.sub("", text)))
    elif _ZERO_WIDTH.search(text):
        text = _ZERO_WIDTH.sub("", text)
    if "://" in text:
        text = _URL.sub(r"\1", text)
    text = _REPEATED.sub(r"\1", text)
    return _LINES.sub("\n", _BLANKS.sub(" ", text)).strip()
