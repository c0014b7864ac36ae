"""Valence statistics of verbs and nouns, counted in plain text: they tell which noun a gap most likely held."""

import json
from functools import cache
from importlib import resources
from typing import cast


@cache
def _frequencies(table: str) -> dict[str, float]:
    # Read with the first Japanese text; made by scripts/count_japanese_valence.py.
    text = resources.files("extraction.lang.ja.arguments").joinpath("valence.json").read_text(encoding="utf-8")
    return cast(dict[str, dict[str, float]], json.loads(text))[table]


@cache
def objects_of(lemma: str) -> str:
    """How often a verb has an object or is passive, graded from "0" to "3"; "?" for an unknown verb."""
    return _graded(_frequencies("objects").get(lemma), (0.08, 0.25, 0.5))


@cache
def goals_of(lemma: str) -> str:
    """How often a verb has a noun with に, graded from "0" to "2"; "?" for an unknown verb."""
    return _graded(_frequencies("goals").get(lemma), (0.1, 0.3))


@cache
def actor(noun: str) -> str:
    """How often a noun is agent rather than object of a verb, from "0" to "3"; for a rare noun by its last letter."""
    share = _frequencies("actors").get(noun)
    if share is None:
        share = _frequencies("actor_endings").get(noun[-1:])
    return _graded(share, (0.06, 0.18, 0.4))


def _graded(share: float | None, bounds: tuple[float, ...]) -> str:
    if share is None:
        return "?"
    return str(sum(share >= bound for bound in bounds))
