"""Decides which relation a claim between two names states: the one place where a statement gets its type."""

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.facts.relations import Sense, is_relational, noun_relation, relation
from extraction.lang.en.facts.salience import OWN, tells_of_own
from extraction.lang.en.facts.statives import FOR_GOOD
from extraction.lang.en.facts.traits import TRAIT
from extraction.lang.en.facts.transience import is_passing
from extraction.lang.en.names.names import Name
from extraction.lang.en.names.terms import ARGUMENT
from extraction.lang.en.parse.tree import COMMON
from extraction.lang.en.word_lists import CONSUMED, DATED, FAVOURED, LIKING, MEMBERED, NAMING, PRAISE, RACES
from extraction.names.speakers import OF_FIRMS, SPEAKER
from graph.model.types import EntityType, Polarity, RelationType

_OWNED = (EntityType.OBJECT, EntityType.TECHNOLOGY)
_PLACED = (EntityType.LOCATION, EntityType.ORGANIZATION, EntityType.EVENT)
_DEFINITE = frozenset("the this that these those my your his her its our their".split())  # noqa: SIM905


def sense_of(claim: Claim, subject: Name, object_: Name, *, several: bool = False) -> Sense | None:
    """The relation type of a claim and whether its ends change places; None when no table knows it.

    What several do, who say "we", may be the doing of their firm, and is then no relation of the one who speaks.
    """
    sense = _sense_of(claim, subject, object_)
    if not several or sense is None or sense.type not in OF_FIRMS:
        return sense
    household = sense.type is RelationType.OWNERSHIP and object_.type is EntityType.OBJECT
    return sense if household else None


def _sense_of(claim: Claim, subject: Name, object_: Name) -> Sense | None:
    if claim.object.dep_ == "oprd":
        # "a man called Tom" calls nobody
        return None
    if claim.noun is not None:
        return noun_relation(claim.noun, subject.type, object_.type) or relation(
            claim.lemma, subject.type, object_.type
        )
    if claim.rule.startswith(TRAIT):
        return Sense(RelationType.INSTANCE_OF)
    if claim.rule.startswith(("copula", "apposition")) and claim.lemma == "be":
        return _kind(claim, subject, object_)
    if claim.rule == "possessive":
        return _ownership(claim, subject, object_)
    if claim.rule == "noun-preposition":
        near = claim.lemma == "be near"
        place = object_.type is EntityType.LOCATION and claim.lemma in ("be in", "be at", "be on")
        placed = subject.type in _PLACED and (near or place)
        return relation(claim.core, subject.type, object_.type) if placed else None
    if claim.core == "run" and object_.type is EntityType.EVENT and object_.name.lower().rpartition(" ")[2] in RACES:
        return relation("attend", subject.type, object_.type)
    sense = relation(claim.core, subject.type, object_.type)
    if claim.core == "join" and object_.name.lower().rpartition(" ")[2] in MEMBERED:
        return None if sense is None else Sense(RelationType.MEMBER_OF)
    return None if sense is None or _slips(claim, subject, object_, sense) else sense


def _slips(claim: Claim, subject: Name, object_: Name, sense: Sense) -> bool:
    """Whether the words are those of the relation and the sentence says something else all the same."""
    if sense.type is RelationType.SEQUENCE:
        # "the plot follows an aristocrat": what comes after what is said of names and events
        return any(end.reasons[0] == ARGUMENT and end.type is not EntityType.EVENT for end in (subject, object_))
    if sense.type is RelationType.OWNERSHIP:
        return claim.object.lemma_.lower() in CONSUMED
    if sense.type in (RelationType.LOCATED_AT, RelationType.LOCATED_IN) and claim.rule.startswith("preposition"):
        # "founded a park in Chennai": the park stands there, not the founder
        return claim.clause is not None and any(
            one.kind == "object"
            and claim.verb.i < one.head
            # "took place in Rome"
            and claim.verb.doc[one.head].lemma_ not in claim.core.split()
            for one in claim.clause.complements
        )
    return False


def _is_of_several(claim: Claim, other: Name, sense: Sense | None) -> bool:
    """Whether what "we" do says too little of the one who speaks: "we are friends", "we found gyms"."""
    if claim.rule.startswith("copula"):
        return True
    if other.type is EntityType.TIME_UNIT:
        return claim.clause is not None and any(one.kind == "object" for one in claim.clause.complements)
    return other.reasons[0] == ARGUMENT and sense is None and claim.core not in LIKING


def _only_names(claim: Claim, one: Name, other: Name) -> bool:
    """Whether a claim would make the speaker somebody else, or tells no more than a name: "He said I'm Bob"."""
    people = one.type is other.type is EntityType.PERSON
    return claim.noun in ("name", "nickname") or (people and one.reasons[0] == SPEAKER and claim.core == "be")


def says_nothing(claim: Claim, one: Name, other: Name, sense: Sense | None) -> bool:
    """Whether a claim is too likely a slip of the parser, or only repeats what the statement's own fields say."""
    unlike = one.type is not other.type or OWN in one.reasons
    if claim.rule.startswith("copula") and claim.core == "be" and sense is None and unlike:
        return True
    if claim.rule.startswith("copula") and claim.object.lower_ in FOR_GOOD and is_passing(claim.verb):
        # "vegan" is a noun, too
        return True
    if claim.rule.startswith(TRAIT):
        return one.type is not EntityType.PERSON and OWN not in one.reasons
    lasts = claim.rule.startswith("object") and tells_of_own(claim)
    if OWN in one.reasons and other.reasons[0] == SPEAKER and not lasts:
        # "my dad told me", and not "my wife supports me"
        return True
    if claim.rule == "attribute":
        return (other.type is EntityType.TIME_UNIT) is not (claim.core.rpartition(" ")[2] in DATED)
    if claim.rule.startswith("copula") and sense is None and _only_names(claim, one, other):
        return True
    if claim.subject.lower_ == "we" and _is_of_several(claim, other, sense):
        return True
    if claim.core in ("have", "get") and sense is None and other.type is EntityType.PERSON:
        return True
    if claim.core in NAMING and any(child.dep_ == "oprd" for child in claim.verb.children):
        return True
    if claim.rule == "possessive" and sense is None:
        # whose book it is, its author's or its owner's, stays open, but it is somebody's
        return other.type is not EntityType.DOCUMENT or one.type not in (EntityType.PERSON, EntityType.ORGANIZATION)
    if claim.rule in ("possessive-noun", "noun-preposition") and sense is None:
        return True
    if claim.rule == "apposition" and claim.core == "be" and sense is None:
        return True
    if claim.rule == "apposition" and claim.core == "be in":
        return {one.type, other.type} != {EntityType.LOCATION}
    due = claim.core.startswith("be due ")
    return other.type is EntityType.TIME_UNIT and not due and not claim.rule.startswith("preposition")


def _kind(claim: Claim, subject: Name, object_: Name) -> Sense | None:
    """What a name is said to be; between two common nouns only what is said of all of a kind ("a trie is a tree")."""
    common = object_.reasons[0] == ARGUMENT or object_.type is EntityType.CONCEPT
    if claim.polarity is not Polarity.POSITIVE or claim.object.tag_ not in COMMON or not common:
        return None
    noun = claim.object.lemma_.lower()
    if noun not in object_.name.lower() or noun in PRAISE:
        return None
    if is_relational(noun) and any(child.dep_ in ("prep", "poss") for child in claim.object.children):
        # "the father of Anna" says whose father, not what kind of thing
        return None
    if subject.reasons[0] != ARGUMENT or OWN in subject.reasons:
        return Sense(RelationType.INSTANCE_OF)
    pointed = any(child.lower_ in _DEFINITE for end in (claim.subject, claim.object) for child in end.children)
    return None if pointed or claim.rule.startswith("apposition") else Sense(RelationType.TYPE_OF)


def _ownership(claim: Claim, owner: Name, thing: Name) -> Sense | None:
    if thing.type is EntityType.PERSON or owner.type not in (EntityType.PERSON, EntityType.ORGANIZATION):
        return None
    related = noun_relation(claim.object.lemma_.lower(), thing.type, owner.type)
    if related is not None and related.type is RelationType.TYPE_OF:
        # "my blood type"
        related = None
    favoured = any(child.lower_ in FAVOURED for child in claim.object.children)
    owned = thing.type in _OWNED and not favoured and claim.object.lemma_.lower() not in CONSUMED
    return related or (Sense(RelationType.OWNERSHIP) if owned else None)
