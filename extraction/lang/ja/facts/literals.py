"""Japanese literal facts: what clauses and frames tell of ends that are no names, in the words of the text.

「納期は11月14日」 is of the noun 納期; of 「MySQLではなくPostgreSQLを採用する」 one is adopted and the other denied.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.valence import actor, objects_of
from extraction.lang.ja.facts.frame_statements import charge_of
from extraction.lang.ja.facts.frames import Frame
from extraction.lang.ja.facts.phrases import Phrase, in_bracket_behind, phrases_in
from extraction.lang.ja.modality.predicate_suffixes import CARRIERS
from extraction.lang.ja.modality.stating import Stated, reporter_of, stated
from extraction.lang.ja.modality.tense import is_to_come
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.referents import PEOPLE, Referents
from extraction.lang.ja.parse.cases import FORMAL, kind_of, phrase_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from extraction.model.findings import FoundStatement
from extraction.names.identifiers import is_weak
from extraction.names.identifiers import kind_of as identifier_kind
from extraction.names.speakers import UNSAID
from graph.model import arguments
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality, Polarity, RelationType

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
    "",
)
"""Roles, that of the object before those of further arguments."""
_DENIED: Final = re.compile(r"(?:(?:では?|じゃ)な(?:く|い)|の(?:代|か)わり|をやめ|に(?:代|か)え|より(?:も|は)?、?)")
"""What stands behind a thing that is set aside for another."""
_PASSED_ON: Final = re.compile(r"との(?:こと|連絡|報告|回答|通知|情報|話|声)")
"""What stands behind a verb whose clause somebody else told."""
_RULE: Final = re.compile(r"[^\s。、]{1,6}(?<!れ)(?:ない(?:こと|で)?|こと)[。.]?(?:\s|$)")
"""A verb that ends its sentence in the form of a rule."""
_LONGEST: Final = 120
_SPEAKER: Final = 0.5
"""How sure it must be that who speaks is the omitted subject."""
_MOSTLY: Final = "2"
"""How often a verb has an object that mostly has."""
_INANIMATE: Final = (EntityType.TECHNOLOGY, EntityType.DOCUMENT, EntityType.TASK, EntityType.OBJECT)
_GOALS: Final = ("に", "へ", "から", "まで")
_GAP: Final = "nomgap"
"""The route of a noun that stands behind what it is said to be."""
_SUBJECTS: Final = ("が", "は", "も")
_OF_ADJECTIVES: Final = ("に", "と")
_UNSEEN: Final = 0.65
"""How often what a particle marks belongs to the next verb, whatever the parse says of it; set by hand."""
_HONORIFICS: Final = frozenset(("さん", "様", "さま", "くん", "君", "ちゃん", "氏"))
_CHOOSING: Final = frozenset(("選ぶ", "採用する", "使う", "選択する", "優先する", "好む", "用いる"))
"""Verbs with which より sets something aside."""
_DONE: Final = ("済み", "済", "完了", "中")
_OUTLOOK: Final = re.compile(r"(?:予定|見込み|見通し|方針|計画|済み?|完了|中)$")
"""What stands behind a noun of action and tells how far it has come."""


class End(NamedTuple):
    """An end of a literal fact: the name that stands there, if any, and its words."""

    name: Name | None
    text: str


class Part(NamedTuple):
    """What stands before a particle in a clause, how sure it is that it belongs there, whether it is set `away`."""

    role: str
    end: End
    confidence: float
    away: bool = False


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
    type: RelationType = RelationType.RELATES_TO


def literal_drafts(
    parse: Parse, read: Iterable[Frame | tuple[Clause, float]], referents: Referents
) -> Iterator[LiteralDraft]:
    """The literal facts of frames and clauses, these with the confidence that an omitted subject is the speaker."""
    parts = list(read)
    spoken = {
        clause.sentence: sure for part in parts if not isinstance(part, Frame) for clause, sure in (part,) if sure
    }
    charged: set[range] = set()
    for part in parts:
        if isinstance(part, Frame):
            drafts = list(_of_frame(parse, part, referents))
            charged.update(draft.sentence for draft in drafts if draft.type is RelationType.OWNERSHIP)
            yield from drafts
            continue
        clause, unnamed = part
        if clause.sentence in charged and clause.predicate.kind in ("nominal", "event"):
            continue
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
    timed = {(fact.subject, fact.start, fact.time) for fact in stated_ if fact.time}
    seen: set[tuple[object, ...]] = set()
    for draft in drafts:
        start, end = parse.characters(draft.sentence.start, draft.sentence.stop - 1)
        subject, thing = (
            by_surface.get(place.text) if place.name is None else positions.get(id(place.name))
            for place in (draft.subject, draft.object)
        )
        key = start, draft.subject.text, draft.predicate.predicate, draft.object.text, draft.predicate.polarity
        restated = any(same == (subject, start) and name in draft.object.text for same, name in objects)
        # 4月1日に京都で講演した: the statement has the day
        restated = restated or (draft.object.name is not None and (subject, start, draft.object.name.name) in timed)
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
            type=draft.type,
            start=start,
            end=end,
            confidence=round(draft.confidence, 2),
            reasons=(draft.evidence,),
            method="dependency",
            arguments=tuple(arguments.Argument(role, place.text) for role, place in draft.arguments),
            polarity=draft.predicate.polarity,
            modality=draft.predicate.modality,
            time=draft.time.name if draft.time else None,
        )


def with_doers(
    statements: Sequence[FoundStatement], literals: Sequence[LiteralFact], names: Sequence[Name]
) -> tuple[tuple[FoundStatement, ...], tuple[LiteralFact, ...]]:
    """The statements of an omitted writer told of who the literal facts tell them of, and the literals left.

    「stock-api は表を直接読まず、集計だけを見る」: the service reads and sees, not who writes. Of people and firms
    a topic may only set one against another (「トヨタは高かったけど、ホンダを買った」).
    """
    read: list[FoundStatement] = []
    restated: list[LiteralFact] = []
    for statement in statements:
        same = (
            fact
            for fact in literals
            if UNSAID in names[statement.subject].reasons
            and (fact.start, fact.lemma, fact.polarity) == (statement.start, statement.lemma, statement.polarity)
            and names[statement.object].surface in fact.object_text
            and fact.subject not in (None, statement.object)
            and _is_identified(names[fact.subject or 0])
        )
        fact = next(same, None)
        if fact is None or fact.subject is None:
            read.append(statement)
        else:
            read.append(replace(statement, subject=fact.subject, arguments=fact.arguments))
            restated.append(fact)
    return tuple(read), tuple(fact for fact in literals if fact not in restated)


def _is_identified(name: Name) -> bool:
    """Whether a name is an identifier that no firm or product is written like."""
    kind = identifier_kind(name.surface)
    return kind is not None and not is_weak(kind)


def _both_ways(subject: int, thing: int) -> Iterator[tuple[int, int]]:
    yield subject, thing
    yield thing, subject


def _of_frame(parse: Parse, frame: Frame, referents: Referents) -> Iterator[LiteralDraft]:
    """「XのYはZ」: X has Z as its Y; 「XはZ」: X is Z."""
    subject = End(None, frame.title) if frame.title else _end(parse, frame.subject[1], referents, frame.subject[0])
    last = parse.words[frame.values[-1][1]]
    predicate = stated(parse, last, frame.sentence)
    if subject is None or predicate.modality is Modality.ASKED:
        return
    if subject.name is None and not frame.title and referents.names.is_time(frame.subject[1]):
        return
    for first, place in frame.values:
        value = _end(parse, place, referents, first)
        if value is None:
            continue
        charge = charge_of(parse, frame, subject.name, value.name)
        words = charge or frame.attribute or "である"
        yield LiteralDraft(
            subject=value if charge else subject,
            object=subject if charge else value,
            arguments=(),
            predicate=predicate._replace(predicate=words, lemma=charge or frame.attribute or "だ"),
            sentence=frame.sentence,
            confidence=_FRAMED,
            evidence="frame",
            type=RelationType.OWNERSHIP if charge else RelationType.RELATES_TO,
        )


def _of_clause(parse: Parse, clause: Clause, unnamed: float, referents: Referents) -> Iterator[LiteralDraft]:
    verb = clause.predicate.word
    if clause.predicate.kind not in _KINDS or verb.text[:1].isdigit():
        return
    predicate = stated(parse, verb, clause.sentence)
    if predicate.modality is Modality.ASKED:
        return
    reported = reporter_of(parse, verb, clause.sentence) is not None or _PASSED_ON.match(parse.text, verb.end)
    if reported and predicate.modality is Modality.STATED:
        predicate = predicate._replace(modality=Modality.REPORTED)
    if predicate.modality is Modality.STATED and is_to_come(parse, clause):
        predicate = predicate._replace(modality=Modality.INTENDED)
    phrases = phrases_in(parse, clause.sentence).get(verb.place)
    if phrases is not None:
        yield from _of_phrases(parse, clause, predicate, _parts(parse, clause, phrases, referents), unnamed, referents)
    elif clause.predicate.kind in ("nominal", "adjective"):
        yield from _of_noun(parse, clause, predicate, referents)


def _parts(parse: Parse, clause: Clause, phrases: Sequence[Phrase], referents: Referents) -> list[Part]:
    """The phrases of a clause that say something, each with how sure its role is."""
    parts: list[Part] = []
    for phrase in phrases:
        head = phrase.last - (phrase.last > phrase.first and parse.words[phrase.last].text in _HONORIFICS)
        end = _end(parse, head, referents, phrase.first) if parse.words[phrase.last].text not in FORMAL else None
        if not phrase.role and not re.search(r"\d", parse.surface(phrase.first, phrase.last)):
            continue
        if end is None or (phrase.role in _SUBJECTS and _is_when(end, phrase, referents)):
            continue
        sure = [argument.confidence for argument in clause.arguments if phrase.first <= argument.head <= phrase.last]
        parts.append(Part(phrase.role, end, max((*sure, _UNSEEN)), _is_set_aside(parse, phrase, clause)))
    return parts


def _is_when(end: End, phrase: Phrase, referents: Referents) -> bool:
    """Whether a phrase only tells when: 今は, 昨年度は."""
    is_date = end.name is not None and end.name.type is EntityType.TIME_UNIT
    # 20年も: how long, and not who
    is_date = is_date or (phrase.role == "も" and end.text[:1].isdigit())
    return is_date or (phrase.first == phrase.last and referents.names.is_time(phrase.last))


def _of_phrases(
    parse: Parse, clause: Clause, predicate: Stated, parts: Sequence[Part], unnamed: float, referents: Referents
) -> Iterator[LiteralDraft]:
    """Who or what is told of, with all that other particles mark; what is set aside, denied."""
    verb = clause.predicate.word
    if clause.predicate.kind in ("nominal", "event"):
        # 体言止め: "リンさんが調査", "4/1 リリース予定"
        predicate = _acted(parse, verb, predicate)
    subjects = [part for part in parts if part.role == "が"] or [part for part in parts if part.role in _SUBJECTS]
    things = sorted(
        (part for part in parts if part.role in _OBJECTS and not part.away), key=lambda part: _OBJECTS.index(part.role)
    )
    away = [part for part in parts if part.away]
    acted_on = _acted_on(predicate, subjects, things) if verb.label != "acl" else []
    if acted_on:
        subjects = [part for part in subjects if part not in acted_on]
        things = [*(part._replace(role="を") for part in acted_on), *things]
    theme = things[0] if things and things[0].role == "を" else None
    if not subjects:
        agent = _agent_behind(parse, clause, referents)
        if agent is None and theme is not None and (unnamed >= _SPEAKER or acted_on or _is_rule(parse, verb)):
            speaker = referents.names.speaker(verb.place, rules=_is_rule(parse, verb))
            agent = None if speaker is None else End(speaker, speaker.name)
        if agent is not None:
            subjects = [Part("が", agent, max(unnamed, _UNSEEN))]
        goals = [part for part in things if part.role in _GOALS and not _is_person(part.end)]
        if theme is not None and len(things) > 1:
            yield from _literal(clause, predicate, theme, [part for part in things if part.role != theme.role], ())
        if theme is not None:
            # where a thing comes to and from is told of it, and not again of who does it
            things = [part for part in things if part not in goals]
    for subject in subjects:
        yield from _literal(clause, predicate, subject, things, away)


def _is_rule(parse: Parse, verb: Word) -> bool:
    """Whether a sentence is a rule for those who write it: 「float を使わない」, 「必ず型を使うこと」."""
    return _RULE.match(parse.text, verb.start) is not None


def _acted_on(predicate: Stated, subjects: Sequence[Part], things: Sequence[Part]) -> list[Part]:
    """The topics to which something is done by whoever it may be: 「Kafka は見送り」, 「npm も yarn も使わない」."""
    often = objects_of(predicate.lemma)
    has_object = any(part.role == "を" for part in things) or any(part.role == "が" for part in subjects)
    if predicate.passive or has_object or often == "?" or often < _MOSTLY:
        return []
    also = [part for part in subjects if part.role == "も"]
    topics = also if len(also) < len(subjects) and also else subjects
    return list(topics) if all(_is_thing(part.end) for part in topics) else []


def _is_person(end: End) -> bool:
    return end.name is not None and end.name.type is EntityType.PERSON


def _is_thing(end: End) -> bool:
    """Whether an end does nothing by itself: an identifier, a document, a noun that is seldom an agent."""
    if end.name is not None and end.name.named:
        return end.name.type in _INANIMATE
    noun = end.text.rpartition("の")[2]
    return noun.isascii() or actor(noun) in ("0", "1")


def _agent_behind(parse: Parse, clause: Clause, referents: Referents) -> End | None:
    """The person in brackets behind a sentence, who does it."""
    inside = in_bracket_behind(parse, clause.sentence)
    name = referents.names.at(inside.start) if inside else None
    is_person = name is not None and name.type is EntityType.PERSON and name.first == inside.start
    return End(name, name.name) if name is not None and is_person else None


def _of_noun(parse: Parse, clause: Clause, predicate: Stated, referents: Referents) -> Iterator[LiteralDraft]:
    """What a noun or an adjective says of a subject: 「証明書の期限が12月20日」."""
    verb = clause.predicate.word
    subjects = [
        Part("が", end, argument.confidence)
        for argument in clause.of_role("が")
        if argument.route != _GAP
        if (end := _end(parse, argument.head, referents)) is not None and not referents.names.is_time(argument.head)
    ]
    if clause.predicate.kind == "adjective":
        things = [
            Part(role, end, argument.confidence)
            for role in _OF_ADJECTIVES
            for argument in clause.of_role(role)
            if (end := _end(parse, argument.head, referents)) is not None
        ]
    else:
        value = _end(parse, verb.place, referents)
        things = [] if value is None else [Part("だ", value, 0.9)]
        predicate = predicate._replace(predicate="である", lemma="だ")
        owned = _owned(parse, clause, referents)
        if owned is not None:
            # 証明書の期限は12月20日: the certificate has it as its 期限
            subjects, attribute = [Part("が", *owned[:2])], owned[2]
            predicate = predicate._replace(predicate=attribute, lemma=attribute)
    for subject in subjects:
        yield from _literal(clause, predicate, subject, things, ())


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
    clause: Clause, predicate: Stated, subject: Part, things: Sequence[Part], away: Sequence[Part]
) -> Iterator[LiteralDraft]:
    """One fact for each object of the first role, with what has another role; and what is set aside, denied."""
    role = things[0].role if things else ""
    further = tuple((part.role, part.end) for part in things if part.role != role)
    time = next((name for part in things if (name := part.end.name) and name.type is EntityType.TIME_UNIT), None)
    for thing in things:
        confidence = subject.confidence * thing.confidence
        if thing.role != role or confidence < LEAST:
            continue
        yield LiteralDraft(
            subject=subject.end,
            object=thing.end,
            arguments=further,
            predicate=predicate,
            sentence=clause.sentence,
            confidence=confidence,
            evidence=f"が · {role}",
            time=time,
        )
    for part in away if predicate.polarity is Polarity.POSITIVE else ():
        yield LiteralDraft(
            subject=subject.end,
            object=part.end,
            arguments=(),
            predicate=predicate._replace(polarity=Polarity.NEGATIVE),
            sentence=clause.sentence,
            confidence=subject.confidence * 0.8,
            evidence="set aside",
        )


def _is_set_aside(parse: Parse, phrase: Phrase, clause: Clause) -> bool:
    aside = _DENIED.match(parse.text, parse.words[phrase.last].end)
    return aside is not None and (not aside[0].startswith("より") or clause.predicate.lemma in _CHOOSING)


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
