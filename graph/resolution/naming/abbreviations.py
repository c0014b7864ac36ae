"""Short forms and transliterations: clipped names, initials, foreign names written by their sound."""

from collections.abc import Iterator, Sequence
from typing import Final

from graph.model.reading.name_forms import Completeness, NameForms, NameKind
from graph.resolution.naming.rough_sounds import rough_ratio
from graph.resolution.naming.similarity import Likeness

_LEAST_HEARD: Final = 0.72
_LEAST_ALIKE: Final = 0.82
_MOST_LEFT: Final = 4
_MOST_WORDS_OUT: Final = 2
_LEAST_CLIPPED: Final = 2
_MOST_CLIPPED: Final = 4
MAY_BEGIN: Final = {
    "ア": "aeu", "イ": "iey", "ウ": "wuv", "エ": "ea", "オ": "oa", "カ": "ck", "キ": "ck", "ク": "ckq", "ケ": "ck",
    "コ": "ck", "サ": "s", "シ": "sc", "ス": "s", "セ": "sc", "ソ": "s", "タ": "t", "チ": "tc", "ツ": "tz",
    "テ": "t", "ト": "t", "ナ": "nk", "ニ": "n", "ヌ": "n", "ネ": "n", "ノ": "nk", "ハ": "h", "ヒ": "h",
    "フ": "fhp", "ヘ": "h", "ホ": "hw", "マ": "m", "ミ": "m", "ム": "m", "メ": "m", "モ": "m", "ヤ": "yj",
    "ユ": "uyej", "ヨ": "yj", "ラ": "lrw", "リ": "lrw", "ル": "lr", "レ": "lrw", "ロ": "lrw", "ワ": "w", "ガ": "g",
    "ギ": "g", "グ": "g", "ゲ": "g", "ゴ": "g", "ザ": "zt", "ジ": "jgzd", "ズ": "z", "ゼ": "z", "ゾ": "z",
    "ダ": "d", "デ": "d", "ド": "d", "バ": "bv", "ビ": "bv", "ブ": "bv", "ベ": "bv", "ボ": "bv", "パ": "p",
    "ピ": "p", "プ": "p", "ペ": "p", "ポ": "p", "社": "c",
}  # fmt: skip
"""The Latin letters a katakana word may begin with."""
_SMALL_WORDS: Final = frozenset(("オブ", "アンド", "ザ", "フォー", "フォ", "ジ", "・"))


def sounds_alike(first: NameForms, second: NameForms) -> Likeness | None:
    """One foreign name in katakana and in Latin letters, or twice in katakana, spelled as it was heard."""
    crossed = first.spelled.isascii() != second.spelled.isascii()
    best = max((_ratio(left, right) for left in _rough_sounds(first) for right in _rough_sounds(second)), default=0.0)
    if best < (_LEAST_HEARD if crossed else _LEAST_ALIKE):
        return None
    return Likeness(round(0.2 + 0.55 * best, 4), ("heard alike",))


def clipped(first: NameForms, second: NameForms) -> Likeness | None:
    """A name made of the first letters of the other's words, in their order: 日大 of 日本大学, 西鉄 of 西日本鉄道."""
    short, long = sorted((first, second), key=lambda forms: len(forms.spelled))
    if not _LEAST_CLIPPED <= len(short.spelled) <= _MOST_CLIPPED or short.spelled[:1] < "ぁ":
        return None
    if len(short.spelled) >= len(long.spelled) or not _of_heads(short.spelled, long.words):
        return None
    sure = first.kind is NameKind.ORGANIZATION
    return Likeness(0.7 if sure else 0.5, ("clipped",))


def initials_spoken(first: NameForms, second: NameForms) -> Likeness | None:
    """Latin initials of a name in katakana: BMT and ブルックリン・マンハッタン・トランジット."""
    for short, long in ((first, second), (second, first)):
        letters = short.spelled.replace(" ", "")
        words = spoken_words(long.words)
        if short.completeness is not Completeness.SHORT or not 0 <= len(words) - len(letters) <= 1 or len(letters) < 3:
            continue
        if letters.isascii() and _begin(letters, words):
            return Likeness(0.78, ("initials in katakana",))
    return None


def inner_left_out(first: NameForms, second: NameForms) -> Likeness | None:
    """A foreign name without what stands in its middle: ボズワースの戦い and ボズワース・フィールドの戦い."""
    few, many = sorted((first.words, second.words), key=len)
    if not 2 <= len(few) < len(many) <= len(few) + 2 or few[0] != many[0] or few[-1] != many[-1]:
        return None
    rest = iter(many)
    foreign = "ァ" <= few[0][0] <= "ヺ" and len(few[0]) > 2
    return Likeness(0.45, ("middle left out",)) if foreign and all(word in rest for word in few) else None


def of_beginnings(letters: str, words: Sequence[str], *, left_out: int = 0) -> bool:
    """Whether beginnings of the words in their order make up all letters, at most two words left out."""
    if not letters:
        return left_out + len(words) <= _MOST_WORDS_OUT
    if not words or left_out > _MOST_WORDS_OUT:
        return False
    head, rest = words[0], words[1:]
    return any(
        of_beginnings(letters[length:], rest, left_out=left_out + (not length))
        for length in range(4, -1, -1)
        if length <= min(len(head), len(letters)) and letters[:length] == head[:length]
    )


def _begin(letters: str, words: Sequence[str]) -> bool:
    """Whether the letters begin words in their order, the first the first word and the last the last."""
    if letters[0] not in MAY_BEGIN.get(words[0][0], "") or letters[-1] not in MAY_BEGIN.get(words[-1][0], ""):
        return False
    rest = iter(words)
    return all(any(letter in MAY_BEGIN.get(word[0], "") for word in rest) for letter in letters)


def spoken_words(words: Sequence[str]) -> list[str]:
    """The words that count for initials."""
    return [word for word in words if word not in _SMALL_WORDS]


def _rough_sounds(forms: NameForms) -> list[tuple[str, str]]:
    """How a foreign name sounds and the kind that its end tells, from the blocks that hold both."""
    parted = (block[2:].partition("|") for block in forms.blocks if block.startswith("h:"))
    return [(sound, kind) for sound, _, kind in parted]


def _ratio(first: tuple[str, str], second: tuple[str, str]) -> float:
    return rough_ratio(first[0], second[0]) if first[1] == second[1] else 0.0


def _of_heads(short: str, words: Sequence[str]) -> bool:
    """Whether beginnings of at least two words, the first among them, make up the short name and little is left out."""
    return bool(words) and any(_left(short, words, first=True))


def _left(
    short: str, words: Sequence[str], *, first: bool, skipped: int = 0, cut: int = 0, used: int = 0
) -> Iterator[bool]:
    if not short:
        yield used > 1 and cut > 0 and skipped + sum(map(len, words)) <= _MOST_LEFT
        return
    if not words:
        return
    head, rest = words[0], words[1:]
    for length in range(min(len(head), len(short), 2), 0, -1):
        if short.startswith(head[:length]):
            more = cut + (length < len(head))
            yield from _left(short[length:], rest, first=False, skipped=skipped, cut=more, used=used + 1)
    if not first:
        yield from _left(short, rest, first=False, skipped=skipped + len(head), cut=cut, used=used)
