"""How likely two names mean one person, as far as the names alone tell."""

import re
from dataclasses import dataclass
from typing import Final

from graph.model.reading.name_forms import NameForms, Sound, Split
from graph.resolution.naming.rough_sounds import rough_kana, rough_latin, rough_ratio, same_consonants
from graph.resolution.naming.similarity import UNLIKE, Likeness, letters_shared
from graph.resolution.naming.sounds import best_sound, same_sound, spelt_by, together

_HAN: Final = re.compile(r"[㐀-䶿一-鿿々豈-﫿]")
_NUMBER: Final = re.compile(r"\d+|\b(?:i{2,3}|iv|vi{1,3}|ix|x{1,2}[iv]{1,4}|jr|sr)\b")
_REGNAL: Final = frozenset({"i", "v", "x"})
"""Letters that are a number at the end of a name and an initial before it."""
_GENERATIONS: Final = frozenset({"jr", "sr"})
_NUMBERED: Final = re.compile(r"\d+世?|\b(?:i{1,3}|iv|vi{1,3}|ix|x{1,2}[iv]{1,4})\b")


@dataclass(frozen=True, slots=True)
class _Match:
    score: float
    reason: str
    weak: bool = False
    together: bool = False


_NOTHING: Final = _Match(0.0, "")
_LONG: Final = 6
_ALIKE: Final = 0.75
_LEAST_ROUGH: Final = 3
_BONES: Final = 0.8
_ACROSS: Final = "heard alike in both scripts"
_SURE_TRUST: Final = 0.65
"""Trust of a reading from which on it is one of the dictionary."""


def full_likeness(first: NameForms, second: NameForms) -> Likeness:
    """How likely two full names are one person."""
    if first.spelled == second.spelled:
        return Likeness(1.0, ("same name",))
    numbers, second_numbers = _numbers(first.words), _numbers(second.words)
    if numbers != second_numbers:
        return UNLIKE if numbers and second_numbers else _unnumbered(first, second)
    if {*first.words[-1:], *second.words[-1:]} & numbers - _GENERATIONS:
        return _contained(first, second)  # the number is no surname that two might share
    candidates = [_splits(first, left, second, right) for left in first.splits for right in second.splits]
    candidates.append(_whole(first, second))
    candidates.append(_contained(first, second))
    return max(candidates, key=lambda likeness: (likeness.score, likeness.reasons), default=UNLIKE)


def part_match(partial: NameForms, full: NameForms) -> tuple[float, str]:
    """How well one part of a name fits a full name, 0–1, and as which part."""
    matches = [(0.0, "")]
    for split in partial.splits:
        for whole in full.splits:
            if split.surname and whole.surname:
                match = _part(split.surname, split.surname_sounds, whole.surname, whole.surname_sounds)
                matches.append((match.score * split.trust * min(1.0, whole.trust + 0.3), "surname"))
            if split.given and whole.given:
                match = _given(split, whole, partial, full)
                matches.append((match.score * split.trust * min(1.0, whole.trust + 0.3), "given name"))
    for word in partial.words:
        if word in full.words:
            matches.append((0.95 if word in (full.words[0], full.words[-1]) else 0.85, "part of the name"))
    return max(matches)


def partial_likeness(first: NameForms, second: NameForms) -> Likeness:
    """How likely two parts of names that fit nobody known are one person's (しんせい, 信西), to ask about at most."""
    if _numbers(first.words) != _numbers(second.words):
        return UNLIKE
    best = max(
        (
            match
            for left in first.splits
            for right in second.splits
            for match in (
                _part(left.surname, left.surname_sounds, right.surname, right.surname_sounds),
                _part(left.given, left.given_sounds, right.given, right.given_sounds),
            )
        ),
        key=lambda match: match.score,
        default=_NOTHING,
    )
    return Likeness(round(0.75 * best.score, 4), (f"part of a name: {best.reason}",), weak=True)


def same_surname(first: NameForms, second: NameForms) -> bool:
    """Whether two full names may share a surname."""
    return any(
        _part(left.surname, left.surname_sounds, right.surname, right.surname_sounds).score >= 0.5
        for left in first.splits
        for right in second.splits
        if left.surname and right.surname
    )


def _splits(first: NameForms, left: Split, second: NameForms, right: Split) -> Likeness:
    surname = _part(left.surname, left.surname_sounds, right.surname, right.surname_sounds)
    if not surname.score:
        return UNLIKE
    given = _given(left, right, first, second)
    if not given.score and surname.reason == _ACROSS:
        given = _alike_across_scripts(left.given, left.given_sounds, right.given, right.given_sounds)
    if not given.score:
        return UNLIKE
    order = min(1.0, left.trust + 0.3) * min(1.0, right.trust + 0.3)
    score = surname.score * given.score * (0.9 + 0.1 * order) * _middles(first, second)
    reasons = tuple(dict.fromkeys((f"surname: {surname.reason}", f"given name: {given.reason}")))
    return Likeness(round(score, 4), reasons, weak=surname.weak or given.weak, together=given.together)


def _given(left: Split, right: Split, first: NameForms, second: NameForms) -> _Match:
    match = _part(left.given, left.given_sounds, right.given, right.given_sounds)
    if match.score:
        return match
    if left.given and right.given and _nicknamed(left.given, right.given, first, second):
        return _Match(0.93, "short form", together=True)
    return _NOTHING


def _nicknamed(left: str, right: str, first: NameForms, second: NameForms) -> bool:
    first_forms, second_forms = ({*forms.same} for forms in (first, second))
    return f"given:{right}" in first_forms or f"given:{left}" in second_forms


def _part(spelled: str, sounds: tuple[Sound, ...], other_spelled: str, other_sounds: tuple[Sound, ...]) -> _Match:
    """How well one part of two names agrees."""
    if not spelled or not other_spelled:
        return _NOTHING
    if spelled == other_spelled:
        return _Match(1.0, "same")
    han = bool(_HAN.search(spelled)), bool(_HAN.search(other_spelled))
    if all(han) and not _mixed(spelled, other_spelled):
        return _NOTHING
    if 1 in (len(spelled), len(other_spelled)) and spelled[0] == other_spelled[0] and not any(han):
        return _Match(0.85, "initial", weak=True)
    trust = best_sound(sounds, other_sounds)
    if trust:
        sure = trust >= _SURE_TRUST
        return _Match(0.9 + 0.1 * trust if sure else 0.84 + 0.1 * trust, "reading", weak=not sure)
    if any(han):
        return _NOTHING
    if spelled.isascii() != other_spelled.isascii():
        native = sounds if spelled.isascii() else other_sounds
        return _NOTHING if native else _alike_across_scripts(spelled, sounds, other_spelled, other_sounds)
    if sounds and other_sounds and not spelled.isascii() and not other_spelled.isascii():
        return _alike_in_kana(sounds[0], other_sounds[0])
    return _spelled_alike(spelled, other_spelled)


def _mixed(first: str, second: str) -> bool:
    """Whether at least one of two spellings holds kana too (くみ子, 久美子): then the reading may decide."""
    return any(not _HAN.fullmatch(letter) for letter in first + second)


def _spelled_alike(first: str, second: str) -> _Match:
    if min(len(first), len(second)) < 5 or first[0] != second[0]:
        return _NOTHING
    ratio = letters_shared(first, second)
    return _Match(0.8 * ratio, "spelled alike", weak=True) if ratio >= 0.85 else _NOTHING


def _alike_in_kana(first: Sound, second: Sound) -> _Match:
    """Two ways to write a foreign name in kana (ブシェ, ブーシェー), good for a question and no more."""
    left, right = first.folded, second.folded
    if first.text[:1] != second.text[:1] and min(len(left), len(right)) < _LONG:
        return _NOTHING
    ratio = letters_shared(left, right)
    return _Match(0.78 * ratio, "heard alike", weak=True) if ratio >= _ALIKE else _NOTHING


def _unnumbered(first: NameForms, second: NameForms) -> Likeness:
    """Two names of which only one says which of that name it is: フランツ・ヨーゼフ and フランツ・ヨーゼフ1世."""
    bare, rest = (_NUMBERED.sub("", " ".join(forms.words)).split() for forms in (first, second))
    return Likeness(0.45, ("number left out",), weak=True) if len(bare) > 1 and bare == rest else UNLIKE


def _alike_across_scripts(
    spelled: str, sounds: tuple[Sound, ...], other_spelled: str, other_sounds: tuple[Sound, ...]
) -> _Match:
    """A foreign name in Latin letters and in katakana (Peter, ピーター), good for a question and no more."""
    if spelled.isascii() == other_spelled.isascii():
        return _NOTHING
    latin, kana = (spelled, other_sounds) if spelled.isascii() else (other_spelled, sounds)
    rough = rough_latin(latin)
    if not kana or len(rough) < _LEAST_ROUGH:
        return _NOTHING
    keys = [rough_kana(sound.text) for sound in kana]
    ratio = max(max(rough_ratio(rough, key), _BONES * same_consonants(rough, key)) for key in keys)
    return _Match(0.78 * ratio, _ACROSS, weak=True) if ratio >= _ALIKE else _NOTHING


def _middles(first: NameForms, second: NameForms) -> float:
    """1 when what stands between given name and surname agrees or one side leaves it out, else less."""
    first_middle, second_middle = (_between(forms) for forms in (first, second))
    if not first_middle or not second_middle:
        return 1.0 if not first_middle and not second_middle else 0.97
    short, long = sorted((first_middle, second_middle), key=len)
    if long.count("of") > short.count("of"):
        return 0.3  # Agnes of Burgundy is not Agnes of France, Duchess of Burgundy
    agreed = all(any(_begins(word, rest) for rest in long) for word in short)
    return 0.98 if agreed else 0.3


def _begins(first: str, second: str) -> bool:
    return first == second or (1 in (len(first), len(second)) and first[0] == second[0])


def _between(forms: NameForms) -> tuple[str, ...]:
    return forms.words[1:-1] if len(forms.words) > 2 else ()


def _numbers(words: tuple[str, ...]) -> frozenset[str]:
    numbers = {number for word in words for number in _NUMBER.findall(word)}
    return frozenset(numbers | ({words[-1]} & _REGNAL if len(words) > 1 else set()))


def _whole(first: NameForms, second: NameForms) -> Likeness:
    """Names of which at least one is known as a whole only, such as kana without a gap."""
    trust = best_sound(first.sounds, second.sounds)
    for whole, parted in ((first, second), (second, first)):
        for split in parted.splits:
            for surname in split.surname_sounds:
                for given in split.given_sounds:
                    if "*" in given.text:
                        continue
                    if any(same_sound(sound, together(surname, given)) for sound in whole.sounds):
                        trust = max(trust, surname.trust * given.trust * min(1.0, split.trust + 0.2))
    if not trust:
        return _lettered(first, second)
    sure = trust >= _SURE_TRUST
    return Likeness(
        round(0.9 + 0.1 * trust if sure else 0.84 + 0.1 * trust, 4), ("reading of the whole name",), not sure
    )


def _lettered(first: NameForms, second: NameForms) -> Likeness:
    """A whole name in kana that the kanji of the other may be read as, letter by letter: to ask about, not to merge."""
    for letters, sounds in ((first.letters, second.sounds), (second.letters, first.sounds)):
        if any(spelt_by(sound, letters) for sound in sounds if len(sound.folded) > 5):
            return Likeness(0.7, ("may be read so",), weak=True)
    return UNLIKE


def _contained(first: NameForms, second: NameForms) -> Likeness:
    """A name of several words of which the other has more: Rachel Perry and Rachel Perry Welty."""
    short, long = sorted((first, second), key=lambda forms: len(forms.words))
    if len(short.words) < 2 or len(short.words) == len(long.words):
        return UNLIKE
    rest = iter(long.words)
    if all(word in rest for word in short.words):
        return Likeness(0.75, ("all words of the shorter name",), weak=True)
    return UNLIKE
