"""What sort of thing a question asks for by its wording: "where" a place, "who" a person, どの映画 a work."""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from extraction.text.tables import read_table
from graph.model.types import EntityType

_TABLE: Final = Path(__file__).with_name("sought.txt")

_OPEN: Final = r"(?!も|でも|か(?!ら|な|と|は|が|を|知|分か|わか|教|覚|[?？。]|$))"
"""Behind a Japanese word that asks, unless it says something else: どこか, 誰でも."""
_READ: Final = 2_000
"""Characters of a question that are read."""
_ASKS: Final = re.compile(r"\b(?:where|who(?:m|se)?|which|what|when|why|how)\b", re.IGNORECASE)
_CALLED: Final = "(?:何|なん)(?:という|て(?:いう|言う))"
_OTHERWISE: Final = re.compile(
    rf"(?<![あこそど])いつ{_OPEN}|なぜ|何故|どうして|^\W*(?:do|does|did|is|are|was|were|has|have|had)\s+(?!you\b|we\b)",
    re.IGNORECASE,
)
"""What asks for a time, a reason, or yes or no, whatever else it holds. "Do you know who came?" asks for somebody."""
_NAME: Final = re.compile(r"what\b.*\b(?:names?|called|named)\b", re.IGNORECASE | re.DOTALL)
_JAPANESE_NAME: Final = re.compile(f"名前(?:は|って|を教えて)|{_CALLED}")
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
"""Types of what mostly has a name of its own."""

_BETWEEN: Final = (
    r"(?:(?!(?:kind|type|sort|the|an?|of|in|on|at|to|for|i|he|she|we|you|they|it|do|does|did|is|are|was|were|has|have"
    r"|had|will|would|can|could|should|may|might|must)s?\b)[^\W_][\w-]*\s+){0,2}"
)
"""Up to two words between "which" and its noun: "which Japanese city", and not "what did the city"."""
_IS: Final = (
    r"(?:(?:'s|’s|\s+(?:is|are|was|were))\s+(?:the\s+(?:names?|titles?)\s+of\s+)?"
    r"(?:(?!(?:of|at|in|on|with|for|to|about|from|by|that|who|which|wrong)\b)\S+\s+){1,3}?)"
)
"""Or it is asked what something is: "what is her favourite book?", and not "what is the price of the book?"."""
_OVER: Final = r"(?=\s*(?:$|[?.,!]|(?:of|that|where|who|called|named|i|he|she|we|you|they)\b))"
_HEAD: Final = (
    r"(?!['’]s|\s+(?:club|theat(?:er|re)|festival|supplies|building|room|number|password|card|list|night|day)s?\b)"
)
"""Behind a noun that is not the first part of another: "what book club", "what restaurant's"."""
_WHICH: Final = f"(?:どの|何の|なんの|どこの|{_CALLED})"
_ENDS: Final = r"(?:は(?:何|なん|なに|どれ)?(?:です|でした|だった)?(?:か|の|っけ)?\s*(?:[?？。]|$)|を教えて)"
"""Or with its noun a question ends: 去年行った国は？"""


class _Sort(NamedTuple):
    types: frozenset[EntityType]
    english: re.Pattern[str]
    japanese: re.Pattern[str]


def sought(question: str) -> frozenset[EntityType]:
    """The types of what a question asks for; none where it asks for a time, a reason, or for anything at all.

    In English its first word that asks decides: "When did the friend who moved marry?" asks for no person, and what
    begins as "Did the friend who moved marry?" asks for yes or no. Pure.
    """
    question = question[:_READ]
    if _OTHERWISE.search(question):
        return frozenset()
    asks = _ASKS.search(question)
    behind = [(sort, sort.english.match(question, asks.start())) for sort in _sorts()] if asks else []
    # The first noun counts: "which colleague plays" asks for no play.
    first = min((match.end() for _, match in behind if match), default=0)
    found = [sort.types for sort, match in behind if match and match.end() == first]
    found += [sort.types for sort in _sorts() if sort.japanese.search(question)]
    if found:
        return frozenset[EntityType]().union(*found)
    named = (asks and _NAME.match(question, asks.start())) or _JAPANESE_NAME.search(question)
    return _NAMED if named else frozenset()


@cache
def _sorts() -> tuple[_Sort, ...]:
    return tuple(_sort(*row) for row in read_table(_TABLE))


def _sort(types: str, english: str, nouns: str, japanese: str, japanese_nouns: str) -> _Sort:
    noun = f"(?:{'|'.join(map(_plural, nouns.split()))})"
    kinds = f"(?:{'|'.join(japanese_nouns.split())})"
    ending = rf"(?<![\u3400-\u9fffァ-ヺー々りいえけきちみび]){kinds}{_ENDS}"
    behind = rf"(?:which|what)(?:(?:\s+{_BETWEEN}|(?:'s|’s)\s+the\s+){noun}\b{_HEAD}|{_IS}{noun}{_OVER})"
    return _Sort(
        frozenset(map(EntityType, types.split())),
        re.compile("|".join([*(rf"{word}\b" for word in english.split()), behind]), re.IGNORECASE),
        re.compile("|".join([*(word + _OPEN for word in japanese.split()), _WHICH + kinds, ending])),
    )


def _plural(noun: str) -> str:
    return f"{noun[:-1]}(?:y|ies)" if re.search("[^aeiou]y$", noun) else f"{noun}(?:s|es)?"
