"""Which names can be judged otherwise because of some that came, changed or went; all others stay as they are."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graph.naming.blocks import MOST_IN_BLOCK, Meeting, meetings
from graph.naming.compared import Comparisons
from graph.naming.forms import NameForms, NameKind, sought
from graph.naming.likeness import MERGE, PROPOSE, Likeness
from graph.naming.others import Traits, weighed_likeness
from graph.naming.people import part_match, partial_likeness
from graph.naming.references import LEAST_MATCH, MOST_REFERENTS


@dataclass(frozen=True, slots=True)
class Seen:
    """A name as it is read to see whether it is reached: `id` and `key`, the entity it names, its forms.

    `tied` are the keys of its aliases and of the names it is an alias of.
    """

    id: str
    key: str
    entity: str
    forms: NameForms | None
    tied: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reach:
    """The names to be judged anew, those that are only looked at for it and stay what they are, and the full blocks."""

    open: frozenset[str]
    aside: frozenset[str]
    full: frozenset[str] = frozenset()


def reached(
    names: Iterable[Seen],
    touched: Collection[str],
    *,
    full: Collection[str] = (),
    comparisons: Comparisons | None = None,
) -> Reach:
    """What the touched names reach among some names, which hold all that share a block with them.

    A name is reached by another that it may be merged with, or that it may mean as part of a name; with it come the
    other names of its entity and the other readings of its key. Looked at are what somebody might be asked about, what
    holds the same words, whom a part of a name may mean besides, and who else has the surname of two that may be one on
    weak evidence. `full` are blocks too full to decide anything.
    """
    return _Reaching(names, touched, full, comparisons or Comparisons()).reach()


class _Reaching:
    """One search: `_open` grows from the touched names until nothing more is reached."""

    def __init__(
        self, names: Iterable[Seen], touched: Collection[str], full: Collection[str], comparisons: Comparisons
    ) -> None:
        self._names = {name.id: name for name in names}
        self._touched = {own for own in touched if own in self._names}
        self._forms = {name.id: name.forms for name in self._names.values() if name.forms is not None}
        self._comparisons = comparisons
        self._blocks = meetings(self._forms.items(), full=full)
        people = ((own, forms) for own, forms in self._forms.items() if forms.kind is NameKind.PERSON)
        self._people = meetings(people, full=full, wide_most=MOST_IN_BLOCK)
        self._mates: defaultdict[str, list[str]] = defaultdict(list)
        self._readings: defaultdict[str, list[str]] = defaultdict(list)
        self._tied: defaultdict[str, list[str]] = defaultdict(list)
        for name in self._names.values():
            self._mates[name.entity].append(name.id)
            self._readings[name.key].append(name.id)
            for key in name.tied:
                self._tied[key].append(name.id)
        self._open: set[str] = set()
        self._aside: set[str] = set()
        self._paired: set[str] = set()
        self._weakly: set[str] = set()

    def reach(self) -> Reach:
        """The result of the search."""
        self._grow(sorted(self._touched))
        parts = {part for own in sorted(self._open) for part in self._parts(own)}
        self._grow(sorted(parts))
        self._aside.update(one for own in self._open for one in self._people_beside(own))
        aside = {mate for own in self._aside for mate in self._mates[self._names[own].entity]}
        seen = {block for forms in self._forms.values() for block in forms.blocks}
        return Reach(frozenset(self._open), frozenset(aside - self._open), frozenset(seen - self._blocks.keys()))

    def _grow(self, waiting: list[str]) -> None:
        while waiting:
            own = waiting.pop()
            if own in self._open:
                continue
            self._open.add(own)
            waiting += [other for other in self._next(own) if other not in self._open]

    def _next(self, own: str) -> Iterator[str]:
        name = self._names[own]
        mates = self._mates[name.entity]
        yield from mates
        for key in (name.key, *name.tied):
            yield from self._readings[key]
        yield from self._tied[name.key]
        if name.forms is None:
            return
        if len(mates) > 1:
            self._paired.add(own)
        came = own in self._touched and _whole_person(name.forms)
        for other in _met(own, name.forms, self._blocks):
            forms = self._forms[other]
            if other in self._open or forms.partial is not name.forms.partial:
                continue
            likely, counts = self._likeness(own, other)
            if likely.score >= MERGE:
                self._paired |= {own, other}
                self._weakly |= {own, other} if likely.weak else set()
                yield other
            elif came and self._may_be_crowded(name.forms, other):
                yield other
            elif counts or likely.score >= PROPOSE:
                self._aside.add(other)

    def _parts(self, own: str) -> Iterator[str]:
        """The parts of names that may mean a person who came, or who may become another."""
        forms = self._forms.get(own)
        if forms is None or not _whole_person(forms) or not (own in self._touched or own in self._paired):
            return
        for other in _met(own, forms, self._people):
            part = self._forms[other]
            if part.partial and other not in self._open and part_match(part, forms)[0] >= LEAST_MATCH:
                yield other

    def _may_be_crowded(self, one: NameForms, other: str) -> bool:
        """Whether a new person may part two names that were one on weak evidence."""
        forms = self._forms[other]
        if len(self._mates[self._names[other].entity]) == 1 or not _whole_person(forms):
            return False
        return any(block.startswith("s:") and block in forms.blocks for block in one.blocks)

    def _people_beside(self, own: str) -> Sequence[str]:
        """Whom a part of a name may mean; who else has the surname of a person that may be one with another."""
        forms = self._forms.get(own)
        if forms is None or forms.kind is not NameKind.PERSON:
            return ()
        if forms.partial:
            met = [other for other in _met(own, forms, self._people) if _whole_person(self._forms[other])]
            fits = [(part_match(forms, self._forms[other])[0], other) for other in met]
            best = sorted((-match, other) for match, other in fits if match >= LEAST_MATCH)
            # More than are told of: several of them may be one.
            return [other for _, other in best[: 2 * MOST_REFERENTS]]
        if own not in self._weakly:
            return ()
        surnames = [self._people[block] for block in forms.blocks if block.startswith("s:") and block in self._people]
        return [other for met in surnames for other in met.members if _whole_person(self._forms[other])]

    def _likeness(self, own: str, others: str) -> tuple[Likeness, bool]:
        """How likely two names are one, and whether each counts for how likely the other is one with a third.

        A little too likely: as if no third name held their words.
        """
        one, other = self._forms[own], self._forms[others]
        if one.partial:
            # Parts of names are never merged.
            found = partial_likeness(one, other)
            return replace(found, score=min(found.score, PROPOSE)), False
        told = self._comparisons.of(own, one, others, other)
        return (weighed_likeness(told, 0), told.within) if isinstance(told, Traits) else (told, False)


def _met(own: str, forms: NameForms, blocks: Mapping[str, Meeting]) -> Sequence[str]:
    """Whom a name meets in some blocks."""
    found: dict[str, None] = {}
    asked = sought(forms)
    for block in forms.blocks:
        meeting = blocks.get(block)
        if meeting is not None:
            found.update(dict.fromkeys(meeting.members if block in asked else meeting.seekers))
    found.pop(own, None)
    return list(found)


def _whole_person(forms: NameForms) -> bool:
    return forms.kind is NameKind.PERSON and not forms.partial
