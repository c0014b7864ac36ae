"""Copular sentences "XのYはZ" and "XはZ", split by their particles, and changes of who holds a role.

X and Z may be titles that no dependency parse keeps whole, so the frame of the sentence finds them.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from extraction.lang.ja.facts.relations import is_own_attribute, is_preference, is_relational, mutual_tie
from extraction.lang.ja.modality.verdicts import is_decision, is_stem
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import QUALIFYING
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType


class Frame(NamedTuple):
    """The phrases of "XのYはZ。" or "XはZ。", each as its first and last word.

    `subject` is X, `attribute` Y's text or "", `values` Z; `defines` marks "XとはZ", `former` is what Z was before.
    Where a note goes on about its `title`, X is that and no words of the text.
    """

    sentence: range
    subject: tuple[int, int]
    attribute: str
    values: tuple[tuple[int, int], ...]
    defines: bool = False
    former: tuple[int, int] | None = None
    title: str = ""
    is_behind: bool = False
    """Whether a clause stands before it that is told of too."""


_MAX_LENGTH = 90
"""Characters; a longer sentence is left to the dependency rules."""

_COPULA = re.compile(
    r"^(?:(?:で(?:は|も)?|じゃ)(?:な(?:い|かった)|ありません)(?:です|でした)?|(?:で(?:は|も))?あ(?:る|った|ります|りました)|である|であった|"
    r"です|でした|だ|だった|でしょう|だろう|であろう|になります|となる|かも(?:しれ|知れ)(?:ない|ません)(?:です)?|らしい(?:です)?|"
    r"だそう(?:だ|です)|(?:の|な)(?:はず|よう|予定|つもり|ん|の)(?:だ|です|でした|だった))?(?:か(?:な|しら)?|よ|ね|な|わ|ぞ|さ|けど|が)*[。．.!！？?]*$"
)
_CHANGED: Final = re.compile(
    r"(?:(?:な|[代変替換]わ|決ま)(?:った|りました)|(?:交[代替]|変更)(?:し(?:た|ました)|され(?:た|ました)|にな(?:った|りました))"
    r"|引き?継がれ(?:た|ました))[よねわ]*[。．.!！]*$"
)
"""What stands behind the に of who holds a role now: 社長は佐藤さんに代わった."""
_WORDS: Final = lexicon("extraction.lang.ja", "frames")
_ATTRIBUTE_PARTS: Final = _WORDS.words("attribute_part")
"""Nouns that still belong to the attribute when の follows them ("主人公の職業", "最初の配偶者")."""
_ATTRIBUTE_PART_SUFFIXES: Final = _WORDS.ordered("attribute_part_suffix")
_TERRITORIES: Final = _WORDS.words("territory")
_PASSING_ADJECTIVES: Final = _WORDS.words("passing_adjective")
"""Adjectives that tell a thing's present state and are no part of its name."""
_NO_ATTRIBUTES: Final = _WORDS.words("no_attribute")
_HOLDERS: Final = _WORDS.ordered("occupation_suffix")
STANDING: Final = ("済み", "済", "完了", "予定", "見込み")
"""What may stand behind a noun of action and tell how far it has come."""
_NO_VALUES: Final = frozenset(("ない", "なし", "不明", "無し", "未定", "同じ", "こと", "もの", "未詳"))


def frame_of(parse: Parse, sentence: range) -> Frame | None:
    """The frame of a sentence, None when it is not built that way."""
    words = [parse.words[place] for place in sentence]
    if not words or words[-1].end - words[0].start > _MAX_LENGTH:
        return None
    topic = _topic_particle(words)
    if topic is None:
        return None
    values = _values(parse, [word for word in words if word.place > topic])
    if not values or any(_is_done(parse, *value) for value in values) or _is_to_another(parse, values):
        return None
    whole = [word for word in words if word.place < topic]
    before = _without_lead(whole)
    # 棚卸しは9月に実施、差異は12点: a clause of its own stands before
    is_behind = any(word.tag == "助詞-係助詞" for word in whole[: len(whole) - len(before)])
    defines = bool(before) and before[-1].text == "と" and before[-1].is_particle
    before = before[:-1] if defines else before
    preference = _preference(parse, before)
    if preference is not None:
        return Frame(sentence, preference, "", values)
    frame = _split(parse, sentence, before, values, defines=defines)
    return frame and frame._replace(is_behind=is_behind)


def _is_to_another(parse: Parse, values: Sequence[tuple[int, int]]) -> bool:
    """Whether the last value is what the subject and the one before are to each other: 「妹は真由と同期だ」."""
    first = values[-1][0]
    joint = parse.words[first - 1] if len(values) > 1 else None
    noun = parse.surface(*values[-1]).rpartition("の")[2]
    return joint is not None and joint.text == "と" and mutual_tie(noun) is not None


def _is_done(parse: Parse, first: int, last: int) -> bool:
    """Whether a value is something done with a thing, and no thing: 「4000 で確定」, 「4/1 公開予定」."""
    end = last
    while last > first and parse.words[last].text in STANDING:
        last -= 1
    word, before = parse.words[last], parse.words[last - 1]
    is_marked = last - 1 > first and before.is_particle and before.text in ("に", "で", "を", "へ", "から", "まで")
    is_apart = last < end or before.end < word.start or before.text.isspace()
    is_dated = last > first and is_apart and any(letter.isdigit() for letter in parse.surface(first, last - 1))
    is_act = word.tag.startswith("名詞-普通名詞-サ変")
    return ((is_marked or is_dated) and is_act) or is_decision(parse.words[end])


def succession_of(parse: Parse, sentence: range, names: Lookup) -> Frame | None:
    """The frame of a sentence that tells who holds a role now: 社長は(田中さんから)佐藤さんに代わった.

    It states what 社長は佐藤さんだ does, and that it was 田中さん before. None for any other sentence, and where it is
    not yet so.
    """
    end = parse.words[sentence.stop - 1].end
    goal = next(
        (
            place
            for place in reversed(sentence)
            if parse.words[place].text == "に" and _CHANGED.match(parse.text[parse.words[place].end : end].rstrip())
        ),
        sentence.start,
    )
    holder = _person_before(names, goal)
    if holder is None:
        return None
    before = holder.first - 1
    former = _person_before(names, before) if parse.words[before].text == "から" else None
    before = before if former is None else former.first - 1
    if before <= sentence.start or parse.words[before].text not in ("は", "が") or not parse.words[before].is_particle:
        return None
    role = _without_lead([parse.words[place] for place in range(sentence.start, before)])
    if not role or not (is_relational(role[-1].text) or role[-1].text.endswith(_HOLDERS)):
        return None
    frame = _split(parse, sentence, role, ((holder.first, holder.last),))
    return frame and frame._replace(former=(former.first, former.last) if former is not None else None)


def _person_before(names: Lookup, place: int) -> Name | None:
    """The person whose name ends right before a word."""
    name = names.at(place - 1) if place > 0 else None
    is_person = name is not None and name.named and name.type is EntityType.PERSON and name.last == place - 1
    return name if is_person else None


def _split(
    parse: Parse, sentence: range, before: list[Word], values: tuple[tuple[int, int], ...], *, defines: bool = False
) -> Frame | None:
    """The frame with the words before its particle split into X and Y."""
    before = _without_since(before)
    genitive = None if defines else _genitive(parse, before)
    if genitive is not None and all(
        _is_time_word(word) or word.text in QUALIFYING for word in before if word.place < genitive
    ):
        before = [word for word in before if word.place > genitive]
        genitive = _genitive(parse, before)
    if genitive is None:
        whole = _bounds(before)
        plain = all(word.is_noun or word.text in "・=＝" or is_stem(word) for word in before)
        return Frame(sentence, whole, "", values, defines) if whole and plain and before[-1].is_noun else None
    owner = [word for word in before if word.place < genitive]
    apart = [at for at, word in enumerate(owner[:-1]) if word.is_particle and word.text in ("で", "も")]
    if apart and not any(word.text in "『「（(" for word in owner):
        owner = owner[apart[-1] + 1 :]  # お盆も店のセンサーは順調
    subject = _bounds(_without_clause(owner))
    attribute = [word for word in before if word.place > genitive]
    if subject is None or not attribute:
        return None
    text = parse.surface(attribute[0].place, attribute[-1].place)
    # 映画の中で母は…: で marks where it is so, not an attribute
    has_place = any(word.text == "で" and after.text != "の" for word, after in pairwise(attribute))
    return None if has_place or text in _NO_ATTRIBUTES else Frame(sentence, subject, text, values)


def opening_of(parse: Parse, sentence: range) -> Frame | None:
    """The frame of the first clause of a longer sentence: "趣味は釣りで、毎週海に行く".

    Only for attributes and preferences: after "XはYで、…" the rest may be about X too.
    """
    for place in sentence[:-1]:
        word = parse.words[place]
        if word.text == "で" and word.tag.startswith("助動詞") and parse.words[place + 1].text == "、":
            frame = frame_of(parse, range(sentence.start, place))
            is_attribute = frame is not None and (frame.attribute or is_own_attribute(parse.surface(*frame.subject)))
            return frame if is_attribute else None
    return None


def coordinated_frames(parse: Parse, sentence: range) -> tuple[Frame, ...]:
    """The coordinated frames of a sentence ("妻はアンナ、息子は健太"); empty unless all of it is two or more frames."""
    commas = [place + 1 for place in sentence if parse.words[place].text == "、"]
    segments = zip([sentence.start, *commas], [*commas, sentence.stop], strict=True)
    starts = [start for start, end in segments if any(parse.words[at].tag == "助詞-係助詞" for at in range(start, end))]
    if len(starts) < 2 or starts[0] != sentence.start:
        return ()
    ends = [_without_copula(parse, end) for end in starts[1:]]
    parts = [frame_of(parse, range(start, end)) for start, end in zip(starts, [*ends, sentence.stop], strict=True)]
    frames = tuple(frame._replace(sentence=sentence) for frame in parts if frame is not None)
    return frames if len(frames) == len(parts) else ()


def _without_copula(parse: Parse, end: int) -> int:
    """Where a frame ends without its comma and the copula で before it ("趣味は釣りで、")."""
    copula = parse.words[end - 2]
    return end - 2 if copula.text == "で" and copula.part == "AUX" else end - 1


_PREFERENCE_LEAD = re.compile(
    r"^(?:(?:私|僕|俺|わたし|自分)[がの])?(?:(?:一番|いちばん|最も|特に|今|最近|昔から|とても|今一番|いま)、?)*"
)
"""What may precede the speaker's preferences and adds nothing to them: 私が一番…."""


def _preference(parse: Parse, before: list[Word]) -> tuple[int, int] | None:
    """First and last word of "好きな食べ物", where it is the speaker's."""
    whole = _bounds(before)
    if whole is None:
        return None
    text = parse.surface(*whole)
    lead = _PREFERENCE_LEAD.match(text)
    begins = parse.words[whole[0]].start + (lead.end() if lead else 0)
    first = next((word.place for word in before if word.start == begins), None)
    return (first, whole[1]) if first is not None and is_preference(parse.surface(first, whole[1])) else None


def _topic_particle(words: list[Word]) -> int | None:
    """The first は outside brackets with nothing but noun phrases and a copula after it."""
    depth = 0
    particles: list[int] = []
    for word in words:
        depth += word.text in "『「（(" and len(word.text) == 1
        depth -= word.text in "』」）)" and len(word.text) == 1
        if depth == 0 and word.text == "は" and word.tag == "助詞-係助詞":
            particles.append(word.place)
    for place in particles:
        rest = [word for word in words if word.place > place]
        if rest and rest[0].place > words[0].place + 1 and _is_nominal(rest):
            return place
    return None


def _is_nominal(rest: list[Word]) -> bool:
    """Whether the words are noun phrases joined by の, と, や and commas, with at most a copula behind."""
    return (end := _copula_at(rest)) > 0 and all(_is_in_noun_phrase(word) for word in rest[:end])


def _copula_at(rest: list[Word]) -> int:
    """The index of the copula or the full stop that ends the sentence."""
    text = "".join(word.text for word in rest)
    length = 0
    nouns = 0
    for at, word in enumerate(rest):
        if nouns and _COPULA.match(text[length:]):
            return at
        length += len(word.text)
        nouns += not word.is_particle
    return len(rest)


def _is_in_noun_phrase(word: Word) -> bool:
    if word.is_particle:
        return word.text in ("の", "と", "や", "および")
    return not word.tag.startswith(("動詞", "助動詞", "形容詞", "副詞"))


def _values(parse: Parse, rest: list[Word]) -> tuple[tuple[int, int], ...]:
    """The values after は: one noun phrase, or several set off by commas, と or や."""
    kept = rest[: _copula_at(rest)]
    parts: list[list[Word]] = [[]]
    depth = 0
    for word in kept:
        depth += word.text in ("『", "「", "（", "(")
        depth -= word.text in ("』", "」", "）", ")")
        if depth == 0 and (word.text == "、" or (word.text in ("と", "や", "および") and word.is_particle)):
            parts.append([])
        else:
            parts[-1].append(word)
    bare = (_without_bracket(part) for part in parts)
    phrases = [bounds for part in bare if (bounds := _bounds(_without_clause(_without_count(part)))) is not None]
    if any(parse.surface(*bounds) in _NO_VALUES for bounds in phrases):
        return ()
    return tuple(phrases)


def _without_bracket(words: list[Word]) -> list[Word]:
    """The words before a bracket that ends them: 5回 of 「5回(config.yaml)」."""
    opening = next((at for at, word in enumerate(words) if word.text in ("(", "（")), 0)
    closes = [at for at, word in enumerate(words) if word.text in (")", "）")]
    return words[:opening] if opening and closes == [len(words) - 1] else words


def _without_count(words: list[Word]) -> list[Word]:
    """The words without "の一つ" or "の一種" at their end."""
    text = "".join(word.text for word in words)
    match = re.search(r"の(?:一つ|ひとつ|1つ|１つ|一種|一人|ひとり|1人)$", text)
    kept = len(text) - len(match[0]) if match else len(text)
    return [word for at, word in enumerate(words) if sum(len(before.text) for before in words[: at + 1]) <= kept]


def _bounds(words: list[Word]) -> tuple[int, int] | None:
    """First and last word, without quotes around the whole phrase and without punctuation at its edges."""
    while words and words[0].tag.startswith(("補助記号-読点", "補助記号-句点", "空白")):
        words = words[1:]
    while words and words[-1].tag.startswith(("補助記号-読点", "空白")):
        words = words[:-1]
    if len(words) > 2 and words[0].text + words[-1].text in ("『』", "「」"):
        inner = words[1:-1]
        if not any(word.text in "『』「」" for word in inner):
            words = inner
    return (words[0].place, words[-1].place) if words else None


def _without_lead(words: list[Word]) -> list[Word]:
    """The words without a label or an introduction such as "昨日、" or "また、"; a comma in a katakana title stays."""
    words = words[1:] if words and words[0].text == "・" else words
    for at in range(len(words) - 1, -1, -1):
        is_time = words[at].text == ":" and words[at + 1 :] and words[at + 1].text[:1].isdigit()
        if words[at].text in "：:" and not is_time:
            return words[at + 1 :]
        if words[at].text == "、" and not _within_brackets(words, at):
            lead = "".join(word.text for word in words[:at])
            if not re.fullmatch(r"[ァ-ヺー・=＝ ]{3,}", lead):
                return words[at + 1 :]
    return words


def _without_since(words: list[Word]) -> list[Word]:
    """The words without since when it is so: 4月から営業部の部長は…."""
    for at, word in enumerate(words[:-1]):
        if not _is_time_word(word):
            return words[at + 1 :] if at and word.is_particle and word.text in ("から", "に", "より") else words
    return words


def _is_time_word(word: Word) -> bool:
    if word.text[0].isascii() and word.text[0].isalpha():
        return False
    return word.tag.startswith(
        ("名詞-普通名詞-副詞可能", "名詞-数詞", "名詞-普通名詞-助数詞可能", "接尾辞-名詞的-助数詞")
    )


def _without_clause(words: list[Word]) -> list[Word]:
    """Only the last noun where a relative clause modifies it ("昨日買った本"); a title with a verb stays whole."""
    if not words or not words[-1].is_noun or words[0].text in "『「":
        return words
    if words[0].lemma in _PASSING_ADJECTIVES and all(word.is_noun for word in words[1:]):
        return words[1:]
    verbs = [at for at, word in enumerate(words) if word.tag.startswith(("動詞", "助動詞", "形容詞"))]
    particles = {word.text for word in words if word.is_particle}
    has_argument = not particles.isdisjoint(("が", "を", "に", "で", "から", "まで", "と"))
    has_time = any(word.tag.startswith("名詞-普通名詞-副詞可能") for word in words[:1])
    return words[verbs[-1] + 1 :] if verbs and (has_argument or has_time) else words


def _within_brackets(words: list[Word], at: int) -> bool:
    text = "".join(word.text for word in words[:at])
    return any(text.count(opening) > text.count(closing) for opening, closing in ("『』", "「」", "（）", "()"))


def _genitive(parse: Parse, before: list[Word]) -> int | None:
    """The の between X and Y: the last one outside brackets whose preceding noun is no part of Y."""
    particles: list[int] = []
    for at, word in enumerate(before):
        if word.text != "の" or at == 0 or at + 1 == len(before) or not word.is_particle:
            continue
        if before[at - 1].is_particle and before[at - 1].text in ("と", "で", "から", "へ", "まで", "に"):
            continue
        if not _within_brackets(before, at):
            particles.append(at)
    if not particles:
        return None
    for at in reversed(particles[1:]):
        if not _is_part_of_attribute(parse, before, at, particles):
            return before[at].place
    return before[particles[0]].place


def _is_part_of_attribute(parse: Parse, before: list[Word], at: int, particles: list[int]) -> bool:
    """Whether the noun before this の belongs to the attribute: a relational noun, a clause, or a time."""
    word = before[at - 1]
    previous = max(particle for particle in particles if particle < at)
    segment = before[previous + 1 : at]
    text = parse.surface(segment[0].place, segment[-1].place) if segment else ""
    if any(part.tag.startswith(("動詞", "助動詞")) for part in segment[:-1]):
        return True
    if re.search(r"\d", text[:1]) and not word.is_name:
        return True
    if word.is_name or word.tag.startswith("補助記号"):
        return False
    return (
        word.text in _ATTRIBUTE_PARTS
        or text in _ATTRIBUTE_PARTS
        or (text.endswith(_ATTRIBUTE_PART_SUFFIXES) and len(text) > 1)
        or text in _TERRITORIES
    )
