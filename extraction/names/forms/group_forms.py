"""Analyses names of organisations, places and other things: words, reading, acronym, country."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from extraction.names.forms.countries import country_of, institution_of
from extraction.names.forms.readings import first_sounds, letter_readings
from extraction.names.forms.sounds import (
    is_kana,
    kana_sound,
    katakana,
    romaji_sound,
    rough_sound,
    skeleton,
    spelled_out,
)
from extraction.names.identifiers import kind_of
from extraction.names.keys import name_key
from extraction.names.software_names import software
from extraction.text.lexicon import lexicon
from extraction.text.words import sudachi
from graph.model.reading.name_forms import (
    ACRONYMS,
    ENDS,
    FILES,
    LETTERS,
    WORD,
    Completeness,
    NameForms,
    NameKind,
    Sound,
    ends,
    main_words,
    words_block,
)
from graph.resolution.naming.abbreviations import MAY_BEGIN, spoken_words
from graph.resolution.naming.rough_sounds import rough_blocks

MOST_BLOCKS: Final = 32
_MOST_WORDS: Final = 24
_LONGEST: Final = 120
_JAPANESE: Final = re.compile(r"[぀-ヿ㐀-䶿一-鿿々豈-﫿ｦ-ﾟ]")
_ACRONYM: Final = re.compile(r"(?:[A-Z]\.?){2,6}|[A-Z][A-Z0-9&.]{1,6}")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_KATAKANA: Final = re.compile(r"[ァ-ヺーa-z0-9]+")
_RUNS: Final = re.compile(r"[ァ-ヺー]+|[a-z0-9]+")
_KINDS: Final = lexicon("extraction.names", "name_forms").values("kind")
"""Words for kinds of places and groups, with the kanji for them at a name's end."""
_PATHS: Final = ("file", "path")
"""The kinds of identifiers that may end in a file."""
_IN_MANY_FOLDERS: Final = lexicon("extraction.names", "name_forms").words("file")
"""Names that files of many folders have."""
_KANJI_KIND: Final = re.compile(rf"(?:[㐀-䶿一-鿿々]{{1,5}}|{'|'.join(word for word in _KINDS if word >= 'ぁ')})$")
_WORD_KIND: Final = re.compile(rf"(?<=.{{3}})(?:{'|'.join(word for word in _KINDS if word < 'ぁ')})$")
_PARTED: Final = re.compile(r"[\s・･=＝]+")
MOST_CLIPPED: Final = 4
"""Letters of the longest clipped Japanese name."""
_SCRIPT_RUN: Final = re.compile(r"[ァ-ヺー]+|[ぁ-ん]+|[㐀-䶿一-鿿々]+|[a-z0-9]+")


def group_forms(name: str, kind: NameKind, marks: Sequence[str]) -> NameForms:
    """The forms of any name but a person's."""
    text = unicodedata.normalize("NFKC", name).strip()[:_LONGEST]
    key = name_key(text)
    japanese = bool(_JAPANESE.search(key))
    if not japanese and " " not in text and len(text) > 6:
        key = name_key(_CAMEL.sub(" ", text))
    words = tuple(_japanese_words(text) if japanese else key.split())[:_MOST_WORDS]
    short = bool(_ACRONYM.fullmatch(text))
    country = _known(name_key(text), kind)
    path, file = _path_of(text)
    sounds = _sounds(key, words, japanese=japanese, short=short)
    letters = letter_readings(key) if japanese else ()
    # What is no proper name (stage actor) is no other thing for sharing a word with it.
    common = text.isascii() and text == text.lower()
    blocks = _blocks(key, words, sounds, country, short=short, japanese=japanese)
    blocks = (block for block in blocks if not (common and block.startswith((WORD, ENDS, ACRONYMS))))
    first = first_sounds(letters, key if is_kana(key) else "")
    files = (f"{FILES}{file}",) if file else ()
    return NameForms(
        kind=kind,
        completeness=Completeness.SHORT if short else Completeness.FULL,
        spelled=name_key(text),
        sounds=sounds,
        words=words,
        letters=letters,
        marks=tuple(marks),
        same=(country,) if country else (f"path:{path}",) if path else (),
        blocks=tuple(dict.fromkeys((*files, *blocks, *first)))[:MOST_BLOCKS],
    )


def _path_of(text: str) -> tuple[str, str]:
    """The path that a name is, and the file that it ends in; "" where there is none.

    What many folders have (README.md) is the file of no folder, and Node.js is none.
    """
    kind = kind_of(text) if "." in text else None
    folded = text.casefold().removeprefix("./")
    parts = [part for place, part in enumerate(folded.split("/")) if part != "." and (part or place == 0)]
    file = kind_of(parts[-1]) if kind is not None and kind.name in _PATHS else None
    if file is None or file.name != "file" or text.casefold() in _software():
        return "", ""
    path = "/".join(parts) if len(parts) > 1 else ""
    return path, "" if parts[-1].partition(".")[0].strip("_") in _IN_MANY_FOLDERS else parts[-1]


@cache
def _software() -> frozenset[str]:
    return frozenset(name.casefold() for name in software())


def _known(key: str, kind: NameKind) -> str | None:
    """The language-independent identity of a well-known name."""
    country = country_of(key) if kind is not NameKind.OTHER else None
    return country or (institution_of(key) if kind is not NameKind.PLACE else None)


def _japanese_words(text: str) -> Iterator[str]:
    """The words of a name: split at its separators, then by the dictionary."""
    for run in (part for piece in _PARTED.split(text) if piece for part in name_key(piece).split()):
        for part in _SCRIPT_RUN.findall(run) if not _JAPANESE.search(run) else [run]:
            yield from (word for token in sudachi("A")(part) if (word := token.surface().strip()))


def _sounds(key: str, words: Sequence[str], *, japanese: bool, short: bool) -> tuple[Sound, ...]:
    if is_kana(key.replace(" ", "")):
        return (kana_sound(key.replace(" ", "")),)
    if japanese:
        reading = "".join(token.reading_form() for word in key.split() for token in sudachi("C")(word))
        return (kana_sound(reading, 0.9),) if is_kana(reading) else ()
    if len(key) <= MOST_CLIPPED and key.isalpha() and short:
        return (kana_sound(spelled_out(key), 0.9),)
    word_sounds = [romaji_sound(word) for word in words]
    if not word_sounds or any(sound is None for sound in word_sounds):
        return ()
    return (Sound("".join(sound.text for sound in word_sounds if sound), 0.9, open=True),)


def _blocks(
    key: str, words: Sequence[str], sounds: Sequence[Sound], country: str | None, *, short: bool, japanese: bool
) -> Iterator[str]:
    yield f"n:{key}"
    if country:
        yield f"c:{country.partition(':')[2]}"
    yield from (f"r:{sound.folded}" for sound in sounds if len(sound.folded) > 3)
    if short:
        yield f"{LETTERS}{key.replace(' ', '')}"
    yield from begun_blocks(key, words, short=short, japanese=japanese)
    bones = skeleton("".join(words)) if not japanese or is_kana(katakana(key.replace(" ", ""))) else ""
    if len(bones) > 2:
        yield f"k:{bones}"
    yield from sound_blocks(key)
    yield from initial_blocks(key, words, short=short)
    if japanese:
        yield from clipped_blocks(key, words)
    main = main_words(words)
    if not japanese:
        yield from (words_block(*pair) for pair in ends(main))
    for word in main:
        if len(word) > 1 or not word.isascii():
            yield f"{WORD}{_stem(word)}"
    if japanese and len(key) > 2:
        yield f"{WORD}{key[:2]}"


def sound_blocks(key: str) -> Iterator[str]:
    """Blocks by the approximate sound of foreign names in both scripts, with the word for their kind."""
    text = key.replace(" ", "")
    kind_match = (_KANJI_KIND if _JAPANESE.search(text) else _WORD_KIND).search(text)
    kind = kind_match[0] if kind_match else ""
    core = text[: len(text) - len(kind)]
    if not _KATAKANA.fullmatch(core):
        return
    rough = "".join(map(rough_sound, _RUNS.findall(core)))
    if len(rough) > 3:
        yield f"h:{rough}|{_KINDS.get(kind, kind)}"
        yield from rough_blocks(rough)


def initial_blocks(key: str, words: Sequence[str], *, short: bool) -> Iterator[str]:
    """Blocks for Latin initials and katakana names: the number of words and what the first may begin with."""
    letters = key.replace(" ", "")
    if short and letters.isalpha() and len(letters) > 2:
        yield f"i:={len(letters)}{letters[0]}"
    spoken = spoken_words(words)
    if len(spoken) > 2 and spoken[0][0] in MAY_BEGIN:
        counts = {max(3, len(spoken) - 1), len(spoken)}
        yield from (f"i:={count}{letter}" for count in sorted(counts) for letter in MAY_BEGIN[spoken[0][0]])


def begun_blocks(key: str, words: Sequence[str], *, short: bool, japanese: bool) -> Iterator[str]:
    """Blocks for an acronym and its long form: all initials, and the first two (ASEAN, LKAB)."""
    if short and len(key) > 2:
        yield f"i:^{key[:2]}"
    if not japanese and len(words) > 1:
        initials = "".join(word[0] for word in main_words(words))
        yield f"{LETTERS}{''.join(word[0] for word in words)}"
        yield f"{LETTERS}{initials}"
        if len(initials) > 1:
            yield f"i:^{initials[:2]}"
        if len(initials) > 3:
            yield from (f"{LETTERS}{initials[:-1]}", f"{LETTERS}{initials[1:]}")


def clipped_blocks(key: str, words: Sequence[str]) -> Iterator[str]:
    """Blocks for a clipped name and its long form: 日大 and 日本大学 share 日 and 大."""
    if 2 <= len(key) <= MOST_CLIPPED:
        yield f"{LETTERS}{key[0]}{key[-1]}"
    if len(key) > MOST_CLIPPED or len(words) > 2:
        yield from (f"{LETTERS}{words[0][0]}{word[0]}" for word in words[1:6])


def _stem(word: str) -> str:
    return word[:5] if word.isascii() and len(word) > 5 else word
