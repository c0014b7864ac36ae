"""Centres vectors by language, so that similarity does not depend on the languages of question and passage.

A multilingual encoder maps each language to a region of its own: a question is nearer to anything in its language than
to its answer in another. The mean of a language's vectors is the centre of its region.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from extraction.encoder.protocol import Vectors
from extraction.text.language import script_of

Side = Literal["queries", "passages"]

SHARE: Final = 0.8
"""The share of a language's mean that is subtracted: 0.8 is best across languages (docs/measurements)."""
FILE: Final = Path(__file__).with_name("centres.npz")
"""The built-in encoder's means by side and language, written by `scripts/centre_vectors.py`."""

_READ: Final = 2_000
"""Characters that determine a text's script, about as many as the encoder reads."""


def languages_of(texts: Sequence[str]) -> list[str]:
    """The language whose centre each text has, as far as the encoder reads it: by its script alone.

    So a vector does not depend on how sure one is of a language, and stays as it was stored.
    """
    return [script_of(text[:_READ]) for text in texts]


def centred(vectors: Vectors, languages: Sequence[str], side: Side) -> Vectors:
    """Unit vectors after the means of their languages are subtracted."""
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
