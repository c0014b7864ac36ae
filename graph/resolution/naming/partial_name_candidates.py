"""Whom a surname or a given name alone may mean: referents with confidence, and always a possible stranger.

A partial name becomes one node with a full one only where nobody else is so called
(`graph/resolution/short_names.py`). It is judged by how well it fits, by what stands around it, and
by how many people of this graph are only ever called by such a name: where many are strangers, chance matches are
likely.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp
from typing import Final

from graph.model.reading.name_forms import NameKind
from graph.resolution.naming.comparison_cache import Comparisons
from graph.resolution.naming.members import Member, Pair, Reference, Referent, Surroundings, pair_of
from graph.resolution.naming.person_similarity import full_likeness

SHOW: Final = 0.9
"""From here on whom a partial name means is shown."""
MOST_REFERENTS: Final = 12
LEAST_MATCH: Final = 0.3
_PROBABLY: Final = 0.7
"""Likeness from which on two people are no rivals for one name."""
LEAST_STRANGER: Final = 0.03
_MOST_STRANGER: Final = 0.95
_SHARPLY: Final = 4
"""How strongly a worse match gives way to a better one."""
_COMMON: Final = 80.0
"""Of about so many surnames most people have one, before the people known tell better."""
_BELIEF: Final = 200.0
"""How many pairs of people it takes to believe them more than that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strangers:
    """How partial names fare in the whole graph.

    `known` people are known in full, `namesakes` are the pairs of them with one surname, `fitting` partial names fit
    somebody known and `unfitting` ones nobody.
    """

    known: int
    fitting: int
    unfitting: int
    namesakes: int = 0

    @property
    def share(self) -> float:
        """How likely a partial name that fits somebody known means a stranger of the same name all the same."""
        pairs = self.known * (self.known - 1) / 2
        surnames = (pairs + _BELIEF) / (self.namesakes + _BELIEF / _COMMON)
        covered = 1 - exp(-self.known / surnames)
        by_chance = self.unfitting * covered / max(1e-6, 1 - covered)
        return min(_MOST_STRANGER, LEAST_STRANGER + by_chance / max(1, self.fitting))


def references(
    members: Mapping[str, Member],
    group_of: Mapping[str, str],
    apart: Collection[Pair],
    strangers: Strangers | None,
    comparisons: Comparisons,
) -> tuple[Reference, ...]:
    """One reference for each partial name, also for those that nobody known fits."""
    partial = [member for member in members.values() if member.forms.partial]
    if not partial:
        return ()
    people = _people(members, group_of)
    looked_into = frozenset().union(*(member.forms.blocks for member in partial))
    asking, every = _by_block(people, looked_into, asking=True), _by_block(people, looked_into)
    likely_one: dict[tuple[str, str], bool] = {}
    matches = {member.id: _matches(member, people, asking, every, apart, comparisons, likely_one) for member in partial}
    fitting = sum(1 for referents, _ in matches.values() if referents)
    counted = strangers or Strangers(
        known=len(people), fitting=fitting, unfitting=len(partial) - fitting, namesakes=_namesakes(people)
    )
    around = _around(people)
    made: list[Reference] = []
    for member in partial:
        referents, lesser = matches[member.id]
        open_reference = Reference(id=member.id, referents=referents, stranger=counted.share, shown=None, lesser=lesser)
        made.append(narrowed(open_reference, around, member.around))
    return tuple(made)


def narrowed_anew(
    references: Iterable[Reference], members: Mapping[str, Member], groups: Iterable[Sequence[str]]
) -> tuple[Reference, ...]:
    """The same references where other things stand around the members, which are in the same `groups`."""
    asked = list(references)
    if not asked:
        return ()
    first = {name_id: min(group) for group in groups for name_id in group}
    around = _around(_people(members, {name_id: first.get(name_id, name_id) for name_id in members}))
    as_matched = (
        replace(each, referents=tuple(sorted(each.referents, key=lambda referent: (-referent.match, referent.id))))
        for each in asked
    )
    return tuple(narrowed(each, around, members[each.id].around) for each in as_matched)


def narrowed(reference: Reference, around: Mapping[str, Surroundings], here: Surroundings) -> Reference:
    """The reference as it is to be read in one place: `around` tells where each referent's group is spoken of."""
    if not reference.referents:
        return reference
    stranger, count = reference.stranger, len(reference.referents)
    weighed = [(referent, *_weight(here, around.get(referent.id, Surroundings()))) for referent in reference.referents]
    masses = [(1 - stranger) / count * referent.match**_SHARPLY * weight for referent, weight, _ in weighed]
    total = sum(masses) + stranger
    referents = sorted(
        (
            Referent(
                id=referent.id,
                confidence=round(mass / total, 4),
                match=referent.match,
                reasons=tuple(dict.fromkeys((*referent.reasons[:1], *reasons))),
            )
            for (referent, _, reasons), mass in zip(weighed, masses, strict=True)
        ),
        key=lambda referent: (-referent.confidence, referent.id),
    )
    shown = referents[0].id if referents[0].confidence >= SHOW else None
    return replace(reference, referents=tuple(referents), shown=shown)


@dataclass(frozen=True)
class _Person:
    id: str
    members: tuple[Member, ...]
    around: Surroundings

    @cached_property
    def fullness(self) -> tuple[int, str]:
        """How many words the longest name has; an id orders those that are equal."""
        return max(len(member.forms.words) for member in self.members), self.members[0].id


def _people(members: Mapping[str, Member], group_of: Mapping[str, str]) -> dict[str, _Person]:
    gathered: defaultdict[str, list[Member]] = defaultdict(list)
    for member in members.values():
        if member.forms.kind is NameKind.PERSON and not member.forms.partial:
            gathered[group_of[member.id]].append(member)
    return {
        group: _Person(group, tuple(grouped), _joint(member.around for member in grouped))
        for group, grouped in gathered.items()
    }


def _around(people: Mapping[str, _Person]) -> dict[str, Surroundings]:
    return {person.id: person.around for person in people.values()}


def _namesakes(people: Mapping[str, _Person]) -> int:
    """Pairs of people with a surname in common, as far as the most trusted reading of each tells."""
    surnames = Counter(_surname(person.members) for person in people.values())
    return sum(count * (count - 1) // 2 for surname, count in surnames.items() if surname)


def _surname(members: Sequence[Member]) -> str:
    splits = [split for member in members for split in member.forms.splits if split.surname]
    if not splits:
        return ""
    best = max(splits, key=lambda split: (split.surname > "\u3400", split.trust, split.surname))
    return best.surname_sounds[0].folded if best.surname_sounds else best.surname


def _joint(surroundings: Iterable[Surroundings]) -> Surroundings:
    places = list(surroundings)
    return Surroundings(
        sessions=frozenset().union(*(around.sessions for around in places)),
        projects=frozenset().union(*(around.projects for around in places)),
        beside=frozenset().union(*(around.beside for around in places)),
        mentions=sum(around.mentions for around in places),
    )


def _by_block(
    people: Mapping[str, _Person], looked_into: frozenset[str], *, asking: bool = False
) -> dict[str, set[str]]:
    """The people of each block that is looked into; with `asking` those who ask there for others."""
    blocks: defaultdict[str, set[str]] = defaultdict(set)
    for group, person in people.items():
        for member in person.members:
            for block in looked_into.intersection(member.forms.sought if asking else member.forms.blocks):
                blocks[block].add(group)
    return blocks


def _matches(
    member: Member,
    people: Mapping[str, _Person],
    asking: Mapping[str, set[str]],
    every: Mapping[str, set[str]],
    apart: Collection[Pair],
    comparisons: Comparisons,
    likely_one: dict[tuple[str, str], bool],
) -> tuple[tuple[Referent, ...], tuple[str, ...]]:
    """Whom a part of a name may mean, and who is left out for one of these."""
    searched = member.forms.sought
    candidate_groups = ((every if block in searched else asking).get(block, ()) for block in member.forms.blocks)
    groups = sorted({group for some in candidate_groups for group in some})
    referents: list[Referent] = []
    for group in groups:
        if any(pair_of(member.id, full.id) in apart for full in people[group].members):
            continue
        match, part = max(
            comparisons.part(member.id, member.forms, full.id, full.forms) for full in people[group].members
        )
        if match >= LEAST_MATCH:
            referents.append(Referent(id=group, confidence=0.0, match=round(match, 4), reasons=(f"same {part}",)))
    best = sorted(referents, key=lambda referent: (-referent.match, referent.id))[:MOST_REFERENTS]
    lesser = tuple(
        referent.id
        for referent in best
        if any(
            _stands_for(people[other.id], people[referent.id], likely_one)
            for other in best
            if other.id != referent.id and other.match >= referent.match
        )
    )
    return tuple(referent for referent in best if referent.id not in lesser), lesser


def _stands_for(fuller: _Person, lesser: _Person, likely_one: dict[tuple[str, str], bool]) -> bool:
    """Whether two referents are probably one person, of whom the other is the fuller: they must not be rivals.

    `likely_one` keeps what was compared: many a part of a name may mean the same two.
    """
    if not fuller.fullness > lesser.fullness:
        return False
    pair = (fuller.id, lesser.id)
    likely = likely_one.get(pair)
    if likely is None:
        likely = likely_one[pair] = any(
            full_likeness(left.forms, right.forms).score >= _PROBABLY
            for left in fuller.members
            for right in lesser.members
        )
    return likely


def _weight(here: Surroundings, there: Surroundings) -> tuple[float, Sequence[str]]:
    """How much likelier this referent is for where the name stands, and why."""
    weight, reasons = 1.0, list[str]()
    for ours, theirs, near, far, reason in (
        (here.sessions, there.sessions, 6.0, 0.5, "same session"),
        (here.projects, there.projects, 5.0, 0.15, "same project"),
    ):
        if ours and theirs:
            shared = len(ours & theirs) / len(ours)
            weight *= shared * near + (1 - shared) * far
            reasons += [reason] if shared else []
    company = len((here.beside & there.beside) - {""})
    if company:
        weight *= min(4.0, 1.0 + company)
        reasons.append("same company")
    return weight, reasons
