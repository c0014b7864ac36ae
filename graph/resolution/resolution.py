"""Decides which names are one entity and what each is called, as a pure function of the names of some blocks."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from graph.model.reading.name_forms import Completeness
from graph.model.types import EntityType
from graph.resolution.naming.members import Member, Pair, Resolution, pair_of
from graph.resolution.naming.partial_name_candidates import Strangers, narrowed_anew
from graph.resolution.naming.readings import WEAK, TypedReading, common_nouns, followed, gives_way
from graph.resolution.resolution_plan import GivenName, Group, Identity, JudgedTie, Move, Plan, Standing
from graph.resolution.short_names import bearers

Judge = Callable[..., Resolution]
"""`graph.resolution.naming.clustering.clustered`, or what keeps its promises."""


class DisjointSets:
    """Sets of names that grow together, except where some must stay apart."""

    def __init__(self, ids: Iterable[str], apart: Collection[Pair]) -> None:
        self.members: dict[str, set[str]] = {identity: {identity} for identity in ids}
        self._apart = apart

    def join(self, first: str, second: str) -> None:
        """Makes one set of those that two names are in, unless two of them were kept apart."""
        left, right = self.members[first], self.members[second]
        if left is right or (self._apart and any(pair_of(a, b) in self._apart for a in left for b in right)):
            return
        left |= right
        for identity in right:
            self.members[identity] = left

    def groups(self) -> list[tuple[str, ...]]:
        """The sets, each sorted, in order."""
        return sorted({tuple(sorted(group)) for group in self.members.values()})


def planned(
    names: Sequence[GivenName],
    standing: Mapping[str, Standing],
    judge: Judge,
    new_id: Callable[[], str],
    anew: Collection[str] = (),
    strangers: Strangers | None = None,
) -> Plan:
    """The changes that resolve some names: a pure function of the set of names, whatever their order.

    An entity with a name that is not `nearest` stays as it is. `anew` are entities whose properties are written again
    even if no name moved. `strangers` counts the partial names of the whole graph.
    """
    every = {name.identity.id: name for name in names}
    same, apart = _by_hand(names, standing)
    aside = [name for name in names if not name.nearest]
    nouns = _common_nouns(names, standing)
    judged = judge(
        _members(names, nouns),
        same=same | _mates(aside),
        apart=apart,
        strangers=strangers,
        aside={name.identity.id for name in aside},
    )
    union, calls, following = _joined(every, standing, judged, same, apart)
    grouped = _called(every, union, calls, following)
    alone = _without_own_names(names, grouped)
    if alone != names:
        # Which names are one does not rest on what stands beside them; whom a part of a name means does.
        members = {member.id: member for member in _members(alone, nouns)}
        judged = replace(judged, references=narrowed_anew(judged.references, members, judged.groups))
    for part, person in bearers(every, standing, union.members, judged.references, _claims(every, standing)).items():
        union.join(person, part)
    grouped = _called(every, union, calls, following)
    whole = _whole(grouped, names)
    plan = Plan(places={name.identity.id: name.entity for name in names})
    groups = _with_ids(whole, standing, new_id)
    for group in groups:
        moved = [name for name in group.names if name.entity != group.id]
        plan.moves += [Move(name=n.identity, origin=n.entity, target=group.id, was=_was(n, group.id)) for n in moved]
        plan.places.update({name.identity.id: group.id for name in moved})
        if moved or group.fresh or group.id in anew or _renamed(group, standing.get(group.id)):
            plan.groups.append(group)
    left = {move.origin for move in plan.moves} - {group.id for group in plan.groups}
    plan.groups += [group for group in groups if group.id in left]
    _refer(plan, every, judged)
    plan.fitting = _fitting(plan, every)
    _propose(plan, every, standing, judged)
    return plan


def _without_own_names(
    names: Sequence[GivenName], grouped: Sequence[tuple[GivenName, tuple[GivenName, ...]]]
) -> Sequence[GivenName]:
    """The names, each beside others alone and not beside the other names of its own entity."""
    mates = {name.identity.id: {mate.identity.key for mate in group} for _, group in grouped for name in group}
    return [
        replace(name, around=replace(name.around, beside=name.around.beside - mates[name.identity.id]))
        if not name.around.beside.isdisjoint(mates[name.identity.id])
        else name
        for name in names
    ]


def _common_nouns(names: Sequence[GivenName], standing: Mapping[str, Standing]) -> set[str]:
    """The names that are common nouns beside a proper name of their key: they are compared with no name."""
    by_key = _with_key(names)
    several = ([_reading(name, standing, ()) for name in some] for some in by_key.values() if len(some) > 1)
    return {reading.id for readings in several for reading in common_nouns(readings)}


def _members(names: Iterable[GivenName], nouns: Collection[str]) -> list[Member]:
    return [
        Member(id=n.identity.id, name=n.name, key=n.identity.key, type=n.identity.type, forms=n.forms, around=n.around)
        for n in names
        if n.forms is not None and n.identity.id not in nouns
    ]


def _by_hand(names: Sequence[GivenName], standing: Mapping[str, Standing]) -> tuple[set[Pair], set[Pair]]:
    """The pairs that a person merged, and those that never merge: kept apart, or both edited by hand."""
    by_entity: dict[str, list[GivenName]] = defaultdict(list)
    for name in names:
        by_entity[name.entity].append(name)
    same: set[Pair] = set()
    for members in by_entity.values():
        held = sorted(name.identity.id for name in members if name.held)
        same |= {pair_of(held[0], second) for second in held[1:]}
    apart: set[Pair] = set()
    edited = sorted(first for first in by_entity if standing[first].edited)
    pairs = set(combinations(edited, 2)) | {(first, second) for first in by_entity for second in standing[first].apart}
    for first, second in pairs:
        apart |= {pair_of(a.identity.id, b.identity.id) for a in by_entity[first] for b in by_entity.get(second, ())}
    return same, apart


def _mates(aside: Iterable[GivenName]) -> set[Pair]:
    """The pairs of whole names that are read only for comparison and are of one entity now: they stay together."""
    first: dict[str, str] = {}
    whole = (name for name in aside if not name.partial)
    pairs = ((first.setdefault(name.entity, name.identity.id), name.identity.id) for name in whole)
    return {pair_of(first, second) for first, second in pairs if first != second}


def _joined(
    every: Mapping[str, GivenName],
    standing: Mapping[str, Standing],
    judged: Resolution,
    same: Collection[Pair],
    apart: Collection[Pair],
) -> tuple[DisjointSets, Mapping[str, str], Collection[str]]:
    """The names joined by judgement, by hand, by key and by alias; what the judge calls each, and who only follows."""
    union = DisjointSets(every, apart)
    for pair in sorted(same):
        union.join(pair.first, pair.second)
    calls: dict[str, str] = {}
    for group in judged.groups:
        for second in group[1:]:
            union.join(group[0], second)
        calls.update(dict.fromkeys(group, group[0]))
    same_key, following = _by_key(_with_key(every.values()), standing, judged)
    for first, second in same_key:
        union.join(first, second)
    for first, second in _by_alias(every, standing, union):
        union.join(first, second)
    return union, calls, following


def _called(
    every: Mapping[str, GivenName], union: DisjointSets, calls: Mapping[str, str], following: Collection[str]
) -> list[tuple[GivenName, tuple[GivenName, ...]]]:
    """The groups as (the name it is called by, all its names)."""
    return [
        (_naming(group, every, calls, following), tuple(every[name_id] for name_id in group))
        for group in union.groups()
    ]


def _with_key(names: Iterable[GivenName]) -> dict[str, list[GivenName]]:
    by_key: dict[str, list[GivenName]] = defaultdict(list)
    for name in names:
        by_key[name.identity.key].append(name)
    return by_key


def _by_key(
    by_key: Mapping[str, Sequence[GivenName]], standing: Mapping[str, Standing], judged: Resolution
) -> tuple[list[tuple[str, str]], set[str]]:
    """Pairs of one key that are one entity, and the names that follow a stronger reading and never name the entity."""
    referring = {follower.id for follower in judged.references if follower.referents}
    pairs: list[tuple[str, str]] = []
    following: set[str] = set()
    for key in sorted(by_key):
        follows = followed([_reading(name, standing, referring) for name in by_key[key]])
        following |= {*follows}
        pairs += [(leader, follower) for follower, leader in follows.items()]
        typed = {n.identity.type: n.identity.id for n in by_key[key]}
        for name in by_key[key]:
            there = standing[name.entity]
            if "type" in there.edited and there.type in typed:
                pairs.append((name.identity.id, typed[there.type]))
    return pairs, following


def _reading(name: GivenName, standing: Mapping[str, Standing], referring: Collection[str]) -> TypedReading:
    identity, forms = name.identity.id, name.forms
    return TypedReading(
        id=identity, type=name.identity.type, confidence=name.confidence, count=name.count,
        refers=identity in referring,
        lone=bool(forms and name.partial and forms.completeness is Completeness.EITHER and not forms.marks),
        common=name.common, kept=name.held, chosen="type" in standing[name.entity].edited,
    )  # fmt: skip


def _by_alias(
    every: Mapping[str, GivenName], standing: Mapping[str, Standing], union: DisjointSets
) -> list[tuple[str, str]]:
    """Whole names that exactly one entity gives itself as an alias, with the name that says so."""
    return [
        (claimants[0], name_id)
        for name_id, claimants in _claims(every, standing).items()
        if not every[name_id].partial and len({min(union.members[claimant]) for claimant in claimants}) == 1
    ]


def _claims(every: Mapping[str, GivenName], standing: Mapping[str, Standing]) -> dict[str, list[str]]:
    """For each name that others declare to be their alias these others, in order.

    An alias is of the type of the name that declares it; where a person set the type of its entity, of that as well.
    """
    declared: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name_id in sorted(every):
        name = every[name_id]
        for alias in name.aliases:
            there = standing[name.entity]
            declared[alias.key].append((name_id, alias.type))
            if "type" in there.edited:
                declared[alias.key].append((name_id, there.type))
    claims = {
        name_id: [
            claimant
            for claimant, kind in declared.get(every[name_id].identity.key, ())
            if _alike(kind, every[name_id].identity.type)
        ]
        for name_id in sorted(every)
    }
    return {name_id: claimants for name_id, claimants in claims.items() if claimants}


def _alike(first: str, second: str) -> bool:
    return first == second or first in WEAK or second in WEAK


def _rank(kind: str) -> int:
    return list(EntityType).index(EntityType(kind))


def _naming(
    group: Sequence[str], every: Mapping[str, GivenName], calls: Mapping[str, str], following: Collection[str]
) -> GivenName:
    """The name a group is called by: what the judge says, else the strongest reading that others are aliases of."""
    names = [every[name_id] for name_id in group]
    keys = {alias.key for name in names for alias in name.aliases}
    strongest = max((name.confidence for name in names if name.identity.type not in WEAK), default=0.0)
    return min(
        names,
        key=lambda n: (
            n.identity.id in following, gives_way(n.identity.type, n.confidence, strongest), n.identity.id not in calls,
            calls.get(n.identity.id) != n.identity.id, n.partial, n.identity.key in keys, -n.count,
            _rank(n.identity.type), n.identity.key,
        ),
    )  # fmt: skip


def _whole(
    grouped: Sequence[tuple[GivenName, tuple[GivenName, ...]]], names: Sequence[GivenName]
) -> list[tuple[GivenName, tuple[GivenName, ...]]]:
    """The groups that may be changed: all their names were read, and all names of the entities they are of."""
    unread = {name.entity for name in names if not name.nearest}
    while True:
        parted = {n.entity for _, group in grouped if any(n.entity in unread for n in group) for n in group}
        if parted <= unread:
            return [candidate for candidate in grouped if not any(n.entity in unread for n in candidate[1])]
        unread |= parted


def _with_ids(
    grouped: Sequence[tuple[GivenName, tuple[GivenName, ...]]],
    standing: Mapping[str, Standing],
    new_id: Callable[[], str],
) -> list[Group]:
    """The groups with ids: an entity stays with the group that holds the name it is called by."""
    claims: dict[str, list[int]] = defaultdict(list)
    for place, (_, group) in enumerate(grouped):
        for entity in sorted({name.entity for name in group}):
            claims[entity].append(place)
    owned: dict[int, list[Standing]] = defaultdict(list)
    for entity, places in claims.items():
        there = standing[entity]
        called = Identity(there.key, there.kind)
        best = max(
            places,
            key=lambda p: (
                any(n.identity == called for n in grouped[p][1]),
                sum(n.count for n in grouped[p][1] if n.entity == entity),
                -p,
            ),
        )
        owned[best].append(there)
    taken = set(standing)
    groups: list[Group] = []
    for place, (naming, group) in enumerate(grouped):
        if owned[place]:
            kept = min(
                owned[place], key=lambda s: (not s.edited, not s.merged_from, s.version, -s.mention_count, s.id)
            ).id
            groups.append(Group(id=kept, names=group, naming=naming, fresh=False))
            continue
        before = sorted({entity for name in group for entity in name.was[-1:]} - taken)
        fresh = before[0] if before else new_id()
        taken.add(fresh)
        groups.append(Group(id=fresh, names=group, naming=naming, fresh=True))
    return groups


def _was(name: GivenName, target: str) -> tuple[str, ...]:
    """The entities a name was of before, once it moves to `target`; moving back removes what came after."""
    if target in name.was:
        return name.was[: name.was.index(target)]
    return (*name.was, name.entity)


def _renamed(group: Group, there: Standing | None) -> bool:
    return there is None or (there.key, there.kind) != (group.naming.identity.key, group.naming.identity.type)


def _refer(plan: Plan, every: Mapping[str, GivenName], judged: Resolution) -> None:
    complete = {name_id for name_id, n in every.items() if n.partial and n.nearest}
    plan.referring = sorted({plan.places[name_id] for name_id in complete})
    for reference in sorted(judged.references, key=lambda r: r.id):
        # A name that a person placed refers to no other entity.
        if reference.id not in complete or every[reference.id].held:
            continue
        best: dict[str, JudgedTie] = {}
        origin = plan.places[reference.id]
        shown = plan.places.get(reference.shown) if reference.shown else None
        for referent in reference.referents:
            target = plan.places[referent.id]
            if target == origin or (target in best and best[target].confidence >= referent.confidence):
                continue
            best[target] = JudgedTie(
                origin=origin, target=target, confidence=referent.confidence, reasons=referent.reasons,
                shown=target == shown,
            )  # fmt: skip
        plan.references += best.values()


def _fitting(plan: Plan, every: Mapping[str, GivenName]) -> set[str]:
    """The parts of names that may mean somebody known in full, or surely do."""
    known = {plan.places[n.identity.id] for n in every.values() if n.person and not n.partial}
    known |= {reference.origin for reference in plan.references}
    return {name_id for name_id, n in every.items() if n.partial and n.nearest and plan.places[name_id] in known}


def _propose(plan: Plan, every: Mapping[str, GivenName], standing: Mapping[str, Standing], judged: Resolution) -> None:
    complete = {first for first, n in every.items() if n.nearest and n.forms}
    # What is proposed of an entity is replaced only where all was seen that may be proposed of it.
    partly = {plan.places[first] for first, n in every.items() if not n.nearest}
    plan.considered = sorted({plan.places[first] for first in complete} - partly)
    best: dict[tuple[str, str], JudgedTie] = {}
    for proposal in sorted(judged.proposals, key=lambda p: p.pair):
        pair = tuple(sorted((plan.places[proposal.pair.first], plan.places[proposal.pair.second])))
        first, second = pair
        kept = first in standing and second in standing[first].apart
        if first == second or kept or not {proposal.pair.first, proposal.pair.second} & complete:
            continue
        if (first, second) not in best or best[first, second].confidence < proposal.score:
            best[first, second] = JudgedTie(
                origin=first, target=second, confidence=proposal.score, reasons=proposal.reasons
            )
    plan.proposals = [best[pair] for pair in sorted(best)]
