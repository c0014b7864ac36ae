"""Input and output of the tagging head: the encoder's tokens, spaCy's words, tagged spans."""

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
"""The languages of the head's word features, in the order of its tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of a text by its spaCy pipeline."""

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
    """Start and end of every token in characters of `text`, (tokens, 2), without outer white space."""
    states: NDArray[np.float32] | NDArray[np.float16]
    """Hidden states of the tokens: the layers of `Head.layers` side by side, or the result of `Head.narrowed`."""
    words: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Tagged:
    """A tagged span of a text."""

    start: int
    end: int
    label: str
    confidence: float
    """The probability that exactly this span has this label, calibrated on held-out texts."""
    in_domain: bool = True
    """Whether the text is of the kind that taught the scheme, by the gate of its network; without a gate it is."""


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
    """The tokens in `text`, of an encoder input in which it begins at character `begin`.

    `offsets` are of the input's tokens, one for each row of `states`; special tokens are (0, 0). Tokens before the text
    are dropped, outer white space is trimmed, and empty tokens are dropped too.
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
