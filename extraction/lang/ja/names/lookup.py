"""From a word to its name: recognised names, the speaker, and common nouns specific enough to become nodes."""

import re
from collections.abc import Sequence
from typing import Final

from extraction.lang.ja import word_lists
from extraction.lang.ja.names.entities import Label, Name, ending
from extraction.lang.ja.names.speaker_words import is_about_program, may_be_omitted, speaker_words
from extraction.lang.ja.parse.cases import particle_of, possessors
from extraction.lang.ja.parse.spelling import is_too_short
from extraction.lang.ja.parse.words import Parse, noun_runs
from extraction.lang.ja.word_lists import tail_type
from extraction.model.context import Context
from extraction.names.keys import aliases_of, display_name
from extraction.names.speakers import SPEAKER, UNSAID
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType

MIN_NODE_CONFIDENCE: Final = 0.5
"""Confidence from which a common noun becomes a node on its own."""

_WORDS: Final = lexicon("extraction.lang.ja", "names")
_PLACEHOLDERS: Final = frozenset(("もの", "物", "ところ", "所"))
"""Nouns that only an adjective gives a meaning (辛いもの)."""
_POSITIONS: Final = _WORDS.words("position")
_PLURALS: Final = frozenset(("たち", "達", "ら", "自身", "など", "等", "側", "全員", "一行"))
_NUMBER_TAGS: Final = (
    *("名詞-数詞", "接尾辞-名詞的-助数詞", "名詞-普通名詞-助数詞可能"),
    *("接頭辞", "補助記号", "記号", "助詞-副助詞"),
)
_COUNTERS = ("接尾辞-名詞的-助数詞", "名詞-普通名詞-助数詞可能")
_COUNTING = ("名詞-普通名詞-副詞可能", "名詞-数詞", "接尾辞-名詞的-助数詞", "助動詞")
_UNITS: Final = _WORDS.words("unit")
_BOUNDS: Final = _WORDS.words("bound")
"""Words around a number that tell how exact it is."""
_KATAKANA = re.compile(r"^[ァ-ヺー・]{4,}$")
_FOREIGN = re.compile(r"[ァ-ヺー]{4,}|[A-Za-z]{2,}")
_LEXICAL_NUMBER = re.compile(r"^[一二三四五六七八九十百千数何両各].$")
_VERB_STEM = re.compile(r"[㐀-鿿々][いきしちにみりぎびえけせてねめれげべ]方?$")
"""A noun that is the stem of a verb (違い, 立ち会い, 使い方): it names an action and no thing."""
_STEM_THING = re.compile(r"(?:焼き|揚げ|漬け|和え|握り|祭り)$")
"""Endings of such nouns that name things after all (卵焼き)."""
_ACTIVITY_VERBS: Final = frozenset(("する", "為る", "やる", "楽しむ", "始める", "習う"))
_ENCLOSED = re.compile(r"^[『「](.+)[』」]$")
_PAIRS: Final = ("「」", "『』", "（）", "()", "［］", "[]", "〔〕")
_LABEL_MARKS = re.compile(r"[【】《》〈〉〔〕［］\[\]{}｛｝<>＜＞]")
"""Brackets that hold a label or a remark and are part of no name."""
_NAME_LIKE = re.compile(r"[A-Za-zＡ-Ｚａ-ｚァ-ヺ]")


class Lookup:
    """The names of one text by word: `names` are recognised ones; common nouns and phrases join when a rule asks."""

    def __init__(self, parse: Parse, names: Sequence[Name], labels: Sequence[Label], context: Context) -> None:
        self._speaker_words = speaker_words(parse, memo=context.memo)
        program = context.memo and is_about_program(parse, self._speaker_words)
        omitted = may_be_omitted(parse, self._speaker_words) or (context.unsaid and not program)
        self.may_omit_speaker = omitted and context.speaker is not None
        """Whether a sentence that names nobody may be about the speaker."""
        self.of_work = any(span.is_word for span in context.spans)
        """Whether a text is a note of work: it names a ticket, a file, a host."""
        self.may_omit_writers = context.memo and (context.unsaid or self.of_work)
        """Whether what is done or decided by nobody who is named may be done by those who write the note."""
        self.topic_shifted = False
        """Whether the sentence before was about something other than the speaker (鳥が来た), as this one may be."""
        self.names = [name for name in names if not set(range(name.first, name.last + 1)) <= self._speaker_words]
        self._parse = parse
        self._labels = labels
        self._context = context
        self._speaker: Name | None = None
        self._ignored: set[int] = set()
        self._commons: dict[int, Name | None] = {}
        self._by_word = {place: name for name in self.names for place in range(name.first, name.last + 1)}
        self._runs = {place: run for run in noun_runs(parse) for place in range(run[0], run[1] + 1)}

    @property
    def title(self) -> str | None:
        """The title of the memory."""
        return self._context.title

    def at(self, place: int) -> Name | None:
        """The name that contains this word, or that ends right before it where it is a plural suffix."""
        name = self._by_word.get(place)
        if name is None and place > 0 and self._parse.words[place].text in _PLURALS:
            name = self._by_word.get(place - 1)
        return name

    def is_time(self, place: int) -> bool:
        """Whether the word belongs to a date or is an adverb of time."""
        name = self.at(place)
        if name is not None:
            return name.type is EntityType.TIME_UNIT
        return self._parse.words[place].tag.startswith("名詞-普通名詞-副詞可能")

    def pronoun(self, place: int) -> Name | None:
        """The speaker, when the word is a first-person pronoun and the speaker is known."""
        return self.speaker(place) if self.is_self(place) else None

    def continue_about(self, *, others: bool) -> None:
        """Records whether the last sentence was about others: in a memo, one without a subject continues so."""
        if self._context.memo and self._context.speaker is not None:
            self.may_omit_speaker = not others

    def is_self(self, place: int) -> bool:
        """Whether a word means the speaker: 私, and in a memo ユーザー."""
        return place in self._speaker_words

    def speaker(self, place: int, *, rules: bool = False) -> Name | None:
        """The speaker, at a first-person pronoun or as an omitted subject; None when the context names none.

        Without a pronoun the text must be one that may omit it (`may_omit_speaker`), or `rules` for those who write it.
        """
        word = self._parse.words[place]
        explicit = self.is_self(place)
        if self._context.speaker is None or not (explicit or rules or self.may_omit_speaker):
            return None
        if self._speaker is None:
            self._speaker = Name(
                first=place,
                last=place,
                start=word.start,
                end=word.end if explicit else word.start,
                surface=word.text if explicit else "",
                name=display_name(self._context.speaker),
                type=EntityType.PERSON,
                confidence=0.9,
                reasons=[SPEAKER] if explicit else [SPEAKER, UNSAID],
                method="speaker",
            )
        return self._speaker

    def arguments(self, head: int, anchor: Name | None) -> list[Name]:
        """The names of an argument and its conjuncts; empty when it is no node.

        A vague common noun counts only with `anchor`, a proper name at the other end of the statement.
        """
        name = self._argument(head, anchor)
        if name is None:
            return []
        names = [name]
        for place in self._parse.children[head]:
            child = self._parse.words[place]
            is_conjunct = child.label in ("nmod", "conj") and place < head and child.is_noun
            if is_conjunct and (particle_of(self._parse, child)[0] == "と" or self._is_listed(place)):
                other = self._argument(place, anchor)
                names += [other] if other is not None and other.type is name.type else []
        return names

    def doers(self, head: int) -> list[Name]:
        """The names of a subject: no dates, no vague common nouns."""
        return [name for name in self.arguments(head, anchor=None) if name.type is not EntityType.TIME_UNIT]

    def common(self, place: int) -> Name | None:
        """The compound or common noun that ends with this word, None when it is too vague to be a node."""
        if place not in self._commons:
            self._commons[place] = None if self.is_self(place) else self._common(place)
        return self._commons[place]

    def action(self, place: int) -> Name | None:
        """The noun of action at this word as a thing (散歩が好き, 人混みが苦手), None where it is none or too vague."""
        word = self._parse.words[place]
        is_action = word.tag.startswith("名詞-普通名詞-サ変") or (word.is_noun and _is_action_noun(word.text))
        return self.framed((place, place), None, topic=False) if is_action else None

    def ignore_compounds(self, sentence: range) -> None:
        """Excludes a sentence from `compounds`: a frame has read all of it, and its attribute is no name."""
        self._ignored.update(sentence)

    def compounds(self) -> list[Name]:
        """Compounds that name a thing although no statement is about them: 灯センサー, 会計システム."""
        compounds: list[Name] = []
        for first, last in sorted(set(self._runs.values())):
            places = range(first, last + 1)
            has_number = any(self._parse.words[place].tag.startswith("名詞-数詞") for place in places)
            if has_number or any(place in self._by_word or place in self._ignored for place in places):
                continue
            name = self.common(last)
            if name is None or name.confidence < MIN_NODE_CONFIDENCE or "compound" not in name.reasons:
                continue
            if any(reason.startswith("ending:") for reason in name.reasons) or _FOREIGN.search(name.surface):
                compounds.append(name)
        return compounds

    def described_thing(self, place: int) -> Name | None:
        """A placeholder noun with its adjective as one name: 辛いもの."""
        word, before = self._parse.words[place], self._parse.words[max(place - 1, 0)]
        described = word.text in _PLACEHOLDERS and before.tag.startswith("形容詞") and before.head == place
        if not described or any(possessors(self._parse, word)):
            return None
        return self._phrase_name(place - 1, place, None, topic=False)

    def framed(self, bounds: tuple[int, int], kind: EntityType | None, *, topic: bool) -> Name | None:
        """The whole noun phrase as one name; None for bare numbers and vague words.

        `kind` is the type that its role demands, `topic` tells that it is the subject of a frame.
        """
        first, last = bounds[0], self._without_count(*bounds)
        present = self.at(last)
        tagged = present is not None and present.method == "head" and present.last == last
        if present is not None and tagged and self._is_separate(first, present):
            first = present.first
        if present is not None and present.first == first and present.last == last:
            if kind is not None and present.method not in ("known", "date") and present.type is not kind:
                present.type, present.reasons = kind, [*present.reasons, "role"]
            return None if topic and present.type is EntityType.TIME_UNIT else present
        if first == last and (speaker := self.pronoun(first)):
            return speaker
        if self._is_measure(first, last) or self._is_vague(first, last, topic=topic) or self._cuts_bracket(first, last):
            return None
        return self._phrase_name(first, last, kind, topic=topic)

    def _without_count(self, first: int, last: int) -> int:
        """The last word of a phrase without a number that counts the name before it (高橋さん一人)."""
        words = self._parse.words
        while last > first and self.at(last) is None and words[last].tag.startswith(_COUNTING):
            if all(self.at(place) is None for place in range(first, last)):
                break
            last -= 1
        return last

    def _is_separate(self, first: int, name: Name) -> bool:
        """Whether a particle separates the words before a name from it (お盆の間も潮見カフェ)."""
        return any(word.is_particle and word.text not in ("の", "と") for word in self._parse.words[first : name.first])

    def used(self, needed: Sequence[Name]) -> list[Name]:
        """The recognised names, those that statements need and those the text is about, in the order of the text."""
        unique = {id(name): name for name in (*self.names, *needed)}
        topics = [
            name
            for name in (*self._commons.values(), self._speaker)
            if name is not None and name.about and name.confidence >= MIN_NODE_CONFIDENCE
        ]
        unique.update({id(name): name for name in topics})
        return sorted(unique.values(), key=lambda name: (name.start, -name.end))

    def drop(self, name: Name) -> None:
        """Takes a name back."""
        self.names = [other for other in self.names if other is not name]
        self._by_word = {place: other for place, other in self._by_word.items() if other is not name}

    def _is_listed(self, place: int) -> bool:
        """Whether a comma or や sets the word off from the next item of a list."""
        after = self._parse.words[place + 1] if place + 1 < len(self._parse.words) else None
        return after is not None and after.text in ("、", "や", "および", "及び", "・")

    def _argument(self, head: int, anchor: Name | None) -> Name | None:
        name = self.at(head) or self.pronoun(head)
        if name is not None:
            return name
        common = self.common(head)
        if common is None or (common.confidence < MIN_NODE_CONFIDENCE and (anchor is None or not anchor.named)):
            return None
        return common

    def _common(self, place: int) -> Name | None:
        """The common noun that ends with this word, without numbers, prefixes and adverbs of time before it."""
        run = self._runs.get(place)
        words = self._parse.words
        if run is None or words[place].tag.startswith("代名詞"):
            return None
        first = place
        while first > run[0] and (first - 1) not in self._by_word:
            first -= 1
        while first < place and (
            words[first].text in word_lists.ROLE_HEADS
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
        if surface.isascii() and self._parse.text[: words[first].start].rstrip(" ")[-1:].isdigit():
            return None  # 7.1 mm/s: a unit of measure
        if self._is_measure(first, place) or surface in word_lists.NEVER or words[place].text in word_lists.NEVER:
            return None
        if word_lists.is_circumstance(surface):
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
        titles = (label for label in self._labels if label.label == "TITLE")
        office = surface in word_lists.OFFICES or any(label.last == last for label in titles)
        confidence = 0.42 + 0.12 * (len(substance) > 1) + 0.14 * exact + 0.12 * office
        confidence += 0.12 if _KATAKANA.match(surface) else 0.08 * bool(_FOREIGN.search(surface))
        confidence = min(confidence, 0.42) if len(surface) == 1 else confidence
        action = words[last].tag.startswith("名詞-普通名詞-サ変") and not exact and len(substance) == 1
        quality = len(substance) == 1 and "形状詞" in words[last].tag
        adverbial = quality or words[last].tag.startswith(("名詞-普通名詞-副詞可能", "形状詞"))
        # A word that only begins with the letter of a number counts nothing (百合, 数学).
        counted = _LEXICAL_NUMBER.match(surface) and (first < last or surface[0] in "何両各")
        if action or adverbial or counted or (len(surface) == 1 and surface not in word_lists.THINGS):
            return None
        named_action = _is_action_noun(surface) and not self._is_activity(last)
        if (
            confidence < MIN_NODE_CONFIDENCE
            and len(substance) == 1
            and (named_action or self._is_modified(first, last))
        ):
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
            type=word_lists.noun_type(surface, tail) or EntityType.CONCEPT,
            confidence=round(confidence, 3),
            reasons=reasons,
            method="noun",
            named=False,
        )

    def _is_modified(self, first: int, last: int) -> bool:
        """Whether a relative clause gives a noun its meaning (自分のスマホを使う方式)."""
        words, before = self._parse.words, (child for child in self._parse.children[last] if child < first)
        return any(words[child].label == "acl" and words[child].part == "VERB" for child in before)

    def _is_activity(self, place: int) -> bool:
        """Whether a noun of action is the object of doing it (釣りをする)."""
        words = self._parse.words
        return place + 2 < len(words) and words[place + 1].text == "を" and words[place + 2].lemma in _ACTIVITY_VERBS

    def _is_measure(self, first: int, last: int) -> bool:
        words = self._parse.words[first : last + 1]
        return any(word.tag.startswith("名詞-数詞") for word in words) and all(
            word.tag.startswith(_NUMBER_TAGS) or word.text in _UNITS or word.text in _BOUNDS for word in words
        )

    def _is_vague(self, first: int, last: int, *, topic: bool) -> bool:
        """Whether a phrase is too general to be a name: a pronoun, an adverb, a position (駅の隣), a noun of action."""
        words = self._parse.words
        surface = self._parse.surface(first, last)
        clausal = ("動詞", "助動詞", "助詞-係助詞")
        has_clause = any(word.tag.startswith(clausal) for word in words[first : last + 1])
        positional = last > first and words[last - 1].text == "の" and words[last].text in _POSITIONS
        if positional or surface in word_lists.NEVER or words[last].tag.startswith("代名詞") or len(surface) > 60:
            return True
        if words[first].tag.startswith(("代名詞", "連体詞")) and not (topic and has_clause):
            return True
        if first == last and words[last].tag.startswith(("形状詞", "名詞-普通名詞-副詞可能", "副詞", "感動詞")):
            return not _NAME_LIKE.search(surface)
        if topic and first == last and not words[last].is_name and not self._is_tagged(last):
            action = words[last].tag.startswith("名詞-普通名詞-サ変") and tail_type(surface) is None
            if action or _is_action_noun(surface):
                return True
        return topic and bool(re.fullmatch(r"[ぁ-ん]{1,2}|[\W\d_]+", surface))

    def _cuts_bracket(self, first: int, last: int) -> bool:
        """Whether a phrase holds one bracket of a pair, or a label in brackets, and so is cut out of two phrases."""
        surface = self._parse.surface(first, last)
        inner = match[1] if (match := _ENCLOSED.match(surface)) else surface
        odd = any(inner.count(opens) != inner.count(closes) for opens, closes in _PAIRS)
        return odd or bool(_LABEL_MARKS.search(inner))

    def _is_tagged(self, place: int) -> bool:
        """Whether the tagging head takes the word for a name or part of one."""
        return any(label.type and label.first <= place <= label.last for label in self._labels)

    def _phrase_name(self, first: int, last: int, kind: EntityType | None, *, topic: bool) -> Name:
        words = self._parse.words
        end = last
        while end > first and (words[end].text in word_lists.HONORIFICS) and words[end - 1].is_name:
            end -= 1
        surface = self._parse.surface(first, end)
        enclosed = _ENCLOSED.match(surface)
        labels = [label for label in self._labels if label.type]
        label = next((label for label in labels if label.first <= first and label.last >= end), None)
        at_end = next((label for label in labels if label.last == end and label.first >= first), None)
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
            + [f"head:{source.label}" for source in (label or at_end,) if source],
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
        by_ending = word_lists.noun_type(self._parse.surface(first, last), ending(self._parse, first, last))
        if by_ending is not None:
            return by_ending
        if label is not None:
            return label.type or EntityType.CONCEPT
        return EntityType.LOCATION if word.tag.startswith("名詞-固有名詞-地名") else EntityType.CONCEPT

    def _replace(self, name: Name, *, keep_inner: bool) -> None:
        """Puts a phrase in the place of the names inside it, except dates, known names and people with honorifics."""
        kept: list[Name] = []
        for other in self.names:
            inside = other.first >= name.first and other.last <= name.last
            independent = (
                other.method in ("known", "date")
                or "honorific" in other.reasons
                or (keep_inner and other.last < name.last)
            )
            if not inside or (independent and not (other.first == name.first and other.last == name.last)):
                kept.append(other)
        self.names = [*kept, name]
        self._by_word.update(dict.fromkeys(range(name.first, name.last + 1), name))


def _is_action_noun(surface: str) -> bool:
    """Whether a noun is the stem of a verb and names no dish or feast (卵焼き, 夏祭り)."""
    return bool(_VERB_STEM.search(surface)) and not _STEM_THING.search(surface)
