"""The sample is what strangers see first and what other tests stand on: it has to stay what its page says."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import cast

from api.sources.reading import read_source

SAMPLES = Path(__file__).parents[2] / "samples"
CATEGORIES = {"work", "personal", "learning"}
SOURCES = {"meeting", "chat", "note", "email", "document"}
KINDS = {"direct", "paraphrase", "multi_hop", "temporal", "cross_language", "name_form", "contradiction"}
JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")


def records(name: str) -> list[dict[str, object]]:
    lines = (SAMPLES / name).read_text(encoding="utf-8").splitlines()
    return [cast(dict[str, object], json.loads(line)) for line in lines]


def text_of(record: dict[str, object]) -> str:
    return cast(str, record["text"])


def language_of(text: str) -> str:
    return "ja" if len(JAPANESE.findall(text)) > 0.2 * len(text) else "en"


def test_every_memory_is_read_without_an_error() -> None:
    items = list(read_source(SAMPLES / "memories.jsonl"))
    assert 190 <= len(items) <= 220
    assert [item.error for item in items] == [None] * len(items)
    assert all(item.draft and item.draft.extra["sample_id"] == item.draft.extra["source_id"] for item in items)


def test_ids_and_texts_are_unique() -> None:
    memories = records("memories.jsonl")
    for field in ("id", "text"):
        assert len({cast(str, memory[field]) for memory in memories}) == len(memories)


def test_both_languages_have_their_half() -> None:
    counts = Counter(language_of(text_of(memory)) for memory in records("memories.jsonl"))
    assert min(counts.values()) >= 0.4 * counts.total()


def test_the_fields_hold_what_the_page_says() -> None:
    for memory in records("memories.jsonl"):
        assert memory["category"] in CATEGORIES
        assert memory["source"] in SOURCES
        assert re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+", cast(str, memory.get("project", "a/b/c")))
        assert ("speaker" in memory) == (memory["source"] == "chat")
        assert "session_id" not in memory or "speaker" in memory


def test_the_memories_stand_in_the_order_they_were_written_within_the_three_months() -> None:
    times = [item.draft.created_at for item in read_source(SAMPLES / "memories.jsonl") if item.draft]
    assert None not in times
    assert times == sorted(time for time in times if time)
    assert {time.month for time in times if time} == {6, 7, 8}


def test_the_turns_of_a_session_follow_each_other() -> None:
    sessions = [cast(str, memory["session_id"]) for memory in records("memories.jsonl") if "session_id" in memory]
    changes = sum(one != two for one, two in pairwise(sessions))
    assert changes == len(set(sessions)) - 1


def test_there_are_questions_of_every_kind_in_both_languages() -> None:
    questions = records("questions.jsonl")
    kinds = Counter(cast(str, question["kind"]) for question in questions)
    assert len({cast(str, question["id"]) for question in questions}) == len(questions) == 110
    assert set(kinds) == KINDS
    assert kinds["multi_hop"] >= 6
    assert kinds["cross_language"] >= 60
    assert min(Counter(cast(str, question["language"]) for question in questions).values()) >= 50


def test_every_answer_is_a_memory_and_hops_need_two() -> None:
    ids = {memory["id"] for memory in records("memories.jsonl")}
    for question in records("questions.jsonl"):
        answers = cast(list[str], question["answers"])
        assert answers
        assert set(answers) <= ids
        assert question["kind"] != "multi_hop" or len(answers) > 1


def test_a_question_across_languages_is_asked_in_the_other_one() -> None:
    memories = {memory["id"]: text_of(memory) for memory in records("memories.jsonl")}
    for question in records("questions.jsonl"):
        assert language_of(text_of(question)) == question["language"]
        if question["kind"] == "cross_language":
            answers = {language_of(memories[answer]) for answer in cast(list[str], question["answers"])}
            assert answers == {"ja", "en"} - {cast(str, question["language"])}
