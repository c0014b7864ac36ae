"""Named entity recognition in English text, before any statement is read.

Sources in order of trust: names the graph already holds, the text's title, dates, quoted titles, further rules, the
spans of the recogniser, and runs of proper nouns that it missed where their words or their sentence make them names.
Precision comes first: a graph of junk nodes is worse than none.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from extraction.lang.en.dates.dates import DateSpan, find_dates
from extraction.lang.en.names.entity_rules import (
    attribute_concepts,
    defined_names,
    eponyms,
    of_names,
    quoted_titles,
    title_mentions,
)
from extraction.lang.en.names.entity_types import entity_type, is_defined, is_joined_in_a_role, is_pet
from extraction.lang.en.names.names import MODEL, PARTICLES, RULE, SUFFIXED, Name, form, probability, trimmed
from extraction.lang.en.names.plausibility import WEIGHTS, name_with_evidence, plausible, starts
from extraction.lang.en.names.software import is_on_code, is_versioned, software_names
from extraction.lang.en.parse.tree import PROPER
from extraction.lang.en.word_lists import (
    BULLETS,
    INTERJECTIONS,
    NAME_ENDINGS,
    NOTING,
    TECHNOLOGY_NAMES,
    is_given_anywhere,
)
from extraction.model.context import Context, KnownSpan
from extraction.names.label_confidence import (
    FIRM,
    GROUP,
    LEAST,
    PERSON,
    PRODUCT,
    TYPES,
    log_odds,
    reads_otherwise,
)
from extraction.names.work_names import marked_as, otherwise_marked, sure_marks
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_TECHNICAL = re.compile(r"[A-Za-z]-?\d|\d[A-Za-z]|[a-z][A-Z]|\b[A-Z]{2,}\b")
"""Spellings of technical products alone: HK-52, PostgreSQL, iPhone."""
_COURTESY_TITLES = frozenset(("mr", "mrs", "ms", "miss", "dr", "prof"))
_VAGUE_LABELS = (PRODUCT, "CONCEPT", GROUP)
_LONGEST_PERSON_NAME = 4
"""Words of a person's name; more is a list or a heading."""
_YEAR_DIGITS = 4
_COMPANY_FORMS = frozenset(("inc", "ltd", "llc", "corp", "co", "plc", "jr", "sr"))
_EVENT_ORDINALS = frozenset(("first", "second", "third", "fourth", "fifth", "sixth", "great"))


def names(doc: "Doc", context: Context) -> list[Name]:
    """The names of the text in order, no two overlapping."""
    taken = bytearray(len(doc))
    accepted: list[Name] = []
    for name in _candidates(doc, context):
        if name.end > name.start and not any(taken[name.start : name.end]):
            taken[name.start : name.end] = b"\x01" * (name.end - name.start)
            accepted.append(name)
    for name in _proper_noun_runs(doc, taken):
        taken[name.start : name.end] = b"\x01" * (name.end - name.start)
        accepted.append(name)
    accepted.sort(key=lambda name: name.start)
    return _with_aliases(doc, _as_marked(doc, _consistent(accepted)))


def _as_marked(doc: "Doc", accepted: list[Name]) -> list[Name]:
    """The names of a note of work with the types that they are marked with: facts are read by them.

    What the text itself says that a name is stays so.
    """
    marks = sure_marks(doc)

    def marked(name: Name) -> Name:
        mark = marks.get((doc[name.start].idx, doc[name.end - 1].idx + len(doc[name.end - 1])))
        type_ = None if is_defined(name.reasons) else otherwise_marked(name, probability(name.weight), mark)
        return name if type_ is None else replace(name, type=type_, reasons=(*name.reasons, marked_as(type_)))

    return [marked(name) for name in accepted] if marks else accepted


def _candidates(doc: "Doc", context: Context) -> Iterator[Name]:
    yield from _known(doc, context, disputed=False)
    yield from title_mentions(doc, context)
    dates = list(find_dates(doc.text, context.when))
    software = list(software_names(doc, {start: end for start, end, _ in dates}))
    yield from (name for name in software if is_versioned(doc, name))
    yield from _dates(doc, dates)
    yield from quoted_titles(doc)
    yield from attribute_concepts(doc)
    yield from of_names(doc)
    yield from eponyms(doc)
    yield from _with_courtesy_title(doc)
    yield from _speaking(doc)
    yield from software
    yield from _recognised(doc)
    yield from _known(doc, context, disputed=True)
    yield from defined_names(doc)


def _known(doc: "Doc", context: Context, *, disputed: bool) -> Iterator[Name]:
    """The names the graph holds: those whose type the recogniser disputes, or the others."""
    for known in context.spans:
        span = doc.char_span(known.start, known.end, alignment_mode="strict" if known.is_word else "expand")
        if span is None or _inside_longer(doc, span) or disputed is not _is_disputed(span, known):
            continue
        yield Name(
            start=span.start,
            end=span.end,
            name=known.name,
            type=known.type,
            weight=min(WEIGHTS["known"], log_odds(known.confidence)),
            reasons=("known",),
            method=RULE,
        )


def _is_disputed(span: "Span", known: KnownSpan) -> bool:
    """Whether the recogniser gives a known name another type, and is as sure as the graph."""
    return any(
        (entity.start, entity.end) == (span.start, span.end)
        and entity.label_ in TYPES
        and reads_otherwise(TYPES[entity.label_], entity._.confidence, known.type, known.confidence)
        for entity in span.ents
    )


def _inside_longer(doc: "Doc", span: "Span") -> bool:
    """Whether the recogniser finds a longer name around the span ("Tokyo" in "Tokyo Tower")."""
    return any(
        entity.start <= span.start
        and span.end <= entity.end
        and len(entity) > len(span)
        and entity.label_ in TYPES
        and entity._.confidence >= LEAST[TYPES[entity.label_]]
        for entity in doc.ents
    )


def _dates(doc: "Doc", dates: Iterable[DateSpan]) -> Iterator[Name]:
    for start, end, period in dates:
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is None or (len(span) == 1 and (_counts(span[0]) or _is_part_of_event(span[0]))):
            continue
        if _inside_longer(doc, span) and not any(entity.label_ in ("DATE", "TIME") for entity in span.ents):
            continue
        is_absolute = any(character.isdigit() for character in span.text)
        yield Name(
            start=span.start,
            end=span.end,
            name=period.name,
            type=EntityType.TIME_UNIT,
            weight=WEIGHTS["date"] + (0.0 if is_absolute else WEIGHTS["relative date"]),
            reasons=("date", "absolute" if is_absolute else "relative to the memory"),
            method=RULE,
            period=period,
        )


def _is_part_of_event(token: "Token") -> bool:
    """Whether a year opens the name of an event: "2012 Olympics"."""
    at = token.i + 1
    while at < len(token.doc) and token.doc[at].tag_ in PROPER:
        at += 1
    return at > token.i + 1 and NAME_ENDINGS.get(token.doc[at - 1].lower_) is EntityType.EVENT


def _counts(token: "Token") -> bool:
    """Whether a bare number counts things ("2000 people") instead of naming a year."""
    return token.dep_ == "nummod" and token.head.i > token.i and token.head.tag_ in ("NNS", "NNPS")


def _recognised(doc: "Doc") -> Iterator[Name]:
    for entity in _parted(doc):
        supposed = TYPES.get(entity.label_)
        confidence: float = entity._.confidence
        if supposed is None or confidence < LEAST[supposed] or _is_adjective(entity):
            continue
        start, end = _extended(doc, *trimmed(doc, *_without_brackets(entity)))
        if supposed is EntityType.PERSON:
            start, end = _person_words(doc, start, end)
        if start == end or not plausible(doc, start, end, sure=confidence >= FIRM):
            continue
        type_, reasons, weight = supposed, (), 0.0
        if SUFFIXED.search(doc[start:end].text):
            type_, reasons, weight = EntityType.PERSON, ("honorific",), 1.0
        elif (
            confidence < FIRM
            or entity.label_ in _VAGUE_LABELS
            or entity.text.lower() in TECHNOLOGY_NAMES
            or (supposed is EntityType.PERSON and (is_pet(doc[start:end]) or is_joined_in_a_role(doc[start:end])))
        ):
            type_, reasons, weight = entity_type(doc[start:end], supposed)
        if type_ is EntityType.OBJECT and entity.label_ == PRODUCT and _TECHNICAL.search(doc[start:end].text):
            type_ = EntityType.TECHNOLOGY
        yield Name(
            start=start,
            end=end,
            name=form(doc, start, end, type_),
            type=type_,
            weight=log_odds(confidence) + weight,
            reasons=(f"head:{entity.label_}", *reasons),
            method=MODEL,
        )


def _parted(doc: "Doc") -> "Iterator[Span]":
    """The recognised spans; people that the recogniser joins across signs are so many: "Jonas, Raj", "Ann: Kafka"."""
    for entity in doc.ents:
        commas = [token.i for token in entity if token.text in (",", ":")]
        is_company = any(
            doc[place + 1].lower_.rstrip(".") in _COMPANY_FORMS for place in commas if place + 1 < len(doc)
        )
        if not commas or entity.label_ != PERSON or is_company:
            yield entity
            continue
        for before, end in pairwise((entity.start - 1, *commas, entity.end)):
            start = before + 1
            if start < end:
                part = doc.char_span(doc[start].idx, doc[end - 1].idx + len(doc[end - 1]), label=PERSON)
                if part is not None:
                    part._.confidence = entity._.confidence
                    yield part


def _with_courtesy_title(doc: "Doc") -> Iterator[Name]:
    """Persons by the courtesy title before them, whatever the recogniser makes of them: "Ms. Carter"."""
    for token in doc:
        if token.lower_.rstrip(".") not in _COURTESY_TITLES or not token.is_title:
            continue
        end = token.i + 1
        while (
            end < len(doc) and doc[end].tag_ in PROPER and doc[end].is_title and end - token.i <= _LONGEST_PERSON_NAME
        ):
            end += 1
        if end > token.i + 1:
            yield Name(
                start=token.i,
                end=end,
                name=form(doc, token.i, end, EntityType.PERSON),
                type=EntityType.PERSON,
                weight=WEIGHTS["courtesy title"],
                reasons=("honorific",),
                method=RULE,
            )


def _speaking(doc: "Doc") -> Iterator[Name]:
    """Persons by their given name before what they say, at the start of a line: "Ann: the demo is on Friday"."""
    for token in doc[:-1]:
        is_first = token.is_sent_start or token.nbor(-1).text in BULLETS
        is_given = token.is_title and is_given_anywhere(token.lower_)
        if is_given and is_first and token.nbor(1).text == ":":
            yield Name(
                start=token.i,
                end=token.i + 1,
                name=token.text,
                type=EntityType.PERSON,
                weight=WEIGHTS["courtesy title"],
                reasons=("speaks",),
                method=RULE,
            )


def _is_adjective(entity: "Span") -> bool:
    """Whether the entity is an adjective, which names nothing of its own: "Japanese food"."""
    return entity[-1].tag_ in ("JJ", "JJR", "JJS") and entity.label_ in (GROUP, "LOCATION", "LANGUAGE")


def _person_words(doc: "Doc", start: int, end: int) -> tuple[int, int]:
    """A person's name without lower-case words behind it ("Maria samosas"); empty when such words stand inside.

    The verb that a note begins with is cut off, too: "Met Sarah for lunch".
    """

    def is_plain(token: "Token") -> bool:
        is_hyphenated = token.i > 0 and token.nbor(-1).text == "-"
        return token.is_lower and token.is_alpha and not is_hyphenated and token.lower_ not in PARTICLES

    if end - start > 1 and doc[start].is_sent_start and doc[start].lower_ in NOTING:
        start += 1
    while end > start and is_plain(doc[end - 1]):
        end -= 1
    return (start, start) if any(is_plain(token) for token in doc[start:end]) else (start, end)


def _without_brackets(span: "Span") -> tuple[int, int]:
    """The part before an opening bracket that the span cut through, or behind a closing one."""
    start, end = span.start, span.end
    for token in span:
        if token.text in ("(", "["):
            return (start, token.i) if token.i > start else (start + 1, end)
        if token.text in (")", "]"):
            start = token.i + 1
    return start, end


def _extended(doc: "Doc", start: int, end: int) -> tuple[int, int]:
    """The span with the proper nouns right around it, which the recogniser cut off."""
    if start == end:
        return start, end
    while start > 0 and _continues_name(doc[start - 1], doc[start]) and not doc[start - 1].ent_type_:
        start -= 1
    while end < len(doc) and _continues_name(doc[end], doc[end - 1]) and not doc[end].ent_type_:
        end += 1
    if end + 1 < len(doc) and doc[end].text == "," and doc[end + 1].lower_.rstrip(".") in _COMPANY_FORMS:
        end += 2
    return trimmed(doc, _year_before(doc, start, end), end)


def _year_before(doc: "Doc", start: int, end: int) -> int:
    """Where a name begins whose year belongs to it ("1920 Summer Olympics", "Second World War")."""
    while start > 0 and NAME_ENDINGS.get(doc[end - 1].lower_) is EntityType.EVENT:
        before = doc[start - 1]
        if not (
            (before.is_digit and len(before) == _YEAR_DIGITS) or (before.lower_ in _EVENT_ORDINALS and before.is_title)
        ):
            break
        start -= 1
    return start


def _continues_name(token: "Token", neighbour: "Token") -> bool:
    return (
        token.tag_ in PROPER
        and token.shape_.startswith("X")
        and neighbour.tag_ in PROPER
        and token.lower_ not in INTERJECTIONS
    )


def _proper_noun_runs(doc: "Doc", taken: bytearray) -> Iterator[Name]:
    """Runs of proper nouns that no other source took and that a typing rule confirms.

    Of those that no rule confirms, one in ten is a name. In a text on code everything is used, also NULL.
    """
    at, on_code = 0, is_on_code(doc)
    while at < len(doc):
        token = doc[at]
        if taken[at] or token.tag_ not in PROPER or "X" not in token.shape_:
            at += 1
            continue
        end = _run_end(doc, at, taken)
        start, stop = trimmed(doc, at, end)
        if start < stop and plausible(doc, start, stop):
            start = _with_adjectives_before(doc, start, stop, taken)
            type_, reasons, weight = entity_type(doc[start:stop], EntityType.CONCEPT)
            if reasons and not (on_code and reasons[0].startswith("beside")):
                reasons = ("proper noun", *reasons)
                yield name_with_evidence(doc, start, stop, type_, WEIGHTS["proper noun"] + weight, reasons, RULE)
        at = max(end, at + 1)


def _with_adjectives_before(doc: "Doc", start: int, end: int, taken: bytearray) -> int:
    """The start including capitalised adjectives before the run, in the middle of a sentence ("Royal Mail")."""
    start = _year_before(doc, start, end)
    while start > 0 and not taken[start - 1]:
        before = doc[start - 1]
        if before.tag_ not in ("JJ", "NN", "VBG") or not before.is_title or starts(before):
            break
        start -= 1
    return start


def _run_end(doc: "Doc", start: int, taken: bytearray) -> int:
    end = start + 1
    while end < len(doc) and not taken[end]:
        token = doc[end]
        if (token.tag_ in PROPER and "X" in token.shape_) or (token.is_digit and len(token) <= 2):
            end += 1
        elif token.text in ("&", "-") and end + 1 < len(doc) and doc[end + 1].tag_ in PROPER and not taken[end + 1]:
            end += 2
        else:
            break
    return end


def _consistent(accepted: list[Name]) -> list[Name]:
    """The same names with one type per form; a single part of a person's full name is that person's."""
    by_form: dict[str, list[Name]] = {}
    for name in accepted:
        by_form.setdefault(name.name.lower(), []).append(name)
    types = {spelling: max(same, key=lambda name: name.weight).type for spelling, same in by_form.items()}
    name_parts = {
        word
        for name in accepted
        if name.type is EntityType.PERSON and 1 < len(name.name.split()) <= _LONGEST_PERSON_NAME
        for word in (name.name.lower().split()[0], name.name.lower().split()[-1])
    }
    consistent: list[Name] = []
    for name in accepted:
        key = name.name.lower()
        type_, weight, reasons = types[key], name.weight, name.reasons
        if len(by_form[key]) > 1 and reasons != ("known",):
            weight, reasons = weight + WEIGHTS["repeated"], (*reasons, "repeated")
        is_person_part = key in name_parts and name.name.istitle() and name.type is not EntityType.TIME_UNIT
        if is_person_part and "known" not in reasons and not is_defined(name.reasons):
            type_, reasons = EntityType.PERSON, (*reasons, "part of a full name")
        consistent.append(replace(name, type=type_, weight=weight, reasons=reasons))
    return consistent


def _with_aliases(doc: "Doc", accepted: list[Name]) -> list[Name]:
    """The names with an abbreviation in parentheses as their alias, instead of as a name: "World Bank (WB)"."""
    abbreviations = {name.end + 1: doc[name.end + 1].text for name in accepted if _is_abbreviated(doc, name)}
    return [
        replace(name, aliases=(*name.aliases, abbreviations[name.end + 1])) if name.end + 1 in abbreviations else name
        for name in accepted
        if name.start not in abbreviations
    ]


def _is_abbreviated(doc: "Doc", name: Name) -> bool:
    if name.end + 2 >= len(doc) or doc[name.end].text != "(" or doc[name.end + 2].text != ")":
        return False
    letters = [letter.lower() for letter in doc[name.end + 1].text if letter.isalpha()]
    initials = [token.text[0].lower() for token in doc[name.start : name.end] if token.text[0].isalpha()]
    if not 1 < len(letters) <= len(initials) + 2 or not doc[name.end + 1].is_upper:
        return False
    return letters[0] in initials[:2]
