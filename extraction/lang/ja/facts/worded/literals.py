"""Japanese literal facts: what clauses and frames tell of ends that are no names, in the words of the text.

「納期は11月14日」 is of the noun 納期; of 「MySQLではなくPostgreSQLを採用する」 one is adopted and the other denied.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.valence import objects_of
from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.frame_statements import charge_of
from extraction.lang.ja.facts.frames import Frame
from extraction.lang.ja.facts.worded.agents import TELLER, agent_of, is_decided
from extraction.lang.ja.facts.worded.deeds import GOALS, MOSTLY, Deed, deed_of, is_change, is_made_to, of_action
from extraction.lang.ja.facts.worded.drafts import drafts_of
from extraction.lang.ja.facts.worded.ends import (
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
from extraction.lang.ja.facts.worded.memberships import memberships
from extraction.lang.ja.facts.worded.nominal import measured, of_noun
from extraction.lang.ja.facts.worded.phrases import GIVEN, LEAD, Phrase, behind_source, phrases_in
from extraction.lang.ja.modality.predicate_suffixes import CARRIERS, PASSED_ON
from extraction.lang.ja.modality.stating import Stated, reporter_of, stated
from extraction.lang.ja.modality.tense import is_to_come
from extraction.lang.ja.modality.verdicts import LIGHT_VERBS, is_decision, verdict_of
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import FORMAL, kind_of, phrase_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import LACKING, VERBS, tail_type
from graph.model.types import EntityType, Modality, Polarity, RelationType

_FRAMED: Final = 0.75
"""How often a frame with a literal end is read right; set by hand."""
_KINDS: Final = ("verb", "act", "adjective", "nominal", "event")
_IS_TO_BE: Final = re.compile(r"(?:する|します)(?:[。.、(（\n]|$)")
"""How a choice ends that is decided and not yet so."""
_HANDING_OVER: Final = VERBS.words("handing_over")
_REQUESTING: Final = VERBS.words("requesting")
_LINKING: Final = VERBS.words("linking")
"""Verbs that only tie a clause to the next: 「障害を受けて」, 「実績を踏まえて」."""
_BECOMING: Final = frozenset(("なる", "為る"))
"""Verbs that tell nothing of what something became."""
_WHILE: Final = re.compile(r"[てでいるたっだ]{0,4}(?:まで|前に|間は)")
"""What stands behind a verb that tells until when something else is so."""
_INFLECTED: Final = re.compile(r"[ぁ-ん]{0,5}")


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
        if is_decided(parse, clause):
            # 採用することに決めた: who decides is who does it
            unnamed = unnamed or spoken.get(clause.sentence, 0.0)
        yield from _of_clause(parse, clause, unnamed, referents)
    yield from memberships(parse, referents)


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
    reported = reporter_of(parse, verb, clause.sentence) is not None or PASSED_ON.match(parse.text, verb.end)
    reported = reported or behind_source(parse, clause.sentence) > clause.sentence.start
    if predicate.modality is Modality.STATED and is_to_come(parse, clause, of_work=referents.names.of_work):
        predicate = predicate._replace(modality=Modality.INTENDED)
    if reported and predicate.modality is Modality.STATED:
        predicate = predicate._replace(modality=Modality.REPORTED)
    phrases = phrases_in(parse, clause.sentence).get(verb.place)
    if phrases is not None:
        yield from _of_phrases(parse, clause, predicate, phrases, unnamed, referents)
    elif clause.predicate.kind in ("nominal", "adjective") and not _is_aside(parse, clause):
        yield from of_noun(parse, clause, predicate, referents)


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
        if PASSED_ON.match(parse.text, verb.end):
            # 田中さんから値引きすると返事: who tells of it does it
            is_teller = [part.role == "から" and is_somebody(part.end) for part in parts]
            parts = [part._replace(role=TELLER) if at else part for part, at in zip(parts, is_teller, strict=True)]
        has_object = any(phrase.role == "を" for phrase in group)
        action = of_action(parse, clause, predicate, parts, referents)
        if verb.lemma in LACKING:
            yield from _of_absence(parse, clause, predicate, parts, referents)
        elif action is None and verdict_of(verb) == "required":
            continue  # what needs it, is a tie
        elif action is None and predicate.lemma == "する" and not has_object:
            yield from _made(parse, clause, predicate, parts, referents)
        else:
            deed = deed_of(parse, clause, predicate, parts, action, referents, has_object=has_object)
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
        if not is_deed:
            role = drafts[0].evidence.rpartition(" · ")[2]
            predicate = predicate._replace(predicate=predicate.predicate.removeprefix(role))
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


def _of_deed(
    parse: Parse, clause: Clause, deed: Deed, parts: Sequence[Part], unnamed: float, referents: Referents
) -> Iterator[LiteralDraft]:
    names = referents.names
    handed = list(_handed_over(clause, deed))
    if handed:
        yield from handed
        # and not again of those who write
        deed = deed._replace(subjects=[part for part in deed.subjects if is_person(part.end)], things=deed.givers)
        if not deed.subjects:
            return
    predicate, theme = deed.predicate, deed.theme
    if not deed.subjects and predicate.lemma in _LINKING and clause.predicate.ending != "stop":
        return
    if not deed.subjects:
        agent = agent_of(parse, clause, deed, parts, unnamed, referents)
        if agent is not None:
            deed = deed._replace(subjects=[Part("が", agent, max(unnamed, UNSEEN))])
        is_of_agent = agent is not None and is_of_text(agent) and not is_change(deed)
        if theme is not None and not is_of_agent:
            row, places = _row_of(deed.things), [part for part in deed.things if part.role != "を"]
            placed = [draft for part in row for draft in drafts_of(clause, predicate, part, places, ())]
            yield from placed
            is_placed = any(is_definite(part.end) and not part.is_when for part in deed.things if part is not theme)
            is_placed = is_placed and predicate.polarity is Polarity.POSITIVE
            if names.of_work and placed and is_placed and not (agent is not None and is_of_text(agent)):
                return  # and not again of those who write
            # where a thing comes to and from is told of it, and not again of who does it
            deed = deed._replace(things=[part for part in deed.things if part not in deed.goals])
    made = [part for part in deed.things if is_made_to(part, clause.predicate.word)]
    if predicate.lemma == "する" and theme is not None and made and deed.subjects:
        # XをYにする: of X more is told than of who makes it so
        yield from drafts_of(clause, predicate, theme, made, ())
        return
    if predicate.polarity is Polarity.NEGATIVE:
        deed = deed._replace(things=[part for part in deed.things if not _is_cause(parse, part)])
    if names.of_work and all(is_date(part.end) for part in deed.things):
        yield from _of_part(parse, clause, deed, parts, referents)
    for subject in deed.subjects:
        if predicate.lemma == "する" and theme is None and is_person(subject.end):
            continue
        of_thing = measured(parse, subject, deed.things, predicate, referents)
        if of_thing is not None:
            yield from drafts_of(clause, of_thing[1], of_thing[0], deed.things, deed.away)
        elif not (names.of_work and is_person(subject.end) and _is_only_when(predicate, deed.things)):
            things = _with_dates_last(deed.things) if is_person(subject.end) else deed.things
            yield from drafts_of(clause, predicate, subject, things, deed.away)


def _row_of(things: Sequence[Part]) -> list[Part]:
    """The objects that stand side by side: 「卵、砂糖、牛乳を棚に置く」."""
    row: list[Part] = []
    for part in (part for part in things if part.role == "を"):
        before = row[-1].phrase if row else None
        if row and (part.phrase is None or before is None or part.phrase.first != before.last + 2):
            break
        row.append(part)
    return row


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
            yield from drafts_of(clause, deed.predicate, part._replace(end=owner), [thing._replace(role="が")], ())


def _with_dates_last(things: Sequence[Part]) -> list[Part]:
    """The parts of what somebody does, what they do it to or with before when they do it."""
    return sorted(things, key=lambda part: is_date(part.end))


def _made(
    parse: Parse, clause: Clause, predicate: Stated, parts: Sequence[Part], referents: Referents
) -> Iterator[LiteralDraft]:
    """What a topic is made: 「有効期限は5分にする」; what was decided of it: 「最終営業日も終日禁止にする」."""
    topics = [part for part in parts if part.role == "も"] or [part for part in parts if part.role == "は"]
    goals = (part._replace(role="と") if part.role == "として" else part for part in parts)
    for goal in (part for part in goals if part.role in ("に", "と") and part.phrase is not None):
        if is_decision(parse.words[goal.phrase.last if goal.phrase is not None else 0]):
            speaker = referents.names.speaker(clause.predicate.word.place, rules=referents.names.may_omit_writers)
            words = f"{goal.end.text}にする"
            if speaker is not None:
                worded = predicate._replace(predicate=words, lemma=words)
                writer = Part("が", End(speaker, speaker.name), UNSEEN)
                yield from drafts_of(clause, worded, writer, [part._replace(role="を") for part in topics], ())
        elif goal.end.text[:1].isdigit() and goal.role == "に":
            for topic in topics:
                yield from drafts_of(clause, predicate, topic, [goal], ())
        elif _is_made_of(parse, clause, goal):
            yield from _chosen(parse, clause, predicate, topics, goal, referents)


def _is_made_of(parse: Parse, clause: Clause, goal: Part) -> bool:
    """Whether a goal is what something is made: a noun right before the verb, or a name (no 週に三件までにする)."""
    before = clause.predicate.word.place - 2
    is_beside = goal.phrase is not None and goal.phrase.last == before and kind_of(parse.words[before]) != "time"
    is_thing = is_beside or (goal.role == "に" and is_definite(goal.end))
    return is_thing and not is_date(goal.end) and not is_person(goal.end)


def _chosen(
    parse: Parse, clause: Clause, predicate: Stated, topics: Sequence[Part], goal: Part, referents: Referents
) -> Iterator[LiteralDraft]:
    """What a thing is made: 「キューは Redis にする」, 「研修は対面とする」, 「キューの Redis はやめて SQS にする」."""
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
        for draft in drafts_of(clause, predicate, subject, [goal], ()):
            is_of_name = is_of_text(draft.subject) and is_definite(goal.end)
            draft.type = RelationType.DEPENDENCY if is_of_name else draft.type
            yield draft


def _handed_over(clause: Clause, deed: Deed) -> Iterator[LiteralDraft]:
    """Whose it is what somebody is given to do (「検収は佐藤さんに任せる」), or asked to: 「検収は佐藤さんに依頼」."""
    people = [part for part in deed.things if part.role == "に" and is_person(part.end)]
    tasks = [part for part in (*deed.acted_on, *deed.things, *deed.subjects) if part.role in ("を", "は")]
    tasks = [part for part in tasks if not is_person(part.end)]
    is_request = deed.predicate.lemma in _REQUESTING
    if (is_request or deed.predicate.lemma in _HANDING_OVER) and deed.predicate.polarity is Polarity.POSITIVE:
        worded = deed.predicate._replace(predicate="担当する", lemma="担当する")
        # who is asked has not agreed yet
        worded = worded._replace(modality=Modality.ASKED) if is_request else worded
        for person in people:
            for draft in drafts_of(clause, worded, person, [part._replace(role="を") for part in tasks[:1]], ()):
                draft.type = RelationType.OWNERSHIP
                yield draft


def _gapped(phrases: Sequence[Phrase]) -> list[list[Phrase]]:
    """The phrases of each object where a verb has two with goals of their own: 「Aを1から2に、Bを3から4に変更」."""
    objects = [place for place, phrase in enumerate(phrases) if phrase.role == "を"]
    parts = [list(phrases[start:stop]) for start, stop in pairwise((*objects, len(phrases)))]
    has_goals = [any(phrase.role in GOALS for phrase in part) for part in parts]
    return [[*phrases[: objects[0]], *part] for part in parts] if len(parts) > 1 and all(has_goals) else []


def _of_absence(
    parse: Parse, clause: Clause, predicate: Stated, parts: Sequence[Part], referents: Referents
) -> Iterator[LiteralDraft]:
    """What something has not: 「テーブルにインデックスが無い」; what it has no more of: 「有効期限が15分しかない」."""
    things = [part for part in parts if part.role == "が"]
    for place in (part for part in parts if part.role == "に"):
        denied = predicate._replace(predicate="ある", lemma="ある", polarity=Polarity.NEGATIVE)
        for draft in drafts_of(clause, denied, place, things, ()):
            draft.type = RelationType.CONTAINS if not is_person(place.end) else draft.type
            yield draft
    amounts = [part for part in parts if not part.role]
    for thing in things if amounts and predicate.polarity is Polarity.POSITIVE else ():
        of_thing = measured(parse, thing, amounts, predicate, referents)
        if of_thing is not None:
            attribute = of_thing[1].predicate.partition("が")[0]
            worded = predicate._replace(predicate=attribute, lemma=attribute)
            yield from drafts_of(clause, worded, of_thing[0], amounts, ())


def _is_only_when(predicate: Stated, things: Sequence[Part]) -> bool:
    """Whether all that is told beside who did something to a thing is when: no fact."""
    often = objects_of(predicate.lemma)
    dated = all(part.end.name is not None and part.end.name.type is EntityType.TIME_UNIT for part in things)
    return dated and often != "?" and often >= MOSTLY


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
