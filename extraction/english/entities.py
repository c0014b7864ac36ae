"""Which stretches of an English text name an entity, before any statement is read.

Sources in order of trust: names the graph already holds, dates, the text's own title, quoted titles, the recogniser's
spans, runs of proper nouns that it missed. Precision comes first: a graph of junk nodes is worse than none.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from extraction.context import Context
from extraction.english import dates
from extraction.english.lexicon import (
    COMMON_STARTERS,
    INTERJECTIONS,
    KINDS,
    NAME_ENDINGS,
    NER_TYPES,
    OF_HEADS,
    TECHNOLOGY_NAMES,
    VAGUE_NOUNS,
)
from extraction.english.names import MODEL, RULE, Name, form, trimmed
from graph.model import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_PROPER = ("NNP", "NNPS")
_QUOTED = re.compile(r"[\"“]([A-Z0-9][^\"“”\n]{1,70}?)[,.!?]?[\"”]")
_HAS_LETTER = re.compile(r"[A-Za-z]{2}|[A-Z]")
_LINKISH = re.compile(r"https?:|www\.|[@/\\_=<>{}\[\]|#*~^]|\.(?:com|org|py|js|net)\b")
_LONGEST = 12
"""Words that a name may have; longer runs are headings, tables or shouting."""

_WEIGHTS = {
    "known": 3.5,
    "date": 2.8,
    "title": 2.6,
    "quoted": 0.9,
    "proper-noun": 0.0,
    "several-words": 0.6,
    "all-proper": 0.6,
    "type-agrees": 0.7,
    "repeated": 0.4,
    "sentence-start": -1.1,
    "not-proper": -0.9,
    "shouted": -0.8,
    "known-technology": 1.6,
    "initials": 0.3,
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
    return _with_aliases(doc, _agreed(doc, found))


def _all(doc: "Doc", context: Context) -> Iterator[Name]:
    yield from _known(doc, context)
    yield from _titled(doc, context)
    yield from _dated(doc, context)
    yield from _quoted(doc)
    yield from _recognised(doc)


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
            return all(token.tag_ in _PROPER for token in entity)
    return False


def _dated(doc: "Doc", context: Context) -> Iterator[Name]:
    for start, end, period in dates.found(doc.text, context.when):
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is None or (len(span) == 1 and _counts(span[0])):
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


def _counts(token: "Token") -> bool:
    """Whether a bare number counts things ("2000 people") instead of naming a year."""
    return token.dep_ == "nummod" and token.head.i > token.i and token.head.tag_ in ("NNS", "NNPS")


def _titled(doc: "Doc", context: Context) -> Iterator[Name]:
    """Places where the memory's title stands in the text, when it reads like a name."""
    title = re.sub(r"\s*\([^()]*\)\s*$", "", context.title or "").strip()
    words = title.split()
    if not 0 < len(words) <= _LONGEST or not title[:1].isupper() or title.lower() in COMMON_STARTERS:
        return
    if not all(word[:1].isupper() or not word[:1].isalpha() or len(word) <= 4 for word in words):
        return
    text, sought = doc.text.lower(), title.lower()
    if len(text) != len(doc.text):
        # a few letters change length in lower case; offsets would lie
        text, sought = doc.text, title
    at = text.find(sought)
    while at >= 0:
        span = doc.char_span(at, at + len(title))
        if span is not None and span.text[:1].isupper():
            kind, reasons, weight = _kind(span, EntityType.CONCEPT, 0.0)
            label = next(
                (entity.label_ for entity in doc.ents if entity.start < span.end and span.start < entity.end), ""
            )
            if kind is EntityType.CONCEPT and label in NER_TYPES:
                kind = NER_TYPES[label][0]
            yield Name(
                start=span.start,
                end=span.end,
                name=title,
                type=kind,
                weight=_WEIGHTS["title"] + weight,
                reasons=("title", *reasons),
                method=RULE,
            )
        at = text.find(sought, at + len(title))


def _quoted(doc: "Doc") -> Iterator[Name]:
    if '"' not in doc.text and "“" not in doc.text:
        return
    for match in _QUOTED.finditer(doc.text):
        span = doc.char_span(match.start(1), match.end(1))
        if span is None or not _is_title(span):
            continue
        kind, reasons, weight = _kind(span, EntityType.DOCUMENT, 0.0)
        yield Name(
            start=span.start,
            end=span.end,
            name=" ".join(span.text.split()),
            type=kind,
            weight=_WEIGHTS["quoted"] + weight,
            reasons=("quoted", *reasons),
            method=RULE,
        )


def _is_title(span: "Span") -> bool:
    words = [token for token in span if token.is_alpha]
    if not words or len(span) > _LONGEST or (span[0].lower_ in INTERJECTIONS and len(words) == 1):
        return False
    return all(token.shape_.startswith("X") or len(token) <= 4 for token in words) and bool(
        _HAS_LETTER.search(span.text)
    )


def _recognised(doc: "Doc") -> Iterator[Name]:
    for entity in doc.ents:
        label = NER_TYPES.get(entity.label_)
        if label is None:
            continue
        start, end = _grown(doc, *trimmed(doc, entity.start, entity.end))
        if start == end or not _plausible(doc, start, end):
            continue
        span = doc[start:end]
        kind, reasons, weight = _kind(span, *label)
        yield Name(
            start=start,
            end=end,
            name=form(doc, start, end, kind),
            type=kind,
            weight=weight + _evidence_weight(span),
            reasons=(f"ner:{entity.label_}", *reasons, *_evidence(span)),
            method=MODEL,
            subtype=entity.label_.lower() if entity.label_ in ("NORP", "LANGUAGE", "WORK_OF_ART", "LAW") else None,
        )


def _grown(doc: "Doc", start: int, end: int) -> tuple[int, int]:
    """The span with the proper nouns that stand unbroken around it, which the recogniser cut off."""
    if start == end:
        return start, end
    while start > 0 and _joins(doc[start - 1], doc[start]) and not doc[start - 1].ent_type_:
        start -= 1
    while end < len(doc) and _joins(doc[end], doc[end - 1]) and not doc[end].ent_type_:
        end += 1
    return trimmed(doc, start, end)


def _joins(token: "Token", neighbour: "Token") -> bool:
    return (
        token.tag_ in _PROPER
        and token.shape_.startswith("X")
        and neighbour.tag_ in _PROPER
        and token.lower_ not in INTERJECTIONS
    )


def _plausible(doc: "Doc", start: int, end: int) -> bool:
    """Whether a span can be a name at all: has letters and a capital, is no link, code, greeting or common word."""
    span = doc[start:end]
    text = span.text
    if len(span) > _LONGEST or not _HAS_LETTER.search(text) or _LINKISH.search(text) or "\n" in text:
        return False
    if not any(token.shape_[:1] == "X" or "X" in token.shape_ for token in span):
        return False
    words = [token.lower_.rstrip(".") for token in span if token.is_alpha]
    if all(word in INTERJECTIONS or word in VAGUE_NOUNS for word in words):
        return False
    if len(span) == 1:
        return _stands_alone(span[0])
    return not all(word in COMMON_STARTERS for word in words)


def _stands_alone(token: "Token") -> bool:
    """Whether one capitalised word by itself is a name and not the start of a sentence or a shout."""
    if token.lower_ in COMMON_STARTERS or token.lower_ in INTERJECTIONS or len(token) == 1:
        return False
    if token.tag_ in _PROPER:
        return not (_starts(token) and token.dep_ in ("intj", "advmod"))
    return not _starts(token) and token.tag_ in ("NN", "NNS", "JJ", "FW", "CD")


def _starts(token: "Token") -> bool:
    """Whether the word opens a sentence, a line or a quotation, where any word has a capital."""
    if token.is_sent_start or token.i == 0:
        return True
    before = token.nbor(-1)
    return (
        before.is_space
        or before.is_quote
        or before.text in (":", "-", "–", "—", "•", "*", "|", ".", "!", "?", "…", "...")
        or not before.text[-1:].isascii()
    )


def _evidence(span: "Span") -> tuple[str, ...]:
    proper = [token.tag_ in _PROPER for token in span if token.is_alpha]
    reasons: list[str] = []
    if len(proper) > 1:
        reasons.append("several-words")
    if all(proper):
        reasons.append("all-proper")
    elif not any(proper):
        reasons.append("not-proper")
    if _starts(span[0]) and len(span) == 1:
        reasons.append("sentence-start")
    if len(span.text) > 5 and span.text.isupper():
        reasons.append("shouted")
    return tuple(reasons)


def _evidence_weight(span: "Span") -> float:
    return sum(_WEIGHTS[reason] for reason in _evidence(span))


def _kind(span: "Span", kind: EntityType, weight: float) -> tuple[EntityType, tuple[str, ...], float]:
    """The type of a name, corrected by what its words and its sentence say, with reasons and weight."""
    if span.text.lower() in TECHNOLOGY_NAMES and kind not in (EntityType.PERSON,):
        return EntityType.TECHNOLOGY, ("known-technology",), weight + _WEIGHTS["known-technology"]
    said = _said_kind(span)
    if said is not None:
        noun, told = said
        return told, (f"called {noun}",), weight + (_WEIGHTS["type-agrees"] if told is kind else 0.3)
    last = span[-1].lower_.rstrip(".")
    ending = NAME_ENDINGS.get(last) if len(span) > 1 else None
    if ending is not None and kind is not EntityType.PERSON:
        return ending, (f"ends in {last}",), weight + (_WEIGHTS["type-agrees"] if ending is kind else 0.3)
    first = span[0].lower_
    if first in OF_HEADS and len(span) > 2 and first in NAME_ENDINGS:
        return NAME_ENDINGS[first], (f"begins with {first}",), weight + 0.3
    return kind, (), weight


def _said_kind(span: "Span") -> tuple[str, EntityType] | None:
    """The common noun that the sentence calls the name by: copula, apposition, or noun before it ("the film Heat")."""
    root = span.root
    nouns: list[Token] = [child for child in root.children if child.dep_ == "appos" and child.i >= span.end]
    if root.dep_ in ("nsubj", "nsubjpass") and root.head.lemma_ == "be":
        nouns += [child for child in root.head.children if child.dep_ == "attr" and child.i > root.i]
    if root.dep_ == "appos" and root.head.i < span.start:
        nouns.append(root.head)
    if span.start > 0 and span[0].nbor(-1).tag_ == "NN" and span[0].nbor(-1).head in (root, root.head):
        nouns.append(span[0].nbor(-1))
    for noun in nouns:
        told = KINDS.get(noun.lemma_.lower()) if noun.tag_ in ("NN", "NNS") else None
        if told is not None:
            return noun.lemma_.lower(), told
    return None


def _runs(doc: "Doc", taken: bytearray) -> Iterator[Name]:
    """Runs of proper nouns that nobody has claimed."""
    at = 0
    while at < len(doc):
        token = doc[at]
        if taken[at] or token.tag_ not in _PROPER or "X" not in token.shape_:
            at += 1
            continue
        end = _run_end(doc, at, taken)
        start, stop = trimmed(doc, at, end)
        if start < stop and _plausible(doc, start, stop):
            yield _run_name(doc, start, stop)
        at = max(end, at + 1)


def _run_end(doc: "Doc", start: int, taken: bytearray) -> int:
    end = start + 1
    while end < len(doc) and not taken[end]:
        token = doc[end]
        if (token.tag_ in _PROPER and "X" in token.shape_) or (token.is_digit and len(token) <= 2):
            end += 1
        elif token.text in ("&", "-") and end + 1 < len(doc) and doc[end + 1].tag_ in _PROPER and not taken[end + 1]:
            end += 2
        elif token.lower_ == "of" and doc[end - 1].lower_ in OF_HEADS and (step := _past_the(doc, end + 1, taken)):
            end = step
        else:
            break
    return end


def _past_the(doc: "Doc", at: int, taken: bytearray) -> int:
    if at < len(doc) and doc[at].lower_ == "the":
        at += 1
    return at + 1 if at < len(doc) and doc[at].tag_ in _PROPER and not taken[at] else 0


def _run_name(doc: "Doc", start: int, end: int) -> Name:
    span = doc[start:end]
    default = EntityType.CONCEPT
    if span[0].text.isupper() and len(span) == 1 and 2 <= len(span[0]) <= 5:
        default = EntityType.ORGANIZATION
    kind, reasons, weight = _kind(span, default, _WEIGHTS["proper-noun"])
    return Name(
        start=start,
        end=end,
        name=form(doc, start, end, kind),
        type=kind,
        weight=weight + _evidence_weight(span),
        reasons=("proper-noun", *reasons, *_evidence(span)),
        method=RULE,
    )


def _agreed(doc: "Doc", found: list[Name]) -> list[Name]:
    """The same names with one type per form, and a lone part of a person's full name read as that person's."""
    forms: dict[str, list[Name]] = {}
    for name in found:
        forms.setdefault(name.name.lower(), []).append(name)
    best = {key: max(same, key=lambda name: name.weight).type for key, same in forms.items()}
    people = Counter(
        word
        for name in found
        if name.type is EntityType.PERSON and " " in name.name
        for word in name.name.lower().split()
    )
    agreed: list[Name] = []
    for name in found:
        key = name.name.lower()
        kind, weight, reasons = best[key], name.weight, name.reasons
        if len(forms[key]) > 1:
            weight, reasons = weight + _WEIGHTS["repeated"], (*reasons, "repeated")
        if key in people and name.type is not EntityType.TIME_UNIT and "known" not in reasons:
            kind, reasons = EntityType.PERSON, (*reasons, "part of a full name")
        agreed.append(replace(name, type=kind, weight=weight, reasons=reasons))
    return agreed


def _with_aliases(doc: "Doc", found: list[Name]) -> list[Name]:
    """Names with the abbreviation in parentheses behind them as an alias; both places name the same entity."""
    result: list[Name] = []
    for name in found:
        before = result[-1] if result else None
        if before is not None and _is_abbreviation(doc, before, name):
            result[-1] = replace(before, aliases=(*before.aliases, name.name))
            continue
        result.append(name)
    return result


def _is_abbreviation(doc: "Doc", full: Name, short: Name) -> bool:
    if short.start != full.end + 1 or doc[full.end].text != "(" or short.end >= len(doc) or doc[short.end].text != ")":
        return False
    letters = [character for character in short.name if character.isalpha()]
    initials = [token.text[0].lower() for token in doc[full.start : full.end] if token.text[0].isalpha()]
    return (
        len(letters) > 1
        and short.name.isupper()
        and letters[0].lower() in initials[:1]
        and len(letters) <= len(initials) + 2
    )


def spans_of(names_: Iterable[Name]) -> dict[int, int]:
    """The index of the name at each token that belongs to one."""
    return {token: index for index, name in enumerate(names_) for token in range(name.start, name.end)}
