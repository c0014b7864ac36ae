"""Whether a question that was read with a name in it asks for that name."""

import pytest

from graph.recall.relatives import asks_for_the_named


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Who is my dentist?", "Who is my dentist Jo?"),
        ("Who's my dentist again?", "Who's my dentist Jo again?"),
        ("Who are my sister and my brother", "Who are my sister Nora and my brother Tom"),
        ("私の歯医者は誰ですか？", "私の歯医者の城は誰ですか？"),
        ("私の歯医者", "私の歯医者の城"),
    ],
)
def test_who_somebody_is_asks_for_the_name_that_was_put_in(question: str, named: str) -> None:
    assert asks_for_the_named(question, named)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Who did my sister marry?", "Who did my sister Nora marry?"),
        ("Who met my sister in Rome?", "Who met my sister Nora in Rome?"),
        ("姉は誰と結婚した？", "姉の由香は誰と結婚した？"),
        ("Who is Jo?", "Who is Jo?"),
        ("", ""),
    ],
)
def test_who_somebody_met_asks_for_another(question: str, named: str) -> None:
    assert not asks_for_the_named(question, named)
