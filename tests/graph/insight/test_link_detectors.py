"""Each kind of link is claimed on its own evidence, keeps it, and is left alone where the evidence is missing."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta

import pytest

from graph.insight.link_features import DetectedLink, Pair, context_window
from graph.insight.linking.detectors import DETECTORS, LEAST, LEAST_ELSE, MOST, MOST_ELSE, links_of
from graph.insight.linking.duplicates import duplicate
from graph.model.types import EntityType, InferenceKind, LinkKind
from tests.graph.insight.made_link_features import DAY, fact, named, pair, sketch

ADA, ACME = named("Ada Byron", about=True), named("Acme", EntityType.ORGANIZATION)
HOTEL = named("Umikaze", EntityType.ORGANIZATION, about=True)


def only(found: Iterable[DetectedLink], kind: LinkKind) -> DetectedLink:
    kept = [one for one in found if one.kind is kind]
    assert len(kept) == 1, [one.kind for one in kept]
    return kept[0]


LATER = sketch("b", "Ada Byron went to Acme again.", ADA, ACME, day=2, project="p")
EARLIER = sketch("a", "Ada Byron signed with Acme.", ADA, ACME, day=1, project="p")

CLAIMED: dict[LinkKind, Callable[[], Pair]] = {
    LinkKind.TEMPORAL_SEQUENCE: lambda: pair(LATER, EARLIER),
    LinkKind.TEMPORAL_PARALLEL: lambda: pair(
        sketch("b", "x", ADA, ACME, day=1.05, project="p"), sketch("a", "y", ADA, ACME, day=1, project="p")
    ),
    LinkKind.TEMPORAL_CAUSALITY: lambda: pair(
        sketch("b", "The demo was moved because of the outage.", named("outage", EntityType.EVENT), day=2),
        sketch("a", "The outage lasted an hour.", named("outage", EntityType.EVENT, about=True), day=1),
    ),
    LinkKind.SEMANTIC_SIMILARITY: lambda: pair(sketch("b"), sketch("a"), alike=0.7),
    LinkKind.THEMATIC_CONNECTION: lambda: pair(
        sketch("b", "x", ADA, HOTEL, tags=("trip",)), sketch("a", "y", ADA, HOTEL, tags=("trip",)), alike=0.5
    ),
    LinkKind.CONCEPTUAL_HIERARCHY: lambda: pair(
        sketch(
            "b", "x", named("Django", EntityType.TECHNOLOGY, about=True),
            facts=(fact("b.f0000", "Django:Technology", "be", "framework:Concept", of="INSTANCE_OF"),),
        ),
        sketch("a", "y", named("framework", EntityType.CONCEPT, about=True)),
    ),
    LinkKind.REFERENCE: lambda: pair(
        sketch("b", "See “Who does what at Minato” for the names."),
        sketch("a", "Names.", title="Who does what at Minato", titled=True),
    ),
    LinkKind.ELABORATION: lambda: pair(
        sketch("b", "The release of Kamome moves to the harbour server in Osaka, Lucas and Priya being on call."),
        sketch("a", "The release of Kamome moves to Osaka."),
        alike=0.7,
    ),
    LinkKind.CONTRADICTION: lambda: pair(
        sketch("b", "The release is planned for Monday.", ADA), sketch("a", "The release is planned for Friday.", ADA),
        alike=0.8,
    ),
    LinkKind.SAME_SESSION: lambda: pair(sketch("b", session_id="s"), sketch("a", session_id="s"), steps=1),
    LinkKind.CONVERSATION_FLOW: lambda: pair(
        sketch("b", "At nine.", speaker="Ada", session_id="s"),
        sketch("a", "When?", speaker="Grace", session_id="s", asks=True),
        follows=True,
    ),
    LinkKind.CO_OCCURRENCE: lambda: pair(LATER, EARLIER),
}  # fmt: skip


@pytest.mark.parametrize("kind", LinkKind)
def test_a_link_is_claimed_with_its_evidence(kind: LinkKind) -> None:
    found = only(links_of([CLAIMED[kind]()]), kind)
    assert LEAST.get(kind, LEAST_ELSE) <= found.confidence <= 1
    assert 0 <= found.weight <= 1
    assert found.reasons
    assert all(found.reasons)
    assert {found.source.id, found.target.id} == {"a", "b"}


SUBTYPES = {
    LinkKind.TEMPORAL_SEQUENCE: "dated", LinkKind.TEMPORAL_PARALLEL: "dated", LinkKind.TEMPORAL_CAUSALITY: "because",
    LinkKind.THEMATIC_CONNECTION: "person", LinkKind.CONCEPTUAL_HIERARCHY: "instance-of", LinkKind.REFERENCE: "title",
    LinkKind.CONTRADICTION: "wording", LinkKind.SAME_SESSION: "next", LinkKind.CONVERSATION_FLOW: "answer",
}  # fmt: skip


@pytest.mark.parametrize("kind", LinkKind)
def test_a_link_says_which_of_the_signs_of_its_kind_told_it(kind: LinkKind) -> None:
    assert only(links_of([CLAIMED[kind]()]), kind).subtype == SUBTYPES.get(kind)


def test_a_link_tells_in_how_many_characters_the_names_in_common_stand_together() -> None:
    ada, acme = (replace(ADA, starts=(0, 100)), replace(ACME, starts=(112,)))
    near, far = sketch("b", "x", ada, acme), sketch("a", "y", replace(ADA, starts=(0,)), replace(ACME, starts=(50,)))
    link = only(links_of([pair(near, far)]), LinkKind.CO_OCCURRENCE)
    # The narrowest in the one are 16, in the other 54: together they stand within 54.
    assert (context_window(link), context_window(replace(link, target=near))) == (54, 16)
    alone = replace(far, names=(replace(ADA, starts=(0,)), ACME))
    assert context_window(replace(link, target=alone)) is None


@pytest.mark.parametrize("kind", LinkKind)
def test_nothing_is_claimed_of_two_memories_that_have_nothing_in_common(kind: LinkKind) -> None:
    bare = pair(sketch("b", "It rained.", day=40), sketch("a", "Lunch was good.", named("Lunch"), day=0), alike=0.1)
    assert DETECTORS[kind](bare) is None


@pytest.mark.parametrize("kind", LinkKind)
def test_a_memory_has_only_the_surest_few_links_of_a_kind(kind: LinkKind) -> None:
    pairs = [CLAIMED[kind]() for _ in range(12)]
    assert len([one for one in links_of(pairs) if one.kind is kind]) == MOST.get(kind, MOST_ELSE)


def test_names_in_common_are_told_as_the_later_memory_gives_them() -> None:
    mine = named("Countess Ada", id="ada byron", about=True)
    found = only(links_of([pair(sketch("b", "x", mine, ACME, day=1), EARLIER)]), LinkKind.CO_OCCURRENCE)
    assert found.keywords == ("Countess Ada", "Acme")


def test_names_that_stand_everywhere_tie_nothing() -> None:
    many = [named(name, EntityType.ORGANIZATION, count=13, about=True) for name in ("Acme", "Blue Heron")]
    assert links_of([pair(sketch("b", "x", *many, day=1), sketch("a", "y", *many))]) == []


def test_who_merely_spoke_ties_nothing() -> None:
    said = [named("Ada", spoke=True, about=True), named("Grace", spoke=True, about=True)]
    assert links_of([pair(sketch("b", "x", *said, day=1), sketch("a", "y", *said))]) == []


def test_two_forms_of_one_name_are_not_two_names_together() -> None:
    forms = [named("Blue Heron", EntityType.ORGANIZATION), named("Blue Heron Hotels", EntityType.ORGANIZATION)]
    assert DETECTORS[LinkKind.CO_OCCURRENCE](pair(sketch("b", "x", *forms), sketch("a", "y", *forms))) is None


def test_without_a_time_nothing_is_in_order_or_at_once() -> None:
    timeless = pair(sketch("b", "x", ADA, ACME, day=None), sketch("a", "y", ADA, ACME, day=None))
    for kind in (LinkKind.TEMPORAL_PARALLEL, LinkKind.TEMPORAL_SEQUENCE):
        assert DETECTORS[kind](timeless) is None


def test_what_came_first_comes_first_whichever_was_told_first() -> None:
    told_late = sketch("b", "x", ADA, ACME, day=0, created_at=DAY + timedelta(days=9))
    told_early = sketch("a", "y", ADA, ACME, day=1, created_at=DAY)
    found = DETECTORS[LinkKind.TEMPORAL_SEQUENCE](pair(told_late, told_early))
    assert found is not None
    assert (found.source.id, found.target.id) == ("b", "a")


def test_turns_of_one_talk_are_not_similar_for_holding_each_others_vectors() -> None:
    one = sketch("b", "At nine.", speaker="Ada", session_id="s")
    other = sketch("a", "When?", speaker="Grace", session_id="s")
    assert DETECTORS[LinkKind.SEMANTIC_SIMILARITY](pair(one, other, alike=0.95)) is None
    far = sketch("a", "Good night to all of you.", speaker="Grace", session_id="other")
    assert DETECTORS[LinkKind.SEMANTIC_SIMILARITY](pair(one, far, alike=0.95)) is None


def test_two_short_answers_are_neither_similar_nor_the_same() -> None:
    one = sketch("b", "はい、そうですね。", speaker="Ada", session_id="s")
    other = sketch("a", "はい、そうです。", speaker="Grace", session_id="t")
    assert DETECTORS[LinkKind.SEMANTIC_SIMILARITY](pair(one, other, alike=0.97)) is None
    assert duplicate(pair(sketch("b", "はい、そうですね。"), sketch("a", "はい、そうです。"), alike=0.97)) is None


def test_what_merely_happened_on_another_day_is_no_contradiction() -> None:
    one, other = sketch("b", "Met Ada Byron in May.", ADA), sketch("a", "Met Ada Byron in June.", ADA)
    assert DETECTORS[LinkKind.CONTRADICTION](pair(one, other, alike=0.9)) is None


def test_texts_of_different_matters_do_not_contradict() -> None:
    one, other = sketch("b", "The door is open."), sketch("a", "The door is closed.")
    assert DETECTORS[LinkKind.CONTRADICTION](pair(one, other, alike=0.9)) is None


@pytest.mark.parametrize(
    ("later", "earlier"),
    [
        ("社員旅行の行き先を箱根から下田に変更した。", "社員旅行の行き先は箱根で決まり。"),
        ("The company trip moved from July 11 to July 18.", "The company trip starts on July 11."),
    ],
)
def test_what_a_memory_says_was_changed_contradicts_what_named_it(later: str, earlier: str) -> None:
    trip = named("trip", EntityType.EVENT, about=True)
    found = DETECTORS[LinkKind.CONTRADICTION](pair(sketch("b", later, trip, day=9), sketch("a", earlier, trip)))
    assert found is not None
    assert (found.source.id, found.target.id) == ("b", "a")
    again = pair(sketch("b", later, trip, day=9), sketch("a", "Nothing of the kind.", trip))
    assert DETECTORS[LinkKind.CONTRADICTION](again) is None


def test_to_name_what_was_left_behind_is_no_contradiction() -> None:
    place = named("箱根", EntityType.LOCATION, about=True)
    later, earlier = "行き先を箱根から下田に変更した。", "さくら屋は箱根にある旅館。"
    apart = pair(sketch("b", later, place, day=9), sketch("a", earlier, place))
    assert DETECTORS[LinkKind.CONTRADICTION](apart) is None


def test_a_later_home_contradicts_the_earlier_one() -> None:
    old = fact("a.f0000", "Tanaka", "live in", "Osaka:Location")
    new = fact("b.f0000", "Tanaka", "move to", "Sapporo:Location", day=9)
    found = DETECTORS[LinkKind.CONTRADICTION](pair(sketch("b", facts=(new,)), sketch("a", facts=(old,))))
    assert found is not None
    assert found.reasons == ("another residence",)


def test_a_memory_that_says_the_same_is_a_duplicate_and_one_with_other_numbers_is_not() -> None:
    same = pair(sketch("b", "Today 600 modules arrived."), sketch("a", "600 modules arrived."), alike=0.9)
    assert duplicate(same) == pytest.approx(0.85)
    fewer = pair(sketch("b", "500 modules arrived."), sketch("a", "600 modules arrived."), alike=0.95)
    assert duplicate(fewer) is None
    assert (
        duplicate(pair(sketch("b", "Red modules arrived."), sketch("a", "Blue modules arrived."), alike=0.95)) is None
    )
    assert duplicate(pair(sketch("b", "Modules arrived."), sketch("a", "Modules arrived."), alike=0.7)) is None


def test_a_longer_text_that_says_otherwise_elaborates_nothing() -> None:
    short = sketch("a", "The release of Kamome moves to Osaka in May.")
    long = sketch("b", "The release of Kamome moves to the harbour server in Osaka in June, Lucas being on call.")
    assert DETECTORS[LinkKind.ELABORATION](pair(long, short, alike=0.8)) is None


def test_the_links_of_a_memory_do_not_depend_on_the_order_of_its_candidates() -> None:
    pairs = [pair(LATER, sketch(f"a{n}", "y", ADA, ACME, day=1 - n, project="p")) for n in range(9)]
    assert links_of(pairs) == sorted(links_of(list(reversed(pairs))), key=links_of(pairs).index)


def test_what_a_person_rejected_is_passed_over_and_leaves_its_place_to_another() -> None:
    kind = LinkKind.CO_OCCURRENCE
    pairs = [pair(LATER, sketch(f"a{n}", "y", ADA, ACME, day=1 - n, project="p")) for n in range(9)]
    first = [one.target.id for one in links_of(pairs, [kind])]
    said = [replace(one, rejected=frozenset({kind})) if one.earlier.id == first[0] else one for one in pairs]
    left = [one.target.id for one in links_of(said, [kind])]
    assert (len(left), first[0] in left, set(first[1:]) < set(left)) == (MOST_ELSE, False, True)


def test_what_a_person_confirmed_takes_nobodys_place() -> None:
    kind = LinkKind.CO_OCCURRENCE
    pairs = [pair(LATER, sketch(f"a{n}", "y", ADA, ACME, day=1 - n, project="p")) for n in range(9)]
    every = [replace(one, confirmed=frozenset({kind})) if one.earlier.id in {"a0", "a8"} else one for one in pairs]
    assert {"a0", "a8"} < {one.target.id for one in links_of(every, [kind])}
    assert len(links_of(every, [kind])) == MOST_ELSE + 2


def test_of_two_memories_of_which_a_person_says_so_neither_is_a_duplicate() -> None:
    same = pair(sketch("b", "Today 600 modules arrived."), sketch("a", "600 modules arrived."), alike=0.9)
    assert duplicate(replace(same, rejected=frozenset({InferenceKind.DUPLICATE}))) is None


@pytest.mark.parametrize(
    ("values", "changing"),
    [
        ("member / guest", False), ("sober / drunk", False), ("holiday / workday", False), ("ember / ash", False),
        ("mayor / judge", False), ("marching / resting", False), ("embers / ashes", False), ("latter / former", False),
        ("december / may", True), ("october / june", True), ("september / march", True), ("november / july", True),
        ("monday / friday", True), ("today / yesterday", True), ("7 / 9", True), ("月曜 / 火曜", True),
        ("午前 / 午後", True), ("朝 / 夜", False),
    ],
)  # fmt: skip
def test_only_dates_times_and_numbers_change_without_a_contradiction(
    values: str, changing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def excluding(_first: str, _second: str) -> tuple[float, str]:
        return 0.9, values

    monkeypatch.setattr("graph.insight.linking.opposition.exclusion", excluding)
    one, other = sketch("b", "Met Ada Byron there.", ADA), sketch("a", "Met Ada Byron here.", ADA)
    assert (DETECTORS[LinkKind.CONTRADICTION](pair(one, other, alike=0.9)) is None) is changing
