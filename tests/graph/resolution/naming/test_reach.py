"""Judging only what some names reach says of them what judging all says."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from graph.model.reading.name_forms import NameForms
from graph.model.types import EntityType
from graph.resolution.naming.blocks import MOST_IN_WIDE
from graph.resolution.naming.clustering import clustered
from graph.resolution.naming.comparison_cache import Comparisons
from graph.resolution.naming.members import Member, Resolution, pair_of
from graph.resolution.naming.partial_name_candidates import Strangers
from graph.resolution.naming.reach import Reach, Reaching, Seen
from tests.graph.resolution.naming.test_clusters import CROWD, member

KNOWN = Strangers(known=20, fitting=5, unfitting=1)
HOUSES = (
    "Acme", "Acme Inc.", "Acme Corporation", "株式会社青空", "青空", "Asahi Breweries", "アサヒビール", "WHO",
    "World Health Organization", "University of Tokyo", "Tokyo University of Science", "Harbor Film Festival",
    "Film Festival", "日本大学", "日大", "Acme Foods", "Acme Steel", "Acme Bank",
)  # fmt: skip
NAMED = (("Acme", EntityType.ORGANIZATION), ("Acme Foods", EntityType.ORGANIZATION), (CROWD[0], EntityType.PERSON))
MEMBERS = {one.id: one for one in (*map(member, CROWD), *(member(name, EntityType.ORGANIZATION) for name in HOUSES))}


def seen(one: Member, entity: str = "") -> Seen:
    return Seen(id=one.id, key=one.key, entity=entity or one.id, forms=one.forms)


def reached(names: Iterable[Seen], touched: Sequence[str]) -> Reach:
    """What the touched names reach among names that were all read."""
    reaching = Reaching(Comparisons())
    reaching.add(names)
    reaching.touch(touched)
    return reaching.reach()


def judged(ids: Sequence[str], reach: Reach, before: Mapping[str, str]) -> Resolution:
    """The judgement of what is reached, of all when that is all; what is only looked at stays one where it was."""
    members = [MEMBERS[one] for one in ids if one in reach.open | reach.aside]
    same = {pair_of(one, before[one]) for one in reach.aside if before.get(one, one) != one}
    return clustered(members, strangers=KNOWN, aside=reach.aside, same=same)


def said_of(resolution: Resolution, own: str) -> tuple[object, ...]:
    """The group, the proposals and the referents of one name."""
    group = next((group for group in resolution.groups if own in group), ())
    group_of = {one: group[0] for group in resolution.groups for one in group}
    asked = {(p.pair, p.score) for p in resolution.proposals if own in (p.pair.first, p.pair.second)}
    means = [
        (group_of.get(one.id, one.id), one.match)
        for reference in resolution.references
        if reference.id == own
        for one in reference.referents
    ]
    return group, asked, sorted(means)


@given(st.permutations(sorted(MEMBERS)), st.integers(5, len(MEMBERS)), st.integers(1, 4))
def test_what_is_reached_tells_of_the_touched_what_all_tell(order: Sequence[str], count: int, some: int) -> None:
    ids, touched = order[:count], order[:some]
    before = {one: group[0] for group in clustered([MEMBERS[i] for i in order[some:count]]).groups for one in group}
    reach = reached([seen(MEMBERS[one], before.get(one, "")) for one in ids], touched)
    everything = judged(ids, Reach(frozenset(ids), frozenset()), before)
    limited = judged(ids, reach, before)
    for own in touched:
        assert said_of(limited, own) == said_of(everything, own)


@given(st.permutations(sorted(MEMBERS)), st.integers(5, len(MEMBERS)), st.integers(1, len(MEMBERS)))
def test_new_names_that_meet_nobody_are_missed_by_nobody(order: Sequence[str], count: int, some: int) -> None:
    ids, touched = order[:count], order[: min(count, some)]
    reach = reached([seen(MEMBERS[one]) for one in ids], touched)
    everything = judged(ids, reach, {})
    without = judged([one for one in ids if one not in reach.alone], reach, {})
    assert without == everything
    assert all(said_of(everything, one) == ((), set(), []) for one in reach.alone)


def test_a_name_meets_nobody_only_where_nothing_is_like_it_tied_to_it_or_of_its_key() -> None:
    acme, foods, ken = (MEMBERS[member(name, kind).id] for name, kind in NAMED)
    assert reached([seen(acme), seen(ken)], [acme.id]).alone == {acme.id}
    assert not reached([seen(acme), seen(foods)], [acme.id]).alone
    for tied in (replace(seen(acme), tied=("am",)), replace(seen(acme), several=True), seen(acme, entity="other")):
        assert not reached([tied, replace(seen(ken), entity="other")], [acme.id]).alone
    reading = replace(seen(ken), id="Concept:acme", key=acme.key)
    assert not reached([seen(acme), reading], [acme.id]).alone


@given(st.permutations(sorted(MEMBERS)), st.integers(5, len(MEMBERS)), st.integers(1, 4))
def test_what_is_not_reached_stays_in_its_group(order: Sequence[str], count: int, some: int) -> None:
    ids, touched = order[:count], order[:some]
    earlier = clustered([MEMBERS[i] for i in order[some:count]])
    before = {one: group[0] for group in earlier.groups for one in group}
    reach = reached([seen(MEMBERS[one], before.get(one, "")) for one in ids], touched)
    everything = judged(ids, Reach(frozenset(ids), frozenset()), before)
    for own in set(ids) - reach.open:
        assert said_of(everything, own)[0] == said_of(earlier, own)[0]


def test_names_that_have_nothing_to_do_with_a_new_one_are_not_even_looked_at() -> None:
    reach = reached(map(seen, MEMBERS.values()), ["Acme"])
    assert {"Acme", "Acme Inc.", "Acme Corporation"} <= reach.open | reach.aside
    assert not {*CROWD, "WHO", "日本大学"} & (reach.open | reach.aside)


@given(st.permutations(sorted(MEMBERS)), st.integers(5, len(MEMBERS)), st.integers(1, 4))
def test_reading_step_by_step_reaches_what_reading_all_at_once_does(
    order: Sequence[str], count: int, some: int
) -> None:
    ids, touched = order[:count], order[:some]
    groups = clustered([MEMBERS[i] for i in order[some:count]]).groups
    entity = {one: group[0] for group in groups for one in group}
    every = {one: seen(MEMBERS[one], entity.get(one, "")) for one in ids}
    every = {own: replace(one, several=len(mates_of(own, every)) > 1) for own, one in every.items()}
    reaching = Reaching(Comparisons())
    read_near(reaching, every, touched)
    reaching.touch(touched)
    while lacking := reaching.lacking():
        read_near(reaching, every, lacking)
    whole, stepwise = reached(every.values(), touched), reaching.reach()
    assert (stepwise.open, stepwise.aside) == (whole.open, whole.aside)
    assert (stepwise.placed, stepwise.together) == (whole.placed, whole.together)


def mates_of(own: str, every: Mapping[str, Seen]) -> set[str]:
    return {other for other, one in every.items() if one.entity == every[own].entity}


def read_near(reaching: Reaching, every: Mapping[str, Seen], asked: Sequence[str]) -> None:
    """What one reading brings: those asked for and what is bound to them, whole, and whom these meet in a block."""
    bound = {mate for own in asked for mate in mates_of(own, every)}
    met = {other for own in bound for other, one in every.items() if one.forms and meets(every[own].forms, one.forms)}
    met = {mate for own in met for mate in mates_of(own, every)} - bound
    reaching.add([*(every[own] for own in sorted(bound)), *(replace(every[own], near=False) for own in sorted(met))])


def meets(one: NameForms | None, other: NameForms) -> bool:
    return one is not None and not (one.sought.isdisjoint(other.blocks) and other.sought.isdisjoint(one.blocks))


def test_a_part_of_a_name_finds_whom_it_may_mean_among_more_than_a_hundred_of_one_surname() -> None:
    people = [member(f"佐藤{given}") for given in map("".join, permutations("美咲直樹優子健太翔真結衣", 2))]
    names = [*map(seen, people), seen(member("佐藤"))]
    assert len(people) > MOST_IN_WIDE
    part = next(name.id for name in names if name.id == "佐藤")
    reach = reached(names, [part])
    assert len(reach.aside) >= 12
    assert part in reached(names, [people[0].id]).open


def test_nobody_is_asked_about_a_part_of_a_name_that_fits_a_person_however_another_script_spells_it() -> None:
    # ボブ alone does not lead to Robert; Bob, which is spelt like it, does.
    names = [member(name) for name in ("ボブ", "Bob", "Robert Miller")]
    touched = names[0].id
    reach = reached(map(seen, names), [touched])
    assert {name.id for name in names} == reach.open | reach.aside
    assert clustered([name for name in names if name.id in reach.open | reach.aside], strangers=KNOWN).proposals == ()
