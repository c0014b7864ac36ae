"""A language whose rules break on a word, in place of one that needs a model."""

from collections.abc import Iterable, Iterator, Sequence

from extraction.context import Context
from extraction.found import Findings, FoundName
from graph.model import EntityType


class Brittle:
    """Stands in for a pipeline: a document is its text."""

    def pipe(self, texts: Iterable[str], batch_size: int) -> Iterator[str]:  # noqa: ARG002  as spaCy names it
        yield from texts


def load() -> Brittle:
    return Brittle()


def find(docs: Iterable[str], contexts: Sequence[Context]) -> Iterator[Findings]:
    for doc, _ in zip(docs, contexts, strict=True):
        if "secret" in doc:
            raise IndexError(doc)
        yield Findings(
            names=(
                FoundName(
                    start=0,
                    end=len(doc),
                    surface=doc,
                    name=doc,
                    type=EntityType.CONCEPT,
                    confidence=0.5,
                    reasons=("whole text",),
                    method="test",
                ),
            )
        )
