"""A further part of a fact in the words of the text, by its role."""

from dataclasses import dataclass

from graph.model.reading.amount_names import is_amount


@dataclass(frozen=True, slots=True)
class Argument:
    """A further part of a fact in the words of the text, and what leads to it: "to" and "Tom" of "sold it to Tom"."""

    role: str
    text: str


def shown_end(name: str, words: str | None) -> str:
    """An end of a fact as it is shown: its words where they hold the name and say more ("Italy's largest bank").

    An amount is shown as the text writes it: "£1.1 million", whose name is "GBP 1100000".
    """
    return words if words and (name.casefold() in words.casefold() or is_amount(name)) else name
