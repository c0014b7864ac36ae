"""What the sentences say of the names: clauses turned into statements with their evidence."""

from collections.abc import Iterator, Sequence

from extraction.japanese import lexicon, relations
from extraction.japanese.clauses import Argument, Clause, clauses_of, particle_of
from extraction.japanese.drafts import Draft, distinct
from extraction.japanese.entities import Name
from extraction.japanese.frames import of_frame
from extraction.japanese.lookup import Lookup
from extraction.japanese.nominals import of_links, of_nominals
from extraction.japanese.predicates import Stated, stated
from extraction.japanese.topics import frame_of
from extraction.japanese.words import Parse, Word
from graph.model import EntityType, LinkType, RelationType

_PARTICLE_TRUST = {
    "が": 0.91,
    "を": 0.94,
    "に": 0.8,
    "へ": 0.8,
    "と": 0.75,
    "で": 0.7,
    "から": 0.75,
    "まで": 0.7,
    "は": 0.77,
}
_HOW_TRUST = {
    "topic": 0.77,
    "also": 0.74,
    "gap": 0.55,
    "shared": 0.62,
    "no subject": 0.5,
    "bare": 0.6,
    "bare pronoun": 0.75,
}
"""Measured precision of the rules on annotated arguments; gaps a little above bare ones, for both ends are names."""

_FAR = 0.86
_QUOTED = 0.85
_OBJECT_ROLES = ("を", "に", "へ", "と", "で", "から", "まで", "について", "に対して", "として")
_FEELING = frozenset(
    ("好き", "嫌い", "大好き", "得意", "苦手", "欲しい", "必要", "上手", "下手", "可能", "好きだ", "大切", "重要")
)


def statements_in(parse: Parse, names: Lookup) -> list[Draft]:
    """All statements of the text in order. Adds to `names` the common nouns that earn a place by being stated about."""
    drafts: list[Draft] = []
    for number, sentence in enumerate(parse.sentences):
        frame = frame_of(parse, sentence)
        framed = list(of_frame(parse, frame, names)) if frame else []
        drafts += framed
        if frame is not None and (framed or frame.attribute):
            names.told(sentence)
            continue
        clauses = clauses_of(parse, sentence)
        for clause in clauses:
            drafts += _of_clause(parse, clause, names)
        drafts += of_nominals(parse, sentence, names)
        drafts += of_links(parse, sentence, names)
        _mark_topics(parse, sentence, names, first=number == 0)
    return distinct(drafts)


def _of_clause(parse: Parse, clause: Clause, names: Lookup) -> Iterator[Draft]:
    said = stated(parse, clause.predicate, clause.sentence, light=clause.light)
    subjects = clause.of_role("が") or clause.of_role("は")
    topics = clause.of_role("は") if clause.of_role("が") else ()
    objects = [argument for role in _OBJECT_ROLES for argument in clause.of_role(role)]
    agents = clause.of_role("によって")
    feels = clause.predicate.part == "ADJ" or clause.predicate.text in _FEELING
    if feels:
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
    if not subjects and not said.passive:
        subjects, objects = _without_subject(clause)
    time, place = _time(parse, clause, names), _place(clause, names)
    for subject in subjects:
        for doer in names.doers(subject.head):
            for patient, argument in _patients(objects, doer, names):
                if feels and patient.type is EntityType.PERSON is not doer.type:
                    yield _clause_draft(parse, clause, (patient, argument), (doer, subject), said, time, place)
                    continue
                yield _clause_draft(parse, clause, (doer, subject), (patient, argument), said, time, place)


def _without_subject(clause: Clause) -> tuple[tuple[Argument, ...], list[Argument]]:
    """ "契約書を山田さんに送る": nobody is said to send, yet the thing and its goal are told."""
    things = tuple(thing._replace(how="no subject") for thing in clause.of_role("を") if thing.how == "particle:を")
    return things, list(clause.of_role("に", "へ", "から", "と"))


def _patients(objects: Sequence[Argument], doer: Name, names: Lookup) -> Iterator[tuple[Name, Argument]]:
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
    said: Stated,
    time: Name | None,
    place: Name | None,
) -> Draft:
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


_MAKING = frozenset(
    lexicon.words_of(
        """
        作る 作成する 書く 開発する 制作する 製作する 執筆する 設計する 発明する 発表する 作曲する 建設する 描く
        設立する
        """
    )
)
_USING = frozenset(lexicon.words_of("使う 使用する 利用する 用いる 活用する 採用する 導入する"))
_AFFECTING = frozenset(
    lexicon.words_of("壊す 変更する 修正する 改善する 削除する 中止する 延期する 更新する 攻撃する 破壊する 変える")
)


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
