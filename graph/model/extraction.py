"""What is understood of a text: chunks, mentions, statements and vectors, and the model behind the vectors."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from graph.model.arguments import Argument
from graph.model.reading.name_forms import NameForms
from graph.model.types import EntityType, LinkType, Modality, Polarity, RelationType

Vector = NDArray[np.float32]
"""A unit vector of the embedding model's dimensions."""


@dataclass(frozen=True, slots=True)
class NameCandidate:
    """A stretch of a question that may be a name: its key and its offsets in the question as given."""

    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of a memory's text small enough to embed. Offsets count characters of the text as given.

    `words` are the tokens the full-text index holds, separated by single spaces; `asked` those of them that stand in
    questions, `asks` whether there is one ("Why?" has no such token).
    """

    ordinal: int
    start: int
    end: int
    text: str
    language: str
    words: str
    asked: str = ""
    asks: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyword:
    """A word that a text is about: as the text writes it, how often, and what it weighs (marked words weigh more).

    `key` is what its forms have in common: the stem, or the dictionary's form.
    """

    key: str
    word: str
    count: int
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftReading:
    """What can be told of a draft without any model: language, titles, chunks, and whether it asks to be pinned.

    `given` are the keys of the names in facts that were handed over with it. `keywords` are those that weigh most, the
    heaviest first, of `word_count` words in all.
    """

    language: str
    title: str
    summary: str
    micro_summary: str
    chunks: tuple[Chunk, ...]
    pinned: bool
    given: tuple[str, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    word_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One place where a memory names an entity. Offsets are None when the name stands in the title alone.

    `key` is the normalised name by which mentions meet; `name` the form to show; `reasons` say where
    `confidence` (0–1) comes from. `aliases` are forms that the text equates with the name, `alias_keys` their keys.
    `forms` is the name taken apart, None for what has no name to compare, such as a date. `common`: it is written as a
    common noun is, in lower case or as one word of the dictionary.
    """

    chunk: int
    start: int | None
    end: int | None
    surface: str
    name: str
    key: str
    type: EntityType
    link_type: LinkType
    confidence: float
    reasons: tuple[str, ...]
    method: str
    subtype: str | None = None
    aliases: tuple[str, ...] = ()
    alias_keys: tuple[str, ...] = ()
    forms: NameForms | None = None
    common: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateMention:
    """A stretch of a chunk that is written like a name: a mention where another memory tells what goes by its key.

    Offsets count characters of the text as given.
    """

    chunk: int
    start: int
    end: int
    surface: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One relation that a sentence states between two mentions: the value a Fact node is made of.

    `subject` and `object` index into the extraction's mentions; `subject_text` and `object_text` are the words of both
    ends where these say more than the name ("Italy's largest bank" of a bank). `start` and `end` frame the sentence.
    `past`: it is told of a time that is over ("used to work"), and says nothing of today. `amount` is the name of an
    amount that belongs to it without being an end of it ("paid Anna $50"). `decided`: the text tells it as a decision.
    """

    chunk: int
    subject: int
    object: int
    predicate: str
    lemma: str
    type: RelationType
    start: int
    end: int
    confidence: float
    reasons: tuple[str, ...]
    method: str
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.STATED
    past: bool = False
    time: str | None = None
    place: str | None = None
    amount: str | None = None
    valid_from: datetime | None = None
    subject_text: str | None = None
    object_text: str | None = None
    arguments: tuple[Argument, ...] = ()
    decided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LiteralFact:
    """A fact of which an end is no entity but the words themselves: "dunning-worker schedules the retries".

    `subject` and `object` index into the mentions, None where the end is literal; at most one of them is a mention: a
    fact between two entities is a `Statement`. `subject_text` and `object_text` are the words of both ends. No relation
    is summed of it and nothing is inferred from it. `decided`: the text tells it as a decision.
    """

    subject: int | None
    subject_text: str
    predicate: str
    lemma: str
    object: int | None
    object_text: str
    start: int
    end: int
    confidence: float
    reasons: tuple[str, ...]
    method: str
    chunk: int = 0
    arguments: tuple[Argument, ...] = ()
    type: RelationType = RelationType.RELATES_TO
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.STATED
    time: str | None = None
    decided: bool = False


def worded(fact: Statement | LiteralFact, names: Sequence[str]) -> Iterator[str]:
    """The ends and further arguments of a fact in words, or the name of a mention where the text says no more."""
    for text, mention in ((fact.subject_text, fact.subject), (fact.object_text, fact.object)):
        yield text or ("" if mention is None else names[mention])
    yield from (f"{part.role} {part.text}".strip() for part in fact.arguments)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that was understood of one draft: its reading, a vector per chunk, mentions and statements.

    `sentences` has the packed vectors of each chunk's sentences (`sentence_vectors.py`); it is empty where the engine
    shows no more than one vector a text. `candidates` may name what other memories make known; they hold stretches that
    are mentions as well. `fallback` says why a language model that should have helped did not.
    """

    reading: DraftReading
    vectors: tuple[Vector, ...]
    sentences: tuple[bytes, ...] = ()
    mentions: tuple[Mention, ...]
    statements: tuple[Statement, ...]
    literals: tuple[LiteralFact, ...] = ()
    candidates: tuple[CandidateMention, ...] = ()
    fallback: str | None = None

    @property
    def decides(self) -> bool:
        """Whether the text tells a decision."""
        return any(fact.decided for fact in (*self.statements, *self.literals))


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """What a model makes of the chunks of one draft: a vector each, and the packed vectors of their sentences.

    `sentences` is empty where the engine shows no more than one vector a text.
    """

    vectors: tuple[Vector, ...]
    sentences: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingModel:
    """Which model made the vectors of a graph. Vectors of different models never meet in one index.

    `spread` is how strongly the model's cosines crowd together: the factor A of the fusion; `spreads` have that of
    languages for which another one was measured. `apart` is how fast two passages stop being alike; the spread where
    nothing else was measured. `far` is the cosine below which a text mostly stays that has nothing to do with a
    question, None where that was not measured.
    """

    name: str
    dimensions: int
    version: str
    query_prefix: str
    passage_prefix: str
    spread: float
    spreads: Mapping[str, float] = field(default_factory=dict[str, float])
    apart: float | None = None
    far: float | None = None

    def spread_in(self, language: str) -> float:
        """The factor A for a question in this language."""
        return self.spreads.get(language, self.spread)

    def alike(self, cosine: float) -> float:
        """How alike two passages are, 1 when they say the same: `1 − B · (1 − cosine)`, B how fast they stop being."""
        return 1 - (self.spread if self.apart is None else self.apart) * (1 - cosine)
