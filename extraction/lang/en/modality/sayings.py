"""What becomes of a clause that is said, thought, doubted, wanted or denied: the object of another, or of a noun."""

from typing import TYPE_CHECKING

from extraction.lang.en.modality.doubt import (
    DENYING,
    GRANTING,
    KNOWING,
    LETTERS,
    LETTING,
    OPINION,
    ORDERING,
    REPORTS,
    SUPPOSING,
    SURE,
    THOUGHTS,
    TRUE,
    UNLIKELY,
    UNSURE,
    UNTRUE,
    WANTING,
)
from extraction.lang.en.modality.hedged import DENIED, NOT_SO, PLAIN, POSSIBLE, REPORTED, Mood, has_to, subject_of
from graph.model.types import Modality, Polarity, tells

if TYPE_CHECKING:
    from spacy.tokens import Token


def of_object(verb: "Token", above: "Token", over: Mood) -> Mood:
    """How a clause is to be taken that is the object of the verb `above`, itself taken as `over`."""
    adjective = _adjective(verb, above)
    if adjective is not None:
        return _of_adjective(adjective.lower_, over)
    if above.lemma_ == "be":
        subject = subject_of(above)
        thought = over.modality is Modality.POSSIBLE or (subject is not None and subject.lemma_ in THOUGHTS)
        return POSSIBLE if thought else PLAIN
    if not has_to(verb) and verb.tag_ not in ("VB", "VBG", "VBN"):
        return _of_saying(verb, above, over)
    return _of_act(verb, above, over)


def _adjective(verb: "Token", above: "Token") -> "Token | None":
    """ "I'm not sure Anna left", "It's not true that Anna left"."""
    if verb.head.dep_ == "acomp":
        return verb.head
    adjectives = [child for child in above.children if child.dep_ == "acomp" and child.i < verb.i]
    return adjectives[0] if adjectives and above.lemma_ == "be" and verb.i > above.i else None


def _of_adjective(word: str, over: Mood) -> Mood:
    denied = over.polarity is Polarity.NEGATIVE
    if word in TRUE | UNTRUE and over.modality is Modality.STATED:
        return DENIED if denied is (word in TRUE) else PLAIN
    if word in UNLIKELY:
        return POSSIBLE if denied else NOT_SO
    if word in UNSURE or (denied and word in SURE) or (word in TRUE | UNTRUE | SURE and not tells(over.modality)):
        return POSSIBLE
    return PLAIN


def _of_saying(verb: "Token", above: "Token", over: Mood) -> Mood:
    """ "I think that", "Tom denied that", "I never said that": a clause with a tense of its own."""
    word, denied = above.lemma_, over.polarity is Polarity.NEGATIVE
    if word in DENYING:
        return POSSIBLE if denied else NOT_SO
    can = any(child.lower_ in ("can", "ca") for child in above.children)
    if denied and word == "believe" and can:
        # "I can't believe that she left" marvels at what is so
        return REPORTED
    if denied and word in OPINION:
        return NOT_SO
    if word in SUPPOSING:
        return POSSIBLE
    if denied and (word not in KNOWING or (word == "know" and _is_told_now(above))):
        return POSSIBLE if word in REPORTS | KNOWING else PLAIN
    if word not in REPORTS:
        open_ = over.modality is Modality.POSSIBLE and word not in GRANTING
        return POSSIBLE if open_ and verb.i > above.i else PLAIN
    if above.dep_ in ("advcl", "acl", "relcl") and _is_ordered(above):
        return POSSIBLE
    return POSSIBLE if over.modality is Modality.POSSIBLE and not can else REPORTED


def _is_told_now(verb: "Token") -> bool:
    return any(child.dep_ == "aux" and child.lower_ == "do" for child in verb.children)


def _is_ordered(saying: "Token") -> bool:
    """Whether what it says is to be written: "Write an email saying that I left", "a letter that says I left"."""
    above = saying.head if saying.head.pos_ == "VERB" else saying.head.head
    return above.tag_ == "VB" and above.lemma_ in LETTERS


def _of_act(verb: "Token", above: "Token", over: Mood) -> Mood:
    """ "wants me to move", "helped me move", "suggested that Tom move"."""
    word = above.lemma_
    if any(child.dep_ == "mark" and child.lower_ == "that" for child in verb.children):
        return Mood(Modality.INTENDED, over.polarity) if word in ORDERING else _of_saying(verb, above, over)
    if subject_of(verb) is None or (not has_to(verb) and word in REPORTS):
        return _of_saying(verb, above, over)
    if word in LETTING:
        done = tells(over.modality)
        return Mood(polarity=over.polarity) if done else over
    if not has_to(verb):
        return _of_saying(verb, above, over)
    return Mood(Modality.INTENDED if word in WANTING else Modality.POSSIBLE, over.polarity)


def of_noun(verb: "Token") -> Mood:
    """ "a feeling that Anna left", "Rumor has it that Anna left", and not "the dream that came true"."""
    noun, subject = verb.head, subject_of(verb)
    if subject is None or subject.tag_ in ("WDT", "WP") or (verb.dep_ == "acl" and has_to(verb)):
        return PLAIN
    heard = noun.lower_ == "it" and noun.head.lemma_ == "have"
    return POSSIBLE if noun.lemma_ in THOUGHTS or heard else PLAIN
