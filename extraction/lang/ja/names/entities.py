"""Which stretches of a parsed text are names: tagging head, dictionary, quotes and dates, each with its evidence."""

import re
from collections.abc import Iterable, Sequence

from extraction.lang.ja import word_lists as lexicon
from extraction.lang.ja.dates.dates import moments
from extraction.lang.ja.names.tagged import LATIN_NAME, NUMERIC, Label, Name, ending, tagged
from extraction.lang.ja.parse.words import GIVEN_NAME, Parse, noun_runs
from extraction.lang.ja.word_lists import tail_type
from extraction.lang.shared.label_confidence import reads_otherwise
from extraction.model.context import Context, KnownSpan
from extraction.names.keys import aliases_of, display_name
from graph.model.types import EntityType

_QUOTED = re.compile(r"『(?P<work>[^『』\n]{1,40})』|「(?P<said>[^「」\n]{1,25})」")
_SENTENCE_IN_QUOTES = re.compile(r"[。！？!?]|(?:です|ます|ました|だった|ない|だ|よ|ね|か|て|た|う|る)$")
_TITLE_FOLLOWS = re.compile(r"^(?:という|と呼|と題|と名|という名)")
_KANA_OR_LATIN = re.compile(r"^(?:[ァ-ヺー・]{2,}|[ぁ-んー]{2,}|[A-Za-z]{2,})$")
_FOREIGN_PERSON = re.compile(r"^[ァ-ヺー]{2,}(?:[・＝=][ァ-ヺー]{1,}){1,3}$")
_TELLING = ("ending:", "latin", "katakana with a dot")
"""Evidence without which a word that the dictionary lists as a name is none where the head sees none: half are not."""
_COURTESY = frozenset(lexicon.words_of("さん さま 様 氏 先生 君 くん ちゃん 殿"))


def names_in(parse: Parse, labels: Sequence[Label], context: Context) -> list[Name]:
    """All names that stand on their own evidence, in the order of the text, none overlapping another."""
    claimed: dict[int, Name] = {}
    found: list[Name] = []

    def claim(names: Iterable[Name]) -> None:
        for name in names:
            if not any(place in claimed for place in range(name.first, name.last + 1)):
                found.append(name)
                claimed.update(dict.fromkeys(range(name.first, name.last + 1), name))

    claim(_known(parse, context, labels, otherwise=False))
    claim(_dated(parse, context))
    claim(_quoted(parse, labels))
    claim(tagged(parse, labels))
    claim(_known(parse, context, labels, otherwise=True))
    for run in noun_runs(parse):
        for first, last in _unclaimed(run, claimed):
            claim(_in_run(parse, first, last))
    for name in found:
        _without_tie(name)
    return sorted(found, key=lambda name: name.start)


def _without_tie(name: Name) -> None:
    """Cuts 卒 off a school (京都大学卒), which the dictionary writes together with its last word."""
    if name.surface.endswith("大学卒") and name.name.endswith("卒"):
        name.end, name.surface, name.name = name.end - 1, name.surface[:-1], name.name[:-1]


def words_between(parse: Parse, start: int, end: int) -> tuple[int, int] | None:
    """The first and last word that touch the characters `start` to `end`, None when no word does."""
    places = [word.place for word in parse.words if word.start < end and word.end > start]
    return (places[0], places[-1]) if places else None


def _known(parse: Parse, context: Context, labels: Sequence[Label], *, otherwise: bool) -> Iterable[Name]:
    """The known names that the head reads as the graph does or not at all, or those it reads otherwise."""
    for span in context.spans:
        places = words_between(parse, span.start, span.end)
        if places is None or _inside_longer(places, labels):
            continue
        if otherwise is not _read_otherwise(places, span, labels):
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
            confidence=min(0.95 if whole else 0.6, span.confidence),
            reasons=["known", "words:whole" if whole else "words:cut"],
            method="known",
        )


def _read_otherwise(places: tuple[int, int], span: KnownSpan, labels: Sequence[Label]) -> bool:
    """Whether the head takes a known name for a thing of another kind, and is as sure as the graph."""
    return any(
        (one.first, one.last) == places
        and one.type is not None
        and reads_otherwise(one.type, one.confidence, span.type, span.confidence)
        for one in labels
    )


def _inside_longer(places: tuple[int, int], labels: Sequence[Label]) -> bool:
    """Whether the head sees a longer name around (東京 in 東京タワー)."""
    first, last = places
    return any(
        one.type is not None and one.first <= first and last <= one.last and one.last - one.first > last - first
        for one in labels
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
        label = next((one for one in labels if one.first <= places[0] and one.last >= places[1]), None)
        kind = label.type if label else None
        introduced = _introduced(parse, places[0])
        kind = introduced or kind
        is_title = bool(match["work"]) or kind is not None or bool(_TITLE_FOLLOWS.match(parse.text[match.end() :]))
        proper = any(parse.words[place].is_name for place in range(places[0], places[1] + 1))
        if not match["work"] and (_SENTENCE_IN_QUOTES.search(inner) or not (is_title or proper)):
            continue
        tail = tail_type(inner)
        chosen = kind or (tail[0] if tail else EntityType.DOCUMENT if match["work"] else EntityType.CONCEPT)
        evidence = ["quotes:『』" if match["work"] else "quotes:「」"]
        evidence += [f"head:{label.label}"] if label and label.type else []
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


def _in_run(parse: Parse, first: int, last: int) -> Iterable[Name]:
    """What the dictionary, an honorific or its shape tells to be a name, where the head sees none."""
    words = parse.words
    first = _without_heads(parse, first, last)
    end = last
    person = False
    while end > first and (words[end].text in lexicon.HONORIFICS or words[end].text in lexicon.OFFICES):
        person = person or words[end].text in lexicon.HONORIFICS or _personal(parse, end - 1)
        if not person:
            break
        end -= 1
    shown = last if person else end
    if not person:
        end = shown = _without_tails(parse, first, end)
    if end < first:
        return
    name = _judged(parse, first, end, person)
    if name is not None:
        yield _spanning(parse, name, first, shown)


def _personal(parse: Parse, place: int) -> bool:
    return parse.words[place].tag.startswith("名詞-固有名詞-人名")


def _without_heads(parse: Parse, first: int, last: int) -> int:
    words = parse.words
    while first < last:
        word = words[first]
        adverbial = word.tag.startswith("名詞-普通名詞-副詞可能") and not words[first + 1].tag.startswith("接尾辞")
        if not (adverbial or word.text in lexicon.ROLE_HEADS or word.tag.startswith("記号")):
            break
        first += 1
    return first


def _without_tails(parse: Parse, first: int, last: int) -> int:
    while last > first and parse.words[last].text in lexicon.ROLE_TAILS:
        last -= 1
    return last


def _judged(parse: Parse, first: int, last: int, person: bool) -> Name | None:
    """The name that the words are, typed and weighed by their evidence, or None when nothing speaks for one."""
    words = parse.words[first : last + 1]
    surface = parse.surface(first, last)
    proper = [word for word in words if word.is_name]
    if not _may_name(parse, first, last, person=person):
        return None
    kind, why = _type_of(parse, first, last, person)
    if not (person or any(reason.startswith(_TELLING) for reason in why)):
        return None
    weight = 0.35 + 0.25 * bool(proper) + 0.25 * person
    weight += 0.1 * bool(words[-1].is_name and words[0].is_name) + 0.05 * bool(tail_type(surface)) - 0.1 * (not proper)
    weight += 0.3 * (surface.split(" ", maxsplit=1)[0] in lexicon.GIVEN_NAMES)
    if len(words) == 1 and words[0].tag == GIVEN_NAME and not person:
        weight -= 0.15
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
        method="propn" if proper else "rule",
        aliases=tuple(form for form in aliases_of(surface) if form != shown),
    )


def _may_name(parse: Parse, first: int, last: int, *, person: bool) -> bool:
    """Whether anything speaks for a name."""
    words = parse.words[first : last + 1]
    surface = parse.surface(first, last)
    proper = any(word.is_name for word in words)
    if NUMERIC.fullmatch(surface) or not (proper or person or len(surface) > 1):
        return False
    if person and not proper:
        return _may_be_called(parse, first, last)
    latin = bool(LATIN_NAME.match(surface)) and not surface.isupper()
    return person or proper or latin


def _may_be_called(parse: Parse, first: int, last: int) -> bool:
    """Whether the word before an honorific may be a name no dictionary knows: kana or Latin, no term of kinship."""
    surface = parse.surface(first, last)
    after = parse.words[last + 1].text if last + 1 < len(parse.words) else ""
    called = surface + after
    return after in _COURTESY and bool(_KANA_OR_LATIN.match(surface)) and display_name(called) != called


def _dictionary_type(tag: str) -> EntityType | None:
    if tag.startswith("名詞-固有名詞-人名"):
        return EntityType.PERSON
    return EntityType.LOCATION if tag.startswith("名詞-固有名詞-地名") else None


def _type_of(parse: Parse, first: int, last: int, person: bool) -> tuple[EntityType, list[str]]:
    """The type with the evidence for it: honorific, ending, dictionary, in this order of trust."""
    word = parse.words[last]
    why = ["dictionary:" + word.tag.removeprefix("名詞-固有名詞-")] if word.is_name else []
    if person:
        return EntityType.PERSON, ["honorific", *why]
    surface = parse.surface(first, last)
    tail = ending(parse, first, last)
    dictionary = _dictionary_type(word.tag)
    if LATIN_NAME.match(surface) and not word.is_name:
        known = surface.split(" ", maxsplit=1)[0] in lexicon.GIVEN_NAMES
        return EntityType.PERSON if known else EntityType.TECHNOLOGY, [*why, "latin"]
    if dictionary is EntityType.PERSON:
        return dictionary, why
    if tail:
        return tail[0], [*why, f"ending:{tail[1]}"]
    if dictionary:
        return dictionary, why
    if _FOREIGN_PERSON.match(surface):
        return EntityType.PERSON, [*why, "katakana with a dot"]
    if word.is_name:
        return EntityType.ORGANIZATION, why
    return EntityType.CONCEPT, [*why, "nothing tells the type"]


def _spanning(parse: Parse, name: Name, first: int, last: int) -> Name:
    name.first, name.last = first, last
    name.start, name.end = parse.characters(first, last)
    name.surface = parse.surface(first, last)
    return name
