"""Which names are one entity is decided from the names alone: whatever order they came in, whatever was there."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from itertools import count, permutations

from graph.model.reading.name_forms import Completeness, NameForms, NameKind
from graph.resolution.naming.members import Member, Pair, Proposal, Reference, Referent, Resolution, pair_of
from graph.resolution.resolution import planned
from graph.resolution.resolution_plan import GivenName, Identity, Move, Plan, Standing

PERSON, PLACE, CONCEPT = "Person", "Location", "Concept"


def forms(block: str, *, partial: bool = False) -> NameForms:
    return NameForms(
        kind=NameKind.PERSON,
        completeness=Completeness.SURNAME if partial else Completeness.FULL,
        spelled=block,
        blocks=(f"s:{block}",) if partial else (f"f:{block}", f"s:{block}"),
    )


def given(key: str, kind: str = PERSON, *, number: int = 1, entity: str = "", **more: object) -> GivenName:
    one = GivenName(
        identity=Identity(key, kind), name=key.title(), names=(key.title(),), confidence=0.8, count=number,
        entity=entity or f"e-{kind}-{key}",
    )  # fmt: skip
    return replace(one, **more)  # pyright: ignore[reportArgumentType]


def standing(names: Iterable[GivenName], **more: object) -> dict[str, Standing]:
    there: dict[str, Standing] = {}
    for n in names:
        kept = there.get(n.entity)
        if kept is None or n.count > kept.mention_count:
            there[n.entity] = Standing(
                id=n.entity, key=n.identity.key, kind=n.identity.type, name=n.name, type=n.identity.type,
                mention_count=n.count,
            )  # fmt: skip
    return there


def nobody(
    members: Iterable[Member],
    *,
    same: Collection[Pair] = (),
    apart: Collection[Pair] = (),
    strangers: object = None,
    aside: Collection[str] = (),
) -> Resolution:
    return Resolution(groups=(), proposals=(), references=())


def by_block(
    members: Iterable[Member],
    *,
    same: Collection[Pair] = (),
    apart: Collection[Pair] = (),
    strangers: object = None,
    aside: Collection[str] = (),
) -> Resolution:
    """Joins whole names of one block, and lets a part refer to the only group of its block."""
    every = sorted(members, key=lambda m: m.id)
    whole = [m for m in every if not m.forms.partial]
    groups: list[tuple[str, ...]] = []
    for block in sorted({b for m in whole for b in m.forms.blocks if b.startswith("f:")}):
        inside = tuple(m.id for m in whole if block in m.forms.blocks)
        if len(inside) > 1 and not any(pair_of(a, b) in apart for a in inside for b in inside if a != b):
            groups.append(inside)
    references = tuple(
        Reference(id=m.id, stranger=0.1, shown=fits[0] if len(fits) == 1 else None,
                  referents=tuple(Referent(id=f, confidence=1 / len(fits), match=1.0, reasons=("part",)) for f in fits))
        for m in every if m.forms.partial
        for fits in [[w.id for w in whole if set(w.forms.blocks) & set(m.forms.blocks)]]
    )  # fmt: skip
    proposals = tuple(
        Proposal(pair=pair_of(a.id, b.id), score=0.6, reasons=("alike",))
        for a in whole for b in whole if a.id < b.id and a.key[:3] == b.key[:3]
    )  # fmt: skip
    return Resolution(groups=tuple(groups), proposals=proposals, references=references)


def new_ids() -> Callable[[], str]:
    numbers = count()
    return lambda: f"new{next(numbers)}"


def plan(names: Iterable[GivenName], judge: Callable[..., Resolution] = nobody, **more: Standing) -> Plan:
    every = list(names)
    return planned(every, {**standing(every), **more}, judge, new_ids())


def together(made: Plan) -> set[frozenset[str]]:
    by_entity: dict[str, set[str]] = {}
    for name, entity in made.places.items():
        by_entity.setdefault(entity, set()).add(name)
    return {frozenset(group) for group in by_entity.values()}


def test_names_that_have_nothing_in_common_stay_as_they_are() -> None:
    made = plan([given("ada"), given("grace")])
    assert (made.moves, made.groups, made.references, made.proposals) == ([], [], [], [])


def test_a_weak_reading_gives_way_to_a_strong_one_of_the_same_name() -> None:
    made = plan([given("ada", CONCEPT, number=9), given("ada", PERSON)])
    assert together(made) == {frozenset({"Concept:ada", "Person:ada"})}
    assert {group.naming.identity for group in made.groups} == {Identity("ada", PERSON)}


def test_what_a_text_says_that_a_name_is_outweighs_guesses_that_are_unsure() -> None:
    guesses = [given("kamome", PLACE, number=3, confidence=0.75), given("kamome", PERSON, number=4, confidence=0.76)]
    for confidence, kind in ((0.95, "Technology"), (0.85, PERSON)):
        made = plan([given("kamome", "Technology", confidence=confidence), *guesses])
        assert together(made) == {frozenset({"Location:kamome", "Person:kamome", "Technology:kamome"})}
        assert {group.naming.identity for group in made.groups} == {Identity("kamome", kind)}


def test_two_sure_readings_stay_apart_and_a_weak_one_joins_the_one_with_more_evidence() -> None:
    made = plan([given("paris", PLACE, number=3, confidence=0.95), given("paris", PERSON, number=2, confidence=0.95),
                 given("paris", CONCEPT)])  # fmt: skip
    assert together(made) == {frozenset({"Location:paris", "Concept:paris"}), frozenset({"Person:paris"})}


def test_unsure_readings_of_one_name_settle_on_the_surest_however_often_another_was_made() -> None:
    names = [given("kamome", PLACE, confidence=0.81), given("kamome", PERSON, number=3, confidence=0.76),
             given("kamome", "Organization", confidence=0.58)]  # fmt: skip
    for order in permutations(names):
        made = plan(order)
        assert together(made) == {frozenset({"Location:kamome", "Person:kamome", "Organization:kamome"})}
        assert {group.naming.identity for group in made.groups} == {Identity("kamome", PLACE)}


def test_a_lone_word_read_as_a_person_goes_with_the_place_that_is_named_more_often() -> None:
    word = replace(forms("sakuraya", partial=True), completeness=Completeness.EITHER)
    place = given("sakuraya", PLACE, number=6, confidence=0.97)
    lone = given("sakuraya", forms=word, number=3, confidence=0.95)
    assert len(together(plan([place, lone]))) == 1
    courteous = replace(lone, forms=replace(word, marks=("honorific",)))
    assert len(together(plan([place, courteous]))) == 2


def test_a_part_of_a_known_persons_name_stays_a_person_beside_the_place_of_that_name() -> None:
    place, person = given("washington", PLACE, number=9), given("george washington", forms=forms("washington"))
    part = given("washington", forms=forms("washington", partial=True), confidence=0.5)
    assert frozenset({"Location:washington"}) in together(plan([place, person, part], by_block))
    assert len(together(plan([place, part], by_block))) == 1


def test_a_date_is_never_the_person_of_that_name() -> None:
    assert len(together(plan([given("may", "TimeUnit"), given("may", PERSON, confidence=0.5)]))) == 2


def test_the_type_that_a_person_chose_draws_unsure_readings_and_goes_with_none() -> None:
    one, other = given("kamome", PERSON), given("kamome", PLACE, number=9)
    there = replace(standing([one])[one.entity], type="Technology", edited=frozenset({"type"}))
    made = plan([one, other], nobody, **{one.entity: there})
    assert made.places[other.identity.id] == one.entity
    assert {group.naming.identity for group in made.groups} <= {one.identity}


def test_a_reading_that_a_person_split_off_stays_where_it_was_put() -> None:
    one, other = given("kamome", PERSON, held=True), given("kamome", PLACE, number=9)
    assert len(together(plan([one, other]))) == 2


def test_an_alias_joins_the_one_entity_that_claims_it_and_no_more_when_two_do() -> None:
    ada = given("ada byron", aliases=(Identity("ada", PERSON),))
    assert together(plan([ada, given("ada")])) == {frozenset({"Person:ada byron", "Person:ada"})}
    other = given("ada king", aliases=(Identity("ada", PERSON),))
    assert len(together(plan([ada, other, given("ada")]))) == 3


def test_a_part_of_a_name_joins_the_only_one_who_goes_by_it() -> None:
    ada = given("ada byron", aliases=(Identity("byron", PERSON),), forms=forms("byron"))
    part = given("byron", forms=forms("byron", partial=True))
    made = plan([ada, part], by_block)
    assert made.places == {ada.identity.id: ada.entity, part.identity.id: ada.entity}
    assert (made.references, made.fitting) == ([], {part.identity.id})
    other = given("anne byron", forms=replace(forms("byron"), blocks=("f:anne", "s:byron")))
    assert len(together(plan([ada, part, other], by_block))) == 3


def test_a_part_of_a_name_that_nobody_goes_by_refers_to_whom_it_fits() -> None:
    ada, part = given("ada byron", forms=forms("byron")), given("byron", forms=forms("byron", partial=True))
    made = plan([ada, part], by_block)
    assert len(together(made)) == 2
    (reference,) = made.references
    assert (reference.target, reference.shown) == (ada.entity, True)


def test_the_order_of_names_decides_nothing() -> None:
    names = [
        given("ada byron", forms=forms("byron"), number=2), given("byron ada", forms=forms("byron")),
        given("byron", forms=forms("byron", partial=True)), given("ada byron", CONCEPT),
    ]  # fmt: skip
    found = {repr((sorted(map(sorted, together(made))), made.references, made.moves))
             for order in permutations(names) for made in [plan(order, by_block)]}  # fmt: skip
    assert len(found) == 1


def test_two_nodes_that_prove_to_be_one_merge_into_the_more_mentioned() -> None:
    one, other = given("ada byron", forms=forms("byron"), number=5), given("byron ada", forms=forms("byron"))
    made = plan([one, other], by_block)
    assert made.moves == [Move(name=other.identity, origin=other.entity, target=one.entity, was=(other.entity,))]


def test_a_merge_that_no_longer_holds_is_undone_under_the_old_id() -> None:
    one = given("ada byron", forms=forms("byron"), number=5)
    other = given("byron ada", forms=forms("byron"), entity=one.entity, was=("old",))
    made = plan([one, other], nobody)
    assert made.moves == [Move(name=other.identity, origin=one.entity, target="old", was=())]
    assert {group.id: group.fresh for group in made.groups} == {"old": True, one.entity: False}


def test_what_a_person_kept_apart_is_never_joined_nor_proposed() -> None:
    one, other = given("ada byron", forms=forms("byron")), given("ada king", forms=forms("byron"))
    there = standing([one, other])
    assert plan([one, other], by_block).moves
    made = plan([one, other], by_block, **{one.entity: replace(there[one.entity], apart=frozenset({other.entity}))})
    assert (made.moves, made.proposals) == ([], [])


def test_what_a_person_joined_stays_joined_whatever_the_judge_says() -> None:
    one = given("ada byron", held=True, number=3)
    other = given("zoe", entity=one.entity, held=True, was=("z",))
    assert plan([one, other]).moves == []


def test_two_entities_that_a_person_edited_are_proposed_and_not_merged() -> None:
    one, other = given("ada byron", forms=forms("byron")), given("ada king", forms=forms("byron"))
    there = standing([one, other])
    edited = {n.entity: replace(there[n.entity], edited=frozenset({"name"})) for n in (one, other)}
    made = plan([one, other], by_block, **edited)
    assert made.moves == []
    assert [{p.origin, p.target} for p in made.proposals] == [{one.entity, other.entity}]


def test_a_type_that_a_person_gave_draws_new_readings_of_that_type() -> None:
    one = given("acme", PERSON, number=4)
    there = replace(standing([one])[one.entity], type="Organization", edited=frozenset({"type"}))
    made = plan([one, given("acme", "Organization")], nobody, **{one.entity: there})
    assert together(made) == {frozenset({"Person:acme", "Organization:acme"})}


def test_an_entity_of_whose_names_not_all_is_read_stays_as_it_is() -> None:
    one = given("ada byron", forms=forms("byron"))
    other = given("byron ada", forms=forms("byron"))
    assert plan([one, other], by_block).moves
    assert plan([one, replace(other, nearest=False)], by_block).moves == []
