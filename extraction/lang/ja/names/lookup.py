"""From a word to the name it belongs to: found names, the speaker, and the common nouns that earn a node."""

import re
from collections.abc import Sequence

from extraction.lang.ja import word_lists as lexicon
from extraction.lang.ja.names.entities import Label, Name, ending
from extraction.lang.ja.names.selves import is_of_a_program, may_go_unsaid, own_words
from extraction.lang.ja.parse.cases import particle_of, possessors
from extraction.lang.ja.parse.spelling import is_too_short
from extraction.lang.ja.parse.words import Parse, noun_runs
from extraction.lang.ja.word_lists import tail_type
from extraction.model.context import Context
from extraction.names.keys import aliases_of, display_name
from extraction.names.speakers import SPEAKER, UNSAID
from graph.model.types import EntityType

EARNED = 0.5
"""Confidence from which a common noun stands on its own."""

_THINGS = frozenset(lexicon.words_of("もの 物 ところ 所"))
_POSITIONS = frozenset(lexicon.words_of("隣 近く 付近 周辺 横 前 後 上 下 中 間 ほう 方 ところ こと もの"))
_PLURALS = frozenset(("たち", "達", "ら", "自身", "など", "等", "側", "全員", "一行"))
_NUMBERS = tuple(
    lexicon.words_of("名詞-数詞 接尾辞-名詞的-助数詞 名詞-普通名詞-助数詞可能 接頭辞 補助記号 記号 助詞-副助詞")
)
_KINDS_OF = (EntityType.PERSON, EntityType.LOCATION, EntityType.ORGANIZATION)
"""Types that a bare common noun never has: 旅館 is no place of this name, but a kind of one."""
_COUNTERS = ("接尾辞-名詞的-助数詞", "名詞-普通名詞-助数詞可能")
_COUNTING = ("名詞-普通名詞-副詞可能", "名詞-数詞", "接尾辞-名詞的-助数詞", "助動詞")
_TOKEN_OF_MEASURE = frozenset(
    lexicon.words_of(
        "メートル キロ キログラム グラム センチ ミリ リットル ヘクタール 平方 平方キロメートル トン "
        "パーセント 円 ドル 人 歳 km m cm kg"
    )
)
_BOUNDS = frozenset(lexicon.words_of("約 以上 以下 以内 以外 以降 以前 未満 超 程度 ほど 前後 弱 強 半 余り"))
"""Words around a number that tell how exact it is."""
_KATAKANA = re.compile(r"^[ァ-ヺー・]{4,}$")
_FOREIGN = re.compile(r"[ァ-ヺー]{4,}|[A-Za-z]{2,}")
_COUNTED = re.compile(r"^[一二三四五六七八九十百千数何両各].$")
_OF_VERB = re.compile(r"[㐀-鿿々][いきしちにみりぎびえけせてねめれげべ]方?$")
"""A noun that is the stem of a verb (違い, 立ち会い, 使い方): it tells what somebody does, and is no thing."""
_DISH = re.compile(r"(?:焼き|揚げ|漬け|和え|握り|祭り)$")
"""Endings of such nouns that are things all the same (卵焼き)."""
_DOING = frozenset(lexicon.words_of("する 為る やる 楽しむ 始める 習う"))
_ENCLOSED = re.compile(r"^[『「](.+)[』」]$")
_NAME_LIKE = re.compile(r"[A-Za-zＡ-Ｚａ-ｚァ-ヺ]")


class Lookup:
    """The names of one text by word. `names` are those found on their own evidence; others join when a rule asks."""

    def __init__(self, parse: Parse, names: Sequence[Name], labels: Sequence[Label], context: Context) -> None:
        self._selves = own_words(parse, memo=context.memo)
        program = context.memo and is_of_a_program(parse, self._selves)
        unsaid = may_go_unsaid(parse, self._selves) or (context.unsaid and not program)
        self.is_spoken = unsaid and context.speaker is not None
        """Whether a sentence that names nobody may be about the speaker."""
        self.led_away = False
        """Whether the sentence before told of something else (鳥が来た), of which this one may go on."""
        self.names = [name for name in names if not set(range(name.first, name.last + 1)) <= self._selves]
        self._parse = parse
        self._labels = labels
        self._context = context
        self._speaker: Name | None = None
        self._told: set[int] = set()
        self._commons: dict[int, Name | None] = {}
        self._by_word = {place: name for name in self.names for place in range(name.first, name.last + 1)}
        self._runs = {place: run for run in noun_runs(parse) for place in range(run[0], run[1] + 1)}

    def at(self, place: int) -> Name | None:
        """The name whose words hold this one, or end right before it when it only makes a plural."""
        found = self._by_word.get(place)
        if found is None and place > 0 and self._parse.words[place].text in _PLURALS:
            found = self._by_word.get(place - 1)
        return found

    def is_time(self, place: int) -> bool:
        """Whether the word belongs to a date or is an adverb of time."""
        found = self.at(place)
        if found is not None:
            return found.type is EntityType.TIME_UNIT
        return self._parse.words[place].tag.startswith("名詞-普通名詞-副詞可能")

    def pronoun(self, place: int) -> Name | None:
        """The speaker, when the word is one that speakers call themselves by and the speaker is known."""
        return self.speaker(place) if self.is_self(place) else None

    def goes_on_about(self, *, others: bool) -> None:
        """Tells that a sentence was about somebody else, or the speaker: a memo that leaves it unsaid goes on so."""
        if self._context.memo and self._context.speaker is not None:
            self.is_spoken = not others

    def is_self(self, place: int) -> bool:
        """Whether a word is one for the speaker: 私, and in a memo for the user ユーザー."""
        return place in self._selves

    def speaker(self, place: int) -> Name | None:
        """The speaker, at a word for "I" or, where none stands, without a place; None when the context names none.

        Without a word for "I" anywhere it takes a text that may leave it unsaid (`Context.unsaid`).
        """
        word = self._parse.words[place]
        told = self.is_self(place)
        if self._context.speaker is None or not (told or self.is_spoken):
            return None
        if self._speaker is None:
            self._speaker = Name(
                first=place,
                last=place,
                start=word.start,
                end=word.end if told else word.start,
                surface=word.text if told else "",
                name=display_name(self._context.speaker),
                type=EntityType.PERSON,
                confidence=0.9,
                reasons=[SPEAKER] if told else [SPEAKER, UNSAID],
                method="speaker",
            )
        return self._speaker

    def arguments(self, head: int, anchor: Name | None) -> list[Name]:
        """The names that an argument and its parallels stand for; empty when it earns none.

        A plain common noun counts only beside `anchor`, a proper name on the other side of the statement.
        """
        found = self._argument(head, anchor)
        if found is None:
            return []
        several = [found]
        for place in self._parse.children[head]:
            child = self._parse.words[place]
            joined = child.label in ("nmod", "conj") and place < head and child.is_noun
            if joined and (particle_of(self._parse, child)[0] == "と" or self._listed(place)):
                other = self._argument(place, anchor)
                several += [other] if other is not None and other.type is found.type else []
        return several

    def doers(self, head: int) -> list[Name]:
        """The names that a subject stands for: no dates, no plain common nouns."""
        return [name for name in self.arguments(head, anchor=None) if name.type is not EntityType.TIME_UNIT]

    def common(self, place: int) -> Name | None:
        """The compound or common noun that ends with this word, None when it is too vague to be a node."""
        if place not in self._commons:
            self._commons[place] = None if self.is_self(place) else self._common(place)
        return self._commons[place]

    def act(self, place: int) -> Name | None:
        """The noun of action at this word as a thing (散歩が好き, 人混みが苦手), None where it is none or too vague."""
        word = self._parse.words[place]
        acts = word.tag.startswith("名詞-普通名詞-サ変") or (word.is_noun and _is_deed(word.text))
        return self.framed((place, place), None, topic=False) if acts else None

    def told(self, sentence: range) -> None:
        """A frame has said all of this sentence: its attribute is no name."""
        self._told.update(sentence)

    def compounds(self) -> list[Name]:
        """Compounds that name a thing without being stated about: 灯センサー, 会計システム."""
        found: list[Name] = []
        for first, last in sorted(set(self._runs.values())):
            places = range(first, last + 1)
            counted = any(self._parse.words[place].tag.startswith("名詞-数詞") for place in places)
            if counted or any(place in self._by_word or place in self._told for place in places):
                continue
            name = self.common(last)
            if name is None or name.confidence < EARNED or "compound" not in name.reasons:
                continue
            if any(reason.startswith("ending:") for reason in name.reasons) or _FOREIGN.search(name.surface):
                found.append(name)
        return found

    def described(self, place: int) -> Name | None:
        """ "辛いもの": what an adjective alone tells of a thing, as one name."""
        word, before = self._parse.words[place], self._parse.words[max(place - 1, 0)]
        told = word.text in _THINGS and before.tag.startswith("形容詞") and not any(possessors(self._parse, word))
        return self._whole(place - 1, place, None, topic=False) if told and before.head == place else None

    def framed(self, bounds: tuple[int, int], kind: EntityType | None, *, topic: bool) -> Name | None:
        """The name that a frame's whole noun phrase is; `kind` is the type its role demands. None for bare numbers."""
        first, last = bounds[0], self._without_count(*bounds)
        present = self.at(last)
        if present is not None and present.method == "head" and present.last == last and self._parted(first, present):
            first = present.first
        if present is not None and present.first == first and present.last == last:
            if kind is not None and present.method not in ("known", "date") and present.type is not kind:
                present.type, present.reasons = kind, [*present.reasons, "role"]
            return None if topic and present.type is EntityType.TIME_UNIT else present
        if first == last and (speaker := self.pronoun(first)):
            return speaker
        if self._is_measure(first, last) or self._is_vague(first, last, topic=topic):
            return None
        return self._whole(first, last, kind, topic=topic)

    def _without_count(self, first: int, last: int) -> int:
        """The last word of a phrase without what only counts the name before it (高橋さん一人)."""
        words = self._parse.words
        while last > first and self.at(last) is None and words[last].tag.startswith(_COUNTING):
            if all(self.at(place) is None for place in range(first, last)):
                break
            last -= 1
        return last

    def _parted(self, first: int, name: Name) -> bool:
        """Whether what stands before a name belongs to another part of the sentence (お盆の間も潮見カフェ)."""
        return any(word.is_particle and word.text not in ("の", "と") for word in self._parse.words[first : name.first])

    def used(self, wanted: Sequence[Name]) -> list[Name]:
        """The names found on their own evidence and those the statements want, in the order of the text."""
        unique = {id(name): name for name in (*self.names, *wanted)}
        extra = [
            name
            for name in (*self._commons.values(), self._speaker)
            if name is not None and name.about and name.confidence >= EARNED
        ]
        unique.update({id(name): name for name in extra})
        return sorted(unique.values(), key=lambda name: (name.start, -name.end))

    def _listed(self, place: int) -> bool:
        after = self._parse.words[place + 1] if place + 1 < len(self._parse.words) else None
        return after is not None and after.text in ("、", "や", "および", "及び", "・")

    def _argument(self, head: int, anchor: Name | None) -> Name | None:
        found = self.at(head) or self.pronoun(head)
        if found is not None:
            return found
        common = self.common(head)
        if common is None or (common.confidence < EARNED and (anchor is None or not anchor.named)):
            return None
        return common

    def _common(self, place: int) -> Name | None:
        run = self._runs.get(place)
        words = self._parse.words
        if run is None or words[place].tag.startswith("代名詞"):
            return None
        first = place
        while first > run[0] and (first - 1) not in self._by_word:
            first -= 1
        while first < place and (
            words[first].text in lexicon.ROLE_HEADS
            or words[first].tag.startswith(("名詞-普通名詞-副詞可能", "名詞-数詞", "補助記号", "接尾辞"))
        ):
            first += 1
        counter = words[first].tag.startswith("名詞-普通名詞-助数詞可能")
        if counter and first > run[0] and words[first - 1].tag.startswith("名詞-数詞"):
            return None
        counts = words[place].tag.startswith(("接尾辞", *_COUNTERS))
        if first < place and counts and words[place - 1].tag.startswith("名詞-数詞"):
            return None
        surface = self._parse.surface(first, place)
        if self._is_measure(first, place) or surface in lexicon.NEVER or words[place].text in lexicon.NEVER:
            return None
        if surface.endswith("済み") or is_too_short(surface) or re.fullmatch(r"[\W\d_]+", surface):
            return None
        return self._as_common(first, place, surface)

    def _as_common(self, first: int, last: int, surface: str) -> Name | None:
        words = self._parse.words
        substance = [
            word for word in words[first : last + 1] if not word.tag.startswith(("接頭辞", "接尾辞", "補助記号"))
        ]
        tail = ending(self._parse, first, last)
        exact = tail is not None
        office = surface in lexicon.OFFICES or any(one.label == "TITLE" and one.last == last for one in self._labels)
        confidence = 0.42 + 0.12 * (len(substance) > 1) + 0.14 * exact + 0.12 * office
        confidence += 0.12 if _KATAKANA.match(surface) else 0.08 * bool(_FOREIGN.search(surface))
        confidence = min(confidence, 0.42) if len(surface) == 1 else confidence
        act = words[last].tag.startswith("名詞-普通名詞-サ変") and not exact and len(substance) == 1
        quality = len(substance) == 1 and "形状詞" in words[last].tag
        adverbial = quality or words[last].tag.startswith(("名詞-普通名詞-副詞可能", "形状詞"))
        # a number that the dictionary has as one word with what follows counts nothing (百合, 数学)
        counted = _COUNTED.match(surface) and (first < last or surface[0] in "何両各")
        if act or adverbial or counted or (len(surface) == 1 and surface not in lexicon.THINGS):
            return None
        deed = _is_deed(surface) and not self._is_done(last)
        if confidence < EARNED and len(substance) == 1 and (deed or self._described(first, last)):
            return None
        reasons = ["compound"] * (len(substance) > 1) + [f"ending:{tail[1]}" if tail and exact else "noun"]
        start, end = self._parse.characters(first, last)
        return Name(
            first=first,
            last=last,
            start=start,
            end=end,
            surface=surface,
            name=display_name(surface),
            type=tail[0] if tail and not (tail[1] == surface and tail[0] in _KINDS_OF) else EntityType.CONCEPT,
            confidence=round(confidence, 3),
            reasons=reasons,
            method="noun",
            named=False,
        )

    def _described(self, first: int, last: int) -> bool:
        """Whether a clause tells what a plain noun means (自分のスマホを使う方式), which the noun alone does not."""
        words, before = self._parse.words, (child for child in self._parse.children[last] if child < first)
        return any(words[child].label == "acl" and words[child].part == "VERB" for child in before)

    def _is_done(self, place: int) -> bool:
        """Whether the deed is named as what somebody does (釣りをする)."""
        words = self._parse.words
        return place + 2 < len(words) and words[place + 1].text == "を" and words[place + 2].lemma in _DOING

    def _is_measure(self, first: int, last: int) -> bool:
        words = self._parse.words[first : last + 1]
        return any(word.tag.startswith("名詞-数詞") for word in words) and all(
            word.tag.startswith(_NUMBERS) or word.text in _TOKEN_OF_MEASURE or word.text in _BOUNDS for word in words
        )

    def _is_vague(self, first: int, last: int, *, topic: bool) -> bool:
        words = self._parse.words
        surface = self._parse.surface(first, last)
        titled = any(words[place].tag.startswith(("動詞", "助動詞", "助詞-係助詞")) for place in range(first, last + 1))
        beside = last > first and words[last - 1].text == "の" and words[last].text in _POSITIONS
        if beside or surface in lexicon.NEVER or words[last].tag.startswith("代名詞") or len(surface) > 60:
            return True
        if words[first].tag.startswith(("代名詞", "連体詞")) and not (topic and titled):
            return True
        if first == last and words[last].tag.startswith(("形状詞", "名詞-普通名詞-副詞可能", "副詞", "感動詞")):
            return not _NAME_LIKE.search(surface)
        if topic and first == last and not words[last].is_name and not self._seen(last):
            act = words[last].tag.startswith("名詞-普通名詞-サ変") and tail_type(surface) is None
            if act or _is_deed(surface):
                return True
        return topic and bool(re.fullmatch(r"[ぁ-ん]{1,2}|[\W\d_]+", surface))

    def _seen(self, place: int) -> bool:
        """Whether the head takes the word for a name or part of one."""
        return any(one.type and one.first <= place <= one.last for one in self._labels)

    def _whole(self, first: int, last: int, kind: EntityType | None, *, topic: bool) -> Name:
        words = self._parse.words
        end = last
        while end > first and (words[end].text in lexicon.HONORIFICS) and words[end - 1].is_name:
            end -= 1
        surface = self._parse.surface(first, end)
        enclosed = _ENCLOSED.match(surface)
        label = next((one for one in self._labels if one.type and one.first <= first and one.last >= end), None)
        at_end = next((one for one in self._labels if one.type and one.last == end and one.first >= first), None)
        proper = any(words[place].is_name for place in range(first, end + 1))
        named = proper or bool(_NAME_LIKE.search(surface)) or label is not None or enclosed is not None
        plain = words[end].part == "NOUN" and not words[end].is_name and not label and not kind
        start, stop = self._parse.characters(first, last)
        evidence = named or kind is not None or tail_type(surface) is not None
        confidence = 0.57 if evidence else 0.42 + 0.12 * (end > first)
        confidence += 0.15 * proper + 0.1 * (kind is not None) + 0.1 * (at_end is not None) + 0.05 * topic
        name = Name(
            first=first,
            last=last,
            start=start,
            end=stop,
            surface=self._parse.surface(first, last),
            name=display_name(enclosed[1] if enclosed else surface),
            type=self._kind_of(first, end, kind, label or at_end),
            confidence=round(min(0.95, confidence), 3),
            reasons=["frame"]
            + ["role"] * (kind is not None)
            + [f"head:{one.label}" for one in (label or at_end,) if one],
            method="frame",
            aliases=tuple(aliases_of(surface)),
            named=named,
        )
        self._replace(name, keep_inner=plain)
        return name

    def _kind_of(self, first: int, last: int, kind: EntityType | None, label: Label | None) -> EntityType:
        if kind is not None:
            return kind
        word = self._parse.words[last]
        if word.tag.startswith("名詞-固有名詞-人名"):
            return EntityType.PERSON
        tail = ending(self._parse, first, last)
        if tail and not (tail[0] in _KINDS_OF and self._parse.surface(first, last) == tail[1]):
            return tail[0]
        if label is not None:
            return label.type or EntityType.CONCEPT
        return EntityType.LOCATION if word.tag.startswith("名詞-固有名詞-地名") else EntityType.CONCEPT

    def _replace(self, name: Name, *, keep_inner: bool) -> None:
        """Put a phrase in the place of the names inside it, save those that stay names of their own."""
        kept: list[Name] = []
        for other in self.names:
            inside = other.first >= name.first and other.last <= name.last
            own = (
                other.method in ("known", "date")
                or "honorific" in other.reasons
                or (keep_inner and other.last < name.last)
            )
            if not inside or (own and not (other.first == name.first and other.last == name.last)):
                kept.append(other)
        self.names = [*kept, name]
        self._by_word.update(dict.fromkeys(range(name.first, name.last + 1), name))


def _is_deed(surface: str) -> bool:
    """Whether a noun is the stem of a verb and no dish or feast that is called by one."""
    return bool(_OF_VERB.search(surface)) and not _DISH.search(surface)
