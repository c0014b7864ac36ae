"""Who speaks in a chat turn: a person by name, the user whose memories these are, or a program."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from extraction.names.keys import name_key
from graph.model.draft import Draft
from graph.model.extraction import NameCandidate
from graph.model.types import RelationType
from graph.recall.cues import JAPANESE_I

ME: Final = "Me"
"""What the user is called in the user's own graph, until a person gives the entity another name."""
MY_KEY: Final = name_key(ME)
SPEAKER: Final = "speaker"
"""The reason of a name that a text gives only as "I"."""
UNSAID: Final = "left unsaid"
"""The reason of the speaker beside it where a sentence has no word for them."""
FIRST_PERSON: Final = frozenset({"i", "me", "my", "mine", "myself"})
"""The English words by which people speak of themselves alone."""
SEVERAL: Final = frozenset({"we", "our"})
"""Those by which they speak of themselves and others, as who does something and whose it is."""
ONE_OF_SEVERAL: Final = "one of several"
"""The reason of a statement whose speaker says "we"."""
OF_FIRMS: Final = frozenset(
    (RelationType.OWNERSHIP, RelationType.WORKS_FOR, RelationType.LEADS, RelationType.PARTICIPATES_IN)
)
"""What companies do as people do, so that "we" may be the firm: it owns, hires, founds and takes part."""

ONESELF: Final = FIRST_PERSON | frozenset("私 わたし 僕 ぼく 俺 おれ 自分 うち わたくし あたし".split())  # noqa: SIM905
"""The words of both languages by which people speak of themselves, as a name by itself."""
THE_USER: Final = frozenset({"user", "ユーザー", "ユーザ", "利用者"})
"""The words by which programs speak of the one whose memories they keep."""
_USER: Final = ONESELF | THE_USER | {"human", "self", "you", "本人"}
"""Roles that chat formats give to the one who types; exports of assistants call them "You"."""
_PERSONAL_SOURCES: Final = frozenset("note notes memo diary journal self ノート メモ 日記 手帳".split())  # noqa: SIM905
"""Sources that are one's own words; a letter or a page may be anybody's."""
_QUOTED_LINE: Final = re.compile(r"(?:^|\n)[ \t]*(?:>|[A-Z][a-z]{1,20}:\s|[ァ-ヺー\u3400-\u9fff]{1,8}[:：]\s?)")
"""How lines begin that quote somebody or tell who says them: two of them are a talk."""
_LETTER: Final = re.compile(r"\s*(?:Hi|Hello|Dear)\s[^\n,]{1,40},\s*\n")
_SHORT: Final = 160
"""Characters of a short memo."""
_PROGRAMS: Final = frozenset(
    {*("assistant", "system", "bot", "ai", "tool", "model", "agent", "developer", "function", "unknown")}
    | {*("アシスタント", "システム", "ボット")}
)
_USER_REFERENCE: Final = re.compile(rf"\b(?:I|{'|'.join(sorted(FIRST_PERSON))}|user)\b|{JAPANESE_I}|ユーザー")


def person(speaker: str | None) -> str | None:
    """Who "I" is in a turn of this speaker: somebody by name, the user as `ME`, or None for a program."""
    role = (speaker or "").strip().casefold()
    if not role or role in _PROGRAMS:
        return None
    return ME if role in _USER else speaker


def narrator_of(draft: Draft) -> str | None:
    """Who "I" is in a memory: in a turn its speaker, in a memo (`is_memo`) the user; None for nobody we know."""
    return ME if is_memo(draft) else person(draft.speaker)


def is_memo(draft: Draft) -> bool:
    """Whether a memory is in the user's own words, or words about "the user": no turn, and from no other source."""
    personal = draft.source is None or draft.source.strip().casefold() in _PERSONAL_SOURCES
    if draft.speaker is not None or not personal or _LETTER.match(draft.text):
        return False
    # a million characters need not be read to the end
    return len(list(islice(_QUOTED_LINE.finditer(draft.text), 2))) < 2


def may_leave_unsaid(draft: Draft) -> bool:
    """Whether a memory may speak of its narrator without a word for them, as Japanese does: a turn, or a short memo.

    A longer memo, or one with a title, is more often a page about something.
    """
    return (draft.title is None and len(draft.text) <= _SHORT) or not is_memo(draft)


def user_references(question: str) -> Iterator[NameCandidate]:
    """Where a question speaks of the user: as the one who asks, or, asked by a program, as "the user"."""
    for match in _USER_REFERENCE.finditer(question):
        yield NameCandidate(MY_KEY, match.start(), match.end())
