"""What a sentence tells of a day, of a case or by way of exaggeration, and so not of how somebody is for good."""

from typing import TYPE_CHECKING, Final

from extraction.lang.en.dates.calendar import WEEKDAY_NAMES
from extraction.lang.en.modality.doubt import CONDITIONS, IMAGINED, MISSED
from extraction.lang.en.word_lists import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Token

_DAYS: Final = words_of("today tonight tomorrow yet")
_DAY_NAMES: Final = frozenset(WEEKDAY_NAMES) | {f"{day}s" for day in WEEKDAY_NAMES} | words_of("weekend weekends")
_JUST: Final = words_of("right just for")
"""Words before "now" by which it will be over soon; "is vegan now" tells what somebody has become."""
_PARTS: Final = words_of("morning afternoon evening week weekend month")
_CASES: Final = CONDITIONS | words_of("when whenever")
_HEDGES: Final = MISSED | words_of("practically basically virtually essentially technically kinda sorta somewhat")
_TOO_FAR: Final = _HEDGES | words_of("mostly so much")
"""The same of what somebody is: who loves it "so much" loves it."""
_RATHER: Final = words_of("sort kind")
_LIMITS: Final = words_of("without after")
_LENGTHS: Final = words_of("year month week decade life age while reason")
"""What somebody is something "for" without being it any less."""
_FICTION: Final = IMAGINED | words_of("novel book film movie story play show series game comic poem script")
_APART: Final = ("conj", "ccomp", "relcl", "parataxis", "advcl", "nsubj")


def is_for_now(verb: "Token") -> bool:
    """Whether a clause tells of a day or a case: "hates it today", "right now", "on Fridays", "when I ask"."""
    for word in _around(verb):
        text = word.lower_
        if text in _DAYS or (text == "now" and word.i > 0 and word.nbor(-1).lower_ in _JUST):
            return True
        if word.dep_ == "npadvmod" and text in _PARTS and any(child.lower_ == "this" for child in word.children):
            return True
        if word.dep_ == "pobj" and (text == "moment" or (text in _DAY_NAMES and word.head.lower_ == "on")):
            return True
    clauses = (child for child in verb.subtree if child.dep_ == "advcl" and child.i > verb.i)
    return any(word.lower_ in _CASES for clause in clauses for word in clause.children)


def is_passing(be: "Token") -> bool:
    """Whether somebody is something by a clause that does not tell what they are for good."""
    return is_for_now(be) or is_limited(be) or is_loosely_said(be) or is_made_up(be)


def is_loosely_said(verb: "Token") -> bool:
    """Whether a clause is missed, weakened or driven too far: "was almost a priest", "is so bipolar"."""
    hedges = _TOO_FAR if verb.lemma_ == "be" else _HEDGES
    for word in _around(verb):
        if word.dep_ == "advmod" and (word.lower_ in hedges or (word.lower_ in _RATHER and _is_of(word))):
            return True
        if word.lower_ in _RATHER and word.dep_ == "npadvmod":
            return True
    return False


def is_limited(word: "Token") -> bool:
    """Whether a verb or an adjective holds without, after or for something: "blind without my glasses"."""
    for child in word.children:
        if child.dep_ != "prep":
            continue
        lasting = any(one.lemma_.lower() in _LENGTHS for one in child.children)
        if child.lower_ in _LIMITS or (child.lower_ == "for" and not lasting):
            return True
    return False


def is_made_up(verb: "Token") -> bool:
    """Whether a clause tells a story: "In the novel my father is a spy"."""
    return any(
        child.lower_ == "in" and any(word.lemma_.lower() in _FICTION for word in child.children)
        for child in verb.children
        if child.dep_ == "prep"
    )


def _is_of(word: "Token") -> bool:
    return word.i + 1 < len(word.doc) and word.nbor(1).lower_ == "of"


def _around(verb: "Token") -> "Iterator[Token]":
    """The words below a verb without its subject and other clauses."""
    open_ = [child for child in verb.children if child.dep_ not in _APART]
    while open_:
        word = open_.pop()
        yield word
        open_ += [child for child in word.children if child.dep_ not in _APART]
