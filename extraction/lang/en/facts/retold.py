"""Statements between names and literal facts that tell the same: which of them stays, with the words of the other."""

from collections.abc import Sequence
from dataclasses import replace

from extraction.lang.en.clauses.clauses import HANGING
from extraction.lang.en.facts.literal_subjects import spelled, type_at
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.names.terms import ARGUMENT
from extraction.lang.en.open_facts.facts import OpenFact
from extraction.lang.en.parse.tree import Tree
from extraction.model.findings import FoundStatement
from extraction.names.speakers import ONE_OF_SEVERAL
from graph.model.arguments import Argument
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Polarity, RelationType


def is_repeated(reader: Reader, statement: FoundStatement, others: Sequence[LiteralFact | FoundStatement]) -> bool:
    """Whether a statement only has a further argument of another fact that is no name: "took on paper"."""
    thing, words = reader.names[statement.object], statement.predicate.split()
    if (thing.reasons[0] != ARGUMENT and thing.subtype is None) or statement.arguments:
        return False
    forms = thing.name.casefold(), reader.doc[thing.start : thing.end].text.casefold()
    amount = (statement.amount or "").replace(" ", "")
    return any(
        (fact.subject, fact.start, fact.polarity) == (statement.subject, statement.start, statement.polarity)
        and any(
            f"{part.role} {part.text}".split()[0] in words
            and any(form in part.text.casefold() for form in forms)
            and amount in f"{_end_worded(reader, fact)}{part.text}".replace(" ", "")
            for part in fact.arguments
        )
        for fact in others
        if fact is not statement
    )


def _end_worded(reader: Reader, fact: LiteralFact | FoundStatement) -> str:
    return fact.object_text or (spelled(reader, fact.object) if isinstance(fact, FoundStatement) else "")


def without_retold(
    reader: Reader, fact: LiteralFact | FoundStatement, statements: Sequence[FoundStatement]
) -> tuple[Argument, ...]:
    """The further ends of a fact that no statement of the same deed has: "rode his bicycle to | Rome" has the place of
    "rode | his bicycle".
    """
    if not fact.arguments:
        return ()
    stated = [
        (statement.predicate.casefold().split(), spelled(reader, statement.object).casefold())
        for statement in statements
        if (statement.subject, statement.start) == (fact.subject, fact.start)
        and reader.is_proper(statement.object)
        and type_at(reader, statement.object) is not EntityType.TIME_UNIT
        and statement.polarity is Polarity.POSITIVE
    ]
    thing = _end_worded(reader, fact)
    ends = {*fact.predicate.casefold().split(), *thing.casefold().split()[-1:]}
    wordings = ((part, f"{part.role} {part.text}".strip().casefold()) for part in fact.arguments)
    return tuple(
        part
        for part, wording in wordings
        if not any(
            ends < {*words}
            and wording.startswith((f"{words[-1]} ", f"{' '.join(words[-2:])} "))  # "in", "out of"
            and wording.endswith(name)
            for words, name in stated
        )
    )


def is_ours(statement: FoundStatement) -> bool:
    """Whether a statement only has in other words that somebody is "our" something, which the clause tells."""
    is_kind = statement.type is RelationType.RELATES_TO and statement.reasons[:1] == ("copula-possessive",)
    return is_kind and ONE_OF_SEVERAL in statement.reasons


def is_circumstance(reader: Reader, statement: FoundStatement, others: Sequence[LiteralFact | FoundStatement]) -> bool:
    """Whether a statement only has the day of another fact: "wants by Friday", of "wants a note by Friday"."""
    day = reader.names[statement.object]
    if day.type is not EntityType.TIME_UNIT or statement.amount:
        return False
    words = reader.doc[day.start : day.end].text.rstrip(".")
    # "moves from Friday", of "moves to Monday" from Friday
    link = next((link for link in ("from", "to") if statement.predicate.endswith(f" {link}")), None)
    return any(
        (fact.subject, fact.start) == (statement.subject, statement.start)
        and any(
            words in part.text if not part.role else link is not None and part == Argument(link, words)
            for part in fact.arguments
        )
        for fact in others
        if fact is not statement
    )


def is_in_predicate(tree: Tree, fact: OpenFact, literal: LiteralFact, statements: Sequence[FoundStatement]) -> bool:
    """Whether a statement has the object in its predicate: "gave talk in" Oslo, of "gave a talk in Oslo"."""
    main = fact.complements[0]
    noun = tree.lemma[main.head].lower()
    if main.kind == "predicative":
        return False
    for statement in statements:
        verb = statement.predicate.lower().partition(" ")[0]
        same = (statement.subject, statement.start) == (literal.subject, literal.start)
        if same and noun in statement.lemma.lower().split()[1:] and literal.predicate.lower().endswith(verb):
            return True
    return False


def statement_of(reader: Reader, statements: Sequence[FoundStatement], literal: LiteralFact) -> tuple[int, int] | None:
    """The statement of the same sentence, subject and verb whose object is named in the words of a literal fact."""
    words = literal.object_text.casefold()
    for at, statement in enumerate(statements):
        same = (statement.subject, statement.start) == (literal.subject, literal.start)
        name = reader.names[statement.object]
        forms = name.name.casefold(), reader.doc[name.start : name.end].text.casefold()
        same = same and statement.polarity is literal.polarity
        if (
            same
            and any(form and form in words for form in forms)
            and statement.predicate.split()[-1:] == literal.predicate.split()[-1:]
        ):
            return at, 1
    return None


def with_words(reader: Reader, statement: FoundStatement, literal: LiteralFact, turn: int) -> FoundStatement:
    """The statement with the words of its clause, unless a clause before gave it some."""
    if statement.arguments or statement.subject_text or statement.object_text:
        return statement
    subject, thing = (literal.subject_text, literal.object_text)[::turn]
    # "dreams of working for Acme", and not "working for Acme"
    is_merged = "gerund" in statement.reasons and literal.reasons[0] not in HANGING and turn == 1
    is_merged = is_merged and statement.polarity is literal.polarity
    return replace(
        statement,
        predicate=literal.predicate if is_merged else statement.predicate,
        subject_text=_more(subject, reader.names[statement.subject].name),
        object_text=_more(thing, reader.names[statement.object].name),
        arguments=literal.arguments,
    )


def _more(words: str, name: str) -> str | None:
    return None if words.casefold() == name.casefold() else words
