"""What the graph asks of an extractor. The graph is given one; it never imports one."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from graph.model.draft import Draft
from graph.model.extraction import DraftReading, Embedded, EmbeddingModel, Extraction, Vector
from graph.model.reading.question import Question


@dataclass(frozen=True, slots=True)
class ExtractionInput:
    """One draft to understand, and its reading. Nothing of the user's graph: a text says the same whatever is known."""

    draft: Draft
    reading: DraftReading


@dataclass(frozen=True, slots=True, kw_only=True)
class RelativeReference:
    """Somebody a question calls by what they are to another: "my sister", 健太の奥さん.

    Their name would stand `at` this place of the question, behind `joint`, and `between` several names. `owner` are the
    keys of whom they are it to; without any it is the one called just before ("my sister's husband"). The lemmas of the
    facts that say so: `lemmas` of facts about them, `inverse_lemmas` of facts about their owner.
    """

    at: int
    owner: tuple[str, ...]
    lemmas: tuple[str, ...]
    inverse_lemmas: tuple[str, ...]
    joint: str
    between: str


class Extractor(Protocol):
    """Text to knowledge."""

    @property
    def embedding(self) -> EmbeddingModel:
        """The model behind every vector this extractor makes."""
        ...

    def read(self, draft: Draft) -> DraftReading:
        """Language, titles and chunks of a draft, without any model: cheap enough for a burst.

        Raises Invalid when the draft cannot be read as text.
        """
        ...

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        """One extraction for each piece of work, in order."""
        ...

    def extract_stream(self, batches: Iterable[Sequence[ExtractionInput]]) -> Iterator[Sequence[Extraction]]:
        """The same over batches, in order, with as many of them under way at once as there are worker processes."""
        ...

    def chunk_vectors(self, works: Sequence[ExtractionInput]) -> Sequence[Sequence[Vector]]:
        """The vectors of the chunks of each piece of work, in order, as `extract` makes them.

        Nothing else is read of the texts, and no language model is asked.
        """
        ...

    def embedded(self, works: Sequence[ExtractionInput]) -> Sequence[Embedded]:
        """The vectors of the chunks of each piece of work and of their sentences, in order, as `extract` makes them.

        Nothing else is read of the texts: what takes the vectors of one model's place.
        """
        ...

    def vectors(self, texts: Sequence[str]) -> Sequence[Vector]:
        """The vectors of short texts, names for instance, as passages: one of length 1 for each, in order."""
        ...

    def question(self, text: str, *, vector: bool = True, now: datetime | None = None) -> Question:
        """A question's vector, index words and the keys of every name it may hold.

        With `now` (zone-aware), the time it asks about as well, counted from then.
        """
        ...

    def called(self, question: str) -> Sequence[RelativeReference]:
        """Those a question calls by what they are to somebody, in its order. Reads with no model."""
        ...

    def words_met(self, words: Collection[str], texts: Sequence[str]) -> Sequence[Sequence[frozenset[str]]]:
        """For each text, those of the index words of a question that stand in each of its sentences, in order.

        Reads with no model: quick enough for every candidate of a question.
        """
        ...

    def sentences(self, text: str) -> Sequence[tuple[int, int]]:
        """Start and end of every sentence in characters, in order and without gaps. Reads with no model."""
        ...

    def content_words(self, texts: Sequence[str]) -> Sequence[frozenset[str]]:
        """The index words of each text that tell something: no "the", no letters side by side. Reads with no model."""
        ...

    def relevance(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """How well each text answers a question, 0 to 1, in order, by a model that reads both together.

        Raises Misconfigured when there is no such model.
        """
        ...

    def warm(self) -> None:
        """Loads every model, so that no caller waits for it. Raises Misconfigured when one cannot be loaded."""
        ...

    def tokens(self, text: str) -> int:
        """How many tokens a text takes in a prompt, rather too many than too few; 0 for none."""
        ...

    def close(self) -> None:
        """Ends worker processes; the extractor is of no use afterwards."""
        ...
