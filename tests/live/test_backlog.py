"""What is stored in a hurry is found at once, understood later, and then as if it had been understood at once."""

from collections.abc import Sequence

import pytest
from neo4j import Driver

from graph.db.store import Store, counted
from graph.errors import Misconfigured, QueryError, Unavailable
from graph.extractor import ExtractionInput
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.extraction import Extraction, Vector
from graph.model.memory import Enrich
from graph.model.recalled import Mode
from graph.settings import GraphSettings
from graph.write import backlog
from tests.live.conftest import START, Clock
from tests.live.dump import assert_same, graph_of, with_sorted_words
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_forgetting import TALK
from tests.live.test_rounds import what_follows

RUNS = frozenset({"writes", "forgot_at", "aliases", "first_seen", "last_seen", "created_at"})
DRAFTS = (
    Draft(text="Ada Byron (Ada) joined Acme Corp.", title="Arrival", project="p", category="c", session_id="s"),
    Draft(text="Grace Hopper met Ada Byron in Paris Town.\n\nShe leads Acme Corp.", tags=("t",)),
    Draft(text="Later on Ada met Linus Smith.", occurred_at=START),
    *TALK,
)


def same_graph(driver: Driver, one: str, other: str) -> None:
    first, second = (with_sorted_words(graph_of(driver, user, leave_out=RUNS)) for user in (one, other))
    assert_same(first, second)


def emptied(knowledge: Knowledge, limit: int = 200) -> int:
    total = 0
    while understood := knowledge.enrich_pending(limit=limit):
        total += understood
    return total


def test_what_waits_is_found_by_its_words_at_once(light: Knowledge, user_id: str) -> None:
    outcome = next(iter(light.remember_many(user_id, DRAFTS[:1], enrich=Enrich.LATER)))
    assert outcome.remembered
    assert outcome.remembered.pending
    for mode in (Mode.HYBRID, Mode.KEYWORD, Mode.CONTENT, Mode.RECENT):
        assert [hit.memory.id for hit in light.recall(user_id, "Byron", mode=mode).hits] == [outcome.remembered.id], (
            mode
        )
    assert light.show(user_id, outcome.remembered.id).memory.pending


def test_what_waits_is_ranked_by_how_well_its_words_answer(light: Knowledge, user_id: str) -> None:
    poor, good = Draft(text="Byron was late."), Draft(text="Ada Byron joined Acme Corp.")
    outcomes = list(light.remember_many(user_id, [poor, good], enrich=Enrich.LATER))
    hits = light.recall(user_id, "Byron joined Acme").hits
    assert [hit.memory.id for hit in hits] == [o.remembered.id for o in reversed(outcomes) if o.remembered]
    assert hits[0].parts.base > hits[1].parts.base > 0


def test_the_backlog_is_counted_for_one_and_for_all(light: Knowledge, user_id: str, other_user: str) -> None:
    there = light.backlog()
    list(light.remember_many(user_id, DRAFTS, enrich=Enrich.LATER))
    list(light.remember_many(other_user, DRAFTS[:2], enrich=Enrich.LATER))
    assert (light.backlog(user_id), light.backlog(other_user)) == (len(DRAFTS), 2)
    assert light.backlog() == there + len(DRAFTS) + 2
    assert light.stats(user_id).pending == len(DRAFTS)
    emptied(light)
    assert light.backlog(user_id) == light.stats(user_id).pending == 0


@pytest.mark.parametrize("limit", [200, 4, 1])
def test_understood_later_is_the_same_as_understood_now(
    limit: int, light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    # In batches of the same size, since what a batch makes known helps to read the next.
    list(light.remember_many(user_id, DRAFTS, batch_size=limit))
    list(light.remember_many(other_user, DRAFTS, enrich=Enrich.LATER))
    emptied(light, limit)
    same_graph(driver, other_user, user_id)


def test_a_talk_that_goes_on_while_it_waits_is_the_same(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    list(light.remember_many(user_id, TALK))
    for first in range(0, len(TALK), 3):
        list(light.remember_many(other_user, TALK[first : first + 3], enrich=Enrich.LATER))
        if first in {3, 9}:
            light.enrich_pending(limit=4)
    emptied(light, 5)
    same_graph(driver, other_user, user_id)


def test_a_talk_understood_in_part_now_and_in_part_later_is_the_same(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    list(light.remember_many(user_id, TALK))
    list(light.remember_many(other_user, TALK[:5]))
    list(light.remember_many(other_user, TALK[5:8], enrich=Enrich.LATER))
    emptied(light)
    list(light.remember_many(other_user, TALK[8:]))
    same_graph(driver, other_user, user_id)


def test_turns_told_against_their_times_are_the_same(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    turns = [
        Draft(text=t.text, speaker=t.speaker, session_id=t.session_id, created_at=START.replace(hour=23 - n))
        for n, t in enumerate(TALK)
    ]
    list(light.remember_many(user_id, turns))
    list(light.remember_many(other_user, turns, enrich=Enrich.LATER))
    emptied(light, 5)
    same_graph(driver, other_user, user_id)


class DyingExtractor(PlainExtractor):
    """Ends with an error in the middle, as a process that is killed would."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.left = after

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        self.left -= 1
        if self.left < 0:
            raise Unavailable("killed")
        return super().extract(works)


def test_a_run_that_dies_is_taken_up_again_and_gives_the_same(
    light: Knowledge, user_id: str, other_user: str, store: Store, driver: Driver
) -> None:
    list(light.remember_many(user_id, DRAFTS, batch_size=4))
    list(light.remember_many(other_user, DRAFTS, enrich=Enrich.LATER))
    dying = Knowledge(lambda: store, DyingExtractor(after=2), clock=lambda: START)
    with pytest.raises(Unavailable):
        emptied(dying, 4)
    assert 0 < light.backlog(other_user) < len(DRAFTS)
    emptied(light, 4)
    same_graph(driver, other_user, user_id)


def test_understanding_a_batch_takes_few_round_trips(light: Knowledge, user_id: str) -> None:
    list(light.remember_many(user_id, DRAFTS, enrich=Enrich.LATER))
    with counted() as trips:
        assert light.enrich_pending(limit=200) == len(DRAFTS)
    assert trips.count <= 10 + what_follows(len(DRAFTS))


def test_a_full_backlog_says_stop(store: Store, user_id: str, clock: Clock) -> None:
    small = Knowledge(lambda: store, PlainExtractor(), GraphSettings(backlog_most=2), clock=clock)
    list(small.remember_many(user_id, DRAFTS[:3], enrich=Enrich.LATER))
    with pytest.raises(Unavailable) as caught:
        list(small.remember_many(user_id, DRAFTS[3:], enrich=Enrich.LATER))
    assert caught.value.retry_after > 0
    assert small.stats(user_id).memories == 3


def test_a_memory_forgotten_while_it_is_being_understood_stays_forgotten(
    light: Knowledge, store: Store, user_id: str, driver: Driver, clock: Clock
) -> None:
    outcome = next(iter(light.remember_many(user_id, DRAFTS[:1], enrich=Enrich.LATER)))
    assert outcome.remembered
    identity = outcome.remembered.id

    class Slow(PlainExtractor):
        def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
            light.forget(user_id, identity)
            return super().extract(works)

    Knowledge(lambda: store, Slow(), clock=clock).enrich_pending()
    graph = graph_of(driver, user_id)
    assert [name for name in graph.nodes if name != "user"] == []


def test_an_edit_while_it_waits_is_what_is_understood(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    outcome = next(iter(light.remember_many(user_id, DRAFTS[:1], enrich=Enrich.LATER)))
    assert outcome.remembered
    light.edit(user_id, outcome.remembered.id, {"text": "Grace Hopper leads Acme Corp."})
    assert light.backlog(user_id) == 0
    emptied(light)
    shown = light.show(user_id, outcome.remembered.id)
    assert {entity.name for entity in shown.entities} == {"Grace Hopper", "Acme Corp", "Arrival"}
    assert [fact.predicate for fact in shown.facts] == ["leads"]


def test_the_backlog_knows_names_that_were_learnt_meanwhile(light: Knowledge, user_id: str) -> None:
    waiting = next(iter(light.remember_many(user_id, [Draft(text="Then it was Ada.")], enrich=Enrich.LATER)))
    known = light.remember(user_id, Draft(text="Ada Byron (Ada) joined Acme Corp."))
    emptied(light)
    assert waiting.remembered
    ada = next(entity.id for entity in known.entities if entity.name == "Ada Byron")
    assert ada in {entity.id for entity in light.show(user_id, waiting.remembered.id).entities}


def test_the_backlog_room_holds_no_state_of_its_own() -> None:
    assert {name for name in vars(backlog.Backlog) if not name.startswith("_")} == {"understand"}


class Refusing(PlainExtractor):
    """Fails with texts that hold a word, as an encoder elsewhere does that refuses one; with `down`, with all."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error
        self.down = False

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        if self.down or any("poison" in work.draft.text for work in works):
            raise self.error
        return super().extract(works)

    def vectors(self, texts: Sequence[str]) -> Sequence[Vector]:
        if self.down:
            raise self.error
        return super().vectors(texts)


@pytest.mark.parametrize("error", [Misconfigured("refused (HTTP 400)"), QueryError("broken"), ValueError("poison ivy")])
@pytest.mark.parametrize("limit", [200, 1])
def test_a_memory_that_cannot_be_understood_holds_up_nobody(
    error: Exception, limit: int, store: Store, user_id: str, other_user: str, clock: Clock
) -> None:
    refusing = Knowledge(lambda: store, Refusing(error), clock=clock)
    emptied(refusing)
    texts = ("Much poison here.", "Ada Byron joined Acme Corp.", "More poison there.", "Ada Byron met Linus Smith.")
    ids = [
        outcome.remembered.id
        for outcome in refusing.remember_many(user_id, [Draft(text=text) for text in texts], enrich=Enrich.LATER)
        if outcome.remembered
    ]
    list(refusing.remember_many(other_user, DRAFTS[:1], enrich=Enrich.LATER))
    assert emptied(refusing, limit) == 3
    assert refusing.backlog() == 0
    stats = refusing.stats(user_id)
    assert (stats.pending, stats.failed, refusing.stats(other_user).failed) == (0, 2, 0)
    failed = refusing.show(user_id, ids[0]).memory
    assert (failed.pending, (failed.failed or "").partition(":")[0]) == (False, type(error).__name__)
    assert "poison" not in (failed.failed or "")
    assert refusing.show(user_id, ids[1]).memory.failed is None
    # It is understood once it says something else.
    refusing.edit(user_id, ids[0], {"text": "Ada Byron met Grace Hopper."})
    mended = refusing.show(user_id, ids[0])
    assert (mended.memory.failed, len(mended.entities)) == (None, 2)
    assert refusing.stats(user_id).failed == 1


def test_where_no_text_can_be_understood_nothing_is_given_up(store: Store, user_id: str, clock: Clock) -> None:
    extractor = Refusing(Misconfigured("the key was refused"))
    extractor.down = True
    refusing = Knowledge(lambda: store, extractor, clock=clock)
    list(refusing.remember_many(user_id, DRAFTS[:2], enrich=Enrich.LATER))
    with pytest.raises(Misconfigured):
        refusing.enrich_pending()
    assert (refusing.backlog(user_id), refusing.stats(user_id).failed) == (2, 0)
    extractor.down = False
    assert emptied(refusing) == 2
