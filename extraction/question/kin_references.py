"""References to people by their relation to somebody: "my sister", "Nora's husband", 妻の弟, 健太の奥さん."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from heapq import merge
from itertools import islice
from typing import Final

from extraction.names.kinship import COUPLE_VERBS, MUTUAL, english_of, roles
from extraction.names.speakers import MY_KEY
from extraction.text.lexicon import lexicon
from graph.extractor import RelativeReference
from graph.model.extraction import NameCandidate

Names = Callable[[], Iterable[NameCandidate]]

_READ: Final = 2_000
"""Characters of a question that are read."""
_MOST: Final = 4
"""References of a question that are returned."""
_NEAR: Final = 80
"""Characters before a word that are read as its context."""

_HYPONYMS: Final = {
    "parent": ("mother", "father"),
    "sister": ("elder sister", "younger sister"),
    "brother": ("elder brother", "younger brother"),
    "sibling": ("sister", "brother", "elder sister", "younger sister", "elder brother", "younger brother"),
    "child": ("son", "daughter"),
    "spouse": ("wife", "husband"),
    "partner": ("spouse", "wife", "husband", "girlfriend", "boyfriend", "betrothed"),
    "grandparent": ("grandmother", "grandfather"),
    "grandchild": ("grandson", "granddaughter"),
}
"""Roles that answer a wider one."""
_HYPERNYMS: Final = {
    "elder sister": ("sister",),
    "younger sister": ("sister",),
    "elder brother": ("brother",),
    "younger brother": ("brother",),
    "wife": ("spouse",),
    "husband": ("spouse",),
}
"""Wider roles by which one may be recorded: English does not say whether a sister is older."""
_COUPLE: Final = frozenset(("wife", "husband", "spouse", "partner", "girlfriend", "boyfriend", "betrothed"))
"""Roles of a couple: the wife of somebody has a spouse."""
_MARRIED: Final = ("marry", "marry to", "be marry to", "be married to", "get married to", "結婚する", "入籍する")
_ENGAGED: Final = ("be engage to", "be engaged to", "get engaged to", "婚約する")
_DATING: Final = ("date", "start date", "begin date", *COUPLE_VERBS)
_COUPLE_LEMMAS: Final = {
    "wife": _MARRIED,
    "husband": _MARRIED,
    "spouse": _MARRIED,
    "betrothed": _ENGAGED,
    "girlfriend": _DATING,
    "boyfriend": _DATING,
    "partner": _MARRIED,
}
"""Lemmas of facts that make two people such a couple."""

_FORMS: Final = ("be {} of", "is {} of", "{} of", "{}")
_MODIFIER: Final = (
    r"(?:(?:older|elder|eldest|oldest|younger|youngest|big|little|kid|baby|twin|best|closest|old|late|dear|new|current"
    r"|only|own)\s+){0,2}"
)
_AFFECTIONATE: Final = frozenset(("mother", "father", "grandmother", "grandfather"))
"""Roles whose affectionate words, capitalised, mean the user's own relative: "What does Mum do?"."""
_NAMES: Final = frozenset(("nan", "nana"))
"""Affectionate words that are also names or food."""
_WORDS: Final = lexicon("extraction.question", "relatives")
_ASKING: Final = _WORDS.words("asking")
"""Words whose "'s" is no possessive: "What's Mum's birthday?"."""
_OPENING: Final = _ASKING | _WORDS.words("opener")
"""Words that are capitalised because they open a question."""
_DETERMINERS: Final = _WORDS.words("determiner")
_IRREGULAR: Final = {"wife": "wives", "child": "children"}
_HONORIFIC: Final = "(?:さん|ちゃん|様|さま|くん|君|たち|達|ら)?"
_MINE: Final = re.compile(r"(?:私|わたし|僕|ぼく|俺|うち|自分|ユーザー)の$")
_ENDS: Final = r"(?![^\W\u3040-\u30ff\u3400-\u9fff])"
"""The end of an English word: before what is no letter, or is Japanese (my wifeの誕生日)."""
_ENGLISH_NAME: Final = re.compile(r"\s+[A-Z][^\W\d_]+")
_JAPANESE_NAME: Final = re.compile(r"の[^\s、。の]{1,10}?(?:さん|ちゃん|くん|君|氏|様|先生)")
_LETTERS: Final = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")


def relative_references(question: str, names: Names) -> tuple[RelativeReference, ...]:
    """The references to relatives in a question, at most four, an owner before what it owns.

    `names` gives the candidate names of the question; it is called only where a kinship word has an owner. In Japanese
    a role without an owner is the user's, as in memories; an owner that is no candidate name gives no reference. A
    question may mix both languages ("Where does my sister live in 大阪?").
    """
    text = question[:_READ]
    both = (_english(text, names), _japanese(text, names) if _LETTERS.search(text) else ())
    return tuple(islice(merge(*both, key=lambda reference: reference.at), _MOST))


def of_me(question: str, names: Collection[NameCandidate]) -> bool:
    """Whether a question is about the user and refers to nobody by a role."""
    return any(name.key == MY_KEY for name in names) and not relative_references(question, lambda: names)


def _english(text: str, names: Names) -> Iterator[RelativeReference]:
    for match in _english_pattern().finditer(text):
        if match["homely"]:
            group, owner = (
                "homely",
                (MY_KEY,) if _stands_alone(text[max(0, match.start() - _NEAR) : match.start()]) else (),
            )
        else:
            group, owner = "roles", (MY_KEY,) if match["mine"] else _keys(names, match.end("owner"))
        if not owner:
            continue
        for place, role in enumerate(re.finditer(_english_role(), match[group], re.IGNORECASE)):
            at = match.start(group) + role.end("word")
            if _ENGLISH_NAME.match(text, at):
                break  # "my sister Nora"
            kind = _english_words()[_singular(role["word"].lower())]
            yield _reference(kind, at, () if place else owner, joint=" ", between=" and ")


def _stands_alone(before: str) -> bool:
    """Whether a word after this context is a name by itself, and not "the Mum", "Nora's Mum" or "Big Mama"."""
    before = re.sub(rf"\b{_MODIFIER}$", "", before, flags=re.IGNORECASE)
    word = before.rsplit(maxsplit=1)[-1] if before.strip() else ""
    plain, owns = re.subn(r"['’]s?$", "", word.lower())
    if plain in _ASKING or not word:
        return True
    return not owns and plain not in _DETERMINERS and (plain in _OPENING or not word[0].isupper())


def _japanese(text: str, names: Names) -> Iterator[RelativeReference]:
    last = -1
    for match in _japanese_pattern().finditer(text):
        before = text[: match.start()]
        of_another = before.endswith("の")
        owner: tuple[str, ...] = ()
        if not of_another:
            owner = (MY_KEY,)
        elif len(before) - 1 != last:
            owner = (MY_KEY,) if _MINE.search(before) else _keys(names, len(before) - 1)
            if not owner:
                continue  # 大学の友人: it says where they are from
        role, needs_owner = _japanese_words()[match["word"]]
        if needs_owner and not of_another:
            continue
        following_name = _JAPANESE_NAME.match(text, match.end())
        if following_name and not _japanese_pattern().match(text, match.end() + 1):
            continue  # 友達の田中さん
        last = match.end()
        yield _reference(role, last, owner, joint="の", between="と")


def _reference(role: str, at: int, owner: tuple[str, ...], *, joint: str, between: str) -> RelativeReference:
    roles = (role, *_HYPONYMS.get(role, ()), *_HYPERNYMS.get(role, ()))
    lemmas = [lemma for related_role in roles for lemma in _lemmas(related_role)]
    inverse_lemmas = list(lemmas) if role in MUTUAL else []
    if role in _COUPLE:
        inverse_lemmas = [lemma for related_role in sorted(_COUPLE) for lemma in _lemmas(related_role)]
    couple_lemmas = _COUPLE_LEMMAS.get(role, ())
    return RelativeReference(
        at=at,
        owner=owner,
        lemmas=(*lemmas, *couple_lemmas),
        inverse_lemmas=(*inverse_lemmas, *couple_lemmas),
        joint=joint,
        between=between,
    )


def _keys(names: Names, end: int) -> tuple[str, ...]:
    """The keys of the candidate names that end at a place."""
    return tuple(dict.fromkeys(name.key for name in names() if name.end == end))


@cache
def _english_words() -> dict[str, str]:
    """Each English word with its role."""
    return {word: role.name for role in roles().values() for word in role.english}


@cache
def _japanese_words() -> dict[str, tuple[str, bool]]:
    """Each Japanese word with its role, and whether it needs an owner."""
    return {
        word: (role.name, needs_owner)
        for role in roles().values()
        for words, needs_owner in ((role.japanese, False), (role.possessed, True), (role.in_questions, False))
        for word in words
    }


@cache
def _lemmas(role: str) -> tuple[str, ...]:
    """The lemmas of facts that state a role, as extracted from texts and as given by callers."""
    kin_role = roles()[role]
    return (
        *(form.format(word) for word in kin_role.english for form in _FORMS),
        *kin_role.japanese,
        *kin_role.possessed,
        *kin_role.in_questions,
    )


def _singular(word: str) -> str:
    singular = {plural: singular_form for singular_form, plural in _IRREGULAR.items()}.get(word)
    return singular or (word if word in _english_words() else word.removesuffix("s"))


@cache
def _english_role() -> str:
    words = sorted({*_english_words(), *_IRREGULAR.values()}, key=len, reverse=True)
    return rf"{_MODIFIER}(?P<word>(?:{'|'.join(map(re.escape, words))})s?){_ENDS}(?!-)"


@cache
def _english_pattern() -> re.Pattern[str]:
    role = _english_role().replace("?P<word>", "?:")
    further = rf"(?:['’]s?\s+{role})*"
    homely = "|".join(sorted(word.capitalize() for word in english_of(_AFFECTIONATE) - _AFFECTIONATE - _NAMES))
    asking = "|".join(sorted(_ASKING))
    return re.compile(
        # "Mum", and neither "Mama's Pizza" nor "Mom.com"
        rf"\b(?:(?P<homely>(?-i:(?:{homely}){_ENDS}(?!-|\.\w|['’]s\s+[A-Z])){further})"
        rf"|(?!(?:{asking})['’]s)(?P<owner>(?P<mine>my|our|user['’]s)|[\w.-]{{1,40}}['’]s?)\s+(?P<roles>{role}{further}))",
        re.IGNORECASE,
    )


@cache
def _japanese_pattern() -> re.Pattern[str]:
    words = sorted(_japanese_words(), key=len, reverse=True)
    kanji = r"\u3400-\u9fff々"
    return re.compile(
        rf"(?<![{kanji}ァ-ヺー])(?P<word>{'|'.join(words)}){_HONORIFIC}"
        rf"(?!の日(?![{kanji}]))(?=[のはがをもにとへで、,?？。\s]|って|から|まで|$)"
    )
