"""Which property of a chunk holds its index words, so that each kind of text is weighed by statistics of its own kind.

BM25 compares a text's length and its rare words with those of the whole field. Passages and turns of talks, Japanese
(pairs of characters) and English differ several times in both: in one field they cost each other points.
"""

FIELDS = ("words_en", "words_ja", "turn_words_en", "turn_words_ja")
INDEX_VERSION = 3
"""Grows when index words or keywords come to be made in another way: memories of an earlier one wait to be indexed."""
KEPT_WORDS = "kept_words"
"""Where an archived chunk keeps its index words, out of the index."""


def words_field(language: str, *, turn: bool) -> str:
    """The property for a chunk of this language, as a turn of a talk or as a passage."""
    return ("turn_words" if turn else "words") + ("_ja" if language == "ja" else "_en")
