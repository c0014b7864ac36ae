"""Facts of clauses without a subject, told of the heading above them or of those who write: "Decided to use Redis"."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from extraction.lang.en.facts.literal_subjects import INDEFINITE, spelled
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.open_facts.facts import OpenFact, unsaid_facts
from extraction.lang.en.parse.tree import Tree
from extraction.lang.en.word_lists import DECIDING
from graph.model.types import EntityType

_LONGEST_HEADING: Final = 60
_RELEASE: Final = re.compile(r"(?=[^\n]{1,60}$)[\w./-]+(?: [\w./-]+){0,3} v?\d+\.\d[\w.-]*")
"""A heading that names a release: "depot app 4.2"."""


def unsaid_of(reader: Reader) -> Iterator[OpenFact]:
    """The facts of sentences without a subject, of what the text is about or of whoever writes it.

    "stock-sync 2.3 / - drops the old endpoint / - Fixed the clock" tells of the release, "Moved the keys to Vault" of
    the writer, "OPS-7: … Fixed in 2.3.1" of the ticket.
    """
    tree, opening = reader.tree, reader.owners.get(0)
    topic = _heading(reader)
    ticket = opening is not None and reader.names[opening].type is EntityType.TASK
    for fact in unsaid_facts(tree):
        is_act = fact.complements[0].kind == "object" and fact.arguments[0].lower() not in INDEFINITE
        is_past = tree.tag[fact.clause.verb] != "VBZ"
        if topic is not None and (is_act or not is_past):
            yield replace(fact, subject=topic)
        elif opening is not None and ticket and is_past and fact.complements[0].kind == "preposition":
            yield replace(fact, subject=spelled(reader, opening))
        elif (is_act or _is_decision(tree, fact)) and is_past and topic is None and reader.context.speaker is not None:
            yield replace(fact, subject=reader.context.speaker)


def _is_decision(tree: Tree, fact: OpenFact) -> bool:
    """Whether those who write decided on something: "Settled on the cheaper pump", "Went with Acme"."""
    main = fact.complements[0]
    links = DECIDING.get(tree.lemma[fact.clause.verb], ())
    return main.kind == "preposition" and tree.lower[main.link[0]] in links


def _heading(reader: Reader) -> str | None:
    """The system or release that a heading names, of which the lines below tell."""
    line, _, rest = reader.doc.text.partition("\n")
    opening = reader.owners.get(0)
    name = None if opening is None else reader.names[opening]
    if name is not None and name.type in (EntityType.TECHNOLOGY, EntityType.OBJECT) and rest:
        words = spelled(reader, reader.owners[0])
        return words if line.startswith(words) and len(line) <= _LONGEST_HEADING else None
    return next(
        (words for words in (line if rest else "", reader.context.title or "") if _RELEASE.fullmatch(words)), None
    )
