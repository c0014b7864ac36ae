"""What the words above a clause make of it: those it is a condition, a time, a thought or somebody's word for."""

from typing import TYPE_CHECKING

from extraction.lang.en.modality.doubt import (
    ACHIEVED,
    AROUND,
    CONDITIONS,
    DENYING,
    INSTEAD,
    INTENT,
    KEEPING,
    OCCASIONS,
    SEEMING,
    SINCE,
    SUPPOSING,
    TIMES,
)
from extraction.lang.en.modality.hedged import (
    DENIED,
    INTENDED,
    PLAIN,
    POSSIBLE,
    REPORTED,
    Mood,
    has_to,
    is_gerund,
    is_present,
    is_turned_round,
    subject_of,
)
from extraction.lang.en.modality.sayings import of_noun, of_object
from extraction.lang.en.word_lists import SPEECH
from graph.model.types import Modality, Polarity, tells

if TYPE_CHECKING:
    from spacy.tokens import Token


def ruler(verb: "Token") -> "Token | None":
    """The verb whose clause a clause hangs on, straight or by a preposition, an adjective or a noun."""
    if verb.dep_ not in ("pcomp", "ccomp", "xcomp", "advcl", "acl", "relcl"):
        return None
    above = verb.head
    while above.pos_ not in ("VERB", "AUX") and above.head != above:
        above = above.head
    return above if above.pos_ in ("VERB", "AUX") else None


def governed(verb: "Token", above: "Token | None", over: Mood) -> Mood:
    """How a clause is to be taken by its conjunction and by what it hangs on: `above`, itself taken as `over`."""
    if _is_open(verb):
        return POSSIBLE
    if above is None:
        return PLAIN
    if verb.dep_ == "pcomp" and is_gerund(verb):
        return _of_gerund(verb, above, over)
    if verb.dep_ == "advcl":
        return _of_purpose(verb, over)
    if verb.dep_ in ("acl", "relcl"):
        return of_noun(verb)
    return PLAIN if verb.dep_ != "ccomp" or _runs_on(verb) else of_object(verb, above, over)


def _runs_on(verb: "Token") -> bool:
    """Whether a clause stands before another that does not say it: "I met Tom, it seems that he left"."""
    if verb.i < verb.head.i and verb.head.lemma_ not in SPEECH | SUPPOSING | DENYING:
        return True
    return verb.i < verb.head.i and any(child.dep_ == "ccomp" and child.i > verb.head.i for child in verb.head.children)


def _is_open(verb: "Token") -> bool:
    """Whether a clause is a condition, or tells of what is to come: "if I move", "Had I moved", "when I move"."""
    lead = [child for child in verb.children if child.dep_ in ("mark", "advmod", "prep") and _leads(child, verb)]
    words = {child.lower_ for child in lead}
    if words & CONDITIONS or (verb.dep_ == "advcl" and is_turned_round(verb)):
        return True
    if any(child.lower_ == "in" and child.nbor(1).lower_ == "case" for child in lead):
        return True
    if verb.dep_ == "advcl" and (words & {"like", "though"}) and verb.head.lemma_ in SEEMING:
        return True
    if not is_present(verb) or verb.head.tag_ == "VBD":
        # "I missed the game when I hurt my ankle" only looks like the present
        return False
    if verb.dep_ == "relcl":
        return verb.head.lemma_ in OCCASIONS and subject_of(verb) is not None
    return bool(words & TIMES) or (verb.dep_ == "advcl" and "as" in words and verb.head.lower_ == "soon")


def _leads(word: "Token", verb: "Token") -> bool:
    """Whether a word stands at the head of a clause, before its subject."""
    subject = subject_of(verb)
    return word.i < (verb.i if subject is None else subject.i)


def _of_gerund(verb: "Token", above: "Token", over: Mood) -> Mood:
    """ "after moving", "without buying", "thinking of leaving": so, not so, or only thought of."""
    word, beside = verb.head.lower_, {child.lower_ for child in verb.head.children}
    if word == "without" or (word == "of" and beside & INSTEAD) or (word == "than" and "rather" in beside):
        return DENIED
    if word == "against":
        return Mood(Modality.INTENDED, Polarity.NEGATIVE)
    if word == "from" and above.lemma_ in KEEPING:
        return Mood(Modality.POSSIBLE, Polarity.NEGATIVE)
    if word in SINCE or (word == "with" and subject_of(verb) is not None):
        return PLAIN
    if above.lemma_ in INTENT or (above.lemma_ == "look" and word == "to"):
        return INTENDED
    if (above.lemma_, word) in ACHIEVED:
        return over
    if (word in AROUND and above.lemma_ != "insist") or (word == "for" and above.tag_ == "VBN"):
        if not tells(over.modality):
            return Mood(over.modality)
        # "I drink coffee before leaving" tells of every day, or of what is to come
        return POSSIBLE if _is_simple_present(above) else PLAIN
    heard = subject_of(verb) is not None and above.lemma_ in SPEECH
    return REPORTED if heard else POSSIBLE


def _is_simple_present(verb: "Token") -> bool:
    return verb.tag_ in ("VBP", "VBZ")


def _of_purpose(verb: "Token", over: Mood) -> Mood:
    """ "will go to Rome to meet Tom": meant to be, as the rest is; "can't wait for Anna to move" is open."""
    if not has_to(verb):
        return PLAIN
    if subject_of(verb) is not None:
        return POSSIBLE
    if tells(over.modality):
        return PLAIN if over.polarity is Polarity.POSITIVE else POSSIBLE
    return Mood(over.modality)
