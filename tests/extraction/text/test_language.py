import time

import pytest

from extraction.text.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I moved to Sweden last year.", "en"),
        ("今日は東京で会議があった。", "ja"),
        ("东京", "ja"),
        ("OpenAIのAPIを使う", "ja"),
        ("I visited 東京 and ate 寿司 with 田中さん.", "en"),
        ("ｶﾀｶﾅ", "ja"),
        ("Привет, мир", "und"),
        ("مرحبا بالعالم", "und"),
        ("Été à Zürich, naïve café", "en"),
        ("12:30 😀", "en"),
        ("😀", "en"),
        ("", "en"),
    ],
)
def test_the_scripts_of_a_text_decide_its_language(text: str, language: str) -> None:
    assert language_of(text) == language


def test_a_megabyte_is_judged_in_a_moment() -> None:
    text = "会議の記録です。" * 125_000
    started = time.process_time()
    assert language_of(text) == "ja"
    assert time.process_time() - started < 0.5
