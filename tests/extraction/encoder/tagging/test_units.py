"""Units carry the labels, so each must lie within one token and one word, and together they must miss nothing."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.encoder.tagging.states import TokenStates, Words, token_states
from extraction.encoder.tagging.units import FLAGS, units_of


def given_text(text: str, tokens: list[tuple[int, int]], words: list[tuple[int, int]]) -> TokenStates:
    words_ = Words(
        offsets=np.array(words, np.int32).reshape(-1, 2),
        tags=["NN"] * len(words),
        vectors=np.zeros((len(words), 96), np.float32),
        language="en",
    )
    return token_states(text, 0, tokens, np.zeros((len(tokens), 8), np.float32), words_)


def cut(length: int, borders: list[int]) -> list[tuple[int, int]]:
    places = sorted({0, length, *(border for border in borders if border < length)})
    return list(itertools.pairwise(places))


def test_a_token_that_crosses_a_word_is_cut_at_the_words_border():
    units = units_of([given_text("日本の首都", [(0, 3), (3, 5)], [(0, 2), (2, 3), (3, 5)])])

    assert units.offsets.tolist() == [[0, 2], [2, 3], [3, 5]]
    assert units.tokens.tolist() == [0, 0, 1]
    assert units.words.tolist() == [0, 1, 2]


def test_white_space_belongs_to_no_unit():
    units = units_of([given_text("Bob  ran", [(0, 3), (3, 8)], [(0, 3), (5, 8)])])

    assert units.offsets.tolist() == [[0, 3], [5, 8]]


def test_what_no_token_covers_has_no_unit():
    units = units_of([given_text("Bob ran", [(0, 3)], [(0, 3), (4, 7)])])

    assert units.offsets.tolist() == [[0, 3]]


def test_a_text_of_blanks_has_no_units():
    assert len(units_of([given_text("   ", [(0, 3)], [])]).offsets) == 0


@given(
    st.text(alphabet="ab XY東京のカナ、.#1\n", min_size=1, max_size=40),
    st.lists(st.integers(1, 39), max_size=10),
    st.lists(st.integers(1, 39), max_size=10),
)
def test_units_cover_every_visible_character_once_and_cross_no_border(text: str, tokens: list[int], words: list[int]):
    text_states = given_text(text, cut(len(text), tokens), cut(len(text), words))

    units = units_of([text_states])

    covered = [place for start, end in units.offsets.tolist() for place in range(start, end)]
    assert covered == [place for place, character in enumerate(text) if not character.isspace()]
    for (start, end), token, word in zip(units.offsets.tolist(), units.tokens, units.words, strict=True):
        left, right = text_states.offsets[token]
        assert left <= start
        assert end <= right
        left, right = text_states.words.offsets[word]
        assert left <= start
        assert end <= right
    assert units.flags.shape == (len(units.offsets), FLAGS)
    assert set(np.unique(units.flags)) <= {0.0, 1.0}


@settings(max_examples=50)
@given(
    st.lists(
        st.tuples(
            st.text(alphabet="ab X(Y東「京」の)カ、.#1\n", max_size=20),
            st.lists(st.integers(1, 19), max_size=6),
            st.lists(st.integers(1, 19), max_size=6),
        ),
        min_size=2,
        max_size=4,
    )
)
def test_texts_side_by_side_have_the_units_that_each_has_alone(texts: list[tuple[str, list[int], list[int]]]):
    all_states = [given_text(text, cut(len(text), tokens), cut(len(text), words)) for text, tokens, words in texts]

    together = units_of(all_states)

    start = tokens = words = 0
    for text_states, size in zip(all_states, together.sizes.tolist(), strict=True):
        alone = units_of([text_states])
        rows = slice(start, start + size)
        assert np.array_equal(together.offsets[rows], alone.offsets)
        assert np.array_equal(together.tokens[rows], alone.tokens + tokens)
        assert np.array_equal(together.words[rows], np.where(alone.words < 0, -1, alone.words + words))
        assert np.array_equal(together.flags[rows], alone.flags)
        start, tokens, words = start + size, tokens + len(text_states.offsets), words + len(text_states.words.offsets)
    assert start == len(together.offsets)


def test_brackets_blanks_and_marks_around_a_unit_are_told():
    units = units_of(
        [given_text("a) (b #c. D", [(0, 11)], [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8), (8, 9), (10, 11)])]
    )

    flags_of = {tuple(place): flags for place, flags in zip(units.offsets.tolist(), units.flags[:, 20:28], strict=True)}
    assert not flags_of[(1, 2)][4]  # what closes without having opened opens nothing
    assert flags_of[(4, 5)][4]
    assert flags_of[(4, 5)][5]
    assert flags_of[(0, 1)][6]
    assert flags_of[(7, 8)][1]
    assert flags_of[(10, 11)][7]
    assert not flags_of[(6, 7)][7]
