"""Which property of a chunk holds its index words, so that BM25 weighs each text by statistics of its own kind.

BM25 compares a text's length and its rare words with those of the whole field. Passages and turns of talks, Japanese
(pairs of characters) and English differ several times in both: in one field they cost each other points. So do users:
who tells of Caroline every day has her name in most texts, and among the texts of others it would be a rare word. There
are sixteen groups of users, each with fields of its own, and a search reads those of one group alone.

    turn_words_en_7    English turns of talks of all users whose facet begins with u7
"""

import hashlib
from typing import Final

INDEX_VERSION = 3
"""Grows when index words or keywords come to be made in another way: memories of an earlier one wait to be indexed."""
KEPT_WORDS = "kept_words"
"""Where an archived chunk keeps its index words, out of the index."""
KINDS: Final = ("words_en", "words_ja", "turn_words_en", "turn_words_ja")
_TOKEN_LENGTH: Final = 16


def facet(kind: str, value: str) -> str:
    """One token of the full-text index that stands for a filter value: `kind` and a hash."""
    return kind + hashlib.sha256(value.encode("utf-8")).hexdigest()[:_TOKEN_LENGTH]


def words_fields(user_id: str) -> list[str]:
    """The properties in which index words of this user may be."""
    group = _group(user_id)
    return [f"{kind}_{group}" for kind in KINDS]


def words_field(user_id: str, language: str, *, turn: bool) -> str:
    """The property for a chunk of this language, as a turn of a talk or as a passage."""
    return ("turn_words" if turn else "words") + ("_ja_" if language == "ja" else "_en_") + _group(user_id)


def _group(user_id: str) -> str:
    return facet("u", user_id)[1]
