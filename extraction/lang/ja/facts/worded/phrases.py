"""The phrases of a predicate by their particles, read straight off the words: 「1000 から | 5000 に | 変更」.

A parser that has learnt from prose loses units, dates and identifiers; their particles it does not lose. A phrase runs
from the last particle, comma or verb to the next particle; a topic (は) holds until its sentence ends.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.predicates import predicates_of
from extraction.lang.ja.arguments.valence import objects_of
from extraction.lang.ja.facts.frames import STANDING
from extraction.lang.ja.modality.verdicts import compound_start, is_stem, verdict_of
from extraction.lang.ja.parse.cases import kind_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import LACKING, MODALITY, SPEAKERS
from extraction.names.identifiers import kind_of as identifier_kind
from graph.model.types import EntityType

_OPENING: Final = frozenset("(（[［【")
_CLOSING: Final = frozenset(")）]］】")
_CASES: Final = frozenset(("が", "を", "に", "へ", "で", "と", "から", "まで", "より", "は", "も"))
_TOPICS: Final = ("は", "も")
THEME: Final = "theme"
"""The role of what the sentence began with, where another topic has followed."""
GIVEN: Final = "given"
"""The role of what a clause holds for: 「15 だと取得が 429 になる」."""
LEAD: Final = "lead"
"""The role of the ticket that a sentence begins with: 「OPS-12 古い表を消す」."""
_JOINED: Final = ("を", "が", "は", "も")
"""The particles that a noun before と shares with the one behind it."""
_SHARED: Final = ("を", "が", "に", "で")
"""The particles that nouns with commas between them share: 「卵、砂糖、牛乳を混ぜる」."""
_COMMAS: Final = ("、", ",", "，")
_ENDS: Final = ("補助記号-句点", "補助記号-読点", "補助記号-括弧開", "空白")
_TIMES: Final = ("名詞-普通名詞-副詞可能", "名詞-数詞", "名詞-普通名詞-助数詞可能", "接尾辞-名詞的-助数詞")
_ARROWS: Final = frozenset("→⇒⟶")
_CLOCK: Final = re.compile(r"\d{1,2}:\d{2}")
_FOCUS: Final = frozenset(("だけ", "しか", "のみ", "まで", "ほど", "くらい", "ぐらい", "ずつ"))
"""Particles that say how much, and leave the role to the one behind them."""
_TITLES: Final = frozenset(("さん", "様", "くん", "君", "ちゃん", "氏"))
_ONLY: Final = frozenset(("だけ", "しか", "のみ"))
_QUOTED: Final = frozenset(("通知", "連絡", "報告", "回答", "発表", "こと", "言う", "聞く", "決まる", "決める", "する"))
"""What stands behind と where somebody told what a noun of action says."""
_SAYING: Final = MODALITY.words("telling") - {"聞く"}
"""Verbs of which the subject is who says what is quoted."""


_SOURCE: Final = re.compile(
    r"[^。、\n]{1,20}?(?:いわく|曰く|によれば|によると|の(?:話|報告|説明|連絡)(?:だと|では|によ(?:れば|ると))) ?、?"
)
"""Who told what a sentence tells."""


class Phrase(NamedTuple):
    """A noun phrase by its first and last word, and the particle behind it; none behind a bare amount."""

    first: int
    last: int
    role: str


def phrases_in(parse: Parse, sentence: range) -> dict[int, tuple[Phrase, ...]]:
    """The phrases of each verb and noun of action of a sentence, by its place."""
    predicates = {predicate.word.place: predicate.kind for predicate in predicates_of(parse, sentence)}
    read: dict[int, tuple[Phrase, ...]] = {}
    phrases: list[Phrase] = []
    topic: Phrase | None = None
    agent: Phrase | None = None
    theme: Phrase | None = None
    row: list[Phrase] = []
    first, last, depth, is_only, happens = -1, -1, 0, False, False
    outside: tuple[list[Phrase], Phrase | None, Phrase | None, Phrase | None] | None = None
    for place in range(behind_source(parse, sentence), sentence.stop):
        word = parse.words[place]
        quoted = _quoted(parse, place, sentence) if word.text == "「" else ()
        if any(predicates.get(at) in ("verb", "adjective") for at in quoted):
            outside = outside or (phrases, topic, agent, theme)
            speakers = [phrase for phrase in phrases if phrase.role in ("が", *_TOPICS)]
            agent = speakers[-1]._replace(role="が") if speakers and _is_of_speaker(parse, quoted) else None
            phrases, topic, theme, first = [], None, None, -1
        elif word.text == "」" and outside is not None:
            # what is quoted is told by whoever says it: 「佐藤さんは「基板が届く」と言う」
            (phrases, topic, agent, theme), outside, first = outside, None, -1
        if word.text in _OPENING or word.text in _CLOSING or depth:
            depth += (word.text in _OPENING) - (word.text in _CLOSING)
            continue
        if word.text in _ARROWS and first >= 0 and _moves(parse, place, first, last, sentence):
            phrases.append(Phrase(first, last, "から"))
            first = -1
            continue
        if word.text in _ARROWS:
            phrases, topic, agent, theme, first = [], None, None, None, -1
            continue
        kind = predicates.get(place, "")
        if kind == "light" and phrases and phrases[-1].last == place - 2:
            phrases.pop()  # 適時調査に向けた一覧
        is_told = kind == "nominal" and _is_of_goal(phrases) and _stands(parse, word, sentence)
        if is_told or _is_predicate(parse, word, kind, sentence):
            # 現場確認 is one noun, 3分ずれる is not
            is_apart = word.tag.startswith(("動詞", "形容詞"))
            last = last if is_apart else min(last, compound_start(parse, place) - 1)
            if 0 <= first <= last:
                is_thing = is_only and not _has_number(parse, first, last)
                phrases.append(Phrase(first, last, _only_role(parse, last) if is_thing else ""))
            of_topic = [topic] if topic is not None and topic not in phrases else []
            agent = next((phrase for phrase in phrases if phrase.role == "が"), agent)
            acts = objects_of(word.lemma) in ("2", "3")
            of_agent = [agent] if agent is not None and agent not in phrases and not (happens and acts) else []
            of_theme = [theme._replace(role=THEME)] if theme is not None and theme not in (topic, *phrases) else []
            read[place] = (*of_theme, *of_topic, *of_agent, *_joined(parse, phrases))
            agent = agent if _runs_on(parse, word, sentence) else None
            # 商品コードが混ざり、全件戻した: what happens to a thing is no deed of it
            is_thing = agent is not None and kind_of(parse.words[agent.last]) != "person"
            happens = is_thing and objects_of(word.lemma) == "0"
            phrases, first = [], -1
        elif (word.is_particle or word.label == "case") and word.text in _CASES and first >= 0:
            # the tagger takes で behind Latin words for a conjunction
            following = parse.words[place + 1] if place + 1 < sentence.stop else None
            if following is not None and following.is_particle and following.text == "の":
                continue
            is_copula = word.text == "で" and following is not None and following.text == "、"
            subject = parse.words[first - 2] if phrases and phrases[-1].last == first - 2 else None
            is_of_thing = subject is not None and phrases[-1].role == "が" and kind_of(subject) != "person"
            is_of_topic = subject is not None and phrases[-1].role in _TOPICS
            if is_copula and is_of_topic and parse.words[first].text[:1].isdigit():
                first = -1  # 停止は2時間で、…: what is told of the topic first
                continue
            if is_copula and is_of_thing and parse.words[first].text[:1].isdigit():
                # 上限が30秒で、…: a clause of its own
                phrases, first = [], -1
                continue
            is_as = word.text == "と" and following is not None and following.lemma in ("する", "為る")
            if word.text in _SHARED:
                phrases += [phrase._replace(role=word.text) for phrase in _row_before(parse, row, first, last)]
            phrases.append(Phrase(first, last, "として" if is_as else word.text))
            topic = phrases[-1] if word.text in _TOPICS else topic
            theme = topic if theme is None and word.text == "は" else theme
            first = -1
        elif first >= 0 and _supposes(parse, word, sentence):
            last -= 2 * (parse.words[last].text == "まま" and last >= first + 2)
            phrases.append(Phrase(first, last, GIVEN))
            first = -1
        elif word.is_particle and word.text in _TOPICS and phrases and phrases[-1].last == place - 2:
            topic = phrases[-1]
        elif word.text == "、" and first >= 0 and last >= first + 2 and _is_matter(parse, last):
            # AV-200 の件、…: what follows is about it
            phrases.append(Phrase(first, last - 2, "は"))
            topic, first = phrases[-1], -1
        elif (
            word.text == "、"
            and len(phrases) > (first < 0)
            and (phrases[-1].role != "が" or first >= 0)
            and _changes_topic(parse, place, sentence, predicates)
        ):
            # 更新は6駅で84万円、作業は…
            phrases, topic, first = [], None, -1
        elif word.tag.startswith(_ENDS):
            if first >= 0 and phrases and phrases[-1].role in _TOPICS and parse.words[first].text[:1].isdigit():
                # 停止は4分、…: the topic is told of
                phrases, topic = [], None
            row += [Phrase(first, last, "")] if first >= 0 and word.text in _COMMAS else []
            first = -1 if word.tag.startswith("補助記号") else first
        elif word.text in _FOCUS and word.tag.startswith("助詞-副助詞"):
            is_only = word.text in _ONLY
            continue
        elif word.is_noun or word.tag.startswith(("代名詞", "形状詞")) or _opens_noun(parse, word, sentence):
            if is_only and first >= 0:
                # 3件だけ先に直す
                role = "を" if _has_number(parse, first, last) else "が" if _is_somebody(parse, last) else ""
                phrases.append(Phrase(first, last, role))
                first = -1
            is_only = False
            if first == last and first >= 0 and _is_lead(parse, first, word):
                phrases.append(Phrase(first, last, LEAD))
                first = -1
            if first >= 0 and parse.words[last].end < word.start and _CLOCK.fullmatch(parse.surface(first, last)):
                first = -1  # 18:20 佐藤さんが…
            first, last = (_with_adjective(parse, place) if first < 0 else first), place
        elif _describes(parse, word, first):
            continue
        elif word.tag.startswith(("動詞", "助動詞", "形容詞", "助詞-接続助詞")):
            first = -1
    return read


def behind_source(parse: Parse, sentence: range) -> int:
    """Where a sentence begins behind who told it: 「楠さんいわく、…」, 「権藤さんの話だと…」."""
    start = parse.words[sentence.start].start
    source = _SOURCE.match(parse.text, start, parse.words[sentence.stop - 1].end)
    end = start if source is None else source.end()
    return next((place for place in sentence if parse.words[place].start >= end), sentence.start)


def _quoted(parse: Parse, mark: int, sentence: range) -> list[int]:
    """The words between a quotation mark and the one that closes it."""
    return list(takewhile(lambda at: parse.words[at].text != "」", range(mark + 1, sentence.stop)))


def _is_of_speaker(parse: Parse, quoted: Sequence[int]) -> bool:
    """Whether words in quotation marks tell of who says them: 「妻は「京都に行きたい」と言った」; no request does."""
    last, behind = parse.words[quoted[-1]], list(parse.words[quoted[-1] + 2 : quoted[-1] + 5])
    is_said = len(behind) > 1 and behind[0].text in ("と", "って") and behind[-1].lemma not in ("れる", "られる")
    is_said = is_said and (behind[1].lemma in _SAYING or behind[1].text + "する" in _SAYING)
    is_telling = last.tag.startswith(("動詞", "助動詞", "形容詞")) and last.text == last.lemma
    subjects = (parse.words[at - 1].text for at in quoted[1:] if parse.words[at].text in ("が", *_TOPICS))
    return is_said and is_telling and all(subject in SPEAKERS for subject in subjects)


def _changes_topic(parse: Parse, comma: int, sentence: range, predicates: Mapping[int, str]) -> bool:
    """Whether what stands behind a comma has a topic before it has a predicate."""
    for place in range(comma + 1, sentence.stop):
        word = parse.words[place]
        if word.text == "は" and word.is_particle:
            before = parse.words[place - 1]
            return before.is_noun and not before.tag.startswith(_TIMES)
        if predicates.get(place) in ("verb", "adjective") or word.text == "、":
            return False
    return False


def in_bracket_behind(parse: Parse, sentence: range) -> range:
    """The words within the brackets that end a sentence: 「対策を追記(田中さん、10/31 まで)」."""
    last = sentence.stop - 1
    while last > sentence.start and (parse.words[last].tag.startswith(("補助記号-句点", "空白"))):
        last -= 1
    if parse.words[last].text not in _CLOSING:
        return range(0)
    opening = next((at for at in range(last, sentence.start, -1) if parse.words[at].text in _OPENING), last)
    return range(opening + 1, last)


def _moves(parse: Parse, place: int, first: int, last: int, sentence: range) -> bool:
    """Whether an arrow leads from one amount to the next: 「TTL を 30 → 60 に」."""
    behind = (parse.words[at] for at in range(place + 1, sentence.stop))
    after = next((word for word in behind if not word.tag.startswith("空白")), None)
    return _has_number(parse, first, last) and after is not None and after.text[:1].isdigit()


def _supposes(parse: Parse, word: Word, sentence: range) -> bool:
    """Whether a copula supposes the noun before it: だと, なら; not of 「XML だと聞いた」."""
    after = [parse.words[place] for place in range(word.place + 1, min(word.place + 3, sentence.stop))]
    is_if = len(after) > 1 and after[0].text == "と" and not after[1].tag.startswith(("動詞", "助詞"))
    return word.tag.startswith("助動詞") and (word.text == "なら" or (word.text == "だ" and is_if))


def _is_lead(parse: Parse, place: int, after: Word) -> bool:
    """Whether the first noun of a phrase is a ticket with a space behind it."""
    between = parse.text[parse.words[place].end : after.start]
    return bool(between) and not between.strip() and is_ticket(parse.words[place])


def is_ticket(word: Word) -> bool:
    """Whether a word is a ticket or a pull request: OPS-12, #482."""
    kind = identifier_kind(word.text)
    return kind is not None and kind.type is EntityType.TASK


def _has_number(parse: Parse, first: int, last: int) -> bool:
    return any(letter.isdigit() for letter in parse.surface(first, last))


def _is_matter(parse: Parse, last: int) -> bool:
    return parse.words[last].text == "件" and parse.words[last - 1].text == "の"


def _runs_on(parse: Parse, word: Word, sentence: range) -> bool:
    """Whether a clause runs on in the next one, which has the same subject: 「Aが受けてBに書き、…」."""
    at = word.place + 1
    at += at < sentence.stop and parse.words[at].lemma in ("する", "為る")
    after = parse.words[at] if at < sentence.stop else None
    further = parse.words[at + 1] if at + 1 < sentence.stop else None
    if further is not None and (further.tag.startswith("動詞-非自立可能") or further.text == "も"):
        return False  # ている, ておく, ても
    return after is not None and ((after.tag == "助詞-接続助詞" and after.text in ("て", "で")) or after.text == "、")


def _row_before(parse: Parse, row: Sequence[Phrase], first: int, last: int) -> list[Phrase]:
    """The nouns with commas behind them right before another: three or more in a row, or two that end alike."""
    nouns: list[Phrase] = []
    for phrase in reversed(row):
        begins = nouns[0].first if nouns else first
        if phrase.last + 2 != begins or parse.words[phrase.last].tag.startswith(_TIMES[0]):
            break
        nouns.insert(0, phrase)
    is_alike = bool(nouns) and parse.words[nouns[-1].last].text == parse.words[last].text
    return nouns if len(nouns) > 1 or is_alike else []


def _only_role(parse: Parse, last: int) -> str:
    return "が" if _is_somebody(parse, last) else "を"


def _is_somebody(parse: Parse, last: int) -> bool:
    """Whether a noun is a person: 「佐藤さんだけ本を持つ」."""
    word = parse.words[last]
    return kind_of(word) == "person" or (word.text in _TITLES and parse.words[last - 1].end == word.start)


def _with_adjective(parse: Parse, place: int) -> int:
    """Where a noun begins with an adjective right before it: 厚い of 「厚い壁の旅館」."""
    before = parse.words[place - 1] if place else None
    is_before = before is not None and before.end == parse.words[place].start
    is_plain = before is not None and before.tag.startswith("形容詞") and before.text == before.lemma
    return place - 1 if is_before and is_plain else place


def _describes(parse: Parse, word: Word, first: int) -> bool:
    """Whether an adjective stands within a phrase: 古い of 「社内 wiki の古いページ」."""
    after = parse.words[word.place + 1] if word.place + 1 < len(parse.words) else None
    is_within = first >= 0 and parse.words[word.place - 1].text == "の" and after is not None and after.is_noun
    return is_within and word.tag.startswith("形容詞") and word.text == word.lemma


def _is_of_goal(phrases: Sequence[Phrase]) -> bool:
    """Whether the phrases are those of somebody or something that does a thing to another: 「検知が gw1 に」."""
    roles = {phrase.role for phrase in phrases}
    return "が" in roles and not roles.isdisjoint(("に", "へ", "を"))


def _stands(parse: Parse, word: Word, sentence: range) -> bool:
    """Whether a noun ends a sentence that has no verb, and is no amount: 「検知が gw1 に警告」."""
    after = parse.words[word.place + 1] if word.place + 1 < sentence.stop else None
    is_noun = word.tag.startswith("名詞-普通名詞") and not word.text[-1:].isascii()
    return is_noun and (after is None or after.tag.startswith("補助記号-句点"))


def _opens_noun(parse: Parse, word: Word, sentence: range) -> bool:
    """Whether the stem of a verb is the first part of a noun: 締め of 締め処理."""
    after = parse.words[word.place + 1] if word.place + 1 < sentence.stop else None
    is_open = word.tag.startswith("動詞") and word.text != word.lemma and is_stem(word)
    return is_open and after is not None and after.is_noun and after.start == word.end


def _is_predicate(parse: Parse, word: Word, kind: str, sentence: range) -> bool:
    """Whether a word is a verb, or a noun of action that stands for one: 「5000 に変更。」「リリース済み」."""
    if kind in ("verb", "act"):
        return not _opens_noun(parse, word, sentence)
    if kind == "adjective":
        return word.lemma in LACKING or bool(verdict_of(word))
    before = parse.words[word.place - 1] if word.place > sentence.start else None
    if verdict_of(word) == "planned" and before is not None and before.tag.startswith(("動詞", "助動詞")):
        return False  # 伸びる見込み
    is_joined = before is not None and before.end == word.start and before.tag.startswith("名詞-普通名詞-サ変")
    if verdict_of(word) in ("planned", "done") and is_joined:
        return False  # リリース完了: read at リリース
    is_action = word.tag.startswith("名詞-普通名詞-サ変") or is_stem(word)
    if kind == "nominal" and is_done(parse, word):
        return True  # 一本化する
    if kind not in ("event", "nominal") or not (is_action or verdict_of(word)):
        return False
    at = word.place + 1
    while at < sentence.stop and parse.words[at].text in STANDING:
        at += 1
    if at < sentence.stop and parse.words[at].tag.startswith("助動詞") and verdict_of(word):
        return True
    is_end = at == sentence.stop or parse.words[at].tag.startswith(_ENDS) or parse.words[at].text in _ARROWS
    return is_end or _is_quoted(parse, at, sentence)


def is_done(parse: Parse, word: Word) -> bool:
    """Whether する stands behind a noun."""
    after = parse.words[word.place + 1] if word.place + 1 < len(parse.words) else None
    return word.is_noun and after is not None and after.lemma in ("する", "為る")


def _is_quoted(parse: Parse, at: int, sentence: range) -> bool:
    """Whether the particle at a word and the one behind tell that somebody said what stands before: と通知あり."""
    after = parse.words[at + 1] if at + 1 < sentence.stop else None
    is_quote = parse.words[at].text == "と" and parse.words[at].is_particle
    return is_quote and after is not None and (after.text in _QUOTED or after.lemma in _QUOTED)


def _joined(parse: Parse, phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases with the particle that they share: in AとBを both are を; 「東駅と西駅の音源を」 is one."""
    begun = -1
    for place, phrase in enumerate(phrases):
        phrase, begun = (phrase if begun < 0 else phrase._replace(first=begun)), -1
        after = phrases[place + 1] if place + 1 < len(phrases) else None
        is_joined = phrase.role == "と" and after is not None and after.role in _JOINED
        owners = [place for place in range(after.first, after.last) if parse.words[place].text == "の"] if after else []
        if is_joined and owners and _are_alike(parse.words[owners[0] - 1], parse.words[phrase.last]):
            begun = phrase.first
        elif is_joined and after is not None and after.first == phrase.last + 2:
            yield phrase._replace(role=after.role)
        else:
            yield phrase


def _are_alike(word: Word, other: Word) -> bool:
    """Whether two nouns stand side by side before の: they end alike, or both are acts (監視と点検の経験)."""
    return word.text[-1] == other.text[-1] or kind_of(word) == kind_of(other) == "act"
