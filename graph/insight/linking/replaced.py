"""Text endings: the sentence of an earlier text that a later one replaces or denies, by the wording of both alone.

For what no fact was read off. Works on short texts of either language, sentence by sentence.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise, product, takewhile
from typing import Final

from graph.insight.linking.done import done
from graph.insight.linking.parallel import FUNCTION_WORDS, compared, content, exclusion, tokens
from graph.model.reading.change_wording import (
    AMOUNT_CHANGING,
    CHANGES,
    CHANGING,
    DENIED,
    GONE,
    JAPANESE_CHANGING,
    JAPANESE_UNCHANGED,
    NOW,
    TEXT_MOST,
    TIME,
)

_READ_MOST: Final = 4_000
"""Sentences whose reading is kept at hand."""
_SENTENCE: Final = re.compile(r"[^。！？!?\n]+?(?:[。！？!?]+|(?<!\b(?:Dr|Mr|Ms|St))(?<!\bMrs)\.(?=\s|$)|\n|$)")
_SEMICOLON_PART: Final = re.compile(r"[^\s;；](?:(?!;\s)[^；])*")
_COPULA: Final = re.compile(
    r"^(?:(?:from|since|as of) [\w ]{3,20}?,? )?"
    r"(?P<subject>(?:my|our|the|his|her|their|your|[A-Z][\w-]*['’]s)\b.{2,60}?|[\w.]*[A-Za-z]_[\w.]+)\s+"
    r"(?:(?P<changed>(?:(?:is|are|was|were|has been|have been|got) )?(?:now )?(?:rais|lower|increas|reduc|extend"
    r"|shorten|mov|chang|bump|postpon|push|reschedul|switch|relocat|slip)\w*(?: back| up| down)? to"
    r"|(?:is|are|goes|went) back (?:to|at|in|on))"
    r"|is|are|was set to|is set to|will be|costs?)\s+(?:(?:now|currently|due|on|in|at)\s+)*"
    r"(?P<value>.{1,40}?)(?:\s+now|: .+)?[.!]?$",
    re.IGNORECASE,
)
_ASSIGNED: Final = re.compile(r"(?<!\S)(?P<subject>[\w.]*[A-Za-z]_[\w.]+)\s?=\s?(?P<value>[^\s,;]+?)(?=[.,;]?(?:\s|$))")
"""A setting with its value: "Set POOL_SIZE=20"."""
_JAPANESE_COPULA: Final = re.compile(
    r"^(?P<subject>.{2,30}?)は(?:今は|現在)?、?(?P<value>.{1,24}?)(?:に(?:(?P<changed>変更(?:した|しました|された|になった|になりました)"
    r"|[代替]わった|[代替]わりました|交[代替](?:した|しました|になった|になりました)"
    r"|変わった|変わりました|(?:延期|前倒し)(?:され(?:た|ました)|になった|になりました|した|しました))|なった|なりました)"
    r"|です|だ|である|でした|だった)[。！]?$"
)
_JAPANESE_CHOSEN: Final = re.compile(
    r"^(?P<subject>.{2,30}?)[はを、](?:(?P<changed>当初どおり|当初通り|予定どおり|予定通り|やはり|やっぱり|結局)、?)?"
    r"(?P<value>[^をにがでへは、。]{1,20}?)(?:を(?:使|利用|採用|予約|契約)[^、。]{0,8}|に(?:決ま|決め|し)[^、。]{0,6}"
    r"|で(?:行く|いく|進める)(?:ことにした)?|(?<=[A-Za-z\d\u30a1-\u30fc\u4e00-\u9fff々]))[。！]?$"
)
"""What was chosen for something, or stands behind its name: 配送会社はヤマトを使っている, 保存先はfs01, 5日で行く."""
_JAPANESE_CHANGED: Final = re.compile(
    r"^(?P<subject>[^、。をがは]{2,20}?)[をがは](?:[^。]*、)?(?P<value>[^、。をがはに]{1,20}?)[にへ]"
    r"(?P<changed>変更|変え|切り替|移し|移行|移転|乗り換|延期|前倒し|交[代替]|置き換)"
    r"(?:[えっ]?た|[えっ]?ました|し(?:た|まし)た?|済み?|にな.{1,4}|され.{1,3})?[。！]?$"
)
_WHEN: Final = re.compile(r"(?<=\S)\s+(?:on|since|last|this|from|by)\s.*")
"""When something became what it is: "Oak Avenue 12 on Monday"."""
_NUMBER: Final = re.compile(r"\d[\d.,:]*")
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
    r" (?P<old5>[\w.+#:/'’-]+?(?: (?!with\b|by\b)[\w.+#:/'’-]+?){0,2})(?= as\b|[.,;!]|$)"
    rf"|\b(?:dropped|ditched|abandoned|scrapped) (?P<old6>{_THING}?) (?:in favou?r of|for"
    rf"|and (?:now use|(?:went|go|are going) with|chose|took|adopted|(?:switch|mov)ed to)) (?P<new6>{_THING})",
    re.IGNORECASE,
)
_HANDED: Final = re.compile(
    r"(?P<new>(?-i:[A-Z])[\w'’-]*|I|we) (?:(?:has|have|had|is|are) )?(?:took|takes|taken|taking) over (?:.{2,60}?) from"
    r" (?P<old>(?-i:[A-Z])[\w'’-]*)"
    r"|(?P<old2>(?-i:[A-Z])[\w'’-]*) (?:(?:has|have|had) )?(?:handed|passed|hands) (?:over )?.{2,60}? (?:over |on )?to"
    r" (?P<new2>(?-i:[A-Z])[\w'’-]*)",
    re.IGNORECASE,
)
_CHARGE: Final = re.compile(
    r"(?P<who>(?-i:[A-Z])[\w'’-]*(?: (?-i:[A-Z])[\w'’-]*)?) (?:is )?(?:now )?"
    r"(?P<role>(?P<taken>takes over|took over)|owns|leads|maintains|manages|runs|handles|hosts|chairs|responsible for"
    r"|in charge of) (?P<what>[^.,;]{3,60}?)(?P<now> now| from now on)?[.!]?$",
    re.IGNORECASE,
)
"""Who has charge of what: "Priya Nair owns the tracking API now"."""
_IN_CHARGE: Final = re.compile(
    r"\b(?:owner|owns?|responsible|charge|leads?|maintain\w*|manag\w+|runs?|works? on|assign\w+|handles?|hosts?"
    r"|chairs?)\b",
    re.IGNORECASE,
)
"""What somebody hands over to another."""
_CORRECTED: Final = re.compile(
    r"(?P<new>[$€£¥]?\d[\w.,:%]*)(?: \w+){0,3}?,(?: and)? not (?:\w{1,3} )?(?P<old>[$€£¥]?\d[\w.:%]*(?:,\d+)*)",
    re.IGNORECASE,
)
"""A number set right: "€52,000 a year, not €48,000"."""
_AMOUNT: Final = re.compile(r"[$€£¥]?\d[\d.,:]*")
_WORDS: Final = r"(?:[A-Za-z\d][\w.+-]* )?"
"""A word of letters or digits before the last one: "SQS FIFO", "7.1 mm/s"."""
_JAPANESE_FROM_TO: Final = re.compile(
    rf"(?:「(?P<old2>[^」]{{1,30}})」|(?P<old>{_WORDS}[^\s、。：「」はがをの→⇒]{{1,20}}))"
    r" ?(?:から|→|⇒|[をは](?:やめて|やめ|廃止して|廃止し|止めて|辞めて)、?|(?:では|じゃ|で)なくて?、?|の代わりに、?) ?"
    rf"(?:「(?P<new2>[^」]{{1,30}})」|(?P<new>(?:{_WORDS}){{0,2}}[^\s、。「」→⇒]{{1,20}}?)) ?(?:に|へ|(?<!ま)で|を)"
)
_JAPANESE_BECAUSE: Final = re.compile(
    r"(?P<old>[^\s、。「」はがをの]{1,20})[がは][^、。「」]{1,16}(?:ので|ため|(?<=[るたいだ])から)、?"
    r"(?P<new>[^\s、。「」はがを]{1,20}?)[にへ](?:変更|変え|切り替|交[代替]|移[しっ]|乗り換|延期|置き換)"
)
"""What was changed, and why: A301が使えないのでB205に変更."""
_NO_LONGER: Final = re.compile(r"\bno longer\b|\bnot\b|n['’]t\b|\bany ?(?:more|longer)\b", re.IGNORECASE)
_CLAUSE_ENDS: Final = re.compile(r"[;,.]\s|\b(?:because|since|as|so)\b")
_STOPPED: Final = re.compile(
    r"^(?P<who>(?:[\w'’-]+ ){1,3}?)(?:(?:has|have|had) )?"
    r"(?:stopped|quit|gave up|given up|cancell?ed|dropped|got rid of|sold|(?:stepped down|resigned|retired) as) "
    r"(?:\w+ing )?(?:(?:the|a|an|his|her|my|our|their) )?(?P<what>[\w-]{3,})",
    re.IGNORECASE,
)
_JAPANESE_STOPPED: Final = re.compile(
    r"^(?:(?P<who>[^\s、。]{1,12}?)は、?)?(?:もう|先月|先週|今年|昨年|去年)?(?P<what>[^\s、。はがをに]{2,14})"
    r"(?:を(?:やめ|止め|辞め|解約し|廃止し|手放し|卒業し|退会し)"
    r"|は(?:廃止|撤廃|終了|解約)(?:し(?:た|ました)|され(?:た|ました)|にな(?:った|りました)))"
)
_IN_USE: Final = re.compile(
    r"\b(?:always|use[sd]?|run|runs|call|calls|must|should|listens?|is|are|needs?|works?)\b", re.IGNORECASE
)
_ONLY: Final = re.compile(r"(?:^|[;,:] )(?P<who>\w+)(?: now)? only (?P<verb>\w{3,}) ", re.IGNORECASE)
"""What somebody does of a sort alone: "I only drink tea now"."""
_AFTER_ALL: Final = re.compile(r"\bafter all\b", re.IGNORECASE)
_NOT: Final = re.compile(r"\b(?:not|no longer|never|cannot)\b|n['’]t\b", re.IGNORECASE)
_PLACES: Final = re.compile(r"\b(?:in|on|at) (?:the )?([\w./-]+)")
_UNDECIDED: Final = re.compile(
    r"\b(?:(?-i:may|might|will)|maybe|perhaps|could|should|would|wants?|wanted|if|whether|going to)\b"
    r"|\b(?:not|never|cannot|nobody|no one|neither|nearly|almost)\b"
    r"|\b(?:consider|discuss|propos|suggest|hop(?:e|ing)|(?:plan|wish|think)(?:e?[sd]|n?ed|n?ing)?\b)|n['’]t\b"
    r"|予定|つもり|たい(?:。|と|です|$)|かもしれ|検討|だろう|でしょう|べき|(?:た|な)ら|れば|提案|(?:してい|し)な[いか]|ません",
    re.IGNORECASE,
)
"""What makes a change one that has not happened, or not yet."""
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
_ARTICLE: Final = re.compile(r"(?:the|an?|my|our|your|his|her|its|their|this|that|these|those)$")
_BECAUSE_OF: Final = re.compile(r"^[^、。はがを]{1,12}?(?:の?ため(?:に)?|により|によって|で)、?(?=[^、。はがを]+$)")
"""Why something of Japanese was changed: 台風で運動会, 雨のため試合."""
_JAPANESE_TOPIC: Final = re.compile(r"(?P<topic>[^、。はがを]{1,14})は[^、。]*、")
_SELF: Final = frozenset({"私", "僕", "俺", "自分"})
"""Who speaks, whom a later sentence need not name again."""
_PRICE: Final = re.compile(r"^(?:the )?(?:price|cost|fee) (?:of|for) ", re.IGNORECASE)
_SCRIPTS: Final = (r"[A-Za-z\d_]", r"[\u30a1-\u30fa\u30fc]")
"""Scripts whose words run on in letters of their own."""
_AUXILIARY: Final = frozenset({"does", "did", "can", "could", "would"})
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
    - what was to be done was done since: "TODO: renew the key.", "The key was renewed.";
    - somebody else has charge of it: "Tom owns the API.", "Priya owns the API now.";
    - what it says is denied since: "no longer", "not … any more", もう…ない, of most of what it is made of.
    """
    if max(len(later), len(earlier)) > TEXT_MOST:
        return None
    persons = frozenset(name.lower() for _, name in (*people.values(), *before.values()))
    matter = _shared(later, earlier)
    signs = [
        Replaced(*old, *new, *sign)
        for old, new in product(_sentences(earlier), _clauses(later))
        if (sign := _taken_charge(later[slice(*new)], earlier[slice(*old)])) is not None
        or (
            not _are_of_two(people, new, before, old)
            and (sign := _sign(later[slice(*new)], earlier[slice(*old)], persons, matter)) is not None
        )
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


@lru_cache(maxsize=_READ_MOST)
def _clauses(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of a text, and of each what semicolons part in it."""
    spans = list(_sentences(text))
    for start, end in _sentences(text):
        parts = [(start + match.start(), start + match.end()) for match in _SEMICOLON_PART.finditer(text[start:end])]
        spans += parts if len(parts) > 1 else []
    return tuple(spans)


@dataclass(frozen=True, slots=True)
class _Value:
    """What a thing is, by a sentence: "0815" of "the door code"; `changed` where that sentence says that it changed."""

    subject: str
    value: str
    changed: bool


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a sentence says by its wording alone: read once, for it is set beside those of many memories.

    `values` are what it says that something is, by its wording; `changes` what was given up for what, and what stands
    before it; `stops` who stopped what, in either language; `plain` is the sentence without "now" and with
    times of day as numbers; `of_several` tells that somebody may have several of what it tells of.
    """

    asks: bool
    values: tuple[_Value, ...]
    changes: tuple[tuple[str, str, str], ...]
    stops: tuple[tuple[str, str] | None, ...]
    denies: bool
    plain: str
    states: bool
    of_now: bool
    of_several: bool


@lru_cache(maxsize=_READ_MOST)
def _read(sentence: str) -> _Reading:
    plain = _bare(sentence)
    stops = (pattern.match(sentence) for pattern in (_STOPPED, _JAPANESE_STOPPED))
    return _Reading(
        asks=sentence.rstrip()[-1:] in "?？",
        values=tuple(_values(sentence)),
        changes=tuple(_changes(sentence)),
        stops=tuple(match and (match["who"] or "", match["what"].lower()) for match in stops),
        denies=DENIED.search(sentence) is not None,
        plain=plain,
        states=_STATES.search(plain) is not None,
        of_now=NOW.search(sentence) is not None,
        of_several=_SEVERAL.search(plain) is not None,
    )


def _values(sentence: str) -> Iterator[_Value]:
    japanese = (_JAPANESE_COPULA, _JAPANESE_CHANGED, _JAPANESE_CHOSEN)
    readings = ((pattern, pattern.match(sentence)) for pattern in (_COPULA, *japanese))
    for pattern, match in (*readings, (_ASSIGNED, _ASSIGNED.search(sentence))):
        if match is not None:
            changed = bool(match.groupdict().get("changed"))
            if not (changed and _UNDECIDED.search(sentence)):
                yield _Value(match["subject"], match["value"].strip(), changed)
            if pattern in japanese:
                return


def _changes(sentence: str) -> Iterator[tuple[str, str, str]]:
    amounts = AMOUNT_CHANGING.search(sentence) is not None
    patterns = (_FROM_TO, CHANGING), (_JAPANESE_FROM_TO, JAPANESE_CHANGING), (_JAPANESE_BECAUSE, JAPANESE_CHANGING)
    for pattern, changing in patterns:
        anything = changing.search(sentence) is not None
        for match in pattern.finditer(sentence) if anything or amounts else ():
            sides = _sides(match)
            old_at = match.start(sides["old"])
            # "X has not replaced Y": what leaves it open may stand within the match, before the old value.
            undecided = _UNDECIDED.search(sentence[:old_at] if pattern is _FROM_TO else sentence)
            if undecided or (pattern is not _FROM_TO and JAPANESE_UNCHANGED.search(sentence)):
                continue
            old, new = (match[sides[side]].rstrip(".,") for side in ("old", "new"))
            if anything or all(map(_AMOUNT.match, (old, new))):
                yield old, new, sentence[:old_at]
    for match in _CORRECTED.finditer(sentence):
        if not _UNDECIDED.search(sentence[: match.start()]):
            yield match["old"].rstrip(".,"), match["new"].rstrip(".,"), sentence[: match.start()]


def _sides(match: re.Match[str]) -> dict[str, str]:
    """The groups of a match that hold what was given up (old, old2 …) and what took its place, by "old" and "new"."""
    return {name[:3]: name for name, value in match.groupdict().items() if value}


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


def _sign(later: str, earlier: str, persons: frozenset[str], matter: frozenset[str]) -> tuple[float, str] | None:
    """The sign that a sentence is over by another one; `matter` is what their texts have in common."""
    if _read(later).asks or _read(earlier).asks:
        return None
    changed = partial(_changed, persons=persons, matter=matter)
    readings = (_other_value, changed, _handed_over, _stopped, _gone, done, _denied, _reversed, _swapped)
    return next((sign for reading in readings if (sign := reading(later, earlier)) is not None), None)


def _other_value(later: str, earlier: str) -> tuple[float, str] | None:
    for new, old in product(_read(later).values, _read(earlier).values):
        if new.value.lower() == old.value.lower() or _OF_MANY.search(old.subject) or not _is_same_subject(new, old):
            continue
        if _are_values(old.value, new.value) or (_takes_its_place(new, old) and _are_of_one_place(later, earlier)):
            return 0.85, f"{old.value} / {new.value}"
    return None


def _is_same_subject(new: _Value, old: _Value) -> bool:
    """Whether two sentences tell of the same: "our office", "the office"; of a change also リリース and リリース日."""
    if not _are_of_one_topic(new.subject, old.subject):
        return False
    subjects = [_PRICE.sub("", value.subject) for value in (new, old)]
    if new.changed:
        subjects = [subject.rpartition("、")[2] for subject in subjects]
    if any(_words_of(subjects[0], without) == _words_of(subjects[1], without) for without in (_DETERMINER, _ARTICLE)):
        return True
    if new.changed and _BECAUSE_OF.sub("", subjects[0]) == subjects[1]:
        return True
    shorter, longer = sorted(subjects, key=len)
    return new.changed and not longer.isascii() and longer.startswith(shorter) and len(longer) <= len(shorter) + 2


def _words_of(subject: str, without: re.Pattern[str]) -> tuple[str, ...]:
    """The words of what a sentence tells of: "contact" of "Ida's new contact", or "ida", "contact"."""
    words = (word for word in tokens(subject) if not without.match(word) and word != "new")
    return tuple(re.sub(r"['’]s$", "", word) for word in words)


def _are_of_one_topic(new: str, old: str) -> bool:
    """Whether the clauses before the last of two Japanese sentences tell of no two: 美月は3年で、担任 is of 美月."""
    topics = [match["topic"] for match in map(_JAPANESE_TOPIC.match, (new, old)) if match]
    return len(topics) < 2 or topics[0] == topics[1]


def _are_values(old: str, new: str) -> bool:
    """Whether both are of a form of which a thing has one at a time, or exclude each other as words do."""
    if old.lower() in new.lower() or new.lower() in old.lower():
        return False
    if all(_VALUE.match(value) for value in (old, new)) or len({_NUMBER.sub("#", old), _NUMBER.sub("#", new)}) == 1:
        return True
    return exclusion(f"it is {new}", f"it is {old}") is not None


def _takes_its_place(new: _Value, old: _Value) -> bool:
    """Whether what a sentence says that something was changed to, or a setting's value, is of the sort of the old one.

    A day takes the place of a day, "$25" of "$20"; of words in small letters a setting alone has one at a time.
    """
    values = old.value, new.value
    if any(first.lower() in second.lower() for first, second in (values, values[::-1])):
        return False
    if len({TIME.search(_WHEN.sub("", value)) is None for value in values}) > 1:
        return False
    if all("_" in each.subject for each in (new, old)):
        return True
    return new.changed and all(not value.isascii() or re.search(r"[A-Z\d]", value) for value in values)


def _are_of_one_place(later: str, earlier: str) -> bool:
    """Whether of where two settings stand one says no other than the other: "in prod", "in prod.env"."""
    if not all(re.search(r"\w_\w", text) for text in (later, earlier)):
        return True
    first, other = (
        frozenset(word for place in _PLACES.findall(text) for word in re.split(r"\W", place) if word)
        for text in (later, earlier)
    )
    return first <= other or other <= first


def _changed(later: str, earlier: str, *, persons: frozenset[str], matter: frozenset[str]) -> tuple[float, str] | None:
    for old, new, before in _read(later).changes:
        if not _names(earlier, old) or new.lower() in earlier.lower():
            continue
        if TIME.search(old):
            # Of one day much is told.
            is_left = bool(matter - content(old)) and TIME.search(new) is not None
        elif _AMOUNT.match(old):
            is_left = _share_most(before or later, earlier, old, persons) and _are_of_one_place(later, earlier)
        else:
            is_left = _share_more(later, earlier, old, is_person=old.lower() in persons)
        if is_left:
            return 0.8, f"{old} → {new}"
    return None


def _names(text: str, what: str) -> bool:
    """Whether a text holds something as a whole: "20" is not in "2026-11-20", nor パン in パンダ."""
    edges = (what[:1], what[-1:])
    behind, ahead = (next((script for script in _SCRIPTS if re.match(script, edge)), None) for edge in edges)
    left = "" if behind is None else rf"(?<!{behind})" + (r"(?<!\d[-.,:/])" if what[0].isdigit() else "")
    right = "" if ahead is None else rf"(?!{ahead})" + (r"(?![-.,:/]\d)" if what[-1].isdigit() else "")
    return re.search(f"{left}{re.escape(what)}{right}", text, re.IGNORECASE) is not None


def _shared(later: str, earlier: str, without: str = "") -> frozenset[str]:
    """The words of content that two texts have in common, but for those of `without`."""
    return (content(later) & content(earlier)) - content(without) - FUNCTION_WORDS


def _share_most(before: str, earlier: str, old: str, persons: frozenset[str]) -> bool:
    """Whether most of what stands before an amount that was changed is in the earlier text: that tells what has it."""
    clauses = (content(clause) - FUNCTION_WORDS for clause in re.split(r"[、,;]", CHANGES.sub("", before))[::-1])
    words = next(filter(None, clauses), frozenset[str]()) - content(old) - persons
    of_it = [word for word in words if not word[0].isdigit()]
    held = len(content(earlier).intersection(of_it))
    return 2 * held > len(of_it) if of_it else True


def _share_more(later: str, earlier: str, old: str, *, is_person: bool) -> bool:
    """Whether both speak of more than what was left behind, or that is a name that tells enough by itself.

    A person's name does not: much is told of somebody.
    """
    rest = _shared(later, earlier, old)
    if is_person:
        return bool(rest)
    return bool(rest) or (len(old) > 2 and old.isascii() and old[:1].isupper())


def _handed_over(later: str, earlier: str) -> tuple[float, str] | None:
    """That somebody took over from another what the earlier sentence says the other has charge of."""
    match = _HANDED.search(later)
    if match is None or _UNDECIDED.search(later) or not _IN_CHARGE.search(earlier):
        return None
    sides = _sides(match)
    old, new = match[sides["old"]], match[sides["new"]]
    is_left = _names(earlier, old) and not _names(earlier, new)
    return (0.8, f"{old} → {new}") if is_left and _shared(match[0], earlier, old) else None


def _taken_charge(later: str, earlier: str) -> tuple[float, str] | None:
    """That somebody now has charge of what the earlier sentence says is another's."""
    new, old = _CHARGE.match(later), _CHARGE.match(earlier)
    if new is None or old is None or not (new["taken"] or _read(later).of_now):
        return None
    is_same_charge = new["taken"] or old["taken"] or new["role"].lower() == old["role"].lower()
    is_other = not {*new["who"].lower().split()} & {*old["who"].lower().split()}
    return (0.8, f"{old['who']} → {new['who']}") if (
        is_same_charge and is_other and content(new["what"]) == content(old["what"])
    ) else None  # fmt: skip


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


def _gone(later: str, earlier: str) -> tuple[float, str] | None:
    """That there is no more what the earlier sentence tells to use, or that somebody does one thing alone now."""
    for match in GONE.finditer(later):
        what = match["what"].strip("`")
        coded = match["what"].startswith("`")
        if (
            (coded or _shared(later, earlier, what))
            and _names(earlier, what)
            and _IN_USE.search(earlier)
            and not GONE.search(earlier)
        ):
            return _SURE, f"{what} ended"
    for match in _ONLY.finditer(later) if _read(later).of_now else ():
        words = tokens(earlier)
        if words[:2] == (match["who"].lower(), match["verb"].lower()) and not _ONLY.search(earlier):
            return _SURE, " / ".join((" ".join(words[2:5]), later[match.end() :].rstrip(".!")[:40]))
    return None


def _reversed(later: str, earlier: str) -> tuple[float, str] | None:
    """That what was denied is so after all, or the other way round."""
    if not _AFTER_ALL.search(later) or (_NOT.search(later) is None) == (_NOT.search(earlier) is None):
        return None
    mine, theirs = (
        frozenset(word[:4] for word in content(_NOT.sub("", _AFTER_ALL.sub("", text))) - FUNCTION_WORDS - _AUXILIARY)
        for text in (later, earlier)
    )
    return (_SURE, "a later memory denies it") if mine and len(mine & theirs) >= 0.75 * len(mine) else None


def _swapped(later: str, earlier: str) -> tuple[float, str] | None:
    """Sentences that differ in one place alone, where both cannot hold: of how things stand, not of what happened."""
    new, old = _read(later), _read(earlier)
    if new.of_now and not old.of_now and not new.of_several:
        # What is said besides stands behind: "The shop now opens at 9, not everybody likes it."
        first = new.plain if old.plain.count(",") else new.plain.partition(",")[0]
        beside = compared(old.plain, first)
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
    now = NOW.search(later)
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
    return _CLOCK.sub(_hour, NOW.sub("", sentence))


def _hour(match: re.Match[str]) -> str:
    """A time of day as one number: 19時半 is "19:30"."""
    return f"{match[1]}:{match[2] or ('30' if match[3] else '00')}"


def _denied(later: str, earlier: str) -> tuple[float, str] | None:
    if not _read(later).denies or _read(earlier).denies:
        return None
    before = content(earlier) - _SELF
    held = len(before & content(later))
    ends = [held >= _SHARED_LEAST * len(before), *(len(mine) > 1 and mine <= before for mine in _denials(later))]
    return (_SURE, "a later memory denies it") if held and any(ends) else None


def _denials(sentence: str) -> Iterator[frozenset[str]]:
    """What the clauses of an English sentence say is no longer so, each by its words of content."""
    for clause in _CLAUSE_ENDS.split(sentence):
        if DENIED.search(clause) and clause.isascii():
            yield content(_NO_LONGER.sub(" ", clause)) - FUNCTION_WORDS - _AUXILIARY
