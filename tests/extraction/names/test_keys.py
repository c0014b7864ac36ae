import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.names.keys import aliases_of, display_name, name_key

SPELLINGS = [
    ("田中", "田中さん", "田中様", "田中氏", "田中君", "田中 部長", "田中課長", "田中本部長", "『田中』"),
    ("橋本", "橋本部長", "橋本さん"),
    ("学", "学さん"),
    ("源", "源さん"),
    ("Tanaka", "Tanaka-san", "TANAKA", "Mr. Tanaka", "Ｍｒ． Ｔａｎａｋａ", "Tanaka's", "Prof. Tanaka"),
    ("株式会社リコー", "リコー", "㈱リコー", "リコー（株）", "(株)ﾘｺｰ", "リコー株式会社"),
    ("Acme Inc.", "ACME", "Acme, Inc", "Acme Corporation", "Acme Co., Ltd.", "the Acme"),
    ("フジ子・ヘミング", "フジ子･ヘミング", "フジ子 ヘミング", "フジ子ヘミング"),
    ("サーバー", "サーバ", "ｻｰﾊﾞｰ", "サーバ―"),
    ("ヴァイオリン", "バイオリン"),
    ("渡邊", "渡邉", "渡辺"),
    ("髙橋", "高橋"),
    ("Satō", "sato"),
    ("J. K. Rowling", "J.K. Rowling", "JK Rowling"),
    ("U.S.A.", "USA"),
    ("Qur'an", "Qurʾān", "Quran"),
    ("People's Republic of China", "People 's Republic of China", "the People’s Republic of China"),
    ("GPT-4", "gpt 4", "GPT4"),
    ("Johnson & Johnson", "Johnson and Johnson"),
    ("霞ヶ関", "霞ケ関"),
]

APART = [
    ("斎藤", "斉藤"),
    ("ビル", "ビール"),
    ("C", "C++"),
    ("C", "C#"),
    ("皆さん", "皆"),
    ("営業部長", "営業"),
    ("学部長", "学"),
    ("源氏", "源"),
    ("営業部の部長", "営業部"),
    ("Jackie Chan", "Jackie"),
    ("ひらがな", "ヒラガナ"),
    ("2.5", "25"),
    ("かぎ", "かき"),
]


@pytest.mark.parametrize("spellings", SPELLINGS, ids=lambda forms: forms[0])
def test_spellings_of_one_name_meet_in_one_key(spellings: tuple[str, ...]) -> None:
    assert {form: name_key(form) for form in spellings} == dict.fromkeys(spellings, name_key(spellings[0]))


@pytest.mark.parametrize(("first", "second"), APART)
def test_different_names_keep_different_keys(first: str, second: str) -> None:
    assert name_key(first) != name_key(second)


@given(st.text())
def test_the_key_of_a_key_is_itself(surface: str) -> None:
    assert name_key(name_key(surface)) == name_key(surface)


@given(st.text(alphabet="田中橋本部長社様さん君株式会(株)（）㈱・-－ー.'’s The Inc&ー澤ァヴ1,2!", max_size=12))
def test_the_key_of_a_key_is_itself_where_decorations_crowd(surface: str) -> None:
    assert name_key(name_key(surface)) == name_key(surface)


@given(st.text(min_size=1))
def test_a_surface_that_is_not_empty_has_a_key_and_a_form_to_show(surface: str) -> None:
    assert name_key(surface)
    assert display_name(surface)


@given(st.text(min_size=1))
def test_the_form_to_show_meets_its_surface_in_one_key(surface: str) -> None:
    assert name_key(display_name(surface)) == name_key(surface)


@pytest.mark.parametrize(
    ("surface", "shown"),
    [
        ("田中さん", "田中"),
        ("㈱リコー", "リコー"),
        ("Tanaka-san", "Tanaka"),
        ("The Beatles", "Beatles"),
        ("Mr. John Smith's", "John Smith"),
        ("『吾輩は猫である』", "吾輩は猫である"),
        ("HUNTER×HUNTER", "HUNTER×HUNTER"),
        ("渡邊先生", "渡邊"),
        ("社長", "社長"),
        ("さん", "さん"),
    ],
)
def test_the_form_to_show_keeps_script_and_case_without_decorations(surface: str, shown: str) -> None:
    assert display_name(surface) == shown


@pytest.mark.parametrize(
    ("name", "aliases"),
    [
        ("日本電信電話（NTT）", ("日本電信電話", "NTT")),
        ("日本銀行（日銀）", ("日本銀行", "日銀")),
        ("ポール（俳優）", ("ポール",)),
        ("株式会社リコー", ("リコー",)),
        ("World Health Organization (WHO)", ("World Health Organization", "WHO")),
        ("東京", ()),
    ],
)
def test_a_name_brings_the_forms_it_contains(name: str, aliases: tuple[str, ...]) -> None:
    assert aliases_of(name) == aliases
