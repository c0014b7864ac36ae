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
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import kind_of, phrase_of
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import NEVER, is_class, is_mishap, kinds_named
from graph.model.types import EntityType, Polarity, RelationType, tells

R: Final = RelationType
_BY: Final = re.compile(
    r"(?P<sure>の(?:せい|おかげ|影響)(?:で|か)|が(?:原因|元|もと|引き金)(?:で|[とに]な(?:って|[りっ]))"
    r"|に起因(?:して|する))|(?:によ(?:って|り|る)|に伴(?:って|い|う)|のため(?:に)?(?=[、一-鿿ァ-ヺ])|で(?=[、一-鿿ァ-ヺ]))"
)
"""What stands behind a cause; only `sure` where the cause may be any."""
_BEHIND: Final = re.compile(
    r"(?:の(?:直後|後|あと|のち)(?:[にで、]|すぐ|は)|に(?:続いて|続き|続く|次いで|次ぐ)|より(?:も)?(?:後|あと)[にで])、?"
)
_NEXT: Final = re.compile(r"に(?:続いて|続き|次いで)")
_BEFORE: Final = re.compile(
    r"(?:の(?:直前|前)(?:に|は)|に(?:先立って|先立ち|先立つ|先駆けて)|より(?:も)?(?:先|前)に)、?"
)
_INSTEAD: Final = re.compile(r"に(?:[代替か]わ(?:って|り|る))、?")
_WALK: Final = re.compile(
    r"から(?:は|も)?(?:徒歩|歩いて|歩き|車で|バスで|電車で|自転車で|約|わずか|ほんの|[でに]|、){0,3}"
    r"[0-9０-９一二三四五六七八九十百数]+(?:分|メートル|m|歩|軒)"
)
_SUCH: Final = re.compile(r"(?:など|等)(?:の|といった)|といった|をはじめとする|をはじめとした|を含む")
_LIKE: Final = re.compile(r"(?:のよう|みたい)な")
_INFLECTED: Final = re.compile(r"[ぁ-ん]{0,8}(?=[。、\n]|$)")
_WITHOUT: Final = re.compile(r"(?:が(?:な(?:いと|ければ)|無(?:いと|ければ))|なし(?:で|に)は|無しでは)")
_LONGEST: Final = 8
"""Words of a clause that is told of as an effect."""
_HAPPENING: Final = frozenset((EntityType.EVENT, EntityType.TASK))
_PLACES: Final = frozenset((EntityType.LOCATION, EntityType.ORGANIZATION))
_DOING: Final = frozenset(("する", "行う", "やる", "実施する", "行なう"))
_PEOPLE: Final = frozenset((EntityType.PERSON,))
_OVER: Final = re.compile(
    r"(?:終わ|終了し|済[んみ]|完了し|明け|終え|済ませ|仕上が|出来上が)(?:ると|ったら|だら|たら|って(?:から)?、?|んで(?:から)|て(?:から)|り次第|次第)"
)
"""How a clause ends that tells that one thing is over before the next: 「会議が終わったら」."""


def joined_ties(
    parse: Parse, clauses: Sequence[Clause], referents: Referents, sentence: range
) -> Iterator[LiteralDraft]:
    """The relations of the nouns of a sentence to what stands beside them, in the order of the text."""
    for place in sentence[:-1]:
        word = parse.words[place]
        if not word.is_noun or phrase_of(parse, place)[1] != place:
            continue
        yield from _around(parse, clauses, referents, place)
        yield from _apposed(parse, referents, place, sentence)
    yield from _after_end(parse, clauses, referents)


def _around(parse: Parse, clauses: Sequence[Clause], referents: Referents, place: int) -> Iterator[LiteralDraft]:
    end = parse.words[place].end
    sentence = parse.sentence_of(place)
    cause, behind, before = _BY.match(parse.text, end), _BEHIND.match(parse.text, end), _BEFORE.match(parse.text, end)
    instead, walk, without = (mark.match(parse.text, end) for mark in (_INSTEAD, _WALK, _WITHOUT))
    marker = cause or behind or before or instead or without
    such, like = _SUCH.match(parse.text, end), _LIKE.match(parse.text, end)
    filler = filler_at(parse, place, referents) if marker or walk or such or like else None
    if filler is None:
        return
    if such is not None:
        yield from _of_such(parse, referents, filler, such.end(), sentence)
    if like is not None:
        yield from _of_like(parse, clauses, referents, filler, like.end())
    if walk is not None:
        yield from _near_by_walk(parse, referents, filler, sentence)
    if marker is None:
        return
    main = _main_behind(clauses, marker.end())
    other = _effect(parse, referents, main, marker.end(), place, cause=cause is not None)
    if other is None or other.place == place or other.end.text == filler.end.text:
        return
    if without is not None:
        polarity = None if main is None else stated(parse, main.predicate.word, sentence).polarity
        if polarity is Polarity.NEGATIVE and is_happening(parse, other):
            yield tie(sentence, other.end, R.DEPENDENCY, filler.end, worded("必要とする"))
        return
    if main is not None and not tells(stated(parse, main.predicate.word, sentence).modality):
        return
    are_things = not (filler.kinds | other.kinds) & {EntityType.PERSON, EntityType.TIME_UNIT, EntityType.LOCATION}
    is_event, is_other_event = is_happening(parse, filler), is_happening(parse, other) or _is_done(main, other)
    if cause is not None:
        is_doer = filler.kinds & frozenset((EntityType.PERSON, EntityType.ORGANIZATION, EntityType.TIME_UNIT))
        is_doer = is_doer or EntityType.TIME_UNIT in other.kinds or any(map(str.isdigit, filler.end.text))
        is_sure = cause["sure"] is not None or is_mishap(parse.surface(*phrase_of(parse, place)))
        effect = other.end if is_other_event or main is None else _what_happens(parse, other, main)
        if is_sure and effect is not None and not is_doer:
            yield tie(sentence, filler.end, R.CAUSES, effect, worded("引き起こす"))
    elif instead is not None:
        if are_things:
            yield tie(sentence, other.end, R.SEQUENCE, filler.end, worded("取って代わる"))
    elif (is_event and is_other_event) or (_NEXT.match(parse.text, end) and are_things):
        first, last = (filler, other) if behind is not None else (other, filler)
        yield tie(sentence, last.end, R.SEQUENCE, first.end, worded("続く"))


def _what_happens(parse: Parse, other: Filler, main: Clause) -> End | None:
    """What happens to a thing, in the words of the text: 「電車が遅れた」."""
    verb = main.predicate.word
    inflected = _INFLECTED.match(parse.text, verb.end)
    first = phrase_of(parse, other.place)[0]
    is_near = other.place < verb.place and verb.place - first < _LONGEST and main.predicate.kind in ("verb", "act")
    if inflected is None or not is_near or objects_of(main.predicate.lemma) in ("2", "3"):
        return None
    return End(None, parse.text[parse.words[first].start : inflected.end()])


def _of_such(parse: Parse, referents: Referents, filler: Filler, at: int, sentence: range) -> Iterator[LiteralDraft]:
    """「AやBなどの野菜」: each is a kind of them."""
    behind = next((word for word in parse.words if word.start >= at), None)
    noun = "" if behind is None else parse.surface(*phrase_of(parse, behind.place))
    if not is_class(noun):
        return
    first = phrase_of(parse, filler.place)[0]
    before = parse.words[first - 1].text if first > sentence.start + 1 else ""
    row = [filler, filler_at(parse, first - 2, referents) if before in ("や", "と", "、") else None]
    for each in row:
        if each is not None and not each.kinds & (_PEOPLE | {EntityType.TIME_UNIT}) and parse.words[each.place].is_noun:
            named = each.end.name is not None and each.end.name.named
            yield tie(sentence, each.end, R.INSTANCE_OF if named else R.TYPE_OF, End(None, noun), worded("である"))


def _of_like(
    parse: Parse, clauses: Sequence[Clause], referents: Referents, filler: Filler, at: int
) -> Iterator[LiteralDraft]:
    """「AはBのようなNだ」: A is like B."""
    main = next((clause for clause in clauses if clause.predicate.word.start >= at), None)
    if main is None or main.predicate.kind != "nominal" or main.predicate.ending != "stop":
        return
    for argument in main.of_role("が"):
        bearer = filler_at(parse, argument.head, referents)
        if bearer is not None and bearer.place < filler.place and not bearer.kinds & {EntityType.TIME_UNIT}:
            yield tie(main.sentence, bearer.end, R.SIMILAR_TO, filler.end, worded("似る"))


def is_happening(parse: Parse, filler: Filler) -> bool:
    """Whether an end is something that happens or is done: a 会議, a 停電, a 更新."""
    if filler.kinds & {EntityType.PERSON, EntityType.TIME_UNIT}:
        return False
    return bool(filler.kinds & _HAPPENING) or (not filler.kinds and kind_of(parse.words[filler.place]) == "act")


def _is_done(main: Clause | None, other: Filler) -> bool:
    """Whether an end is what a clause says is done: 体操 of 「体操をする」."""
    objects = () if main is None or main.predicate.lemma not in _DOING else main.of_role("を")
    return any(argument.head == other.place for argument in objects)


def _main_behind(clauses: Sequence[Clause], at: int) -> Clause | None:
    """The clause that a phrase before it belongs to."""
    verbs = (clause for clause in clauses if clause.predicate.word.start >= at)
    return next((clause for clause in verbs if clause.predicate.kind in ("verb", "act", "adjective")), None)


def _effect(
    parse: Parse, referents: Referents, main: Clause | None, at: int, apart: int, *, cause: bool
) -> Filler | None:
    """What a phrase is told of: the noun right behind 「…による」, else what the clause behind it tells of or does."""
    behind = next((word for word in parse.words if word.start >= at), None)
    if parse.text[at - 1] in "るう" and behind is not None and behind.is_noun:
        return filler_at(parse, phrase_of(parse, behind.place)[1], referents)
    if main is None:
        return (
            filler_at(parse, phrase_of(parse, behind.place)[1], referents)
            if behind is not None and behind.is_noun
            else None
        )
    for role in ("が", "を") if not cause else ("が",):
        for argument in main.of_role(role):
            filler = filler_at(parse, argument.head, referents) if argument.head != apart else None
            if filler is not None and not filler.kinds & {EntityType.PERSON}:
                begins = parse.words[phrase_of(parse, argument.head)[0]].start
                is_cut = begins < at < parse.words[argument.head].end  # のため試合は
                return filler._replace(end=End(None, filler.end.text[at - begins :])) if is_cut else filler
    verb = main.predicate.word
    return filler_at(parse, verb.place, referents) if main.predicate.kind == "act" else None


def _near_by_walk(parse: Parse, referents: Referents, filler: Filler, sentence: range) -> Iterator[LiteralDraft]:
    """「AはBから歩いて二分だ」."""
    topics = (at for at in range(sentence.start + 1, filler.place) if parse.words[at].text in ("は", "も", "が"))
    for at in topics:
        subject = filler_at(parse, at - 1, referents) if parse.words[at - 1].is_noun else None
        if subject is not None and subject.kinds & _PLACES and (filler.kinds & _PLACES):
            yield tie(sentence, subject.end, R.NEAR_TO, filler.end, worded("近い"))
            return


def _apposed(parse: Parse, referents: Referents, place: int, sentence: range) -> Iterator[LiteralDraft]:
    """What a noun is to whom it stands before or behind: 「BのN、A」「BのNであるA」「BにはAというNがいる」."""
    noun = parse.surface(*phrase_of(parse, place))
    called = called_at(parse, place)
    predicate = worded(noun)
    if called is not None:
        bearer = filler_at(parse, called, referents)
        holder = next(
            (
                at
                for at in range(sentence.start, called)
                if parse.words[at].text == "に" and parse.words[at].is_particle
            ),
            0,
        )
        owners = owners_of(parse, place, referents)
        holding = filler_at(parse, holder - 1, referents) if holder > sentence.start else None
        owners += [] if holding is None else [holding]
        read = [] if bearer is None else noun_ties(sentence, noun, owners, bearer, predicate)
        yield from read
        is_kind = noun not in NEVER and bool(kinds_named(noun) - _PEOPLE or is_class(noun))
        if bearer is not None and not read and is_kind and not bearer.kinds & _PEOPLE:
            yield tie(sentence, bearer.end, R.INSTANCE_OF, End(None, noun), worded("である"))
        return
    owners = owners_of(parse, place, referents)
    joint = next(
        (words for words in ("、", "の", "である") if parse.text.startswith(words, parse.words[place].end)), ""
    )
    start = parse.words[place].end + len(joint)
    behind = next((word for word in parse.words if word.start >= start), None)
    if not joint or not owners or behind is None or not behind.is_noun:
        return
    bearer = filler_at(parse, phrase_of(parse, behind.place)[1], referents)
    is_named = bearer is not None and bearer.end.name is not None and bearer.end.name.named
    near = relations.position(noun)
    if (
        bearer is not None
        and joint == "の"
        and near is not None
        and bearer.kinds & _PLACES
        and not owners[0].kinds & {EntityType.TIME_UNIT, EntityType.PERSON}
    ):
        yield tie(sentence, bearer.end, near, owners[0].end, worded(f"{noun}にある"))
    elif bearer is not None and (is_named or joint == "である"):
        yield from noun_ties(sentence, noun, owners, bearer, predicate)


def _after_end(parse: Parse, clauses: Sequence[Clause], referents: Referents) -> Iterator[LiteralDraft]:
    """What comes when something else is over: 「会議が終わったら掃除をする」."""
    for clause in clauses:
        over = _OVER.match(parse.text, clause.predicate.word.start)
        main = None if over is None else _main_behind(clauses, over.end())
        if over is None or main is None:
            continue
        first = [filler_at(parse, argument.head, referents) for argument in clause.of_role("が", "を")]
        last = _effect(parse, referents, main, over.end(), clause.predicate.word.place, cause=False)
        for each in first[:1]:
            if (
                each is not None
                and last
                and (is_happening(parse, last) or _is_done(main, last))
                and each.place < last.place
            ):
                yield tie(clause.sentence, last.end, R.SEQUENCE, each.end, worded("続く"))
