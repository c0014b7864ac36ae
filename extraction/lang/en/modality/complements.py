"""The mood of complements, by the predicate that embeds them: "managed to buy", "forgot to buy", "Tom denied that".

Infinitives and gerunds are factual behind a closed list of implicative verbs, behind every other verb only possible;
finite clauses are somebody's word, a thought, or presupposed.
"""

from typing import TYPE_CHECKING

from extraction.lang.en.modality.cues import (
    DENIED,
    INTENDED,
    PLAIN,
    POSSIBLE,
    POSSIBLY_NOT,
    REPORTED,
    Mood,
    has_to,
    is_denied,
    is_inverted,
    subject_of,
)
from extraction.lang.en.modality.triggers import (
    CAUSATIVE_VERBS,
    CERTAINTY_ADJECTIVES,
    COMPOSING_VERBS,
    DENIAL_VERBS,
    DESIRE_VERBS,
    DIRECTIVE_PASSIVES,
    EMOTIVE_ADJECTIVES,
    FALSITY_ADJECTIVES,
    IMPLICATIVE_ADJECTIVES,
    IMPLICATIVE_VERBS,
    IMPROBABILITY_ADJECTIVES,
    INTENTION_VERBS,
    MEMORY_VERBS,
    NEG_RAISING_VERBS,
    NEGATION_HOLES,
    NEGATIVE_VERBS,
    OBLIGATION_VERBS,
    OMISSION_VERBS,
    ORDER_VERBS,
    PRESUPPOSING_VERBS,
    PROSPECTIVE_ADJECTIVES,
    PROSPECTIVE_PASSIVES,
    REPORT_VERBS,
    REPORTIVE_PASSIVES,
    SEMI_FACTIVE_VERBS,
    SUPPOSITION_VERBS,
    THOUGHT_NOUNS,
    TRUTH_ADJECTIVES,
    UNCERTAINTY_ADJECTIVES,
)
from extraction.lang.en.word_lists import GIVING_UP, STATES
from graph.model.types import Modality, Polarity, tells

if TYPE_CHECKING:
    from spacy.tokens import Token

_LONGEST = 6
"""Verbs of a chain that are followed."""


def chain_mood(verb: "Token") -> Mood:
    """The mood of a verb with its infinitives or gerunds as one predicate: "didn't manage to buy" is denied."""
    modality, denied = Modality.STATED, is_denied(verb)
    for _ in range(_LONGEST):
        adjective, inner = _embedded_verb(verb)
        if inner is None:
            break
        if adjective is None:
            mood = _after_verb(verb, inner, denied)
        else:
            mood = _after_adjective(verb, adjective, inner, denied)
        modality = mood.modality if modality is Modality.STATED else modality
        denied = (mood.polarity is Polarity.NEGATIVE) is not is_denied(inner)
        verb = inner
    return Mood(modality, Polarity.NEGATIVE if denied else Polarity.POSITIVE)


def _embedded_verb(verb: "Token") -> "tuple[Token | None, Token | None]":
    """The open complement of a verb, and the adjective between them: "want to leave", "is happy to leave"."""
    adjectives = [child for child in verb.children if child.dep_ == "acomp"]
    for through in (None, *adjectives):
        for child in (verb if through is None else through).children:
            if child.dep_ == "xcomp" and child.pos_ in ("VERB", "AUX"):
                has_object = any(sibling.dep_ == "dobj" for sibling in verb.children)
                is_separate = (has_object and verb.lemma_ not in INTENTION_VERBS | OBLIGATION_VERBS) or any(
                    "subj" in grandchild.dep_ for grandchild in child.children
                )
                return (None, None) if is_separate else (through, child)
    return None, None


def _after_verb(verb: "Token", inner: "Token", denied: bool) -> Mood:
    """The mood that a verb gives to its complement: it may reverse a denial ("didn't fail to") or keep it to itself."""
    lemma, gerund = verb.lemma_, inner.tag_ == "VBG"
    if lemma == "wait" and denied:
        # "I can't wait to move"
        return INTENDED
    if lemma in NEGATIVE_VERBS and not (gerund and lemma in MEMORY_VERBS - {"deny"}):
        if denied:
            return PLAIN if lemma in OMISSION_VERBS else POSSIBLE
        # who denies it may have done it all the same
        return POSSIBLY_NOT if lemma == "deny" else DENIED
    if lemma in NEGATION_HOLES and denied and (lemma in GIVING_UP or inner.lemma_ in STATES):
        return POSSIBLY_NOT
    return Mood(_chain_modality(verb, inner), Polarity.NEGATIVE if denied else Polarity.POSITIVE)


def _chain_modality(verb: "Token", inner: "Token") -> Modality:
    lemma, gerund = verb.lemma_, inner.tag_ == "VBG"
    if lemma in OBLIGATION_VERBS or (lemma == "get" and not gerund and _is_perfect(verb)):
        return Modality.OBLIGATORY
    if lemma in INTENTION_VERBS or (lemma == "go" and verb.tag_ == "VBG"):
        return Modality.STATED if gerund and lemma in ("volunteer", "mean", "try") else Modality.INTENDED
    if lemma == "be":
        if gerund:
            return Modality.STATED
        # "were I to move", "am to move"
        return Modality.POSSIBLE if is_inverted(verb) else Modality.INTENDED
    if _is_passive(verb):
        if lemma in REPORTIVE_PASSIVES:
            return Modality.REPORTED
        if lemma in PROSPECTIVE_PASSIVES and any(child.tag_ in ("VBZ", "VBP") for child in verb.children):
            return Modality.INTENDED
        return Modality.POSSIBLE if lemma in DIRECTIVE_PASSIVES else Modality.STATED
    return Modality.STATED if lemma in IMPLICATIVE_VERBS or (gerund and lemma in MEMORY_VERBS) else Modality.POSSIBLE


def _is_perfect(verb: "Token") -> bool:
    """ "I've got to leave", and not "I got to meet her"."""
    return any(child.dep_ == "aux" and child.lemma_ == "have" for child in verb.children)


def _is_passive(verb: "Token") -> bool:
    return (verb.tag_ == "VBN" and verb.dep_ == "acl") or any(
        child.dep_ in ("auxpass", "nsubjpass") for child in verb.children
    )


def _after_adjective(verb: "Token", adjective: "Token", inner: "Token", denied: bool) -> Mood:
    """ "is likely to leave", "was happy to meet her", "is too busy to come"."""
    word = adjective.lower_
    if word == "unable" or any(child.lower_ == "too" for child in adjective.children):
        return POSSIBLE if denied else DENIED
    polarity = Polarity.NEGATIVE if denied else Polarity.POSITIVE
    if word in IMPLICATIVE_ADJECTIVES or inner.tag_ == "VBG":
        return Mood(polarity=polarity)
    happened = verb.tag_ == "VBD" or inner.lemma_ in STATES or any(child.lower_ == "have" for child in inner.children)
    if word in EMOTIVE_ADJECTIVES and happened:
        return POSSIBLY_NOT if denied else PLAIN
    return Mood(Modality.INTENDED if word in PROSPECTIVE_ADJECTIVES else Modality.POSSIBLE, polarity)


def complement_mood(verb: "Token", above: "Token", outer: Mood) -> Mood:
    """The mood of a clause that is the object of the verb `above`, whose own mood is `outer`."""
    adjective = _governing_adjective(verb, above)
    if adjective is not None:
        return _adjective_complement(adjective.lower_, outer)
    if above.lemma_ == "be":
        subject = subject_of(above)
        is_thought = subject is not None and subject.lemma_ in THOUGHT_NOUNS
        return POSSIBLE if is_thought or outer.modality is Modality.POSSIBLE else PLAIN
    if not has_to(verb) and verb.tag_ not in ("VB", "VBG", "VBN"):
        return _finite_complement(verb, above, outer)
    return _act_complement(verb, above, outer)


def _governing_adjective(verb: "Token", above: "Token") -> "Token | None":
    """ "I'm not sure Anna left", "It's not true that Anna left"."""
    if verb.head.dep_ == "acomp":
        return verb.head
    adjectives = [child for child in above.children if child.dep_ == "acomp" and child.i < verb.i]
    return adjectives[0] if adjectives and above.lemma_ == "be" and verb.i > above.i else None


def _adjective_complement(word: str, outer: Mood) -> Mood:
    denied = outer.polarity is Polarity.NEGATIVE
    if word in TRUTH_ADJECTIVES | FALSITY_ADJECTIVES and outer.modality is Modality.STATED:
        return DENIED if denied is (word in TRUTH_ADJECTIVES) else PLAIN
    if word in IMPROBABILITY_ADJECTIVES:
        return POSSIBLE if denied else POSSIBLY_NOT
    if word in UNCERTAINTY_ADJECTIVES or (denied and word in CERTAINTY_ADJECTIVES):
        return POSSIBLE
    is_assessed = word in TRUTH_ADJECTIVES | FALSITY_ADJECTIVES | CERTAINTY_ADJECTIVES
    return POSSIBLE if is_assessed and not tells(outer.modality) else PLAIN


def _finite_complement(verb: "Token", above: "Token", outer: Mood) -> Mood:
    """ "I think that", "Tom denied that", "I never said that": a clause with a tense of its own."""
    word, denied = above.lemma_, outer.polarity is Polarity.NEGATIVE
    if above.lower_ == "considering":
        return PLAIN
    if word in DENIAL_VERBS:
        return POSSIBLE if denied else POSSIBLY_NOT
    has_can = any(child.lower_ in ("can", "ca") for child in above.children)
    if denied and word == "believe" and has_can:
        # "I can't believe that she left" marvels at what is so
        return REPORTED
    if denied and word in NEG_RAISING_VERBS:
        return POSSIBLY_NOT
    if word in SUPPOSITION_VERBS:
        return POSSIBLE
    if verb.tag_ in ("VBD", "VBN") and any(child.tag_ == "WRB" and child.i < verb.i for child in verb.children):
        return PLAIN  # "want to see how it improved": it did
    if denied and (word not in PRESUPPOSING_VERBS or (word == "know" and _has_auxiliary(above))):
        return POSSIBLE if word in REPORT_VERBS | PRESUPPOSING_VERBS else PLAIN
    if word in ORDER_VERBS - REPORT_VERBS and verb.tag_ == "VBP":
        return Mood(Modality.INTENDED, outer.polarity)  # "requested I leave early"
    if word not in REPORT_VERBS:
        is_open = not tells(outer.modality) and word not in SEMI_FACTIVE_VERBS
        return POSSIBLE if is_open and verb.i > above.i else PLAIN
    if above.dep_ in ("advcl", "acl", "relcl") and _is_ordered(above):
        return POSSIBLE
    return POSSIBLE if outer.modality is Modality.POSSIBLE and not has_can else REPORTED


def _has_auxiliary(verb: "Token") -> bool:
    return any(child.dep_ == "aux" and child.lower_ == "do" for child in verb.children)


def _is_ordered(saying: "Token") -> bool:
    """Whether what it says is to be written: "Write an email saying that I left", "a letter that says I left"."""
    above = saying.head if saying.head.pos_ == "VERB" else saying.head.head
    return above.tag_ == "VB" and above.lemma_ in COMPOSING_VERBS


def _act_complement(verb: "Token", above: "Token", outer: Mood) -> Mood:
    """ "wants me to move", "helped me move", "suggested that Tom move"."""
    word = above.lemma_
    if any(child.dep_ == "mark" and child.lower_ == "that" for child in verb.children):
        if word in ORDER_VERBS:
            return Mood(Modality.INTENDED, outer.polarity)
        return _finite_complement(verb, above, outer)
    if word in DESIRE_VERBS and verb.tag_ == "VBN" and not has_to(verb):
        return Mood(Modality.INTENDED, outer.polarity)  # "wants the data kept in Oregon"
    if subject_of(verb) is None or (not has_to(verb) and word in REPORT_VERBS):
        return _finite_complement(verb, above, outer)
    if word in CAUSATIVE_VERBS:
        if above.dep_ == "ROOT" and above.tag_ == "VB" and subject_of(above) is None:
            return Mood(Modality.INTENDED, outer.polarity)  # "Let Ken join"
        return Mood(polarity=outer.polarity) if tells(outer.modality) else outer
    if not has_to(verb):
        return _finite_complement(verb, above, outer)
    return Mood(Modality.INTENDED if word in DESIRE_VERBS else Modality.POSSIBLE, outer.polarity)


def noun_complement_mood(verb: "Token") -> Mood:
    """ "a feeling that Anna left", "Rumor has it that Anna left", and not "the dream that came true"."""
    noun, subject = verb.head, subject_of(verb)
    if subject is None or subject.tag_ in ("WDT", "WP") or (verb.dep_ == "acl" and has_to(verb)):
        return PLAIN
    is_rumour = noun.lower_ == "it" and noun.head.lemma_ == "have"
    return POSSIBLE if noun.lemma_ in THOUGHT_NOUNS or is_rumour else PLAIN
