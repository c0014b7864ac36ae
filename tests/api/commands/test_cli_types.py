"""The commands of types and attributes, driven over the fake knowledge."""

import json

import pytest
from rich.cells import cell_len

from api.commands.root import run
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture
def knowledge() -> FakeKnowledge:
    made = FakeKnowledge()
    made.remember("me", Draft(text="Tanaka works for Acme in Osaka"))
    types = made.types("me")
    attributes = [{"name": "seats", "kind": "number", "least": 1}, {"name": "size", "kind": "choice", "required": True,
                                                                    "choices": ["small", "large"]}]  # fmt: skip
    types.create_entity("飲食店とその一室", {"parent": "Location", "name_en": "Restaurant", "attributes": attributes})
    types.create_relation(
        "MENTORS", {"parent": "LEADS", "predicates": ["mentor", "指導する"], "source_types": ["Person"]}
    )
    return made


def printed(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(arguments, build=lambda _: knowledge, default_user=lambda: "me") == code
    ended = capsys.readouterr()
    return ended.out + (ended.err if code or not ended.out else "")


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize(
    "line", ["types list", "types list -r", "types show 飲食店とその一室", "types show mentors -r"]
)
def test_an_answer_is_whole_at_any_width(
    knowledge: FakeKnowledge,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    columns: int,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = printed(knowledge, capsys, *line.split())
    assert all(cell_len(each) <= columns for each in text.splitlines())
    squeezed = "".join(text.split())
    wanted = (
        ("MENTORS", "mentor,指導する") if "r" in line.rsplit(maxsplit=1)[-1] else ("飲食店とその一室", "seats:number≥1")
    )
    assert all(each in squeezed for each in wanted)


def test_an_entity_gets_an_own_type_and_attributes(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = json.loads(
        printed(knowledge, capsys, "entities", "retype", "Osaka", "飲食店とその一室", "--set", "size=small", "--json")
    )
    assert (shown["entity"]["type"], shown["entity"]["subtype"]) == ("Location", "飲食店とその一室")
    printed(knowledge, capsys, "entities", "set", "Osaka", "seats=12", "tags=a, b", "open=true", "ratio=0.5", "name=x")
    printed(knowledge, capsys, "entities", "set", "Osaka", "name=")
    held = json.loads(printed(knowledge, capsys, "entities", "show", "Osaka", "--json"))["attributes"]
    assert held == {"size": "small", "seats": 12, "tags": ["a", "b"], "open": True, "ratio": 0.5}
    listed = json.loads(printed(knowledge, capsys, "entities", "list", "--type", "飲食店とその一室", "--json"))
    assert [entity["name"] for entity in listed["entities"]] == ["Osaka"]


def test_what_is_wrong_is_said_in_one_line(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    for line, code, words in [
        (("types", "show", "Dragon"), 3, "no type of entities"),
        (("types", "add", "person"), 4, "Change that one"),
        (("types", "add", "Boat", "--attribute", "sails:many"), 2, "yes_no"),
        (("types", "change", "Person", "--parent", "Object"), 2, "parent"),
        (("types", "remove", "Person"), 2, "there for everybody"),
        (("entities", "set", "Osaka", "role"), 2, "NAME=VALUE"),
    ]:
        text = printed(knowledge, capsys, *line, code=code)
        assert words in text, line
        assert len(text.splitlines()) == 1
