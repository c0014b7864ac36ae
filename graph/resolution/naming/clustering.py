"""Which names are one entity: blocks, likeness of pairs, then clusters that are a pure function of the set of names.

Nothing depends on the order in which names came: every step looks at all pairs at once. Whoever might be one with two
that cannot be one stays alone, and somebody is asked.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from graph.model.reading.name_forms import SURNAME, NameKind
from graph.resolution.naming.blocks import Meetings
from graph.resolution.naming.comparison_cache import Comparisons, shorter
from graph.resolution.naming.members import Member, Pair, Proposal, Reference, Resolution, pair_of, spoken_together
from graph.resolution.naming.partial_name_candidates import Strangers, references
from graph.resolution.naming.person_similarity import full_likeness, partial_likeness, same_surname
from graph.resolution.naming.similarity import MARGIN, MERGE, NEARLY, PROPOSE, Likeness
from graph.resolution.naming.thing_similarity import Traits, weighed_likeness

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
    whole = {name_id: member for name_id, member in by_id.items() if not member.forms.partial}
    comparisons = comparisons or Comparisons()
    likely = _edges(whole, frozenset(aside), frozenset(full), comparisons)
    kept = _merged_pairs(whole, likely, frozenset(same), frozenset(apart))
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
        compared = comparisons.of(pair.first, whole[pair.first].forms, pair.second, whole[pair.second].forms)
        if isinstance(compared, Traits):
            to_weigh[pair] = compared
        else:
            edges[pair] = compared
    edges |= _weighed(whole, to_weigh)
    return {
        pair: _placed(compared, whole[pair.first], whole[pair.second])
        for pair, compared in edges.items()
        if compared.score >= PROPOSE
    }


def _placed(likeness: Likeness, first: Member, second: Member) -> Likeness:
    """The likeness of two names where they are spoken of: some ask that it be in one place."""
    if likeness.score < MERGE or not likeness.together or spoken_together(first, second):
        return likeness
    return replace(likeness, score=NEARLY)


def _lone(members: Mapping[str, Member], refers: Iterable[Reference], full: Collection[str]) -> Edges:
    """The likeness of partial names that fit nobody: two spellings of one name."""
    lone = {reference.id: members[reference.id] for reference in refers if not reference.referents}
    likenesses = {
        pair: partial_likeness(lone[pair.first].forms, lone[pair.second].forms) for pair in _meeting(lone, full)
    }
    return {pair: likeness for pair, likeness in likenesses.items() if likeness.score >= PROPOSE}


def _weighed(whole: Mapping[str, Member], to_weigh: Mapping[Pair, Traits]) -> Edges:
    """The likeness of pairs that are weighed, each knowing how many other names hold all words of the shorter one."""
    holders = Counter(_shorter(whole, pair) for pair, traits in to_weigh.items() if traits.within)
    return {
        pair: weighed_likeness(traits, holders[_shorter(whole, pair)] - 1 if traits.within else 0)
        for pair, traits in to_weigh.items()
    }


def _shorter(whole: Mapping[str, Member], pair: Pair) -> str:
    return shorter(pair.first, whole[pair.first].forms, pair.second, whole[pair.second].forms)


def _meeting(
    members: Mapping[str, Member], full: Collection[str], aside: Collection[str] = frozenset()
) -> Iterator[Pair]:
    """The pairs, not both aside, of which one seeks the other in a block that is not too full."""
    blocks = Meetings()
    blocks.fill(full)
    for name_id, member in members.items():
        blocks.add(name_id, member.forms)
    seen: set[Pair] = set()
    for meeting in blocks.meetings():
        for seeker in meeting.seekers:
            seeker_aside = seeker in aside
            for member_id in meeting.members:
                if seeker == member_id or (seeker_aside and member_id in aside):
                    continue
                pair = pair_of(seeker, member_id)
                if pair not in seen:
                    seen.add(pair)
                    yield pair


def _merged_pairs(
    full: Mapping[str, Member], likely: Edges, same: Collection[Pair], apart: Collection[Pair]
) -> set[Pair]:
    """The pairs to merge: likely enough, and with no rival that could not be one with the other."""
    strong = {pair for pair, likeness in likely.items() if likeness.score >= MERGE and pair not in apart}
    strong -= _crowded(full, likely, strong)
    while True:
        rivalled = _rivalled(likely, strong, same)
        if not rivalled:
            return strong
        strong -= rivalled


def _crowded(full: Mapping[str, Member], likely: Edges, strong: Collection[Pair]) -> set[Pair]:
    """Weak evidence between persons counts only while nobody else of that surname is around whom it fits as well."""
    weak = {pair for pair in strong if likely[pair].weak and full[pair.first].forms.kind is NameKind.PERSON}
    if not weak:
        return set()
    by_block: defaultdict[str, set[str]] = defaultdict(set)
    for member in full.values():
        for block in member.forms.blocks:
            if block.startswith(SURNAME):
                by_block[block].add(member.id)
    crowded: set[Pair] = set()
    for pair in weak:
        around = {name_id for block in full[pair.first].forms.blocks for name_id in by_block.get(block, ())} - {
            pair.first,
            pair.second,
        }
        if any(_stranger(full, strong, pair, name_id) for name_id in sorted(around)):
            crowded.add(pair)
    return crowded


def _stranger(full: Mapping[str, Member], strong: Collection[Pair], pair: Pair, name_id: str) -> bool:
    if pair_of(pair.first, name_id) in strong or pair_of(pair.second, name_id) in strong:
        return False
    forms = full[name_id].forms
    return same_surname(full[pair.first].forms, forms) and any(
        full_likeness(full[side].forms, forms).score > 0 for side in (pair.first, pair.second)
    )


def _rivalled(likely: Edges, strong: Collection[Pair], same: Collection[Pair]) -> set[Pair]:
    """The pairs of which one side is as likely one with somebody who is not one with the other side."""
    partners: defaultdict[str, set[str]] = defaultdict(set)
    for pair in strong:
        partners[pair.first].add(pair.second)
        partners[pair.second].add(pair.first)
    dropped: set[Pair] = set()
    for name_id, joined in partners.items():
        for first, second in combinations(sorted(joined), 2):
            between = pair_of(first, second)
            if between in strong or between in same:
                continue
            pairs = pair_of(name_id, first), pair_of(name_id, second)
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
        group_of[pair.first]
        for pair in apart
        if pair.first in by_id and pair.second in by_id and group_of[pair.first] == group_of[pair.second]
    }
    if not torn:
        return group_of
    whole = {pair for pair in pairs if pair.first in by_id and group_of[pair.first] not in torn}
    return _reached(by_id, {*whole, *same}, apart)


def _reached(by_id: Mapping[str, Member], pairs: Collection[Pair], apart: Collection[Pair]) -> dict[str, str]:
    neighbours: defaultdict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        if pair.first in by_id and pair.second in by_id and pair not in apart:
            neighbours[pair.first].add(pair.second)
            neighbours[pair.second].add(pair.first)
    group_of: dict[str, str] = {}
    for name_id in by_id:
        if name_id in group_of:
            continue
        group_of[name_id] = name_id
        waiting = [name_id]
        while waiting:
            for other in neighbours[waiting.pop()]:
                if other not in group_of:
                    group_of[other] = name_id
                    waiting.append(other)
    return group_of


def _groups(by_id: Mapping[str, Member], group_of: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    gathered: defaultdict[str, list[str]] = defaultdict(list)
    for name_id, group in group_of.items():
        gathered[group].append(name_id)
    return tuple(
        tuple(sorted(ids, key=lambda name_id: _fullness(by_id[name_id])))
        for _, ids in sorted(gathered.items())
        if len(ids) > 1
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
    for pair, likeness in sorted(likely.items()):
        groups = pair_of(group_of[pair.first], group_of[pair.second])
        if groups.first == groups.second or pair in apart:
            continue
        there = best.get(groups)
        if there is None or likeness.score > there.score:
            best[groups] = Proposal(pair=pair, score=likeness.score, reasons=likeness.reasons)
    return tuple(sorted(best.values(), key=lambda proposal: (-proposal.score, proposal.pair)))
