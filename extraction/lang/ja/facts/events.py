"""One clause as statements between names: who does what to whom, whatever the voice, with its time and place."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

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
from extraction.lang.ja.facts import relations, roles
from extraction.lang.ja.facts.drafts import StatementDraft
from extraction.lang.ja.modality.predicate_suffixes import tail_of
from extraction.lang.ja.modality.stating import Stated, reporter_of, stated
from extraction.lang.ja.modality.tense import has_lasted, is_past, is_to_come
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import COREFERENCE, Referents
from extraction.lang.ja.parse.cases import also, kind_of, particle_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import is_kind_of_person, words_of
from graph.model.types import EntityType, Modality, Polarity, RelationType, holds, tells

_OBJECT_ROLES = ("を", "に", "へ", "と", "で", "から", "まで", "について", "に対して", "として")
_TOPIC, _FELT = 0.77, 0.9
"""How often は marks who feels, and が what is felt for."""

_QUOTED = 0.85
LEAST = 0.15
"""Confidence below which a statement is not worth telling."""

_DATING = frozenset(
    words_of(
        "予定する 設定する 決定する 決まる 変更する 延期する 順延する 延ばす 延びる 前倒しする 繰り上げる 生まれる"
    )
)
"""Verbs by which a thing gets its date."""
_MUTUAL = frozenset(
    words_of("結婚する 再婚する 入籍する 婚約する 知り合う 出会う 付き合う 交際する 同棲する 離婚する 別れる")
)
"""What two do with each other, where the sentence names both as those who do it."""
_RETURNING = frozenset(words_of("出る 離れる"))
_RETURN = 0.6
"""How surely who leaves a town for good is meant, and not who comes back in the evening; by hand."""
_PASSING = 0.5
"""How surely what somebody does this minute is theirs for longer; by hand."""
_DATE = 0.8
"""How often a date with に beside such a verb is the date it gives."""

Said = tuple[Name, Argument]


class ClauseReader(NamedTuple):
    """A clause whose voice is undone: doers, what they act on, and how it is said."""

    subjects: tuple[Argument, ...]
    objects: tuple[Argument, ...]
    said: Stated
    turned: bool = False
    """Whether the thing felt for stands as subject."""


def of_clause(parse: Parse, clause: Clause, referents: Referents, unnamed: float) -> Iterator[StatementDraft]:
    """The statements of a clause; `unnamed` is how sure its subject is the speaker, who has no word in it, or 0."""
    if clause.predicate.kind not in ("verb", "act", "adjective"):
        return
    light = light_noun(parse, clause)
    verb = clause.predicate.word
    doing = attitude_statement(parse, verb, clause.sentence)
    light = light if doing is None else None
    said = doing or stated(parse, verb, clause.sentence, light=light)
    reading = _read(parse, clause, said, light, referents, spoken=bool(unnamed))
    if reading is None:
        return
    pairs = list(_doers(clause, reading, referents, unnamed))
    time, place = time_of(parse, clause, referents), place_of(clause, referents)
    acts = doing is not None or feels(clause.predicate)
    made = [
        _draft(parse, clause, (doer, subject), patient, reading.said, referents)
        for doer, subject in pairs
        for patient in _patients(reading.objects, doer, referents, acts=acts, quoting=said.lemma in _QUOTING)
    ]
    both = list({id(name): (name, subject) for name, subject in pairs}.values())
    if _is_mutual(parse, clause, both, referents):
        one, (other, argument) = both
        # The two are of one row: what speaks against its role does not count for each of them.
        sure = min(1.0, argument.confidence / one[1].confidence)
        beside = argument._replace(role="と", confidence=sure)
        made.append(_draft(parse, clause, one, (other, beside), reading.said, referents))
    past = is_past(parse, clause, dated=time is not None, until=has_end(parse, clause, referents))
    past = past or is_past_attitude(parse, clause)
    was = time is None and has_lasted(tail_of(parse, verb, clause.sentence))
    for draft in made:
        if draft.confidence >= LEAST:
            draft.time, draft.place = time, place if place not in (draft.subject, draft.object) else None
            draft.past = past or (was and draft.lemma == "だ")
            yield draft
    for thing, date in _dated(parse, clause, reading, pairs, referents):
        yield _draft(parse, clause, thing, date, reading.said, referents)


def _is_mutual(parse: Parse, clause: Clause, pairs: Sequence[Said], referents: Referents) -> bool:
    """Whether two do something with each other: both stand there, joined by と, and neither with somebody else."""
    others = [one for one in clause.of_role("と", "に") if not referents.names.is_time(one.head)]
    if clause.predicate.lemma not in _MUTUAL or len(pairs) != 2 or others:
        return False
    first, last = sorted(name.last for name, _ in pairs)
    between = parse.text[parse.words[first].end : parse.words[last].start]
    before = parse.text[parse.words[clause.sentence.start].start : clause.predicate.word.start]
    return "と" in between and "や" not in between and not any(word in before for word in _EACH)


_GOT = re.compile(r"もら[っいうえ]|いただ|頂[いき]")
_EACH = ("それぞれ", "別々", "各々", "おのおの")


def _read(
    parse: Parse, clause: Clause, said: Stated, light: Word | None, referents: Referents, *, spoken: bool
) -> ClauseReader | None:
    subjects = clause.of_role("が")
    objects = tuple(
        listed(parse, one, clause)
        for one in clause.arguments
        if one.role in _OBJECT_ROLES
        and (light is None or one.head != light.place)
        and not is_manner(parse, one, clause)
    )
    lemma = clause.predicate.lemma
    if clause.predicate.kind == "adjective" or feels(clause.predicate):
        return _felt(parse, clause, said, referents.names)
    if said.passive:
        return _undone(clause, said, subjects, objects, referents)
    tail = tail_of(parse, clause.predicate.word, clause.sentence)
    if _GOT.search(tail):
        agents = tuple(one for one in objects if one.role in ("に", "から"))
        if agents:
            rest = tuple(one for one in objects if one not in agents)
            receivers = tuple(one._replace(role="に") for one in subjects)
            return ClauseReader(agents[:1], rest or receivers, said)
    if lemma == "受ける" and light is not None:
        agents = tuple(one for one in objects if one.role in ("から", "に"))
        return ClauseReader(agents[:1], tuple(one._replace(role="を") for one in subjects), said) if agents else None
    if is_ordered(parse, clause.predicate.word):
        return None
    if not subjects and not said.passive:
        return _done_by_nobody(parse, said, objects, referents, spoken=spoken)
    return ClauseReader(subjects, objects, said)


def _done_by_nobody(
    parse: Parse, said: Stated, objects: tuple[Argument, ...], referents: Referents, *, spoken: bool
) -> ClauseReader:
    """ "AcmeをGlobexと統合した", where nobody is said to do it: what has no name, who speaks does it to."""
    names = referents.names
    named = [one for one in objects if one.role == "を" and (name := names.at(one.head)) is not None and name.named]
    things = named if spoken else [one for one in objects if one.role == "を" and one.route.startswith("を")]
    goals = [one for one in objects if one.role in ("に", "へ", "から", "と") and not names.is_time(one.head)]
    goals = [one for one in goals if not is_companion(parse, parse.words[one.head])]
    return ClauseReader(tuple(things), tuple(goals), said) if things and goals else ClauseReader((), objects, said)


def _felt(parse: Parse, clause: Clause, said: Stated, names: Lookup) -> ClauseReader | None:
    """ "私はカレーが好き": who feels is the topic, what is felt for stands with が or is a topic too."""
    word, unable = clause.predicate.word, clause.predicate.unable
    if not feels(clause.predicate) or has_come_to_be(parse, clause, said):
        return None
    if unable and said.passive:
        said = said._replace(lemma=said.predicate, passive=False)
    topics = [one for one in clause.of_role("が") if one.route == "shared"]
    felt: list[Argument] = []
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
            sure = _FELT if names.is_self(place) else _TOPIC
            topics.append(Argument(place, "が", topic or "bare", sure, linked=True))
        elif case in ("が", "を") or (unable and case == "に"):
            felt.append(Argument(place, "に" if case == "に" else "を", case, _FELT, linked=True))
    if not topics and len(felt) > 1:
        topics, felt = felt[:1], felt[1:]
    who = next((one for one in topics if names.is_self(one.head)), None)
    people = [one for one in topics if is_doer(parse.words[one.head], names)]
    if who is None and (unable or len(people) < len(topics)):
        who = next(iter(people), None)
    if who is None and felt:
        who = topics[0] if topics else None
    able = clause.predicate.kind != "adjective"
    others = tuple(
        one._replace(role="を")
        for one in topics
        if one is not who and not (able and kind_of(parse.words[one.head]) == "person")
    )
    both = [who._replace(head=place) for place in also(parse, who.head)] if who else []
    return ClauseReader((*both, who) if who else (), (*felt, *others), said)


def _undone(
    clause: Clause,
    said: Stated,
    subjects: tuple[Argument, ...],
    objects: tuple[Argument, ...],
    referents: Referents,
) -> ClauseReader:
    """The passive turned round where its agent is told: by によって, or by に when that is somebody."""
    agents = clause.of_role("によって")
    if not agents:
        agents = tuple(
            one
            for one in objects
            if one.role in ("に", "から") and any(name.type is EntityType.PERSON for name in referents.doers(one.head))
        )
    if not agents:
        return ClauseReader(subjects, objects, said)
    active = said._replace(predicate=said.lemma, passive=False)
    rest = tuple(one for one in objects if one not in agents and one.role != "を")
    return ClauseReader(agents[:1], (*(one._replace(role="を") for one in subjects), *rest), active)


def _doers(clause: Clause, reading: ClauseReader, referents: Referents, unnamed: float) -> Iterator[Said]:
    if unnamed and not reading.subjects:
        speaker = referents.names.speaker(clause.predicate.word.place)
        if speaker is not None:
            yield speaker, Argument(clause.predicate.word.place, "が", "speaker unnamed", unnamed, linked=False)
        return
    for subject in reading.subjects:
        for doer in referents.doers(subject.head):
            yield doer, subject


_QUOTING = frozenset(words_of("思う おもう 考える 感じる 信じる 言う いう"))


def _patients(
    objects: Sequence[Argument], doer: Name, referents: Referents, *, acts: bool, quoting: bool = False
) -> Iterator[Said]:
    """What is acted on. `acts` tells that it may be a noun of action (散歩が好き), which else is no thing.

    With `quoting`, と ends what is thought or said (いい計画だと思う), and marks nobody.
    """
    for argument in objects:
        if (argument.role == "に" and referents.names.is_time(argument.head)) or (argument.role == "と" and quoting):
            continue
        patients = referents.arguments(argument.head, anchor=doer)
        if not patients and acts and argument.role == "を":
            act = referents.names.act(argument.head) or referents.names.described(argument.head)
            patients = [act] if act is not None else []
        for patient in patients:
            if patient is not doer and (patient.type is not EntityType.TIME_UNIT or argument.role == "を"):
                yield patient, _beside(argument, patient, objects, referents)


_COMPANY = (EntityType.PERSON, EntityType.ORGANIZATION)
_NEXT = 3
"""Words within which a noun behind と is of one row with the noun before it."""


def _beside(argument: Argument, patient: Name, objects: Sequence[Argument], referents: Referents) -> Argument:
    """Who is beside a thing goes along ("マイクと映画を見る"); a thing beside it is one more ("日本語と英語を話す")."""
    if argument.role == "と" and patient.type not in _COMPANY:
        behind = (one for one in objects if one.role == "を" and argument.head < one.head <= argument.head + _NEXT)
        alike = (one for one in behind if _is_alike(patient, referents.names.at(one.head)))
        return next((argument._replace(role="を", route=one.route) for one in alike), argument)
    if argument.route != "row" or patient.type is not EntityType.PERSON:
        return argument
    row = (one for one in objects if one.role == argument.role and one.route != "row")
    alike = any(name.type is EntityType.PERSON for one in row for name in referents.arguments(one.head, anchor=patient))
    return argument if alike else argument._replace(role="と", route="と")


def _is_alike(one: Name, other: Name | None) -> bool:
    """Whether two names may stand in one row: "ナミビアと国境を接する" is no row."""
    return other is not None and other.type is one.type and other.named == one.named


def _dated(
    parse: Parse, clause: Clause, reading: ClauseReader, pairs: Sequence[Said], referents: Referents
) -> Iterator[tuple[Said, Said]]:
    """What is set for a day or put off to it, and the day: "リリースは22日に延期された"."""
    if reading.said.lemma not in _DATING:
        return
    things = [(name, one) for one in reading.objects if one.role == "を" for name in referents.doers(one.head)] or pairs
    for place in parse.children[clause.predicate.word.place]:
        date = referents.names.at(place)
        if date is not None and date.moment is not None and particle_of(parse, parse.words[place])[0] in ("に", "へ"):
            for thing in things:
                yield thing, (date, Argument(place, "に", "date", _DATE, linked=True))


def _draft(
    parse: Parse, clause: Clause, doer: Said, patient: Said, said: Stated, referents: Referents
) -> StatementDraft:
    subject, value = doer[0], patient[0]
    quoted = parse.is_quoted(clause.predicate.word)
    pointed = sum(referents.pointed(one.head) is not None for _, one in (doer, patient))
    confidence = doer[1].confidence * patient[1].confidence * (_QUOTED if quoted else 1) * COREFERENCE**pointed
    confidence *= (0.7 + 0.3 * min(subject.confidence, value.confidence)) * _PASSING ** is_passing(parse, clause)
    confidence *= _RETURN if said.lemma in _RETURNING and value.type is EntityType.LOCATION else 1
    reasons = [f"{one.role}:{one.route}" for _, one in (doer, patient)]
    reasons += ["quoted"] * quoted + ["pointed at"] * bool(pointed)
    planned = said.modality is Modality.STATED and is_to_come(parse, clause)
    modality = Modality.INTENDED if planned else said.modality
    reporter = reporter_of(parse, clause.predicate.word, clause.sentence)
    if reporter is not None:
        modality = Modality.REPORTED if modality is Modality.STATED else modality
        teller = next((name for name in _tellers(parse, reporter, referents)), None)
        reasons += [f"said by {teller.name}"] if teller is not None and teller is not subject else ["reported"]
    said = _known_phrase(_parting(parse, clause, dealing(parse, clause.predicate.word, said)), patient)
    roles.retyped(said, *patient, ongoing=goes_on(tail_of(parse, clause.predicate.word, clause.sentence)))
    kind = RelationType.RELATES_TO
    swapped = False
    if said.lemma == "だ" and holds(said.polarity, modality):
        kind = RelationType.INSTANCE_OF
    elif tells(modality):
        kind, swapped = relations.of_verb(said.lemma, patient[1].role, subject.type, value.type, passive=said.passive)
    known = kind is not RelationType.RELATES_TO
    if known or _fits(said.lemma, patient, subject, told=tells(modality)):
        confidence, reasons = borne_out(confidence), [*reasons, "relation known"]
    roles.link(said.lemma, doer, patient, kind if said.polarity is Polarity.POSITIVE else RelationType.RELATES_TO)
    return StatementDraft(
        subject=value if swapped else subject,
        object=subject if swapped else value,
        predicate=said.predicate if known or patient[1].role not in _TOLD_WITH else patient[1].role + said.predicate,
        lemma=said.lemma,
        type=kind,
        sentence=clause.sentence,
        confidence=confidence,
        reasons=tuple(dict.fromkeys(reasons)),
        method="dependency",
        polarity=said.polarity,
        modality=modality,
    )


def _fits(lemma: str, patient: Said, subject: Name, *, told: bool) -> bool:
    """Whether both ends are of the kinds that a verb without a type of its own asks for: an end, a trade, a date."""
    value, argument = patient
    if told and relations.ends(lemma, argument.role, subject.type, value.type):
        return True
    being = argument.role == "として" and is_kind_of_person(value.surface)
    return being or (lemma in _DATING and value.type is EntityType.TIME_UNIT)


_OVER = re.compile(r"(?:た|ました|(?:ちゃ|てしま)(?:った|いました))(?:ん(?:だ|です))?[よねけど]*[。！!…\s]*$")
_OF_DAY = re.compile(r"[時分]|朝|昼|夕|夜|晩|さっき|先ほど|そのあと|その後|今日|本日|昨日")
"""Words of a time of day, by which two part for the day."""


def _parting(parse: Parse, clause: Clause, said: Stated) -> Stated:
    """Who 別れた, and no more is said of it, is a couple no longer; 駅で別れて帰った tells of a station."""
    if said.lemma != "別れる" or clause.of_role("で", "に", "から", "まで"):
        return said
    text = parse.surface(clause.sentence.start, clause.sentence.stop - 1)
    tail = tail_of(parse, clause.predicate.word, clause.sentence)
    return said._replace(lemma="離別する") if _OVER.match(tail) and not _OF_DAY.search(text) else said


def _known_phrase(said: Stated, patient: Said) -> Stated:
    """The predicate of "医者をしている" is that somebody is one; that of "医者として働く" keeps its particle.

    Who 人に付き合う goes with them, and is no couple with them.
    """
    value, argument = patient
    if (argument.role, said.lemma) == ("に", "付き合う"):
        return said._replace(lemma="同行する")
    if said.lemma in _BEING and argument.role == "を" and not value.named and is_kind_of_person(value.surface):
        return said._replace(predicate="である", lemma="だ")
    return said


_TOLD_WITH = frozenset(words_of("で と から まで として について に対して"))
"""Particles that a verb cannot be understood without: から引っ越す is not 引っ越す."""


_BEING = frozenset(words_of("する やる"))


def _tellers(parse: Parse, reporter: Word, referents: Referents) -> Iterator[Name]:
    for place in parse.children[reporter.place]:
        if place < reporter.place and parse.words[place].label in ("nsubj", "dislocated", "obl"):
            yield from (name for name in referents.doers(place) if name.type is EntityType.PERSON)
