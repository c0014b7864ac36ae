"""Whom a question calls by what they are to somebody, and where their names would stand."""

import pytest

from extraction.lang.ja.facts.relations import is_personal
from extraction.names.keys import name_key
from extraction.names.kinship import roles
from extraction.names.speakers import user_references
from extraction.question.kin_references import of_me, relative_references
from graph.model.extraction import NameCandidate


def _read(question: str, *names: str) -> list[tuple[str, tuple[str, ...]]]:
    """Each one called: the question up to where the name would stand, and the keys of the owner."""
    candidates = [
        NameCandidate(name_key(name), question.index(name), question.index(name) + len(name)) for name in names
    ]
    return [
        (question[: reference.at], reference.owner) for reference in relative_references(question, lambda: candidates)
    ]


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("Where does my sister live?", "Where does my sister"),
        ("Where does my older sister live?", "Where does my older sister"),
        ("What is my mother’s maiden name?", "What is my mother"),
        ("Who are our kids?", "Who are our kids"),
        ("Who is my mother-in-law?", "Who is my mother-in-law"),
        ("What does the user's wife do?", "What does the user's wife"),
        ("MY DAD'S CAR", "MY DAD"),
        ("Where was Mum born?", "Where was Mum"),
        ("What's Mum's birthday?", "What's Mum"),
        ("I'm home. Is Dad ill?", "I'm home. Is Dad"),
        ("Did I say that Mum likes tea?", "Did I say that Mum"),
        ("Does Dad like tea?", "Does Dad"),
        ("Grandpa's birthday", "Grandpa"),
        ("Where does my sister live in 大阪?", "Where does my sister"),
        ("my wifeの誕生日は？", "my wife"),
        ("Mumの誕生日は？", "Mum"),
        ("姉の車は何？", "姉"),
        ("私の姉の車は何？", "私の姉"),
        ("お姉ちゃんが好きな食べ物", "お姉ちゃん"),
        ("今度、妹さんに会うのはいつ？", "今度、妹さん"),
        ("私の彼女の仕事は？", "私の彼女"),
        ("母の日記はどこ？", "母"),
        ("弟　今どこ？", "弟"),
        ("歯医者の名前は？", "歯医者"),
        ("弁護士の電話番号は？", "弁護士"),
    ],
)
def test_who_is_something_to_the_user_gets_a_name_behind_the_word_for_it(question: str, before: str) -> None:
    assert _read(question) == [(before, ("me",))]


@pytest.mark.parametrize(
    "question",
    [
        "Where is the sister city of Kyoto?",
        "Who is a friend?",
        "What is my favourite food?",
        "Who plays the father in the film?",
        "Does anybody's brother play?",
        "母校はどこ？",
        "父母の家は？",
        "母の日に何をあげた？",
        "彼女の仕事は？",
        "ママ友の名前は？",
        "主人公は誰？",
        "大学の友人は誰？",
        "私の友達の田中さんの仕事は？",
        "What does my friend Tom do?",
        "Who is the Dad of the year?",
        "Who sang with Big Mama Thornton?",
        "What does Papa John bake?",
        "Where did we eat Mama's Pizza?",
        "Is Mom.com down?",
        "How do I make Nan bread?",
        "Where does her old Mum live?",
        "What do mum and dad say?",
        "",
    ],
)
def test_what_only_sounds_so_calls_nobody(question: str) -> None:
    assert _read(question) == []


def test_somebodys_relative_is_theirs_whose_name_stands_before() -> None:
    assert _read("Where does Nora's husband work?", "Nora's") == [("Where does Nora's husband", ("nora",))]
    assert _read("健太さんの奥さんはどこの人？", "健太さん") == [("健太さんの奥さん", ("健太",))]


def test_a_relative_of_a_relative_belongs_to_the_one_before() -> None:
    assert _read("What does my sister's husband do?") == [
        ("What does my sister", ("me",)),
        ("What does my sister's husband", ()),
    ]
    assert _read("What does Mum's sister do?") == [("What does Mum", ("me",)), ("What does Mum's sister", ())]
    assert _read("What does Nora's husband do in 東京?", "Nora's") == [("What does Nora's husband", ("nora",))]
    assert _read("my sisterと姉の車は？") == [("my sister", ("me",)), ("my sisterと姉", ("me",))]
    assert _read("私の妻の弟の仕事は？") == [("私の妻", ("me",)), ("私の妻の弟", ())]


def test_of_a_question_full_of_relatives_the_first_four_are_read() -> None:
    assert len(relative_references("my mother, my father, my sister, my brother and my aunt", list)) == 4
    assert len(relative_references("my mother " * 100_000, list)) == 4


def test_both_languages_look_for_what_either_has_told() -> None:
    (english,), (japanese,) = relative_references("my son", list), relative_references("息子は？", list)
    assert {"be son of", "息子"} <= set(english.lemmas) & set(japanese.lemmas)
    assert (english.joint, japanese.joint) == (" ", "の")


def test_an_elder_sister_may_have_been_told_as_a_sister_but_is_no_younger_one() -> None:
    (elder,) = relative_references("姉は？", list)
    assert {"姉", "be sister of"} <= set(elder.lemmas)
    assert "妹" not in elder.lemmas
    (sister,) = relative_references("my sister", list)
    assert {"姉", "妹", "be sister of"} <= set(sister.lemmas)


def test_a_couple_is_told_from_either_side() -> None:
    (husband,) = relative_references("my husband", list)
    assert {"be wife of", "妻", "marry to", "結婚する"} <= set(husband.inverse_lemmas)
    (sister,) = relative_references("my sister", list)
    assert sister.inverse_lemmas == ()


def test_whom_somebody_dates_is_their_girlfriend_or_boyfriend_and_no_spouse() -> None:
    (boyfriend,), (husband,), (partner,) = (
        relative_references(f"my {word}", list) for word in ("boyfriend", "husband", "partner")
    )
    assert {"date", "付き合う"} <= set(boyfriend.lemmas) & set(boyfriend.inverse_lemmas)
    for spouse in (husband, partner):
        assert "marry" in spouse.lemmas
        assert not {"date", "付き合う"} & {*spouse.lemmas, *spouse.inverse_lemmas}


@pytest.mark.parametrize(
    ("question", "mine"),
    [
        ("Where do I work?", True),
        ("What is my favourite food?", True),
        ("私の趣味は何？", True),
        ("Where does my sister work?", False),
        ("Where does my sister work in 大阪?", False),
        ("私の姉の趣味は何？", False),
        ("Where does Nora work?", False),
        ("", False),
    ],
)
def test_a_question_is_about_who_asks_it_where_it_calls_nobody_else(question: str, *, mine: bool) -> None:
    assert of_me(question, tuple(user_references(question))) is mine


def test_each_word_means_one_role() -> None:
    words = [(*role.english, *role.japanese, *role.possessed, *role.in_questions) for role in roles().values()]
    assert len({word for row in words for word in row}) == sum(map(len, words)) > 200


def test_what_japanese_memories_tell_of_two_persons_can_be_asked_for() -> None:
    for word in (
        "妻",
        "夫",
        "息子",
        "娘",
        "父",
        "母",
        "兄",
        "弟",
        "姉",
        "妹",
        "祖父",
        "友人",
        "親友",
        "同僚",
        "上司",
        "恩師",
    ):
        assert is_personal(word)
        (reference,) = relative_references(f"{word}はどこ？", list)
        assert word in reference.lemmas
