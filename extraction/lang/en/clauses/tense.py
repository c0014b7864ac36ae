"""Whether a claim is about the past or the future: so that what was is not taken for what is."""

from typing import TYPE_CHECKING

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.modality.triggers import REMINISCING_VERBS
from extraction.lang.en.parse.tree import COMMON
from extraction.lang.en.word_lists import GIVING_UP, PACKAGE, POSTS, QUITTING, STATES, TAKING_UP
from extraction.text.lexicon import lexicon
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


_FORMER_PREFIX = "ex-"
_UNTIL = frozenset(("until", "till", "til"))
_ENDINGS = lexicon(PACKAGE, "departures").words("ending")
"""Phrases in dictionary form by which what tied subject and object is over: "left Acme", "switched from Jira"."""
_LEFT_FOR_GOOD = frozenset("wife husband girlfriend boyfriend partner fiancé fiancée team band country town".split())  # noqa: SIM905
_PARTED = frozenset(("be divorce from", "be separate from"))
"""What two are who once were one, whatever the tense."""
EXCHANGING = frozenset(("replace", "swap"))
EXCHANGED = frozenset(("with", "by", "for"))
"""Prepositions of what takes the place of an object."""
_POST_PREPOSITIONS = frozenset(("at", "with", "in"))
_FUTURE = frozenset(("future", "prospective"))


def is_future(claim: Claim) -> bool:
    """Whether the noun of a claim says that it is still to come: "my future wife"."""
    noun = _noun(claim)
    return noun is not None and any(child.lower_ in _FUTURE for child in noun.children)


def is_past(claim: Claim, *, dated: bool) -> bool:
    """Whether a claim tells of a time that is over: its words say so, or it is a state in the simple past.

    A state that is `dated` has its time by the date; a change ("moved", "joined") holds on by its result, but for one
    that ends what was ("left", "switched from").
    """
    noun = _noun(claim)
    if noun is not None and _is_former(noun):
        return True
    verb = claim.verb
    if verb.pos_ not in ("VERB", "AUX"):
        return False
    if _is_ending(claim) or (first_auxiliary(verb).tag_ == "VBD" and has_end(verb)):
        return True
    chain = claim.clause.chain if claim.clause is not None else ()
    adverbs = {child.lower_ for child in verb.children if child.dep_ == "advmod" and not any(child.children)}
    if (len(chain) > 1 and _is_ended(claim, verb.doc[chain[1]])) or adverbs & _PAST_ADVERBS:
        return True
    first = first_auxiliary(verb)
    if first.tag_ != "VBD":
        return False
    done = verb.doc[chain[-1]] if chain else verb
    if claim.lemma in _UNIONS and first.lemma_ == "be" and not dated and _has_only_duration(verb):
        return True
    is_past_state = done.lemma_ in _ENDED_STATES or (not dated and done.lemma_ in STATES)
    return bool(adverbs & _PAST_TENSE_ADVERBS) or (is_past_state and verb.lemma_ not in TAKING_UP)


def first_auxiliary(verb: "Token") -> "Token":
    """The word of a verb phrase that has its tense."""
    return min((child for child in verb.children if child.dep_ in ("aux", "auxpass")), default=verb)


def has_end(verb: "Token") -> bool:
    """Whether a clause tells until when: "until 2015", "from 2010 to 2015"."""
    if any(child.dep_ == "neg" for child in verb.children):
        return False
    for child in verb.children:
        if child.dep_ == "prep" and child.lower_ in _UNTIL:
            return True
        if child.dep_ == "prep" and child.lower_ == "from":
            dated = any(word.ent_type_ == "DATE" for word in child.children)
            if dated and any(word.lower_ in (*_UNTIL, "to") for word in (*child.children, *verb.children)):
                return True
    return False


def is_until_event(verb: "Token") -> bool:
    """Whether a denied change came about later: "didn't join Acme until 2015", and not "didn't live there until"."""
    is_past_change = first_auxiliary(verb).tag_ == "VBD" and verb.lemma_ not in STATES
    return is_past_change and any(child.dep_ == "prep" and child.lower_ in _UNTIL for child in verb.children)


def ends_at(date: "Token") -> bool:
    """Whether a date is the end of what is told, and not its start: "until 2015"."""
    return date.head.lower_ in _UNTIL or (date.head.lower_ == "to" and date.head.head.lower_ == "from")


def _is_former(noun: "Token") -> bool:
    """ "my former boss", "my ex-wife", and "ex-boss" where the tokenizer splits it."""
    if noun.lower_.startswith(_FORMER_PREFIX) or noun.lower_ == "ex":
        return True
    before = [word.lower_ for word in noun.doc[max(0, noun.i - 2) : noun.i]]
    return before == ["ex", "-"] or any(child.lower_ in _FORMER for child in noun.children)


def _is_ending(claim: Claim) -> bool:
    """Whether a claim tells that its ends parted: it happened, and is no plan or habit."""
    if not holds(claim.polarity, claim.modality):
        return False
    if claim.lemma in _PARTED:
        return True
    words = claim.lemma.split()
    is_post = words[0] in QUITTING and words[-1] in _POST_PREPOSITIONS and not POSTS.isdisjoint(words)
    # "replaced Redis with Kafka", and not "Kafka replaced Redis"
    is_exchange = (
        claim.lemma in EXCHANGING
        and claim.clause is not None
        and any(child.lower_ in EXCHANGED for child in claim.verb.children)
    )
    is_ending = claim.lemma in _ENDINGS and not _leaves_behind(claim)
    return (is_post or is_exchange or is_ending) and _has_happened(claim.verb)


def _leaves_behind(claim: Claim) -> bool:
    """ "left me her piano", "left my phone at Acme": something is given or lies there, and nobody parts from it."""
    if claim.verb.lemma_ != "leave":
        return False
    if any(child.dep_ == "dative" for child in claim.verb.children):
        return True
    is_owned = any(child.dep_ == "poss" for child in claim.object.children)
    is_post = claim.object.lemma_.lower() in POSTS or claim.object.lemma_.lower() in _LEFT_FOR_GOOD
    return is_owned and not is_post


def _has_happened(verb: "Token") -> bool:
    """ "left", "has left", "after leaving"; "I quit" has the form of the present."""
    if verb.dep_ == "pcomp" and verb.tag_ == "VBG":
        return True
    first = first_auxiliary(verb)
    if first.lemma_ == "have" and first != verb:
        return True
    return first.tag_ in ("VBD", "VBN") or (first == verb and verb.lower_ == "quit")


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
    if claim.noun is None and claim.rule.startswith(("copula", "apposition")) and claim.object.tag_ in COMMON:
        # "is a former employee"
        return claim.object
    at = claim.object
    while claim.noun is not None and at.head != at:
        if at.lemma_.lower() == claim.noun and at != claim.object:
            return at
        at = at.head
    return claim.verb if claim.noun is not None and claim.verb.pos_ == "NOUN" else None
