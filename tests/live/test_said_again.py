"""What is the same memory: by the id in its source, by its place there, else by words, time and place in a talk."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from neo4j import Driver

from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Order, Remembered
from graph.model.recalled import Mode

NOON = datetime(2026, 11, 17, 12, 0, tzinfo=UTC)


def ingested(knowledge: Knowledge, user_id: str, drafts: Sequence[Draft], batch_size: int = 200) -> list[Remembered]:
    outcomes = list(knowledge.remember_many(user_id, drafts, batch_size=batch_size))
    return [outcome.remembered for outcome in outcomes if outcome.remembered is not None]


def texts(knowledge: Knowledge, user_id: str) -> list[str]:
    return sorted(memory.text for memory in knowledge.memories(user_id, order=Order.CREATED, limit=100).memories)


def test_the_same_words_kept_on_another_day_are_another_memory(light: Knowledge, user_id: str) -> None:
    days = [Draft(text="Ran 5 km today.", created_at=NOON + timedelta(days=day)) for day in range(2)]
    assert [memory.created for memory in ingested(light, user_id, days)] == [True, True]
    assert [memory.created for memory in ingested(light, user_id, days)] == [False, False]
    assert [light.remember(user_id, draft).created for draft in days] == [False, False]


def test_the_same_words_said_now_are_one_memory_until_they_are_put_away(light: Knowledge, user_id: str) -> None:
    memo = Draft(text="Ada Byron joined Acme Corp.")
    first, again = (light.remember(user_id, memo) for _ in range(2))
    assert (first.created, again.created, again.id) == (True, False, first.id)
    light.archive(user_id, first.id)
    anew = light.remember(user_id, memo)
    assert anew.created
    light.invalidate(user_id, anew.id)
    assert light.remember(user_id, memo).created


def test_a_file_read_again_does_not_bring_back_what_was_put_away(light: Knowledge, user_id: str) -> None:
    (kept,) = ingested(light, user_id, [Draft(text="Ada Byron joined Acme Corp.")])
    light.archive(user_id, kept.id)
    (again,) = ingested(light, user_id, [Draft(text="Ada Byron joined Acme Corp.")])
    assert (again.created, again.id) == (False, kept.id)


def test_a_word_said_twice_in_a_minute_is_two_memories_and_a_grown_export_adds_only_what_is_new(
    light: Knowledge, user_id: str
) -> None:
    def turn(text: str, minute: int, session: str = "talk") -> Draft:
        when = NOON + timedelta(minutes=minute)
        return Draft(text=text, speaker="Ken", session_id=session, occurred_at=when)

    talk = [turn("ok", 0), turn("Where is Ada Byron?", 0), turn("ok", 0), turn("ok", 5)]
    assert [memory.created for memory in ingested(light, user_id, talk, batch_size=2)] == [True] * 4
    grown = [*talk, turn("ok", 5), turn("Bye now.", 6)]
    assert [memory.created for memory in ingested(light, user_id, grown)] == [False] * 4 + [True] * 2
    renamed = [replace(draft, session_id="talk (1)") for draft in grown]
    assert not any(memory.created for memory in ingested(light, user_id, renamed))
    assert texts(light, user_id).count("ok") == 4


def test_a_message_is_known_by_its_id_and_an_edited_one_replaces_its_text(
    light: Knowledge, user_id: str, driver: Driver
) -> None:
    def message(text: str, number: int, session: str = "export") -> Draft:
        return Draft(text=text, source_id=f"chat:{number}", speaker="Ken", session_id=session, occurred_at=NOON)

    first, other = ingested(
        light, user_id, [message("Ada Byron joined Acme Corp.", 1), message("Ada Byron joined Acme Corp.", 2)]
    )
    assert first.id != other.id
    edited, same = ingested(
        light, user_id, [message("Ada Byron joined Blue Corp.", 1, "export 2"),
                         message("Ada Byron joined Acme Corp.", 2, "export 2")]
    )  # fmt: skip
    assert (edited.id, edited.updated, edited.created) == (first.id, True, False)
    assert (same.id, same.updated, same.created) == (other.id, False, False)
    assert light.show(user_id, first.id).memory.text == "Ada Byron joined Blue Corp."
    assert {fact.object for fact in light.show(user_id, first.id).facts} == {"Blue Corp"}
    assert [version.text for version in light.history(user_id, first.id)] == ["Ada Byron joined Acme Corp."]
    undated, dated = ingested(
        light, user_id, [replace(message("Ada Byron joined Acme Corp.", 3), occurred_at=None),
                         message("Ada Byron joined Acme Corp.", 3)]
    )  # fmt: skip
    assert (dated.id, dated.added) == (undated.id, ("occurred_at",))
    assert light.show(user_id, dated.id).memory.occurred_at == NOON
    light.forget(user_id, first.id)
    left, _, _ = driver.execute_query("MATCH (v:MemoryVersion {memory_id: $id}) RETURN count(v) AS left", id=first.id)
    assert left[0]["left"] == 0


def test_an_edited_section_replaces_its_text_and_a_new_one_is_added(light: Knowledge, user_id: str) -> None:
    def section(title: str, text: str) -> Draft:
        return Draft(text=text, title=title, source="plan.md", place=f"plan.md#{title}")

    pages = [section("People", "Ada Byron leads Acme Corp."), section("Dates", "The launch is on Friday.")]
    people, dates = ingested(light, user_id, pages)
    pages[1] = section("Dates", "The launch is on Monday.")
    pages.append(section("Risks", "None yet."))
    same, moved, new = ingested(light, user_id, pages)
    assert (same.id, same.updated) == (people.id, False)
    assert (moved.id, moved.updated, new.created) == (dates.id, True, True)
    assert texts(light, user_id) == ["Ada Byron leads Acme Corp.", "None yet.", "The launch is on Monday."]
    assert [version.text for version in light.history(user_id, dates.id)] == ["The launch is on Friday."]
    renamed = [replace(draft, source="plan (1).md", place=f"plan (1).md#{draft.title}") for draft in pages]
    assert not any(memory.created or memory.updated for memory in ingested(light, user_id, renamed))


def test_the_same_text_with_more_about_it_takes_that_up_in_a_stream_and_alone(light: Knowledge, user_id: str) -> None:
    first = Draft(text="Ada Byron sings.", tags=("a",))
    kept = light.remember(user_id, first)
    again = light.remember(user_id, replace(first, tags=("b",), project="shop/till", channel="line"))
    assert (again.id, set(again.added), again.ignored) == (kept.id, {"tags", "project", "channel"}, ())
    third = light.remember(user_id, replace(first, project="farm", category="music"))
    assert (third.added, third.ignored) == (("category",), ("project",))
    memory = light.show(user_id, kept.id).memory
    assert (memory.tags, memory.project, memory.channel) == (("a", "b"), "shop/till", "line")
    narrowed = Filters(project="shop", category="music")
    assert [listed.id for listed in light.memories(user_id, filters=narrowed).memories] == [kept.id]
    hits = light.recall(user_id, "Ada", mode=Mode.KEYWORD, filters=Filters(project="shop")).hits
    assert [hit.memory.id for hit in hits] == [kept.id]
    streamed = [Draft(text="Mia paints.", tags=("x",)), Draft(text="Mia paints.", tags=("y",))]
    outcomes = [outcome.remembered for outcome in light.remember_many(user_id, streamed)]
    assert outcomes[1]
    assert outcomes[1].added == ("tags",)
    assert light.show(user_id, outcomes[1].id).memory.tags == ("x", "y")
