"""The Japanese spaCy pipeline: GiNZA's tokens, parse and parts of speech, without the components no rule reads.

Importing this module loads spaCy; only `extraction.lang.ja.load` imports it.
"""

from typing import Any, cast

import spacy
from spacy.language import Language
from sudachipy import SplitMode

from extraction.encoder.states import EncoderView
from extraction.lang.ja.parse.tokenizer import SudachiTokenizer
from extraction.lang.shared.fast_parse.matrices import kept_to_one_thread, multiply_with_numpy
from extraction.lang.shared.fast_parse.tok2vec import quicken
from extraction.lang.shared.fast_parse.transitions import take_transitions_in_python
from extraction.lang.shared.recogniser import FACTORY, Recogniser
from extraction.text.words import dictionary

BATCH = 64
"""Documents in a batch: above it the activations no longer fit into the processor's cache."""


def japanese_pipeline(encoder_view: EncoderView | None = None) -> Language:
    """GiNZA's small model at several times its speed: the same tokens and parse, named entities by our own component.

    Matrix products go through numpy. Bunsetsu and compounds are left out, so that labels keep their `_bunsetu` ending.
    """
    # "strings" are the 600,000 words of the model's vectors: their hashes do, and 115 MB are saved.
    unread = ["attribute_ruler", "compound_splitter", "bunsetu_recognizer", "strings", "ner"]
    nlp = spacy.load("ja_ginza", exclude=unread)
    mode = getattr(SplitMode, cast(Any, nlp.tokenizer).split_mode)
    nlp.tokenizer = SudachiTokenizer(nlp.vocab, dictionary().create(mode=mode))
    kept_to_one_thread()
    multiply_with_numpy(nlp)
    quicken(nlp)
    take_transitions_in_python(nlp)
    recogniser = cast(Recogniser, nlp.add_pipe(FACTORY))
    recogniser.eyes = encoder_view or recogniser.eyes
    nlp.batch_size = BATCH
    return nlp
