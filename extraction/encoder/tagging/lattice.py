"""Decoding of a linear-chain CRF: best label sequences and marginals.

Texts are batched, the longest first: scores are (longest, texts, labels), and a text that has ended is left out of
later steps.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from extraction.encoder.tagging.states import Floats

_NEVER = np.float32(-1e4)


def bio_constrained(labels: Sequence[str], transitions: Floats, opening: Floats) -> tuple[Floats, Floats]:
    """Transition and opening scores in which an inside label follows only its own kind."""
    inner = np.array([label.startswith("I-") for label in labels])
    kinds = np.array([label[2:] for label in labels])
    allowed = ~inner[None, :] | (kinds[:, None] == kinds[None, :])
    return np.where(allowed, transitions, _NEVER).astype(np.float32), np.where(inner, _NEVER, opening).astype(
        np.float32
    )


def _active_texts(lengths: Sequence[int], steps: int) -> list[int]:
    """How many texts, the longest first, are active at each step."""
    sizes = np.array(lengths)
    return [int((sizes > step).sum()) for step in range(steps)]


def best_paths(scores: Floats, lengths: Sequence[int], transitions: Floats, opening: Floats) -> list[list[int]]:
    """The best label sequence of every text (Viterbi)."""
    came_from = np.ascontiguousarray(transitions.T)
    total = scores[0] + opening
    back: list[NDArray[np.int64]] = []
    active_counts = _active_texts(lengths, len(scores))
    for step in range(1, len(scores)):
        active = active_counts[step]
        ways = total[:active, None, :] + came_from
        back.append(ways.argmax(axis=2))
        total[:active] = ways.max(axis=2) + scores[step, :active]
    path = np.tile(total.argmax(axis=1), (len(scores), 1))
    texts = np.arange(len(lengths))
    for step in range(len(scores) - 1, 0, -1):
        active = active_counts[step]
        path[step - 1, :active] = back[step - 1][texts[:active], path[step, :active]]
    return [path[:length, text].tolist() for text, length in enumerate(lengths)]


def outside_margins(scores: Floats, outside: int, transitions: Floats, opening: Floats) -> Floats:
    """The most that each unit's score could gain by a label other than `outside`, in any context.

    Where no unit of a text can gain, its best path is all outside, and need not be decoded: every other label has one
    transition into it, and at most one back to outside.
    """
    stay = transitions[outside, outside]
    into = np.maximum(transitions.max(axis=0) - stay, opening - opening[outside])
    back = np.maximum(transitions[:, outside] - stay, 0)
    gains = scores + (into + back)
    gains[:, outside] = _NEVER
    return gains.max(axis=1) - scores[:, outside]


def marginals(scores: Floats, lengths: Sequence[int], transitions: Floats, opening: Floats) -> Floats:
    """The marginal probability of every label at every unit (forward-backward), shaped as the scores."""
    step = np.exp(transitions)
    back = np.ascontiguousarray(step.T)
    emissions = np.exp(scores - scores.max(axis=2, keepdims=True))
    forward = emissions.copy()
    backward = np.ones_like(emissions)
    forward[0] *= np.exp(opening)
    active_counts = _active_texts(lengths, len(scores))
    for place in range(1, len(scores)):
        active = active_counts[place]
        before = forward[place - 1, :active]
        forward[place, :active] *= (before / before.sum(axis=1, keepdims=True)) @ step
    for place in range(len(scores) - 2, -1, -1):
        active = active_counts[place + 1]
        after = (backward[place + 1, :active] * emissions[place + 1, :active]) @ back
        backward[place, :active] = after / after.max(axis=1, keepdims=True)
    joint = forward * backward
    joint /= joint.sum(axis=2, keepdims=True)
    return joint


def bio_spans(path: Sequence[int], labels: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """First unit, unit after the last, and label of every span of a BIO path."""
    begin, kind = 0, ""
    for place, number in enumerate([*path, 0]):
        label = labels[number] if place < len(path) else "O"
        if kind and not (label.startswith("I-") and label[2:] == kind):
            yield begin, place, kind
            kind = ""
        if not kind and label != "O":
            begin, kind = place, label[2:]
