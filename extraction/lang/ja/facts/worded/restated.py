"""Literal drafts as findings, and which of two facts that tell the same stays.

「見積計算v2 の公開を 4/15 に延期」 is told once, of 見積計算v2 の公開 and not of 公開 as well.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import repeat
from typing import Final

from extraction.lang.ja.facts.worded.ends import LiteralDraft, is_date, is_named_thing, is_of_text, is_person
from extraction.lang.ja.modality.verdicts import LIGHT_VERBS
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.parse.cases import FORMAL
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import NEVER, NO_ANSWERS
from extraction.model.findings import FoundStatement
from extraction.names.identifiers import is_weak
from extraction.names.identifiers import kind_of as identifier_kind
from extraction.names.speakers import ME, UNSAID
from graph.model import arguments
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality, Polarity, RelationType

AnyFact = FoundStatement | LiteralFact
_STATE_OF: Final = re.compile(
    r"(?:[あア]り|[なナ]し|前後|程度|済み?|完了|開始|予定|見込み|方針|計画|そのまま|[一-鿿ァ-ヺ]{2}中)$"
)
"""What tells how a thing stands, and not what it is."""
_LATIN_VERB: Final = re.compile(r"[a-z]{2,12}")
_SET: Final = re.compile(r"[一-鿿ァ-ヺー]{2,}済み?")


def found_literals(
    parse: Parse,
    drafts: Iterable[LiteralDraft],
    names: Sequence[Name],
    stated_: Sequence[FoundStatement],
    *,
    of_work: bool,
    when: datetime,
) -> Iterator[LiteralFact]:
    """The drafts as findings: none that a statement between the same names of its sentence has."""
    drafts = _without_parts(drafts)
    positions = {id(name): position for position, name in enumerate(names)}
    by_surface = {name.surface: position for position, name in enumerate(names)}
    pairs = {(ends, fact.start) for fact in stated_ for ends in _both_ways(fact.subject, fact.object)}
    objects = [((fact.subject, fact.start), names[fact.object].name, fact.lemma) for fact in stated_]
    # 趣味は銭湯めぐりです: whose it is, the statement has
    pairs |= {((fact.predicate, fact.object), fact.start) for fact in stated_}
    timed = {(fact.subject, fact.start, fact.time) for fact in stated_ if fact.time}
    seen: set[tuple[object, ...]] = set()
    for draft in drafts:
        start, end = parse.characters(draft.sentence.start, draft.sentence.stop - 1)
        subject, thing = (
            by_surface.get(place.text) if place.name is None else positions.get(id(place.name))
            for place in (draft.subject, draft.object)
        )
        key = start, draft.subject.text, draft.predicate.predicate, draft.object.text, draft.predicate.polarity
        restated = any(
            same == (subject, start) and name in draft.object.text and lemma != draft.predicate.lemma
            for same, name, lemma in objects
        )
        # 4月1日に京都で講演した: the statement has the day
        restated = restated or (draft.object.name is not None and (subject, start, draft.object.name.name) in timed)
        restated = restated or _is_idle(draft, of_work=of_work)
        ends = (subject, draft.subject.text if draft.predicate.lemma in ("だ", "ある") else subject)
        restated = restated or not pairs.isdisjoint(((end, thing), start) for end in ends)
        if restated or key in seen or draft.subject.text == draft.object.text:
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
            # how those who write do something ties nothing to them
            arguments=tuple(
                arguments.Argument(role if is_of_text(draft.subject) else "", place.text)
                for role, place in draft.arguments
            ),
            polarity=draft.predicate.polarity,
            modality=Modality.INTENDED if _is_ahead(draft, names, when) else draft.predicate.modality,
            time=draft.time.name if draft.time else None,
        )


def _without_parts(drafts: Iterable[LiteralDraft]) -> list[LiteralDraft]:
    """The drafts without those that tell a part of another's words: 7 階の窓側 beside 本社 7 階の窓側.

    「HK-52 の納品が8月10日に遅れる」 is told of the delivery, and not again of HK-52.
    """
    drafts = list(drafts)
    told_of: defaultdict[tuple[int, str], list[tuple[str, str]]] = defaultdict(list)
    for draft in drafts:
        told_of[_claim(draft)].append((draft.subject.text, draft.object.text))
    return [draft for draft in drafts if not any(_is_part(draft, *whole) for whole in told_of[_claim(draft)])]


def _is_part(draft: LiteralDraft, subject: str, thing: str) -> bool:
    """Whether a draft tells a part of what is told of a subject and a thing."""
    owner, value = draft.subject.text, draft.object.text
    if subject == owner:
        return draft.object.name is None and thing != value and thing.endswith(value)
    is_counted = thing == value and draft.subject.name is None and subject.endswith(f"の{owner}")
    return is_counted or (subject.startswith(owner) and subject.endswith(f"の{value}"))


def _claim(draft: LiteralDraft) -> tuple[int, str]:
    return draft.sentence.start, draft.predicate.lemma


def _is_ahead(draft: LiteralDraft, names: Sequence[Name], when: datetime) -> bool:
    """Whether what is stated lies ahead by its date: 「4月末まで持つ」 of a note of March.

    Who has something in charge from a day on has it then: 「11/10 から、窓口は井上さん」.
    """
    dates = [] if draft.time is None else [draft.time]
    if draft.type is RelationType.OWNERSHIP:
        dates += [name for name in names if name.first in draft.sentence]
    elif draft.type is not RelationType.RELATES_TO:
        return False
    is_stated = draft.predicate.modality is Modality.STATED
    return is_stated and any(name.moment is not None and name.moment.date() > when.date() for name in dates)


def _is_idle(draft: LiteralDraft, *, of_work: bool) -> bool:
    """Whether a fact tells nothing: of a word that stands for anything, or how something stands and not what it is."""
    subject, value = draft.subject, draft.object
    if draft.predicate.lemma.removesuffix("する") in FORMAL:
        return True  # 障害のときは三枝さん: a formal noun is no predicate
    if value.name is None and draft.evidence.endswith("だ") and _SET.fullmatch(value.text):
        return True
    if draft.predicate.lemma != "だ":
        ends = (end.text for end in (subject, value) if end.name is None)
        return draft.evidence != "frame" and any(text in NEVER for text in ends)
    is_bare = of_work and (subject.name is None or not subject.name.named)
    if is_bare and (value.name is None or not value.name.named or is_date(value)):
        return True  # 停止は4分: of what, it does not tell
    if of_work and is_person(subject) and is_date(value):
        return True
    is_state = value.text in NEVER | NO_ANSWERS or _STATE_OF.search(value.text) is not None
    return value.name is None and (is_state or _LATIN_VERB.fullmatch(value.text) is not None)


def with_words(
    statements: Sequence[FoundStatement], literals: Sequence[LiteralFact], names: Sequence[Name], *, of_work: bool
) -> tuple[list[FoundStatement], list[LiteralFact]]:
    """The statements with the words that literal facts have for the same, and the literal facts that say more.

    「見積計算v2 の公開を 4/15 に延期」 is told once, of 見積計算v2 の公開 and not of 公開 as well. In a note of work
    what is done to a thing is told of the thing, and not again of those who write.
    """
    kept: list[FoundStatement] = []
    restated: set[int] = set()
    for statement in map(_without_class, statements, repeat(names)) if of_work else statements:
        ends = names[statement.subject], names[statement.object]
        same = [
            (place, fact)
            for place, fact in enumerate(literals)
            if (fact.start, fact.polarity) == (statement.start, statement.polarity)
            and (fact.lemma == statement.lemma or statement.predicate.endswith(fact.lemma))
        ]
        whole = next(
            (
                (place, fact)
                for place, fact in same
                if ends[1].surface in fact.object_text
                and (
                    fact.subject == statement.subject or fact.subject_text == ME
                    if UNSAID in ends[0].reasons
                    else ends[0].surface in fact.subject_text
                )
            ),
            None,
        )
        is_dated = of_work and ends[1].type is EntityType.TIME_UNIT
        if whole is not None and is_dated and whole[1].subject_text != ends[0].surface:
            continue  # what lies ahead is told of the words of the text
        if whole is not None:
            place, fact = whole
            restated.add(place)
            words = None if UNSAID in ends[0].reasons else fact.subject_text
            kind = fact.type if statement.type is RelationType.RELATES_TO else statement.type
            kept.append(
                replace(
                    statement,
                    type=kind,
                    subject_text=words,
                    object_text=fact.object_text,
                    arguments=fact.arguments,
                )
            )
        elif any(fact.lemma.startswith(f"{ends[0].surface}が") and fact.start == statement.start for fact in literals):
            continue  # CPU is at 95% is told of what has the CPU
        elif any(fact.lemma == statement.lemma == "する" and ends[1].surface in fact.object_text for _, fact in same):
            continue  # キューの Redis はやめて SQS にする: the queue is made SQS
        elif of_work and any(fact.subject_text == ME and ends[0].surface in fact.object_text for _, fact in same):
            continue  # npm も yarn も使わない: neither uses the other
        elif of_work and _is_writer(ends[0]) and not _is_done(statement, ends[1]):
            continue  # what those who write do not do, or may do, is told of things alone that have a name
        elif (
            statement.lemma not in LIGHT_VERBS
            or not ends[0].surface
            or not any(fact.start == statement.start and fact.lemma == f"{ends[0].surface}する" for fact in literals)
        ):
            kept.append(statement)
    rest = [fact for place, fact in enumerate(literals) if place not in restated]
    facts = [*kept, *rest] if of_work else []
    again = [fact for fact in facts if _is_of_writers_again(fact, facts, names)]
    return [fact for fact in kept if fact not in again], [fact for fact in rest if fact not in again]


def _without_class(statement: FoundStatement, names: Sequence[Name]) -> FoundStatement:
    """A statement of a note of work, where what a thing is said to be is seldom its class: 「ペイロードは JSON」."""
    is_class = statement.type in (RelationType.TYPE_OF, RelationType.INSTANCE_OF)
    is_of_thing = names[statement.subject].type is not EntityType.PERSON
    return replace(statement, type=RelationType.RELATES_TO) if is_class and is_of_thing else statement


def _is_done(statement: FoundStatement, thing: Name) -> bool:
    """Whether a statement has a type or tells of what is done to something, by no particle but を, に and へ.

    What is not done, or may be, is told where the thing has a name: 「Kafka を採用しない」.
    """
    is_deed = statement.polarity is Polarity.POSITIVE and statement.modality is Modality.STATED
    is_to_it = statement.predicate == statement.lemma and (is_deed or is_named_thing(thing))
    return is_to_it or statement.type is not RelationType.RELATES_TO


def _is_writer(name: Name) -> bool:
    """Whether a name is of whoever writes, without being said: nobody who speaks in a talk."""
    return name.name == ME and UNSAID in name.reasons


def _is_of_writers_again(fact: AnyFact, facts: Sequence[AnyFact], names: Sequence[Name]) -> bool:
    """Whether a fact tells of those who write what another of its sentence tells of a thing."""
    is_of_writers = fact.subject_text == ME or (fact.subject is not None and _is_writer(names[fact.subject]))
    return (
        is_of_writers
        and fact.type is RelationType.RELATES_TO
        and any(
            (other.start, other.lemma) == (fact.start, fact.lemma)
            and (other.subject, other.subject_text) != (fact.subject, fact.subject_text)
            for other in facts
        )
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
