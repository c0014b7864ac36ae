"""Names are taken apart: parts, readings, order, and what stood around them."""

import pytest

from extraction.names.forms.name_forms import name_forms
from extraction.names.forms.sounds import kana_sound, romaji_sound, skeleton
from graph.model.reading.name_forms import Completeness, NameForms
from graph.model.types import EntityType
from graph.resolution.naming.sounds import same_sound, spelt_by


def person(name: str, surface: str = "") -> NameForms:
    forms = name_forms(name, EntityType.PERSON, surface)
    assert forms is not None
    return forms


@pytest.mark.parametrize(
    ("name", "surname", "given"),
    [
        ("橋本直樹", "橋本", "直樹"),
        ("長谷川千代", "長谷川", "千代"),
        ("林直人", "林", "直人"),
        ("橋本 さゆり", "橋本", "さゆり"),
        ("はしもとなおき", "はしもと", "なおき"),
        ("HASHIMOTO Naoki", "hashimoto", "naoki"),
        ("ジョン・スミス", "スミス", "ジョン"),
        ("William Hepburn Armstrong", "armstrong", "william"),
        ("Ludwig van Beethoven", "van beethoven", "ludwig"),
        ("Tanaka, Taro", "tanaka", "taro"),
    ],
)
def test_a_full_name_has_its_parts(name: str, surname: str, given: str) -> None:
    forms = person(name)
    assert forms.completeness is Completeness.FULL
    assert (forms.splits[0].surname, forms.splits[0].given) == (surname, given)


@pytest.mark.parametrize(
    ("name", "completeness"),
    [
        ("橋本", Completeness.SURNAME),
        ("直樹", Completeness.GIVEN),
        ("ハシモト", Completeness.SURNAME),
        ("千代", Completeness.EITHER),
        ("Hashimoto", Completeness.EITHER),
        ("チャップリン", Completeness.EITHER),
    ],
)
def test_one_part_of_a_name_is_partial(name: str, completeness: Completeness) -> None:
    assert person(name).completeness in (completeness, Completeness.EITHER)
    assert person(name).partial


@pytest.mark.parametrize("romaji", ["Sato", "Satō", "Satou", "Satoh", "Satô"])
def test_every_romanisation_of_a_long_vowel_is_heard(romaji: str) -> None:
    sound = romaji_sound(romaji)
    assert sound is not None
    assert same_sound(sound, kana_sound("サトウ"))


def test_a_long_vowel_that_is_written_is_not_short() -> None:
    ohno, ono = romaji_sound("Ohno"), romaji_sound("Ono")
    assert ohno is not None
    assert ono is not None
    assert same_sound(ono, kana_sound("オノ"))
    assert same_sound(ono, kana_sound("オオノ"))
    assert same_sound(ohno, kana_sound("オオノ"))
    assert not same_sound(ohno, kana_sound("オノ"))


def test_a_name_may_have_readings_the_dictionary_lacks() -> None:
    sounds = {sound.text for sound in person("渡辺知実").splits[0].given_sounds}
    assert {"tomomi", "satomi"} <= sounds
    assert "naomi" not in {sound.text for sound in person("加藤直子").splits[0].given_sounds}


def test_kanji_spell_out_a_reading_letter_by_letter() -> None:
    forms = name_forms("子牙河", EntityType.LOCATION)
    assert forms is not None
    assert spelt_by(kana_sound("シガガ"), forms.letters)
    assert not spelt_by(kana_sound("ナガラ"), forms.letters)


def test_foreign_names_meet_across_scripts_by_their_consonants() -> None:
    assert skeleton("Smith") == skeleton("スミス")
    assert skeleton("Clinton") == skeleton("クリントン")


def test_honorifics_and_offices_are_told() -> None:
    assert "honorific" in person("橋本", "橋本さん").marks
    assert "office" in person("橋本", "橋本部長").marks


def test_a_date_has_no_forms() -> None:
    assert name_forms("2024年5月", EntityType.TIME_UNIT) is None
