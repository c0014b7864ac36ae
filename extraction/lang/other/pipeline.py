"""The spaCy pipeline for texts whose grammar no pack knows: words, and names by the tagging head.

Importing this module loads spaCy; only `extraction.lang.other.load` imports it.
"""

from typing import Final, cast

import spacy
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

from extraction.encoder.states import EncoderView
from extraction.lang.shared.recogniser import FOREIGN_FACTORY, ForeignRecogniser

_UNSPACED: Final = (
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uff01-\uff0f\uff1a-\uff20\uff3b-\uff65]"
)
"""Characters of scripts without spaces between words: each is a token, so that a name may begin and end anywhere."""


def names_pipeline(encoder_view: EncoderView | None = None) -> Language:
    """Words of any language, and `doc.ents` by the head."""
    nlp = spacy.blank("xx")
    defaults, tokenizer = nlp.Defaults, cast(Tokenizer, nlp.tokenizer)
    tokenizer.prefix_search = compile_prefix_regex([*(defaults.prefixes or ()), _UNSPACED]).search
    tokenizer.infix_finditer = compile_infix_regex([*(defaults.infixes or ()), _UNSPACED]).finditer
    tokenizer.suffix_search = compile_suffix_regex([*(defaults.suffixes or ()), _UNSPACED]).search
    recogniser = cast(ForeignRecogniser, nlp.add_pipe(FOREIGN_FACTORY))
    recogniser.encoder_view = encoder_view or recogniser.encoder_view
    return nlp
