"""What the lines of a note tell without a sentence: "Owner: Kenji", "結果: 合格", "sensor → gateway → broker".

A label with its value tells of the heading above it, else of the title. An arrow leads from what stands before it to
what stands behind it. Whatever the language, no parser reads these.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from extraction.lang.shared.layout.items import (
    CLAUSE,
    DEEDS,
    ENDED,
    HEADING,
    LIKE_NAME,
    MOST_WORDS,
    FactWords,
    fact_between,
    first_line,
    is_person_at,
    is_short,
    name_in,
    people_in,
    split_at,
    values_in,
    without_bracket,
)
from extraction.lang.shared.span import Span
from extraction.model.findings import Findings, FoundName, FoundStatement
from extraction.names.speakers import ME
from extraction.text.markdown_tables import Tables
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality, RelationType
from graph.tables import table_rows, values

_METHOD: Final = "line"
_LABELLED, _ARROWED = 0.7, 0.75
"""How often a labelled value and an arrow are read right; set by hand."""
_SPACES: Final = re.compile(r"\s*")
_LINE: Final = re.compile(r"[^\n]+")
_MARK: Final = re.compile(r"[ \t]*(?:[-*+](?=[ \t])|[•・●○■□◆◇▪▶]|\d{1,2}[.)])?[ \t]*(?:\[[ xX]\][ \t]*)?")
_LABEL: Final = re.compile(
    r"(?:\*\*)?(?P<label>[^\W\d_][^:：*|。.!?！？、,;→\n]{0,23}?)"
    r"(?:\*\*[ \t]*[:：]?[ \t]*|[ \t]*[:：](?:\*\*)?[ \t]+|[ \t]*：)(?P<value>\S.*)$"
)
_MOST_LABEL_WORDS: Final = 3
_PAIR: Final = 2
"""Ends of one arrow, of which a label before them tells what it means: "Handed over: stock-sync → Ann"."""
_NOT_OWNED: Final = (EntityType.PERSON, EntityType.LOCATION, EntityType.TIME_UNIT)
_MOST_TOPIC: Final = 120
_FEWEST_PEOPLE: Final = 3
"""People in a row that tells who was there, at the least."""
_OPENING_LINES: Final = re.compile(r"(?:[^\n]*\n){0,2}[^\n]*")
_JOINED: Final = re.compile(r"\s*(?:[(（][^()（）\n]{1,30}[)）]\s*)?(?:,|;|&|\+|/|\band\b|、|・)\s*(?:and\s+|@)?")
_LAST_ALONE: Final = re.compile(r" [a-z]{2,12}[ \t]*(?:[.)）]|\n|$)")
_BEHIND_ROW: Final = re.compile(r"(?:\s*[(（][^()（）\n]{1,30}[)）])?[ \t]*(?:[.)）]|\n|$)")
_SETTING: Final = re.compile(
    r"(?<![\w./?&=-])(?:(?P<variable>[A-Z][A-Z0-9_]{2,40}(?==)|(?:[a-z]+(?:_[a-z0-9]+)+))"
    r"|`(?P<key>[A-Za-z_][\w.-]{1,40})) ?= ?(?P<value>[^\s`,;()=、。ぁ-ん]+)"
)
"""A variable or a key in code with its value: `LAB_PORT=COM4`, `mute.max = 45`, sampling_hz = 1000."""
_THINGS: Final = re.compile(r"[,;]\s+(?:and\s+|or\s+)?|\s+and\s+")
_FULL_STOP: Final = re.compile(r"[.!?](?=\s|$)")
_OF_THING: Final = re.compile(
    r"(?<![\w.-])(?:because|since|as|for|with|on|until|unless|which|who|that|but|due|so|in|at|by|after|not)\b(?!-)"
)
"""Where an item of a row of things goes on with why, where or how."""
_WE: Final = re.compile(r"(?:we|I|it|they|he|she|you|to|this|there)\b", re.IGNORECASE)
"""How a clause begins, which is no thing."""
_APART: Final = re.compile(r"[;；]\s*")
_ARROW: Final = re.compile(r"\s*(?:→|⇒|->|=>|⟶)\s*")
_POLITE: Final = ("ました", "ます", "です", "ません")
"""How a clause ends, which is no thing: 「試作できました → PR #14」."""
_BEFORE_ARROW: Final = re.compile(r".*[。.;；、,:：](?:\s|(?<=[。、；：]))|.*[(（]", re.DOTALL)
_BEHIND_ARROW: Final = re.compile(r"[。.;；、,)）](?:\s|$|(?<=[。、）)]))")


_VERDICTS: Final = {
    label.casefold(): verb
    for labels, verb, _ in table_rows("extraction.lang.shared", "verdict_labels", "labels does example")
    for label in values(labels)
}
_EXPLAINING: Final = frozenset(
    label.casefold()
    for labels, _ in table_rows("extraction.lang.shared", "explaining_labels", "labels example")
    for label in values(labels)
)
"""Labels that say what a clause is to what a note is about."""
_OBJECT: Final = re.compile(r"[一-鿿々ァ-ヺー\dA-Za-z] ?(?:を ?\S|(?:は|から) ?[一-鿿々ァ-ヺー\dA-Za-z])")
"""A Japanese clause, of which its verb tells more than a label."""
_PASSIVES: Final = {
    opening: verb
    for opening, verb, _ in table_rows("extraction.lang.shared", "passive_openings", "opening verb example")
}
_PASSIVE: Final = re.compile(
    rf"(?P<verb>{'|'.join(_PASSIVES)})(?: [^.:,;\n]{{1,40}}?)? by "
    r"(?P<people>(?-i:[@A-Z])[^.:;(\n]{1,60}?)(?=,? (?!and\b)(?-i:[a-z])|[.;:(\n]|$)",
    re.IGNORECASE,
)
_GOES_ON: Final = re.compile(r"(?:, |; )(?:and )?(?=[a-z])")


def with_lines(findings: Findings, text: str, title: str | None, tables: Tables) -> Findings:
    """The findings with what labels and arrows tell, instead of what was read of them as prose."""
    if not any(sign in text for sign in (":", "：", "**", " by ", "=", ", ")) and _ARROW.search(text) is None:
        return findings
    statements, literals = list(findings.statements), list[LiteralFact]()
    lines: list[Span] = []
    planned: list[tuple[Span, str]] = []
    subject = first_line(text) or title or _opening(findings.names)
    topic = None if subject else _first_sentence(text)
    attending = [] if subject is None else list(_attending(text, subject, findings.names))
    for match in _LINE.finditer(text):
        if tables.has(match.start()):
            continue
        heading = HEADING.match(match[0])
        if heading is not None:
            subject = heading[1]
            planned.append((Span(match.start(), match.end()), heading[1]))
            continue
        start = match.start() + len((_MARK.match(match[0]) or match)[0])
        read = list(_arrows(text, start, match.end(), findings.names))
        if not read and subject:
            for begins in _sentence_starts(text, start, match.end()):
                labelled = list(_labelled(text, begins, match.end(), subject, findings.names))
                read += [fact for fact in labelled if not _is_told_whole(fact, text, begins, match.end(), findings)]
                read += _done_by(text, begins, match.end(), subject, findings.names)
        elif not read and topic is not None:
            for begins in _sentence_starts(text, max(start, topic.end), match.end()):
                about = text[topic.start : topic.end]
                labelled = _labelled(text, begins, match.end(), about, findings.names)
                read += (fact for fact in labelled if fact.subject is not None or fact.lemma in _EXPLAINING)
                read += _done_by(text, begins, match.end(), about, findings.names)
        for begins in _sentence_starts(text, start, match.end()):
            read += _verdicts(text, begins, match.end(), findings.names)
        read += _settings(text, match.start(), match.end(), findings.names)
        if read:
            lines.append(Span(match.start(), match.end()))
        statements += (fact for fact in read if isinstance(fact, FoundStatement))
        literals += (fact for fact in read if isinstance(fact, LiteralFact))
    known = {fact.subject for fact in literals if fact.reasons == ("label",)}
    literals += (fact for fact in attending if fact.subject not in known)
    kept = (fact for fact in findings.literals if not _is_of_line(fact, lines))
    kept = (replace(fact, modality=Modality.INTENDED) if _is_resolved(fact, planned) else fact for fact in kept)
    is_read = bool(lines or planned or literals)
    return replace(findings, statements=tuple(statements), literals=(*kept, *literals)) if is_read else findings


def _is_resolved(fact: LiteralFact, headings: Sequence[tuple[Span, str]]) -> bool:
    """Whether a heading without a tense tells what is to be done: 「## 時系列DBを v2 に移行」."""
    return fact.modality is Modality.STATED and any(
        span.start <= fact.start < span.end and fact.lemma.endswith("する") and heading.endswith(fact.lemma[:-2])
        for span, heading in headings
    )


def _first_sentence(text: str) -> Span | None:
    """The sentence that a text without a title begins with, without its label: what was decided, what happened."""
    label = _LABEL.match(text)
    start = 0 if label is None else label.start("value")
    end = ENDED.search(text, start)
    is_sentence = end is not None and start < end.start() <= start + _MOST_TOPIC and "\n" not in text[: end.start()]
    return Span(start, end.start()) if end is not None and is_sentence and text[: end.start()].isascii() else None


def _opening(names: Sequence[FoundName]) -> str | None:
    """The ticket or document that a text without a title begins with: "ADR-016 replaces ADR-014. Agreed: Mara"."""
    opening = (name for name in names if name.start == 0 and name.type in (EntityType.TASK, EntityType.DOCUMENT))
    return next((name.surface for name in opening), None)


def _sentence_starts(text: str, start: int, end: int) -> Iterator[int]:
    """Where the sentences of a line begin."""
    yield start
    for match in ENDED.finditer(text, start, end):
        behind = (_SPACES.match(text, match.end(), end) or match).end()
        if behind < end:
            yield behind


def _is_of_line(fact: LiteralFact, lines: Sequence[Span]) -> bool:
    """Whether prose was read where a line has no verb: an apposition of a label and its value."""
    return "apposition" in fact.reasons and any(line.start <= fact.start < line.end for line in lines)


def _labelled(text: str, start: int, end: int, subject: str, names: Sequence[FoundName]) -> Iterator[LiteralFact]:
    match = _LABEL.match(text, start, end)
    if match is None or len(match["label"].split()) > _MOST_LABEL_WORDS:
        return
    label = match["label"].strip()
    if label.casefold() == subject.casefold() or _is_named(names, *match.span("label")):
        return
    if label.casefold() in _VERDICTS:
        return
    deed = DEEDS.get(label.casefold())
    items = people_in(text, *match.span("value"), names) or list(values_in(text, *match.span("value")))
    has_person = deed is not None and any(is_person_at(names, item) for item in items)
    for item in items:
        index = name_in(names, item)
        words = text[item.start : item.end]
        if deed is not None and (is_person_at(names, item) or (has_person and LIKE_NAME.fullmatch(words))):
            yield LiteralFact(
                subject=index, subject_text=words, predicate=deed.verb, lemma=deed.verb, object=None,
                object_text=subject, type=deed.relation, start=start, end=end, confidence=_LABELLED,
                reasons=("label",), method=_METHOD,
            )  # fmt: skip
        elif words.casefold() != subject.casefold() and _OBJECT.search(words) is None:
            yield LiteralFact(
                subject=None, subject_text=subject, predicate=label, object=index,
                lemma=_PASSIVES.get(label.capitalize(), label.casefold()),
                object_text=words, start=start, end=end, confidence=_LABELLED, reasons=("label",), method=_METHOD,
            )  # fmt: skip


def _verdicts(text: str, start: int, end: int, names: Sequence[FoundName]) -> Iterator[LiteralFact]:
    """What those who write do with the things behind a label: "Rejected: Kafka (too heavy), Pulsar"."""
    match = _LABEL.match(text, start, end)
    verdict = None if match is None else _VERDICTS.get(match["label"].strip().casefold())
    if match is None or verdict is None:
        return
    value = Span(*match.span("value"))
    for item in _things(text, *value) if match["label"].isascii() else values_in(text, *value):
        words = text[item.start : item.end]
        if CLAUSE.search(words) is None:
            yield LiteralFact(
                subject=None, subject_text=ME, predicate=verdict, lemma=verdict, object=name_in(names, item),
                object_text=words, start=start, end=end, confidence=_LABELLED, reasons=("label",), method=_METHOD,
            )  # fmt: skip


def _things(text: str, start: int, end: int) -> Iterator[Span]:
    """The things of an English row without what is told of each: "Kafka (too heavy), Pulsar, as nobody knows it"."""
    stop = _FULL_STOP.search(text, start, end)
    for part in split_at(text, start, stop.start() if stop is not None else end, _THINGS):
        bare = without_bracket(text, part)
        more = _OF_THING.search(text, bare.start, bare.end)
        words = text[bare.start : bare.end if more is None else more.start()].rstrip()
        if words and len(words.split()) <= MOST_WORDS and _WE.match(words) is None:
            yield Span(bare.start, bare.start + len(words))


def _is_told_whole(fact: LiteralFact, text: str, start: int, end: int, findings: Findings) -> bool:
    """Whether what a label has is a clause that is told by itself, and the label says nothing of it."""
    label = _LABEL.match(text, start, end)
    if label is None or fact.predicate.casefold() in _EXPLAINING or fact.subject is not None:
        return False
    value = label.start("value")
    prose = (*findings.literals, *findings.statements)
    return any(value <= other.start < end and "apposition" not in other.reasons for other in prose)


def _done_by(text: str, start: int, end: int, subject: str, names: Sequence[FoundName]) -> Iterator[LiteralFact]:
    """Who does with what the note is about what a sentence without a subject says: "Tested on db1 by Nina"."""
    match = _PASSIVE.match(text, start, end) if text[start].isupper() else None
    while match is not None:
        verb = _PASSIVES.get(match["verb"].capitalize())
        if verb is None:
            return  # "fıxed", with an i of another alphabet
        for place, name in enumerate(names):
            is_one = match.start("people") <= name.start < name.end <= match.end("people")
            if is_one and name.type is EntityType.PERSON:
                yield LiteralFact(
                    subject=place, subject_text=name.surface, predicate=verb, lemma=verb, object=None,
                    object_text=subject, start=start, end=end, confidence=_LABELLED, reasons=("done by",),
                    method=_METHOD,
                )  # fmt: skip
        further = _GOES_ON.match(text, match.end("people"), end)
        match = None if further is None else _PASSIVE.match(text, further.end(), end)


def _attending(text: str, subject: str, names: Sequence[FoundName]) -> Iterator[LiteralFact]:
    """Who was there, where a note begins with a row of people and nothing behind it: "Ann, Ken and Lee (by phone)"."""
    last = _OPENING_LINES.match(text)
    people = [name for name in names if name.type is EntityType.PERSON and last and name.end <= last.end()]
    rows: list[list[FoundName]] = []
    for name in sorted(people, key=lambda name: name.start):
        if rows and _JOINED.fullmatch(text, rows[-1][-1].end, name.start):
            rows[-1].append(name)
        else:
            rows.append([name])
    none: list[FoundName] = []
    row = next((row for row in rows if len(row) >= _FEWEST_PEOPLE and _is_whole_row(text, row)), none)
    for name in row:
        yield LiteralFact(
            subject=names.index(name), subject_text=name.surface, predicate="attend", lemma="attend", object=None,
            object_text=subject, type=RelationType.PARTICIPATES_IN, start=row[0].start, end=row[-1].end,
            confidence=_LABELLED, reasons=("label",), method=_METHOD,
        )  # fmt: skip


def _is_whole_row(text: str, row: Sequence[FoundName]) -> bool:
    """Whether nothing is told of a row of people, but of one of them at most: "Ann, Ken, Mia, Lee ill"."""
    begins = text[: row[0].start].rstrip(" \t")[-1:] in ("", ".", ":", "\n")
    behind = _BEHIND_ROW.match(text, row[-1].end)
    return behind is not None or (
        begins and len(row) > _FEWEST_PEOPLE and _LAST_ALONE.match(text, row[-1].end) is not None
    )


def _settings(text: str, start: int, end: int, names: Sequence[FoundName]) -> Iterator[LiteralFact]:
    """What variables and keys are set to."""
    for match in _SETTING.finditer(text, start, end):
        span = Span(*match.span("variable" if match["variable"] else "key"))
        yield LiteralFact(
            subject=name_in(names, span), subject_text=text[span.start : span.end], predicate="=", lemma="=",
            object=None, object_text=match["value"].rstrip("."), start=match.start(), end=match.end(),
            confidence=_ARROWED, reasons=("setting",), method=_METHOD,
        )  # fmt: skip


def _is_named(names: Sequence[FoundName], start: int, end: int) -> bool:
    """Whether a label names a person, who says what follows, or is an identifier, of which what follows is told."""
    return any(
        name.start < end and start < name.end and (name.type is EntityType.PERSON or name.subtype is not None)
        for name in names
    )


def _arrows(text: str, start: int, end: int, names: Sequence[FoundName]) -> Iterator[FoundStatement | LiteralFact]:
    for part in split_at(text, start, end, _APART):
        yield from _arrows_of(text, part.start, part.end, names)


def _arrows_of(text: str, start: int, end: int, names: Sequence[FoundName]) -> Iterator[FoundStatement | LiteralFact]:
    parts = list(split_at(text, start, end, _ARROW))
    if len(parts) < 2:
        return
    label = _LABEL.match(text, start, end) if len(parts) == _PAIR else None
    says = label["label"].strip() if label is not None and len(label["label"].split()) <= _MOST_LABEL_WORDS else "→"
    lead = _BEFORE_ARROW.match(text, parts[0].start, parts[0].end)
    parts[0] = Span(lead.end() if lead is not None else parts[0].start, parts[0].end)
    stop = _BEHIND_ARROW.search(text, parts[-1].start, parts[-1].end)
    parts[-1] = Span(parts[-1].start, stop.start() if stop is not None else parts[-1].end)
    spans = [without_bracket(text, part) for part in parts]
    if not all(is_short(text[span.start : span.end]) for span in spans):
        return
    if any(text.endswith(_POLITE, span.start, span.end) for span in spans):
        return
    for left, right in pairwise(spans):
        ends = name_in(names, left), name_in(names, right)
        is_thing = ends[1] is not None and names[ends[1]].type not in _NOT_OWNED
        is_of_people = is_person_at(names, left) or is_person_at(names, right)
        is_owner = len(spans) == _PAIR and is_person_at(names, left) and is_thing
        kind = RelationType.RELATES_TO if is_of_people else RelationType.SEQUENCE
        kind = RelationType.OWNERSHIP if is_owner else kind
        words = text[left.start : left.end], text[right.start : right.end]
        if words[0] != words[1] or None not in ends:
            arrow = FactWords(says, says.lower(), kind, _ARROWED, "arrow", _METHOD)
            yield fact_between((ends[0], words[0]), arrow, (ends[1], words[1]), Span(start, end))
