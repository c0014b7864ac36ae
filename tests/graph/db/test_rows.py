"""Values become parameters and records become values; a question can hold any character."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.db.rows import (
    NEVER,
    chunk_facets,
    chunk_properties,
    draft_of,
    entities_of,
    facets,
    fact_properties,
    facts_of,
    lucene,
    memory_of,
    memory_row,
    mention_properties,
    moment,
    quoted,
    still_there,
)
from graph.intake.checks import checked
from graph.model.draft import Draft
from graph.model.extraction import Chunk, DraftReading, Mention, Statement
from graph.model.filters import Filters
from graph.model.types import EntityType, LinkType, RelationType, Status

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
CHUNK = Chunk(ordinal=0, start=0, end=3, text="Ada", language="en", words="ada")
READING = DraftReading(language="en", title="Ada", summary="Ada", micro_summary="Ada", chunks=(CHUNK,), pinned=False)


def mention(**changes: Any) -> Mention:
    values: dict[str, Any] = {
        "chunk": 0, "start": 0, "end": 3, "surface": "Ada", "name": "Ada", "key": "ada", "type": EntityType.PERSON,
        "link_type": LinkType.MENTIONS, "confidence": 0.8, "reasons": ("r",), "method": "m",
    }  # fmt: skip
    return Mention(**(values | changes))


@pytest.mark.parametrize("character", [*'+-&|!(){}[]^"~*?:\\/<>= ', "AND", "OR", "NOT", "TO", "&&", "||"])
def test_every_character_that_lucene_knows_is_only_a_character(character: str) -> None:
    plain, strange = lucene(["aXb", "Y"], "t", Filters()), lucene([f"a{character}b", character], "t", Filters())
    assert outside(strange) == outside(plain)


def outside(asked: str) -> str:
    """A query without what stands in quotes."""
    left, inside, escaped = "", False, False
    for c in asked:
        if escaped:
            escaped = False
        elif c == "\\" and inside:
            escaped = True
        elif c == '"':
            inside = not inside
        elif not inside:
            left += c
    assert not inside
    return left


@given(st.text())
def test_a_quoted_term_ends_where_it_ends(text: str) -> None:
    body = quoted(text)[1:-1]
    assert body.replace("\\\\", "").replace('\\"', "").count('"') == 0
    assert body.replace('\\"', '"').replace("\\\\", "\\") == text or "\\" in text


def test_a_query_asks_for_any_word_among_chunks_with_every_facet() -> None:
    asked, (user, status) = lucene(["ada", "met", "ada"], "taro", Filters()), facets("taro", Filters())
    assert asked.startswith(f'+facets:"{user}"^0 +facets:"{status}"^0 +')
    assert '("ada"^2 "met" "ada met"^0.3 "met ada"^0.3)' in asked
    assert lucene([], "taro", Filters()) == ""


def test_two_letters_of_grammar_are_asked_for_but_not_in_pairs() -> None:
    asked = lucene(["佐藤", "藤さ", "さん", "んが", "感動"], "taro", Filters())
    assert '("佐藤" "藤さ" "さん" "んが" "感動" "佐藤 藤さ"^0.3)' in asked
    assert '("さく" "くら")' in lucene(["さく", "くら"], "taro", Filters())


def test_what_is_no_word_of_its_own_counts_less() -> None:
    asked = lucene(["ライ", "イオ", "ライオン", "ライ"], "taro", Filters(), pieces={"ライ", "イオ"})
    assert '("ライ"^1.2 "イオ"^0.6 "ライオン" ' in asked


def test_a_query_never_holds_more_clauses_than_lucene_takes() -> None:
    for count in (1, 130, 250, 400):
        words = [f"w{number}" for number in range(count)]
        asked = lucene(words, "taro", Filters())
        assert len(re.findall('"[^"]+"', asked)) <= 1_024
        assert all(quoted(word) in asked for word in words[:250])


def test_the_facets_of_a_question_are_among_those_of_the_chunks_that_pass() -> None:
    chunk = set(chunk_facets("taro", Status.ACTIVE, "p", "c", "s").split())
    assert set(facets("taro", Filters())) < chunk
    assert set(facets("taro", Filters(project="p", category="c", session_id="s"))) == chunk
    for filters in (
        Filters(project="c"),
        Filters(category="p"),
        Filters(session_id="p"),
        Filters(status=Status.INVALID),
    ):
        assert not set(facets("taro", filters)) <= chunk
    assert not set(facets("hanako", Filters())) <= chunk


def test_a_memory_comes_back_from_its_row() -> None:
    draft = Draft(text="Ada", title="Ada", tags=("t",), rating=3, extra={"a": [1]}, created_at=NOW, speaker="Bee")
    row = memory_row("01X", "taro", draft, READING, NOW, pending=True, twin="01W")
    properties = row["properties"]
    assert isinstance(properties, dict)
    memory = memory_of({**properties, "id": "01X"})
    assert (memory.text, memory.tags, memory.rating, memory.extra) == ("Ada", ("t",), 3, {"a": [1]})
    assert (memory.pending, memory.duplicate_of, memory.status) == (True, "01W", Status.ACTIVE)
    assert (memory.project, memory.category, memory.session_id) == (None, None, None)
    assert draft_of(memory, titled=True) == draft


@pytest.mark.parametrize("gone", ["id", "created_at", "title", "language", "status", "text"])
def test_a_memory_that_is_forgotten_while_it_is_read_is_no_row(gone: str) -> None:
    row = memory_row("01X", "taro", Draft(text="Ada", created_at=NOW), READING, NOW, pending=False, twin=None)
    properties = {**cast("dict[str, object]", row["properties"]), "id": "01X"}
    half = {name: value for name, value in properties.items() if name != gone}
    assert still_there([{"memory": properties}, {"memory": half}]) == [{"memory": properties}]
    assert len(still_there([{"memory": half}], texts=False)) == (gone == "text")


def test_a_title_that_was_made_is_made_again() -> None:
    row = memory_row("01X", "taro", Draft(text="Ada"), READING, NOW, pending=False, twin=None)
    properties = row["properties"]
    assert isinstance(properties, dict)
    assert properties["titled"] is False
    assert "pending" not in properties
    assert draft_of(memory_of({**properties, "id": "01X"}), titled=False).title is None


def test_nothing_is_written_where_nothing_was_said() -> None:
    properties = chunk_properties("taro", Draft(text="Ada"), CHUNK, NOW, None)
    assert None not in properties.values()
    assert "speaker" not in properties
    assert "asks" not in properties
    assert chunk_properties("taro", Draft(text="Ada", speaker="Bee"), CHUNK, NOW, None)["asks"] is False


@pytest.mark.parametrize(
    ("text", "speaker", "standing"),
    [("Always name your sources.", "Bee", True), ("Always name your sources.", "assistant", None),
     ("Always name your sources.", None, None), ("I named my sources.", "Bee", None)],
)  # fmt: skip
def test_a_turn_to_be_minded_always_is_marked(text: str, speaker: str | None, *, standing: bool | None) -> None:
    chunk = replace(CHUNK, text=text, end=len(text))
    properties = chunk_properties("taro", Draft(text=text, speaker=speaker), chunk, NOW, None)
    assert properties.get("standing") is standing


def test_several_places_of_a_name_are_one_tie() -> None:
    tie = mention_properties(
        [mention(), mention(start=9, end=12, confidence=0.9, name="Ada Byron", aliases=("A.",), alias_keys=("a",)),
         mention(start=None, end=None, confidence=0.1)]
    )  # fmt: skip
    assert (tie["starts"], tie["ends"], tie["surfaces"]) == ([0, 9], [3, 12], ["Ada"])
    assert (tie["name"], tie["confidence"]) == ("Ada Byron", 0.9)
    assert (tie["names"], tie["keys"]) == (["A.", "Ada", "Ada Byron"], ["a", "ada"])


def test_a_fact_is_open_until_something_ends_it() -> None:
    stated = Statement(
        chunk=0, subject=0, object=1, predicate="joined", lemma="join", type=RelationType.WORKS_FOR, start=0, end=9,
        confidence=0.7, reasons=("r",), method="m",
    )  # fmt: skip
    properties = fact_properties("f", "taro", stated, NOW)
    assert (properties["valid_from"], properties["valid_to"]) == (NOW, NEVER)
    assert "time" not in properties


def test_an_entity_of_two_chunks_is_told_once_with_every_place() -> None:
    row = {"id": "e", "name": "Ada", "type": "Person", "link_type": "mentions", "confidence": 0.5, "surfaces": ["Ada"],
           "starts": [0], "ends": [3], "reasons": ["x"]}  # fmt: skip
    other = {**row, "confidence": 0.9, "surfaces": ["Ada", "A."], "starts": [0, 7], "ends": [3, 9], "reasons": ["y"]}
    (entity,) = entities_of([row, other])
    assert (entity.confidence, entity.reasons) == (0.9, ("y",))
    assert (entity.surfaces, entity.starts, entity.ends) == (("Ada", "A."), (0, 7), (3, 9))


def test_facts_are_told_in_the_order_of_the_text() -> None:
    row = {"id": "b", "subject": "s", "predicate": "p", "object": "o", "type": "KNOWS", "polarity": "positive",
           "modality": "stated", "confidence": 0.5, "start": 5, "end": 9}  # fmt: skip
    assert [fact.id for fact in facts_of([row, {**row, "id": "c", "start": 1}, {**row, "id": "a"}])] == ["c", "a", "b"]


def test_times_of_the_driver_become_plain() -> None:
    from neo4j.time import DateTime

    assert moment(DateTime.from_native(NOW)) == NOW
    assert moment(NOW) is NOW


def test_a_draft_of_what_was_stored_before_paths_had_a_rule_is_one_that_may_be_kept() -> None:
    row = {
        "id": "01A", "user_id": "u", "text": "Ada came.", "project": "garden/../shop", "category": "food//",
        "created_at": NOW, "updated_at": NOW, "title": "Ada", "status": "active", "language": "en", "summary": "Ada",
    }  # fmt: skip
    draft = checked(draft_of(memory_of(row), titled=True))
    assert (draft.project, draft.category) == ("garden/shop", "food")
    without = draft_of(memory_of(row | {"project": "", "category": None}), titled=True)
    assert (without.project, without.category) == (None, None)
