"""What brackets tell of what stands before them: 佐藤真理(開発課), "renew the certificate (Ann)", (期限 4/24).

Whatever the language, no parser reads them. A group behind a person is theirs; a person behind a sentence that names
nobody does it, a person or a team behind a thing has it in charge, an identifier behind a Japanese noun is another name
of it, and a place behind an event is where it is; a file behind a sentence holds what it begins with; a label with a
person, a date or an amount tells of the first thing of the sentence, or of the ticket beside it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from extraction.lang.shared.span import Span
from extraction.model.findings import Findings, FoundName, FoundStatement
from extraction.names.speakers import ME, UNSAID
from extraction.text.sentences import spans_of_sentences
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality, RelationType
from graph.tables import table_rows, values

_METHOD: Final = "aside"
_SURE: Final = 0.7
"""How often a bracket is read right; set by hand."""
_BRACKET: Final = re.compile(r"[(（]([^()（）\n]{1,60})[)）]")
_ITEM: Final = re.compile(r"[^,、，;；]+")
_ENDS: Final = re.compile(r"[ \t]*(?:[。.!！?？\n]|$)")
_LABEL: Final = re.compile(r"(?P<label>[一-鿿々ァ-ヺー]{2,6}|[a-z]{2,12})[ \t]*(?:[:：は]|\bis\b|\bwas\b)?[ \t]*$")
_LONGEST_NOUN: Final = 30
_UNTIL: Final = ("by", "before", "until", "till", "from", "since", "on")
"""Prepositions of a day, which tell of what is done and not of the first thing: "renew the lease (Ann, by 4 May)"."""
_NOUN: Final = re.compile(
    r"(?:[一-鿿々ァ-ヺー][一-鿿々ァ-ヺーA-Za-z\d]*(?: [A-Za-z\d]+)?|[A-Za-z\d]+[一-鿿々ァ-ヺー]+)(?:くん|ちゃん)?$"
)
"""A Japanese noun that stands before a bracket: 測定 PC, 検査くん."""
_REALLY: Final = re.compile(
    r"(?:(?:中身|実体|実態|正体|本体)は|(?:別名|略称|通称|愛称|旧称|正式名称?)[:：は]?|(?:通称|以下)、?)? ?`?"
)
"""What stands before another name of the thing before a bracket."""
_THING: Final = re.compile(
    r"(?:^[ \t]*(?:[-*+•・●○■□◆◇▪▶]|\d{1,2}[.)])[ \t]*|[：、][ \t]*)"
    r"(?P<thing>[^\n：:。、()（）をがはにへでと→]{2,30})$",
    re.MULTILINE,
)
"""An item of a list that is a thing: no clause."""
_TEAMS: Final = ("課", "係", "室", "部", "局", "班", "チーム", "グループ", "委員会", " team")
_NAMING: Final = (None, "service", "code", "name", "host", "class")
"""Kinds of names of a thing of its own: neither a file of it nor software that many use."""
_OWN_NAME: Final = re.compile(r"[A-Za-z][a-z\d]*(?:[-_.][A-Za-z\d]+|[A-Z][a-z]+)+|[A-Z]{2,5}")
"""How such a name is written: xrd-pc, MuseKeep, DMP."""
_CLOSES: Final = re.compile(r"\b((close|fix(?=e)|resolve)e?[sd])[ ]+", re.IGNORECASE)
_THINGS: Final = frozenset((EntityType.TECHNOLOGY, EntityType.TASK, EntityType.DOCUMENT, EntityType.OBJECT))


_NOBODY: Final = (ME.casefold(), "nobody", "no one")
_CHANGES: Final = ("pull request", "commit")
_HOLDERS: Final = ("file", "path", "version")
_ROLES: Final = frozenset(
    role.casefold()
    for roles, _ in table_rows("extraction.lang.shared", "bracket_roles", "roles example")
    for role in values(roles)
)


def with_asides(findings: Findings, text: str, language: str, is_group: Callable[[str], bool]) -> Findings:
    """The findings with what brackets tell; `is_group` tells by their end whether words name a group."""
    if "(" not in text and "（" not in text:
        return findings
    literals, statements = list(findings.literals), list(findings.statements)
    by_end = {name.end: name for name in reversed(findings.names)}
    names = _Places(findings.names)
    sentences = _sentences(text)
    for match in _BRACKET.finditer(text):
        sentence = _sentence_of(sentences, match.start())
        inside = names.within(match.start(1), match.end(1))
        ends = _ENDS.match(text, match.end()) is not None
        before = by_end.get(match.start())
        if before is not None and before.type is EntityType.PERSON:
            says_who = language == "ja" and text.startswith("です", match.end()) and before.start == sentence.start
            literals += _membership(
                findings.names, before, match[1], inside, sentence, language, is_group, says_who=says_who
            )
            continue
        literals += _named_again(text, findings.names, inside, match, sentence)
        literals += _placed(findings.names, names, before, inside, text, match, sentence, language)
        literals += _in_charge(text, findings.names, inside, match, sentence, language)
        ticket = by_end.get(match.start() - (text[match.start() - 1 : match.start()] == " "))
        if ticket is not None and ticket.type is EntityType.TASK and _is_whole(inside, match[1], EntityType.PERSON):
            literals.append(_fact(findings.names, inside[0], "owns", ticket, sentence, RelationType.OWNERSHIP))
            continue
        outside = names.within(sentence.start, match.start())
        if ends and inside and inside[0].start == match.start(1) and _is_ticket(inside[0]):
            # of English only what is ordered is the ticket's: "Ann renewed the lease (OPS-3)" tells of Ann
            is_japanese = language == "ja"
            before = text[sentence.start : match.start()]
            orders = [fact for fact in literals if "order" in fact.reasons or (is_japanese and _is_main(fact, before))]
            literals += _worked_on(inside[0], findings.names, sentence, orders, statements if is_japanese else ())
        if ends and (_is_whole(inside, match[1], EntityType.PERSON) or _is_team(inside, match[1])):
            literals, statements = _done_by(inside[0], findings.names, sentence, literals, statements)
            literals += _done_to(text, findings.names, inside[0], sentence, literals, statements)
        elif ends and inside and inside[0].surface == match[1].strip("` ") and inside[0].subtype in _HOLDERS:
            literals += _held(findings.names, inside[0], outside, sentence, language)
        literals += _labelled(text, findings.names, inside, outside, match, sentence)
        if ends and outside and outside[0].start == sentence.start and outside[0].type is EntityType.TASK:
            literals += _charged(text, findings.names, inside, outside[0], match, sentence, language)
    return replace(findings, literals=tuple(literals), statements=tuple(statements))


def with_closed(findings: Findings, text: str) -> Findings:
    """The findings with the tickets that a change closes: "(#482, closes OPS-326)", "vibe!58: … (fixes OPS-215)"."""
    tickets = {name.start: name for name in findings.names if name.type is EntityType.TASK}
    literals: list[LiteralFact] = []
    sentences = _sentences(text) if tickets else []
    for match in _CLOSES.finditer(text) if tickets else ():
        closed = tickets.get(match.end())
        sentence = _sentence_of(sentences, match.start())
        changes = [
            name
            for name in findings.names
            if name is not closed
            and name.subtype in _CHANGES
            and (name.start == 0 or sentence.start <= name.start < sentence.end)
        ]
        if closed is not None and changes:
            does = _fact(findings.names, changes[0], match[1].lower(), closed, sentence)
            literals.append(replace(does, lemma=match[2].lower()))
    return replace(findings, literals=(*findings.literals, *literals)) if literals else findings


class _Places:
    """Names by where they stand."""

    def __init__(self, names: Sequence[FoundName]) -> None:
        self._names = sorted(names, key=lambda name: name.start)
        self._starts = [name.start for name in self._names]

    def within(self, start: int, end: int) -> list[FoundName]:
        """The names between two places, in order; none of no length."""
        first, last = bisect_left(self._starts, start), bisect_left(self._starts, end)
        return [name for name in self._names[first:last] if name.start < name.end <= end]


def _sentences(text: str) -> list[Span]:
    return [Span(*bounds) for bounds in spans_of_sentences(text)]


def _sentence_of(sentences: Sequence[Span], place: int) -> Span:
    """The sentence in which a place stands; they lie side by side."""
    return sentences[max(0, bisect_right(sentences, place, key=lambda sentence: sentence.start) - 1)]


def _is_whole(inside: Sequence[FoundName], words: str, kind: EntityType) -> bool:
    """Whether the first item of a bracket is one name of a type, and no other of that type follows."""
    first = re.split(r"[,、，;；]", words)[0].strip(" @`")
    of_kind = [name for name in inside if name.type is kind]
    return len(of_kind) == 1 and of_kind[0] is inside[0] and of_kind[0].surface.strip("@") == first


def _fact(
    names: Sequence[FoundName], subject: FoundName | str, predicate: str, thing: FoundName | str,
    sentence: Span, kind: RelationType = RelationType.RELATES_TO,
) -> LiteralFact:  # fmt: skip
    return LiteralFact(
        subject=None if isinstance(subject, str) else names.index(subject),
        subject_text=subject if isinstance(subject, str) else subject.surface or subject.name,
        predicate=predicate,
        lemma=predicate,
        object=None,
        object_text=thing if isinstance(thing, str) else thing.surface,
        start=sentence.start,
        end=sentence.end,
        confidence=_SURE,
        reasons=("aside",),
        method=_METHOD,
        type=kind,
    )


def _membership(
    names: Sequence[FoundName], person: FoundName, words: str, inside: Sequence[FoundName], sentence: Span,
    language: str, is_group: Callable[[str], bool], *, says_who: bool,
) -> Iterator[LiteralFact]:  # fmt: skip
    """佐藤真理(開発課): the group that somebody is with; one who `says_who` they are has no other: 「佐藤(CS)です」."""
    if words.strip().casefold() in _ROLES:
        yield _fact(names, person, "である" if language == "ja" else "is", words, sentence, RelationType.INSTANCE_OF)
        return
    named = bool(inside) and inside[0].type is EntityType.ORGANIZATION
    others = [name for name in inside if name.type in (EntityType.PERSON, EntityType.TIME_UNIT)]
    if others or not (named or says_who or is_group(words)):
        return
    yield _fact(names, person, "所属" if language == "ja" else "is with", words, sentence, RelationType.MEMBER_OF)


def _named_again(
    text: str, names: Sequence[FoundName], inside: Sequence[FoundName], bracket: re.Match[str], sentence: Span
) -> Iterator[LiteralFact]:
    """収蔵品台帳（ArtBase）: an identifier is another name of the noun before it; software that many use is none."""
    noun = _NOUN.search(text, max(sentence.start, bracket.start() - _LONGEST_NOUN), bracket.start())
    if noun is None or not inside:
        return
    last, start = inside[-1], bracket.start(1)
    lead = _REALLY.match(text, start, last.start)
    is_all = lead is not None and lead.end() == last.start and last.end >= bracket.end(1) - 1
    if is_all and last.subtype in _NAMING and _OWN_NAME.fullmatch(last.surface):
        before = next((name for name in names if (name.start, name.end) == noun.span()), noun[0])
        yield _fact(names, before, "である", last, sentence, RelationType.SIMILAR_TO)


def _placed(
    names: Sequence[FoundName], places: "_Places", before: FoundName | None, inside: Sequence[FoundName], text: str,
    bracket: re.Match[str], sentence: Span, language: str,
) -> Iterator[LiteralFact]:  # fmt: skip
    """当番研修（11/6、東館 会議室 B）: where an event is; before the bracket its date may stand."""
    if before is not None and before.type is EntityType.TIME_UNIT:
        earlier = places.within(max(sentence.start, before.start - _LONGEST_NOUN), before.start)
        before = earlier[-1] if earlier and not text[earlier[-1].end : before.start].strip() else None
    if before is None or before.type is not EntityType.EVENT:
        return
    for item in _ITEM.finditer(text, bracket.start(1), bracket.end(1)):
        place = next((name for name in inside if item.start() <= name.start and name.end <= item.end()), None)
        if place is not None and place.type is EntityType.LOCATION and place.surface == item[0].strip():
            words = "場所" if language == "ja" else "is at"
            yield _fact(names, before, words, place, sentence, RelationType.LOCATED_AT)


def _in_charge(
    text: str, names: Sequence[FoundName], inside: Sequence[FoundName], bracket: re.Match[str], sentence: Span,
    language: str,
) -> Iterator[LiteralFact]:  # fmt: skip
    """「- 台帳の電子化（建築課、原係長）」: who has an item of a list in charge."""
    line = max(text.rfind("\n", 0, bracket.start()), text.rfind("）", 0, bracket.start())) + 1
    thing = _THING.search(text, line, bracket.start())
    items = [item.strip() for item in _ITEM.findall(bracket[1])]
    people = [name for name in inside if name.type is EntityType.PERSON and name.surface in items]
    teams = [item for item in items if item.endswith(_TEAMS) and " " not in item]
    if thing is None or len(people) + len(teams) < len(items):
        return
    for owner in (*people, *teams):
        named = next((name for name in inside if name.surface == owner), owner)
        words = "担当する" if language == "ja" else "owns"
        yield _fact(names, named, words, thing["thing"].strip(), sentence, RelationType.OWNERSHIP)


def _done_by(
    person: FoundName, names: Sequence[FoundName], sentence: Span, literals: list[LiteralFact],
    statements: list[FoundStatement],
) -> tuple[list[LiteralFact], list[FoundStatement]]:  # fmt: skip
    """The facts of a sentence without a subject, told of the person in brackets behind it instead of the speaker."""
    place = names.index(person)
    unsaid = {at for at, name in enumerate(names) if UNSAID in name.reasons or name.start == name.end}
    return (
        [
            replace(fact, subject=place, subject_text=person.surface)
            if fact.subject in unsaid and sentence.start <= fact.start < sentence.end
            else fact
            for fact in literals
        ],
        [
            replace(fact, subject=place)
            if fact.subject in unsaid and fact.object != place and sentence.start <= fact.start < sentence.end
            else fact
            for fact in statements
        ],
    )


def _is_team(inside: Sequence[FoundName], words: str) -> bool:
    return _is_whole(inside, words, EntityType.ORGANIZATION) and inside[0].surface.endswith(_TEAMS)


def _done_to(
    text: str, names: Sequence[FoundName], doer: FoundName, sentence: Span, literals: Sequence[LiteralFact],
    statements: Sequence[FoundStatement],
) -> Iterator[LiteralFact]:  # fmt: skip
    """What who stands behind a sentence does to what it tells of: 「図を台帳に足す（建築課）」."""
    place = names.index(doer)
    within = [fact for fact in literals if sentence.start <= fact.start < sentence.end]
    if any(fact.subject == place for fact in (*within, *statements)):
        return
    ends = ((fact, text.find(fact.subject_text) + len(fact.subject_text)) for fact in within)
    for fact in [fact for fact, end in ends if text.startswith(("を", " を"), end)][-1:]:
        done = _fact(names, doer, _bare(fact), fact.subject_text, sentence, RelationType.OWNERSHIP)
        yield replace(done, lemma=fact.lemma, modality=fact.modality, polarity=fact.polarity)


def _bare(fact: LiteralFact | FoundStatement) -> str:
    """The predicate of a fact as it is told of its subject: without the particle of its object, から of から読む."""
    return fact.predicate.removeprefix(fact.reasons[0].rpartition(" · ")[2] if fact.reasons else "")


def _is_ticket(name: FoundName) -> bool:
    return name.type is EntityType.TASK or name.subtype in _CHANGES


def _is_main(fact: LiteralFact, before: str) -> bool:
    """Whether a fact tells of the last verb before a bracket: 直す and not なる of 「空になるのを直す(#81)」."""
    return "のを" not in before or fact.lemma[:1] in before.rpartition("のを")[2]


def _worked_on(
    ticket: FoundName, names: Sequence[FoundName], sentence: Span, literals: Sequence[LiteralFact],
    statements: Sequence[FoundStatement],
) -> Iterator[LiteralFact]:  # fmt: skip
    """「調査は佐藤さん(OPS-318)」: who does something with a ticket; without anybody, what the ticket is about."""
    within = [fact for fact in (*literals, *statements) if sentence.start <= fact.start < sentence.end]
    within = [fact for fact in within if fact.method not in (_METHOD, "line", "part") and fact.lemma != "だ"]
    within = [fact for fact in within if fact.modality in (Modality.STATED, Modality.REPORTED, Modality.INTENDED)]
    for fact in sorted(within, key=lambda fact: -fact.start)[:1]:
        predicate = _bare(fact)
        subject = None if fact.subject is None else names[fact.subject]
        if subject is not None and subject.type is EntityType.PERSON and subject.start < subject.end:
            worked = _fact(names, subject, fact.lemma, ticket, sentence, RelationType.OWNERSHIP)
        elif subject is not None and subject.start < subject.end:
            worked = _fact(names, ticket, fact.lemma, subject, sentence)
        elif isinstance(fact, LiteralFact) and subject is None and fact.subject_text.casefold() not in _NOBODY:
            worked = _fact(names, ticket, fact.lemma, fact.subject_text, sentence)
        else:
            thing = fact.object_text if isinstance(fact, LiteralFact) else names[fact.object]
            worked, predicate = _fact(names, ticket, fact.lemma, thing or "", sentence), fact.predicate
        yield replace(worked, predicate=predicate, polarity=fact.polarity, modality=fact.modality)


def _charged(
    text: str, names: Sequence[FoundName], inside: Sequence[FoundName], ticket: FoundName, bracket: re.Match[str],
    sentence: Span, language: str,
) -> Iterator[LiteralFact]:  # fmt: skip
    """「OPS-12 索引を張り直す(佐藤、2/27 まで)」: whose a ticket is that a sentence begins with, and until when."""
    is_due = any(name.type is EntityType.TIME_UNIT for name in inside)
    modality = Modality.INTENDED if is_due else Modality.STATED
    for item in _ITEM.finditer(text, bracket.start(1), bracket.end(1)):
        name = next((name for name in inside if item.start() <= name.start and name.end <= item.end()), None)
        if name is None or not item[0].strip(" @`").startswith(name.surface.strip("@")):
            continue
        rest = text[name.end : item.end()].strip()
        if name.type is EntityType.PERSON and not rest:
            verb = "担当する" if language == "ja" else "owns"
            owned = _fact(names, name, verb, ticket, sentence, RelationType.OWNERSHIP)
            yield replace(owned, modality=modality)
        elif name.type is EntityType.TIME_UNIT and rest == "まで":
            yield _fact(names, ticket, "期限", name, sentence)


def _held(
    names: Sequence[FoundName], file: FoundName, outside: Sequence[FoundName], sentence: Span, language: str
) -> Iterator[LiteralFact]:
    """MAX_RETRIES is 3 (config/prod.yaml): the file has what the sentence tells of."""
    kinds = (EntityType.TECHNOLOGY, EntityType.OBJECT)
    things = [name for name in outside if name.type in kinds and name.subtype is not None]
    for thing in things[:1]:
        yield _fact(names, file, "含む" if language == "ja" else "holds", thing, sentence, RelationType.CONTAINS)


def _labelled(
    text: str, names: Sequence[FoundName], within: Sequence[FoundName], outside: Sequence[FoundName],
    bracket: re.Match[str], sentence: Span,
) -> Iterator[LiteralFact]:  # fmt: skip
    """(OPS-142、担当鈴木さん、期限 4/24): of the ticket beside it, else of the first thing before it."""
    ticket = next((name for name in within if name.type is EntityType.TASK), None)
    thing = ticket or next((name for name in outside if name.type in _THINGS), None)
    if thing is None:
        return
    for item in _ITEM.finditer(text, bracket.start(1), bracket.end(1)):
        value = next((name for name in within if item.start() < name.start and name.end <= item.end()), None)
        if value is None or value.type not in (EntityType.PERSON, EntityType.TIME_UNIT) or value is thing:
            continue
        label = _LABEL.match(text[item.start() : value.start].strip())
        if label is None or label["label"] in _UNTIL or text[value.end : item.end()].strip() not in ("", "まで"):
            continue
        if value.type is EntityType.PERSON:
            yield _fact(names, value, label["label"], thing, sentence, RelationType.OWNERSHIP)
        else:
            yield _fact(names, thing, label["label"], value, sentence)
