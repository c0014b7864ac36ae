"""Which stretches of an English text name an entity, before any statement is read.

Sources in order of trust: names the graph already holds, dates, the text's own title, quoted titles, the recogniser's
spans, runs of proper nouns that it missed. Precision comes first: a graph of junk nodes is worse than none.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from extraction.context import Context
from extraction.english import dates
from extraction.english.kinds import kind
from extraction.english.lexicon import COMMON_STARTERS, INTERJECTIONS, NAME_ENDINGS, NER_TYPES, OF_HEADS, VAGUE_NOUNS
from extraction.english.names import MODEL, RULE, Name, form, trimmed
from extraction.english.plausible import LONGEST, PROPER, code_lines, evidence, plausible, starts
from graph.model import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_QUOTED = re.compile(r"[\"“]([A-Z0-9][^\"“”\n]{1,70}?)[,.!?]?[\"”]")
_SHORT = 4
"""Letters up to which a word in a title may be lower case ("Train to Pakistan")."""
_YEAR_DIGITS = 4
_INITIALS = 5
_COMPANY_FORMS = frozenset(("inc", "ltd", "llc", "corp", "co", "plc", "jr", "sr"))
_TITLED = (EntityType.DOCUMENT, EntityType.LOCATION, EntityType.ORGANIZATION, EntityType.TECHNOLOGY)
_ORDINALS = frozenset("first second third fourth fifth sixth great".split())  # noqa: SIM905

_WEIGHTS = {
    "known": 3.5,
    "date": 2.8,
    "title": 2.6,
    "quoted": 0.9,
    "proper noun": 0.0,
    "several words": 0.6,
    "all proper nouns": 0.6,
    "said to be": 2.0,
    "repeated": 0.4,
    "sentence start": -1.1,
    "no proper noun": -0.9,
    "shouted": -0.8,
}
"""Evidence for a name in log-odds; the sum goes through the logistic function."""


def names(doc: "Doc", context: Context) -> list[Name]:
    """The names of the text in order, no two overlapping."""
    taken = bytearray(len(doc))
    found: list[Name] = []
    for name in _all(doc, context):
        if name.end > name.start and not any(taken[name.start : name.end]):
            taken[name.start : name.end] = b"\x01" * (name.end - name.start)
            found.append(name)
    for name in _runs(doc, taken):
        taken[name.start : name.end] = b"\x01" * (name.end - name.start)
        found.append(name)
    found.sort(key=lambda name: name.start)
    return _with_aliases(doc, _agreed(_prose(doc, found)))


def _all(doc: "Doc", context: Context) -> Iterator[Name]:
    yield from _known(doc, context)
    yield from _titled(doc, context)
    yield from _dated(doc, context)
    yield from _quoted(doc)
    yield from _recognised(doc)
    yield from _said_to_be(doc)


def _known(doc: "Doc", context: Context) -> Iterator[Name]:
    for known in context.spans:
        span = doc.char_span(known.start, known.end, alignment_mode="expand")
        if span is None or _inside_longer(doc, span):
            continue
        yield Name(
            start=span.start,
            end=span.end,
            name=known.name,
            type=known.type,
            weight=_WEIGHTS["known"],
            reasons=("known",),
            method=RULE,
        )


def _inside_longer(doc: "Doc", span: "Span") -> bool:
    """Whether the recogniser sees a longer proper name around ("Tokyo" in "Tokyo Tower")."""
    for entity in doc.ents:
        if entity.start <= span.start and span.end <= entity.end and len(entity) > len(span):
            return all(token.tag_ in PROPER for token in entity)
    return False


def _dated(doc: "Doc", context: Context) -> Iterator[Name]:
    for start, end, period in dates.found(doc.text, context.when):
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is None or (len(span) == 1 and (_counts(span[0]) or _is_part_of_event(span[0]))):
            continue
        absolute = any(character.isdigit() for character in span.text)
        yield Name(
            start=span.start,
            end=span.end,
            name=period.name,
            type=EntityType.TIME_UNIT,
            weight=_WEIGHTS["date"] if absolute else _WEIGHTS["date"] - 0.8,
            reasons=("date", "absolute" if absolute else "relative to the memory"),
            method=RULE,
            period=period,
        )


def _is_part_of_event(token: "Token") -> bool:
    """Whether a year opens the name of an event that took place in it."""
    at = token.i + 1
    while at < len(token.doc) and token.doc[at].tag_ in PROPER:
        at += 1
    return at > token.i + 1 and NAME_ENDINGS.get(token.doc[at - 1].lower_) is EntityType.EVENT


def _counts(token: "Token") -> bool:
    """Whether a bare number counts things ("2000 people") instead of naming a year."""
    return token.dep_ == "nummod" and token.head.i > token.i and token.head.tag_ in ("NNS", "NNPS")


def _titled(doc: "Doc", context: Context) -> Iterator[Name]:
    """Places where the memory's title stands in the text, when it reads like a name."""
    title = re.sub(r"\s*\([^()]*\)\s*$", "", context.title or "").strip()
    words = title.split()
    if not 0 < len(words) <= LONGEST or not title[:1].isupper() or title.lower() in COMMON_STARTERS:
        return
    if not all(word[:1].isupper() or not word[:1].isalpha() or len(word) <= _SHORT for word in words):
        return
    text, sought = doc.text.lower(), title.lower()
    if len(text) != len(doc.text):
        # a few letters change length in lower case; offsets would lie
        text, sought = doc.text, title
    at = text.find(sought)
    while at >= 0:
        span = doc.char_span(at, at + len(title))
        if span is not None and span.text[:1].isupper():
            told, reasons, weight = kind(span, _labelled(span))
            yield Name(
                start=span.start,
                end=span.end,
                name=title,
                type=told,
                weight=_WEIGHTS["title"] + weight,
                reasons=("title", *reasons),
                method=RULE,
            )
        at = text.find(sought, at + len(title))


def _labelled(span: "Span") -> EntityType:
    """The type the recogniser gives to what overlaps the span."""
    for entity in span.doc.ents:
        if entity.start < span.end and span.start < entity.end and entity.label_ in NER_TYPES:
            return NER_TYPES[entity.label_][0]
    return EntityType.CONCEPT


def _quoted(doc: "Doc") -> Iterator[Name]:
    if '"' not in doc.text and "“" not in doc.text:
        return
    for match in _QUOTED.finditer(doc.text):
        span = doc.char_span(match.start(1), match.end(1))
        if span is None or not _is_title(span):
            continue
        told, reasons, weight = kind(span, EntityType.DOCUMENT)
        yield Name(
            start=span.start,
            end=span.end,
            name=" ".join(span.text.split()),
            type=told,
            weight=_WEIGHTS["quoted"] + weight,
            reasons=("quoted", *reasons),
            method=RULE,
        )


def _is_title(span: "Span") -> bool:
    words = [token for token in span if token.is_alpha]
    if not words or len(span) > LONGEST or (span[0].lower_ in INTERJECTIONS and len(words) == 1):
        return False
    if len(words) == 1 and words[0].lower_ in COMMON_STARTERS:
        return False
    return all(token.shape_.startswith("X") or len(token) <= _SHORT for token in words)


def _recognised(doc: "Doc") -> Iterator[Name]:
    for entity in doc.ents:
        label = NER_TYPES.get(entity.label_)
        if label is None:
            continue
        start, end = _grown(doc, *trimmed(doc, *_without_brackets(entity)))
        if start == end or not plausible(doc, start, end):
            continue
        supposed, weight = label
        told, reasons, more = kind(doc[start:end], supposed)
        yield _weighed(doc, start, end, told, weight + more, (f"ner:{entity.label_}", *reasons), MODEL)


def _said_to_be(doc: "Doc") -> Iterator[Name]:
    """A lone capitalised noun that a sentence says to be a film, a town, a library: "Heat is a film"."""
    for token in doc:
        if token.dep_ != "nsubj" or token.tag_ != "NN" or not token.is_title or any(token.children):
            continue
        span = doc[token.i : token.i + 1]
        told, reasons, more = kind(span, EntityType.CONCEPT)
        if told in _TITLED and reasons and token.lower_ not in VAGUE_NOUNS:
            yield _weighed(doc, token.i, token.i + 1, told, _WEIGHTS["said to be"] + more, reasons, RULE)


def _without_brackets(span: "Span") -> tuple[int, int]:
    """The part before an opening bracket that the span cut through, or behind a closing one."""
    start, end = span.start, span.end
    for token in span:
        if token.text in ("(", "["):
            return (start, token.i) if token.i > start else (start + 1, end)
        if token.text in (")", "]"):
            start = token.i + 1
    return start, end


def _weighed(
    doc: "Doc", start: int, end: int, told: EntityType, weight: float, reasons: tuple[str, ...], method: str
) -> Name:
    """The name of a span, its shape's evidence added."""
    shape = evidence(doc[start:end])
    return Name(
        start=start,
        end=end,
        name=form(doc, start, end, told),
        type=told,
        weight=weight + sum(_WEIGHTS[reason] for reason in shape),
        reasons=(*reasons, *shape),
        method=method,
    )


def _grown(doc: "Doc", start: int, end: int) -> tuple[int, int]:
    """The span with the proper nouns that stand unbroken around it, which the recogniser cut off."""
    if start == end:
        return start, end
    while start > 0 and _joins(doc[start - 1], doc[start]) and not doc[start - 1].ent_type_:
        start -= 1
    while end < len(doc) and _joins(doc[end], doc[end - 1]) and not doc[end].ent_type_:
        end += 1
    if end + 1 < len(doc) and doc[end].text == "," and doc[end + 1].lower_.rstrip(".") in _COMPANY_FORMS:
        end += 2
    return trimmed(doc, _year_before(doc, start, end), end)


def _year_before(doc: "Doc", start: int, end: int) -> int:
    """Where a name begins whose year belongs to it ("1920 Summer Olympics", "Second World War")."""
    while start > 0 and NAME_ENDINGS.get(doc[end - 1].lower_) is EntityType.EVENT:
        before = doc[start - 1]
        if not ((before.is_digit and len(before) == _YEAR_DIGITS) or (before.lower_ in _ORDINALS and before.is_title)):
            break
        start -= 1
    return start


def _joins(token: "Token", neighbour: "Token") -> bool:
    return (
        token.tag_ in PROPER
        and token.shape_.startswith("X")
        and neighbour.tag_ in PROPER
        and token.lower_ not in INTERJECTIONS
    )


def _runs(doc: "Doc", taken: bytearray) -> Iterator[Name]:
    """Runs of proper nouns that nobody has claimed."""
    at = 0
    while at < len(doc):
        token = doc[at]
        if taken[at] or token.tag_ not in PROPER or "X" not in token.shape_:
            at += 1
            continue
        end = _run_end(doc, at, taken)
        start, stop = trimmed(doc, at, end)
        if start < stop and plausible(doc, start, stop):
            yield _run_name(doc, _left_of_run(doc, start, stop, taken), stop)
        at = max(end, at + 1)


def _left_of_run(doc: "Doc", start: int, end: int, taken: bytearray) -> int:
    """The start with capitalised adjectives in the middle of a sentence that go before ("Royal Mail")."""
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
        elif token.lower_ == "of" and doc[end - 1].lower_ in OF_HEADS and (step := _past_the(doc, end + 1, taken)):
            end = step
        else:
            break
    return end


def _past_the(doc: "Doc", at: int, taken: bytearray) -> int:
    if at < len(doc) and doc[at].lower_ == "the":
        at += 1
    return at + 1 if at < len(doc) and doc[at].tag_ in PROPER and not taken[at] else 0


def _run_name(doc: "Doc", start: int, end: int) -> Name:
    span = doc[start:end]
    supposed = EntityType.CONCEPT
    if len(span) == 1 and span.text.isupper() and 2 <= len(span.text) <= _INITIALS:
        supposed = EntityType.ORGANIZATION
    told, reasons, more = kind(span, supposed)
    return _weighed(doc, start, end, told, _WEIGHTS["proper noun"] + more, ("proper noun", *reasons), RULE)


def _prose(doc: "Doc", found: list[Name]) -> list[Name]:
    """The names outside of code, but for those the graph holds already."""
    code = code_lines(doc.text)
    if not code:
        return found
    return [
        name
        for name in found
        if "known" in name.reasons or not any(start <= doc[name.start].idx < end for start, end in code)
    ]


def _agreed(found: list[Name]) -> list[Name]:
    """The same names with one type per form, and a lone part of a person's full name read as that person's."""
    forms: dict[str, list[Name]] = {}
    for name in found:
        forms.setdefault(name.name.lower(), []).append(name)
    best = {key: max(same, key=lambda name: name.weight).type for key, same in forms.items()}
    people = {
        word
        for name in found
        if name.type is EntityType.PERSON and 1 < len(name.name.split()) <= _SHORT
        for word in (name.name.lower().split()[0], name.name.lower().split()[-1])
    }
    agreed: list[Name] = []
    for name in found:
        key = name.name.lower()
        kind, weight, reasons = best[key], name.weight, name.reasons
        if len(forms[key]) > 1:
            weight, reasons = weight + _WEIGHTS["repeated"], (*reasons, "repeated")
        if key in people and name.name.istitle() and name.type is not EntityType.TIME_UNIT and "known" not in reasons:
            kind, reasons = EntityType.PERSON, (*reasons, "part of a full name")
        agreed.append(replace(name, type=kind, weight=weight, reasons=reasons))
    return agreed


def _with_aliases(doc: "Doc", found: list[Name]) -> list[Name]:
    """Names with the abbreviation in parentheses behind them as an alias; both places name the same entity."""
    short = {name.end + 1: doc[name.end + 1].text for name in found if _is_abbreviated(doc, name)}
    return [
        replace(name, aliases=(*name.aliases, short[name.end + 1])) if name.end + 1 in short else name
        for name in found
        if name.start not in short
    ]


def _is_abbreviated(doc: "Doc", name: Name) -> bool:
    if name.end + 2 >= len(doc) or doc[name.end].text != "(" or doc[name.end + 2].text != ")":
        return False
    letters = [letter.lower() for letter in doc[name.end + 1].text if letter.isalpha()]
    initials = [token.text[0].lower() for token in doc[name.start : name.end] if token.text[0].isalpha()]
    if not 1 < len(letters) <= len(initials) + 2 or not doc[name.end + 1].is_upper:
        return False
    return letters[0] in initials[:2]
