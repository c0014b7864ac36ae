"""Lists, filters and strange questions: all of it once, only what was asked for, and never an exception."""

from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from neo4j import Driver

from graph.db.filters import Cursor
from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Order
from graph.model.recalled import Mode, Recipe
from tests.live.conftest import START, wiped_user
from tests.live.test_forgetting import TALK, remembered

COUNT = 57
SPECIAL = '+ - && || ! ( ) { } [ ] ^ " ~ * ? : \\ / < > = @ # $ % AND OR NOT TO'


def many(count: int = COUNT) -> list[Draft]:
    """Memories that share every value of a filter with some others, each value with at least five."""
    return [
        Draft(
            text=f"Ada{n % 5} Byron joined Acme{n % 3} Corp. Common words, number {n}.",
            project=f"p{n % 3}",
            category=f"c{n % 4}",
            session_id=f"s{n % 5}",
            tags=(f"t{n % 2}", f"u{n % 6}"),
            channel=f"h{n % 3}",
            source=f"f{n % 4}",
            created_at=START.replace(day=1 + n % 28),
            occurred_at=START.replace(year=2020 + n % 4),
            rating=n % 6,
        )
        for n in range(count)
    ]


@dataclass(frozen=True)
class Crowd:
    """A user with many memories, and another with some."""

    user_id: str
    ids: list[str]
    other_user: str


@pytest.fixture(scope="module")
def crowd(reader: Knowledge, driver: Driver) -> Generator[Crowd]:
    """For all the tests that only look for what is there."""
    for user in wiped_user(driver):
        for other in wiped_user(driver):
            remembered(reader, other, many(30))
            yield Crowd(user, remembered(reader, user, many()), other)


def test_a_list_gives_everything_exactly_once(reader: Knowledge, crowd: Crowd) -> None:
    for order in Order:
        for limit in (2, 13, 50, 200):
            seen: list[str] = []
            cursor = None
            while True:
                page = reader.memories(crowd.user_id, order=order, limit=limit, cursor=cursor)
                assert len(page.memories) <= limit
                seen += [memory.id for memory in page.memories]
                cursor = page.next_cursor
                if cursor is None:
                    break
            assert sorted(seen) == sorted(crowd.ids), (order, limit)


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.SEMANTIC, Mode.KEYWORD, Mode.RECENT])
def test_a_recall_that_is_continued_gives_everything_exactly_once(mode: Mode, reader: Knowledge, crowd: Crowd) -> None:
    seen: list[str] = []
    cursor = None
    for _ in range(COUNT):
        recalled = reader.recall(crowd.user_id, "Common words", mode=mode, limit=10, cursor=cursor)
        seen += [hit.memory.id for hit in recalled.hits]
        cursor = recalled.next_cursor
        if cursor is None:
            break
    assert len(seen) == len(set(seen))
    if mode is not Mode.SEMANTIC:  # the floor drops what is far from the question
        assert sorted(seen) == sorted(crowd.ids)


def test_a_continued_recall_goes_on_where_the_first_ended(reader: Knowledge, crowd: Crowd) -> None:
    whole = [hit.memory.id for hit in reader.recall(crowd.user_id, "Ada1 Byron", limit=60).hits]
    first = reader.recall(crowd.user_id, "Ada1 Byron", limit=12)
    second = reader.recall(crowd.user_id, "Ada1 Byron", limit=12, cursor=first.next_cursor)
    pages = [hit.memory.id for hit in (*first.hits, *second.hits)]
    assert pages[:12] == whole[:12]
    # Below the first page a longer answer may see more that is over; nothing is shown twice or taken from elsewhere.
    assert len(set(pages)) == 24
    assert set(pages) <= set(whole)


@pytest.mark.parametrize("cursor", ["x", "!!", "bm90IGEgY3Vyc29y", "WzEsMl0", "W10", "é", "A" * 5000])
def test_a_cursor_that_is_not_ours_is_refused(cursor: str, light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, many(3))
    with pytest.raises(Invalid, match="cursor"):
        light.memories(user_id, cursor=cursor)
    with pytest.raises(Invalid, match="cursor"):
        light.recall(user_id, "Ada", cursor=cursor)


def test_a_cursor_of_another_order_is_refused(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, many(4))
    newest = light.recall(user_id, "", mode=Mode.RECENT, limit=2).next_cursor
    weightiest = light.recall(user_id, "", mode=Mode.IMPORTANCE, limit=2).next_cursor
    assert newest is not None
    assert light.recall(user_id, "", mode=Mode.RECENT, limit=2, cursor=newest).hits
    assert light.recall(user_id, "", mode=Mode.IMPORTANCE, limit=2, cursor=weightiest).hits
    for mode, cursor in (
        (Mode.IMPORTANCE, newest),
        (Mode.RECENT, weightiest),
        (Mode.IMPORTANCE, Cursor(2, float("nan"), "x").text()),
        (Mode.IMPORTANCE, Cursor(2, float("inf"), "x").text()),
    ):
        with pytest.raises(Invalid, match="another order"):
            light.recall(user_id, "", mode=mode, limit=2, cursor=cursor)
    with pytest.raises(Invalid, match="something else"):
        light.recall(user_id, "Ada", mode=Mode.CONTENT, cursor=newest)


@pytest.mark.parametrize("mode", [mode for mode in Mode if mode not in (Mode.RECENT, Mode.IMPORTANCE, Mode.CONTENT)])
def test_a_cursor_goes_on_with_what_was_asked_alone(mode: Mode, reader: Knowledge, crowd: Crowd) -> None:
    light, user_id, other_user = reader, crowd.user_id, crowd.other_user
    narrow = Filters(project="p1")
    cursor = light.recall(user_id, "Ada1 Byron", mode=mode, filters=narrow, limit=1).next_cursor
    assert cursor is not None
    assert light.recall(user_id, "Ada1 Byron", mode=mode, filters=narrow, limit=5, cursor=cursor).hits
    another = Mode.KEYWORD if mode is not Mode.KEYWORD else Mode.HYBRID
    for user, question, other, filters in (
        (user_id, "Ada2 Byron", mode, narrow),
        (user_id, "Ada1 Byron", another, narrow),
        (user_id, "Ada1 Byron", mode, Filters()),
        (user_id, "", Mode.RECENT, Filters()),
        (other_user, "Ada1 Byron", mode, narrow),
    ):
        with pytest.raises(Invalid, match="cursor: it belongs to something else"):
            light.recall(user, question, mode=other, filters=filters, cursor=cursor)
    of_a_list = light.memories(user_id, limit=1).next_cursor
    with pytest.raises(Invalid, match="something else"):
        light.recall(user_id, "Ada1 Byron", mode=mode, filters=narrow, cursor=of_a_list)
    for recipe in (Recipe.FUSED, Recipe.RRF) if mode is Mode.HYBRID else ():
        with pytest.raises(Invalid, match="something else"):
            light.recall(user_id, "Ada1 Byron", recipe=recipe, filters=narrow, cursor=cursor)


NARROW: dict[str, tuple[Filters, Callable[[Draft], bool]]] = {
    "project": (Filters(project="p1"), lambda d: d.project == "p1"),
    "category": (Filters(category="c2"), lambda d: d.category == "c2"),
    "session": (Filters(session_id="s3"), lambda d: d.session_id == "s3"),
    "tags": (Filters(tags=("t1", "u3")), lambda d: {"t1", "u3"} <= set(d.tags)),
    "channel": (Filters(channel="h2"), lambda d: d.channel == "h2"),
    "source": (Filters(source="f3"), lambda d: d.source == "f3"),
    "language": (Filters(language="en"), lambda d: bool(d.text)),
    "created": (
        Filters(created_from=START.replace(day=5), created_to=START.replace(day=9)),
        lambda d: d.created_at is not None and 5 <= d.created_at.day <= 9,
    ),
    "occurred": (
        Filters(occurred_from=START.replace(year=2021), occurred_to=START.replace(year=2021)),
        lambda d: d.occurred_at == START.replace(year=2021),
    ),
    "entities": (Filters(entities=("Ada3 Byron", "nobody")), lambda d: "Ada3 Byron" in d.text),
    "two": (Filters(project="p1", source="f1"), lambda d: d.project == "p1" and d.source == "f1"),
}


@pytest.mark.parametrize("name", NARROW)
def test_a_filter_gives_all_that_pass_and_nothing_else(name: str, reader: Knowledge, crowd: Crowd) -> None:
    light, user_id = reader, crowd.user_id
    filters, passes = NARROW[name]
    wanted = {identity for identity, draft in zip(crowd.ids, many(), strict=True) if passes(draft)}
    assert len(wanted) >= 5
    listed = [memory.id for memory in light.memories(user_id, filters=filters, limit=200).memories]
    assert set(listed) == wanted
    for mode in (Mode.HYBRID, Mode.SEMANTIC, Mode.KEYWORD, Mode.RECENT, Mode.CONTENT):
        hits = light.recall(user_id, "Common words", mode=mode, filters=filters, limit=5).hits
        assert len(hits) == 5, mode
        assert {hit.memory.id for hit in hits} <= wanted, mode
    for recipe in Recipe:
        hits = light.recall(user_id, "Common words", recipe=recipe, filters=filters, limit=5).hits
        assert len(hits) == 5, recipe
        assert {hit.memory.id for hit in hits} <= wanted, recipe
    graph = light.recall(user_id, "Ada3 Byron", mode=Mode.GRAPH, filters=filters, limit=50).hits
    assert {hit.memory.id for hit in graph} <= wanted


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.KEYWORD, Mode.SEMANTIC, Mode.RECENT])
def test_a_circle_keeps_what_happened_within_it(light: Knowledge, user_id: str, mode: Mode) -> None:
    tokyo, yokohama, _nowhere = remembered(
        light,
        user_id,
        [
            Draft(text="Common words at the station.", latitude=35.681, longitude=139.767),
            Draft(text="Common words by the harbour.", latitude=35.444, longitude=139.638),
            Draft(text="Common words without a place."),
        ],
    )
    sizes = {"1": {tokyo}, "40": {tokyo, yokohama}, "20040": {tokyo, yokohama}}
    for kilometres, wanted in sizes.items():
        circle = Filters(near=f"35.68,139.77,{kilometres}")
        hits = light.recall(user_id, "Common words", mode=mode, filters=circle, limit=5).hits
        listed = light.memories(user_id, filters=circle).memories
        assert {hit.memory.id for hit in hits} == {memory.id for memory in listed} == wanted


def test_importance_narrows(light: Knowledge, user_id: str) -> None:
    remembered(
        light, user_id, [*many(20), Draft(text="# TODO\n\n- urgent\n- deadline\n\n`code` important " * 30, rating=5)]
    )
    top = light.memories(user_id, order=Order.IMPORTANCE, limit=1).memories[0]
    hits = light.recall(user_id, "Common words", filters=Filters(min_importance=top.importance), limit=50).hits
    assert {hit.memory.id for hit in hits} == {top.id}


@pytest.mark.parametrize(
    "filters",
    [
        Filters(created_from=START, created_to=START.replace(year=2000)),
        Filters(occurred_from=START, occurred_to=START.replace(year=2000)),
        Filters(created_from=START.replace(tzinfo=None)),
        Filters(project="  "),
        Filters(tags=("a\x00",)),
        Filters(entities=("\ud800",)),
        Filters(channel="\x00"),
        Filters(source="\ud800"),
    ],
)
def test_filters_that_make_no_sense_are_refused(filters: Filters, light: Knowledge, user_id: str) -> None:
    for mode in Mode:
        with pytest.raises(Invalid):
            light.recall(user_id, "Ada", mode=mode, filters=filters)
    with pytest.raises(Invalid):
        light.memories(user_id, filters=filters)


@pytest.mark.parametrize("limit", [0, -1, 201, 10**9])
def test_limits_have_bounds(limit: int, light: Knowledge, user_id: str) -> None:
    for mode in Mode:
        with pytest.raises(Invalid, match="limit"):
            light.recall(user_id, "Ada", mode=mode, limit=limit)


QUESTIONS = (
    *SPECIAL.split(), SPECIAL, 'Ada"Byron', "Ada\\", '"', '\\"', "a:b", "words:ada", "facets:*", "*:*", "[a TO z]",
    "ada~2", "ada^9", "(ada", "/ada/", "\u200b\u200bAda", "\u202eadA", "مرحبا Ada", "😀", "😀 Ada", "会議はいつ？",
    "Ｆｕｌｌ　ｗｉｄｔｈ", "a\u0301" * 50, "\u0300", "ß", "ﬁ", "'; MATCH (n) DETACH DELETE n //", "$user_id",
    "{filters}", "Ada\nByron\r\n\tjoined", "e" * 5_000, "Ada " * 10_000, "?" * 10_000, "\x07 bell",
    " ".join(f"word{n}" for n in range(10_000)), "\ufffd\uffff", "\U0010ffff",
)  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS, ids=[ascii(q[:20]) for q in QUESTIONS])
def test_a_strange_question_is_answered(question: str, light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, [Draft(text="Ada Byron joined Acme Corp.")])
    for mode in Mode:
        if mode is Mode.CONTENT and len(question) > 1000:
            continue
        recalled = light.recall(user_id, question, mode=mode)
        assert len(recalled.hits) <= 1


_LUCENE = st.sampled_from([*SPECIAL.split(), '"', "words_en:", "facets:", "[* TO *]", "~0.5", "^9", "\\", "//", "$x"])
_TOLD = st.sampled_from(["since", "before the", "last week", "Ada", "田中", "の前", "先週", "から", "{0}", "', n) //"])


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(bits=st.lists(st.one_of(_LUCENE, _TOLD, st.text(max_size=20)), min_size=1, max_size=30), glue=st.booleans())
def test_no_question_is_an_error_of_the_database(bits: list[str], glue: bool, light: Knowledge, user_id: str) -> None:
    question = ("" if glue else " ").join(bits)
    for mode in (Mode.HYBRID, Mode.KEYWORD, Mode.TEMPORAL, Mode.ENTITY):
        with suppress(Invalid):
            light.recall(user_id, question, mode=mode, filters=Filters(tags=("t",)), limit=1)


@pytest.mark.parametrize("question", ["", "  ", "\n", "a\x00b", "\ud800"])
def test_a_question_that_asks_nothing_is_refused(question: str, light: Knowledge, user_id: str) -> None:
    with pytest.raises(Invalid):
        light.recall(user_id, question)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(text=st.text(min_size=1, max_size=300))
def test_any_text_can_be_kept_asked_for_and_forgotten(light: Knowledge, user_id: str, text: str) -> None:
    try:
        told = light.remember(user_id, Draft(text=text))
    except Invalid:
        return
    assert light.show(user_id, told.id).memory.text == text
    with suppress(Invalid):
        light.recall(user_id, text)
    light.forget(user_id, told.id)


@pytest.mark.parametrize("size", [100_000, pytest.param(1_000_000, marks=pytest.mark.full)])
def test_a_memory_of_the_longest_text_is_kept_and_found(size: int, light: Knowledge, user_id: str) -> None:
    text = "\n\n".join(f"Paragraph {n} of Longwood Town. " + "filler " * 60 for n in range(2_200))[:size]
    told = light.remember(user_id, Draft(text=text))
    assert light.show(user_id, told.id).memory.text == text
    hit = light.recall(user_id, "Paragraph 123").hits[0]
    assert hit.memory.text == text
    assert text[hit.start : hit.end] == hit.text
    with pytest.raises(Invalid, match="1,000,001"):
        light.remember(user_id, Draft(text="x" * 1_000_001))


def test_turns_of_a_talk_are_found_by_what_stands_beside_them(light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id, TALK)
    found = [hit.memory.id for hit in light.recall(user_id, "Where is Paris Town?", limit=5).hits]
    assert ids[4] in found  # the answer holds none of the words
