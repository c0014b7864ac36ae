"""Names are judged as a set: no order of arrival makes another group, and no namesake is swallowed."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.names.forms.name_forms import name_forms
from extraction.names.keys import name_key
from graph.model.reading.name_forms import ENDS
from graph.model.types import EntityType
from graph.resolution.naming.blocks import MOST_IN_BLOCK
from graph.resolution.naming.clustering import clustered
from graph.resolution.naming.members import Member, Resolution, Surroundings, pair_of
from graph.resolution.naming.partial_name_candidates import narrowed_anew

PERSON, ORGANIZATION, LOCATION = EntityType.PERSON, EntityType.ORGANIZATION, EntityType.LOCATION
CROWD = (
    "橋本直樹", "はしもとなおき", "ハシモト ナオキ", "Naoki Hashimoto", "HASHIMOTO Naoki", "橋本", "Hashimoto", "直樹",
    "橋本さゆり", "Sayuri Hashimoto", "田中裕子", "田中優子", "Yuko Tanaka", "タナカユウコ", "斎藤康弘", "斉藤康弘",
    "Yasuhiro Saito", "小野健", "大野健", "Ken Ono", "Ken Ohno", "Bob Marley", "Robert Marley", "Armstrong",
    "William Hepburn Armstrong", "森知実", "Satomi Mori", "渡部健", "渡辺健", "林", "高橋", "Naomi",
)  # fmt: skip


ANYWHERE = Surroundings()


def member(name: str, kind: EntityType = PERSON, around: Surroundings = ANYWHERE) -> Member:
    forms = name_forms(name, kind)
    assert forms is not None
    return Member(id=name, name=name, key=name_key(name), type=kind.value, forms=forms, around=around)


def resolution(*names: str, kind: EntityType = PERSON) -> Resolution:
    return clustered([member(name, kind) for name in names])


def together(found: Resolution, *names: str) -> bool:
    return any(set(names) <= set(group) for group in found.groups)


def shown(found: Resolution, name: str) -> str | None:
    return next(reference.shown for reference in found.references if reference.id == name)


@settings(max_examples=60)
@given(st.permutations(CROWD), st.integers(0, len(CROWD)))
def test_the_order_of_names_changes_nothing(order: Sequence[str], count: int) -> None:
    some = order[:count]
    expected = clustered([member(name) for name in sorted(some)])
    assert clustered([member(name) for name in some]) == expected


@given(st.permutations(CROWD), st.integers(2, len(CROWD)), st.randoms(use_true_random=False))
def test_other_surroundings_change_whom_parts_of_names_mean_and_nothing_else(
    order: Sequence[str], count: int, chance: random.Random
) -> None:
    def around() -> Surroundings:
        places = [frozenset(chance.sample("abcd", 2)) for _ in range(3)]
        return Surroundings(sessions=places[0], projects=places[1], beside=places[2])

    before = [member(name, around=around()) for name in order[:count]]
    after = {one.id: replace(one, around=around()) for one in before}
    first, anew = clustered(before), clustered(after.values())
    assert replace(first, references=narrowed_anew(first.references, after, first.groups)) == anew


def test_spellings_of_one_name_are_one_person() -> None:
    names = ("橋本直樹", "はしもとなおき", "ハシモト ナオキ", "Naoki Hashimoto", "HASHIMOTO Naoki")
    assert together(resolution(*names, "中村淳"), *names)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("田中裕子", "田中優子"),
        ("斎藤康弘", "斉藤康弘"),
        ("渡部健", "渡辺健"),
        ("小野健", "Ken Ohno"),
        ("小野健", "大野健"),
        ("直子", "Naomi"),
        ("加藤直子", "Naomi Kato"),
        ("Paul Desmarais", "Paul Desmarais Jr."),
        ("John Smith", "James Smith"),
        ("Charles I", "Charles Louis I"),
        ("Sultan Selim I", "Sultan Ibrahim"),
        ("Agnes of Burgundy", "Agnes of France, Duchess of Burgundy"),
        ("橋本直樹", "橋本"),
    ],
)
def test_names_that_only_look_alike_stay_apart(one: str, other: str) -> None:
    assert resolution(one, other).groups == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("佐藤健一", "Kenichi Satō"),
        ("佐藤健一", "Satou Ken'ichi"),
        ("大野健", "Ken Ohno"),
        ("森知実", "Satomi Mori"),
        ("松本 くみ子", "松本くみ子"),
        ("Bob Marley", "Robert Marley"),
        ("W. H. Armstrong", "William Hepburn Armstrong"),
        ("Tanaka, Taro", "田中太郎"),
        ("ジョン・スミス", "スミス・ジョン"),
    ],
)
def test_ways_to_write_a_name_meet(one: str, other: str) -> None:
    assert together(resolution(one, other), one, other)


def test_a_second_candidate_opens_what_was_merged() -> None:
    assert together(resolution("田中裕子", "Yuko Tanaka"), "田中裕子", "Yuko Tanaka")
    found = resolution("田中裕子", "Yuko Tanaka", "田中優子")
    assert found.groups == ()
    assert {proposal.pair for proposal in found.proposals} >= {
        pair_of("田中裕子", "Yuko Tanaka"),
        pair_of("田中優子", "Yuko Tanaka"),
    }


def test_a_surname_alone_refers_and_never_merges() -> None:
    found = resolution("橋本直樹", "中村淳", "橋本", "ハシモト", "Hashimoto", "直樹", "Naoki")
    assert found.groups == ()
    assert {shown(found, name) for name in ("橋本", "ハシモト", "Hashimoto", "直樹", "Naoki")} == {"橋本直樹"}


def test_a_surname_that_two_people_share_is_left_open() -> None:
    found = resolution("橋本直樹", "橋本さゆり", "橋本", "直樹")
    assert shown(found, "橋本") is None
    (reference,) = (one for one in found.references if one.id == "橋本")
    assert {referent.id for referent in reference.referents} == {"橋本さゆり", "橋本直樹"}
    assert shown(found, "直樹") == "橋本直樹"


def test_where_many_are_strangers_a_name_alone_is_not_taken_for_somebody_known() -> None:
    strangers = (
        "高橋",
        "小林",
        "山田",
        "清水",
        "前田",
        "藤井",
        "岡本",
        "石井",
        "小川",
        "長谷川",
        "後藤",
        "近藤",
        "村上",
        "遠藤",
    )
    known = ("橋本直樹", "中村淳", "阿部花子", "加藤直子", "田中太郎", "鈴木一郎", "佐藤健一", "伊藤翼")
    assert shown(resolution(*known, "橋本"), "橋本") == "橋本直樹"
    assert shown(resolution(*known, "橋本", *strangers), "橋本") is None


@pytest.mark.parametrize(
    ("short", "long", "kind"),
    [
        ("CBS", "Come Back and Stay", ORGANIZATION),
        ("NAB", "National Association of Bakers", ORGANIZATION),
        ("Bob Marley", "Robert Marley", PERSON),
    ],
)
def test_a_short_form_is_asked_about_where_it_is_never_used_beside_the_whole(
    short: str, long: str, kind: EntityType
) -> None:
    here = Surroundings(places=frozenset({"monday", "friday"}), mentions=2)
    there = Surroundings(places=frozenset({"sunday"}), mentions=1)
    beside = Surroundings(places=frozenset({"sunday", "friday"}), mentions=2)
    apart = clustered([member(short, kind, here), member(long, kind, there)])
    assert (apart.groups, [one.pair for one in apart.proposals]) == ((), [pair_of(short, long)])
    assert together(clustered([member(short, kind, here), member(long, kind, beside)]), short, long)


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Guns and Roses", "Guns Roses", ORGANIZATION),
        ("University of California Davis", "University of California at Davis", ORGANIZATION),
        ("Rachel Perry", "Rachel Ann Perry", PERSON),
    ],
)
def test_names_from_before_there_were_blocks_of_both_ends_still_meet(one: str, other: str, kind: EntityType) -> None:
    new = [member(one, kind), member(other, kind)]
    old = [replace(name, forms=replace(name.forms, blocks=without_ends(name.forms.blocks))) for name in new]
    for names in (new, old, (old[0], new[1]), (new[0], old[1])):
        assert together(clustered(names), one, other)


def without_ends(blocks: Sequence[str]) -> tuple[str, ...]:
    return tuple(block for block in blocks if not block.startswith(ENDS))


def test_names_of_many_words_are_asked_about() -> None:
    long = "National Center of Rural Health and Care Research Institute Boston"
    found = resolution(long, f"{long} Branch", kind=ORGANIZATION)
    assert [one.pair for one in found.proposals] == [pair_of(long, f"{long} Branch")]


def test_phrases_that_share_a_word_are_no_question_to_anybody() -> None:
    phrases = ("stage actor", "actor", "voice actor", "film actor")
    assert resolution(*phrases, kind=EntityType.CONCEPT).proposals == ()


def test_the_session_tells_which_of_two_is_meant() -> None:
    here, there = Surroundings(sessions=frozenset({"monday"})), Surroundings(sessions=frozenset({"friday"}))
    people = [member("橋本直樹", around=here), member("橋本さゆり", around=there)]
    assert shown(clustered([*people, member("橋本", around=here)]), "橋本") == "橋本直樹"
    assert shown(clustered([*people, member("橋本", around=there)]), "橋本") == "橋本さゆり"


def test_what_a_person_keeps_apart_stays_apart_also_through_a_third() -> None:
    names = ("橋本直樹", "Naoki Hashimoto", "はしもとなおき")
    found = clustered([member(name) for name in names], apart={pair_of("橋本直樹", "Naoki Hashimoto")})
    assert not together(found, "橋本直樹", "Naoki Hashimoto")


def test_what_a_person_joins_is_one_whatever_the_names_say() -> None:
    found = clustered([member("北野武"), member("ビートたけし")], same={pair_of("北野武", "ビートたけし")})
    assert together(found, "北野武", "ビートたけし")


def test_whom_a_person_keeps_apart_from_a_name_it_no_longer_refers_to() -> None:
    found = clustered([member("橋本直樹"), member("橋本")], apart={pair_of("橋本", "橋本直樹")})
    assert shown(found, "橋本") is None


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        (LOCATION, "アメリカ", "米国"),
        (LOCATION, "United States", "USA"),
        (LOCATION, "日本", "Japan"),
        (LOCATION, "小豆島", "しょうどしま"),
        (ORGANIZATION, "ノースダコタ大学", "ノースダコタだいがく"),
    ],
)
def test_groups_and_places_meet_by_reading_and_country(kind: EntityType, one: str, other: str) -> None:
    assert together(resolution(one, other, kind=kind), one, other)


def test_a_namesake_with_another_given_name_is_no_rival_of_a_reading() -> None:
    assert together(resolution("山口七夏", "Nanami Yamaguchi", "山口太郎"), "山口七夏", "Nanami Yamaguchi")


def test_a_namesake_who_may_be_read_so_too_is_a_rival_of_a_reading() -> None:
    found = resolution("山口七夏", "Nanami Yamaguchi", "山口菜々美")
    assert not together(found, "山口七夏", "Nanami Yamaguchi")


def test_a_country_and_its_people_are_not_merged() -> None:
    assert resolution("France", "French", kind=LOCATION).groups == ()


@pytest.mark.slow
def test_a_block_that_is_too_full_decides_nothing_and_takes_no_time() -> None:
    chance = random.Random(7)
    kana = "アイウエオカキクケコサシスセソタチツテトナニヌネノ"
    crowd = ["橋本" + "".join(chance.choices("一二三四五六七八九十百千万", k=3)) for _ in range(MOST_IN_BLOCK)]
    crowd += ["ハシモト " + "".join(chance.choices(kana, k=4)) for _ in range(MOST_IN_BLOCK)]
    found = clustered([member(name) for name in dict.fromkeys(crowd)])
    assert all(len(group) < 5 for group in found.groups)
