"""What the sentences say of the names: frames and clauses turned into statements with their evidence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extraction.context import Context
from extraction.found import FoundStatement
from extraction.japanese import lexicon, relations
from extraction.japanese.clauses import Argument, Clause, clauses_of, particle_of
from extraction.japanese.entities import Name
from extraction.japanese.lookup import Lookup
from extraction.japanese.predicates import modality_of, polarity_of, stated, tail_of
from extraction.japanese.topics import Frame, frame_of
from extraction.japanese.words import Parse, Word
from graph.model import EntityType, LinkType, Modality, Polarity, RelationType


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


_PARTICLE_TRUST = {"が": 0.91, "を": 0.94, "に": 0.8, "へ": 0.8, "と": 0.75, "で": 0.7, "から": 0.75, "まで": 0.7, "は": 0.77}
_HOW_TRUST = {"topic": 0.77, "gap": 0.55, "shared": 0.62, "bare": 0.6, "bare pronoun": 0.75}
"""Measured precision of the rules on annotated arguments; gaps a little above bare ones, for both ends are names."""

_FAR = 0.86
_QUOTED = 0.85
_OBJECT_ROLES = ("を", "に", "へ", "と", "で", "から", "まで", "について", "に対して", "として")
_FEELING = frozenset(("好き", "嫌い", "大好き", "得意", "苦手", "欲しい", "必要", "上手", "下手", "可能", "好きだ", "大切", "重要"))
_CAUSE = frozenset(("原因", "要因", "きっかけ", "理由"))


def statements_in(parse: Parse, names: Lookup, context: Context) -> list[Draft]:
    """All statements of the text in order. Adds to `names` the common nouns that earn a place by being stated about."""
    drafts: list[Draft] = []
    for number, sentence in enumerate(parse.sentences):
        frame = frame_of(parse, sentence)
        framed = list(_of_frame(parse, frame, names)) if frame else []
        if framed:
            drafts += framed
            continue
        clauses = clauses_of(parse, sentence)
        for clause in clauses:
            drafts += _of_clause(parse, clause, names)
        drafts += _of_nominals(parse, sentence, names)
        drafts += _of_links(parse, sentence, names)
        _mark_topics(parse, sentence, names, first=number == 0)
    return _distinct(drafts)


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


def _distinct(drafts: list[Draft]) -> list[Draft]:
    best: dict[tuple[int, int, str], Draft] = {}
    for draft in drafts:
        if draft.subject is draft.object or draft.subject.name == draft.object.name:
            continue
        key = (id(draft.subject), id(draft.object), draft.lemma)
        if key not in best or best[key].confidence < draft.confidence:
            best[key] = draft
    return list(best.values())


def _of_frame(parse: Parse, frame: Frame, names: Lookup) -> Iterator[Draft]:
    subject_kind = relations.subject_kind(frame.attribute) if frame.attribute else None
    subject = names.framed(frame.subject, subject_kind, topic=True)
    if subject is None:
        return
    meaning = relations.of_noun(frame.attribute)
    tail = parse.text[parse.words[frame.values[-1][1]].end : parse.words[frame.sentence.stop - 1].end]
    for value in frame.values:
        named = names.framed(value, relations.value_kind(frame.attribute), topic=False)
        if named is None:
            continue
        kind = meaning.type if frame.attribute else _copular(subject, named)
        swap = meaning.swapped and frame.attribute and named.type in (EntityType.PERSON, EntityType.ORGANIZATION)
        trust = 0.9 if frame.attribute else 0.8
        yield Draft(
            subject=named if swap else subject,
            object=subject if swap else named,
            predicate=frame.attribute or "である",
            lemma=frame.attribute or "だ",
            type=kind,
            sentence=frame.sentence,
            confidence=trust * (0.6 + 0.4 * min(subject.confidence, named.confidence)),
            reasons=("frame:XのYはZ" if frame.attribute else "frame:XはZ", "particle:は"),
            method="frame",
            polarity=polarity_of(tail),
            modality=modality_of(parse, tail, frame.sentence),
        )
    subject.about = True


def _copular(subject: Name, value: Name) -> RelationType:
    """ "XはZだ" makes X one of Z when Z is a kind, and merely relates two names."""
    if value.type is EntityType.TIME_UNIT:
        return RelationType.RELATES_TO
    return RelationType.RELATES_TO if value.named and subject.named else RelationType.INSTANCE_OF


def _of_clause(parse: Parse, clause: Clause, names: Lookup) -> Iterator[Draft]:
    said = stated(parse, clause.predicate, clause.sentence, light=clause.light)
    subjects = clause.of_role("が") or clause.of_role("は")
    topics = clause.of_role("は") if clause.of_role("が") else ()
    objects = [argument for role in _OBJECT_ROLES for argument in clause.of_role(role)]
    agents = clause.of_role("によって")
    if clause.predicate.part == "ADJ" or clause.predicate.text in _FEELING:
        if clause.predicate.lemma not in _FEELING and clause.predicate.text not in _FEELING:
            return
        if not topics and len(clause.of_role("が")) == 2:
            topics, objects = clause.of_role("が")[:1], list(clause.of_role("が")[1:])
        elif topics:
            objects = list(clause.of_role("が"))
        subjects = topics or subjects
    if said.passive and agents:
        subjects, objects = agents, list(subjects) + [one for one in objects if one.role != "を"]
        said = said._replace(predicate=said.lemma, passive=False)
    time, place = _time(parse, clause, names), _place(clause, names)
    for subject in subjects:
        for doer in names.arguments(subject.head, anchor=None):
            for patient, argument in _patients(parse, objects, doer, names):
                yield _clause_draft(parse, clause, (doer, subject), (patient, argument), said, time, place)


def _patients(
    parse: Parse, objects: Sequence[Argument], doer: Name, names: Lookup
) -> Iterator[tuple[Name, Argument]]:
    for argument in objects:
        if argument.role == "に" and names.is_time(argument.head):
            continue
        for patient in names.arguments(argument.head, anchor=doer):
            if patient.type is not EntityType.TIME_UNIT or argument.role == "を":
                yield patient, argument


def _clause_draft(
    parse: Parse,
    clause: Clause,
    doer: tuple[Name, Argument],
    patient: tuple[Name, Argument],
    said: "object",
    time: Name | None,
    place: Name | None,
) -> Draft:
    from extraction.japanese.predicates import Stated

    assert isinstance(said, Stated)
    kind = relations.of_verb(said.lemma)
    role = patient[1].role
    if role == "で" and kind is RelationType.RELATES_TO and patient[0].type is EntityType.LOCATION:
        kind = RelationType.LOCATED_AT
    if kind is RelationType.WORKS_FOR and patient[0].type is EntityType.LOCATION:
        kind = RelationType.LOCATED_AT
    trust = min(_trust(doer[1]), _trust(patient[1]))
    far = abs(patient[1].head - clause.predicate.place) > 4 or abs(doer[1].head - clause.predicate.place) > 12
    quoted = _in_quotes(parse, clause.predicate)
    confidence = trust * (_FAR if far else 1) * (_QUOTED if quoted else 1)
    confidence *= 0.7 + 0.3 * min(doer[0].confidence, patient[0].confidence)
    reasons = [doer[1].how, patient[1].how] + ["far"] * far + ["quoted"] * quoted
    _link(said.lemma, doer[0], patient[0], kind)
    return Draft(
        subject=doer[0],
        object=patient[0],
        predicate=said.predicate,
        lemma=said.lemma,
        type=kind,
        sentence=clause.sentence,
        confidence=confidence,
        reasons=tuple(dict.fromkeys(reasons)),
        method="dependency",
        polarity=said.polarity,
        modality=said.modality,
        time=time,
        place=place if place is not patient[0] else None,
    )


_MAKING = frozenset(lexicon.words_of("作る 作成する 書く 開発する 制作する 製作する 執筆する 設計する 発明する 発表する 作曲する 建設する 描く 設立する"))
_USING = frozenset(lexicon.words_of("使う 使用する 利用する 用いる 活用する 採用する 導入する"))
_AFFECTING = frozenset(lexicon.words_of("壊す 変更する 修正する 改善する 削除する 中止する 延期する 更新する 攻撃する 破壊する 変える"))


def _link(lemma: str, doer: Name, patient: Name, kind: RelationType) -> None:
    """How the chunk refers to the names, where the verb tells."""
    chosen = (
        LinkType.CREATES
        if lemma in _MAKING
        else LinkType.USES
        if lemma in _USING
        else LinkType.AFFECTS
        if lemma in _AFFECTING
        else LinkType.OWNS
        if kind is RelationType.OWNERSHIP
        else LinkType.LOCATED_AT
        if patient.type is EntityType.LOCATION
        else None
    )
    if chosen and patient.link_type is LinkType.MENTIONS:
        patient.link_type = chosen
    if chosen in (LinkType.CREATES, LinkType.USES, LinkType.AFFECTS) and doer.link_type is LinkType.MENTIONS:
        doer.link_type = LinkType.PERFORMED_BY


def _trust(argument: Argument) -> float:
    return _HOW_TRUST.get(argument.how) or _PARTICLE_TRUST.get(argument.role, 0.6)


def _in_quotes(parse: Parse, word: Word) -> bool:
    before = parse.text[: word.start]
    return before.count("「") > before.count("」") or before.count("『") > before.count("』")


def _time(parse: Parse, clause: Clause, names: Lookup) -> Name | None:
    """The date beside the verb, or the only one of its sentence."""
    for place in parse.children[clause.predicate.place]:
        if names.is_time(place):
            return names.at(place)
    dates = [name for name in names.names if name.moment is not None and name.first in clause.sentence]
    return dates[0] if len(dates) == 1 else None


def _place(clause: Clause, names: Lookup) -> Name | None:
    for argument in clause.of_role("で"):
        name = names.at(argument.head)
        if name is not None and name.type is EntityType.LOCATION:
            return name
    return None


def _of_nominals(parse: Parse, sentence: range, names: Lookup) -> Iterator[Draft]:
    """ "AはBのCだ", "AはCだ", "AはBがCだ" with a noun as predicate."""
    for place in sentence:
        noun = parse.words[place]
        if not noun.is_noun or noun.part == "VERB":
            continue
        children = [parse.words[child] for child in parse.children[place] if child < place]
        subjects = [child for child in children if child.label in ("nsubj", "dislocated", "csubj")]
        if not subjects or (noun.label not in ("ROOT", "advcl", "ccomp", "conj") and not _has_copula(parse, place)):
            continue
        yield from _nominal(parse, sentence, noun, subjects, names)


def _nominal(parse: Parse, sentence: range, noun: Word, subjects: list[Word], names: Lookup) -> Iterator[Draft]:
    tail = tail_of(parse, noun, sentence)
    polarity, modality = polarity_of(tail), modality_of(parse, tail, sentence)
    marked = [(word, particle_of(parse, word)) for word in subjects]
    topic = next((word for word, (_, is_topic) in marked if is_topic), None)
    doer = next((word for word, (case, _) in marked if case == "が"), None)
    if topic is not None and doer is not None:
        if noun.text not in _CAUSE:
            return
        for cause in names.arguments(doer.place, anchor=None):
            for effect in names.arguments(topic.place, anchor=cause):
                yield _noun_draft(cause, effect, noun.text, RelationType.CAUSES, sentence, 0.75, "particle:が", polarity, modality)
        return
    head = topic or doer or subjects[0]
    how = "topic" if head is topic else "particle:が" if head is doer else "bare"
    trust = 0.77 if head is topic else 0.85 if head is doer else 0.55
    for subject in names.arguments(head.place, anchor=None):
        owner = _owner(parse, noun, names)
        if owner is not None and relations.is_relational(noun.text):
            meaning = relations.of_noun(noun.text)
            yield _noun_draft(subject, owner, noun.text, meaning.type, sentence, trust, how, polarity, modality)
            continue
        for kind in names.arguments(noun.place, anchor=subject):
            relation = _copular(subject, kind)
            yield _noun_draft(subject, kind, "である", relation, sentence, trust, how, polarity, modality, "だ")


def _noun_draft(
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


def _owner(parse: Parse, noun: Word, names: Lookup) -> Name | None:
    """B of "BのC"."""
    for place in parse.children[noun.place]:
        child = parse.words[place]
        if place < noun.place and child.label == "nmod" and particle_of(parse, child)[0] == "の":
            return names.at(place) or names.pronoun(place)
    return None


def _has_copula(parse: Parse, place: int) -> bool:
    return any(parse.words[child].label == "cop" for child in parse.children[place])


def _of_links(parse: Parse, sentence: range, names: Lookup) -> Iterator[Draft]:
    """ "AのB" between two names, and "役職のA"."""
    for place in sentence:
        child = parse.words[place]
        if child.label != "nmod" or child.head <= place or particle_of(parse, child)[0] != "の":
            continue
        whole, part = names.at(place), names.at(child.head)
        if part is None or not part.named:
            continue
        if whole is None or not whole.named:
            if part.type is EntityType.PERSON and relations.of_noun(child.text).type is RelationType.LEADS:
                role = names.common(place)
                if role is not None:
                    yield _noun_draft(
                        part, role, "である", RelationType.INSTANCE_OF, sentence, 0.6, "particle:の", Polarity.POSITIVE, Modality.STATED
                    )
            continue
        kind = _linked(whole.type, part.type)
        if kind is not None:
            yield _noun_draft(part, whole, "の", kind, sentence, 0.62, "particle:の", Polarity.POSITIVE, Modality.STATED)


def _linked(whole: EntityType, part: EntityType) -> RelationType | None:
    """What "wholeのpart" says between two names of these types; None where it may be anything."""
    return {
        (EntityType.LOCATION, EntityType.LOCATION): RelationType.LOCATED_IN,
        (EntityType.LOCATION, EntityType.ORGANIZATION): RelationType.LOCATED_IN,
        (EntityType.ORGANIZATION, EntityType.PERSON): RelationType.MEMBER_OF,
        (EntityType.ORGANIZATION, EntityType.ORGANIZATION): RelationType.PART_OF,
        (EntityType.PERSON, EntityType.DOCUMENT): RelationType.RELATES_TO,
        (EntityType.ORGANIZATION, EntityType.OBJECT): RelationType.RELATES_TO,
    }.get((whole, part))


def _mark_topics(parse: Parse, sentence: range, names: Lookup, *, first: bool) -> None:
    """The sentence is about its topic; the first one also about its subject."""
    for place in sentence:
        word = parse.words[place]
        if not word.is_noun or word.label not in ("nsubj", "obl", "dislocated", "obj", "nmod"):
            continue
        case, topic = particle_of(parse, word)
        if topic or (first and case == "が"):
            name = names.at(place) or (names.common(place) if first and topic else None)
            if name is not None and name.type is not EntityType.TIME_UNIT:
                name.about = True
                name.reasons.append("topic" if topic else "subject")
