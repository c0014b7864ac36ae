"""Index care over a real database: updates change no answer, and whatever is broken on purpose is named and mended."""

from collections.abc import Generator
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from neo4j import Driver

from graph.care.walk import Walk
from graph.db.fulltext_fields import facet, words_fields
from graph.db.store import Store
from graph.errors import Invalid, NotFound
from graph.knowledge import Knowledge
from graph.model.care.index import FaultKind, Finding, UpdateKind
from graph.model.draft import Draft
from tests.live.conftest import START, wiped_user
from tests.live.plain_extractor import PlainExtractor

TALK = ("Grace1 Hopper met Ada Byron.", "Did Ada Byron join?", "She joined Acme Corp.", "Where is Acme Corp?",
        "Acme Corp is in Lake Town.", "Lake Town is cold.", "Ada Byron leads Acme Corp.")  # fmt: skip
NOTES = (
    "TODO deploy the parser. We deployed parsers and deploy again, see https://example.org/a and https://example.org/b.",
    "The parser runs in Lake Town.\n\nBob Moore joined Acme Corp.\n\nThe parser is slow.",
    "Quarterly parser report. Bob Moore met Ada Byron.",
    "An old note about the harbour festival.",
)
QUESTIONS = ("Who joined Acme Corp?", "parser", "Lake Town", "Bob Moore", "harbour festival")


class Encoder(PlainExtractor):
    """The small extractor, which counts the chunks whose vectors it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.encoded: list[str] = []

    def chunk_vectors(self, works: Any) -> Any:
        self.encoded += [chunk.text for work in works for chunk in work.reading.chunks]
        return super().chunk_vectors(works)


class Killed(BaseException):
    """The process ends here."""


class World:
    """A user with a talk and notes, one of them archived, and ways to break what is kept."""

    def __init__(self, store: Store, driver: Driver, user_id: str) -> None:
        self.encoder = Encoder()
        self.knowledge = Knowledge(lambda: store, self.encoder, clock=lambda: START)
        self.driver = driver
        self.user_id = user_id
        turns = [
            Draft(text=text, speaker="Ada Byron" if n % 2 else "Grace1 Hopper", session_id="talk",
                  created_at=START - timedelta(days=1, minutes=30 - n))
            for n, text in enumerate(TALK)
        ]  # fmt: skip
        notes = [
            Draft(
                text=text,
                project="work/p",
                category="reports",
                tags=("t",),
                created_at=START - timedelta(hours=9 - n // 2),
            )
            for n, text in enumerate(NOTES)
        ]
        outcomes = list(self.knowledge.remember_many(user_id, [*turns, *notes]))
        self.ids = [outcome.remembered.id for outcome in outcomes if outcome.remembered]
        self.knowledge.link(user_id)
        self.knowledge.archive(user_id, self.ids[-1])
        self.care = self.knowledge.index(user_id)

    @property
    def note(self) -> str:
        """The memory of three chunks."""
        return self.ids[len(TALK) + 1]

    def run(self, statement: str, **params: object) -> None:
        with self.driver.session() as session:
            session.run(statement, user=self.user_id, **params).consume()  # pyright: ignore[reportArgumentType]

    def answers(self) -> list[list[tuple[str, float]]]:
        found = [self.knowledge.recall(self.user_id, question, limit=10).hits for question in QUESTIONS]
        return [[(hit.memory.id, round(hit.score, 4)) for hit in hits] for hits in found]

    def found(self) -> list[tuple[str, set[str]]]:
        """The best answer to each question and all beside it: Lucene counts rewritten words twice until it merges."""
        return [(hits[0][0], {identity for identity, _ in hits}) for hits in self.answers()]

    def stored(self) -> list[dict[str, Any]]:
        return stored_chunks(self.driver, self.user_id)


@pytest.fixture(scope="module")
def world(store: Store, driver: Driver) -> Generator[World]:
    for user_id in wiped_user(driver):
        yield World(store, driver, user_id)


def stored_chunks(driver: Driver, user_id: str) -> list[dict[str, Any]]:
    """All chunks as they are kept, without when they were indexed."""
    with driver.session() as session:
        rows = session.run(
            "MATCH (c:Chunk {user_id: $user})-[:PART_OF]->(m) RETURN c {.*} AS chunk, m.keywords AS keywords, "
            "m.keyword_counts AS counts, m.edit_count AS edits, m.updated_at AS updated ORDER BY c.id",
            user=user_id,
        )
        return [row.data() for row in rows]


def kinds(findings: tuple[Finding, ...]) -> set[FaultKind]:
    return {finding.kind for finding in findings}


def same_chunks(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> None:
    assert len(before) == len(after)
    for one, other in zip(before, after, strict=True):
        first, second = dict(one["chunk"]), dict(other["chunk"])
        for vector in ("embedding", "own_embedding", "kept_embedding"):
            left, right = first.pop(vector, None), second.pop(vector, None)
            assert (left is None) == (right is None), vector
            if left is not None:
                assert np.allclose(left, right, atol=1e-5)
        assert first == second
        assert {**one, "chunk": None} == {**other, "chunk": None}


def test_a_walk_goes_by_every_memory_once_also_where_several_were_kept_at_one_moment(
    world: World, store: Store
) -> None:
    for page in (1, 3, 500):
        pages = list(Walk(store, world.user_id, world.encoder.embedding.dimensions, page=page).pages())
        assert all(len(each) <= page for each in pages)
        assert sorted(row.id for each in pages for row in each) == sorted(world.ids)


def test_what_was_just_remembered_is_indexed_as_it_should_be(world: World) -> None:
    check = world.care.check()
    assert (check.memories, check.findings) == (len(TALK) + len(NOTES), ())
    assert check.sampled > 5


def test_a_full_update_leaves_words_vectors_and_answers_as_they_were_and_encodes_each_turn_once(world: World) -> None:
    before, answers = world.stored(), world.answers()
    world.encoder.encoded.clear()
    done = world.care.update(UpdateKind.FULL)
    assert (done.memories, done.archived, done.read_anew, done.resumed) == (len(world.ids) - 1, 1, 0, False)
    assert sorted(world.encoder.encoded) == sorted(set(world.encoder.encoded))
    assert done.findings == ()
    same_chunks(before, world.stored())
    assert world.answers() == answers
    assert world.care.update(UpdateKind.INCREMENTAL).memories == 0


def test_an_update_that_was_cut_off_goes_on_where_it_ended(
    world: World, monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    batches: list[int] = []
    write = store.write

    def cut(name: str, /, **params: Any) -> Any:
        if name == "care/stamp":
            batches.append(len(params["ids"]))
            result = write(name, **params)
            if len(batches) == 2:
                raise Killed
            return result
        return write(name, **params)

    from graph.care_settings import CareSettings

    small = Knowledge(lambda: store, world.encoder, clock=lambda: START, care=CareSettings(batch=3))
    monkeypatch.setattr(store, "write", cut)
    with pytest.raises(Killed):
        small.index(world.user_id).update(UpdateKind.FULL)
    assert small.index(world.user_id).stats().unfinished
    done = small.index(world.user_id).update(UpdateKind.FULL)
    assert (done.resumed, done.memories) == (True, len(world.ids) - 1 - 6)
    assert not small.index(world.user_id).stats().unfinished


OLD = "MATCH (m:Memory {user_id: $user}) REMOVE m.keywords, m.keyword_keys, m.keyword_counts, m.keyword_weights, " \
      "m.word_count, m.index_version"  # fmt: skip
BREAKS: dict[FaultKind, str] = {
    FaultKind.NO_CHUNKS: "MATCH (c:Chunk {user_id: $user})-[:PART_OF]->(:Memory {id: $id}) DETACH DELETE c",
    FaultKind.CHUNK_TEXT: "MATCH (c:Chunk {user_id: $user, ordinal: 1})-[:PART_OF]->(:Memory {id: $id}) "
    "SET c.text = 'x'",
    FaultKind.VECTORS: "MATCH (c:Chunk {user_id: $user, session_id: 'talk'}) SET c.embedding = null",
    FaultKind.WORDS: "MATCH (c:Chunk {user_id: $user}) UNWIND $fields AS field SET c[field] = null",
    FaultKind.FACETS: "MATCH (c:Chunk {user_id: $user}) WHERE c.facets IS NOT NULL SET c.facets = 'u1 s2'",
    FaultKind.COPIES: "MATCH (c:Chunk {user_id: $user}) WHERE c.facets IS NOT NULL SET c.status = 'invalid'",
    FaultKind.KEYWORDS: OLD,
    FaultKind.ARCHIVED_IN_INDEX: "MATCH (c:Chunk {user_id: $user})-[:PART_OF]->(:Memory {status: 'archived'}) "
    "SET c[$fields[0]] = c.kept_words, c.facets = $facet",
    FaultKind.ORPHANS: "CREATE (c:Chunk {id: 'orphan', user_id: $user, facets: $facet}) SET c[$fields[0]] = 'parser'",
    FaultKind.CHUNK_COUNT: "MATCH (u:User {id: $user}) SET u.chunk_count = u.chunk_count + 7",
    FaultKind.MENTION_COUNTS: "MATCH (e:Entity {user_id: $user}) SET e.mention_count = 40",
    FaultKind.EVIDENCE_COUNTS: "MATCH (:Entity {user_id: $user})-[r:WORKS_FOR]->(:Entity) SET r.evidence_count = 9",
}


@pytest.mark.parametrize("kind", BREAKS)
def test_what_is_broken_is_named_and_mended_and_found_as_before(world: World, kind: FaultKind) -> None:
    answers = world.found()
    world.run(BREAKS[kind], id=world.note, facet=facet("u", world.user_id), fields=words_fields(world.user_id))
    dry = world.care.repair(dry_run=True)
    assert kind in kinds(dry.before)
    assert all(finding.count >= len(finding.ids) and len(finding.ids) <= 5 for finding in dry.before)
    assert kind in kinds(world.care.check().findings)
    done = world.care.repair()
    assert (done.before, done.after) == (dry.before, ())
    assert world.found() == answers


@pytest.mark.parametrize("index", ["chunk_embedding", "chunk_terms"])
def test_an_index_that_is_gone_is_named_and_made_again(world: World, index: str) -> None:
    answers = world.found()
    world.run(f"DROP INDEX {index}")
    assert kinds(world.care.check().findings) == {FaultKind.INDEXES}
    assert world.care.repair().after == ()
    assert world.found() == answers


def test_an_index_that_does_not_find_what_it_should_is_noticed(world: World) -> None:
    world.run("DROP INDEX chunk_terms")
    world.run("CREATE FULLTEXT INDEX chunk_terms FOR (c:Chunk) ON EACH [c.facets] OPTIONS {indexConfig: "
              "{`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}")  # fmt: skip
    world.run("CALL db.awaitIndexes(60)")
    try:
        assert FaultKind.NOT_FOUND_BY_WORDS in kinds(world.care.check().findings)
        # Taken out and in again it is still not there: what a repair cannot mend is told again.
        assert FaultKind.NOT_FOUND_BY_WORDS in kinds(world.care.repair().after)
    finally:
        world.run("DROP INDEX chunk_terms")
    assert world.care.repair().after == ()


def test_memories_of_an_earlier_version_get_their_keywords_by_an_incremental_update(world: World) -> None:
    world.run(OLD)
    assert world.care.keywords().total == 0
    assert world.care.stats().outdated == len(world.ids) - 1
    assert world.care.update(UpdateKind.INCREMENTAL).memories == len(world.ids) - 1
    assert world.care.stats().outdated == 0


def test_an_entry_tells_keywords_with_snippets_sizes_topics_and_addresses(world: World) -> None:
    entry = world.care.entry(world.ids[len(TALK)])
    deploy = entry.keywords[0]
    assert (deploy.word, deploy.count, deploy.weight) == ("deploy", 3, 3.0)
    assert len(deploy.snippets) == 3 or len(deploy.snippets) == 2
    assert all("deploy" in snippet.casefold() for snippet in deploy.snippets)
    assert {keyword.word: keyword.weight for keyword in entry.keywords}["TODO"] == 1.5
    assert entry.addresses == ("https://example.org/a", "https://example.org/b")
    assert entry.topics[:2] == ("work/p", "reports")
    assert (entry.characters, entry.text_bytes, entry.words, entry.chunks) == (114, 114, entry.words, 1)
    assert len(entry.content_hash) == 64
    # Each link stands at both of its ends, and none is told that `links` does not tell.
    entries = {memory_id: world.care.entry(memory_id) for memory_id in world.ids}
    ties = {(one, other) for one, each in entries.items() for other in each.links_to}
    assert ties == {(one, other) for other, each in entries.items() for one in each.links_from}
    linked = {
        (memory_id, link.memory.id)
        for memory_id in world.ids
        for link in world.knowledge.links(world.user_id, memory_id, limit=100)
        if link.outgoing
    }
    assert ties == linked != set()
    with pytest.raises(NotFound):
        world.care.entry("nothing")


def test_the_keywords_of_all_memories_are_listed_and_lead_to_those_that_have_them(world: World) -> None:
    page = world.care.keywords()
    parser = next(keyword for keyword in page.keywords if keyword.word.casefold() == "parser")
    assert (parser.frequency, parser.memories) == (5, 3)
    assert parser.importance_weight > 0
    assert all(keyword.frequency >= 2 for keyword in page.keywords)
    assert [keyword.word for keyword in world.care.keywords("pars").keywords] == [parser.word]
    first = world.care.keywords(limit=1)
    assert first.next_cursor is not None
    assert world.care.keywords(limit=1, cursor=first.next_cursor).keywords == page.keywords[1:2]
    detail = world.care.keyword("Parsers")
    assert sum(hit.occurrences for hit in detail.hits) == parser.frequency
    assert [hit.score for hit in detail.hits] == sorted((hit.score for hit in detail.hits), reverse=True)
    with pytest.raises(NotFound):
        world.care.keyword("zebra")


def test_an_unknown_kind_of_update_or_a_missing_list_is_one_clear_error(world: World) -> None:
    with pytest.raises(Invalid, match="full, incremental, selective"):
        world.care.update("everything")  # pyright: ignore[reportArgumentType]
    with pytest.raises(Invalid, match="ids of memories are needed"):
        world.care.update(UpdateKind.SELECTIVE)
    with pytest.raises(NotFound):
        world.care.update(UpdateKind.SELECTIVE, ["nothing"])
    assert world.care.update(UpdateKind.SELECTIVE, [world.note]).memories == 1


@pytest.mark.models
def test_with_the_real_models_a_talk_and_a_note_come_out_as_they_were(
    knowledge: Knowledge, user_id: str, driver: Driver
) -> None:
    said_at = START - timedelta(days=1)
    talk = ("先週、大阪へ引っ越しました。", "仕事はどうですか？", "The office in Osaka is quiet, and I like it.")
    turns = [
        Draft(text=text, speaker="Emily" if n % 2 else "Ken", session_id="t", created_at=said_at + timedelta(minutes=n))
        for n, text in enumerate(talk)
    ]
    note = Draft(text="TODO 締切は金曜日。解析器の報告書と解析器の修正。", created_at=said_at)
    assert all(outcome.error is None for outcome in knowledge.remember_many(user_id, [*turns, note]))
    before = stored_chunks(driver, user_id)
    done = knowledge.index(user_id).update(UpdateKind.FULL)
    assert (done.memories, done.read_anew, done.findings) == (4, 0, ())
    same_chunks(before, stored_chunks(driver, user_id))
    detail = knowledge.index(user_id).keyword("解析器")
    assert (detail.keyword.frequency, detail.hits[0].snippets[0]) == (2, note.text)
    assert knowledge.index(user_id).keyword("締め切り").keyword.word == "締切"
    assert knowledge.index(user_id).keyword("offices").keyword.word == "office"
