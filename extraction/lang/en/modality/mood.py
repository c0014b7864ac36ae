"""How firmly a clause is stated, and whether it is denied: what keeps a wish from becoming a fact."""

from typing import TYPE_CHECKING

from extraction.lang.en.modality.chains import chained
from extraction.lang.en.modality.doubt import CHANGING, WEDDED
from extraction.lang.en.modality.governed import governed, ruler
from extraction.lang.en.modality.hedged import PLAIN, Mood, around, hedge_of, is_turned_round, subject_of
from extraction.lang.en.parse.tree import Tree
from extraction.lang.en.word_lists import SPEECH
from graph.model.types import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

_DEEPEST = 6
"""Clauses above one another that are looked at."""
_MODALS = {
    "may": Modality.POSSIBLE,
    "might": Modality.POSSIBLE,
    "could": Modality.POSSIBLE,
    "can": Modality.POSSIBLE,
    "would": Modality.POSSIBLE,
    "will": Modality.INTENDED,
    "shall": Modality.INTENDED,
    "must": Modality.OBLIGATORY,
    "should": Modality.OBLIGATORY,
    "ought": Modality.OBLIGATORY,
}


def both(one: Polarity, other: Polarity) -> Polarity:
    """Denied when either is."""
    return Polarity.NEGATIVE if Polarity.NEGATIVE in (one, other) else Polarity.POSITIVE


def mood_at(verb: "Token", deep: int = 0) -> Mood:
    """How firmly a verb is stated, and whether its clause is denied: by its own words, else by the clauses above it."""
    first = verb
    while first.dep_ == "conj" and first.head.pos_ in ("VERB", "AUX"):
        first = first.head
    above = ruler(first)
    over = PLAIN if above is None or deep == _DEEPEST else mood_at(above, deep + 1)
    outer = governed(first, above, over)
    return Mood(_modality(verb, first, outer), both(chained(verb).polarity, outer.polarity))


def _modality(verb: "Token", first: "Token", outer: Mood) -> Modality:
    """How firmly one of a row of joined verbs is stated: by its own words, else by the first's and what is above."""
    while not _is_asked(verb):
        own = _own(verb)
        if own is not Modality.STATED:
            return own
        if verb == first:
            return outer.modality
        # "wants to leave and move", and not "wanted to leave, and Tom moved"
        apart = subject_of(verb) is not None
        if apart or _modals(verb) or verb.tag_ in ("VBD", "VBZ"):
            hedge = Modality.STATED if apart else hedge_of(first, leading=True)
            return outer.modality if hedge is Modality.STATED else hedge
        verb = verb.head
    return Modality.ASKED


def _is_asked(verb: "Token") -> bool:
    """Whether a sentence asks for what it says, with a question mark or without."""
    if verb.dep_ != "ROOT" and verb.head.dep_ != "ROOT":
        return False
    if verb.sent[-1].text.endswith("?"):
        return True
    first = verb.sent[0]
    return verb.dep_ == "ROOT" and is_turned_round(verb) and first.pos_ == "AUX" and first in (verb, *verb.children)


def _modals(verb: "Token") -> "list[str]":
    return [child.lemma_ for child in around(verb) if child.dep_ == "aux"]


def _own(verb: "Token") -> Modality:
    """What the verb's own auxiliaries, adverbs and infinitive say."""
    chain = chained(verb).modality
    if chain is Modality.INTENDED and verb.lemma_ == "wait":
        # "I can't wait to move" is no doubt
        return chain
    for word in _modals(verb):
        if word in _MODALS:
            return _MODALS[word]
    hedge = hedge_of(verb)
    if hedge is not Modality.STATED:
        return hedge
    planned = verb.lemma_ == "plan" and verb.tag_ not in ("VBD", "VBN")
    if planned and any(child.dep_ == "dobj" for child in verb.children):
        return Modality.INTENDED
    return Modality.INTENDED if chain is Modality.STATED and _is_coming(verb) else chain


def _is_coming(verb: "Token") -> bool:
    """Whether a change is told as under way: "am moving to Rome", and not "am starting to like it", "getting tired"."""
    own = [child for child in around(verb) if child.dep_ in ("aux", "auxpass")]
    changes = {word.lower_ for word in (verb, *own)} & CHANGING
    if not changes or not any(child.lemma_ == "be" and child.tag_ in ("VBP", "VBZ") for child in own):
        return False
    beside = {child.dep_: child.lower_ for child in verb.children}
    if "getting" in changes and "dobj" not in beside:
        return not WEDDED.isdisjoint((verb.lower_, beside.get("acomp", "")))
    return "starting" not in changes or "xcomp" not in beside


def is_outright(tree: Tree, verb: int) -> bool:
    """Whether a clause is what its sentence says: alone, beside another, before a comma; no one's word, wish or if."""
    at = verb
    while tree.dep[at] != "ROOT":
        above = tree.head[at]
        # "My dog is called Rex, he is two": the parser hangs the first on the second
        run_on = tree.dep[at] == "ccomp" and at < above and tree.lemma[above] not in SPEECH
        if tree.dep[at] != "conj" and not run_on:
            return False
        at = above
    return True
