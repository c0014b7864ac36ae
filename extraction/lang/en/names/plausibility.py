"""Plausibility of a name: whether a span can be one at all, and the evidence of its shape in log-odds.

Chat is full of capitals that name nothing: greetings, shouts, sentence starts, emoji, pasted code and links.
"""

import re
from typing import TYPE_CHECKING

from extraction.lang.en.names.names import Name, form
from extraction.lang.en.parse.tree import PROPER
from extraction.lang.en.word_lists import COMMON_STARTERS, INTERJECTIONS, NOT_NAMES, VAGUE_NOUNS
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

LONGEST = 12
"""Words that a name may have; longer runs are headings, tables or shouting."""
WEIGHTS = {
    "known": 3.5,
    "date": 2.8,
    "relative date": -0.8,
    "amount": 2.4,
    "inexact": 0.8,
    "title": 2.6,
    "courtesy title": 2.5,
    "quoted": 0.9,
    "concept": 1.4,
    "proper noun": 0.0,
    "several words": 0.6,
    "all proper nouns": 0.6,
    "said to be": 2.0,
    "of name": 0.8,
    "repeated": 0.4,
    "sentence start": -1.1,
    "subject": 0.4,
    "no proper noun": -0.9,
    "shouted": -0.8,
}
"""Evidence for a name in log-odds; the logistic function of the sum is its confidence."""

_HAS_LETTER = re.compile(r"[^\W\d_]{2}|[A-Z]")
_LINK = re.compile(r"https?:|www\.|[@/\\_=<>{}\[\]()|#*~^\n]|\.\.|::|[a-z]\.[a-z]")
_SHOUT = 5
"""Letters from which a word in capitals is a shout rather than initials."""
_OPENERS = frozenset((":", "-", "–", "—", "•", "*", "|", ".", "!", "?", "…", "..."))


def plausible(doc: "Doc", start: int, end: int, *, sure: bool = False) -> bool:
    """Whether a span has letters and a capital and is no link, code, greeting or common word.

    `sure`: the recogniser is sure of the name, against a tagger that reads a common noun ("Tanaka lives in Osaka").
    """
    span = doc[start:end]
    text = span.text
    if len(span) > LONGEST or not _HAS_LETTER.search(text) or _LINK.search(text):
        return False
    if not any("X" in token.shape_ for token in span):
        return False
    words = [token.lower_.rstrip(".") for token in span if token.is_alpha]
    if words and all(word in INTERJECTIONS or word in VAGUE_NOUNS or word in NOT_NAMES for word in words):
        return False
    if len(span) == 1:
        return _stands_alone(span[0], sure=sure)
    return not (words and all(word in COMMON_STARTERS or word in INTERJECTIONS for word in words))


def starts(token: "Token") -> bool:
    """Whether the word opens a sentence, a line or a quotation, where any word has a capital."""
    if token.is_sent_start or token.i == 0:
        return True
    before = token.nbor(-1)
    return before.is_space or before.is_quote or before.text in _OPENERS or not before.text[-1:].isascii()


def name_with_evidence(
    doc: "Doc", start: int, end: int, type_: EntityType, weight: float, reasons: tuple[str, ...], method: str
) -> Name:
    """The name of a span, the evidence of its shape added to the weight and the reasons."""
    shape = _shape_evidence(doc[start:end])
    return Name(
        start=start,
        end=end,
        name=form(doc, start, end, type_),
        type=type_,
        weight=weight + sum(WEIGHTS[reason] for reason in shape),
        reasons=(*reasons, *shape),
        method=method,
    )


def _shape_evidence(span: "Span") -> tuple[str, ...]:
    """What the shape and tags of a span say for or against a name: keys of `WEIGHTS`."""
    proper = [token.tag_ in PROPER for token in span if token.is_alpha]
    reasons: list[str] = []
    if len(proper) > 1:
        reasons.append("several words")
    if proper and all(proper):
        reasons.append("all proper nouns")
    elif not any(proper):
        reasons.append("no proper noun")
    if len(span) == 1 and starts(span[0]):
        reasons.append("sentence start")
        if span[0].tag_ in PROPER and span[0].dep_ in ("nsubj", "nsubjpass") and span[0].head.pos_ in ("VERB", "AUX"):
            reasons.append("subject")
    if len(span.text) > _SHOUT and span.text.isupper():
        reasons.append("shouted")
    return tuple(reasons)


def _stands_alone(token: "Token", *, sure: bool) -> bool:
    """Whether one capitalised word by itself is a name and not the start of a sentence or a shout."""
    initials = token.is_upper and 1 < len(token) <= _SHOUT and token.tag_ in PROPER and not starts(token)
    if len(token) == 1 or (not initials and (token.lower_ in COMMON_STARTERS or token.lower_ in INTERJECTIONS)):
        return False
    if token.tag_ in PROPER:
        return not (starts(token) and token.dep_ in ("intj", "advmod"))
    return (sure or not starts(token)) and token.tag_ in ("NN", "NNS", "JJ", "FW", "CD")
