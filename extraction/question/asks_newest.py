"""Questions for the newest of several ("When did I last see Anna?", 最新の価格は？) told from others."""

import re
from typing import Final

from extraction.text.lexicon import lexicon

_TABLE: Final = lexicon("extraction.question", "newest")
_PLAIN: Final = re.compile(
    rf"\b(?:{'|'.join(map(re.escape, _TABLE.ordered('newest_en')))})\b|{'|'.join(_TABLE.ordered('newest_ja'))}"
    r"|最後の(?!一|晩|夜|ページ)"
)
_LAST: Final = re.compile(
    # "did I last see", "was my sister last in Rome"; "the last book", "my last visit".
    rf"\b(?:(?:did|do|does|have|has|had|was|were|is|are|'ve|'s)\b[^?.,]{{1,60}}?|the|my|your|our|his|her|their|'s)\s+last"
    rf"\s+(?!(?:{'|'.join(_TABLE.ordered('no_newest_after_last'))}|\d)\b)[a-z]"
)
_LENGTH: Final = re.compile(r"\bhow long\b[^?]*\blast\b|\bat (?:long )?last\b", re.IGNORECASE)


def asks_for_newest(question: str) -> bool:
    """Whether of several memories that answer, the newest is asked for.

    A time ("last week"), a length ("How long did it last?") and a name ("The Last Samurai", "last name") are not that.
    """
    if _LENGTH.search(question):
        return False
    plain = question[:1].lower() + question[1:]
    return bool(_PLAIN.search(plain) or _LAST.search(plain))
