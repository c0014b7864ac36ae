"""Replies within a budget of tokens: as many items as fit, and where not even the first does, its texts cut.

tokens ≈ bytes of the JSON in UTF-8 / 3: a little above what models count for English, about right for Japanese.
"""

import json
from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from api.json_form import to_json

if TYPE_CHECKING:
    from pydantic import JsonValue

_BYTES_A_TOKEN: Final = 3
_Reply = TypeVar("_Reply")
MARK: Final = "…"
"""Ends a text that was cut."""


def as_text(value: object) -> str:
    """A reply as the JSON that is sent: without what is null or empty, and with no half characters."""
    text = json.dumps(_bare(to_json(value)), ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def tokens_of(text: str) -> int:
    """About how many tokens a text is to a model, rather too many than too few."""
    return -(-len(text.encode("utf-8", "replace")) // _BYTES_A_TOKEN)


def cut(text: str, most: int | None) -> str:
    """The first characters of a text that is longer than it may be; None lets it be as long as it is."""
    return text if most is None or len(text) <= most else text[:most] + MARK


def fitted(build: Callable[[int, int | None], _Reply], items: int, budget: int) -> _Reply:
    """The reply with the most items that fits the budget.

    `build(n, most)` makes the reply with the first n items, their texts of at most so many characters. Where the first
    item alone is too long, its texts are cut as little as will do; where no cut will do, it is left out too.
    """

    def size(count: int, most: int | None) -> int:
        return tokens_of(as_text(build(count, most)))

    if not items or size(items, None) <= budget:
        return build(items, None)
    fitting = bisect_right(range(1, items), budget, key=lambda count: size(count, None))
    if fitting:
        return build(fitting, None)
    longest = bisect_right(range(1, _BYTES_A_TOKEN * budget), budget, key=lambda most: size(1, most))
    return build(1, longest) if longest or size(1, 0) <= budget else build(0, 0)


def _bare(value: "JsonValue") -> "JsonValue":
    if isinstance(value, dict):
        return {name: _bare(held) for name, held in value.items() if held is not None and held not in ([], {}, "")}
    return [_bare(held) for held in value] if isinstance(value, list) else value
