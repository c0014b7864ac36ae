"""Takes off vectors what all texts of one language share, so that what is near is near by what it says.

An encoder of many languages puts each into a corner of its own: a question lies nearer to whatever is written in its
language than to its answer in another. Where the corner of a language lies, the mean of its vectors tells.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from extraction.encoder.protocol import Vectors
from extraction.text.language import language_of

Side = Literal["queries", "passages"]

SHARE: Final = 0.8
"""How much of a language's mean is taken off.

Measured by vectors alone, nDCG@10: questions in the other language 21 to 59, REALTALK + 1.5, LoCoMo + 0.6, JSQuAD
and JaQuAD − 0.3. All of it costs those two half a point more, and with half of it half as much is found.
"""
FILE: Final = Path(__file__).with_name("centres.npz")
"""The means of the built-in encoder, by side and language; `scripts/centre_vectors.py` writes it."""

_READ: Final = 2_000
"""Characters of a text that tell its language: about as far as the encoder reads."""


def languages_of(texts: Sequence[str]) -> list[str]:
    """The language of each text, as far as the encoder reads it."""
    return [language_of(text[:_READ]) for text in texts]


def centred(vectors: Vectors, languages: Sequence[str], side: Side) -> Vectors:
    """Unit vectors as they are seen from the means of their languages, one told for each; of unit length again."""
    if not len(vectors):
        return vectors
    centres = _centres()
    shifted = vectors - SHARE * np.stack([centres[f"{side}_{language}"] for language in languages])
    return (shifted / np.maximum(np.linalg.norm(shifted, axis=1, keepdims=True), 1e-6)).astype(np.float32)


@cache
def _centres() -> Mapping[str, NDArray[np.float32]]:
    with np.load(FILE) as archive:
        means = {name: archive[name] for name in archive.files}
    for side in ("queries", "passages"):
        # Of a third language no mean is known: it is seen from between the two.
        means[f"{side}_und"] = (means[f"{side}_en"] + means[f"{side}_ja"]) / 2
    return means
