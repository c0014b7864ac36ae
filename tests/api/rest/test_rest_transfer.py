"""What a user has goes out of the server as a file, and in again, whoever's it was."""

import pytest
import zstandard

from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import as_user, opened

TEXTS = ("Tanaka lives in Osaka.", "七時の🌸\n二行目")


@pytest.fixture
def knowledge() -> FakeKnowledge:
    knowledge = FakeKnowledge()
    for text in TEXTS:
        knowledge.remember("taro", Draft(text=text))
    return knowledge


def test_an_export_is_lines_that_another_user_can_read_in_twice(knowledge: FakeKnowledge) -> None:
    with opened(knowledge) as client:
        exported = client.post("/api/database/export", headers=as_user("taro"))
        replies = [
            client.post("/api/database/import", content=exported.content, headers=as_user("hana")).json()
            for _ in range(2)
        ]
    assert exported.headers["content-type"] == "application/zstd"
    assert "attachment" in exported.headers["content-disposition"]
    assert len(zstandard.ZstdDecompressor().stream_reader(exported.content).read().splitlines()) == 4
    assert [(reply["memories"], reply["already"]) for reply in replies] == [(2, 0), (2, 2)]
    assert {memory.text for memory in knowledge.all_of("hana")} == set(TEXTS)


@pytest.mark.parametrize("content", [b"", b"{}", b"\x28\xb5\x2f\xfd broken", b"\xff\xfe"])
def test_what_is_no_whole_export_is_refused_in_one_sentence(knowledge: FakeKnowledge, content: bytes) -> None:
    with opened(knowledge) as client:
        reply = client.post("/api/database/import", content=content, headers=as_user("hana"))
    assert reply.status_code == 422
    assert "file" in reply.json()["detail"]
    assert knowledge.all_of("hana") == []
