"""Scores the facts that a memory keeps, as `show` tells them, against the tuples of open information extraction.

Each sentence is remembered as a memo of its own; a fact is its subject, predicate and object. The clause layer alone,
which reads more than is kept, is measured by `openie` (sets `carb-clauses` and `wire57-clauses`).
"""

from collections.abc import Sequence
from pathlib import Path

from bench.openie import OpenTuple, figures, floors, parsed, texts_of
from bench.sets import located, rows
from bench.understood import understood
from graph.model.draft import Draft
from graph.model.extraction import Extraction, worded


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """F1, precision and recall in percent of what is kept, how many sentences and facts there are, and `floors`."""
    sentences = rows(located(data, name, split))
    texts = texts_of(name, sentences)
    kept = kept_facts(texts)
    return {
        **figures(name, sentences, kept),
        "facts": sum(map(len, kept)),
        "floors": floors(name, sentences, parsed(texts)),
    }


def kept_facts(texts: Sequence[str]) -> list[list[OpenTuple]]:
    """The facts that each text would leave in the graph."""
    return [_facts(read) for read in understood([Draft(text=text) for text in texts])]


def _facts(extraction: Extraction) -> list[OpenTuple]:
    """The facts in the words of the text, as `show` tells them."""
    names = [mention.name for mention in extraction.mentions]
    facts = (*extraction.statements, *extraction.literals)
    return [OpenTuple(fact.predicate, tuple(worded(fact, names)), fact.confidence) for fact in facts]
