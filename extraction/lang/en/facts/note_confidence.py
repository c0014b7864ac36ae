"""How sure the literal facts of notes of work are: a logistic model, fitted by `bench/open_ie/fit_notes.py`.

Beside the features of a clause (`open_facts/confidence.py`) it has those of its ends: what a note is about is told of
more often than the words around it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from extraction.lang.en.clauses.contrasts import Contrast
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.open_facts.confidence import features, weighed
from extraction.lang.en.open_facts.facts import OpenFact

TABLE: Final = Path(__file__).with_name("note_confidence.json")
_FARTHEST: Final = 6
"""Words between a subject and its verb, at the most, that are told apart."""
_SIGNS: Final = frozenset((",", ";", ":", "(", "-", "–", "—", "→"))
"""What the words of a subject that was read right seldom hold."""


def with_note_confidence(reader: Reader, fact: OpenFact, set_aside: Sequence[Contrast]) -> OpenFact:
    """The fact with what it is worth to an annotator of notes, 0–1."""
    return replace(fact, confidence=weighed(TABLE, note_features(reader, fact, set_aside)))


def note_features(reader: Reader, fact: OpenFact, set_aside: Sequence[Contrast]) -> Iterator[str]:
    """The features of a fact of a note: those of its clause, the types, marks and labels of its ends, and whether
    something is set aside for its object.
    """
    tree, clause, main = reader.tree, fact.clause, fact.complements[0]
    subject = clause.subjects[0] if clause.subjects else clause.verb
    target = main.targets[0] if main.targets else main.head
    yield from features(tree, fact)
    yield f"subject type {_type_at(reader, subject)}"
    yield f"target type {_type_at(reader, target)}"
    yield f"subject marked {any(word in reader.marked for word in clause.subject_words)}"
    yield f"target marked {any(word in reader.marked for word in main.words)}"
    further = sum(any(word in reader.marked for word in part.words) for part in fact.complements[1:])
    yield f"further marked {min(2, further)}"
    yield f"verb marked {clause.verb in reader.marked}"
    yield f"subject label {tree.dep[subject]}"
    yield f"target label {tree.dep[target]}"
    yield f"subject distance {min(_FARTHEST, abs(clause.verb - subject))}"
    yield f"subject signs {any(tree.text[word] in _SIGNS for word in clause.subject_words)}"
    yield f"subject begins {tree.tag[clause.subject_words[0]] if clause.subject_words else None}"
    yield f"chosen {any(contrast.kept in (target, *main.words) for contrast in set_aside)}"
    if main.link:
        yield f"{main.kind} link {tree.lower[main.link[0]]}"


def _type_at(reader: Reader, place: int) -> str | None:
    index = reader.owners.get(place)
    return None if index is None else reader.names[index].type.value
