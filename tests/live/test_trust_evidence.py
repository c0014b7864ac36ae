"""What is derived leads back to a text, goes with it, and is made anew from it; what was deleted is in no copy."""

import json
import secrets
from collections.abc import Mapping
from pathlib import Path

import pytest
import zstandard
from neo4j import Driver, Record

from api.commands.root import run
from api.markdown.layouts import layout_called
from api.markdown.sync import FolderSync, SyncOptions
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.lifecycle.rotation_values import Trigger
from graph.model.care.index import UpdateKind
from graph.model.draft import Draft
from graph.model.life.journal import Act
from graph.model.memory import Enrich
from graph.model.types import LinkKind
from graph.rotation_settings import BackupSettings, RotationSettings
from tests.live.conftest import Clock
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_trust_tombstones import BESIDE, SECRET, ingested, refused

TRACES = ("zephyrine", "quux", "blorptech")
PAIRS = (
    "Zephyrine Quux joined Blorptech Corp.", "Vex Quark joined Blorptech Corp.",
    "Ada Byron joined Acme Corp.", "Grace Hopper joined Acme Corp.",
)  # fmt: skip
KINDS: Mapping[str, str] = {
    "chunks": "MATCH (n:Chunk)-[:PART_OF]->(:Memory {id: $id}) RETURN n",
    "vectors": "MATCH (n:Chunk) WHERE n.id STARTS WITH $id AND n.embedding IS NOT NULL RETURN n",
    "facts": "MATCH (n:Fact) WHERE n.id STARTS WITH $id RETURN n",
    "entities": "MATCH (n:Entity {user_id: $user, key: $key}) RETURN n",
    "names": "MATCH (n:Name {user_id: $user, key: $key}) RETURN n",
    "relations": "MATCH (:Entity {user_id: $user, key: $key})-[n:WORKS_FOR]->() RETURN n",
    "links": "MATCH (:Memory {id: $id})-[n]-(:Memory) RETURN n",
    "inferences": "MATCH (n:Inference)-[]-(:Entity {user_id: $user, key: $key}) RETURN n",
    "versions": "MATCH (n:MemoryVersion {user_id: $user, memory_id: $id}) RETURN n",
    "summaries": "MATCH (:Summary {user_id: $user})-[n]-(:Memory {id: $id}) RETURN n",
}
"""How each kind of what is derived from a memory is found in the database."""


def found(driver: Driver, statement: str, **params: object) -> list[Record]:
    with driver.session() as session:
        return list(session.run(statement, **params))  # pyright: ignore[reportArgumentType]


def kinds(driver: Driver, user_id: str, memory_id: str, key: str) -> dict[str, bool]:
    return {
        kind: bool(found(driver, statement, user=user_id, id=memory_id, key=key)) for kind, statement in KINDS.items()
    }


def all_passes(knowledge: Knowledge, user_id: str) -> None:
    """All that works in the background, and all indexes anew."""
    knowledge.link(user_id, anew=True)
    knowledge.infer(user_id, anew=True)
    while knowledge.embed_pending() or knowledge.weigh_pending() or knowledge.enrich_pending():
        pass
    knowledge.index(user_id).update(UpdateKind.FULL)
    knowledge.network(user_id).map()


def test_every_fact_summary_and_line_of_a_context_leads_back_to_the_text_that_says_it(
    light: Knowledge, user_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not proved: that the text says what a reader takes from it; how well texts are read is measured elsewhere."""
    monkeypatch.setattr(light, "close", lambda: None)
    (tmp_path / "file.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in (*PAIRS, BESIDE)))
    line = ["ingest", str(tmp_path / "file.jsonl"), "--project", "p"]
    assert run(line, build=lambda _: light, default_user=lambda: user_id) == 0
    all_passes(light, user_id)

    def text_of(memory_id: str) -> str:
        return light.show(user_id, memory_id).memory.text

    facts = light.graph(user_id).facts(limit=100).facts
    assert len(facts) >= len(PAIRS)
    assert all(fact.sentence in text_of(fact.memory_id) for fact in facts)
    light.summaries(user_id).summarize("p")
    summary = light.summaries(user_id).summary("p")
    assert summary.quotes
    assert all(text_of(quote.memory_id)[quote.start : quote.end] == quote.text for quote in summary.quotes)
    context = light.context(user_id, "Who joined Acme Corp?", budget_tokens=400)
    assert context.citations
    cited = {text_of(citation.memory_id)[start:end] for citation in context.citations for start, end in citation.spans}
    told = [line for line in context.text.splitlines() if any(text in line for text in PAIRS)]
    assert told
    assert all(any(text in line for text in cited) for line in told)
    stated = {fact.id for fact in facts}
    assert light.inferred(user_id)
    for each in light.inferred(user_id):
        assert {evidence.id for evidence in each.evidence} <= stated


def test_forgetting_reaches_every_kind_of_what_was_derived_and_a_sibling_keeps_its_own(
    light: Knowledge, user_id: str, driver: Driver
) -> None:
    """Not proved: what somebody copied elsewhere, and what the database's own logs and freed blocks hold."""
    ids = [
        o.remembered.id
        for o in ingested(light, user_id, *(Draft(text=text, project="p") for text in PAIRS))
        if o.remembered
    ]
    for identity, other in zip(ids, (*ids[1:2], *ids[:1], *ids[3:], ids[2]), strict=True):
        light.edit(user_id, identity, {"tags": ("kept",)})
        light.by_hand(user_id).tie(identity, other, LinkKind.REFERENCE)
    all_passes(light, user_id)
    light.summaries(user_id).summarize("p")
    every = dict.fromkeys(KINDS, True)
    assert kinds(driver, user_id, ids[0], "zephyrine quux") == every
    assert kinds(driver, user_id, ids[2], "ada byron") == every
    for identity in ids[:2]:
        light.forget(user_id, identity)
    for _ in range(2):
        assert kinds(driver, user_id, ids[0], "zephyrine quux") == dict.fromkeys(KINDS, False)
        assert kinds(driver, user_id, ids[2], "ada byron") == every
        rows, _, _ = driver.execute_query("MATCH (n {user_id: $u}) RETURN n {.*} AS n", u=user_id)
        kept = repr([{k: v for k, v in row["n"].items() if "embedding" not in k} for row in rows]).lower()
        assert [trace for trace in TRACES if trace in kept] == []
        all_passes(light, user_id)
        light.summaries(user_id).summary("p")


def test_all_that_is_derived_is_made_anew_from_the_texts_alone(light: Knowledge, user_id: str, driver: Driver) -> None:
    """Not proved: that another version of the rules reads the same; nor texts that were lost themselves."""
    token = f"Q{''.join(secrets.choice('abcdefgh') for _ in range(14))}"
    ingested(light, user_id, f"{token} joined Acme Corp.", BESIDE)
    for wrecking in (
        "MATCH (c:Chunk {user_id: $u}) DETACH DELETE c", "MATCH (f:Fact {user_id: $u}) DETACH DELETE f",
        "MATCH (e:Entity {user_id: $u}) DETACH DELETE e",
    ):  # fmt: skip
        found(driver, wrecking, u=user_id)
    assert light.recall(user_id, token).hits == ()
    light.index(user_id).repair()
    all_passes(light, user_id)
    assert light.index(user_id).check().findings == ()
    assert token in light.recall(user_id, token).hits[0].memory.text
    assert token in light.context(user_id, f"What about {token}?", budget_tokens=300).text
    assert {"Acme Corp"} <= {node.name for node in light.graph(user_id).neighbours(token).nodes}
    assert any(token in fact.sentence for fact in light.graph(user_id).facts(limit=50).facts)


def test_what_was_forgotten_stays_away_after_work_restart_export_and_an_older_import(
    light: Knowledge, user_id: str, driver: Driver, store: Store, tmp_path: Path
) -> None:
    """Not proved: backups of the database as a whole bring back what they hold, as `docs/trust.md` says."""
    secret, _ = (o.remembered for o in ingested(light, user_id, SECRET, BESIDE))
    assert secret
    light.transfer(user_id).to_file(tmp_path / "older.zst")
    light.forget(user_id, secret.id)
    all_passes(light, user_id)
    restarted = Knowledge(lambda: store, PlainExtractor(), clock=Clock())
    restarted.transfer(user_id).to_file(tmp_path / "newer.zst")
    imported = restarted.transfer(user_id).from_file(tmp_path / "older.zst")
    assert imported.failed == 1
    assert [memory.text for memory in restarted.memories(user_id).memories] == [BESIDE]
    assert imported.already == 1
    all_passes(restarted, user_id)
    with zstandard.open(tmp_path / "newer.zst", "rt") as file:
        exported = file.read()
    rows, _, _ = driver.execute_query("MATCH (n {user_id: $u}) RETURN n {.*} AS n", u=user_id)
    probes = (
        exported, repr([{k: v for k, v in row["n"].items() if "embedding" not in k} for row in rows]),
        repr(restarted.recall(user_id, "Blorptech Corp Zephyrine").hits), repr(restarted.entities(user_id)),
        repr(restarted.content(user_id, "safe").hits), repr(restarted.events(user_id).page()),
        restarted.context(user_id, "Who opens the safe?", budget_tokens=300).text,
    )  # fmt: skip
    assert [trace for trace in TRACES for probe in probes if trace in probe.lower()] == []
    assert BESIDE in exported
    assert BESIDE in [hit.memory.text for hit in restarted.recall(user_id, "Grace Hopper").hits]
    forgotten, refusal = (
        restarted.events(user_id).page(kinds=[kind.value]).events for kind in (Act.FORGOTTEN, Act.REFUSED)
    )
    assert [event.memory_ids for event in forgotten] == [(secret.id,)]
    assert [event.number for event in refusal] == [1]
    # Who has nothing left but what was forgotten gets nothing of it either.
    for memory in restarted.memories(user_id).memories:
        restarted.forget(user_id, memory.id)
    assert restarted.transfer(user_id).from_file(tmp_path / "older.zst").failed == 2


def test_what_was_forgotten_is_in_no_copy_that_is_kept_beside_the_graph(
    light: Knowledge, user_id: str, clock: Clock, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that are kept in step, summaries, maps, backups. Not proved: copies that you made yourself, and a backup of
    rotation within its days (31 unless set otherwise)."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "vault").mkdir()
    options = SyncOptions(project="p", enrich=Enrich.NOW)
    folder = FolderSync(light, user_id, tmp_path / "vault", layout_called(None, tmp_path / "vault"), options)
    rotation = RotationSettings(backup=BackupSettings(folder=tmp_path / "backups"))
    turning = Knowledge(lambda: store, PlainExtractor(), clock=clock, rotation=rotation)
    secret, _ = (
        o.remembered for o in ingested(light, user_id, *(Draft(text=text, project="p") for text in (SECRET, BESIDE)))
    )
    assert secret

    def files() -> str:
        return "\n".join(path.read_text() for path in (tmp_path / "vault").rglob("*.md"))

    folder.run()
    light.summaries(user_id).summarize("p")
    light.network(user_id).map()
    assert SECRET in files()
    clock.advance(days=40)
    assert turning.rotation(user_id).run(triggers=[Trigger.AGE, Trigger.IMPORTANCE]).archived == 2
    backup = turning.rotation(user_id).backups()[0]
    light.forget(user_id, secret.id)
    folder.run()
    assert [trace for trace in TRACES if trace in files().lower()] == []
    recovered = turning.rotation(user_id).recover(backup.name)
    assert (recovered.restored, recovered.failed) == (1, 1)
    assert [memory.text for memory in light.memories(user_id).memories] == [BESIDE]
    folder.run()
    assert BESIDE in files()
    for cached in (light, turning):
        assert not [t for t in TRACES if t in repr(cached.network(user_id).map()).lower()]
        assert not [t for t in TRACES if t in cached.summaries(user_id).summary("p").text.lower()]
    clock.advance(days=40)
    ingested(light, user_id, "The harbour is cold.")
    clock.advance(days=40)
    turning.rotation(user_id).run(triggers=[Trigger.AGE, Trigger.IMPORTANCE])
    assert not Path(backup.path).exists()
    assert refused(ingested(light, user_id, SECRET)) == [True]
