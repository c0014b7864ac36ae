from hypothesis import given
from hypothesis import strategies as st

from extraction.plain import plain


def test_an_address_is_cut_to_its_host() -> None:
    assert plain("see https://neo4j.com/docs/?x=1#y now") == "see neo4j.com now"


def test_emoji_and_repeated_marks_go() -> None:
    assert plain("やった！！！🎉🎉 すごーーーい") == "やった! すごーい"


def test_wide_letters_become_plain_ones() -> None:
    assert plain("ＮＴＴ　２０２２") == "NTT 2022"


@given(st.text())
def test_plain_text_has_no_blanks_at_its_rims_or_in_a_row(text: str) -> None:
    clean = plain(text)
    assert clean == clean.strip()
    assert "  " not in clean
