"""The input of entity resolution, names and entities as they are, and its output: a plan of changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from graph.model.reading.name_forms import NameForms, NameKind
from graph.model.types import EntityType
from graph.resolution.naming.members import Surroundings
from graph.resolution.naming.readings import MISTAKABLE, WEAK

_NOWHERE = Surroundings()
MISTAKEN_FOR: Final[Mapping[str, Sequence[str]]] = {
    kind.value: sorted({*EntityType} if kind in WEAK else MISTAKABLE | WEAK if kind in MISTAKABLE else WEAK)
    for kind in EntityType
}
"""For each type those that a text may have meant the same thing by: a weak type says little, and is taken for any."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a name is known by inside one user's graph: its key, and the type it was read with."""

    key: str
    type: str

    @property
    def id(self) -> str:
        """The identity as one string."""
        return f"{self.type}:{self.key}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenName:
    """A name of one type as memories gave it: the smallest thing that is merged and split.

    `entity` is the one it names now, `held` whether a person put it there, `was` the entities it named before, the
    latest last. `aliases` are the identities that it declares to mean the same. `common`: no memory writes it otherwise
    than a common noun. `nearest`: it is resolved now, and all
    names that share a block with it were read.
    """

    identity: Identity
    name: str
    names: tuple[str, ...]
    confidence: float
    count: int
    entity: str
    forms: NameForms | None = None
    subtype: str | None = None
    aliases: tuple[Identity, ...] = ()
    common: bool = False
    held: bool = False
    was: tuple[str, ...] = ()
    around: Surroundings = _NOWHERE
    nearest: bool = True

    @property
    def partial(self) -> bool:
        """Whether it is only part of a person's name: it refers to somebody."""
        return self.forms is not None and self.forms.partial

    @property
    def person(self) -> bool:
        """Whether it is taken apart as a person's name."""
        return self.forms is not None and self.forms.kind is NameKind.PERSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """An entity as it is in the graph. `edited` are the fields a person set, `apart` those it never merges with."""

    id: str
    key: str
    kind: str
    name: str
    type: str
    mention_count: int = 0
    version: int = 0
    """How many writes the user had when it was made: of two that are one the older keeps its id."""
    edited: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()
    merged_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A name that leaves one entity for another."""

    name: Identity
    origin: str
    target: str
    was: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """An entity as it should be: its names, the one it is called by, and its id; `fresh` when it is to be made."""

    id: str
    names: tuple[GivenName, ...]
    naming: GivenName
    fresh: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedTie:
    """A tie from one entity to another that resolution found: a reference or a proposal."""

    origin: str
    target: str
    confidence: float
    reasons: tuple[str, ...]
    shown: bool = False


@dataclass(slots=True)
class Plan:
    """What is to change: groups whose names moved or whose properties are written again, moves, references, proposals.

    `referring` and `considered` are the entities whose references and proposals are replaced.
    """

    groups: list[Group] = field(default_factory=list[Group])
    moves: list[Move] = field(default_factory=list[Move])
    referring: list[str] = field(default_factory=list[str])
    references: list[JudgedTie] = field(default_factory=list[JudgedTie])
    considered: list[str] = field(default_factory=list[str])
    proposals: list[JudgedTie] = field(default_factory=list[JudgedTie])
    fitting: set[str] = field(default_factory=set[str])
    """The parts of names (`Identity.id`) that were judged and may mean somebody known in full."""
    places: dict[str, str] = field(default_factory=dict[str, str])
    """The entity that each name (`Identity.id`) is of afterwards."""
