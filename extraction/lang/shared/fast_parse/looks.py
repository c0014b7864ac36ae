"""What a parser is shown of code: a name that it knows."""

from typing import Any, Final

_LOOKS: Final = {"norm_": "google", "prefix_": "G", "suffix_": "gle", "shape_": "Xxxxx"}
"""What a parser looks at of a word."""


def show_as_name(lexeme: Any) -> None:
    """Makes a word that no text has but as a name look like one: RabbitMQ, `src/store.ts`."""
    for feature, value in _LOOKS.items():
        setattr(lexeme, feature, value)
