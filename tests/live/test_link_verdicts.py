"""What a person says of a link stays said: through every run, and until a memory at its ends is forgotten."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.errors import Invalid, NotFound
from graph.insight.linking.detectors import MOST_ELSE
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.links import MemoryLink
from graph.model.types import InferenceKind, LinkKind, Validation
from tests.live.conftest import START, Clock
from tests.live.dump import assert_same, graph_of
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_links import DRAFTS, RUNS, dated, remembered, seen
from tests.live.watched_store import WatchedStore, once

TOGETHER = LinkKind.CO_OCCURRENCE
REJECTED, CONFIRMED, UNVALIDATED = Validation.REJECTED, Validation.CONFIRMED, Validation.UNVALIDATED


LONG = "Ada Byron met Grace Hopper in the old harbour office of Acme Corp on Monday."


def tied(
    knowledge: Knowledge, user_id: str, memory_id: str, *, verdict: Validation | None = None
) -> set[tuple[LinkKind, str]]:
    return {(link.kind, link.memory.id) for link in knowledge.links(user_id, memory_id, verdict=verdict, limit=200)}


def said(links: Sequence[MemoryLink]) -> list[tuple[Validation, str | None, object, str | None]]:
    return [(link.validation_status, link.validated_by, link.validated_at, link.note) for link in links]


@pytest.fixture
def ids(light: Knowledge, user_id: str) -> list[str]:
    """The memories of a small graph whose first two are linked by the names they have in common."""
    made = remembered(light, user_id)
    light.link(user_id)
    assert (TOGETHER, made[1]) in tied(light, user_id, made[0])
    return made


def test_a_verdict_tells_who_gave_it_when_and_why(light: Knowledge, user_id: str, ids: list[str]) -> None:
    judged = light.judge_link(user_id, ids[1], ids[0], TOGETHER, CONFIRMED, note="They are friends.")
    assert said([judged]) == [(CONFIRMED, user_id, START, "They are friends.")]
    assert (judged.outgoing, judged.memory.id) == (True, ids[0])
    light.judge_link(user_id, ids[0], ids[1], TOGETHER, CONFIRMED, by="taro")
    assert said(light.links(user_id, ids[0], verdict=CONFIRMED)) == [(CONFIRMED, "taro", START, None)]


@pytest.mark.parametrize("ends", [(0, 1), (1, 0)])
def test_a_rejected_link_is_shown_to_nobody_but_who_asks_for_it_and_is_not_found_again(
    ends: tuple[int, int], light: Knowledge, user_id: str, ids: list[str]
) -> None:
    light.judge_link(user_id, ids[ends[0]], ids[ends[1]], TOGETHER, REJECTED, note="By chance.")
    for run in (lambda: None, lambda: light.link(user_id), lambda: light.link(user_id, anew=True)):
        run()
        for one, other in ((ids[0], ids[1]), (ids[1], ids[0])):
            assert (TOGETHER, other) not in tied(light, user_id, one)
            assert tied(light, user_id, one, verdict=REJECTED) == {(TOGETHER, other)}
    # What else ties the two stands as it was.
    assert (LinkKind.TEMPORAL_SEQUENCE, ids[1]) in tied(light, user_id, ids[0])


def test_a_rejected_link_does_not_come_back_with_an_edit_that_makes_it_found_again(
    light: Knowledge, user_id: str, ids: list[str]
) -> None:
    light.judge_link(user_id, ids[1], ids[0], TOGETHER, REJECTED)
    for text in ("Nobody was there.", "Ada Byron joined Acme Corp after all."):
        for changed in (0, 1):
            light.edit(user_id, ids[changed], {"text": f"{text} {changed}"})
            light.link(user_id)
            assert (TOGETHER, ids[1]) not in tied(light, user_id, ids[0])
    light.judge_link(user_id, ids[0], ids[1], TOGETHER, UNVALIDATED)
    assert (TOGETHER, ids[1]) not in tied(light, user_id, ids[0])
    light.link(user_id)
    assert (TOGETHER, ids[1]) in tied(light, user_id, ids[0])


def test_a_verdict_that_is_taken_back_leaves_what_the_detectors_say(
    light: Knowledge, user_id: str, ids: list[str], driver: Driver
) -> None:
    before = seen(driver, user_id)
    for status in (REJECTED, CONFIRMED):
        light.judge_link(user_id, ids[0], ids[1], TOGETHER, status, note="So it is.")
        light.link(user_id)
        taken = light.judge_link(user_id, ids[0], ids[1], TOGETHER, UNVALIDATED, note="Not a word of it is kept.")
        assert said([taken]) == [(UNVALIDATED, None, None, None)]
        assert light.link(user_id).memories == 1
        assert_same(seen(driver, user_id), before)


def test_a_confirmed_link_stays_where_no_detector_claims_it(
    light: Knowledge, store: Store, user_id: str, ids: list[str]
) -> None:
    light.judge_link(user_id, ids[0], ids[1], TOGETHER, CONFIRMED)
    # With so many more of it a name is no longer rare, and says nothing.
    remembered(light, user_id, dated([f"Ada Byron met Acme Corp, word{n}." for n in range(20)]))
    light.link(user_id)
    light.link(user_id, anew=True)
    assert tied(light, user_id, ids[0]) & {(TOGETHER, ids[1])}
    assert tied(light, user_id, ids[0], verdict=CONFIRMED) == {(TOGETHER, ids[1])}
    light.judge_link(user_id, ids[0], ids[1], TOGETHER, UNVALIDATED)
    light.link(user_id)
    assert (TOGETHER, ids[1]) not in tied(light, user_id, ids[0])


def test_a_confirmed_link_takes_nobodys_place_and_a_rejected_one_leaves_its_own(light: Knowledge, user_id: str) -> None:
    many = remembered(
        light, user_id, dated([f"Ada Byron met Grace Hopper and Linus Smith at Acme Corp, word{n}." for n in range(8)])
    )
    light.link(user_id)
    last = many[-1]

    def found() -> set[str]:
        return {other for kind, other in tied(light, user_id, last) if kind is TOGETHER}

    first = found()
    assert len(first) == MOST_ELSE
    one, another, *_ = sorted(first)
    light.judge_link(user_id, last, one, TOGETHER, CONFIRMED)
    light.link(user_id)
    assert first < found()
    assert len(found()) == MOST_ELSE + 1
    light.judge_link(user_id, last, another, TOGETHER, REJECTED)
    light.link(user_id)
    assert len(found()) == MOST_ELSE + 1
    assert another not in found()


def test_what_was_confirmed_of_other_words_waits_for_the_new_ones_to_say_it(
    light: Knowledge, user_id: str, ids: list[str], dump: Callable[[], str]
) -> None:
    light.judge_link(user_id, ids[0], ids[1], TOGETHER, CONFIRMED, note="kumquat")
    light.edit(user_id, ids[0], {"text": "Ada Byron joined Acme Corp in May."})
    assert (TOGETHER, ids[1]) not in tied(light, user_id, ids[0])
    light.link(user_id)
    (link,) = light.links(user_id, ids[0], verdict=CONFIRMED)
    assert (link.memory.id, link.note, set(link.keywords)) == (ids[1], "kumquat", {"Ada Byron", "Acme Corp"})
    # The words of either end count.
    light.edit(user_id, ids[1], {"text": "Nobody was there."})
    light.link(user_id)
    assert tied(light, user_id, ids[0], verdict=CONFIRMED) == set()
    assert "kumquat" not in dump()


def test_what_is_confirmed_again_of_the_new_words_stands(light: Knowledge, user_id: str, ids: list[str]) -> None:
    light.judge_link(user_id, ids[0], ids[1], TOGETHER, REJECTED)
    light.edit(user_id, ids[1], {"text": "Nobody was there."})
    light.judge_link(user_id, ids[0], ids[1], TOGETHER, CONFIRMED)
    light.link(user_id, anew=True)
    assert tied(light, user_id, ids[0], verdict=CONFIRMED) == {(TOGETHER, ids[1])}


def test_an_edit_takes_the_old_words_off_a_judged_link_at_once(
    light: Knowledge, user_id: str, dump: Callable[..., str]
) -> None:
    ids = remembered(
        light, user_id, dated(["Zephyrine Quux joined Acme Corp."] * 1 + ["Zephyrine Quux met Acme Corp."])
    )
    light.link(user_id)
    light.judge_link(user_id, ids[0], ids[1], TOGETHER, REJECTED)
    for one in ids:
        light.edit(user_id, one, {"text": f"Nobody was there, {one}."})
    assert "zephyrine" not in dump(history=False).lower()


def test_what_stands_around_the_words_is_nothing_that_a_confirmed_link_waits_for(
    light: Knowledge, user_id: str, ids: list[str]
) -> None:
    light.judge_link(user_id, ids[0], ids[1], TOGETHER, CONFIRMED)
    light.edit(user_id, ids[0], {"project": "elsewhere", "tags": ["other"]})
    assert (TOGETHER, ids[1]) in tied(light, user_id, ids[0])
    light.link(user_id)
    assert (TOGETHER, ids[1]) in tied(light, user_id, ids[0], verdict=CONFIRMED)


@pytest.mark.parametrize("status", [REJECTED, CONFIRMED])
@pytest.mark.parametrize("gone", [0, 1])
def test_a_verdict_and_its_note_go_with_either_memory(
    gone: int, status: Validation, light: Knowledge, user_id: str, ids: list[str], dump: Callable[[], str]
) -> None:
    light.judge_link(user_id, ids[0], ids[1], TOGETHER, status, note="kumquat")
    assert "kumquat" in dump()
    light.forget(user_id, ids[gone])
    assert "kumquat" not in dump()
    assert tied(light, user_id, ids[1 - gone], verdict=status) == set()


def test_the_same_verdict_twice_is_given_once(
    light: Knowledge, user_id: str, ids: list[str], driver: Driver, clock: Clock
) -> None:
    for status in (CONFIRMED, REJECTED, UNVALIDATED):
        light.judge_link(user_id, ids[0], ids[1], TOGETHER, status, note="So.")
        before = graph_of(driver, user_id, leave_out=RUNS)
        light.judge_link(user_id, ids[1], ids[0], TOGETHER, status, note="So.")
        assert_same(graph_of(driver, user_id, leave_out=RUNS), before)
        light.link(user_id)


def test_what_is_rejected_while_it_is_linked_stays_rejected(
    light: Knowledge, user_id: str, ids: list[str], store: Store
) -> None:
    # Between the reads of a round and its write.
    said = once("link/store", lambda: light.judge_link(user_id, ids[0], ids[1], TOGETHER, REJECTED))
    Knowledge(lambda: WatchedStore(store, said), PlainExtractor(), clock=lambda: START).link(user_id, anew=True)
    assert (TOGETHER, ids[1]) not in tied(light, user_id, ids[0])
    light.link(user_id)
    assert (TOGETHER, ids[1]) not in tied(light, user_id, ids[0])
    assert light.link(user_id).memories == 0


def test_verdicts_that_are_given_while_others_link_and_remember_are_all_kept(
    light: Knowledge, user_id: str, ids: list[str]
) -> None:
    links = [(one, link) for one in ids[:4] for link in light.links(user_id, one) if link.outgoing]
    assert len(links) > 4

    def judge(place: int) -> None:
        one, link = links[place]
        status = (REJECTED, CONFIRMED)[place % 2]
        light.judge_link(user_id, one, link.memory.id, link.kind, status, note=f"{place}")

    with ThreadPoolExecutor(4) as threads:
        every = [threads.submit(judge, place) for place in range(len(links))]
        every += [threads.submit(lambda: light.link(user_id) and None) for _ in range(3)]
    for each in every:
        each.result()
    light.link(user_id, anew=True)
    for place, (one, link) in enumerate(links):
        found = light.links(user_id, one, verdict=(REJECTED, CONFIRMED)[place % 2], limit=200)
        assert f"{place}" in {each.note for each in found if (each.kind, each.memory) == (link.kind, link.memory)}


def test_only_a_link_that_is_there_and_ones_own_can_be_judged(
    light: Knowledge, user_id: str, other_user: str, ids: list[str], driver: Driver
) -> None:
    before = seen(driver, user_id)
    with pytest.raises(NotFound, match="link"):
        light.judge_link(user_id, ids[0], ids[1], LinkKind.REFERENCE, REJECTED)
    with pytest.raises(NotFound):
        light.judge_link(user_id, ids[0], ids[0], TOGETHER, REJECTED)
    remembered(light, other_user, DRAFTS)
    light.link(other_user)
    for status in Validation:
        with pytest.raises(NotFound) as caught:
            light.judge_link(other_user, ids[0], ids[1], TOGETHER, status)
        assert user_id not in str(caught.value)
    with pytest.raises(Invalid, match="129"):
        light.judge_link(user_id, ids[0], ids[1], TOGETHER, REJECTED, note="n" * 129)
    assert_same(seen(driver, user_id), before)
    light.judge_link(user_id, ids[0], ids[1], TOGETHER, REJECTED, note="n" * 128)
    light.forget_user(other_user)
    assert tied(light, user_id, ids[0], verdict=REJECTED)


def test_what_was_confirmed_of_other_words_goes_whichever_memory_is_edited(light: Knowledge, user_id: str) -> None:
    texts = (LONG, f"{LONG[:-1]}!")
    ids = [o.remembered.id for o in light.remember_many(user_id, [Draft(text=text) for text in texts]) if o.remembered]
    light.link(user_id)
    (one,) = light.inferred(user_id, kind=InferenceKind.DUPLICATE)
    light.judge_inference(user_id, one.id, CONFIRMED)
    assert one.source_id == ids[1]
    light.edit(user_id, one.source_id, {"text": "Nobody was there."})
    light.link(user_id)
    assert not light.inferred(user_id, kind=InferenceKind.DUPLICATE)


def test_a_rejected_duplicate_is_not_told_again_and_a_confirmed_one_is_until_it_is_forgotten(
    light: Knowledge, user_id: str, dump: Callable[[], str]
) -> None:
    texts = (LONG, f"{LONG[:-1]}!")
    ids = [o.remembered.id for o in light.remember_many(user_id, [Draft(text=text) for text in texts]) if o.remembered]
    light.link(user_id)

    def told(verdict: Validation | None = None) -> list[tuple[str, str]]:
        found = light.inferred(user_id, kind=InferenceKind.DUPLICATE, verdict=verdict)
        return [(one.source_id, one.target_id) for one in found]

    (one,) = light.inferred(user_id, kind=InferenceKind.DUPLICATE)
    both = [(one.source_id, one.target_id)]
    for status, shown in ((REJECTED, []), (CONFIRMED, both)):
        light.judge_inference(user_id, one.id, status, note="kumquat")
        for run in (lambda: None, lambda: light.link(user_id, anew=True), lambda: light.withdraw(user_id)):
            run()
            assert (told(), told(status)) == (shown, both)
    light.edit(user_id, ids[0], {"text": "Nobody was there."})
    assert told() == []
    light.link(user_id)
    assert told(CONFIRMED) == []
    assert "kumquat" not in dump()
    light.edit(user_id, ids[0], {"text": texts[0]})
    light.link(user_id, anew=True)
    assert told() == both
    light.judge_inference(user_id, one.id, REJECTED, note="kumquat")
    light.edit(user_id, ids[0], {"text": f"{texts[0]} So."})
    light.link(user_id)
    assert (told(), told(REJECTED)) == ([], both)
    light.forget(user_id, ids[1])
    assert "kumquat" not in dump()
