"""The Japanese pipeline: GiNZA's tokens, parse and parts of speech, without what our rules never read.

Importing this module loads spaCy; only `extraction.lang.ja.load` imports it.
"""

from typing import Any, cast

import spacy
from spacy.language import Language
from sudachipy import SplitMode

from extraction.encoder.states import EncoderView
from extraction.lang.ja.parse.tokenizer import JapaneseWords
from extraction.lang.shared.fast_parse.matrices import limit_blas_to_one_thread, use_numpy_blas
from extraction.lang.shared.fast_parse.tok2vec import accelerate_tok2vec
from extraction.lang.shared.fast_parse.transitions import batch_transitions
from extraction.lang.shared.recogniser import FACTORY, Recogniser
from extraction.text.words import dictionary

BATCH = 64
"""Documents handed on together: above it the activations no longer stay in the processor's cache."""


def japanese_pipeline(encoder_view: EncoderView | None = None) -> Language:
    """GiNZA's small model made quick: the same tokens and parse at several times the rate, names by our own component.

    Matrices go through numpy, bunsetsu and compounds are left out (labels keep their `_bunsetu` ending then).
    """
    # The 600,000 strings of the model's vectors are known by their hashes alone: without them 115 MB less.
    unread = ["attribute_ruler", "compound_splitter", "bunsetu_recognizer", "strings", "ner"]
    nlp = spacy.load("ja_ginza", exclude=unread)
    mode = getattr(SplitMode, cast(Any, nlp.tokenizer).split_mode)
    nlp.tokenizer = JapaneseWords(nlp.vocab, dictionary().create(mode=mode))
    limit_blas_to_one_thread()
    use_numpy_blas(nlp)
    accelerate_tok2vec(nlp)
    batch_transitions(nlp)
    recogniser = cast(Recogniser, nlp.add_pipe(FACTORY))
    recogniser.encoder_view = encoder_view or recogniser.encoder_view
    nlp.batch_size = BATCH
    return nlp
