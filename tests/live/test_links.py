"""Memories are linked beside remembering: repeatably, within bounds, and gone without a trace when a memory goes."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from neo4j import Driver

from graph.db.store import Store, counted
from graph.errors import NotFound, Unavailable
from graph.insight.link import MemoryLinker
from graph.insight.link_features import DetectedLink, Pair
from graph.insight.linking.detectors import MOST, MOST_ELSE, links_of
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.links import MemoryLink
from graph.model.memory import Enrich
from graph.model.types import LinkKind, Validation
from tests.live.conftest import START, Clock
from tests.live.dump import Graph, assert_same, graph_of
from tests.live.plain_extractor import PlainExtractor
from tests.live.watched_store import WatchedStore, once

RUNS = frozenset({"writes", "forgot_at", "aliases", "first_seen", "last_seen", "updated_at", "found_by", "to_infer"})
SAID = (
    "Ada Byron joined Acme Corp.",
    "Grace Hopper met Ada Byron at Acme Corp.",
    "Ada Byron joined Acme Corp in the spring, and Grace Hopper met Linus Smith there on her first long day.",
    "Linus Smith met Grace Hopper in Paris Town.",
    "Because of Harvest Day the office was closed. Linus Smith met Ada Byron.",
    "Harvest Day was on a Monday. Donald Knuth met Ada Byron.",
    "The meeting room is open.",
    "Nothing else was said.",
)
TALK = ("Did Linus Smith call?", "He did, at nine.", "Good. And Grace Hopper?", "Not yet.", "Then we wait.")


def dated(texts: Sequence[str], **given: Any) -> list[Draft]:
    times = [START + timedelta(hours=n) for n in range(len(texts))]
    return [
        Draft(text=text, created_at=when, occurred_at=when, **given) for text, when in zip(texts, times, strict=True)
    ]


DRAFTS = (
    *dated(SAID, project="p"),
    *(replace(one, speaker=("Ada", "Bob")[n % 2]) for n, one in enumerate(dated(TALK, session_id="talk"))),
)


def remembered(knowledge: Knowledge, user_id: str, drafts: Sequence[Draft] = DRAFTS, **more: Any) -> list[str]:
    return [o.remembered.id for o in knowledge.remember_many(user_id, drafts, **more) if o.remembered]


def kinds(links: Sequence[MemoryLink]) -> set[LinkKind]:
    return {link.kind for link in links}


def links_in(graph: Graph) -> list[tuple[str, str, str, str]]:
    return [tie for tie in graph.ties if tie[1] in set(LinkKind)]


def seen(driver: Driver, user_id: str) -> Graph:
    return graph_of(driver, user_id, leave_out=RUNS)


def test_a_memory_on_which_a_detector_fails_does_not_hold_up_the_others(
    light: Knowledge, store: Store, user_id: str
) -> None:
    ids = remembered(light, user_id)

    def detect(pairs: Sequence[Pair]) -> list[DetectedLink]:
        if pairs and pairs[0].later.id == ids[1]:
            raise ValueError("a detector that cannot bear this text")
        return links_of(pairs)

    linking = MemoryLinker(store, alike=lambda cosine: 1 - 10 * (1 - cosine), clock=lambda: START, detect=detect)
    assert linking.user(user_id, anew=False).memories == len(DRAFTS)
    assert linking.user(user_id, anew=False).memories == 0
    assert light.links(user_id, ids[2])


def test_memories_are_linked_with_their_evidence(light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id)
    done = light.link(user_id)
    assert done.memories == len(DRAFTS)
    assert done.links > 10
    found = light.links(user_id, ids[0])
    assert {LinkKind.CO_OCCURRENCE, LinkKind.TEMPORAL_SEQUENCE} <= kinds(found)
    together = next(link for link in found if link.kind is LinkKind.CO_OCCURRENCE and link.memory.id == ids[1])
    assert set(together.keywords) == {"Ada Byron", "Acme Corp"}
    assert (together.outgoing, together.method, together.evidence_count) == (False, "rule", 2)
    assert (together.first_evidence, together.last_evidence) == (START, START + timedelta(hours=1))
    assert found == tuple(sorted(found, key=lambda link: -link.confidence))


def test_a_link_tells_its_subtype_how_sure_the_detector_was_and_in_how_many_characters_the_names_stand(
    light: Knowledge, user_id: str
) -> None:
    ids = remembered(light, user_id)
    light.link(user_id)
    links = {(link.kind, link.memory.id): link for link in light.links(user_id, ids[0])}
    together = links[LinkKind.CO_OCCURRENCE, ids[1]]
    assert (together.subtype, together.extraction_confidence) == (None, together.confidence)
    texts = [light.show(user_id, identity).memory.text for identity in ids[:2]]
    spans = [text[text.index("Ada Byron") : text.index("Acme Corp") + len("Acme Corp")] for text in texts]
    assert together.context_window == max(map(len, spans))
    assert {links[pair].subtype for pair in links if pair[0] is LinkKind.TEMPORAL_SEQUENCE} == {"dated"}
    light.by_hand(user_id).tie(ids[0], ids[1], LinkKind.CO_OCCURRENCE, confidence=0.2, subtype="old friends")
    by_kind = {link.kind: link for link in light.links(user_id, ids[0]) if link.memory.id == ids[1]}
    weighed = by_kind[LinkKind.CO_OCCURRENCE]
    assert (weighed.confidence, weighed.subtype) == (0.2, "old friends")


def test_a_link_tells_when_it_was_made_and_when_it_changed(light: Knowledge, user_id: str, clock: Clock) -> None:
    ids = remembered(light, user_id)

    def times() -> dict[tuple[LinkKind, str], tuple[datetime | None, datetime | None]]:
        return {
            (each.kind, each.memory.id): (each.created_at, each.updated_at) for each in light.links(user_id, ids[0])
        }

    light.link(user_id)
    made = times()
    assert set(made.values()) == {(START, START)}
    clock.advance(days=1)
    # What is found again as it was has not changed.
    light.link(user_id, anew=True)
    assert times() == made
    kind, other = next(iter(made))
    light.judge_link(user_id, ids[0], other, kind, Validation.CONFIRMED)
    judged = times()
    assert judged.pop((kind, other)) == (START, clock.now)
    assert judged.items() <= made.items()


def test_the_matter_of_last_time_leads_to_the_last_memory_of_its_thread(light: Knowledge, user_id: str) -> None:
    said = [
        (1, "The quote for the harbour is late.", "harbour"), (2, "The quote was promised for Friday.", "harbour"),
        (3, "Lunch was good.", "kitchen"), (4, "前回の件ですが、届きました。", "harbour"),
        (5, "As we discussed last time, it costs nine.", "harbour"),
    ]  # fmt: skip
    ids = remembered(
        light, user_id,
        [Draft(text=text, session_id=thread, occurred_at=START + timedelta(days=day)) for day, text, thread in said],
    )  # fmt: skip
    light.link(user_id)

    def referred(place: int) -> list[tuple[str, str | None]]:
        links = light.links(user_id, ids[place])
        return [(each.memory.id, each.subtype) for each in links if each.kind is LinkKind.REFERENCE and each.outgoing]

    assert referred(3) == [(ids[1], "last-time")]
    assert referred(4) == [(ids[3], "last-time")]
    assert referred(2) == referred(0) == []


def test_a_talk_flows_from_turn_to_turn(light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id)[len(SAID) :]
    light.link(user_id)
    flow = [link for link in light.links(user_id, ids[1]) if link.kind is LinkKind.CONVERSATION_FLOW]
    assert {(link.memory.id, link.outgoing) for link in flow} == {(ids[0], False), (ids[2], True)}
    steps = [link for link in light.links(user_id, ids[4]) if link.kind is LinkKind.SAME_SESSION]
    assert {link.memory.id for link in steps} == {ids[2], ids[3]}


def test_linking_twice_is_linking_once(light: Knowledge, user_id: str, driver: Driver) -> None:
    remembered(light, user_id)
    light.link(user_id)
    before = seen(driver, user_id)
    assert light.link(user_id).memories == 0
    assert light.link(user_id, anew=True).memories == len(DRAFTS)
    assert_same(seen(driver, user_id), before)


def test_linked_as_they_come_is_the_same_as_linked_at_once(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    # Names count: what is linked early is linked anew once all that speaks of them is there.
    for draft in DRAFTS:
        light.remember(user_id, draft)
        light.link(user_id)
    light.link(user_id, anew=True)
    remembered(light, other_user)
    light.link(other_user)
    hidden = RUNS | {"duplicate_of", "similarity", "importance", "importance_parts"}
    one, other = (graph_of(driver, user, leave_out=hidden) for user in (user_id, other_user))
    assert links_in(one) == links_in(other)


def test_a_run_that_dies_is_taken_up_again_and_gives_the_same(
    light: Knowledge, user_id: str, other_user: str, store: Store, driver: Driver
) -> None:
    many = [*DRAFTS, *dated([f"Ada Byron met Person{n:02d} Smith." for n in range(60)])]
    remembered(light, user_id, many)
    remembered(light, other_user, many)
    light.link(other_user)
    writes: list[str] = []

    def die(name: str) -> None:
        # At the second write, as a process that is killed would.
        writes.extend([name] if name == "link/store" else [])
        if len(writes) > 1:
            raise Unavailable("killed")

    dying = Knowledge(lambda: WatchedStore(store, die), PlainExtractor(), clock=lambda: START)
    with pytest.raises(Unavailable):
        dying.link(user_id)
    assert 0 < light.link(user_id).memories < len(many)
    assert_same(seen(driver, user_id), seen(driver, other_user))


@pytest.mark.parametrize("gone", range(len(DRAFTS)))
def test_a_forgotten_memory_leaves_links_as_if_it_had_never_been(
    gone: int, light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    ids = remembered(light, user_id)
    light.link(user_id)
    light.forget(user_id, ids[gone])
    assert not [tie for tie in links_in(seen(driver, user_id)) if ids[gone] in repr(tie)]
    light.link(user_id, anew=True)
    remembered(light, other_user, [draft for n, draft in enumerate(DRAFTS) if n != gone])
    light.link(other_user)
    assert links_in(seen(driver, user_id)) == links_in(seen(driver, other_user))


def test_what_found_a_link_to_a_forgotten_memory_is_linked_anew(light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id)
    light.link(user_id)
    tied = {link.memory.id for link in light.links(user_id, ids[0]) if not link.outgoing}
    light.forget(user_id, ids[0])
    assert light.link(user_id).memories >= len(tied) > 0


def test_links_keep_no_word_of_a_forgotten_memory(light: Knowledge, user_id: str, dump: Callable[[], str]) -> None:
    texts = (
        "Zephyrine Quux (Bee) met Vlimburg Corp.",
        "At night Bee met Vlimburg Corp.",
        "Bee met Vlimburg Corp again.",
    )
    ids = remembered(light, user_id, dated(texts))
    light.link(user_id)
    assert light.links(user_id, ids[1])
    light.forget(user_id, ids[0])
    assert not {"zephyrine", "quux"} & set(dump().lower().replace("'", " ").split())
    light.link(user_id)
    assert {link.memory.id for link in light.links(user_id, ids[1])} == {ids[2]}


def test_an_edited_memory_is_linked_by_its_new_text(light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id)
    light.link(user_id)
    light.edit(user_id, ids[0], {"text": "Nobody was there.", "project": None})
    assert light.links(user_id, ids[0]) == ()
    light.link(user_id)
    assert LinkKind.CO_OCCURRENCE not in kinds(light.links(user_id, ids[0]))


def test_a_memory_has_few_links_of_a_kind_however_many_are_like_it(light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id, dated([f"Ada Byron joined Acme Corp, word{n}." for n in range(40)]))
    light.link(user_id)
    for identity in ids:
        own = [link for link in light.links(user_id, identity, limit=200) if link.memory.id < identity]
        for kind in kinds(own):
            assert len([link for link in own if link.kind is kind]) <= MOST.get(kind, MOST_ELSE)


def test_a_batch_is_linked_in_few_round_trips(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id)
    with counted() as trips:
        light.link(user_id)
    # One of them asks whether names are to be looked for in older memories first.
    assert trips.count <= 9


def test_links_never_lead_to_another_user(light: Knowledge, user_id: str, other_user: str, driver: Driver) -> None:
    ids = remembered(light, user_id)
    remembered(light, other_user)
    light.link_pending(limit=10_000)
    with driver.session() as session:
        crossed = session.run("MATCH (a:Memory)-[l]-(b:Memory) WHERE a.user_id <> b.user_id RETURN count(l) AS n")
        assert crossed.single(strict=True)["n"] == 0
    assert links_in(seen(driver, user_id)) == links_in(seen(driver, other_user)) != []
    with pytest.raises(NotFound):
        light.links(other_user, ids[0])


def test_what_is_not_understood_is_not_linked_yet(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, enrich=Enrich.LATER)
    assert light.link(user_id).memories == 0
    while light.enrich_pending():
        pass
    assert light.link(user_id).memories == len(DRAFTS)


def test_what_is_archived_is_linked_once_it_is_restored(light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id)
    light.archive(user_id, ids[0])
    assert light.link(user_id).memories == len(DRAFTS) - 1
    assert light.links(user_id, ids[0]) == ()
    light.restore(user_id, ids[0])
    assert light.link(user_id).memories == 1


def test_what_is_forgotten_while_it_is_linked_stays_forgotten(
    light: Knowledge, user_id: str, store: Store, driver: Driver
) -> None:
    ids = remembered(light, user_id)
    # Between the reads of a round and its write.
    meanwhile = once("link/store", lambda: light.forget(user_id, ids[0]))
    Knowledge(lambda: WatchedStore(store, meanwhile), PlainExtractor(), clock=lambda: START).link(user_id)
    after = links_in(seen(driver, user_id))
    light.link(user_id, anew=True)
    assert links_in(seen(driver, user_id)) == after != []


def test_forgetting_a_user_takes_the_links_too(light: Knowledge, user_id: str, dump: Callable[[], str]) -> None:
    before = dump()
    remembered(light, user_id)
    light.link(user_id)
    light.infer(user_id)
    light.forget_user(user_id)
    assert dump() == before


def test_links_change_nothing_of_what_is_recalled(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id)
    before = [(hit.memory.id, hit.score) for hit in light.recall(user_id, "Where did Ada Byron go?").hits]
    light.link(user_id)
    light.infer(user_id)
    assert [(hit.memory.id, hit.score) for hit in light.recall(user_id, "Where did Ada Byron go?").hits] == before


def test_what_is_most_alike_is_looked_at_however_many_share_a_name(
    light: Knowledge, user_id: str, store: Store
) -> None:
    # More memories share its names than are looked at; the last of all is the one that says the same.
    names = [f"{first} Orlan" for first in ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gus")]
    others = [f"{name} went out, word{place}{turn}." for place, name in enumerate(names) for turn in range(10)]
    same = ", ".join(names) + " met in the great hall."
    ids = remembered(light, user_id, dated([same, *others, f"Again {same}"]))
    rows = store.read(
        "link/candidates", user_id=user_id, near=10, beam=40, rare=12, most=60,
        memories=[{"id": ids[-1], "since": START - timedelta(days=9), "until": START - timedelta(days=9), "named": []}],
    )  # fmt: skip
    found = rows[0]["candidates"]
    assert len(found) == 60
    cosines = [one["cosine"] for one in found if one["cosine"] is not None]
    assert cosines == sorted(cosines, reverse=True)
    assert found[0]["id"] == ids[0]
    assert all(one["cosine"] is None for one in found[len(cosines) :])
