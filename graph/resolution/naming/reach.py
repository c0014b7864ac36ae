"""Incremental resolution: which names some new, changed or deleted ones may affect; all others stay as they are."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from graph.model.reading.name_forms import SURNAME, NameForms, NameKind
from graph.resolution.naming.blocks import MOST_IN_BLOCK, Meetings
from graph.resolution.naming.comparison_cache import Comparisons, shorter
from graph.resolution.naming.partial_name_candidates import LEAST_MATCH, MOST_REFERENTS
from graph.resolution.naming.person_similarity import partial_likeness
from graph.resolution.naming.similarity import MERGE, PROPOSE, Likeness
from graph.resolution.naming.thing_similarity import Traits, weighed_likeness


@dataclass(frozen=True, slots=True)
class Seen:
    """A name as it is read to see whether it is reached: `id` and `key`, the entity it names, its forms.

    `tied` are the keys of its aliases and of the names it is an alias of; `several` tells that its entity has more
    names than this one, `near` that all were read that share a block with it.
    """

    id: str
    key: str
    entity: str
    forms: NameForms | None
    tied: tuple[str, ...] = ()
    several: bool = False
    near: bool = True


@dataclass(frozen=True, slots=True)
class Reach:
    """The names to be judged anew, and those that are only looked at for it and stay what they are.

    Of both, `placed` are those for which the newest places count where they are spoken of, and `together` those for
    which all do. `alone` are those of `open` that met nobody: whole names that nothing is likely to be one with, refers
    to or counts for. `full` are the blocks that decide nothing.
    """

    open: frozenset[str]
    aside: frozenset[str]
    alone: frozenset[str] = frozenset()
    placed: frozenset[str] = frozenset()
    together: frozenset[str] = frozenset()
    full: frozenset[str] = frozenset()


class Reaching:
    """The search for what some names reach, which goes on as names near those that were reached are read.

    A name is reached by another that it may be merged with, that it may mean as part of a name, or that alone is so
    called; with it come the other names of its entity and the other readings of its key. Looked at are what somebody
    might be asked about, what holds the same words, whom a part of a name may mean besides, and who else has the
    surname of two that may be one on weak evidence.
    """

    def __init__(self, comparisons: Comparisons) -> None:
        self._comparisons = comparisons
        self._names: dict[str, Seen] = {}
        self._forms: dict[str, NameForms] = {}
        self._blocks = Meetings()
        self._people = Meetings(wide_most=MOST_IN_BLOCK)
        self._mates: defaultdict[str, list[str]] = defaultdict(list)
        self._readings: defaultdict[str, list[str]] = defaultdict(list)
        self._tied: defaultdict[str, list[str]] = defaultdict(list)
        self._touched: set[str] = set()
        self._open: set[str] = set()
        self._waiting: set[str] = set()
        self._aside: set[str] = set()
        self._paired: set[str] = set()
        self._weakly: set[str] = set()
        self._together: set[str] = set()
        self._near: set[str] = set()
        """The names that some other one was likely enough to be one with, or to refer to, for either to count."""
        self._looked: set[str] = set()
        """The open names whose neighbours were all compared with them."""
        self._asked: set[str] = set()
        """The whole names of people that may be meant otherwise now, among the parts of names near them."""

    def add(self, names: Iterable[Seen], *, full: Iterable[str] = ()) -> None:
        """Takes in what was read. A name may come again, with all that is near it; `full` blocks decide nothing."""
        self._blocks.fill(full)
        self._people.fill(full)
        for name in names:
            known = self._names.get(name.id)
            if known is None or (name.near and not known.near):
                self._names[name.id] = name
            if known is None:
                self._place(name)

    def touch(self, touched: Iterable[str]) -> None:
        """Begins with these names."""
        self._touched.update(name_id for name_id in touched if name_id in self._names)
        self._waiting |= self._touched

    def lacking(self) -> list[str]:
        """The names that are reached so far of which not all is read that is near them; in order."""
        self._grow()
        return sorted(name_id for name_id in self._open if not self._names[name_id].near)

    def reach(self) -> Reach:
        """The result of the search."""
        self._grow()
        placed: set[str] = set()
        aside = set(self._aside)
        for name_id in self._open:
            aside.update(self._surnamed(name_id))
            aside.update(meant := self._meant(name_id))
            placed.update((name_id, *self._with_mates(meant)) if meant else ())
        aside = self._with_mates(aside)
        alone = (name_id for name_id in self._open - aside - self._near if self._is_alone(self._names[name_id]))
        return Reach(
            open=frozenset(self._open), aside=frozenset(aside - self._open), alone=frozenset(alone),
            placed=frozenset(placed), together=frozenset(self._together), full=self._blocks.full(),
        )  # fmt: skip

    def _is_alone(self, name: Seen) -> bool:
        """Whether nothing is tied to a whole name that no other is like."""
        tied = name.several or name.tied or self._tied[name.key]
        several = len(self._mates[name.entity]) > 1 or len(self._readings[name.key]) > 1
        return not (tied or several or (name.forms is not None and name.forms.partial))

    def _with_mates(self, some: Iterable[str]) -> set[str]:
        return {mate for name_id in some for mate in self._mates[self._names[name_id].entity]}

    def _place(self, name: Seen) -> None:
        self._mates[name.entity].append(name.id)
        self._readings[name.key].append(name.id)
        for key in name.tied:
            self._tied[key].append(name.id)
        if name.forms is not None:
            self._forms[name.id] = name.forms
            self._blocks.add(name.id, name.forms)
            if name.forms.kind is NameKind.PERSON:
                self._people.add(name.id, name.forms)

    def _grow(self) -> None:
        # What was reached before everything near it was read is looked at again.
        self._waiting |= {name_id for name_id in self._open - self._looked if self._names[name_id].near}
        while self._waiting:
            self._spread()
            asked = [
                name_id
                for name_id in sorted(self._open - self._asked)
                if name_id in self._touched or name_id in self._paired
            ]
            self._asked.update(name_id for name_id in asked if self._names[name_id].near)
            self._waiting |= {part for name_id in asked for part in self._parts(name_id)} - self._open

    def _spread(self) -> None:
        waiting = sorted(self._waiting)
        self._waiting.clear()
        while waiting:
            name_id = waiting.pop()
            if name_id in self._open and (name_id in self._looked or not self._names[name_id].near):
                continue
            self._open.add(name_id)
            if self._names[name_id].near:
                self._looked.add(name_id)
            waiting += [neighbour for neighbour in self._next(name_id) if neighbour not in self._open]

    def _next(self, name_id: str) -> Iterator[str]:
        name = self._names[name_id]
        mates = self._mates[name.entity]
        yield from mates
        for key in (name.key, *name.tied):
            yield from self._readings[key]
        yield from self._tied[name.key]
        if name.forms is None:
            return
        meant = self._meant(name_id)
        if len({self._names[person].entity for person in meant}) == 1:
            # The only one so called: the part may prove to be a name of theirs, or be so no longer.
            yield from meant
        if len(mates) > 1:
            self._paired.add(name_id)
        came = name_id in self._touched and _whole_person(name.forms)
        for other_id in self._blocks.partners_of(name_id, name.forms):
            forms = self._forms[other_id]
            if other_id in self._looked or forms.partial is not name.forms.partial:
                continue
            likely, counts = self._likeness(name_id, other_id)
            crowded = came and self._may_be_crowded(name.forms, other_id)
            if counts or crowded or likely.score >= PROPOSE:
                self._near |= {name_id, other_id}
            if likely.score >= MERGE:
                self._paired |= {name_id, other_id}
                self._weakly |= {name_id, other_id} if likely.weak else set()
                self._together |= {name_id, other_id} if likely.together else set()
                yield other_id
            elif crowded:
                yield other_id
            elif counts and shorter(name_id, name.forms, other_id, forms) == other_id:
                # All that hold its words count for how likely it is one with any of them.
                yield other_id
            elif name.forms.partial and likely.score >= PROPOSE:
                # Somebody is asked about parts of names that fit nobody: whom the other fits must be read as well.
                yield other_id
            elif counts or likely.score >= PROPOSE:
                self._aside.add(other_id)

    def _parts(self, name_id: str) -> Iterator[str]:
        """The parts of names that may mean a person who came, or who may become another."""
        forms = self._forms.get(name_id)
        if forms is None or not _whole_person(forms):
            return
        for part_id in self._people.partners_of(name_id, forms):
            part = self._forms[part_id]
            if part.partial and self._comparisons.part(part_id, part, name_id, forms)[0] >= LEAST_MATCH:
                self._near.add(name_id)
                yield part_id

    def _may_be_crowded(self, newcomer: NameForms, other_id: str) -> bool:
        """Whether a new person may part two names that were one on weak evidence."""
        forms = self._forms[other_id]
        if not self._names[other_id].several or not _whole_person(forms):
            return False
        return any(block.startswith(SURNAME) and block in forms.blocks for block in newcomer.blocks)

    def _meant(self, name_id: str) -> Sequence[str]:
        """Whom a part of a name may mean."""
        forms = self._forms.get(name_id)
        if forms is None or not forms.partial:
            return ()
        people = [person for person in self._people.partners_of(name_id, forms) if _whole_person(self._forms[person])]
        fits = [(self._comparisons.part(name_id, forms, person, self._forms[person])[0], person) for person in people]
        best = sorted((-match, person) for match, person in fits if match >= LEAST_MATCH)
        # More than are told of: several of them may be one.
        return [person for _, person in best[: 2 * MOST_REFERENTS]]

    def _surnamed(self, name_id: str) -> Iterator[str]:
        """Who else has the surname of a person that may be one with another on weak evidence."""
        if name_id not in self._weakly:
            return
        for block in self._forms[name_id].blocks:
            meeting = self._people.of(block) if block.startswith(SURNAME) else None
            yield from (
                (namesake for namesake in meeting.members if _whole_person(self._forms[namesake])) if meeting else ()
            )

    def _likeness(self, first_id: str, second_id: str) -> tuple[Likeness, bool]:
        """How likely two names are one, and whether each counts for how likely the other is one with a third.

        A little too likely: as if no third name held their words.
        """
        first, second = self._forms[first_id], self._forms[second_id]
        if first.partial:
            # Parts of names are never merged.
            likeness = partial_likeness(first, second)
            return replace(likeness, score=min(likeness.score, PROPOSE)), False
        compared = self._comparisons.of(first_id, first, second_id, second)
        return (weighed_likeness(compared, 0), compared.within) if isinstance(compared, Traits) else (compared, False)


def _whole_person(forms: NameForms) -> bool:
    return forms.kind is NameKind.PERSON and not forms.partial
