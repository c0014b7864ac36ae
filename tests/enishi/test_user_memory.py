"""The door for Python programs is the knowledge bound to one user, no more and no less."""

import inspect
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import pytest

import enishi
from graph.errors import Invalid, Misconfigured
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.memory import Enrich
from tests.api.fake_knowledge import FakeKnowledge

ANOTHER_NAME = {"memories": "list", "forget_user": "forget_everything"}
FOR_SERVERS = {
    "link_pending", "infer_pending", "embed_pending", "weigh_pending", "rotate_due", "unasked_s", "user_of", "measured",
    "job_queue", "clean_due", "back_up_due", "export_all", "import_all", "vectors", "reembed", "users",
}  # fmt: skip
"""What only background work, monitoring and who runs the database ask, over all users."""
OF_FILES = {"import_file"}
"""What reads a file, which no knowledge does."""
FOR_FILES = {"synced_files"}
"""What only syncs of files ask: `memory.markdown` is their door."""
NOWHERE = {"uri": "bolt://127.0.0.1:1", "retry_s": 0}


def public(kind: type) -> dict[str, Callable[..., object]]:
    return {name: call for name, call in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}


def parameters(call: Callable[..., object]) -> list[inspect.Parameter]:
    return list(inspect.signature(call).parameters.values())[1:]


def options(call: Callable[..., object]) -> dict[str, object]:
    """The parameters that must be named, with their defaults."""
    return {part.name: part.default for part in parameters(call) if part.kind is inspect.Parameter.KEYWORD_ONLY}


AREAS = {name for name, kind in inspect.getmembers(enishi.UserMemory) if isinstance(kind, property)} - {"user_id"}
"""What is asked of an object of its own: `memory.graph`, which is `knowledge.graph("taro")`."""
OVER_THE_KNOWLEDGE = {"markdown", "memory_tool"}
"""Areas that are doors to files and agents: they are made of a knowledge, and are none of its calls."""
CALLS = {
    name: (ANOTHER_NAME.get(name, name), call)
    for name, call in public(Knowledge).items()
    if name not in FOR_SERVERS | FOR_FILES | AREAS
}
WITHOUT_USER = {"enrich_pending", "warm", "ready", "close", "cypher"}


class Recorder:
    """Stands for a knowledge and notes what it is asked."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[object, ...], dict[str, object]]] = []

    def __getattr__(self, name: str) -> Callable[..., str]:
        def call(*arguments: object, **named: object) -> str:
            self.calls.append((name, arguments, named))
            return f"answer of {name}"

        return call


def test_every_call_of_the_knowledge_is_there_and_no_other() -> None:
    assert set(public(enishi.UserMemory)) == {name for name, _ in CALLS.values()} | OF_FILES


@pytest.mark.parametrize("name", sorted(AREAS - OVER_THE_KNOWLEDGE))
def test_an_area_is_that_of_the_knowledge_for_the_user(name: str) -> None:
    recorder = Recorder()
    assert getattr(enishi.UserMemory(cast(Knowledge, recorder), "taro"), name) == f"answer of {name}"
    assert recorder.calls == [(name, ("taro",), {})]
    assert list(inspect.signature(public(Knowledge)[name]).parameters) == ["self", "user_id"]


@pytest.mark.parametrize("name", CALLS)
def test_options_and_their_defaults_are_those_of_the_knowledge(name: str) -> None:
    here, there = CALLS[name]
    expected = options(there)
    if name == "context":
        expected["budget_tokens"] = 1000
    assert options(public(enishi.UserMemory)[here]) == expected


@pytest.mark.parametrize("name", [name for name in CALLS if name not in {"remember", "remember_many"}])
def test_a_call_is_handed_on_for_the_user_and_answered_as_it_comes(name: str) -> None:
    recorder = Recorder()
    memory = enishi.UserMemory(cast(Knowledge, recorder), "taro")
    call = getattr(memory, CALLS[name][0])
    taken = parameters(public(enishi.UserMemory)[CALLS[name][0]])
    asked = [f"<{part.name}>" for part in taken if part.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    named = {part.name: f"<{part.name}>" for part in taken if part.kind is inspect.Parameter.KEYWORD_ONLY}
    changes = {"title": "x"} if any(part.kind is inspect.Parameter.VAR_KEYWORD for part in taken) else {}
    answer = call(*asked, **named, **changes)
    user = () if name in WITHOUT_USER else ("taro",)
    assert recorder.calls == [(name, (*user, *asked, *([changes] if changes else ())), named)]
    assert answer == (None if name in {"warm", "ready", "close"} else f"answer of {name}")


def test_a_text_is_remembered_as_a_draft_of_it() -> None:
    memory = enishi.UserMemory(FakeKnowledge(), "taro")
    kept = memory.remember("Tanaka works for Acme")
    assert memory.show(kept.id).memory.text == "Tanaka works for Acme"
    tagged = memory.remember(Draft(text="note", tags=("a",)), enrich=Enrich.LATER)
    assert memory.show(tagged.id).memory.tags == ("a",)
    assert memory.backlog() == 1
    assert memory.enrich_pending() == 1


def test_many_are_remembered_in_order_texts_drafts_and_errors() -> None:
    memory = enishi.UserMemory(FakeKnowledge(), "taro")
    given: Iterable[Any] = ["one", Draft(text="two"), Invalid("line", "is not JSON."), "three"]
    outcomes = list(memory.remember_many(given))
    assert [outcome.position for outcome in outcomes] == [0, 1, 2, 3]
    assert [outcome.error is None for outcome in outcomes] == [True, True, False, True]
    assert len(memory.list().memories) == 3


def test_users_do_not_see_each_other() -> None:
    knowledge = FakeKnowledge()
    enishi.UserMemory(knowledge, "taro").remember("Tanaka works for Acme")
    assert enishi.UserMemory(knowledge, "hana").recall("Tanaka").hits == ()


def test_it_is_closed_when_its_block_ends_however_it_ends() -> None:
    knowledge = FakeKnowledge()
    with pytest.raises(RuntimeError), enishi.UserMemory(knowledge, "taro"):
        raise RuntimeError
    assert knowledge.closed


def test_connecting_opens_nothing_and_means_the_default_user(monkeypatch: pytest.MonkeyPatch) -> None:
    with enishi.connect(neo4j=NOWHERE) as memory:
        assert memory.user_id == "me"
    monkeypatch.setenv("ENISHI_API__DEFAULT_USER", "hana")
    with enishi.connect(neo4j=NOWHERE) as memory:
        assert memory.user_id == "hana"
    with enishi.connect("taro#work", neo4j=NOWHERE) as memory:
        assert memory.user_id == "taro#work"


def test_a_group_of_settings_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENISHI_API__DEFAULT_USER", "hana")
    with enishi.connect(neo4j=NOWHERE, api={"default_user": "jiro"}) as memory:
        assert memory.user_id == "jiro"


def test_what_is_wrong_is_told_before_anything_is_built() -> None:
    with pytest.raises(Misconfigured, match="neo5j"):
        enishi.connect(neo5j={})
    with pytest.raises(Misconfigured, match="ENISHI_NEO4J__RETRY_S") as raised:
        enishi.connect(neo4j={"retry_s": "broken-secret"})
    assert "broken-secret" not in str(raised.value)
    with pytest.raises(Invalid):
        enishi.connect("", neo4j=NOWHERE)


def test_every_name_that_is_offered_is_there() -> None:
    assert [name for name in enishi.__all__ if not hasattr(enishi, name)] == []


def test_a_file_of_another_memory_is_read_in_for_the_user(tmp_path: Path) -> None:
    file, knowledge = tmp_path / "mem0.json", FakeKnowledge()
    file.write_text('[{"id": "1", "memory": "Likes tea"}]', "utf-8")
    memory = enishi.UserMemory(knowledge, "taro")
    assert memory.import_file(file, form="mem0").memories == 1
    assert [each.text for each in memory.list().memories] == ["Likes tea"]
    with pytest.raises(Invalid, match="memory-json"):
        memory.import_file(file, form="xml")
