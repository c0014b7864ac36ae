"""Whose inability a sentence tells that names nobody: the speaker's own, or what nobody can do there or then."""

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.predicates import Predicate
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.cases import particle_of
from extraction.lang.ja.parse.spelling import usual
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import VERBS, words_of

_SKILLS = VERBS.words("skill")
"""What somebody cannot do for good: what they eat, drink and have learnt. The rest mostly fails once (買えない)."""
_POINTING = frozenset(words_of("この その あの こんな そんな あんな ここ そこ あそこ"))
_CONDITIONS = frozenset(words_of("と ば たら なら ても でも"))


def is_skill(predicate: Predicate) -> bool:
    """Whether a verb tells of what is eaten, drunk or learnt, which whoever cannot do it cannot do for good."""
    return usual(predicate.lemma) in _SKILLS


def is_anybodys(parse: Parse, clause: Clause, names: Lookup) -> bool:
    """Whether it may be that nobody can: of this thing, there, then or until then (この魚は, 図書館では, 日曜は).

    So too where it is only supposed (飲めないと).
    """
    verb = clause.predicate.word
    if clause.predicate.ending in _CONDITIONS:
        return True
    for word in parse.words[clause.sentence.start : verb.place]:
        if word.text in _POINTING:
            return True
        if not word.is_noun:
            continue
        case, topic = particle_of(parse, word)
        until = case == "まで" or parse.words[word.place + 1].text == "まで"
        if until or (topic and (case in ("で", "に") or names.is_time(word.place))):
            return True
    return False
