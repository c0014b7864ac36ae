"""A statement on its way: its names are values still, and take their places when all are known."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from extraction.lang.ja.facts import relations
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import is_kind_of_person
from extraction.model.findings import FoundStatement
from graph.model.types import EntityType, Modality, Polarity, RelationType, tells


@dataclass(slots=True, kw_only=True)
class StatementDraft:
    """A statement while its names have no places yet. `counted`: its amount is told of the verb, and is a name too."""

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


def placed(parse: Parse, drafts: Sequence[StatementDraft], names: Sequence[Name]) -> Iterator[FoundStatement]:
    """The drafts with their names given by place in `names`."""
    places = {id(name): place for place, name in enumerate(names)}
    for draft in drafts:
        start, end = parse.characters(draft.sentence.start, draft.sentence.stop - 1)
        yield FoundStatement(
            subject=places[id(draft.subject)],
            object=places[id(draft.object)],
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
    """Each statement once, the surest telling of it; nothing is stated of a name and itself."""
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
    trust: float,
    how: str,
    polarity: Polarity,
    modality: Modality,
    lemma: str = "",
) -> StatementDraft:
    """A statement whose predicate is a noun; `trust` is how often its rule is right, `how` what marked the subject."""
    return StatementDraft(
        subject=subject,
        object=value,
        predicate=predicate,
        lemma=lemma or predicate,
        type=kind,
        sentence=sentence,
        confidence=trust * (0.7 + 0.3 * min(subject.confidence, value.confidence)),
        reasons=(how, "nominal predicate"),
        method="dependency",
        polarity=polarity,
        modality=modality,
    )


def related(
    value: Name,
    thing: Name,
    noun: str,
    sentence: range,
    trust: float,
    how: str,
    polarity: Polarity,
    modality: Modality,
) -> StatementDraft:
    """ "valueはthingのnounだ": what one is to the other, from the value to the thing as the sentence has it."""
    meaning = relations.between(noun, thing.type, value.type) if tells(modality) else relations.PLAIN
    turned = not meaning.swapped and meaning.type not in (*relations.SYMMETRIC, RelationType.RELATES_TO)
    subject, object_ = (thing, value) if turned else (value, thing)
    return nominal_draft(subject, object_, noun, meaning.type, sentence, trust, how, polarity, modality)


class Kind(NamedTuple):
    """What "XはZだ" says of X and Z, and whether Z is the thing and X its kind ("指導係はエミリー")."""

    type: RelationType
    swapped: bool = False


_LIKE: dict[EntityType, frozenset[EntityType]] = {
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
_OFFICE = re.compile(
    r"(?:[者人家手官員長師士係役優督帥王臣将生]|当番|選手|教授|社長|担当|リーダー|マネージャー|エンジニア|デザイナー|ライター|作家|監督|歌手|[ァ-ヺー]+[ァーー])$"
)


def copular(subject: Name, value: Name) -> Kind:
    """ "XはZだ" makes X one of Z when Z is a kind of such things, and merely relates two names."""
    if EntityType.TIME_UNIT in (subject.type, value.type):
        return Kind(RelationType.RELATES_TO)
    if subject.named and not value.named and _is_kind(subject, value):
        return Kind(RelationType.INSTANCE_OF)
    if value.named and not subject.named and _is_kind(value, subject):
        return Kind(RelationType.INSTANCE_OF, swapped=True)
    alike = not subject.named and not value.named and subject.type is value.type and subject.type in _LIKE
    return Kind(RelationType.TYPE_OF if alike and subject.type is not EntityType.PERSON else RelationType.RELATES_TO)


def _is_kind(thing: Name, kind: Name) -> bool:
    fits = kind.type in _LIKE.get(thing.type, frozenset())
    return fits and (
        thing.type is not EntityType.PERSON or bool(_OFFICE.search(kind.name)) or is_kind_of_person(kind.name)
    )
