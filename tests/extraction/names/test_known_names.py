import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model.context import KnownSpan
from extraction.names.keys import name_key
from extraction.names.known_names import MOST_KEYS, asked_names, capital_runs, key_of, known_spans
from extraction.names.label_confidence import reads_otherwise
from graph.model.types import EntityType

NAME_WORDS = [
    "The",
    "Mr",
    "Dr",
    "Sir",
    "Alice",
    "Co",
    "Ltd",
    "Inc",
    "Company",
    "Limited",
    "Acme",
    "of",
    "Sanseido",
    "Professor",
]


@given(st.lists(st.sampled_from(NAME_WORDS) | st.text("abcXYZ é.'-", min_size=1, max_size=6), min_size=1, max_size=6))
def test_the_quick_key_is_the_key(words: list[str]) -> None:
    surface = " ".join(words)
    assert key_of(surface) == name_key(surface)


def known(text: str, *names: str) -> list[KnownSpan]:
    """Every place where a name stands in a text, whatever is around it."""
    known_mentions: list[KnownSpan] = []
    for name in names:
        place = text.casefold().find(name.casefold())
        while place >= 0:
            known_mentions.append(
                KnownSpan(key=name_key(name), name=name, type=EntityType.CONCEPT, start=place, end=place + len(name))
            )
            place = text.casefold().find(name.casefold(), place + 1)
    return known_mentions


def keys_of(question: str) -> list[str]:
    return [name.key for name in asked_names(question)]


def standing(text: str, *names: str) -> list[str]:
    return [text[span.start : span.end] for span in known_spans(text, known(text, *names), most=100)]


def test_the_longest_name_wins() -> None:
    assert standing("New York City is big", "New York", "New York City", "York") == ["New York City"]


def test_a_latin_name_is_no_part_of_a_word() -> None:
    assert standing("Annabel and Ann's annex", "Ann") == ["Ann"]


def test_a_capitalised_word_is_not_found_in_lower_case() -> None:
    assert standing("May may come in May", "May") == ["May", "May"]


def test_kyoto_does_not_stand_in_tokyo() -> None:
    assert standing("東京都に住む", "京都") == []
    assert standing("京都に住む", "京都") == ["京都"]


def test_a_surname_stands_before_an_office() -> None:
    assert standing("田中部長が来た", "田中") == ["田中"]


def test_a_katakana_name_is_no_part_of_a_longer_one() -> None:
    assert standing("アルトリコーダーとアルトの話", "アルト") == ["アルト"]
    assert standing("ジョン・レノンの曲", "レノン") == ["レノン"]


def test_latin_and_japanese_are_each_others_boundary() -> None:
    assert standing("NTTドコモはNTTの会社", "NTT") == ["NTT", "NTT"]


def test_only_so_many_names_are_looked_at() -> None:
    text = "Ann Bob"
    assert len(known_spans(text, known(text, "Ann", "Bob"), most=1)) == 1


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Where does Alice Johnson work?", "Alice Johnson"),
        ("When was Lothair II's mother born?", "Lothair II"),
        ("Is Final Exam (1981 Film) from the same country?", "Final Exam (1981 film)"),
        ("Is Final Exam (1981 Film) from the same country?", "Final Exam"),
        ("Who sang in The Who first?", "The Who"),
        ("Frances M. Vega or Mr. Brown?", "Frances M. Vega"),
        ("『仮面ライダー電王』の放送回数は？", "仮面ライダー電王"),
        ("『失われた時を求めて』は誰の作品？", "失われた時を求めて"),
        ("田中太郎さんはどこに勤めている？", "田中太郎"),
        ("ジョン・レノンの生年月日は？", "ジョン・レノン"),
        ("マルセル・プルーストと夏目漱石", "夏目漱石"),
    ],
)
def test_the_names_of_a_question_are_among_its_keys(question: str, name: str) -> None:
    assert name_key(name) in keys_of(question)


def test_a_name_of_a_question_is_told_everywhere_it_stands() -> None:
    question = "Compare Tokyo and Tokyo Tower"
    assert [(name.start, name.end) for name in asked_names(question) if name.key == "tokyo"] == [(8, 13), (18, 23)]


def test_runs_of_capitals_are_whole() -> None:
    text = "Вчера Анна Иванова и Пётр были в Новый Уренгой. Москва далеко."
    assert [text[start:end] for start, end in capital_runs(text)] == [
        "Вчера Анна Иванова", "Пётр", "Новый Уренгой.", "Москва",
    ]  # fmt: skip


def test_keys_of_a_very_long_question_are_bounded() -> None:
    started = time.process_time()
    keys = {*keys_of("Word Salad Number " * 10_000 + "会議の計画と東京" * 5_000)}
    assert len(keys) <= MOST_KEYS
    assert time.process_time() - started < 3


@pytest.mark.parametrize("question", ["", "???", "😀", "of the and"])
def test_a_question_without_names_has_no_keys_that_matter(question: str) -> None:
    assert all(key.strip() for key in keys_of(question))


@pytest.mark.parametrize(
    ("read_type", "sure", "known", "known_sure", "expected"),
    [
        (EntityType.ORGANIZATION, 0.8, EntityType.PERSON, 0.7, True),
        (EntityType.ORGANIZATION, 0.6, EntityType.PERSON, 0.7, False),
        (EntityType.ORGANIZATION, 0.92, EntityType.PERSON, 0.97, True),
        (EntityType.ORGANIZATION, 0.95, EntityType.PERSON, 1.0, False),
        (EntityType.PERSON, 0.95, EntityType.PERSON, 0.7, False),
        (EntityType.PERSON, 0.95, EntityType.TIME_UNIT, 0.7, False),
        (EntityType.ORGANIZATION, 0.6, EntityType.CONCEPT, 0.9, True),
    ],
)
def test_a_known_name_is_read_otherwise_only_where_the_text_is_as_sure_as_the_graph(
    read_type: EntityType, sure: float, known: EntityType, known_sure: float, *, expected: bool
) -> None:
    assert reads_otherwise(read_type, sure, known, known_sure) is expected
