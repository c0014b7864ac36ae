"""Statements of verbal clauses: who does what to whom, in active form, with time and place."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.activities import (
    attitude_noun,
    attitude_statement,
    dealing,
    has_come_to_be,
    is_companion,
    is_manner,
    is_ordered,
    is_past_attitude,
    light_noun,
    listed,
)
from extraction.lang.ja.arguments.circumstances import goes_on, has_end, is_passing, place_of, time_of
from extraction.lang.ja.arguments.clauses import Argument, Clause, borne_out
from extraction.lang.ja.arguments.predicates import feels
from extraction.lang.ja.arguments.zero_subjects import is_doer
from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.changes import LEFT, left_by, sources_beside
from extraction.lang.ja.facts.drafts import StatementDraft
from extraction.lang.ja.facts.worded.drafts import PREDICATE_PARTICLES
from extraction.lang.ja.modality.predicate_suffixes import tail_of
from extraction.lang.ja.modality.stating import Stated, reporter_of, stated
from extraction.lang.ja.modality.tense import has_lasted, is_past, is_to_come
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import COREFERENCE, Referents
from extraction.lang.ja.parse.cases import also, kind_of, particle_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import is_kind_of_person, tail_type
from extraction.names.speakers import UNSAID
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType, LinkType, Modality, Polarity, RelationType, holds, tells

_OBJECT_ROLES = ("を", "に", "へ", "と", "で", "から", "まで", "について", "に対して", "として")
_TOPIC_PRECISION, _STIMULUS_PRECISION = 0.77, 0.9
"""How often は marks the experiencer of a feeling, and が its stimulus."""
_CARRIED_ROUTES = ("shared", "topic before")
"""Routes of a topic that another clause or sentence brings."""
_QUOTED_FACTOR = 0.85
MIN_CONFIDENCE = 0.15
"""Statements below it are dropped."""

_WORDS: Final = lexicon("extraction.lang.ja", "events")
_MANNERS: Final = frozenset(("代わり", "かわり", "代り", "一緒", "いっしょ", "共同", "別々"))
"""Nouns that with に tell how something is done (Aの代わりに, 一緒に) and to nobody."""
_DATING_VERBS: Final = _WORDS.words("dating_verb")
"""Verbs that give a thing its date."""
_JOINING_VERBS: Final = _WORDS.words("joining_verb")
"""Verbs that make one of two things: both are its ends, and who does it is neither."""
_RECIPROCAL_VERBS: Final = _WORDS.words("mutual_verb")
"""What two do with each other, where the sentence names both as subjects."""
_LEAVING_VERBS: Final = frozenset(("出る", "離れる"))
_LEAVING_FACTOR = 0.6
"""How often a town is left for good and not until the evening; set by hand."""
_COMPANION_FACTOR = 0.85
"""How often a companion takes part in the same; set by hand."""
_MOMENTARY_FACTOR = 0.5
"""How often what somebody does at this moment holds for longer; set by hand."""
_DATE_PRECISION = 0.8
"""How often a date with に beside a dating verb is the date that it gives."""

RoleFiller = tuple[Name, Argument]
"""A name with the argument of the clause that it fills."""


class ActiveClause(NamedTuple):
    """A clause in active form: subjects, objects and the predicate with its polarity and modality."""

    subjects: tuple[Argument, ...]
    objects: tuple[Argument, ...]
    predicate: Stated


def clause_statements(parse: Parse, clause: Clause, referents: Referents, unnamed: float) -> Iterator[StatementDraft]:
    """The statements of a clause; `unnamed` is the confidence that its omitted subject is the speaker, or 0."""
    if clause.predicate.kind not in ("verb", "act", "adjective"):
        return
    light = light_noun(parse, clause)
    verb = clause.predicate.word
    feeling = attitude_statement(parse, verb, clause.sentence)
    light = light if feeling is None else None
    predicate = feeling or stated(parse, verb, clause.sentence, light=light)
    active = _active(parse, clause, predicate, light, referents, may_omit_speaker=bool(unnamed))
    if active is None:
        return
    agents = [agent for agent in _agents(clause, active, referents, unnamed) if _may_go_on(clause, *agent, predicate)]
    time, place = time_of(parse, clause, referents), place_of(clause, referents)
    actions = feeling is not None or feels(clause.predicate)
    quoting = predicate.lemma in _QUOTING_VERBS
    drafts = [
        _draft(parse, clause, agent, patient, active.predicate, referents)
        for agent in agents
        for patient in _patients(active.objects, agent[0], referents, actions=actions, quoting=quoting)
    ]
    distinct_agents = list({id(name): (name, argument) for name, argument in agents}.values())
    if _is_reciprocal(parse, clause, distinct_agents, referents):
        first, (partner, argument) = distinct_agents
        # Both are subjects of one coordination, so the confidence of their role counts once.
        confidence = min(1.0, argument.confidence / first[1].confidence)
        companion = argument._replace(role="と", confidence=confidence)
        drafts.append(_draft(parse, clause, first, (partner, companion), active.predicate, referents))
    drafts += sources_beside(parse, drafts, referents.names)
    drafts += _joint(drafts, companions_of(parse, clause, referents))
    past = is_past(parse, clause, dated=time is not None, until=has_end(parse, clause, referents))
    past = past or is_past_attitude(parse, clause)
    was = time is None and has_lasted(tail_of(parse, verb, clause.sentence))
    for draft in drafts:
        if draft.confidence >= MIN_CONFIDENCE and not _is_of_place(clause, draft, referents):
            draft.time, draft.place = time, place if place not in (draft.subject, draft.object) else None
            draft.past = draft.past or past or (was and draft.lemma == "だ")
            yield draft
    for thing, date in _dates(parse, clause, active, agents, referents):
        yield _draft(parse, clause, thing, date, active.predicate, referents)


def _is_reciprocal(parse: Parse, clause: Clause, agents: Sequence[RoleFiller], referents: Referents) -> bool:
    """Whether two do something with each other (太郎と花子は結婚する): both are subjects, and no third person is."""
    others = [argument for argument in clause.of_role("と", "に") if not referents.names.is_time(argument.head)]
    if clause.predicate.lemma not in _RECIPROCAL_VERBS or len(agents) != 2 or others:
        return False
    first, last = sorted(name.last for name, _ in agents)
    between = parse.text[parse.words[first].end : parse.words[last].start]
    before = parse.text[parse.words[clause.sentence.start].start : clause.predicate.word.start]
    return "と" in between and "や" not in between and not any(word in before for word in _SEPARATELY)


def companions_of(parse: Parse, clause: Clause, referents: Referents) -> list[Name]:
    """The people with whom somebody does something (佐藤さんと働く, 佐藤さんと一緒に担当する)."""
    heads = {argument.head for argument in clause.arguments if argument.role == "と" or argument.route == "row"}
    children = (place for place in parse.children[clause.predicate.word.place] if place < clause.predicate.word.place)
    heads |= {place for place in children if is_companion(parse, parse.words[place])}
    names = (name for head in sorted(heads) for name in referents.doers(head))
    return [name for name in names if name.type is EntityType.PERSON]


def _joint(drafts: Sequence[StatementDraft], companions: Sequence[Name]) -> list[StatementDraft]:
    """What somebody takes part in, of those who do it with them too."""
    return [
        replace(draft, subject=companion, confidence=draft.confidence * _COMPANION_FACTOR)
        for draft in drafts
        if draft.type is RelationType.PARTICIPATES_IN
        for companion in companions
        if companion is not draft.subject
    ]


_RECEIVED = re.compile(r"もら[っいうえ]|いただ|頂[いき]")
_SEPARATELY = ("それぞれ", "別々", "各々", "おのおの")


def _active(
    parse: Parse, clause: Clause, predicate: Stated, light: Word | None, referents: Referents, *, may_omit_speaker: bool
) -> ActiveClause | None:
    """The clause in active form: passives and もらう turned round, subjects of feelings found; None for orders.

    `light` is the noun of a light verb (影響を受ける); with `may_omit_speaker` the omitted subject may be the speaker.
    """
    subjects = clause.of_role("が")
    objects = tuple(
        listed(parse, argument, clause)
        for argument in clause.arguments
        if argument.role in _OBJECT_ROLES
        and (light is None or argument.head != light.place)
        and not is_manner(parse, argument, clause)
    )
    lemma = clause.predicate.lemma
    if clause.predicate.kind == "adjective" or feels(clause.predicate):
        return _experiencer_clause(parse, clause, predicate, referents.names)
    if predicate.passive:
        return _from_passive(clause, predicate, subjects, objects, referents)
    givers = tuple(argument for argument in objects if argument.role in ("に", "から"))
    if givers and _RECEIVED.search(tail_of(parse, clause.predicate.word, clause.sentence)):
        rest = tuple(argument for argument in objects if argument not in givers)
        receivers = tuple(subject._replace(role="に") for subject in subjects)
        return ActiveClause(givers[:1], rest or receivers, predicate)
    if lemma == "受ける" and light is not None:
        receivers = tuple(subject._replace(role="を") for subject in subjects)
        return ActiveClause(givers[:1], receivers, predicate) if givers else None
    if is_ordered(parse, clause.predicate.word):
        return None
    if not subjects:
        return _agentless(parse, predicate, objects, referents, may_omit_speaker=may_omit_speaker)
    return ActiveClause(subjects, objects, predicate)


def _agentless(
    parse: Parse, predicate: Stated, objects: tuple[Argument, ...], referents: Referents, *, may_omit_speaker: bool
) -> ActiveClause:
    """A clause without a subject, whose object becomes one: Acme in "AcmeをGlobexと統合した".

    Where the speaker may be the subject, only a named object does. What is joined is joined by whoever it may be.
    """
    names = referents.names
    direct = [argument for argument in objects if argument.role == "を"]
    if predicate.lemma in _JOINING_VERBS:
        partners = [argument for argument in objects if argument.role == "と" and not names.is_time(argument.head)]
        # AとBを統合する: those that are coordinated with the object
        row = [argument._replace(role="と") for argument in direct if argument.route == "row"]
        things = [argument for argument in direct if argument.route != "row"]
        return ActiveClause(tuple(things), (*partners, *row), predicate)
    named = [argument for argument in direct if (name := names.at(argument.head)) is not None and name.named]
    things = named if may_omit_speaker else [argument for argument in direct if argument.route.startswith("を")]
    oblique = [argument for argument in objects if argument.role in ("に", "へ", "から", "と")]
    goals = [argument for argument in oblique if not names.is_time(argument.head)]
    goals = [argument for argument in goals if not is_companion(parse, parse.words[argument.head])]
    goals = [argument for argument in goals if parse.words[argument.head].text not in _MANNERS]
    if not things or not goals:
        return ActiveClause((), objects, predicate)
    return ActiveClause(tuple(things), tuple(goals), predicate)


def _experiencer_clause(parse: Parse, clause: Clause, predicate: Stated, names: Lookup) -> ActiveClause | None:
    """ "私はカレーが好き": the topic is the experiencer; the stimulus stands with が or is a topic too."""
    word, unable = clause.predicate.word, clause.predicate.unable
    if not feels(clause.predicate) or has_come_to_be(parse, clause, predicate):
        return None
    if unable and predicate.passive:
        predicate = predicate._replace(lemma=predicate.predicate, passive=False)
    carried = [argument for argument in clause.of_role("が") if argument.route in _CARRIED_ROUTES]
    topics: list[Argument] = []
    before = parse.words[word.place - 1] if word.place else word
    liked = before.is_noun and before.head == word.place and before.label == "compound" and before.end == word.start
    # ゴルフ好き
    stimuli = [Argument(before.place, "を", "compound", _STIMULUS_PRECISION, linked=True)] if liked else []
    for place in parse.children[word.place]:
        noun = parse.words[place]
        if attitude_noun(parse, noun, clause.sentence) is word:
            return None
        if place > word.place or noun.label not in ("nsubj", "obl", "dislocated", "obj"):
            continue
        case, topic = particle_of(parse, noun)
        if unable and topic and names.is_time(place):
            continue
        if (topic and case in ("", "に")) or (not case and noun.tag.startswith("代名詞")):
            confidence = _STIMULUS_PRECISION if names.is_self(place) else _TOPIC_PRECISION
            topics.append(Argument(place, "が", topic or "bare", confidence, linked=True))
        elif case in ("が", "を") or (unable and case == "に"):
            stimuli.append(Argument(place, "に" if case == "に" else "を", case, _STIMULUS_PRECISION, linked=True))
    if not any(is_doer(parse.words[topic.head], names) for topic in topics):
        topics = [*carried, *topics]
    if not topics and len(stimuli) > 1:
        topics, stimuli = stimuli[:1], stimuli[1:]
    experiencer = next((topic for topic in topics if names.is_self(topic.head)), None)
    people = [topic for topic in topics if is_doer(parse.words[topic.head], names)]
    if experiencer is None and (unable or len(people) < len(topics)):
        experiencer = next(iter(people), None)
    if experiencer is None and stimuli:
        experiencer = topics[0] if topics else None
    is_ability = clause.predicate.kind != "adjective"
    others = tuple(
        topic._replace(role="を")
        for topic in topics
        if topic is not experiencer and not (is_ability and kind_of(parse.words[topic.head]) == "person")
    )
    parallels = [experiencer._replace(head=place) for place in also(parse, experiencer.head)] if experiencer else []
    return ActiveClause((*parallels, experiencer) if experiencer else (), (*stimuli, *others), predicate)


def _from_passive(
    clause: Clause,
    predicate: Stated,
    subjects: tuple[Argument, ...],
    objects: tuple[Argument, ...],
    referents: Referents,
) -> ActiveClause:
    """The passive turned round where its agent is given: by によって, or by に or から with a person."""
    agents = clause.of_role("によって")
    doers = _COMPANION_TYPES if predicate.lemma in _FIRING_VERBS else (EntityType.PERSON,)
    if not agents:
        agents = tuple(
            argument
            for argument in objects
            if argument.role in ("に", "から") and any(name.type in doers for name in referents.doers(argument.head))
        )
    if not agents:
        return ActiveClause(subjects, objects, predicate)
    lemma = "解雇する" if predicate.lemma in _FIRING_VERBS else predicate.lemma
    active = predicate._replace(predicate=predicate.lemma, lemma=lemma, passive=False)
    rest = tuple(argument for argument in objects if argument not in agents and argument.role != "を")
    return ActiveClause(agents[:1], (*(subject._replace(role="を") for subject in subjects), *rest), active)


def _is_of_place(clause: Clause, draft: StatementDraft, referents: Referents) -> bool:
    """Whether a statement only tells where something came to be, or where what a note's line tells of happened."""
    is_by_de = any(reason.startswith("で:") for reason in draft.reasons)
    is_carried = referents.names.of_work and clause.predicate.bucket == "0" and "が:topic before" in draft.reasons
    return is_by_de and (draft.lemma == "なる" or is_carried)


def _may_go_on(clause: Clause, agent: Name, argument: Argument, predicate: Stated) -> bool:
    """Whether the topic of another sentence may do what this one tells: no request, and no thing does it to another."""
    is_request = predicate.modality is Modality.OBLIGATORY
    is_of_thing = bool(clause.of_role("を")) and agent.type not in (EntityType.PERSON, EntityType.ORGANIZATION)
    return argument.route != "topic before" or not (is_request or is_of_thing)


def _agents(clause: Clause, active: ActiveClause, referents: Referents, unnamed: float) -> Iterator[RoleFiller]:
    """The names of the subjects; the speaker where the subject is omitted."""
    if unnamed and not active.subjects and active.predicate.lemma not in _JOINING_VERBS:
        speaker = referents.names.speaker(clause.predicate.word.place)
        if speaker is not None:
            yield speaker, Argument(clause.predicate.word.place, "が", "speaker unnamed", unnamed, linked=False)
        return
    for subject in active.subjects:
        for agent in referents.doers(subject.head):
            yield agent, subject


_QUOTING_VERBS: Final = frozenset(("思う", "おもう", "考える", "感じる", "信じる", "言う", "いう"))


def _patients(
    objects: Sequence[Argument], agent: Name, referents: Referents, *, actions: bool, quoting: bool
) -> Iterator[RoleFiller]:
    """The names of the objects. `actions` allows nouns of action (散歩が好き), which otherwise name no thing.

    With `quoting`, と closes a quotation (いい計画だと思う) and marks no object, nor is one of the quotation's another.
    """
    for argument in objects:
        quoted = quoting and (argument.role == "と" or argument.route == "share")
        if quoted or (argument.role == "に" and referents.names.is_time(argument.head)):
            continue
        patients = referents.arguments(argument.head, anchor=agent)
        if not patients and argument.role in ("に", "を"):
            patients = referents.made(argument.head, agent)
        if not patients and argument.role == "と" and (partner := referents.relative(argument.head)) is not None:
            patients = [partner]  # 妻と離婚した
        if not patients and actions and argument.role == "を":
            action = referents.names.action(argument.head) or referents.names.described_thing(argument.head)
            patients = [action] if action is not None else []
        for patient in patients:
            if patient is not agent and (patient.type is not EntityType.TIME_UNIT or argument.role == "を"):
                yield patient, _coordinated(argument, patient, objects, referents)


_COMPANION_TYPES: Final = (EntityType.PERSON, EntityType.ORGANIZATION)
_MAX_COORDINATION_GAP = 3
"""Words within which a noun behind と is coordinated with the noun before it."""


def _coordinated(argument: Argument, patient: Name, objects: Sequence[Argument], referents: Referents) -> Argument:
    """The argument with the role that coordination gives it.

    A person beside a thing is a companion ("マイクと映画を見る"), a thing another object ("日本語と英語を話す").
    """
    if argument.role == "と" and patient.type not in _COMPANION_TYPES:
        reach = range(argument.head + 1, argument.head + _MAX_COORDINATION_GAP + 1)
        following = (other for other in objects if other.role == "を" and other.head in reach)
        parallels = (other for other in following if _are_parallel(patient, referents.names.at(other.head)))
        return next((argument._replace(role="を", route=other.route) for other in parallels), argument)
    if argument.route != "row" or patient.type is not EntityType.PERSON:
        return argument
    row = (other for other in objects if other.role == argument.role and other.route != "row")
    names = (name for other in row for name in referents.arguments(other.head, anchor=patient))
    beside_person = any(name.type is EntityType.PERSON for name in names)
    return argument if beside_person else argument._replace(role="と", route="と")


def _are_parallel(name: Name, other: Name | None) -> bool:
    """Whether two names may be coordinated; not so in "ナミビアと国境を接する"."""
    return other is not None and other.type is name.type and other.named == name.named


def _dates(
    parse: Parse, clause: Clause, active: ActiveClause, agents: Sequence[RoleFiller], referents: Referents
) -> Iterator[tuple[RoleFiller, RoleFiller]]:
    """A scheduled or postponed thing and its new date: "リリースは22日に延期された"."""
    if active.predicate.lemma not in _DATING_VERBS:
        return
    direct = (argument for argument in active.objects if argument.role == "を")
    things = [(name, argument) for argument in direct for name in referents.doers(argument.head)] or agents
    for place in parse.children[clause.predicate.word.place]:
        date = referents.names.at(place)
        if date is not None and date.moment is not None and particle_of(parse, parse.words[place])[0] in ("に", "へ"):
            for thing in things:
                yield thing, (date, Argument(place, "に", "date", _DATE_PRECISION, linked=True))


def _draft(
    parse: Parse, clause: Clause, agent: RoleFiller, patient: RoleFiller, predicate: Stated, referents: Referents
) -> StatementDraft:
    """The statement of a predicate between agent and patient.

    Its confidence is the product of the confidences of both arguments, of the weaker name, and of a factor for each
    quotation, anaphor and passing state; ends of the types that the verb asks for raise it.
    """
    subject, value = agent[0], patient[0]
    quoted = parse.is_quoted(clause.predicate.word)
    anaphors = sum(referents.antecedent(argument.head) is not None for _, argument in (agent, patient))
    confidence = agent[1].confidence * patient[1].confidence * (_QUOTED_FACTOR if quoted else 1)
    confidence *= COREFERENCE**anaphors
    confidence *= 0.7 + 0.3 * min(subject.confidence, value.confidence)
    confidence *= _MOMENTARY_FACTOR if is_passing(parse, clause) else 1
    confidence *= _LEAVING_FACTOR if predicate.lemma in _LEAVING_VERBS and value.type is EntityType.LOCATION else 1
    reasons = [f"{argument.role}:{argument.route}" for _, argument in (agent, patient)]
    reasons += ["quoted"] * quoted + ["pointed at"] * bool(anaphors)
    planned = predicate.modality is Modality.STATED and is_to_come(parse, clause, of_work=referents.names.of_work)
    modality = Modality.INTENDED if planned else predicate.modality
    reporter = reporter_of(parse, clause.predicate.word, clause.sentence)
    if reporter is not None:
        modality = Modality.REPORTED if modality is Modality.STATED else modality
        source = next((name for name in _sources(parse, reporter, referents)), None)
        reasons += [f"said by {source.name}"] if source is not None and source is not subject else ["reported"]
    role = patient[1].role
    predicate = dealing(parse, clause.predicate.word, predicate)
    predicate = _dismissal(parse, clause, _idiom(_separation(parse, clause, predicate), patient))
    _retype(predicate, *patient, ongoing=goes_on(tail_of(parse, clause.predicate.word, clause.sentence)))
    predicate = _moving(predicate, subject, value, role)
    kind = RelationType.RELATES_TO
    if predicate.lemma == "だ" and holds(predicate.polarity, modality):
        kind = RelationType.INSTANCE_OF
    elif tells(modality):
        kind = relations.verb_relation(predicate.lemma, role, subject.type, value.type, passive=predicate.passive)
        if kind is RelationType.RELATES_TO and _is_certain_thing(value):
            kind = relations.joint_relation(predicate.lemma, role, subject.type, value.type)
    left = left_by(parse, clause, predicate, modality, subject, value, role)
    kind = kind if left is None else left.type
    typed = kind is not RelationType.RELATES_TO
    is_place_only = role == "で" and UNSAID in subject.reasons
    if (typed and not is_place_only) or _fits_types(predicate.lemma, patient, subject, asserted=tells(modality)):
        confidence, reasons = borne_out(confidence), [*reasons, "relation known"]
    _set_link_types(predicate, agent, patient, kind)
    if left is not None:
        predicate = predicate._replace(predicate=left.predicate, lemma=LEFT, polarity=Polarity.POSITIVE)
    is_beside = role in ("に", "へ") and agent[1].role == "が" and bool(clause.of_role("を"))
    marked = left is None and not typed and (role in PREDICATE_PARTICLES or is_beside)
    return StatementDraft(
        subject=subject,
        object=value,
        predicate=role + predicate.predicate if marked else predicate.predicate,
        lemma=predicate.lemma,
        type=kind,
        sentence=clause.sentence,
        confidence=confidence,
        reasons=tuple(dict.fromkeys(reasons)),
        method="dependency",
        polarity=predicate.polarity,
        modality=modality,
        past=left is not None and left.past,
    )


def _is_certain_thing(value: Name) -> bool:
    """Whether a name tells which project it is: アポロ計画, 新人教育計画, not 計画."""
    tail = tail_type(value.surface)
    return value.named or "compound" in value.reasons or (tail is not None and tail[1] != value.surface)


def _fits_types(lemma: str, patient: RoleFiller, subject: Name, *, asserted: bool) -> bool:
    """Whether an untyped statement has ends of the types its verb asks for: an ended job, an occupation, a date."""
    value, argument = patient
    if asserted and relations.ends_relation(lemma, argument.role, subject.type, value.type):
        return True
    is_occupation = argument.role == "として" and is_kind_of_person(value.surface)
    return is_occupation or (lemma in _DATING_VERBS and value.type is EntityType.TIME_UNIT)


_COMPLETED = re.compile(r"(?:た|ました|(?:ちゃ|てしま)(?:った|いました))(?:ん(?:だ|です))?[よねけど]*[。！!…\s]*$")
_DISMISSALS: Final = frozenset(("クビ", "首", "くび", "解雇", "リストラ", "懲戒解雇", "定年", "定年退職"))
_RETIRING: Final = ("離職する", "退職する")
"""Ends of verbs of leaving a job (定年退職する)."""
_FIRING_VERBS: Final = frozenset(("解雇する", "リストラする", "クビにする"))
"""What a firm does to somebody whose job it ends."""
_TIME_OF_DAY = re.compile(r"[時分]|朝|昼|夕|夜|晩|さっき|先ほど|そのあと|その後|今日|本日|昨日")
"""A time of day shows that two part only for that day."""


def _separation(parse: Parse, clause: Clause, predicate: Stated) -> Stated:
    """A bare 別れた is the end of a couple (離別する); 駅で別れて帰った is a farewell."""
    if predicate.lemma != "別れる" or clause.of_role("で", "に", "から", "まで"):
        return predicate
    text = parse.surface(clause.sentence.start, clause.sentence.stop - 1)
    tail = tail_of(parse, clause.predicate.word, clause.sentence)
    is_breakup = _COMPLETED.match(tail) and not _TIME_OF_DAY.search(text)
    return predicate._replace(lemma="離別する") if is_breakup else predicate


_WITHIN_TOWN: Final = re.compile(r"(?:ビル|階|駅|店|室|館|場|ホール|センター|オフィス|席|棟)$")
"""Ends of names of places to which a firm or a meeting moves as often as a person."""
_UNITS_WITHIN: Final = ("部", "課", "係", "室", "班", "チーム", "グループ", "支社", "支店", "事業部")
"""Ends of names of what a firm consists of."""


def _moving(predicate: Stated, subject: Name, value: Name, role: str) -> Stated:
    """ "東京に移る" is to move to a town, "ミナト社に移る" to another firm, "開発部に移る" to another part of one."""
    if predicate.lemma != "移る" or subject.type is not EntityType.PERSON or role not in ("に", "へ"):
        return predicate
    if value.type is EntityType.LOCATION and not _WITHIN_TOWN.search(value.surface):
        return predicate._replace(lemma="移り住む")
    if value.type is not EntityType.ORGANIZATION:
        return predicate
    return predicate._replace(lemma="異動する" if value.surface.endswith(_UNITS_WITHIN) else "転職する")


def _dismissal(parse: Parse, clause: Clause, predicate: Stated) -> Stated:
    """ "アクメをクビになる" is to lose a job there (退職する)."""
    goals = (parse.words[argument.head].text for argument in clause.of_role("に"))
    if predicate.lemma.endswith(_RETIRING):
        return predicate._replace(lemma="退職する")
    if predicate.lemma != "なる" or not any(goal in _DISMISSALS for goal in goals):
        return predicate
    return predicate._replace(predicate="クビになる", lemma="退職する")


def _idiom(predicate: Stated, patient: RoleFiller) -> Stated:
    """The meaning of a fixed phrase: "医者をしている" is to be a doctor, "人に付き合う" to go with somebody."""
    value, argument = patient
    if (argument.role, predicate.lemma) == ("に", "付き合う"):
        return predicate._replace(lemma="同行する")
    is_doing = predicate.lemma in ("する", "やる") and argument.role == "を"
    if is_doing and not value.named and is_kind_of_person(value.surface):
        return predicate._replace(predicate="である", lemma="だ")
    return predicate


def _sources(parse: Parse, reporter: Word, referents: Referents) -> Iterator[Name]:
    """The people whom a verb of saying names as its subject."""
    for place in parse.children[reporter.place]:
        if place < reporter.place and parse.words[place].label in ("nsubj", "dislocated", "obl"):
            yield from (name for name in referents.doers(place) if name.type is EntityType.PERSON)


_WEAK_PERSON = 0.75
"""Confidence below which a name tagged as a person may be a thing's."""
_DRIVING: Final = frozenset((("乗る", "に"), ("運転する", "を")))
_USING_VERBS: Final = frozenset(("買う", "購入する", "注文する", "売る", "使う", "飲む", "食べる", "運転する"))


def _retype(predicate: Stated, value: Name, argument: Argument, *, ongoing: bool) -> None:
    """Gives a name the type that the verb implies, where its own words give none.

    `ongoing` tells of a habit or a state: プリウスに乗っている is of a car, JALに乗った of an airline.
    """
    _retype_as_thing(predicate, value, argument, ongoing=ongoing)
    _retype_as_firm(predicate, value, argument)


def _retype_as_thing(predicate: Stated, value: Name, argument: Argument, *, ongoing: bool) -> None:
    """The name of a person or firm is a thing's where it is bought, used or driven (テスラを買う)."""
    weak = value.confidence < _WEAK_PERSON and "honorific" not in value.reasons
    used = predicate.lemma in _USING_VERBS and argument.role == "を" and value.type is EntityType.PERSON and weak
    driven = (
        ongoing
        and (predicate.lemma, argument.role) in _DRIVING
        and value.type in (EntityType.PERSON, EntityType.ORGANIZATION)
    )
    if used or (driven and not any(reason.startswith("ending:") for reason in value.reasons)):
        value.type = EntityType.OBJECT
        value.reasons.append("role")


_FIRM_VERBS: Final = {
    "に": frozenset(("入社する", "内定する", "勤める", "勤務する", "転職する", "就職する", "再就職する")),
    "へ": frozenset(("転職する", "入社する", "就職する")),
    "を": frozenset(("買収する", "退社する", "創業する", "辞める", "退職する", "離職する")),
    "で": frozenset(("働く", "勤務する")),
    "から": frozenset(("転職する",)),
}
_FOREIGN = re.compile(r"[ァ-ヺー]{3,}|[A-Z]")
_FOREIGN_NOUNS: Final = _WORDS.ordered("foreign_noun")
"""Common nouns of foreign origin, for kinds of firms or for groups."""


def _retype_as_firm(predicate: Stated, value: Name, argument: Argument) -> None:
    """A foreign name of unknown type is a firm's where somebody joins or buys it (メルカリに入社)."""
    common = value.surface.endswith(_FOREIGN_NOUNS) or is_kind_of_person(value.surface)
    untyped = value.type in (EntityType.CONCEPT, EntityType.OBJECT) and not common
    if untyped and predicate.lemma in _FIRM_VERBS.get(argument.role, ()) and _FOREIGN.search(value.surface):
        value.type = EntityType.ORGANIZATION
        value.reasons.append("role")


_DONE: Final = (LinkType.CREATES, LinkType.USES, LinkType.AFFECTS)
"""What somebody does to something."""
_LINK_TYPES: Final = {verb: LinkType[name] for verb, name in _WORDS.values("link_verb").items()}


def _set_link_types(predicate: Stated, agent: RoleFiller, patient: RoleFiller, kind: RelationType) -> None:
    """Sets how the chunk refers to both names, where the verb tells (設計書を書く creates one)."""
    link_type: LinkType | None = None
    by_verb = _LINK_TYPES.get(predicate.lemma) if patient[1].role == "を" else None
    if by_verb is not None:
        link_type = by_verb
    elif patient[1].role == "を":
        owns = kind is RelationType.OWNERSHIP and predicate.polarity is Polarity.POSITIVE
        link_type = LinkType.OWNS if owns else None
    elif patient[0].type is EntityType.LOCATION:
        link_type = LinkType.LOCATED_AT
    if link_type and patient[0].link_type is LinkType.MENTIONS:
        patient[0].link_type = link_type
    if by_verb in _DONE and agent[1].role == "が" and agent[0].link_type is LinkType.MENTIONS:
        agent[0].link_type = LinkType.PERFORMED_BY
