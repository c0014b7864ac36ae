"""What a note goes on to tell of the thing that it is about: "見積計算v2 は 4/1 公開。実装は佐藤さん、期限は 3/20".

The theme is the thing before the last は of a line, or the label that the line begins with (OPS-142: …). What the next
frames say of a noun that is nothing by itself (実装, 期限, 停止) they say of the theme. It ends with its line. An item
of a list without a theme of its own tells of what the title names.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extraction.lang.ja.facts.frames import Frame
from extraction.lang.ja.facts.relations import is_own_attribute
from extraction.lang.ja.modality.verdicts import compound_start
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.cases import phrase_of
from extraction.lang.ja.parse.parse_repair import is_label
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import tail_type
from extraction.text.words import is_common_noun
from graph.model.types import EntityType

Bounds = tuple[int, int]
"""The first and the last word of a phrase."""
_KANJI: Final = re.compile(r"[一-鿿々ぁ-ん]+")
_NOW: Final = frozenset(("いま", "今", "現在", "今回", "今日", "本日", "今月", "今週", "今朝", "昨日"))
_MEETING: Final = re.compile(
    r"(?:MTG|mtg|会議|定例会?|ミーティング|打ち?合わせ|議事録|議事メモ|キックオフ|朝会|夕会|部会|委員会)(?:[\s(（]*\d.*)?$"
)
"""How the title of a meeting ends, before its date."""
_OF_MEETINGS: Final = frozenset(
    ("次回", "日時", "場所", "会場", "目的", "議題", "対象", "結論", "結果", "議長", "司会", "書記")
)
_ITEM: Final = re.compile(r"[ \t]*[-*•・●○■□◆◇▪▶][ \t]")
"""How an item of a list begins."""


def theme_of(parse: Parse, sentence: range, names: Lookup, before: Bounds | None) -> Bounds | None:
    """The theme behind a sentence: its last topic that is a thing of its own, else the one before on the same line."""
    kept = None if sentence.start and "\n" in parse.words[sentence.start - 1].text else before
    if len(sentence) > 1 and is_label(parse.words, sentence):
        name = names.at(sentence[-1] - 1)
        return (name.first, name.last) if name is not None and _is_thing(names, name.last) else kept
    for place in reversed(sentence):
        word = parse.words[place]
        if word.text == "は" and word.tag == "助詞-係助詞" and place > sentence.start:
            bounds = phrase_of(parse, place - 1)
            bounds = (_owner(parse, bounds[0], sentence), bounds[1])
            if names.of_work and names.is_time(bounds[1]):
                kept = _last_noun(parse, sentence) or kept
                break
            if _is_thing(names, bounds[1]) or _is_thing(names, bounds[0]):
                kept = bounds
                break
    return kept


def _last_noun(parse: Parse, sentence: range) -> Bounds | None:
    """The noun that ends a sentence: 「11/25〜11/29 は並行書き込み。」."""
    places = [place for place in sentence if not parse.words[place].tag.startswith(("補助記号-句点", "空白"))]
    if not places or not parse.words[places[-1]].is_noun or parse.words[places[-1]].text[-1:].isascii():
        return None
    return compound_start(parse, places[-1]), places[-1]


def of_theme(parse: Parse, frames: Sequence[Frame], names: Lookup, theme: Bounds | None) -> Iterator[Frame]:
    """The frames of a sentence, with whose attribute it is: 「DBの接続先は db1、ポートは 5432」."""
    is_here = False
    for frame in frames:
        if frame.attribute:
            theme, is_here = frame.subject, True
        if frame.attribute or frame.defines or not _is_attribute(parse, frame, names, of_people=is_here):
            yield frame
        elif theme is not None:
            yield frame._replace(subject=theme, attribute=parse.surface(*frame.subject))
        elif names.title and _is_in_item(parse, frame) and _is_of_title(parse, frame, names, names.title):
            yield frame._replace(title=names.title, attribute=parse.surface(*frame.subject))
        else:
            yield frame


def _is_in_item(parse: Parse, frame: Frame) -> bool:
    line = parse.text.rfind("\n", 0, parse.words[frame.subject[0]].start) + 1
    return _ITEM.match(parse.text, line) is not None


def _is_of_title(parse: Parse, frame: Frame, names: Lookup, title: str) -> bool:
    """Whether an item tells of what the title names: of a meeting only what meetings have, and who does what."""
    noun = parse.surface(*frame.subject)
    values = [names.at(last) for _, last in frame.values]
    is_duty = any(name is not None and name.type is EntityType.PERSON for name in values)
    return not _is_event(noun) and (_MEETING.search(title) is None or is_duty or noun in _OF_MEETINGS)


def _is_event(noun: str) -> bool:
    """Whether a noun names something that has a day of its own: 判定会."""
    tail = tail_type(noun)
    return tail is not None and tail[0] is EntityType.EVENT


def _is_attribute(parse: Parse, frame: Frame, names: Lookup, *, of_people: bool) -> bool:
    """Whether a frame's subject is a bare common noun, and none that only people have (趣味) unless `of_people`."""
    first, last = frame.subject
    name = names.at(last)
    words = parse.words[first : last + 1]
    is_kanji = _KANJI.fullmatch(parse.surface(first, last)) is not None
    is_plain = all(word.tag.startswith(("名詞-普通名詞", "接尾辞")) for word in words) and is_kanji
    is_bare = name is None or is_plain or (first == last and is_common_noun(words[-1].text))
    is_counted = of_people and words[0].tag.startswith("名詞-数詞")
    is_bare = is_bare and parse.surface(first, last) not in _NOW
    is_bare = is_bare and (words[-1].tag.startswith("名詞-普通名詞") or is_plain or is_counted)
    return is_bare and (of_people or not is_own_attribute(parse.surface(first, last)))


def _is_thing(names: Lookup, place: int) -> bool:
    """Whether a name stands at a word that is neither a person nor a date."""
    name = names.at(place)
    return name is not None and name.named and name.type not in (EntityType.PERSON, EntityType.TIME_UNIT)


def _owner(parse: Parse, first: int, sentence: range) -> int:
    """The first word of the phrase with what belongs to it by の."""
    if first - 2 >= sentence.start and parse.words[first - 1].text == "の" and parse.words[first - 2].is_noun:
        return phrase_of(parse, first - 2)[0]
    return first
