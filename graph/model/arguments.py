"""A further part of a fact in the words of the text, by its role."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Argument:
    """A further part of a fact in the words of the text, and what leads to it: "to" and "Tom" of "sold it to Tom"."""

    role: str
    text: str


def shown_end(name: str, words: str | None) -> str:
    """An end of a fact as it is shown: its words where they hold the name and say more ("Italy's largest bank")."""
    return words if words is not None and name.casefold() in words.casefold() else name
