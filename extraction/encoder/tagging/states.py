"""What the head is given of a text, and what it gives back: the encoder's tokens, spaCy's words, tagged stretches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from spacy.tokens import Doc

Floats = NDArray[np.float32]
Places = NDArray[np.int32]

LANGUAGES = ("en", "ja")
"""The languages whose words the head knows, in the order of its tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of a text as its spaCy pipeline cuts them."""

    offsets: Places
    """Start and end of every word in characters, (words, 2)."""
    tags: Sequence[str]
    """`token.tag_` of every word: Penn tags in English, UniDic's in Japanese."""
    vectors: Floats
    """`doc.tensor`: the row of the pipeline's tok2vec for every word, (words, 96 or 256)."""
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenStates:
    """A text with the encoder's hidden states of its tokens."""

    text: str
    offsets: Places
    """Start and end of every token in characters of `text`, (tokens, 2); white space at their rims counts for none."""
    states: NDArray[np.float32] | NDArray[np.float16]
    """Hidden states of those tokens, the layers of `Head.layers` side by side, or what `Head.narrowed` made of them."""
    words: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Tagged:
    """One tagged stretch of a text."""

    start: int
    end: int
    label: str
    confidence: float
    """How sure the head is that exactly this stretch has this label, 0-1, calibrated on texts it had not seen."""


def words_of(doc: "Doc", language: str) -> Words:
    """The words of a document whose tagger (English) or tokenizer (Japanese) and tok2vec have run."""
    attributes = doc.to_array(["IDX", "LENGTH", "TAG"]).astype(np.uint64)
    offsets = attributes[:, :2].astype(np.int32)
    offsets[:, 1] += offsets[:, 0]
    numbers = attributes[:, 2].tolist()
    names = {number: doc.vocab.strings[number] for number in set(numbers)}
    tags = [names[number] for number in numbers]
    return Words(offsets=offsets, tags=tags, vectors=np.asarray(doc.tensor, np.float32), language=language)


def token_states(
    text: str,
    begin: int,
    offsets: Sequence[tuple[int, int]] | Places,
    states: NDArray[np.float32] | NDArray[np.float16],
    words: Words,
) -> TokenStates:
    """The tokens that lie in `text`, out of an encoded form in which it begins at character `begin`.

    `offsets` are of the form's tokens, one for each row of `states`; special tokens are (0, 0). Tokens of what stands
    before the text are dropped, white space at their rims is trimmed, and what is left empty is dropped too.
    """
    rows: list[int] = []
    spans: list[tuple[int, int]] = []
    length = len(text)
    for place, (left, right) in enumerate(np.asarray(offsets, np.int32).reshape(-1, 2).tolist()):
        start, end = max(left - begin, 0), min(right - begin, length)
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start < end:
            rows.append(place)
            spans.append((start, end))
    return TokenStates(
        text=text,
        offsets=np.array(spans, np.int32).reshape(-1, 2),
        states=states[rows],
        words=words,
    )
