"""Which stretches of an English text name an entity, before any statement is read.

Sources in order of trust: names the graph already holds, dates, the text's own title, quoted titles, the tagging
head's spans, runs of proper nouns that it missed and that their words or their sentence tell to be names. Precision
comes first: a graph of junk nodes is worse than none.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from extraction.lang.en.dates import dates
from extraction.lang.en.lexicon import INTERJECTIONS, NAME_ENDINGS, NOTING, TECHNOLOGY_NAMES
from extraction.lang.en.names.concepts import concepts
from extraction.lang.en.names.kinds import is_pet, kind
from extraction.lang.en.names.names import MODEL, PARTICLES, RULE, SUFFIXED, Name, form, trimmed
from extraction.lang.en.names.plausible import code_lines, plausible, starts
from extraction.lang.en.names.titles import of_names, quoted, said_to_be, titled
from extraction.lang.en.names.weights import WEIGHTS, weighed
from extraction.lang.en.parse.tree import PROPER
from extraction.lang.shared.label_confidence import FIRM, GROUP, LEAST, PRODUCT, TYPES, log_odds, reads_otherwise
from extraction.model.context import Context, KnownSpan
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_TECHNICAL = re.compile(r"[A-Za-z]-?\d|\d[A-Za-z]|[a-z][A-Z]|\b[A-Z]{2,}\b")
_COURTESY = frozenset(("mr", "mrs", "ms", "miss", "dr", "prof"))
_SAYS_LITTLE = (PRODUCT, "CONCEPT", GROUP)
_SHORT = 4
"""Words up to which a person's name is taken for one; more is a list or a heading."""
_YEAR_DIGITS = 4
_COMPANY_FORMS = frozenset(("inc", "ltd", "llc", "corp", "co", "plc", "jr", "sr"))
_ORDINALS = frozenset("first second third fourth fifth sixth great".split())  # noqa: SIM905


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
    yield from _known(doc, context, otherwise=False)
    yield from titled(doc, context)
    yield from _dated(doc, context)
    yield from quoted(doc)
    yield from concepts(doc)
    yield from of_names(doc)
    yield from _honoured(doc)
    yield from _recognised(doc)
    yield from _known(doc, context, otherwise=True)
    yield from said_to_be(doc)


def _known(doc: "Doc", context: Context, *, otherwise: bool) -> Iterator[Name]:
    """The known names that the head reads as the graph does or not at all, or those it reads otherwise."""
    for known in context.spans:
        span = doc.char_span(known.start, known.end, alignment_mode="expand")
        if span is None or _inside_longer(doc, span) or otherwise is not _read_otherwise(span, known):
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


def _read_otherwise(span: "Span", known: KnownSpan) -> bool:
    """Whether the head takes a known name for a thing of another kind, and is as sure as the graph."""
    return any(
        (one.start, one.end) == (span.start, span.end)
        and one.label_ in TYPES
        and reads_otherwise(TYPES[one.label_], one._.confidence, known.type, known.confidence)
        for one in span.ents
    )


def _inside_longer(doc: "Doc", span: "Span") -> bool:
    """Whether the head sees a longer proper name around ("Tokyo" in "Tokyo Tower")."""
    return any(
        entity.start <= span.start
        and span.end <= entity.end
        and len(entity) > len(span)
        and entity.label_ in TYPES
        and entity._.confidence >= LEAST[TYPES[entity.label_]]
        for entity in doc.ents
    )


def _dated(doc: "Doc", context: Context) -> Iterator[Name]:
    for start, end, period in dates.found(doc.text, context.when):
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is None or (len(span) == 1 and (_counts(span[0]) or _is_part_of_event(span[0]))):
            continue
        if _inside_longer(doc, span) and not any(entity.label_ in ("DATE", "TIME") for entity in span.ents):
            continue
        absolute = any(character.isdigit() for character in span.text)
        yield Name(
            start=span.start,
            end=span.end,
            name=period.name,
            type=EntityType.TIME_UNIT,
            weight=WEIGHTS["date"] if absolute else WEIGHTS["date"] - 0.8,
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


def _recognised(doc: "Doc") -> Iterator[Name]:
    for entity in doc.ents:
        supposed = TYPES.get(entity.label_)
        confidence: float = entity._.confidence
        if supposed is None or confidence < LEAST[supposed] or _is_adjective(entity):
            continue
        start, end = _grown(doc, *trimmed(doc, *_without_brackets(entity)))
        if supposed is EntityType.PERSON:
            start, end = _person_words(doc, start, end)
        if start == end or not plausible(doc, start, end, sure=confidence >= FIRM):
            continue
        told, reasons, more = supposed, (), 0.0
        if SUFFIXED.search(doc[start:end].text):
            told, reasons, more = EntityType.PERSON, ("honorific",), 1.0
        elif (
            confidence < FIRM
            or entity.label_ in _SAYS_LITTLE
            or entity.text.lower() in TECHNOLOGY_NAMES
            or (supposed is EntityType.PERSON and is_pet(doc[start:end]))
        ):
            told, reasons, more = kind(doc[start:end], supposed)
        if told is EntityType.OBJECT and entity.label_ == PRODUCT and _technical(doc[start:end].text):
            told = EntityType.TECHNOLOGY
        yield Name(
            start=start,
            end=end,
            name=form(doc, start, end, told),
            type=told,
            weight=log_odds(confidence) + more,
            reasons=(f"head:{entity.label_}", *reasons),
            method=MODEL,
        )


def _honoured(doc: "Doc") -> Iterator[Name]:
    """Persons that a courtesy title before them tells, whatever the head thinks of them: "Ms. Carter"."""
    for token in doc:
        if token.lower_.rstrip(".") not in _COURTESY or not token.is_title:
            continue
        end = token.i + 1
        while end < len(doc) and doc[end].tag_ in PROPER and doc[end].is_title and end - token.i <= _SHORT:
            end += 1
        if end > token.i + 1:
            name = form(doc, token.i, end, EntityType.PERSON)
            reasons = ("honorific",)
            yield Name(
                start=token.i, end=end, name=name, type=EntityType.PERSON, weight=2.5, reasons=reasons, method=RULE
            )


def _is_adjective(entity: "Span") -> bool:
    """ "Japanese" before a noun, which names nothing of its own."""
    return entity[-1].tag_ in ("JJ", "JJR", "JJS") and entity.label_ in (GROUP, "LOCATION", "LANGUAGE")


def _person_words(doc: "Doc", start: int, end: int) -> tuple[int, int]:
    """A person's name without plain words behind it ("Maria samosas"); empty when plain words stand inside.

    Nor with the verb that a note begins with ("Met Sarah for lunch").
    """

    def is_plain(token: "Token") -> bool:
        joined = token.i > 0 and token.nbor(-1).text == "-"
        return token.is_lower and token.is_alpha and not joined and token.lower_ not in PARTICLES

    if end - start > 1 and doc[start].is_sent_start and doc[start].lower_ in NOTING:
        start += 1
    while end > start and is_plain(doc[end - 1]):
        end -= 1
    return (start, start) if any(is_plain(token) for token in doc[start:end]) else (start, end)


def _technical(text: str) -> bool:
    """Whether a product's name is written as only technical ones are: HK-52, PostgreSQL, iPhone."""
    return bool(_TECHNICAL.search(text))


def _without_brackets(span: "Span") -> tuple[int, int]:
    """The part before an opening bracket that the span cut through, or behind a closing one."""
    start, end = span.start, span.end
    for token in span:
        if token.text in ("(", "["):
            return (start, token.i) if token.i > start else (start + 1, end)
        if token.text in (")", "]"):
            start = token.i + 1
    return start, end


def _grown(doc: "Doc", start: int, end: int) -> tuple[int, int]:
    """The span with the proper nouns that stand unbroken around it, which the head cut off."""
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
    """Runs of proper nouns that nobody has claimed and that something tells to be names: what the head does not see.

    Of those that nothing tells one in ten is a name.
    """
    at = 0
    while at < len(doc):
        token = doc[at]
        if taken[at] or token.tag_ not in PROPER or "X" not in token.shape_:
            at += 1
            continue
        end = _run_end(doc, at, taken)
        start, stop = trimmed(doc, at, end)
        if start < stop and plausible(doc, start, stop):
            told = _run_name(doc, _left_of_run(doc, start, stop, taken), stop)
            if told is not None:
                yield told
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
        else:
            break
    return end


def _run_name(doc: "Doc", start: int, end: int) -> Name | None:
    span = doc[start:end]
    told, reasons, more = kind(span, EntityType.CONCEPT)
    if not reasons:
        return None
    return weighed(doc, start, end, told, WEIGHTS["proper noun"] + more, ("proper noun", *reasons), RULE)


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
        if len(forms[key]) > 1 and name.reasons != ("known",):
            weight, reasons = weight + WEIGHTS["repeated"], (*reasons, "repeated")
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
