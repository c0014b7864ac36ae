"""Whether a statement is about what was so and need be so no longer: what keeps the past from ending the present."""

from typing import TYPE_CHECKING

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.modality.doubt import BYGONE
from extraction.lang.en.word_lists import GIVING_UP, STATES, TAKING_UP
from graph.model.types import holds

if TYPE_CHECKING:
    from spacy.tokens import Token

_FORMER = frozenset("former ex previous past onetime erstwhile late deceased".split())  # noqa: SIM905
"""Words before a noun that say it is one no longer."""
_FORMERLY = frozenset(("formerly", "previously"))
_ONCE = frozenset(("once", "before", "earlier"))
"""Adverbs that say so beside a verb in the past alone."""

_UNITED = frozenset(("be marry to", "be engage to"))
"""What two were to each other where no word tells of a wedding: "were married", "were married for ten years"."""
_LASTED = frozenset(("for", "until", "till", "before", "from"))
_OVER = frozenset(("date",))
"""States that are over when they are told in the simple past, dated or not: "I dated Mia in 2019"."""


_TO_BE = frozenset(("future", "prospective"))


def is_to_be(claim: Claim) -> bool:
    """Whether the noun of a claim says that it is still to come: "my future wife"."""
    noun = _noun(claim)
    return noun is not None and any(child.lower_ in _TO_BE for child in noun.children)


def is_past(claim: Claim, *, dated: bool) -> bool:
    """Whether a claim tells of a time that is over: its words say so, or it is a state in the simple past.

    A state that is `dated` stands in time by its date; a change ("moved", "joined") goes on in what it brought about.
    """
    noun = _noun(claim)
    if noun is not None and any(child.lower_ in _FORMER for child in noun.children):
        return True
    verb = claim.verb
    if verb.pos_ not in ("VERB", "AUX"):
        return False
    chain = claim.clause.chain if claim.clause is not None else ()
    adverbs = {child.lower_ for child in verb.children if child.dep_ == "advmod" and not any(child.children)}
    if (len(chain) > 1 and _is_no_more(claim, verb.doc[chain[1]])) or adverbs & _FORMERLY:
        return True
    first = min((child for child in verb.children if child.dep_ in ("aux", "auxpass")), default=verb)
    if first.tag_ != "VBD":
        return False
    done = verb.doc[chain[-1]] if chain else verb
    if claim.lemma in _UNITED and first.lemma_ == "be" and not dated and _lasted(verb):
        return True
    was = done.lemma_ in _OVER or (not dated and done.lemma_ in STATES)
    return bool(adverbs & _ONCE) or (was and verb.lemma_ not in TAKING_UP)


def _is_no_more(claim: Claim, done: "Token") -> bool:
    """ "used to work", "stopped working", "miss living", and neither "stopped to work" nor "can't stop working"."""
    if claim.verb.lemma_ == "use":
        return True
    over = claim.verb.lemma_ in GIVING_UP or (claim.verb.lemma_ in BYGONE and done.lemma_ in STATES)
    return over and done.tag_ == "VBG" and holds(claim.polarity, claim.modality)


def _lasted(verb: "Token") -> bool:
    """Whether nothing beside a verb but how long it was so tells of the day on which it came to be."""
    return all(child.lower_ in _LASTED for child in verb.children if child.dep_ in ("prep", "agent"))


def _noun(claim: Claim) -> "Token | None":
    """The noun through which a claim relates its ends."""
    named = next((child for child in claim.verb.children if child.lemma_.lower() == claim.noun), None)
    if claim.noun is not None and named is not None and named.dep_ == "nsubj":
        # "My future husband is Tom"
        return named
    at = claim.object
    while claim.noun is not None and at.head != at:
        if at.lemma_.lower() == claim.noun and at != claim.object:
            return at
        at = at.head
    return claim.verb if claim.noun is not None and claim.verb.pos_ == "NOUN" else None
