import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from extraction.text.plain import aligned_plain, plain


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


PIECES = st.one_of(
    st.text(max_size=8),
    st.sampled_from(
        ["佐藤さん", "㈱ミナト", "ﾃﾞｰﾀﾍﾞｰｽ", "が", "①", "👩‍👩‍👧", "!!!!", "  \n\n\t ", "http://a.example/b?c ", "שלום",
         "مرحبا", "\u202eabc", "ﬁn", "각", "각", "e\u0301", "…………", "\u200b", "Ａｌｉｃｅ", "\ufffd", "ゞ", "ﷺ"]
    ),
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join))
def test_the_framed_form_is_the_plain_one_and_knows_where_each_character_stood(text: str) -> None:
    aligned = aligned_plain(text)
    assert aligned.text == plain(text)
    before = 0
    for place, letter in enumerate(aligned.text):
        origin = aligned.origin(place, place + 1)
        assert origin is not None
        start, end = origin
        assert before <= start < end <= len(text)
        before = start
        if letter.isalnum():
            assert letter in unicodedata.normalize("NFKC", text[start:end])


def test_a_name_behind_marks_emoji_and_width_is_found_where_it_stands() -> None:
    text = "！！！🎉  ㈱ミナトの\n\n\nＡｌｉｃｅ"
    aligned = aligned_plain(text)
    start = aligned.text.index("Alice")
    origin = aligned.origin(start, start + 5)
    assert origin is not None
    assert text[slice(*origin)] == "Ａｌｉｃｅ"


def test_what_lies_outside_of_a_changed_text_has_no_origin() -> None:
    assert aligned_plain("a  b").origin(2, 9) is None
