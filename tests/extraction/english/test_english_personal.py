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


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My blood type is O.", {"Ken | blood type | O"}),
        ("My blood type is AB negative.", {"Ken | blood type | AB negative"}),
        ("My star sign is Libra.", {"Ken | star sign | Libra"}),
        ("My eye color is brown.", {"Ken | eye color | brown"}),
        ("My dad's blood type is A.", {"Ken | dad's blood type | A"}),
        ("My blood type is rare.", set[str]()),
        ("My road sign is broken.", set[str]()),
        ("What is my blood type?", set[str]()),
    ],
)
def test_what_sorts_people_is_told_by_its_value(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected
