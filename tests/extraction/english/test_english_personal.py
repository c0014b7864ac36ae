"""What people tell of their lives: what ails them, what they are for good, and the same of those close to them."""

import pytest

from tests.extraction.english.test_english_everyday import Say, facts, say

__all__ = ["say"]


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I can't eat gluten.", {"Ken | can't eat | gluten"}),
        ("I avoid gluten.", {"Ken | avoid | gluten"}),
        ("I hate cilantro.", {"Ken | hate | cilantro"}),
        ("I can't stand cilantro.", {"Ken | can't stand | cilantro"}),
        ("I hate kale and okra.", {"Ken | hate | kale", "Ken | hate | okra"}),
        ("I eat late.", set[str]()),
        ("I love cooking.", {"Ken | love | cooking"}),
    ],
)
def test_what_somebody_eats_or_loathes_is_a_thing_whatever_the_parser_takes_it_for(
    say: Say, text: str, expected: set[str]
) -> None:
    assert facts(say(text)) == expected
