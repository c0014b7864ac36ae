"""Draft statements, whose ends are `Name` objects and not yet list positions, and the builders for noun predicates."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from extraction.lang.ja.facts import relations
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import is_kind_of_person
from extraction.model.findings import FoundStatement
from extraction.names.identifiers import is_address
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType, Modality, Polarity, RelationType, tells


@dataclass(slots=True, kw_only=True)
class StatementDraft:
    """A statement between two names. With `counted` its amount belongs to the verb and is reported as a name too."""

    subject: Name
    object: Name
    predicate: str
    lemma: str
    type: RelationType
    sentence: range
    confidence: float
    reasons: tuple[str, ...]
    method: str
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.STATED
    past: bool = False
    time: Name | None = None
    place: Name | None = None
    amount: Name | None = None
    counted: bool = False


def found_statements(parse: Parse, drafts: Sequence[StatementDraft], names: Sequence[Name]) -> Iterator[FoundStatement]:
    """The drafts as findings, whose ends are positions in `names`."""
    positions = {id(name): position for position, name in enumerate(names)}
    for draft in drafts:
        start, end = parse.characters(draft.sentence.start, draft.sentence.stop - 1)
        yield FoundStatement(
            subject=positions[id(draft.subject)],
            object=positions[id(draft.object)],
            predicate=draft.predicate,
            lemma=draft.lemma,
            type=draft.type,
            start=start,
            end=end,
            confidence=round(draft.confidence, 3),
            reasons=draft.reasons,
            method=draft.method,
            polarity=draft.polarity,
            modality=draft.modality,
            past=draft.past,
            time=draft.time.name if draft.time else None,
            place=draft.place.name if draft.place else None,
            amount=draft.amount.name if draft.amount else None,
            valid_from=draft.time.moment if draft.time else None,
        )


def distinct(drafts: list[StatementDraft]) -> list[StatementDraft]:
    """One draft per subject, object and lemma: the most confident; none between a name and itself."""
    best: dict[tuple[int, int, str], StatementDraft] = {}
    for draft in drafts:
        if draft.subject is draft.object or draft.subject.name == draft.object.name:
            continue
        key = (id(draft.subject), id(draft.object), draft.lemma)
        if key not in best or best[key].confidence < draft.confidence:
            best[key] = draft
    return list(best.values())


def nominal_draft(
    subject: Name,
    value: Name,
    predicate: str,
    kind: RelationType,
    sentence: range,
    precision: float,
    evidence: str,
    polarity: Polarity = Polarity.POSITIVE,
    modality: Modality = Modality.STATED,
    lemma: str = "",
) -> StatementDraft:
    """A statement whose predicate is a noun: `precision` of its rule, 0–1, and `evidence`, the reason to show."""
    return StatementDraft(
        subject=subject,
        object=value,
        predicate=predicate,
        lemma=lemma or predicate,
        type=kind,
        sentence=sentence,
        confidence=precision * (0.7 + 0.3 * min(subject.confidence, value.confidence)),
        reasons=(evidence, "nominal predicate"),
        method="dependency",
        polarity=polarity,
        modality=modality,
    )


def noun_relation_draft(
    value: Name,
    thing: Name,
    noun: str,
    sentence: range,
    precision: float,
    evidence: str,
    polarity: Polarity = Polarity.POSITIVE,
    modality: Modality = Modality.STATED,
) -> StatementDraft:
    """ "valueはthingのnounだ" (花子は太郎の妻だ); the value is the subject unless the relation runs the other way."""
    relation = relations.typed_noun_relation(noun, thing.type, value.type) if tells(modality) else relations.UNTYPED
    from_thing = not relation.swapped and relation.type not in (*relations.SYMMETRIC, RelationType.RELATES_TO)
    subject, object_ = (thing, value) if from_thing else (value, thing)
    return nominal_draft(subject, object_, noun, relation.type, sentence, precision, evidence, polarity, modality)


class CopularRelation(NamedTuple):
    """The relation of "XはZだ"; `swapped` where Z is the instance and X its class ("指導係はエミリー")."""

    type: RelationType
    swapped: bool = False


_CLASS_TYPES: Final[Mapping[EntityType, frozenset[EntityType]]] = {
    EntityType.PERSON: frozenset((EntityType.PERSON, EntityType.CONCEPT, EntityType.OBJECT)),
    EntityType.LOCATION: frozenset((EntityType.LOCATION,)),
    EntityType.ORGANIZATION: frozenset((EntityType.ORGANIZATION,)),
    EntityType.EVENT: frozenset((EntityType.EVENT, EntityType.TASK)),
    EntityType.TASK: frozenset((EntityType.EVENT, EntityType.TASK)),
    EntityType.DOCUMENT: frozenset((EntityType.DOCUMENT,)),
    EntityType.TECHNOLOGY: frozenset((EntityType.TECHNOLOGY, EntityType.CONCEPT)),
    EntityType.OBJECT: frozenset((EntityType.OBJECT, EntityType.TECHNOLOGY)),
    EntityType.CONCEPT: frozenset((EntityType.CONCEPT, EntityType.TECHNOLOGY)),
}
"""The types that a class of things of each type may have: a person may be an instance of a concept (医師)."""
_OCCUPATION_SUFFIXES: Final = lexicon("extraction.lang.ja", "frames").ordered("occupation_suffix")
_KATAKANA_AGENT = re.compile(r"[ァ-ヺー]+[ァー]$")
"""A loan word with a long vowel at its end mostly names who does something (プログラマー)."""


def copular_relation(subject: Name, value: Name) -> CopularRelation:
    """ "XはZだ" makes X an instance of Z when Z is a class of such things; between two names it is untyped."""
    if EntityType.TIME_UNIT in (subject.type, value.type):
        return CopularRelation(RelationType.RELATES_TO)
    if subject.named and not value.named and _is_class_of(value, subject):
        return CopularRelation(RelationType.INSTANCE_OF)
    if value.named and not subject.named and _is_class_of(subject, value):
        return CopularRelation(RelationType.INSTANCE_OF, swapped=True)
    classes = not subject.named and not value.named and subject.type is value.type and subject.type in _CLASS_TYPES
    return CopularRelation(
        RelationType.TYPE_OF if classes and subject.type is not EntityType.PERSON else RelationType.RELATES_TO
    )


def _is_class_of(noun: Name, thing: Name) -> bool:
    if noun.type not in _CLASS_TYPES.get(thing.type, frozenset()) or is_address(thing.surface):
        return False
    return (
        thing.type is not EntityType.PERSON
        or noun.name.endswith(_OCCUPATION_SUFFIXES)
        or bool(_KATAKANA_AGENT.search(noun.name))
        or is_kind_of_person(noun.name)
    )
