"""Notes that do not say whom they are about.

"Allergic to shellfish. Lives in Seattle, plays guitar": people write so of themselves, and assistants of the user whose
memories they keep. A sentence is read so by how it begins (`beginnings.py`), since "Works of Goya",
"Plans for May" and "Lost keys" begin alike; a note, from its start on. What is said of somebody's ways lets it go on;
behind what was done once only another deed may follow, and nothing behind somebody whom it may be about from there
("Met Anna. Works at Acme now."). In a list, every entry stands for itself.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from extraction.lang.en.lexicon import FAVOURED, PETS
from extraction.lang.en.notes import beginnings
from extraction.lang.en.notes.beginnings import begins

_STARTS: Final = re.compile(
    r"(?:\A|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)(?<!\bProf)[.!?;]\s+|\n)"
    r"\s*([-–—*•·+]\s*|\d{1,2}[.)]\s+)?(?=\w)"
)
"""What stands before the first word of a sentence, of a line, of an entry in a list, whose mark it tells."""
_WORD: Final = re.compile(r"\w+(?=n[’']t\b)|n[’']t\b|[\w-]+|[’'](?:s|m|ve)\b|[^\w\s]")
_MOST: Final = 16
"""Words of a sentence that are looked at: what it begins with is told by then."""
_SPELLED: Final = {
    "’s": "'s",
    "'m": "is",
    "’m": "is",
    "am": "is",
    "'ve": "has",
    "’ve": "has",
    "have": "has",
    "do": "does",
    "n’t": "n't",
    "ca": "can",
    "wo": "will",
}
"""Words of "I", and short forms, as the tables have them."""


_END: Final = (".", ".", ".")
"""What stands behind the last word of a sentence, so that there is always a word to look at."""


class _Lead(NamedTuple):
    """What may be left out, as the user says it and as it is said of them; what may follow; whether it tells a deed."""

    own: str
    told: str
    then: int
    is_deed: bool = False


_NOTHING, _DEEDS, _ANYTHING = range(3)
_DOES: Final = _Lead("I", "User", _ANYTHING)
_DID: Final = _Lead("I", "User", _DEEDS, is_deed=True)
_MET: Final = _Lead("I", "User", _NOTHING, is_deed=True)
_HAS: Final = _Lead("I", "User", _NOTHING)
_IS: Final = _Lead("I am", "User is", _ANYTHING)
_WAS: Final = _Lead("I was", "User was", _ANYTHING)
_LIKED: Final = _Lead("My", "User's", _ANYTHING)
_ONES: Final = _Lead("My", "User's", _NOTHING)

_SUBJECTS: Final[dict[tuple[str, ...], str]] = {
    ("i",): "I",
    ("user",): "I",
    ("the", "user"): "I",
    ("my",): "My",
    ("user", "'s"): "My",
    ("the", "user", "'s"): "My",
}
"""The words by which a sentence says that it is about the user, and how the user says so."""


def left_out(text: str) -> Iterator[tuple[int, str]]:
    """Where a note leaves out who it is about, and the words that say it: "I", or "User" where it says so elsewhere."""
    found = list(_STARTS.finditer(text))
    then, told = _ANYTHING, False
    for number, one in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(text)
        words = [word.group() for word, _ in zip(_WORD.finditer(text, one.end(), end), range(_MOST), strict=False)]
        subject = _subject(words)
        lead = _lead(words[len(subject) :], first=number == 0, said=bool(subject))
        if lead is None or text[one.end() : end].rstrip().endswith("?"):
            return
        if subject:
            if _SUBJECTS[subject] != lead.own.split()[0]:
                return
            told = told or "user" in subject
        else:
            listed = one.group(1) is not None and found[0].group(1) is not None
            if not (listed or then == _ANYTHING or (then == _DEEDS and lead.is_deed)):
                return
            yield one.end(), f"{lead.told if told else lead.own} "
        then = lead.then


def _subject(words: Sequence[str]) -> tuple[str, ...]:
    """The words by which a sentence says that it is about the user; none where it leaves them out."""
    lower = tuple(_SPELLED.get(word.lower(), word.lower()) for word in words[:3])
    return next((lower[:length] for length in (3, 2, 1) if lower[:length] in _SUBJECTS), ())


def _lead(words: Sequence[str], *, first: bool, said: bool) -> _Lead | None:
    """What stands before such words, or may: None where that may be nothing.

    `first` tells that no other sentence stands before, `said` that the user does, so that "like" is their verb.
    """
    lower = [_SPELLED.get(word.lower(), word.lower()) for word in words]
    if ":" in lower or any(one == "by" and name[0].isupper() for one, name in zip(lower, words[1:], strict=False)):
        return None  # a label, or who made what the note is about
    begin = _behind_adverbs(lower, 2 if lower[:2] == ["no", "longer"] else 0)
    over = not beginnings.OVER.isdisjoint(lower[:begin])
    lower, words = [*lower[begin:], *_END], [*words[begin:], *_END]
    if begins(beginnings.BORN, lower, words):
        return _WAS
    if begins(beginnings.TRAITS, lower, words):
        return _WAS if over else _IS
    if beginnings.FINITE.isdisjoint(lower) and begins(beginnings.DOING, lower, words):
        return _IS
    return _of_ones_own(lower, words, first=first) or _of_verb(lower, words, said=said)


def _behind_adverbs(lower: Sequence[str], begin: int = 0) -> int:
    """The place of the first word from `begin` on that is no adverb."""
    while begin < len(lower) and lower[begin] in beginnings.ADVERBS:
        begin += 1
    return begin


def _of_ones_own(lower: Sequence[str], words: Sequence[str], *, first: bool) -> _Lead | None:
    """Of what the user likes best or has one of, or of somebody close."""
    noun, after = lower[0], lower[1]
    if noun in FAVOURED:
        return _LIKED if after in beginnings.LIKED else _ONES
    if noun in beginnings.OWN or (noun in beginnings.NAMED and first):
        return _LIKED if after in ("is", "are") else None
    family = beginnings.is_family(noun)
    if not family and noun not in PETS:
        return None
    named = noun in beginnings.CLOSE and words[1][0].isupper() and words[2].islower()
    close = named or (family and after in beginnings.OF_CLOSE) or list(lower[1:3]) == ["'s", "name"]
    return _ONES if close else None


def _of_verb(lower: Sequence[str], words: Sequence[str], *, said: bool) -> _Lead | None:
    """Of what somebody does, is or has, or did."""
    verb, after, third = lower[:3]
    forms = (verb, f"{verb}s", f"{verb}es") if said else (verb,)
    if any(begins(beginnings.WAYS, [form, after], words) for form in forms):
        return _DOES
    if verb in ("is", "was"):
        return _DOES if _is_somebody(lower[1:], words[1:]) else None
    if verb == "cannot" or (verb in beginnings.DENIED and after in ("n't", "not")):
        return _DOES if (after if verb == "cannot" else third) in beginnings.NOT_DONE else None
    if verb == "has":
        return None if beginnings.HAD.isdisjoint(map(beginnings.singular, lower[1:6])) else _HAS
    if beginnings.FINITE.isdisjoint(lower) and begins(beginnings.WANTED, lower, words):
        return _DOES
    if begins(beginnings.DEEDS, lower, words) and third not in beginnings.DAYS:
        return _DID
    return _MET if begins(beginnings.MEETINGS, lower, words) else None


def _is_somebody(lower: Sequence[str], words: Sequence[str]) -> bool:
    """Whether what stands behind "is" is what a person is, is at, or is born in."""
    begin = _behind_adverbs(lower)
    told, spelled = lower[begin:], words[begin:]
    tables = (beginnings.TRAITS, beginnings.DOING, beginnings.BORN)
    return any(begins(table, told, spelled) for table in tables) or beginnings.is_role(told)
