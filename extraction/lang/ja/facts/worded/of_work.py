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


_NOUN_AT_END: Final = re.compile(r"[一-鿿ァ-ヺーA-Za-z0-9)）](?:。|$)", re.MULTILINE)
_COLLEAGUE: Final = re.compile(
    r"[一-鿿ァ-ヺー](?:さん|くん|氏|先生|部長|課長|係長|主任|師長|室長|館長|社長|店長|班長)[はがにへとのをも、。]"
)
_SHORT: Final = 130
"""Characters of a note that one word of work is enough for, where a sentence ends in a noun or names a colleague."""


def is_of_work(text: str) -> bool:
    """Whether a text has two different words of work, close together or in a list; one, where it is short and terse."""
    words = set(_WORDS.findall(text))
    is_close = len(text) <= _APART * len(words) or _ITEM.search(text) is not None
    is_terse = _NOUN_AT_END.search(text) is not None or _COLLEAGUE.search(text) is not None
    return (len(words) >= _LEAST and is_close) or (bool(words) and len(text) <= _SHORT and is_terse)
