"""Tells of each hit by which rule it is visible to whom an answer is for, and lets none through that no rule shows."""

from dataclasses import replace

from graph.model.life.audience import audiences, visibility
from graph.model.recalled import Recalled


def visible(recalled: Recalled, asked_for: str | None) -> Recalled:
    """An answer with the rule by which each of its hits is visible to whom it is for.

    One that no rule shows does not stay: statements leave such out, and this is what they are held to.
    """
    if audiences(asked_for) is None:
        return recalled
    rules = [(hit, visibility(hit.memory.audience, asked_for)) for hit in recalled.hits]
    return replace(recalled, hits=tuple(replace(hit, visible_by=rule) for hit, rule in rules if rule is not None))
