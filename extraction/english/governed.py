"""What the words above a clause make of it: those it is a condition, a time, a thought or somebody's word for."""

from typing import TYPE_CHECKING

from extraction.english.doubt import CONDITIONS, OCCASIONS, SEEMING, TIMES
from extraction.english.hedged import PLAIN, Mood, is_present, is_turned_round, subject_of
from extraction.english.lexicon import FACTIVE, SPEECH
from graph.model import Modality

if TYPE_CHECKING:
    from spacy.tokens import Token

_IMAGINING = frozenset("wish pretend imagine dream suppose".split())  # noqa: SIM905
_REPORTS = SPEECH - FACTIVE
_POSSIBLE = Mood(Modality.POSSIBLE)


def governed(verb: "Token") -> Mood:
    """How a clause is to be taken by its conjunction and by what it hangs on."""
    if _is_open(verb):
        return _POSSIBLE
    if verb.dep_ != "ccomp" or _runs_on(verb):
        return PLAIN
    if verb.head.lemma_ in _IMAGINING or verb.head.lemma_ in ("seem", "appear"):
        return _POSSIBLE
    return Mood(Modality.REPORTED) if verb.head.lemma_ in _REPORTS else PLAIN


def _runs_on(verb: "Token") -> bool:
    """Whether a clause stands before another with a clause of its own: "I met Tom, it seems that he left"."""
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
