import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from extraction.workers import units_of
from graph.errors import QueryError, Unavailable
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.reading.sentence_vectors import nearest

SETTINGS = ExtractionSettings(workers=2, unit=3)


def works(pipeline: Pipeline, *texts: str) -> list[ExtractionInput]:
    return [ExtractionInput(draft, pipeline.read(draft)) for draft in (Draft(text=text) for text in texts)]


@pytest.fixture(scope="module")
def pipeline() -> Iterator[Pipeline]:
    # Cyrillic texts need the encoder alone, so that the processes start quickly.
    pipeline = Pipeline(SETTINGS)
    yield pipeline
    pipeline.close()


def test_batches_are_cut_into_units_of_one_size() -> None:
    reader = Pipeline(SETTINGS)
    sizes: deque[int] = deque()
    batches = [works(reader, *"abcdefg"), works(reader, "h"), [], works(reader, "i")]
    assert [[work.draft.text for work in unit] for unit in units_of(batches, 3, sizes)] == [
        ["a", "b", "c"],
        ["d", "e", "f"],
        ["g", "h", "i"],
    ]
    assert list(sizes) == [7, 1, 0, 1]


@pytest.mark.models
def test_processes_give_the_same_as_one_process_in_the_same_order(pipeline: Pipeline) -> None:
    lines = ("Анна Вера Ника Олеся Майя", "Эмма", "Ирма Инга Ада Ева")
    batches = [works(pipeline, *(f"Привет {word} Петрова" for word in line.split())) for line in lines]
    alone = [pipeline.extract(batch) for batch in batches]
    shared = list(pipeline.extract_stream(batches))
    assert [len(batch) for batch in shared] == [5, 1, 4]
    for single, pooled in zip(alone, shared, strict=True):
        for expected, extraction in zip(single, pooled, strict=True):
            assert extraction.reading == expected.reading
            # How sure the head is moves a little with what is encoded beside a text.
            assert [replace(mention, confidence=0.0) for mention in extraction.mentions] == [
                replace(mention, confidence=0.0) for mention in expected.mentions
            ]
            assert [mention.confidence for mention in extraction.mentions] == pytest.approx(
                [mention.confidence for mention in expected.mentions], abs=0.02
            )
            assert extraction.candidates == expected.candidates != ()
            assert np.allclose(extraction.vectors[0], expected.vectors[0], atol=0.02)
            vector = extraction.vectors[0]
            assert nearest(extraction.sentences, vector) == pytest.approx(nearest(expected.sentences, vector), abs=0.02)


@pytest.mark.models
def test_batches_are_drawn_only_as_they_are_needed(pipeline: Pipeline) -> None:
    drawn: list[int] = []

    def batches() -> Iterator[Sequence[ExtractionInput]]:
        for number in range(20):
            drawn.append(number)
            yield works(pipeline, "раз", "два", "три")

    stream = pipeline.extract_stream(batches())
    next(stream)
    assert len(drawn) <= SETTINGS.worker_count + 2


@pytest.mark.models
def test_a_killed_worker_is_reported_and_replaced(pipeline: Pipeline) -> None:
    batch = works(pipeline, "раз", "два", "три")
    list(pipeline.extract_stream([batch]))

    def deadly() -> Iterator[Sequence[ExtractionInput]]:
        yield batch
        for child in multiprocessing.active_children():
            os.kill(child.pid or 0, signal.SIGKILL)
        for _ in range(50):
            yield batch

    with pytest.raises(Unavailable, match="worker process"):
        list(pipeline.extract_stream(deadly()))
    assert len(list(pipeline.extract_stream([batch]))) == 1


@pytest.mark.models
def test_an_error_in_a_worker_arrives_with_its_place_and_the_next_stream_works(pipeline: Pipeline) -> None:
    (work, *others) = works(pipeline, "раз", "два", "три", "четыре")
    (chunk,) = work.reading.chunks
    broken = replace(work, reading=replace(work.reading, chunks=(replace(chunk, text=cast(Any, b"secret")),)))
    with pytest.raises(QueryError, match=r"Error at \w+\.py:\d+") as caught:
        list(pipeline.extract_stream([[broken], others]))
    assert "secret" not in str(caught.value)
    (extractions,) = pipeline.extract_stream([others])
    assert len(extractions) == 3


@pytest.mark.models
def test_an_error_in_the_source_of_batches_reaches_the_caller(pipeline: Pipeline) -> None:
    def broken() -> Iterator[Sequence[ExtractionInput]]:
        yield works(pipeline, "раз")
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        list(pipeline.extract_stream(broken()))
