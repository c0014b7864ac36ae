"""Japanese literal facts: what clauses and frames tell of ends that are no names, in the words of the text.

「納期は11月14日」 is of the noun 納期; of 「MySQLではなくPostgreSQLを採用する」 one is adopted and the other denied.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise, repeat
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.valence import actor, objects_of
from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.frame_statements import charge_of
from extraction.lang.ja.facts.frames import Frame
from extraction.lang.ja.facts.worded.ends import (
    AMOUNT,
    GROUPS,
    SUBJECTS,
    UNSEEN,
    End,
    LiteralDraft,
    Part,
    end_at,
    is_date,
    is_definite,
    is_of_text,
    is_person,
    is_somebody,
    parts_of,
)
from extraction.lang.ja.facts.worded.literal_types import POSTS
from extraction.lang.ja.facts.worded.phrases import (
    GIVEN,
    LEAD,
    THEME,
    Phrase,
    behind_source,
    in_bracket_behind,
    is_done,
    phrases_in,
)
from extraction.lang.ja.modality.predicate_suffixes import CARRIERS
from extraction.lang.ja.modality.stating import Stated, reporter_of, stated
from extraction.lang.ja.modality.tense import is_to_come
from extraction.lang.ja.modality.verdicts import (
    LIGHT_VERBS,
    Action,
    action_in,
    compound_start,
    is_action,
    is_decision,
    is_stem,
    meant_by,
    verb_of,
    verdict_of,
)
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import FORMAL, kind_of, phrase_of, possessors
from extraction.lang.ja.parse.parse_repair import is_label
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import (
    DEPARTMENTS,
    LACKING,
    NEVER,
    NO_ANSWERS,
    OFFICES,
    ROLE_TAILS,
    VERBS,
    is_kind_of_person,
    tail_type,
)
from extraction.model.findings import FoundStatement
from extraction.names.identifiers import is_weak
from extraction.names.identifiers import kind_of as identifier_kind
from extraction.names.speakers import ME, UNSAID
from graph.model import arguments
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality, Polarity, RelationType

AnyFact = FoundStatement | LiteralFact
LEAST: Final = 0.35
"""Literal facts less sure than this are dropped."""
_FRAMED: Final = 0.75
"""How often a frame with a literal end is read right; set by hand."""
_ASSIGNED: Final = re.compile(
    r"(?<![\w=-])(?P<name>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:_[a-z0-9]+)+) ?= ?(?P<value>[\w.:/+-]*\w)"
)
"""A variable with its value."""
_KINDS: Final = ("verb", "act", "adjective", "nominal", "event")
_OBJECTS: Final = (
    "を",
    "に",
    "へ",
    "と",
    "から",
    "まで",
    "で",
    "について",
    "に対して",
    "によって",
    "より",
    "として",
    "",
)
"""Roles, that of the object before those of further arguments."""
_PASSED_ON: Final = re.compile(r"との(?:こと|連絡|報告|回答|通知|情報|話|声)")
"""What stands behind a verb whose clause somebody else told."""
_RULE: Final = re.compile(r"[^\s。、]{1,6}(?<!れ)(?:ない(?:こと|で)?|こと)[。.]?(?:\s|$)")
"""A verb that ends its sentence in the form of a rule."""
_IS_TO_BE: Final = re.compile(r"(?:する|します)(?:[。.、(（\n]|$)")
"""How a choice ends that is decided and not yet so."""
_TENSELESS: Final = re.compile(r"[一-鿿ァ-ヺー]{2,8}(?:[。.、(（\n]|$)")
"""A noun of action that ends a clause and tells no tense."""
_SPEAKER: Final = 0.5
"""How sure it must be that who speaks is the omitted subject."""
_MOSTLY: Final = "2"
"""How often a verb has an object that mostly has."""
_INANIMATE: Final = (EntityType.TECHNOLOGY, EntityType.DOCUMENT, EntityType.TASK, EntityType.OBJECT)
_GOALS: Final = ("に", "へ", "から", "まで")
_MANNER: Final = ("として",)
"""Roles of what only tells how something is done, beside an object."""
_GAP: Final = "nomgap"
"""The route of a noun that stands behind what it is said to be."""
_OF_ADJECTIVES: Final = ("に", "と")
_DONE: Final = ("済み", "済", "完了", "中")
_CHANGES: Final = VERBS.words("change_from")
_MOVES: Final = _CHANGES | VERBS.words("amount_change") | VERBS.words("change")
"""Verbs that tell of a thing what it was before and what it is now."""
_ASKING: Final = VERBS.words("handing_over")
_RECEIVING: Final = ("もらう", "いただく", "頂く", "得る", "受ける")
_SETTLING: Final = frozenset(("決まる", "決定する"))
"""Verbs that tell that an action was decided on: 「撤去が決まった」."""
_LINKING: Final = VERBS.words("linking")
"""Verbs that only tie a clause to the next: 「障害を受けて」, 「実績を踏まえて」."""
_FIRM: Final = re.compile(r"[ァ-ヺー]{2,}[一-鿿]{2,4}")
"""How a firm's name is written that no list knows: アオバ計測."""
_STATE_OF: Final = re.compile(
    r"(?:[あア]り|[なナ]し|前後|程度|済み?|完了|開始|予定|見込み|方針|計画|そのまま|[一-鿿ァ-ヺ]{2}中)$"
)
"""What tells how a thing stands, and not what it is."""
_BECOMING: Final = frozenset(("なる", "為る"))
"""Verbs that tell nothing of what something became."""
_LATIN_VERB: Final = re.compile(r"[a-z]{2,12}")
_PARTICLE: Final = re.compile(
    r"(?:[(（][^()（）]*[)）])? ?(?:(?:まで|から)(?!。|\s|$)|[にへを]|の(?!み)|で(?![すあ、]))"
)
_TOWARDS: Final = re.compile(r"[」』`]? ?[へに](?=[。．（(\n]|$)")
"""What stands behind a noun to which something goes, at the end of a sentence."""
_SET: Final = re.compile(r"[一-鿿ァ-ヺー]{2,}済み?")
_WHILE: Final = re.compile(r"[てでいるたっだ]{0,4}(?:まで|前に|間は)")
"""What stands behind a verb that tells until when something else is so."""
_INFLECTED: Final = re.compile(r"[ぁ-ん]{0,5}")
_COUNT: Final = re.compile(r"(?:\d+|[一二三四五六七八九十何数]{1,3})(?:度|回|件|人|つ|日|月|年|時|分)")
"""How a count begins, as which nothing is done to: 二度目."""
_OUTLOOK: Final = re.compile(r"(?:予定|見込み|見通し|方針|計画|済み?|完了|中)$")
"""What stands behind a noun of action and tells how far it has come."""


def literal_drafts(
    parse: Parse, read: Iterable[Frame | tuple[Clause, float]], referents: Referents
) -> Iterator[LiteralDraft]:
    """The literal facts of frames and clauses, these with the confidence that an omitted subject is the speaker."""
    parts = list(read)
    spoken = {
        clause.sentence: sure for part in parts if not isinstance(part, Frame) for clause, sure in (part,) if sure
    }
    framed = (part for part in parts if isinstance(part, Frame) and not part.is_behind)
    charged: set[range] = {frame.sentence for frame in framed} if referents.names.of_work else set()
    for part in parts:
        if isinstance(part, Frame):
            drafts = list(_of_frame(parse, part, referents))
            charged.update(draft.sentence for draft in drafts if draft.type is RelationType.OWNERSHIP)
            yield from drafts
            continue
        clause, unnamed = part
        if clause.predicate.kind in ("nominal", "event") and clause.sentence in charged:
            continue
        if _is_decided(parse, clause):
            # 採用することに決めた: who decides is who does it
            unnamed = unnamed or spoken.get(clause.sentence, 0.0)
        yield from _of_clause(parse, clause, unnamed, referents)
    yield from _memberships(parse, referents)
    if referents.names.of_work:
        yield from _assigned(parse, referents)


def _assigned(parse: Parse, referents: Referents) -> Iterator[LiteralDraft]:
    """The values that variables are given: MAX_RETRIES=5, sampling_hz = 1000."""
    for match in _ASSIGNED.finditer(parse.text):
        place = next((word.place for word in parse.words if word.end > match.start()), 0)
        name = referents.names.at(place)
        if name is not None and name.named and parse.text.startswith(match["name"], name.start):
            yield LiteralDraft(
                subject=End(name, name.surface),
                object=End(None, match["value"]),
                arguments=(),
                predicate=Stated("である", "だ", Polarity.POSITIVE, Modality.STATED, passive=False),
                sentence=parse.sentence_of(place),
                confidence=_FRAMED,
                evidence="frame",
            )


def _memberships(parse: Parse, referents: Referents) -> Iterator[LiteralDraft]:
    """The groups of people that no name tells: 「CS の佐藤さん」, 「情シスの堀さん」."""
    for place in range(1, len(parse.words) - 1):
        person = referents.names.at(place + 1) if parse.words[place].text == "の" else None
        if person is None or person.type is not EntityType.PERSON or person.first != place + 1 or not person.named:
            continue
        first, last = phrase_of(parse, place - 1)
        if _is_department(parse, first, last, referents):
            sentence = parse.sentence_of(place)
            yield LiteralDraft(
                subject=End(person, person.surface),
                object=End(None, parse.surface(first, last)),
                arguments=(),
                predicate=Stated("所属", "所属", Polarity.POSITIVE, Modality.STATED, passive=False),
                sentence=sentence,
                confidence=UNSEEN,
                evidence="particle:の",
                type=RelationType.MEMBER_OF,
            )


def _is_department(parse: Parse, first: int, last: int, referents: Referents) -> bool:
    """Whether a noun names a group that people are in: CS, 情シス, アオバ計測, 品質保証課."""
    text = parse.surface(first, last)
    name = referents.names.at(last)
    if text in DEPARTMENTS:
        return True
    if parse.words[last].text in ROLE_TAILS | OFFICES or relations.is_relational(text) or is_kind_of_person(text):
        return False
    if name is not None and name.type not in (EntityType.ORGANIZATION, EntityType.CONCEPT):
        return False
    is_letters = text.isascii() and text.isalpha() and text.isupper() and len(text) in range(2, 6)
    is_proper = any(parse.words[place].tag.startswith("名詞-固有名詞-一般") for place in range(first, last + 1))
    tail = tail_type(text)
    is_group = tail is not None and tail[0] is EntityType.ORGANIZATION
    return is_letters or is_proper or is_group or _FIRM.fullmatch(text) is not None


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
    """The drafts without those that tell a part of another's words: 7 階の窓側 beside 本社 7 階の窓側."""
    drafts = list(drafts)
    objects_by_claim: defaultdict[tuple[object, ...], list[str]] = defaultdict(list)
    for draft in drafts:
        objects_by_claim[_claim(draft)].append(draft.object.text)
    return [
        draft
        for draft in drafts
        if draft.object.name is not None
        or not any(
            text != draft.object.text and text.endswith(draft.object.text) for text in objects_by_claim[_claim(draft)]
        )
    ]


def _claim(draft: LiteralDraft) -> tuple[object, ...]:
    return draft.sentence.start, draft.subject.text, draft.predicate.predicate


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
    is_to_it = statement.predicate == statement.lemma and (is_deed or _is_named_thing(thing))
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


def _is_named_thing(name: Name) -> bool:
    """Whether a name is that of a thing, of which more is told than of who does something with it."""
    return name.named and name.type in (*_INANIMATE, EntityType.CONCEPT)


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
    subject = End(None, frame.title) if frame.title else end_at(parse, frame.subject[1], referents, frame.subject[0])
    last = parse.words[frame.values[-1][1]]
    predicate = stated(parse, last, frame.sentence)
    if subject is None or predicate.modality is Modality.ASKED:
        return
    if subject.name is None and not frame.title and referents.names.is_time(frame.subject[1]):
        return
    is_bare = referents.names.of_work and subject.name is None and not frame.title and not frame.attribute
    if is_bare and relations.is_relational(subject.text):
        return  # 副査は野々村教授: of whom, it does not tell
    for first, place in frame.values:
        # 解析は井上さん担当
        place -= 1 if place > first and parse.words[place].text in POSTS and referents.names.at(place) is None else 0
        value = end_at(parse, place, referents, first)
        if value is None:
            continue
        charge = charge_of(parse, frame, subject.name, value.name)
        if frame.title and is_person(value):
            is_post = frame.attribute.endswith(POSTS)
            # 分析は佐藤さん: of the note, no more is known than who does what
            subject = subject if is_post else End(None, frame.attribute)
            charge = frame.attribute if is_post else "担当する"
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
    is_date = clause.predicate.kind == "nominal" and referents.names.is_time(verb.place)
    if clause.predicate.kind not in _KINDS or (verb.text[:1].isdigit() and not is_date):
        return
    predicate = stated(parse, verb, clause.sentence)
    if predicate.modality is Modality.ASKED:
        return
    reported = reporter_of(parse, verb, clause.sentence) is not None or _PASSED_ON.match(parse.text, verb.end)
    reported = reported or behind_source(parse, clause.sentence) > clause.sentence.start
    if reported and predicate.modality is Modality.STATED:
        predicate = predicate._replace(modality=Modality.REPORTED)
    if predicate.modality is Modality.STATED and is_to_come(parse, clause, of_work=referents.names.of_work):
        predicate = predicate._replace(modality=Modality.INTENDED)
    phrases = phrases_in(parse, clause.sentence).get(verb.place)
    if phrases is not None:
        yield from _of_phrases(parse, clause, predicate, phrases, unnamed, referents)
    elif clause.predicate.kind in ("nominal", "adjective") and not _is_aside(parse, clause):
        yield from _of_noun(parse, clause, predicate, referents)


class Deed(NamedTuple):
    """A predicate with who does it, what it is done to (を) and with, and what is set `away`.

    `is_action`: the predicate was a noun of action, of which a verdict or a light verb told. `by_writers`: where nobody
    is named, those who write do it. `is_asked`: somebody is asked to do it.
    """

    predicate: Stated
    subjects: list[Part]
    things: list[Part]
    away: list[Part]
    acted_on: list[Part]
    is_action: bool
    by_writers: bool
    is_asked: bool = False

    @property
    def theme(self) -> Part | None:
        """What it is done to."""
        return self.things[0] if self.things and self.things[0].role == "を" else None

    @property
    def givers(self) -> list[Part]:
        """The people whom something comes from or goes to."""
        return [part for part in self.things if part.role in ("に", "から") and is_person(part.end)]

    @property
    def goals(self) -> list[Part]:
        """What things come to and from."""
        return [part for part in self.things if part.role in _GOALS and not is_person(part.end)]


def _of_phrases(
    parse: Parse, clause: Clause, predicate: Stated, phrases: Sequence[Phrase], unnamed: float, referents: Referents
) -> Iterator[LiteralDraft]:
    """Who or what is told of, with all that other particles mark; what is set aside, denied."""
    outer = [phrase for phrase in phrases if phrase.role in (LEAD, GIVEN)]
    if outer:
        rest = [phrase for phrase in phrases if phrase not in outer]
        drafts = list(_of_phrases(parse, clause, predicate, rest, unnamed, referents))
        yield from drafts
        yield from _of_outer(parse, clause, predicate, outer, rest, drafts, referents)
        return
    verb = clause.predicate.word
    for group in _gapped(phrases) or [list(phrases)]:
        parts = parts_of(parse, group, referents, clause.arguments, clause.predicate.lemma, passive=predicate.passive)
        has_object = any(phrase.role == "を" for phrase in group)
        action = _of_action(parse, clause, predicate, parts, referents)
        if verb.lemma in LACKING:
            yield from _of_absence(parse, clause, predicate, parts, referents)
        elif action is None and verdict_of(verb) == "required":
            yield from _required(parse, clause, predicate, parts, referents)
        elif action is None and predicate.lemma == "する" and not has_object:
            yield from _made(parse, clause, predicate, parts, referents)
        else:
            deed = _deed(parse, clause, predicate, parts, action, referents, has_object=has_object)
            yield from _of_deed(parse, clause, deed, parts, unnamed, referents)


def _of_outer(
    parse: Parse,
    clause: Clause,
    predicate: Stated,
    outer: Sequence[Phrase],
    rest: Sequence[Phrase],
    drafts: Sequence[LiteralDraft],
    referents: Referents,
) -> Iterator[LiteralDraft]:
    """What a ticket is about, and what comes of what a clause holds for: what is done, or what does something."""
    if drafts:
        is_deed = is_person(drafts[0].subject) or not is_of_text(drafts[0].subject)
        is_deed = is_deed or drafts[0].predicate.lemma == "なる"
        thing, predicate = drafts[0].object if is_deed else drafts[0].subject, drafts[0].predicate
    else:
        parts = parts_of(parse, rest, referents, clause.arguments, clause.predicate.lemma)
        thing = next((part.end for part in parts if part.role in ("を", "が", "で", "に")), None)
    for phrase in outer:
        if thing is None or referents.names.is_time(phrase.last):
            continue
        name, words = referents.names.at(phrase.first), parse.surface(phrase.first, phrase.last)
        if phrase.role == GIVEN and not is_definite(End(name, words)):
            continue
        yield LiteralDraft(
            subject=End(name if name is not None and name.surface == words else None, words),
            object=thing,
            arguments=(),
            predicate=predicate,
            sentence=clause.sentence,
            confidence=UNSEEN,
            evidence=phrase.role,
            time=drafts[0].time if drafts else None,
        )


def _deed(
    parse: Parse,
    clause: Clause,
    predicate: Stated,
    parts: Sequence[Part],
    action: tuple[Stated, list[Part]] | None,
    referents: Referents,
    *,
    has_object: bool,
) -> Deed:
    """What a predicate and its parts tell: topics that something is done to stand as its objects."""
    verb = clause.predicate.word
    by_writers = action is not None or _is_rule(parse, verb) or is_decision(verb)
    if action is not None:
        predicate, parts = action
    elif clause.predicate.kind in ("nominal", "event"):
        # 体言止め: "リンさんが調査", "4/1 リリース予定"
        predicate = _acted(parse, verb, predicate)
    subjects = [part for part in parts if part.role == "が"] or [part for part in parts if part.role in SUBJECTS]
    if any(part.role == "を" and not part.away for part in parts):
        subjects = [part for part in subjects if not _is_left_behind(parse, part, verb)]
    modified = _modified(parse, verb, referents)
    if modified is not None and all(part.role != "が" for part in subjects):
        subjects = [modified]
    things = sorted(
        (part for part in parts if part.role in _OBJECTS and not part.away), key=lambda part: _OBJECTS.index(part.role)
    )
    acted_on: list[Part] = []
    if (verb.label != "acl" or _is_rule(parse, verb)) and not has_object:
        acted_on = _acted_on(parse, predicate, parts, things, surely=by_writers)
    if acted_on:
        subjects = [part for part in subjects if part not in acted_on]
        things = [*(part._replace(role="を") for part in acted_on), *things]
    away = [part for part in parts if part.away]
    deed = Deed(predicate, subjects, things, away, acted_on, action is not None, by_writers)
    is_task = bool(acted_on) and any(is_person(part.end) for part in subjects) and action is None
    if is_task and predicate.modality is Modality.STATED and _TENSELESS.match(parse.text, verb.start):
        # v2 対応は佐藤さんが調査: it is still to be done
        deed = deed._replace(predicate=predicate._replace(modality=Modality.INTENDED))
    theme, givers = deed.theme, deed.givers
    if theme is not None and givers and predicate.lemma in _RECEIVING and _action_of(parse, theme) is not None:
        # 部長に了承をもらう
        words = f"{theme.end.text}を{predicate.lemma}"
        predicate = predicate._replace(predicate=words, lemma=words)
        deed = deed._replace(predicate=predicate, things=givers[:1], is_asked=True, by_writers=True)
    return deed


def _is_left_behind(parse: Parse, topic: Part, verb: Word) -> bool:
    """Whether a topic without a name belongs to a clause before, and does nothing here: 「鍵は事務室、扉を閉める」.

    What does something before goes on, 「銀行は金利を上げ、手数料を下げる」; what something is done to does not.
    """
    if topic.role not in ("は", "も") or topic.end.name is not None or topic.phrase is None:
        return False
    between = parse.words[topic.phrase.last + 2 : verb.place]
    commas = [at for at, word in enumerate(between) if at and word.text == "、"]
    head = parse.words[topic.phrase.last]
    if not commas or kind_of(head) == "person" or actor(head.text) in ("2", "3"):
        return False
    before = between[: commas[-1]]
    verbs = [word for word in before if word.tag.startswith("動詞")]
    if not verbs:
        return before[-1].is_noun and kind_of(before[-1]) != "time"
    return objects_of(verbs[-1].lemma) == "3" and all(word.text != "を" for word in before)


def _of_deed(
    parse: Parse, clause: Clause, deed: Deed, parts: Sequence[Part], unnamed: float, referents: Referents
) -> Iterator[LiteralDraft]:
    names = referents.names
    handed = list(_handed_over(clause, deed))
    if handed:
        yield from handed
        people = [part for part in deed.subjects if is_person(part.end)]
        deed = deed._replace(subjects=people, things=deed.givers, acted_on=[], by_writers=True, is_asked=True)
    predicate, theme = deed.predicate, deed.theme
    if not deed.subjects and predicate.lemma in _LINKING and clause.predicate.ending != "stop":
        return
    if not deed.subjects:
        agent = _agent_of(parse, clause, deed, parts, unnamed, referents)
        if agent is not None:
            deed = deed._replace(subjects=[Part("が", agent, max(unnamed, UNSEEN))])
        is_of_agent = agent is not None and is_of_text(agent) and not _is_change(deed)
        if theme is not None and not is_of_agent:
            placed = [*_literal(clause, predicate, theme, [part for part in deed.things if part.role != "を"], ())]
            yield from placed
            is_placed = any(is_definite(part.end) and not part.is_when for part in deed.things if part is not theme)
            is_placed = is_placed and predicate.polarity is Polarity.POSITIVE
            if names.of_work and placed and is_placed and not (agent is not None and is_of_text(agent)):
                return  # and not again of those who write
            # where a thing comes to and from is told of it, and not again of who does it
            deed = deed._replace(things=[part for part in deed.things if part not in deed.goals])
    made = [part for part in deed.things if _is_made_to(part, clause.predicate.word)]
    if predicate.lemma == "する" and theme is not None and made and deed.subjects:
        # XをYにする: of X more is told than of who makes it so
        yield from _literal(clause, predicate, theme, made, ())
        return
    if predicate.polarity is Polarity.NEGATIVE:
        deed = deed._replace(things=[part for part in deed.things if not _is_cause(parse, part)])
    if names.of_work and all(is_date(part.end) for part in deed.things):
        yield from _of_part(parse, clause, deed, parts, referents)
    for subject in deed.subjects:
        if predicate.lemma == "する" and theme is None and is_person(subject.end):
            continue
        of_thing = _measured(parse, subject, deed.things, predicate, referents)
        if of_thing is not None:
            yield from _literal(clause, of_thing[1], of_thing[0], deed.things, deed.away)
        elif not (names.of_work and is_person(subject.end) and _is_only_when(predicate, deed.things)):
            things = _with_dates_last(deed.things) if is_person(subject.end) else deed.things
            yield from _literal(clause, predicate, subject, things, deed.away)


def _of_part(
    parse: Parse, clause: Clause, deed: Deed, parts: Sequence[Part], referents: Referents
) -> Iterator[LiteralDraft]:
    """What happens to a part or a measure of a thing: 「film-gp は保守が止まっている」「センサの値がばらつく」."""
    topic = next((part for part in parts if part.role == "は" and not part.is_when), None)
    verb = clause.predicate.word
    is_within = _is_of_noun(parse, verb) or _WHILE.match(parse.text, verb.end) is not None
    if is_within or any(part.role in SUBJECTS and is_person(part.end) for part in parts):
        return
    for part in deed.subjects:
        if part.phrase is None or is_person(part.end):
            continue
        first, last = part.phrase.first, part.phrase.last
        place = next((place for place in range(last - 1, first, -1) if parse.words[place].text == "の"), first)
        if part.role == "が" and topic is not None and topic is not part:
            owner, thing = topic.end, part
        elif place > first and not parse.words[place - 1].is_particle:
            if kind_of(parse.words[place - 1]) in ("time", "formal"):
                continue  # 前日の枠
            owner, noun = end_at(parse, place - 1, referents, first), end_at(parse, last, referents, place + 1)
            is_thing = owner is not None and (is_definite(owner) or owner.text.endswith(GROUPS))
            if not is_thing or (part.role != "が" and objects_of(deed.predicate.lemma) in ("2", "3", "?")):
                continue  # 夏限定の麺が始まった, root のパスワードは共有しない
            thing = part if noun is None else part._replace(end=noun)
        else:
            continue
        if owner is not None and not is_date(owner) and deed.predicate.lemma not in LIGHT_VERBS | _BECOMING:
            yield from _literal(clause, deed.predicate, part._replace(end=owner), [thing._replace(role="が")], ())


def _agent_of(
    parse: Parse, clause: Clause, deed: Deed, parts: Sequence[Part], unnamed: float, referents: Referents
) -> End | None:
    """Who does what is told of nobody: who stands behind it in brackets, what its line begins with, or who writes."""
    names, verb = referents.names, clause.predicate.word
    agent = _agent_behind(parse, clause, referents)
    if names.of_work and deed.predicate.modality is Modality.POSSIBLE:
        return agent  # 日付を選ぶと…: whoever may do it
    cleft = next((argument.head for argument in clause.of_role("が") if argument.route == "cleft"), None)
    agent = agent or (None if cleft is None else end_at(parse, cleft, referents))
    label = _label_before(parse, clause, referents)
    # 板倉: API で遅延が出た: who tells of it does nothing
    is_of_label = label is not None and (not is_person(label) or deed.theme is not None or deed.is_action)
    agent = agent or (label if is_of_label else None)
    themes = [part for part in parts if part.role == THEME and _is_of_work(part.end)]
    if agent is None and themes and (deed.is_action or clause.predicate.unable):
        agent = themes[0].end
    is_within = verb.label == "acl" and not _is_decided(parse, clause) and not _is_rule(parse, verb)
    by_writers = deed.by_writers or unnamed >= _SPEAKER or bool(deed.acted_on)
    by_writers = by_writers or (names.of_work and not deed.predicate.passive)
    has_aim = (
        deed.theme is not None
        or deed.is_action
        or (deed.is_asked and bool(deed.givers))
        or (bool(deed.goals) and deed.predicate.lemma in _CHANGES)
    )
    if agent is None and has_aim and by_writers and not is_within and not _is_of_thing(deed, of_work=names.of_work):
        speaker = names.speaker(verb.place, rules=names.may_omit_writers or _is_rule(parse, verb))
        agent = None if speaker is None else End(speaker, speaker.name)
    return agent


def _is_change(deed: Deed) -> bool:
    """Whether a thing becomes or comes to another: 「しきい値を 6.0 に下げる」."""
    return any(is_definite(part.end) for part in deed.goals) and deed.predicate.lemma in _MOVES


def _is_of_thing(deed: Deed, *, of_work: bool) -> bool:
    """Whether more is told of what something is done to than that those who write do it."""
    theme = deed.theme
    if theme is None or all(part.role == "を" for part in deed.things):
        return False
    comes_to = of_work or any(is_definite(part.end) and not is_date(part.end) for part in deed.goals)
    return _is_change(deed) or (bool(deed.acted_on) and comes_to) or _is_of_work(theme.end)


def _is_made_to(part: Part, verb: Word) -> bool:
    """Whether a part is what something is made to, right before する: 標準 of 「パスキーを標準にする」."""
    is_goal = part.role == "に" and not part.is_when and not is_date(part.end)
    return is_goal and part.phrase is not None and part.phrase.last + 2 == verb.place


def _with_dates_last(things: Sequence[Part]) -> list[Part]:
    """The parts of what somebody does, what they do it to or with before when they do it."""
    return sorted(things, key=lambda part: is_date(part.end))


def _made(
    parse: Parse, clause: Clause, predicate: Stated, parts: Sequence[Part], referents: Referents
) -> Iterator[LiteralDraft]:
    """What a topic is made: 「有効期限は5分にする」; what was decided of it: 「最終営業日も終日禁止にする」."""
    topics = [part for part in parts if part.role == "も"] or [part for part in parts if part.role == "は"]
    for goal in (part for part in parts if part.role == "に" and part.phrase is not None):
        if is_decision(parse.words[goal.phrase.last if goal.phrase is not None else 0]):
            speaker = referents.names.speaker(clause.predicate.word.place, rules=referents.names.may_omit_writers)
            words = f"{goal.end.text}にする"
            if speaker is not None:
                worded = predicate._replace(predicate=words, lemma=words)
                writer = Part("が", End(speaker, speaker.name), UNSEEN)
                yield from _literal(clause, worded, writer, [part._replace(role="を") for part in topics], ())
        elif goal.end.text[:1].isdigit():
            for topic in topics:
                yield from _literal(clause, predicate, topic, [goal], ())
        elif is_definite(goal.end) and not is_date(goal.end) and not is_person(goal.end):
            yield from _chosen(parse, clause, predicate, topics, goal, referents)


def _chosen(
    parse: Parse, clause: Clause, predicate: Stated, topics: Sequence[Part], goal: Part, referents: Referents
) -> Iterator[LiteralDraft]:
    """What a thing is made: 「キューは Redis にする」, 「キューの Redis はやめて SQS にする」."""
    if predicate.modality is Modality.STATED and _IS_TO_BE.match(parse.text, clause.predicate.word.start):
        predicate = predicate._replace(modality=Modality.INTENDED)
    for topic in topics:
        subject = topic
        if topic.away and topic.phrase is not None:
            places = [place for place in range(*topic.phrase[:2]) if parse.words[place].text == "の"]
            owner = end_at(parse, places[-1] - 1, referents, topic.phrase.first) if places else None
            speaker = referents.names.speaker(clause.predicate.word.place, rules=referents.names.may_omit_writers)
            owner = End(speaker, speaker.name) if owner is None and speaker is not None else owner
            if owner is None:
                continue
            subject = topic._replace(end=owner, away=False)
        for draft in _literal(clause, predicate, subject, [goal], ()):
            draft.type = RelationType.DEPENDENCY if is_of_text(draft.subject) else draft.type
            yield draft


def _modified(parse: Parse, verb: Word, referents: Referents) -> Part | None:
    """Whom a relative clause tells of: 「育休に入る佐藤さん」."""
    head = parse.words[verb.head]
    name = referents.names.at(head.place) if verb.label == "acl" and head.place > verb.place else None
    is_person = name is not None and name.type is EntityType.PERSON and name.named and verb.end == name.start
    return Part("が", End(name, name.surface), UNSEEN) if name is not None and is_person else None


def _handed_over(clause: Clause, deed: Deed) -> Iterator[LiteralDraft]:
    """Whose it is what somebody is asked to do: 「検収は佐藤さんに依頼」."""
    people = [part for part in deed.things if part.role == "に" and is_person(part.end)]
    tasks = [part for part in (*deed.acted_on, *deed.things, *deed.subjects) if part.role in ("を", "は")]
    tasks = [part for part in tasks if not is_person(part.end)]
    if deed.predicate.lemma in _ASKING and deed.predicate.polarity is Polarity.POSITIVE:
        worded = deed.predicate._replace(predicate="担当する", lemma="担当する")
        for person in people:
            for draft in _literal(clause, worded, person, [part._replace(role="を") for part in tasks[:1]], ()):
                draft.type = RelationType.OWNERSHIP
                yield draft


def _gapped(phrases: Sequence[Phrase]) -> list[list[Phrase]]:
    """The phrases of each object where a verb has two with goals of their own: 「Aを1から2に、Bを3から4に変更」."""
    objects = [place for place, phrase in enumerate(phrases) if phrase.role == "を"]
    parts = [list(phrases[start:stop]) for start, stop in pairwise((*objects, len(phrases)))]
    has_goals = [any(phrase.role in _GOALS for phrase in part) for part in parts]
    return [[*phrases[: objects[0]], *part] for part in parts] if len(parts) > 1 and all(has_goals) else []


def _of_action(
    parse: Parse, clause: Clause, predicate: Stated, parts: Sequence[Part], referents: Referents
) -> tuple[Stated, list[Part]] | None:
    """The action that a verdict or a light verb is of, with its parts: 「持ち込みは禁止」, 「更新は深夜に実施」.

    None where a predicate is an action by itself.
    """
    word = clause.predicate.word
    verdict = verdict_of(word)
    first = compound_start(parse, word.place)
    if verdict and first < word.place and is_action(parse.words[word.place - 1]):
        # 持ち込み禁止
        verb = verb_of(parse, first, word.place - 1)
        polarity, modality = meant_by(verdict)
        thing = _thing_of(parse, first, referents)
        things = [] if thing is None else [Part("を", thing, UNSEEN)]
        return Stated(verb, verb, polarity, modality, False), [*things, *parts]
    lemma = predicate.lemma if clause.predicate.kind in ("verb", "act") else f"{word.text}する"
    is_light = lemma in LIGHT_VERBS and not predicate.passive
    is_settled = lemma in _SETTLING and all(part.role != "を" for part in parts)
    if not verdict and not is_light and not is_settled:
        return None
    of_subject = any(part.role == "が" for part in parts)
    roles = ("が",) if is_settled else ("を",) if lemma == "する" else ("が", "を") if of_subject else (*SUBJECTS, "を")
    for part in parts:
        action = _action_of(parse, part) if part.role in roles else None
        if action is not None and lemma == "する" and part.phrase is not None:
            is_verbal = parse.words[part.phrase.last].tag.startswith("名詞-普通名詞-サ変")
            action = action if is_verbal else None  # 一人暮らしをする
        others = [other for other in parts if other.role not in SUBJECTS and other is not part]
        is_made = lemma == "する" and any(_is_made_to(other, word) for other in others)
        is_bare = action is not None and action.thing is None and all(is_date(other.end) for other in others)
        if action is None or is_made or (is_light and is_bare):
            continue
        if verdict == "required" and action.thing is not None and _is_somebody_at(referents, action.thing[1]):
            continue  # 佐藤さんの承認が必須
        rest = [other for other in parts if other is not part]
        if (
            action.thing is not None
            and (thing := end_at(parse, action.thing[1], referents, action.thing[0])) is not None
        ):
            rest = [Part("を", thing, part.confidence), *rest]
        if verdict:
            polarity, modality = meant_by(verdict)
            return Stated(action.verb, action.verb, polarity, modality, False), rest
        if is_settled:
            return Stated(action.verb, action.verb, predicate.polarity, Modality.INTENDED, False), rest
        return predicate._replace(predicate=action.verb, lemma=action.verb), rest
    return None


def _is_somebody_at(referents: Referents, place: int) -> bool:
    name = referents.names.at(place)
    return name is not None and name.type is EntityType.PERSON


def _thing_of(parse: Parse, first: int, referents: Referents) -> End | None:
    """The thing to which an action is done, before の: v15 of 「v15 への切り替え」."""
    place = first - 1
    if place < 1 or parse.words[place].text != "の":
        return None
    place -= 1 + parse.words[place - 1].is_particle
    return end_at(parse, place, referents)


def _action_of(parse: Parse, part: Part) -> Action | None:
    return None if part.phrase is None else action_in(parse, part.phrase.first, part.phrase.last)


def _required(
    parse: Parse, clause: Clause, predicate: Stated, parts: Sequence[Part], referents: Referents
) -> Iterator[LiteralDraft]:
    """What something requires: 「v2 は OAuth2 が必須」; of whom, where it is theirs: 「PR は佐藤さんの承認が必須」."""
    word = clause.predicate.word
    subjects = [part for part in parts if part.role == "は"]
    for part in parts:
        if part.role != "が" or part.phrase is None:
            continue
        places = range(part.phrase.first, part.phrase.last + 1)
        owners = {id(name): name for place in places if (name := referents.names.at(place)) is not None}
        people = [name for name in owners.values() if name.type is EntityType.PERSON and name.last < part.phrase.last]
        noun = parse.surface(phrase_of(parse, part.phrase.last)[0], part.phrase.last)
        for subject in subjects:
            if people:
                words = f"{noun}が{word.text}"
                worded = predicate._replace(predicate=words, lemma=words)
                things = [Part("の", End(name, name.surface), part.confidence) for name in people]
            else:
                worded, things = predicate._replace(predicate=word.text, lemma=word.text), [part]
            for draft in _literal(clause, worded, subject, things, ()):
                draft.type = RelationType.DEPENDENCY
                yield draft


def _of_absence(
    parse: Parse, clause: Clause, predicate: Stated, parts: Sequence[Part], referents: Referents
) -> Iterator[LiteralDraft]:
    """What something has not: 「テーブルにインデックスが無い」; what it has no more of: 「有効期限が15分しかない」."""
    things = [part for part in parts if part.role == "が"]
    for place in (part for part in parts if part.role == "に"):
        denied = predicate._replace(predicate="ある", lemma="ある", polarity=Polarity.NEGATIVE)
        for draft in _literal(clause, denied, place, things, ()):
            draft.type = RelationType.CONTAINS if not is_person(place.end) else draft.type
            yield draft
    amounts = [part for part in parts if not part.role]
    for thing in things if amounts and predicate.polarity is Polarity.POSITIVE else ():
        of_thing = _measured(parse, thing, amounts, predicate, referents)
        if of_thing is not None:
            attribute = of_thing[1].predicate.partition("が")[0]
            worded = predicate._replace(predicate=attribute, lemma=attribute)
            yield from _literal(clause, worded, of_thing[0], amounts, ())


def _measured(
    parse: Parse, subject: Part, things: Sequence[Part], predicate: Stated, referents: Referents
) -> tuple[Part, Stated] | None:
    """Whose measure a subject is that comes to an amount: of 「gw1 の CPU が 95% に張り付く」 gw1, by its CPU."""
    is_amount = bool(things) and AMOUNT.match(things[0].end.text) is not None and not is_date(things[0].end)
    if subject.phrase is None or not is_amount or is_person(subject.end) or not referents.names.of_work:
        return None
    if subject.role != "が" and objects_of(predicate.lemma) >= _MOSTLY:
        return None  # 目標は13か月に下げる: somebody does it
    first, last = subject.phrase.first, subject.phrase.last
    place = next((place for place in range(last - 1, first, -1) if parse.words[place].text == "の"), first)
    owner = end_at(parse, place - 1, referents, first) if place > first else None
    if owner is None or is_action(parse.words[last]) or is_date(owner) or _is_called(parse, last, referents):
        return None
    words = parse.surface(place + 1, last)
    worded = predicate._replace(predicate=f"{words}が{predicate.predicate}", lemma=f"{words}が{predicate.lemma}")
    return subject._replace(end=owner), worded


def _is_called(parse: Parse, place: int, referents: Referents) -> bool:
    """Whether a noun is somebody's name and no measure: モチ of うちの猫のモチ."""
    name = referents.names.at(place)
    return name is not None and name.named and not parse.words[place].text.isascii()


def _is_only_when(predicate: Stated, things: Sequence[Part]) -> bool:
    """Whether all that is told beside who did something to a thing is when: no fact."""
    often = objects_of(predicate.lemma)
    dated = all(part.end.name is not None and part.end.name.type is EntityType.TIME_UNIT for part in things)
    return dated and often != "?" and often >= _MOSTLY


def _is_of_work(end: End) -> bool:
    """Whether an end is a thing of work, of which more is told than of who does something with it."""
    return end.name is not None and _is_named_thing(end.name)


def _is_rule(parse: Parse, verb: Word) -> bool:
    """Whether a sentence is a rule for those who write it: 「float を使わない」, 「必ず型を使うこと」."""
    return _RULE.match(parse.text, verb.start) is not None


def _acted_on(
    parse: Parse, predicate: Stated, parts: Sequence[Part], things: Sequence[Part], *, surely: bool
) -> list[Part]:
    """The topics to which something is done by whoever it may be: 「Kafka は見送り」, 「npm も yarn も使わない」.

    Beside somebody who does it, it is done to the topic: 「値引きは佐藤さんが交渉する」. It is so `surely` where a
    sentence is a rule or a decision.
    """
    often = objects_of(predicate.lemma)
    doers = [part for part in parts if part.role == "が"]
    topics = [part for part in parts if part.role in ("は", "も") and not part.is_when]
    topics = [part for part in topics if _COUNT.match(part.end.text) is None]
    is_done_by = bool(doers) and all(is_person(part.end) or _is_of_work(part.end) for part in doers)
    if predicate.passive or any(part.role == "を" for part in things) or (doers and not is_done_by):
        return []
    if not is_done_by and not surely and (often == "?" or often < _MOSTLY):
        return []
    amounts = [part for part in things if part.end.text[:1].isdigit() and not is_date(part.end)]
    if not doers and any(part.role in _GOALS for part in amounts):
        return []  # p95 は 400ms まで回復
    also = [part for part in topics if part.role == "も"]
    topics = also if len(also) < len(topics) and also else topics
    may_do = is_somebody if is_done_by or surely else _may_act
    by_title = any(part.phrase is not None and parse.words[part.phrase.last].text in OFFICES for part in topics)
    return [] if by_title or any(may_do(part.end) for part in topics) else topics


def _may_act(end: End) -> bool:
    """Whether an end may do something by itself: no identifier, no document, no noun that is seldom an agent."""
    if end.name is not None and end.name.named:
        return end.name.type not in _INANIMATE
    noun = end.text.rpartition("の")[2]
    return not noun.isascii() and actor(noun) not in ("0", "1")


def _agent_behind(parse: Parse, clause: Clause, referents: Referents) -> End | None:
    """The person in brackets behind a sentence, who does it."""
    inside = in_bracket_behind(parse, clause.sentence)
    name = referents.names.at(inside.start) if inside else None
    is_person = name is not None and name.type is EntityType.PERSON and name.first == inside.start
    return End(name, name.name) if name is not None and is_person else None


def _label_before(parse: Parse, clause: Clause, referents: Referents) -> End | None:
    """The thing that a line begins with, which does what is told of nobody: 「OPS-310: v15 への更新は…」."""
    start = parse.words[clause.sentence.start].start
    line = parse.text.rfind("\n", 0, start) + 1
    lead = (sentence for sentence in parse.sentences if line <= parse.words[sentence.start].start < start)
    before = next((sentence for sentence in lead if len(sentence) > 1), range(0))
    if not before or not is_label(parse.words, before):
        return None
    name = referents.names.at(before[-1] - 1)
    is_agent = name is not None and (_is_named_thing(name) or name.type is EntityType.PERSON)
    is_whole = name is not None and name.first <= before.start + 2 and is_agent
    return End(name, name.surface) if name is not None and is_whole else None


def _of_noun(parse: Parse, clause: Clause, predicate: Stated, referents: Referents) -> Iterator[LiteralDraft]:
    """What a noun or an adjective says of a subject: 「証明書の期限が12月20日」."""
    verb = clause.predicate.word
    if _TOWARDS.match(parse.text, verb.end):
        yield from _moved(parse, clause, predicate, referents)
        return
    subjects = [
        Part("が", end, argument.confidence)
        for argument in clause.of_role("が")
        if argument.route != _GAP and not _is_told_apart(parse, argument.head, verb)
        if (end := end_at(parse, argument.head, referents)) is not None and not referents.names.is_time(argument.head)
    ]
    if clause.predicate.kind == "adjective":
        things = [
            Part(role, end, argument.confidence)
            for role in _OF_ADJECTIVES
            for argument in clause.of_role(role)
            if (end := end_at(parse, argument.head, referents)) is not None
        ]
    else:
        value = end_at(parse, verb.place, referents)
        before = parse.words[phrase_of(parse, verb.place)[0] - 1]
        if before.tag == "助詞-接続助詞" or (before.text == "と" and parse.words[before.place - 1].text == "、"):
            return  # 使い始めて3年目; 手土産はこれに限る、と佐藤さん
        if value is None or _PARTICLE.match(parse.text, parse.words[verb.place].end):
            return  # 400msまで回復
        things = [Part("だ", value, 0.9)]
        predicate = predicate._replace(predicate="である", lemma="だ")
        owned = _owned(parse, clause, referents, is_amount=value.text[:1].isdigit())
        if owned is not None:
            # 証明書の期限は12月20日: the certificate has it as its 期限
            subjects, attribute = [Part("が", *owned[:2])], owned[2]
            predicate = predicate._replace(predicate=attribute, lemma=attribute)
        elif referents.names.of_work and not is_definite(value):
            return  # 撤去です, 有効: how it stands
    for subject in subjects:
        yield from _literal(clause, predicate, subject, things, ())


def _moved(parse: Parse, clause: Clause, predicate: Stated, referents: Referents) -> Iterator[LiteralDraft]:
    """Where something goes without a verb: 「監視は Zabbix から Prometheus へ」, 「モードを HOLD に」."""
    verb = clause.predicate.word
    goal = end_at(parse, verb.place, referents)
    at = phrase_of(parse, verb.place)[0] - 1
    at = min(at, at if goal is None or goal.name is None else goal.name.first - 1)
    source = end_at(parse, at - 1, referents) if parse.words[at].text == "から" else None
    if source is not None:
        at = min(phrase_of(parse, at - 1)[0], at if source.name is None else source.name.first) - 1
    is_moved = parse.words[at].text in ("は", "を") and at > clause.sentence.start
    thing = end_at(parse, at - 1, referents) if is_moved else None
    is_made = parse.text.startswith("に", verb.end) or parse.text.startswith(" に", verb.end)
    if goal is None or thing is None or (is_made and parse.words[at].text == "は") or is_date(goal):
        return
    is_amount = AMOUNT.match(goal.text) is not None
    words = "に" if is_made else "なる" if is_amount else "移る" if source is not None or is_person(thing) else "へ"
    if is_made and predicate.modality is Modality.STATED:
        predicate = predicate._replace(modality=Modality.INTENDED)
    sources = () if source is None else (("から", source),)
    yield LiteralDraft(
        subject=thing,
        object=goal,
        arguments=sources,
        predicate=predicate._replace(predicate=words, lemma=words),
        sentence=clause.sentence,
        confidence=UNSEEN,
        evidence="particle:へ",
        type=RelationType.SEQUENCE if sources and not is_amount else RelationType.RELATES_TO,
    )


def _is_told_apart(parse: Parse, topic: int, noun: Word) -> bool:
    """Whether a comma and a topic of its own part a noun from a topic before: 「鍵は事務室、車は東門」."""
    between = list(parse.words[topic + 2 : noun.place])
    commas = [at for at, word in enumerate(between) if word.text == "、"]
    return bool(commas) and any(word.text == "は" and word.is_particle for word in between[commas[0] :])


def _is_aside(parse: Parse, clause: Clause) -> bool:
    """Whether a predicate stands in brackets that the sentence does not begin with: it is told of nothing outside."""
    before = parse.surface(clause.sentence.start, clause.predicate.word.place)[:-1]
    return any(before.count(opens) > before.count(closes) for opens, closes in ("()", "（）"))


def _is_cause(parse: Parse, part: Part) -> bool:
    """Whether a part tells why something is not so: 霧 of 「頂上は霧で見えなかった」."""
    is_topic = part.phrase is None or parse.text.startswith("は", parse.words[part.phrase.last + 1].end)
    return part.role == "で" and not (is_topic or is_definite(part.end) or tail_type(part.end.text))


def _is_of_noun(parse: Parse, verb: Word) -> bool:
    """Whether a verb only describes the noun behind it: 使った人."""
    between = parse.text[verb.end : parse.words[phrase_of(parse, verb.head)[0]].start]
    is_noun = parse.words[verb.head].text not in FORMAL | CARRIERS
    return verb.label == "acl" and is_noun and _INFLECTED.fullmatch(between) is not None


def _is_decided(parse: Parse, clause: Clause) -> bool:
    """Whether a clause is what somebody decides or plans (…することにした, …する予定)."""
    word = clause.predicate.word
    head = parse.words[word.head]
    return word.label == "acl" and head.place > word.place and (head.text in FORMAL or head.text in CARRIERS)


def _owned(parse: Parse, clause: Clause, referents: Referents, *, is_amount: bool) -> tuple[End, float, str] | None:
    """Of a subject "XのY" that is no name: X, how sure its role is, and Y; of an amount, name or not."""
    noun = clause.predicate.word
    for argument in clause.of_role("が"):
        owners = list(possessors(parse, parse.words[argument.head]))
        is_bare = (
            not _is_called(parse, argument.head, referents) if is_amount else referents.names.at(argument.head) is None
        )
        if owners and argument.route != _GAP and is_bare and not _is_told_apart(parse, argument.head, noun):
            owner = end_at(parse, owners[-1].place, referents)
            attribute = parse.surface(*phrase_of(parse, argument.head))
            return None if owner is None else (owner, argument.confidence, attribute)
    return None


def _acted(parse: Parse, verb: Word, predicate: Stated) -> Stated:
    """A noun of action as the verb that it stands for: リリース予定 is planned to be released."""
    first, last = phrase_of(parse, verb.place)
    first = compound_start(parse, verb.place) if parse.words[first].text[:1].isdigit() else first
    text = parse.surface(first, last)
    bare = _OUTLOOK.sub("", text)
    is_act = bare != text or is_action(verb) or verb.text.isascii() or is_done(parse, verb)
    lemma = verb_of(parse, first, last) if is_stem(verb) else f"{bare or text}する" if is_act else text
    planned = bare != text and not text.endswith(_DONE)
    modality = Modality.INTENDED if planned else predicate.modality
    return predicate._replace(predicate=lemma, lemma=lemma, modality=modality)


def _literal(
    clause: Clause, predicate: Stated, subject: Part, things: Sequence[Part], away: Sequence[Part]
) -> Iterator[LiteralDraft]:
    """One fact for each object of the first role, with what has another role; and what is set aside, denied."""
    role = things[0].role if things else ""
    further = tuple(
        (part.role, part.end)
        for part in things
        if part.role not in (role, *_MANNER)
        # a date is the time of the fact, but where something moves from one to another
        if not (is_date(part.end) or part.is_when)
        or is_date(things[0].end)
        or (part.role == "から" and (predicate.lemma in _MOVES or things[0].end.text[:1].isdigit()))
    )
    time = next((part.time for part in things if part.time is not None), None)
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
