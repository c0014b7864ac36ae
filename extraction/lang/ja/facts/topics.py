"""Short facts say "XのYはZ": X and Z may be titles that no parser keeps whole, so the frame itself finds them."""

import re
from itertools import pairwise
from typing import NamedTuple

from extraction.lang.ja import word_lists as lexicon
from extraction.lang.ja.facts.relations import is_liked, is_own
from extraction.lang.ja.parse.words import Parse, Word


class Frame(NamedTuple):
    """The pieces of a sentence "XのYはZ。" or "XはZ。" as (first, last) words.

    `attribute` is Y's text, "" without one; `defines` marks "XとはZ".
    """

    sentence: range
    subject: tuple[int, int]
    attribute: str
    values: tuple[tuple[int, int], ...]
    defines: bool = False


_LONGEST = 90
"""Characters; a longer sentence is left to the parse."""

_COPULA = re.compile(
    r"^(?:(?:で(?:は|も)?|じゃ)(?:な(?:い|かった)|ありません)(?:です|でした)?|(?:で(?:は|も))?あ(?:る|った|ります|りました)|である|であった|"
    r"です|でした|だ|だった|でしょう|だろう|であろう|になります|となる|かも(?:しれ|知れ)(?:ない|ません)(?:です)?|らしい(?:です)?|"
    r"だそう(?:だ|です)|(?:の|な)(?:はず|よう|予定|つもり|ん|の)(?:だ|です|でした|だった))?(?:か(?:な|しら)?|よ|ね|な|わ|ぞ|さ|けど|が)*[。．.!！？?]*$"
)
_BEFORE_OF_WITHIN = re.compile(
    r"(?:者|地|時|前|後|曲|役|数|日|年|上|方|版|際|人目|つ目|番目|回目|作目|人|つ|線|公|マ|名|歌|社|国|市|県|区|都|府|州|際|家|員)$"
)
_WITHIN = frozenset(
    lexicon.words_of(
        """
        最初 最後 現在 現 当初 当時 初代 唯一 最大 最新 最多 主演 主役 主人公 ヒロイン エンディング オープニング
        テレビ アニメ 漫画 映画 ドラマ テレビドラマ シングル アルバム 作品 校歌 地上 標準 通常 正式 本来 主要 主
        代表 次 前 元 旧 新 初 母 父 妻 夫 兄 姉 弟 妹 娘 息子 墓所 所在 シーズン シリーズ 番組 大会 試合 チーム
        ホームスタジアム スタジアム 本社 本店 本部 支社 デビュー 結成 設立 創業 卒業 日本 海外 国内 世界
        シンボル レコード 劇場 際 場合 収録 ボーカル メンバー
        """
    )
)
"""Nouns that still speak of the attribute when の follows them ("主人公の職業", "最初の配偶者")."""

_PASSING = frozenset(
    lexicon.words_of(
        "新しい 古い 大きい 小さい 良い いい よい 悪い 高い 安い 長い 短い この その あの 大きな 小さな 同じ"
    )
)
"""Adjectives that tell a thing's state of today rather than belong to its name."""

_NO_ATTRIBUTES = frozenset(lexicon.words_of("ところ とこ ほう 方 こと もの 場合 時 とき うち 中 前 後 あと 分 ため"))
_NEVER_VALUES = frozenset(lexicon.words_of("ない なし 不明 無し 未定 同じ こと もの 未詳"))


def frame_of(parse: Parse, sentence: range) -> Frame | None:
    """The frame of a sentence, None when it is not built that way."""
    words = [parse.words[place] for place in sentence]
    if not words or words[-1].end - words[0].start > _LONGEST:
        return None
    topic = _topic(words)
    if topic is None:
        return None
    values = _values(parse, [word for word in words if word.place > topic])
    if not values:
        return None
    before = [word for word in words if word.place < topic]
    before = _without_lead(before)
    defines = bool(before) and before[-1].text == "と" and before[-1].is_particle
    before = before[:-1] if defines else before
    liked = _liked(parse, before)
    if liked is not None:
        return Frame(sentence, liked, "", values)
    cut = None if defines else _cut(parse, before)
    if cut is not None and all(
        _tells_time(word) or word.text in lexicon.QUALIFYING for word in before if word.place < cut
    ):
        before = [word for word in before if word.place > cut]
        cut = _cut(parse, before)
    if cut is None:
        whole = _bounds(before)
        plain = all(word.is_noun or word.text in "・=＝" for word in before)
        return Frame(sentence, whole, "", values, defines) if whole and plain else None
    subject = _bounds(_without_clause([word for word in before if word.place < cut]))
    attribute = [word for word in before if word.place > cut]
    if subject is None or not attribute:
        return None
    text = parse.surface(attribute[0].place, attribute[-1].place)
    # 映画の中で母は…: で ends where it is so, and opens no attribute
    where = any(one.text == "で" and after.text != "の" for one, after in pairwise(attribute))
    return None if where or text in _NO_ATTRIBUTES else Frame(sentence, subject, text, values)


def opening_of(parse: Parse, sentence: range) -> Frame | None:
    """The frame that a sentence opens with before it goes on: "趣味は釣りで、毎週海に行く".

    Only of what something has or somebody likes: of "XはYで、…" what follows may be about X too.
    """
    for place in sentence[:-1]:
        word = parse.words[place]
        if word.text == "で" and word.tag.startswith("助動詞") and parse.words[place + 1].text == "、":
            frame = frame_of(parse, range(sentence.start, place))
            owned = frame is not None and (frame.attribute or is_own(parse.surface(*frame.subject)))
            return frame if owned else None
    return None


def frames_in_row(parse: Parse, sentence: range) -> tuple[Frame, ...]:
    """The frames that a sentence is a row of ("妻はアンナ、息子は健太"); none unless all of it is two or more."""
    commas = [place + 1 for place in sentence if parse.words[place].text == "、"]
    parts = zip([sentence.start, *commas], [*commas, sentence.stop], strict=True)
    starts = [start for start, end in parts if any(parse.words[at].tag == "助詞-係助詞" for at in range(start, end))]
    if len(starts) < 2 or starts[0] != sentence.start:
        return ()
    ends = [_without_joint(parse, end) for end in starts[1:]]
    found = [frame_of(parse, range(start, end)) for start, end in zip(starts, [*ends, sentence.stop], strict=True)]
    whole = [frame._replace(sentence=sentence) for frame in found if frame is not None]
    return tuple(whole) if len(whole) == len(found) else ()


def _without_joint(parse: Parse, end: int) -> int:
    """Where a part ends without its comma, and the で before it ("趣味は釣りで、")."""
    joint = parse.words[end - 2]
    return end - 2 if joint.text == "で" and joint.part == "AUX" else end - 1


_LEAD = re.compile(
    r"^(?:(?:私|僕|俺|わたし|自分)[がの])?(?:(?:一番|いちばん|最も|特に|今|最近|昔から|とても|今一番|いま)、?)*"
)
"""What may stand before one's own likes and adds nothing to them."""


def _liked(parse: Parse, before: list[Word]) -> tuple[int, int] | None:
    """First and last word of "好きな食べ物", where nobody else's likes are told."""
    whole = _bounds(before)
    if whole is None:
        return None
    text = parse.surface(*whole)
    lead = _LEAD.match(text)
    begins = parse.words[whole[0]].start + (lead.end() if lead else 0)
    first = next((word.place for word in before if word.start == begins), None)
    return (first, whole[1]) if first is not None and is_liked(parse.surface(first, whole[1])) else None


def _topic(words: list[Word]) -> int | None:
    """The は that splits the sentence: outside brackets, with nothing but nouns after it; the first such one."""
    depth = 0
    open_places: list[int] = []
    for word in words:
        depth += word.text in "『「（(" and len(word.text) == 1
        depth -= word.text in "』」）)" and len(word.text) == 1
        if depth == 0 and word.text == "は" and word.tag == "助詞-係助詞":
            open_places.append(word.place)
    for place in open_places:
        rest = [word for word in words if word.place > place]
        if rest and rest[0].place > words[0].place + 1 and _nominal(rest):
            return place
    return None


def _nominal(rest: list[Word]) -> bool:
    """Whether the words are noun phrases joined by の, と, や and commas, then at most a copula."""
    return (end := _copula_at(rest)) > 0 and all(_stays_nominal(word) for word in rest[:end])


def _copula_at(rest: list[Word]) -> int:
    """How many words stand before the copula that ends the sentence: all but the full stop when there is none."""
    text = "".join(word.text for word in rest)
    length = 0
    nouns = 0
    for at, word in enumerate(rest):
        if nouns and _COPULA.match(text[length:]):
            return at
        length += len(word.text)
        nouns += not word.is_particle
    return len(rest)


def _stays_nominal(word: Word) -> bool:
    if word.is_particle:
        return word.text in ("の", "と", "や", "および")
    return not word.tag.startswith(("動詞", "助動詞", "形容詞", "副詞"))


def _values(parse: Parse, rest: list[Word]) -> tuple[tuple[int, int], ...]:
    """The values after は: one noun phrase, or several set off by commas, と or や."""
    kept = rest[: _copula_at(rest)]
    parts: list[list[Word]] = [[]]
    depth = 0
    for word in kept:
        depth += word.text in ("『", "「", "（", "(")
        depth -= word.text in ("』", "」", "）", ")")
        if depth == 0 and (word.text == "、" or (word.text in ("と", "や", "および") and word.is_particle)):
            parts.append([])
        else:
            parts[-1].append(word)
    found = [bounds for part in parts if (bounds := _bounds(_without_clause(_without_count(part)))) is not None]
    if any(parse.surface(*bounds) in _NEVER_VALUES for bounds in found):
        return ()
    return tuple(found)


def _without_count(words: list[Word]) -> list[Word]:
    """The words without "の一つ" or "の一種" at their end."""
    text = "".join(word.text for word in words)
    match = re.search(r"の(?:一つ|ひとつ|1つ|１つ|一種|一人|ひとり|1人)$", text)
    kept = len(text) - len(match[0]) if match else len(text)
    return [word for at, word in enumerate(words) if sum(len(one.text) for one in words[: at + 1]) <= kept]


def _bounds(words: list[Word]) -> tuple[int, int] | None:
    """First and last word without quotes around the whole and without punctuation at the rim."""
    while words and words[0].tag.startswith(("補助記号-読点", "補助記号-句点", "空白")):
        words = words[1:]
    while words and words[-1].tag.startswith(("補助記号-読点", "空白")):
        words = words[:-1]
    if len(words) > 2 and words[0].text + words[-1].text in ("『』", "「」"):
        inner = words[1:-1]
        if not any(word.text in "『』「」" for word in inner):
            words = inner
    return (words[0].place, words[-1].place) if words else None


def _without_lead(words: list[Word]) -> list[Word]:
    """The words without a comma-ended lead such as "昨日、" or "また、"; a comma inside a katakana title stays."""
    for at in range(len(words) - 1, -1, -1):
        if words[at].text == "、" and not _within_brackets(words, at):
            lead = "".join(word.text for word in words[:at])
            if not re.fullmatch(r"[ァ-ヺー・=＝ ]{3,}", lead):
                return words[at + 1 :]
    return words


def _tells_time(word: Word) -> bool:
    if word.text[0].isascii() and word.text[0].isalpha():
        return False
    return word.tag.startswith(
        ("名詞-普通名詞-副詞可能", "名詞-数詞", "名詞-普通名詞-助数詞可能", "接尾辞-名詞的-助数詞")
    )


def _without_clause(words: list[Word]) -> list[Word]:
    """Only the last noun where a clause describes it ("昨日買った本"); a title that ends in a verb stays whole."""
    if not words or not words[-1].is_noun or words[0].text in "『「":
        return words
    if words[0].lemma in _PASSING and all(word.is_noun for word in words[1:]):
        return words[1:]
    verbs = [at for at, word in enumerate(words) if word.tag.startswith(("動詞", "助動詞", "形容詞"))]
    described = any(word.is_particle and word.text in ("が", "を", "に", "で", "から", "まで", "と") for word in words)
    dated = any(word.tag.startswith("名詞-普通名詞-副詞可能") for word in words[:1])
    return words[verbs[-1] + 1 :] if verbs and (described or dated) else words


def _within_brackets(words: list[Word], at: int) -> bool:
    text = "".join(word.text for word in words[:at])
    return any(text.count(opening) > text.count(closing) for opening, closing in ("『』", "「」", "（）", "()"))


def _cut(parse: Parse, before: list[Word]) -> int | None:
    """The の between X and Y: the last one that neither stands in brackets nor after a word of Y itself."""
    cuts: list[int] = []
    for at, word in enumerate(before):
        if word.text != "の" or at == 0 or at + 1 == len(before) or not word.is_particle:
            continue
        if before[at - 1].is_particle and before[at - 1].text in ("と", "で", "から", "へ", "まで", "に"):
            continue
        if not _within_brackets(before, at):
            cuts.append(at)
    if not cuts:
        return None
    for at in reversed(cuts[1:]):
        if not _speaks_of_attribute(parse, before, at, cuts):
            return before[at].place
    return before[cuts[0]].place


def _speaks_of_attribute(parse: Parse, before: list[Word], at: int, cuts: list[int]) -> bool:
    """Whether the noun before this の belongs to the attribute: relational, a verb's clause, or a time."""
    word = before[at - 1]
    since = max(cut for cut in cuts if cut < at)
    segment = before[since + 1 : at]
    text = parse.surface(segment[0].place, segment[-1].place) if segment else ""
    if any(one.tag.startswith(("動詞", "助動詞")) for one in segment[:-1]):
        return True
    if re.search(r"\d", text[:1]) and not word.is_name:
        return True
    if word.is_name or word.tag.startswith("補助記号"):
        return False
    return (
        word.text in _WITHIN
        or text in _WITHIN
        or (bool(_BEFORE_OF_WITHIN.search(text)) and len(text) > 1)
        or text in ("市", "県", "区", "町", "村", "都", "府", "国", "州")
    )
