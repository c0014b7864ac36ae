"""The Japanese tokenizer: spaCy's Sudachi tokenizer, reduced to the surface, tag and lemma that our rules read.

Importing this module loads spaCy; only the pipeline does.
"""

from collections.abc import Iterable
from typing import Any

from spacy.lang.ja import DetailedToken, get_dtokens_and_spaces
from spacy.tokens import Doc
from spacy.util import DummyTokenizer
from spacy.vocab import Vocab

from extraction.lang.ja.parse.words import GIVEN_NAME
from extraction.lang.ja.word_lists import BOOK_DAYS, BOOK_VERBS, MAYBE_BOOK_DAYS


class SudachiTokenizer(DummyTokenizer):
    """A spaCy tokenizer that leaves out readings, inflections and normal forms, which would take as long again."""

    def __init__(self, vocab: Vocab, sudachi: Any) -> None:
        self._vocab = vocab
        self._sudachi = sudachi
        self._tags: dict[int, str] = {}

    def __call__(self, text: str) -> Doc:
        """The document of a text, with spaces where spaCy's own tokenizer has them."""
        morphemes = _with_books_by_day(
            _with_whole_names(
                DetailedToken(morpheme.surface(), self._tag(morpheme), "", morpheme.dictionary_form(), "", "", None)
                for morpheme in self._sudachi.tokenize(text)
                if morpheme.begin() != morpheme.end()
            )
        )
        tokens, spaces = get_dtokens_and_spaces(morphemes, text)
        doc = Doc(self._vocab, words=[detailed.surface for detailed in tokens], spaces=spaces)
        for token, detailed in zip(doc, tokens, strict=True):
            token.tag_ = detailed.tag
            token.lemma_ = detailed.lemma or detailed.surface
        return doc

    def _tag(self, morpheme: Any) -> str:
        number = morpheme.part_of_speech_id()
        tag = self._tags.get(number)
        if tag is None:
            parts = morpheme.part_of_speech()[:4]
            tag = self._tags[number] = "-".join(part for part in parts if part != "*")
        return tag


def _with_whole_names(words: Iterable[DetailedToken]) -> list[DetailedToken]:
    """Joins a given name of one letter and 人 to one name (悠人, which is in no dictionary)."""
    whole: list[DetailedToken] = []
    for word in words:
        before = whole[-1] if whole else None
        if before and before.tag == GIVEN_NAME and len(before.surface) == 1 and word.surface == "人":
            surface = before.surface + word.surface
            whole[-1] = before._replace(surface=surface, lemma=surface)
        else:
            whole.append(word)
    return whole


_JAPAN, _DAY_NOUN, _NOUN = "日本", "名詞-普通名詞-副詞可能", "名詞-普通名詞-一般"
_BOOK_COMPOUNDS = frozenset(("屋", "棚", "社"))
"""What makes another word of 本 (本屋, 本棚, 本社)."""


def _with_books_by_day(words: list[DetailedToken]) -> list[DetailedToken]:
    """Reads a day and a book, 毎日 and 本, where the dictionary reads Japan behind the first letter of the day.

    今日本を may be either, and is a book only with what people do with books (今日本を読んだ).
    """
    parted: list[DetailedToken] = []
    taken = 0
    for place, word in enumerate(words):
        if place < taken:
            continue
        before, after = parted[-1] if parted else None, words[place + 1 : place + 3]
        day = before.surface + "日" if before is not None else ""
        if before is None or word.surface != _JAPAN or not after or not _is_book_by_day(day, after):
            parted.append(word)
            continue
        tail = after[0].surface if after[0].surface in _BOOK_COMPOUNDS else ""
        parted[-1] = before._replace(surface=day, lemma=day, tag=_DAY_NOUN)
        parted.append(word._replace(surface="本" + tail, lemma="本" + tail, tag=_NOUN))
        taken = place + 1 + bool(tail)
    return parted


def _is_book_by_day(day: str, after: list[DetailedToken]) -> bool:
    """Whether a day is followed by a book, by the words behind: a particle or 屋, or a verb for books."""
    if not after[0].tag.startswith("助詞") and after[0].surface not in _BOOK_COMPOUNDS:
        return False
    reads = after[0].surface == "を" and len(after) > 1 and after[1].lemma in BOOK_VERBS
    return day in BOOK_DAYS or (day in MAYBE_BOOK_DAYS and (reads or after[0].surface in ("屋", "棚")))
