"""What holds of somebody for good and what only for a time: individual-level and stage-level predicates.

"I'm vegetarian" and "has asthma" are facts about a person; "is hungry", "is vegan today", "is so bipolar" are none.
The word lists are in `lexicon/salience.tsv`.
"""

import re
from typing import TYPE_CHECKING, Final

from extraction.lang.en.dates.calendar import WEEKDAY_NAMES
from extraction.lang.en.modality.triggers import APPROXIMATORS, CONDITIONALS, DREAM_NOUNS
from extraction.lang.en.parse.tree import COMMON, Tree
from extraction.names.label_confidence import GROUP
from extraction.text.lexicon import lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Token

_words = lexicon("extraction.lang.en", "salience").words

AILMENTS: Final = _words("ailment")
"""What people live with; who has it tells of themselves and not of a day."""
COMPLEMENT_NOUNS: Final = _words("complement_noun")
"""Nouns that say little without their complement: "an allergy to penicillin", "a degree in physics"."""
LASTING: Final = _words("lasting_adjective")
"""Adjectives of what somebody is for good, or until their life changes. A closed list: those of moods are endless."""
CALLINGS: Final = _words("calling")
"""What somebody is by trade, faith or fate, beside the kinds of people that the lexicon knows."""
BREEDS: Final = _words("breed")
"""What a dog or a cat is."""
TRAIT: Final = "trait"
"""The rule of a claim whose object is an adjective."""
_MEDICINES: Final = _words("medicine")
_MEDICAL_ENDINGS: Final = re.compile(
    r"(?!nostalgia)\w\w+(?:itis|algia|phobia|plegia|iasis|thyroidism"
    r"|formin|statin|pril|sartan|olol|prazole|oxetine|traline|opram|azepam|zolam|cillin|mycin|floxacin|profen|xaban"
    r"|gliptin|gliflozin|glutide|triptan|thyroxine)s?"
)
"""Endings by which medicine names ailments, and the stems that the WHO gives to the names of medicines."""
_IMPAIRMENTS: Final = _words("impairment")
"""Adjectives of what somebody's body cannot do with what stands before them: "lactose intolerant", "color blind"."""
_MODIFIERS: Final = ("amod", "compound", "nmod", "npadvmod")
_COMPLEMENTED: Final = ("to", "in", "about", "with")
"""Prepositions behind which an adjective says something else: "blind to it", "engaged in research"."""

_DAYS: Final = frozenset(("today", "tonight", "tomorrow", "yet"))
_DAY_NAMES: Final = frozenset(WEEKDAY_NAMES) | {f"{day}s" for day in WEEKDAY_NAMES} | {"weekend", "weekends"}
_BEFORE_NOW: Final = frozenset(("right", "just", "for"))
"""Words before "now" by which it will be over soon; "is vegan now" tells what somebody has become."""
_PARTS_OF_TIME: Final = frozenset(("morning", "afternoon", "evening", "week", "weekend", "month"))
_CASE_CONJUNCTIONS: Final = CONDITIONALS | {"when", "whenever"}
_HEDGES: Final = APPROXIMATORS | {
    *("practically", "basically", "virtually", "essentially", "technically", "kinda", "sorta", "somewhat")
}
_COPULA_HEDGES: Final = _HEDGES | {"mostly", "so", "much"}
"""Hedges of what somebody is: who loves it "so much" loves it."""
_KIND_OF: Final = frozenset(("sort", "kind"))
_CIRCUMSTANCES: Final = _words("circumstance")
"""Adverbs that a denial is of, where there is one: "don't work there full-time"."""
_RECURRING: Final = _words("recurring_time") | {day.removesuffix("s") for day in _DAY_NAMES}
_TERMS: Final = _words("term")
_CIRCUMSTANCE_PREPOSITIONS: Final = frozenset(("as", "without", "with", "because", "by"))
_RESTRICTIONS: Final = frozenset(("without", "after"))
_LASTING_OBJECTS: Final = frozenset(("year", "month", "week", "decade", "life", "age", "while", "reason"))
"""What somebody is something "for" without being it any less."""
_FICTION: Final = DREAM_NOUNS | {
    *("novel", "book", "film", "movie", "story", "play", "show", "series", "game", "comic", "poem", "script")
}
_OTHER_CLAUSES: Final = ("conj", "ccomp", "relcl", "parataxis", "advcl", "nsubj")


def is_medical(noun: str) -> bool:
    """Whether a noun in its dictionary form names what ails somebody, or what they take for it."""
    return noun in AILMENTS or noun in _MEDICINES or _MEDICAL_ENDINGS.fullmatch(noun) is not None


def is_trait(tree: Tree, verb: int, adjective: int) -> bool:
    """Whether an adjective behind "be" tells what somebody is for good: "I'm vegetarian", "is lactose intolerant".

    By the word, by what stands before it ("color blind"), or by its capital, which English gives to origin and faith.
    """
    if tree.lemma[verb] != "be" or is_restricted(tree.doc[adjective]) or is_stage_level(tree.doc[verb]):
        return False
    if any(tree.lower[preposition] in _COMPLEMENTED for preposition in tree.labelled(adjective, "prep")):
        return False
    word = tree.lower[adjective]
    return (
        word in LASTING
        or (word in _IMPAIRMENTS and trait_start(tree, adjective) < adjective)
        or is_group(tree, adjective)
    )


def trait_start(tree: Tree, adjective: int) -> int:
    """Where a trait begins: at the noun before an adjective of an impairment ("lactose intolerant"), else at itself."""
    before = adjective - 1
    modified = before in tree.labelled(adjective, *_MODIFIERS) and tree.lower[adjective] in _IMPAIRMENTS
    return before if modified and tree.tag[before] in (*COMMON, "JJ") else adjective


def is_group(tree: Tree, adjective: int) -> bool:
    """Whether an adjective with a capital tells of origin or faith: "Japanese", "Catholic"."""
    token = tree.doc[adjective]
    return token.ent_type_ == GROUP and token.shape_.startswith("Xx") and tree.tag[adjective] == "JJ"


def is_temporary(verb: "Token") -> bool:
    """Whether a clause holds for a day or in a case: "hates it today", "right now", "on Fridays", "when I ask"."""
    for word in _within_clause(verb):
        text = word.lower_
        if text in _DAYS or (text == "now" and word.i > 0 and word.nbor(-1).lower_ in _BEFORE_NOW):
            return True
        if (
            word.dep_ == "npadvmod"
            and text in _PARTS_OF_TIME
            and any(child.lower_ == "this" for child in word.children)
        ):
            return True
        if word.dep_ == "pobj" and (text == "moment" or (text in _DAY_NAMES and word.head.lower_ == "on")):
            return True
    clauses = (child for child in verb.subtree if child.dep_ == "advcl" and child.i > verb.i)
    return any(word.lower_ in _CASE_CONJUNCTIONS for clause in clauses for word in clause.children)


def is_restricted_denial(verb: "Token") -> bool:
    """Whether a denial is of when, how or with what something is done: "don't work at Google on Fridays"."""
    done = _last_of_chain(verb)
    return any(is_temporary(word) or any(map(_is_circumstance, word.children)) for word in {verb, done})


def _last_of_chain(verb: "Token") -> "Token":
    """ "work" in "don't have to work at Google on Fridays"."""
    for child in verb.children:
        if child.dep_ == "xcomp" and child.pos_ == "VERB":
            return _last_of_chain(child)
    return verb


def _is_circumstance(child: "Token") -> bool:
    if child.dep_ == "advmod":
        return child.lower_ in _CIRCUMSTANCES
    if child.dep_ == "npadvmod":
        return any(word.lower_ in ("every", "each", "all", "full", "part") for word in child.children)
    if child.dep_ != "prep" or not any(
        sibling.i < child.i for sibling in child.head.children if _is_complement(sibling)
    ):
        return False
    below = list(child.children)
    words = {word.lower_.removesuffix("s") for word in below if word.dep_ in ("pobj", "pcomp")}
    if child.lower_ in _CIRCUMSTANCE_PREPOSITIONS:
        return True
    if child.lower_ in ("in", "at", "on", "during"):
        return bool(words & _RECURRING)
    return child.lower_ in ("for", "from") and bool(words & _TERMS)


def _is_complement(word: "Token") -> bool:
    return word.dep_ in ("dobj", "attr", "acomp") or word.dep_ == "prep"


def is_stage_level(be: "Token") -> bool:
    """Whether "be" in this clause tells what somebody is for the moment, loosely, or in a story."""
    return is_temporary(be) or is_restricted(be) or is_approximate(be) or is_fictional(be)


def is_approximate(verb: "Token") -> bool:
    """Whether a clause is approximated, hedged or exaggerated: "was almost a priest", "is so bipolar"."""
    hedges = _COPULA_HEDGES if verb.lemma_ == "be" else _HEDGES
    for word in _within_clause(verb):
        if word.dep_ == "advmod" and (word.lower_ in hedges or (word.lower_ in _KIND_OF and _precedes_of(word))):
            return True
        if word.lower_ in _KIND_OF and word.dep_ == "npadvmod":
            return True
    return False


def is_restricted(head: "Token") -> bool:
    """Whether a verb or an adjective holds without, after or for something: "blind without my glasses"."""
    for child in head.children:
        if child.dep_ != "prep":
            continue
        lasting = any(word.lemma_.lower() in _LASTING_OBJECTS for word in child.children)
        if child.lower_ in _RESTRICTIONS or (child.lower_ == "for" and not lasting):
            return True
    return False


def is_fictional(verb: "Token") -> bool:
    """Whether a clause tells a story: "In the novel my father is a spy"."""
    return any(
        child.lower_ == "in" and any(word.lemma_.lower() in _FICTION for word in child.children)
        for child in verb.children
        if child.dep_ == "prep"
    )


def _precedes_of(word: "Token") -> bool:
    return word.i + 1 < len(word.doc) and word.nbor(1).lower_ == "of"


def _within_clause(verb: "Token") -> "Iterator[Token]":
    """The words below a verb without its subject and without other clauses."""
    pending = [child for child in verb.children if child.dep_ not in _OTHER_CLAUSES]
    while pending:
        word = pending.pop()
        yield word
        pending += [child for child in word.children if child.dep_ not in _OTHER_CLAUSES]
