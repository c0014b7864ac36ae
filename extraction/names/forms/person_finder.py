"""Finds persons that the recogniser misses or mistypes, by the dictionary of Japanese names.

Recognisers rarely know Japanese names in Latin letters or kana, or names with a gap: "Saito" becomes a place, サカモト
サユリ two people. The dictionary knows how names sound.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from extraction.model.findings import FoundName
from extraction.names.forms.countries import country_of
from extraction.names.forms.nicknames import is_given_name
from extraction.names.forms.readings import Part, is_common_noun, may_be, spelling_count
from extraction.names.forms.sounds import is_kana, katakana
from extraction.names.keys import display_name, name_key
from extraction.text.lexicon import lexicon
from extraction.text.words import is_listed, sudachi
from graph.model.types import EntityType

_WORDS: Final = lexicon("extraction.names", "name_forms")
_CAPITAL: Final = r"[A-Z][a-zâêîôûāēīōū'’]*[a-zâêîôûāēīōū]"
_LATIN_RUN: Final = re.compile(
    rf"(?<![A-Za-z0-9_.@/-])(?:{_CAPITAL}|[A-Z]{{3,}})(?: (?:{_CAPITAL}|[A-Z]{{3,}}))*(?![A-Za-z0-9_])"
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_HONORIFIC: Final = re.compile(r"-(?:san|sama|kun|chan|sensei|senpai)(?![A-Za-z])")
_GAP: Final = re.compile(r"(?<=[一-鿿々ぁ-んァ-ヺー])[ 　](?=[一-鿿々ぁ-んァ-ヺー])")
_BEFORE: Final = re.compile(r"(?:[一-鿿々]{1,4}|[ァ-ヺー]{2,6}|[ぁ-ん]{2,7})$")
_IN_HIRAGANA: Final = re.compile("[ぁ-ん]+")
_GIVEN_PART: Final = re.compile(r"[一-鿿々]{1,3}[ぁ-ん]{0,2}|[ぁ-ん]{2,5}|[ぁ-ん]{1,3}[一-鿿]|[ァ-ヺー]{2,6}")
_WHEN: Final = "[昨今本先]日|明日|[昨今]夜|今朝|[先今来毎]週|[先今来]月"
_WHEN_END: Final = re.compile(f"(?:{_WHEN})$")
_LEFT: Final = (
    rf"(?:(?<![一-鿿々ァ-ヺー])|(?<=[昨今本先]日)|(?<=明日)|(?<=[昨今]夜)|(?<=今朝)|(?<=[先今来毎]週)|(?<=[先今来]月))"
    rf"(?!{_WHEN})"
)
_WITH_HONORIFIC: Final = re.compile(
    rf"{_LEFT}([一-鿿々]{{1,3}}|[ァ-ヺー]{{2,6}})(?:(?:さん|さま|様|氏|先生|君|くん|ちゃん|殿)(?![一-鿿々])|"
    r"社長|会長|部長|課長|係長|次長|室長|局長|所長|店長|主任|専務|常務|教授|准教授|博士|リーダー|マネージャー)"
)
_HUMAN_ACTS: Final = "|".join(_WORDS.ordered("human_act"))
_BARE_SURNAME: Final = re.compile(
    rf"{_LEFT}([一-鿿々]{{1,3}})(が|は|と|に|から|へ|も|より)(?=(?<!に)[^。！？\n]{{0,24}}?(?:{_HUMAN_ACTS})|(?:{_HUMAN_ACTS}))"
)
_OWNED: Final = "の(?:了承|承認|許可|同意|意見|依頼|提案|報告|連絡|返事|担当)"
_OWNS: Final = re.compile(_OWNED)
_SURNAME_OWNER: Final = re.compile(rf"{_LEFT}([一-鿿々]{{1,3}})(?={_OWNED})(の)")
_ACTS_BEHIND: Final = re.compile(rf"(?:が|は|と|に|から|へ|も|より)[^。！？\n]{{0,24}}?(?:{_HUMAN_ACTS})|{_OWNED}")
"""What only a person does, behind a name in any script."""
_WITH_WHOM: Final = re.compile(r"\b(?:with|by|ask|asked|met|tell|thank|thanked)\s$", re.IGNORECASE)
_SPEAKS: Final = re.compile(r" (?:will|said|says|asked|told|wants|wanted|called|wrote|sent|joined|met|works|thinks)\b")
_HIRAGANA_NAME: Final = re.compile(r"[ぁ-ん]{5,10}")
_HIRAGANA_RUN: Final = re.compile(r"[ぁ-ん][ぁ-んー]{4,}")
_PARTICLES: Final = tuple("が は を に の と も で へ や から より まで だ さん さま くん ちゃん".split())  # noqa: SIM905
_OPENS: Final = ("は", "が", "を", "に", "の", "と", "も", "で", "へ", "や")
_PARTICLE_NEXT: Final = re.compile(r"[がはをにのともでへや]")
_TITLES: Final = _WORDS.words("title")
_FOREIGN: Final = re.compile(r"[lvqx]|c(?!h)")
"""Letters that romanised Japanese does not have."""
_SOUNDS: Final = "sounds like a Japanese name"
_WHERE: Final = re.compile(r"\b(?:in|at|near|around|via|through)\s$", re.IGNORECASE)
_TO_WHERE: Final = re.compile(r"\b(?:in|at|near|around|via|through|to|from|for)\s$", re.IGNORECASE)
"""Used of people too, so that the recogniser must have found a place."""
_STRONG: Final = frozenset({EntityType.LOCATION, EntityType.ORGANIZATION})
_MANY_SPELLINGS: Final = 5
COLOURS: Final = frozenset("黄赤青緑白黒紫紺")
"""Colours that are surnames as well: a person has an honorific behind (黄さん)."""
_NO_ACTORS: Final = COLOURS | frozenset("東西南北上下中前後外内奥左右今次元昔先何誰皆")
_PLACES: Final = _WORDS.words("place")
_BRANDS: Final = _WORDS.words("brand")


@dataclass(frozen=True, slots=True)
class _Person:
    start: int
    end: int
    confidence: float
    reason: str
    bare: bool = False
    """One part of a name without other evidence of a person: it only corrects names that were found."""


def with_persons(text: str, names: Sequence[FoundName]) -> tuple[FoundName, ...]:
    """The names, corrected in place where the dictionary finds a person, followed by the persons missed."""
    corrected = list(names)
    for person in (*_kana_names(text, names), *_persons(text)):
        touching = [
            place for place, name in enumerate(corrected) if name.start < person.end and name.end > person.start
        ]
        if any(_stays(corrected[place], person) for place in touching):
            continue
        if _is_whereabouts(text, person, any(corrected[place].type is EntityType.LOCATION for place in touching)):
            continue
        if not touching and not person.bare:
            corrected.append(_person_name(text, person))
        for place in touching:
            corrected[place] = _corrected(text, corrected[place], person)
    return tuple(corrected)


def _stays(name: FoundName, person: _Person) -> bool:
    """Whether the found name has better evidence: a longer name, a known or quoted one, a date, a company or place."""
    if name.method == "date" and person.start < name.start and name.end < person.end:
        return False  # きょう within はしもときょうすけ
    if name.method in ("known", "quotes", "date"):
        return name.type is not EntityType.PERSON or name.end - name.start >= person.end - person.start
    if (person.bare or person.reason == _SOUNDS) and name.type is not EntityType.PERSON and _is_described(name):
        return True
    if person.bare and name.type in _STRONG and name_key(name.name) in _PLACES | _BRANDS:
        return True
    if name.start == person.start and name.end == person.end:
        return name.type is EntityType.PERSON
    if (
        name.start <= person.start
        and name.end > person.end
        and not _PARTICLE_NEXT.match(name.surface, person.end - name.start)
    ):
        return True
    if name.start < person.start and name.end == person.end:
        return not _opens(name.surface[: person.start - name.start])
    return False


def _is_described(name: FoundName) -> bool:
    """Whether the sentence says what it is: "two cats, Momo and Luna", "He drives his Subaru"."""
    return any(reason.startswith(("called ", "defined as ", "beside ")) for reason in name.reasons)


def _is_whereabouts(text: str, person: _Person, read_as_place: bool) -> bool:
    """Whether a single Latin name, which may be a town's, stands behind a preposition of place."""
    if person.reason != _SOUNDS or " " in text[person.start : person.end]:
        return False
    # Towns sound like surnames: one gave the other its name.
    town = spelling_count(text[person.start : person.end].casefold(), "surname") > 0
    sign = _TO_WHERE if read_as_place and town else _WHERE
    return sign.search(text, max(0, person.start - 8), person.start) is not None


def _opens(words: str) -> bool:
    """Whether a time (今朝) or one capitalised word that is no title precedes the name: the verb of "Met Naoki"."""
    word = words.strip()
    if re.fullmatch(_WHEN, word):
        return True
    return word.isalpha() and word.isascii() and word.casefold() not in _TITLES and not is_given_name(word.casefold())


def _corrected(text: str, name: FoundName, person: _Person) -> FoundName:
    surface = text[person.start : person.end]
    return replace(
        name,
        start=person.start,
        end=person.end,
        surface=surface,
        name=display_name(surface),
        type=EntityType.PERSON,
        confidence=max(person.confidence, name.confidence if name.type is EntityType.PERSON else 0.0),
        reasons=(*name.reasons[:2], person.reason),
        subtype=name.subtype if name.type is EntityType.PERSON else None,
        aliases=(),
        method="dictionary" if name.method == "date" else name.method,
    )


def _person_name(text: str, person: _Person) -> FoundName:
    surface = text[person.start : person.end]
    return FoundName(
        start=person.start,
        end=person.end,
        surface=surface,
        name=display_name(surface),
        type=EntityType.PERSON,
        confidence=person.confidence,
        reasons=(person.reason,),
        method="dictionary",
    )


def _kana_names(text: str, names: Sequence[FoundName]) -> Iterator[_Person]:
    """Names in hiragana that sound like a surname and a given name, or like a given name and act like a person."""
    for name in names:
        if not _IN_HIRAGANA.fullmatch(name.surface) or name.method == "known":
            continue
        if _HIRAGANA_NAME.fullmatch(name.surface) and _both(name.surface):
            yield _Person(name.start, name.end, 0.75, "surname and given name in kana")
        elif spelling_count(name.surface, "given") > _MANY_SPELLINGS and _ACTS_BEHIND.match(text, name.end):
            yield _Person(name.start, name.end, 0.65, "a given name that acts like a person", bare=True)


def _persons(text: str) -> Iterator[_Person]:
    """The persons in a text, none overlapping one with better evidence."""
    candidates = [*_gapped(text), *_latin(text)]
    if not text.isascii():
        candidates += [*_hiragana(text), *_with_role(text)]
    accepted: list[_Person] = []
    for person in candidates:
        if all(person.end <= other.start or person.start >= other.end for other in accepted):
            accepted.append(person)
            yield person


def _gapped(text: str) -> Iterator[_Person]:
    """Surnames and given names with a gap between them."""
    for gap in _GAP.finditer(text):
        before = _BEFORE.search(text, max(0, gap.start() - 7), gap.start())
        given = _GIVEN_PART.match(text, gap.end())
        if before is None or given is None:
            continue
        start = next((at for at in range(before.start(), gap.start()) if _surname_at(text, at, gap.start())), None)
        lengths = range(len(given[0]), 0, -1)
        length = next((n for n in lengths if _is_part(given[0][:n], "名") and _closes(text, gap.end() + n)), None)
        if start is not None and length is not None and _is_gapped(text[start : gap.start()], given[0][:length]):
            yield _Person(start, gap.end() + length, 0.9, "surname and given name")


def _is_gapped(surname: str, given: str) -> bool:
    """Whether two parts with a gap are a name: where both are hiragana, which may be any words, both must be common."""
    if not (_IN_HIRAGANA.fullmatch(surname) and _IN_HIRAGANA.fullmatch(given)):
        return True
    return len(surname) > 1 and spelling_count(given, "given") > 3 and not _is_speech(surname + given)


def _surname_at(text: str, start: int, end: int) -> bool:
    if not _is_part(text[start:end], "姓"):
        return False
    if _IN_HIRAGANA.fullmatch(text[start:end]):
        return start == 0 or text[start - 1] in _OPENS or not "ぁ" <= text[start - 1] <= "ん"
    return re.compile(_LEFT).match(text, start) is not None


def _is_part(word: str, part: Part) -> bool:
    sounds_like = is_kana(word) and spelling_count(word, "surname" if part == "姓" else "given") > 1
    return sounds_like or may_be(word, part) or may_be(katakana(word), part)


def _closes(text: str, end: int) -> bool:
    """Whether a name may end here: no letter of the same script follows, unless it is a particle."""
    rest = text[end : end + 3]
    return (
        not rest
        or ("ァ" <= text[end - 1] <= "ー" and "ぁ" <= rest[0] <= "ん")
        or not ("ぁ" <= rest[0] <= "ヺ" or "一" <= rest[0] <= "鿿")
        or rest.startswith((*_PARTICLES, "様", "氏"))
    )


def _latin(text: str) -> Iterator[_Person]:
    for run in _LATIN_RUN.finditer(text):
        words = [(run.start() + word.start(), run.start() + word.end()) for word in _WORD.finditer(run[0])]
        place = 0
        while place < len(words):
            pair = words[place : place + 2]
            if len(pair) == 2 and _full([text[start:end] for start, end in pair]):
                yield _Person(pair[0][0], _with_honorific(text, pair[1][1]), 0.85, _SOUNDS)
                place += 2
                continue
            start, end = words[place]
            end_with_honorific = _with_honorific(text, end)
            sounds_japanese = _sounds_alone(text[start:end]) or _short_name(text, start, end)
            if end_with_honorific > end:
                yield _Person(start, end_with_honorific, 0.9, "honorific")
            elif sounds_japanese and len(words) - place == 1 and place < 2:
                yield _Person(start, end, 0.6, _SOUNDS, bare=not _plain(text, start, end))
            place += 1


def _plain(text: str, start: int, end: int) -> bool:
    """Whether a word acts like a person, or sounds like a common name where it can hardly be another word."""
    word = text[start:end].casefold()
    if word in _BRANDS:
        return False
    if _acts_like_a_person(text, start, end):
        return True
    opens = text[:start].rstrip()[-1:] in ("", ".", "!", "?", ":")
    return _is_common(word) and (not opens or not text.isascii())


def _is_common(word: str) -> bool:
    return spelling_count(word, "given") > _MANY_SPELLINGS or spelling_count(word, "surname") > 4


def _acts_like_a_person(text: str, start: int, end: int) -> bool:
    """Whether what stands beside a word in Latin letters is said of people: "with Yamada", Kanaに相談."""
    if _ACTS_BEHIND.match(text, end):
        return True
    return bool(_WITH_WHOM.search(text, max(0, start - 8), start) or (end - start > 4 and _SPEAKS.match(text, end)))


def _short_name(text: str, start: int, end: int) -> bool:
    """Whether three or four letters sound like a common name and act like a person."""
    word = text[start:end]
    if len(word) > 4 or word.isupper() or word.casefold() in _PLACES | _BRANDS or _FOREIGN.search(word.casefold()):
        return False
    return _is_common(word.casefold()) and _acts_like_a_person(text, start, end)


def _full(words: Sequence[str]) -> bool:
    """Whether two words sound like a surname and a given name in either order."""
    lower = [word.casefold() for word in words]
    if any(country_of(word) or _FOREIGN.search(word) for word in lower):
        return False
    first_word, second_word = lower
    either = ((first_word, second_word), (second_word, first_word))
    return any(spelling_count(first, "surname") > 0 and spelling_count(last, "given") > 1 for first, last in either)


def _sounds_alone(word: str) -> bool:
    lower = word.casefold()
    if len(lower) < 4 or word.isupper() or lower in _PLACES or country_of(lower) or _FOREIGN.search(lower):
        return False
    if is_given_name(lower) or len(lower) == 4:
        return (spelling_count(lower, "given") > 8 or spelling_count(lower, "surname") > 4) and not is_given_name(lower)
    return spelling_count(lower, "surname") > 1 or spelling_count(lower, "given") > 2


def _with_honorific(text: str, end: int) -> int:
    match = _HONORIFIC.match(text, end)
    return match.end() if match else end


def _hiragana(text: str) -> Iterator[_Person]:
    """A surname and a given name in hiragana, between particles or the ends of the run."""
    for match in _HIRAGANA_RUN.finditer(text):
        run = match[0]
        opened = _set_off(text, match.start()) or text[match.start() - 1] in " 　"
        starts = [at for at in range(len(run) - 4) if (at == 0 and opened) or (at and run[at - 1] in _OPENS)]
        spans = [
            (_both(run[start:end]), -start, end)
            for start in starts
            for end in range(start + 5, min(len(run), start + 10) + 1)
            if run.startswith(_PARTICLES, end) or (end == len(run) and _ends(text, match.end()))
        ]
        likely = [
            (score, start, end)
            for score, start, end in spans
            if score
            and ((score >= _FAMILIAR and _OWNS.match(text, match.start() + end)) or not _is_speech(run[-start:end]))
        ]
        if likely:
            # What opens a clause begins the name; behind a particle the more common name is meant.
            _, start, end = max(likely, key=lambda span: (opened and span[1] == 0, *span))
            yield _Person(match.start() - start, match.start() + end, 0.75, "surname and given name in kana")


def _ends(text: str, end: int) -> bool:
    return end >= len(text) or text[end] in "、。，．!！?？」）) 　\n"


_FAMILIAR: Final = 20
"""How common a surname and a given name are together that are no words, though the dictionary reads words in them."""
_LONG_NAME: Final = 6
_OF_SPEECH: Final = frozenset("動詞 助動詞 形容詞 形状詞 連体詞 接続詞 副詞 代名詞 感動詞".split())  # noqa: SIM905


def _is_speech(kana: str) -> bool:
    """Whether the dictionary reads ordinary words in hiragana.

    It does so in many names too: a long run is a name unless it has no noun.
    """
    parts = {token.part_of_speech()[0] for token in sudachi("C")(kana)}
    return bool(parts & _OF_SPEECH) if len(kana) < _LONG_NAME else "名詞" not in parts


def _both(kana: str) -> int:
    """How common the best cut into surname and given name is, 0 for none, and for a place of the dictionary."""
    if is_listed(kana, "名詞", "固有名詞", "地名"):
        return 0
    cuts = ((kana[:cut], kana[cut:]) for cut in range(2, len(kana) - 1))
    counts = ((spelling_count(surname, "surname"), spelling_count(given, "given")) for surname, given in cuts)
    return max((surname + 2 * given for surname, given in counts if surname and given > 3), default=0)


def _with_role(text: str) -> Iterator[_Person]:
    for match in _WITH_HONORIFIC.finditer(text):
        foreign = len(match[1]) > 2 and is_kana(match[1])  # イトウさん is no fish
        ordinary = not foreign and is_common_noun(match[1]) and (len(match[1]) > 1 or not _set_off(text, match.start()))
        if not ordinary and (_is_part(match[1], "姓") or _is_part(match[1], "名")):
            yield _Person(match.start(), match.end(), 0.85, "honorific")
    for pattern in (_BARE_SURNAME, _SURNAME_OWNER):
        for match in pattern.finditer(text):
            if _acts(match[1], match[2]) and (_set_off(text, match.start()) or not is_common_noun(match[1])):
                yield _Person(match.start(1), match.end(1), 0.65, "a surname that acts like a person")


def _set_off(text: str, start: int) -> bool:
    """Whether nothing modifies the word that begins here: it opens a clause or follows a topic or a time."""
    before = text[:start].rstrip(" 　")
    return not before or before[-1] in "はが、。，．!！?？「（(\n" or _WHEN_END.search(before) is not None


def _acts(word: str, particle: str) -> bool:
    """Whether a bare word may be a person who acts; one kanji alone (林, 東) only as subject or owner."""
    if len(word) == 1 and (particle == "へ" or word in _NO_ACTORS):
        return False
    return may_be(word, "姓") or may_be(word, "名")
