"""Named-entity recognition by the tagging head, the dictionary, quotes, dates and the known names of the graph."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from extraction.lang.ja import word_lists
from extraction.lang.ja.dates.dates import moments
from extraction.lang.ja.parse.words import GIVEN_NAME, Parse, Word, noun_runs
from extraction.lang.ja.word_lists import tail_type
from extraction.model.context import Context, KnownSpan
from extraction.names.forms.person_finder import COLOURS
from extraction.names.keys import aliases_of, display_name
from extraction.names.label_confidence import FIRM, GROUP, LEAST, PRODUCT, TYPES, log_odds, reads_otherwise
from extraction.text.words import is_listed
from graph.model.types import EntityType, LinkType

_LATIN_NAME = re.compile(r"^[A-Z][\w.+#&'’\-]+(?: (?:of|the|and|for|&|[A-Z0-9][\w.+#'’\-]*)){0,5}$", re.ASCII)
_NUMERIC = re.compile(r"^[\d０-９,，.．〇一二三四五六七八九十百千万億兆]+")
_KATAKANA = re.compile(r"^[ァ-ヺー]+$")
_QUOTED = re.compile(r"『(?P<work>[^『』\n]{1,40})』|「(?P<quotation>[^「」\n]{1,25})」")
_SENTENCE_IN_QUOTES = re.compile(r"[。！？!?]|(?:です|ます|ました|だった|ない|だ|よ|ね|か|て|た|う|る)$")
_TITLE_FOLLOWS = re.compile(r"^(?:という|と呼|と題|と名|という名)")
_KANA_OR_LATIN = re.compile(r"^(?:[ァ-ヺー・]{2,}|[ぁ-んー]{2,}|[A-Za-z]{2,})$")
_FOREIGN_PERSON = re.compile(r"^[ァ-ヺー]{2,}(?:[・＝=][ァ-ヺー]{1,}){1,3}$")
_NAME_EVIDENCE: Final = ("ending:", "latin", "katakana with a dot")
"""Reasons that make a dictionary name a name where the tagging head sees none; without one of them half are none."""
_NUMERAL: Final = "名詞-数詞"
_PROJECTS: Final = frozenset(("プロジェクト", "計画"))
"""Endings of undertakings, which the tagging head takes for groups now and then."""
_NOTICES: Final = word_lists.NOUNS.words("notice")
"""What stands in brackets before a notice, and is no title there: 『重要』."""
_AFTER_TITLE: Final = re.compile(r"[はがをのにとでもへ]|という")
_BOOK: Final = "本"
_BOOK_DAYS: Final = word_lists.BOOK_DAYS | word_lists.MAYBE_BOOK_DAYS
"""Days before a book, in which the tagging head, which reads letters, may see Japan (休日本を)."""
_COURTESY_TITLES: Final = frozenset(("さん", "さま", "様", "氏", "先生", "君", "くん", "ちゃん", "殿"))


class Label(NamedTuple):
    """One span of the tagging head: its first and last word, label and confidence."""

    first: int
    last: int
    label: str
    confidence: float

    @property
    def type(self) -> EntityType | None:
        """The entity type of the label, None for amounts and the like."""
        return TYPES.get(self.label)


@dataclass(slots=True, kw_only=True)
class Name:
    """A name whose evidence the rules still collect: words `first` to `last`, honorifics included.

    `named` is False for a common noun; `moment` is the beginning of a date.
    """

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
    moment: datetime | None = None


def names_in(parse: Parse, labels: Sequence[Label], context: Context) -> list[Name]:
    """All names with evidence of their own, in the order of the text; earlier sources win where two overlap."""
    claimed: dict[int, Name] = {}
    accepted: list[Name] = []

    def claim(names: Iterable[Name]) -> None:
        for name in names:
            if not any(place in claimed for place in range(name.first, name.last + 1)):
                accepted.append(name)
                claimed.update(dict.fromkeys(range(name.first, name.last + 1), name))

    claim(_known(parse, context, labels, contradicted=False))
    claim(_dates(parse, context))
    claim(_quoted(parse, labels))
    claim(_tagged(parse, labels))
    claim(_known(parse, context, labels, contradicted=True))
    for run in noun_runs(parse):
        for first, last in _unclaimed(run, claimed):
            claim(_in_run(parse, first, last))
    for name in accepted:
        _cut_graduate(name)
    return sorted(accepted, key=lambda name: name.start)


def _cut_graduate(name: Name) -> None:
    """Cuts 卒 off a school (京都大学卒), which the dictionary joins with the last word of the school."""
    if name.surface.endswith("大学卒") and name.name.endswith("卒"):
        name.end, name.surface, name.name = name.end - 1, name.surface[:-1], name.name[:-1]


def words_between(parse: Parse, start: int, end: int) -> tuple[int, int] | None:
    """The first and last word that overlap the characters `start` to `end`, None when none does."""
    places = [word.place for word in parse.words if word.start < end and word.end > start]
    return (places[0], places[-1]) if places else None


def _known(parse: Parse, context: Context, labels: Sequence[Label], *, contradicted: bool) -> Iterable[Name]:
    """The known names of the graph in the text: those that the tagging head types otherwise, or all the others."""
    for span in context.spans:
        places = words_between(parse, span.start, span.end)
        if places is None or _is_inside_label(places, labels):
            continue
        if contradicted is not _is_contradicted(places, span, labels):
            continue
        first, last = places
        whole = parse.words[first].start == span.start and parse.words[last].end == span.end
        end = span.end
        if whole and last + 1 < len(parse.words) and parse.words[last + 1].text in word_lists.HONORIFICS:
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


def _is_contradicted(places: tuple[int, int], span: KnownSpan, labels: Sequence[Label]) -> bool:
    """Whether the tagging head gives a known name another type, with no less confidence than the graph."""
    return any(
        (label.first, label.last) == places
        and label.type is not None
        and reads_otherwise(label.type, label.confidence, span.type, span.confidence)
        for label in labels
    )


def _is_inside_label(places: tuple[int, int], labels: Sequence[Label]) -> bool:
    """Whether the tagging head sees a longer name around (東京 in 東京タワー)."""
    first, last = places
    return any(
        label.type is not None
        and label.first <= first
        and last <= label.last
        and label.last - label.first > last - first
        for label in labels
    )


def _dates(parse: Parse, context: Context) -> Iterable[Name]:
    for moment in moments(parse.text, context.when):
        places = words_between(parse, moment.start, moment.end)
        if places is None or _cuts_name(parse, places[1], moment.end):
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


def _cuts_name(parse: Parse, last: int, end: int) -> bool:
    """Whether a date ends within a name: 今日 in 今日本は寒い."""
    return parse.words[last].is_name and parse.words[last].end > end


def _quoted(parse: Parse, labels: Sequence[Label]) -> Iterable[Name]:
    for match in _QUOTED.finditer(parse.text):
        inner = match["work"] or match["quotation"]
        start = match.start() + 1
        if inner in _NOTICES and not _AFTER_TITLE.match(parse.text, match.end()):
            continue
        places = words_between(parse, start, start + len(inner))
        if places is None:
            continue
        label = next((label for label in labels if label.first <= places[0] and label.last >= places[1]), None)
        introduced = _introduced_type(parse, places[0])
        kind = introduced or (label.type if label else None)
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


def _introduced_type(parse: Parse, place: int) -> EntityType | None:
    """The type given by a noun right before the quotes (ゲームシステム「ポン」)."""
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


def _tagged(parse: Parse, labels: Sequence[Label]) -> Iterable[Name]:
    """The names of the tagging head; a person includes an honorific or office behind."""
    for label in labels:
        if label.type is None or label.confidence < LEAST[label.type] or not may_be_tagged(parse, label):
            continue
        surface = parse.surface(label.first, label.last)
        kind, why = tagged_type(parse, label)
        last = _with_titles(parse, label.last) if kind is EntityType.PERSON else label.last
        evidence = log_odds(label.confidence) + (1.0 if last > label.last else 0.0)
        name = display_name(surface)
        start, end = parse.characters(label.first, last)
        yield Name(
            first=label.first,
            last=last,
            start=start,
            end=end,
            surface=parse.surface(label.first, last),
            name=name,
            type=kind,
            confidence=round(1 / (1 + math.exp(-evidence)), 3),
            reasons=[f"head:{label.label}", *why, *(["honorific"] if last > label.last else [])],
            method="head",
            aliases=tuple(form for form in aliases_of(surface) if form != name),
        )


def may_be_tagged(parse: Parse, label: Label) -> bool:
    """Whether the words can be a name at all: no bare number, pronoun or sign, and no vague word."""
    surface, words = parse.surface(label.first, label.last), parse.words[label.first : label.last + 1]
    if surface in word_lists.NEVER or _NUMERIC.fullmatch(surface) or not any(letter.isalpha() for letter in surface):
        return False
    if surface == _BOOK or surface.removesuffix(_BOOK) in _BOOK_DAYS:
        return False
    if word_lists.is_kind_of_person(surface) and not any(word.is_name for word in words):
        return False
    if surface in COLOURS and _with_titles(parse, label.last) == label.last:
        return False
    return not all(word.tag.startswith(("代名詞", "助", "補助記号", "空白")) for word in words)


def _with_titles(parse: Parse, last: int) -> int:
    """The last word of the honorifics and offices right behind a person's name."""
    words = parse.words
    while (
        last + 1 < len(words)
        and words[last + 1].start == words[last].end
        and (words[last + 1].text in word_lists.HONORIFICS or words[last + 1].text in word_lists.OFFICES)
    ):
        last += 1
    return last


def tagged_type(parse: Parse, label: Label) -> tuple[EntityType, list[str]]:
    """The type of the label; that of the name's ending where the label is broad or of low confidence."""
    kind = label.type or EntityType.CONCEPT
    surface = parse.surface(label.first, label.last)
    if kind is EntityType.PERSON and surface in word_lists.DEPARTMENTS:
        return EntityType.ORGANIZATION, ["department"]
    thing = word_lists.THING_TYPES.get(surface)
    if thing is not None and _with_titles(parse, label.last) == label.last:
        return thing, ["common noun"]
    tail = ending(parse, label.first, label.last)
    if tail and tail[1] in _PROJECTS and kind is EntityType.ORGANIZATION:
        return tail[0], [f"ending:{tail[1]}"]
    if tail and tail[1] != surface and (label.label in (PRODUCT, GROUP) or label.confidence < FIRM):
        return tail[0], [f"ending:{tail[1]}"]
    if label.label == PRODUCT and _LATIN_NAME.match(surface):
        return EntityType.TECHNOLOGY, ["latin"]
    return kind, []


def ending(parse: Parse, first: int, last: int) -> tuple[EntityType, str] | None:
    """The type that the ending of a name or compound gives, with it; never a part of a word (レース in トレース)."""
    trade = word_lists.TRADES.get(parse.words[last].text)
    if trade is not None and first < last and _may_be_firm(parse.words[last - 1]):
        return trade, parse.words[last].text
    tail = tail_type(parse.surface(first, last))
    if tail is None:
        return None
    begins = parse.words[last].end - len(tail[1])
    before = parse.text[max(begins - 1, 0) : begins]
    if len(tail[1]) > 1 and not (_KATAKANA.match(tail[1]) and _KATAKANA.match(before)):
        return tail
    return tail if any(parse.words[place].start == begins for place in range(first, last + 1)) else None


def _may_be_firm(word: Word) -> bool:
    """Whether a word before a trade names its firm: a name, or a word of Japan in katakana (アオバ, not データ)."""
    return word.is_name or bool(_KATAKANA.match(word.text) and not _KATAKANA.match(word.lemma))


def name_like(parse: Parse) -> Iterator[tuple[int, int]]:
    """The characters of each run of nouns that is written like a whole name, and of two that の makes one title.

    A noun of the dictionary is none by itself (光が見えた), and no part of a longer run is one (東京 in 東京都庁).
    """
    before: tuple[int, int] | None = None
    for run in noun_runs(parse):
        first, last = _without_heads(parse, *run), _without_tails(parse, *run)
        if first > last or parse.words[first].tag.startswith(_NUMERAL):
            before = None
            continue
        if _is_name_like(parse, first, last):
            yield parse.characters(first, last)
        if before is not None and first - before[1] == 2 and parse.words[first - 1].text == "の":
            yield parse.characters(before[0], last)
        before = first, last


def _is_name_like(parse: Parse, first: int, last: int) -> bool:
    word = parse.words[first]
    if first < last or word.is_name:
        return True
    if word.text.isascii():
        return word.text[0].isupper()
    return not is_listed(word.text)


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
    """The name in a run of nouns without a label, by the dictionary, an honorific or its shape."""
    words = parse.words
    first = _without_heads(parse, first, last)
    end = last
    person = False
    while end > first and (words[end].text in word_lists.HONORIFICS or words[end].text in word_lists.OFFICES):
        is_personal = words[end - 1].tag.startswith("名詞-固有名詞-人名")
        person = person or words[end].text in word_lists.HONORIFICS or is_personal
        if not person:
            break
        end -= 1
    shown = last if person else end
    if not person:
        end = shown = _without_tails(parse, first, end)
    if end < first:
        return
    name = _dictionary_name(parse, first, end, person)
    if name is not None:
        yield _spanning(parse, name, first, shown)


def _without_heads(parse: Parse, first: int, last: int) -> int:
    """The first word behind adverbs of time, prefixes and signs (元, 現在)."""
    words = parse.words
    while first < last:
        word = words[first]
        adverbial = word.tag.startswith("名詞-普通名詞-副詞可能") and not words[first + 1].tag.startswith("接尾辞")
        if not (adverbial or word.text in word_lists.ROLE_HEADS or word.tag.startswith("記号")):
            break
        first += 1
    return first


def _without_tails(parse: Parse, first: int, last: int) -> int:
    """The last word before words that only relate to a name (出身, 在住)."""
    while last > first and parse.words[last].text in word_lists.ROLE_TAILS:
        last -= 1
    return last


def _dictionary_name(parse: Parse, first: int, last: int, person: bool) -> Name | None:
    """The words as a name with the type and confidence of their evidence, or None without enough of it."""
    words = parse.words[first : last + 1]
    surface = parse.surface(first, last)
    proper = [word for word in words if word.is_name]
    if not _may_name(parse, first, last, person=person):
        return None
    kind, why = _type_of(parse, first, last, person)
    if not (person or any(reason.startswith(_NAME_EVIDENCE) for reason in why)):
        return None
    weight = 0.35 + 0.25 * bool(proper) + 0.25 * person
    weight += 0.1 * bool(words[-1].is_name and words[0].is_name) + 0.05 * bool(tail_type(surface)) - 0.1 * (not proper)
    weight += 0.3 * (surface.split(" ", maxsplit=1)[0] in word_lists.GIVEN_NAMES)
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
    """Whether there is any evidence of a name."""
    words = parse.words[first : last + 1]
    surface = parse.surface(first, last)
    proper = any(word.is_name for word in words)
    if _NUMERIC.fullmatch(surface) or not (proper or person or len(surface) > 1):
        return False
    if person and not proper:
        return _may_be_addressed(parse, first, last)
    latin = bool(_LATIN_NAME.match(surface)) and not surface.isupper()
    return person or proper or latin


def _may_be_addressed(parse: Parse, first: int, last: int) -> bool:
    """Whether a word before an honorific may be an unlisted name: in kana or Latin letters, and no kinship term."""
    surface = parse.surface(first, last)
    after = parse.words[last + 1].text if last + 1 < len(parse.words) else ""
    address = surface + after
    return after in _COURTESY_TITLES and bool(_KANA_OR_LATIN.match(surface)) and display_name(address) != address


def _dictionary_type(tag: str) -> EntityType | None:
    if tag.startswith("名詞-固有名詞-人名"):
        return EntityType.PERSON
    return EntityType.LOCATION if tag.startswith("名詞-固有名詞-地名") else None


def _type_of(parse: Parse, first: int, last: int, person: bool) -> tuple[EntityType, list[str]]:
    """The type with its evidence: by honorific, ending or dictionary, in this order."""
    word = parse.words[last]
    why = ["dictionary:" + word.tag.removeprefix("名詞-固有名詞-")] if word.is_name else []
    if person:
        return EntityType.PERSON, ["honorific", *why]
    surface = parse.surface(first, last)
    tail = ending(parse, first, last)
    dictionary = _dictionary_type(word.tag)
    if _LATIN_NAME.match(surface) and not word.is_name:
        known = surface.split(" ", maxsplit=1)[0] in word_lists.GIVEN_NAMES
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
