"""A statement on its way: its names are values still, and take their places when all are known."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extraction.found import FoundStatement
from extraction.japanese.entities import Name
from extraction.japanese.words import Parse
from graph.model import EntityType, Modality, Polarity, RelationType


@dataclass(slots=True, kw_only=True)
class Draft:
    """A statement while its names have no places yet."""

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
    time: Name | None = None
    place: Name | None = None


def placed(parse: Parse, drafts: Sequence[Draft], names: Sequence[Name]) -> Iterator[FoundStatement]:
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
            time=draft.time.name if draft.time else None,
            place=draft.place.name if draft.place else None,
            valid_from=draft.time.moment if draft.time else None,
        )


def distinct(drafts: list[Draft]) -> list[Draft]:
    """Each statement once, the surest telling of it; nothing is stated of a name and itself."""
    best: dict[tuple[int, int, str], Draft] = {}
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
) -> Draft:
    """A statement whose predicate is a noun; `trust` is how often its rule is right, `how` what marked the subject."""
    return Draft(
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


def copular(subject: Name, value: Name) -> RelationType:
    """ "XはZだ" makes X one of Z when Z is a kind, and merely relates two names."""
    if value.type is EntityType.TIME_UNIT:
        return RelationType.RELATES_TO
    return RelationType.RELATES_TO if value.named and subject.named else RelationType.INSTANCE_OF
