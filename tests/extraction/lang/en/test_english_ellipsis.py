"""Where a note leaves out who it is about, and where it only looks so."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.lang.en.ellipsis import left_out
from extraction.lang.shared.completed import Completed
from extraction.model.context import Context, KnownSpan
from extraction.model.findings import Findings, FoundName
from graph.model.types import EntityType

WORDS = (
    *(
        "I ",
        "User ",
        "The user's ",
        "Lives in ",
        "Met ",
        "no longer ",
        "Doesn't",
        "Name",
        "is ",
        "has ",
        "a dog",
        "by ",
    ),
    *("- ", "\n", ". ", "? ", "1. ", "Dr. ", "’s ", "'", " ", "Rome", "İstanbul", "K", "😀", "\u202e", "\ud800"),
)


def whole(text: str) -> str:
    """A text as it is read."""
    return Completed(text, tuple(left_out(text))).text


@pytest.mark.parametrize(
    ("note", "read"),
    [
        ("Lives in Seattle.", "I lives in Seattle."),
        ("Allergic to shellfish. Has two dogs.", "I am allergic to shellfish. I has two dogs."),
        ("- Likes jazz\n- Works at Acme", "- I likes jazz\n- I works at Acme"),
        ("No longer works at Acme", "I no longer works at Acme"),
        ("Born in Osaka; grew up in Kyoto", "I was born in Osaka; I grew up in Kyoto"),
        ("Planning a trip to Japan in April.", "I am planning a trip to Japan in April."),
        ("Vegan and afraid of dogs.", "I am vegan and afraid of dogs."),
        ("Asthmatic and left-handed.", "I am asthmatic and left-handed."),
        ("Has migraines.", "I has migraines."),
        ("Once married to Anna.", "I was once married to Anna."),
        ("- Has a dog named Max\n- Lives in Leeds", "- I has a dog named Max\n- I lives in Leeds"),
        ("I'm a nurse. Lives in Leeds.", "I'm a nurse. I lives in Leeds."),
        ("The user's name is Ken. Likes tea.", "The user's name is Ken. User likes tea."),
        ("LIVES IN ROME.", "I lives IN ROME."),
        ("Lost my wallet in Shinjuku.", "I lost my wallet in Shinjuku."),
        ("Favorite color is blue.", "My favorite color is blue."),
        ("Wife's name is Anna.", "My wife's name is Anna."),
        ("I went to Rome. Met Carlo there.", "I went to Rome. I met Carlo there."),
        ("The user is a nurse. Fond of tea.", "The user is a nurse. User is fond of tea."),
        ("User is a nurse. Lives in Leeds.", "User is a nurse. User lives in Leeds."),
    ],
)  # fmt: skip
def test_a_note_is_read_with_who_it_leaves_out(note: str, read: str) -> None:
    assert whole(note) == read


@pytest.mark.parametrize(
    "text",
    [
        "Works of Goya are in the Prado.",
        "Works Cited: Smith 2010.",
        "Plans for the weekend: Osaka.",
        "Learning Japanese is fun.",
        "Love Actually is a film by Richard Curtis.",
        "Lost keys in the Osaka office.",
        "Signed by Anna.",
        "Moved to Friday.",
        "Vegan restaurant in Shibuya.",
        "Is Anna in Osaka?",
        "Was released in 2020.",
        "Reports are due on Friday.",
        "Buy milk. Call Bob.",
        "Brother printer broke.",
        "...",
        "",
    ],
)
def test_what_only_begins_alike_is_read_as_it_is_written(text: str) -> None:
    assert whole(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Drinks with Anna on Friday.",
        "Works on Linux and macOS.",
        "Doesn't support Windows.",
        "Has a bug in the login flow.",
        "Is a town in Kent.",
        "No plans to move to Berlin.",
        "Dogs are great.",
        "Mother Teresa was born in Skopje.",
        "Looking for Alaska by John Green",
        "Adopted in 1787.",
        "Watch the movie Dune.",
        "User service. Uses Postgres.",
        "Disabled for new users.",
        "Retired since version 2.",
    ],
)
def test_what_things_do_and_what_is_to_be_done_is_not_what_the_user_does(text: str) -> None:
    assert whole(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Anna called. Lives in Seattle.",
        "Wife is Anna. Lives in Seattle.",
        "My sister is Anna. Lives in Seattle.",
        "I have a sister. Lives in Seattle.",
        "Met Anna. Lives in Seattle.",
        "Adopted a cat. Lives in the kitchen.",
        "Moved to Berlin. Lives in Mitte.",
        "Has a daughter named Lucy. Lives in Seattle.",
    ],
)
def test_a_note_that_speaks_of_somebody_may_go_on_about_them(text: str) -> None:
    assert "I lives" not in whole(text)


def test_the_name_of_somebody_just_spoken_of_is_not_the_users() -> None:
    assert whole("Name is Ken.") == "My name is Ken."
    assert whole("Adopted a cat. Name is Miso.") == "I adopted a cat. Name is Miso."


def test_what_is_known_of_a_text_and_found_in_it_stands_at_its_own_places() -> None:
    text = Completed("Likes tea. Met Ken.", ((0, "I "), (11, "I ")))
    assert text.text == "I likes tea. I met Ken."
    assert [text.text[start:] for start in text.starts] == ["I likes tea. I met Ken.", "I met Ken."]
    span = KnownSpan(start=15, end=18, key="ken", name="Ken", type=EntityType.PERSON)
    moved = text.context(Context(when=datetime(2026, 6, 1, tzinfo=UTC), spans=(span,))).spans[0]
    assert text.text[moved.start : moved.end] == "Ken"
    back = text.findings(Findings(names=(_name(0, 1), _name(8, 11), _name(13, 14), _name(moved.start, moved.end))))
    assert [(name.start, name.surface) for name in back.names] == [(0, ""), (6, "tea"), (11, ""), (15, "Ken")]


@given(st.lists(st.sampled_from(WORDS), max_size=12).map("".join))
def test_whatever_a_note_holds_what_is_put_in_can_be_taken_out_again(note: str) -> None:
    text = Completed(note, tuple(left_out(note)))
    assert len(text.text) == len(note) + sum(len(words) for _, words in text.missing)
    back = text.findings(Findings(names=tuple(_name(place, place + 1) for place in range(len(text.text)))))
    spelled = [name for name in back.names if name.start < name.end]
    assert "".join(name.surface for name in spelled) == note
    assert {name.start for name in back.names if name.start == name.end} <= {place for place, _ in text.missing}


def test_a_name_that_begins_a_sentence_keeps_its_capital() -> None:
    text = Completed("Sister Act is great.", ((0, "My "),))
    assert [name.name for name in text.findings(Findings(names=(_name(3, 13, "sister Act"),))).names] == ["Sister Act"]


def _name(start: int, end: int, name: str = "it") -> FoundName:
    return FoundName(
        start=start, end=end, surface="", name=name, type=EntityType.CONCEPT, confidence=1, reasons=(), method="rule"
    )
