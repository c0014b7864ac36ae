"""How verbs and nouns usually behave, counted in plain text: so that an empty place tells which noun it held."""

import json
from functools import cache
from importlib import resources
from typing import cast


@cache
def _counted(table: str) -> dict[str, float]:
    # Read with the first Japanese text; made by scripts/count_japanese_valence.py.
    text = resources.files("extraction.lang.ja.arguments").joinpath("valence.json").read_text(encoding="utf-8")
    return cast(dict[str, dict[str, float]], json.loads(text))[table]


@cache
def objects_of(lemma: str) -> str:
    """How often a verb has an object or is passive, on a scale from "0" to "3"; "?" for one that is not known."""
    return _graded(_counted("objects").get(lemma), (0.08, 0.25, 0.5))


@cache
def goals_of(lemma: str) -> str:
    """How often a verb has a noun with に, on a scale from "0" to "2"; "?" for one that is not known."""
    return _graded(_counted("goals").get(lemma), (0.1, 0.3))


@cache
def actor(noun: str) -> str:
    """How often a noun does something to others rather than suffers it, "0" to "3"; when rare, by its last sign."""
    share = _counted("actors").get(noun)
    if share is None:
        share = _counted("actor_endings").get(noun[-1:])
    return _graded(share, (0.06, 0.18, 0.4))


def _graded(share: float | None, bounds: tuple[float, ...]) -> str:
    if share is None:
        return "?"
    return str(sum(share >= bound for bound in bounds))
