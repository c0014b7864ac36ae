"""Whether a claim is about the past or the future: so that what was is not taken for what is."""

from typing import TYPE_CHECKING

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.modality.triggers import REMINISCING_VERBS
from extraction.lang.en.word_lists import GIVING_UP, STATES, TAKING_UP
from graph.model.types import holds

if TYPE_CHECKING:
    from spacy.tokens import Token

_FORMER = frozenset("former ex previous past onetime erstwhile late deceased".split())  # noqa: SIM905
"""Words before a noun that say that it holds no longer: "my former boss"."""
_PAST_ADVERBS = frozenset(("formerly", "previously"))
_PAST_TENSE_ADVERBS = frozenset(("once", "before", "earlier"))
"""Adverbs that say so only beside a verb in the past tense."""

_UNIONS = frozenset(("be marry to", "be engage to"))
"""What two were to each other where no word tells of a wedding: "were married", "were married for ten years"."""
_DURATION_PREPOSITIONS = frozenset(("for", "until", "till", "before", "from"))
_ENDED_STATES = frozenset(("date",))
"""States that are over when they are told in the simple past, dated or not: "I dated Mia in 2019"."""


_FUTURE = frozenset(("future", "prospective"))


def is_future(claim: Claim) -> bool:
    """Whether the noun of a claim says that it is still to come: "my future wife"."""
    noun = _noun(claim)
    return noun is not None and any(child.lower_ in _FUTURE for child in noun.children)


def is_past(claim: Claim, *, dated: bool) -> bool:
    """Whether a claim tells of a time that is over: its words say so, or it is a state in the simple past.

    A state that is `dated` has its time by the date; a change ("moved", "joined") holds on by its result.
    """
    noun = _noun(claim)
    if noun is not None and any(child.lower_ in _FORMER for child in noun.children):
        return True
    verb = claim.verb
    if verb.pos_ not in ("VERB", "AUX"):
        return False
    chain = claim.clause.chain if claim.clause is not None else ()
    adverbs = {child.lower_ for child in verb.children if child.dep_ == "advmod" and not any(child.children)}
    if (len(chain) > 1 and _is_ended(claim, verb.doc[chain[1]])) or adverbs & _PAST_ADVERBS:
        return True
    first = min((child for child in verb.children if child.dep_ in ("aux", "auxpass")), default=verb)
    if first.tag_ != "VBD":
        return False
    done = verb.doc[chain[-1]] if chain else verb
    if claim.lemma in _UNIONS and first.lemma_ == "be" and not dated and _has_only_duration(verb):
        return True
    is_past_state = done.lemma_ in _ENDED_STATES or (not dated and done.lemma_ in STATES)
    return bool(adverbs & _PAST_TENSE_ADVERBS) or (is_past_state and verb.lemma_ not in TAKING_UP)


def _is_ended(claim: Claim, done: "Token") -> bool:
    """ "used to work", "stopped working", "miss living", and neither "stopped to work" nor "can't stop working"."""
    if claim.verb.lemma_ == "use":
        return True
    is_over = claim.verb.lemma_ in GIVING_UP or (claim.verb.lemma_ in REMINISCING_VERBS and done.lemma_ in STATES)
    return is_over and done.tag_ == "VBG" and holds(claim.polarity, claim.modality)


def _has_only_duration(verb: "Token") -> bool:
    """Whether nothing beside a verb but how long it was so tells of the day on which it came to be."""
    return all(child.lower_ in _DURATION_PREPOSITIONS for child in verb.children if child.dep_ in ("prep", "agent"))


def _noun(claim: Claim) -> "Token | None":
    """The noun through which a claim relates its ends."""
    as_subject = next((child for child in claim.verb.children if child.lemma_.lower() == claim.noun), None)
    if claim.noun is not None and as_subject is not None and as_subject.dep_ == "nsubj":
        # "My future husband is Tom"
        return as_subject
    at = claim.object
    while claim.noun is not None and at.head != at:
        if at.lemma_.lower() == claim.noun and at != claim.object:
            return at
        at = at.head
    return claim.verb if claim.noun is not None and claim.verb.pos_ == "NOUN" else None
