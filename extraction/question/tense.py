"""Which time a question asks about, where it names none: how things stand, how they stood before, or either."""

import re
from functools import cache
from typing import Final, NamedTuple

from extraction.text.lexicon import lexicon
from graph.model.reading.question import Tense

_READ: Final = 2_000
"""Characters of a question that are read."""
_ENGLISH_PAST: Final = re.compile(r"\b(?:did|didn['’]t|was|were|wasn['’]t|weren['’]t|had)\b", re.IGNORECASE)
_ENGLISH_BEFORE: Final = re.compile(r"\b(?:before|prior to)\b", re.IGNORECASE)
_USE_TO: Final = re.compile(r"\bused? to\b", re.IGNORECASE)
"""What was, also behind "did": "Where did I use to live?"."""
_HOW_OLD: Final = re.compile(r"\bhow old\b", re.IGNORECASE)
_JAPANESE_PAST: Final = re.compile(r"た(?:の|ん)?(?:です|でしょう)?(?:か(?:な|ね)?|っけ|の)?[\s?？。]*$")
_JAPANESE_BEFORE: Final = re.compile(r"(?:より|[るの]|以)前(?:に|は|の|、)")
_NO_ONCE: Final = re.compile(r"この前の|[^\s]{0,2}名前の|午前の|目の前の|駅前の")
"""Where 前の is no earlier one: この前の会議 is the last one."""


class _Wordings(NamedTuple):
    english_once: re.Pattern[str]
    english_act: re.Pattern[str]
    english_since: re.Pattern[str]
    english_ahead: re.Pattern[str]
    japanese_once: re.Pattern[str]
    japanese_act: re.Pattern[str]
    japanese_since: re.Pattern[str]
    japanese_ahead: re.Pattern[str]


def tense_of(question: str) -> Tense:
    """The time that the wording of a question asks about.

    - ONCE: a word for what was before ("used to", "previous", 以前), or the past and "before", but of what lies ahead
      ("When will the old server be sold?");
    - EITHER: the past of what lasts ("Where did I live?", どこに住んでいましたか), or what was and what became of it;
    - NOW: all others, among them an act of the past whose outcome holds: "What did we decide?", 何に決めましたか.
    """
    text, wordings = question[:_READ], _wordings()
    japanese = _NO_ONCE.sub("", text)
    past = bool(_ENGLISH_PAST.search(text) or _JAPANESE_PAST.search(text))
    ahead = not past and (wordings.english_ahead.search(_USE_TO.sub("", text)) or wordings.japanese_ahead.search(text))
    once = wordings.english_once.search(_HOW_OLD.sub("", text)) or wordings.japanese_once.search(japanese)
    if once and not ahead:
        both = wordings.english_since.search(text) or wordings.japanese_since.search(text)
        return Tense.EITHER if both else Tense.ONCE
    before = _ENGLISH_BEFORE.search(text) or _USE_TO.search(text) or _JAPANESE_BEFORE.search(japanese)
    if past and before:
        return Tense.ONCE
    if not past or wordings.english_act.search(text) or wordings.japanese_act.search(text):
        return Tense.NOW
    return Tense.EITHER


@cache
def _wordings() -> _Wordings:
    table = lexicon("extraction.question", "tense")

    def words(name: str) -> str:
        return "|".join(map(re.escape, table.ordered(name)))

    def english(name: str) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{words(f'english_{name}')})\b", re.IGNORECASE)

    def japanese(name: str) -> re.Pattern[str]:
        return re.compile(words(f"japanese_{name}"))

    kinds = ("once", "act", "since", "ahead")
    return _Wordings(*map(english, kinds), *map(japanese, kinds))
