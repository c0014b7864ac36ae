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
