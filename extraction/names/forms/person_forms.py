"""Analyses persons' names: which part is the surname, which the given name, and how each may be read or spelled."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from extraction.names.forms.marks import OFFICE, TITLE
from extraction.names.forms.nicknames import is_given_name, whole_names
from extraction.names.forms.readings import Part, first_sounds, letter_readings, may_be, part_sounds, spelling_count
from extraction.names.forms.sounds import is_kana, kana_sound, katakana, romaji_sound, rough_sound, skeleton
from extraction.names.keys import name_key
from extraction.text.lexicon import lexicon
from graph.model.reading.name_forms import (
    GIVEN,
    SURNAME,
    Completeness,
    NameForms,
    NameKind,
    Sound,
    Split,
    ends,
    ends_block,
)
from graph.resolution.naming.rough_sounds import rough_blocks

MOST_BLOCKS: Final = 32
_MOST_SPLITS: Final = 4
_HAN: Final = re.compile(r"[㐀-䶿一-鿿々豈-﫿]")
_JAPANESE: Final = re.compile(r"[぀-ヿ㐀-䶿一-鿿々豈-﫿ｦ-ﾟ]")
_GAP: Final = re.compile(r"[\s　・=＝･]+")
_CAMEL: Final = re.compile(r"(?<=[a-z.])(?=[A-Z])")
_INITIAL: Final = re.compile(r"[A-Za-z]\.?")
_SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv", "esq", "phd", "md"})
_PARTICLES: Final = lexicon("extraction.names", "name_forms").words("surname_particle")
_SPACED_HYPHEN: Final = re.compile(r"\s+-\s+")
_NUMBERED: Final = re.compile(r"^(?P<name>[^\s・]+?)\s*(?:\d+|[一二三四五六七八九十]+)世$")
_FOREIGN: Final = re.compile(r"[ァィゥェォヴー]|[ャュョ]ー|[テデ]ュ|フ[ァ-ォ]|ッ[ハ-ホ]|プ|ズ$|ム$|ル$|ス$|ト$")
"""Signs that katakana without a separator is a foreign name."""
_COMMON: Final = 3
_SCRIPT_EDGE: Final = re.compile(r"(?<=[ァ-ヺー])(?=[㐀-鿿])|(?<=[㐀-鿿])(?=[ァ-ヺ])")


def person_forms(name: str, marks: Sequence[str]) -> NameForms:
    """The forms of a person's name in any script; `marks` are those of its surface."""
    text = unicodedata.normalize("NFKC", name).strip()
    handle = text.startswith("@")
    text = _SPACED_HYPHEN.sub("-", text.lstrip("@"))
    if _JAPANESE.search(text):
        completeness, splits, sounds, words = _japanese(text, marks)
    else:
        completeness, splits, sounds, words = _latin(text, marks)
    key = name_key(name)
    letters = letter_readings(key) if completeness is Completeness.FULL else ()
    return NameForms(
        kind=NameKind.PERSON,
        completeness=Completeness.HANDLE if handle else completeness,
        spelled=key,
        splits=splits,
        sounds=sounds,
        words=words,
        letters=letters,
        marks=tuple(marks),
        same=tuple(dict.fromkeys(f"given:{whole}" for split in splits for whole in whole_names(split.given))),
        blocks=(*_blocks(completeness, splits, sounds, words), *first_sounds(letters, key if sounds else "")),
    )


_NameParts = tuple[Completeness, tuple[Split, ...], tuple[Sound, ...], tuple[str, ...]]


def _japanese(text: str, marks: Sequence[str]) -> _NameParts:
    numbered = _NUMBERED.match(text)
    if numbered:
        given = name_key(numbered["name"])
        return Completeness.FULL, (_split("", given, 1.0),), (), (name_key(text),)
    parts = [part for part in _GAP.split(text) if part]
    if len(parts) == 1 and not is_kana(text):
        parts = _SCRIPT_EDGE.split(text)
    if len(parts) > 2 and parts[-1] in ("ジュニア", "シニア"):
        parts = parts[:-1]
    if len(parts) > 1:
        return _separated(parts, dotted=bool(re.search(r"[・=＝･]", text)))
    key = name_key(text)
    return _kana(key) if is_kana(text) else _kanji(key, marks)


def _separated(parts: Sequence[str], *, dotted: bool) -> _NameParts:
    """A name with separators: surname first in Japanese, given name first in foreign names."""
    keys = [name_key(part) for part in parts]
    first, last = keys[0], keys[-1]
    native = (bool(_HAN.search(first)) or may_be(first, "姓") or not dotted) and not (
        is_kana(first) and _HAN.search(last)
    )
    splits = [_split(first, last, 1.0 if native else 0.4), _split(last, first, 0.5 if native else 1.0)]
    if not all(map(is_kana, keys)):
        splits = splits[:1] if _HAN.search(first) else splits
    sounds = (kana_sound("".join(keys)),) if all(map(is_kana, keys)) else ()
    ordered = tuple(sorted(splits, key=lambda split: -split.trust))
    return Completeness.FULL, ordered, sounds, tuple(keys)


def _kana(key: str) -> _NameParts:
    """Kana without a separator: one part if the dictionary knows it, else cut where it knows both sides."""
    sound = kana_sound(key)
    surname, given = _may_be_kana(key, "姓"), _may_be_kana(key, "名")
    if surname or given:
        return _single_part(key, surname=surname, given=given)
    known = {cut: (_may_be_kana(key[:cut], "姓"), _may_be_kana(key[cut:], "名")) for cut in range(2, len(key) - 1)}
    splits = [_split(key[:cut], key[cut:], 1.0) for cut, sides in known.items() if all(sides)]
    if key[0] >= "ァ":
        foreign = _FOREIGN.search(key) or not any(spelling_count(key[cut:], "given") > _COMMON for cut in known)
        splits = [] if foreign else splits
    elif not splits and len(key) >= 5:
        splits = [_split(key[:cut], key[cut:], 0.7) for cut, sides in known.items() if sides[0]]
    if splits or (len(key) >= 6 and key[0] < "ァ"):
        return Completeness.FULL, tuple(splits[:_MOST_SPLITS]), (sound,), (key,)
    return _single_part(key, surname=True, given=True)


def _may_be_kana(key: str, part: Part) -> bool:
    """Whether kana may be such a part, by the sounds of names in the dictionary."""
    sounds_like = spelling_count(key, "surname") > 0 if part == "姓" else spelling_count(key, "given") > 1
    return sounds_like or may_be(key, part) or may_be(katakana(key), part)


def _kanji(key: str, marks: Sequence[str]) -> _NameParts:
    surname, given = may_be(key, "姓"), may_be(key, "名")
    cuts = sorted(_cuts(key), key=lambda pair: -pair[1])
    sure = bool(cuts) and cuts[0][1] >= 0.6
    if surname or given or len(key) == 1 or (len(key) == 2 and not sure):
        if OFFICE in marks and (surname or not given):
            given = False
        return _single_part(key, surname=surname or not given, given=given or not surname)
    likely = [(cut, trust) for cut, trust in cuts if trust >= 0.5 * cuts[0][1]][:_MOST_SPLITS]
    splits = tuple(_split(key[:cut], key[cut:], round(trust, 3)) for cut, trust in likely)
    return Completeness.FULL, splits, (), (key,)


def _cuts(key: str) -> Iterator[tuple[int, float]]:
    """The places to cut a name, with how well the dictionary knows both sides."""
    for cut in range(1, min(len(key), 6)):
        surname, given = key[:cut], key[cut:]
        known = (may_be(surname, "姓"), may_be(given, "名"))
        trust = {(True, True): 1.0, (True, False): 0.5, (False, True): 0.4, (False, False): 0.05}[known]
        if len(given) > 3 or (not known[1] and not part_sounds(given, "名")):
            trust *= 0.3
        yield cut, trust * {1: 0.8, 2: 1.0, 3: 0.9}.get(cut, 0.6) * {1: 0.85, 2: 1.0, 3: 0.95}.get(len(given), 0.5)


def _single_part(key: str, *, surname: bool, given: bool) -> _NameParts:
    splits: list[Split] = []
    if surname:
        splits.append(Split(key, "", _sounds(key, "姓"), (), 1.0))
    if given:
        splits.append(Split("", key, (), _sounds(key, "名"), 1.0))
    completeness = Completeness.EITHER if surname and given else Completeness.SURNAME if surname else Completeness.GIVEN
    sounds = (kana_sound(key),) if is_kana(key) else ()
    return completeness, tuple(splits), sounds, (key,)


def _latin(text: str, marks: Sequence[str]) -> _NameParts:
    raw = [part.strip(",") for part in _CAMEL.sub(" ", text).split() if part.strip(",.")]
    if len(raw) == 2 and "," in text:
        raw = raw[::-1]  # "Tanaka, Taro"
    names = [part for part in raw if part.strip(".").casefold() not in _SUFFIXES]
    words = tuple(name_key(part) for part in raw)
    led = len(names) > 1 and {name_key(part) for part in names[:-1]} <= _PARTICLES
    if len(names) < 2 or led:
        key = name_key(" ".join(names) if names else text)
        if led:
            return Completeness.SURNAME, (Split(key, "", (), (), 1.0),), (), words
        return _latin_part(key, words, given=1.0 if TITLE not in marks else 0.6, known=is_given_name(key))
    keys = [name_key(part) for part in names]
    shouted = [part.isupper() and len(part) > 2 for part in names]
    if shouted[0] != shouted[-1]:
        return Completeness.FULL, (_order(keys, surname_first=shouted[0], trust=1.0),), (), words
    splits = [_order(keys, surname_first=False, trust=1.0)]
    if len(keys) == 2 and all(map(romaji_sound, keys)):
        splits.append(_order(keys, surname_first=True, trust=0.7))
    return Completeness.FULL, tuple(splits), (), words


def _latin_part(key: str, words: tuple[str, ...], *, given: float, known: bool) -> _NameParts:
    """One Latin word may be either part; behind a title it is rather the surname."""
    sounds = _sounds(key, "姓")
    splits = (Split(key, "", sounds, (), 0.7 if known and given == 1.0 else 1.0), Split("", key, (), sounds, given))
    return Completeness.EITHER, splits, (), words


def _order(keys: Sequence[str], *, surname_first: bool, trust: float) -> Split:
    if surname_first:
        surname, given = keys[0], keys[-1]
    else:
        start = len(keys) - 1
        while start > 1 and keys[start - 1] in _PARTICLES:
            start -= 1
        surname, given = " ".join(keys[start:]), keys[0]
    return _split(surname, given, trust)


def _split(surname: str, given: str, trust: float) -> Split:
    return Split(surname, given, _sounds(surname, "姓"), _sounds(given, "名"), trust)


def _sounds(key: str, part: Part) -> tuple[Sound, ...]:
    if key.isascii() or not _JAPANESE.search(key):
        sound = romaji_sound(key)
        return (sound,) if sound and len(key) > 1 else ()
    return part_sounds(key, part)


def _blocks(
    completeness: Completeness, splits: Sequence[Split], sounds: Sequence[Sound], words: Sequence[str]
) -> tuple[str, ...]:
    blocks: dict[str, None] = {}
    for split in splits:
        # A part without any letter that sounds has none.
        surname, given = (
            [key for key in _lookup_keys(split.surname, split.surname_sounds) if key],
            [key for key in _lookup_keys(split.given, split.given_sounds) if key],
        )
        if surname and given:
            whole = [pair for pair in product(surname[:3], given[:5]) if (pair[0][0] == "~") == (pair[1][0] == "~")]
            blocks.update(dict.fromkeys(f"f:{key}{given_key}" for key, given_key in whole))
        blocks.update(dict.fromkeys(f"{SURNAME}{key}" for key in surname))
        blocks.update(dict.fromkeys(f"{GIVEN}{key}" for key in given))
    blocks.update(dict.fromkeys(f"f:{sound.folded}" for sound in sounds if completeness is Completeness.FULL))
    if not splits:
        blocks.update(dict.fromkeys(f"f:{word}" for word in words))
    if completeness is Completeness.FULL and all(word.isascii() for word in words):
        blocks.update(dict.fromkeys(ends_block(*pair) for pair in ends(words)))
        blocks.update(dict.fromkeys(ends_block(whole, words[-1]) for whole in whole_names(words[0])))
    foreign = (rough_sound(split.surname) for split in splits[:1] if split.surname and not _HAN.search(split.surname))
    blocks.update(dict.fromkeys(key for rough in foreign if len(rough) > 2 for key in rough_blocks(rough)))
    inner = (word for word in words[1:] if len(words) > 2 and len(word) > 3 and word not in _PARTICLES)
    blocks.update(
        dict.fromkeys(f"{SURNAME}{sound.folded if (sound := romaji_sound(word)) else word}" for word in inner)
    )
    return tuple(blocks)[:MOST_BLOCKS]


def _lookup_keys(spelled: str, sounds: Sequence[Sound]) -> Iterator[str]:
    """The lookup keys of a part: its readings, else its spelling, and a foreign part's consonant skeleton."""
    if not spelled or _INITIAL.fullmatch(spelled):
        return
    whole = [sound.folded for sound in sounds if "*" not in sound.text]
    yield from whole
    if not whole:
        yield spelled
    if not _HAN.search(spelled) and not may_be(katakana(spelled), "姓") and not may_be(katakana(spelled), "名"):
        yield from whole_names(spelled)
        bones = skeleton(spelled)
        if len(bones) > 1:
            yield f"~{bones}"
