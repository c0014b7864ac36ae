import re
import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.text.chunks import Span, spans_of


class Words:
    """Counts runs of letters and every other visible character as a token each."""

    pattern = re.compile(r"\w{1,6}|[^\w\s]")

    def tokens(self, text: str) -> list[Span]:
        return [chunk_spans.span() for chunk_spans in self.pattern.finditer(text)]

    def count(self, text: str) -> int:
        return len(self.tokens(text))


class Untouched:
    """Fails when anything is counted."""

    def tokens(self, text: str) -> list[Span]:
        raise AssertionError(text)

    def count(self, text: str) -> int:
        raise AssertionError(text)


PIECES = [
    "今日は会議があった。",
    "The plan is ready. ",
    "👨‍👩‍👧‍👦",
    "e\u0301",
    "مرحبا بالعالم ",
    "\n\n",
    "   ",
    "\t",
    "a" * 90,
    "東京大阪名古屋" * 9,
    "、",
    "!?",
    "\u3000",
    "- item\n",
]


def spans(text: str, *, size: int = 32, overlap: int = 4) -> list[Span]:
    return spans_of(text, 0, len(text), Words(), size=size, overlap=overlap)


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join) | st.text(max_size=400))
def test_chunks_cover_all_that_is_visible_and_keep_to_their_size(text: str) -> None:
    chunk_spans = spans(text)
    last = 0
    for start, end in chunk_spans:
        assert text[start:end] == text[start:end].strip()
        assert start < end
        assert start <= last or not text[last:start].strip()
        assert Words().count(text[start:end]) <= 32
        last = end
    assert not text[last:].strip()
    assert chunk_spans == sorted(chunk_spans)
    assert len({start for start, _ in chunk_spans}) == len(chunk_spans)


def test_a_text_that_fits_is_not_tokenised() -> None:
    text = " Alice met Bob in Paris. "
    assert spans_of(text, 0, len(text), Untouched(), size=256, overlap=32) == [(1, len(text) - 1)]


def test_a_long_text_is_cut_where_sentences_end() -> None:
    text = (
        "The first sentence is about cats. The second one tells of dogs. A third goes on. And a fourth closes it all."
    )
    chunk_spans = spans(text, size=20, overlap=0)
    assert len(chunk_spans) > 1
    assert all(text[end - 1] == "." for _, end in chunk_spans)


def test_japanese_is_cut_after_its_full_stops() -> None:
    text = "。".join(["今日は東京で会議があり田中さんと話した"] * 20) + "。"
    chunk_spans = spans(text, size=16, overlap=0)
    assert all(text[end - 1] == "。" for _, end in chunk_spans)


def test_a_chunk_repeats_the_end_of_the_one_before() -> None:
    text = " ".join(f"word{number}" for number in range(200))
    chunk_spans = spans(text, size=32, overlap=8)
    shared = [Words().count(text[later[0] : earlier[1]]) for earlier, later in pairwise(chunk_spans)]
    assert all(0 < count <= 8 for count in shared)


def test_a_joined_emoji_and_a_marked_letter_are_not_torn() -> None:
    text = "👨‍👩‍👧‍👦" * 200
    assert all(text[start] != "\u200d" and text[end - 1] != "\u200d" for start, end in spans(text, overlap=0))


def test_an_emoji_at_the_cut_does_not_make_a_chunk_too_long() -> None:
    text = "今日は会議があった。" + "👨‍👩‍👧‍👦" * 2 + "東京大阪名古屋" * 9 + "👨‍👩‍👧‍👦"
    assert all(Words().count(text[start:end]) <= 32 for start, end in spans(text))


def test_blank_text_has_no_chunks() -> None:
    assert spans(" \n\t\u3000 ") == []


def test_only_the_stretch_asked_for_is_cut() -> None:
    text = "remember this: the plan"
    assert spans_of(text, 15, len(text), Words(), size=32, overlap=4) == [(15, len(text))]


LONG: list[Callable[[], str]] = [
    lambda: "a" * 200_000,
    lambda: "会議計画" * 50_000,
    lambda: " x" * 100_000,
    lambda: "x" + " " * 199_998 + "x",
    lambda: "e" + "\u0301" * 199_999,
    lambda: "。" * 200_000,
    lambda: "!" * 200_000,
]


@pytest.mark.slow
@pytest.mark.parametrize("make", LONG)
def test_a_very_long_text_without_sense_is_cut_in_bounded_time(make: Callable[[], str]) -> None:
    text = make()
    started = time.process_time()
    chunk_spans = spans(text, size=256, overlap=32)
    assert time.process_time() - started < 30
    assert all(end - start <= 256 * 8 + 64 * 8 for start, end in chunk_spans)
