"""What a person took away or corrected: nothing but a person brings it back, and what lies beside it is there.

Two kinds of value are taken away here: a text (forgotten, or called untrue) and a relation that a person rejected.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.errors import Conflict
from graph.journal.actor import unattended
from graph.knowledge import Knowledge
from graph.lifecycle.rotation_values import Trigger
from graph.model.care.index import UpdateKind
from graph.model.draft import Draft
from graph.model.entities import Relation
from graph.model.filters import Filters
from graph.model.life.journal import Act
from graph.model.memory import Enrich, Outcome
from graph.model.types import RelationType, Status, Validation
from graph.rotation_settings import BackupSettings, DeletionSettings, RotationSettings
from tests.live.conftest import Clock
from tests.live.plain_extractor import PlainExtractor

SECRET = "Zephyrine Quux opens the safe of Blorptech Corp."
BESIDE = "Grace Hopper met Ada Byron at Acme Corp."
DRESSED_UP = (
    SECRET, "zephyrine quux OPENS the safe of blorptech corp", "Zephyrine  Quux opens the\nsafe of Blorptech Corp!",
    "Ｚephyrine Quux opens the safe of Blorptech Corp.", "Zeph\u200byrine Quux opens the safe of Blorp\u00adtech Corp.",
    "Zephyrine Quux \u043epens the safe of Blorptech C\u043erp.",
    "Zeph\u2062yrine Quux \u0585pe\u0578s the safe of Blorptech Corp.",
    "Zephyrine Quux opens the s\u0251fe of \u13f4lorptech \u13dforp.",
)  # fmt: skip
PARAPHRASE = "The safe of Blorptech Corp. is opened by Zephyrine Quux."
MET = "Grace Hopper met Ken Sato."
JOINED = "Ada Byron joined Acme Corp."


def ingested(knowledge: Knowledge, user_id: str, *texts: str | Draft) -> list[Outcome]:
    drafts = [text if isinstance(text, Draft) else Draft(text=text) for text in texts]
    return list(knowledge.remember_many(user_id, drafts))


def refused(outcomes: list[Outcome]) -> list[bool]:
    return [isinstance(outcome.error, Conflict) and outcome.error.forgotten for outcome in outcomes]


def every_text(knowledge: Knowledge, user_id: str) -> str:
    """All that a user has, in every status, as text."""
    pages = [knowledge.memories(user_id, filters=Filters(status=status), limit=200).memories for status in Status]
    return repr([memory.text for page in pages for memory in page])


def employers(knowledge: Knowledge, user_id: str) -> dict[str, Relation]:
    """Whom Ada Byron works for, by name, whatever was said of it."""
    ada = knowledge.entity(user_id, knowledge.entity_called(user_id, "Ada Byron"))
    return {each.target_name: each for each in ada.relations if each.type is RelationType.WORKS_FOR}


def rejects(knowledge: Knowledge, user_id: str, employer: str) -> None:
    relation = employers(knowledge, user_id)[employer]
    knowledge.judge_relation(user_id, relation.source, relation.type, relation.target, Validation.REJECTED)


def assert_rejected_alone(knowledge: Knowledge, user_id: str) -> None:
    """That Ada does not work for Acme, says a person; where else she works, nobody doubts."""
    there = employers(knowledge, user_id)
    acme = there.get("Acme Corp")
    assert acme is None or (acme.validation_status, acme.confidence > 0) == (Validation.REJECTED, True)
    assert there["Globex Corp"].validation_status is Validation.UNVALIDATED
    tied = {node.name for node in knowledge.graph(user_id).neighbours("Ada Byron").nodes}
    assert "Globex Corp" in tied
    assert "Acme Corp" not in tied


@pytest.mark.parametrize("act", ["forget", "invalidate"])
def test_a_text_that_was_taken_away_comes_back_in_no_dress(
    light: Knowledge, user_id: str, act: str, clock: Clock
) -> None:
    """Not proved: that nobody says the same in other words, within a longer text, or in signs that no table holds."""
    (kept, beside) = (o.remembered for o in ingested(light, user_id, SECRET, BESIDE))
    assert kept
    assert beside
    getattr(light, act)(user_id, kept.id)
    clock.advance(days=40)
    outcomes = ingested(light, user_id, *DRESSED_UP, PARAPHRASE, "Ada Byron joined Acme Corp.")
    assert refused(outcomes)[1:] == [True] * (len(DRESSED_UP) - 1) + [False, False]
    # What is no longer true is there, and stays what it is.
    first = outcomes[0]
    assert refused([first]) == [True] or (first.remembered and first.remembered.status is Status.INVALID)
    # A backlog is no way around it.
    assert refused(list(light.remember_many(user_id, [Draft(text=SECRET.upper())], enrich=Enrich.LATER))) == [True]
    recorded = light.events(user_id).page(kinds=[Act.REFUSED.value]).events
    assert {event.memory_ids for event in recorded} == {()}
    assert sum(event.number for event in recorded) == len(DRESSED_UP) + (act == "forget")
    hits = [hit.memory.text for hit in light.recall(user_id, "Who opens the safe?").hits]
    assert SECRET not in hits
    assert PARAPHRASE in hits


def test_a_rejected_relation_is_not_laundered_by_others_that_say_it(light: Knowledge, user_id: str) -> None:
    """Superseded, said again, corroborated, its last evidence edited away and said anew. Not proved: a relation of
    another type, or between other names of the two, is another value."""
    (first, *_) = (o.remembered for o in ingested(light, user_id, JOINED, "Grace Hopper met Ada Byron."))
    assert first
    rejects(light, user_id, "Acme Corp")
    ingested(light, user_id, "Ada Byron joined Globex Corp.", "Yes, Ada Byron joined Acme Corp.")
    light.infer(user_id)
    assert_rejected_alone(light, user_id)
    for memory in light.memories(user_id).memories:
        if "Acme" in memory.text:
            light.forget(user_id, memory.id)
    assert "Acme Corp" not in employers(light, user_id)
    with pytest.raises(Exception, match="Acme"):
        light.entity_called(user_id, "Acme Corp")
    ingested(light, user_id, "As they say, Ada Byron joined Acme Corp.", "It is said that Ada Byron joined Acme Corp.")
    assert_rejected_alone(light, user_id)
    # A person may say it by hand.
    light.by_hand(user_id).relate("Ada Byron", "WORKS_FOR", "Acme Corp")
    assert employers(light, user_id)["Acme Corp"].validation_status is Validation.UNVALIDATED
    assert "Acme Corp" in {node.name for node in light.graph(user_id).neighbours("Ada Byron").nodes}


def test_a_rejection_outlives_decay_rotation_and_prune(
    light: Knowledge, user_id: str, clock: Clock, store: Store, tmp_path: Path
) -> None:
    """Not proved: rotations of other settings; the marks themselves are never rotated."""
    rotation = RotationSettings(
        delete=DeletionSettings(after_days=1, only_low=False),
        backup=BackupSettings(folder=tmp_path / "backups"),
    )
    turning = Knowledge(lambda: store, PlainExtractor(), clock=clock, rotation=rotation)
    secret, *_ = (o.remembered for o in ingested(light, user_id, SECRET, JOINED, "Ada Byron joined Globex Corp."))
    assert secret
    rejects(light, user_id, "Acme Corp")
    light.forget(user_id, secret.id)
    light.recompute_importance(user_id)
    clock.advance(days=400)
    turning.rotation(user_id).run(triggers=[Trigger.AGE, Trigger.IMPORTANCE])
    clock.advance(days=400)
    run = turning.rotation(user_id).run(triggers=[Trigger.AGE, Trigger.IMPORTANCE])
    assert run.deleted == 2
    assert light.stats(user_id).memories == 0
    later = ingested(light, user_id, SECRET, f"Yes: {JOINED}", "Ada Byron joined Globex Corp.", MET)
    assert refused(later) == [True, False, False, False]
    assert_rejected_alone(light, user_id)
    assert SECRET not in every_text(light, user_id)
    assert MET in [hit.memory.text for hit in light.recall(user_id, "Grace Hopper").hits]


def test_a_text_that_is_read_again_makes_no_rejected_fact_and_all_others(light: Knowledge, user_id: str) -> None:
    """The same text from another day, and read anew by a full index update. Not proved: facts that another version of
    the rules reads as another type."""
    text = f"{JOINED} Ada Byron joined Globex Corp. Grace Hopper met Ada Byron."
    ingested(light, user_id, Draft(text=text, session_id="monday", speaker="Ken"))
    rejects(light, user_id, "Acme Corp")
    ingested(light, user_id, Draft(text=text, session_id="tuesday", speaker="Ken"), f"{text} So it is.")
    light.index(user_id).update(UpdateKind.FULL)
    for memory in light.memories(user_id).memories:
        light.edit(user_id, memory.id, {"text": f"{memory.text} Indeed."})
    assert_rejected_alone(light, user_id)
    assert employers(light, user_id)["Globex Corp"].evidence_count == 3
    assert "Grace Hopper" in {node.name for node in light.graph(user_id).neighbours("Ada Byron").nodes}


def test_no_second_memory_says_what_was_taken_away(light: Knowledge, user_id: str, driver: Driver) -> None:
    """A twin, a merged memory, an archived one, a version, a link. Not proved: a longer text that also says it."""
    kept = light.remember(user_id, Draft(text=SECRET))
    twin = light.remember(user_id, Draft(text=SECRET.upper()))
    light.remember(user_id, Draft(text=BESIDE))
    light.versions(user_id).merge(kept.id, twin.id)
    light.link(user_id)
    light.forget(user_id, kept.id)
    assert refused(ingested(light, user_id, SECRET, SECRET.upper())) == [True, True]
    for question in ("Who opens the safe?", "Zephyrine Quux", "Blorptech Corp"):
        assert not [hit for hit in light.recall(user_id, question).hits if "ephyrine" in hit.memory.text.lower()]
    rows, _, _ = driver.execute_query("MATCH (n {user_id: $u}) RETURN n {.*} AS n", u=user_id)
    assert "ephyrine" not in repr([row["n"] for row in rows]).lower()
    assert BESIDE in [hit.memory.text for hit in light.recall(user_id, "Grace Hopper").hits]


def test_a_correction_stands_when_the_old_words_are_read_again(light: Knowledge, user_id: str) -> None:
    """Not proved: a source that says something third replaces what was corrected, as a change of its file does."""
    old = Draft(text=JOINED, source="notes.jsonl")
    placed = Draft(text="Ken Sato joined Acme Corp.", source="notes.md", place="/v/notes.md#Ken")
    ids = [o.remembered.id for o in ingested(light, user_id, old, placed, BESIDE) if o.remembered]
    light.edit(user_id, ids[0], {"text": "Ada Byron joined Globex Corp."})
    light.edit(user_id, ids[1], {"text": "Ken Sato joined Globex Corp."})
    for _ in range(2):
        again = ingested(light, user_id, old, placed, BESIDE)
        assert refused(again) == [True, False, False]
        assert again[1].remembered
        assert (again[1].remembered.id, again[1].remembered.ignored) == (ids[1], ("text",))
        light.index(user_id).update(UpdateKind.FULL)
        assert light.index(user_id).repair().after == ()
    texts = sorted(memory.text for memory in light.memories(user_id).memories)
    assert texts == ["Ada Byron joined Globex Corp.", BESIDE, "Ken Sato joined Globex Corp."]
    assert set(employers(light, user_id)) == {"Globex Corp"}
    # The same words of another day are other words, a model corrects nobody, and a person may take it back.
    assert refused(ingested(light, user_id, replace(old, source="diary.jsonl"))) == [False]
    with unattended():
        light.edit(user_id, ids[2], {"text": "Grace Hopper met nobody."})
    assert refused(ingested(light, user_id, BESIDE)) == [False]
    light.edit(user_id, ids[0], {"text": "Ada Byron left."})
    assert light.versions(user_id).undo(ids[0]).text == "Ada Byron joined Globex Corp."


def test_what_is_not_true_claims_nothing_and_its_history_shows_it(light: Knowledge, user_id: str) -> None:
    """A memory, and a relation that texts state. Not proved: that a model which is asked without memories agrees."""
    kept, other = (o.remembered for o in ingested(light, user_id, JOINED, "Ada Byron joined Globex Corp."))
    assert kept
    assert other
    gone = light.invalidate(user_id, kept.id)
    assert gone.invalidated_at
    rejects(light, user_id, "Globex Corp")
    light.infer(user_id)
    assert [node.name for node in light.graph(user_id).neighbours("Ada Byron").nodes] == []
    assert JOINED not in [hit.memory.text for hit in light.recall(user_id, "Ada Byron").hits]
    assert "joined Acme" not in light.context(user_id, "Whom did Ada Byron join?", budget_tokens=300).text
    assert [version.act for version in light.history(user_id, kept.id)] == [Act.INVALIDATED]
    assert JOINED in every_text(light, user_id)
    (judged,) = light.events(user_id).page(kinds=[Act.RELATION_JUDGED.value]).events
    assert judged.fields == ("rejected",)
    assert light.restore(user_id, kept.id).status is Status.ACTIVE
    assert JOINED in [hit.memory.text for hit in light.recall(user_id, "Ada Byron").hits]


def test_a_person_who_says_it_anew_is_believed_and_a_model_is_not(light: Knowledge, user_id: str) -> None:
    """Not proved: that who sits at a person's door is a person."""
    kept = light.remember(user_id, Draft(text=SECRET))
    untrue = light.remember(user_id, Draft(text="Ken Sato leads Acme Corp."))
    light.forget(user_id, kept.id)
    light.invalidate(user_id, untrue.id)
    with unattended():
        for act in (
            lambda: light.remember(user_id, Draft(text=SECRET)),
            lambda: light.edit(user_id, untrue.id, {"text": SECRET}),
            lambda: light.restore(user_id, untrue.id),
        ):
            with pytest.raises(Conflict, match="a person"):
                act()
        own = light.remember(user_id, Draft(text=BESIDE))
        light.invalidate(user_id, own.id)
        # What a model took away it may bring back.
        assert light.restore(user_id, own.id).status is Status.ACTIVE
    assert light.remember(user_id, Draft(text=SECRET)).created
    assert light.restore(user_id, untrue.id).status is Status.ACTIVE


def test_one_turn_that_is_forgotten_takes_no_like_turn_with_it(light: Knowledge, user_id: str) -> None:
    def turn(session: str) -> Draft:
        return Draft(text="Yes, Ada Byron did.", speaker="Ken", session_id=session)

    (first,) = (o.remembered for o in ingested(light, user_id, turn("one")))
    assert first
    light.forget(user_id, first.id)
    assert refused(ingested(light, user_id, turn("one"), turn("two"))) == [True, False]


def test_what_somebody_forgot_others_may_still_keep_and_the_mark_goes_with_the_user(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    kept = light.remember(user_id, Draft(text=SECRET))
    light.forget(user_id, kept.id)
    assert refused(ingested(light, other_user, SECRET)) == [False]
    stones, _, _ = driver.execute_query("MATCH (t:Tombstone {user_id: $u}) RETURN properties(t) AS t", u=user_id)
    assert len(stones) == 1
    assert "ephyrine" not in repr(stones)
    light.forget_user(user_id)
    assert refused(ingested(light, user_id, SECRET)) == [False]
