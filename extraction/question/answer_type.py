"""The answer type of a question by its wording: "where" asks for a place, "who" for a person, どの映画 for a work."""

import re
from functools import cache
from typing import Final, NamedTuple

from graph.model.types import EntityType
from graph.tables import table_rows, values

_COLUMNS: Final = "types english english_nouns japanese japanese_nouns"

_NOT_INDEFINITE: Final = r"(?!も|でも|か(?!ら|な|と|は|が|を|知|分か|わか|教|覚|[?？。]|$))"
"""Behind a Japanese question word unless it is indefinite: どこか, 誰でも."""
_READ: Final = 2_000
"""Characters of a question that are read."""
_QUESTION_WORD: Final = re.compile(r"\b(?:where|who(?:m|se)?|which|what|when|why|how)\b", re.IGNORECASE)
_WHAT_CALLED: Final = "(?:何|なん)(?:という|て(?:いう|言う))"
_NO_TYPE: Final = re.compile(
    rf"(?<![あこそど])いつ{_NOT_INDEFINITE}|なぜ|何故|どうして|^\W*(?:do|does|did|is|are|was|were|has|have|had)\s+(?!you\b|we\b)",
    re.IGNORECASE,
)
"""Questions for a time, a reason, or yes or no, whatever else they hold. "Do you know who came?" asks for a person."""
_NAME: Final = re.compile(r"what\b.*\b(?:names?|called|named)\b", re.IGNORECASE | re.DOTALL)
_JAPANESE_NAME: Final = re.compile(f"名前(?:は|って|を教えて)|{_WHAT_CALLED}")
_NAMED: Final = frozenset(
    (
        EntityType.PERSON,
        EntityType.LOCATION,
        EntityType.ORGANIZATION,
        EntityType.DOCUMENT,
        EntityType.EVENT,
        EntityType.TECHNOLOGY,
    )
)
"""Types whose entities mostly have names."""

_BETWEEN: Final = (
    r"(?:(?!(?:kind|type|sort|the|an?|of|in|on|at|to|for|i|he|she|we|you|they|it|do|does|did|is|are|was|were|has|have"
    r"|had|will|would|can|could|should|may|might|must)s?\b)[^\W_][\w-]*\s+){0,2}"
)
"""Up to two words between "which" and its noun: "which Japanese city", but not "what did the city"."""
_COPULA: Final = (
    r"(?:(?:'s|’s|\s+(?:is|are|was|were))\s+(?:the\s+(?:names?|titles?)\s+of\s+)?"
    r"(?:(?!(?:of|at|in|on|with|for|to|about|from|by|that|who|which|wrong)\b)\S+\s+){1,3}?)"
)
"""Between "what" and the noun it asks for: "what is her favourite book?", but not "what is the price of the book?"."""
_NOUN_END: Final = r"(?=\s*(?:$|[?.,!]|(?:of|that|where|who|called|named|i|he|she|we|you|they)\b))"
_HEAD: Final = (
    r"(?!['’]s|\s+(?:club|theat(?:er|re)|festival|supplies|building|room|number|password|card|list|night|day)s?\b)"
)
"""Behind a noun that is not the first part of a compound: not "what book club" or "what restaurant's"."""
_WHICH: Final = f"(?:どの|何の|なんの|どこの|{_WHAT_CALLED})"
_ENDS: Final = r"(?:は(?:何|なん|なに|どれ)?(?:です|でした|だった)?(?:か|の|っけ)?\s*(?:[?？。]|$)|を教えて)"
"""A noun that ends the question: 去年行った国は？"""


class _AnswerKind(NamedTuple):
    types: frozenset[EntityType]
    english: re.Pattern[str]
    japanese: re.Pattern[str]


def answer_types(question: str) -> frozenset[EntityType]:
    """The entity types that a question asks for; none where it asks for a time, a reason, yes or no, or anything.

    In English the first question word decides: "When did the friend who moved marry?" asks for no person, and "Did the
    friend who moved marry?" for yes or no. Pure.
    """
    question = question[:_READ]
    if _NO_TYPE.search(question):
        return frozenset()
    question_word = _QUESTION_WORD.search(question)
    matches = (
        [(kind, kind.english.match(question, question_word.start())) for kind in _answer_kinds()]
        if question_word
        else []
    )
    # The first noun counts: "which colleague plays" asks for no play.
    first = min((match.end() for _, match in matches if match), default=0)
    types = [kind.types for kind, match in matches if match and match.end() == first]
    types += [kind.types for kind in _answer_kinds() if kind.japanese.search(question)]
    if types:
        return frozenset[EntityType]().union(*types)
    asks_for_name = (question_word and _NAME.match(question, question_word.start())) or _JAPANESE_NAME.search(question)
    return _NAMED if asks_for_name else frozenset()


@cache
def _answer_kinds() -> tuple[_AnswerKind, ...]:
    return tuple(_answer_kind(*row) for row in table_rows("extraction.question", "answer_types", _COLUMNS))


def _answer_kind(types: str, english: str, nouns: str, japanese: str, japanese_nouns: str) -> _AnswerKind:
    noun = f"(?:{'|'.join(map(_plural, values(nouns)))})"
    kinds = f"(?:{'|'.join(values(japanese_nouns))})"
    ending = rf"(?<![\u3400-\u9fffァ-ヺー々りいえけきちみび]){kinds}{_ENDS}"
    behind = rf"(?:which|what)(?:(?:\s+{_BETWEEN}|(?:'s|’s)\s+the\s+){noun}\b{_HEAD}|{_COPULA}{noun}{_NOUN_END})"
    return _AnswerKind(
        frozenset(map(EntityType, types.split())),
        re.compile("|".join([*(rf"{word}\b" for word in values(english)), behind]), re.IGNORECASE),
        re.compile("|".join([*(word + _NOT_INDEFINITE for word in values(japanese)), _WHICH + kinds, ending])),
    )


def _plural(noun: str) -> str:
    return f"{noun[:-1]}(?:y|ies)" if re.search("[^aeiou]y$", noun) else f"{noun}(?:s|es)?"
