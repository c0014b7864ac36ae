"""What people plainly tell of an end is sure enough to end what was told before."""

import json
from importlib.resources import files

import pytest

from extraction.lang.ja.facts.relations import ends_relation
from graph.insight.inference.succession import SURE
from graph.model.types import EntityType
from tests.extraction.lang.ja.extracted import findings

PERSON, FIRM, TOWN = EntityType.PERSON, EntityType.ORGANIZATION, EntityType.LOCATION


@pytest.mark.parametrize(
    ("lemma", "role", "value", "slot"),
    [
        ("辞める", "を", FIRM, "employer"),
        ("退職する", "を", FIRM, "employer"),
        ("退社する", "を", FIRM, "employer"),
        ("退任する", "を", FIRM, "head"),
        ("離婚する", "と", PERSON, "spouse"),
        ("離別する", "と", PERSON, "couple"),
    ],
)
def test_what_ends_a_relation_here_ends_it_in_the_graph(lemma: str, role: str, value: EntityType, slot: str) -> None:
    slots = json.loads((files("graph.insight.inference") / "functional.json").read_text("utf-8"))["slots"]
    assert ends_relation(lemma, role, PERSON, value)
    assert lemma in slots[slot]["ends"]


@pytest.mark.parametrize(
    ("lemma", "role", "value"),
    [
        ("辞める", "を", TOWN),
        ("辞める", "に", FIRM),
        ("出る", "を", TOWN),
        ("離婚する", "と", FIRM),
        ("働く", "で", FIRM),
    ],
)
def test_what_may_be_something_else_ends_nothing(lemma: str, role: str, value: EntityType) -> None:
    assert not ends_relation(lemma, role, PERSON, value)


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("先週グーグルを辞めました。", "辞める"),
        ("先月グーグルを退職しました。", "退職する"),
        ("定年でトヨタを退職しました。", "退職する"),
        ("もうグーグルでは働いていません。", "働く"),
        ("もう大阪には住んでいません。", "住む"),
        ("美咲と別れた。", "離別する"),
        ("美咲と離婚しました。", "離婚する"),
        ("健太と美咲は別れた。", "離別する"),
        ("美咲とはもう付き合っていない。", "付き合う"),
        ("アマゾンに転職しました。", "転職する"),
    ],
)
def test_what_is_told_as_over_is_sure(text: str, lemma: str) -> None:
    assert next(statement for statement in findings(text).statements if statement.lemma == lemma).confidence >= SURE


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("田中さんは今朝大阪を出た。", "出る"),
        ("東京を離れて福岡に向かった。", "離れる"),
        ("美咲と別れて帰った。", "別れる"),
    ],
)
def test_what_may_be_no_end_stays_unsure(text: str, lemma: str) -> None:
    assert next(statement for statement in findings(text).statements if statement.lemma == lemma).confidence < SURE


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    ["仕事で美咲と付き合っている。", "取引先と長く付き合っている。", "田中さんとは仕事で付き合っています。"],
)
def test_who_deals_with_somebody_at_work_is_no_couple_with_them(text: str) -> None:
    assert {statement.lemma for statement in findings(text).statements} == {"関わる"}


@pytest.mark.models
@pytest.mark.parametrize(
    "text", ["美咲と付き合っている。", "同僚の美咲と付き合っている。", "田中さんは職場で美咲と付き合っている。"]
)
def test_where_two_met_leaves_them_a_couple(text: str) -> None:
    assert "付き合う" in {statement.lemma for statement in findings(text).statements}
