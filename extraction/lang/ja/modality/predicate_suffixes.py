"""The suffixes of a predicate, and the polarity and modality that they give it by themselves."""

import re

from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import MODALITY
from graph.model.types import Modality, Polarity

CARRIERS = MODALITY.words("modal_noun")
"""Nouns that carry the modality of their verb ("異動する予定だ") and share its subject."""

_AUXILIARY = (
    "助動詞",
    "助詞",
    "動詞-非自立可能",
    "接尾辞",
    "形容詞-非自立可能",
    "名詞-助動詞語幹",
    "形状詞-助動詞語幹",
)
_PHRASES = re.compile(
    r"(?:ほう|方)が(?:[いよ良]い|[よ良](?:かっ|さそう))|ところ(?:だっ|でし)|違い(?:な[いかく]|あり)|気が(?:する|し)|損[ねな]|そびれ|(?<![てで])忘れ"
    r"|まま(?=に[しすさせな置お])|(?:(?<=では)|(?<=じゃ)|(?<=たく)|(?<=こと[がはも]))なくな[るっり]"
)
"""Modal phrases that begin with a content word (…ではなくなった)."""

PAST = re.compile(r"た(?![いくらり])|^だ(?!ろ)")
"""Past forms."""
WISHED = re.compile(
    r"(?:^|[^みが])た(?:い|く(?!らい)|かっ|ければ|けりゃ|きゃ|が[るりっらろ])|[てで]みた(?:い|く|かっ|ければ)"
)
"""All forms of たい and たがる. みたい is a wish only behind て; がたい ("hard to") is none."""

_OBLIGATORY = re.compile(
    r"べき|な(?:けれ|きゃ)ば?な|なくては|なくちゃ|な(?:けれ|きゃ)ば?いけ|ないと(?:いけ|駄目|だめ)|必要が|てください|て下さい"
    r"|なければ|ねばな|ざるを|しかな|しかあり|わけに(?:は|も)?[いゆ行]か|(?:[てで]は|ちゃ)(?:いけ|なら|駄目|だめ)|(?:ほう|方)が[いよ良]"
)
_REPORTED = re.compile(
    r"(?:る|た|ない|たい|だ)そう(?:だ|です|な|で|$)|とのこと|らしい|という(?:こと|話)|と(?:言|い)(?:う|った|って|われ)"
)
_POSSIBLE = re.compile(
    r"(?<!と)かも(?:しれ|知れ)?|でしょう|だろう|はず(?!(?:[がはも])?(?:な[いかく]|ありません))|よう[だで]|様(?:だ|です|で)|(?<![てで])みたい"
    r"|可能性|見込み|模様|っぽ[いかくさ]|違い(?:な|あり)|気が(?:する|し)|^し?かけ[たてる]|と[よ良]い|といい(?:$|[なねよ]|です|けど|のに)|[てで](?:も(?:[いよ良]い|[よ良]か)|[よ良]い(?!な)|も?(?:構|かま|大丈夫))"
    r"|(?<![ただ])わけ(?:で[はも]?|じゃ)(?:な[いかく]|あり)|そう(?:だ|です|な|で|$|に(?!な))"
)
_INTENDED = re.compile(
    r"[てで](?:もら|いただ|頂)(?:う|く|います|きます)(?:[。、]|$)|予定|つもり|計画|方針|ましょう|[てで](?:ほし|欲し)|(?:よう|おう|こう|とう|ろう|もう)(?:と|か|ぜ|$)|ことに(?:し|な)|^(?:する)?ように(?:する|します)$"
)
_WHY = re.compile(r"(?:なぜ|何故|なんで(?!も)|どうして(?!も))(?!.*(?:知|分か|わか|存じ))")
"""Words that ask why what the sentence tells is so; who knows why is asked."""
_ASKED = re.compile(r"(?:か(?:な|しら|ね)?|っけ)[。？?]?$|[？?]$|の[？?]$")
_NEGATIVE = re.compile(r"な(?:い|かっ|く)|ません|(?<!は)ず(?!っ)|ぬ(?!け)|(?<!し)まい")
_NOT_NEGATIVE = re.compile(
    r"かも(?:しれ|知れ)(?:ない|ません)|(?:な(?:けれ|きゃ)ば?|ねば)(?:な(?:ら|り)|いけ)(?:ない|ません|ず)"
    r"|なく(?:ては|ちゃ)(?:な(?:ら|り)|いけ)(?:ない|ません)|ないと(?:いけ(?:ない|ません))|じゃない(?:です)?か|ではない(?:です)?(?:か|でしょう)"
    r"|なければ|なきゃ|なくちゃ|な(?:いか|くて)[？?]?$|違い(?:な[いかく]|ありません)|たまらない|しか(?:な[いかく]|ありません)"
    r"|ざるを(?:得|え)(?:な[いかく]|ません)|に(?:過|す)ぎ(?:な[いかく]|ません)"
)
_NEARLY = re.compile(r"^[^てでた]*(?:ところ(?:だっ|でし)|そうに(?:な[っり]))|^し?(?:損[ねな]|そびれ|忘れ)")
"""What nearly happened and did not: 辞めるところだった, 辞めそうになった, 買い損ねた, 入れ忘れた."""
PASSED_ON = re.compile(
    r"(?:する)?(?:との(?:こと|連絡|報告|回答|通知|情報|話|声)|と(?:の|いう)?(?:連絡|報告|回答|通知|返事|返答|申告|指摘)(?:[がはも]|を受|あり|[。、\n]|$))"
)
"""What stands behind a predicate that somebody else told: 「60分に延ばすと回答あり」."""
_REQUEST = re.compile(r"(?:て|で)(?:ください|下さい|ほしい|くれ|ね|よ)?[。！!]?$|なさい|しろ[。！]?$")


def tail_of(parse: Parse, head: Word, sentence: range) -> str:
    """The auxiliaries, particles and modal nouns after a predicate, up to the next content word."""
    end = head.end
    for place in range(head.place + 1, sentence.stop):
        word = parse.words[place]
        phrase = _PHRASES.match(parse.text, word.start)
        if phrase is not None:
            end = max(end, phrase.end())
        if word.start < end or (
            word.tag.startswith(_AUXILIARY)
            or word.text in CARRIERS
            or word.part in ("AUX", "PART")
            or word.label == "fixed"
        ):
            end = max(end, word.end)
            continue
        break
    return parse.text[head.end : end]


def polarity_of(tail: str) -> Polarity:
    """Negative for an odd number of negations in the tail; two of them cancel out (住んでいないわけではない).

    "かもしれない" and "なければならない" are none.
    """
    denials = len(_NEGATIVE.findall(_NOT_NEGATIVE.sub("", tail))) + bool(_NEARLY.match(tail))
    return Polarity.NEGATIVE if denials % 2 else Polarity.POSITIVE


def modality_of(parse: Parse, tail: str, sentence: range) -> Modality:
    """The modality that the tail of a predicate gives it; a question mark or か at the end of the sentence asks."""
    whole = parse.text[parse.words[sentence.start].start : parse.words[sentence.stop - 1].end].rstrip("\n 」』")
    is_question = _ASKED.search(whole) is not None and _WHY.search(whole) is None
    for pattern, modality in (
        (_OBLIGATORY, Modality.OBLIGATORY),
        (_REPORTED, Modality.ASKED if is_question else Modality.REPORTED),
        (_POSSIBLE, Modality.POSSIBLE),
        (WISHED, Modality.INTENDED),
        (_INTENDED, Modality.INTENDED),
    ):
        if pattern.search(tail):
            return modality
    return Modality.ASKED if is_question else Modality.STATED


def asks(parse: Parse, sentence: range) -> bool:
    """Whether a sentence is a question, a request or seeks agreement: then it is not about the speaker."""
    whole = parse.surface(sentence.start, sentence.stop - 1)
    ends = whole.rstrip("。 」！!〜～♪").endswith(("?", "？", "か", "かな", "かしら", "ね"))
    return ends or bool(_REQUEST.search(whole.strip()))
