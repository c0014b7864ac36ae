"""A verb and its arguments as the particles tell them: the step between a parse and the statements drawn from it."""

from typing import NamedTuple

from extraction.japanese.lexicon import NEVER
from extraction.japanese.predicates import CARRIERS
from extraction.japanese.words import Parse, Word

_CASES = frozenset(("が", "を", "に", "へ", "で", "と", "から", "より", "の"))
_FIXED = {
    "によって": "によって",
    "により": "によって",
    "による": "によって",
    "として": "として",
    "という": "という",
    "について": "について",
    "に関して": "について",
    "において": "で",
    "における": "で",
    "にて": "で",
    "に対して": "に対して",
    "とともに": "と",
    "と共に": "と",
    "と一緒に": "と",
}


class Argument(NamedTuple):
    """A noun and its role; `how` tells where the role comes from: a particle, the topic, a gap, or a shared subject."""

    head: int
    role: str
    how: str


class Clause(NamedTuple):
    """A predicate with all its arguments."""

    predicate: Word
    sentence: range
    arguments: tuple[Argument, ...]
    light: Word | None = None

    def of_role(self, *roles: str) -> tuple[Argument, ...]:
        """The arguments that play one of the roles."""
        return tuple(argument for argument in self.arguments if argument.role in roles)


def particle_of(parse: Parse, noun: Word) -> tuple[str, bool]:
    """The noun's case particle ("" without one) and whether it is also marked as topic by は or も.

    Looks past など, だけ and their like; "によって" and its like count as one particle.
    """
    topic = False
    case = ""
    for place in parse.children[noun.place]:
        word = parse.words[place]
        if place < noun.place or word.label != "case":
            continue
        run = word.text + "".join(
            parse.words[child].text for child in parse.children[place] if parse.words[child].label == "fixed"
        )
        text = _FIXED.get(run, word.text if run == word.text else "other")
        if text in ("は", "も"):
            topic = True
        elif text in _CASES or text in _FIXED.values() or text == "other" or (text == "まで" and not case):
            case = text
    return case, topic


def clauses_of(parse: Parse, sentence: range) -> list[Clause]:
    """Every verb or adjective of the sentence with its arguments; subjects carried over from the clause it leans on."""
    clauses = [
        _clause(parse, parse.words[place], sentence)
        for place in sentence
        if parse.words[place].part in ("VERB", "ADJ")
        and parse.words[place].label not in ("fixed", "aux", "compound", "cop")
    ]
    return [_with_shared_subject(clause, clauses) for clause in clauses]


def _clause(parse: Parse, predicate: Word, sentence: range) -> Clause:
    arguments: list[Argument] = []
    light: Word | None = None
    carrier = parse.words[predicate.head] if predicate.label == "acl" else None
    carried = parse.children[carrier.place] if carrier is not None and carrier.text in CARRIERS else ()
    for place in (*parse.children[predicate.place], *carried):
        noun = parse.words[place]
        if place > predicate.place or place not in sentence or not (noun.is_noun or noun.tag.startswith("代名詞")):
            continue
        case, topic = particle_of(parse, noun)
        role, how = _role(parse, noun, case, topic)
        if predicate.lemma in ("する", "行う", "行なう") and role == "を" and noun.tag.startswith("名詞-普通名詞-サ変"):
            light = noun
        elif role:
            arguments.append(Argument(place, role, how))
    gap = _gap(parse, predicate, arguments, sentence)
    return Clause(predicate, sentence, (*arguments, *gap), light)


def _role(parse: Parse, noun: Word, case: str, topic: bool) -> tuple[str, str]:
    if case and case != "の":
        return case, "particle:" + case
    if topic:
        how = "also" if _also(parse, noun) else "topic"
        if noun.label == "obj":
            return "を", how
        return ("が" if noun.label in ("nsubj", "dislocated") else "は"), how
    if case == "の":
        return ("が", "particle:の") if noun.label == "nsubj" else ("", "")
    if noun.tag.startswith("代名詞") and noun.label in ("nsubj", "obl", "dislocated"):
        return "が", "bare pronoun"
    return ("を", "bare") if noun.label == "obj" else ("が", "bare") if noun.label == "nsubj" else ("", "")


def _also(parse: Parse, noun: Word) -> bool:
    return any(parse.words[place].text == "も" and place > noun.place for place in parse.children[noun.place])


def _gap(parse: Parse, predicate: Word, arguments: list[Argument], sentence: range) -> tuple[Argument, ...]:
    """The noun that a clause before it describes fills the clause's empty place: が first, then を."""
    if predicate.label != "acl" or predicate.head not in sentence:
        return ()
    noun = parse.words[predicate.head]
    if noun.text in NEVER or noun.text in CARRIERS or not noun.is_noun:
        return ()
    roles = {argument.role for argument in arguments}
    if "が" not in roles and "は" not in roles:
        return (Argument(noun.place, "が", "gap"),)
    return (Argument(noun.place, "を", "gap"),) if "を" not in roles and predicate.part == "VERB" else ()


def _with_shared_subject(clause: Clause, clauses: list[Clause]) -> Clause:
    """A clause without a subject takes that of the clause it leans on, or of the one that leads to it."""
    if clause.of_role("が", "は"):
        return clause
    place = clause.predicate.place
    for other in clauses:
        shared = other.of_role("が", "は")
        if not shared or shared[0].how in ("gap", "shared", "also"):
            continue
        leans = clause.predicate.label in ("advcl", "ccomp") and clause.predicate.head == other.predicate.place
        leads = other.predicate.label == "advcl" and other.predicate.head == place and shared[0].how == "topic"
        if leans or leads:
            carried = Argument(shared[0].head, shared[0].role, "shared")
            return clause._replace(arguments=(carried, *clause.arguments))
    return clause
