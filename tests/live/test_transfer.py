"""Everything of a user goes out into a file and comes in again: the same graph, the same answers, nothing half."""

import tempfile
from collections.abc import Callable, Generator, Iterator
from itertools import chain, count
from pathlib import Path

import networkx
import pytest
import zstandard
from fastapi.testclient import TestClient
from neo4j import Driver

from api.api_settings import ApiSettings
from api.ingest.foreign import import_file
from api.rest.app import create_app
from api.sources.reading import read_source
from graph.db.store import Store
from graph.errors import Conflict, Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.transfer import ImportWay, TransferFormat
from graph.model.types import LinkKind, Status, Validation
from graph.rotation.backups import owner_of
from graph.settings import ConversationSettings, GraphSettings
from graph.transfer import files
from graph.transfer.encryption import new_key
from graph.transfer.everybody import exported_all
from graph.transfer.records import KEYS
from graph.transfer.transfer import ATTEMPTS
from tests.api.rest.rest_door import HERE, as_user
from tests.house.cypher_rules import STRUCTURE
from tests.live.conftest import START, wiped_user
from tests.live.plain_extractor import PlainExtractor

SAMPLE = Path(__file__).parents[2] / "samples" / "memories.jsonl"
SHOWN = 25
QUESTIONS = ("Who works at Acme?", "大阪に行ったのは誰ですか？", "What did Emily say?", "deadline")
TALK = ("Shall we meet at Acme on Friday?", "Yes, Emily comes too.", "She brings the plan.", "Good.", "At nine then.")
OF_THE_DATABASE = {"User", "EmbeddingModel", "Migration", "Imported"}


@pytest.fixture(scope="module")
def light(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    """One for the file: what is moved is the same for every test."""
    settings = GraphSettings(conversation=ConversationSettings(home=tmp_path_factory.mktemp("journal")))
    return Knowledge(lambda: store, PlainExtractor(), settings, clock=lambda: START)


@pytest.fixture(scope="module")
def taro(light: Knowledge, driver: Driver) -> Generator[str]:
    """A user with a bit of everything: texts, a talk, an edit, an archived memory, marks, verdicts, a project."""
    for user in wiped_user(driver):
        drafts = [item.draft for item in read_source(SAMPLE) if item.draft][:SHOWN]
        ids = [done.remembered.id for done in light.remember_many(user, drafts) if done.remembered]
        turns = [Draft(text=text, speaker="AB"[n % 2], session_id="t1", channel="chat") for n, text in enumerate(TALK)]
        list(light.remember_many(user, turns))
        light.edit(user, ids[0], {"text": "Emily Carter leads Acme Corp. in Osaka."})
        light.archive(user, ids[1])
        light.pin(user, ids[2])
        light.invalidate(user, ids[3])
        light.create_project(user, "work/acme", "All of Acme.")
        light.link(user)
        light.infer(user)
        acme = light.entity(user, light.entity_called(user, "Acme Corp"))
        tie = acme.relations[0]
        light.judge_relation(user, tie.source, tie.type, tie.target, Validation.CONFIRMED)
        yield user


@pytest.fixture
def hanako(driver: Driver) -> Generator[str]:
    yield from wiped_user(driver)


def test_an_encrypted_export_comes_in_with_its_key_alone(
    light: Knowledge, taro: str, hanako: str, tmp_path: Path
) -> None:
    file, key = tmp_path / "taro.jsonl.zst.age", tmp_path / "backup.key"
    public = new_key(key, START)
    size = light.transfer(taro).to_file(file, encrypt_for=[public]).bytes
    assert size == file.stat().st_size
    with pytest.raises(Invalid, match="encrypted"):
        light.transfer(hanako).from_file(file)
    assert light.stats(hanako).memories == 0
    done = light.transfer(hanako).from_file(file, key=key)
    assert (done.way, done.memories) == (
        ImportWay.RESTORED,
        light.transfer(taro).to_file(tmp_path / "x").nodes["Memory"],
    )


def answers(light: Knowledge, user: str) -> list[dict[str, float]]:
    """What each question finds, with how sure it is of it."""
    return [
        {hit.memory.text: hit.score for hit in light.recall(user, question, limit=50).hits} for question in QUESTIONS
    ]


def are_alike(ones: list[dict[str, float]], others: list[dict[str, float]]) -> bool:
    """Whether answers are the same, near enough: how rare a word is all users of a group tell together, and so what
    the graph is asked to lead to. The first is the same, and nine of ten have the same score.
    """
    gaps = [
        abs(one.get(text, 0.0) - other.get(text, 0.0))
        for one, other in zip(ones, others, strict=True)
        for text in {*one, *other}
    ]
    firsts = all(next(iter(one), "") == next(iter(other), "") for one, other in zip(ones, others, strict=True))
    return firsts and sum(gap <= 0.1 for gap in gaps) >= 0.9 * len(gaps)


def test_an_export_that_is_read_in_again_after_everything_was_deleted_gives_the_same_file_and_answers(
    light: Knowledge, taro: str, tmp_path: Path
) -> None:
    before = answers(light, taro)
    archived = light.memories(taro, filters=Filters(status=Status.ARCHIVED)).memories
    told = light.transfer(taro).to_file(tmp_path / "one.zst")
    light.forget_user(taro)
    done = light.transfer(taro).from_file(tmp_path / "one.zst")
    light.transfer(taro).to_file(tmp_path / "two.zst")
    assert done.way is ImportWay.RESTORED
    assert (done.memories, done.nodes, done.ties) == (told.nodes["Memory"], sum(told.nodes.values()), told.ties)
    assert (tmp_path / "one.zst").read_bytes() == (tmp_path / "two.zst").read_bytes()
    assert are_alike(answers(light, taro), before)
    assert light.memories(taro, filters=Filters(status=Status.ARCHIVED)).memories == archived
    light.restore(taro, archived[0].id)
    assert light.show(taro, archived[0].id).memory.status is Status.ACTIVE
    light.archive(taro, archived[0].id)


def test_a_folder_of_all_users_brings_each_back_as_they_were(
    light: Knowledge, taro: str, hanako: str, tmp_path: Path
) -> None:
    light.remember(hanako, Draft(text="Emily Carter moved to Kyoto."))
    users = (taro, hanako)
    moved = exported_all(users, light.transfer, tmp_path / "all")
    before = [light.transfer(user).to_file(tmp_path / f"before{n}") for n, user in enumerate(users)]
    assert (moved.users, moved.left_out) == (2, ())
    assert moved.memories == sum(each.nodes["Memory"] for each in before)
    for user in users:
        light.forget_user(user)
    assert light.import_all(tmp_path / "all").memories == moved.memories
    again = [light.transfer(user).to_file(tmp_path / f"after{n}") for n, user in enumerate(users)]
    assert [each.digest for each in again] == [each.digest for each in before]


def test_the_export_of_a_store_holds_whoever_keeps_something(
    light: Knowledge, taro: str, hanako: str, tmp_path: Path
) -> None:
    light.remember(hanako, Draft(text="Emily Carter moved to Kyoto."))
    assert light.export_all(tmp_path / "all").left_out == ()
    assert {f"{owner_of(user)}.jsonl.zst" for user in (taro, hanako)} <= {
        path.name for path in (tmp_path / "all").iterdir()
    }


def test_another_user_gets_the_same_under_ids_of_their_own_and_the_first_keeps_theirs(
    light: Knowledge, taro: str, hanako: str, tmp_path: Path
) -> None:
    before = answers(light, taro)
    light.transfer(taro).to_file(tmp_path / "taro.zst")
    done = light.transfer(hanako).from_file(tmp_path / "taro.zst")
    assert done.way is ImportWay.RESTORED
    assert are_alike(answers(light, hanako), before)
    assert are_alike(answers(light, taro), before)
    ids = {memory.id for memory in light.memories(hanako, limit=100).memories}
    assert ids.isdisjoint(memory.id for memory in light.memories(taro, limit=100).memories)
    remembered = light.remember(hanako, Draft(text="Emily Carter moved to Kyoto."))
    assert {"Emily Carter"} <= {entity.name for entity in remembered.entities}


def test_the_same_file_twice_changes_nothing_and_who_has_memories_keeps_them(
    light: Knowledge, taro: str, hanako: str, tmp_path: Path
) -> None:
    kept = light.remember(hanako, Draft(text="Hanako keeps bees.")).id
    told = light.transfer(taro).to_file(tmp_path / "taro.zst")
    first = light.transfer(hanako).from_file(tmp_path / "taro.zst")
    assert (first.way, first.memories, first.already, first.failed) == (
        ImportWay.REMEMBERED, told.nodes["Memory"], 0, 0,
    )  # fmt: skip
    statuses = light.stats(hanako)
    again = light.transfer(hanako).from_file(tmp_path / "taro.zst")
    assert again.already == again.memories
    assert light.stats(hanako) == statuses
    assert statuses.archived == 1
    assert light.show(hanako, kept).memory.text == "Hanako keeps bees."


class CutOff(Exception):
    """The process was killed here."""


def test_an_import_that_was_cut_off_goes_on_where_it_was(
    light: Knowledge, taro: str, hanako: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph.transfer.transfer._STEP", 40)
    light.transfer(taro).to_file(tmp_path / "taro.zst")
    before = answers(light, taro)
    for cut in (3, 4, 5):
        steps = iter(range(cut))

        def progress(done: int, of: int, steps: Iterator[int] = steps) -> None:
            if next(steps, None) is None:
                raise CutOff

        with pytest.raises(CutOff):
            light.transfer(hanako).from_file(tmp_path / "taro.zst", progress=progress)
    light.transfer(hanako).from_file(tmp_path / "taro.zst")
    assert are_alike(answers(light, hanako), before)
    light.transfer(hanako).to_file(tmp_path / "hanako.zst")
    # What taro took away is marked by hashes that mark nothing of hanako's.
    lines = [
        [line for line in files.reader(tmp_path / f"{name}.zst")() if b'"ref":"Tombstone/' not in line]
        for name in ("taro", "hanako")
    ]
    assert len(lines[0]) == len(lines[1])


def test_while_one_file_is_half_read_in_another_is_refused(
    light: Knowledge, taro: str, hanako: str, tmp_path: Path
) -> None:
    light.transfer(taro).to_file(tmp_path / "taro.zst")

    def progress(done: int, of: int) -> None:
        raise CutOff

    with pytest.raises(CutOff):
        light.transfer(hanako).from_file(tmp_path / "taro.zst", progress=progress)
    light.pin(taro, light.memories(taro, limit=1).memories[0].id)
    light.transfer(taro).to_file(tmp_path / "later.zst")
    with pytest.raises(Conflict, match="halfway"):
        light.transfer(hanako).from_file(tmp_path / "later.zst")


def test_a_damaged_file_is_refused_before_anything_is_changed(
    light: Knowledge, taro: str, hanako: str, tmp_path: Path
) -> None:
    path = tmp_path / "taro.zst"
    light.transfer(taro).to_file(path)
    whole = path.read_bytes()
    for name, content in (("cut", whole[:-100]), ("changed", whole[:4000] + bytes([whole[4000] ^ 1]) + whole[4001:])):
        broken = tmp_path / name
        broken.write_bytes(content)
        with pytest.raises(Invalid, match=name):
            light.transfer(hanako).from_file(broken)
    assert light.memories(hanako).memories == ()


_WRITTEN = count(100)


def disturbed(knowledge: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch, times: int) -> list[str]:
    """Has somebody write while an export is read, the first so many times; the texts, one each time it is begun."""
    begun: list[str] = []
    packed: Callable[[Iterator[bytes]], Iterator[bytes]] = files.packed

    def slowly(lines: Iterator[bytes]) -> Iterator[bytes]:
        # Never the same words: what was kept before is no write.
        begun.append(f"Written meanwhile: {next(_WRITTEN)}.")
        if len(begun) <= times:
            knowledge.remember(user_id, Draft(text=begun[-1]))
        yield from packed(lines)

    def among(lines: Iterator[bytes]) -> Iterator[bytes]:
        first = next(lines)
        yield from slowly(chain([first], lines))

    monkeypatch.setattr(files, "packed", among)
    return begun


@pytest.mark.parametrize("times", [1, ATTEMPTS])
def test_while_somebody_writes_an_export_begins_anew_and_leaves_no_file_where_that_never_ends(
    light: Knowledge, taro: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    begun = disturbed(light, taro, monkeypatch, times)
    path = tmp_path / "taro.zst"
    if times < ATTEMPTS:
        assert light.transfer(taro).to_file(path).bytes == path.stat().st_size
        assert any(begun[0].encode() in line for line in files.reader(path)())
        assert len(begun) == times + 1
        return
    with pytest.raises(Conflict, match="Export again"):
        light.transfer(taro).to_file(path)
    assert len(begun) == ATTEMPTS
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("times", [1, ATTEMPTS])
def test_an_export_over_http_begins_anew_as_well_and_is_sent_whole_or_not_at_all(
    light: Knowledge, taro: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    begun = disturbed(light, taro, monkeypatch, times)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    client = TestClient(create_app(light, ApiSettings()), base_url=HERE, headers=as_user(taro))
    reply = client.post("/api/database/export")
    if times < ATTEMPTS:
        assert (reply.status_code, reply.headers["content-type"]) == (200, "application/zstd")
        assert begun[0].encode() in zstandard.ZstdDecompressor().stream_reader(reply.content).read()
        assert len(begun) == times + 1
    else:
        assert reply.status_code == 409
        assert "Export again" in reply.json()["detail"]
    assert list(tmp_path.iterdir()) == []


def test_whatever_kind_of_node_a_user_has_an_export_knows_it(store: Store) -> None:
    assert set(KEYS) - {"User"} == STRUCTURE - OF_THE_DATABASE


@pytest.mark.parametrize("form", ["mif", "memory-json", "mem0"])
def test_what_goes_out_in_the_shape_of_others_comes_back_with_every_text(
    light: Knowledge, taro: str, hanako: str, form: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    light.transfer(taro).to_file(file, TransferFormat(form))
    for again in (False, True):
        done = import_file(light, hanako, file, TransferFormat(form))
        assert (done.failed, done.already == done.memories) == (0, again)
    texts = [{memory.text for memory in light.memories(user, limit=200).memories} for user in (taro, hanako)]
    assert texts[0] <= texts[1]
    if form != "mem0":
        relations = [light.entity(user, light.entity_called(user, "Acme Corp")).relations for user in (taro, hanako)]
        assert {tie.type for tie in relations[0]} <= {tie.type for tie in relations[1]}


def test_the_graph_of_a_user_opens_in_networkx(light: Knowledge, taro: str, tmp_path: Path) -> None:
    file = tmp_path / "file.graphml"
    light.transfer(taro).to_file(file, TransferFormat.GRAPHML)
    graph = networkx.read_graphml(file, force_multigraph=True)
    kinds = [held["kind"] for _, held in graph.nodes(data=True)]
    assert kinds.count("memory") == light.stats(taro).memories
    assert kinds.count("entity") == light.stats(taro).entities
    relations = [held for _, _, held in graph.edges(data=True) if held["relation"] not in ("MENTIONS", *LinkKind)]
    assert len(relations) == light.stats(taro).relations
