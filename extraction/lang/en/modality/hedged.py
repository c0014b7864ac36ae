"""What the words around one verb make of it, whatever stands above: denied, missed, hedged, only somebody's word."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from extraction.lang.en.modality.doubt import BARELY, DENIALS, HEARSAY, IMAGINED, MAYBE, MISSED, WHOLLY
from extraction.lang.en.parse.tree import SUBJECTS
from graph.model.types import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token


class Mood(NamedTuple):
    """How firmly a clause is stated, and whether it is denied."""

    modality: Modality = Modality.STATED
    polarity: Polarity = Polarity.POSITIVE


PLAIN = Mood()
POSSIBLE, INTENDED, REPORTED = Mood(Modality.POSSIBLE), Mood(Modality.INTENDED), Mood(Modality.REPORTED)
DENIED = Mood(polarity=Polarity.NEGATIVE)
NOT_SO = Mood(Modality.POSSIBLE, Polarity.NEGATIVE)
"""It may be that it is not so."""


def is_denied(verb: "Token") -> bool:
    """Whether a verb's own clause denies it: by "not", "never", "rarely", "nobody", or as what almost was."""
    denied = any(
        child.dep_ == "neg"
        or (child.dep_ == "advmod" and _denies(child))
        or (child.dep_ in SUBJECTS and (child.lower_ in ("nobody", "none") or _has(child, "no")))
        for child in around(verb)
    )
    # what almost was not was
    return denied is not _is_missed(verb)


def _denies(adverb: "Token") -> bool:
    """ "hardly", "hardly ever", "no longer"."""
    often = adverb.lower_ == "ever" and any(word.lower_ in BARELY for word in adverb.children)
    return often or adverb.lower_ in DENIALS or _has(adverb, "no")


def _has(word: "Token", beside: str) -> bool:
    return any(child.lower_ == beside for child in word.children)


def _is_missed(verb: "Token") -> bool:
    """Whether something almost came about: not what one almost always does."""
    return any(
        child.dep_ == "advmod" and child.lower_ in MISSED and child.i < verb.i and child.nbor(1).lower_ not in WHOLLY
        for child in around(verb)
    )


def around(verb: "Token") -> Iterator["Token"]:
    """What hangs on a verb, or on the "get" of its passive ("did not get hired")."""
    for child in verb.children:
        yield child
        if child.dep_ == "auxpass":
            yield from child.children


def subject_of(verb: "Token") -> "Token | None":
    """The subject that stands at a verb itself."""
    return next((child for child in verb.children if child.dep_ in SUBJECTS), None)


def hedge_of(verb: "Token", *, leading: bool = False) -> Modality:
    """How sure the adverbs at a verb say it is; `leading` asks for those before its subject alone."""
    subject = subject_of(verb)
    for child in verb.children:
        if leading and (subject is None or child.i > subject.i):
            continue
        if child.dep_ in ("advmod", "intj"):
            surely = child.lower_ == "certainly" and any(word.lower_ in MISSED for word in child.children)
            if child.lower_ in MAYBE or surely:
                return Modality.POSSIBLE
            if child.lower_ in HEARSAY:
                return Modality.REPORTED
        if child.dep_ == "prep" and _is_hearsay(child):
            return Modality.REPORTED
        if child.dep_ == "prep" and child.i < verb.i and any(word.lower_ in IMAGINED for word in child.children):
            return Modality.POSSIBLE
    return Modality.STATED


def _is_hearsay(preposition: "Token") -> bool:
    """ "according to Tom"."""
    return preposition.lower_ == "according" and any(word.lower_ == "to" for word in preposition.children)


def _finite(verb: "Token") -> "Token":
    """The first auxiliary of a verb, or itself."""
    return next((child for child in verb.children if child.dep_ in ("aux", "auxpass")), verb)


def is_turned_round(verb: "Token") -> bool:
    """Whether a verb stands before its subject as in a question or a condition: "Had I joined", "Were I to move"."""
    subject, first = subject_of(verb), _finite(verb)
    return subject is not None and first.i < subject.i and first.pos_ == "AUX"


def is_present(verb: "Token") -> bool:
    """Whether a clause is told in the present, by its first auxiliary or by its verb."""
    return _finite(verb).tag_ in ("VBP", "VBZ")


def is_gerund(verb: "Token") -> bool:
    """ "moving", "having moved", "being asked", and not "why I moved"."""
    return _finite(verb).tag_ == "VBG"


def has_to(verb: "Token") -> bool:
    """Whether a verb stands behind "to"."""
    return any(child.dep_ == "aux" and child.lower_ == "to" for child in verb.children)
