"""Amounts in a parsed Japanese text: their words, the things that have them, and the statements they belong to."""

import re
from collections.abc import Iterator, Sequence

from extraction.lang.ja.amounts.amounts import amounts_in
from extraction.lang.ja.arguments.circumstances import place_of, time_of
from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.zero_subjects import SPEAKER
from extraction.lang.ja.facts.drafts import StatementDraft
from extraction.lang.ja.modality.predicate_suffixes import tail_of
from extraction.lang.ja.modality.stating import Stated, polarity_and_modality, stated
from extraction.lang.ja.modality.tense import is_former, is_past, was_before
from extraction.lang.ja.names.entities import Name, words_between
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import kind_of, particle_of, phrase_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import NOUNS, VERBS, words_of
from graph.model.types import EntityType, RelationType

_EXACT, _INEXACT = 0.9, 0.75
_INEXACT_FACTOR = 0.9
"""Factor on the confidence of a statement whose amount is a bound, a range or an approximation."""
_STATEMENT = 0.8
"""How often the noun beside an amount is the one that has it."""
_TOO_SHORT = re.compile(r"[ぁ-んー]{1,2}")
_MEASURED = re.compile(
    rf"(?:{'|'.join(NOUNS.ordered('measure'))}|[一-鿿ぁ-んァ-ヺー](?<![時世年近現古歴十])代"
    r"|[一-鿿ぁ-んァ-ヺー](?:費|額|率)|[一-鿿ぁ-んァ-ヺー](?<![資材原燃食飲肥染塗香顔史])(?<!調味)料)$"
)
"""Measures, which have one amount at a time: prices, incomes, sizes (家賃, 身長, 交通費)."""
_PERSONAL = re.compile(
    r"^(?:家賃|お?給料|給与|月給|年収|月収|時給|手取り|体重|身長|貯金|借金|体温|食費|電気代|ガス代|光熱費|お?小遣い)$"
)
"""Measures that are the speaker's where no owner is named."""
_NEEDING = frozenset(words_of("かかる 掛かる 要する 費やす 投じる 払う 支払う 使う 必要"))
"""Verbs with which に marks what the amount is needed for (開発に300万円かかる)."""
_CHANGING = VERBS.words("amount_change")
"""Verbs of change: に marks the resulting amount (九万円になる)."""
_HAVING = frozenset(words_of("ある 有る 超える 上回る 下回る だ する 為る"))
_CURRENCIES = frozenset(words_of("円 ドル ユーロ ポンド 元 ウォン ルピー バーツ フラン"))
_OBJECT_PARTICLES = ("を", "が", "")
_OF_THINGS = _NEEDING | _CHANGING | _HAVING
_OTHER_PARTICLES = ("で", "に")


def amounts_of(parse: Parse, names: Lookup) -> list[Name]:
    """The amounts of a text as names; none that shares a word with a name or a date."""
    amounts: list[Name] = []
    for start, end, amount in amounts_in(parse.text):
        places = words_between(parse, start, end)
        if places is None or any(names.at(place) is not None for place in range(places[0], places[1] + 1)):
            continue
        first, last = places
        if parse.words[last].end != end or _is_part_of_noun(parse, last):
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
                confidence=_EXACT if amount.is_exact else _INEXACT,
                reasons=["amount"] if amount.is_exact else ["amount", amount.mark],
                method="amount",
                subtype=amount.subtype,
            )
        )
    return amounts


def _is_part_of_noun(parse: Parse, last: int) -> bool:
    """Whether an amount only begins a longer noun (50円切手). A verbal noun behind it is its predicate."""
    if last + 1 >= len(parse.words) or parse.words[last + 1].start != parse.words[last].end:
        return False
    after = parse.words[last + 1]
    return after.is_noun and not after.tag.startswith(("名詞-普通名詞-サ変", "名詞-普通名詞-副詞可能"))


def of_amounts(
    parse: Parse, sentence: range, amounts: Sequence[Name], referents: Referents
) -> Iterator[StatementDraft]:
    """ "部屋の広さは45平米", "予算は300万円だ", "体重は65キロ、身長は172センチ": amounts as nominal predicates."""
    of_whom: list[Name] = []
    within = [amount for amount in amounts if amount.last in sentence]
    for amount, shares_copula in _predicate_amounts(parse, within, sentence, referents):
        noun = head_of(parse, amount)
        # The parser attaches the topic of all to the last amount.
        heads = (noun, *_ancestors(parse, noun)) if shares_copula else (noun,)
        near = sorted({child for head in heads for child in parse.children[head.place] if child < amount.first})
        children = [parse.words[child] for child in near]
        subjects = [(child, particle_of(parse, child)) for child in children if child.label in ("nsubj", "dislocated")]
        bearers = [
            subject for subject, mark in subjects if mark.topic == "は" or mark.case == "が" or len(subjects) == 1
        ]
        if not bearers or _may_have_another(parse, bearers, amount, amounts):
            continue
        tail = tail_of(parse, noun, sentence)
        statement = Stated("である", "だ", *polarity_and_modality(parse, noun, tail, sentence), False)
        for draft in _statements_of(parse, sentence, bearers, amount, statement, referents, of_whom=of_whom):
            draft.past = is_former(parse, noun.place, tail, sentence) or any(
                was_before(parse, bearer.place, sentence) for bearer in bearers
            )
            dates = [name for name in referents.names.names if name.moment is not None and name.first in sentence]
            draft.time = dates[0] if len(dates) == 1 else None
            person = draft.subject.type is EntityType.PERSON and draft.predicate != statement.predicate
            of_whom = [draft.subject] if person else []
            yield draft


def _predicate_amounts(
    parse: Parse, amounts: Sequence[Name], sentence: range, referents: Referents
) -> Iterator[tuple[Name, bool]]:
    """The amounts that are predicates of a sentence, and whether each shares the copula of a later one."""
    predicates: list[tuple[Name, bool]] = []
    after: Name | None = None
    for amount in reversed(amounts):
        shares_copula = after is not None and _shares_copula(parse, amount, after, referents)
        if shares_copula or _is_predicate(parse, head_of(parse, amount), amount, sentence):
            predicates.append((amount, shares_copula))
            after = amount
        else:
            after = None
    yield from reversed(predicates)


def _shares_copula(parse: Parse, amount: Name, after: Name, referents: Referents) -> bool:
    """Whether an amount shares the copula of the next one: "りんごは100円、みかんは80円です"."""
    between = parse.words[amount.last + 1 : after.first]
    if len(between) < 3 or between[0].text not in ("、", "，", ",") or between[-1].text not in ("は", "が"):
        return False
    return all(
        (word.is_noun or word.text == "の") and not referents.names.is_time(word.place) for word in between[1:-1]
    )


def _ancestors(parse: Parse, word: Word) -> Iterator[Word]:
    """The heads above a word, nearest first."""
    while word.head != word.place:
        word = parse.words[word.head]
        yield word


def head_of(parse: Parse, amount: Name) -> Word:
    """The syntactic head of an amount: 円 of 5万円くらい."""
    places = range(amount.first, amount.last + 1)
    outer = [place for place in places if parse.words[place].head not in places or parse.words[place].head == place]
    return parse.words[outer[-1] if outer else amount.last]


def _may_have_another(parse: Parse, subjects: Sequence[Word], amount: Name, amounts: Sequence[Name]) -> bool:
    """Whether plain nouns may belong to another amount: "1ドルは150円", "大人が2000円、子供が1000円"."""
    if any(_is_measured(parse, noun) for noun in subjects):
        return False
    first = min(noun.place for noun in subjects)
    between = any(first < other.first < amount.first for other in amounts)
    return between or len(subjects) > 1 or any(noun.text in _CURRENCIES for noun in subjects)


def _is_predicate(parse: Parse, noun: Word, amount: Name, sentence: range) -> bool:
    """Whether the amount is a nominal predicate, and no means or time with で."""
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
    """The drafts of a clause with the amount that belongs to each; without drafts, statements about the amount."""
    for draft in drafts:
        for amount in amounts:
            if draft.amount is None and _describes(parse, amount, draft):
                draft.amount = amount
    governed = [amount for amount in amounts if _governs(parse, clause, amount)]
    marks = {amount.last: _particle_behind(parse, amount) for amount in governed}
    objects = [
        amount
        for amount in governed
        if marks[amount.last] in _OBJECT_PARTICLES + _OTHER_PARTICLES and not _is_part(parse, amount)
    ]
    if any(marks[amount.last] in ("から", "まで", "より") for amount in governed):
        objects = [amount for amount in objects if marks[amount.last] == "に"]
    if len(objects) == 1:
        if drafts:
            for draft in drafts:
                draft.amount, draft.counted = objects[0], True
        else:
            drafts = list(_amount_statements(parse, clause, objects[0], marks[objects[0].last], referents, unnamed))
    yield from drafts


def _describes(parse: Parse, amount: Name, draft: StatementDraft) -> bool:
    """Whether the amount modifies the object of a statement with の (3万円の靴)."""
    after = parse.words[amount.last + 1] if amount.last + 1 < len(parse.words) else None
    head = head_of(parse, amount).head
    return after is not None and after.text == "の" and draft.object.first <= head <= draft.object.last


def _is_part(parse: Parse, amount: Name) -> bool:
    """Whether it is a share of a noun with の (全電力の7割)."""
    return any(word.place < amount.first for word in possessors(parse, head_of(parse, amount)))


def _governs(parse: Parse, clause: Clause, amount: Name) -> bool:
    """Whether the amount depends on the verb, by the parse or because it stands right before it."""
    verb = clause.predicate.word
    if clause.predicate.kind not in ("verb", "act", "adjective") or amount.last >= verb.place:
        return False
    head = head_of(parse, amount).head
    between = parse.words[amount.last + 1 : verb.place]
    beside = len(between) <= 1 and all(word.is_particle for word in between)
    return amount.last in clause.sentence and (head == verb.place or beside)


def _particle_behind(parse: Parse, amount: Name) -> str:
    """The particle behind an amount, "" for none and for も, だけ, しか and は."""
    after = parse.words[amount.last + 1] if amount.last + 1 < len(parse.words) else None
    if after is None or not after.is_particle or after.text in ("も", "だけ", "しか", "は"):
        return ""
    return after.text


def _amount_statements(
    parse: Parse, clause: Clause, amount: Name, mark: str, referents: Referents, unnamed: float
) -> Iterator[StatementDraft]:
    """ "開発に300万円かかった", "家賃が9万円になった": what costs, is or becomes that amount."""
    verb = clause.predicate.word
    statement = stated(parse, verb, clause.sentence, light=None)
    needs = statement.lemma in _NEEDING
    if (mark == "に" and statement.lemma not in _CHANGING) or (
        not needs and (mark == "が" or clause.predicate.kind == "adjective")
    ):
        return
    subjects = _subjects(parse, verb, amount, statement)
    changes = mark == "に"
    keeps_particle = mark == "で" or (changes and statement.lemma != "なる")
    # What rises to an amount has it then; what rises by an amount does not.
    lemma = "なる" if changes else statement.lemma
    statement = statement._replace(
        predicate=mark + statement.predicate if keeps_particle else statement.predicate, lemma=lemma
    )
    drafts = list(_statements_of(parse, clause.sentence, subjects, amount, statement, referents, changes=changes))
    if not subjects and unnamed:
        speaker = referents.names.speaker(verb.place)
        drafts = [_draft(speaker, amount, statement, clause.sentence, SPEAKER)] if speaker is not None else []
    time, place = time_of(parse, clause, referents), place_of(clause, referents)
    for draft in drafts:
        draft.time, draft.place = time, place
        draft.past = is_past(parse, clause, dated=time is not None)
        yield draft


def _subjects(parse: Parse, verb: Word, amount: Name, statement: Stated) -> list[Word]:
    """The nouns of a clause that may have an amount; the parser attaches some of them to the amount before it."""
    subjects: list[Word] = []
    beside = [child for child in parse.children[verb.place] if child < amount.first]
    attached = [
        far for child in (*beside, amount.last) for far in parse.children[child] if _is_number(parse.words[child])
    ]
    for place in sorted({*beside, *attached}):
        word = parse.words[place]
        if place >= amount.first or not (word.is_noun or word.tag.startswith("代名詞")) or _is_number(word):
            continue
        case, topic = particle_of(parse, word)
        goal = case == "に" and statement.lemma in _NEEDING
        if goal or ((case == "が" or topic) and case in ("が", "") and word.label in ("nsubj", "dislocated", "obl")):
            subjects.append(word)
    return subjects


def _is_number(word: Word) -> bool:
    return kind_of(word) == "number"


def _statements_of(
    parse: Parse,
    sentence: range,
    subjects: Sequence[Word],
    amount: Name,
    statement: Stated,
    referents: Referents,
    *,
    changes: bool = False,
    of_whom: Sequence[Name] = (),
) -> Iterator[StatementDraft]:
    """The statement that a thing or a measure of it has an amount; `changes` where に marks the resulting amount.

    A measure without an owner belongs to those `of_whom` the sentence has just stated another measure.
    """
    names = referents.names
    # The parser attaches both measures of "長さは5メートル、重さは3キロ" to the last amount, whose own is the last.
    measures = [noun for noun in subjects if _is_measured(parse, noun)]
    measure = measures[-1] if measures else None
    others = [noun for noun in subjects if noun not in measures]
    if measure is None:
        bearers = [thing for noun in others[:1] for thing in _bearers(parse, noun, statement, referents)]
        # "私は往復5時間でした": no person is an amount.
        bearers = [thing for thing in bearers if statement.lemma != "だ" or thing.type is not EntityType.PERSON]
        yield from (
            _draft(thing, amount, statement, sentence, _STATEMENT) for thing in bearers if thing.last < amount.first
        )
        return
    measure_noun = parse.surface(*phrase_of(parse, measure.place))
    attribute = (
        statement._replace(predicate=measure_noun, lemma=measure_noun) if statement.lemma in _HAVING else statement
    )
    # Of several topics the last is the nearest one (田中さんは身長が…、私は体重が…).
    owners = [noun for noun in (*possessors(parse, measure), *others[::-1]) if not names.is_time(noun.place)]
    bearers = [thing for noun in owners[:1] for thing in _bearers(parse, noun, attribute, referents)]
    if not owners and of_whom:
        bearers = list(of_whom)
    elif not owners and _PERSONAL.match(measure_noun) and (speaker := names.speaker(measure.place)) is not None:
        bearers = [speaker]
    if not bearers:
        first, last = phrase_of(parse, measure.place)
        whole = (min([first, *(phrase_of(parse, noun.place)[0] for noun in owners if noun.place < first)]), last)
        bearers, attribute = _whole_phrase(names, whole), statement
    else:
        # "体重が5キロ減った" is no weight of 5 kg.
        valued = statement.lemma in _HAVING or statement.lemma == "かかる" or (changes and statement.lemma in _CHANGING)
        if not valued and statement.lemma not in _CHANGING:
            return
        attribute = statement._replace(
            predicate=measure_noun if valued else f"{measure_noun}が{statement.predicate}",
            lemma=measure_noun if valued else f"{measure_noun}が{statement.lemma}",
        )
    for thing in bearers:
        yield _draft(thing, amount, attribute, sentence, _STATEMENT)


def _is_measured(parse: Parse, noun: Word) -> bool:
    return bool(_MEASURED.search(parse.surface(*phrase_of(parse, noun.place))))


def _bearers(parse: Parse, noun: Word, statement: Stated, referents: Referents) -> list[Name]:
    """What a noun stands for; a common noun with its の modifiers, where the statement is about a cost or a measure."""
    doers = referents.doers(noun.place)
    if doers and (doers[0].named or referents.names.is_self(noun.place)):
        return doers
    if statement.lemma not in _OF_THINGS and not _MEASURED.search(statement.lemma):
        return doers
    first, last = phrase_of(parse, noun.place)
    for owner in possessors(parse, noun):
        first = min(first, phrase_of(parse, owner.place)[0])
    return _whole_phrase(referents.names, (first, last))


def _whole_phrase(names: Lookup, bounds: tuple[int, int]) -> list[Name]:
    name = names.framed(bounds, None, topic=False)
    return [] if name is None or name.type is EntityType.TIME_UNIT or _TOO_SHORT.fullmatch(name.name) else [name]


def _draft(thing: Name, amount: Name, statement: Stated, sentence: range, trust: float) -> StatementDraft:
    return StatementDraft(
        subject=thing,
        object=amount,
        predicate=statement.predicate,
        lemma=statement.lemma,
        type=RelationType.RELATES_TO,
        sentence=sentence,
        confidence=trust
        * (0.7 + 0.3 * min(thing.confidence, amount.confidence))
        * (_INEXACT_FACTOR ** (len(amount.reasons) - 1)),
        reasons=tuple(amount.reasons),
        method="amount",
        polarity=statement.polarity,
        modality=statement.modality,
    )
