from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from extraction.draft_reading import (
    indexed_form,
    micro_summary_of,
    read_draft,
    spelled_date,
    summary_of,
    title_of,
)
from extraction.pin_instructions import content_of
from extraction.settings import ExtractionSettings
from extraction.text.chunks import Span
from extraction.text.words import MOST
from graph.errors import Invalid
from graph.model.draft import Draft, GivenFact
from graph.model.types import RelationType

SETTINGS = ExtractionSettings()
MOMENT = datetime(2022, 1, 21, 19, 31, tzinfo=UTC)


class Characters:
    """Counts four characters as a token."""

    def tokens(self, text: str) -> list[Span]:
        return [(start, min(start + 4, len(text))) for start in range(0, len(text), 4)]

    def count(self, text: str) -> int:
        return -(-len(text) // 4)


def kept(text: str, instructions: Sequence[str] = SETTINGS.pin_instructions) -> tuple[str, bool]:
    start, end, pinned = content_of(text, instructions)
    return text[start:end], pinned


def test_a_title_is_the_first_fifty_characters_when_none_is_given() -> None:
    text = "The quarterly review of the northern warehouses starts on Monday morning."
    assert title_of(text, 50) == text[:50] + "..."
    assert title_of("Short.", 50) == "Short."
    assert title_of("会" * 51, 50) == "会" * 50 + "..."


def test_a_given_title_stays() -> None:
    assert read_draft(Draft(text="Some text.", title="My title"), Characters(), SETTINGS).title == "My title"


def test_a_micro_summary_has_fifty_to_eighty_characters_and_ends_where_a_reader_pauses() -> None:
    text = "We moved the launch to Thursday because the printer was late. Then everybody went home and slept well."
    assert micro_summary_of(text, 80) == "We moved the launch to Thursday because the printer was late."
    long = "word " * 100
    assert 50 <= len(micro_summary_of(long, 80)) <= 80
    assert len(micro_summary_of("会" * 300, 80)) == 80
    assert micro_summary_of("Brief.", 80) == "Brief."


def test_a_summary_keeps_whole_sentences_in_their_order() -> None:
    text = (
        "The harbour project began in March. It rained. Engineers drew three harbour plans for the new pier. "
        "Lunch was fine. The pier of the harbour will open in May. Nobody complained about anything at all."
    )
    summary = summary_of(text, 3, 400)
    assert summary.startswith("The harbour project began in March.")
    assert "pier" in summary
    assert summary.count(".") == 3


def test_a_summary_is_bounded_by_characters() -> None:
    assert len(summary_of("とても長い文が続く" * 200, 3, 400)) <= 400
    assert len(summary_of(("これは文です。" * 50), 3, 400)) <= 400


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("覚えておいて、明日は3時に会議", "明日は3時に会議"),
        ("明日は3時に会議。覚えておいてください。", "明日は3時に会議。"),
        ("鍵は引き出しの中だと覚えておいて", "鍵は引き出しの中だ"),
        ("これは重要です。契約は金曜まで。", "契約は金曜まで。"),
        ("Remember this: the door code is 4711.", "the door code is 4711."),
        ("The door code is 4711. Please remember this!", "The door code is 4711."),
        ("Please remember that Alice is allergic to nuts.", "Alice is allergic to nuts."),
        ("Don’t forget that my train leaves at nine.", "my train leaves at nine."),
    ],
)
def test_an_instruction_pins_and_is_left_out(text: str, content: str) -> None:
    assert kept(text) == (content, True)


@pytest.mark.parametrize("text", ["覚えておいて", "Remember this!"])
def test_an_instruction_alone_is_the_content(text: str) -> None:
    assert kept(text) == (text, True)


def test_an_instruction_in_the_middle_pins_and_stays() -> None:
    text = "会議は3時から。これは重要。場所は本社。"
    assert kept(text) == (text, True)


@pytest.mark.parametrize(
    "text",
    [
        "I still remember this.",
        "Remember that amazing trip?",
        "Do you remember that Alice came?",
        "これは重要な会議の話だった。",
        "彼は覚えておいてと言われて困った。",
    ],
)
def test_talk_about_remembering_pins_nothing(text: str) -> None:
    assert kept(text) == (text, False)


def test_chunks_of_a_pinned_text_keep_true_offsets() -> None:
    draft = Draft(text="Remember this: " + "Alice works here. " * 200)
    reading = read_draft(draft, Characters(), SETTINGS)
    assert reading.pinned
    assert len(reading.chunks) > 1
    assert all(draft.text[chunk.start : chunk.end] == chunk.text for chunk in reading.chunks)
    assert reading.chunks[0].text.startswith("Alice")


def test_a_date_is_spelled_in_the_language_of_the_text() -> None:
    assert spelled_date(MOMENT, "en") == "7:31 pm on 21 January, 2022"
    assert spelled_date(MOMENT, "ja") == "2022年1月21日 19:31"
    assert spelled_date(datetime(2023, 12, 1, 0, 5, tzinfo=UTC), "en") == "12:05 am on 1 December, 2023"


def test_a_chat_turn_is_indexed_with_date_and_speaker() -> None:
    turn = Draft(text="Hello there", speaker="Nate", occurred_at=MOMENT, created_at=datetime(2030, 1, 1, tzinfo=UTC))
    assert indexed_form(turn, turn.text, "en") == "7:31 pm on 21 January, 2022 Nate: Hello there"
    assert indexed_form(Draft(text="Hello", speaker="Nate"), "Hello", "en") == "Nate: Hello"
    assert indexed_form(Draft(text="54", speaker="Nate", title="Ring size"), "54", "en") == "Nate: Ring size\n54"
    words = read_draft(turn, Characters(), SETTINGS).chunks[0].words.split()
    assert {"nate", "januari", "2022", "hello"} <= set(words)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Why?", True),
        ("I see. Where is it?", True),
        ("え？", True),
        ("行きますか。", True),
        ("In the blue drawer.", False),
    ],
)
def test_a_turn_asks_where_it_holds_a_question_also_one_without_an_index_word(text: str, asks: bool) -> None:
    turn, passage = Draft(text=text, speaker="Nate"), Draft(text=text)
    assert read_draft(turn, Characters(), SETTINGS).chunks[0].asks is asks
    assert read_draft(passage, Characters(), SETTINGS).chunks[0].asks is False


def test_a_passage_is_indexed_with_the_title_it_was_given_only() -> None:
    assert indexed_form(Draft(text="It is a city.", title="Prague"), "It is a city.", "en") == "Prague\nIt is a city."
    assert indexed_form(Draft(text="It is a city."), "It is a city.", "en") == "It is a city."


def test_a_memory_is_found_by_the_facts_given_with_it_and_its_vector_stays_its_own() -> None:
    facts = tuple(GivenFact(subject="I", type=RelationType.KNOWS, object=f"Guest{n}") for n in range(6))
    draft = Draft(text="He told me. " * 200, speaker="Ana", facts=facts)
    first, second, *_ = read_draft(draft, Characters(), SETTINGS).chunks
    searchable = {*(f"guest{n}" for n in range(6)), "know", "ana"}
    assert searchable <= set(first.words.split())
    assert not any("guest" in word for word in second.words.split())
    assert indexed_form(draft, "Hello", "en") == indexed_form(replace(draft, facts=()), "Hello", "en")


def test_a_text_keeps_its_own_words_however_much_is_given_with_it() -> None:
    long = "".join(chr(0x4E00 + n) for n in range(190))
    facts = tuple(GivenFact(subject=f"{n}{long}", type=RelationType.KNOWS, object=long[::-1]) for n in range(100))
    (plain,) = read_draft(Draft(text="The kestrel nests."), Characters(), SETTINGS).chunks
    (given,) = read_draft(Draft(text="The kestrel nests.", facts=facts), Characters(), SETTINGS).chunks
    assert given.words.split()[: len(plain.words.split())] == plain.words.split()
    assert len(given.words.split()) <= MOST


def test_the_language_of_a_memory_is_that_of_most_characters() -> None:
    text = "This is a long English report about many things. " * 60 + "\n\n" + "最後に日本語の一文。"
    assert read_draft(Draft(text=text), Characters(), SETTINGS).language == "en"


@pytest.mark.parametrize("text", ["", "  \n\u3000", "\u200b\ufeff", "a\x00b", "a\ud800b"])
def test_what_cannot_be_read_as_text_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match="text"):
        read_draft(Draft(text=text), Characters(), SETTINGS)


def test_a_text_of_marks_alone_is_kept() -> None:
    assert read_draft(Draft(text="!!"), Characters(), SETTINGS).chunks[0].text == "!!"
