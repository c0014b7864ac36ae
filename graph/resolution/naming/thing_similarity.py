"""How likely two names mean one organisation, place, work or thing: sure rules first, then weighed traits."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Final

from graph.model.reading.name_forms import FILES, Completeness, NameForms, NameKind, main_words
from graph.resolution.naming.abbreviations import clipped, initials_spoken, inner_left_out, of_beginnings, sounds_alike
from graph.resolution.naming.similarity import PROPOSE, UNLIKE, Likeness, letters_shared
from graph.resolution.naming.sounds import same_sound, spelt_by, unvoiced

_HAN: Final = re.compile(r"[㐀-䶿一-鿿々豈-﫿]")
_JAPANESE: Final = re.compile(r"[぀-ヿ㐀-䶿一-鿿々豈-﫿]")
_NUMBER: Final = re.compile(r"\d+|[一二三四五六七八九十]+(?=[世代号回次期])|\b(?:ii|iii|iv|vi|vii|viii)\b")
_ORDINAL_WORDS: Final = """
first second third fourth fifth north south east west northern southern eastern western upper lower old
new great little 東 西 南 北 上 下 新 旧 続 神聖
"""
_ORDINAL: Final = frozenset(_ORDINAL_WORDS.split())
_PLURALS: Final = frozenset(("s", "es"))
_ADJECTIVES: Final = frozenset(("n", "an", "ian", "ean", "ese", "ish", "i", "er", "ers", "ans", "ians", "ite", "ic"))
_DESIGNATIONS_WORDS: Final = """
city town village county province state district region municipality island islands river lake mountain
mountains mount valley range republic kingdom empire company corporation corp inc ltd limited group
records entertainment pictures studios university college school institute party club team band fc
airport station palace castle church cathedral temple festival award awards prize championship cup
tournament series film album novel magazine newspaper language people dynasty family tribe agency
foundation association society council committee department ministry bank hotel museum park forest
national international
"""
_DESIGNATIONS: Final = frozenset(_DESIGNATIONS_WORDS.split())
_GOVERNED_WORDS: Final = """
city town village county province state district region municipality republic kingdom empire of the
"""
_GOVERNED: Final = frozenset(_GOVERNED_WORDS.split())
_NATURE_WORDS: Final = """
river lake mountain mountains mount valley range bay gulf sea creek glacier falls forest park
"""
_NATURE: Final = frozenset(_NATURE_WORDS.split())
_TRADES_WORDS: Final = """
company corporation corp co inc ltd limited group plc llc gmbh ag sa usa the of
"""
_TRADES: Final = frozenset(_TRADES_WORDS.split())
_LEGAL_WORDS: Final = """
company corporation corp co inc incorporated ltd limited plc llc llp lp gmbh mbh ag kg se sa sas sarl spa srl bv nv ab
as asa aps oy oyj oao ooo pjsc kk pty usa
"""
_LEGAL: Final = frozenset(_LEGAL_WORDS.split())
"""Words at a firm's end that its initials leave out."""
_JA_DESIGNATIONS_WORDS: Final = """
社 県 市 町 村 区 郡 州 省 邦 国 島 けん ぐん 首長国 の党 川 河 山 城 寺 湖 港 軍 党 隊 橋 賞 法 家 氏 族 派 教 道 府 都
共和国 連邦 会社 株式会社 グループ コーポレーション
"""
_JA_DESIGNATIONS: Final = frozenset(_JA_DESIGNATIONS_WORDS.split())
_JA_KINDS_WORDS: Final = """
王国 帝国 公国 大公国 共和国 連邦 駅 空港 大学 高校 語 人 郡 ぐん がわ しゅう 湾 海 線 列島 諸島 半島 地方 地区
シリーズ 選手権 大会 ロケット ミサイル 運河 大聖堂 財団 協会 事務所 新聞 放送 銀行 電鉄 鉄道
"""
_JA_KINDS: Final = frozenset(_JA_KINDS_WORDS.split())
"""What a name may be told to be that may be another thing of that name as well."""
_ALIKE: Final = 0.6
_VERY_ALIKE: Final = 0.85
_SORTS: Final = {"country": "country", "org": "institution", "path": "path"}
_WEIGHTS: Final = Path(__file__).parent / "weights.json"


@dataclass(frozen=True, slots=True)
class Traits:
    """What there is to weigh about two names: numbers by name, and whether one holds all words of the other."""

    values: Mapping[str, float]
    within: bool
    weight: float
    """What the values add up to, weighed."""


def sure_likeness(first: NameForms, second: NameForms) -> Likeness | None:
    """What a rule alone decides about two names, None when it takes weighing."""
    if first.spelled == second.spelled:
        return Likeness(1.0, ("same name",))
    if {*first.same} & {*second.same}:
        sort = first.same[0].partition(":")[0]
        return Likeness(0.75, ("same people",)) if sort == "people" else Likeness(0.97, (f"same {_SORTS[sort]}",))
    if first.same and second.same and not _demonym(first, second):
        return UNLIKE
    if (file := _file(first, second)) is not None:
        return file
    if _numbers(first) != _numbers(second):
        return UNLIKE
    if "".join(main_words(first.words)) == "".join(main_words(second.words)):
        return Likeness(0.96, ("same but for gaps and small words",))
    return _read(first, second) or _translated(first, second) or _designated(first, second) or _shortened(first, second)


def _file(first: NameForms, second: NameForms) -> Likeness | None:
    """A file's name alone and a path that ends in it; of several such paths each is the others' rival."""
    shared = {block for block in first.blocks if block.startswith(FILES)} & {*second.blocks}
    return Likeness(0.9, ("same file name",)) if shared and (first.same or second.same) else None


def _shortened(first: NameForms, second: NameForms) -> Likeness | None:
    """What only Japanese names tell; one of the two at least must be written so."""
    if not (_JAPANESE.search(first.spelled) or _JAPANESE.search(second.spelled)):
        return None
    return (
        clipped(first, second)
        or initials_spoken(first, second)
        or sounds_alike(first, second)
        or inner_left_out(first, second)
    )


def traits(first: NameForms, second: NameForms) -> Traits:
    """What is weighed about two names that no rule decides."""
    short, long = sorted((first, second), key=lambda forms: (len(forms.words), len(forms.spelled), forms.spelled))
    few, many = short.words, long.words
    start = _start(few, many)
    rest = () if start < 0 else (*many[:start], *many[start + len(few) :])
    last = start >= 0 and start + len(few) == len(many)
    shared = {*few} & {*many}
    initials, beginnings = _acronym(short, long)
    alike = letters_shared(short.spelled, long.spelled, _ALIKE) if start < 0 else 0.0
    values = {
        "bias": 1.0,
        "place": float(first.kind is NameKind.PLACE),
        "organisation": float(first.kind is NameKind.ORGANIZATION),
        "first words": float(start == 0),
        "last words": float(last),
        "inner words": float(start > 0 and not last),
        "cover": sum(map(len, few)) / max(1, sum(map(len, many))) if start >= 0 else 0.0,
        "rest designates": float(bool(rest) and all(word in _DESIGNATIONS for word in rest)),
        "rest divides": float(any(word in _ORDINAL for word in rest)),
        "one word": float(start >= 0 and len(few) == 1),
        "place at the end": float(last and first.kind is NameKind.PLACE),
        "place first": float(start == 0 and first.kind is NameKind.PLACE),
        "alike": max(0.0, alike - _ALIKE),
        "very alike": float(alike >= _VERY_ALIKE),
        "same first word": float(start < 0 and few[:1] == many[:1]),
        "same last word": float(start < 0 and few[-1:] == many[-1:]),
        "shared words": len(shared) / max(1, len({*few} | {*many})) if start < 0 else 0.0,
        "acronym": initials,
        "beginnings": beginnings,
        "acronym within": float(start >= 0 and short.completeness is Completeness.SHORT),
        "only designates": float(bool(few) and all(word in _DESIGNATIONS for word in few)),
        "rest governs": float(bool(rest) and all(word in _GOVERNED for word in rest)),
        "rest is nature": float(any(word in _NATURE for word in rest)),
        "rest trades": float(bool(rest) and all(word in _TRADES for word in rest)),
        "both ends": float(start < 0 and few[:1] == many[:1] and few[-1:] == many[-1:]),
        "country": float(bool(first.same) and bool(second.same)),
        "plural": float(_ending(first, second) in _PLURALS),
        "adjective": float(_ending(first, second) in _ADJECTIVES or _demonym(first, second)),
    }
    return Traits(values, start >= 0, _weighed(values))


def weighed_likeness(pair_traits: Traits, rivals: int) -> Likeness:
    """The likeness that traits add up to; `rivals` are how many other names hold all words of the shorter one."""
    weights = _weights()
    rivalry = "" if not pair_traits.within or rivals == 0 else "one rival" if rivals == 1 else "rivals"
    score = round(1 / (1 + exp(-pair_traits.weight - weights.get(rivalry, 0.0))), 4)
    if score < PROPOSE:
        return Likeness(score)
    contributions = [
        (value * weights.get(name, 0.0), name) for name, value in pair_traits.values.items() if value and name != "bias"
    ]
    reasons = tuple(name for weight, name in sorted(contributions, reverse=True)[:2] if weight > 0)
    initials = bool(pair_traits.values["acronym"] or pair_traits.values["beginnings"])
    return Likeness(score, reasons, together=initials)


def _weighed(values: Mapping[str, float]) -> float:
    weights = _weights()
    return sum(value * weights.get(name, 0.0) for name, value in values.items() if value)


@lru_cache(maxsize=1)
def _weights() -> dict[str, float]:
    return json.loads(_WEIGHTS.read_text(encoding="utf-8")) if _WEIGHTS.exists() else {}


def _demonym(first: NameForms, second: NameForms) -> bool:
    """Whether one names a country and the other its people or language (France, French)."""
    codes = [{same.partition(":")[2] for same in forms.same} for forms in (first, second)]
    return bool(codes[0] & codes[1])


def _numbers(forms: NameForms) -> frozenset[str]:
    return frozenset(_NUMBER.findall(forms.spelled))


def _read(first: NameForms, second: NameForms) -> Likeness | None:
    """The same reading, written in kana or Latin letters on one side at least; voiced or not in the middle."""
    both = bool(_HAN.search(first.spelled)) and bool(_HAN.search(second.spelled))
    spelled_out = Completeness.SHORT in (first.completeness, second.completeness)
    if both or (spelled_out and first.spelled.isascii() and second.spelled.isascii()):
        return None
    for left in first.sounds:
        for right in second.sounds:
            if same_sound(left, right):
                return Likeness(0.95, ("same reading",))
            if len(left.folded) > 4 and unvoiced(left.folded) == unvoiced(right.folded):
                return Likeness(0.9, ("same reading but for voicing",))
    for letters, sounds in ((first.letters, second.sounds), (second.letters, first.sounds)):
        if any(spelt_by(sound, letters) for sound in sounds if len(sound.folded) > 3):
            return Likeness(0.85, ("may be read so",))
    return None


def _translated(first: NameForms, second: NameForms) -> Likeness | None:
    """One in katakana, one in Latin letters, with the same consonants (Forfar, フォーファー)."""
    if first.spelled.isascii() == second.spelled.isascii():
        return None
    shared = {block for block in first.blocks if block.startswith("k:")} & {*second.blocks}
    if not shared or not sounds_alike(first, second):
        return None
    bones = len(min(shared)) - 2
    return Likeness(0.79 if bones > 3 else 0.7, ("same consonants in both scripts",))


def _designated(first: NameForms, second: NameForms) -> Likeness | None:
    """Japanese names of which one says what it is (大分, 大分県) or stands behind its country."""
    short, long = sorted((first.spelled, second.spelled), key=len)
    if not _JAPANESE.search(short):
        return None
    if long.startswith(short):
        rest = long[len(short) :].lstrip("ー")
        if rest in _JA_DESIGNATIONS:
            return Likeness(0.75, ("says what it is",))
        if rest in _JA_KINDS:
            return Likeness(0.45, ("says what it is",))
        return Likeness(0.25, ("goes on",)) if first.kind is not NameKind.OTHER or len(rest) > 2 else None
    if long.endswith(short) and first.kind is NameKind.PLACE and len(short) > 1:
        head = long[: -len(short)]
        return Likeness(0.2) if head in _ORDINAL else Likeness(0.75 if len(head) > 1 else 0.4, ("behind its region",))
    return None


def _acronym(short: NameForms, long: NameForms) -> tuple[float, float]:
    """How well one is the initials of the other, and how well it is made of the beginnings of its words, 0–1 each."""
    for short_form, long_form in ((short, long), (long, short)):
        letters = short_form.spelled.replace(" ", "")
        if short_form.completeness is not Completeness.SHORT or len(long_form.words) < 2 or not letters.isascii():
            continue
        every = "".join(word[0] for word in long_form.words)
        main = main_words(long_form.words)
        initials = "".join(word[0] for word in main)
        if letters in (every, initials, _without_legal(main)):
            return (1.0 if len(letters) > 2 else 0.8), 0.0
        if len(letters) > 2 and main and letters[0] == main[0][0]:
            bare = "".join(word[0] for word in main if word not in _DESIGNATIONS)
            if letters in (bare, initials[:-1]):
                return 0.0, 1.0
            if of_beginnings(letters, main):
                return 0.0, 0.8
            if _in_order(letters, "".join(long_form.words)):
                return 0.0, 0.3
    return 0.0, 0.0


def _without_legal(words: tuple[str, ...]) -> str:
    """The initials of a name up to its legal form: IRT of Interborough Rapid Transit Company."""
    kept = words
    while len(kept) > 2 and kept[-1] in _LEGAL:
        kept = kept[:-1]
    return "".join(word[0] for word in kept)


def _in_order(letters: str, text: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)


def _ending(first: NameForms, second: NameForms) -> str:
    """What the longer name has at its end beyond the shorter, which may lose a vowel before it (Peru, Peruvian)."""
    short, long = sorted((first.spelled, second.spelled), key=len)
    if len(short) < 4 or not long.isascii() or long[:4] != short[:4]:
        return ""
    for stem in (short, short[:-1], short[:-2]):
        if long.startswith(stem) and (stem == short or short[len(stem)] in "aeiouy"):
            rest = long[len(stem) :]
            if rest in _PLURALS or rest in _ADJECTIVES:
                return rest
    return ""


def _start(few: tuple[str, ...], many: tuple[str, ...]) -> int:
    if not few or len(few) >= len(many):
        return -1
    for start in range(len(many) - len(few) + 1):
        if many[start : start + len(few)] == few:
            return start
    return -1
