import pytest

from extraction.lang.ja.facts.relations import between, of_noun, of_verb, subject_kind, value_kind
from extraction.lang.ja.word_lists import tail_type
from graph.model.types import EntityType, RelationType


@pytest.mark.parametrize(
    ("verb", "relation"),
    [
        ("勤める", RelationType.WORKS_FOR),
        ("入社する", RelationType.WORKS_FOR),
        ("所属する", RelationType.MEMBER_OF),
        ("住む", RelationType.LOCATED_IN),
        ("位置する", RelationType.LOCATED_IN),
        ("率いる", RelationType.LEADS),
        ("結婚する", RelationType.FAMILY_MEMBER),
        ("引き起こす", RelationType.CAUSES),
        ("所有する", RelationType.OWNERSHIP),
        ("依存する", RelationType.DEPENDENCY),
        ("参加する", RelationType.PARTICIPATES_IN),
        ("含む", RelationType.CONTAINS),
        ("眺める", RelationType.RELATES_TO),
    ],
)
def test_a_verb_stands_for_its_relation(verb: str, relation: RelationType) -> None:
    assert of_verb(verb).type is relation


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
    assert of_noun(noun) == (relation, swapped)


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
    assert between(noun, thing, value).type is relation


def test_an_attribute_tells_the_types_of_both_ends() -> None:
    assert (subject_kind("監督"), value_kind("監督")) == (EntityType.DOCUMENT, EntityType.PERSON)
    assert (subject_kind("生年月日"), value_kind("生年月日")) == (EntityType.PERSON, EntityType.TIME_UNIT)
    assert (subject_kind("高さ"), value_kind("高さ")) == (None, None)


def test_the_longest_ending_gives_the_type() -> None:
    assert tail_type("新宿駅") == (EntityType.LOCATION, "駅")
    assert tail_type("定例会議") == (EntityType.EVENT, "会議")
    assert tail_type("第一会議室") == (EntityType.LOCATION, "会議室")
    assert tail_type("猫") is None
