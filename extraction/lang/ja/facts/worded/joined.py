"""The typed relations that a noun and what stands beside it tell: 「AによるB」「Aの後にB」「AというB」「AのN、B」."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.valence import objects_of
from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.worded.ends import End, LiteralDraft
from extraction.lang.ja.facts.worded.ties import Filler, called_at, filler_at, noun_ties, owners_of, tie, worded
from extraction.lang.ja.modality.stating import stated
from extraction.lang.ja.modality.verdicts import is_stem
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import kind_of, phrase_of
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import NEVER, is_class, is_mishap, kinds_named
from graph.model.types import EntityType, RelationType, tells

E, R = EntityType, RelationType
_MARK: Final = re.compile(
    r"(?P<sure>の(?:せい|おかげ|影響)(?:で|か)|が(?:原因|元|もと|引き金)(?:で|[とに]な(?:って|[りっ]))"
    r"|に起因(?:して|する))|(?P<cause>によ(?:って|り|る)|に伴(?:って|い|う)|のため(?:に)?(?=[、一-鿿ァ-ヺ])|で(?=[、一-鿿ァ-ヺ]))"
    r"|(?P<behind>(?:の(?:直後|後|あと|のち)(?:[にで、]|すぐ|は)|より(?:も)?(?:後|あと)[にで])、?)"
    r"|(?P<next>に(?:続いて|続き|続く|次いで|次ぐ)、?)"
    r"|(?P<before>(?:の(?:直前|前)(?:に|は)|に(?:先立って|先立ち|先立つ|先駆けて)|より(?:も)?(?:先|前)に)、?)"
    r"|(?P<instead>に(?:[代替か]わ(?:って|り|る))、?)"
)
"""What stands behind a cause, `sure` where the cause may be anything, or behind what comes before or after."""
_A_SHORT_WAY: Final = re.compile(
    r"(?:から|まで)(?:は|も)?(?:徒歩で?|歩いて|歩いても|車で|自転車で|バスで|電車で)?(?:約|ほんの|わずか|たった)?"
    r"(?:[\d０-９一二三四五十数]{1,2}(?:分|駅|軒)|すぐ|[\d０-９一二三四五十百数]{1,4}(?:歩|メートル|m))"
    r"(?:ほど|くらい|ぐらい|の(?:ところ|距離|場所))?(?:だ|で[すあ、]|に[あい]|[。、\n]|$)"
)
_INFLECTED: Final = re.compile(r"[ぁ-ん]{0,8}(?=[。、\n]|$)")
_LONGEST: Final = 8
"""Words of a clause that is told of as an effect."""
_HAPPENING: Final = frozenset((E.EVENT, E.TASK))
_SITES: Final = frozenset((E.LOCATION, E.ORGANIZATION))
_NO_CAUSES: Final = frozenset((E.PERSON, E.ORGANIZATION, E.TIME_UNIT))
_NO_THINGS: Final = frozenset((E.PERSON, E.TIME_UNIT, E.LOCATION))
_NEVER_HAPPENING: Final = frozenset((E.PERSON, E.TIME_UNIT))
_DOING: Final = frozenset(("する", "行う", "やる", "実施する", "行なう"))


def joined_ties(
    parse: Parse, clauses: Sequence[Clause], referents: Referents, sentence: range
) -> Iterator[LiteralDraft]:
    """The relations of the nouns of a sentence to what stands beside them, in the order of the text."""
    for place in sentence[:-1]:
        if parse.words[place].is_noun and phrase_of(parse, place)[1] == place:
            yield from _around(parse, clauses, referents, place, sentence)
            yield from _apposed(parse, referents, place, sentence)
            yield from _near(parse, referents, place, sentence)


def _around(
    parse: Parse, clauses: Sequence[Clause], referents: Referents, place: int, sentence: range
) -> Iterator[LiteralDraft]:
    """What a noun causes, follows or comes before: 「台風で停電が起きた」「会議の後に懇親会がある」."""
    mark = _MARK.match(parse.text, parse.words[place].end)
    filler = filler_at(parse, place, referents) if mark is not None else None
    if mark is None or filler is None:
        return
    verbs = (clause for clause in clauses if clause.predicate.word.start >= mark.end())
    main = next((clause for clause in verbs if clause.predicate.kind in ("verb", "act", "adjective")), None)
    is_cause = mark.lastgroup in ("sure", "cause")
    other = _effect(parse, referents, main, mark.end(), place, cause=is_cause)
    is_untold = main is not None and not tells(stated(parse, main.predicate.word, sentence).modality)
    if other is None or is_untold or other.place == place or other.end.text == filler.end.text:
        return
    are_things = not (filler.kinds | other.kinds) & _NO_THINGS
    is_event = _is_happening(parse, filler) and (_is_happening(parse, other) or _is_done(main, other))
    if is_cause:
        is_sure = mark["sure"] is not None or is_mishap(parse.surface(*phrase_of(parse, place)))
        # 設定ミスで障害が起きた: what does harm has a cause
        is_sure = is_sure or (is_mishap(parse.surface(*phrase_of(parse, other.place))) and _may_harm(filler))
        is_none = filler.kinds & _NO_CAUSES or E.TIME_UNIT in other.kinds or any(map(str.isdigit, filler.end.text))
        effect = _what_happens(parse, other, main, mark.end()) if is_sure and not is_none else None
        if effect is not None:
            yield tie(sentence, filler.end, R.CAUSES, effect, worded("引き起こす"))
    elif mark.lastgroup == "instead" and are_things:
        yield tie(sentence, other.end, R.SEQUENCE, filler.end, worded("取って代わる"))
    elif mark.lastgroup != "instead" and (is_event or (mark.lastgroup == "next" and are_things)):
        first, last = (other, filler) if mark.lastgroup == "before" else (filler, other)
        yield tie(sentence, last.end, R.SEQUENCE, first.end, worded("続く"))


def _what_happens(parse: Parse, other: Filler, main: Clause | None, at: int) -> End | None:
    """What comes of a cause, from `at` on: what does harm (停電), else what a clause tells: 「電車が遅れた」."""
    is_mishap_itself = is_mishap(parse.surface(*phrase_of(parse, other.place)))
    if main is None or is_mishap_itself or other.place >= main.predicate.word.place:
        return other.end
    verb = main.predicate.word
    inflected = _INFLECTED.match(parse.text, verb.end)
    first = phrase_of(parse, other.place)[0]
    is_near = verb.place - first < _LONGEST and main.predicate.kind in ("verb", "act")
    if inflected is None or not is_near or objects_of(main.predicate.lemma) in ("2", "3"):
        return None
    return End(None, parse.text[max(at, parse.words[first].start) : inflected.end()])


def _is_happening(parse: Parse, filler: Filler) -> bool:
    """Whether an end is something that happens or is done: a 会議, a 停電, a 更新."""
    word = parse.words[filler.place]
    is_act = not filler.kinds and (kind_of(word) == "act" or is_stem(word))
    return not filler.kinds & _NEVER_HAPPENING and (is_act or bool(filler.kinds & _HAPPENING))


def _may_harm(filler: Filler) -> bool:
    """Whether an end is no place, in which harm is only done."""
    return not filler.kinds & _SITES


def _is_done(main: Clause | None, other: Filler) -> bool:
    """Whether an end is what a clause says is done: 体操 of 「体操をする」."""
    objects = () if main is None or main.predicate.lemma not in _DOING else main.of_role("を")
    return any(argument.head == other.place for argument in objects)


def _near(parse: Parse, referents: Referents, place: int, sentence: range) -> Iterator[LiteralDraft]:
    """What a sentence says is a short way from a place: 「実家は海から歩いて五分だ」."""
    if _A_SHORT_WAY.match(parse.text, parse.words[place].end) is None:
        return
    topics = [at - 1 for at in range(sentence.start + 1, place) if parse.words[at].text in ("は", "が", "も")]
    thing = filler_at(parse, topics[-1], referents) if topics and parse.words[topics[-1]].is_noun else None
    other = filler_at(parse, place, referents)
    if thing is not None and other is not None and not (thing.kinds | other.kinds) & _NEVER_HAPPENING:
        yield tie(sentence, thing.end, R.NEAR_TO, other.end, worded("近い"))


def _effect(
    parse: Parse, referents: Referents, main: Clause | None, at: int, apart: int, *, cause: bool
) -> Filler | None:
    """What a phrase is told of: the noun right behind 「…による」, else what the clause behind it tells of or does."""
    behind = next((word for word in parse.words if word.start >= at), None)
    if main is None or parse.text[at - 1] in "るう":
        is_noun = behind is not None and behind.is_noun
        return filler_at(parse, phrase_of(parse, behind.place)[1], referents) if behind and is_noun else None
    for argument in (*main.of_role("が"), *(() if cause else main.of_role("を"))):
        is_before = argument.head < main.predicate.word.place  # not 町 of 地震で有名な町
        filler = filler_at(parse, argument.head, referents) if argument.head != apart and is_before else None
        if filler is not None and E.PERSON not in filler.kinds:
            begins = parse.words[phrase_of(parse, argument.head)[0]].start
            is_cut = begins < at < parse.words[argument.head].end  # のため試合は
            return filler._replace(end=End(None, filler.end.text[at - begins :])) if is_cut else filler
    verb = main.predicate.word
    return filler_at(parse, verb.place, referents) if main.predicate.kind == "act" else None


def _apposed(parse: Parse, referents: Referents, place: int, sentence: range) -> Iterator[LiteralDraft]:
    """What a noun is to whom it stands before or behind: 「BのN、A」「BのNであるA」「BにはAというNがいる」."""
    noun, called = parse.surface(*phrase_of(parse, place)), called_at(parse, place)
    owners = owners_of(parse, place, referents)
    if called is not None:
        places = range(sentence.start + 1, called)
        holder = next((at - 1 for at in places if parse.words[at].text == "に" and parse.words[at].is_particle), None)
        holding = filler_at(parse, holder, referents) if holder is not None else None
        bearer = filler_at(parse, called, referents)
        if bearer is None:
            return
        read = noun_ties(sentence, noun, [*owners, *([holding] if holding else [])], bearer, worded(noun))
        yield from read
        is_kind = noun not in NEVER and bool(kinds_named(noun) - {E.PERSON} or is_class(noun))
        if not read and is_kind and E.PERSON not in bearer.kinds:
            yield tie(sentence, bearer.end, R.INSTANCE_OF, End(None, noun), worded("である"))
        return
    joints = ("、", "の", "である") if owners else ()
    end = parse.words[place].end
    joint = next((words for words in joints if parse.text.startswith(words, end)), "")
    behind = next((word for word in parse.words if word.start >= end + len(joint)), None) if joint else None
    bearer = (
        filler_at(parse, phrase_of(parse, behind.place)[1], referents)
        if behind is not None and behind.is_noun
        else None
    )
    is_near = bearer is not None and joint == "の" and relations.is_position(noun) and E.LOCATION in bearer.kinds
    if bearer is not None and (is_near or joint == "である" or (bearer.end.name is not None and bearer.end.name.named)):
        yield from noun_ties(sentence, noun, owners, bearer, worded(noun))
