import pytest

from extraction.names.titles import bare_title, guess_from_definition, guess_from_shape, guess_from_title, undated_title
from graph.model.types import EntityType


def test_the_parenthesis_of_a_title_tells_its_type() -> None:
    guess = guess_from_title("Final Exam (1981 film)")
    assert guess is not None
    assert guess.type is EntityType.DOCUMENT
    assert guess_from_title("Final Exam") is None
    count = guess_from_title("Walram II, Count of Nassau")
    assert count is not None
    assert count.type is EntityType.PERSON
    assert bare_title("Final Exam (1981 film)") == "Final Exam"


@pytest.mark.parametrize(
    ("title", "text", "kind"),
    [
        ("Prague", "Prague is the capital city of the Czech Republic.", EntityType.LOCATION),
        ("Lilli's Marriage", "Lilli's Marriage is a 1919 German silent film directed by X.", EntityType.DOCUMENT),
        ("Ada Lovelace", "Ada Lovelace (1815-1852) was an English mathematician and writer.", EntityType.PERSON),
        ("Ruaidhrí", "Ruaidhrí was a magnate of the isles. He held much land.", EntityType.PERSON),
        ("Acme", "Acme is one of the largest companies of the region.", EntityType.ORGANIZATION),
        ("夏目漱石", "夏目漱石は、日本の小説家である。", EntityType.PERSON),
        ("札幌市", "札幌市(さっぽろし)は、北海道の都市である。", EntityType.LOCATION),
        ("坊っちゃん", "『坊っちゃん』は、夏目漱石による日本の小説。", EntityType.DOCUMENT),
    ],
)
def test_the_opening_sentence_tells_what_the_title_names(title: str, text: str, kind: EntityType) -> None:
    guess = guess_from_definition(title, text)
    assert guess is not None
    assert guess.type is kind
    assert guess.confidence > 0.5


def test_a_sentence_about_something_else_tells_nothing() -> None:
    assert guess_from_definition("Monday", "The harbour is a place for ships.") is None


def test_a_heading_that_reads_like_a_sentence_is_a_document() -> None:
    assert guess_from_shape("What we decided about the new office in spring").type is EntityType.DOCUMENT
    assert guess_from_shape("2024-05-01 会議メモ").type is EntityType.DOCUMENT
    assert guess_from_shape("Auth service: design notes").type is EntityType.DOCUMENT
    assert guess_from_shape("Priya's curry for twelve").type is EntityType.DOCUMENT
    assert guess_from_shape("伊藤さんの冷やし中華（12人分）").type is EntityType.DOCUMENT
    assert guess_from_shape("Blue Harbour").type is EntityType.CONCEPT


@pytest.mark.parametrize(
    "title",
    [
        "Release notes",
        "Minutes 21 January",
        "Notes for Sunil",
        "Final report from Ann Lee",
        "Incident report Line 3",
        "Shutdown list",
        "リリース手順",
        "議事録",
    ],
)
def test_a_title_that_calls_itself_a_note_names_the_note_and_nobody_in_it(title: str) -> None:
    assert guess_from_shape(title).type is EntityType.DOCUMENT
    assert guess_from_definition(title, f"{title}: Sunil called. He will be late.") is None


@pytest.mark.parametrize("title", ["運用会議 3/2", "運用会議（臨時）", "運用会議 2024-05-01", "運用会議 5月1日"])
def test_a_title_is_read_without_its_day(title: str) -> None:
    assert undated_title(title) == "運用会議"
    assert undated_title("Weekly sync, 21 January") == "Weekly sync"
    assert undated_title("Apollo 13") == "Apollo 13"


def test_a_shape_is_a_weaker_reason_than_a_definition() -> None:
    definition = guess_from_definition("Prague", "Prague is a city.")
    assert definition is not None
    assert guess_from_shape("Prague").confidence < definition.confidence
