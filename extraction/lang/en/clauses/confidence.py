"""Confidence of a claim from what the parse tells of it: a logistic model, fitted on CaRB by `bench/open_ie/fit.py`."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from extraction.lang.en.clauses.claim import Claim

TABLE: Final = Path(__file__).with_name("confidence.json")
_LONG: Final = 30
"""Words of a sentence beyond which its parse is noticeably less often right."""


@cache
def _weights() -> Mapping[str, float]:
    """What each reason adds in log-odds; the empty reason is the constant."""
    return json.loads(TABLE.read_text(encoding="utf-8"))


def claim_weight(reasons: Iterable[str]) -> float:
    """The log-odds that a claim is true, by the reasons of `claim_reasons`; others count nothing here."""
    table = _weights()
    return table[""] + sum(table.get(reason, 0.0) for reason in reasons)


def claim_reasons(claim: Claim, sentence_words: int) -> list[str]:
    """What the parse tells of a claim: its rule, how its subject was found, depth, length of the sentence."""
    reasons = claim.rule.split("+")
    if sentence_words > _LONG:
        reasons.append("long sentence")
    if claim.clause is not None and claim.clause.depth > 1:
        reasons.append("deep")
    return reasons
