"""Candidates become hits in an order that can be explained, part by part."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graph.model.endings import Ending, EndingKind
from graph.model.memory import Memory
from graph.model.recalled import Crossing, RetrievalPath
from graph.model.talk.assistants import wanted_of_assistant
from graph.model.types import MemoryKind, Status
from graph.recall.ranking import (
    LINKED,
    LONG,
    NEARER,
    NOTES_JOIN,
    SHORT,
    ChunkCandidate,
    by_signal,
    earned_cues,
    importance,
    joined,
    lowered,
    one_a_memory,
    recency,
    rrf,
    weighted,
    word_shares,
)
from graph.settings import CueSettings, GraphSettings, StrengthSettings

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
EVEN = GraphSettings(recency_swing=0, importance_swing=0)
CUES = CueSettings()


def memory(identity: str = "m", **changes: Any) -> Memory:
    values: dict[str, Any] = {
        "id": identity, "user_id": "u", "text": "t", "title": "t", "summary": "", "micro_summary": "", "language": "en",
        "status": Status.ACTIVE, "pending": False, "pinned": False, "bookmarked": False, "importance": 5.0,
        "created_at": NOW, "updated_at": NOW,
    }  # fmt: skip
    return Memory(**(values | changes))


def candidate(identity: str, chunk: int = 0, **changes: Any) -> ChunkCandidate:
    values: dict[str, Any] = {"memory": memory(identity), "text": "t", "start": 0, "end": LONG, "asks": False}
    return ChunkCandidate(chunk_id=f"{identity}.{chunk:04d}", **(values | changes))


def order(hits: list[Any]) -> list[str]:
    return [hit.memory.id for hit in hits]


def tie(weight: float) -> tuple[RetrievalPath, ...]:
    return (RetrievalPath(entity="Ada", seed="s", weight=weight),)


def test_a_memory_is_one_hit_by_its_best_chunk() -> None:
    hits = joined([candidate("a", 0, base=0.2), candidate("a", 1, base=0.9), candidate("b", base=0.5)], "q", EVEN, NOW)
    assert [hit.chunk_id for hit in hits] == ["a.0001", "b.0000"]


def test_a_score_is_the_sum_of_its_parts_times_its_factors() -> None:
    one = candidate("a", base=0.8, cosine=0.5, words=3.0)
    two = candidate("b", base=0.4, linked=0.5, ties=tie(0.25))
    for hit in joined([one, two], "q", GraphSettings(), NOW):
        parts = hit.parts
        total = (parts.base + parts.join + parts.linked + parts.cues) * parts.recency * parts.importance
        assert hit.score == pytest.approx(total, abs=1e-6)
    second = joined([one, two], "q", EVEN, NOW)[1].parts
    assert (second.linked, second.join) == (pytest.approx(0.8 * LINKED * 0.5), pytest.approx(0.8 * 0.25))


def test_what_a_later_page_lowers_is_told_in_the_parts_of_the_score() -> None:
    (hit,) = joined([candidate("a", base=0.6)], "q", EVEN, NOW)
    low = lowered(hit, 0.4)
    assert (low.score, low.parts.kept) == (0.4, pytest.approx(hit.parts.kept - 0.2))
    assert lowered(hit, 0.9) == hit


def test_without_the_join_the_graph_adds_nothing() -> None:
    hits = joined([candidate("a", base=0.5), candidate("b", ties=tie(0.9))], "q", EVEN, NOW, join=False)
    assert hits[1].parts.join == 0


def test_what_the_graph_adds_pushes_out_no_plain_answer() -> None:
    direct = [candidate("a", base=0.9), candidate("b", base=0.8), candidate("c", base=0.7)]
    hits = joined([*direct, candidate("z", ties=tie(5.0))], "q", EVEN, NOW)
    assert order(hits)[:3] == ["a", "b", "z"]


def test_ties_in_score_are_broken_by_id_whatever_the_order() -> None:
    given = [candidate(name, base=0.5) for name in "dbca"]
    assert order(joined(given, "q", EVEN, NOW)) == order(joined(given[::-1], "q", EVEN, NOW)) == list("abcd")


def test_nothing_found_is_no_hit() -> None:
    assert joined([], "q", EVEN, NOW) == rrf([], []) == weighted([], [], EVEN, NOW) == one_a_memory([]) == []


def test_one_signal_orders_by_itself_and_the_floor_drops_what_is_far() -> None:
    given = [
        candidate("a", cosine=0.29),
        candidate("b", cosine=0.9),
        candidate("c", cosine=None),
        candidate("d", cosine=0.5),
    ]
    assert order(by_signal([*given, candidate("e", cosine=-0.1)], "cosine", EVEN)) == ["b", "d", "a"]
    assert order(by_signal(given, "cosine", EVEN.model_copy(update={"similarity_floor": 0.3}))) == ["b", "d"]
    assert order(by_signal([candidate("a", words=1.0), candidate("b", words=7.0)], "words", EVEN)) == ["b", "a"]


def test_reciprocal_ranks_add_up() -> None:
    hits = rrf(
        [candidate("a", cosine=0.9), candidate("b", cosine=0.8)], [candidate("b", words=2.0), candidate("c", words=1.0)]
    )
    assert order(hits) == ["b", "a", "c"]
    assert hits[0].score == pytest.approx(1 / 62 + 1 / 61, abs=1e-6)
    assert (hits[0].parts.cosine, hits[0].parts.words) == (0.8, 2.0)


def test_lexical_scores_are_shown_as_shares_of_the_best_in_the_same_order() -> None:
    hits = by_signal(
        [candidate("a", words=1.283), candidate("b", words=3.849), candidate("c", words=0.9)], "words", EVEN
    )
    shown = word_shares(hits, scored=True)
    assert [(hit.memory.id, hit.score, hit.parts.words) for hit in shown] == [
        ("b", 1.0, 1.0), ("a", 0.33, 0.33), ("c", 0.23, 0.23),
    ]  # fmt: skip
    assert [hit.score for hit in word_shares(hits, scored=False)] == [hit.score for hit in hits]
    meant = by_signal([candidate("a", cosine=0.9)], "cosine", EVEN)
    assert word_shares(meant, scored=False) == meant


def test_the_weighted_recipe_is_six_three_one() -> None:
    near = [candidate("a", cosine=0.5)]
    around = [candidate("b", closeness=0.8, memory=memory("b", created_at=NOW - timedelta(days=30)))]
    hits = {hit.memory.id: hit.score for hit in weighted(near, around, EVEN, NOW)}
    assert hits["a"] == pytest.approx(0.6 * 0.5 + 0.1 * 1, abs=1e-6)
    assert 0.1 * 0.5 < hits["b"] <= 0.3 * 1 + 0.1 * 0.5 + 1e-6


def test_the_weighted_recipe_takes_what_only_the_graph_found_by_its_cosine_too() -> None:
    near = [candidate("a", cosine=0.5), candidate("b", cosine=0.4)]
    around = [candidate("c", cosine=0.45, closeness=0.6, ties=tie(0.6)), candidate("d", cosine=0.1, closeness=0.1)]
    assert order(weighted(near, around, EVEN, NOW)) == ["c", "a", "b", "d"]


def test_a_hit_that_relations_lead_to_tells_the_way_in_both_languages() -> None:
    crossings = (
        Crossing(relation="WORKS_FOR", outgoing=True, entity="Acme Corp"),
        Crossing(relation="LEADS", outgoing=False, entity="Grace"),
    )
    far = candidate(
        "a", closeness=0.4, ties=(RetrievalPath(entity="Grace", start="St. Mary's", crossings=crossings, weight=0.4),)
    )
    near = candidate("b", closeness=0.8, ties=(RetrievalPath(entity="St. Mary's", start="St. Mary's", weight=0.8),))
    english, japanese = (by_signal([near, far], "closeness", EVEN, language=one) for one in ("en", "ja"))
    assert english[0].why == "mentions “St. Mary's”, which the question names"
    assert english[1].why == "reached over St. Mary's —WORKS_FOR→ Acme Corp ←LEADS— Grace"
    assert "St. Mary's —WORKS_FOR→ Acme Corp ←LEADS— Grace" in japanese[1].why
    assert "質問にある" in japanese[0].why


def test_recency_and_importance_only_swing_a_little() -> None:
    settings = GraphSettings()
    for one in (memory(importance=0.0, created_at=NOW - timedelta(days=9999)), memory(importance=10.0)):
        assert 0.95 - 1e-9 <= recency(one, settings, NOW) <= 1.05 + 1e-9
        assert 0.95 - 1e-9 <= importance(one, settings) <= 1.05 + 1e-9
    assert recency(memory(), EVEN, NOW) == importance(memory(importance=5.0), settings) == 1


def test_of_two_that_answer_alike_the_stronger_stands_first() -> None:
    settings = GraphSettings(strength=StrengthSettings(fading="by_kind"))
    old = NOW - timedelta(days=300)
    fading = candidate("a", base=0.5, memory=memory("a", created_at=old))
    rule = candidate("b", base=0.5, memory=memory("b", created_at=old, kind=MemoryKind.RULE))
    task = candidate("c", base=0.5, memory=memory("c", created_at=old, kind=MemoryKind.TASK))
    assert order(joined([fading, rule, task], "q", settings, NOW)) == ["c", "b", "a"]
    assert order(joined([fading, rule, task], "q", GraphSettings(), NOW)) == ["a", "b", "c"]
    done = replace(
        task,
        endings=(
            Ending(
                at=NOW,
                kind=EndingKind.ENDED,
                mark="",
                says="t",
                start=0,
                end=1,
                memory_id="d",
                text="t",
                confidence=1.0,
            ),
        ),
    )
    (hit,) = joined([done], "q", settings, NOW)
    assert hit.parts.recency == recency(fading.memory, settings, NOW)


def test_the_turn_that_answers_a_question_stands_before_one_that_does_not() -> None:
    asking = candidate("a", base=0.8, asks=True, memory=memory("a", speaker="Bee"))
    turns = [candidate(n, base=0.5, memory=memory(n, speaker="Ada")) for n in ("b", "c")]
    turns[1] = replace(turns[1], answers=asking.chunk_id)
    hits = joined([asking, *turns], "What is it?", EVEN, NOW)
    assert order(hits)[1:] == ["c", "b"]
    assert hits[1].parts.cues == pytest.approx(0.8 * CUES.reply)
    assert "it answers what was asked just before" in hits[1].why


def test_a_hit_says_why_it_is_there() -> None:
    hit = joined([candidate("a", base=0.9, words=2.0, cosine=0.83)], "q", EVEN, NOW)[0]
    assert "shares words" in hit.why
    assert "0.83" in hit.why
    reached = joined([candidate("a", base=0.9), candidate("z", ties=tie(0.4))], "q", EVEN, NOW)[1]
    assert "“Ada”" in reached.why
    assert reached.entities == ("Ada",)


def test_a_hit_tells_how_near_that_is_by_which_it_was_ranked() -> None:
    passage, turn = (
        joined(
            [candidate("a", memory=memory("a", speaker=speaker), base=0.9, cosine=0.02, sentence=0.71)], "q", EVEN, NOW
        )[0]
        for speaker in (None, "Ada")
    )
    assert ("0.71" in passage.why, "0.71" in turn.why) == (True, False)


@pytest.mark.parametrize(
    ("text", "own"),
    [("私は犬を飼っている", True), ("うちの犬は白い", True), ("昨日うちに来た", True), ("俺も行く", True),
     ("ぼくが作った", True),
     ("そのうち行く", False), ("私立の学校に通う", False), ("三人のうちの一人", False), ("若いうちに学ぶ", False),
     ("うちわを買った", False), ("もうちょっと待つ", False), ("私鉄に乗る", False), ("公私ともに忙しい", False)],
)  # fmt: skip
def test_only_who_speaks_of_themselves_speaks_in_the_first_person(text: str, *, own: bool) -> None:
    assert ("first-person" in earned_cues(wanted_of_assistant("q"), CUES, text=text, speaker="Ada", asks=False)) is own


def test_signs_in_the_wording_of_a_turn_are_told_by_name() -> None:
    reading = wanted_of_assistant("When did Ada come?")
    assert earned_cues(reading, CUES, text="I came last week.", speaker="Ada", asks=False) == {
        "first-person": CUES.first_person
    }
    assert earned_cues(reading, CUES, text="Really?", speaker="Bee", asks=True) == {"asks": CUES.asks}
    assert earned_cues(reading, CUES, text="昨日", speaker="Bee", asks=False) == {}


@pytest.mark.parametrize("name", sorted(CueSettings.model_fields))
def test_each_sign_can_be_switched_off_and_is_then_not_told(name: str) -> None:
    reading = wanted_of_assistant("When did Ada come? Please look it up.")
    of_assistants = name in ("assistant", "standing")
    text, told = "I came last week.", name.replace("_", "-")
    whole: dict[str, Any] = {
        "text": text,
        "speaker": "assistant" if name == "assistant" else "Ada",
        "asks": True,
        "asked_before": 0.5,
        "naming": 0.5,
        "strangers": True,
        "with_assistant": of_assistants,
        "standing": of_assistants,
        "of_kind": True,
    }
    earned = earned_cues(reading, CUES, **whole)
    off = CueSettings.model_validate({name: 0})
    assert earned_cues(reading, off, **whole) == {sign: share for sign, share in earned.items() if sign != told}
    assert told in earned


@pytest.mark.parametrize(
    ("length", "counts"), [(SHORT, NOTES_JOIN), ((SHORT + LONG) // 2, (1 + NOTES_JOIN) / 2), (LONG, 1.0)]
)
def test_among_notes_a_join_counts_less_than_among_passages(length: int, counts: float) -> None:
    notes = [candidate("a", base=1.0, end=length), candidate("tied", end=length, ties=tie(0.4))]
    said = candidate("turn", memory=memory("turn", speaker="Ada"), end=1)
    joins = {hit.memory.id: hit.parts.join for hit in joined([*notes, said, said, said], "q", EVEN, NOW)}
    assert joins["tied"] == pytest.approx(0.4 * counts)


def cues_of(question: str, **turn: Any) -> set[str]:
    values: dict[str, Any] = {"text": "Can you help me?", "speaker": "Ada", "asks": True, "with_assistant": True}
    return set(earned_cues(wanted_of_assistant(question), CUES, **(values | turn)))


def test_an_assistants_answer_stands_behind_what_people_say_unless_it_is_asked_for() -> None:
    assert cues_of("When is the sprint over?", speaker="assistant") == {"assistant"}
    assert cues_of("What did you recommend?", speaker="Assistant") == set()


def test_who_types_to_an_assistant_tells_and_asks_in_one_breath() -> None:
    assert cues_of("When is the sprint over?", asked_before=0.9) == {"first-person"}
    assert cues_of("When is the sprint over?", asked_before=0.9, with_assistant=False) == {
        "first-person", "asks", "reply"
    }  # fmt: skip


def test_what_shall_always_be_minded_counts_where_something_is_to_be_done() -> None:
    always: dict[str, Any] = {"text": "Always name the version.", "asks": False, "standing": True}
    assert cues_of("Can you list the libraries?", **always) == {"standing"}
    assert cues_of("When did I choose the libraries?", **always) == set()
    assert cues_of("Can you list the libraries?", **(always | {"speaker": None})) == {"standing"}


def test_what_names_one_of_the_sort_asked_for_gains_the_more_the_fewer_do() -> None:
    few = [candidate(one, base=0.5, names=("Kyoto",) if one == "d" else ()) for one in "abcd"]
    hits = joined(few, "Where?", EVEN, NOW)
    assert order(hits)[0] == "d"
    assert hits[0].parts.cues == pytest.approx(0.5 * CUES.names * 3 / 4)
    assert "it names “Kyoto”, which may be what is asked for" in hits[0].why
    most = [candidate(one, base=0.5, names=() if one == "d" else ("Kyoto",)) for one in "abcd"]
    assert {hit.memory.id: hit.parts.cues for hit in joined(most, "Where?", EVEN, NOW)} == {
        "a": pytest.approx(0.5 * CUES.names / 4), "b": pytest.approx(0.5 * CUES.names / 4),
        "c": pytest.approx(0.5 * CUES.names / 4), "d": 0,
    }  # fmt: skip


def test_what_tells_of_others_alone_falls_behind_where_somebody_asks_about_themselves() -> None:
    hits = joined([candidate("a", base=0.5, strangers=True), candidate("b", base=0.4)], "Where do I work?", EVEN, NOW)
    assert order(hits) == ["b", "a"]
    assert hits[1].parts.cues == pytest.approx(0.5 * CUES.strangers)
    assert "tells of others, and you ask about yourself" in hits[1].why


def test_to_name_who_speaks_is_no_answer_to_who() -> None:
    ada, bee = memory("a", speaker="Ada", session_id="talk"), memory("b", speaker="Bee", session_id="talk")
    turns = [
        candidate("a", memory=ada, base=0.5, names=("Ada", "Bee")),
        candidate("b", memory=bee, base=0.5, names=("Ada", "Carl")),
    ]
    cues_of = {hit.memory.id: hit.parts.cues for hit in joined(turns, "Who came?", EVEN, NOW)}
    assert cues_of["b"] > cues_of["a"]
    assert "“Carl”" in joined(turns, "Who came?", EVEN, NOW)[0].why


def test_what_has_nothing_of_the_question_keeps_no_place_before_what_is_tied_to_an_answer() -> None:
    hits = joined(
        [candidate("answer", base=1.0, cosine=0.9), candidate("a far one"), candidate("tied", ties=tie(0.4))],
        "Where?", EVEN, NOW,
    )  # fmt: skip
    assert [hit.memory.id for hit in hits] == ["answer", "tied", "a far one"]
    assert hits[-1].score == 0


def test_a_note_that_names_who_also_talks_may_answer_who() -> None:
    ada, note = memory("a", speaker="Ada", session_id="talk"), memory("b", speaker="Bee")
    turns = [candidate("a", memory=ada, base=0.5), candidate("b", memory=note, base=0.5, names=("Ada", "Bee"))]
    hit = next(hit for hit in joined(turns, "Who came?", EVEN, NOW) if hit.memory.id == "b")
    assert "“Ada”" in hit.why


def test_what_only_ties_lead_to_names_in_vain() -> None:
    tied = candidate("a", ties=tie(0.5), names=("Kyoto",))
    assert joined([tied, candidate("b", base=0.5)], "Where?", EVEN, NOW)[1].parts.cues == 0


def test_of_what_one_entity_ties_alike_the_nearest_to_the_question_comes_first() -> None:
    hits = joined(
        [
            candidate("answer", base=1.0, cosine=0.9),
            candidate("second", base=0.5, cosine=0.8),
            candidate("far", cosine=0.2, ties=tie(0.4)),
            candidate("near", cosine=0.4, ties=tie(0.4)),
            candidate("other", cosine=0.1, ties=(RetrievalPath(entity="Grace", seed="s", weight=0.4),)),
        ],
        "q",
        EVEN,
        NOW,
    )
    parts = {hit.memory.id: hit.parts.join for hit in hits}
    assert order(hits)[2:] == ["near", "other", "far"]
    assert parts["near"] == parts["other"] == pytest.approx(0.4)
    assert parts["far"] == pytest.approx(0.4 * (1 - NEARER * 0.2))


def test_a_passage_is_as_near_as_its_nearest_sentence_and_a_turn_as_what_its_talk_means() -> None:
    assert candidate("a", cosine=0.4, sentence=0.6).nearness == 0.6
    assert candidate("a", cosine=0.4, sentence=0.6, memory=memory("a", speaker="Ada")).nearness == 0.4
    assert candidate("a", cosine=0.4).nearness == 0.4
    assert candidate("a").nearness is None


def test_what_waits_for_its_vector_is_tied_as_much_as_the_nearest() -> None:
    hits = joined(
        [candidate("a", base=1.0), candidate("near", cosine=0.4, ties=tie(0.4)), candidate("new", ties=tie(0.4))],
        "q",
        EVEN,
        NOW,
    )
    assert {hit.memory.id: hit.parts.join for hit in hits} == {"a": 0.0, "near": 0.4, "new": 0.4}
