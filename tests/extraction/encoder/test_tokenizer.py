"""The tokeniser beside another implementation of the same model, and against the text it cuts."""

from collections.abc import Generator
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer as Unigram

from extraction.encoder import VectorSettings
from extraction.encoder.e5.encoder_build import TOKENIZER_FILE, ready_encoder
from extraction.encoder.e5.engine import LONGEST
from extraction.encoder.e5.tokenizer import Tokenizer
from extraction.encoder.e5.weights import Vocabulary, read_weights, weights_file
from extraction.lang.shared.languages import trim_heap
from extraction.text.well_formed import well_formed
from tests.extraction.encoder.bilingual import TEXTS
from tests.extraction.encoder.unigram import unigram

pytestmark = pytest.mark.models

ODD = [
    "",
    " \n\t ",
    "  Sato  met ㈱エニシ ～ \ud83d 東京で  ",
    "ｶﾞﾗｽ ﬁne ① Ａ１２ ㍿ é é",
    "🎉😀 👩‍👩‍👧 👍🏽 🇯🇵",
    "שלום עולם، مرحبا بالعالم \u200fabc\u200e Привет ไทย 각하",
    "a\x00b\x07c\u200bd\ufefft\x85e\u3000f▁g",
    "\ud800\udc00\udfff",
    "https://example.com/?q=%E7%B8%81 def f(x): return {k: v}",
]
LETTERS = (
    "ab eZé́ﬁ㍿①２Ａｶﾞが株東京ー〜～~\u200b\u200d🎉👩👍🏽🇯🇵שלוםПриветไทย"
    "\u0301\u0302\n\t\x00\x07\x85\u3000▁\ud800각!?w9,.-"
)


@pytest.fixture(scope="module", autouse=True)
def let_go() -> Generator[None]:
    """The tokenisers take 300 MB, and no other file reads with them."""
    yield
    for held in (ours, vocabulary, theirs):
        held.cache_clear()
    trim_heap()


@lru_cache(maxsize=1)
def ours() -> Tokenizer:
    return Tokenizer(ready_encoder(VectorSettings().cache) / TOKENIZER_FILE)


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    return read_weights(weights_file()).vocabulary


@lru_cache(maxsize=1)
def theirs() -> Unigram:
    return unigram(vocabulary())


def their_ids(text: str) -> list[int]:
    return theirs().encode(text, add_special_tokens=False).ids


def likelihood(ids: list[int]) -> float:
    scores = vocabulary().scores
    return sum(scores[id_] for id_ in ids)


@pytest.mark.parametrize("text", [*TEXTS, *ODD])
def test_a_text_is_cut_into_the_ids_that_the_other_implementation_gives(text: str) -> None:
    readable = well_formed(text)
    assert ours().ids(readable) == their_ids(readable)
    assert ours().tokens(readable).ids == ours().ids(readable)


@pytest.mark.parametrize("text", TEXTS)
def test_offsets_are_those_of_the_other_implementation(text: str) -> None:
    assert ours().tokens(text).offsets == theirs().encode(text, add_special_tokens=False).offsets


@settings(max_examples=300)
@given(st.text(st.sampled_from(LETTERS), max_size=40))
def test_whatever_is_mixed_is_cut_as_likely_and_with_offsets_that_rise_within_the_text(text: str) -> None:
    readable = well_formed(text)
    tokens = ours().tokens(readable)
    assert tokens.ids == ours().ids(readable)
    # Of two ways to cut that are as likely, each may take another.
    assert likelihood(tokens.ids) == pytest.approx(likelihood(their_ids(readable)), abs=1e-3)
    assert len(tokens.offsets) == len(tokens.ids)
    assert all(0 <= start < end <= len(text) for start, end in tokens.offsets)
    assert [start for start, _ in tokens.offsets] == sorted(start for start, _ in tokens.offsets)


@pytest.mark.parametrize(
    "piece", ["東京の会議で田中さんと話した。", "the quick brown fox, ", "🎉שלום ", "e\u0301", "x7"]
)
def test_of_a_very_long_text_the_encoder_sees_the_same_and_every_character_is_framed(piece: str) -> None:
    text = (piece * 400_000)[:400_000]
    tokens = ours().tokens(text)
    assert tokens.ids[:LONGEST] == their_ids(text[:20_000])[:LONGEST]
    assert tokens.ids == ours().ids(text)
    assert tokens.offsets[-1][1] >= len(text.rstrip())
    assert all(id_[1] <= other[1] for id_, other in zip(tokens.offsets, tokens.offsets[1:], strict=False))


def test_marks_upon_one_letter_are_told_apart() -> None:
    tokens = ours().tokens("e" + "\u0301" * 50)
    assert tokens.offsets[0] == (0, 2)
    assert len({start for start, _ in tokens.offsets}) == 50


def test_what_is_written_like_a_special_token_is_text() -> None:
    assert not {0, 1, 2, 250001} & set(ours().ids("<s> <pad> </s> <mask>"))
