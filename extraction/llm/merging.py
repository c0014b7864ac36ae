"""Merges a language model's readings into the rules' extraction.

Agreement raises confidence, readings without evidence in the text are dropped.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final

from extraction.facts.assembly import mention_of
from extraction.facts.given_facts import METHOD as GIVEN_METHOD
from extraction.facts.given_facts import is_given
from extraction.facts.name_positions import frame_of, places_of
from extraction.llm.answer import ModelEntity, ModelFact, ModelPiece
from extraction.model.findings import FoundName
from extraction.names.forms.name_forms import name_forms
from extraction.names.keys import aliases_of, display_name, name_key
from extraction.names.speakers import ME, ONESELF, SPEAKER, THE_USER
from graph.db.type_catalogue import RELATION_WORDS
from graph.model.extraction import Chunk, Extraction, Mention, Statement
from graph.model.types import EntityType, LinkType, Polarity, RelationType

METHOD: Final = "llm"
_AGREES: Final = "language model agrees"
_GIVEN_WEIGHT: Final = 1_000_000_000
"""The weight of a given type, more than any text can outweigh."""
_AGREEMENT: Final = 0.5
"""The share of the doubt that a second, independent reader removes."""
_PRIOR: Final = 0.2
_NAME_LIKE: Final = 0.8
_REPEATED: Final = 0.4
_BOTH_ENDS: Final = 0.6
_PREDICATE_IN_TEXT: Final = 0.5
_OTHER_SENTENCE: Final = -0.7
"""Evidence in log-odds for what only the model reads."""
_SELVES: Final = ONESELF | THE_USER | {f"the {word}" for word in THE_USER}
"""The words for the speaker of the user's own text, which may say "the user" too."""
_NAME: Final = re.compile(r"[A-Z]|[ァ-ヺー]{2}|[\u3400-\u9fff]{2}")


@dataclass(slots=True)
class _Merge:
    """The extraction being merged. `by_key` indexes the mentions of the current chunk."""

    mentions: list[Mention]
    statements: list[Statement]
    votes: defaultdict[str, Counter[EntityType]] = field(default_factory=lambda: defaultdict(Counter))
    by_key: dict[str, int] = field(default_factory=dict[str, int])


def merged(extraction: Extraction, pieces: Mapping[int, ModelPiece], speaker: str | None) -> Extraction:
    """The extraction with the model's readings of its chunks, by ordinal. A pure function.

    A name must occur literally in the chunk, and both ends of a fact must be names found there; otherwise they are
    dropped. A predicate that does not occur is replaced by the name of its type. A new name that overlaps one of the
    rules' is dropped. One type for each key, by weight of confidence.
    """
    merge = _Merge(list(extraction.mentions), list(extraction.statements))
    for mention in extraction.mentions:
        weight = _GIVEN_WEIGHT if is_given(mention) else 1000
        merge.votes[mention.key][mention.type] += round(weight * mention.confidence)
    selves = _SELVES if speaker == ME else ONESELF
    for chunk in extraction.reading.chunks:
        piece = pieces.get(chunk.ordinal)
        if piece is None:
            continue
        for entity in piece.entities:
            _add_name(merge, chunk, entity)
        if speaker and any(end.casefold() in selves for fact in piece.facts for end in (fact.subject, fact.object)):
            _add_speaker(merge, chunk, speaker)
        merge.by_key = _by_key(merge.mentions, chunk, speaker, selves)
        for fact in piece.facts:
            _add_fact(merge, chunk, fact)
    mentions = tuple(_typed(mention, merge.votes) for mention in merge.mentions)
    return replace(extraction, mentions=mentions, statements=tuple(merge.statements))


def _add_speaker(merge: _Merge, chunk: Chunk, speaker: str) -> None:
    """Adds the speaker of a memo if the rules found no word for them; a turn's chunks have the speaker already."""
    key = name_key(speaker)
    if all(mention.key != key or mention.chunk != chunk.ordinal for mention in merge.mentions):
        speaker_name = FoundName(
            start=0,
            end=0,
            surface=speaker,
            name=display_name(speaker),
            type=EntityType.PERSON,
            confidence=_probability(_PRIOR + _NAME_LIKE),
            reasons=(SPEAKER, "language model"),
            method=METHOD,
        )
        merge.votes[key][EntityType.PERSON] += round(1000 * speaker_name.confidence)
        merge.mentions.append(mention_of(chunk, speaker_name, key, EntityType.PERSON))


def _add_name(merge: _Merge, chunk: Chunk, entity: ModelEntity) -> None:
    places = list(places_of(chunk.text, entity.text))
    key = name_key(entity.text)
    if not places or not key or entity.text.casefold() in _SELVES:
        return
    evidence = _PRIOR + _NAME_LIKE * bool(_NAME.search(entity.text)) + _REPEATED * (len(places) > 1)
    sure = _probability(evidence)
    merge.votes[key][entity.type] += round(1000 * sure)
    for start in places:
        _add_place(merge, chunk, entity, (start, start + len(entity.text)), sure)


def _add_place(merge: _Merge, chunk: Chunk, entity: ModelEntity, place: tuple[int, int], sure: float) -> None:
    start, end = chunk.start + place[0], chunk.start + place[1]
    key = name_key(entity.text)
    overlapping = [
        (at, mention)
        for at, mention in enumerate(merge.mentions)
        if mention.start is not None and mention.end is not None and mention.start < end and start < mention.end
    ]
    for at, mention in overlapping:
        if (mention.start, mention.end) == (start, end) or mention.key == key:
            if mention.key != key:
                merge.votes[mention.key][entity.type] += round(1000 * sure)
            if mention.type is entity.type:
                reasons = tuple(dict.fromkeys((*mention.reasons, _AGREES)))
                merge.mentions[at] = replace(mention, confidence=_surer(mention.confidence), reasons=reasons)
    if overlapping:
        return
    name = FoundName(
        start=place[0],
        end=place[1],
        surface=entity.text,
        name=display_name(entity.text),
        type=entity.type,
        confidence=sure,
        reasons=("language model",),
        method=METHOD,
        aliases=aliases_of(entity.text),
        link_type=LinkType.MENTIONS,
    )
    merge.mentions.append(mention_of(chunk, name, key, entity.type))


def _add_fact(merge: _Merge, chunk: Chunk, fact: ModelFact) -> None:
    subject, object_ = (merge.by_key.get(_end_key(end)) for end in (fact.subject, fact.object))
    if subject is None or object_ is None or merge.mentions[subject].key == merge.mentions[object_].key:
        return
    polarity = Polarity.NEGATIVE if fact.negated else Polarity.POSITIVE
    ends = (merge.mentions[subject].key, merge.mentions[object_].key)
    for at, statement in enumerate(merge.statements):
        same = (merge.mentions[statement.subject].key, merge.mentions[statement.object].key) == ends
        if statement.method == GIVEN_METHOD and statement.type is not fact.type:
            continue  # who gave it has said what it is
        if (
            same
            and statement.chunk == chunk.ordinal
            and statement.polarity is polarity
            and _agree(statement.type, fact.type)
        ):
            # Who reads another modality does not agree, and says nothing new either: the rules' word stands.
            if statement.modality is fact.modality:
                kind = fact.type if statement.type is RelationType.RELATES_TO else statement.type
                reasons = tuple(dict.fromkeys((*statement.reasons, _AGREES)))
                merge.statements[at] = replace(
                    statement, type=kind, confidence=_surer(statement.confidence), reasons=reasons
                )
            return
    merge.statements.append(_statement(merge, chunk, fact, (subject, object_), polarity))


def _statement(merge: _Merge, chunk: Chunk, fact: ModelFact, ends: tuple[int, int], polarity: Polarity) -> Statement:
    subject, object_ = (merge.mentions[end] for end in ends)
    is_literal = fact.predicate.casefold() in chunk.text.casefold()
    # Words of the model's own, or of another piece of the request, stay out: what a text says goes with it.
    predicate = fact.predicate if is_literal else RELATION_WORDS[fact.type]
    (start, end), same_sentence = frame_of(chunk, [subject, object_])
    evidence = (
        _PRIOR
        + _BOTH_ENDS * all(mention.method != METHOD for mention in (subject, object_))
        + _PREDICATE_IN_TEXT * is_literal
        + _OTHER_SENTENCE * (not same_sentence)
    )
    return Statement(
        chunk=chunk.ordinal,
        subject=ends[0],
        object=ends[1],
        predicate=predicate,
        lemma=predicate.casefold(),
        type=fact.type,
        start=start,
        end=end,
        confidence=_probability(evidence),
        reasons=("language model", *(() if same_sentence else ("not in one sentence",))),
        method=METHOD,
        polarity=polarity,
        modality=fact.modality,
    )


def _by_key(mentions: Sequence[Mention], chunk: Chunk, speaker: str | None, selves: Set[str]) -> dict[str, int]:
    """The most confident mention of the chunk for each key, alias key and surface; `selves` are the speaker's words."""
    places: dict[str, int] = {}
    for at, mention in enumerate(mentions):
        if mention.chunk != chunk.ordinal:
            continue
        for key in (mention.key, *mention.alias_keys, name_key(mention.surface)):
            known = places.get(key)
            if known is None or mentions[known].confidence < mention.confidence:
                places[key] = at
    speaker_index = places.get(name_key(speaker)) if speaker else None
    return places if speaker_index is None else {**dict.fromkeys(selves, speaker_index), **places}


def _end_key(text: str) -> str:
    return text.casefold() if text.casefold() in _SELVES else name_key(text)


def _agree(left: RelationType, right: RelationType) -> bool:
    return left is right or RelationType.RELATES_TO in (left, right)


def _typed(mention: Mention, votes: Mapping[str, Counter[EntityType]]) -> Mention:
    kind = votes[mention.key].most_common(1)[0][0]
    if kind is mention.type:
        return mention
    # Taken apart anew: what is no person after all has no surname by which it meets others.
    forms = name_forms(mention.name, kind, mention.surface)
    return replace(mention, type=kind, forms=forms, reasons=(*mention.reasons, "type by majority"))


def _probability(evidence: float) -> float:
    return round(1 / (1 + math.exp(-evidence)), 3)


def _surer(confidence: float) -> float:
    return round(1 - (1 - confidence) * (1 - _AGREEMENT), 3)
