"""The two sides on which vectors lie: one is read and written, the other is filled or emptied as the model is changed.

The statements of cypher/ are written for side a. On side b each name of what a vector is kept by has changed places
with that of the other side:

    chunk.embedding       chunk_embedding       side a
    chunk.embedding_b     chunk_embedding_b     side b

So a statement that writes a vector, and takes away what the other side has of an older text, does so on either side.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final


class Side(StrEnum):
    """Where vectors lie."""

    A = "a"
    B = "b"

    @property
    def other(self) -> "Side":
        """The one that is not read."""
        return Side.B if self is Side.A else Side.A


PROPERTIES: Final = ("embedding", "kept_embedding", "own_embedding", "sentences")
"""What a chunk or an entity keeps that is made by a model: of no use to another one."""
INDEXES: Final = ("chunk_embedding", "entity_embedding")
_B: Final = "_b"
_PAIRS: Final = {name: f"{name}{_B}" for name in (*PROPERTIES, *INDEXES)}
_SWAPPED: Final = {**_PAIRS, **{on_b: on_a for on_a, on_b in _PAIRS.items()}}
_HELD: Final = frozenset(PROPERTIES)
_WRITTEN: Final = "properties"
"""The key under which a row brings what is written to a node as it is."""
# A property behind its dot, the text that names one to a procedure, an index by its bare name.
_NAMED: Final = re.compile(
    rf"(?<=\.)(?:{'|'.join(PROPERTIES)})(?:{_B})?\b"
    rf"|(?<=')(?:{'|'.join(PROPERTIES)})(?:{_B})?(?=')"
    rf"|(?<![.\w])(?:{'|'.join(INDEXES)})(?:{_B})?\b"
)


def swapped(statement: str) -> str:
    """A statement of side a for side b."""
    return _NAMED.sub(lambda name: _SWAPPED[name[0]], statement)


def named(name: str, side: Side) -> str:
    """The name of an index or a property on a side."""
    return name if side is Side.A else _PAIRS.get(name, name)


def placed(params: Mapping[str, Any], side: Side) -> Mapping[str, Any]:
    """Parameters with the properties that their rows bring, as a side calls them."""
    return params if side is Side.A else {name: _placed(value, name == _WRITTEN) for name, value in params.items()}


def held(properties: Mapping[str, Any], side: Side) -> dict[str, Any]:
    """What a node has as all but the statements call it: the vectors of a side by their plain names, and no others."""
    theirs = {named(name, side.other) for name in PROPERTIES}
    back = {named(name, side): name for name in PROPERTIES}
    return {back.get(name, name): value for name, value in properties.items() if name not in theirs}


def _placed(value: Any, written: bool) -> Any:
    if isinstance(value, dict):
        return {
            (_PAIRS[key] if written and key in _HELD else key): _placed(inner, key == _WRITTEN)
            for key, inner in value.items()
        }
    # Of a list its first tells what it is of: vectors, of which there are many, are not gone through.
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [_placed(inner, written) for inner in value]
    return value
