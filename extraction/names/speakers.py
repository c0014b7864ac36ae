"""Who speaks in a memory: a named person, the user, or a program."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final

from extraction.names.keys import name_key
from extraction.text.lexicon import lexicon
from graph.model.draft import Draft
from graph.model.extraction import NameCandidate
from graph.model.talk.assistants import ASSISTANTS
from graph.model.types import RelationType
from graph.recall.ranking import JAPANESE_I

ME: Final = "Me"
"""The user's name in the user's own graph until it is changed."""
MY_KEY: Final = name_key(ME)
SPEAKER: Final = "speaker"
"""The reason of a mention given only as "I"."""
UNSAID: Final = "left unsaid"
"""The additional reason of a speaker that the sentence omits."""
FIRST_PERSON: Final = frozenset({"i", "me", "my", "mine", "myself"})
"""English first-person singular words."""
SEVERAL: Final = frozenset({"we", "our"})
"""English first-person plural words, as subject and possessive."""
ONE_OF_SEVERAL: Final = "one of several"
"""The reason of a statement whose subject is "we"."""
OF_FIRMS: Final = frozenset(
    (RelationType.OWNERSHIP, RelationType.WORKS_FOR, RelationType.LEADS, RelationType.PARTICIPATES_IN)
)
"""Relations that companies have as well, so that "we" may be the company: it owns, hires, leads and takes part."""

ONESELF: Final = FIRST_PERSON | frozenset("私 わたし 僕 ぼく 俺 おれ 自分 うち わたくし あたし".split())  # noqa: SIM905
"""First-person words of both languages that may be a whole name."""
THE_USER: Final = frozenset({"user", "ユーザー", "ユーザ", "利用者"})
"""Words by which programs refer to the user."""
_USER: Final = ONESELF | THE_USER | {"human", "self", "you", "本人"}
"""Roles of the person who types in chat formats; exports of assistants use "You"."""
_PERSONAL_SOURCES: Final = frozenset("note notes memo diary journal self ノート メモ 日記 手帳".split())  # noqa: SIM905
"""Sources in the user's own words; a letter or a page may be by anybody."""
_RECORDS: Final = (".jsonl", ".ndjson", ".json", ".csv", ".tsv")
"""Endings of files of records: each is a memo as if it had been given by itself."""
_QUOTED_LINE: Final = re.compile(r"(?:^|\n)[ \t]*(?:>|[A-Z][a-z]{1,20}:\s|[ァ-ヺー\u3400-\u9fff]{1,8}[:：]\s?)")
"""Lines that quote somebody or begin with a speaker: two of them make a conversation."""
_LETTER: Final = re.compile(r"\s*(?:Hi|Hello|Dear)\s[^\n,]{1,40},\s*\n")
_SHORT: Final = 160
"""Characters of a short memo."""
_PROGRAMS: Final = ASSISTANTS | {"system", "tool", "developer", "function", "unknown", "システム"}
_FRENCH_WORDS: Final = ("speaker", "speakers_own")
"""Lists of the French table of verbs: "je", "mes"."""
_USER_REFERENCE: Final = re.compile(rf"\b(?:I|{'|'.join(sorted(FIRST_PERSON))}|user)\b|{JAPANESE_I}|ユーザー")


def person(speaker: str | None) -> str | None:
    """The first person of a turn: the named speaker, the user as `ME`, or None for a program."""
    role = (speaker or "").strip().casefold()
    if not role or role in _PROGRAMS:
        return None
    return ME if role in _USER else speaker


def narrator_of(draft: Draft) -> str | None:
    """The first person of a memory: the speaker of a turn, the user in a memo (`is_memo`), None when unknown."""
    return ME if is_memo(draft) else person(draft.speaker)


def is_memo(draft: Draft) -> bool:
    """Whether a memory is the user's own note: no turn, no letter, no conversation, and from no other source."""
    source = (draft.source or "").strip().casefold()
    personal = not source or source in _PERSONAL_SOURCES or source.endswith(_RECORDS)
    if draft.speaker is not None or not personal or _LETTER.match(draft.text):
        return False
    # a million characters need not be read to the end
    return len(list(islice(_QUOTED_LINE.finditer(draft.text), 2))) < 2


def may_leave_unsaid(draft: Draft) -> bool:
    """Whether subjects may be omitted (pro-drop) for the first person, as in Japanese: in a turn, or a short memo.

    A longer memo, or one with a title, is more often a page about something.
    """
    return (draft.title is None and len(draft.text) <= _SHORT) or not is_memo(draft)


def user_references(question: str, language: str = "en") -> Iterator[NameCandidate]:
    """The places where a question refers to the user: in the first person, or, asked by a program, as "the user"."""
    pattern = _french_reference() if language == "fr" else _USER_REFERENCE
    for match in pattern.finditer(question.replace("’", "'")):
        yield NameCandidate(MY_KEY, match.start(), match.end())


@cache
def _french_reference() -> re.Pattern[str]:
    table = lexicon("extraction.lang.fr", "verbs")
    words = sorted((word for name in _FRENCH_WORDS for word in table.words(name)), key=len, reverse=True)
    return re.compile("|".join(rf"\b{word}" if word.endswith("'") else rf"\b{word}\b" for word in words), re.IGNORECASE)
