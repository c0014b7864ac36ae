"""The pure scorer of routing: how likely each project is for a message, by a few traits and their fitted weights.

A conditional logit: `P(project) = exp(w · traits(project)) / Σ exp(w · traits(each))`, where one alternative is that
the message belongs to none of them. The weights stand in `routing.json`; `scripts/fit_routing.py` learns them from
messages whose projects are known, with sessions and names made for some, and with some projects taken away.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

WEIGHTS_FILE: Final = Path(__file__).with_name("routing.json")
NONE: Final = ""
"""The path that stands for none of the projects."""
SHARP, WIDE = 0.02, 0.06
"""Differences of cosine by which the vote of a neighbour falls to 1/e."""
_TENTH: Final = 0.1
"""Cosines count in tenths, so that all traits move within a few units."""
_SEVERAL: Final = 3
"""Nearest neighbours of a project that are averaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for one project.

    `cosines` are those of its chunks among the nearest, `words` the full-text scores of its chunks among the best, both
    falling. `entities` are what the message names that is known here, each with the share of its chunks that lie here.
    `named` tells how much of the project's name stands in the message, `described` how much of the message's words in
    its description (0 to 1 both), `session` is 1 where the session was about it last, 1/2 where one turn before that.
    """

    cosines: tuple[float, ...] = ()
    words: tuple[float, ...] = ()
    entities: tuple[tuple[str, float], ...] = ()
    named: float = 0.0
    described: float = 0.0
    session: float = 0.0


def traits(evidence: Mapping[str, Evidence]) -> dict[str, dict[str, float]]:
    """What is weighed of each project, by name, and of none (`NONE`).

    `vote` and `wide vote` are the shares of the neighbours' votes, sharply and widely weighted; `behind` how far the
    nearest is behind the nearest of all, `several behind` the same of the mean of three, in tenths of cosine;
    `words vote` and `words behind` are the same of full-text scores.
    """
    if not evidence:
        return {NONE: {"none": 1.0}}
    near = [cosine for each in evidence.values() for cosine in each.cosines]
    best, last = max(near, default=0.0), min(near, default=0.0)
    heard = max((score for each in evidence.values() for score in each.words), default=0.0)
    votes = {path: _votes(each.cosines, best, SHARP) for path, each in evidence.items()}
    wide = {path: _votes(each.cosines, best, WIDE) for path, each in evidence.items()}
    spoken = {path: math.fsum((score / heard) ** 2 for score in each.words) for path, each in evidence.items()}
    several = {path: _mean(each.cosines, last) for path, each in evidence.items()}
    most = max(several.values())
    features: dict[str, dict[str, float]] = {
        path: {
            "vote": _share(votes, path),
            "wide vote": _share(wide, path),
            "behind": (best - max(each.cosines, default=last)) / _TENTH,
            "several behind": (most - several[path]) / _TENTH,
            "words vote": _share(spoken, path),
            "words behind": 1 - max(each.words, default=0.0) / heard if heard else 0.0,
            "entities": min(1.0, math.fsum(share for _, share in each.entities)),
            "named": each.named,
            "described": each.described,
            "session": each.session,
        }
        for path, each in evidence.items()
    }
    return features | {NONE: {"none": 1.0, "near": best / _TENTH, "near squared": (best / _TENTH) ** 2 / 10}}


def probabilities(evidence: Mapping[str, Evidence], weights: Mapping[str, float] | None = None) -> dict[str, float]:
    """The probability of each project and of none (`NONE`), the likeliest first; equals in the order of paths."""
    weighed = fitted() if weights is None else weights
    scores = {
        path: math.fsum(weighed.get(name, 0.0) * value for name, value in each.items())
        for path, each in traits(evidence).items()
    }
    most = max(scores.values())
    powers = {path: math.exp(score - most) for path, score in scores.items()}
    total = math.fsum(powers.values())
    return {path: powers[path] / total for path in sorted(powers, key=lambda path: (-powers[path], path))}


@cache
def fitted() -> Mapping[str, float]:
    """The weights that were learned, by the name of their trait."""
    return json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))


def _votes(cosines: Sequence[float], best: float, fall: float) -> float:
    return math.fsum(math.exp((cosine - best) / fall) for cosine in cosines)


def _share(votes: Mapping[str, float], path: str) -> float:
    total = math.fsum(votes.values())
    return votes[path] / total if total else 0.0


def _mean(cosines: Sequence[float], otherwise: float) -> float:
    """The mean of the nearest three; what is not among the nearest is as far as the farthest of them."""
    nearest = [*cosines[:_SEVERAL], *[otherwise] * _SEVERAL][:_SEVERAL]
    return math.fsum(nearest) / _SEVERAL
