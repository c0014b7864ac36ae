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


class SudachiTokenizer(DummyTokenizer):
    """A spaCy tokenizer that leaves out readings, inflections and normal forms, which would take as long again."""

    def __init__(self, vocab: Vocab, sudachi: Any) -> None:
        self._vocab = vocab
        self._sudachi = sudachi
        self._tags: dict[int, str] = {}

    def __call__(self, text: str) -> Doc:
        """The document of a text, with spaces where spaCy's own tokenizer has them."""
        morphemes = _with_whole_names(
            DetailedToken(morpheme.surface(), self._tag(morpheme), "", morpheme.dictionary_form(), "", "", None)
            for morpheme in self._sudachi.tokenize(text)
            if morpheme.begin() != morpheme.end()
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
