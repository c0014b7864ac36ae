"""Cues in the clause itself: negation, hedges ("maybe"), hearsay ("apparently"), tense and word order."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from extraction.lang.en.modality.triggers import (
    APPROXIMATORS,
    DREAM_NOUNS,
    EVER_NEGATORS,
    HEARSAY_ADVERBS,
    HEDGE_ADVERBS,
    NEGATION_ADVERBS,
    UNIVERSALS,
)
from extraction.lang.en.parse.tree import SUBJECTS
from graph.model.types import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token


class Mood(NamedTuple):
    """The modality of a clause and its polarity."""

    modality: Modality = Modality.STATED
    polarity: Polarity = Polarity.POSITIVE


PLAIN = Mood()
POSSIBLE, INTENDED, REPORTED = Mood(Modality.POSSIBLE), Mood(Modality.INTENDED), Mood(Modality.REPORTED)
DENIED = Mood(polarity=Polarity.NEGATIVE)
POSSIBLY_NOT = Mood(Modality.POSSIBLE, Polarity.NEGATIVE)
"""Possibly not so."""


BEFORE_QUESTIONS = ("so", "but", "and", "then")
"""Words between a statement and the question that it leads up to."""


def is_denied(verb: "Token") -> bool:
    """Whether a verb is negated in its own clause: "not", "never", "rarely", "nobody"; "almost joined" is, too."""
    denied = any(
        ((child.dep_ == "neg" or (child.dep_ == "advmod" and _is_negation(child))) and not sets_apart(child, verb))
        or (child.dep_ in ("acomp", "attr") and any(map(_is_no_longer, child.children)))
        or (child.dep_ in SUBJECTS and (child.lower_ in ("nobody", "none") or _has_child(child, "no")))
        for child in dependents(verb)
    )
    # "almost did not join" joined
    return denied is not _is_approximated(verb)


def sets_apart(denial: "Token", verb: "Token") -> bool:
    """Whether a denial is only of what follows it: "The dates are those of the hotel, never of the server"."""
    if denial.i <= verb.i + 1 or denial.i + 1 == len(denial.doc) or denial.nbor(-1).text not in (",", ";", "–", "—"):
        return False
    link = denial.nbor(1)
    return link.pos_ == "ADP" and any(word.lower_ == link.lower_ for word in denial.doc[verb.i : denial.i])


def _is_negation(adverb: "Token") -> bool:
    """ "hardly", "hardly ever", "no longer"; the parser hangs either of two adverbs on the verb."""
    is_hardly_ever = adverb.lower_ == "ever" and adverb.i > 0 and adverb.nbor(-1).lower_ in EVER_NEGATORS
    return is_hardly_ever or adverb.lower_ in NEGATION_ADVERBS or _has_child(adverb, "no")


def _is_no_longer(adverb: "Token") -> bool:
    """ "is no longer vegetarian"."""
    return adverb.lower_ == "longer" and _has_child(adverb, "no")


def _has_child(word: "Token", text: str) -> bool:
    return any(child.lower_ == text for child in word.children)


def _is_approximated(verb: "Token") -> bool:
    """Whether something almost came about; "almost always drinks tea" does not count."""
    return any(
        child.dep_ == "advmod"
        and child.lower_ in APPROXIMATORS
        and child.i < verb.i
        and child.nbor(1).lower_ not in UNIVERSALS
        for child in dependents(verb)
    )


def dependents(verb: "Token") -> Iterator["Token"]:
    """The children of a verb, and of the "get" of its passive ("did not get hired")."""
    for child in verb.children:
        yield child
        if child.dep_ == "auxpass":
            yield from child.children


def subject_of(verb: "Token") -> "Token | None":
    """The subject that is a child of the verb."""
    return next((child for child in verb.children if child.dep_ in SUBJECTS), None)


def hedge_of(verb: "Token", *, leading: bool = False) -> Modality:
    """The modality by the adverbs and prepositions at a verb; with `leading`, by those before its subject only."""
    subject = subject_of(verb)
    for child in verb.children:
        if leading and (subject is None or child.i > subject.i):
            continue
        if child.dep_ in ("advmod", "intj"):
            is_almost_certain = child.lower_ == "certainly" and any(
                word.lower_ in APPROXIMATORS for word in child.children
            )
            if child.lower_ in HEDGE_ADVERBS or is_almost_certain:
                return Modality.POSSIBLE
            if child.lower_ in HEARSAY_ADVERBS:
                return Modality.REPORTED
        if child.dep_ == "prep" and _is_hearsay(child):
            return Modality.REPORTED
        if child.dep_ == "prep" and child.i < verb.i and any(word.lower_ in DREAM_NOUNS for word in child.children):
            return Modality.POSSIBLE
    return Modality.STATED


def _is_hearsay(preposition: "Token") -> bool:
    """ "according to Tom"."""
    return preposition.lower_ == "according" and any(word.lower_ == "to" for word in preposition.children)


def _finite(verb: "Token") -> "Token":
    """The first auxiliary of a verb, or itself."""
    return next((child for child in verb.children if child.dep_ in ("aux", "auxpass")), verb)


def is_inverted(verb: "Token") -> bool:
    """Whether verb and subject are inverted as in a question or a condition: "Had I joined", "Were I to move"."""
    subject, first = subject_of(verb), _finite(verb)
    return subject is not None and first.i < subject.i and first.pos_ == "AUX"


def is_present(verb: "Token") -> bool:
    """Whether a clause is in the present tense, by its first auxiliary or by its verb."""
    return _finite(verb).tag_ in ("VBP", "VBZ")


def is_gerund(verb: "Token") -> bool:
    """ "moving", "having moved", "being asked", and not "why I moved"."""
    return _finite(verb).tag_ == "VBG"


def has_to(verb: "Token") -> bool:
    """Whether a verb stands behind "to"."""
    return any(child.dep_ == "aux" and child.lower_ == "to" for child in verb.children)
