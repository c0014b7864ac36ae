"""The relation type of a claim between two names, and which claims are not worth a statement."""

from typing import TYPE_CHECKING

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.clauses.means import is_only_means
from extraction.lang.en.facts.permanence import LASTING, TRAIT, is_stage_level
from extraction.lang.en.facts.relations import (
    is_in_need,
    is_only_relational,
    kind_named,
    noun_relation,
    relation,
    relation_of_kinds,
    role_had,
)
from extraction.lang.en.facts.salience import SPEAKERS_OWN, is_lasting_fact
from extraction.lang.en.names.names import Name
from extraction.lang.en.names.terms import ARGUMENT
from extraction.lang.en.parse.tree import COMMON
from extraction.lang.en.word_lists import CONSUMED, DATED, FAVOURED, LIKING, MEMBERED, NAMING, PRAISE, RACES
from extraction.lang.shared.senses import Sense
from extraction.names.speakers import OF_FIRMS, SPEAKER
from graph.model.types import EntityType, Polarity, RelationType

if TYPE_CHECKING:
    from spacy.tokens import Token

_OWNED = (EntityType.OBJECT, EntityType.TECHNOLOGY)
_PLACED = (EntityType.LOCATION, EntityType.ORGANIZATION, EntityType.EVENT)
_OF_NO_OBJECT = (RelationType.LOCATED_AT, RelationType.LOCATED_IN, RelationType.SEQUENCE)
"""What a verb tells of its object, where it has one."""
_DEFINITE = frozenset("the this that these those my your his her its our their".split())  # noqa: SIM905


def sense_of(claim: Claim, subject: Name, object_: Name, *, is_group: bool = False) -> Sense | None:
    """The sense of a claim between two names; None when no table knows one.

    With `is_group` the subject is "we": what a group does may be done by its firm, and is then no relation of the
    speaker.
    """
    sense = _sense_of(claim, subject, object_)
    if not is_group or sense is None or sense.type not in OF_FIRMS:
        return sense
    is_household_item = sense.type is RelationType.OWNERSHIP and object_.type is EntityType.OBJECT
    return sense if is_household_item else None


def _sense_of(claim: Claim, subject: Name, object_: Name) -> Sense | None:
    if claim.object.dep_ == "oprd" or is_only_means(_last_verb(claim)):
        # "a man called Tom" calls nobody
        return None
    if claim.core == "be one of" and claim.object.tag_ == "NNS":
        is_kind = not is_only_relational(claim.object.lemma_.lower())
        return Sense(RelationType.INSTANCE_OF) if is_kind and claim.polarity is Polarity.POSITIVE else None
    if claim.noun is not None:
        of_noun = noun_relation(claim.noun, subject.type, object_.type) or _between_people(claim.noun, subject, object_)
        return of_noun or relation(claim.lemma, subject.type, object_.type)
    if claim.rule.startswith(TRAIT):
        return Sense(RelationType.INSTANCE_OF)
    if claim.rule.startswith(("copula", "apposition")) and claim.lemma == "be":
        return _kind(claim, subject, object_)
    if claim.rule == "possessive":
        return _ownership(claim, subject, object_)
    if claim.rule == "noun-preposition":
        in_place = object_.type is EntityType.LOCATION and claim.lemma in ("be in", "be at", "be on")
        is_placed = subject.type in _PLACED and (in_place or claim.lemma == "be near")
        return relation(claim.core, subject.type, object_.type) if is_placed else None
    if claim.core == "run" and object_.type is EntityType.EVENT and object_.name.lower().rpartition(" ")[2] in RACES:
        return relation("attend", subject.type, object_.type)
    if claim.core == "have" and subject.type is EntityType.PERSON and object_.type is EntityType.CONCEPT:
        role = role_had(claim.object.lemma_.lower())
        if role is not None:
            return role
    if is_in_need(claim.core, claim.polarity) and subject.type is not EntityType.PERSON:
        return Sense(RelationType.DEPENDENCY)
    types, kinds = (subject.type, object_.type), (_kind_of(subject), _kind_of(object_))
    sense = relation(claim.core, *types) or relation_of_kinds(
        claim.core, types, kinds, is_known=EntityType.PERSON in types
    )
    if claim.core == "join" and object_.name.lower().rpartition(" ")[2] in MEMBERED:
        return None if sense is None else Sense(RelationType.MEMBER_OF)
    return None if sense is None or _is_misread(claim, subject, object_, sense) else sense


def _last_verb(claim: Claim) -> "Token":
    chain = claim.clause.chain if claim.clause is not None else ()
    return claim.verb.doc[chain[-1]] if chain else claim.verb


def _between_people(noun: str, subject: Name, object_: Name) -> Sense | None:
    """What a noun says of two of whom one is told by name: "The maths teacher is a colleague of Simon"."""
    kinds = _kind_of(subject), _kind_of(object_)
    return noun_relation(noun, *kinds) if EntityType.PERSON in (subject.type, object_.type) else None


def _kind_of(name: Name) -> EntityType:
    """The type of a name, and of what it names where it is a common noun."""
    is_common = name.type is EntityType.CONCEPT and name.reasons[0] in (ARGUMENT, "compound")
    return (kind_named(name.name.lower().rpartition(" ")[2]) if is_common else None) or name.type


def _is_misread(claim: Claim, subject: Name, object_: Name, sense: Sense) -> bool:
    """Whether the words are those of the relation but the sentence says something else."""
    if sense.type is RelationType.SEQUENCE and sense.alike:
        # "the plot follows an aristocrat": what comes after what is said of names and events
        return any(end.reasons[0] == ARGUMENT and end.type is not EntityType.EVENT for end in (subject, object_))
    if sense.type is RelationType.OWNERSHIP:
        # "can't have sugar"
        is_meal = claim.core == "have" and any(child.tag_ == "MD" for child in claim.verb.children)
        return is_meal or claim.object.lemma_.lower() in CONSUMED
    if sense.type in _OF_NO_OBJECT and claim.rule.startswith("preposition"):
        # "founded a park in Chennai": the park stands there, not the founder
        return claim.clause is not None and any(
            complement.kind == "object"
            and claim.verb.i < complement.head
            # "took place in Rome"
            and claim.verb.doc[complement.head].lemma_ not in claim.core.split()
            for complement in claim.clause.complements
        )
    return False


def _is_of_group(claim: Claim, object_: Name, sense: Sense | None) -> bool:
    """Whether what "we" do says too little of the speaker: "we are friends", "we found gyms"."""
    if claim.rule.startswith("copula"):
        return True
    if object_.type is EntityType.TIME_UNIT:
        return claim.clause is not None and any(complement.kind == "object" for complement in claim.clause.complements)
    return object_.reasons[0] == ARGUMENT and sense is None and claim.core not in LIKING


def _only_names(claim: Claim, subject: Name, object_: Name) -> bool:
    """Whether a claim tells no more than a name, or would make the speaker somebody else: "He said I'm Bob"."""
    are_people = subject.type is object_.type is EntityType.PERSON
    is_oneself = subject.reasons[0] == SPEAKER or claim.subject.lower_ == "i"
    return claim.noun in ("name", "nickname") or (are_people and is_oneself and claim.core == "be")


def is_uninformative(claim: Claim, subject: Name, object_: Name, sense: Sense | None) -> bool:
    """Whether a claim is likely a parse error, or only repeats what the fields of a statement say anyway."""
    differ = subject.type is not object_.type or SPEAKERS_OWN in subject.reasons
    if claim.rule.startswith("copula") and claim.core == "be" and sense is None and differ:
        return True
    if claim.rule.startswith("copula") and claim.object.lower_ in LASTING and is_stage_level(claim.verb):
        # "vegan" is a noun, too
        return True
    if claim.rule.startswith(TRAIT):
        return subject.type is not EntityType.PERSON and SPEAKERS_OWN not in subject.reasons
    if is_only_means(_last_verb(claim)):
        return True
    is_lasting = claim.rule.startswith("object") and is_lasting_fact(claim)
    if SPEAKERS_OWN in subject.reasons and object_.reasons[0] == SPEAKER and not is_lasting:
        # "my dad told me", and not "my wife supports me"
        return True
    if claim.rule == "attribute":
        return (object_.type is EntityType.TIME_UNIT) is not (claim.core.rpartition(" ")[2] in DATED)
    if claim.rule.startswith("copula") and sense is None and _only_names(claim, subject, object_):
        return True
    if claim.subject.lower_ == "we" and _is_of_group(claim, object_, sense):
        return True
    if claim.core in ("have", "get") and sense is None and object_.type is EntityType.PERSON:
        return True
    if claim.core in NAMING and any(child.dep_ == "oprd" for child in claim.verb.children):
        return True
    if claim.rule == "possessive" and sense is None:
        # whose book it is, its author's or its owner's, stays open, but it is somebody's
        return object_.type is not EntityType.DOCUMENT or subject.type not in (
            EntityType.PERSON,
            EntityType.ORGANIZATION,
        )
    if claim.rule in ("possessive-noun", "noun-preposition") and sense is None:
        return True
    if claim.rule == "apposition" and claim.core == "be" and sense is None:
        return True
    if claim.rule == "apposition" and claim.core == "be in":
        return {subject.type, object_.type} != {EntityType.LOCATION}
    is_due = claim.core.startswith("be due ")
    return object_.type is EntityType.TIME_UNIT and not is_due and not claim.rule.startswith("preposition")


def _kind(claim: Claim, subject: Name, object_: Name) -> Sense | None:
    """The kind that a name is said to be; between two common nouns only in generic sentences ("a trie is a tree")."""
    is_common = object_.reasons[0] == ARGUMENT or object_.type is EntityType.CONCEPT
    if claim.polarity is not Polarity.POSITIVE or claim.object.tag_ not in COMMON or not is_common:
        return None
    noun = claim.object.lemma_.lower()
    is_none = any(child.lower_ == "no" for child in claim.object.children)  # "KeyError: no such column"
    # "Deployment: robust pipelines help" opens a sentence, and "two cats, Momo and Luna" tells what these are
    is_row = claim.rule.startswith("apposition") and claim.object.tag_ == "NNS" and claim.subject.i < claim.object.i
    is_row = is_row or (claim.rule.startswith("apposition") and not _is_told_as_kind(claim))
    if noun not in object_.name.lower() or noun in PRAISE or is_none or is_row:
        return None
    if is_only_relational(noun) and any(child.dep_ in ("prep", "poss") for child in claim.object.children):
        # "the father of Anna" says whose father, not what kind of thing
        return None
    if subject.reasons[0] != ARGUMENT or SPEAKERS_OWN in subject.reasons:
        return Sense(RelationType.INSTANCE_OF)
    is_definite = any(child.lower_ in _DEFINITE for end in (claim.subject, claim.object) for child in end.children)
    return None if is_definite or claim.rule.startswith("apposition") else Sense(RelationType.TYPE_OF)


def _is_told_as_kind(claim: Claim) -> bool:
    """Whether a noun beside a name is its kind: "Ann, a nurse", "Ann, head of sales", not "SVOD, content discovery"."""
    is_known = kind_named(claim.object.lemma_.lower()) is not None
    return is_known or any(child.dep_ in ("det", "poss", "nummod") for child in claim.object.children)


def _ownership(claim: Claim, owner: Name, thing: Name) -> Sense | None:
    if thing.type is EntityType.PERSON or owner.type not in (EntityType.PERSON, EntityType.ORGANIZATION):
        return None
    if claim.object.dep_ == "compound":
        return None  # "my Git workflow"
    related = noun_relation(claim.object.lemma_.lower(), thing.type, owner.type)
    if related is not None and related.type is RelationType.TYPE_OF:
        # "my blood type"
        related = None
    elif related is not None and related.type is RelationType.PART_OF:
        # whose part it is contains it: "Acme's branch"
        related = Sense(RelationType.CONTAINS)
    is_favourite = any(child.lower_ in FAVOURED for child in claim.object.children)
    is_owned = thing.type in _OWNED and not is_favourite and claim.object.lemma_.lower() not in CONSUMED
    return related or (Sense(RelationType.OWNERSHIP) if is_owned else None)
