"""What takes up the last time without naming it leads to the last memory of its thread or topic, and to no other."""

import pytest

from graph.insight.link_features import MemoryFeatures
from graph.insight.linking.detectors import links_of
from graph.insight.linking.last_time import LAST_TIME, takes_up
from graph.model.types import EntityType, LinkKind
from tests.graph.insight.made_link_features import named, pair, sketch


@pytest.mark.parametrize(
    "text",
    [
        "前回の件ですが、見積もりが届きました。", "先日のお話の続きです。", "この前の打ち合わせの議事録を送ります。",
        "前回の会議で決めた通りに進める。", "この間ご相談した契約の更新について。", "先週話した予算の話。",
        "About the matter from last time: it is done.", "As we discussed last time, the price stays.",
        "Following up on our last call, here is the draft.", "Last time we talked you wanted two.",
        "By the way, last time we saw eachother you had a cold.",
        "Let us pick up where we left off.", "A follow-up to our previous meeting.",
    ],
)  # fmt: skip
def test_a_text_takes_up_the_last_time(text: str) -> None:
    assert takes_up(text)


@pytest.mark.parametrize(
    "text",
    [
        "前回は雨だった。", "昨日の夕食はカレーだった。", "先週の話題は天気だった。", "次回の件は未定です。",
        "The last time it rained was in May.", "This matters for the last mile.", "I called her last time.",
        "It took a long time.",
    ],
)  # fmt: skip
def test_a_text_that_only_tells_of_a_time_takes_up_nothing(text: str) -> None:
    assert not takes_up(text)


def test_the_last_memory_of_the_thread_is_meant_else_the_last_that_shares_a_rare_name() -> None:
    kamome = named("Kamome", EntityType.ORGANIZATION)
    again = sketch("z", "前回の件ですが、Kamomeの見積もりが届きました。", kamome, day=9, session_id="s")
    thread = [sketch("a", "x", day=1, session_id="s"), sketch("b", "y", day=2, session_id="s")]
    topic = [sketch("c", "Kamome", kamome, day=3), sketch("d", "Kamome", kamome, day=5)]
    other = sketch("e", "w", day=8)

    def meant(*earlier: MemoryFeatures) -> list[str]:
        links = links_of([pair(again, each) for each in earlier], [LinkKind.REFERENCE])
        assert {link.subtype for link in links} <= {LAST_TIME}
        return [link.target.id for link in links]

    assert meant(*thread, *topic, other) == ["b"]
    assert meant(*topic, other) == ["d"]
    assert meant(other) == []


def test_what_was_said_a_moment_ago_is_not_the_last_time() -> None:
    now = sketch("z", "前回の件ですが。", day=1.1, session_id="s")
    assert links_of([pair(now, sketch("a", "x", day=1, session_id="s"))], [LinkKind.REFERENCE]) == []
