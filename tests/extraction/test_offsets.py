"""Whatever is given: each mention stands in the text where it says."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph.errors import Invalid
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Mention
from tests.extraction.models import extractor

pytestmark = pytest.mark.models


def mentions(draft: Draft) -> tuple[Mention, ...]:
    (extraction,) = extractor().extract([ExtractionInput(draft, extractor().read(draft))])
    return extraction.mentions


PIECES = st.one_of(
    st.text(max_size=10),
    st.sampled_from(
        [
            *(
                "Alice Johnson moved to Osaka. ",
                "田中太郎さんは㈱ミナトで働いている。",
                "ﾃｽﾗのﾃﾞｰﾀﾍﾞｰｽ",
                "Ａｌｉｃｅ met Bob",
                "🎉🎉",
            ),
            *(
                "!!!!!!",
                "\n\n- ",
                "| a | b |\n",
                "http://a.example/b?c=d ",
                "def f(x): return x\n",
                "שלום עולם ",
                "مرحبا",
            ),
            *(
                "\u202eAnna\u202c",
                "ﬁrst Müller",
                "e\u0301mile Zola",
                "각하",
                "👩‍👩‍👧",
                "2026-06-01 12:00:01 ERROR ",
                "…………",
            ),
            *(
                "　　",
                "\t",
                "\ufeff",
                "Dr. Sato-san's",
                "『坊っちゃん』は",
                "来週の火曜、東京タワーで",
                "\u200bParis\u200b ",
                "ゞ々",
            ),
        ]
    ),
)


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES, min_size=1, max_size=14).map("".join), st.sampled_from([None, "Meeting notes", "佐藤"]))
def test_every_mention_stands_where_it_says(text: str, title: str | None) -> None:
    try:
        stretches = mentions(Draft(text=text, title=title))
    except Invalid:
        return
    for mention in stretches:
        if mention.start is not None and mention.end is not None:
            assert text[mention.start : mention.end] == mention.surface


def test_a_name_behind_what_is_cleaned_away_is_found_where_it_stands() -> None:
    text = "！！！🎉🎉\n\n\n  ㈱ミナトの田中太郎さんは大阪に住んでいます……………\n\nAlice Johnson   lives in   Berlin."
    stretches = {mention.surface for mention in mentions(Draft(text=text, speaker="佐藤", session_id="s"))}
    assert {"田中太郎さん", "大阪"} <= stretches


def test_a_long_text_without_an_end_is_understood_in_bounded_pieces() -> None:
    text = "名前は田中と佐藤と東京と大阪と" * 400 + "Alice and Bob and Berlin and " * 200
    for mention in mentions(Draft(text=text)):
        assert mention.start is None or text[mention.start : mention.end] == mention.surface
