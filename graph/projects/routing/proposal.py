"""Names a project that would be new, and where it would lie: by the words of the message, without asking anybody."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import cache
from typing import Final

import numpy as np

from graph.extractor import Extractor
from graph.lifecycle.word_tables import word_rows
from graph.model.extraction import Vector
from graph.model.reading.question import Question
from graph.model.talk.routing import ProposedProject

_KEYWORDS_MOST: Final = 3
_NAME_MOST: Final = 60
"""Characters of a name."""
_TABLES: Final = "graph.projects"
_NOTHING_NAMED: Final = "notes"
"""The name of a project whose message has no word to name it by: "hi"."""
_WORD: Final = re.compile(
    r"[A-Za-z\u00c0-\u024f0-9][A-Za-z\u00c0-\u024f0-9_+#.'’]*|[\u4e00-\u9fff々〆\u30a1-\u30fa\u30fc]+"
)
"""A word in Latin letters, or a run of Chinese characters and katakana: what nouns are mostly written in."""


def keywords(message: str, extractor: Extractor, asked: Question) -> tuple[str, ...]:
    """The words by which a message names what it is about, in its order: ("recipe", "scaling", "app")."""
    generic = _generic()
    named: list[str] = []
    for match in _WORD.finditer(unicodedata.normalize("NFKC", message)):
        word = match[0].rstrip(".'’")
        if word.casefold() not in generic and word.casefold() not in map(str.casefold, named) and _tells(word):
            named.append(word)
    latin = [word for word in named if word.isascii()]
    if latin:
        # What the index leaves out, such as "the", names nothing.
        held = extractor.words_met(asked.words, latin)
        known = {word for word, sentences in zip(latin, held, strict=True) if any(sentences)}
        named = [word for word in named if not word.isascii() or word in known]
    return tuple(named[:_KEYWORDS_MOST])


def name_of(words: Sequence[str]) -> str:
    """The name of a project by its keywords: `recipe-scaling-app`, 社内図書館-貸出システム."""
    joined = "-".join(re.sub(r"[^\w+#]+", "-", word.casefold()).strip("-_") for word in words)
    return joined[:_NAME_MOST].strip("-") or _NOTHING_NAMED


def proposed(words: Sequence[str], category: Sequence[str], taken: Collection[str]) -> ProposedProject:
    """A project of these keywords in a category, by a name that is not taken: a number follows one that is."""
    name, number = name_of(words), 1
    folded = {path.casefold() for path in taken}
    names = {path.rpartition("/")[2] for path in folded}
    chosen = name
    while chosen in names or "/".join((*category, chosen)).casefold() in folded:
        number += 1
        chosen = f"{name}-{number}"
    return ProposedProject(
        path="/".join((*category, chosen)), name=chosen, category_path=tuple(category), keywords=tuple(words)
    )


class Topics:
    """The categories that a new project may have when it is near to none. Their vectors are made when first needed."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor
        self._vectors: np.ndarray | None = None

    def category(self, vector: Vector) -> tuple[str, ...]:
        """The category nearest to a message, from the outermost: ("development", "backend")."""
        rows = list(word_rows("topics", _TABLES))
        if self._vectors is None:
            self._vectors = np.stack(self._extractor.vectors([row.word for row in rows]))
        return tuple(rows[int(np.argmax(self._vectors @ vector))].kind.split("/"))


def _tells(word: str) -> bool:
    """Whether a word may name something: no single letter and no number; one character will do in Chinese writing."""
    return not word.isdigit() and (len(word) > 1 or not word.isascii())


@cache
def _generic() -> frozenset[str]:
    return frozenset(row.word for row in word_rows("generic_words", _TABLES))
