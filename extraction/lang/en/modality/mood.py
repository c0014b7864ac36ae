"""The mood of an English clause, its modality and polarity: what keeps a wish, a doubt or a denial from being a fact.

Cues of the clause itself decide first (`cues.py`), then the predicates that embed it (`complements.py`), its
conjunction, and the clause it depends on.
"""

from typing import TYPE_CHECKING, Final

from extraction.lang.en.modality.complements import chain_mood, complement_mood, noun_complement_mood
from extraction.lang.en.modality.cues import (
    BEFORE_QUESTIONS,
    DENIED,
    INTENDED,
    PLAIN,
    POSSIBLE,
    REPORTED,
    Mood,
    dependents,
    has_to,
    hedge_of,
    is_gerund,
    is_inverted,
    is_present,
    subject_of,
)
from extraction.lang.en.modality.triggers import (
    CHANGE_PARTICIPLES,
    CHANGE_STATES,
    COMPOSING_VERBS,
    CONDITIONALS,
    DENIAL_VERBS,
    FACTIVE_PREPOSITIONS,
    IMPLICATIVE_PHRASES,
    INTENTION_VERBS,
    OCCASIONS,
    PREVENTION_VERBS,
    REPORT_VERBS,
    SEEM_VERBS,
    SUBSTITUTION_ADVERBS,
    SUPPOSITION_VERBS,
    TEMPORAL_CONJUNCTIONS,
    TEMPORAL_PREPOSITIONS,
)
from extraction.lang.en.parse.tree import ASKING, COMMON, SUBJECTS, Tree
from extraction.lang.en.word_lists import SPEECH
from graph.model.types import Modality, Polarity, tells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Token

_DEEPEST = 6
"""Clauses above one another that are followed."""
_LEADS_UP = frozenset((*BEFORE_QUESTIONS, *",;-–—"))
"""What stands between a statement and the question that it leads up to."""
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


_MOODS: Final = "enishi.moods"
"""The key of `doc.user_data` under which the moods that were asked for lie, by verb and depth."""


def combined_polarity(*polarities: Polarity) -> Polarity:
    """Negative when any is."""
    return Polarity.NEGATIVE if Polarity.NEGATIVE in polarities else Polarity.POSITIVE


def mood_at(verb: "Token", depth: int = 0) -> Mood:
    """The mood of a verb: by the cues of its own clause, else by the clauses above it.

    It is kept with the parsed document, for claims, links and literal facts ask for the mood of the same verbs.
    """
    moods = verb.doc.user_data.setdefault(_MOODS, {})
    if (verb.i, depth) not in moods:
        moods[verb.i, depth] = _mood_at(verb, depth)
    return moods[verb.i, depth]


def _mood_at(verb: "Token", depth: int) -> Mood:
    first = verb
    while first.dep_ == "conj" and first.head.pos_ in ("VERB", "AUX"):
        first = first.head
    above = _governing_verb(first)
    above_mood = PLAIN if above is None or depth == _DEEPEST else mood_at(_leading_verb(first, above), depth + 1)
    outer = _governed_mood(first, above, above_mood)
    polarities = [chain_mood(word).polarity for word in _denied_together(verb, first)]
    return Mood(_modality(verb, first, outer), combined_polarity(*polarities, outer.polarity))


def _denied_together(verb: "Token", first: "Token") -> "Iterator[Token]":
    """A verb, and those before it whose denial is its own, too: "has never smoked or drunk"."""
    yield verb
    while verb != first and not any(child.dep_ in (*SUBJECTS, "aux") for child in verb.children):
        is_or = any(child.dep_ == "cc" and child.lower_ in ("or", "nor") for child in verb.head.children)
        is_alike = verb.tag_ == verb.head.tag_ or {verb.tag_, verb.head.tag_} == {"VBD", "VBN"}
        if not is_or or not is_alike:
            return
        verb = verb.head
        yield verb


def _modality(verb: "Token", first: "Token", outer: Mood) -> Modality:
    """The modality of one of several joined verbs: by its own cues, else by those of the first and of what is above."""
    while not _is_asked(verb):
        marked = _marked_modality(verb)
        if marked is not Modality.STATED:
            # "I'm worried that it will leak"
            is_doubted = marked is Modality.INTENDED and verb == first
            return outer.modality if is_doubted and outer.modality is Modality.POSSIBLE else marked
        if verb == first:
            return outer.modality
        # "wants to leave and move", and not "wanted to leave, and Tom moved"
        has_subject = subject_of(verb) is not None
        # "can call and set it up": no past, but a form that looks like one
        is_bare = verb.lower_ == verb.lemma_ and bool(_modals(first))
        if has_subject or _modals(verb) or (verb.tag_ in ("VBD", "VBZ") and not is_bare):
            hedge = Modality.STATED if has_subject else hedge_of(first, leading=True)
            return outer.modality if hedge is Modality.STATED else hedge
        verb = verb.head
    return Modality.ASKED


def _is_asked(verb: "Token") -> bool:
    """Whether a sentence is a question, with a question mark or without."""
    if verb.dep_ != "ROOT" and verb.head.dep_ != "ROOT":
        return False
    if _wonders(verb):
        return True
    if verb.sent[-1].text.endswith("?"):
        return not _is_before_question(verb)
    first = verb.sent[0]
    return verb.dep_ == "ROOT" and is_inverted(verb) and first.pos_ == "AUX" and first in (verb, *verb.children)


def _is_before_question(verb: "Token") -> bool:
    """Whether a verb only leads up to what its sentence asks: "I moved to Rome, can you help me find a flat?".

    Not in "You moved to Rome, didn't you?", which asks just that.
    """
    if is_inverted(verb) or any(_opens_question(word) for word in verb.doc[verb.sent.start : verb.i]):
        return False
    for word in verb.doc[verb.i + 1 : verb.sent.end]:
        if _wonders(word):
            return True
        if word.nbor(-1).lower_ not in _LEADS_UP:
            continue
        is_word = word.tag_ in ASKING and word.head.dep_ != "relcl"
        is_word = is_word and (word.nbor(-1).text == "," or word.nbor().pos_ == "AUX" or _opens_question(word))
        if is_word or (word.pos_ == "AUX" and word.nbor().pos_ == "PRON"):
            return is_word or any(behind.pos_ == "VERB" for behind in verb.doc[word.i : verb.sent.end])
    return False


def _wonders(verb: "Token") -> bool:
    """Whether somebody asks by saying so: "I'm wondering if that works"; "Anna wondered if it does" tells of her."""
    subject = subject_of(verb)
    is_own = subject is not None and subject.lower_ in ("i", "we")
    return is_own and verb.lemma_ == "wonder" and verb.tag_ in ("VBG", "VBP")


def _opens_question(word: "Token") -> bool:
    """Whether a word asks for what its sentence asks: "how do I", and not the one of "I see how it works"."""
    if word.tag_ not in ASKING:
        return False
    verb = next((above for above in (word.head, *word.head.ancestors) if above.pos_ in ("VERB", "AUX")), word)
    return is_inverted(verb) or verb.dep_ == "ROOT"


def _modals(verb: "Token") -> "list[str]":
    return [child.lemma_ for child in dependents(verb) if child.dep_ == "aux"]


def _marked_modality(verb: "Token") -> Modality:
    """The modality by the verb's own auxiliaries, adverbs and infinitive."""
    chain = chain_mood(verb).modality
    if chain is Modality.INTENDED and verb.lemma_ == "wait":
        # "I can't wait to move" is no doubt
        return chain
    modals = _modals(verb)
    if _is_unable(verb, modals):
        return Modality.STATED
    for word in modals:
        if word == "must" and (verb.lemma_ in SEEM_VERBS or "have" in modals):
            return Modality.POSSIBLE  # "must feel great", "must have left": a guess
        if word in _MODALS:
            # "Maybe Ken will join": no plan that is made
            is_doubted = _MODALS[word] is Modality.INTENDED and hedge_of(verb) is Modality.POSSIBLE
            return Modality.POSSIBLE if is_doubted else _MODALS[word]
    hedge = hedge_of(verb)
    if hedge is not Modality.STATED:
        return hedge
    planned = verb.lemma_ == "plan" and verb.tag_ not in ("VBD", "VBN")
    if planned and any(child.dep_ == "dobj" for child in verb.children):
        return Modality.INTENDED
    return Modality.INTENDED if chain is Modality.STATED and _is_planned_change(verb) else chain


def _is_unable(verb: "Token", modals: "list[str]") -> bool:
    """Whether it is stated that somebody cannot do something: "can't print labels", and not "can't be true"."""
    is_denied = any(child.dep_ == "neg" for child in verb.children)
    return modals in (["can"], ["could"]) and is_denied and verb.lemma_ not in ("be", "wait", "believe")


def _is_planned_change(verb: "Token") -> bool:
    """Whether a present progressive announces a change: "am moving to Rome", and not "am starting to like it"."""
    auxiliaries = [child for child in dependents(verb) if child.dep_ in ("aux", "auxpass")]
    changes = {word.lower_ for word in (verb, *auxiliaries)} & CHANGE_PARTICIPLES
    if not changes or not any(child.lemma_ == "be" and child.tag_ in ("VBP", "VBZ") for child in auxiliaries):
        return False
    siblings = {child.dep_: child.lower_ for child in verb.children}
    if "getting" in changes and "dobj" not in siblings:
        # "getting married", and not "getting tired"
        return not CHANGE_STATES.isdisjoint((verb.lower_, siblings.get("acomp", "")))
    return "starting" not in changes or "xcomp" not in siblings


def _governing_verb(verb: "Token") -> "Token | None":
    """The verb of the clause above, directly or through a preposition, an adjective or a noun."""
    if verb.dep_ not in ("pcomp", "ccomp", "xcomp", "advcl", "acl", "relcl"):
        return None
    above = verb.head
    while above.pos_ not in ("VERB", "AUX") and above.head != above:
        above = above.head
    return above if above.pos_ in ("VERB", "AUX") else None


def _governed_mood(verb: "Token", above: "Token | None", outer: Mood) -> Mood:
    """The mood that a clause gets from its conjunction and from the verb `above` it, whose own mood is `outer`."""
    if _is_conditional(verb):
        return POSSIBLE
    if above is None:
        # "Milo to write the guide": what somebody is to do
        is_due = verb.dep_ == "ROOT" and has_to(verb) and subject_of(verb) is not None
        return INTENDED if is_due else PLAIN
    if verb.dep_ == "pcomp":
        # "a guide on how to repair it" repairs nothing
        return _gerund_mood(verb, above, outer) if is_gerund(verb) else POSSIBLE if has_to(verb) else PLAIN
    if verb.dep_ == "advcl":
        return _purpose_mood(verb, outer)
    if verb.dep_ in ("acl", "relcl"):
        # "If I were a chef who works for Acme": what describes the predicate holds no more than it does
        is_predicate = verb.head.dep_ == "attr" and verb.head.tag_ in COMMON
        if _is_yet_to_be(verb.head) and not tells(outer.modality):
            return POSSIBLE
        return outer if is_predicate and outer != PLAIN else noun_complement_mood(verb)
    return PLAIN if verb.dep_ != "ccomp" or _is_run_on(verb) else complement_mood(verb, above, outer)


def _is_yet_to_be(noun: "Token") -> bool:
    """Whether a noun is of something that is to be made: "create a page that lists them"."""
    is_made = noun.dep_ == "dobj" and noun.head.lemma_ in COMPOSING_VERBS
    return is_made and any(child.lower_ in ("a", "an") for child in noun.children)


def _is_run_on(verb: "Token") -> bool:
    """Whether a `ccomp` is no complement but a sentence before another: "I met Tom, it seems that he left"."""
    if verb.i < verb.head.i and verb.head.lemma_ not in SPEECH | SUPPOSITION_VERBS | DENIAL_VERBS:
        return True
    return verb.i < verb.head.i and any(child.dep_ == "ccomp" and child.i > verb.head.i for child in verb.head.children)


def _is_conditional(verb: "Token") -> bool:
    """Whether a clause is a condition or lies in the future: "if I move", "Had I moved", "when I move"."""
    leading = [
        child for child in verb.children if child.dep_ in ("mark", "advmod", "prep") and _is_leading(child, verb)
    ]
    words = {child.lower_ for child in leading}
    if words & CONDITIONALS or (verb.dep_ == "advcl" and is_inverted(verb)):
        return True
    if any(child.lower_ == "in" and child.nbor(1).lower_ == "case" for child in leading):
        return True
    if verb.dep_ == "advcl" and (words & {"like", "though"}) and verb.head.lemma_ in SEEM_VERBS:
        return True
    if not is_present(verb) or verb.head.tag_ == "VBD":
        # "I missed the game when I hurt my ankle" only looks like the present
        return False
    if verb.dep_ == "relcl":
        return verb.head.lemma_ in OCCASIONS and subject_of(verb) is not None
    # "after the outage we want": a time, and no clause
    clauses = {child.lower_ for child in leading if not any(word.dep_ in ("pobj", "pcomp") for word in child.children)}
    return bool(clauses & TEMPORAL_CONJUNCTIONS) or (
        verb.dep_ == "advcl" and "as" in words and verb.head.lower_ == "soon"
    )


def _is_leading(word: "Token", verb: "Token") -> bool:
    """Whether a word precedes the subject of a clause."""
    subject = subject_of(verb)
    return word.i < (verb.i if subject is None else subject.i)


def _gerund_mood(verb: "Token", above: "Token", outer: Mood) -> Mood:
    """ "after moving", "without buying", "thinking of leaving": so, not so, or only thought of."""
    preposition, siblings = verb.head.lower_, {child.lower_ for child in verb.head.children}
    if (
        preposition == "without"
        or (preposition == "of" and siblings & SUBSTITUTION_ADVERBS)
        or (preposition == "than" and "rather" in siblings)
    ):
        return DENIED
    if preposition == "against":
        return Mood(Modality.INTENDED, Polarity.NEGATIVE)
    if preposition == "from" and above.lemma_ in PREVENTION_VERBS:
        return Mood(Modality.POSSIBLE, Polarity.NEGATIVE)
    if preposition in FACTIVE_PREPOSITIONS or (preposition == "with" and subject_of(verb) is not None):
        return PLAIN
    if above.lemma_ in INTENTION_VERBS or (above.lemma_ == "look" and preposition == "to"):
        return INTENDED
    if f"{above.lemma_} {preposition}" in IMPLICATIVE_PHRASES:
        return outer
    if (preposition in TEMPORAL_PREPOSITIONS and above.lemma_ != "insist") or (
        preposition == "for" and above.tag_ == "VBN"
    ):
        if not tells(outer.modality):
            return Mood(outer.modality)
        # "I drink coffee before leaving" tells of every day, or of what is to come
        return POSSIBLE if _is_simple_present(above) else PLAIN
    is_report = subject_of(verb) is not None and above.lemma_ in SPEECH
    return REPORTED if is_report else POSSIBLE


def _is_simple_present(verb: "Token") -> bool:
    return verb.tag_ in ("VBP", "VBZ")


def _leading_verb(verb: "Token", above: "Token") -> "Token":
    """The verb whose mood a clause takes over: "wants to make sure that it works", and not the "make" of it.

    What somebody says is told whatever leads up to the saying: "happy to announce that we won".
    """
    if verb.dep_ not in ("advcl", "ccomp") or (verb.dep_ == "ccomp" and above.lemma_ in REPORT_VERBS):
        return above
    while above.dep_ == "xcomp" and above.head.pos_ in ("VERB", "AUX"):
        above = above.head
    return above


def _purpose_mood(verb: "Token", outer: Mood) -> Mood:
    """ "will go to Rome to meet Tom", "wants to solve it using a table": meant to be, as the rest is; "can't wait for
    Anna to move" is open.
    """
    if not has_to(verb):
        is_part = verb.tag_ == "VBG" and is_gerund(verb) and subject_of(verb) is None and verb.i > verb.head.i
        # "must take the bus, living so far out" tells why
        is_part = is_part and verb.doc[verb.left_edge.i - 1].text != ","
        return Mood(outer.modality) if is_part and not tells(outer.modality) else PLAIN
    if subject_of(verb) is not None:
        return POSSIBLE
    if tells(outer.modality):
        return PLAIN if outer.polarity is Polarity.POSITIVE else POSSIBLE
    return Mood(outer.modality)


def is_outright(tree: Tree, verb: int) -> bool:
    """Whether a clause is a main clause of its sentence: alone, joined to another, or before a comma splice."""
    at = verb
    while tree.dep[at] != "ROOT":
        above = tree.head[at]
        # "My dog is called Rex, he is two": the parser hangs the first on the second
        is_run_on = tree.dep[at] == "ccomp" and at < above and tree.lemma[above] not in SPEECH
        if tree.dep[at] != "conj" and not is_run_on:
            return False
        at = above
    return True
