"""How short notes begin that leave out whom they are about: closed lists of words, and what may follow each of them."""

from collections.abc import Sequence
from typing import Final

from extraction.lang.en.dates.calendar import WEEKDAY_NAMES
from extraction.lang.en.facts.permanence import AILMENTS, LASTING
from extraction.lang.en.facts.relations import FAMILY
from extraction.lang.en.lexicon import KINDS, PETS, words_of
from graph.model.types import EntityType

Followed = dict[str, frozenset[str]]
"""Words and what may follow each: words, "~" for a thing, "^" for a name, "|" for the end of the clause."""


def _followed(told: str) -> Followed:
    pairs = (one.partition(":") for one in told.split())
    return {word: frozenset(after.split(",")) for word, _, after in pairs}


def begins(table: Followed, lower: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a sentence begins with a word of a table and what may follow it: its words written small, and given."""
    if len(lower) < 2 or lower[0] not in table:
        return False
    allowed, after = table[lower[0]], lower[1]
    return (
        after in allowed
        or ("^" in allowed and words[1][0].isupper())
        or ("|" in allowed and after in _CLAUSE_ENDS)
        or ("~" in allowed and after[0].isalnum() and after not in _NO_THING)
    )


_CLAUSE_ENDS: Final = words_of(". ! ; and but since for")
_NO_THING: Final = words_of(
    "about after and are as at before by for from has in into is near of off on or that to up was with"
)

ADVERBS: Final = words_of(
    "also currently now recently just usually often always sometimes never really longer originally previously "
    "formerly still mostly mainly already once not very severely highly"
)
OVER: Final = words_of("once previously formerly")
"""Adverbs by which what somebody is is over."""

WAYS: Final = _followed(
    "adores:~ aims:to appreciates:~ avoids:~ believes:in collects:~ commutes:to,by,from,in dislikes:~ dreams:of "
    "drinks:~ drives:a,an,the,^ eats:~ enjoys:~ goes:to,by hates:~,to hopes:to identifies:as knows:^,how,a "
    "learns:^,to,how likes:~,to listens:to lives:in,with,at,near,on,alone loathes:~ loves:~,to owns:a,an,the,two,^ "
    "plans:to,on plays:~,for practices:~ prefers:~,to reads:~ resides:in,at runs:a,an,every,marathons "
    "speaks:^,fluent,some,a,basic,good studies:~,at,in subscribes:to suffers:from swims:every,in teaches:~,at,in "
    "trains:for travels:to,for,by,every tries:to used:to uses:^ volunteers:at,with,for,in wants:to,a,an,more watches:~ "
    "wears:~ wishes:to works:at,for,as,in,remotely,part-time,full-time,nights would:like,love "
    "writes:a,for,about,poetry,fiction,novels"
)
"""How somebody lives, whatever day it is."""
WANTED: Final = _followed("love:~ prefer:~ dislike:~ adore:~ want:to,a,an,the,more need:to")
"""What people say of themselves: with another verb in the sentence it is a title, or the name of a thing."""
DENIED: Final = words_of("does did can will")
NOT_DONE: Final = words_of(
    "like eat drink own have want drive smoke speak know work live enjoy swim cook read play watch wear go need believe"
)
"""What people do not do, of all that is not done ("Doesn't support Windows")."""

DEEDS: Final = _followed(
    "applied:for,to,at ate:~,at booked:a,an,the,my,^ bought:~ broke:my,the celebrated:my,our enrolled:in,at "
    "flew:to,from,back,home graduated:from,in,with grew:up joined:~ lived:in,with,at lost:my,a "
    "moved:to,from,into,back,out ordered:a,some,my,^ paid:my,for passed:my,the played:~ quit:my,smoking,drinking "
    "ran:a,the,my received:a,an,my retired:from,in returned:from,to,home signed:up,a,my spent:~ "
    "started:a,an,at,my,working,learning stayed:at,in,with studied:~,at,in switched:to,from went:to,on,back,home "
    "visited:~ worked:at,for,as,in,on won:~"
)
"""What somebody once did."""
MEETINGS: Final = _followed(
    "adopted:a,an,two attended:~ called:~ emailed:~ finished:~ found:a,my gave:^,my "
    "got:a,an,my,two,married,engaged,promoted hired:a,an,^ interviewed:~ introduced:^,my invited:~ "
    "learned:~,to,how,about left:my met:~,with,up phoned:~ saw:~ sent:^,my taught:~ texted:~ thanked:~ "
    "tried:~,to watched:~"
)
"""Deeds that bring in somebody or something else, whom the next sentence may be about."""

BORN: Final = _followed("born:in,on,near raised:in,by diagnosed:with promoted:to")
"""What somebody was."""
_BESIDE: Final = _followed("married:to,with divorced:from")
_OF_THINGS: Final = words_of("blind deaf disabled engaged retired")
"""What switches and servers may be, too."""
TRAITS: Final = _followed(
    "allergic:to addicted:to afraid:of scared:of sensitive:to intolerant:of,to lactose:intolerant gluten:intolerant "
    "lactose-intolerant:| interested:in passionate:about fond:of keen:on proud:of good:at bad:at terrible:at fluent:in "
    "engaged:to obsessed:with from:^"
) | {word: frozenset((*_BESIDE.get(word, ()), "|")) for word in LASTING - _OF_THINGS}
"""What somebody is."""
DOING: Final = _followed(
    "working:at,as,for,with looking:for,forward training:for saving:up,for thinking:of,about trying:to hoping:to "
    "preparing:for living:in moving:to expecting:a getting:married,divorced planning:a,an,my,the,to,our "
    "learning:^,to,how considering:a,an,the studying:~,at,in"
)
"""What somebody is at."""
FINITE: Final = words_of(
    "is are was were will would can could should must has have had take takes make makes help helps require requires"
)
"""With a verb behind them, "Learning Japanese" and "Love Actually" are what it is said of."""

HAD: Final = (
    FAMILY
    | PETS
    | AILMENTS
    | words_of("car bike motorcycle house apartment degree phd tattoo beard mortgage boat girlfriend boyfriend")
)
"""What people have, of all that a thing may have ("Has two bedrooms")."""
OWN: Final = words_of(
    "nickname birthday birthdate hometown birthplace hobby hobbies occupation profession job nationality"
)
"""What everybody has one or a few of, told by "is": "Birthday is May 5"."""
NAMED: Final = words_of("name age")
"""The same where nothing stands before it: behind "Adopted a cat", "Name is Miso" is not the user's."""
LIKED: Final = words_of("color colour food foods dish meal drink movie film song season sport number cuisine fruit")
"""What somebody likes best, of which the next sentence says no more."""
CLOSE: Final = words_of("wife husband girlfriend boyfriend fiance fiancee daughter sister brother son spouse")
"""Those close to the user, where a name follows: "Mother Teresa" and "Uncle Sam" are names."""
OF_CLOSE: Final = words_of("is are was has had lives works likes loves hates wants called goes plays studies")
"""What follows somebody of the family where they are the user's: "Wife is Anna", "Mom called"."""
DAYS: Final = words_of("next this tomorrow today q1 q2 q3 q4") | frozenset(WEEKDAY_NAMES)
"""Where a meeting moves to, and nobody who writes of themselves."""

_ARTICLES: Final = words_of("a an the")
_ROLES: Final = frozenset(noun for noun, kind in KINDS.items() if kind is EntityType.PERSON) | words_of(
    "chef nurse vegan vegetarian parent student fan member citizen native twin veteran pilot accountant barista cook "
    "intern freelancer consultant researcher analyst"
)


def is_role(words: Sequence[str]) -> bool:
    """Whether words in small letters tell what a person is: "a software engineer at Stripe", "from Osaka"."""
    return words[0] in ("from", "single", "retired") or (words[0] in _ARTICLES and not _ROLES.isdisjoint(words[1:4]))


def is_family(noun: str) -> bool:
    """Whether a noun, one or several, is of the family."""
    return noun in FAMILY or noun.removesuffix("s") in FAMILY or noun in ("children", "wives")


def singular(noun: str) -> str:
    """The noun for one of them."""
    return "child" if noun == "children" else noun.removesuffix("s") if len(noun) > len("gas") else noun
