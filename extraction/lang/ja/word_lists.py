"""Word lists of `lexicon/*.tsv` that several Japanese rules share, and what the form of a noun tells of its type."""

import re
from collections.abc import Mapping
from typing import Final

from extraction.text.lexicon import lexicon
from graph.model.types import EntityType

_PACKAGE: Final = "extraction.lang.ja"
NOUNS: Final = lexicon(_PACKAGE, "nouns")
VERBS: Final = lexicon(_PACKAGE, "verbs")
MODALITY: Final = lexicon(_PACKAGE, "modality")
_PEOPLE: Final = lexicon(_PACKAGE, "people")
_DATES: Final = lexicon(_PACKAGE, "dates")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a short list, parted by white space."""
    return tuple(text.split())


LACKING: Final = frozenset(words_of("ない 無い"))
EXISTING: Final = LACKING | frozenset(words_of("ある 有る いる 居る"))
"""Lemmas that tell that there is something, or that there is none."""

_ENDINGS: Final = lexicon(_PACKAGE, "type_endings")
TAIL_TYPES: Final[Mapping[str, EntityType]] = {
    ending: EntityType(value) for ending, value in _ENDINGS.values("type").items()
}
"""Last words of a name or compound noun with the type they give it; the longest that fits counts (東京駅: place)."""
TRADES: Final[Mapping[str, EntityType]] = {end: EntityType(value) for end, value in _ENDINGS.values("trade").items()}
"""What a firm does, as the last word of its name (アオバ計測); behind a common noun it is that noun (振動計測)."""
THING_TYPES: Final = {ending: EntityType(value) for ending, value in _ENDINGS.values("thing").items()}
_MISHAPS: Final = _ENDINGS.words("mishap")
_WEATHER: Final = frozenset(words_of("雨 雪 嵐 霧 雷"))
_KINDS: Final = {
    ending: frozenset(map(EntityType, value.split("/"))) for ending, value in _ENDINGS.values("kind").items()
} | dict.fromkeys(_MISHAPS | _WEATHER, frozenset((EntityType.EVENT,)))
CLASSES: Final = _ENDINGS.words("class")
"""Nouns for a class of things: 楽器, 哺乳類."""
NO_BEARERS: Final = _ENDINGS.words("no_bearer")
"""Nouns that take a value where they are said to be a thing: おやつは果物だ."""
ANIMALS: Final = _ENDINGS.words("animal")
_SHORT: Final = 2
"""Letters of a noun that may be the end of another word (タコ), and types only what is nothing else."""
PLACES: Final = _ENDINGS.words("place")
"""Those that name a place also when they stand alone (会議室), as 県 or 会社 does not."""
_LONGEST_TAIL: Final = max(map(len, (*TAIL_TYPES, *_KINDS)))
NAME_TYPES: Final = (EntityType.PERSON, EntityType.LOCATION, EntityType.ORGANIZATION)
"""Types that a bare common noun has only where it is one of `PLACES`: 県 is none of this name, but a kind of place."""

HONORIFICS: Final = _PEOPLE.words("honorific")
"""Suffixes that make the word before them a person (山本さん)."""
OFFICES: Final = _PEOPLE.words("office")
"""Offices that follow a person's name (田中部長)."""
DEPARTMENTS: Final = _PEOPLE.words("department")
"""Groups of people at work that are called by what they do (情シスの堀さん)."""
GIVEN_NAMES: Final = _PEOPLE.words("given_name")
"""Given names that Japanese text writes in Latin letters."""
SPEAKERS: Final = _PEOPLE.words("speaker")
"""First-person pronouns."""
ROLE_TAILS: Final = NOUNS.words("after_name")
"""Words after a name that say how something relates to it and are no part of it (大阪出身, ソニー社員)."""
ROLE_HEADS: Final = NOUNS.words("before_name")
"""Words before a name that are no part of it (元トヨタ, 旧姓山田)."""
NEVER: Final = NOUNS.words("vague")
"""Words too formal or too vague to be a node on their own."""
QUALIFYING: Final = NOUNS.words("qualifying")
"""Nouns that say with の which one a thing is, never whose it is (メインの画面)."""
THINGS: Final = NOUNS.words("one_letter_thing")
"""Nouns of one letter that name a thing; most nouns of one letter are too vague."""
CONSUMED: Final = NOUNS.words("consumed")
"""What people eat, drink, read, listen to or use. As a topic it is never who does it (お酒は飲みません)."""
NO_ANSWERS: Final = NOUNS.words("no_answer")
"""What people give for an answer that names no value (秘密です)."""
PETS: Final[Mapping[str, str]] = {**_PEOPLE.values("pet_of_kind"), **{pet: pet for pet in _PEOPLE.ordered("pet")}}
"""Words for a pet with the animal they name: 愛犬 is 犬; ペット is "", for it does not tell."""
AT_SCHOOL: Final = _PEOPLE.ordered("at_school")
"""Ends of nouns for pupils. Without a subject they mostly tell of the speaker's child (お子さんは? 小学生です)."""
BOOK_DAYS: Final = _DATES.words("book_day")
"""Days behind which 本 is a book (毎日本を): their first letter alone stands before no 日本."""
MAYBE_BOOK_DAYS: Final = _DATES.words("maybe_book_day")
"""Days whose first letter may as well stand before 日本 (今、日本を)."""
BOOK_VERBS: Final = VERBS.words("book")
"""What people do with books."""

_ILLNESSES: Final = _PEOPLE.words("illness")
_ILLNESS: Final = re.compile(
    r"アレルギー$|(?<![軽重無発炎])(?<!後遺)(?<!感染)(?<!^)症$|(?<!^)(?:癌|がん|ヘルニア)$|(?<![臆看仮])(?<!^)病$"
    rf"|(?:{'|'.join(_PEOPLE.ordered('impaired'))})障害$|(?:[心腎肝]|呼吸|免疫)不全$"
    rf"|(?:{'|'.join(_PEOPLE.ordered('inflamed_organ'))})炎$|(?:痛|痔|喘息|ぜんそく|アレルギー)(?:持|も)ち$"
)
_CIRCUMSTANCE: Final = re.compile(r"[一-鿿ァ-ヺー]{2}(?:時|(?<!案|家|境)内)$")
_LICENCE_OR_EXPERIENCE: Final = re.compile(r"免許$|(?<!^)(?:資格|経験)$")
_PERSONS: Final = _PEOPLE.words("person")
_PERSON_ENDS: Final = (*_PEOPLE.ordered("person_ending"), *AT_SCHOOL)
_TRADES: Final = re.compile(
    rf"^元?(?:{'|'.join(_PEOPLE.ordered('trade_field'))})?(?:{'|'.join(_PEOPLE.ordered('trade'))})$"
)
"""Trades that are words for things, too: alone or behind a field of work (ドライバー, not プリンタードライバー)."""
_ORIGIN_OR_TASTE: Final = re.compile(
    r"^(?:(?:日本|韓国|中国|台湾|関西|関東|九州|[ァ-ヺー]{2,8})人|[ＡＢＯABO]{1,2}型|[朝夜]型(?:人間)?|.{0,2}[羊牛子蟹女秤蠍手瓶魚]座|"
    r"(?:犬|猫|インドア|アウトドア|朝|夜|ご飯|パン|そば|うどん|紅茶|コーヒー|都会|田舎|海|山)派|(?:コーヒー|紅茶|日本酒|ビール)党)$"
)


def is_illness(noun: str) -> bool:
    """Whether a noun names an illness or an allergy that somebody lives with (花粉症, 関節炎, 頭痛持ち)."""
    return noun in _ILLNESSES or bool(_ILLNESS.search(noun))


def is_held(noun: str) -> bool:
    """Whether a noun names what people say they have with がある: an illness, a licence, an experience."""
    return is_illness(noun) or bool(_LICENCE_OR_EXPERIENCE.search(noun))


def is_kind_of_person(noun: str) -> bool:
    """Whether a noun says what somebody is: by work, age, creed, diet, birth or taste (看護師, 大学生, 猫派)."""
    return noun in _PERSONS or noun.endswith(_PERSON_ENDS) or bool(_ORIGIN_OR_TASTE.match(noun) or _TRADES.match(noun))


def tells_of_people(noun: str) -> bool:
    """Whether "XはNです" tells what X is or lives with, and not where X is or what X is busy with (父は出張です)."""
    return is_kind_of_person(noun) or is_illness(noun)


def is_circumstance(noun: str) -> bool:
    """Whether a noun only says when or within what something is so, and names nothing (障害時, 期限内)."""
    return bool(_CIRCUMSTANCE.search(noun))


def noun_type(surface: str, tail: tuple[EntityType, str] | None) -> EntityType | None:
    """The type that its ending gives a noun; for one that is nothing else, none that only names have (県, 会社)."""
    if tail is None or (tail[1] == surface and tail[0] in NAME_TYPES and surface not in PLACES):
        return thing_type(surface)
    return tail[0]


def thing_type(surface: str) -> EntityType | None:
    """The type of a common noun by the thing that it ends in (リードレプリカ); None where it ends in none."""
    whole = THING_TYPES.get(surface)
    ends = (surface[-size:] for size in range(len(surface) - 1, _SHORT, -1))
    return whole or next((THING_TYPES[end] for end in ends if end in THING_TYPES), None)


def kinds_named(noun: str) -> frozenset[EntityType]:
    """What a common noun names by its ending, whether or not it is a node: a 図書館 is a place and a firm.

    An ending of one letter tells only where a noun of two letters or more stands before it: not of 一部.
    """
    if is_kind_of_person(noun):
        return frozenset((EntityType.PERSON,))
    for size in range(min(_LONGEST_TAIL, len(noun)), 0, -1):
        ending = noun[-size:]
        if noun in NEVER or (size == 1 and len(noun) == 2):
            break
        if ending in _KINDS:
            return _KINDS[ending]
        type_ = THING_TYPES.get(ending) or TAIL_TYPES.get(ending)
        if type_ is not None and (size > 1 or len(noun) > 2):
            return frozenset((type_,))
    return frozenset()


def is_class(noun: str) -> bool:
    """Whether a noun names a class of things, by its ending: 弦楽器, 小型哺乳類."""
    return _ends_in(noun, CLASSES)


def is_mishap(noun: str) -> bool:
    """Whether a noun names what does harm: 停電, 長雨, 寝不足."""
    return noun[-1:] in _WEATHER or _ends_in(noun, _MISHAPS)


def _ends_in(noun: str, words: frozenset[str]) -> bool:
    """Whether a noun is a word of these or ends in one, of two letters at least."""
    return any(noun[-size:] in words for size in range(len(noun), 1, -1))


def is_animal(noun: str) -> bool:
    """Whether a noun names an animal of some kind: 三毛猫."""
    return noun in ANIMALS


def tail_type(surface: str) -> tuple[EntityType, str] | None:
    """The type that the end of a name or compound gives it, with that ending: 東京駅 is (LOCATION, 駅)."""
    for size in range(min(_LONGEST_TAIL, len(surface)), 0, -1):
        kind = TAIL_TYPES.get(surface[-size:])
        if kind is not None:
            return kind, surface[-size:]
    return None
