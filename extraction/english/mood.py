"""How firmly a clause is stated, and whether it is denied: what keeps a wish from becoming a fact."""

from typing import TYPE_CHECKING

from extraction.english.lexicon import FACTIVE, SPEECH
from extraction.english.tree import Tree
from graph.model import Modality, Polarity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Token

SUBJECTS = ("nsubj", "nsubjpass")
_REPORTS = SPEECH - FACTIVE
_INTENT = frozenset("plan want hope intend decide aim wish try promise agree prepare look expect".split())  # noqa: SIM905
_IMAGINING = frozenset("wish pretend imagine dream suppose".split())  # noqa: SIM905
_DUTY = frozenset(("need", "have", "require", "oblige", "force"))
_DENIALS = frozenset(("not", "never", "no", "hardly", "neither", "nor"))
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
    """Whether a verb's clause is denied: by "not", "never", "nobody", or a verb that says it did not happen."""
    denied = any(
        child.dep_ == "neg"
        or (
            child.dep_ == "advmod" and (child.lower_ in _DENIALS or any(word.lower_ == "no" for word in child.children))
        )
        for child in _around(verb)
    )
    if not denied:
        denied = any(
            child.dep_ in SUBJECTS
            and (child.lower_ in ("nobody", "none") or any(word.lower_ == "no" for word in child.children))
            for child in verb.children
        )
    return Polarity.NEGATIVE if denied or verb.lemma_ in ("fail", "refuse") else Polarity.POSITIVE


def _around(verb: "Token") -> "Iterator[Token]":
    """What hangs on a verb, or on the "get" of its passive ("did not get hired")."""
    for child in verb.children:
        yield child
        if child.dep_ == "auxpass":
            yield from child.children


def modality_of(verb: "Token") -> Modality:
    """How firmly a verb is stated: asked, modal, planned, reported; the outer clause counts when the inner is bare."""
    sentence_end = verb.sent[-1]
    if sentence_end.text.endswith("?") and (verb.dep_ == "ROOT" or verb.head.dep_ == "ROOT"):
        return Modality.ASKED
    words = [child.lemma_ for child in _around(verb) if child.dep_ == "aux"]
    for word in words:
        if word in _MODALS:
            return _MODALS[word]
    infinitive = next(
        (child for child in verb.children if child.dep_ == "xcomp" and child.pos_ in ("VERB", "AUX")), None
    )
    if infinitive is not None:
        if verb.lemma_ in _DUTY:
            return Modality.OBLIGATORY
        if verb.lemma_ in _INTENT or (verb.lemma_ == "go" and verb.tag_ == "VBG"):
            return Modality.INTENDED
    if (
        verb.lemma_ == "plan"
        and verb.tag_ not in ("VBD", "VBN")
        and any(child.dep_ == "dobj" for child in verb.children)
    ):
        return Modality.INTENDED
    if any(child.dep_ == "mark" and child.lower_ in ("if", "whether", "unless") for child in verb.children):
        return Modality.POSSIBLE
    if verb.dep_ == "ccomp" and verb.head.lemma_ in _IMAGINING:
        return Modality.POSSIBLE
    if verb.dep_ == "ccomp" and verb.head.lemma_ in _REPORTS:
        return Modality.REPORTED
    if verb.dep_ == "conj" and not words and verb.head.pos_ in ("VERB", "AUX"):
        return modality_of(verb.head)
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
