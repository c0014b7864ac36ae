"""Amounts in a parsed Japanese text: which words tell one, what is said to have it, and which fact it belongs to."""

import re
from collections.abc import Iterator, Sequence

from extraction.lang.ja.amounts.amounts import found
from extraction.lang.ja.arguments.circumstances import place_of, time_of
from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.zero_subjects import SPEAKER
from extraction.lang.ja.facts.drafts import StatementDraft
from extraction.lang.ja.modality.predicate_suffixes import tail_of
from extraction.lang.ja.modality.stating import Stated, held, stated
from extraction.lang.ja.modality.tense import is_former, is_past, was_before
from extraction.lang.ja.names.entities import Name, words_between
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import kind_of, particle_of, phrase_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import NOUNS, VERBS, words_of
from graph.model.types import EntityType, RelationType

_SURE, _INEXACT = 0.9, 0.75
_VAGUER = 0.9
"""What a bound, a run or about so much takes off a statement's confidence."""
_STATED = 0.8
"""How often what stands beside an amount is what has it."""
_EMPTY = re.compile(r"[ぁ-んー]{1,2}")
_MEASURED = re.compile(
    rf"(?:{'|'.join(NOUNS.ordered('measure'))}|[一-鿿ぁ-んァ-ヺー](?<![時世年近現古歴十])代"
    r"|[一-鿿ぁ-んァ-ヺー](?:費|額|率)|[一-鿿ぁ-んァ-ヺー](?<![資材原燃食飲肥染塗香顔史])(?<!調味)料)$"
)
"""What has one amount at a time, and whose it is."""
_PERSONAL = re.compile(
    r"^(?:家賃|お?給料|給与|月給|年収|月収|時給|手取り|体重|身長|貯金|借金|体温|食費|電気代|ガス代|光熱費|お?小遣い)$"
)
"""Those of them that are a speaker's own where nobody else is named."""
_NEEDING = frozenset(words_of("かかる 掛かる 要する 費やす 投じる 払う 支払う 使う 必要"))
"""Verbs by which に tells what so much is needed for."""
_CHANGING = VERBS.words("amount_change")
"""Verbs by which に tells how much it is then."""
_HAVING = frozenset(words_of("ある 有る 超える 上回る 下回る だ する 為る"))
_CURRENCIES = frozenset(words_of("円 ドル ユーロ ポンド 元 ウォン ルピー バーツ フラン"))
_OBJECTS = ("を", "が", "")
_THINGS = _NEEDING | _CHANGING | _HAVING
_OTHERS = ("で", "に")


def amounts_of(parse: Parse, names: Lookup) -> list[Name]:
    """The amounts of a text as names that nothing states yet; none that shares a word with a name or a date."""
    amounts: list[Name] = []
    for start, end, amount in found(parse.text):
        places = words_between(parse, start, end)
        if places is None or any(names.at(place) is not None for place in range(places[0], places[1] + 1)):
            continue
        first, last = places
        if parse.words[last].end != end or _is_cut(parse, last):
            continue
        start = min(start, parse.words[first].start)
        amounts.append(
            Name(
                first=first,
                last=last,
                start=start,
                end=end,
                surface=parse.text[start:end],
                name=amount.name,
                type=EntityType.CONCEPT,
                confidence=_SURE if amount.is_exact else _INEXACT,
                reasons=["amount"] if amount.is_exact else ["amount", amount.mark],
                method="amount",
                subtype=amount.subtype,
            )
        )
    return amounts


def _is_cut(parse: Parse, last: int) -> bool:
    """Whether an amount only opens a longer noun (50円切手); one before a noun of action belongs to that."""
    if last + 1 >= len(parse.words) or parse.words[last + 1].start != parse.words[last].end:
        return False
    after = parse.words[last + 1]
    return after.is_noun and not after.tag.startswith(("名詞-普通名詞-サ変", "名詞-普通名詞-副詞可能"))


def of_amounts(
    parse: Parse, sentence: range, amounts: Sequence[Name], referents: Referents
) -> Iterator[StatementDraft]:
    """ "部屋の広さは45平米", "予算は300万円だ", "体重は65キロ、身長は172センチ": what is said to be so much."""
    of_whom: list[Name] = []
    for amount, runs_on in _said(parse, [one for one in amounts if one.last in sentence], sentence, referents):
        noun = head_of(parse, amount)
        # The topic of them all hangs on the last.
        heads = (noun, *_above(parse, noun)) if runs_on else (noun,)
        near = sorted({child for head in heads for child in parse.children[head.place] if child < amount.first})
        children = [parse.words[child] for child in near]
        subjects = [(child, particle_of(parse, child)) for child in children if child.label in ("nsubj", "dislocated")]
        marked = [one for one, mark in subjects if mark.topic == "は" or mark.case == "が" or len(subjects) == 1]
        if not marked or _is_another(parse, marked, amount, amounts):
            continue
        tail = tail_of(parse, noun, sentence)
        said = Stated("である", "だ", *held(parse, noun, tail, sentence), False)
        for draft in _of_thing(parse, sentence, marked, amount, said, referents, of_whom=of_whom):
            draft.past = is_former(parse, noun.place, tail, sentence) or any(
                was_before(parse, one.place, sentence) for one in marked
            )
            dates = [name for name in referents.names.names if name.moment is not None and name.first in sentence]
            draft.time = dates[0] if len(dates) == 1 else None
            person = draft.subject.type is EntityType.PERSON and draft.predicate != said.predicate
            of_whom = [draft.subject] if person else []
            yield draft


def _said(parse: Parse, amounts: Sequence[Name], sentence: range, referents: Referents) -> Iterator[tuple[Name, bool]]:
    """The amounts that a sentence says something to be, and whether the copula only comes behind a later one."""
    said: list[tuple[Name, bool]] = []
    after: Name | None = None
    for amount in reversed(amounts):
        runs_on = after is not None and _runs_on(parse, amount, after, referents)
        if runs_on or _is_said(parse, head_of(parse, amount), amount, sentence):
            said.append((amount, runs_on))
            after = amount
        else:
            after = None
    yield from reversed(said)


def _runs_on(parse: Parse, amount: Name, after: Name, referents: Referents) -> bool:
    """Whether what is said of the next amount is said of this one as well: "りんごは100円、みかんは80円です"."""
    between = parse.words[amount.last + 1 : after.first]
    if len(between) < 3 or between[0].text not in ("、", "，", ",") or between[-1].text not in ("は", "が"):
        return False
    return all(
        (word.is_noun or word.text == "の") and not referents.names.is_time(word.place) for word in between[1:-1]
    )


def _above(parse: Parse, word: Word) -> Iterator[Word]:
    """The words that a word hangs on, one above the other."""
    while word.head != word.place:
        word = parse.words[word.head]
        yield word


def head_of(parse: Parse, amount: Name) -> Word:
    """The word of an amount on which the others hang: in 5万円くらい that is 円."""
    places = range(amount.first, amount.last + 1)
    outer = [place for place in places if parse.words[place].head not in places or parse.words[place].head == place]
    return parse.words[outer[-1] if outer else amount.last]


def _is_another(parse: Parse, subjects: Sequence[Word], amount: Name, amounts: Sequence[Name]) -> bool:
    """Whether plain nouns may have another amount than this: "1ドルは150円", "大人が2000円、子供が1000円"."""
    if any(_is_measured(parse, one) for one in subjects):
        return False
    first = min(one.place for one in subjects)
    between = any(first < other.first < amount.first for other in amounts)
    return between or len(subjects) > 1 or any(one.text in _CURRENCIES for one in subjects)


def _is_said(parse: Parse, noun: Word, amount: Name, sentence: range) -> bool:
    """Whether the amount is what a sentence or clause says of its subject, and neither a means nor a time by で."""
    rest = parse.text[parse.words[amount.last].end : parse.words[sentence.stop - 1].end]
    copula = any(parse.words[child].label == "cop" for child in parse.children[noun.place])
    return (noun.label == "ROOT" or copula) and not re.match(r"(?:[をにがのへと]|から|まで)", rest)


def with_amounts(
    parse: Parse,
    clause: Clause,
    amounts: Sequence[Name],
    referents: Referents,
    unnamed: float,
    drafts: list[StatementDraft],
) -> Iterator[StatementDraft]:
    """The drafts of a clause with the amount that belongs to it; where there are none, what it tells of the amount."""
    for draft in drafts:
        for amount in amounts:
            if draft.amount is None and _describes(parse, amount, draft):
                draft.amount = amount
    own = [amount for amount in amounts if _governs(parse, clause, amount)]
    marks = {amount.last: _mark(parse, amount) for amount in own}
    told = [one for one in own if marks[one.last] in _OBJECTS + _OTHERS and not _is_part(parse, one)]
    if any(marks[one.last] in ("から", "まで", "より") for one in own):
        told = [one for one in told if marks[one.last] == "に"]
    if len(told) == 1:
        if drafts:
            for draft in drafts:
                draft.amount, draft.counted = told[0], True
        else:
            drafts = list(_counted(parse, clause, told[0], marks[told[0].last], referents, unnamed))
    yield from drafts


def _describes(parse: Parse, amount: Name, draft: StatementDraft) -> bool:
    """Whether the amount stands before the object of a statement with の (3万円の靴)."""
    after = parse.words[amount.last + 1] if amount.last + 1 < len(parse.words) else None
    head = head_of(parse, amount).head
    return after is not None and after.text == "の" and draft.object.first <= head <= draft.object.last


def _is_part(parse: Parse, amount: Name) -> bool:
    """Whether it is so much of something that の tells (全電力の7割)."""
    return any(word.place < amount.first for word in possessors(parse, head_of(parse, amount)))


def _governs(parse: Parse, clause: Clause, amount: Name) -> bool:
    """Whether the amount belongs to the verb: the parse says so, or it is the next one and stands close by."""
    verb = clause.predicate.word
    if clause.predicate.kind not in ("verb", "act", "adjective") or amount.last >= verb.place:
        return False
    head = head_of(parse, amount).head
    between = parse.words[amount.last + 1 : verb.place]
    beside = len(between) <= 1 and all(word.is_particle for word in between)
    return amount.last in clause.sentence and (head == verb.place or beside)


def _mark(parse: Parse, amount: Name) -> str:
    """The particle behind an amount, "" for none and for も."""
    after = parse.words[amount.last + 1] if amount.last + 1 < len(parse.words) else None
    if after is None or not after.is_particle or after.text in ("も", "だけ", "しか", "は"):
        return ""
    return after.text


def _counted(
    parse: Parse, clause: Clause, amount: Name, mark: str, referents: Referents, unnamed: float
) -> Iterator[StatementDraft]:
    """ "開発に300万円かかった", "家賃が9万円になった": what costs, is or becomes so much."""
    verb = clause.predicate.word
    said = stated(parse, verb, clause.sentence, light=None)
    needs = said.lemma in _NEEDING
    if (mark == "に" and said.lemma not in _CHANGING) or (
        not needs and (mark == "が" or clause.predicate.kind == "adjective")
    ):
        return
    subjects = _subjects(parse, verb, amount, said)
    changes = mark == "に"
    told_with = mark == "で" or (changes and said.lemma != "なる")
    # what rises to so much is so much then, and what rises by it is not
    lemma = "なる" if changes else said.lemma
    said = said._replace(predicate=mark + said.predicate if told_with else said.predicate, lemma=lemma)
    drafts = list(_of_thing(parse, clause.sentence, subjects, amount, said, referents, changes=changes))
    if not subjects and unnamed:
        speaker = referents.names.speaker(verb.place)
        drafts = [_draft(speaker, amount, said, clause.sentence, SPEAKER)] if speaker is not None else []
    time, place = time_of(parse, clause, referents), place_of(clause, referents)
    for draft in drafts:
        draft.time, draft.place = time, place
        draft.past = is_past(parse, clause, dated=time is not None)
        yield draft


def _subjects(parse: Parse, verb: Word, amount: Name, said: Stated) -> list[Word]:
    """The nouns of a clause that may have an amount; the parser hangs some of them on the amount before it."""
    subjects: list[Word] = []
    beside = [child for child in parse.children[verb.place] if child < amount.first]
    hung = [far for child in (*beside, amount.last) for far in parse.children[child] if _is_number(parse.words[child])]
    for place in sorted({*beside, *hung}):
        word = parse.words[place]
        if place >= amount.first or not (word.is_noun or word.tag.startswith("代名詞")) or _is_number(word):
            continue
        case, topic = particle_of(parse, word)
        goal = case == "に" and said.lemma in _NEEDING
        if goal or ((case == "が" or topic) and case in ("が", "") and word.label in ("nsubj", "dislocated", "obl")):
            subjects.append(word)
    return subjects


def _is_number(word: Word) -> bool:
    return kind_of(word) == "number"


def _of_thing(
    parse: Parse,
    sentence: range,
    subjects: Sequence[Word],
    amount: Name,
    said: Stated,
    referents: Referents,
    *,
    changes: bool = False,
    of_whom: Sequence[Name] = (),
) -> Iterator[StatementDraft]:
    """The statement that a thing, or what is measured of it, is so much; `changes` where に tells what it is then.

    What is measured and said to be nobody's is theirs `of_whom` the sentence has just told such a thing.
    """
    names = referents.names
    # The last is its own: of "長さは5メートル、重さは3キロ" the parser hangs both on the last amount.
    measures = [one for one in subjects if _is_measured(parse, one)]
    measure = measures[-1] if measures else None
    others = [one for one in subjects if one not in measures]
    if measure is None:
        told = [thing for one in others[:1] for thing in _things(parse, one, said, referents)]
        # "私は往復5時間でした": nobody is an amount
        told = [thing for thing in told if said.lemma != "だ" or thing.type is not EntityType.PERSON]
        yield from (_draft(thing, amount, said, sentence, _STATED) for thing in told if thing.last < amount.first)
        return
    noun = parse.surface(*phrase_of(parse, measure.place))
    attribute = said._replace(predicate=noun, lemma=noun) if said.lemma in _HAVING else said
    # Of several topics the last is the nearest (田中さんは身長が…、私は体重が…).
    owners = [one for one in (*possessors(parse, measure), *others[::-1]) if not names.is_time(one.place)]
    told = [thing for one in owners[:1] for thing in _things(parse, one, attribute, referents)]
    if not owners and of_whom:
        told = list(of_whom)
    elif not owners and _PERSONAL.match(noun) and (speaker := names.speaker(measure.place)) is not None:
        told = [speaker]
    if not told:
        first, last = phrase_of(parse, measure.place)
        whole = (min([first, *(phrase_of(parse, one.place)[0] for one in owners if one.place < first)]), last)
        told, attribute = _whole(names, whole), said
    else:
        # "体重が5キロ減った" tells of no weight of 5 kg
        valued = said.lemma in _HAVING or said.lemma == "かかる" or (changes and said.lemma in _CHANGING)
        if not valued and said.lemma not in _CHANGING:
            return
        attribute = said._replace(
            predicate=noun if valued else f"{noun}が{said.predicate}", lemma=noun if valued else f"{noun}が{said.lemma}"
        )
    for thing in told:
        yield _draft(thing, amount, attribute, sentence, _STATED)


def _is_measured(parse: Parse, noun: Word) -> bool:
    return bool(_MEASURED.search(parse.surface(*phrase_of(parse, noun.place))))


def _things(parse: Parse, noun: Word, said: Stated, referents: Referents) -> list[Name]:
    """What a noun stands for, a plain one with all that の ties to it where a sentence says what that costs or is."""
    found_ = referents.doers(noun.place)
    if found_ and (found_[0].named or referents.names.is_self(noun.place)):
        return found_
    if said.lemma not in _THINGS and not _MEASURED.search(said.lemma):
        return found_
    first, last = phrase_of(parse, noun.place)
    for owner in possessors(parse, noun):
        first = min(first, phrase_of(parse, owner.place)[0])
    return _whole(referents.names, (first, last))


def _whole(names: Lookup, bounds: tuple[int, int]) -> list[Name]:
    one = names.framed(bounds, None, topic=False)
    return [] if one is None or one.type is EntityType.TIME_UNIT or _EMPTY.fullmatch(one.name) else [one]


def _draft(thing: Name, amount: Name, said: Stated, sentence: range, trust: float) -> StatementDraft:
    return StatementDraft(
        subject=thing,
        object=amount,
        predicate=said.predicate,
        lemma=said.lemma,
        type=RelationType.RELATES_TO,
        sentence=sentence,
        confidence=trust
        * (0.7 + 0.3 * min(thing.confidence, amount.confidence))
        * (_VAGUER ** (len(amount.reasons) - 1)),
        reasons=tuple(amount.reasons),
        method="amount",
        polarity=said.polarity,
        modality=said.modality,
    )
