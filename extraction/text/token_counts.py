"""Estimates the prompt tokens of a text for an unknown model, rather too many than too few."""

import re
from collections.abc import Callable
from typing import Final

_BEYOND: Final = "\U00010000-\U0010ffff"
_WIDE: Final = "\u2e80-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
"""CJK characters, kana and their punctuation."""
_LEAST: Final = re.compile(
    rf"[{_WIDE}{_BEYOND}]|\d{{1,3}}|[^\W\d_{_WIDE}{_BEYOND}]{{1,16}}|(?:[^\w\s{_WIDE}{_BEYOND}]|_){{1,8}}"
)
_ASTRAL: Final = re.compile(f"[{_BEYOND}]")


def prompt_tokens(text: str, pieces: Callable[[str], int]) -> int:
    """The prompt tokens of a text: the sum over its lines and one for each line break between them.

    A line has as many as the tokeniser behind `pieces` gives, but at least one for each word, three digits, run of
    punctuation and CJK character, and two for one beyond the basic plane (emoji): most models cut as fine.
    """
    lines = text.split("\n")
    return sum(max(pieces(line), _least(line)) for line in lines if line) + len(lines) - 1


def _least(line: str) -> int:
    return len(_LEAST.findall(line)) + len(_ASTRAL.findall(line))
