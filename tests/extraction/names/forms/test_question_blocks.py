"""A question meets names by their readings, and plain words lead nowhere."""

import pytest

from extraction.names.forms.name_forms import name_forms
from extraction.question.name_blocks import MOST_BLOCKS, question_blocks
from graph.model.types import EntityType


def meets(question: str, name: str) -> bool:
    forms = name_forms(name, EntityType.PERSON)
    assert forms is not None
    return bool({*question_blocks(question)} & {*forms.blocks})


@pytest.mark.parametrize(
    "question",
    [
        "田中さんはいつ来ますか？",
        "タナカさんの電話番号は？",
        "When does Tanaka arrive?",
        "what did tanaka say?",
        "太郎は何と言った？",
        "Where is Taro?",
        "田中太郎の住所",
        "Where does Taro Tanaka live?",
    ],
)
def test_a_question_meets_a_name_by_its_reading(question: str) -> None:
    assert meets(question, "田中太郎")


@pytest.mark.parametrize(
    "question",
    ["What is the capital of France?", "明日の会議は何時から？", "how do I take a day off", "東京の天気は？"],
)
def test_plain_words_ask_for_nobody(question: str) -> None:
    assert question_blocks(question) == ()


def test_a_whole_name_is_asked_for_before_its_parts_and_never_more_than_the_limit() -> None:
    blocks = question_blocks("田中太郎と" + "と".join(["橋本直樹", "佐藤健一", "鈴木一郎", "高橋花子"] * 8))
    assert len(blocks) <= MOST_BLOCKS
    assert blocks[0].startswith("f:")
