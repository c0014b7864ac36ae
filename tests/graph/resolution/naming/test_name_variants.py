"""Variants of names of groups, places and works: what is merged, what is asked about, and what is left alone."""

import pytest

from extraction.names.forms.name_forms import name_forms
from extraction.names.keys import name_key
from graph.model.types import EntityType
from graph.resolution.naming.clustering import clustered
from graph.resolution.naming.members import Member, Resolution
from graph.resolution.naming.similarity import MERGE

PERSON, ORGANIZATION, LOCATION = EntityType.PERSON, EntityType.ORGANIZATION, EntityType.LOCATION
DOCUMENT = EntityType.DOCUMENT


def resolution(kind: EntityType, *names: str) -> Resolution:
    members: list[Member] = []
    for name in names:
        forms = name_forms(name, kind)
        assert forms is not None
        members.append(Member(id=name, name=name, key=name_key(name), type=kind.value, forms=forms))
    return clustered(members)


def asked(found: Resolution) -> set[frozenset[str]]:
    return {frozenset((proposal.pair.first, proposal.pair.second)) for proposal in found.proposals}


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        (ORGANIZATION, "西鉄", "西日本鉄道"),
        (ORGANIZATION, "早大", "早稲田大学"),
        (ORGANIZATION, "NBP", "ノーザン・ブリッジ・プロジェクト"),
        (ORGANIZATION, "AMS", "アルパイン・マウンテン・スポーツ"),
        (ORGANIZATION, "HFT", "Harbour Ferry Transit Museum"),
        (ORGANIZATION, "グエルフ大学", "ゲルフ大学"),
        (LOCATION, "Glenmore Falls", "グレンモア滝"),
        (LOCATION, "Veldhoven", "フェルトホーフェン"),
        (DOCUMENT, "ボズワースの戦い", "ボズワース・フィールドの戦い"),
        (PERSON, "Peter Gustafsson", "ピーター・グスタフソン"),
    ],
)
def test_a_likely_variant_is_asked_about_and_not_merged(kind: EntityType, one: str, other: str) -> None:
    found = resolution(kind, one, other)
    assert asked(found) == {frozenset((one, other))}
    assert not found.groups
    assert found.proposals[0].score < MERGE


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        (ORGANIZATION, "WHO", "世界保健機関"),
        (ORGANIZATION, "DNB", "ディーエヌビー"),
        (ORGANIZATION, "IRT", "Interborough Rapid Transit Company"),
        (ORGANIZATION, "OVPS", "Obertaler Verkehr Pirna Sebnitz mbH"),
        (LOCATION, "なちのたき", "那智滝"),
        (DOCUMENT, "せんとうきゆきかぜ", "戦闘機雪風"),
    ],
)
def test_what_a_table_knows_or_one_reading_or_all_initials_spell_is_one(kind: EntityType, one: str, other: str) -> None:
    assert {frozenset(group) for group in resolution(kind, one, other).groups} == {frozenset((one, other))}


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        (ORGANIZATION, "早大", "早稲田大学大学院文学研究科日本文学"),
        (ORGANIZATION, "EAEC", "EAEG"),
        (LOCATION, "カナダ滝", "カナダ湖"),
        (LOCATION, "アラメダ湾", "アラメダ郡"),
        (ORGANIZATION, "ダイムラー財団", "ダイキン財団"),
        (PERSON, "フェリペ2世", "フェリペ3世"),
    ],
)
def test_names_that_only_look_alike_are_left_alone(kind: EntityType, one: str, other: str) -> None:
    found = resolution(kind, one, other)
    assert not found.groups
    assert not asked(found)


def test_two_spellings_of_a_partial_name_are_asked_about_only_while_they_fit_nobody() -> None:
    alone = resolution(PERSON, "きじゃく", "鬼若")
    assert asked(alone) == {frozenset(("きじゃく", "鬼若"))}
    assert not alone.groups
    known = resolution(PERSON, "ハシモト", "橋本", "橋本直樹")
    assert frozenset(("ハシモト", "橋本")) not in asked(known)


def test_a_particle_and_a_word_are_a_surname() -> None:
    found = resolution(PERSON, "De Masi", "Francesco De Masi")
    assert [reference.shown for reference in found.references] == ["Francesco De Masi"]


def test_a_word_in_the_middle_of_a_name_refers_to_its_person() -> None:
    found = resolution(PERSON, "Pacheco", "Gregorio Pacheco Leyes")
    assert found.references[0].referents[0].id == "Gregorio Pacheco Leyes"


def one(*names: str) -> set[frozenset[str]]:
    """The names that are one, whatever their order."""
    groups = {frozenset(group) for group in resolution(DOCUMENT, *names).groups}
    assert groups == {frozenset(group) for group in resolution(DOCUMENT, *reversed(names)).groups}
    return groups


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("store.ts", "src/memory/store.ts"),
        ("Store.ts", "./src/v2/store.ts"),
        ("retry_policy.yaml", "/etc/gateway/retry_policy.yaml"),
        ("run.sh", "~/bin/run.sh"),
    ],
)
def test_a_files_name_is_the_one_path_that_ends_in_it_and_neither_of_two(name: str, path: str) -> None:
    other = f"web/{name.lower()}"
    assert one(name, path) == {frozenset((name, path))}
    assert resolution(DOCUMENT, name, path).groups[0][0] == path
    assert not one(name, path, other)
    assert asked(resolution(DOCUMENT, name, path, other)) == {frozenset((name, path)), frozenset((name, other))}


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("src/store.ts", "web/store.ts"),
        ("store.ts", "src/restore.ts"),
        ("store.ts", "src/store.tsx"),
        ("store.ts", "src/store.ts/old.ts"),
        ("store.ts", "https://git.example/src/store.ts"),
        ("src/in/store.ts", "src/store.ts"),
        ("memory/store.ts", "src/memory/store.ts"),
        ("memory_store.ts", "src/memory-store.ts"),
        ("README.md", "docs/README.md"),
        ("__init__.py", "graph/__init__.py"),
        ("Node.js", "lib/node.js"),
    ],
)
def test_no_two_paths_are_one_nor_a_name_that_many_folders_have(name: str, other: str) -> None:
    assert not one(name, other)
