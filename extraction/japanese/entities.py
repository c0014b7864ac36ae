"""Which stretches of a parsed text are names: dictionary, recogniser, quotes and dates, each with its evidence."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from extraction.context import Context
from extraction.japanese import lexicon
from extraction.japanese.dates import moments
from extraction.japanese.lexicon import tail_type
from extraction.japanese.words import Parse, noun_runs
from extraction.names import aliases_of, display_name
from graph.model import EntityType, LinkType

Label = tuple[int, int, str]
"""What the recogniser says: first word, last word, label."""


@dataclass(slots=True, kw_only=True)
class Name:
    """A name while the rules still gather evidence for it: words `first` to `last`, honorifics included."""

    first: int
    last: int
    start: int
    end: int
    surface: str
    name: str
    type: EntityType
    confidence: float
    reasons: list[str]
    method: str
    subtype: str | None = None
    aliases: tuple[str, ...] = ()
    about: bool = False
    named: bool = True
    link_type: LinkType = LinkType.MENTIONS
    moment: datetime | None = field(default=None)


_QUOTED = re.compile(r"『(?P<work>[^『』\n]{1,40})』|「(?P<said>[^「」\n]{1,25})」")
_SENTENCE_IN_QUOTES = re.compile(r"[。！？!?]|(?:です|ます|ました|だった|ない|だ|よ|ね|か|て|た|う|る)$")
_TITLE_FOLLOWS = re.compile(r"^(?:という|と呼|と題|と名|という名)")
_LATIN_NAME = re.compile(r"^[A-Z][\w.+#&'’\-]+(?: (?:of|the|and|for|&|[A-Z0-9][\w.+#'’\-]*)){0,5}$", re.ASCII)
_KANA_OR_LATIN = re.compile(r"^(?:[ァ-ヺー・]{2,}|[ぁ-んー]{2,}|[A-Za-z]{2,})$")
_FOREIGN_PERSON = re.compile(r"^[ァ-ヺー]{2,}(?:[・＝=][ァ-ヺー]{1,}){1,3}$")
_ORDINARY = re.compile(r"^(?:[ぁ-ん一-鿿々]+|[ァ-ヺー]{1,3})$")
_NUMERIC = re.compile(r"^[\d０-９,，.．〇一二三四五六七八九十百千万億兆]+")


def names_in(parse: Parse, labels: Sequence[Label], context: Context) -> list[Name]:
    """All names that stand on their own evidence, in the order of the text, none overlapping another."""
    claimed: dict[int, Name] = {}
    found: list[Name] = []

    def claim(names: Iterable[Name]) -> None:
        for name in names:
            if not any(place in claimed for place in range(name.first, name.last + 1)):
                found.append(name)
                claimed.update(dict.fromkeys(range(name.first, name.last + 1), name))

    claim(_known(parse, context))
    claim(_dated(parse, context))
    claim(_quoted(parse, labels))
    for run in noun_runs(parse):
        for first, last in _unclaimed(run, claimed):
            claim(_in_run(parse, first, last, labels))
    claim(_labelled(parse, labels))
    return sorted(found, key=lambda name: name.start)


def words_between(parse: Parse, start: int, end: int) -> tuple[int, int] | None:
    """The first and last word that touch the characters `start` to `end`, None when no word does."""
    places = [word.place for word in parse.words if word.start < end and word.end > start]
    return (places[0], places[-1]) if places else None


def _known(parse: Parse, context: Context) -> Iterable[Name]:
    for span in context.spans:
        places = words_between(parse, span.start, span.end)
        if places is None:
            continue
        first, last = places
        whole = parse.words[first].start == span.start and parse.words[last].end == span.end
        end = span.end
        if whole and last + 1 < len(parse.words) and parse.words[last + 1].text in lexicon.HONORIFICS:
            last, end = last + 1, parse.words[last + 1].end
        yield Name(
            first=first,
            last=last,
            start=span.start,
            end=end,
            surface=parse.text[span.start : end],
            name=span.name,
            type=span.type,
            confidence=0.95 if whole else 0.6,
            reasons=["known", "words:whole" if whole else "words:cut"],
            method="known",
        )


def _dated(parse: Parse, context: Context) -> Iterable[Name]:
    for moment in moments(parse.text, context.when):
        places = words_between(parse, moment.start, moment.end)
        if places is None:
            continue
        surface = parse.text[moment.start : moment.end]
        yield Name(
            first=places[0],
            last=places[1],
            start=moment.start,
            end=moment.end,
            surface=surface,
            name=moment.period.name,
            type=EntityType.TIME_UNIT,
            confidence=0.8 if moment.relative else 0.95,
            reasons=["date:relative" if moment.relative else "date:absolute"],
            method="date",
            aliases=() if moment.relative or surface == moment.period.name else (surface,),
            moment=moment.period.start,
        )


def _quoted(parse: Parse, labels: Sequence[Label]) -> Iterable[Name]:
    for match in _QUOTED.finditer(parse.text):
        inner = match["work"] or match["said"]
        start = match.start() + 1
        places = words_between(parse, start, start + len(inner))
        if places is None:
            continue
        label = next((one for one in labels if one[0] <= places[0] and one[1] >= places[1]), None)
        kind = lexicon.NAMING_LABELS.get(label[2]) if label else None
        introduced = _introduced(parse, places[0])
        kind = introduced or kind
        is_title = bool(match["work"]) or kind is not None or bool(_TITLE_FOLLOWS.match(parse.text[match.end() :]))
        proper = any(parse.words[place].is_name for place in range(places[0], places[1] + 1))
        if not match["work"] and (_SENTENCE_IN_QUOTES.search(inner) or not (is_title or proper)):
            continue
        tail = tail_type(inner)
        chosen = kind or (tail[0] if tail else EntityType.DOCUMENT if match["work"] else EntityType.CONCEPT)
        evidence = ["quotes:『』" if match["work"] else "quotes:「」"]
        evidence += [f"ner:{label[2]}"] if label and label[2] in lexicon.NAMING_LABELS else []
        evidence += ["introduced by its kind"] if introduced else []
        yield Name(
            first=places[0],
            last=places[1],
            start=start,
            end=start + len(inner),
            surface=inner,
            name=inner.strip(),
            type=chosen,
            confidence=min(0.97, (0.85 if match["work"] else 0.6) + (0.1 if kind else 0) + (0.05 if proper else 0)),
            reasons=evidence,
            method="quotes",
            subtype=label[2] if label and label[2] in lexicon.NAMING_LABELS else None,
        )


def _introduced(parse: Parse, place: int) -> EntityType | None:
    """The type that a noun right before the quotes tells (ゲームシステム「ポン」)."""
    words = parse.words
    if (
        place < 2
        or not words[place - 2].is_noun
        or words[place - 2].is_name
        or words[place - 2].end != words[place - 1].start
    ):
        return None
    tail = tail_type(words[place - 2].text)
    return tail[0] if tail and (len(tail[1]) > 1 or tail[1] == words[place - 2].text) else None


def _unclaimed(run: tuple[int, int], claimed: dict[int, Name]) -> list[tuple[int, int]]:
    """The parts of a run that no name has claimed yet."""
    parts: list[tuple[int, int]] = []
    first: int | None = None
    for place in range(run[0], run[1] + 1):
        if place in claimed:
            if first is not None:
                parts.append((first, place - 1))
            first = None
        elif first is None:
            first = place
    if first is not None:
        parts.append((first, run[1]))
    return parts


def _in_run(parse: Parse, first: int, last: int, labels: Sequence[Label]) -> Iterable[Name]:
    words = parse.words
    first, last = _without_heads(parse, first, last, labels)
    end = last
    person = False
    while end > first and (words[end].text in lexicon.HONORIFICS or words[end].text in lexicon.OFFICES):
        person = person or words[end].text in lexicon.HONORIFICS or _personal(parse, end - 1, labels)
        if not person:
            break
        end -= 1
    shown = last if person else end
    if not person:
        end = shown = _without_tails(parse, first, end, labels)
    if end < first:
        return
    name = _judged(parse, first, end, labels, person)
    if name is not None:
        yield _spanning(parse, name, first, shown)


def _personal(parse: Parse, place: int, labels: Sequence[Label]) -> bool:
    return parse.words[place].tag.startswith("名詞-固有名詞-人名") or any(
        label == "Person" and first <= place <= last for first, last, label in labels
    )


def _without_heads(parse: Parse, first: int, last: int, labels: Sequence[Label]) -> tuple[int, int]:
    begins = {label[0] for label in labels if label[2] in lexicon.NAMING_LABELS}
    words = parse.words
    while first < last and first not in begins:
        word = words[first]
        adverbial = word.tag.startswith("名詞-普通名詞-副詞可能") and not words[first + 1].tag.startswith("接尾辞")
        if not (adverbial or word.text in lexicon.ROLE_HEADS or word.tag.startswith("記号")):
            break
        first += 1
    return first, last


def _without_tails(parse: Parse, first: int, last: int, labels: Sequence[Label]) -> int:
    ends = {label[1] for label in labels if label[2] in lexicon.NAMING_LABELS}
    while last > first and last not in ends and parse.words[last].text in lexicon.ROLE_TAILS:
        last -= 1
    return last


def _judged(parse: Parse, first: int, last: int, labels: Sequence[Label], person: bool) -> Name | None:
    """The name that the words are, typed and weighed by their evidence, or None when nothing speaks for one."""
    words = parse.words[first : last + 1]
    surface = parse.surface(first, last)
    naming = [one for one in labels if one[0] >= first and one[1] <= last and one[2] in lexicon.NAMING_LABELS]
    exact = next((one for one in naming if (one[0], one[1]) == (first, last)), None)
    at_end = next((one for one in naming if one[1] == last), None)
    proper = [word for word in words if word.is_name]
    if not _may_name(parse, first, last, evidence=bool(naming), person=person):
        return None
    kind, why = _type_of(parse, first, last, exact, at_end, person)
    whole = bool(words[-1].is_name and words[0].is_name) or exact is not None
    weight = 0.35 + 0.25 * bool(proper) + 0.15 * bool(naming) + 0.15 * (exact is not None) + 0.25 * person
    weight += 0.1 * whole + 0.05 * bool(tail_type(surface)) - 0.1 * (not proper and exact is None)
    weight += 0.3 * (surface.split(" ", maxsplit=1)[0] in lexicon.GIVEN_NAMES)
    if len(words) == 1 and words[0].tag == "名詞-固有名詞-人名-名" and not (naming or person):
        weight -= 0.15
    if exact and proper and _dictionary_type(words[-1].tag) not in (None, lexicon.NAMING_LABELS[exact[2]]):
        weight -= 0.15
        why.append("types:disagree")
    if weight < 0.45:
        return None
    shown = display_name(surface)
    return Name(
        first=first,
        last=last,
        start=0,
        end=0,
        surface=surface,
        name=shown,
        type=kind,
        confidence=round(min(0.97, weight), 3),
        reasons=why,
        method="ner" if exact else "propn" if proper else "rule",
        subtype=exact[2] if exact else None,
        aliases=tuple(form for form in aliases_of(surface) if form != shown),
    )


def _may_name(parse: Parse, first: int, last: int, *, evidence: bool, person: bool) -> bool:
    """Whether anything speaks for a name; `evidence` is the recogniser's, which one ordinary word does not need."""
    words = parse.words[first : last + 1]
    surface = parse.surface(first, last)
    proper = any(word.is_name for word in words)
    if _NUMERIC.fullmatch(surface) or not (proper or person or len(surface) > 1):
        return False
    if person and not (evidence or proper):
        return _may_be_called(parse, first, last)
    latin = bool(_LATIN_NAME.match(surface)) and not surface.isupper()
    if len(words) == 1 and not (person or proper or latin) and words[0].tag == "名詞-普通名詞-一般":
        return evidence and not _ORDINARY.match(surface)
    return person or evidence or proper or latin


def _may_be_called(parse: Parse, first: int, last: int) -> bool:
    """Whether the word before an honorific may be a name no dictionary knows: kana or Latin, no term of kinship."""
    surface = parse.surface(first, last)
    called = surface + (parse.words[last + 1].text if last + 1 < len(parse.words) else "")
    return bool(_KANA_OR_LATIN.match(surface)) and display_name(called) != called


def _dictionary_type(tag: str) -> EntityType | None:
    if tag.startswith("名詞-固有名詞-人名"):
        return EntityType.PERSON
    return EntityType.LOCATION if tag.startswith("名詞-固有名詞-地名") else None


def _type_of(
    parse: Parse, first: int, last: int, exact: Label | None, at_end: Label | None, person: bool
) -> tuple[EntityType, list[str]]:
    """The type with the evidence for it: honorific, recogniser, ending, dictionary, in this order of trust."""
    word = parse.words[last]
    why = [f"ner:{exact[2]}"] if exact else [f"ner:{at_end[2]} at the end"] if at_end else []
    why += ["dictionary:" + word.tag.removeprefix("名詞-固有名詞-")] if word.is_name else []
    if person:
        return EntityType.PERSON, ["honorific", *why]
    surface = parse.surface(first, last)
    tail = tail_type(surface)
    dictionary = _dictionary_type(word.tag)
    if _LATIN_NAME.match(surface) and not word.is_name:
        return _latin_type(surface, exact), [*why, "latin"]
    if dictionary is EntityType.PERSON and (exact is None or exact[2] == "Person"):
        return dictionary, why
    if tail and (len(tail[1]) > 1 or (word.text == tail[1] and not (exact and exact[2] == "Person"))):
        return tail[0], [*why, f"ending:{tail[1]}"]
    if exact:
        return lexicon.NAMING_LABELS[exact[2]], why
    if dictionary:
        return dictionary, why
    if at_end:
        return lexicon.NAMING_LABELS[at_end[2]], why
    if parse.words[first].tag == "名詞-固有名詞-人名-姓" and len(surface) <= 5 and first != last:
        return EntityType.PERSON, [*why, "surname first"]
    if _FOREIGN_PERSON.match(surface):
        return EntityType.PERSON, [*why, "katakana with a dot"]
    if word.is_name:
        return EntityType.ORGANIZATION, why
    return EntityType.CONCEPT, [*why, "nothing tells the type"]


def _latin_type(surface: str, exact: Label | None) -> EntityType:
    """The Japanese recogniser guesses at foreign words: a given name makes a person, a company stays one."""
    if surface.split(" ", maxsplit=1)[0] in lexicon.GIVEN_NAMES or (
        " " in surface and exact is not None and exact[2] == "Person"
    ):
        return EntityType.PERSON
    kind = lexicon.NAMING_LABELS.get(exact[2]) if exact else None
    return (
        EntityType.ORGANIZATION if kind is EntityType.ORGANIZATION and not surface.isalpha() else EntityType.TECHNOLOGY
    )


def _spanning(parse: Parse, name: Name, first: int, last: int) -> Name:
    name.first, name.last = first, last
    name.start, name.end = parse.characters(first, last)
    name.surface = parse.surface(first, last)
    return name


def _labelled(parse: Parse, labels: Sequence[Label]) -> Iterable[Name]:
    """Names that only the recogniser sees, across particles or brackets."""
    for first, last, label in labels:
        kind = lexicon.NAMING_LABELS.get(label)
        surface = parse.surface(first, last)
        if kind is None or len(surface) < 2 or not any(parse.words[place].is_name for place in range(first, last + 1)):
            continue
        start, end = parse.characters(first, last)
        yield Name(
            first=first,
            last=last,
            start=start,
            end=end,
            surface=surface,
            name=display_name(surface),
            type=kind,
            confidence=0.6,
            reasons=[f"ner:{label}"],
            method="ner",
            subtype=label,
        )
