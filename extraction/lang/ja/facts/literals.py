"""Japanese literal facts: what clauses and frames tell of ends that are no names, in the words of the text.

「納期は11月14日」 is of the noun 納期; of 「MySQLではなくPostgreSQLを採用する」 one is adopted and the other denied.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.clauses import Argument, Clause
from extraction.lang.ja.facts.frames import Frame
from extraction.lang.ja.modality.predicate_suffixes import CARRIERS
from extraction.lang.ja.modality.stating import Stated, reporter_of, stated
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.referents import PEOPLE, Referents
from extraction.lang.ja.parse.cases import FORMAL, kind_of, phrase_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from extraction.model.findings import FoundStatement
from graph.model import arguments
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality, Polarity

LEAST: Final = 0.35
"""Literal facts less sure than this are dropped."""
_FRAMED: Final = 0.75
"""How often a frame with a literal end is read right; set by hand."""
_KINDS: Final = ("verb", "act", "adjective", "nominal", "event")
_OBJECTS: Final = (
    "を",
    "に",
    "へ",
    "として",
    "と",
    "から",
    "まで",
    "で",
    "について",
    "に対して",
    "によって",
    "より",
    "時間",
)
"""Roles, that of the object before those of further arguments."""
_DENIED: Final = re.compile(r"(?:(?:では?|じゃ)な(?:く|い)|の(?:代|か)わり|をやめ|に(?:代|か)え|より(?:も|は)?、?)")
"""What stands behind a thing that is set aside for another."""
_LONGEST: Final = 120
_ROLES: Final = {"時間": "に"}
"""How a role is shown that has a name instead of a particle."""
_SPEAKER: Final = 0.5
"""How sure it must be that who speaks is the omitted subject."""
_GAP: Final = "nomgap"
"""The route of a noun that stands behind what it is said to be."""
_ACT_TAG: Final = "名詞-普通名詞-サ変"
_DONE: Final = ("済み", "済", "完了", "中")
_OUTLOOK: Final = re.compile(r"(?:予定|見込み|見通し|方針|計画|済み?|完了|中)$")
"""What stands behind a noun of action and tells how far it has come."""


class End(NamedTuple):
    """An end of a literal fact: the name that stands there, if any, and its words."""

    name: Name | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LiteralDraft:
    """A literal fact whose ends are not yet positions."""

    subject: End
    object: End
    arguments: tuple[tuple[str, End], ...]
    predicate: Stated
    sentence: range
    confidence: float
    evidence: str
    time: Name | None = None


def literal_drafts(
    parse: Parse, read: Iterable[Frame | tuple[Clause, float]], referents: Referents
) -> Iterator[LiteralDraft]:
    """The literal facts of frames and clauses, these with the confidence that an omitted subject is the speaker."""
    parts = list(read)
    spoken = {
        clause.sentence: sure for part in parts if not isinstance(part, Frame) for clause, sure in (part,) if sure
    }
    for part in parts:
        if isinstance(part, Frame):
            yield from _of_frame(parse, part, referents)
            continue
        clause, unnamed = part
        if _is_decided(parse, clause):
            # 採用することに決めた: who decides is who does it
            unnamed = unnamed or spoken.get(clause.sentence, 0.0)
        yield from _of_clause(parse, clause, unnamed, referents)


def found_literals(
    parse: Parse, drafts: Iterable[LiteralDraft], names: Sequence[Name], stated_: Sequence[FoundStatement]
) -> Iterator[LiteralFact]:
    """The drafts as findings: none that a statement between the same names of its sentence has."""
    positions = {id(name): position for position, name in enumerate(names)}
    by_surface = {name.surface: position for position, name in enumerate(names)}
    pairs = {(ends, fact.start) for fact in stated_ for ends in _both_ways(fact.subject, fact.object)}
    objects = [((fact.subject, fact.start), names[fact.object].name) for fact in stated_]
    objects_by_verb = {(fact.object, fact.start, fact.lemma) for fact in stated_}
    seen: set[tuple[object, ...]] = set()
    for draft in drafts:
        start, end = parse.characters(draft.sentence.start, draft.sentence.stop - 1)
        subject, thing = (
            by_surface.get(place.text) if place.name is None else positions.get(id(place.name))
            for place in (draft.subject, draft.object)
        )
        key = start, draft.subject.text, draft.predicate.predicate, draft.object.text, draft.predicate.polarity
        restated = any(same == (subject, start) and name in draft.object.text for same, name in objects)
        # コーヒーが苦手: the coffee is the object of the statement, and does not dislike anything
        restated = restated or (subject, start, draft.predicate.lemma) in objects_by_verb
        if restated or ((subject, thing), start) in pairs or key in seen or draft.subject.text == draft.object.text:
            continue
        seen.add(key)
        yield LiteralFact(
            subject=subject,
            subject_text=draft.subject.text,
            predicate=draft.predicate.predicate,
            lemma=draft.predicate.lemma,
            object=None if subject is not None else thing,
            object_text=draft.object.text,
            start=start,
            end=end,
            confidence=round(draft.confidence, 2),
            reasons=(draft.evidence,),
            method="dependency",
            arguments=tuple(arguments.Argument(_ROLES.get(role, role), place.text) for role, place in draft.arguments),
            polarity=draft.predicate.polarity,
            modality=draft.predicate.modality,
            time=draft.time.name if draft.time else None,
        )


def _both_ways(subject: int, thing: int) -> Iterator[tuple[int, int]]:
    yield subject, thing
    yield thing, subject


def _of_frame(parse: Parse, frame: Frame, referents: Referents) -> Iterator[LiteralDraft]:
    """「XのYはZ」: X has Z as its Y; 「XはZ」: X is Z."""
    subject = _end(parse, frame.subject[1], referents, frame.subject[0])
    last = parse.words[frame.values[-1][1]]
    predicate = stated(parse, last, frame.sentence)
    if subject is None or predicate.modality is Modality.ASKED:
        return
    words = frame.attribute or "である"
    for first, place in frame.values:
        value = _end(parse, place, referents, first)
        if value is not None:
            yield LiteralDraft(
                subject=subject,
                object=value,
                arguments=(),
                predicate=predicate._replace(predicate=words, lemma=frame.attribute or "だ"),
                sentence=frame.sentence,
                confidence=_FRAMED,
                evidence="frame",
            )


def _of_clause(parse: Parse, clause: Clause, unnamed: float, referents: Referents) -> Iterator[LiteralDraft]:
    verb = clause.predicate.word
    if clause.predicate.kind not in _KINDS:
        return
    predicate = stated(parse, verb, clause.sentence)
    if predicate.modality is Modality.ASKED:
        return
    if reporter_of(parse, verb, clause.sentence) is not None and predicate.modality is Modality.STATED:
        predicate = predicate._replace(modality=Modality.REPORTED)
    rest = [
        argument
        for role in _OBJECTS
        for argument in clause.of_role(role)
        if not (clause.predicate.lemma in ("思う", "言う") and role == "と")
    ]
    away = [argument for argument in rest if _is_set_aside(parse, argument)]
    things = [
        (argument, end) for argument in rest if argument not in away and (end := _end_of(parse, argument, referents))
    ]
    subjects = [
        (end, argument.confidence)
        for argument in clause.of_role("が")
        if argument.route != _GAP
        if (end := _end_of(parse, argument, referents)) is not None
    ]
    if not clause.of_role("が"):
        is_agent = unnamed >= _SPEAKER and things and things[0][0].role == "を"
        speaker = referents.names.speaker(verb.place) if is_agent and not _has_topic(parse, clause) else None
        if speaker is not None:
            subjects = [(End(speaker, speaker.name), unnamed)]
        elif len(things) > 1 and things[0][0].role == "を":
            subjects, things = [(things[0][1], things[0][0].confidence)], things[1:]
    if clause.predicate.kind == "nominal" and _is_act(parse, verb.place):
        # 体言止め: "リンさんが調査", "4/1 リリース予定"
        predicate = _acted(parse, verb, predicate)
    elif clause.predicate.kind == "nominal" and not things:
        value = _end(parse, verb.place, referents)
        things = [] if value is None else [(Argument(verb.place, "だ", "nominal", 0.9, linked=True), value)]
        predicate = predicate._replace(predicate="である", lemma="だ")
        owned = _owned(parse, clause, referents)
        if owned is not None:
            # 証明書の期限は12月20日: the certificate has it as its 期限
            subjects, attribute = [owned[:2]], owned[2]
            predicate = predicate._replace(predicate=attribute, lemma=attribute)
    denied = [(argument, _end_of(parse, argument, referents)) for argument in away]
    for subject, sure in subjects:
        yield from _literal(clause, predicate, subject, sure, things, denied)


def _is_decided(parse: Parse, clause: Clause) -> bool:
    """Whether a clause is what somebody decides or plans (…することにした, …する予定)."""
    word = clause.predicate.word
    head = parse.words[word.head]
    return word.label == "acl" and head.place > word.place and (head.text in FORMAL or head.text in CARRIERS)


def _owned(parse: Parse, clause: Clause, referents: Referents) -> tuple[End, float, str] | None:
    """Of a subject "XのY" that is no name: X, how sure its role is, and Y."""
    for argument in clause.of_role("が"):
        owners = list(possessors(parse, parse.words[argument.head]))
        if owners and argument.route != _GAP and referents.names.at(argument.head) is None:
            owner = _end(parse, owners[-1].place, referents)
            attribute = parse.surface(*phrase_of(parse, argument.head))
            return None if owner is None else (owner, argument.confidence, attribute)
    return None


def _has_topic(parse: Parse, clause: Clause) -> bool:
    """Whether a sentence says what it is about: somebody else may do it."""
    marks = (parse.words[place] for place in clause.sentence if place < clause.predicate.word.place)
    return any(word.text == "は" and word.is_particle and parse.words[word.place - 1].text != "で" for word in marks)


def _is_act(parse: Parse, place: int) -> bool:
    """Whether a noun is what somebody does or did, be it planned or done (予定, 済み)."""
    first, last = phrase_of(parse, place)
    return any(parse.words[at].tag.startswith(_ACT_TAG) for at in range(first, last + 1))


def _acted(parse: Parse, verb: Word, predicate: Stated) -> Stated:
    """A noun of action as the verb that it stands for: リリース予定 is planned to be released."""
    first, last = phrase_of(parse, verb.place)
    text = parse.surface(first, last)
    bare = _OUTLOOK.sub("", text)
    lemma = f"{bare or text}する"
    planned = bare != text and not text.endswith(_DONE)
    modality = Modality.INTENDED if planned else predicate.modality
    return predicate._replace(predicate=lemma, lemma=lemma, modality=modality)


def _literal(
    clause: Clause,
    predicate: Stated,
    subject: End,
    sure: float,
    things: Sequence[tuple[Argument, End]],
    away: Sequence[tuple[Argument, End | None]],
) -> Iterator[LiteralDraft]:
    """One fact for each object of the first role, with what has another role; and what is set aside, denied."""
    if not things:
        return
    role = things[0][0].role
    further = tuple((argument.role, end) for argument, end in things if argument.role != role)
    time = next((end.name for _, end in things if end.name is not None and end.name.type is EntityType.TIME_UNIT), None)
    for argument, thing in things:
        confidence = sure * argument.confidence
        if argument.role != role or confidence < LEAST:
            continue
        draft = LiteralDraft(
            subject=subject,
            object=thing,
            arguments=further,
            predicate=predicate,
            sentence=clause.sentence,
            confidence=confidence,
            evidence=f"が · {argument.role}",
            time=time,
        )
        yield draft
    for _, end in away:
        if end is not None and predicate.polarity is Polarity.POSITIVE:
            yield LiteralDraft(
                subject=subject,
                object=end,
                arguments=(),
                predicate=predicate._replace(polarity=Polarity.NEGATIVE),
                sentence=clause.sentence,
                confidence=sure * 0.8,
                evidence="set aside",
            )


def _is_set_aside(parse: Parse, argument: Argument) -> bool:
    _, last = phrase_of(parse, argument.head)
    return _DENIED.match(parse.text, parse.words[last].end) is not None


def _end_of(parse: Parse, argument: Argument, referents: Referents) -> End | None:
    return _end(parse, argument.head, referents)


def _end(parse: Parse, head: int, referents: Referents, first: int | None = None) -> End | None:
    """What stands at a word: its name, or the noun phrase with what belongs to it by の; nothing for empty words."""
    word = parse.words[head]
    antecedent = referents.antecedent(head)
    if antecedent is not None:
        return End(antecedent, antecedent.name)
    if referents.names.is_self(head):
        speaker = referents.names.speaker(head)
        return None if speaker is None else End(speaker, speaker.name)
    name = referents.names.at(head)
    if name is None and (kind_of(word) == "pronoun" or word.text in PEOPLE or (word.text in FORMAL and first is None)):
        return None
    start, last = phrase_of(parse, head)
    start = min(start, start if first is None else first, start if name is None else name.first)
    last = max(last, last if name is None else name.last)
    for owner in possessors(parse, word) if first is None and name is None else ():
        start = min(start, phrase_of(parse, owner.place)[0])
    text = parse.surface(start, last).strip()
    return End(name, text) if text and len(text) <= _LONGEST else None
