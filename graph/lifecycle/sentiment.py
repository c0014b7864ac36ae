"""Whether a text is glad or sad, by a small table of words and the denials around them."""

import re
from functools import cache

from graph.lifecycle.word_tables import any_of, whole, word_rows

_DENIED_BEFORE = re.compile(r"(?:\b(?:not|never|no)|n['’]t)\s+(?:[A-Za-z]+\s+)?$", re.IGNORECASE)
_DENIED_AFTER = re.compile(r"[ぁ-ん]{0,3}(?:ない|なかった|なく|ありません|ません)")
_BEFORE_MOST = 24


def balance(text: str) -> int:
    """Glad words less sad ones: above 0 a text is glad, below it is sad. A word that is denied counts the other way."""
    total = 0
    for match in _pattern().finditer(text):
        sign = 1 if match.lastgroup == "positive" else -1
        before = text[max(0, match.start() - _BEFORE_MOST) : match.start()]
        denied = _DENIED_BEFORE.search(before) or _DENIED_AFTER.match(text, match.end())
        total += -sign if denied else sign
    return total


@cache
def _pattern() -> re.Pattern[str]:
    rows = list(word_rows("sentiment"))

    def words(kind: str) -> str:
        latin = any_of([row.word for row in rows if row.kind == kind and row.word.isascii()])
        others = any_of([row.word for row in rows if row.kind == kind and not row.word.isascii()])
        return rf"(?P<{kind}>{whole(latin)}|{others})"

    return re.compile(f"{words('positive')}|{words('negative')}")
