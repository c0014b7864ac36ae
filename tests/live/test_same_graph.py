"""The same memories give the same graph: in batches or one by one, by two writers, in any order, through kills."""

import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from neo4j import Driver

from api.api_settings import ApiSettings
from api.rest.app import create_app
from api.sources.reading import read_source
from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.db.store import Store
from graph.extractor import ExtractionInput
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.extraction import Extraction
from graph.settings import Neo4jSettings
from tests.api.rest.rest_door import HERE, as_user
from tests.live.conftest import START, wiped_user
from tests.live.dump import content_of, differences
from tests.live.test_writers import assert_counts_are_right

pytestmark = pytest.mark.models

ROOT = Path(__file__).parents[2]
FEW, MANY = 250, 2_200
"""Memories, the sample among them: in every run of the tests, and in that of those marked `full`."""
Said = Mapping[str, list[str]]


class ReadOnce(Pipeline):
    """Understands each draft once: what is read of a text depends on nothing but the text."""

    def __init__(self, kept: dict[Any, Extraction] | None = None) -> None:
        super().__init__(ExtractionSettings(workers=1))
        self.kept = kept if kept is not None else {}

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        new = [work for work in works if _key(work.draft) not in self.kept]
        for work, extraction in zip(new, super().extract(new), strict=True):
            self.kept[_key(work.draft)] = extraction
        return [self.kept[_key(work.draft)] for work in works]

    def extract_stream(self, batches: Iterable[Sequence[ExtractionInput]]) -> Iterator[Sequence[Extraction]]:
        return map(self.extract, batches)


def _key(draft: Draft) -> Any:
    return draft.text, draft.title, draft.speaker, draft.session_id, draft.occurred_at


@cache
def memories(count: int) -> tuple[Draft, ...]:
    """The packaged sample, and sentences of both languages as memories with given times."""
    sample = [item.draft for item in read_source(ROOT / "samples" / "memories.jsonl") if item.draft]
    texts = [
        json.loads(line)
        for language in ("en", "ja")
        for line in (ROOT / "tests" / "golden" / f"sentences.{language}.jsonl").read_text("utf-8").splitlines()
    ]
    texts = [text for text in dict.fromkeys(texts) if any(letter.isalnum() for letter in text)]
    random.Random(5).shuffle(texts)
    times = [START + timedelta(minutes=number) for number in range(count - len(sample))]
    more = [Draft(text=text, occurred_at=at, created_at=at) for text, at in zip(texts, times, strict=False)]
    return (*sample, *more)


def shuffled(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts in another order; the turns of a session stay in theirs."""
    mixed = random.Random(9).sample(drafts, len(drafts))
    turns = {
        session: iter([d for d in drafts if d.session_id == session]) for session in {d.session_id for d in drafts}
    }
    return [next(turns[draft.session_id]) if draft.session_id else draft for draft in mixed]


def in_batches(size: int, knowledge: Knowledge, user_id: str, drafts: Sequence[Draft]) -> None:
    outcomes = list(knowledge.remember_many(user_id, drafts, batch_size=size))
    assert [outcome.error for outcome in outcomes] == [None] * len(drafts)


def by_two_writers(store: Store, extractor: ReadOnce, user_id: str, drafts: Sequence[Draft]) -> None:
    """Two at once, each with whole sessions of its own."""
    hands = {draft.session_id: number % 2 for number, draft in enumerate(drafts)}
    halves = [
        [d for n, d in enumerate(drafts) if (hands[d.session_id] if d.session_id else n % 2) == hand] for hand in (0, 1)
    ]
    writers = [Knowledge(lambda: store, extractor, clock=lambda: START) for _ in halves]
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(in_batches, 20, w, user_id, half) for w, half in zip(writers, halves, strict=True)]:
            done.result()


@pytest.fixture(scope="session")
def reader() -> Iterator[ReadOnce]:
    made = ReadOnce()
    yield made
    made.close()


@pytest.fixture(scope="session")
def writer(store: Store, reader: ReadOnce) -> Knowledge:
    made = Knowledge(lambda: store, reader, clock=lambda: START)
    made.ready()
    return made


@pytest.fixture(scope="session", params=[FEW, pytest.param(MANY, marks=pytest.mark.full)], ids=["few", "many"])
def drafts(request: pytest.FixtureRequest) -> tuple[Draft, ...]:
    return memories(request.param)


@pytest.fixture(scope="session")
def expected(writer: Knowledge, driver: Driver, drafts: tuple[Draft, ...]) -> Iterator[Said]:
    """What the graph says of the memories when they come in batches of 200."""
    for user_id in wiped_user(driver):
        in_batches(200, writer, user_id, drafts)
        writer.link(user_id)
        yield content_of(driver, user_id)


def assert_says_the_same(writer: Knowledge, driver: Driver, user_id: str, expected: Said) -> None:
    writer.link(user_id)
    assert differences(expected, content_of(driver, user_id)) == {}
    assert_counts_are_right(driver, user_id)
    with driver.session() as session:
        orphans = session.run(
            "MATCH (e:Entity {user_id: $user_id}) WHERE NOT EXISTS { (e)<-[:MENTIONS|DESCRIBES]-(:Chunk) } "
            "RETURN collect(e.name) AS names",
            user_id=user_id,
        ).single(strict=True)["names"]
    assert orphans == []


def test_the_size_of_batches_changes_nothing(
    writer: Knowledge, user_id: str, driver: Driver, drafts: tuple[Draft, ...], expected: Said
) -> None:
    in_batches(20, writer, user_id, drafts)
    assert_says_the_same(writer, driver, user_id, expected)


def test_the_order_of_what_has_given_times_changes_nothing(
    writer: Knowledge, user_id: str, driver: Driver, drafts: tuple[Draft, ...], expected: Said
) -> None:
    in_batches(60, writer, user_id, shuffled(drafts))
    assert_says_the_same(writer, driver, user_id, expected)


def test_two_writers_at_once_change_nothing(
    store: Store, reader: ReadOnce, writer: Knowledge, user_id: str, driver: Driver, drafts: tuple[Draft, ...],
    expected: Said,
) -> None:  # fmt: skip
    by_two_writers(store, reader, user_id, drafts)
    assert_says_the_same(writer, driver, user_id, expected)


def test_one_by_one_through_rest_changes_nothing(
    writer: Knowledge, user_id: str, driver: Driver, drafts: tuple[Draft, ...], expected: Said
) -> None:
    client = TestClient(create_app(writer, ApiSettings()), base_url=HERE, headers=as_user(user_id))
    for draft in drafts:
        body = {name: value for name, value in asdict(draft).items() if value not in (None, (), {}, False)}
        client.post("/api/memories", content=to_text(body), headers=JSON).raise_for_status()
    assert_says_the_same(writer, driver, user_id, expected)


JSON = {"Content-Type": "application/json"}


def to_text(body: Mapping[str, object]) -> str:
    return json.dumps(body, default=lambda value: value.isoformat() if isinstance(value, datetime) else list(value))


SCRIPT = """
import pickle, sys
from pathlib import Path
from pydantic import SecretStr
from graph.db.store import opened
from graph.knowledge import Knowledge
from graph.settings import Neo4jSettings
from tests.live.conftest import START
from tests.live.test_same_graph import ReadOnce
uri, user, password, user_id, kept = sys.argv[1:]
place = Neo4jSettings(uri=uri, user=user, password=SecretStr(password) if password else None)
drafts, read = pickle.loads(Path(kept).read_bytes())
reader = ReadOnce(read)
knowledge = Knowledge(lambda: opened(place), reader, clock=lambda: START)
for outcome in knowledge.remember_many(user_id, drafts, batch_size=10):
    print(outcome.position, flush=True)
"""


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.full)])
def test_an_ingest_that_is_killed_anywhere_and_resumed_changes_nothing(
    kills: int, neo4j_settings: Neo4jSettings, reader: ReadOnce, writer: Knowledge, user_id: str, other_user: str,
    driver: Driver, tmp_path: Path,
) -> None:  # fmt: skip
    drafts = memories(FEW)
    chance = random.Random(kills)
    in_batches(200, writer, other_user, drafts)
    writer.link(other_user)
    expected = content_of(driver, other_user)
    kept = tmp_path / "read.pickle"
    kept.write_bytes(pickle.dumps((drafts, reader.kept)))
    password = neo4j_settings.password.get_secret_value() if neo4j_settings.password else ""
    place = [neo4j_settings.uri or "", neo4j_settings.user, password]
    for number in range(kills):
        words = [sys.executable, "-c", SCRIPT, *place, user_id, str(kept)]
        process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ})
        assert process.stdout is not None
        # Farther each time, and then at any moment of the batches under way.
        for _ in range(len(drafts) * number // kills + chance.randrange(1, 12)):
            process.stdout.readline()
        time.sleep(chance.uniform(0.0, 0.3))
        process.send_signal(signal.SIGKILL)
        process.stdout.close()
        process.wait()
    in_batches(10, writer, user_id, drafts)
    assert_says_the_same(writer, driver, user_id, expected)


def test_what_is_read_of_a_text_does_not_depend_on_what_is_read_beside_it(pipeline: Pipeline) -> None:
    drafts = memories(FEW)[::5]
    works = [ExtractionInput(draft, pipeline.read(draft)) for draft in drafts]
    mentions = wobbled = 0
    for work, together in zip(works, pipeline.extract(works), strict=True):
        alone = pipeline.extract([work])[0]
        found = [{(m.key, m.type, m.start, m.end) for m in read.mentions} for read in (together, alone)]
        mentions += len(found[1])
        wobbled += len(found[0] ^ found[1])
        if found[0] != found[1]:
            continue
        assert [(s.subject, s.object, s.lemma, s.time) for s in together.statements] == [
            (s.subject, s.object, s.lemma, s.time) for s in alone.statements
        ], work.draft.text
        assert together.candidates == alone.candidates
    # The encoder computes in 8 bits scaled to a batch: of what is hardly a name, a little changes sides.
    assert wobbled <= 0.01 * mentions
