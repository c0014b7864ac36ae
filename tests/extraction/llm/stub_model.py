"""What a chat endpoint says and is asked, and an extractor without models for a language model to stand beside."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import cast

import numpy as np

from extraction.names.keys import name_key
from graph.extractor import ExtractionInput, RelativeReference
from graph.model.draft import Draft
from graph.model.extraction import Chunk, DraftReading, Embedded, EmbeddingModel, Extraction, Mention, Vector
from graph.model.reading.question import Question
from graph.model.types import EntityType, LinkType
from tests.extraction.openai_stub import Answer


def completion(content: object) -> Answer:
    """A chat completion that says this: text as it is, anything else as JSON."""
    answer = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return 200, {}, json.dumps({"choices": [{"message": {"role": "assistant", "content": answer}}]}).encode()


def asked_of(body: dict[str, object]) -> str:
    """What the person's part of a request says."""
    return cast("list[dict[str, str]]", body["messages"])[1]["content"]


class PlainRules:
    """An extractor that finds the given names where they stand, and nothing else."""

    def __init__(self, names: Sequence[tuple[str, EntityType]] = ()) -> None:
        self._names = names

    @property
    def embedding(self) -> EmbeddingModel:
        return EmbeddingModel(name="none", dimensions=2, version="1", query_prefix="", passage_prefix="", spread=1.0)

    def read(self, draft: Draft) -> DraftReading:
        chunk = Chunk(ordinal=0, start=0, end=len(draft.text), text=draft.text, language="en", words="")
        return DraftReading(language="en", title="", summary="", micro_summary="", chunks=(chunk,), pinned=False)

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        return [
            Extraction(
                reading=work.reading,
                vectors=(np.ones(2, np.float32),),
                mentions=tuple(self._mentions(work.draft.text)),
                statements=(),
            )
            for work in works
        ]

    def extract_stream(self, batches: Iterable[Sequence[ExtractionInput]]) -> Iterator[Sequence[Extraction]]:
        return map(self.extract, batches)

    def chunk_vectors(self, works: Sequence[ExtractionInput]) -> Sequence[Sequence[Vector]]:
        return [(np.ones(2, np.float32),) for _ in works]

    def embedded(self, works: Sequence[ExtractionInput]) -> Sequence[Embedded]:
        return [Embedded(vectors=(np.ones(2, np.float32),)) for _ in works]

    def vectors(self, texts: Sequence[str]) -> Sequence[Vector]:
        raise NotImplementedError

    def question(self, text: str, *, vector: bool = True, now: datetime | None = None) -> Question:  # noqa: ARG002
        return Question(text=text, language="en", vector=np.ones(2, np.float32) if vector else None, words=())

    def warm(self) -> None:
        """Nothing to load."""

    def called(self, question: str) -> Sequence[RelativeReference]:  # noqa: ARG002
        return ()

    def words_met(self, words: Collection[str], texts: Sequence[str]) -> Sequence[Sequence[frozenset[str]]]:
        return [[frozenset(words).intersection(text.split())] for text in texts]

    def sentences(self, text: str) -> Sequence[tuple[int, int]]:
        return [(0, len(text))]

    def content_words(self, texts: Sequence[str]) -> Sequence[frozenset[str]]:
        return [frozenset(text.split()) for text in texts]

    def relevance(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        return [float(text == question) for text in texts]

    def tokens(self, text: str) -> int:
        return len(text)

    def close(self) -> None:
        """Nothing to end."""

    def _mentions(self, text: str) -> Iterator[Mention]:
        for name, kind in self._names:
            start = text.find(name)
            if start >= 0:
                yield Mention(
                    chunk=0,
                    start=start,
                    end=start + len(name),
                    surface=name,
                    name=name,
                    key=name_key(name),
                    type=kind,
                    link_type=LinkType.MENTIONS,
                    confidence=0.5,
                    reasons=("rule",),
                    method="rule",
                )


def work(rules: PlainRules, text: str, speaker: str | None = None) -> ExtractionInput:
    """A text on its way to the extractor."""
    draft = Draft(text=text, speaker=speaker)
    return ExtractionInput(draft, rules.read(draft))
