"""A language whose rules break on a word, in place of one that needs a model."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from spacy.tokens import Doc
from spacy.vocab import Vocab

from extraction.encoder.states import EncoderView
from extraction.lang.shared.amounts import Spot
from extraction.model.context import Context
from extraction.model.findings import Findings, FoundName
from graph.model.types import EntityType


@dataclass
class Vocabulary:
    """Stands in for all that a pipeline has met."""

    strings: list[str] = field(default_factory=list[str])


class Brittle:
    """Stands in for a pipeline: a document is one word."""

    def __init__(self) -> None:
        self.vocab = Vocabulary()

    def pipe(self, texts: Iterable[str], batch_size: int) -> Iterator[Doc]:  # noqa: ARG002  as spaCy names it
        for text in texts:
            self.vocab.strings.append(text)
            yield Doc(Vocab(), words=[text], spaces=[False])


def load(encoder_view: EncoderView | None = None) -> Brittle:
    return Brittle()


def recased(nlp: Brittle, texts: Sequence[str], contexts: Sequence[Context]) -> Sequence[tuple[str, Context]]:
    return list(zip(texts, contexts, strict=True))


def find_amounts(text: str) -> Sequence[Spot]:
    return ()


def is_group(words: str) -> bool:
    return False


def left_out(text: str) -> Sequence[tuple[int, str]]:
    return ()


def find(docs: Iterable[Doc], contexts: Sequence[Context]) -> Iterator[Findings]:
    for doc, _ in zip(docs, contexts, strict=True):
        text = doc.text
        if "secret" in text:
            raise IndexError(text)
        yield Findings(
            names=(
                FoundName(
                    start=0,
                    end=len(text),
                    surface=text,
                    name=text,
                    type=EntityType.CONCEPT,
                    confidence=0.5,
                    reasons=("whole text",),
                    method="test",
                ),
            )
        )
