"""The Japanese tokenizer: Sudachi's words as spaCy's own tokenizer cuts them, with as much of each as our rules read.

Importing this module loads spaCy; only the pipeline does.
"""

from collections.abc import Iterable
from typing import Any

from spacy.lang.ja import DetailedToken, get_dtokens_and_spaces
from spacy.tokens import Doc
from spacy.util import DummyTokenizer
from spacy.vocab import Vocab

from extraction.lang.ja.parse.words import GIVEN_NAME


class JapaneseWords(DummyTokenizer):
    """Words with tag and lemma. Readings, inflections and normal forms, which take as long again, are left out."""

    def __init__(self, vocab: Vocab, sudachi: Any) -> None:
        self._vocab = vocab
        self._sudachi = sudachi
        self._tags: dict[int, str] = {}

    def __call__(self, text: str) -> Doc:
        """The document of a text, its spaces where spaCy's tokenizer has them."""
        given = _with_whole_names(
            DetailedToken(one.surface(), self._tag(one), "", one.dictionary_form(), "", "", None)
            for one in self._sudachi.tokenize(text)
            if one.begin() != one.end()
        )
        cut, spaces = get_dtokens_and_spaces(given, text)
        doc = Doc(self._vocab, words=[one.surface for one in cut], spaces=spaces)
        for token, one in zip(doc, cut, strict=True):
            token.tag_ = one.tag
            token.lemma_ = one.lemma or one.surface
        return doc

    def _tag(self, morpheme: Any) -> str:
        number = morpheme.part_of_speech_id()
        tag = self._tags.get(number)
        if tag is None:
            parts = morpheme.part_of_speech()[:4]
            tag = self._tags[number] = "-".join(part for part in parts if part != "*")
        return tag


def _with_whole_names(words: Iterable[DetailedToken]) -> list[DetailedToken]:
    """The words with 悠人 in one, which is in no dictionary: no people is called by somebody's given name."""
    whole: list[DetailedToken] = []
    for word in words:
        before = whole[-1] if whole else None
        if before and before.tag == GIVEN_NAME and len(before.surface) == 1 and word.surface == "人":
            surface = before.surface + word.surface
            whole[-1] = before._replace(surface=surface, lemma=surface)
        else:
            whole.append(word)
    return whole
