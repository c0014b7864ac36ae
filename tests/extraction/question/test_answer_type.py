"""A question's wording tells which sort of thing it asks for."""

import pytest

from extraction.question.answer_type import answer_types
from graph.model.types import EntityType

PLACE = frozenset({EntityType.LOCATION, EntityType.ORGANIZATION})
PERSON = frozenset({EntityType.PERSON})
FIRM = frozenset({EntityType.ORGANIZATION})
WORK = frozenset({EntityType.DOCUMENT})


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("Where did Nora learn to swim?", PLACE),
        ("Do you remember where I parked?", PLACE),
        ("Which two Japanese cities did we visit?", PLACE),
        ("In which country is the hut?", PLACE),
        ("What is my favourite café?", PLACE),
        ("What's the name of the town where I was born?", PLACE),
        ("Who repaired the roof?", PERSON),
        ("To whom did I lend the tent?", PERSON),
        ("Which colleague plays the cello?", PERSON),
        ("Which people did I meet in Kyoto?", PERSON),
        ("Which boys came?", PERSON),
        ("Do you know who repaired the roof?", PERSON),
        ("What company does my brother work for?", FIRM),
        ("Which universities did she apply to?", FIRM),
        ("What book did Tom lend me?", WORK),
        ("What book club did I join?", FIRM),
        ("What is her favorite video game?", WORK),
        ("どこで泳ぎを習った？", PLACE),
        ("祖母はどこから来たの？", PLACE),
        ("去年一緒に旅行した国は？", PLACE),
        ("どの店で買ったか教えて", PLACE),
        ("屋根を直したのは誰ですか。", PERSON),
        ("兄は何という会社に勤めている？", FIRM),
        ("どこの大学を出た？", PLACE | FIRM),
        ("最近読んだ本は何ですか？", WORK),
        ("誰とどこへ行った？", PERSON | PLACE),
    ],
)
def test_the_sort_of_thing_a_question_asks_for_is_read(question: str, types: frozenset[EntityType]) -> None:
    assert answer_types(question) == types


@pytest.mark.parametrize("question", ["What is my dog called?", "What's the cat's name?", "猫の名前は？"])
def test_a_question_for_a_name_asks_for_whatever_has_one(question: str) -> None:
    assert {EntityType.PERSON, EntityType.LOCATION, EntityType.EVENT} < answer_types(question)


@pytest.mark.parametrize(
    "question",
    [
        "When did the friend who moved to Osaka marry?",
        "Why did we leave the town where I was born?",
        "How many people came?",
        "What did the band play?",
        "What motivates John's team?",
        "What kind of films does she like?",
        "What is the price of the book?",
        "What are the opening hours of the museum?",
        "What is wrong with the restaurant?",
        "What is the phone number of my doctor?",
        "Does the restaurant where I ate take cards?",
        "Did I tell the friend who moved to Paris about it?",
        "カレーの作り方を教えて",
        "夕方は？",
        "日本は？",
        "基本は何ですか？",
        "名前を変えたのはいつ？",
        "なぜその名前を選んだ？",
        "だれているのは",
        "Did I ever go somewhere warm?",
        "Somewhere warm",
        "いつもどこかで転ぶのはなぜ？",
        "誰かに会った日はいつ？",
        "どこでも眠れる理由",
        "誰もいない",
        "何人来た？",
        "どんな人？",
        "本を読んだのはいつ？",
        "",
        "\ud800",
    ],
)
def test_a_question_for_a_time_a_reason_or_a_number_asks_for_no_such_thing(question: str) -> None:
    assert answer_types(question) == frozenset()


def test_only_the_beginning_of_a_long_question_is_read() -> None:
    assert answer_types("so " * 2_000 + "where?") == frozenset()
    assert answer_types("what " * 300_000) == frozenset()
