"""What a verb makes of the one that it is chained to: "managed to buy", "forgot to buy", "plan to buy", "seem to buy".

Only a closed list of verbs takes what follows them for done; behind every other it is no more than possible.
"""

from typing import TYPE_CHECKING

from extraction.lang.en.modality.doubt import (
    ABLE,
    BIDDEN,
    DONE,
    DUTY,
    GLAD,
    INTENT,
    LASTING,
    READY,
    RECALLED,
    SLIPPING,
    TOLD_OF,
    UNDOING,
)
from extraction.lang.en.modality.hedged import (
    DENIED,
    INTENDED,
    NOT_SO,
    PLAIN,
    POSSIBLE,
    Mood,
    is_denied,
    is_turned_round,
)
from extraction.lang.en.word_lists import GIVING_UP, STATES
from graph.model.types import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

_LONGEST = 6
"""Verbs of a chain that are looked at."""


def chained(verb: "Token") -> Mood:
    """How a verb and those that it is chained to are to be taken as one predicate, by their own denials too."""
    modality, denied = Modality.STATED, is_denied(verb)
    for _ in range(_LONGEST):
        adjective, inner = _following(verb)
        if inner is None:
            break
        mood = _of_verb(verb, inner, denied) if adjective is None else _of_adjective(verb, adjective, inner, denied)
        modality = mood.modality if modality is Modality.STATED else modality
        denied = (mood.polarity is Polarity.NEGATIVE) is not is_denied(inner)
        verb = inner
    return Mood(modality, Polarity.NEGATIVE if denied else Polarity.POSITIVE)


def _following(verb: "Token") -> "tuple[Token | None, Token | None]":
    """The verb that a verb is chained to, and the adjective that chains it: "want to leave", "is happy to leave"."""
    adjectives = [child for child in verb.children if child.dep_ == "acomp"]
    for through in (None, *adjectives):
        for child in (verb if through is None else through).children:
            if child.dep_ == "xcomp" and child.pos_ in ("VERB", "AUX"):
                taken = any(one.dep_ == "dobj" for one in verb.children) and verb.lemma_ not in INTENT | DUTY
                apart = taken or any("subj" in one.dep_ for one in child.children)
                return (None, None) if apart else (through, child)
    return None, None


def _of_verb(verb: "Token", inner: "Token", denied: bool) -> Mood:
    """What a verb says of the next: with the denial that stands at it, which it may turn, or keep from the next."""
    lemma, gerund = verb.lemma_, inner.tag_ == "VBG"
    if lemma == "wait" and denied:
        # "I can't wait to move"
        return INTENDED
    if lemma in UNDOING and not (gerund and lemma in RECALLED - {"deny"}):
        if denied:
            return PLAIN if lemma in SLIPPING else POSSIBLE
        # who denies it may have done it all the same
        return NOT_SO if lemma == "deny" else DENIED
    if lemma in LASTING and denied and (lemma in GIVING_UP or inner.lemma_ in STATES):
        return NOT_SO
    return Mood(_modality(verb, inner), Polarity.NEGATIVE if denied else Polarity.POSITIVE)


def _modality(verb: "Token", inner: "Token") -> Modality:
    lemma, gerund = verb.lemma_, inner.tag_ == "VBG"
    if lemma in DUTY or (lemma == "get" and not gerund and _has_had(verb)):
        return Modality.OBLIGATORY
    if lemma in INTENT or (lemma == "go" and verb.tag_ == "VBG"):
        return Modality.STATED if gerund and lemma in ("volunteer", "mean") else Modality.INTENDED
    if lemma == "be":
        # "were I to move"
        open_ = Modality.POSSIBLE if is_turned_round(verb) else Modality.INTENDED
        return Modality.STATED if gerund else open_
    if _is_passive(verb):
        open_ = Modality.POSSIBLE if lemma in BIDDEN else Modality.STATED
        return Modality.REPORTED if lemma in TOLD_OF else open_
    return Modality.STATED if lemma in DONE or (gerund and lemma in RECALLED) else Modality.POSSIBLE


def _has_had(verb: "Token") -> bool:
    """ "I've got to leave", and not "I got to meet her"."""
    return any(child.dep_ == "aux" and child.lemma_ == "have" for child in verb.children)


def _is_passive(verb: "Token") -> bool:
    return (verb.tag_ == "VBN" and verb.dep_ == "acl") or any(
        child.dep_ in ("auxpass", "nsubjpass") for child in verb.children
    )


def _of_adjective(verb: "Token", adjective: "Token", inner: "Token", denied: bool) -> Mood:
    """ "is likely to leave", "was happy to meet her", "is too busy to come"."""
    word = adjective.lower_
    if word == "unable" or any(child.lower_ == "too" for child in adjective.children):
        return POSSIBLE if denied else DENIED
    polarity = Polarity.NEGATIVE if denied else Polarity.POSITIVE
    if word in ABLE or inner.tag_ == "VBG":
        return Mood(polarity=polarity)
    told = verb.tag_ == "VBD" or inner.lemma_ in STATES or any(child.lower_ == "have" for child in inner.children)
    if word in GLAD and told:
        return NOT_SO if denied else PLAIN
    return Mood(Modality.INTENDED if word in READY else Modality.POSSIBLE, polarity)
