"""The Japanese tokenizer: spaCy's Sudachi tokenizer, reduced to the surface, tag and lemma that our rules read.

Importing this module loads spaCy; only the pipeline does.
"""

from typing import Any

from spacy.lang.ja import DetailedToken, get_dtokens_and_spaces
from spacy.tokens import Doc
from spacy.util import DummyTokenizer
from spacy.vocab import Vocab


class SudachiTokenizer(DummyTokenizer):
    """A spaCy tokenizer that leaves out readings, inflections and normal forms, which would take as long again."""

    def __init__(self, vocab: Vocab, sudachi: Any) -> None:
        self._vocab = vocab
        self._sudachi = sudachi
        self._tags: dict[int, str] = {}

    def __call__(self, text: str) -> Doc:
        """The document of a text, with spaces where spaCy's own tokenizer has them."""
        morphemes = [
            DetailedToken(morpheme.surface(), self._tag(morpheme), "", morpheme.dictionary_form(), "", "", None)
            for morpheme in self._sudachi.tokenize(text)
            if morpheme.begin() != morpheme.end()
        ]
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


_JAPAN, _DAY_NOUN, _NOUN = "日本", "名詞-普通名詞-副詞可能", "名詞-普通名詞-一般"
