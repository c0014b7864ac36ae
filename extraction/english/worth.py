"""Which common noun is worth a node for what is said of it: most say too little, are pointed at, or are another's."""

from collections.abc import Set
from typing import TYPE_CHECKING, Final

from extraction.english.beginnings import HAD
from extraction.english.called import HAVING
from extraction.english.claim import Claim
from extraction.english.doubt import INTENT
from extraction.english.lasting import LASTING, UNFINISHED, is_medical
from extraction.english.lexicon import CARING, KINDS, LIGHT_VERBS, LIKING, PETS, STATES, TRAITS
from extraction.english.relations import FAMILY, FRIENDS, PERSONAL, SOMEBODY, binds_things
from extraction.english.tree import COMMON, PROPER, Tree
from extraction.labels import PRODUCT
from extraction.speakers import SEVERAL
from graph.model import EntityType, Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

OWN: Final = "one's own"
"""A reason of a common noun that is somebody by what they are to the one who speaks."""

_POINTING = frozenset("the this that these those your their its such what which".split())  # noqa: SIM905
_NEAR = FAMILY | FRIENDS
_GENERIC = ("VBP", "VBZ", "MD")
_PASSING = (EntityType.EVENT, EntityType.TASK)
_LIVED = STATES | {"learn"}
"""Verbs that tell of a life in the past and under way, too: "is learning Greek", and not "is watching a film"."""
_WISHES = INTENT | {"need"}
_TREATED = frozenset(("be on", "treat for"))
"""What tells of a medicine or an ailment with its preposition as much as a verb alone."""
_TELLING = ("object", "copula", "passive", "attribute", "adjective", "trait")
_REGULARLY = frozenset(("daily", "nightly", "weekly"))
_EACH = frozenset(("every", "each"))
_DIRECT = ("object", "copula", "passive", "agent", "attribute")
_BINDING = ("object", "passive", "preposition")


def is_own(tree: Tree, noun: int, selves: Set[int]) -> bool:
    """Whether a noun is somebody, or an animal, of the one who speaks: "my dad", "our landlord", "my cat".

    `selves` are the places of the words for the speaker alone.
    """
    if tree.tag[noun] not in COMMON or tree.lemma[noun].lower() not in SOMEBODY | PETS:
        return False
    return any(one in selves or tree.lower[one] in SEVERAL for one in tree.labelled(noun, "poss"))


def is_anothers(tree: Tree, noun: int, selves: Set[int]) -> bool:
    """Whether a noun is the relative or friend of a named one: "Jenny's husband" is not every husband."""
    owners = tree.labelled(noun, "poss") if tree.lemma[noun].lower() in _NEAR else ()
    return any(tree.tag[one] in PROPER and one not in selves for one in owners)


def worth_two(claim: Claim) -> bool:
    """Whether a claim between two common nouns says enough: what causes, needs or belongs to what."""
    return claim.rule.split("+")[0] in _BINDING and binds_things(claim.core)


def tells_of_own(claim: Claim) -> bool:
    """Whether a claim tells what somebody of one's own is, has or does for good, and not what they did in passing.

    Told outright, in the simple present or by a verb of what lasts; what they cannot do counts as that.
    """
    rule, _, found = claim.rule.partition("+")
    if found not in ("", "carried") or not _is_settled(claim):
        return False
    if rule not in _TELLING and claim.core not in CARING | _TREATED:
        return False
    if rule == "copula":
        return _agrees(claim)
    if claim.core in LIGHT_VERBS and KINDS.get(claim.object.lemma_.lower()) in _PASSING:
        # "my brother has a meeting"
        return False
    chain = claim.clause.chain if claim.clause is not None else ()
    if (len(chain) > 1 and claim.verb.lemma_ not in LIKING) or claim.core in _WISHES:
        return False
    aux = [child.tag_ for child in claim.verb.children if child.dep_ in ("aux", "auxpass")]
    passing = claim.verb.tag_ in ("VBG", "VBN") or (aux[0] if aux else claim.verb.tag_) not in _GENERIC
    return not passing or claim.verb.lemma_ in _LIVED or is_medical(claim.object.lemma_.lower())


def _agrees(claim: Claim) -> bool:
    """Whether somebody is "a teacher" or several are "teachers"; else the parser took part of an adjective for it."""
    if claim.object.tag_ == "NNS" or claim.object.lower_ in LASTING:
        return True
    return claim.subject.tag_ == "NN" and any(child.lower_ in ("a", "an") for child in claim.object.children)


def _is_settled(claim: Claim) -> bool:
    """Whether it is told as so, or as what somebody cannot do."""
    return _is_out_of_reach(claim) or claim.modality in (Modality.STATED, Modality.REPORTED)


def is_poor(token: "Token", claim: Claim, *, several: bool) -> bool:
    """Whether a noun is too little: far from the verb, pointed at ("the color"), half of an idiom.

    `several` tells that it is a compound, which says more.
    """
    noun = token.lemma_.lower()
    if several or noun in KINDS or binds_things(claim.core) or _is_trait(claim):
        return False
    if claim.core in CARING and "+" not in claim.rule:
        # "super dry skin" is not what "skin" says
        return any(child.lower_ in _POINTING or child.dep_ == "amod" for child in token.children)
    if any(child.lower_ in _POINTING for child in token.children if not _is_played(child, claim)):
        return True
    if claim.noun in UNFINISHED or (is_medical(noun) and claim.core in _TREATED):
        return False
    if claim.rule.split("+")[0] not in _DIRECT:
        return True
    light = claim.core in LIGHT_VERBS and claim.object.ent_type_ != PRODUCT
    return light and not (is_medical(noun) or is_kin(token, claim) or _is_had(noun, claim) or _is_habit(claim))


def _is_habit(claim: Claim) -> bool:
    """Whether somebody does it again and again: "I do yoga every day", which tells how they live."""
    if claim.clause is None or claim.verb.tag_ not in ("VBP", "VBZ"):
        return False
    beside = [child for child in claim.verb.children if child.dep_ in ("npadvmod", "advmod")]
    return any(one.lower_ in _REGULARLY or any(child.lower_ in _EACH for child in one.children) for one in beside)


def is_kin(token: "Token", claim: Claim) -> bool:
    """Whether a noun is who somebody has: "I have three kids"."""
    return token.i == claim.object.i and claim.core in HAVING and token.lemma_.lower() in PERSONAL


def _is_had(noun: str, claim: Claim) -> bool:
    """Whether it is of what people have for long, or must not have: "has a beard", "can't have dairy"."""
    return claim.core == "have" and (noun in HAD or _is_out_of_reach(claim))


def _is_out_of_reach(claim: Claim) -> bool:
    """Whether it is what somebody cannot do or have, and not what they do not in case of something."""
    able = any(child.dep_ == "aux" and child.lemma_ == "can" for child in claim.verb.children)
    return able and claim.polarity is Polarity.NEGATIVE


def _is_played(article: "Token", claim: Claim) -> bool:
    """Whether "the" points at nothing, as before what one plays: "plays the violin"."""
    return article.lower_ == "the" and claim.core == "play"


def _is_trait(claim: Claim) -> bool:
    """Whether a claim tells what somebody is like by what they love, fear or cannot eat ("allergic to peanuts")."""
    return claim.rule.startswith("adjective") and not TRAITS.isdisjoint(claim.core.split())
