"""Which common noun is worth a node for what is said of it: most say too little, are pointed at, or are another's."""

from collections.abc import Set
from typing import TYPE_CHECKING, Final

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.ellipsis import POSSESSIONS
from extraction.lang.en.facts.relations import FAMILY, FRIENDS, PERSONAL, SOMEBODY, binds_things
from extraction.lang.en.facts.statives import BREEDS, CALLINGS, FOR_GOOD, UNFINISHED, is_medical
from extraction.lang.en.facts.transience import is_for_now, is_limited, is_loosely_said, is_made_up
from extraction.lang.en.modality.doubt import INTENT
from extraction.lang.en.names.naming import POSSESSION_VERBS
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import (
    CONSUMED,
    CONSUMING,
    KINDS,
    LIGHT_VERBS,
    LIKING,
    PETS,
    PHRASAL,
    PRAISE,
    STATES,
    TRAITS,
)
from extraction.lang.shared.label_confidence import PRODUCT
from extraction.names.speakers import SEVERAL
from graph.model.types import EntityType, Polarity, tells

if TYPE_CHECKING:
    from spacy.tokens import Token

OWN: Final = "one's own"
"""A reason of a common noun that is somebody by what they are to the one who speaks."""

_POINTING = frozenset("the this that these those your their its such what which".split())  # noqa: SIM905
_NEAR = FAMILY | FRIENDS
_KIN = FAMILY | PERSONAL.keys()
_CLOSE = SOMEBODY | PETS
_POSSESSED = POSSESSIONS - _KIN
_GENERIC = ("VBP", "VBZ", "MD")
_PASSING = (EntityType.EVENT, EntityType.TASK)
_LIVED = (STATES - {"have", "run", "lead", "serve", "manage", "teach"}) | {"learn"}
"""Verbs that tell of a life in the past and under way, too: "is learning Greek", and not "had a beer"."""
_BORNE = CONSUMING | LIKING | {"have", "stand", "bear", "tolerate", "digest"}
"""Verbs of what somebody's body or taste forbids, by "can't": "can't eat nuts", and not "can't answer the phone"."""
_HANDING = frozenset(("give", "leave"))
_NEARBY = frozenset(("this", "that", "these", "those"))
_MORE = frozenset(("another", "more", "any"))
_OFFERED = frozenset("visitor guest company meal breakfast lunch dinner supper".split())  # noqa: SIM905
"""What nobody is without for good who cannot have it."""
_FLATTERED = PRAISE | frozenset("king queen prince princess saint child baby kid".split())  # noqa: SIM905
"""Kinds of people that somebody close is only called."""
_DISTINCT = ("amod", "nummod")
_FOND = frozenset("dear own elderly beloved lovely wonderful sweet amazing beautiful".split())  # noqa: SIM905
"""Adjectives of somebody that tell them from nobody."""
_ONE_OF_SEVERAL = frozenset(
    "older elder oldest eldest younger youngest little big middle twin baby best first second third".split()  # noqa: SIM905
)
"""Adjectives that tell one of several for good, and go into the name: "older sister", "best friend"."""
_UNREAL = frozenset("former future retired fake aspiring wannabe would-be so-called fictional imaginary half".split())  # noqa: SIM905
"""Words before a kind of person by which somebody is none, or none now."""
_FORMER = frozenset(("ex", "half", "step", "foster"))
_FIGURES = frozenset(("stroke", "degree"))
"""Words of what befell or befits somebody that are a measure before "of": "a stroke of genius"."""
_WISHES = INTENT | {"need"}
_TREATED = frozenset(("be on", "treat for"))
"""What tells of a medicine or an ailment with its preposition as much as a verb alone."""
_WITH_PREPOSITION = PHRASAL | _TREATED
_TELLING = ("object", "copula", "passive", "attribute", "adjective", "trait")
_REGULARLY = frozenset(("daily", "nightly", "weekly"))
_EACH = frozenset(("every", "each"))
_DIRECT = ("object", "copula", "passive", "agent", "attribute")
_BINDING = ("object", "passive", "preposition")


def is_own(tree: Tree, noun: int, selves: Set[int]) -> bool:
    """Whether a noun is somebody, or an animal, of the one who speaks: "my dad", "our landlord", "my cat".

    `selves` are the places of the words for the speaker alone. "My other sister" and "my new boss" are one of several,
    whom the noun alone would make one.
    """
    return _is_mine(tree, noun, selves) and not _is_apart(tree, noun)


def own_start(tree: Tree, noun: int) -> int:
    """Where the name of somebody of one's own begins: "older sister" and "little brother" are others than the noun."""
    before = noun - 1
    told = before in tree.labelled(noun, *_DISTINCT) and tree.lower[before] in _ONE_OF_SEVERAL
    return before if told else noun


def _is_mine(tree: Tree, noun: int, selves: Set[int]) -> bool:
    if tree.tag[noun] not in COMMON or tree.lemma[noun].lower() not in _CLOSE:
        return False
    return any(one in selves or tree.lower[one] in SEVERAL for one in tree.labelled(noun, "poss"))


def _is_apart(tree: Tree, noun: int) -> bool:
    """Whether somebody is told from others of their kind, or is one of a story."""
    former = any(tree.lower[child] in _FORMER for child in tree.kids[noun])
    return (
        former
        or any(tree.lower[one] not in _FOND for one in tree.labelled(noun, *_DISTINCT) if one != own_start(tree, noun))
        or is_made_up(tree.doc[tree.head[noun]])
    )


def is_anothers(tree: Tree, noun: int, selves: Set[int]) -> bool:
    """Whether a noun is no somebody that it could be the name of.

    So is the relative or friend of a named one, as "Jenny's husband" is not every husband, and one of several.
    """
    if _is_mine(tree, noun, selves) and _is_apart(tree, noun):
        return True
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
    if found not in ("", "carried") or not _is_settled(claim) or is_for_now(claim.verb) or is_loosely_said(claim.verb):
        return False
    if _is_handed_down(claim):
        return True
    if _is_anothers_thing(claim):
        return False
    if claim.core in _TREATED and not is_medical(claim.object.lemma_.lower()):
        return False
    if rule not in _TELLING and claim.core not in _WITH_PREPOSITION:
        return False
    if rule == "copula":
        return _agrees(claim) and _is_kind(claim)
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
    if claim.object.tag_ == "NNS" or claim.object.lower_ in FOR_GOOD:
        return True
    return claim.subject.tag_ == "NN" and any(child.lower_ in ("a", "an") for child in claim.object.children)


def _is_kind(claim: Claim) -> bool:
    """Whether a noun is a kind of person, or of animal for an animal, and not a figure of speech: "is a rock"."""
    noun = claim.object.lemma_.lower()
    if claim.subject.lemma_.lower() in PETS:
        return noun in BREEDS or noun in PETS
    if any(child.lower_ in _UNREAL for child in claim.object.children):
        return False
    known = noun in SOMEBODY or noun in CALLINGS or noun in FOR_GOOD
    return known and noun not in _FLATTERED


def _is_handed_down(claim: Claim) -> bool:
    """Whether somebody brought the speaker up, or gave them a thing to keep: "My aunt left me her piano"."""
    beside = {child.dep_: child for child in claim.verb.children}
    if claim.verb.lemma_ == "raise":
        return claim.object.lower_ in ("me", "us")
    thing = beside.get("dobj")
    if claim.verb.lemma_ not in _HANDING or "dative" not in beside or thing is None:
        return False
    return KINDS.get(thing.lemma_.lower()) is EntityType.OBJECT and thing.lemma_.lower() not in CONSUMED


def _is_anothers_thing(claim: Claim) -> bool:
    """Whether the noun alone would not say which thing it is: "loves his wife", "loves that song", "has the car"."""
    below = list(claim.object.children)
    near = any(child.lower_ in _NEARBY for child in below)
    the = claim.core in LIGHT_VERBS and any(child.lower_ == "the" for child in below)
    return near or the or any(child.dep_ == "poss" for child in below)


def _is_settled(claim: Claim) -> bool:
    """Whether it is told as so, or as what somebody cannot do."""
    return _is_out_of_reach(claim) or tells(claim.modality)


def is_poor(token: "Token", claim: Claim, *, several: bool) -> bool:
    """Whether a noun is too little: far from the verb, pointed at ("the color"), half of an idiom.

    `several` tells that it is a compound, which says more.
    """
    noun = token.lemma_.lower()
    if noun in _FIGURES and any(child.lower_ == "of" for child in token.children):
        return True
    if several or noun in KINDS or binds_things(claim.core) or _is_trait(claim):
        return False
    if claim.core in PHRASAL and "+" not in claim.rule:
        # "super dry skin" is not what "skin" says
        return any(child.lower_ in _POINTING or child.dep_ == "amod" for child in token.children)
    if any(child.lower_ in _POINTING for child in token.children if not _is_played(child, claim)):
        return True
    if claim.noun in UNFINISHED or (is_medical(noun) and claim.core in _TREATED):
        return False
    if claim.rule.split("+")[0] not in _DIRECT:
        return True
    light = claim.core in LIGHT_VERBS and claim.object.ent_type_ != PRODUCT
    if light and is_for_now(claim.verb):
        return True
    return light and not (is_medical(noun) or is_kin(token, claim) or _is_had(noun, claim) or _is_habit(claim))


def _is_habit(claim: Claim) -> bool:
    """Whether somebody does it again and again: "I do yoga every day", which tells how they live."""
    if claim.clause is None or claim.verb.tag_ not in ("VBP", "VBZ"):
        return False
    beside = [child for child in claim.verb.children if child.dep_ in ("npadvmod", "advmod")]
    return any(one.lower_ in _REGULARLY or any(child.lower_ in _EACH for child in one.children) for one in beside)


def is_kin(token: "Token", claim: Claim) -> bool:
    """Whether a noun is who somebody has: "I have three kids", and not "twins in my class"."""
    if token.i != claim.object.i or claim.core not in POSSESSION_VERBS or token.lemma_.lower() not in _KIN:
        return False
    within = (child for child in (*token.children, *claim.verb.children) if child.lower_ == "in")
    elsewhere = any(word.tag_ in COMMON for child in within for word in child.children)
    return not elsewhere and not is_for_now(claim.verb)


def _is_had(noun: str, claim: Claim) -> bool:
    """Whether it is of what people have for long, or must not have: "has a beard", "can't have dairy"."""
    return claim.core == "have" and (noun in _POSSESSED or _is_out_of_reach(claim))


def _is_out_of_reach(claim: Claim) -> bool:
    """Whether it is what somebody cannot eat, have or like at all, and not what they do not in case of something."""
    if claim.verb.lemma_ not in _BORNE or claim.object.lemma_.lower() in _OFFERED:
        return False
    if is_for_now(claim.verb) or is_limited(claim.verb) or is_limited(claim.object):
        return False
    if any(child.lower_ in _MORE or child.lower_ in _POINTING for child in claim.object.children):
        return False
    able = any(child.dep_ == "aux" and child.lemma_ == "can" for child in claim.verb.children)
    return able and claim.polarity is Polarity.NEGATIVE


def _is_played(article: "Token", claim: Claim) -> bool:
    """Whether "the" points at nothing, as before what one plays: "plays the violin"."""
    return article.lower_ == "the" and claim.core == "play"


def _is_trait(claim: Claim) -> bool:
    """Whether a claim tells what somebody is like by what they love, fear or cannot eat ("allergic to peanuts")."""
    return claim.rule.startswith("adjective") and not TRAITS.isdisjoint(claim.core.split())
