"""Which memories are decisions: by their category, their tags, or a wording of the table `decisions.tsv`."""

import re
from collections.abc import Collection
from functools import cache

from graph.lifecycle.word_tables import any_of, word_rows

_NAMED = ("decision", "決定", "adr")
"""What a category or a tag of decisions begins with."""


def is_decision(text: str, *, category: str | None = None, tags: Collection[str] = ()) -> bool:
    """Whether a memory tells of a decision: `is_decision("We decided to use Redis.")`."""
    named = (*(category or "").split("/"), *tags)
    return any(name.casefold().startswith(_NAMED) for name in named) or _wordings().search(text) is not None


@cache
def _wordings() -> re.Pattern[str]:
    rows = list(word_rows("decisions", "graph.projects"))
    latin = any_of([row.word for row in rows if row.word.isascii()])
    others = any_of([row.word for row in rows if not row.word.isascii()])
    return re.compile(rf"\b(?i:{latin})\b|{others}")
