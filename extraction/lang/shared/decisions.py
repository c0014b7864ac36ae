"""What a note chooses and what it rejects, as the tagging head marks it: "Decision: Quarto over LaTeX", 年払いは見送り.

A verdict often has no verb of its own, or one that is said of something else ("for once the answer is no"). What no
clause tells is told here: `Me | chose | Quarto`, and denied `Me | chose | LaTeX`.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from extraction.encoder.states import DECISION_TAGS
from extraction.encoder.tagging.attention import CHOSEN, REJECTED
from extraction.model.context import Context
from extraction.model.findings import Findings, FoundName, FoundStatement
from extraction.names.speakers import ME
from extraction.text.sentences import spans_of_sentences
from graph.model.extraction import LiteralFact
from graph.model.types import Polarity, RelationType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Doc

    from extraction.encoder.tagging import Tagged

_Fact = TypeVar("_Fact", LiteralFact, FoundStatement)
_METHOD: Final = "decision mark"
_VERBS: Final = {"en": ("chose", "choose"), "ja": ("採用する", "採用する")}
"""The verb of a marked decision in each language, and its lemma."""
_LEAST: Final = {CHOSEN: 0.7, REJECTED: 0.9}
"""Confidence from which a mark is a decision; what is denied is asked for more rarely, and must be surer."""


def with_marked_decisions(findings: Findings, doc: "Doc", language: str, context: Context) -> Findings:
    """The findings of a document with a fact for each thing that is marked as chosen or rejected.

    Of what an assistant answers nothing is told: it proposes, and who asked decides.
    """
    if context.is_answer:
        return findings
    tags = [_of_words(tag, doc) for tag in decision_tags(doc) if tag.confidence >= _LEAST[tag.label]]
    if not tags:
        return findings
    writer = next((place for place, name in enumerate(findings.names) if name.name == ME), None)
    sentences = spans_of_sentences(doc.text)
    statements, literals = list(findings.statements), list(findings.literals)
    for tag in tags:
        sentence = next((span for span in sentences if span[0] <= tag.start < span[1]), (tag.start, tag.end))
        fact = _fact_of(tag, doc.text, _named(tag, findings.names), sentence, language)
        if writer is None or fact.object is None:
            literals.append(fact if writer is None else replace(fact, subject=writer))
        else:
            statements.append(_between_names(fact, writer, fact.object))
    return replace(findings, statements=tuple(statements), literals=tuple(literals))


def told_once(findings: Findings) -> Findings:
    """The findings with each marked decision told once: a clause that tells it is decided itself.

    A clause that denies what is marked as chosen is right, and so the mark is not.
    """
    facts = (*findings.statements, *findings.literals)
    marked = [fact for fact in facts if fact.method == _METHOD]
    if not marked:
        return findings
    things = [(fact.polarity, _thing(fact, findings.names)) for fact in marked]
    stated = [
        (fact.polarity, words) for fact in facts if fact.method != _METHOD for words in _ends(fact, findings.names)
    ]

    def is_news(fact: _Fact) -> bool:
        if fact.method != _METHOD:
            return True
        thing, against = _thing(fact, findings.names), (fact.polarity, Polarity.NEGATIVE)
        return not any(thing in words for polarity, words in stated if polarity in against)

    def judged(fact: _Fact) -> _Fact:
        ends = tuple(_ends(fact, findings.names))
        is_decided = any(
            polarity is fact.polarity and any(thing in words for words in ends) for polarity, thing in things
        )
        return replace(fact, decided=True) if is_decided else fact

    return replace(
        findings,
        statements=tuple(judged(fact) for fact in findings.statements if is_news(fact)),
        literals=tuple(judged(fact) for fact in findings.literals if is_news(fact)),
    )


def decision_tags(doc: "Doc") -> "Sequence[Tagged]":
    """The marked spans of a document, each chosen or rejected."""
    return doc.user_data.get(DECISION_TAGS, ())


def _of_words(tag: "Tagged", doc: "Doc") -> "Tagged":
    """A mark as far as the words go that it touches: units are parts of words."""
    span = doc.char_span(tag.start, tag.end, alignment_mode="expand")
    return tag if span is None else replace(tag, start=span.start_char, end=span.end_char)


def _named(tag: "Tagged", names: "Sequence[FoundName]") -> int | None:
    """The name that stands where a thing is marked."""
    return next((place for place, name in enumerate(names) if (name.start, name.end) == (tag.start, tag.end)), None)


def _fact_of(tag: "Tagged", text: str, name: int | None, sentence: tuple[int, int], language: str) -> LiteralFact:
    verb, lemma = _VERBS[language]
    return LiteralFact(
        subject=None, subject_text=ME, predicate=verb, lemma=lemma, object=name, object_text=text[tag.start : tag.end],
        start=sentence[0], end=sentence[1], confidence=tag.confidence, reasons=("marked",), method=_METHOD,
        polarity=Polarity.POSITIVE if tag.label == CHOSEN else Polarity.NEGATIVE, decided=True,
    )  # fmt: skip


def _between_names(fact: LiteralFact, subject: int, thing: int) -> FoundStatement:
    return FoundStatement(
        subject=subject, object=thing, predicate=fact.predicate, lemma=fact.lemma, type=RelationType.RELATES_TO,
        start=fact.start, end=fact.end, confidence=fact.confidence, reasons=fact.reasons, method=_METHOD,
        polarity=fact.polarity, decided=True,
    )  # fmt: skip


def _thing(fact: LiteralFact | FoundStatement, names: "Sequence[FoundName]") -> str:
    words = fact.object_text or ("" if fact.object is None else names[fact.object].surface)
    return words.casefold()


def _ends(fact: LiteralFact | FoundStatement, names: "Sequence[FoundName]") -> Iterator[str]:
    """The words of a fact's ends and further arguments."""
    for words, place in ((fact.subject_text, fact.subject), (fact.object_text, fact.object)):
        yield (words or ("" if place is None else names[place].surface)).casefold()
    yield from (part.text.casefold() for part in fact.arguments)
