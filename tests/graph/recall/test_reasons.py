"""What an answer says in words is said in both languages."""

from string import Formatter

import pytest

from graph.recall import reasons
from graph.recall.ranking import ChunkCandidate, by_signal
from graph.settings import GraphSettings
from tests.graph.recall.test_ranking import candidate

KEYS = sorted(reasons._PHRASES)  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("key", KEYS)
def test_both_languages_say_the_same_thing_with_the_same_values(key: str) -> None:
    english, japanese = reasons._PHRASES[key]  # pyright: ignore[reportPrivateUsage]
    fields = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (english, japanese)]
    assert fields[0] == fields[1]
    assert reasons.answer_language(english) == "en"
    assert reasons.answer_language(japanese) == "ja"


def test_a_japanese_question_is_told_why_in_japanese() -> None:
    one: ChunkCandidate = candidate("a", words=2.0)
    assert reasons.answer_language("田中さんは？") == "ja"
    (hit,) = by_signal([one], "words", GraphSettings(), language="ja")
    assert "質問と同じ言葉" in hit.why
    (hit,) = by_signal([one], "words", GraphSettings())
    assert "shares words" in hit.why


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What did 佐藤 say about Kubernetes?", "en"),
        ("Who is 佐藤美咲?", "en"),
        ("my wifeの誕生日は？", "ja"),
        ("Kubernetesとは", "ja"),
        ("iPhone 価格", "ja"),
        ("佐藤", "ja"),
        ("Ken", "en"),
        ("", "en"),
    ],
)
def test_a_question_with_names_of_the_other_language_is_answered_in_its_own(question: str, language: str) -> None:
    assert reasons.answer_language(question) == language
