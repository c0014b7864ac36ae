"""Whether a text is a note of work, though it names no ticket, file or host: its words are."""

import re
from typing import Final

from extraction.text.lexicon import lexicon

_LEAST: Final = 2
"""Different words of work that a note has."""
_APART: Final = 45
"""Characters for each of them, at most: prose that only mentions work has fewer."""
_ITEM: Final = re.compile(r"^[ \t]*(?:[-*・•#]+[ \t]|\[[ xX]\])", re.MULTILINE)
_WORDS: Final = re.compile(
    "|".join(
        map(re.escape, sorted(lexicon("extraction.lang.ja", "work").words("of_work"), key=lambda word: -len(word)))
    )
)


def is_of_work(text: str) -> bool:
    """Whether a text has two different words of work, close together or in a list."""
    words = set(_WORDS.findall(text))
    is_close = len(text) <= _APART * len(words) or _ITEM.search(text) is not None
    return len(words) >= _LEAST and is_close
