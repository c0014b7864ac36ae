"""Keywords are the weightiest words of a text, as it writes them, in both languages."""

import time

import pytest

from extraction.draft_reading import read_draft
from extraction.settings import ExtractionSettings
from extraction.text.keywords import words_of
from graph.model.draft import Draft


def weights(text: str, *, most: int = 20, boost: float = 1.5) -> dict[str, tuple[int, float]]:
    return {each.word: (each.count, each.weight) for each in words_of(text, most=most, boost=boost).keywords}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cats chased a cat, and the Cats slept.", {"cats": (3, 3.0), "chased": (1, 1.0), "slept": (1, 1.0)}),
        ("FIXME the pump. Pumps need a fixme.", {"pump": (2, 2.0), "FIXME": (2, 2.5), "need": (1, 1.0)}),
        ("Deadline: 3 deadlines, 2024-05-01.", {"Deadline": (2, 3.0)}),
        ("量子計算の講義で量子計算を学ぶこと。", {"量子": (2, 2.0), "計算": (2, 2.0), "講義": (1, 1.0)}),
        ("締切は重要です。", {"締切": (1, 1.5), "重要": (1, 1.5)}),
        (
            "Kubernetesの障害をSlackで報告。",
            {"Kubernetes": (1, 1.0), "Slack": (1, 1.0), "障害": (1, 1.0), "報告": (1, 1.0)},
        ),
        ("今日は三年ぶりに雪。", {"雪": (1, 1.0)}),
        ("🎉 123 45.6", {}),
    ],
)
def test_words_are_counted_by_what_their_forms_share_and_marked_ones_weigh_more(
    text: str, expected: dict[str, tuple[int, float]]
) -> None:
    assert weights(text) == expected


def test_own_stop_words_are_no_keywords_in_any_form_or_language() -> None:
    settings = ExtractionSettings(stop_words=("Deploying", "会議", "Q3 report"))
    draft = Draft(text="We deploy the pump. Deployed pumps: the q3 Reports. 会議の議事録と量子の会議。")
    kept = {each.word for each in read_draft(draft, len, settings).keywords}  # pyright: ignore[reportArgumentType]
    assert kept == {"pump", "議事録", "量子"}


def test_the_heaviest_come_first_and_no_more_than_asked_for() -> None:
    text = "TODO alpha. " + " ".join(f"word{n} " * n for n in range(1, 30))
    words = words_of(text, most=5, boost=1.5).keywords
    assert [each.word for each in words] == ["word29", "word28", "word27", "word26", "word25"]
    assert "TODO" in weights("TODO alpha beta", most=1)
    assert words_of(text, most=0, boost=1.5).keywords == ()


def test_a_boost_is_a_setting() -> None:
    settings = ExtractionSettings(keyword_boost=4, keywords_most=2)
    reading = read_draft(Draft(text="urgent call, call, call"), len, settings)  # pyright: ignore[reportArgumentType]
    assert [(each.word, each.weight) for each in reading.keywords] == [("urgent", 4.0), ("call", 3.0)]
    assert reading.word_count == 4


@pytest.mark.slow
def test_the_time_grows_with_the_text_and_no_faster() -> None:
    def seconds(text: str) -> float:
        started = time.process_time()
        words_of(text, most=20, boost=1.5)
        return time.process_time() - started

    for piece in ("the quick brown fox jumps over lazy dogs ", "田中さんは大阪で論文を書いた。"):
        seconds(piece * 10)
        small, large = seconds(piece * 3_000), seconds(piece * 30_000)
        assert large < 30 * max(small, 0.02)
