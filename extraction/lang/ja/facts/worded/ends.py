"""The ends of facts in the words of the text, and the parts of a clause by their particles."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.clauses import Argument
from extraction.lang.ja.facts.worded.phrases import Phrase, behind_source, is_ticket
from extraction.lang.ja.modality.stating import Stated
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.referents import PEOPLE, Referents
from extraction.lang.ja.parse.cases import FORMAL, kind_of, phrase_of, possessors
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import words_of
from extraction.names.speakers import UNSAID
from graph.model.types import EntityType, RelationType

_LONGEST: Final = 120
SUBJECTS: Final = ("が", "は", "も")
UNSEEN: Final = 0.65
"""How often what a particle marks belongs to the next verb, whatever the parse says of it; set by hand."""
_HONORIFICS: Final = frozenset(("さん", "様", "さま", "くん", "君", "ちゃん", "氏"))
_CHOOSING: Final = frozenset(("選ぶ", "採用する", "使う", "選択する", "優先する", "好む", "用いる"))
"""Verbs with which より sets something aside."""
GROUPS: Final = tuple(words_of("課 係 室 部 班 チーム 局 庁 省 社 基金 委員会 協会 本部 支部 組合"))
"""How groups are called that do what is done at them; at a school somebody else does it."""
_QUITTING: Final = ("やめる", "辞める", "止める", "廃止する")
_DENIED: Final = re.compile(
    r" ?(?:(?:では?|じゃ)な(?:く|い)|の(?:代|か)わり|[をは](?:やめ|廃止し)|に(?:代|か)え|より(?:も|は)?、?)"
)
"""What stands behind a thing that is set aside for another."""
AMOUNT: Final = re.compile(r"(?:最大|最小|最低|最高|約|平均|計|合計|月|各)?\d")
_PEOPLE_COUNTED: Final = re.compile(r"(?!(?:1|一)[人名])(?:\d+|[一二三四五六七八九十]+)(?:人|名)")
_NUMBER: Final = re.compile(r"[\d/.:,-]+")
_LABEL_BEFORE: Final = re.compile(r"^(?:[^「」\n]*?(?:：|: )|[・*●○■-] ?)(?=.)")
"""A label that a line begins with, and no part of what follows: 「良かった: 検索」."""
_DURING: Final = re.compile(r"[一-鿿ァ-ヺー]{2}中$")
_UP_TO: Final = ("〜", "～", "~")
INANIMATE: Final = (EntityType.TECHNOLOGY, EntityType.DOCUMENT, EntityType.TASK, EntityType.OBJECT)
"""The types of things that do nothing by themselves."""


class End(NamedTuple):
    """An end of a literal fact: the name that stands there, if any, and its words."""

    name: Name | None
    text: str


class Part(NamedTuple):
    """What stands before a particle in a clause, how sure it is that it belongs there, whether it is set `away`."""

    role: str
    end: End
    confidence: float
    away: bool = False
    phrase: Phrase | None = None
    is_when: bool = False
    time: Name | None = None


@dataclass(slots=True, kw_only=True)
class LiteralDraft:
    """A literal fact whose ends are not yet positions."""

    subject: End
    object: End
    arguments: tuple[tuple[str, End], ...]
    predicate: Stated
    sentence: range
    confidence: float
    evidence: str
    time: Name | None = None
    type: RelationType = RelationType.RELATES_TO


def parts_of(
    parse: Parse,
    phrases: Sequence[Phrase],
    referents: Referents,
    arguments: Sequence[Argument] = (),
    lemma: str = "",
    *,
    passive: bool = False,
) -> list[Part]:
    """The phrases of a predicate that say something, each with how sure its role is by the arguments of the parse."""
    parts: list[Part] = []
    for phrase in phrases:
        head = phrase.last - (phrase.last > phrase.first and parse.words[phrase.last].text in _HONORIFICS)
        last = parse.words[phrase.last]
        # 指令所, 終業後に
        is_suffix = phrase.first < phrase.last and last.tag.startswith("接尾辞")
        is_formal = last.text in FORMAL and not (is_suffix and (last.text == "所" or phrase.role not in SUBJECTS))
        end = None if is_formal else end_at(parse, head, referents, phrase.first)
        if not phrase.role and not AMOUNT.search(parse.surface(phrase.first, phrase.last)):
            continue
        if end is None or (phrase.role in SUBJECTS and _is_when(end, phrase, referents)):
            continue
        kind = kind_of(parse.words[phrase.last])
        is_when = kind == "time" or (kind == "number" and phrase.first == phrase.last)
        is_when = is_when or parse.words[phrase.last].text in ("中", "時点", "いっぱい")
        sure = [argument.confidence for argument in arguments if phrase.first <= argument.head <= phrase.last]
        within = (referents.names.at(place) for place in range(phrase.first, phrase.last + 1))
        time = next((name for name in within if name is not None and name.type is EntityType.TIME_UNIT), None)
        is_time = time is not None and (is_when or time.last == phrase.last)
        parts.append(
            Part(
                "が" if not passive and _is_acting(parse, phrase, end) else phrase.role,
                end,
                max((*sure, UNSEEN)),
                _is_set_aside(parse, phrase, lemma),
                phrase,
                is_when,
                time if is_time else None,
            )
        )
    return parts


def _is_acting(parse: Parse, phrase: Phrase, end: End) -> bool:
    """Whether people do what it is said to be done at or with: 「市民課では手書きで対応した」, 「5人で使う」."""
    is_group = end.text.endswith(GROUPS) and parse.text.startswith("は", parse.words[phrase.last + 1].end)
    return phrase.role == "で" and (is_group or _PEOPLE_COUNTED.fullmatch(end.text) is not None)


def _is_when(end: End, phrase: Phrase, referents: Referents) -> bool:
    """Whether a phrase only tells when: 今は, 昨年度は."""
    is_date = end.name is not None and end.name.type is EntityType.TIME_UNIT
    # 20年も: how long, and not who; 休暇中も: when
    is_date = is_date or (phrase.role == "も" and end.text[:1].isdigit())
    is_date = is_date or (phrase.role != "が" and end.name is None and _DURING.search(end.text) is not None)
    return is_date or (phrase.first == phrase.last and referents.names.is_time(phrase.last))


def is_definite(end: End) -> bool:
    """Whether an end is a name, an amount or written in Latin letters: what something comes to, and no manner."""
    return end.name is not None or any(letter.isascii() for letter in end.text)


def is_of_text(end: End) -> bool:
    """Whether an end is named by the text, and not who writes it."""
    return end.name is None or UNSAID not in end.name.reasons


def is_date(end: End) -> bool:
    """Whether an end is a date or a time."""
    return end.name is not None and end.name.type is EntityType.TIME_UNIT


def is_person(end: End) -> bool:
    """Whether an end is a person."""
    return end.name is not None and end.name.type is EntityType.PERSON


def is_somebody(end: End) -> bool:
    """Whether an end is a person or a group with a name."""
    return end.name is not None and end.name.named and end.name.type in (EntityType.PERSON, EntityType.ORGANIZATION)


def _is_set_aside(parse: Parse, phrase: Phrase, lemma: str) -> bool:
    aside = _DENIED.match(parse.text, parse.words[phrase.last].end)
    if aside is None or (aside[0].lstrip().startswith("より") and lemma not in _CHOOSING):
        return False
    return not (aside[0].lstrip().startswith(("を", "は")) and lemma in _QUITTING)


def end_at(parse: Parse, head: int, referents: Referents, first: int | None = None) -> End | None:
    """What stands at a word: its name, or the noun phrase with what belongs to it by の; nothing for empty words."""
    word = parse.words[head]
    antecedent = referents.antecedent(head)
    if antecedent is not None:
        return End(antecedent, antecedent.name)
    if referents.names.is_self(head):
        speaker = referents.names.speaker(head)
        return None if speaker is None else End(speaker, speaker.name)
    name = referents.names.at(head)
    if name is None and (kind_of(word) == "pronoun" or word.text in PEOPLE or (word.text in FORMAL and first is None)):
        return None
    start, last = phrase_of(parse, head)
    start = min(start, start if first is None else first, start if name is None else name.first)
    start = _with_latin_before(parse, start, referents)
    last = head if first is not None else last
    last = max(last, last if name is None else name.last)
    for owner in possessors(parse, word) if first is None and name is None else ():
        start = min(start, phrase_of(parse, owner.place)[0])
    start, last = _whole(parse, start, last, referents)
    text = parse.surface(start, last).strip()
    text = _LABEL_BEFORE.sub("", text) if name is None or not name.named else text
    if name is not None and name.named and name.type is EntityType.PERSON:
        text = name.surface  # of 「CS の佐藤さん」 the group is a fact of its own
    return End(name, text) if text and len(text) <= _LONGEST else None


def _whole(parse: Parse, first: int, last: int, referents: Referents) -> tuple[int, int]:
    """The words with the quotation mark that one within them misses, and with where a range begins: 14:00〜17:00."""
    text = parse.surface(first, last)
    if first and text.count("」") > text.count("「"):
        first = next((place for place in range(first - 1, -1, -1) if parse.words[place].text == "「"), first)
    if last + 1 < len(parse.words) and text.count("「") > text.count("」") and parse.words[last + 1].text == "」":
        last += 1
    begin = referents.names.at(first - 2) if first > 1 and parse.words[first - 1].text in _UP_TO else None
    first = first if begin is None else begin.first
    return first, last


def _with_latin_before(parse: Parse, first: int, referents: Referents) -> int:
    """Where a noun begins with the Latin word that a space parts from it: API of 「API キー方式」."""
    start = behind_source(parse, parse.sentence_of(first))
    while first > start:
        word, before = parse.words[first], parse.words[first - 1]
        if before.tag.startswith("空白") and first > 1:
            before = parse.words[first - 2]
        name = referents.names.at(before.place)
        is_date = name is not None and name.type is EntityType.TIME_UNIT
        is_apart = is_date or is_ticket(before)
        is_mixed = before.text.isascii() != word.text.isascii() and not _NUMBER.fullmatch(before.text)
        if is_apart or not before.is_noun or parse.text[before.end : word.start] != " " or not is_mixed:
            break
        first = phrase_of(parse, before.place)[0] if name is None else name.first
    return first


def is_named_thing(name: Name) -> bool:
    """Whether a name is that of a thing, of which more is told than of who does something with it."""
    return name.named and name.type in (*INANIMATE, EntityType.CONCEPT)


def is_of_work(end: End) -> bool:
    """Whether an end is a thing of work, of which more is told than of who does something with it."""
    return end.name is not None and is_named_thing(end.name)
