"""What a note tells without a verb: 「試験は 3/10 に機器室で」, 「申請は井上さんが今週中」, 「鍵は林さんから堀さんへ」.

The topic is what is told of. Somebody with が, or to whom it goes, has it in charge; what else has a particle tells
when, where or how much.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extraction.lang.ja.facts.worded.ends import UNSEEN, End, LiteralDraft, Part, end_at, is_date, is_person, parts_of
from extraction.lang.ja.facts.worded.phrases import Phrase
from extraction.lang.ja.modality.stating import Stated
from extraction.lang.ja.modality.verdicts import action_in, is_decision
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import FORMAL
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import NEVER
from graph.model.types import Modality, Polarity, RelationType

_ASIDE: Final = ("に", "へ", "で", "から", "まで")
_TOPICS: Final = ("は", "を", "も")
_DUTY: Final = "担当する"
_DEED: Final = re.compile(r"[一-鿿々]{2,4}|[ァ-ヺー]{3,10}")
"""How a noun is written that tells what somebody does."""


def verbless(parse: Parse, sentence: range, phrases: Sequence[Phrase], referents: Referents) -> Iterator[LiteralDraft]:
    """The facts of a stretch of a sentence that has no predicate."""
    topic = next((phrase for role in _TOPICS for phrase in phrases if phrase.role == role), None)
    if topic is None or all(phrase is topic for phrase in phrases):
        return
    parts = parts_of(parse, [phrase for phrase in phrases if phrase.role], referents)
    theme = next((part for part in parts if part.phrase == topic), None)
    if theme is None or is_person(theme.end) or is_date(theme.end) or theme.end.text[:1].isdigit():
        return
    others = [part for part in parts if part is not theme]
    bare = list(_bare(parse, phrases, referents))
    time = next((part.time for part in others if part.time is not None), None)
    deed = _deed_of(parse, phrases, bare) if any(part.role == "が" for part in others) else ""
    before = [part for part in others if part.role == "から" and is_person(part.end)]
    doers = [part.end for part in others if part.role in ("が", "へ") and (deed or is_person(part.end))]
    doers += [part.end for part in others if before and part.role == "に" and is_person(part.end)]
    doers += [end for end in bare if is_person(end)]
    for doer in doers:
        yield LiteralDraft(
            subject=doer,
            object=theme.end,
            arguments=tuple((part.role, part.end) for part in before),
            predicate=_stated(deed or _DUTY, ahead=time is not None),
            sentence=sentence,
            confidence=UNSEEN,
            evidence="verbless",
            time=time,
            type=RelationType.OWNERSHIP if is_person(doer) else RelationType.RELATES_TO,
        )
    subject, verb = _action(parse, theme, topic, referents)
    values = [part.end for part in others if part.role in _ASIDE and part.end.text not in NEVER]
    # 外向きは VPN だけ: what it is, and not what is done
    stated = "である" if verb == "行う" and not values else verb
    for value in (*values, *(() if deed else bare)):
        if not is_person(value) and not (doers and is_date(value)) and "=" not in value.text:
            yield LiteralDraft(
                subject=subject,
                object=value,
                arguments=(),
                predicate=_stated(stated, ahead=False),
                sentence=sentence,
                confidence=UNSEEN,
                evidence="verbless",
                time=time,
            )


def _bare(parse: Parse, phrases: Sequence[Phrase], referents: Referents) -> Iterator[End]:
    """The nouns without a particle."""
    for phrase in phrases:
        word = parse.words[phrase.last]
        is_bare = not phrase.role and word.text not in FORMAL | NEVER and not is_decision(word)
        end = end_at(parse, phrase.last, referents, phrase.first) if is_bare else None
        if end is not None:
            yield end


def _deed_of(parse: Parse, phrases: Sequence[Phrase], bare: Sequence[End]) -> str:
    """What a noun at the end says that somebody or something does: 「漏水は業者が応急処置」; "" for none."""
    last = phrases[-1]
    is_noun = not last.role and bool(bare) and bare[-1].name is None and _DEED.fullmatch(bare[-1].text) is not None
    is_last = is_noun and last.last == max(phrase.last for phrase in phrases)
    return f"{parse.surface(last.first, last.last)}する" if is_last else ""


def _action(parse: Parse, theme: Part, topic: Phrase, referents: Referents) -> tuple[End, str]:
    """What a topic is of and what is done to it: v15 and 更新する of 「v15 への更新」; else whose and what it is."""
    action = action_in(parse, topic.first, topic.last)
    is_marked = action is not None and action.thing is not None and parse.words[action.thing[1] + 1].text != "の"
    if action is not None and action.thing is not None and is_marked:
        thing = end_at(parse, action.thing[1], referents, action.thing[0])
        return (theme.end, "行う") if thing is None else (thing, action.verb)
    if action is not None:
        return theme.end, "行う"
    places = [place for place in range(topic.first, topic.last) if parse.words[place].text == "の"]
    owner = end_at(parse, places[-1] - 1, referents, topic.first) if places else None
    if owner is None or is_date(owner) or (theme.end.name is not None and theme.end.name.named):
        return theme.end, "である"
    return owner, parse.surface(places[-1] + 1, topic.last)


def _stated(verb: str, *, ahead: bool) -> Stated:
    lemma = "だ" if verb == "である" else verb
    return Stated(verb, lemma, Polarity.POSITIVE, Modality.INTENDED if ahead else Modality.STATED, passive=False)
