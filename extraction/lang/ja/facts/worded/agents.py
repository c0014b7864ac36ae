"""Who does what a clause tells without naming anybody: a person in brackets, a label of the line, those who write."""

from collections.abc import Sequence
from typing import Final

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.zero_subjects import is_done_by_another, is_favour
from extraction.lang.ja.facts.worded.deeds import Deed, is_change, is_rule
from extraction.lang.ja.facts.worded.drafts import CHANGES
from extraction.lang.ja.facts.worded.ends import (
    End,
    Part,
    end_at,
    is_date,
    is_definite,
    is_named_thing,
    is_of_work,
    is_person,
)
from extraction.lang.ja.facts.worded.phrases import THEME, in_bracket_behind
from extraction.lang.ja.modality.predicate_suffixes import CARRIERS, tail_of
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import FORMAL
from extraction.lang.ja.parse.parse_repair import is_label
from extraction.lang.ja.parse.words import Parse
from graph.model.types import EntityType, Modality

TELLER: Final = "teller"
"""The role of who tells that something is done: 「田中さんから値引きすると返事」."""
_SPEAKER: Final = 0.5
"""How sure it must be that who speaks is the omitted subject."""


def agent_of(
    parse: Parse, clause: Clause, deed: Deed, parts: Sequence[Part], unnamed: float, referents: Referents
) -> End | None:
    """Who does what is told of nobody: who stands behind it in brackets, what its line begins with, or who writes."""
    names, verb = referents.names, clause.predicate.word
    agent = _agent_behind(parse, clause, referents) or next((part.end for part in parts if part.role == TELLER), None)
    if names.of_work and deed.predicate.modality is Modality.POSSIBLE:
        return agent  # 日付を選ぶと…: whoever may do it
    cleft = next((argument.head for argument in clause.of_role("が") if argument.route == "cleft"), None)
    agent = agent or (None if cleft is None else end_at(parse, cleft, referents))
    label = _label_before(parse, clause, referents)
    # 板倉: API で遅延が出た: who tells of it does nothing
    is_of_label = label is not None and (not is_person(label) or deed.theme is not None or deed.is_action)
    agent = agent or (label if is_of_label else None)
    themes = [part for part in parts if part.role == THEME and is_of_work(part.end)]
    if agent is None and themes and (deed.is_action or clause.predicate.unable):
        agent = themes[0].end
    tail = tail_of(parse, verb, clause.sentence)
    if deed.predicate.modality is Modality.REPORTED or is_favour(tail):
        return agent  # what is only heard, or done for those who write, another does
    if agent is None and not deed.is_action and is_done_by_another(parse, clause, names):
        return None
    is_within = verb.label == "acl" and not is_decided(parse, clause) and not is_rule(parse, verb)
    by_writers = deed.by_writers or unnamed >= _SPEAKER or bool(deed.acted_on)
    by_writers = by_writers or (names.of_work and not deed.predicate.passive)
    has_aim = (
        deed.theme is not None
        or deed.is_action
        or (deed.is_asked and bool(deed.givers))
        or (bool(deed.goals) and deed.predicate.lemma in CHANGES)
    )
    if agent is None and has_aim and by_writers and not is_within and not _is_of_thing(deed, of_work=names.of_work):
        speaker = names.speaker(verb.place, rules=names.may_omit_writers or is_rule(parse, verb))
        agent = None if speaker is None else End(speaker, speaker.name)
    return agent


def _is_of_thing(deed: Deed, *, of_work: bool) -> bool:
    """Whether more is told of what something is done to than that those who write do it."""
    theme = deed.theme
    if theme is None or all(part.role == "を" for part in deed.things):
        return False
    comes_to = of_work or any(is_definite(part.end) and not is_date(part.end) for part in deed.goals)
    return is_change(deed) or (bool(deed.acted_on) and comes_to) or is_of_work(theme.end)


def _agent_behind(parse: Parse, clause: Clause, referents: Referents) -> End | None:
    """The person in brackets behind a sentence, who does it."""
    inside = in_bracket_behind(parse, clause.sentence)
    name = referents.names.at(inside.start) if inside else None
    is_person = name is not None and name.type is EntityType.PERSON and name.first == inside.start
    return End(name, name.name) if name is not None and is_person else None


def _label_before(parse: Parse, clause: Clause, referents: Referents) -> End | None:
    """The thing that a line begins with, which does what is told of nobody: 「OPS-310: v15 への更新は…」."""
    start = parse.words[clause.sentence.start].start
    line = parse.text.rfind("\n", 0, start) + 1
    lead = (sentence for sentence in parse.sentences if line <= parse.words[sentence.start].start < start)
    before = next((sentence for sentence in lead if len(sentence) > 1), range(0))
    if not before or not is_label(parse.words, before):
        return None
    name = referents.names.at(before[-1] - 1)
    is_agent = name is not None and (is_named_thing(name) or name.type is EntityType.PERSON)
    is_whole = name is not None and name.first <= before.start + 2 and is_agent
    return End(name, name.surface) if name is not None and is_whole else None


def is_decided(parse: Parse, clause: Clause) -> bool:
    """Whether a clause is what somebody decides or plans (…することにした, …する予定)."""
    word = clause.predicate.word
    head = parse.words[word.head]
    return word.label == "acl" and head.place > word.place and (head.text in FORMAL or head.text in CARRIERS)
