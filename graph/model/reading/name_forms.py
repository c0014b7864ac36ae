"""What a name is made of, as far as it was taken apart: the value that names are compared by and kept with."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import Final, cast


class NameKind(StrEnum):
    """What sort of name it is, which decides how it is compared."""

    PERSON = "person"
    ORGANIZATION = "organization"
    PLACE = "place"
    OTHER = "other"


class Completeness(StrEnum):
    """How much of the name is there. What is not FULL refers to somebody and never is a node's identity."""

    FULL = "full"
    SURNAME = "surname"
    GIVEN = "given"
    EITHER = "either"
    """One word of a person's name, of which nothing tells whether it is the surname or the given name."""
    SHORT = "short"
    """An acronym or a clipped name of an organisation, a place or a work."""
    HANDLE = "handle"
    """A name somebody goes by in one channel, such as @naoki."""


@dataclass(frozen=True, slots=True)
class Sound:
    """How a name or a part of it may be read, with the share of trust in this reading (0–1).

    `text` is Kunrei-like romaji with "-" behind each vowel that is known to be long. `open` tells that a vowel without
    the sign may be long all the same, as in names written in Latin letters: "ono" is 小野 or 大野. A "*" at either end
    stands for what nobody can foresee.
    """

    text: str
    trust: float = 1.0
    open: bool = False

    @property
    def folded(self) -> str:
        """The reading without lengths: where readings that may be equal meet."""
        return self.text.replace("-", "")


@dataclass(frozen=True, slots=True)
class Split:
    """One way to part a person's name: spelling and readings of each part, empty where the part is missing."""

    surname: str
    given: str
    surname_sounds: tuple[Sound, ...] = ()
    given_sounds: tuple[Sound, ...] = ()
    trust: float = 1.0


@dataclass(frozen=True, kw_only=True)
class NameForms:
    """A name taken apart.

    `spelled` is its key. `splits` are the ways to part a person's name, best first; `sounds` readings of the whole;
    `words` the words of its core in order, folded; `letters` the readings each letter of a short name in kanji may
    have, folded and parted by "|"; `marks` what stood around it (honorific, office, legal form); `same` keys of names
    that a table knows to be equal ("country:us"), or of the path that it is ("path:src/store.ts"). `blocks` are the
    keys by which names that may be one meet: two names without a common block are never compared.
    """

    kind: NameKind
    completeness: Completeness
    spelled: str
    splits: tuple[Split, ...] = ()
    sounds: tuple[Sound, ...] = ()
    words: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()

    @property
    def partial(self) -> bool:
        """Whether it is one part of a person's name: it refers to somebody and makes no two whole names one."""
        return self.kind is NameKind.PERSON and self.completeness in _PARTIAL

    @cached_property
    def as_json(self) -> str:
        """The forms as one line of JSON: written once, however many mentions have them."""
        value = [
            self.kind.value,
            self.completeness.value,
            self.spelled,
            [
                [split.surname, split.given, _plain(split.surname_sounds), _plain(split.given_sounds), split.trust]
                for split in self.splits
            ],
            _plain(self.sounds),
            self.words,
            self.letters,
            self.marks,
            self.same,
            self.blocks,
        ]
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def sought(self) -> frozenset[str]:
        """The blocks in which the name asks for everybody; in the others it is only found, by those who ask there.

        Latin names are in the blocks of sounds for names in katakana, names in kanji in those of first sounds for what
        is written in kana, and words in those of initials for acronyms: among themselves they would meet in vain. Names
        of several words meet by both their ends: after everybody who shares one word with them ask single words and
        parts of names, and people of whose given name little is said (J., Bob).
        """
        return frozenset(filter(self.seeks, self.blocks))

    def seeks(self, block: str) -> bool:
        """Whether it asks for everybody in one of its blocks (`sought`)."""
        outer, unasked = self._unasked
        if unasked is None:
            return not (self.letters and _is_first_sound(block))
        return block == outer or not block.startswith(unasked)

    @cached_property
    def _unasked(self) -> tuple[str, tuple[str, ...] | None]:
        """How the blocks begin in which a Latin name is only found, and the one among these in which it asks."""
        if not self.spelled.isascii():
            return "", None
        unasked = (SOUNDS, KANA_INITIALS)
        if self.completeness is not Completeness.SHORT:
            unasked = (*unasked, ACRONYMS, LETTERS)
        outer = ""
        more: tuple[str, ...] = ()
        if self.kind is not NameKind.PERSON:
            words = main_words(self.words)
            if len(words) > 1:
                outer = words_block(words[0], words[-1])
                more = (ENDS, WORD)
        elif not self.partial and len(self.words) > 1:
            vague = bool(self.same) or any(len(word) == 1 for word in self.words)
            outer = ends_block(self.words[0], self.words[-1])
            more = (ENDS, GIVEN) if vague else (ENDS, GIVEN, SURNAME)
        # A name from before there were such blocks asks as it did then.
        return outer, (*unasked, *more) if outer in self.blocks else unasked


_MOST_ENDS: Final = 5
_MOST_WORDS: Final = 12
_LESS_WORDS: Final = """
the of and for in a an de la le der die das du des di da do y e et und at on to
"""
_LESS: Final = frozenset(_LESS_WORDS.split())
_PARTIAL: Final = frozenset({Completeness.SURNAME, Completeness.GIVEN, Completeness.EITHER})
SURNAME: Final = "s:"
GIVEN: Final = "g:"
ENDS: Final = "e:"
"""How the blocks begin where Latin names meet by how any two of their words begin."""
FILES: Final = "p:"
"""How the blocks begin where a file's name and the paths that end in it meet."""
LETTERS: Final = "a:"
"""How the blocks of initials begin."""
WORD: Final = "w:"
BEGINS: Final = "i:"
"""How the blocks begin where names meet by how they begin; with two letters behind it, by their first sound."""
WIDE: Final = (SURNAME, GIVEN, WORD, BEGINS)
"""How blocks begin that gather everything with one surname, given name, word or first sound."""

SOUNDS: Final = "i:~"
"""How the blocks begin where foreign names of both scripts meet by how they sound."""
KANA_INITIALS: Final = "i:="
"""Where Latin initials and names in katakana meet."""
ACRONYMS: Final = "i:^"
"""Where an acronym and words that begin so meet."""


def is_wide(block: str) -> bool:
    """Whether a block gathers everything with one surname, given name or word, and so is full earlier."""
    return block.startswith(WIDE)


def _is_first_sound(block: str) -> bool:
    return block.startswith(BEGINS) and not block.startswith((SOUNDS, KANA_INITIALS, ACRONYMS))


def ends(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The pairs of words by which a name is found by those that begin and end with them; its own ends among them."""
    yield from combinations(words[:_MOST_ENDS], 2)
    if len(words) > _MOST_ENDS:
        yield from ((words[0], word) for word in (*words[_MOST_ENDS:_MOST_WORDS], words[-1]))


def ends_block(first: str, last: str) -> str:
    """The block of people's names in Latin letters that hold two words which begin so, in this order."""
    return f"{ENDS}{first[:1]}{last[:3]}"


def words_block(first: str, other: str) -> str:
    """The block of other names in Latin letters that hold two words which begin so, in either order."""
    return f"{ENDS}{'|'.join(sorted((first[:3], other[:3])))}"


def main_words(words: Iterable[str]) -> tuple[str, ...]:
    """The words without those that a name may leave out or take on."""
    return tuple(word for word in words if word not in _LESS)


def encoded(forms: NameForms) -> str:
    """The forms as one line of JSON, equal for equal forms; `decoded` takes it back."""
    return forms.as_json


def decoded(text: str) -> NameForms:
    """The forms that `encoded` wrote. Raises ValueError when the text is none of them."""
    try:
        kind, completeness, spelled, splits, sounds, words, letters, marks, same, blocks = json.loads(text)
        return NameForms(
            kind=NameKind(kind),
            completeness=Completeness(completeness),
            spelled=cast(str, spelled),
            splits=tuple(Split(s, g, _sounds(ss), _sounds(gs), trust) for s, g, ss, gs, trust in splits),
            sounds=_sounds(sounds),
            words=tuple(words),
            letters=tuple(letters),
            marks=tuple(marks),
            same=tuple(same),
            blocks=tuple(blocks),
        )
    except (TypeError, KeyError, ValueError) as error:
        raise ValueError("not the forms of a name") from error


def joined(forms: Iterable[NameForms]) -> NameForms:
    """The forms of one name from all its mentions, whatever their order: the same name with and without さん.

    What a mention told more (an honorific, capitals that mark the surname) counts for all; blocks add up.
    """
    every = list(set(forms))
    if len(every) > 1:
        every.sort(key=lambda form: (-len(form.marks), form.kind, form.completeness, encoded(form)))
    best = every[0]
    return replace(
        best,
        marks=tuple(sorted({mark for form in every for mark in form.marks})),
        same=tuple(sorted({same for form in every for same in form.same})),
        blocks=tuple(sorted({block for form in every for block in form.blocks})),
    )


def _plain(sounds: Iterable[Sound]) -> list[list[object]]:
    return [[sound.text, sound.trust, int(sound.open)] for sound in sounds]


def _sounds(rows: Iterable[tuple[str, float, int]]) -> tuple[Sound, ...]:
    return tuple(Sound(text, trust, bool(is_open)) for text, trust, is_open in rows)
