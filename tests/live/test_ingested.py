"""Files as people have them, ingested from the command line: what is kept, understood, marked and answered.

A row of `ingested.jsonl` names `files` of the folder `cases`, which one user ingests one after the other. `kept` are
all memories, with the fields that are proved; by text `facts` are all facts of a memory, each written
"subject | predicate | object | when or how", and `names` its entities; `stated` are all facts of the user that are told
to be so. `over` are the memories that say what has ended; `asks` and `context` are questions with the memory that comes
first, and with what the text of a prompt has or lacks; `inferred` are the relations that follow.
"""

import json
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from api.commands.root import run
from graph.knowledge import Knowledge

pytestmark = pytest.mark.models

Json = dict[str, Any]
HERE = Path(__file__).parent
ROWS: list[Json] = [json.loads(line) for line in (HERE / "ingested.jsonl").read_text(encoding="utf-8").splitlines()]
FILES = sorted(path.name for path in (HERE / "cases").iterdir())


@pytest.fixture
def enishi(knowledge: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A command of the user, answered in JSON."""
    monkeypatch.setattr(knowledge, "close", lambda: None)  # the store is the session's

    def answered(*words: str) -> Any:
        with redirect_stdout(StringIO()) as printed:
            assert run([*words, "--json"], build=lambda _: knowledge, default_user=lambda: user_id) == 0, words
        return json.loads(printed.getvalue())

    return answered


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["says"])
def test_a_file_is_understood_as_it_says(row: Json, enishi: Callable[..., Any], tmp_path: Path) -> None:
    copytree(HERE / "cases", tmp_path, dirs_exist_ok=True)
    for file in row["files"]:
        for tally in enishi("ingest", str(tmp_path / file), "--zone", "Asia/Tokyo")["files"]:
            assert tally["remembered"]
            assert not tally.get("failed")
    memories = enishi("list", "--limit", "100")["memories"]
    shown = [enishi("show", memory["id"]) for memory in memories]
    assert faults(row, memories, shown) == []
    for question, first in row.get("asks", {}).items():
        (hit,) = enishi("recall", question, "--limit", "1")["hits"]
        assert hit["memory"]["text"] == first, question
    for question, text in row.get("context", {}).items():
        packed = enishi("context", question)["text"]
        assert [part for part in text.get("has", ()) if part not in packed] == [], packed
        assert [part for part in text.get("lacks", ()) if part in packed] == [], packed
    if "inferred" in row:
        enishi("infer")
        assert [one for one in enishi("inferred", "--limit", "100") if one["kind"] == "relation"] == row["inferred"]


def faults(row: Json, memories: list[Json], shown: list[Json]) -> list[str]:
    """In what memories differ from what a row says of them; nothing where they are as they should be."""
    by_text = {detail["memory"]["text"]: detail for detail in shown}
    wrong: list[str] = []
    if "kept" in row:
        left = [*memories]
        for kept in row["kept"]:
            memory = next((one for one in left if {**one, **kept} == one), None)
            left = [one for one in left if one is not memory]
            wrong += [] if memory else [f"missing: {kept}"]
        wrong += [f"unwanted: {memory['text']}" for memory in left]
    for text, facts in row.get("facts", {}).items():
        wrong += unequal(text, map(written, by_text[text]["facts"]), facts)
    for text, names in row.get("names", {}).items():
        wrong += unequal(text, (entity["name"] for entity in by_text[text]["entities"]), names)
    if "stated" in row:
        facts = (fact for detail in shown for fact in detail["facts"])
        stated = [fact for fact in facts if (fact["modality"], fact["polarity"]) == ("stated", "positive")]
        wrong += unequal("stated", map(written, stated), row["stated"])
    if "over" in row:
        wrong += unequal("over", (detail["memory"]["text"] for detail in shown if detail["endings"]), row["over"])
    return wrong


def unequal(what: str, read: Iterable[str], expected: list[str]) -> list[str]:
    read = sorted(read)
    return [] if read == sorted(expected) else [f"{what}: {read}"]


def written(fact: Json) -> str:
    """A fact as a row writes it."""
    how = [
        fact["modality"] if fact["modality"] != "stated" else None,
        "not" if fact["polarity"] == "negative" else None,
    ]
    return " | ".join(filter(None, (fact["subject"], fact["predicate"], fact["object"], *how, fact["time"])))


def test_every_file_is_of_a_row() -> None:
    assert sorted({file for row in ROWS for file in row["files"]}) == FILES
