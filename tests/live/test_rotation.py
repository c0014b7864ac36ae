"""Rotation on the real graph: what is archived comes back as it was, and no fault loses anything or does it twice."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from itertools import combinations
from pathlib import Path

import pytest
import zstandard
from neo4j import Driver

from graph.care_settings import CareSettings, MetricsSettings
from graph.db.store import Store
from graph.errors import Conflict, Invalid, Misconfigured, NotFound, Unavailable
from graph.knowledge import Knowledge
from graph.lifecycle.rotation_values import Action, ArchiveOrder, RotationRun, RunState, Trigger
from graph.model.care.metrics import GraphCounts
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Enrich
from graph.model.recalled import Mode
from graph.model.types import Status
from graph.rotation.backups import BackupFolder, owner_of
from graph.rotation_settings import (
    AlertSettings,
    BackupSettings,
    DeletionSettings,
    ManualTriggerSettings,
    RotationSettings,
    SizeTriggerSettings,
)
from graph.settings import Neo4jSettings
from graph.transfer.encryption import new_key
from tests.live.conftest import Clock
from tests.live.dump import assert_same, graph_of
from tests.live.plain_extractor import PlainExtractor

PAGE = (
    "# Anvils\n\n" + "Ada Byron made an anvil for Acme Corp in the old harbour office. 🦉 鍛冶屋が金床を作った。\n" * 20
)
DRAFTS = (
    Draft(text="It rained on the harbour.", tags=("weather",)),
    Draft(text="Ada Byron pinned this herself.", pinned=True),
    Draft(text="We take the blue anvil.", category="decisions"),
    Draft(text=PAGE, project="smithy/anvils"),
    Draft(text="Ask Grace Hopper:\n- [ ] order coal\n- [x] order iron"),
    Draft(text="Grace Hopper met Ada Byron at Acme Corp.", session_id="talk", speaker="Grace Hopper"),
    Draft(text="雨が港に降った。"),
)
RAIN, PINNED, DECISION, ANVILS, TASK, MET, JAPANESE = range(len(DRAFTS))
SPREAD = 0.01
"""By so much a score may differ where equal memories of two users are ranked by the same statistics."""
STATES = frozenset({"updated_at", "writes", "forgot_at", "to_embed"})

Opens = Callable[..., Knowledge]


@pytest.fixture
def opened(store: Store, clock: Clock, tmp_path: Path) -> Opens:
    """A knowledge on the real graph with these settings of rotation; its backups lie in the folder of the test."""

    def knowledge(**settings: object) -> Knowledge:
        given = {"backup": BackupSettings(folder=tmp_path / "backups"), **settings}
        chosen = RotationSettings().model_copy(update=given)
        care = CareSettings(metrics=MetricsSettings(per_user=True))
        return Knowledge(lambda: store, PlainExtractor(), clock=clock, rotation=chosen, care=care)

    return knowledge


@pytest.fixture
def ids(light: Knowledge, user_id: str) -> list[str]:
    return remembered(light, user_id, DRAFTS)


def remembered(knowledge: Knowledge, user_id: str, drafts: Sequence[Draft]) -> list[str]:
    return [o.remembered.id for o in knowledge.remember_many(user_id, drafts) if o.remembered]


def counts(knowledge: Knowledge, user_id: str) -> GraphCounts:
    return knowledge.measured().graphs[user_id]


def reasons(knowledge: Knowledge, user_id: str, **asked: object) -> dict[str, tuple[Action, str]]:
    plan = knowledge.rotation(user_id).plan(**asked)  # type: ignore[arg-type]
    return {each.memory_id: (each.action, each.reason) for each in plan.decisions}


def test_a_plan_gives_each_memory_its_reason_and_changes_nothing(
    opened: Opens, user_id: str, ids: list[str], clock: Clock, driver: Driver
) -> None:
    knowledge = opened()
    assert {reason for _, reason in reasons(knowledge, user_id).values()} == {"pinned", "decision", "recent"}
    clock.advance(days=40)
    knowledge.use(user_id, [ids[MET]])
    knowledge.lifecycle_stats(user_id)
    before = graph_of(driver, user_id)
    decided = reasons(knowledge, user_id)
    assert decided[ids[PINNED]] == (Action.KEEP, "pinned")
    assert decided[ids[DECISION]] == (Action.KEEP, "decision")
    assert decided[ids[TASK]] == (Action.KEEP, "open_commitment")
    assert decided[ids[MET]] == (Action.KEEP, "recent")
    assert decided[ids[ANVILS]] == (Action.ARCHIVE, "old")
    assert decided[ids[RAIN]] == (Action.ARCHIVE, "low_importance")
    plan = knowledge.rotation(user_id).plan(action=Action.ARCHIVE, limit=1)
    assert (plan.memories, plan.archive, len(plan.decisions), plan.next_after) == (7, 3, 1, 1)
    assert plan.characters_archived == sum(len(DRAFTS[n].text) for n in (RAIN, ANVILS, JAPANESE))
    # Looked at for their age alone, what hardly matters is old as well; for their size nothing is.
    assert reasons(knowledge, user_id, triggers=[Trigger.SIZE])[ids[RAIN]] == (Action.KEEP, "no_rule")
    assert_same(graph_of(driver, user_id), before)


def test_what_a_run_archives_is_packed_out_of_every_index_and_comes_back_with_the_same_rankings(
    opened: Opens, user_id: str, user_weighed_alike: str, ids: list[str], clock: Clock, driver: Driver
) -> None:
    knowledge = opened()
    rotation = knowledge.rotation(user_id)
    # Whoever archives nothing is what is ranked against: what was deleted still counts in the statistics of an index.
    others = dict(zip(remembered(knowledge, user_weighed_alike, DRAFTS), ids, strict=True))
    clock.advance(days=40)
    for user, memory_id in ((user_id, ids[MET]), (user_weighed_alike, list(others)[MET])):
        knowledge.use(user, [memory_id])
        knowledge.recompute_importance(user)
    while knowledge.embed_pending():
        pass
    before = graph_of(driver, user_id, leave_out=STATES)
    asked = ("anvil for Acme Corp", "rain harbour", "鍛冶屋の金床", "Ada Byron")
    run = rotation.run()
    assert (run.state, run.archived, run.deleted, run.left) == (RunState.DONE, 3, 0, 0)
    assert run.ratio > 2
    gone = {ids[RAIN], ids[ANVILS], ids[JAPANESE]}
    for mode in Mode:
        hits = {hit.memory.id for text in asked for hit in knowledge.recall(user_id, text, mode=mode).hits}
        assert not hits & gone, mode
    with driver.session() as session:
        kept = session.run(
            "MATCH (m:Memory {user_id: $u, status: 'archived'})<-[:PART_OF]-(c:Chunk) "
            "RETURN m.id AS id, m.text AS text, m.packed AS packed, c.text AS chunk, c.kept_text AS kept", u=user_id,
        ).data()  # fmt: skip
    assert kept
    assert all(row["text"] is row["chunk"] is row["kept"] is None and row["packed"] for row in kept)
    # How small the archive is, how much of the plan was done and when are told of the whole as well.
    figures = counts(opened(), user_id)
    put_by = sum(len(DRAFTS[n].text.encode()) for n in (RAIN, ANVILS, JAPANESE))
    packed = sum(len(text) for text in {row["id"]: row["packed"] for row in kept}.values())
    assert figures.ratios()["compression_ratio"] == pytest.approx(put_by / packed)
    assert figures.ratios()["rotation_efficiency"] == 1
    index = knowledge.index(user_id).stats()
    assert index.last_rotation == clock.now
    assert index.index_bytes is None or 0 < index.index_bytes < (index.store_bytes or 0)
    # What is packed is shown, listed and found by its text where the archive is asked.
    assert knowledge.show(user_id, ids[ANVILS]).memory.text == PAGE
    put_away = Filters(status=Status.ARCHIVED)
    assert [hit.memory.id for hit in knowledge.content(user_id, "金床を", filters=put_away).hits] == [ids[ANVILS]]
    (hit,) = knowledge.recall(user_id, "anvil office", mode=Mode.KEYWORD, filters=put_away).hits
    assert hit.text == PAGE[hit.start : hit.end]
    assert knowledge.context(user_id, "anvil", budget_tokens=400, filters=put_away).text
    facts = [
        fact for entity in knowledge.entities(user_id).entities for fact in knowledge.entity(user_id, entity.id).facts
    ]
    assert all(fact.sentence for fact in facts if fact.memory_id in gone)
    assert rotation.restore(run=run.id).memories == 3
    while knowledge.embed_pending():
        pass
    after = graph_of(driver, user_id, leave_out=STATES)
    assert {name for name in after.nodes if "Rotation" in name}
    for graph in (before, after):
        graph.nodes = {name: held for name, held in graph.nodes.items() if "Rotation" not in name}
    assert_same(after, before)
    for mode in Mode:
        for text in asked:
            hits = {hit.memory.id: hit.score for hit in knowledge.recall(user_id, text, mode=mode).hits}
            wanted = {
                others[hit.memory.id]: hit.score for hit in knowledge.recall(user_weighed_alike, text, mode=mode).hits
            }
            assert hits == pytest.approx(wanted, abs=SPREAD), (mode, text)
            places = {memory_id: place for place, memory_id in enumerate(hits)}
            for above, below in combinations(wanted, 2):
                assert wanted[above] - wanted[below] <= 2 * SPREAD or places[above] < places[below], (mode, text)
    # What a person has brought back is recent again.
    assert rotation.run().archived == 0


def test_the_archive_is_found_by_time_importance_and_topic(
    opened: Opens, user_id: str, ids: list[str], clock: Clock
) -> None:
    knowledge = opened()
    rotation = knowledge.rotation(user_id)
    knowledge.archive(user_id, ids[DECISION])
    clock.advance(days=40)
    began = clock.now
    rotation.run()
    page = rotation.archived()
    assert page.total == 5
    assert page.memories[-1].memory_id == ids[DECISION]
    assert (page.memories[-1].archived_by, page.memories[-1].delete_at) == ("person", None)
    by_importance = [memory.importance for memory in rotation.archived(order=ArchiveOrder.IMPORTANCE).memories]
    assert by_importance == sorted(by_importance, reverse=True)
    assert {memory.memory_id for memory in rotation.archived(since=began).memories} >= {ids[RAIN], ids[ANVILS]}
    assert [memory.memory_id for memory in rotation.archived(until=began).memories] == [ids[DECISION]]
    for topic in ("smithy/anvils", "SMITHY/ANVILS"):
        assert [memory.memory_id for memory in rotation.archived(topic=topic).memories] == [ids[ANVILS]]
    assert [memory.memory_id for memory in rotation.archived(topic="weather").memories] == [ids[RAIN]]
    assert ids[ANVILS] in {memory.memory_id for memory in rotation.archived(topic="ada byron").memories}
    seen: list[str] = []
    cursor = None
    while True:
        part = rotation.archived(limit=2, cursor=cursor)
        seen += [memory.memory_id for memory in part.memories]
        cursor = part.next_cursor
        if cursor is None:
            break
    assert seen == [memory.memory_id for memory in page.memories]
    stats = rotation.archive_stats()
    assert (stats.total, sum(stats.by_bucket.values()), sum(stats.by_month.values())) == (5, 5, 5)
    assert stats.by_topic["weather"] == 1
    rain = next(memory for memory in page.memories if memory.memory_id == ids[RAIN])
    assert rain.delete_at == rain.archived_at + timedelta(days=90)


def test_what_hardly_matters_is_deleted_90_days_after_it_was_archived_with_a_backup_from_which_it_comes_back(
    opened: Opens, user_id: str, ids: list[str], clock: Clock, tmp_path: Path
) -> None:
    knowledge = opened(alerts=AlertSettings(memories=1))
    rotation = knowledge.rotation(user_id)
    clock.advance(days=40)
    first = rotation.run()
    assert first.archived == 4
    assert any(alert.kind == "large" and alert.run == first.id for alert in rotation.alerts())
    clock.advance(days=89)
    knowledge.rotation(user_id).restore([ids[MET]])
    assert rotation.plan().delete == 0
    clock.advance(days=2)
    knowledge.pin(user_id, ids[JAPANESE])
    run = rotation.run()
    assert (run.deleted, run.archived) == (1, 0)
    with pytest.raises(NotFound):
        knowledge.show(user_id, ids[RAIN])
    # What was merely old stays in the archive, and so does what somebody pinned there.
    assert {m.memory_id for m in rotation.archived().memories} == {ids[ANVILS], ids[JAPANESE]}
    backup = rotation.backups()[0]
    assert backup.intact
    assert (backup.run, backup.memories) == (run.id, 1)
    assert Path(backup.path).stat().st_mode & 0o077 == 0
    with zstandard.open(backup.path, "rt") as file:
        lines = file.read().splitlines()
    assert json.loads(lines[1])["text"] == DRAFTS[RAIN].text
    assert rotation.recover(backup.name).restored == 1
    assert DRAFTS[RAIN].text in {memory.text for memory in knowledge.memories(user_id).memories}
    assert rotation.recover(backup.name).already_there == 1
    with Path(backup.path).open("r+b") as file:
        file.seek(20)
        file.write(b"broken")
    assert not rotation.backups()[0].intact
    with pytest.raises(Conflict, match="checksum"):
        rotation.recover(backup.name)
    # The backup of the first run is older than a month.
    assert [file.run for file in rotation.backups()] == [run.id]
    assert [each.id for each in rotation.history()] == [run.id, first.id]


def test_too_much_is_kept_down_by_what_matters_least(opened: Opens, user_id: str, ids: list[str], clock: Clock) -> None:
    bound = SizeTriggerSettings(memories_most=5, target_share=0.8, memory_characters_most=1_000)
    knowledge = opened(size=bound)
    clock.advance(days=8)
    decided = reasons(knowledge, user_id, triggers=[Trigger.SIZE])
    assert decided[ids[ANVILS]] == (Action.ARCHIVE, "too_large")
    gone = [identity for identity, (action, _) in decided.items() if action is Action.ARCHIVE]
    assert len(gone) == 3
    assert decided[ids[TASK]][0] is Action.KEEP
    assert {decided[identity][1] for identity in gone} == {"too_large", "over_the_bound"}
    assert "many_memories" in {alert.kind for alert in knowledge.rotation(user_id).alerts()}


def test_retention_validity_and_belief_are_kept_apart(
    opened: Opens, user_id: str, ids: list[str], clock: Clock, driver: Driver
) -> None:
    knowledge = opened()
    before = graph_of(driver, user_id, leave_out=STATES)
    evidence = knowledge.entity(user_id, knowledge.entity_called(user_id, "Acme Corp"))
    knowledge.archive(user_id, ids[MET])
    archived = knowledge.entity(user_id, evidence.entity.id)
    assert archived.relations == evidence.relations
    assert [fact.sentence for fact in archived.facts] == [fact.sentence for fact in evidence.facts]
    knowledge.restore(user_id, ids[MET])
    assert_same(graph_of(driver, user_id, leave_out=STATES), before)
    knowledge.invalidate(user_id, ids[MET])
    untrue = graph_of(driver, user_id, leave_out=STATES)
    assert untrue.ties != before.ties
    knowledge.archive(user_id, ids[MET])
    assert knowledge.entity(user_id, evidence.entity.id).relations != evidence.relations
    # Out of the archive it is what it was in the world: no longer true.
    assert knowledge.restore(user_id, ids[MET]).status is Status.INVALID
    assert_same(graph_of(driver, user_id, leave_out=STATES), untrue)


def test_a_disk_that_is_full_leaves_everything_as_it_is_and_says_so(
    opened: Opens, user_id: str, ids: list[str], clock: Clock, driver: Driver, tmp_path: Path
) -> None:
    clock.advance(days=40)
    before = graph_of(driver, user_id)
    # A file takes no more than this process may write: the kernel refuses it as it refuses on a full disk.
    knowledge = opened()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, limits[1]))
    try:
        with pytest.raises(Unavailable, match="disk is full"):
            knowledge.rotation(user_id).run()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert list((tmp_path / "backups").iterdir()) == []
    after = graph_of(driver, user_id)
    after.nodes = {name: held for name, held in after.nodes.items() if "Rotation" not in name}
    assert_same(after, before)
    failed = knowledge.rotation(user_id).history()[0]
    assert (failed.state, failed.archived) == (RunState.FAILED, 0)
    assert {alert.kind for alert in knowledge.rotation(user_id).alerts()} >= {"failed"}
    (tmp_path / "file").write_text("no folder")
    nowhere = opened(backup=BackupSettings(folder=tmp_path / "file")).rotation(user_id)
    with pytest.raises(Misconfigured, match="BACKUP__FOLDER"):
        nowhere.run()
    assert knowledge.rotation(user_id).run().archived == 4


def test_only_one_process_rotates_and_who_is_silent_is_followed(
    opened: Opens, user_id: str, ids: list[str], clock: Clock, store: Store
) -> None:
    clock.advance(days=40)
    knowledge = opened()
    until = clock.now + timedelta(seconds=60)
    store.write("rotation/take", user_id=user_id, holder="another", now=clock.now, until=until)
    store.write("rotation/note", user_id=user_id, id=f"{user_id}-cut", now=clock.now, properties={
        "state": "archiving", "archived": 2, "deleted": 0, "left": 0, "characters": 9, "text_bytes": 9,
        "packed_bytes": 9})  # fmt: skip
    with pytest.raises(Conflict, match="Another process"):
        knowledge.rotation(user_id).run()
    assert knowledge.rotation(user_id).run_due() is None
    clock.advance(seconds=61)
    assert {alert.kind for alert in knowledge.rotation(user_id).alerts()} >= {"cut_off"}
    run = knowledge.rotation(user_id).run()
    assert (run.id, run.resumed, run.archived, run.state) == (f"{user_id}-cut", 1, 6, RunState.DONE)


def test_of_two_that_rotate_at_once_each_memory_is_archived_by_one(
    opened: Opens, light: Knowledge, user_id: str, clock: Clock
) -> None:
    made = remembered(light, user_id, [Draft(text=f"It rained on day {day}.") for day in range(12)])
    clock.advance(days=40)
    runs: list[RotationRun] = []

    def rotated(knowledge: Knowledge) -> None:
        with suppress(Conflict):
            runs.append(knowledge.rotation(user_id).run())

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(rotated, [opened(batch=1), opened(batch=1)]))
    assert sum(run.archived for run in {run.id: run for run in runs}.values()) == 12
    assert all(light.show(user_id, identity).memory.text for identity in made)
    assert light.stats(user_id).archived == 12


def test_triggers_are_due_after_their_intervals_and_can_be_switched_off(
    opened: Opens, user_id: str, ids: list[str], clock: Clock
) -> None:
    knowledge = opened(manual=ManualTriggerSettings(enabled=False), size=SizeTriggerSettings(enabled=False))
    rotation = knowledge.rotation(user_id)
    clock.advance(days=40)
    with pytest.raises(Conflict, match="MANUAL"):
        rotation.run()
    with pytest.raises(Conflict, match="SIZE"):
        rotation.plan(triggers=[Trigger.SIZE])
    run = rotation.run_due()
    assert run is not None
    assert (run.archived, run.by, set(run.triggers)) == (4, "schedule", {Trigger.AGE, Trigger.IMPORTANCE})
    assert rotation.run_due() is None
    clock.advance(hours=13)
    again = rotation.run_due()
    assert again is not None
    assert again.triggers == (Trigger.IMPORTANCE,)
    assert opened(enabled=False).rotation(user_id).run_due() is None


_CHILD = """
import os, signal, sys
from datetime import datetime
from pathlib import Path
from pydantic import SecretStr
from graph.db.store import opened
from graph.knowledge import Knowledge
from graph.rotation_settings import BackupSettings, RotationSettings
from graph.settings import Neo4jSettings
import graph.rotation.rotation as rotation
from tests.live.plain_extractor import PlainExtractor

uri, user, password, user_id, now, folder = sys.argv[1:]
settings = Neo4jSettings(uri=uri, user=user, password=SecretStr(password) if password else None)
put_away, batches = rotation.put_away, []

def dying(*given):
    done = put_away(*given)
    batches.append(done)
    if len(batches) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return done

rotation.put_away = dying
chosen = RotationSettings(batch=2, backup=BackupSettings(folder=Path(folder)))
store = opened(settings)
knowledge = Knowledge(lambda: store, PlainExtractor(), clock=lambda: datetime.fromisoformat(now), rotation=chosen)
knowledge.rotation(user_id).run()
"""


def test_a_run_that_is_killed_in_the_middle_is_finished_by_the_next_and_counts_each_memory_once(
    opened: Opens, light: Knowledge, user_id: str, clock: Clock, neo4j_settings: Neo4jSettings, tmp_path: Path
) -> None:
    texts = [f"It rained on day {day} in the harbour." for day in range(9)]
    made = remembered(light, user_id, [Draft(text=text) for text in texts])
    clock.advance(days=40)
    password = neo4j_settings.password.get_secret_value() if neo4j_settings.password else ""
    given = [neo4j_settings.uri or "", neo4j_settings.user, password, user_id, clock.now.isoformat()]
    child = subprocess.run(
        [sys.executable, "-c", _CHILD, *given, str(tmp_path / "backups")],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}, capture_output=True, check=False,
    )  # fmt: skip
    assert child.returncode == -signal.SIGKILL, child.stderr.decode()
    knowledge = opened()
    rotation = knowledge.rotation(user_id)
    # Two batches of two were committed; the third died with its process.
    deadline = time.monotonic() + 30
    while (cut := rotation.history()[0]).archived != 4 and time.monotonic() < deadline:
        pass
    assert (cut.archived, cut.state, cut.ended_at) == (4, RunState.ARCHIVING, None)
    statuses = [knowledge.show(user_id, identity).memory for identity in made]
    assert sorted(memory.text for memory in statuses) == sorted(texts)
    assert sum(memory.status is Status.ARCHIVED for memory in statuses) == 4
    clock.advance(seconds=61)
    run = rotation.run()
    assert (run.id, run.state, run.archived, run.resumed) == (cut.id, RunState.DONE, 9, 1)
    assert rotation.archived().total == 9
    assert sum(file.memories for file in rotation.backups()) == 9 + 5
    assert rotation.restore(run=run.id).memories == 9
    assert {memory.text for memory in knowledge.memories(user_id).memories} == set(texts)


def test_what_was_changed_since_it_was_looked_at_is_left(
    opened: Opens, user_id: str, ids: list[str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.advance(days=40)
    knowledge = opened()
    write = BackupFolder.write

    def meanwhile(self: BackupFolder, *given: object) -> object:
        clock.advance(minutes=1)
        knowledge.edit(user_id, ids[RAIN], {"tags": ("kept",)})
        knowledge.pin(user_id, ids[ANVILS])
        knowledge.forget(user_id, ids[JAPANESE])
        return write(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(BackupFolder, "write", meanwhile)
    run = knowledge.rotation(user_id).run()
    assert (run.archived, run.left) == (1, 3)
    assert counts(knowledge, user_id).ratios()["rotation_efficiency"] == 0.25
    assert knowledge.show(user_id, ids[RAIN]).memory.status is Status.ACTIVE
    assert knowledge.show(user_id, ids[ANVILS]).memory.status is Status.ACTIVE


@pytest.mark.parametrize("enrich", list(Enrich))
def test_half_an_emoji_an_empty_archive_and_another_user_are_no_trouble(
    enrich: Enrich, opened: Opens, user_id: str, other_user: str, clock: Clock
) -> None:
    knowledge = opened(delete=DeletionSettings(after_days=0, only_low=False))
    rotation = knowledge.rotation(user_id)
    assert rotation.run().archived == 0
    assert (rotation.archived().memories, rotation.archive_stats().by_topic) == ((), {})
    text = "👩‍👩‍👧 𠮷野家で会った。\u200d\n" * 3
    made = knowledge.remember(user_id, Draft(text=text), enrich=enrich).id
    others = knowledge.remember(other_user, Draft(text=text)).id
    clock.advance(days=40)
    assert rotation.run().archived == 1
    assert rotation.archived().memories[0].memory_id == made
    assert knowledge.show(user_id, made).memory.text == knowledge.show(other_user, others).memory.text
    assert knowledge.rotation(other_user).archived().total == 0
    with pytest.raises(NotFound):
        knowledge.rotation(other_user).restore([made])
    knowledge.edit(user_id, made, {"tags": ("x",)})
    assert knowledge.show(user_id, made).memory.status is Status.ARCHIVED
    assert [{*version.before} for version in knowledge.history(user_id, made)] == [{"tags"}, {"status"}]
    knowledge.edit(user_id, made, {"text": "Else."})
    assert len(knowledge.history(user_id, made)) == 3
    assert knowledge.restore(user_id, made).text == "Else."


def test_daily_exports_are_encrypted_where_a_key_is_named(
    opened: Opens, user_id: str, ids: list[str], clock: Clock, tmp_path: Path
) -> None:
    folder, key = tmp_path / "backups", tmp_path / "backup.key"
    plain = BackupSettings(folder=folder, daily=True, keep_days=3)
    opened(backup=plain).back_up_due()
    knowledge = opened(backup=plain.model_copy(update={"encrypt_for": (new_key(key, clock()),)}))
    # The file of today is there, though it is not encrypted.
    knowledge.back_up_due()
    for _ in range(3):
        clock.advance(days=1)
        knowledge.back_up_due()
    files = sorted((folder / "daily").glob(f"*-{owner_of(user_id)}.*"))
    assert [path.suffix for path in files] == [".zst", ".age", ".age", ".age"]
    texts = [memory.text.encode() for memory in knowledge.memories(user_id, limit=200).memories]
    assert not any(text in path.read_bytes() for path in files[1:] for text in texts)
    with pytest.raises(Invalid, match="encrypted"):
        knowledge.transfer(f"{user_id}-again").from_file(files[-1])
    assert knowledge.transfer(f"{user_id}-again").from_file(files[-1], key=key).memories == len(ids)
    clock.advance(days=1)
    knowledge.back_up_due()
    assert not files[0].exists()


def test_everything_of_a_user_is_exported_each_day_and_kept_for_its_days(
    opened: Opens, user_id: str, ids: list[str], clock: Clock, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    knowledge = opened(backup=BackupSettings(folder=folder, daily=True, keep_days=3))
    for _ in range(10):
        knowledge.back_up_due()
        clock.advance(hours=12)
    files = sorted((folder / "daily").glob(f"*-{owner_of(user_id)}.jsonl.zst"))
    assert len(files) == 3
    knowledge.forget_user(user_id)
    knowledge.back_up_due()
    again = knowledge.transfer(f"{user_id}-again").from_file(files[-1])
    assert again.memories == len(ids)
    clock.advance(days=4)
    knowledge.back_up_due()
    assert [path for path in files if path.exists()] == []
