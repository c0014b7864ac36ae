"""Finds the verb of a sentence in which the parser saw none, as in "Rosalind works as a plumber".

A heading has no verb either, but it ends without a stop.
"""

from typing import TYPE_CHECKING, Final

from extraction.lang.en.parse.tree import COMMON, PROPER
from extraction.lang.en.word_lists import TECHNOLOGY_NAMES

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from extraction.lang.en.parse.word_forms import LemmaTables

_FINITE: Final = ("VBZ", "VBD", "VBP", "MD", "VB")
_STOPS: Final = (".", "!")
_BEFORE: Final = ("NN", "NNP", "NNPS")
_BEHIND: Final = ("IN", "DT", "PRP$", "TO", "NN", "NNS", "NNP", "JJ", "CD")
"""Tags of a word with which a complement begins."""
_BESIDE: Final = ("dobj", "appos", "npadvmod")
_POINTING: Final = ("the", "this", "that", "my", "our")
_MOVED: Final = ("prep", "punct", "npadvmod", "advmod")
"""Labels of what belongs to a verb rather than to the noun that was taken for the head of its sentence."""


def find_missing_verbs(doc: "Doc", tables: "LemmaTables") -> None:
    """Makes a plural noun the verb of its sentence, or a participle behind a comma, where there is no other verb."""
    for sentence in list(doc.sents):
        root = sentence.root
        if sentence[-1].text not in _STOPS or root.tag_ not in (*COMMON, *PROPER):
            continue
        finite = [token for token in sentence if token.tag_ in _FINITE]
        if _is_clause_behind_apposition(root, finite) or finite:
            continue
        verb = _verb_taken_for_noun(sentence, root, tables)
        if verb is not None:
            _promote(verb, root)


def _is_clause_behind_apposition(root: "Token", finite: "list[Token]") -> bool:
    """ "Horatio, a baker in Rome, left early.": what the name did, behind what he is."""
    is_named = root.tag_ in PROPER and any(child.dep_ == "appos" for child in root.children)
    verb = next((child for child in root.children if child.dep_ == "acl" and child.tag_ in ("VBD", "VBN")), None)
    if not is_named or verb is None or verb.nbor(-1).text != "," or not {*finite} <= {verb}:
        return False
    if any(child.dep_ == "agent" for child in verb.children):
        return False
    verb.tag_, verb.head, verb.dep_ = "VBD", verb, "ROOT"
    root.head, root.dep_ = verb, "nsubj"
    return True


def _verb_taken_for_noun(sentence: "Span", root: "Token", tables: "LemmaTables") -> "Token | None":
    """ "Rosalind works as a plumber.", "The script imports pandas.": a plural behind a name or a single thing."""
    for token in sentence[1:-2]:
        before, behind = token.nbor(-1), token.nbor(1)
        if token.tag_ != "NNS" or not token.is_lower or before.tag_ not in _BEFORE or behind.tag_ not in _BEHIND:
            continue
        is_of_name = token.dep_ in _BESIDE and root == before and behind.tag_ in ("IN", "TO", "DT")
        is_of_object = token.dep_ == "compound" and root.i > token.i and behind.tag_ != "IN"
        is_verb = token.head == root != token and tables.is_known(tables.lemma(token.text, "VBZ", "VERB"), "verb")
        if is_verb and (is_of_name or is_of_object) and _is_single(sentence[0], before, tables):
            return token
    return None


def _is_single(first: "Token", noun: "Token", tables: "LemmaTables") -> bool:
    """Whether a sentence begins with a name that is no other word, or with a single thing: "The script"."""
    if noun.i == first.i + 1:
        return noun.tag_ == "NN" and first.lower_ in _POINTING
    is_word = any(tables.is_known(noun.lower_, part) for part in ("adj", "noun"))
    return noun == first and noun.is_title and noun.lower_ not in TECHNOLOGY_NAMES and not is_word


def _promote(verb: "Token", root: "Token") -> None:
    subject = verb.nbor(-1)
    children = [child for token in (root, verb) for child in token.children]
    verb.tag_, verb.head, verb.dep_ = "VBZ", verb, "ROOT"
    if root not in (subject, verb):
        root.head, root.dep_ = verb, "dobj"
    subject.head, subject.dep_ = verb, "nsubj"
    subject.tag_ = "NNP" if subject.is_title else subject.tag_
    for child in children:
        if child in (verb, subject):
            continue
        if child.i < subject.i:
            child.head = subject
        elif child.head in (root, verb) and (root == subject or child.dep_ in _MOVED):
            child.head = verb
