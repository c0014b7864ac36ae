"""Subject ellipsis: notes that leave out whom they are about.

"Allergic to shellfish. Lives in Seattle": people write so of themselves, and assistants of the user whose memories
they keep. A sentence counts as one by how it begins, with a closed list of openings, since "Works of Goya", "Plans for
May" and "Lost keys" begin alike. A note is read from its start on. A habit lets the note go on; behind a deed only
another deed may follow, and nothing behind somebody else whom the next sentence may be about ("Met Anna. Works at Acme
now."). In a list each entry stands alone.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from extraction.lang.en.dates.calendar import WEEKDAY_NAMES
from extraction.lang.en.facts.permanence import AILMENTS, LASTING
from extraction.lang.en.facts.relations import FAMILY
from extraction.lang.en.word_lists import ARTICLES, FAVOURED, KINDS, PACKAGE, PETS
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType

_STARTS: Final = re.compile(
    r"(?:\A|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)(?<!\bProf)[.!?;]\s+|\n)"
    r"\s*([-–—*•·+]\s*|\d{1,2}[.)]\s+)?(?=\w)"
)
"""What stands before the first word of a sentence, line or list entry; group 1 is the bullet."""
_WORD: Final = re.compile(r"\w+(?=n[’']t\b)|n[’']t\b|[\w-]+|[’'](?:s|m|ve)\b|[^\w\s]")
_WORDS_READ: Final = 16
"""Words of a sentence that are looked at: enough for its opening."""
_NORMAL_FORMS: Final = {
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
"""Forms of the first person, and short forms, as the tables have them."""
_PADDING: Final = (".", ".", ".")
"""Appended to the words of a sentence, so that an opening always has words behind it."""

Openings = dict[str, frozenset[str]]
"""First words and what may follow each: words, "~" for a thing, "^" for a name, "|" for the end of the clause."""

_LEXICON: Final = lexicon(PACKAGE, "notes")


def _openings(name: str) -> Openings:
    return {word: frozenset(value.split()) for word, value in _LEXICON.values(name).items()}


_CLAUSE_ENDS: Final = frozenset((".", "!", ";", "and", "but", "since", "for"))
_NO_THING: Final = _LEXICON.words("no_thing")
_ADVERBS: Final = _LEXICON.words("adverb")
_FORMER: Final = _LEXICON.words("former")
"""Adverbs that put a state into the past: "Formerly allergic to nuts"."""
_HABITS: Final = _openings("habit")
"""How somebody lives, whatever day it is: "Lives in Seattle"."""
_WISHES: Final = _openings("wish")
"""First-person verbs without "I": "Love spicy food". With a finite verb in the sentence they are part of a name."""
_DENIALS: Final = _LEXICON.words("denial")
_NOT_DONE: Final = _LEXICON.words("not_done")
"""What people do not do, unlike things ("Doesn't support Windows")."""
_DEEDS: Final = _openings("deed")
"""What somebody once did: "Moved to Oslo"."""
_ENCOUNTERS: Final = _openings("encounter")
"""Deeds that bring in somebody or something else, whom the next sentence may be about: "Met Anna"."""
_PAST_STATES: Final = _openings("past_state")
"""Passives: "Born in Leeds"."""
_RELATION_TRAITS: Final = _openings("relation_trait")
_TRAITS: Final = _openings("trait") | {
    word: frozenset((*_RELATION_TRAITS.get(word, ()), "|")) for word in LASTING - _LEXICON.words("also_of_things")
}
"""What somebody is: "Allergic to shellfish". Switches and servers may be "disabled" or "retired", too."""
_ACTIVITIES: Final = _openings("doing")
"""What somebody is doing: "Looking for a flat"."""
_FINITE: Final = _LEXICON.words("finite")
"""With one of these in the sentence, "Learning Japanese" and "Love Actually" are its subject."""
POSSESSIONS: Final = FAMILY | PETS | AILMENTS | _LEXICON.words("possession")
"""What people have, unlike things ("Has two bedrooms")."""
_OWN_ATTRIBUTES: Final = _LEXICON.words("own_attribute")
"""What everybody has one or a few of, with "is": "Birthday is May 5"."""
_OPENING_ATTRIBUTES: Final = _LEXICON.words("opening_attribute")
"""The same at the start of a note only: behind "Adopted a cat", "Name is Miso" is not about the user."""
_FAVOURITE_KINDS: Final = _LEXICON.words("favourite_kind")
"""What somebody likes best, which the next sentence is not about: "Favorite color is blue"."""
_CLOSE_RELATIVES: Final = _LEXICON.words("close_relative")
"""Relatives that a name may follow: "Wife Anna". "Mother Teresa" and "Uncle Sam" are names."""
_OF_RELATIVES: Final = _LEXICON.words("of_relative")
"""What follows a relative of the user's: "Wife is Anna", "Mom called"."""
_MEETING_DAYS: Final = _LEXICON.words("meeting_day") | frozenset(WEEKDAY_NAMES)
"""Where a meeting moves to, and no writer does: "Moved to Friday"."""
_PERSON_KINDS: Final = frozenset(noun for noun, type_ in KINDS.items() if type_ is EntityType.PERSON) | _LEXICON.words(
    "person_kind"
)


class _Subject(NamedTuple):
    """A subject that may be left out, in the first and the third person; which sentence without one may follow."""

    first_person: str
    third_person: str
    continuation: int
    is_deed: bool = False


_NOTHING, _DEEDS_ONLY, _ANYTHING = range(3)
_OF_HABIT: Final = _Subject("I", "User", _ANYTHING)
_OF_DEED: Final = _Subject("I", "User", _DEEDS_ONLY, is_deed=True)
_OF_ENCOUNTER: Final = _Subject("I", "User", _NOTHING, is_deed=True)
_OF_POSSESSION: Final = _Subject("I", "User", _NOTHING)
_OF_TRAIT: Final = _Subject("I am", "User is", _ANYTHING)
_OF_PAST_STATE: Final = _Subject("I was", "User was", _ANYTHING)
_OF_ATTRIBUTE: Final = _Subject("My", "User's", _ANYTHING)
_OF_RELATIVE: Final = _Subject("My", "User's", _NOTHING)

_EXPLICIT_SUBJECTS: Final[dict[tuple[str, ...], str]] = {
    ("i",): "I",
    ("user",): "I",
    ("the", "user"): "I",
    ("my",): "My",
    ("user", "'s"): "My",
    ("the", "user", "'s"): "My",
}
"""The words by which a sentence says that it is about the user, and their first person."""


def left_out(text: str) -> Iterator[tuple[int, str]]:
    """Where a note leaves out its subject, and the missing words: "I", or "User" where it says so elsewhere."""
    starts = list(_STARTS.finditer(text))
    continuation, third_person = _ANYTHING, False
    for number, start in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        matches = _WORD.finditer(text, start.end(), end)
        words = [word.group() for word, _ in zip(matches, range(_WORDS_READ), strict=False)]
        explicit = _explicit_subject(words)
        subject = _missing_subject(words[len(explicit) :], is_first=number == 0, has_subject=bool(explicit))
        if subject is None or text[start.end() : end].rstrip().endswith("?"):
            return
        if explicit:
            if _EXPLICIT_SUBJECTS[explicit] != subject.first_person.split()[0]:
                return
            third_person = third_person or "user" in explicit
        else:
            is_listed = start.group(1) is not None and starts[0].group(1) is not None
            follows = continuation == _ANYTHING or (continuation == _DEEDS_ONLY and subject.is_deed)
            if not (is_listed or follows):
                return
            yield start.end(), f"{subject.third_person if third_person else subject.first_person} "
        continuation = subject.continuation


def _explicit_subject(words: Sequence[str]) -> tuple[str, ...]:
    """The words by which a sentence says that it is about the user; none where it leaves them out."""
    lower = tuple(_NORMAL_FORMS.get(word.lower(), word.lower()) for word in words[:3])
    return next((lower[:length] for length in (3, 2, 1) if lower[:length] in _EXPLICIT_SUBJECTS), ())


def _missing_subject(words: Sequence[str], *, is_first: bool, has_subject: bool) -> _Subject | None:
    """The subject that the words of a sentence lack; None where they are no such note.

    `is_first`: no other sentence stands before. `has_subject`: a subject does, so that "like" is a verb of the user's.
    """
    lower = [_NORMAL_FORMS.get(word.lower(), word.lower()) for word in words]
    # a label, or the author of what the note is about
    if ":" in lower or any(word == "by" and name[0].isupper() for word, name in zip(lower, words[1:], strict=False)):
        return None
    begin = _after_adverbs(lower, 2 if lower[:2] == ["no", "longer"] else 0)
    is_over = not _FORMER.isdisjoint(lower[:begin])
    lower, words = [*lower[begin:], *_PADDING], [*words[begin:], *_PADDING]
    if _begins(_PAST_STATES, lower, words):
        return _OF_PAST_STATE
    if _begins(_TRAITS, lower, words):
        return _OF_PAST_STATE if is_over else _OF_TRAIT
    if _FINITE.isdisjoint(lower) and _begins(_ACTIVITIES, lower, words):
        return _OF_TRAIT
    return _subject_of_noun(lower, words, is_first=is_first) or _subject_of_verb(lower, words, has_subject=has_subject)


def _begins(openings: Openings, lower: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a sentence begins with an opening: `lower` are its words in lower case, `words` as written."""
    if len(lower) < 2 or lower[0] not in openings:
        return False
    allowed, following = openings[lower[0]], lower[1]
    return (
        following in allowed
        or ("^" in allowed and words[1][0].isupper())
        or ("|" in allowed and following in _CLAUSE_ENDS)
        or ("~" in allowed and following[0].isalnum() and following not in _NO_THING)
    )


def _after_adverbs(lower: Sequence[str], begin: int = 0) -> int:
    """The place of the first word from `begin` on that is no adverb."""
    while begin < len(lower) and lower[begin] in _ADVERBS:
        begin += 1
    return begin


def _subject_of_noun(lower: Sequence[str], words: Sequence[str], *, is_first: bool) -> _Subject | None:
    """ "My", of a favourite, an attribute or a relative: "Favorite color is blue", "Wife is Anna"."""
    noun, following = lower[0], lower[1]
    if noun in FAVOURED:
        return _OF_ATTRIBUTE if following in _FAVOURITE_KINDS else _OF_RELATIVE
    if noun in _OWN_ATTRIBUTES or (noun in _OPENING_ATTRIBUTES and is_first):
        return _OF_ATTRIBUTE if following in ("is", "are") else None
    is_family = noun in FAMILY or noun.removesuffix("s") in FAMILY or noun in ("children", "wives")
    if not is_family and noun not in PETS:
        return None
    is_named = noun in _CLOSE_RELATIVES and words[1][0].isupper() and words[2].islower()
    is_relative = is_named or (is_family and following in _OF_RELATIVES) or list(lower[1:3]) == ["'s", "name"]
    return _OF_RELATIVE if is_relative else None


def _subject_of_verb(lower: Sequence[str], words: Sequence[str], *, has_subject: bool) -> _Subject | None:
    """The subject of what somebody does, is or has, or did."""
    verb, following, third = lower[:3]
    forms = (verb, f"{verb}s", f"{verb}es") if has_subject else (verb,)
    if any(_begins(_HABITS, [form, following], words) for form in forms):
        return _OF_HABIT
    if verb in ("is", "was"):
        return _OF_HABIT if _describes_person(lower[1:], words[1:]) else None
    if verb == "cannot" or (verb in _DENIALS and following in ("n't", "not")):
        return _OF_HABIT if (following if verb == "cannot" else third) in _NOT_DONE else None
    if verb == "has":
        return None if POSSESSIONS.isdisjoint(map(_singular, lower[1:6])) else _OF_POSSESSION
    if _FINITE.isdisjoint(lower) and _begins(_WISHES, lower, words):
        return _OF_HABIT
    if _begins(_DEEDS, lower, words) and third not in _MEETING_DAYS:
        return _OF_DEED
    return _OF_ENCOUNTER if _begins(_ENCOUNTERS, lower, words) else None


def _describes_person(lower: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the words behind "is" tell what a person is or does: "a nurse", "from Osaka", "born in Leeds"."""
    begin = _after_adverbs(lower)
    rest = lower[begin:]
    if any(_begins(openings, rest, words[begin:]) for openings in (_TRAITS, _ACTIVITIES, _PAST_STATES)):
        return True
    if rest[0] in ("from", "single", "retired"):
        return True
    return rest[0] in ARTICLES and not _PERSON_KINDS.isdisjoint(rest[1:4])


def _singular(noun: str) -> str:
    return "child" if noun == "children" else noun.removesuffix("s") if len(noun) > len("gas") else noun
