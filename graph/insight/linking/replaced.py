"""Text endings: the sentence of an earlier text that a later one replaces or denies, by the wording of both alone.

For what no fact was read off. Works on short texts of either language, sentence by sentence.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise, product, takewhile
from typing import Final

from graph.insight.linking.parallel import compared, content, exclusion, tokens

TEXT_MOST: Final = 600
"""Characters of a text that may be replaced by its wording: of a longer one too much else is said."""
_READ_MOST: Final = 4_000
"""Sentences whose reading is kept at hand."""
_SENTENCE: Final = re.compile(r"[^。！？!?\n]+?(?:[。！？!?]+|(?<!\b(?:Dr|Mr|Ms|St))(?<!\bMrs)\.(?=\s|$)|\n|$)")
_COPULA: Final = re.compile(
    r"^(?P<subject>(?:my|our|the|his|her|their|your|[A-Z][\w-]*['’]s)\b.{2,60}?)\s+"
    r"(?P<verb>is|are|was set to|is set to|will be)\s+(?:now\s+|currently\s+)?(?P<value>.{1,40}?)(?:\s+now)?[.!]?$",
    re.IGNORECASE,
)
_JAPANESE_COPULA: Final = re.compile(
    r"^(?P<subject>.{2,30}?)は(?:今は|現在)?、?(?P<value>.{1,24}?)(?:に(?:変更(?:した|しました|された|になった|になりました)"
    r"|[代替]わった|[代替]わりました|交[代替](?:した|しました|になった|になりました)"
    r"|変わった|変わりました|なった|なりました|(?:延期|前倒し)(?:され(?:た|ました)|になった|になりました|した|しました))"
    r"|です|だ|である|でした|だった)[。！]?$"
)
_VALUE: Final = re.compile(
    r"^(?=\S*\d)\S+$|^(?:[A-Z][\w.'’-]*\s?)+$|^\d[\d,.:]*\s?\S{0,12}$|^\S{1,12}(?:さん|氏|先生|様|くん|君|ちゃん)$"
)
"""What a thing has one of at a time by its form: a code, a proper name, a number. Of adjectives a thing has several."""
_OF_MANY: Final = re.compile(
    r"\b(?:friend|brother|sister|son|daughter|child|kid|cousin|colleague|neighbou?r|member|pet|cat|dog|hobby|goal)s?$"
    r"|(?:友達|友人|兄弟|姉妹|[兄弟姉妹娘孫]|息子|子供|子ども|同僚|部下|先輩|後輩|仲間|知り合い|メンバー|参加者|趣味|目標|[猫犬])$",
    re.IGNORECASE,
)
"""What somebody may have several of, each with a name of its own."""
_THING: Final = r"[\w.+#:/'’-]+(?: [\w.+#:/'’-]+){0,2}"
_FROM_TO: Final = re.compile(
    r"\bfrom (?P<old>[\w.+#:/'’-]+(?: [\w.+#:/'’-]+){0,3}?) to (?P<new>[\w.+#:/'’-]+(?: [\w.+#:/'’-]+){0,2})"
    r"|\breplac\w+ (?P<old2>[\w.+#:/'’-]+(?: [\w.+#:/'’-]+){0,3}?) (?:with|by) (?P<new2>[\w.+#:/'’-]+)"
    r"|\b(?P<new3>[\w.+#:/'’-]+) (?:instead of|rather than) (?P<old3>[\w.+#:/'’-]+(?: [\w.+#:/'’-]+){0,2})"
    rf"|(?P<old4>{_THING}?) (?:is|was|are|were|has been|have been|got) (?:\w+ly )?replaced (?:by|with)"
    rf" (?P<new4>{_THING})"
    rf"|(?P<new5>{_THING}?) (?:has |have |had )?(?:replaced|succeeded|superseded|took over from|taken over from)"
    r" (?P<old5>[\w.+#:/'’-]+?(?: (?!with\b|by\b)[\w.+#:/'’-]+?){0,2})(?= as\b|[.,;!]|$)",
    re.IGNORECASE,
)
_CHANGING: Final = re.compile(
    r"\b(?:switch|chang|mov|migrat|upgrad|downgrad|replac|convert|instead|rather|postpon|delay|reschedul|renam|transfer"
    r"|succeeded|supersed|took over|taken over)",
    re.IGNORECASE,
)
_AMOUNT_CHANGING: Final = re.compile(
    r"\b(?:rais|lower|increas|reduc|decreas|extend|shorten|bump|drop|push|cut(?:s|ting)?\b|brought|bring|set\b|goes\b|went\b)"
    r"|(?:引き)?[上下]げ|増や|減ら|延長|短縮|延ば|縮め|絞[りるっ]|拡大|縮小",
    re.IGNORECASE,
)
"""What changes an amount, where what was given up and what took its place are both numbers."""
_AMOUNT: Final = re.compile(r"[$€£¥]?\d[\d.,:]*")
_JAPANESE_CHANGING: Final = re.compile(
    r"変更|変え|[変代替]わ(?!り?に)|交[代替]|切り替|移行|移し|移転|移動|更新|乗り換|置き換|やめ|止め|辞め|廃止|ではなく|代わり|異動|延期|前倒し|引っ越|転職"
)
_JAPANESE_UNCHANGED: Final = re.compile(
    rf"(?:{_JAPANESE_CHANGING.pattern})[いえかけさしせてっらりれわ]{{0,6}}な[いかくけし]"
)
"""A change that its own verb denies: 変わっていない, 切り替えなかった, 変更なし; another verb's denial leaves it be."""
_WORDS: Final = r"(?:[A-Za-z\d][\w.+-]* )?"
"""A word of letters or digits before the last one: "SQS FIFO", "7.1 mm/s"."""
_JAPANESE_FROM_TO: Final = re.compile(
    rf"(?P<old>{_WORDS}[^\s、。「」はがをの]{{1,20}})"
    r" ?(?:から|を(?:やめて|廃止して|廃止し|止めて|辞めて)、?|ではなく、?|の代わりに、?) ?"
    rf"(?P<new>(?:{_WORDS}){{0,2}}[^\s、。「」]{{1,20}}?) ?(?:に|へ|(?<!ま)で|を)"
)
_DENIED: Final = re.compile(
    r"\b(?:no longer|not .{0,40}\b(?:any ?more|any longer)|n['’]t .{0,40}\b(?:any ?more|any longer))\b"
    r"|もう.{0,24}(?:ない|ません)|なくなった|なくなりました",
    re.IGNORECASE,
)
_STOPPED: Final = re.compile(
    r"^(?P<who>(?:[\w'’-]+ ){1,3}?)(?:(?:has|have|had) )?"
    r"(?:stopped|quit|gave up|given up|cancell?ed|dropped|got rid of|sold) "
    r"(?:\w+ing )?(?:(?:the|a|an|his|her|my|our|their) )?(?P<what>[\w-]{3,})",
    re.IGNORECASE,
)
_JAPANESE_STOPPED: Final = re.compile(
    r"^(?:(?P<who>[^\s、。]{1,12}?)は、?)?(?:もう|先月|先週|今年|昨年|去年)?(?P<what>[^\s、。はがをに]{2,14})"
    r"(?:を(?:やめ|止め|辞め|解約し|廃止し|手放し|卒業し|退会し)"
    r"|は(?:廃止|撤廃|終了|解約)(?:し(?:た|ました)|され(?:た|ました)|にな(?:った|りました)))"
)
_UNDECIDED: Final = re.compile(
    r"\b(?:(?-i:may|might|will)|maybe|perhaps|could|should|would|wants?|wanted|if|whether|going to)\b"
    r"|\b(?:not|never|cannot|nobody|no one|neither|nearly|almost)\b"
    r"|\b(?:consider|discuss|propos|suggest|hop(?:e|ing)|(?:plan|wish|think)(?:e?[sd]|n?ed|n?ing)?\b)|n['’]t\b"
    r"|予定|つもり|たい(?:。|と|です|$)|かもしれ|検討|だろう|でしょう|べき|(?:た|な)ら|れば|提案|(?:してい|し)な[いか]|ません",
    re.IGNORECASE,
)
"""What makes a change one that has not happened, or not yet."""
_NOW: Final = re.compile(
    r"\s*\b(?:from now on|now|currently|these days|as of today)\b"
    r"|今は|現在は?|(?<=[うくぐすつぬぶむる])(?:こと|よう)になった"
)
_STATES: Final = re.compile(
    r"\b(?:is|are|has|have|costs?|meets?|opens?|closes?|starts?|begins?|ends?|runs?|leaves?|arrives?|takes?|needs?"
    r"|weighs?)\b"
    r"|です|である|[うくぐすつぬぶむるだい](?:。|$)|ます(?:。|$)",
)
_SEVERAL: Final = re.compile(
    r"\b(?:(?:enjoy|speak|know|own|play|learn|read|eat|collect|want|need|visit)(?:s|ed|ing)?"
    r"|(?:lik|lov|ador|us)(?:e[sd]?|ing)|ha(?:ve|s|ving))\b"
    r"|\b(?:is|are|am|was|were)\b|です|[だた]。|である"
    r"|好き|話せ|話す|知って|持って|読ん|習って|使って|ほしい|欲しい|[がも](?:ある|いる|います|あります)"
)
"""Of what these tell somebody may have several: another one now need not take the place of the first."""
_CLOCK: Final = re.compile(r"(\d{1,2})時(?:(\d{1,2})分|(半))?")
_KANA: Final = re.compile(r"[\u3041-\u30fa]")
_TOPIC: Final = re.compile(r"(?:で|に|から|まで)?[はがも](?!く)")
"""What ends the topic or subject of a Japanese sentence."""
_PRONOUN: Final = re.compile(r"(?:i|we|you|he|she|it|they)$")
_THIRD_PERSON: Final = re.compile(r"[a-z]+[^s\W]s$")
_DETERMINER: Final = re.compile(r"(?:the|an?|my|our|your|his|her|its|their|this|that|these|those|.+['’]s)$")
_SELF: Final = frozenset({"私", "僕", "俺", "自分"})
"""Who speaks, whom a later sentence need not name again."""
_SURE: Final = 0.7
_SHARED_LEAST: Final = 0.6
"""The share of the earlier sentence's content that the later one must hold, to deny the same."""


People = Mapping[int, tuple[str, str]]
"""The persons that a text names, by where: their ids and names."""


_NOBODY: Final[People] = {}


@dataclass(frozen=True, slots=True)
class Replaced:
    """A sentence that is over and the one that says so, as offsets in their texts, how sure and by what sign."""

    start: int
    end: int
    by_start: int
    by_end: int
    sure: float
    reason: str


def replaced(later: str, earlier: str, people: People = _NOBODY, before: People = _NOBODY) -> Replaced | None:
    """The surest sentence of an earlier text that a later one replaces or denies; None where none is.

    `people` are those whom the later text names, `before` those of the earlier: what one person does ends nothing of
    another's.

    Signs, sentence by sentence:

    - another value of the same: "The code is 4711." and "The code is now 0815.", or values that exclude each other;
    - what it names was changed for something else: "We switched from A to B", AではなくB;
    - both differ in one place alone, where they exclude each other: "meets at 18:00", "meets at 19:30";
    - it says that the same one stopped it: "Grandpa stopped taking metformin.", メトホルミンをやめた;
    - what it says is denied since: "no longer", "not … any more", もう…ない, of most of what it is made of.
    """
    if max(len(later), len(earlier)) > TEXT_MOST:
        return None
    persons = frozenset(name.lower() for _, name in (*people.values(), *before.values()))
    signs = [
        Replaced(*old, *new, *sign)
        for old, new in product(_sentences(earlier), _sentences(later))
        if not _are_of_two(people, new, before, old)
        and (sign := _sign(later[slice(*new)], earlier[slice(*old)], persons)) is not None
    ]
    return max(signs, key=lambda sign: (sign.sure, -sign.start, -sign.by_start), default=None)


@lru_cache(maxsize=_READ_MOST)
def _sentences(text: str) -> tuple[tuple[int, int], ...]:
    spans: list[tuple[int, int]] = []
    for match in _SENTENCE.finditer(text):
        sentence = match.group()
        start = match.start() + len(sentence) - len(sentence.lstrip())
        if sentence.strip():
            spans.append((start, match.start() + len(sentence.rstrip())))
    return tuple(spans)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a sentence says by its wording alone: read once, for it is set beside those of many memories.

    `values` are subject and value in English and in Japanese, where it says that something is something; `changes` what
    was given up for what; `stops` who stopped what, in either language; `plain` is the sentence without "now" and with
    times of day as numbers; `of_several` tells that somebody may have several of what it tells of.
    """

    asks: bool
    values: tuple[tuple[str, str] | None, ...]
    changes: tuple[tuple[str, str], ...]
    stops: tuple[tuple[str, str] | None, ...]
    denies: bool
    plain: str
    states: bool
    of_now: bool
    of_several: bool


@lru_cache(maxsize=_READ_MOST)
def _read(sentence: str) -> _Reading:
    plain = _bare(sentence)
    copulas = (pattern.match(sentence) for pattern in (_COPULA, _JAPANESE_COPULA))
    stops = (pattern.match(sentence) for pattern in (_STOPPED, _JAPANESE_STOPPED))
    return _Reading(
        asks=sentence.rstrip()[-1:] in "?？",
        values=tuple(match and (match["subject"], match["value"].strip()) for match in copulas),
        changes=tuple(_changes(sentence)),
        stops=tuple(match and (match["who"] or "", match["what"].lower()) for match in stops),
        denies=_DENIED.search(sentence) is not None,
        plain=plain,
        states=_STATES.search(plain) is not None,
        of_now=_NOW.search(sentence) is not None,
        of_several=_SEVERAL.search(plain) is not None,
    )


def _changes(sentence: str) -> Iterator[tuple[str, str]]:
    amounts = _AMOUNT_CHANGING.search(sentence) is not None
    for pattern, changing in ((_FROM_TO, _CHANGING), (_JAPANESE_FROM_TO, _JAPANESE_CHANGING)):
        anything = changing.search(sentence) is not None
        for match in pattern.finditer(sentence) if anything or amounts else ():
            groups = {name[:3]: name for name, value in match.groupdict().items() if value}
            # "X has not replaced Y": what leaves it open may stand within the match, before the old value.
            undecided = _UNDECIDED.search(sentence[: match.start(groups["old"])] if pattern is _FROM_TO else sentence)
            if undecided or (pattern is _JAPANESE_FROM_TO and _JAPANESE_UNCHANGED.search(sentence)):
                continue
            old, new = (match[groups[side]].rstrip(".,") for side in ("old", "new"))
            if anything or all(map(_AMOUNT.match, (old, new))):
                yield old, new


def _are_of_two(people: People, new: tuple[int, int], before: People, old: tuple[int, int]) -> bool:
    """Whether two sentences begin with two persons, neither of whom the other sentence names."""
    mine, theirs = people.get(new[0]), before.get(old[0])
    if mine is None or theirs is None:
        return False
    pairs = ((mine, before, old), (theirs, people, new))
    return not any(
        doer[0] == other[0] or doer[1].lower() in other[1].lower() or other[1].lower() in doer[1].lower()
        for doer, named, span in pairs
        for start, other in named.items()
        if span[0] <= start < span[1]
    )


def _sign(later: str, earlier: str, persons: frozenset[str]) -> tuple[float, str] | None:
    if _read(later).asks or _read(earlier).asks:
        return None
    readings = (_other_value, partial(_changed, persons=persons), _stopped, _denied, _swapped)
    return next((sign for reading in readings if (sign := reading(later, earlier)) is not None), None)


def _other_value(later: str, earlier: str) -> tuple[float, str] | None:
    for new, old in zip(_read(later).values, _read(earlier).values, strict=True):
        if new and old and tokens(new[0]) == tokens(old[0]) and not _OF_MANY.search(old[0]):
            values = old[1], new[1]
            if values[0].lower() != values[1].lower() and _are_values(*values):
                return 0.85, f"{values[0]} / {values[1]}"
    return None


def _are_values(old: str, new: str) -> bool:
    """Whether both are of a form of which a thing has one at a time, or exclude each other as words do."""
    if old.lower() in new.lower() or new.lower() in old.lower():
        return False
    if all(_VALUE.match(value) for value in (old, new)):
        return True
    return exclusion(f"it is {new}", f"it is {old}") is not None


def _changed(later: str, earlier: str, *, persons: frozenset[str]) -> tuple[float, str] | None:
    for old, new in _read(later).changes:
        is_left = old.lower() in earlier.lower() and new.lower() not in earlier.lower()
        if is_left and _share_more(later, earlier, old, is_person=old.lower() in persons):
            return 0.8, f"{old} → {new}"
    return None


def _share_more(later: str, earlier: str, old: str, *, is_person: bool) -> bool:
    """Whether both speak of more than what was left behind, or that is a name that tells enough by itself.

    A person's name does not: much is told of somebody.
    """
    rest = (content(later) & content(earlier)) - content(old)
    if is_person:
        return bool(rest)
    return bool(rest) or (old[:1].isupper() and old.isascii()) or (not old.isascii() and len(old) > 2)


def _stopped(later: str, earlier: str) -> tuple[float, str] | None:
    """That the same one stopped what the earlier sentence says, by who it is and what it was."""
    for stop, before in zip(_read(later).stops, _read(earlier).stops, strict=True):
        if stop is None or before is not None:
            continue
        words = tokens(earlier)
        who, what = tokens(stop[0]), stop[1]
        named = what in words if what.isascii() else what in earlier
        if named and words[: len(who)] == who:
            return _SURE, f"{what} ended"
    return None


def _swapped(later: str, earlier: str) -> tuple[float, str] | None:
    """Sentences that differ in one place alone, where both cannot hold: of how things stand, not of what happened."""
    new, old = _read(later), _read(earlier)
    if new.of_now and not old.of_now and not new.of_several:
        beside = compared(old.plain, new.plain)
        is_one = beside.common >= 0.5 and len(beside.places) == 1 and all(beside.places[0])
        if is_one and _is_of_the_same(old.plain, later, beside.places[0]):
            return _SURE, " / ".join(" ".join(side) for side in beside.places[0])
    return exclusion(new.plain, old.plain) if new.states and old.states else None


def _is_of_the_same(earlier: str, later: str, place: tuple[tuple[str, ...], tuple[str, ...]]) -> bool:
    """Whether sentences that differ in one place tell of the same: that place lies behind what they tell of.

    "Maria teaches at Lincoln / Roosevelt High" and 会議は第一 / 第二会議室で, but not "The Tokyo / Osaka office shuts".
    A Japanese sentence begins with は, or tells of who speaks; in English a verb or "now" ends what one tells of.
    """
    words = tokens(earlier)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, tokens(_bare(later)), strict=False)))
    before, behind = words[:common], words[common + len(place[0]) :]
    if not earlier.isascii() and _KANA.search(earlier):
        topics = [word for word in words if _TOPIC.match(word)]
        return not topics or (any(_TOPIC.match(word) for word in before) and not _TOPIC.match("".join(behind[:1])))
    now = _NOW.search(later)
    if now and 0 < len(tokens(later[: now.start()])) <= common:
        return True
    if _STATES.search(" ".join(behind)):
        return False
    return any(map(_PRONOUN.match, before[:1])) or all(_has_verb((*before, *side[:1])) for side in place)


def _has_verb(words: tuple[str, ...]) -> bool:
    """Whether the beginning of a sentence holds its verb: one of what stands so, or a third person behind a noun."""
    if _STATES.search(" ".join(words)):
        return True
    return any(_THIRD_PERSON.match(word) and not _DETERMINER.match(noun) for noun, word in pairwise(words))


def _bare(sentence: str) -> str:
    """A sentence without "now" and with times of day as numbers: 今は19時に is 19:00に."""
    return _CLOCK.sub(_hour, _NOW.sub("", sentence))


def _hour(match: re.Match[str]) -> str:
    """A time of day as one number: 19時半 is "19:30"."""
    return f"{match[1]}:{match[2] or ('30' if match[3] else '00')}"


def _denied(later: str, earlier: str) -> tuple[float, str] | None:
    if not _read(later).denies or _read(earlier).denies:
        return None
    before = content(earlier) - _SELF
    held = len(before & content(later))
    return (_SURE, "a later memory denies it") if held and held >= _SHARED_LEAST * len(before) else None
