"""Exports ingested again: grown, renamed and edited ones add what is new, replace what changed, and double nothing."""

import json
from datetime import UTC
from pathlib import Path

from api.sources.reading import read_source
from graph.knowledge import Knowledge
from graph.model.memory import Order

Json = dict[str, object]


def ingested(knowledge: Knowledge, user_id: str, path: Path) -> tuple[int, int, int]:
    """How many memories of a source are new, replaced and already there."""
    drafts = [item.draft for item in read_source(path, zone=UTC) if item.draft]
    outcomes = [outcome.remembered for outcome in knowledge.remember_many(user_id, drafts) if outcome.remembered]
    assert len(outcomes) == len(drafts)
    new, replaced = sum(kept.created for kept in outcomes), sum(kept.updated for kept in outcomes)
    return new, replaced, len(outcomes) - new - replaced


def texts(knowledge: Knowledge, user_id: str) -> list[str]:
    return [memory.text for memory in knowledge.memories(user_id, order=Order.CREATED, limit=100).memories]


def test_an_edited_message_of_a_grown_and_renamed_export_replaces_its_text(
    light: Knowledge, user_id: str, tmp_path: Path
) -> None:
    def export(folder: str, *messages: tuple[int, str]) -> Path:
        channel = tmp_path / folder / "plans"
        channel.mkdir(parents=True)
        (channel.parent / "users.json").write_text('[{"id": "U1", "real_name": "Ada Byron"}]')
        (channel.parent / "channels.json").write_text('[{"id": "C1", "name": "plans"}]')
        day = [{"type": "message", "user": "U1", "ts": f"1770080{n}.000100", "text": text} for n, text in messages]
        (channel / "2026-02-03.json").write_text(json.dumps(day))
        return channel.parent

    assert ingested(light, user_id, export("a", (400, "ok"), (401, "ok"), (402, "The launch is on Friday."))) == (
        3,
        0,
        0,
    )
    grown = export("b", (400, "ok"), (401, "ok"), (402, "The launch is on Monday."), (403, "See you."))
    assert ingested(light, user_id, grown) == (1, 1, 2)
    assert sorted(texts(light, user_id)) == ["See you.", "The launch is on Monday.", "ok", "ok"]


def test_a_text_export_without_ids_that_has_grown_adds_what_is_new(
    light: Knowledge, user_id: str, tmp_path: Path
) -> None:
    talk = "13/02/2026, 21:05 - Ada: ok\n13/02/2026, 21:05 - Ada: ok\n13/02/2026, 21:06 - Ken: Where is Ada Byron?\n"
    for name, text, expected in (
        ("chat.txt", talk, (3, 0, 0)),
        ("chat (1).txt", talk + "14/02/2026, 09:00 - Ada: At home.\n", (1, 0, 3)),
    ):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert ingested(light, user_id, path) == expected


def test_an_edited_section_of_a_note_replaces_what_stood_there(light: Knowledge, user_id: str, tmp_path: Path) -> None:
    note = tmp_path / "Ada Byron.md"
    note.write_text("# Work\nAda Byron joined Acme Corp.\n# Home\nShe lives in Oslo.\n", encoding="utf-8")
    assert ingested(light, user_id, note) == (2, 0, 0)
    note.write_text(
        "# Work\nAda Byron joined Blue Corp.\n# Home\nShe lives in Oslo.\n# Pets\nA cat.\n", encoding="utf-8"
    )
    assert ingested(light, user_id, note) == (1, 1, 1)
    assert set(texts(light, user_id)) == {"Ada Byron joined Blue Corp.", "She lives in Oslo.", "A cat."}


def test_two_notes_of_one_name_in_two_folders_do_not_replace_each_other(
    light: Knowledge, user_id: str, tmp_path: Path
) -> None:
    for folder, text in (("home", "Call the plumber."), ("work", "Call the bank.")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "todo.md").write_text(text, encoding="utf-8")
    for folder in ("home", "work"):
        assert ingested(light, user_id, tmp_path / folder) == (1, 0, 0)
    assert len(texts(light, user_id)) == 2
