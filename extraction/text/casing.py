"""Whether a text is written without capitals, as people type in chats: "i work at google and live in oslo"."""

import re
from functools import lru_cache
from typing import Final

_LOWER_I: Final = re.compile(r"(?<![\w.'’/@#-])i(?:['’](?:m|ve|d|ll))?(?![\w.'’@/-])")
_CAPITAL_WITHIN: Final = re.compile(r"(?<=[^\W\d_])[A-Z]|(?<=[a-z0-9,;:)] )[A-Z](?!(?:['’](?:m|ve|d|ll))?\b(?<=I))")
"""A capital inside a word, or of a word that begins no sentence and is not "I"."""
_CJK: Final = re.compile(r"[\u3005-\u30ff\u3400-\u9fff]")
_LATIN_WORD: Final = re.compile(r"[A-Za-z]{2,}")


@lru_cache(maxsize=256)
def is_uncased(text: str) -> bool:
    """Whether names in a text may lack their capitals: its "i" does, or it has none at all and begins without one.

    "I went home" of somebody who writes capitals has no name to look for.
    """
    if _CAPITAL_WITHIN.search(text) is not None or _CJK.search(text) is not None:
        return False
    if _LOWER_I.search(text) is not None:
        return True
    words = _LATIN_WORD.findall(text)
    return len(words) > 1 and text.lstrip()[:1].islower() and not any(character.isupper() for character in text)
