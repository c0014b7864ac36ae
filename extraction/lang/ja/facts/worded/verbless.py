"""What a note tells without a verb: 「試験は 3/10 に機器室で」, 「申請は井上さんが今週中」, 「鍵は林さんから堀さんへ」.

The topic is what is told of. Somebody with が, or to whom it goes, has it in charge; what else has a particle tells
when, where or how much.
"""

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


def verbless(parse: Parse, sentence: range, phrases: Sequence[Phrase], referents: Referents) -> Iterator[LiteralDraft]:
    """The facts of a stretch of a sentence that has no predicate."""
    topic = next((phrase for role in _TOPICS for phrase in phrases if phrase.role == role), None)
    if topic is None or all(phrase.role not in (*_ASIDE, "が") for phrase in phrases):
        return
    parts = parts_of(parse, [phrase for phrase in phrases if phrase.role], referents)
    theme = next((part for part in parts if part.phrase == topic), None)
    if theme is None or is_person(theme.end) or is_date(theme.end) or theme.end.text[:1].isdigit():
        return
    others = [part for part in parts if part is not theme]
    time = next((part.time for part in others if part.time is not None), None)
    subject, verb = _action(parse, theme, topic, referents)
    people = [part for part in others if part.role in ("が", "へ") and is_person(part.end)]
    before = [part for part in others if part.role == "から" and is_person(part.end)]
    people += [part for part in others if before and part.role == "に" and is_person(part.end)]
    for person in people:
        yield LiteralDraft(
            subject=person.end,
            object=theme.end,
            arguments=tuple((part.role, part.end) for part in before),
            predicate=_stated(_DUTY, ahead=time is not None),
            sentence=sentence,
            confidence=UNSEEN,
            evidence="verbless",
            time=time,
            type=RelationType.OWNERSHIP,
        )
    for value in _values(parse, phrases, others, referents):
        if not is_person(value) and not (people and is_date(value)) and "=" not in value.text:
            yield LiteralDraft(
                subject=subject,
                object=value,
                arguments=(),
                predicate=_stated(verb, ahead=False),
                sentence=sentence,
                confidence=UNSEEN,
                evidence="verbless",
                time=time,
            )


def _values(parse: Parse, phrases: Sequence[Phrase], others: Sequence[Part], referents: Referents) -> Iterator[End]:
    """What tells when, where or how much, and the nouns without a particle."""
    yield from (part.end for part in others if part.role in _ASIDE and part.end.text not in NEVER)
    for phrase in phrases:
        word = parse.words[phrase.last]
        is_bare = not phrase.role and word.text not in FORMAL | NEVER and not is_decision(word)
        end = end_at(parse, phrase.last, referents, phrase.first) if is_bare else None
        if end is not None:
            yield end


def _action(parse: Parse, theme: Part, topic: Phrase, referents: Referents) -> tuple[End, str]:
    """What a topic is of and what is done to it: v15 and 更新する of 「v15 への更新」; else the topic itself."""
    action = action_in(parse, topic.first, topic.last)
    if action is None:
        return theme.end, "である"
    is_marked = action.thing is not None and parse.words[action.thing[1] + 1].text != "の"
    thing = end_at(parse, action.thing[1], referents, action.thing[0]) if action.thing and is_marked else None
    return (theme.end, "行う") if thing is None else (thing, action.verb)


def _stated(verb: str, *, ahead: bool) -> Stated:
    lemma = "だ" if verb == "である" else verb
    return Stated(verb, lemma, Polarity.POSITIVE, Modality.INTENDED if ahead else Modality.STATED, passive=False)
