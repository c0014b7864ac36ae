"""What a noun or an adjective says of a subject: 「証明書の期限が12月20日」, 「gw1 の CPU が 95%」."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.valence import objects_of
from extraction.lang.ja.facts.worded.deeds import MOSTLY
from extraction.lang.ja.facts.worded.drafts import drafts_of
from extraction.lang.ja.facts.worded.ends import (
    AMOUNT,
    UNSEEN,
    End,
    LiteralDraft,
    Part,
    end_at,
    is_date,
    is_definite,
    is_person,
)
from extraction.lang.ja.modality.stating import Stated
from extraction.lang.ja.modality.verdicts import is_action
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import kind_of, phrase_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from graph.model.types import Modality, RelationType

_GAP: Final = "nomgap"
"""The route of a noun that stands behind what it is said to be."""
_OF_ADJECTIVES: Final = ("に", "と")
_PARTICLE: Final = re.compile(
    r"(?:[(（][^()（）]*[)）])? ?(?:(?:まで|から)(?!。|\s|$)|[にへを]|の(?!み)|で(?![すあ、]))"
)
_TOWARDS: Final = re.compile(r"[」』`]? ?[へに](?=[。．（(\n]|$)")
"""What stands behind a noun to which something goes, at the end of a sentence."""


def measured(
    parse: Parse, subject: Part, things: Sequence[Part], predicate: Stated, referents: Referents
) -> tuple[Part, Stated] | None:
    """Whose measure a subject is that comes to an amount: of 「gw1 の CPU が 95% に張り付く」 gw1, by its CPU."""
    is_amount = bool(things) and AMOUNT.match(things[0].end.text) is not None and not is_date(things[0].end)
    if subject.phrase is None or not is_amount or is_person(subject.end) or not referents.names.of_work:
        return None
    if subject.role != "が" and objects_of(predicate.lemma) >= MOSTLY:
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


def of_noun(parse: Parse, clause: Clause, predicate: Stated, referents: Referents) -> Iterator[LiteralDraft]:
    """What a noun or an adjective says of a subject: 「証明書の期限が12月20日」."""
    verb = clause.predicate.word
    if _TOWARDS.match(parse.text, verb.end):
        yield from _moved(parse, clause, predicate, referents)
        return
    subjects = [
        Part("が", end, argument.confidence)
        for argument in clause.of_role("が")
        if argument.route not in (_GAP, "とは") and not _is_told_apart(parse, argument.head, verb)
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
        yield from drafts_of(clause, predicate, subject, things, ())


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


def _owned(parse: Parse, clause: Clause, referents: Referents, *, is_amount: bool) -> tuple[End, float, str] | None:
    """Of a subject "XのY" that is no name: X, how sure its role is, and Y; of an amount, name or not."""
    noun = clause.predicate.word
    for argument in clause.of_role("が"):
        # 三台のサーバー: so many of them
        owners = [word for word in possessors(parse, parse.words[argument.head]) if kind_of(word) != "number"]
        is_bare = (
            not _is_called(parse, argument.head, referents) if is_amount else referents.names.at(argument.head) is None
        )
        if owners and argument.route != _GAP and is_bare and not _is_told_apart(parse, argument.head, noun):
            owner = end_at(parse, owners[-1].place, referents)
            attribute = parse.surface(*phrase_of(parse, argument.head))
            return None if owner is None else (owner, argument.confidence, attribute)
    return None
