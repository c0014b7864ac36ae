"""Ends of literal facts that are names after all, in their own memory or in another one.

Facts are read off clauses before identifiers, things in notes of work, firms and titles are names: SQS of "We look at
SQS" is words. Here each such end is held against these names of its chunk, by their key; a fact of which both ends are
names is one between them. Ends that were names before stay as the language's rules left them: where these state nothing
between two names, words may ("a novel in which Ann works for Acme"). What no name of the chunk fits may be the name
that another memory gives: "the spare key".
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from extraction.facts.name_positions import places_of
from extraction.names.identifiers import OF_WORK
from extraction.names.known_names import LONGEST_KEY, key_of
from extraction.text.language import script_of
from graph.model.extraction import CandidateMention, LiteralFact, Mention, Statement
from graph.model.types import Modality

_LATER: Final = ("identifier", "title", "speaker", "dictionary")
"""Methods of names that no rule of a language finds."""
_ENDED: Final = frozenset(("until", "till", "before", "まで"))
"""What begins an argument that tells until when: a fact in words does not know that it is over."""
_LONG: Final = 4
"""Characters from which a Japanese key, which has no spaces, is taken for more than one common noun."""


def with_named_ends(literals: Sequence[LiteralFact], mentions: Sequence[Mention]) -> Iterator[LiteralFact | Statement]:
    """The literal facts of one memory with the ends that are names tied to them, in order.

    Of several mentions of a name that of the fact's own sentence is taken, else the first of its chunk.
    """
    named: dict[tuple[int, str], list[int]] = {}
    for place, mention in enumerate(mentions):
        if mention.method in _LATER or mention.reasons[:1] == (OF_WORK,):
            named.setdefault((mention.chunk, mention.key), []).append(place)

    def tied(fact: LiteralFact, place: int | None, words: str) -> int | None:
        if place is not None:
            return place
        places = named.get((fact.chunk, key_of(words)), ())
        inside = (at for at in places if _lies_in(mentions[at], fact))
        return next(inside, places[0] if places else None)

    for fact in literals:
        subject, thing = tied(fact, fact.subject, fact.subject_text), tied(fact, fact.object, fact.object_text)
        if subject is None or thing is None:
            yield replace(fact, subject=subject, object=thing)
        elif mentions[subject].key == mentions[thing].key or _is_over(fact):
            yield fact
        else:
            yield _between(fact, subject, thing, mentions)


def _is_over(fact: LiteralFact) -> bool:
    return fact.modality is Modality.STATED and any(
        (part.role or part.text.partition(" ")[0].lower()) in _ENDED for part in fact.arguments
    )


def _lies_in(mention: Mention, fact: LiteralFact) -> bool:
    return mention.start is not None and fact.start <= mention.start < fact.end


def _between(fact: LiteralFact, subject: int, thing: int, mentions: Sequence[Mention]) -> Statement:
    ends = ((fact.subject_text, mentions[subject]), (fact.object_text, mentions[thing]))
    texts = [words if words != mention.name else None for words, mention in ends]
    return Statement(
        chunk=fact.chunk, subject=subject, object=thing, predicate=fact.predicate, lemma=fact.lemma, type=fact.type,
        start=fact.start, end=fact.end, confidence=fact.confidence, reasons=fact.reasons, method=fact.method,
        polarity=fact.polarity, modality=fact.modality, time=fact.time, subject_text=texts[0], object_text=texts[1],
        arguments=fact.arguments, decided=fact.decided,
    )  # fmt: skip


def named_elsewhere(text: str, literals: Sequence[LiteralFact]) -> Iterator[CandidateMention]:
    """The ends of a memory's literal facts that are words, where its text writes them, as candidates for names.

    One word alone ("report") may be anything; what is written like a name is a candidate anyway.
    """
    seen: set[tuple[int, int]] = set()
    for fact in literals:
        for place, words in ((fact.subject, fact.subject_text), (fact.object, fact.object_text)):
            key = key_of(words) if place is None else ""
            if not _is_distinct(key):
                continue
            written = next(places_of(text[fact.start : fact.end], words), None)
            if written is None:
                continue
            start, end = fact.start + written, fact.start + written + len(words)
            if (start, end) not in seen:
                seen.add((start, end))
                yield CandidateMention(chunk=fact.chunk, start=start, end=end, surface=words, key=key)


def _is_distinct(key: str) -> bool:
    return len(key) <= LONGEST_KEY and (" " in key or (len(key) >= _LONG and script_of(key) == "ja"))
