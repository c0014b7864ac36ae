"""A further part of a fact in the words of the text, by its role."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Argument:
    """A further part of a fact in the words of the text, and what leads to it: "to" and "Tom" of "sold it to Tom"."""

    role: str
    text: str
