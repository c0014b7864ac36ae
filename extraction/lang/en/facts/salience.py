"""Which common nouns are salient enough for a node: most say too little, are definite, or belong to somebody else."""

from collections.abc import Set
from typing import TYPE_CHECKING, Final

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.ellipsis import POSSESSIONS
from extraction.lang.en.facts.permanence import (
    BREEDS,
    CALLINGS,
    COMPLEMENT_NOUNS,
    LASTING,
    is_approximate,
    is_fictional,
    is_medical,
    is_restricted,
    is_temporary,
)
from extraction.lang.en.facts.relations import FAMILY, FRIENDS, PERSON_NOUNS, PERSONAL, relates_things
from extraction.lang.en.modality.triggers import INTENTION_VERBS
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
from extraction.names.label_confidence import PRODUCT
from extraction.names.speakers import SEVERAL
from graph.model.types import EntityType, Polarity, tells

if TYPE_CHECKING:
    from spacy.tokens import Token

SPEAKERS_OWN: Final = "one's own"
"""The reason of a common noun that is somebody by their relation to the speaker: "my dad"."""

_DETERMINERS = frozenset("the this that these those your their its such what which".split())  # noqa: SIM905
_KIN_AND_FRIENDS = FAMILY | FRIENDS
_KIN = FAMILY | PERSONAL.keys()
_PEOPLE_AND_PETS = PERSON_NOUNS | PETS
_LASTING_POSSESSIONS = POSSESSIONS - _KIN
_PRESENT_TAGS = ("VBP", "VBZ", "MD")
_TEMPORARY_TYPES = (EntityType.EVENT, EntityType.TASK)
_LIFE_VERBS = (STATES - {"have", "run", "lead", "serve", "manage", "teach"}) | {"learn"}
"""Verbs that tell of a life in the past and under way, too: "is learning Greek", and not "had a beer"."""
_TOLERANCE_VERBS = CONSUMING | LIKING | {"have", "stand", "bear", "tolerate", "digest"}
"""Verbs of what somebody's body or taste forbids, by "can't": "can't eat nuts", and not "can't answer the phone"."""
_GIVING_VERBS = frozenset(("give", "leave"))
_DEMONSTRATIVES = frozenset(("this", "that", "these", "those"))
_QUANTIFIERS = frozenset(("another", "more", "any"))
_OCCASIONAL = frozenset("visitor guest company meal breakfast lunch dinner supper".split())  # noqa: SIM905
"""What somebody "can't have" only for the moment: "can't have visitors"."""
_FIGURATIVE_KINDS = PRAISE | frozenset("king queen prince princess saint child baby kid".split())  # noqa: SIM905
"""Kinds of people that somebody close is only called."""
_DISTINCT = ("amod", "nummod")
_AFFECTIONATE = frozenset("dear own elderly beloved lovely wonderful sweet amazing beautiful".split())  # noqa: SIM905
"""Adjectives of somebody that distinguish them from nobody."""
_DISTINGUISHING = frozenset(
    "older elder oldest eldest younger youngest little big middle twin baby best first second third".split()  # noqa: SIM905
)
"""Adjectives that distinguish one of several for good, and go into the name: "older sister", "best friend"."""
_UNREAL = frozenset("former future retired fake aspiring wannabe would-be so-called fictional imaginary half".split())  # noqa: SIM905
"""Words before a kind of person by which somebody is none, or none now."""
_KIN_PREFIXES = frozenset(("ex", "half", "step", "foster"))
_MEASURE_NOUNS = frozenset(("stroke", "degree"))
"""Words that are a measure before "of": "a stroke of genius", "a degree of doubt"."""
_WISH_VERBS = INTENTION_VERBS | {"need"}
_MEDICAL_PHRASES = frozenset(("be on", "treat for"))
"""What tells of a medicine or an ailment with its preposition as much as a verb alone."""
_DIRECT_PHRASES = PHRASAL | _MEDICAL_PHRASES
_DIRECT_RULES = ("object", "copula", "passive", "attribute", "adjective", "trait")
_REGULARLY = frozenset(("daily", "nightly", "weekly"))
_EACH = frozenset(("every", "each"))
_NODE_RULES = ("object", "copula", "passive", "agent", "attribute")
_BINARY_RULES = ("object", "passive", "preposition")


def is_speakers_own(tree: Tree, noun: int, selves: Set[int]) -> bool:
    """Whether a noun is a person or an animal of the speaker: "my dad", "our landlord", "my cat".

    `selves` are the places of the words for the speaker. "My other sister" and "my new boss" are one of several, whom
    the noun alone would make one node.
    """
    return _belongs_to_speaker(tree, noun, selves) and not _is_distinguished(tree, noun)


def name_start(tree: Tree, noun: int) -> int:
    """Where the name of such a person begins: "older sister" and "little brother" are others than the noun."""
    before = noun - 1
    is_part_of_name = before in tree.labelled(noun, *_DISTINCT) and tree.lower[before] in _DISTINGUISHING
    return before if is_part_of_name else noun


def _belongs_to_speaker(tree: Tree, noun: int, selves: Set[int]) -> bool:
    if tree.tag[noun] not in COMMON or tree.lemma[noun].lower() not in _PEOPLE_AND_PETS:
        return False
    return any(owner in selves or tree.lower[owner] in SEVERAL for owner in tree.labelled(noun, "poss"))


def _is_distinguished(tree: Tree, noun: int) -> bool:
    """Whether somebody is distinguished from others of their kind, or belongs to a story."""
    has_prefix = any(tree.lower[child] in _KIN_PREFIXES for child in tree.kids[noun])
    return (
        has_prefix
        or any(
            tree.lower[word] not in _AFFECTIONATE
            for word in tree.labelled(noun, *_DISTINCT)
            if word != name_start(tree, noun)
        )
        or is_fictional(tree.doc[tree.head[noun]])
    )


def is_not_unique(tree: Tree, noun: int, selves: Set[int]) -> bool:
    """Whether a noun would name several people: "Jenny's husband" is not every husband."""
    if _belongs_to_speaker(tree, noun, selves) and _is_distinguished(tree, noun):
        return True
    owners = tree.labelled(noun, "poss") if tree.lemma[noun].lower() in _KIN_AND_FRIENDS else ()
    return any(tree.tag[owner] in PROPER and owner not in selves for owner in owners)


def is_worth_two_nodes(claim: Claim) -> bool:
    """Whether a claim between two common nouns is worth keeping: what causes, needs or belongs to what."""
    return claim.rule.split("+")[0] in _BINARY_RULES and relates_things(claim.core)


def is_lasting_fact(claim: Claim) -> bool:
    """Whether a claim tells what somebody is, has or does for good, and not what they did once.

    It must be asserted, in the simple present or by a verb of a state; what somebody cannot do counts as that.
    """
    rule, _, subject_rule = claim.rule.partition("+")
    if (
        subject_rule not in ("", "carried")
        or not _is_asserted(claim)
        or is_temporary(claim.verb)
        or is_approximate(claim.verb)
    ):
        return False
    if _is_gift_or_upbringing(claim):
        return True
    if _is_definite(claim):
        return False
    if claim.core in _MEDICAL_PHRASES and not is_medical(claim.object.lemma_.lower()):
        return False
    if rule not in _DIRECT_RULES and claim.core not in _DIRECT_PHRASES:
        return False
    if rule == "copula":
        return _agrees_in_number(claim) and _is_kind(claim)
    if claim.core in LIGHT_VERBS and KINDS.get(claim.object.lemma_.lower()) in _TEMPORARY_TYPES:
        # "my brother has a meeting"
        return False
    chain = claim.clause.chain if claim.clause is not None else ()
    if (len(chain) > 1 and claim.verb.lemma_ not in LIKING) or claim.core in _WISH_VERBS:
        return False
    aux = [child.tag_ for child in claim.verb.children if child.dep_ in ("aux", "auxpass")]
    is_episodic = claim.verb.tag_ in ("VBG", "VBN") or (aux[0] if aux else claim.verb.tag_) not in _PRESENT_TAGS
    return not is_episodic or claim.verb.lemma_ in _LIFE_VERBS or is_medical(claim.object.lemma_.lower())


def _agrees_in_number(claim: Claim) -> bool:
    """Whether one is "a teacher" or several are "teachers"; else the parser took part of an adjective for a noun."""
    if claim.object.tag_ == "NNS" or claim.object.lower_ in LASTING:
        return True
    return claim.subject.tag_ == "NN" and any(child.lower_ in ("a", "an") for child in claim.object.children)


def _is_kind(claim: Claim) -> bool:
    """Whether a noun is a kind of person, or of animal for an animal, and not a figure of speech: "is a rock"."""
    noun = claim.object.lemma_.lower()
    if claim.subject.lemma_.lower() in PETS:
        return noun in BREEDS or noun in PETS
    if any(child.lower_ in _UNREAL for child in claim.object.children):
        return False
    is_person = noun in PERSON_NOUNS or noun in CALLINGS or noun in LASTING
    return is_person and noun not in _FIGURATIVE_KINDS


def _is_gift_or_upbringing(claim: Claim) -> bool:
    """Whether somebody brought the speaker up, or gave them a thing to keep: "My aunt left me her piano"."""
    children = {child.dep_: child for child in claim.verb.children}
    if claim.verb.lemma_ == "raise":
        return claim.object.lower_ in ("me", "us")
    thing = children.get("dobj")
    if claim.verb.lemma_ not in _GIVING_VERBS or "dative" not in children or thing is None:
        return False
    return KINDS.get(thing.lemma_.lower()) is EntityType.OBJECT and thing.lemma_.lower() not in CONSUMED


def _is_definite(claim: Claim) -> bool:
    """Whether the noun alone would not say which thing it is: "loves his wife", "loves that song", "has the car"."""
    children = list(claim.object.children)
    has_article = claim.core in LIGHT_VERBS and any(child.lower_ == "the" for child in children)
    return has_article or any(child.lower_ in _DEMONSTRATIVES or child.dep_ == "poss" for child in children)


def _is_asserted(claim: Claim) -> bool:
    """Whether a claim is asserted, or says what somebody cannot do."""
    return _is_inability(claim) or tells(claim.modality)


def is_vague(token: "Token", claim: Claim, *, is_compound: bool) -> bool:
    """Whether a noun says too little for a node: far from the verb, definite ("the color"), or half of an idiom.

    `is_compound` means that other nouns go with it, which say more.
    """
    noun = token.lemma_.lower()
    if noun in _MEASURE_NOUNS and any(child.lower_ == "of" for child in token.children):
        return True
    if is_compound or noun in KINDS or relates_things(claim.core) or _is_disposition(claim):
        return False
    if claim.core in PHRASAL and "+" not in claim.rule:
        # "super dry skin" is not what "skin" says
        return any(child.lower_ in _DETERMINERS or child.dep_ == "amod" for child in token.children)
    if any(child.lower_ in _DETERMINERS for child in token.children if not _is_generic_article(child, claim)):
        return True
    if claim.noun in COMPLEMENT_NOUNS or (is_medical(noun) and claim.core in _MEDICAL_PHRASES):
        return False
    if claim.rule.split("+")[0] not in _NODE_RULES:
        return True
    is_light = claim.core in LIGHT_VERBS and claim.object.ent_type_ != PRODUCT
    if is_light and is_temporary(claim.verb):
        return True
    return is_light and not (
        is_medical(noun) or is_kin(token, claim) or _is_lasting_possession(noun, claim) or _is_habit(claim)
    )


def _is_habit(claim: Claim) -> bool:
    """Whether somebody does it again and again: "I do yoga every day", which tells how they live."""
    if claim.clause is None or claim.verb.tag_ not in ("VBP", "VBZ"):
        return False
    adverbials = [child for child in claim.verb.children if child.dep_ in ("npadvmod", "advmod")]
    return any(
        adverbial.lower_ in _REGULARLY or any(child.lower_ in _EACH for child in adverbial.children)
        for adverbial in adverbials
    )


def is_kin(token: "Token", claim: Claim) -> bool:
    """Whether a noun is a relative that somebody has: "I have three kids", and not "twins in my class"."""
    if token.i != claim.object.i or claim.core not in POSSESSION_VERBS or token.lemma_.lower() not in _KIN:
        return False
    within = (child for child in (*token.children, *claim.verb.children) if child.lower_ == "in")
    elsewhere = any(word.tag_ in COMMON for child in within for word in child.children)
    return not elsewhere and not is_temporary(claim.verb)


def _is_lasting_possession(noun: str, claim: Claim) -> bool:
    """Whether it is what people have for long, or must not have: "has a beard", "can't have dairy"."""
    return claim.core == "have" and (noun in _LASTING_POSSESSIONS or _is_inability(claim))


def _is_inability(claim: Claim) -> bool:
    """Whether it is what somebody cannot eat, have or like at all, and not what they do not in case of something."""
    if claim.verb.lemma_ not in _TOLERANCE_VERBS or claim.object.lemma_.lower() in _OCCASIONAL:
        return False
    if is_temporary(claim.verb) or is_restricted(claim.verb) or is_restricted(claim.object):
        return False
    if any(child.lower_ in _QUANTIFIERS or child.lower_ in _DETERMINERS for child in claim.object.children):
        return False
    is_about_ability = any(child.dep_ == "aux" and child.lemma_ == "can" for child in claim.verb.children)
    return is_about_ability and claim.polarity is Polarity.NEGATIVE


def _is_generic_article(article: "Token", claim: Claim) -> bool:
    """Whether "the" is generic, as before what one plays: "plays the violin"."""
    return article.lower_ == "the" and claim.core == "play"


def _is_disposition(claim: Claim) -> bool:
    """Whether a claim tells a disposition: what somebody loves, fears or cannot eat ("allergic to peanuts")."""
    return claim.rule.startswith("adjective") and not TRAITS.isdisjoint(claim.core.split())
