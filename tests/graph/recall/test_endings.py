"""What is over stands below what replaced it for questions about now, above it for its own time; nothing else moves."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from graph.db.rows import memory_of
from graph.model.endings import BesideFact, Ending, EndingKind
from graph.model.reading.question import Period, Tense
from graph.model.recalled import Hit, Parts
from graph.recall.endings import OVER, AskedTime, as_sure, by_validity, endings_of, is_asked_of, rarity

MARCH = datetime(2026, 3, 10, tzinfo=UTC)


def ending(memory_id: str = "b", **more: object) -> Ending:
    given: dict[str, object] = {
        "at": MARCH, "kind": EndingKind.REPLACED, "mark": "ended", "says": "I live in Berlin.", "start": 0, "end": 17,
        "memory_id": memory_id, "text": "I moved to Oslo.", "confidence": 0.7, "predicate": "live in",
        "object": "Berlin", "object_type": "Location",
    }  # fmt: skip
    return Ending(**{**given, **more})  # pyright: ignore[reportArgumentType]


def hit_of(identity: str, score: float, *, text: str = "I live in Berlin.", endings: tuple[Ending, ...] = ()) -> Hit:
    row = {
        "id": identity, "user_id": "u", "text": text, "title": "", "language": "en", "status": "active",
        "importance": 5.0, "created_at": MARCH, "updated_at": MARCH,
    }  # fmt: skip
    return Hit(
        memory=memory_of(row), chunk_id=f"{identity}.0000", text=text, start=0, end=len(text), score=score,
        parts=Parts(), ties=(), entities=(), why="", endings=endings,
    )  # fmt: skip


def hits(**scores: float) -> list[Hit]:
    """Hits by their scores; "a" is over since "b", "b" since "c" where there is one."""
    over = {"a": (ending("b"),), "b": (ending("c"),) if "c" in scores else ()}
    return [hit_of(name, score, endings=over.get(name, ())) for name, score in scores.items()]


def ranked(given: list[Hit], time: AskedTime, *, asked: bool = True) -> list[tuple[str, float]]:
    return [(hit.memory.id, hit.score) for hit in by_validity(given, time, lambda _hit, _ending: asked, "en")]


NOW, ONCE, EITHER = (AskedTime(tense=tense) for tense in (Tense.NOW, Tense.ONCE, Tense.EITHER))


def test_asked_about_now_what_replaced_it_takes_its_place() -> None:
    assert ranked(hits(a=1.0, x=0.8, b=0.2), NOW) == [("b", 1.0), ("x", 0.8), ("a", OVER)]


def test_the_last_of_several_that_replaced_each_other_comes_first() -> None:
    assert [name for name, _ in ranked(hits(a=1.0, b=0.4, c=0.2), NOW)] == ["c", "a", "b"]


def test_of_its_own_time_it_is_the_answer() -> None:
    period = Period(words="in 2025", since=datetime(2025, 1, 1, tzinfo=UTC), until=datetime(2026, 1, 1, tzinfo=UTC))
    of_2025 = AskedTime(tense=Tense.EITHER, period=period)
    assert ranked(hits(b=1.0, a=0.8), of_2025) == [("a", 1.0), ("b", 1.0)]
    assert ranked(hits(b=1.0, a=0.8), ONCE) == [("a", 1.0), ("b", 1.0)]


def test_a_time_after_its_end_asks_for_what_replaced_it() -> None:
    period = Period(words="since April", since=MARCH + timedelta(days=30), until=None)
    after = AskedTime(tense=Tense.EITHER, period=period)
    assert ranked(hits(a=1.0, b=0.2), after)[0][0] == "b"


@pytest.mark.parametrize(("tense", "first"), [(Tense.NOW, "b"), (Tense.EITHER, "a")])
def test_of_a_time_in_which_it_changed_the_wording_tells_the_side(tense: Tense, first: str) -> None:
    year = Period(words="2026", since=datetime(2026, 1, 1, tzinfo=UTC), until=datetime(2027, 1, 1, tzinfo=UTC))
    assert ranked(hits(a=1.0, b=0.2), AskedTime(tense=tense, period=year))[0][0] == first


@pytest.mark.parametrize("time", [EITHER, AskedTime(tense=Tense.NOW, period=Period(words="", since=None, until=None))])
def test_where_either_time_may_be_meant_nothing_moves(time: AskedTime) -> None:
    expected = "a" if time is EITHER else "b"
    assert ranked(hits(a=1.0, b=0.2), time)[0][0] == expected


def test_what_the_question_does_not_ask_of_moves_nothing() -> None:
    assert ranked(hits(a=1.0, b=0.2), NOW, asked=False) == [("a", 1.0), ("b", 0.2)]


def test_what_replaced_it_need_not_be_among_the_hits() -> None:
    assert ranked([hit_of("a", 1.0, endings=(ending("z"),)), hit_of("x", 0.8)], NOW) == [("x", 0.8), ("a", OVER)]


def test_what_replaced_it_is_no_less_sure() -> None:
    moved = by_validity(hits(a=1.0, b=0.2), NOW, lambda _hit, _ending: True, "en")
    sure = as_sure([replace(hit, confidence={"a": 0.8, "b": 0.1, "c": 0.3}[hit.memory.id]) for hit in moved])
    assert {hit.memory.id: hit.confidence for hit in sure} == {"a": 0.8, "b": 0.8}
    still = as_sure([replace(hit, confidence=0.8 if hit.endings else 0.1) for hit in hits(a=1.0, b=0.2)])
    assert [hit.confidence for hit in still] == [0.8, 0.1]


def words_met(words: object, texts: object) -> list[list[frozenset[str]]]:
    asked = set(words)  # pyright: ignore[reportArgumentType, reportUnknownVariableType, reportUnknownArgumentType]
    return [
        [frozenset(asked & set(part.lower().split())) for part in str(text).split(". ") if part]  # pyright: ignore
        for text in texts  # pyright: ignore
    ]


def content_words(texts: Sequence[str]) -> list[frozenset[str]]:
    return [frozenset(text.lower().split()) - {"the", "is", "now"} for text in texts]


@pytest.mark.parametrize(
    ("text", "words", "asked"),
    [
        ("I live in Berlin.", ["live"], True),
        ("I live in Berlin.", ["based"], True),
        ("I live in Berlin. My sister plays chess.", ["live"], True),
        ("I live in Berlin. My sister plays chess.", ["sister", "play", "chess", "plays"], False),
        ("I live in Berlin. My sister plays chess.", ["tea"], False),
    ],
)
def test_an_ending_counts_where_its_sentence_is_asked_of(text: str, words: list[str], asked: bool) -> None:
    hit = hit_of("a", 1.0, text=text)
    assert is_asked_of(hit, ending(), dict.fromkeys(words, 1.0), frozenset(), words_met, content_words) == asked


@pytest.mark.parametrize(("words", "asked"), [(["live"], True), (["work"], False), (["ken"], True)])
def test_of_two_facts_of_one_sentence_the_one_asked_for_counts(words: list[str], asked: bool) -> None:
    says = "Ken lives in Berlin and works for Acme."
    beside = (BesideFact(subject="Ken", lemma="work for", object="Acme", object_type="Organization"),)
    over, weights = ending(says=says, subject="Ken", beside=beside), dict.fromkeys(words, 1.0)
    assert is_asked_of(hit_of("a", 1.0, text=says), over, weights, (), words_met, content_words) == asked


@pytest.mark.parametrize(("words", "asked"), [(["config"], False), (["rate"], True), (["1000"], True)])
def test_a_text_that_ends_one_clause_leaves_the_facts_of_the_others(words: list[str], asked: bool) -> None:
    says = "the config is edge.toml, the rate is 1000"
    beside = tuple(
        BesideFact(subject=subject, lemma="be", object=thing, object_type="")
        for subject, thing in (("the config", "edge.toml"), ("the rate", "1000"))
    )
    by_text = ending(says=says, text="the rate is 5000 now", predicate="", object="", object_type="", beside=beside)
    weights = dict.fromkeys(words, 1.0)
    hit = hit_of("a", 1.0, text=says)
    assert is_asked_of(hit, by_text, weights, (), words_met, content_words) == asked


def test_what_stands_before_the_sentence_is_counted_without_the_space_behind_it() -> None:
    def spaced(words: object, texts: Sequence[str]) -> list[list[frozenset[str]]]:
        met = words_met(words, texts)
        return [[*each, *[frozenset[str]()] * text.endswith(" ")] for each, text in zip(met, texts, strict=True)]

    hit = hit_of("a", 1.0, text="I keep bees. I live in Berlin.")
    over = replace(ending(), start=13, end=30)
    assert is_asked_of(hit, over, {"live": 1.0}, frozenset(), spaced, content_words)


def test_a_word_that_all_hits_hold_tells_less() -> None:
    weights = rarity(["carla", "cat"], ["Carla lives here. her cat sleeps", "Carla moved"], words_met)
    assert weights["cat"] > weights["carla"]
    over = ending(says="Carla lives here", end=16)
    assert not is_asked_of(
        hit_of("a", 1.0, text="Carla lives here. her cat sleeps"), over, weights, (), words_met, content_words
    )


ROW = {
    "at": "2026-03-10T09:00:00Z", "reason": "another residence", "confidence": 0.7, "inference_id": "i",
    "fact_id": "a.f0000", "subject": "Me", "predicate": "live in", "object": "Berlin", "object_type": "Location",
    "start": 0, "end": 17, "says": "I live in Berlin.", "memory_id": "b", "utc_offset": 0, "text": "I moved to Oslo.",
    "beside": [], "open": False,
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "changes", "mark"),
    [
        ("en", {}, "ended 2026-03-10: replaced by “I moved to Oslo.”"),
        ("en", {"reason": "residence ended"}, "ended 2026-03-10: “I moved to Oslo.”"),
        ("en", {"reason": "a later memory denies it"}, "ended 2026-03-10: denied by “I moved to Oslo.”"),
        ("ja", {}, "2026-03-10 に終了：「I moved to Oslo.」に置き換え"),
        ("en", {"open": True}, "contradicted: another memory of 2026-03-10 says “I moved to Oslo.”"),
        ("ja", {"open": True}, "2026-03-10 の別の記憶と食い違う：「I moved to Oslo.」"),
        ("en", {"says": "I live here."}, "“I live here.” ended 2026-03-10: replaced by “I moved to Oslo.”"),
    ],
)
def test_a_mark_says_when_it_ended_and_what_ended_it(language: str, changes: dict[str, str | bool], mark: str) -> None:
    (only,) = endings_of([{**ROW, **changes}], language, whole="I live in Berlin.")
    assert only.mark == mark


def test_of_several_that_end_a_fact_the_first_is_shown() -> None:
    rows = [{**ROW, "at": "2027-01-01T00:00:00Z", "memory_id": "c"}, ROW]
    assert [each.memory_id for each in endings_of(rows, "en")] == ["b"]


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        ([{"open": True, "at": "2025-01-01T00:00:00Z", "memory_id": "c"}, {}], ["b"]),
        ([{"open": True}, {"fact_id": None, "memory_id": "c"}], ["c"]),
        ([{"open": True}, {"open": True, "fact_id": None, "memory_id": "c"}], ["b", "c"]),
        ([{"open": True}, {"open": True, "fact_id": None, "start": 9}], ["b"]),
        ([{}, {"fact_id": None, "memory_id": "c"}], ["b"]),
        ([{}, {"open": True, "fact_id": "a.f0001", "memory_id": "c"}], ["b", "c"]),
    ],
    ids=[
        "a fact",
        "a text over a fact",
        "a fact and another memory",
        "a fact over its memory",
        "both over",
        "two facts",
    ],
)
def test_what_is_over_is_not_shown_as_open(rows: list[dict[str, object]], shown: list[str]) -> None:
    assert [each.memory_id for each in endings_of([{**ROW, **row} for row in rows], "en")] == shown


def test_what_is_only_contradicted_moves_nothing() -> None:
    contradicted = hit_of("a", 1.0, endings=(ending("b", kind=EndingKind.CONTRADICTED),))
    assert ranked([contradicted, hit_of("b", 0.5)], NOW) == [("a", 1.0), ("b", 0.5)]
