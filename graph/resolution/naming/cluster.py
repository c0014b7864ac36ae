"""Which names are one entity: blocks, likeness of pairs, then clusters that are a pure function of the set of names.

Nothing depends on the order in which names came: every step looks at all pairs at once. Whoever might be one with two
that cannot be one stays alone, and somebody is asked.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from graph.model.name_forms import SURNAME, NameKind
from graph.resolution.naming.blocks import Meetings
from graph.resolution.naming.compared import Comparisons, shorter
from graph.resolution.naming.likeness import MARGIN, MERGE, NEARLY, PROPOSE, Likeness
from graph.resolution.naming.members import Member, Pair, Proposal, Reference, Resolution, pair_of, spoken_together
from graph.resolution.naming.others import Traits, weighed_likeness
from graph.resolution.naming.people import partial_likeness, same_surname
from graph.resolution.naming.references import Strangers, references

Edges = dict[Pair, Likeness]


def clustered(
    members: Iterable[Member],
    *,
    same: Collection[Pair] = (),
    apart: Collection[Pair] = (),
    strangers: Strangers | None = None,
    aside: Collection[str] = (),
    full: Collection[str] = (),
    comparisons: Comparisons | None = None,
) -> Resolution:
    """Groups that are one entity, proposals for a person, and whom partial names may mean.

    `same` and `apart` are what a person decided and always win. `strangers` tells how many partial names of the whole
    graph mean nobody known; without it the members given are taken for all there are. Members `aside` are settled
    already: they are not compared with each other. `full` are the blocks that decide nothing, though few of their names
    may be given; `comparisons` knows what was compared before.
    """
    by_id = {member.id: member for member in sorted(members, key=lambda member: member.id)}
    whole = {own: member for own, member in by_id.items() if not member.forms.partial}
    comparisons = comparisons or Comparisons()
    likely = _edges(whole, frozenset(aside), frozenset(full), comparisons)
    kept = _settled(whole, likely, frozenset(same), frozenset(apart))
    group_of = _components(by_id, kept, frozenset(same), frozenset(apart))
    groups = _groups(by_id, group_of)
    refers = references(by_id, group_of, frozenset(apart), strangers, comparisons)
    likely |= _lone(by_id, refers, frozenset(full))
    proposals = _proposals(likely, group_of, frozenset(apart))
    return Resolution(groups=groups, proposals=proposals, references=refers)


def _edges(
    whole: Mapping[str, Member], aside: Collection[str], full: Collection[str], comparisons: Comparisons
) -> Edges:
    edges: Edges = {}
    to_weigh: dict[Pair, Traits] = {}
    for pair in _meeting(whole, full, aside):
        found = comparisons.of(pair.one, whole[pair.one].forms, pair.other, whole[pair.other].forms)
        if isinstance(found, Traits):
            to_weigh[pair] = found
        else:
            edges[pair] = found
    edges |= _weighed(whole, to_weigh)
    return {
        pair: _placed(found, whole[pair.one], whole[pair.other])
        for pair, found in edges.items()
        if found.score >= PROPOSE
    }


def _placed(found: Likeness, one: Member, other: Member) -> Likeness:
    """The likeness of two names where they are spoken of: some ask that it be in one place."""
    if found.score < MERGE or not found.together or spoken_together(one, other):
        return found
    return replace(found, score=NEARLY)


def _lone(members: Mapping[str, Member], refers: Iterable[Reference], full: Collection[str]) -> Edges:
    """The likeness of partial names that fit nobody: two spellings of one name."""
    lone = {one.id: members[one.id] for one in refers if not one.referents}
    found = {pair: partial_likeness(lone[pair.one].forms, lone[pair.other].forms) for pair in _meeting(lone, full)}
    return {pair: likeness for pair, likeness in found.items() if likeness.score >= PROPOSE}


def _weighed(whole: Mapping[str, Member], to_weigh: Mapping[Pair, Traits]) -> Edges:
    """The likeness of pairs that are weighed, each knowing how many other names hold all words of the shorter one."""
    holders = Counter(_shorter(whole, pair) for pair, found in to_weigh.items() if found.within)
    return {
        pair: weighed_likeness(found, holders[_shorter(whole, pair)] - 1 if found.within else 0)
        for pair, found in to_weigh.items()
    }


def _shorter(whole: Mapping[str, Member], pair: Pair) -> str:
    return shorter(pair.one, whole[pair.one].forms, pair.other, whole[pair.other].forms)


def _meeting(
    members: Mapping[str, Member], full: Collection[str], aside: Collection[str] = frozenset()
) -> Iterator[Pair]:
    """The pairs, not both aside, of which one seeks the other in a block that is not too full."""
    blocks = Meetings()
    blocks.fill(full)
    for own, member in members.items():
        blocks.add(own, member.forms)
    seen: set[Pair] = set()
    for meeting in blocks.meetings():
        for one in meeting.seekers:
            settled = one in aside
            for other in meeting.members:
                if one == other or (settled and other in aside):
                    continue
                pair = pair_of(one, other)
                if pair not in seen:
                    seen.add(pair)
                    yield pair


def _settled(full: Mapping[str, Member], likely: Edges, same: Collection[Pair], apart: Collection[Pair]) -> set[Pair]:
    """The pairs to merge: likely enough, and with no rival that could not be one with the other."""
    strong = {pair for pair, found in likely.items() if found.score >= MERGE and pair not in apart}
    strong -= _crowded(full, likely, strong)
    while True:
        rivalled = _rivalled(likely, strong, same)
        if not rivalled:
            return strong
        strong -= rivalled


def _crowded(full: Mapping[str, Member], likely: Edges, strong: Collection[Pair]) -> set[Pair]:
    """Weak evidence between persons counts only while nobody else of that surname is around."""
    weak = {pair for pair in strong if likely[pair].weak and full[pair.one].forms.kind is NameKind.PERSON}
    if not weak:
        return set()
    by_block: defaultdict[str, set[str]] = defaultdict(set)
    for member in full.values():
        for block in member.forms.blocks:
            if block.startswith(SURNAME):
                by_block[block].add(member.id)
    crowded: set[Pair] = set()
    for pair in weak:
        around = {own for block in full[pair.one].forms.blocks for own in by_block.get(block, ())} - {
            pair.one,
            pair.other,
        }
        if any(_stranger(full, strong, pair, own) for own in sorted(around)):
            crowded.add(pair)
    return crowded


def _stranger(full: Mapping[str, Member], strong: Collection[Pair], pair: Pair, own: str) -> bool:
    if pair_of(pair.one, own) in strong or pair_of(pair.other, own) in strong:
        return False
    return same_surname(full[pair.one].forms, full[own].forms)


def _rivalled(likely: Edges, strong: Collection[Pair], same: Collection[Pair]) -> set[Pair]:
    """The pairs of which one side is as likely one with somebody who is not one with the other side."""
    partners: defaultdict[str, set[str]] = defaultdict(set)
    for pair in strong:
        partners[pair.one].add(pair.other)
        partners[pair.other].add(pair.one)
    dropped: set[Pair] = set()
    for own, others in partners.items():
        for one, other in combinations(sorted(others), 2):
            between = pair_of(one, other)
            if between in strong or between in same:
                continue
            pairs = pair_of(own, one), pair_of(own, other)
            scores = [likely[pair].score for pair in pairs]
            dropped |= {
                pair
                for pair, score, rival in zip(pairs, scores, reversed(scores), strict=True)
                if score < rival + MARGIN
            }
    return dropped


def _components(
    by_id: Mapping[str, Member], pairs: Collection[Pair], same: Collection[Pair], apart: Collection[Pair]
) -> dict[str, str]:
    """For each member the smallest id of its group.

    A group that would hold two whom a person keeps apart falls back to what a person joined.
    """
    group_of = _reached(by_id, {*pairs, *same}, apart)
    torn = {
        group_of[pair.one]
        for pair in apart
        if pair.one in by_id and pair.other in by_id and group_of[pair.one] == group_of[pair.other]
    }
    if not torn:
        return group_of
    whole = {pair for pair in pairs if pair.one in by_id and group_of[pair.one] not in torn}
    return _reached(by_id, {*whole, *same}, apart)


def _reached(by_id: Mapping[str, Member], pairs: Collection[Pair], apart: Collection[Pair]) -> dict[str, str]:
    neighbours: defaultdict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        if pair.one in by_id and pair.other in by_id and pair not in apart:
            neighbours[pair.one].add(pair.other)
            neighbours[pair.other].add(pair.one)
    group_of: dict[str, str] = {}
    for own in by_id:
        if own in group_of:
            continue
        group_of[own] = own
        waiting = [own]
        while waiting:
            for other in neighbours[waiting.pop()]:
                if other not in group_of:
                    group_of[other] = own
                    waiting.append(other)
    return group_of


def _groups(by_id: Mapping[str, Member], group_of: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    gathered: defaultdict[str, list[str]] = defaultdict(list)
    for own, group in group_of.items():
        gathered[group].append(own)
    return tuple(
        tuple(sorted(ids, key=lambda own: _fullness(by_id[own]))) for _, ids in sorted(gathered.items()) if len(ids) > 1
    )


def _fullness(member: Member) -> tuple[object, ...]:
    """What sorts the name to show first: kanji before kana before Latin letters, full before short, then often used."""
    native = sum(letter > "㐀" for letter in member.forms.spelled)
    return (
        -native,
        not member.forms.spelled.isascii(),
        member.forms.completeness != "full",
        -len(member.forms.words),
        -len(member.forms.spelled),
        member.id,
    )


def _proposals(likely: Edges, group_of: Mapping[str, str], apart: Collection[Pair]) -> tuple[Proposal, ...]:
    best: dict[Pair, Proposal] = {}
    for pair, found in sorted(likely.items()):
        groups = pair_of(group_of[pair.one], group_of[pair.other])
        if groups.one == groups.other or pair in apart:
            continue
        there = best.get(groups)
        if there is None or found.score > there.score:
            best[groups] = Proposal(pair=pair, score=found.score, reasons=found.reasons)
    return tuple(sorted(best.values(), key=lambda one: (-one.score, one.pair)))
