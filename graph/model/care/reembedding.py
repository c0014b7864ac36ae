"""What is told of a change of the embedding model of a database."""

from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """How far it is: nothing is under way, vectors are being made, or the old ones lie there still."""

    NONE = "none"
    MAKING = "making"
    SWITCHED = "switched"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelName:
    """A model as a database records it."""

    name: str
    dimensions: int
    version: str

    def __str__(self) -> str:
        return f"{self.name} ({self.dimensions} dimensions, version {self.version})"


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorsState:
    """Whose vectors a database holds: the model that is read, the other one if there is one, and what is left to do.

    `chunks` and `entities` have a vector of the model that is read, or was; `chunks_left` and `entities_left` of them
    have none yet of the model that is to come, or came.
    """

    stage: Stage
    read: ModelName
    other: ModelName | None = None
    chunks: int = 0
    chunks_left: int = 0
    entities: int = 0
    entities_left: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reembedded:
    """What a run has done: vectors that were made, texts of which none could be made, and the state thereafter.

    `seconds` is how long it took; of a dry run how long it would, None where nothing is to be made.
    """

    dry_run: bool
    chunks: int
    entities: int
    failed: int
    dropped: int
    seconds: float | None
    state: VectorsState
