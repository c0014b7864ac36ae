"""How firmly a clause is stated, and whether it is denied: what keeps a wish from becoming a fact."""

from typing import TYPE_CHECKING

from extraction.english.governed import governed
from extraction.english.hedged import around, hedge_of, is_denied, is_turned_round, subject_of
from extraction.english.lexicon import SPEECH
from extraction.english.tree import Tree
from graph.model import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

_INTENT = frozenset("plan want hope intend decide aim wish try promise agree prepare look expect".split())  # noqa: SIM905
_DUTY = frozenset(("need", "have", "require", "oblige", "force"))
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


def polarity_of(verb: "Token") -> Polarity:
    """Whether a verb's clause is denied: by its own words, or by a verb that says it did not happen."""
    return Polarity.NEGATIVE if is_denied(verb) or verb.lemma_ in ("fail", "refuse") else Polarity.POSITIVE


def modality_of(verb: "Token") -> Modality:
    """How firmly a verb is stated: asked, modal, planned, reported; the outer clause counts when the inner is bare."""
    if _is_asked(verb):
        return Modality.ASKED
    own = _own(verb)
    if own is not Modality.STATED:
        return own
    first = verb
    while first.dep_ == "conj" and first.head.pos_ in ("VERB", "AUX"):
        first = first.head
    if first is verb:
        return governed(verb).modality
    # "wants to leave and move", and not "wanted to leave, and Tom moved"
    apart = subject_of(verb) is not None
    if not apart and not _modals(verb) and verb.tag_ not in ("VBD", "VBZ"):
        return modality_of(verb.head)
    hedge = Modality.STATED if apart else hedge_of(first, leading=True)
    return governed(first).modality if hedge is Modality.STATED else hedge


def _is_asked(verb: "Token") -> bool:
    """Whether a sentence asks for what it says, with a question mark or without."""
    if verb.dep_ != "ROOT" and verb.head.dep_ != "ROOT":
        return False
    if verb.sent[-1].text.endswith("?"):
        return True
    return verb.dep_ == "ROOT" and is_turned_round(verb) and verb.sent[0] in (verb, *verb.children)


def _modals(verb: "Token") -> "list[str]":
    return [child.lemma_ for child in around(verb) if child.dep_ == "aux"]


def _own(verb: "Token") -> Modality:
    """What the verb's own auxiliaries, adverbs and infinitive say."""
    for word in _modals(verb):
        if word in _MODALS:
            return _MODALS[word]
    hedge = hedge_of(verb)
    if hedge is not Modality.STATED:
        return hedge
    if any(child.dep_ == "xcomp" and child.pos_ in ("VERB", "AUX") for child in verb.children):
        if verb.lemma_ in _DUTY:
            return Modality.OBLIGATORY
        if verb.lemma_ in _INTENT or (verb.lemma_ == "go" and verb.tag_ == "VBG"):
            return Modality.INTENDED
    planned = verb.lemma_ == "plan" and verb.tag_ not in ("VBD", "VBN")
    if planned and any(child.dep_ == "dobj" for child in verb.children):
        return Modality.INTENDED
    return Modality.STATED


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
