"""How likely two names mean one person, as far as the names alone tell."""

import re
from dataclasses import dataclass
from typing import Final

from graph.model.name_forms import NameForms, Sound, Split
from graph.resolution.naming.likeness import UNLIKE, Likeness, letters_shared
from graph.resolution.naming.rough import heard_ratio, rough_kana, rough_latin, same_bones
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


def full_likeness(one: NameForms, other: NameForms) -> Likeness:
    """How likely two full names are one person."""
    if one.spelled == other.spelled:
        return Likeness(1.0, ("same name",))
    numbers, others = _numbers(one.words), _numbers(other.words)
    if numbers != others:
        return UNLIKE if numbers and others else _unnumbered(one, other)
    if {*one.words[-1:], *other.words[-1:]} & numbers - _GENERATIONS:
        return _contained(one, other)  # the number is no surname that two might share
    found = [_splits(one, left, other, right) for left in one.splits for right in other.splits]
    found.append(_whole(one, other))
    found.append(_contained(one, other))
    return max(found, key=lambda likeness: (likeness.score, likeness.reasons), default=UNLIKE)


def part_match(partial: NameForms, full: NameForms) -> tuple[float, str]:
    """How well one part of a name fits a full name, 0–1, and as which part."""
    found = [(0.0, "")]
    for split in partial.splits:
        for whole in full.splits:
            if split.surname and whole.surname:
                match = _part(split.surname, split.surname_sounds, whole.surname, whole.surname_sounds)
                found.append((match.score * split.trust * min(1.0, whole.trust + 0.3), "surname"))
            if split.given and whole.given:
                match = _given(split, whole, partial, full)
                found.append((match.score * split.trust * min(1.0, whole.trust + 0.3), "given name"))
    for word in partial.words:
        if word in full.words:
            found.append((0.95 if word in (full.words[0], full.words[-1]) else 0.85, "part of the name"))
    return max(found)


def partial_likeness(one: NameForms, other: NameForms) -> Likeness:
    """How likely two parts of names that fit nobody known are one person's (しんせい, 信西), to ask about at most."""
    if _numbers(one.words) != _numbers(other.words):
        return UNLIKE
    best = max(
        (
            match
            for left in one.splits
            for right in other.splits
            for match in (
                _part(left.surname, left.surname_sounds, right.surname, right.surname_sounds),
                _part(left.given, left.given_sounds, right.given, right.given_sounds),
            )
        ),
        key=lambda match: match.score,
        default=_NOTHING,
    )
    return Likeness(round(0.75 * best.score, 4), (f"part of a name: {best.reason}",), weak=True)


def same_surname(one: NameForms, other: NameForms) -> bool:
    """Whether two full names may share a surname."""
    return any(
        _part(left.surname, left.surname_sounds, right.surname, right.surname_sounds).score >= 0.5
        for left in one.splits
        for right in other.splits
        if left.surname and right.surname
    )


def _splits(one: NameForms, left: Split, other: NameForms, right: Split) -> Likeness:
    surname = _part(left.surname, left.surname_sounds, right.surname, right.surname_sounds)
    if not surname.score:
        return UNLIKE
    given = _given(left, right, one, other)
    if not given.score and surname.reason == _ACROSS:
        given = _heard_across(left.given, left.given_sounds, right.given, right.given_sounds)
    if not given.score:
        return UNLIKE
    order = min(1.0, left.trust + 0.3) * min(1.0, right.trust + 0.3)
    score = surname.score * given.score * (0.9 + 0.1 * order) * _middles(one, other)
    reasons = tuple(dict.fromkeys((f"surname: {surname.reason}", f"given name: {given.reason}")))
    return Likeness(round(score, 4), reasons, weak=surname.weak or given.weak, together=given.together)


def _given(left: Split, right: Split, one: NameForms, other: NameForms) -> _Match:
    match = _part(left.given, left.given_sounds, right.given, right.given_sounds)
    if match.score:
        return match
    if left.given and right.given and _nicknamed(left.given, right.given, one, other):
        return _Match(0.93, "short form", together=True)
    return _NOTHING


def _nicknamed(left: str, right: str, one: NameForms, other: NameForms) -> bool:
    wholes, others = ({*forms.same} for forms in (one, other))
    return f"given:{right}" in wholes or f"given:{left}" in others


def _part(spelled: str, sounds: tuple[Sound, ...], other: str, others: tuple[Sound, ...]) -> _Match:
    """How well one part of two names agrees."""
    if not spelled or not other:
        return _NOTHING
    if spelled == other:
        return _Match(1.0, "same")
    han = bool(_HAN.search(spelled)), bool(_HAN.search(other))
    if all(han) and not _mixed(spelled, other):
        return _NOTHING
    if 1 in (len(spelled), len(other)) and spelled[0] == other[0] and not any(han):
        return _Match(0.85, "initial", weak=True)
    trust = best_sound(sounds, others)
    if trust:
        sure = trust >= _SURE_TRUST
        return _Match(0.9 + 0.1 * trust if sure else 0.84 + 0.1 * trust, "reading", weak=not sure)
    if any(han):
        return _NOTHING
    if spelled.isascii() != other.isascii():
        native = sounds if spelled.isascii() else others
        return _NOTHING if native else _heard_across(spelled, sounds, other, others)
    if sounds and others and not spelled.isascii() and not other.isascii():
        return _heard_alike(sounds[0], others[0])
    return _spelled_alike(spelled, other)


def _mixed(one: str, other: str) -> bool:
    """Whether at least one of two spellings holds kana too (くみ子, 久美子): then the reading may decide."""
    return any(not _HAN.fullmatch(letter) for letter in one + other)


def _spelled_alike(one: str, other: str) -> _Match:
    if min(len(one), len(other)) < 5 or one[0] != other[0]:
        return _NOTHING
    ratio = letters_shared(one, other)
    return _Match(0.8 * ratio, "spelled alike", weak=True) if ratio >= 0.85 else _NOTHING


def _heard_alike(one: Sound, other: Sound) -> _Match:
    """Two ways to write a foreign name in kana (ブシェ, ブーシェー), good for a question and no more."""
    left, right = one.folded, other.folded
    if one.text[:1] != other.text[:1] and min(len(left), len(right)) < _LONG:
        return _NOTHING
    ratio = letters_shared(left, right)
    return _Match(0.78 * ratio, "heard alike", weak=True) if ratio >= _ALIKE else _NOTHING


def _unnumbered(one: NameForms, other: NameForms) -> Likeness:
    """Two names of which only one says which of that name it is: フランツ・ヨーゼフ and フランツ・ヨーゼフ1世."""
    bare, rest = (_NUMBERED.sub("", " ".join(forms.words)).split() for forms in (one, other))
    return Likeness(0.45, ("number left out",), weak=True) if len(bare) > 1 and bare == rest else UNLIKE


def _heard_across(spelled: str, sounds: tuple[Sound, ...], other: str, others: tuple[Sound, ...]) -> _Match:
    """A foreign name in Latin letters and in katakana (Peter, ピーター), good for a question and no more."""
    if spelled.isascii() == other.isascii():
        return _NOTHING
    latin, kana = (spelled, others) if spelled.isascii() else (other, sounds)
    rough = rough_latin(latin)
    if not kana or len(rough) < _LEAST_ROUGH:
        return _NOTHING
    heard = [rough_kana(sound.text) for sound in kana]
    ratio = max(max(heard_ratio(rough, one), _BONES * same_bones(rough, one)) for one in heard)
    return _Match(0.78 * ratio, _ACROSS, weak=True) if ratio >= _ALIKE else _NOTHING


def _middles(one: NameForms, other: NameForms) -> float:
    """1 when what stands between given name and surname agrees or one side leaves it out, else less."""
    middles, others = (_between(forms) for forms in (one, other))
    if not middles or not others:
        return 1.0 if not middles and not others else 0.97
    short, long = sorted((middles, others), key=len)
    if long.count("of") > short.count("of"):
        return 0.3  # Agnes of Burgundy is not Agnes of France, Duchess of Burgundy
    agreed = all(any(_begins(word, rest) for rest in long) for word in short)
    return 0.98 if agreed else 0.3


def _begins(one: str, other: str) -> bool:
    return one == other or (1 in (len(one), len(other)) and one[0] == other[0])


def _between(forms: NameForms) -> tuple[str, ...]:
    return forms.words[1:-1] if len(forms.words) > 2 else ()


def _numbers(words: tuple[str, ...]) -> frozenset[str]:
    found = {number for word in words for number in _NUMBER.findall(word)}
    return frozenset(found | ({words[-1]} & _REGNAL if len(words) > 1 else set()))


def _whole(one: NameForms, other: NameForms) -> Likeness:
    """Names of which at least one is known as a whole only, such as kana without a gap."""
    trust = best_sound(one.sounds, other.sounds)
    for whole, parted in ((one, other), (other, one)):
        for split in parted.splits:
            for surname in split.surname_sounds:
                for given in split.given_sounds:
                    if "*" in given.text:
                        continue
                    if any(same_sound(sound, together(surname, given)) for sound in whole.sounds):
                        trust = max(trust, surname.trust * given.trust * min(1.0, split.trust + 0.2))
    if not trust:
        return _lettered(one, other)
    sure = trust >= _SURE_TRUST
    return Likeness(
        round(0.9 + 0.1 * trust if sure else 0.84 + 0.1 * trust, 4), ("reading of the whole name",), not sure
    )


def _lettered(one: NameForms, other: NameForms) -> Likeness:
    """A whole name in kana that the kanji of the other may be read as, letter by letter: to ask about, not to merge."""
    for letters, sounds in ((one.letters, other.sounds), (other.letters, one.sounds)):
        if any(spelt_by(sound, letters) for sound in sounds if len(sound.folded) > 5):
            return Likeness(0.7, ("may be read so",), weak=True)
    return UNLIKE


def _contained(one: NameForms, other: NameForms) -> Likeness:
    """A name of several words of which the other has more: Rachel Perry and Rachel Perry Welty."""
    short, long = sorted((one, other), key=lambda forms: len(forms.words))
    if len(short.words) < 2 or len(short.words) == len(long.words):
        return UNLIKE
    rest = iter(long.words)
    if all(word in rest for word in short.words):
        return Likeness(0.75, ("all words of the shorter name",), weak=True)
    return UNLIKE
