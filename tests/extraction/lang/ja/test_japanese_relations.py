import pytest

from extraction.lang.ja.facts.relations import (
    noun_relation,
    subject_type,
    typed_noun_relation,
    value_type,
    verb_relation,
)
from extraction.lang.ja.word_lists import tail_type
from graph.model.types import EntityType, RelationType


@pytest.mark.parametrize(
    ("verb", "role", "value", "relation"),
    [
        ("勤める", "に", EntityType.ORGANIZATION, RelationType.WORKS_FOR),
        ("入社する", "に", EntityType.ORGANIZATION, RelationType.WORKS_FOR),
        ("入社する", "に", EntityType.LOCATION, RelationType.RELATES_TO),
        ("所属する", "に", EntityType.ORGANIZATION, RelationType.MEMBER_OF),
        ("住む", "に", EntityType.LOCATION, RelationType.LOCATED_IN),
        ("住む", "を", EntityType.LOCATION, RelationType.RELATES_TO),
        ("位置する", "に", EntityType.LOCATION, RelationType.LOCATED_IN),
        ("率いる", "を", EntityType.ORGANIZATION, RelationType.LEADS),
        ("結婚する", "と", EntityType.PERSON, RelationType.FAMILY_MEMBER),
        ("引き起こす", "を", EntityType.EVENT, RelationType.CAUSES),
        ("所有する", "を", EntityType.OBJECT, RelationType.OWNERSHIP),
        ("依存する", "に", EntityType.TECHNOLOGY, RelationType.DEPENDENCY),
        ("参加する", "に", EntityType.EVENT, RelationType.PARTICIPATES_IN),
        ("含む", "を", EntityType.OBJECT, RelationType.RELATES_TO),
        ("眺める", "を", EntityType.OBJECT, RelationType.RELATES_TO),
        ("眺める", "で", EntityType.LOCATION, RelationType.LOCATED_AT),
    ],
)
def test_a_verb_states_its_relation_between_the_types_it_takes(
    verb: str, role: str, value: EntityType, relation: RelationType
) -> None:
    assert verb_relation(verb, role, EntityType.PERSON, value) is relation


def test_a_work_contains_its_parts_and_a_part_belongs_to_its_work() -> None:
    document, thing = EntityType.DOCUMENT, EntityType.OBJECT
    assert verb_relation("含む", "を", document, thing) is RelationType.CONTAINS
    assert verb_relation("含む", "に", thing, document, passive=True) is RelationType.PART_OF


@pytest.mark.parametrize(
    ("noun", "relation", "swapped"),
    [
        ("妻", RelationType.FAMILY_MEMBER, False),
        ("友人", RelationType.FRIEND, False),
        ("同僚", RelationType.COLLEAGUE, False),
        ("リーダー", RelationType.LEADS, True),
        ("一部", RelationType.PART_OF, True),
        ("所在地", RelationType.LOCATED_IN, False),
        ("高さ", RelationType.RELATES_TO, False),
    ],
)
def test_a_noun_stands_for_its_relation(noun: str, relation: RelationType, *, swapped: bool) -> None:
    assert noun_relation(noun) == (relation, swapped)


@pytest.mark.parametrize(
    ("noun", "thing", "value", "relation"),
    [
        ("市長", EntityType.LOCATION, EntityType.PERSON, RelationType.LEADS),
        ("監督", EntityType.LOCATION, EntityType.PERSON, RelationType.RELATES_TO),
        ("監督", EntityType.DOCUMENT, EntityType.PERSON, RelationType.RELATES_TO),
        ("社長の妻", EntityType.PERSON, EntityType.PERSON, RelationType.RELATES_TO),
        ("出生地", EntityType.PERSON, EntityType.LOCATION, RelationType.RELATES_TO),
        ("勤務先", EntityType.PERSON, EntityType.ORGANIZATION, RelationType.WORKS_FOR),
        ("勤務先", EntityType.PERSON, EntityType.LOCATION, RelationType.RELATES_TO),
    ],
)
def test_a_noun_ties_only_the_kinds_it_can_tie(
    noun: str, thing: EntityType, value: EntityType, relation: RelationType
) -> None:
    assert typed_noun_relation(noun, thing, value).type is relation


def test_an_attribute_tells_the_types_of_both_ends() -> None:
    assert (subject_type("監督"), value_type("監督")) == (EntityType.DOCUMENT, EntityType.PERSON)
    assert (subject_type("生年月日"), value_type("生年月日")) == (EntityType.PERSON, EntityType.TIME_UNIT)
    assert (subject_type("高さ"), value_type("高さ")) == (None, None)


def test_the_longest_ending_gives_the_type() -> None:
    assert tail_type("新宿駅") == (EntityType.LOCATION, "駅")
    assert tail_type("定例会議") == (EntityType.EVENT, "会議")
    assert tail_type("第一会議室") == (EntityType.LOCATION, "会議室")
    assert tail_type("猫") is None
