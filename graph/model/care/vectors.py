"""Where the vectors of memories and entities come from."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

PASSAGES_MOST = 20
"""Passages of which an entity's vector is made, the newest that mention it."""


class VectorSource(StrEnum):
    """Of what a vector was made."""

    TEXT = "text"
    """a passage of a memory as it stands"""
    TALK = "talk"
    """a turn, averaged with the turns of the talk beside it"""
    NAME = "name"
    """the name and description of an entity"""
    NAME_AND_PASSAGES = "name_and_passages"
    """the name and description of an entity, and the passages that mention it"""


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorOrigin:
    """Where vectors come from: the model that made them, of what, and when.

    The model is kept once, for all vectors of a database are of one. `passages` are those of a memory that have a
    vector, or those that an entity's was made of. `outdated`: it waits to be made anew. `made_at` is None where it was
    made before that was kept.
    """

    model: str
    version: str
    dimensions: int
    source: VectorSource
    passages: int
    made_at: datetime | None
    outdated: bool = False
