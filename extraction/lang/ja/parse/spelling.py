"""Sudachi's normalised form of a word: it tells potential verbs from other verbs, and what a word in kana means.

It is asked for single words that a rule needs: for all words of a text it would take as long as tokenizing them.
"""

import re
from functools import lru_cache
from typing import Final

from extraction.lang.ja.word_lists import CONSUMED, NEVER, THINGS
from extraction.text.words import sudachi

_BASES: Final = dict(zip("えけげせてねべめれ", "うくぐすつぬぶむる", strict=True))
_SHORT: Final = re.compile(r"[ぁ-んァ-ヺー]{1,2}|[ぁ-ん]{1,4}")
_FOREIGN: Final = re.compile(r"[ァ-ヺー]{2,}")
_KANJI: Final = re.compile(r"[㐀-鿿]")


@lru_cache(maxsize=4096)
def usual(word: str) -> str:
    """The normalised form of a word (きのこ is 茸, 飲める is 飲む); the word itself where it is several tokens."""
    morphemes = list(sudachi("C")(word))
    return morphemes[0].normalized_form() if len(morphemes) == 1 else word


def is_potential(lemma: str) -> bool:
    """Whether a verb is the potential form of another one (飲める, 泳げる), which 売れる is not."""
    base = _BASES.get(lemma[-2:-1])
    return base is not None and lemma[-1] == "る" and (written := usual(lemma))[-1] == base and written[-2:] != "れる"


def is_too_short(noun: str) -> bool:
    """Whether a noun in kana is too short to be a node, as those in the dictionary are not (りんご, エビ, ジム)."""
    if not _SHORT.fullmatch(noun) or noun in CONSUMED:
        return False
    written = usual(noun)
    known = _KANJI.match(written) and (len(written) > 1 or written in THINGS) and written not in NEVER
    return not known and not (_FOREIGN.fullmatch(noun) and _FOREIGN.fullmatch(written))
