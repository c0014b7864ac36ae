from hypothesis import given
from hypothesis import strategies as st

from extraction.encoder.e5.batches import batches, padded

Lengths = st.lists(st.integers(1, 512), max_size=60)


@given(Lengths, st.integers(1, 600), st.integers(1, 20))
def test_every_text_is_in_one_group_that_keeps_the_bounds(lengths: list[int], tokens: int, texts: int) -> None:
    groups = batches(lengths, tokens=tokens, texts=texts, overhead=7)
    assert sorted(position for group in groups for position in group) == list(range(len(lengths)))
    for group in groups:
        assert len(group) <= texts
        assert len(group) == 1 or len(group) * max(lengths[position] for position in group) <= tokens


@given(Lengths)
def test_groups_run_from_the_shortest_to_the_longest(lengths: list[int]) -> None:
    order = [position for group in batches(lengths, tokens=512, texts=8, overhead=7) for position in group]
    assert [lengths[position] for position in order] == sorted(lengths)


def test_texts_of_one_length_fill_a_group() -> None:
    assert batches([10] * 6, tokens=30, texts=8, overhead=7) == [[0, 1, 2], [3, 4, 5]]


def test_a_long_text_does_not_make_short_ones_pay() -> None:
    assert batches([5, 200, 5], tokens=1000, texts=8, overhead=7) == [[0, 2], [1]]


def test_almost_equal_texts_share_a_group_rather_than_pay_for_two() -> None:
    assert batches([20, 21, 22], tokens=1000, texts=8, overhead=7) == [[0, 1, 2]]


def test_no_texts_make_no_groups() -> None:
    assert batches([], tokens=10, texts=2, overhead=7) == []


def test_rows_are_padded_to_the_longest_and_their_lengths_kept() -> None:
    ids, lengths = padded([[5, 6, 7], [8]], 1)
    assert ids.tolist() == [[5, 6, 7], [8, 1, 1]]
    assert lengths.tolist() == [3, 1]
