"""What a change ends or rules out: the old firm of AからBに転職した, もうAにはいない, A in AではなくBを使う."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.drafts import StatementDraft
from extraction.lang.ja.modality.stating import Stated
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import VERBS
from extraction.names.speakers import UNSAID
from graph.model.types import EntityType, Modality, Polarity, RelationType, holds, tells

LEFT: Final = "離れる"
"""The lemma of what somebody leaves by a change, whatever its verb: a firm, a town, a tool."""
_CHANGES: Final = VERBS.words("change_from")
_BEING: Final = frozenset(("いる", "居る", "おる"))
_PLACES: Final = {
    EntityType.ORGANIZATION: RelationType.WORKS_FOR,
    EntityType.LOCATION: RelationType.LOCATED_IN,
    EntityType.TASK: RelationType.PARTICIPATES_IN,
}
"""What somebody who is no longer there was to it."""
_QUITTING: Final = VERBS.words("quit")
_MEMBERSHIPS: Final = {
    EntityType.ORGANIZATION: RelationType.MEMBER_OF,
    EntityType.TASK: RelationType.PARTICIPATES_IN,
    EntityType.EVENT: RelationType.PARTICIPATES_IN,
}
"""What somebody was to a group or project that they quit."""
_RULED_OUT: Final = re.compile(r"(?:で(?:は)?|じゃ)なく(?:て)?、?$")
_REPLACED: Final = re.compile(r"の(?:代わり|代り|かわり)に、?$")
_FROM: Final = re.compile(r"から、?$")
_FACTOR: Final = 0.8
"""Confidence of what is ruled out beside what is stated; set by hand."""


class Left(NamedTuple):
    """How a clause tells that something is left: its predicate, and the relation that it ends, if one is known."""

    predicate: str
    type: RelationType
    past: bool


def left_by(
    parse: Parse, clause: Clause, predicate: Stated, modality: Modality, subject: Name, value: Name, role: str
) -> Left | None:
    """How a clause tells that its subject leaves the value: AからBに移る leaves A, もうAにはいない has left it.

    None for any other clause. The ended relation is the one that the verb has with に.
    """
    if role == "から" and predicate.lemma in _CHANGES | _QUITTING and (value.named or predicate.lemma != "乗り換える"):
        kind = RelationType.RELATES_TO
        if tells(modality):
            kind = relations.verb_relation(predicate.lemma, "に", subject.type, value.type)
            if kind is RelationType.RELATES_TO and subject.type is EntityType.PERSON and predicate.lemma in _QUITTING:
                kind = _MEMBERSHIPS.get(value.type, kind)
        return Left("から" + predicate.predicate, kind, holds(predicate.polarity, modality))
    gone = predicate.lemma in _BEING and predicate.polarity is Polarity.NEGATIVE and role == "に" and tells(modality)
    if (
        not gone
        or value.type not in _PLACES
        or subject.type is not EntityType.PERSON
        or not _is_no_longer(parse, clause)
    ):
        return None
    return Left("もういない", _PLACES[value.type], past=True)


def sources_beside(parse: Parse, drafts: Sequence[StatementDraft], names: Lookup) -> list[StatementDraft]:
    """What stands with から right before the goal of a change, where the parse ties it elsewhere (AからBに変える)."""
    sources: list[StatementDraft] = []
    for draft in drafts:
        if draft.lemma not in _CHANGES or not tells(draft.modality):
            continue
        source = _before(parse, draft.object, names, _FROM)
        if source is None or any(other.object is source for other in drafts):
            continue
        past = holds(draft.polarity, draft.modality)
        sources.append(replace(draft, object=source, predicate="から" + draft.predicate, lemma=LEFT, past=past))
    return sources


def _is_no_longer(parse: Parse, clause: Clause) -> bool:
    return any(word.text == "もう" for word in parse.words[clause.sentence.start : clause.predicate.word.place])


def ruled_out(parse: Parse, drafts: Sequence[StatementDraft], names: Lookup) -> Iterator[StatementDraft]:
    """The denial of what stands before ではなく or の代わりに: of SlackではなくTeamsを使う that it is Slack."""
    for draft in drafts:
        if not tells(draft.modality):
            continue
        object_ = _before(parse, draft.object, names, _RULED_OUT) or _replaced(parse, draft.object, names)
        subject = _before(parse, draft.subject, names, _RULED_OUT)
        plain = replace(draft, type=RelationType.RELATES_TO) if draft.lemma == "だ" else draft
        denied = Polarity.NEGATIVE if draft.polarity is Polarity.POSITIVE else Polarity.POSITIVE
        confidence = draft.confidence * _FACTOR
        reasons = (*draft.reasons, "ruled out")
        if object_ is not None and object_ is not draft.subject:
            yield replace(plain, object=object_, polarity=denied, confidence=confidence, reasons=reasons)
        if subject is not None and subject is not draft.object:
            yield replace(plain, subject=subject, polarity=denied, confidence=confidence, reasons=reasons)


def _replaced(parse: Parse, name: Name, names: Lookup) -> Name | None:
    """What a thing takes the place of; only of its own type: 母の代わりに病院へ行く tells of no other hospital."""
    other = _before(parse, name, names, _REPLACED)
    return other if other is not None and other.type is not EntityType.PERSON and other.type is name.type else None


def _before(parse: Parse, name: Name, names: Lookup, marks: re.Pattern[str]) -> Name | None:
    """The name before these marks and another name, None without one; of AだけではなくB nothing is ruled out."""
    mark = marks.search(parse.text[: name.start]) if UNSAID not in name.reasons else None
    if mark is None:
        return None
    last = next((word.place for word in reversed(parse.words[: name.first]) if word.end == mark.start()), None)
    other = None if last is None else names.at(last) or names.common(last)
    return None if other is None or other is name or other.type is EntityType.TIME_UNIT else other
