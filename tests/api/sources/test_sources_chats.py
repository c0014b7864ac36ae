"""Chat exports of several makers: who said what, when, and in which conversation."""

import json
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from api.sources.item import Item
from api.sources.reading import read_source
from graph.errors import Invalid

TOKYO = ZoneInfo("Asia/Tokyo")


def items(folder: Path, name: str, content: object, form: str | None = None) -> list[Item]:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return [item for item in read_source(path, form, zone=TOKYO) if not item.left_out]


def turns(read: list[Item]) -> list[tuple[str | None, str]]:
    assert [item.error for item in read] == [None] * len(read)
    return [(item.draft.speaker, item.draft.text) for item in read if item.draft]


def sessions(read: list[Item]) -> list[str | None]:
    return [item.draft.session_id for item in read if item.draft]


def times(read: list[Item]) -> list[datetime | None]:
    return [item.draft.occurred_at for item in read if item.draft]


def test_roles_and_contents_are_turns_of_one_session(tmp_path: Path) -> None:
    content = [
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": [{"type": "text", "text": "Hi"}, {"type": "text", "text": "there"}]},
        {"role": "assistant", "content": None, "tool_calls": []},
    ]
    read = items(tmp_path, "talk.json", {"messages": content})
    assert turns(read) == [("user", "Hello"), ("assistant", "Hi\nthere")]
    assert sessions(read) == ["talk", "talk"]


def test_several_conversations_of_a_file_are_several_sessions(tmp_path: Path) -> None:
    tree = {
        "b": {
            "message": {"author": {"role": "assistant"}, "content": {"parts": ["Second"]}, "create_time": 1780000002.5}
        },
        "a": {"message": {"author": {"role": "user"}, "content": {"parts": ["First"]}, "create_time": 1780000001.5}},
        "root": {"message": None},
    }
    content = [{"title": "A", "mapping": tree}, {"messages": [{"from": "Emily", "text": "Third"}]}]
    assert len(items(tmp_path, "all.json", {"conversations": content})) == 3
    read = items(tmp_path, "conversations.json", content)
    assert turns(read) == [("user", "First"), ("assistant", "Second"), ("Emily", "Third")]
    assert sessions(read) == ["conversations/1", "conversations/1", "conversations/2"]
    assert [item.position for item in read] == [1, 2, 3]


def test_a_slack_export_has_people_and_epoch_times(tmp_path: Path) -> None:
    content = [
        {
            "type": "message",
            "user": "U1",
            "user_profile": {"real_name": "高橋誠"},
            "text": "復旧しました",
            "ts": "1780000000.000100",
        },
        {"type": "message", "user": "U2", "text": "Thanks", "ts": "1780000060.000200"},
    ]
    read = items(tmp_path, "2026-05-29.json", content)
    assert turns(read) == [("高橋誠", "復旧しました"), ("U2", "Thanks")]
    assert times(read)[0] == datetime.fromisoformat("2026-05-29T05:26:40.000100+09:00")


def test_files_of_one_name_in_two_folders_are_two_sessions(tmp_path: Path) -> None:
    for channel in ("general", "random"):
        (tmp_path / channel).mkdir()
        (tmp_path / channel / "2026-06-01.json").write_text('[{"user": "U1", "text": "hi"}]')
    assert sessions(list(read_source(tmp_path))) == ["general/2026-06-01", "random/2026-06-01"]


def test_text_in_styled_parts_is_put_together(tmp_path: Path) -> None:
    content = {
        "messages": [
            {"from": "Emily", "text": ["see ", {"type": "bold", "text": "this"}], "date": "2026-06-01T10:00:00"}
        ]
    }
    read = items(tmp_path, "result.json", content)
    assert turns(read) == [("Emily", "see this")]
    assert times(read) == [datetime(2026, 6, 1, 10, tzinfo=TOKYO)]


def test_records_in_an_array_without_speakers_are_memories_without_a_session(tmp_path: Path) -> None:
    read = items(tmp_path, "notes.json", [{"text": "one", "rating": 4}, {"text": "two", "mood": "good"}])
    assert turns(read) == [(None, "one"), (None, "two")]
    assert sessions(read) == [None, None]
    assert [(item.draft.rating, dict(item.draft.extra)) for item in read if item.draft] == [
        (4, {}),
        (None, {"mood": "good"}),
    ]


def test_a_message_that_is_none_is_named_by_its_number(tmp_path: Path) -> None:
    read = items(
        tmp_path, "a.json", [{"role": "user", "content": "ok"}, 7, {"role": "user", "content": "x", "time": "whenever"}]
    )
    assert [item.error is None for item in read] == [True, False, False]
    assert "message 2: is not a message object" in str(read[1].error)
    assert "message 3, occurred_at" in str(read[2].error)


@pytest.mark.parametrize(
    "content", ['[{"role": "user"', '{"messages": [}', "[[[", '{\n"a": 1}', "[1, 2]", '{"messages": []}']
)
def test_json_that_is_broken_or_holds_no_message_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(Invalid) as caught:
        items(tmp_path, "a.json", content)
    assert caught.value.field == "path"


def test_messages_may_stand_one_a_line(tmp_path: Path) -> None:
    text = '{"role": "user", "content": "a"}\n{"role": \n{"role": "assistant", "content": "b"}\n'
    read = items(tmp_path, "a.jsonl", text, "chat")
    assert [item.draft.text if item.draft else None for item in read] == ["a", None, "b"]
    assert "line 2" in str(read[1].error)
    assert sessions(read) == ["a", "a"]


def test_conversations_may_stand_one_a_line(tmp_path: Path) -> None:
    text = '{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]}\n'
    read = items(tmp_path, "train.jsonl", text * 2)
    assert turns(read) == [("user", "a"), ("assistant", "b")] * 2
    assert sessions(read) == ["train/1", "train/1", "train/2", "train/2"]


def test_a_message_that_has_no_text_at_all_is_told_and_an_empty_one_is_passed_over(tmp_path: Path) -> None:
    (read,) = items(tmp_path, "a.json", [{"role": "user"}, {"role": "user", "content": ""}])
    assert "message 1, text: is missing" in str(read.error)


LINE_EXPORT = """[LINE] 社員旅行のトーク履歴
保存日時:2026/08/10 09:00

2026/08/04(火)
17:10\t渡辺由紀\t横浜駅に集合です。
17:14\t伊藤大輔\t"自転車で
行ってもいいですか?

下田まで。"
17:14\t伊藤大輔が写真を追加しました

2026/08/05(水)
午後9:01\tPriya Nair\tGood night!
25:99\t渡辺由紀\tいつ?
"""


def test_a_line_export_gives_turns_by_day(tmp_path: Path) -> None:
    read = items(tmp_path, "trip.txt", LINE_EXPORT)
    assert turns(read[:3]) == [
        ("渡辺由紀", "横浜駅に集合です。"),
        ("伊藤大輔", "自転車で\n行ってもいいですか?\n\n下田まで。"),
        ("Priya Nair", "Good night!"),
    ]
    assert sessions(read) == ["trip/2026-08-04", "trip/2026-08-04", "trip/2026-08-05"]
    assert times(read)[2] == datetime(2026, 8, 5, 21, 1, tzinfo=TOKYO)
    assert "line 14, occurred_at" in str(read[3].error)
    assert {item.draft.channel for item in read if item.draft} == {"line"}


@pytest.mark.parametrize(
    "text",
    [
        "[2026/06/01, 10:15] Emily: Hello\nagain: more\n[2026/06/01, 10:16] Taro joined\n"
        "[2026/06/02, 0:05] 田中 太郎: はい\n",
        "2026/06/01, 10:15 - Emily: Hello\nagain: more\n2026/06/01, 10:16 - Taro joined\n"
        "2026/06/02, 00:05 - 田中 太郎: はい\n",
        "\u200e[01.06.26, 10:15:00] Emily: Hello\nagain: more\n[02.06.26, 00:05:00] 田中 太郎: はい\n",
    ],
)
def test_stamped_lines_are_turns(tmp_path: Path, text: str) -> None:
    read = items(tmp_path, "chat.txt", text)
    assert turns(read) == [("Emily", "Hello\nagain: more"), ("田中 太郎", "はい")]
    assert sessions(read) == ["chat/2026-06-01", "chat/2026-06-02"]
    assert times(read) == [datetime(2026, 6, 1, 10, 15, tzinfo=TOKYO), datetime(2026, 6, 2, 0, 5, tzinfo=TOKYO)]


def test_one_stamp_of_a_file_tells_the_order_of_day_and_month_for_all(tmp_path: Path) -> None:
    read = items(tmp_path, "chat.txt", "1/6/26, 10:15 - Emily: a\n13/6/26, 10:15 - Emily: b\n")
    assert [each.month if each else 0 for each in times(read)] == [6, 6]
    unclear = items(tmp_path, "chat.txt", "1/6/26, 10:15 - Emily: a\n1/6/26, 11:15 - Emily: b\n")
    assert all("told apart" in str(item.error) for item in unclear)
    path = tmp_path / "chat.txt"
    for day_first, month in ((True, 6), (False, 1)):
        ordered = read_source(path, zone=TOKYO, day_first=day_first)
        assert [item.draft.occurred_at.month for item in ordered if item.draft and item.draft.occurred_at] == [
            month
        ] * 2


def test_names_before_colons_are_turns(tmp_path: Path) -> None:
    text = "Transcript of Monday\nEmily: Hello\nIt is about this: a thing.\n"
    text += "田中:はい、\nhttps://example.org/x\nEmily: Bye\n田中\uff1aまた\n"
    read = items(tmp_path, "call.txt", text, "chat")
    assert turns(read) == [
        (None, "Transcript of Monday"),
        ("Emily", "Hello\nIt is about this: a thing."),
        ("田中", "はい、\nhttps://example.org/x"),
        ("Emily", "Bye"),
        ("田中", "また"),
    ]
    assert set(sessions(read)) == {"call"}


def test_a_transcript_is_told_from_prose_with_colons(tmp_path: Path) -> None:
    chat = items(tmp_path, "a.txt", "A: one\nB: two\nA: three\nB: four\n")
    assert len(chat) == 4
    prose = items(tmp_path, "b.txt", "Note: one thing.\nIt went well.\n\nNobody complained.\n")
    assert turns(prose) == [(None, "Note: one thing.\nIt went well."), (None, "Nobody complained.")]


def test_a_text_that_is_no_chat_is_refused_as_one(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="--format text"):
        items(tmp_path, "a.txt", "Just a paragraph.\n\nAnother.", "chat")


def test_a_turn_never_changes_its_words(tmp_path: Path) -> None:
    read = items(tmp_path, "a.json", [{"role": "user", "content": "  spaced  \r\n end"}])
    assert turns(read) == [("user", "  spaced  \r\n end")]
