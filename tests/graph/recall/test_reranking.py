"""The best hits read again together with the question."""

from dataclasses import replace
from itertools import pairwise

import pytest

from graph.model.recalled import Hit
from graph.recall.ranking import joined
from graph.recall.reranking import as_read, reranked
from tests.graph.recall.test_ranking import EVEN, NOW, candidate, order


def found(*bases: float) -> list[Hit]:
    return joined([candidate(f"m{place}", base=base) for place, base in enumerate(bases)], "q", EVEN, NOW)


def test_what_was_read_again_stands_by_its_relevance_and_the_rest_follows_in_its_old_order() -> None:
    hits = reranked(found(1.0, 0.9, 0.8, 0.7, 0.6), [0.2, 0.9, 0.5], language="en")

    assert order(hits) == ["m1", "m2", "m0", "m3", "m4"]
    assert [hit.parts.relevance for hit in hits] == [0.9, 0.5, 0.2, 0.0, 0.0]
    assert [hit.score for hit in hits[:3]] == [0.9, 0.5, 0.2]


@pytest.mark.parametrize("relevance", [[0.0, 0.0], [1.0, 0.0], [0.01, 0.02], [1.0, 1.0]])
def test_scores_never_rise_down_the_list(relevance: list[float]) -> None:
    hits = reranked(found(1.0, 0.9, 0.8, 0.7), relevance, language="en")

    assert all(above.score >= below.score for above, below in pairwise(hits))


def test_equal_relevance_is_broken_by_id() -> None:
    assert order(reranked(found(0.5, 0.9, 0.7), [0.4, 0.4, 0.4], language="en")) == ["m0", "m1", "m2"]


def test_a_hit_says_that_it_was_read_again_in_the_language_of_the_question() -> None:
    english, japanese = (reranked(found(1.0), [0.75], language=language)[0].why for language in ("en", "ja"))

    assert english.startswith("read together with the question (0.75)")
    assert japanese.startswith("質問とあわせて読んだ評価（0.75）")


def test_nothing_read_changes_nothing() -> None:
    hits = found(1.0, 0.5)

    assert reranked(hits, [], language="en") == hits


def test_a_turn_is_read_with_its_speaker_and_a_passage_with_its_title_unless_it_was_made_of_its_text() -> None:
    hit = found(1.0)[0]

    def read(**given: str | None) -> str:
        memory = replace(hit.memory, **{"text": "The bridge opened in May.", "speaker": None, **given})
        return as_read(replace(hit, memory=memory, text="opened in May."))

    assert read(speaker="Ada", title="The bridge...") == "Ada: opened in May."
    assert read(title="Kestrel Bridge") == "Kestrel Bridge\nopened in May."
    assert read(title="The bridge...") == "opened in May."
    notes = {"text": "Remember this:\n\n# Notes\n\n- budget approved", "title": "# Notes - budget..."}
    assert read(**notes) == "opened in May."
