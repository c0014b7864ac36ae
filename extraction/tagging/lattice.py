"""The best sequence of labels and how sure each is, from scores of labels and of their transitions."""

from collections.abc import Iterator, Sequence

import numpy as np

from extraction.tagging.states import Floats

_NEVER = np.float32(-1e4)


def closed(labels: Sequence[str], transitions: Floats, opening: Floats) -> tuple[Floats, Floats]:
    """Transitions and opening scores in which an inside label can follow only its own kind."""
    inner = np.array([label.startswith("I-") for label in labels])
    kinds = np.array([label[2:] for label in labels])
    allowed = ~inner[None, :] | (kinds[:, None] == kinds[None, :])
    return np.where(allowed, transitions, _NEVER).astype(np.float32), np.where(inner, _NEVER, opening).astype(
        np.float32
    )


def best_path(scores: Floats, transitions: Floats, opening: Floats) -> list[int]:
    """The labels of the highest sum (Viterbi), one for each row of `scores`."""
    if not len(scores):
        return []
    total = scores[0] + opening
    back: list[np.ndarray] = []
    for row in scores[1:]:
        ways = total[:, None] + transitions
        came = ways.argmax(axis=0)
        back.append(came)
        total = ways[came, np.arange(len(row))] + row
    path = [int(total.argmax())]
    for came in reversed(back):
        path.append(int(came[path[-1]]))
    return path[::-1]


def sureness(scores: Floats, transitions: Floats, opening: Floats) -> Floats:
    """The probability of every label at every unit under the whole lattice (forward-backward), (units, labels)."""
    size = len(scores)
    step = np.exp(transitions)
    ahead = np.empty_like(scores)
    behind = np.empty_like(scores)
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    ahead[0] = raised[0] * np.exp(opening)
    ahead[0] /= ahead[0].sum()
    for place in range(1, size):
        ahead[place] = (ahead[place - 1] @ step) * raised[place]
        ahead[place] /= ahead[place].sum()
    behind[-1] = 1.0
    for place in range(size - 2, -1, -1):
        behind[place] = step @ (behind[place + 1] * raised[place + 1])
        behind[place] /= behind[place].max()
    joint = ahead * behind
    return joint / joint.sum(axis=1, keepdims=True)


def stretches(path: Sequence[int], labels: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """First unit, unit after the last and label of every stretch that a path of BIO labels marks."""
    begin, kind = 0, ""
    for place, number in enumerate([*path, -1]):
        label = labels[number] if number >= 0 else "O"
        if kind and not (label.startswith("I-") and label[2:] == kind):
            yield begin, place, kind
            kind = ""
        if not kind and label != "O":
            begin, kind = place, label[2:]
