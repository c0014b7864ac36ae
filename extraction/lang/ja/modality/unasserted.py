"""Stretches of a text that assert nothing: fiction and dreams, examples, suppositions, wishes, texts to work on.

小説の中で田中さんは…, 例えば…, もし…, …だとする, …たらなあ, 翻訳して：…, あなたは…. What a clause says by its own
suffixes is read in `stating`; this is what the words around it make of it.
"""

import re
from collections.abc import Iterator
from typing import Final

from extraction.lang.ja.parse.words import Parse
from extraction.text.lexicon import lexicon

_WORDS: Final = lexicon("extraction.lang.ja", "fiction")


def _any_of(table: str) -> str:
    return "(?:" + "|".join(sorted(_WORDS.ordered(table), key=len, reverse=True)) + ")"


_OPENS: Final = r"^[\s　・\-*●■]*(?:(?:でも|じゃあ|では|さて|それで)、?)?"
_SUPPOSED: Final = re.compile(_OPENS + r"(?:例えば|たとえば|仮に|万が一|万一|もし(?!か[しす]|く))")
"""What opens a sentence that is only supposed. In the middle 例えば gives an example of what is so."""
_LABELLED: Final = re.compile(
    _OPENS + rf"(?:{_any_of('label')}\s*[：:]|[（(【［\[]{_any_of('label')}[）)】］\]]\s*[：:]?)"
)
"""例：, 例文：, （例）."""
_WITHIN: Final = re.compile(
    rf"{_OPENS}(?:(?:この|その|ある|昨夜の|昨日の|今朝の|怖い))?{_any_of('made_up')}"
    r"(?:の(?:中|なか|世界|話)で|の(?:主人公|登場人物|ヒロイン|中)の)"
    r"(?!(?:は|も)?(?:一番|いちばん|最も|もっとも|特に|どれ|何が))"
)
"""小説の中で…, but not 小説の中で一番好きなのは…."""
_IN_STORY: Final = re.compile(
    _OPENS
    + r"(?:(?:小説|物語|夢|童話|絵本|悪夢|寸劇)(?:では|じゃ)"
    + r"|(?:映画|ドラマ|漫画|マンガ|アニメ|劇|芝居)では、?(?:主人公|ヒロイン|登場人物))"
)
_PREFERENCE: Final = re.compile(r"好き|嫌い|得意|苦手|おすすめ|お勧め|人気|有名|面白")
_CONTENT: Final = re.compile(r"(?:という|っていう|って)(?:怖い|変な|ひどい|悲しい|短い|長い)?" + _any_of("told_of"))
"""…という夢: the clause before it is its content."""
_CONTENT_BEGINS: Final = re.compile(r"[、「『]")
_WISHED: Final = re.compile(
    r"(?:[ただ]ら|[えけげせてねべめれ]ば)(?:な[あぁー〜～]*|いいのに(?:な[あぁー]*)?|いいな[あぁー]*"
    r"|よかったのに|よかった(?:な[あぁー]*)?)[。！!…、〜～\s]*$"
)
_THINK_OF: Final = (
    r"(?:仮定|想定|想像)(?:する|します|しよう|しましょう|して(?:み(?:て|よう|ましょう))?(?:ください|下さい)?)"
)
_ASSUMED: Final = re.compile(
    rf"(?:[るたいだ]|です|ます)と(?:する|します|しよう|しましょう|{_THINK_OF})[。！!\s]*$"
    r"|[るたいだ]と(?:したら|すれば|仮定すると|仮定したら|仮定すれば)"
)
_ADDRESSED: Final = re.compile(
    _OPENS + r"(?:今から|これから|今日から)?、?(?:あなた|貴方|アナタ|君|きみ|キミ|お前)"
    r"(?:は|が|の(?:名前|役|職業|役割)は)"
)
"""A role that is given to the reader."""
_ASKS: Final = (
    r"(?:(?:て|で)(?:ください|下さい|くれ|ほしい|欲しい|みて|みよう|ね|よ)?|よう|ましょう|お願い(?:します|ね)?"
    r"|なさい|せよ|しろ|たい)[。！!：:\s]*$"
)
_PLAYED: Final = (
    r"(?:想像(?:し|を)|空想し|ロールプレイ|ごっこ|なりき(?:っ|り)|演じ|[ふフ]りをし|(?:役|立場)(?:に|を|で)"
    r"|という設定|架空の)"
)
_PRETENDING: Final = re.compile(_PLAYED + r"[^。！？!?\n]*?" + _ASKS)
_WRITING: Final = re.compile(
    _any_of("written") + r"(?:を|も|が)?(?:書|作|考え|創作|生成|語|聞かせ|読みた)[^。！？!?\n]{0,6}?" + _ASKS
)
_REWORKING: Final = re.compile(
    _any_of("reworking") + r"(?:を)?(?:し|お願い|頼|せよ|て|っ|ん)[^。！？!?\n：:「」]{0,14}(?:[：:]|(?=「)|\n)"
)
_REWORKED_QUOTE: Final = re.compile(
    r"」(?:を|は)?[^。！？!?\n「」]{0,10}?" + _any_of("reworking") + r"[^。！？!?\n]{0,12}?" + _ASKS
)
"""「…」を英語に訳して."""
_ANNOUNCED: Final = re.compile(
    _OPENS + r"(?:これは|以下は|次は|ここからは|これから話すのは|今から話すのは)、?(?:全部|すべて|全て|ただの|単なる)?"
    r"(?:架空|フィクション|作り話|創作|妄想|夢の話|たとえ話|例え話|冗談|空想|小説)"
)
_FIRST_PERSON: Final = re.compile(r"私|僕|俺|わたし|ぼく|おれ|自分")
_GIVEN_TEXT: Final = re.compile(
    r"(?:次|以下|下記|つぎ|下)の[^。！？!?\n、は]{0,8}?" + _any_of("given_text") + r"[^。！？!?\n]{0,16}?" + _ASKS
)


def unasserted(parse: Parse) -> tuple[tuple[int, int], ...]:
    """The stretches of a text that assert nothing, as characters (start, end); they may overlap."""
    return tuple(_stretches(parse))


def _stretches(parse: Parse) -> Iterator[tuple[int, int]]:
    text = parse.text
    for match in _REWORKING.finditer(text):
        yield match.end(), _end_of_given(text, match.end())
    for place in parse.sentences:
        start, end = parse.characters(place.start, place.stop - 1)
        sentence = text[start:end]
        if _ADDRESSED.search(sentence):
            yield start, _end_of_role(parse, place)
        within = _WITHIN.match(sentence) or (_IN_STORY.match(sentence) and not _PREFERENCE.search(sentence))
        if within or any(rule.search(sentence) for rule in (_SUPPOSED, _LABELLED, _WISHED, _ASSUMED, _REWORKED_QUOTE)):
            yield start, end
        if (label := _LABELLED.match(sentence)) is not None and not sentence[label.end() :].strip():
            yield end, len(text)
        for content in _CONTENT.finditer(sentence):
            yield start + _content_start(sentence, content.start()), start + content.start()
        if any(rule.search(sentence) for rule in (_PRETENDING, _WRITING, _ANNOUNCED)):
            yield start, len(text)
        if _GIVEN_TEXT.search(sentence):
            yield end, len(text)


def _end_of_role(parse: Parse, first: range) -> int:
    """The end of what is told of the reader: before the next sentence in which the speaker is named."""
    end = first.stop
    for sentence in parse.sentences:
        if sentence.start == end and not _FIRST_PERSON.search(parse.surface(sentence.start, sentence.stop - 1)):
            end = sentence.stop
    return parse.words[end - 1].end


def _content_start(sentence: str, end: int) -> int:
    """Where the clause before という begins: at the quotation that closes before it, else behind the last comma."""
    if sentence[:end].endswith(("」", "』")):
        return max(sentence.rfind("「", 0, end), sentence.rfind("『", 0, end), 0)
    return max((mark.end() for mark in _CONTENT_BEGINS.finditer(sentence, 0, end)), default=0)


def _end_of_given(text: str, start: int) -> int:
    """The end of a text that is given to be worked on: of its quotation, or of everything."""
    closes = text.find("」", start)
    return closes + 1 if text.startswith("「", start) and closes > 0 else len(text)
