"""Confidence rises with what speaks for a hit, and is silent where meanings were not compared."""

import json
from collections.abc import Collection, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from graph.extractor import Extractor
from graph.model.reading.question import Question
from graph.model.recalled import Hit
from graph.recall.confidence import WEIGHTS_FILE, probability, traits, with_confidence
from graph.recall.ranking import joined
from tests.graph.recall.test_ranking import EVEN, NOW, candidate, memory

FAR = 0.2
ASKED = Question(text="q", language="en", vector=None, words=("dentist", "phone"))


def met(words: Collection[str], texts: Sequence[str]) -> Sequence[Sequence[frozenset[str]]]:
    return [[frozenset(words) & frozenset(text.split())] for text in texts]


def reader(far: float | None = FAR) -> Extractor:
    return cast(Extractor, SimpleNamespace(embedding=SimpleNamespace(far=far), words_met=met))


def hit(name: str, **values: Any) -> Hit:
    return joined([candidate(name, **values)], "q", EVEN, NOW)[0]


def sure(*values: Any, best: float = 1.0, far: float | None = FAR) -> list[float | None]:
    return [judged.confidence for judged in with_confidence(values, best, ASKED, reader(far))]


def test_the_nearer_and_the_more_of_the_words_the_surer() -> None:
    far, near = sure(hit("m0", cosine=0.2), hit("m1", cosine=0.6))
    assert far is not None
    assert near is not None
    assert far < near
    plain, half, whole = sure(
        hit("m0", cosine=0.4, text="x"), hit("m1", cosine=0.4, text="my dentist"),
        hit("m2", cosine=0.4, text="my dentist 's phone"),
    )  # fmt: skip
    assert (plain or 0) < (half or 0) < (whole or 0)


def test_a_passage_counts_by_its_nearest_sentence() -> None:
    whole, sentence = sure(hit("m0", cosine=0.3), hit("m1", cosine=0.3, sentence=0.6))
    assert (whole or 0) < (sentence or 0)


@pytest.mark.parametrize(("cosine", "far"), [(None, FAR), (0.4, None)])
def test_nothing_is_said_where_meanings_were_not_compared(cosine: float | None, far: float | None) -> None:
    assert sure(hit("m0", cosine=cosine, words=1.0), far=far) == [None]


def test_a_title_and_a_speaker_hold_words_too() -> None:
    titled = hit("m0", cosine=0.4, text="x", memory=memory("m0", title="dentist phone"))
    (found,) = traits([titled], 1.0, ASKED, reader())
    assert found is not None
    assert found["words"] == 1


def test_every_trait_has_a_weight_and_every_weight_a_trait() -> None:
    weights = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    (found,) = traits([hit("m0", cosine=0.4)], 1.0, ASKED, reader())
    assert found is not None
    assert found.keys() == weights.keys()
    assert 0 <= probability({**found, "near": 1e6}, weights) <= 1
    assert 0 <= probability({**found, "near": -1e6}, weights) <= 1
