"""The command line tells of a change of the embedding model: what is to do, what was done, what comes next."""

import json

import pytest

from api.commands.call import Call
from api.commands.root import run
from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.care.reembedding import ModelName, Reembedded, Stage, VectorsState
from tests.api.fake_knowledge import FakeKnowledge

OLD = ModelName(name="small", dimensions=384, version="1")
NEW = ModelName(name="large", dimensions=1024, version="1")


class Changing(FakeKnowledge):
    """Tells of a change without making one."""

    def __init__(self, *, begun: bool = True) -> None:
        super().__init__()
        self.asked: list[tuple[bool, bool]] = []
        self.begun = begun

    def reembed(self, *, dry_run: bool = False, drop: bool = False, progress: object = None) -> Reembedded:
        self.asked.append((dry_run, drop))
        if callable(progress) and not dry_run:
            progress(2_000, 2_001)
        if drop and not self.begun:
            raise Invalid("model", "there are two others.", allowed="one of these two")
        if drop or not self.begun:
            state = VectorsState(stage=Stage.NONE, read=NEW)
        elif dry_run:
            state = VectorsState(stage=Stage.MAKING, read=OLD, other=NEW, chunks=2_000, chunks_left=2_000)
        else:
            state = VectorsState(stage=Stage.SWITCHED, read=NEW, other=OLD, chunks=2_000)
        return Reembedded(
            dry_run=dry_run, chunks=2_000, entities=1, failed=0 if dry_run else 1, dropped=2_001 if drop else 0,
            seconds=125.0, state=state,
        )  # fmt: skip


def printed(
    knowledge: Knowledge, capsys: pytest.CaptureFixture[str], *line: str, code: int = 0, calls: list[Call] | None = None
) -> str:
    def build(call: Call) -> Knowledge:
        if calls is not None:
            calls.append(call)
        return knowledge

    assert run(("reembed", *line), build=build, default_user=lambda: "me") == code
    told = capsys.readouterr()
    return " ".join((told.err if code else told.out).split())


def test_a_dry_run_says_how_much_and_how_long_and_a_run_what_comes_next(capsys: pytest.CaptureFixture[str]) -> None:
    knowledge, calls = Changing(), list[Call]()
    foreseen = printed(knowledge, capsys, "--dry-run", calls=calls)
    assert foreseen.startswith("2,000 chunks and 1 entity lack vectors")
    assert "about 2:05 on this machine. small (384 dimensions, version 1) is read." in foreseen
    done = printed(knowledge, capsys)
    assert "large (1024 dimensions, version 1) is read now. 1 memory could not be read by it" in done
    assert done.endswith("`enishi reembed --drop` takes away those of small (384 dimensions, version 1).")
    assert "and no others. Those of the other model are gone (2,001 nodes" in printed(knowledge, capsys, "--drop")
    assert json.loads(printed(knowledge, capsys, "--json"))["state"]["stage"] == "switched"
    assert knowledge.asked == [(True, False), (False, False), (False, True), (False, False)]
    # Of the database itself: a server that runs has the old settings.
    assert all(call.direct for call in calls)


def test_where_nothing_is_to_do_it_says_so_and_what_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    knowledge = Changing(begun=False)
    assert "Nothing to do" in printed(knowledge, capsys, "--dry-run")
    assert "one of these two" in printed(knowledge, capsys, "--drop", code=2)
