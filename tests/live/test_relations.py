"""Relations sum up what holds: no denial, question or plan, nothing taken back, and never against a person's word."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from neo4j import Driver

from graph.db import schema
from graph.db.store import Store
from graph.db.type_catalogue import SYMMETRIC
from graph.extractor import ExtractionInput
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.entities import Relation
from graph.model.extraction import Extraction
from graph.model.recalled import Mode
from graph.model.types import InferenceKind, Modality, Polarity, RelationType, Validation
from tests.live.conftest import START, Clock
from tests.live.dump import assert_same, graph_of
from tests.live.naming_extractor import NamingExtractor
from tests.live.plain_extractor import MODEL
from tests.live.test_entities import names_of
from tests.live.test_forgetting import RUNS, assert_no_trace, remembered
from tests.live.test_writers import assert_counts_are_right

JOINED = "Ken Sato joined Acme Corp."
SAID = {
    "denied": (Polarity.NEGATIVE, Modality.STATED),
    "asked": (Polarity.POSITIVE, Modality.ASKED),
    "possible": (Polarity.POSITIVE, Modality.POSSIBLE),
    "planned": (Polarity.POSITIVE, Modality.INTENDED),
    "due": (Polarity.POSITIVE, Modality.OBLIGATORY),
    "reported": (Polarity.POSITIVE, Modality.REPORTED),
}


class MoodyExtractor(NamingExtractor):
    """Reads how a text means it off its first word: "denied: Ken Sato joined Acme Corp."."""

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        return [_meant(work.draft.text, one) for work, one in zip(works, super().extract(works), strict=True)]


def _meant(text: str, one: Extraction) -> Extraction:
    polarity, modality = SAID.get(text.partition(":")[0], (Polarity.POSITIVE, Modality.STATED))
    return replace(one, statements=tuple(replace(s, polarity=polarity, modality=modality) for s in one.statements))


@pytest.fixture
def moody(store: Store, clock: Clock) -> Knowledge:
    return Knowledge(lambda: store, MoodyExtractor(), clock=clock)


def relations(knowledge: Knowledge, user_id: str, name: str = "Ken Sato") -> list[Relation]:
    return list(knowledge.entity(user_id, names_of(knowledge, user_id)[name].id).relations)


def rejected(knowledge: Knowledge, user_id: str, one: str = "Ken Sato", other: str = "Acme Corp") -> Relation:
    there = names_of(knowledge, user_id)
    return knowledge.judge_relation(
        user_id, there[one].id, RelationType.WORKS_FOR, there[other].id, Validation.REJECTED, by="taro", note="No."
    )


def standing(knowledge: Knowledge, user_id: str) -> list[tuple[Validation, str | None, str | None]]:
    return [(one.validation_status, one.validated_by, one.note) for one in relations(knowledge, user_id)]


NO = (Validation.REJECTED, "taro", "No.")


@pytest.mark.parametrize("said", [said for said in SAID if said != "reported"])
def test_what_is_denied_asked_or_planned_ties_nothing_and_is_shown_as_such(
    said: str, moody: Knowledge, user_id: str
) -> None:
    remembered(moody, user_id, [Draft(text=f"{said}: {JOINED}"), Draft(text="Mia Abe met Acme Corp.")])
    assert relations(moody, user_id) == []
    (fact,) = moody.entity(user_id, names_of(moody, user_id)["Ken Sato"].id).facts
    assert (fact.polarity, fact.modality) == SAID[said]
    hits = moody.recall(user_id, "Who is Ken Sato?", mode=Mode.GRAPH).hits
    assert [hit.memory.text for hit in hits] == [f"{said}: {JOINED}"]


def test_what_is_told_by_others_and_what_is_said_outright_adds_up(
    moody: Knowledge, user_id: str, driver: Driver
) -> None:
    texts = [f"reported: {JOINED}", f"denied: {JOINED}", JOINED]
    ids = remembered(moody, user_id, [Draft(text=text) for text in texts])
    (relation,) = relations(moody, user_id)
    assert (relation.evidence_count, round(relation.confidence, 6)) == (2, 0.91)
    assert_counts_are_right(driver, user_id)
    moody.forget(user_id, ids[0])
    moody.forget(user_id, ids[2])
    assert relations(moody, user_id) == []


def test_of_names_that_become_one_only_what_holds_is_summed_up(moody: Knowledge, user_id: str) -> None:
    remembered(moody, user_id, [Draft(text=f"denied: {JOINED}"), Draft(text="Mia Abe joined Acme Corp.")])
    there = names_of(moody, user_id)
    moody.merge(user_id, there["Ken Sato"].id, there["Mia Abe"].id)
    (relation,) = relations(moody, user_id)
    assert relation.evidence_count == 1


@pytest.mark.parametrize("text", [f"{JOINED} It is so.", f"denied: {JOINED}"])
def test_a_persons_word_on_a_relation_outlives_an_edit_of_its_only_memory(
    text: str, moody: Knowledge, user_id: str
) -> None:
    (one,) = remembered(moody, user_id, [Draft(text=JOINED)])
    rejected(moody, user_id)
    moody.edit(user_id, one, {"text": text})
    moody.edit(user_id, one, {"text": f"{JOINED} After all."})
    assert standing(moody, user_id) == [NO]
    # A rejected relation leads nowhere.
    remembered(moody, user_id, [Draft(text="Mia Abe met Acme Corp.")])
    hits = moody.recall(user_id, "Who is Ken Sato?", mode=Mode.GRAPH).hits
    assert [hit.memory.id for hit in hits] == [one]


def test_a_persons_word_on_a_relation_goes_where_one_step_moves_both_of_its_ends(
    moody: Knowledge, store: Store, user_id: str
) -> None:
    remembered(moody, user_id, [Draft(text=t) for t in (JOINED, "Mia Abe leads Rome Corp.")])
    rejected(moody, user_id)
    there = names_of(moody, user_id)
    ken, mia, acme, rome = (there[name].id for name in ("Ken Sato", "Mia Abe", "Acme Corp", "Rome Corp"))
    empty = ("created", "faces", "referring", "references", "considered", "proposals", "reblocked")
    nothing: dict[str, object] = {name: [] for name in empty}
    moves = [
        {"key": "ken sato", "type": "Person", "from": ken, "to": mia, "was": [ken]},
        {"key": "acme corp", "type": "Organization", "from": acme, "to": rome, "was": [acme]},
    ]
    store.write(
        "entity/settle", user_id=user_id, now=START, share=None, symmetric=SYMMETRIC, moves=moves,
        moved=[ken, mia, acme, rome], due=False, **nothing,
    )  # fmt: skip
    assert {one.type: one.validation_status for one in moody.entity(user_id, mia).relations} == {
        RelationType.WORKS_FOR: Validation.REJECTED, RelationType.LEADS: Validation.UNVALIDATED,
    }  # fmt: skip


def test_a_persons_word_on_a_relation_goes_with_the_last_memory_that_speaks_of_it(
    moody: Knowledge, user_id: str, dump: Callable[[], str]
) -> None:
    ids = remembered(moody, user_id, [Draft(text=t) for t in (JOINED, f"denied: {JOINED}", "Ken Sato met Acme Corp.")])
    there = names_of(moody, user_id)
    moody.judge_relation(
        user_id, there["Ken Sato"].id, RelationType.WORKS_FOR, there["Acme Corp"].id, Validation.CONFIRMED,
        note="kumquat",
    )  # fmt: skip
    moody.forget(user_id, ids[0])
    assert [one.type for one in relations(moody, user_id)] == [RelationType.KNOWS]
    assert "kumquat" in dump()
    moody.forget(user_id, ids[1])
    assert_no_trace(dump(), ["kumquat"])


def test_what_was_taken_back_holds_nothing_up_until_it_is_true_again(
    moody: Knowledge, user_id: str, driver: Driver
) -> None:
    ids = remembered(moody, user_id, [Draft(text=JOINED), Draft(text=f"reported: {JOINED}")])
    before = graph_of(driver, user_id, leave_out=RUNS | {"to_infer", "status"})
    moody.invalidate(user_id, ids[0])
    (relation,) = relations(moody, user_id)
    assert relation.evidence_count == 1
    rejected(moody, user_id)
    moody.invalidate(user_id, ids[1])
    shown = moody.entity(user_id, names_of(moody, user_id)["Ken Sato"].id)
    assert (shown.relations, shown.facts, shown.fact_count, shown.memory_count) == ((), (), 0, 2)
    # Edited while it is taken back, it still holds nothing up.
    moody.edit(user_id, ids[1], {"text": f"reported: {JOINED} So they say."})
    assert relations(moody, user_id) == []
    moody.edit(user_id, ids[1], {"text": f"reported: {JOINED}"})
    for one in ids:
        moody.restore(user_id, one)
    assert standing(moody, user_id) == [NO]
    there = names_of(moody, user_id)
    ends = there["Ken Sato"].id, RelationType.WORKS_FOR, there["Acme Corp"].id
    moody.judge_relation(user_id, *ends, Validation.UNVALIDATED)
    hidden = RUNS | {
        "to_infer",
        "status",
        "edit_count",
        "importance",
        "importance_parts",
        "validated_by",
        "validated_at",
        "to_link",
        "embedding",
    }
    after = graph_of(driver, user_id, leave_out=hidden)
    assert [tie for tie in after.ties if tie[1] == "WORKS_FOR"] == [tie for tie in before.ties if tie[1] == "WORKS_FOR"]


def test_relations_from_before_are_summed_up_of_what_holds(
    moody: Knowledge, store: Store, user_id: str, driver: Driver
) -> None:
    texts = [JOINED, f"denied: {JOINED}", "asked: Mia Abe joined Acme Corp.", "Leo Mori leads Acme Corp."]
    ids = remembered(moody, user_id, [Draft(text=text) for text in texts])
    moody.invalidate(user_id, ids[3])
    expected = graph_of(driver, user_id)
    with driver.session() as session:
        session.run("MATCH (f:Fact {user_id: $u}) REMOVE f.holds", u=user_id).consume()
        for name, kind in (("mia abe", "WORKS_FOR"), ("leo mori", "LEADS"), ("ken sato", "WORKS_FOR")):
            session.run(
                "MATCH (one:Entity {user_id: $u, key: $name}), (acme:Entity {user_id: $u, key: 'acme corp'}) "
                "MERGE (one)-[r:$($kind)]->(acme) SET r.evidence_count = 7, r.weight = 0.5, r.user_id = $u, "
                "r.validation_status = 'unvalidated'",
                u=user_id, name=name, kind=kind,
            ).consume()  # fmt: skip
    for _ in range(2):
        schema.migrate(store, "m009_sums", MODEL)
        assert_same(graph_of(driver, user_id), expected)


def test_what_a_person_rejected_proves_nothing_and_does_again_when_that_is_taken_back(
    moody: Knowledge, user_id: str
) -> None:
    remembered(moody, user_id, [Draft(text=text) for text in (JOINED, "Mia Abe joined Acme Corp.")])

    def inferred() -> set[str]:
        every = moody.inferred(user_id, kind=InferenceKind.RELATION)
        return {one.type for one in every if {one.source, one.target} == {"Ken Sato", "Mia Abe"}}

    moody.infer(user_id)
    assert inferred() == {"COLLEAGUE"}
    verdict = rejected(moody, user_id)
    assert inferred() == set()
    moody.infer(user_id)
    assert inferred() == set()
    moody.judge_relation(user_id, verdict.source, verdict.type, verdict.target, Validation.UNVALIDATED)
    moody.infer(user_id)
    assert inferred() == {"COLLEAGUE"}


def test_what_a_person_rejected_is_read_by_no_detector_of_links(moody: Knowledge, store: Store, user_id: str) -> None:
    ids = remembered(moody, user_id, [Draft(text=text) for text in (JOINED, f"denied: {JOINED}")])

    def read() -> set[str]:
        rows = store.read("link/sketches", user_id=user_id, ids=ids, text_most=9, symmetric=SYMMETRIC)
        return {fact["polarity"] for row in rows for fact in row["facts"]}

    assert read() == {"positive", "negative"}
    moody.link(user_id)
    rejected(moody, user_id)
    # Who denies it says the same as that person.
    assert read() == {"negative"}
    assert moody.link(user_id).memories > 0


def test_who_met_whom_is_one_relation_from_whichever_end_it_is_told(
    moody: Knowledge, user_id: str, driver: Driver
) -> None:
    texts = ("Ken Sato met Mia Abe.", "Mia Abe met Ken Sato.")
    ids = remembered(moody, user_id, [Draft(text=text) for text in texts])
    (relation,) = relations(moody, user_id)
    assert (relation.evidence_count, round(relation.confidence, 6)) == (2, 0.91)
    assert_counts_are_right(driver, user_id)
    for source, target in ((relation.source, relation.target), (relation.target, relation.source)):
        said = moody.judge_relation(user_id, source, RelationType.KNOWS, target, Validation.REJECTED)
        assert (said.source, said.evidence_count) == (relation.source, 2)
    moody.edit(user_id, ids[0], {"text": f"{texts[0]} At last."})
    moody.forget(user_id, ids[0])
    # It is shown as the sentence that is left tells it.
    (relation,) = relations(moody, user_id)
    told = (relation.source_name, relation.target_name, relation.evidence_count, relation.validation_status)
    assert told == ("Mia Abe", "Ken Sato", 1, Validation.REJECTED)
    remembered(moody, user_id, [Draft(text="Leo Mori met Yui Ono.")])
    there = names_of(moody, user_id)
    moody.merge(user_id, there["Ken Sato"].id, there["Leo Mori"].id)
    moody.merge(user_id, there["Mia Abe"].id, there["Yui Ono"].id)
    (relation,) = relations(moody, user_id)
    assert (relation.evidence_count, relation.validation_status) == (2, Validation.REJECTED)


def test_two_relations_from_before_that_say_the_same_become_one_with_what_a_person_said(
    moody: Knowledge, store: Store, user_id: str, driver: Driver
) -> None:
    remembered(moody, user_id, [Draft(text=text) for text in ("Ken Sato met Mia Abe.", "Mia Abe met Ken Sato.")])
    with driver.session() as session:
        session.run(
            "MATCH (one:Entity {user_id: $u})-[r:KNOWS]->(other:Entity) CREATE (other)-[back:KNOWS]->(one) "
            "SET back = properties(r), back.evidence_count = 1, back.note = 'No.', back.validation_status = 'rejected' "
            "SET r.evidence_count = 1",
            u=user_id,
        ).consume()
    schema.migrate(store, "m009_sums", MODEL)
    (relation,) = relations(moody, user_id)
    told = (relation.evidence_count, relation.validation_status, relation.note)
    assert told == (2, Validation.REJECTED, "No.")
