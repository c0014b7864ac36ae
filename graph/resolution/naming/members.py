"""What goes into the judgement of names and what comes out of it: members with their context, groups, references."""

from dataclasses import dataclass

from graph.model.reading.name_forms import NameForms


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Where a name is used: the sessions and projects of its newest memories and the entities that stand beside it.

    `places` are all sessions, and all memories of none, where they count; `facing` the names that a fact sets against
    it, as of another: Priya met Priya Nair.
    """

    sessions: frozenset[str] = frozenset()
    projects: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    facing: frozenset[str] = frozenset()
    mentions: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One name of one type as it came into the graph, before any merge: the smallest thing that is merged.

    `id` is any string that is unique among the members. `type` is the entity type's value.
    """

    id: str
    name: str
    key: str
    type: str
    forms: NameForms
    around: Surroundings = Surroundings()


def spoken_together(first: Member, second: Member) -> bool:
    """Whether two names are used in one session or one memory; also where nothing is known of their use."""
    here, there = first.around, second.around
    return not (here.mentions and there.mentions) or not here.places.isdisjoint(there.places)


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """Two members' ids, the smaller first: make it with `pair_of`."""

    first: str
    second: str


def pair_of(first: str, second: str) -> Pair:
    """The pair of two members, the same whatever their order."""
    return Pair(min(first, second), max(first, second))


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Two groups that may be one entity, for a person to decide. `pair` are one member of each."""

    pair: Pair
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Referent:
    """One of those whom a partial name may mean: the member its group is named by, the confidence and why.

    `match` is what the names alone say, before anything around them counts.
    """

    id: str
    confidence: float
    match: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A name that only refers: whom it may mean, most likely first, and the one to show, if any is likely enough.

    `stranger` is how likely it means somebody who was never named in full, before anything around it counts. `lesser`
    are those it fits as well, who are probably one of the referents.
    """

    id: str
    referents: tuple[Referent, ...]
    stranger: float
    shown: str | None
    lesser: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What is to be thought of a set of members.

    `groups` are the sets of two or more members that are one entity, each sorted, the first the one to name it by.
    """

    groups: tuple[tuple[str, ...], ...]
    proposals: tuple[Proposal, ...]
    references: tuple[Reference, ...]
