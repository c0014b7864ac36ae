"""Notes that do not say whom they are about.

"Allergic to shellfish. Lives in Seattle, has two dogs": people write so of themselves, and assistants of the user whose
memories they keep. Only beginnings that leave no doubt are read so: closed lists of words and of what may follow them,
since "Works of Goya", "Plans for May" and "Lost keys" begin alike. A note is read so from its start on, sentence by
sentence, until it speaks of something else: whoever that is may be the one who "lives in Seattle" next.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from extraction.english.lexicon import ATTRIBUTES, FAVOURED, PETS
from extraction.english.relations import FAMILY, FRIENDS

_STARTS: Final = re.compile(r"(?:\A|[.!?;]\s+|\n)\s*(?:[-*•·]\s+|\d{1,2}[.)]\s+)?(?=\S)")
"""What stands before the first word of a sentence, of a line, of an entry in a list."""
_WORD: Final = re.compile(r"[\w'’-]+|[^\w\s]")
_SELVES: Final = frozenset(("i", "my", "user"))
_MOST: Final = 12
"""Words of a sentence that are looked at: the verb it begins with has its object by then."""


def _words(told: str) -> frozenset[str]:
    return frozenset(told.split())


def _followed(told: str) -> dict[str, frozenset[str]]:
    """Words and what must follow each: "afraid:of", "intolerant:of,to", where "|" is the end of a clause."""
    pairs = (one.partition(":") for one in told.split())
    return {
        word: frozenset(after.split(",")) | (_CLAUSE_ENDS if "|" in after else frozenset()) for word, _, after in pairs
    }


_CLAUSE_ENDS: Final = _words(". , ; and but since for")
_ADVERBS: Final = _words(
    "also currently now recently just usually often always sometimes never really no longer originally previously "
    "formerly still mostly mainly already once not"
)
_VERBS: Final = _words(
    "adores appreciates attends avoids believes commutes considers dislikes eats enjoys feels goes hates knows learns "
    "likes listens lives loves maintains owns prefers resides sings sleeps speaks subscribes suffers swims teaches "
    "thinks travels volunteers wants wears writes "
    "applied ate attended bought broke called celebrated emailed enrolled finished flew gave got graduated grew hosted "
    "interviewed invited joined learned lived met moved passed phoned played retired returned saw sent spent started "
    "stayed studied subscribed switched taught texted thanked tried visited watched went won worked"
)
"""Forms that are verbs whatever follows."""
_DENIED: Final = _words("doesn't didn't can't cannot isn't wasn't hasn't won't")
_LIKE_NOUNS: Final = _words(
    "coaches collects cooks cycles drinks drives fears grows hikes manages paints plays practices reads rides studies "
    "uses values watches works"
)
"""Forms that may be nouns too ("Works of Goya"): not before `_BEHIND_NOUNS`."""
_BEHIND_NOUNS: Final = _words("of by and are is were was have that show shows :")
_LIKE_TRAITS: Final = _words(
    "adopted booked found hired introduced left lost married ordered paid received signed used"
)
"""Past forms that may tell what a thing is like ("Lost keys"): only before `_OBJECTS` and names."""
_OBJECTS: Final = _words("a an the my his her their our two three in on at with for from up out to")
_WITH: Final = _followed(
    "aims:to hopes:to plans:to,on tries:to wishes:to does:not did:not runs:a,an,the,my,every,in,with has:a,an,no,two,"
    "three,four,five,many,not would:like,love"
)
"""Forms that are verbs of somebody only before certain words."""
_BORN: Final = _followed("born:in,on,near raised:by,in diagnosed:with promoted:to hired:by,at")
"""What somebody was, by what follows it."""
_TRAITS: Final = _followed(
    "allergic:to addicted:to afraid:of scared:of sensitive:to intolerant:of,to lactose:intolerant gluten:intolerant "
    "lactose-intolerant:| gluten-intolerant:| interested:in passionate:about fond:of proud:of good:at bad:at "
    "terrible:at fluent:in based:in married:to,with,| engaged:to divorced:| retired:| trained:as,in employed:at,by "
    "from:| obsessed:with vegan:| vegetarian:| pescatarian:| diabetic:| left-handed:| right-handed:| color-blind:| "
    "colorblind:| colour-blind:| single:|"
)
"""What somebody is, by what follows it."""
_DOING: Final = _followed(
    "working:at,as,on,for,in,with looking:for,forward training:for,as saving:up,for thinking:of,about trying:to "
    "hoping:to preparing:for,to living:in moving:to expecting:a getting:married,divorced"
)
_DOING_ANYTHING: Final = _words("planning learning considering studying renovating")
_WISHING: Final = _words("adore dislike hate love prefer")
_WISHING_FOR: Final = _followed("want:to,a,an,the,more used:to")
_FINITE: Final = _words(
    "is are was were will would can could should must has have had take takes make makes need needs help helps require "
    "requires"
)
"""With a verb behind them, "Learning Japanese" and "Love Actually" are what it is said of."""
_OWN: Final = ATTRIBUTES | _words("name nickname hometown birthplace address email phone age height weight")
"""What everybody has one of, told by "is": "Birthday is May 5"."""
_CLOSE: Final = (near := FAMILY | FRIENDS | PETS) | {f"{noun}s" for noun in near} | {"children", "wives"}
_OF_CLOSE: Final = _words("is are was were has had lives works likes loves hates wants called and")
"""What follows somebody close where they are the user's: "Wife is Anna", "Mom called"."""
_DAYS: Final = _words("next this tomorrow today monday tuesday wednesday thursday friday saturday sunday")
"""Where a meeting moves to, and nobody who writes of themselves."""
_DONE: Final = re.compile(r"\w+(?:ed|en|wn|ing)|built|made|held|sent|sold|run|set|due")
"""What is done to a thing, or what it does: "Was released in May", "Is running on Linux"."""


class _Lead(NamedTuple):
    """What may be left out: as the user says it, and as it is said of them. `ends` where it is of somebody close."""

    own: str
    told: str
    ends: bool = False


_DOES: Final = _Lead("I", "User")
_IS: Final = _Lead("I am", "User is")
_WAS: Final = _Lead("I was", "User was")
_ONES: Final = _Lead("My", "User's")
_OF_CLOSE_ONES: Final = _Lead("My", "User's", ends=True)


def left_out(text: str) -> Iterator[tuple[int, str]]:
    """Where a note leaves out who it is about, and the words that say it: "I", or "User" where it says so elsewhere."""
    told = re.search(r"\buser\b", text, re.IGNORECASE) is not None
    starts = [found.end() for found in _STARTS.finditer(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=False):
        words = [found.group() for found, _ in zip(_WORD.finditer(text, start, end), range(_MOST), strict=False)]
        if words[0].lower() in _SELVES or (words[0].lower() == "the" and words[1:2] == ["user"]):
            continue
        lead = None if text[start:end].rstrip().endswith("?") else _lead(words)
        if lead is None:
            return
        yield start, f"{lead.told if told else lead.own} "
        if lead.ends:
            return  # she may be the one who "lives in Seattle" next


def _lead(words: Sequence[str]) -> _Lead | None:
    """What a sentence leaves out at its start; None where it leaves out nothing."""
    lower = [word.lower().replace("’", "'") for word in words]
    while lower and lower[0] in _ADVERBS:
        lower, words = lower[1:], words[1:]
    first, after, third = (*lower, ".", ".", ".")[:3]
    named = len(words) > 1 and words[1][0].isupper()
    if ":" in (after, third):
        return None
    if after in _BORN.get(first, ()):
        return _WAS
    if after in _TRAITS.get(first, ()):
        return _IS
    if first in FAVOURED or (first in _OWN and after in ("is", "are")):
        return _ONES
    if first.removesuffix("'s") in _CLOSE and (after in _OF_CLOSE or named or first.endswith("'s")):
        return _OF_CLOSE_ONES
    if _FINITE.isdisjoint(lower):
        if first in _DOING_ANYTHING or after in _DOING.get(first, ()):
            return _IS
        if first in _WISHING or after in _WISHING_FOR.get(first, ()):
            return _DOES
    return _DOES if _is_verb(first, after, third, named=named) else None


def _is_verb(first: str, after: str, third: str, *, named: bool) -> bool:
    """Whether a sentence begins with what somebody does, whoever that is; `named` tells that a name follows."""
    if after in ("by", "of"):
        return False
    if first in _VERBS:
        return after != "." and not (after == "to" and third in _DAYS)
    if first in ("is", "was"):
        return after != "." and (after in _TRAITS or after in _BORN or not _DONE.fullmatch(after))
    if first in _LIKE_NOUNS:
        return after != "." and after not in _BEHIND_NOUNS
    if first in _LIKE_TRAITS:
        return named or after in _OBJECTS or after.isdecimal()
    return first in _DENIED or after in _WITH.get(first, ())
