"""Which names can be judged otherwise because of some that came, changed or went; all others stay as they are."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from graph.naming.blocks import Meeting, meetings
from graph.naming.forms import NameForms, NameKind, seeks
from graph.naming.likeness import PROPOSE
from graph.naming.others import sure_likeness, traits, weighed_likeness
from graph.naming.people import full_likeness, part_match, partial_likeness
from graph.naming.references import LEAST_MATCH


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
    """The names to be judged anew, and those that are only looked at for it and stay what they are."""

    open: frozenset[str]
    aside: frozenset[str]


def reached(names: Iterable[Seen], touched: Collection[str]) -> Reach:
    """What the touched names reach among some names, which hold all that share a block with them.

    A name is reached by another that it may be one with, or that it may mean as part of a name; with it come the other
    names of its entity and the other readings of its key. Whom a part of a name may mean besides, and who else has the
    surname of two that may be one, is looked at.
    """
    return _Reaching(names, touched).reach()


class _Reaching:
    """One search: `_open` grows from the touched names until nothing more is reached."""

    def __init__(self, names: Iterable[Seen], touched: Collection[str]) -> None:
        self._names = {name.id: name for name in names}
        self._touched = {own for own in touched if own in self._names}
        self._forms = {name.id: name.forms for name in self._names.values() if name.forms is not None}
        self._blocks = meetings(self._forms.items())
        self._mates: defaultdict[str, list[str]] = defaultdict(list)
        self._readings: defaultdict[str, list[str]] = defaultdict(list)
        self._tied: defaultdict[str, list[str]] = defaultdict(list)
        for name in self._names.values():
            self._mates[name.entity].append(name.id)
            self._readings[name.key].append(name.id)
            for key in name.tied:
                self._tied[key].append(name.id)
        self._open: set[str] = set()
        self._paired: set[str] = set()

    def reach(self) -> Reach:
        """The result of the search."""
        waiting = sorted(self._touched)
        while waiting:
            own = waiting.pop()
            if own in self._open:
                continue
            self._open.add(own)
            waiting += [other for other in self._next(own) if other not in self._open]
        aside = {mate for own in self._beside() for mate in self._mates[self._names[own].entity]}
        return Reach(frozenset(self._open), frozenset(aside - self._open))

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
        for other in self._met(own, name.forms):
            if other not in self._open and _reaches(name.forms, self._forms[other]):
                self._paired |= {own, other}
                yield other
            elif own in self._touched and self._may_be_crowded(name.forms, other):
                yield other

    def _met(self, own: str, forms: NameForms) -> Sequence[str]:
        found: dict[str, None] = {}
        for block in forms.blocks:
            meeting: Meeting | None = self._blocks.get(block)
            if meeting is not None:
                found |= dict.fromkeys(meeting.members if seeks(forms, block) else meeting.seekers)
        found.pop(own, None)
        return list(found)

    def _may_be_crowded(self, one: NameForms, other: str) -> bool:
        """Whether a new person may part two names that were one on weak evidence."""
        forms = self._forms[other]
        several = len(self._mates[self._names[other].entity]) > 1
        return several and _whole_person(one) and _whole_person(forms) and _same_surname_block(one, forms)

    def _beside(self) -> Iterator[str]:
        for own in self._open:
            forms = self._forms.get(own)
            if forms is None or forms.kind is not NameKind.PERSON or not (forms.partial or own in self._paired):
                continue
            for block in forms.blocks:
                if forms.partial or block.startswith("s:"):
                    met = self._blocks.get(block)
                    yield from [one for one in (met.members if met else ()) if _whole_person(self._forms[one])]


def _reaches(one: NameForms, other: NameForms) -> bool:
    if one.partial and other.partial:
        return partial_likeness(one, other).score >= PROPOSE
    if other.partial:
        return _whole_person(one) and part_match(other, one)[0] >= LEAST_MATCH
    return not one.partial and _may_be_one(one, other)


def _whole_person(forms: NameForms) -> bool:
    return forms.kind is NameKind.PERSON and not forms.partial


def _same_surname_block(one: NameForms, other: NameForms) -> bool:
    return any(block.startswith("s:") for block in {*one.blocks} & {*other.blocks})


def _may_be_one(one: NameForms, other: NameForms) -> bool:
    """Whether two whole names may be one; a little too often, as if no third name held their words."""
    if NameKind.PERSON in (one.kind, other.kind):
        return one.kind is other.kind and full_likeness(one, other).score >= PROPOSE
    sure = sure_likeness(one, other)
    if sure is not None:
        return sure.score >= PROPOSE
    found = traits(one, other)
    return found.within or weighed_likeness(found, 0).score >= PROPOSE
