"""A spaCy component that runs a dependency parser's transitions in Python, batched over documents.

spaCy's own loop releases and takes the GIL 180 times a transition, whenever a slot of the parser's state is empty: a
third of its time. Importing this module loads spaCy.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast

from spacy.language import Language
from spacy.pipeline import DependencyParser
from spacy.tokens import Doc
from spacy.util import minibatch

FACTORY: Final = "enishi_parser"
_BATCH: Final = 64
_LEAST_BATCH: Final = 4
"""Below this batch size spaCy's own loop is faster: a round of ours costs 30 µs, however many documents take part."""


class Transitions:
    """Sets heads, labels and sentence starts with `parser`, greedily. Its tok2vec must have run."""

    parser: DependencyParser

    def __call__(self, doc: Doc) -> Doc:
        """The document with its parse."""
        self._parse([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = _BATCH) -> Iterator[Doc]:
        """The documents in order, with their parses."""
        for batch in minibatch(stream, size=batch_size):
            docs = list(batch)
            self._parse(docs)
            yield from docs

    def _parse(self, docs: Sequence[Doc]) -> None:
        parser = cast(Any, self.parser)
        parser.set_annotations(docs, parser.predict(docs) if len(docs) < _LEAST_BATCH else _final_states(parser, docs))


def _final_states(parser: Any, docs: Sequence[Doc]) -> Sequence[Any]:
    """The final parser states of the documents."""
    states = parser.moves.init_batch(docs)
    going = [state for state in states if not state.is_final()]
    if going:
        network = parser.model.predict(docs)
        while going:
            going = parser.transition_states(going, network.predict(going))
    return states


def batch_transitions(nlp: Language) -> bool:
    """Replaces a greedy parser by the component, which goes on using it; returns False for a beam parser."""
    parser = cast(Any, nlp.get_pipe("parser"))
    if parser.cfg["beam_width"] != 1:
        return False
    cast(Transitions, nlp.replace_pipe("parser", FACTORY)).parser = parser
    return True


def _component(nlp: Language, name: str) -> Transitions:  # noqa: ARG001 (spaCy calls a factory with both)
    return Transitions()


Language.factory(FACTORY, func=_component, assigns=["token.dep", "token.head", "token.is_sent_start", "doc.sents"])
