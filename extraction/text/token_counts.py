"""Counts the tokens of a prompt, rather too many than too few: no one knows whose model will read it."""

import re
from collections.abc import Callable
from typing import Final

_BEYOND: Final = "\U00010000-\U0010ffff"
_WIDE: Final = "\u2e80-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
"""Kana, characters of Chinese and Japanese, and their signs."""
_LEAST: Final = re.compile(
    rf"[{_WIDE}{_BEYOND}]|\d{{1,3}}|[^\W\d_{_WIDE}{_BEYOND}]{{1,16}}|(?:[^\w\s{_WIDE}{_BEYOND}]|_){{1,8}}"
)
_ASTRAL: Final = re.compile(f"[{_BEYOND}]")


def prompt_tokens(text: str, pieces: Callable[[str], int]) -> int:
    """How many tokens of a prompt a text takes, the sum over its lines and one for each line break between them.

    Of a line that is what the tokeniser behind `pieces` cuts it into, but at least one token for each word, each
    three digits, each run of signs and each character of Japanese or Chinese, and two for one beyond the basic plane
    (emoji): most models cut as fine.
    """
    lines = text.split("\n")
    return sum(max(pieces(line), _least(line)) for line in lines if line) + len(lines) - 1


def _least(line: str) -> int:
    return len(_LEAST.findall(line)) + len(_ASTRAL.findall(line))
