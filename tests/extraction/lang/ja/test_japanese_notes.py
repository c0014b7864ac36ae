"""Notes that end in nouns, as people jot them down: 大阪出身。トヨタに勤務。Rustを勉強中。"""

import pytest

from graph.model.types import Modality, RelationType
from tests.extraction.lang.ja.extracted import findings, triples

pytestmark = pytest.mark.models


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("田中さんは大阪出身。", ("田中", "出身", "大阪")),
        ("佐藤さんは京都大学卒。", ("佐藤", "卒業する", "京都大学")),
        ("東京在住の田中さんに会った。", ("田中", "在住する", "東京")),
        ("東京在住のエンジニアの鈴木さん。", ("鈴木", "在住する", "東京")),
        ("田中さんは東京在住のエンジニアです。", ("田中", "在住する", "東京")),
        ("田中さんは医者だ。大阪出身。", ("田中", "出身", "大阪")),
        ("田中太郎、35歳、東京都在住。", ("田中太郎", "在住する", "東京都")),
        ("トヨタ自動車勤務。", ("Ken", "勤務する", "トヨタ自動車")),
        ("大阪生まれ、東京育ち。", ("Ken", "育つ", "東京")),
    ],
)
def test_a_noun_ties_who_it_is_said_of_to_the_name_before_it(text: str, triple: tuple[str, str, str]) -> None:
    stated = triples(text)
    assert triple in stated
    classes = {value for _, predicate, value in stated if predicate == "である"}
    assert classes <= {"医者", "エンジニア"}


def test_where_somebody_works_and_lives_is_known_from_a_noun_too() -> None:
    kinds = {fact.type for fact in findings("田中さんはトヨタ勤務で、東京在住。").statements}
    assert kinds == {RelationType.WORKS_FOR, RelationType.LOCATED_IN}


@pytest.mark.parametrize("text", ["友人は大阪出身。", "新潟県産のコシヒカリ。", "大阪勤務は大変だ。"])
def test_a_tie_of_nobody_we_know_tells_nothing(text: str) -> None:
    assert not triples(text)


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("田中さんはトヨタに勤務。", ("田中", "勤務する", "トヨタ")),
        ("AcmeがBetaを買収。", ("Acme", "買収する", "Beta")),
        ("田中さんはRustを勉強中です。", ("田中", "勉強する", "Rust")),
        ("来週、大阪へ出張予定。", ("Ken", "出張する", "大阪")),
        ("東京大学を卒業。", ("Ken", "卒業する", "東京大学")),
        ("コーヒーが苦手。", ("Ken", "苦手", "コーヒー")),
        ("鈴木さんは辛いものが苦手。", ("鈴木", "苦手", "辛いもの")),
        ("Pythonが得意で、毎日使う。", ("Ken", "得意", "Python")),
    ],
)
def test_a_noun_that_ends_a_sentence_says_what_its_verb_says(text: str, triple: tuple[str, str, str]) -> None:
    assert triple in triples(text)


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("東京大学を卒業。", Modality.STATED),
        ("昨日、大阪へ出張。", Modality.STATED),
        ("来週、大阪へ出張。", Modality.INTENDED),
        ("大阪へ出張予定。", Modality.INTENDED),
    ],
)
def test_only_other_words_tell_that_a_deed_without_a_verb_is_to_come(text: str, modality: Modality) -> None:
    assert {fact.modality for fact in findings(text).statements} == {modality}


@pytest.mark.parametrize("text", ["東京への出張が決定。", "原因の調査。", "大阪で。", "会議室の予約。"])
def test_a_noun_without_the_parts_of_a_verb_is_none(text: str) -> None:
    assert not triples(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("妻はアンナ、息子は健太です。", {("アンナ", "妻", "Ken"), ("健太", "息子", "Ken")}),
        ("田中さんは医者、佐藤さんは弁護士。", {("田中", "である", "医者"), ("佐藤", "である", "弁護士")}),
        (
            "趣味は釣り、カメラ、特技は料理。",
            {("Ken", "趣味", "釣り"), ("Ken", "趣味", "カメラ"), ("Ken", "特技", "料理")},
        ),
    ],
)
def test_a_row_of_short_facts_tells_each_of_them(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected
