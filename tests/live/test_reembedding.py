"""A database is changed to another embedding model while it answers, and whatever ends the change, nothing is lost."""

from collections.abc import Generator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from neo4j import Driver

from graph.care_settings import CareSettings
from graph.db.fulltext_fields import words_fields
from graph.db.store import Store, opened
from graph.errors import Invalid, Misconfigured
from graph.extractor import ExtractionInput
from graph.knowledge import Knowledge
from graph.model.care.index import UpdateKind
from graph.model.care.reembedding import Stage
from graph.model.draft import Draft
from graph.model.extraction import Embedded, EmbeddingModel, Extraction, Vector
from graph.model.reading.question import Question
from graph.model.reading.sentence_vectors import packed, unpacked
from graph.settings import Neo4jSettings
from tests.live.conftest import START
from tests.live.dump import assert_same, graph_of
from tests.live.plain_extractor import MODEL, PlainExtractor

OTHER = replace(MODEL, name="another", dimensions=64, version="1")
TURNS = ("Grace1 Hopper met Ada Byron.", "Did Ada Byron join?", "She joined Acme Corp.", "Where is Acme Corp?",
         "Acme Corp is in Lake Town.", "Lake Town is cold.", "Ada Byron leads Acme Corp.")  # fmt: skip
NOTES = (
    "The parser runs in Lake Town.\n\nBob Moore joined Acme Corp.",
    "Bob Moore met Ada Byron.",
    "A harbour festival.",
)
QUESTIONS = ("Who joined Acme Corp?", "parser", "Lake Town is cold", "Bob Moore", "harbour festival")


class Projected(PlainExtractor):
    """The small extractor with vectors of another length, which say nothing to who reads the others."""

    def __init__(self, model: EmbeddingModel = OTHER) -> None:
        super().__init__(model)
        self._matrix = np.random.default_rng(7).standard_normal((MODEL.dimensions, model.dimensions)).astype(np.float32)
        self.ends_at = ""

    def _of(self, vector: Vector) -> Vector:
        other = vector @ self._matrix
        return (other / np.linalg.norm(other)).astype(np.float32)

    def _sentences_of(self, kept: Sequence[bytes]) -> tuple[bytes, ...]:
        return tuple(packed(np.stack([self._of(each) for each in unpacked(one, MODEL.dimensions)])) for one in kept)

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        return [
            replace(read, vectors=tuple(map(self._of, read.vectors)), sentences=self._sentences_of(read.sentences))
            for read in super().extract(works)
        ]

    def chunk_vectors(self, works: Sequence[ExtractionInput]) -> Sequence[Sequence[Vector]]:
        return [[self._of(vector) for vector in vectors] for vectors in super().chunk_vectors(works)]

    def embedded(self, works: Sequence[ExtractionInput]) -> Sequence[Embedded]:
        if self.ends_at and any(work.draft.text == self.ends_at for work in works):
            raise Killed
        return [
            Embedded(vectors=tuple(map(self._of, made.vectors)), sentences=self._sentences_of(made.sentences))
            for made in super().embedded(works)
        ]

    def vectors(self, texts: Sequence[str]) -> Sequence[Vector]:
        return [self._of(vector) for vector in super().vectors(texts)]

    def question(self, text: str, **how: Any) -> Question:
        asked = super().question(text, **how)
        return asked if asked.vector is None else replace(asked, vector=self._of(asked.vector))


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture
def settings(store: Store, neo4j_settings: Neo4jSettings) -> Generator[Neo4jSettings]:
    """The database as the other tests have it, also after these."""
    del store
    yield neo4j_settings
    back = knowledge_of(neo4j_settings, PlainExtractor())
    if back.reembed(dry_run=True).state.read.name != MODEL.name:
        back.reembed()
    assert back.reembed(drop=True).state.other is None
    back.close()


def knowledge_of(settings: Neo4jSettings, extractor: PlainExtractor) -> Knowledge:
    return Knowledge(lambda: opened(settings), extractor, clock=lambda: START)


def told(knowledge: Knowledge, user_id: str) -> list[str]:
    """Keeps a talk and notes, one of them archived, and makes the vectors of their entities."""
    turns = [
        Draft(text=text, speaker="Ada Byron" if n % 2 else "Grace1 Hopper", session_id="talk",
              created_at=START - timedelta(days=1, minutes=30 - n))
        for n, text in enumerate(TURNS)
    ]  # fmt: skip
    notes = [Draft(text=text, project="p", created_at=START - timedelta(hours=9 - n)) for n, text in enumerate(NOTES)]
    outcomes = list(knowledge.remember_many(user_id, [*turns, *notes]))
    ids = [outcome.remembered.id for outcome in outcomes if outcome.remembered]
    knowledge.archive(user_id, ids[-1])
    embedded(knowledge)
    return ids


def embedded(knowledge: Knowledge) -> None:
    while knowledge.embed_pending():
        pass


def answers(knowledge: Knowledge, user_id: str) -> list[list[tuple[str, float]]]:
    # All that a user has: which of the last are left out is told by how often words stand in the memories of others.
    found = [knowledge.recall(user_id, question, limit=20).hits for question in QUESTIONS]
    return [[(hit.memory.text, round(hit.score, 3)) for hit in hits] for hits in found]


def best(knowledge: Knowledge, user_id: str) -> list[tuple[str, list[str]]]:
    """The best answer to each question and all beside it: what the full-text index counts differs between users."""
    return [(hits[0][0], sorted(text for text, _ in hits)) for hits in answers(knowledge, user_id)]


def ids_of(knowledge: Knowledge, user_id: str, question: str) -> set[str]:
    return {hit.memory.id for hit in knowledge.recall(user_id, question, limit=20).hits}


def chunks_of(driver: Driver, user_id: str) -> dict[str, dict[str, Any]]:
    with driver.session() as session:
        rows = session.run("MATCH (c:Chunk {user_id: $user}) RETURN c {.*} AS chunk", user=user_id)
        return {row["chunk"]["id"]: row["chunk"] for row in rows}


@pytest.fixture
def twin(user_id: str) -> str:
    """A user who is told the same by the new model from the beginning, and whose words are counted with the user's."""
    return next(f"{user_id}-{n}" for n in range(1_000) if words_fields(f"{user_id}-{n}") == words_fields(user_id))


def test_after_the_change_everything_is_as_if_it_had_been_kept_by_the_new_model(
    settings: Neo4jSettings, driver: Driver, user_id: str, twin: str
) -> None:
    old = knowledge_of(settings, PlainExtractor())
    told(old, user_id)
    before = answers(old, user_id)
    new = knowledge_of(settings, Projected())
    foreseen = new.reembed(dry_run=True)
    assert foreseen.dry_run
    assert foreseen.chunks >= len(TURNS) + len(NOTES) + 1
    assert foreseen.seconds is not None
    assert old.vectors().stage is Stage.NONE

    seen: list[tuple[int, int]] = []
    done = new.reembed(progress=lambda made, of: seen.append((made, of)))
    assert (done.chunks, done.entities) == (foreseen.chunks, foreseen.entities)
    assert seen[-1] == (done.chunks + done.entities, done.chunks + done.entities)
    assert (done.state.stage, done.state.read.name, done.failed) == (Stage.SWITCHED, "another", 0)
    # Who was there before still answers, by what it knows.
    assert answers(old, user_id) == before

    told(new, twin)
    assert_same(sided(graph_of(driver, user_id)), sided(graph_of(driver, twin)))
    assert best(new, user_id) == best(new, twin)
    assert new.index(user_id).check().findings == ()

    old.close()
    dropped = new.reembed(drop=True)
    assert (dropped.state.stage, dropped.state.other) == (Stage.NONE, None)
    assert dropped.dropped >= done.chunks
    assert_same(sided(graph_of(driver, user_id)), sided(graph_of(driver, twin)))
    assert all("embedding" not in chunk and "sentences" not in chunk for chunk in chunks_of(driver, user_id).values())
    assert best(new, user_id) == best(new, twin)
    assert new.index(user_id).check().findings == ()
    # An export knows nothing of sides.
    lines = b"".join(new.transfer(user_id).export().lines())
    assert b"embedding_b" not in lines
    assert b'"embedding":{"floats"' in lines
    new.close()


def sided(graph: Any) -> Any:
    """The graph with the vectors of side b alone."""
    vectors: dict[tuple[str, str], list[float]] = {}
    bytes_of: dict[str, Any] = {}
    for node, properties in graph.nodes.items():
        for name in [name for name in properties if name.endswith("_b")]:
            kept = properties.pop(name)
            if name == "sentences_b":
                bytes_of[node] = np.frombuffer(kept, np.int8).astype(np.int16)
            else:
                vectors[node, name] = list(kept)
    return replace(graph, vectors=vectors, packed=bytes_of)


def test_a_run_that_is_killed_goes_on_where_it_was_and_takes_in_what_was_written_meanwhile(
    settings: Neo4jSettings, driver: Driver, user_id: str, twin: str
) -> None:
    old = knowledge_of(settings, PlainExtractor())
    ids = told(old, user_id)
    extractor = Projected()
    killed = Knowledge(lambda: opened(settings), extractor, clock=lambda: START, care=CareSettings(batch=4))
    extractor.ends_at = TURNS[6]
    with pytest.raises(Killed):
        killed.reembed()
    state = old.vectors()
    assert (state.stage, state.other and state.other.name) == (Stage.MAKING, "another")
    assert 0 < state.chunks_left < state.chunks
    with pytest.raises(Misconfigured, match="enishi reembed"):
        killed.recall(user_id, "parser")

    # The old model goes on: a talk continues, a memory comes, one changes, one goes, one comes back.
    more = Draft(text="Acme Corp makes anvils.", speaker="Ada Byron", session_id="talk",
                 created_at=START - timedelta(days=1))  # fmt: skip
    assert all(outcome.error is None for outcome in old.remember_many(user_id, [more, Draft(text="Dora Doe met Bob.")]))
    old.edit(user_id, ids[len(TURNS) + 1], {"text": "Bob Moore met Grace1 Hopper."})
    old.forget(user_id, ids[2])
    old.restore(user_id, ids[-1])
    embedded(old)
    expected = answers(old, user_id)

    extractor.ends_at = ""
    resumed = killed.reembed()
    assert (resumed.state.stage, resumed.state.chunks_left, resumed.state.entities_left) == (Stage.SWITCHED, 0, 0)
    assert resumed.chunks < state.chunks
    assert answers(old, user_id) == expected

    # What one who still reads the old vectors writes after the switch is found by its words at once.
    late = old.remember(user_id, Draft(text="Elsa Ek joined Acme Corp.")).id
    new = knowledge_of(settings, Projected())
    assert late in ids_of(new, user_id, "Elsa Ek")
    assert chunks_of(driver, user_id)[f"{late}.0000"].get("embedding_b") is None
    assert new.reembed().chunks == 1
    embedded(old)
    old.close()
    assert new.reembed(drop=True).state.stage is Stage.NONE
    embedded(new)

    retold(new, driver, user_id, twin)
    # An import and an update of the index are acts of their own.
    counted = frozenset({"writes", "indexed_at", "index_run", "forgot_at"})
    mine, theirs = (sided(graph_of(driver, user, leave_out=counted)) for user in (user_id, twin))
    assert_same(mine, theirs)
    assert best(new, user_id) == best(new, twin)
    new.close()
    killed.close()


def retold(knowledge: Knowledge, driver: Driver, user_id: str, twin: str) -> None:
    """Takes everything to another user by an export, with its memories read anew: all vectors by the new model."""
    lines = list(knowledge.transfer(user_id).export().lines())
    knowledge.transfer(twin).read_in(lambda: iter(lines))
    knowledge.index(twin).update(UpdateKind.FULL)
    with driver.session() as session:
        session.run("MATCH (e:Entity {user_id: $user}) SET e.to_embed = true", user=twin).consume()
    embedded(knowledge)


def test_the_old_model_is_gone_back_to_with_hardly_anything_to_make(settings: Neo4jSettings, user_id: str) -> None:
    old, new = knowledge_of(settings, PlainExtractor()), knowledge_of(settings, Projected())
    told(old, user_id)
    before = best(old, user_id)
    made = new.reembed()
    new.remember(user_id, Draft(text="Elsa Ek painted a boat."))
    back = old.reembed()
    assert back.state.read.name == MODEL.name
    assert 0 < back.chunks + back.entities < 6 < made.chunks
    again = knowledge_of(settings, PlainExtractor())
    assert [first for first, _ in best(again, user_id)] == [first for first, _ in before]
    assert again.index(user_id).check().findings == ()
    # The one that is not read is taken away, and no third comes beside two.
    third = knowledge_of(settings, Projected(replace(OTHER, name="third", dimensions=32)))
    with pytest.raises(Invalid, match="already"):
        third.reembed()
    assert again.reembed(drop=True).state.other is None
    for each in (old, new, again, third):
        each.close()


def test_what_was_begun_is_given_up_and_a_fault_of_one_text_holds_up_no_other(
    settings: Neo4jSettings, driver: Driver, user_id: str
) -> None:
    old = knowledge_of(settings, PlainExtractor())
    ids = told(old, user_id)
    extractor = Projected()
    new = knowledge_of(settings, extractor)
    unreadable = ids[len(TURNS)]
    inner = extractor.embedded

    def failing(works: Sequence[ExtractionInput]) -> Sequence[Embedded]:
        if any("parser" in work.draft.text for work in works):
            raise ValueError("no such text")
        return inner(works)

    extractor.embedded = failing
    done = new.reembed()
    assert (done.failed, done.state.chunks_left) == (1, 2)
    assert unreadable in ids_of(new, user_id, "parser")
    with pytest.raises(Invalid, match="could not"):
        old.reembed(drop=True)
    old.close()
    new.close()
