"""Speeds up the tok2vec of a spaCy pipeline: word-level layers are cached, window layers use fewer multiplications.

Importing this module loads spaCy; only the pipelines of the languages do.
"""

from collections.abc import Sequence
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IDS, ORTH
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Model

from extraction.lang.shared.fast_parse.windows import Floats, Window, apply_windows, window

Attributes = NDArray[np.uint64]
Network = Model[Any, Any]

_MOST_CACHED: Final = 16_384
"""Words in the cache before it is cleared: 17 MB of Japanese, 6 MB of English."""
_WORD_LEVEL_LAYERS: Final = frozenset(
    {"dropout", "extract_features", "hashembed", "ints-getitem", "layernorm", "list2ragged"}
    | {"maxout", "ragged2list", "static_vectors"}
)
"""Leaf layers whose output depends on one word alone."""
_WINDOW_LAYERS: Final = ("expand_window", "maxout", "layernorm", "dropout")
"""The layers of a residual block that reads a word with its two neighbours."""


def accelerate_tok2vec(nlp: Language) -> bool:
    """Replaces the pipeline's tok2vec where its architecture is known; the same vectors in half the time or less.

    Returns False, and changes nothing, for another architecture.
    """
    component = cast(Any, nlp.get_pipe("tok2vec"))
    parts = _chained(component.model)
    windows = _windows(parts[1]) if len(parts) == 2 and _is_word_level(parts[0]) else ()
    if not windows:
        return False
    width = len(windows[0].gain)
    embedding = _Embedding(parts[0], nlp.vocab, width)

    def forward(_: Network, docs: Sequence[Doc], is_train: bool) -> tuple[list[Floats], None]:  # noqa: ARG001
        lengths = [len(doc) for doc in docs]
        vectors = apply_windows(windows, embedding.words(docs), lengths)
        return np.split(vectors, np.cumsum(lengths)[:-1]), None

    component.model = Model("quick_tok2vec", cast(Any, forward), layers=[parts[0]], dims={"nO": width})
    return True


class _Embedding:
    """The word-level part of tok2vec with a cache: the vectors of words before the window layers."""

    def __init__(self, network: Network, vocab: Vocab, width: int) -> None:
        self._network = network
        self._vocab = vocab
        self._columns = _columns(network, vocab)
        self._places: dict[bytes, int] = {}
        self._vectors = np.empty((_MOST_CACHED, width), np.float32)

    def words(self, docs: Sequence[Doc]) -> Floats:
        """One row for each word of the documents, concatenated."""
        attributes = np.concatenate([_token_attributes(doc, self._columns) for doc in docs])
        return np.concatenate(
            [self._vectors_of(attributes[at : at + _MOST_CACHED]) for at in range(0, len(attributes), _MOST_CACHED)]
        )

    def _vectors_of(self, attributes: Attributes) -> Floats:
        size = attributes.itemsize * attributes.shape[1]
        whole = attributes.tobytes()
        keys = [whole[at : at + size] for at in range(0, len(whole), size)]
        places = self._places
        uncached = {key: row for row, key in enumerate(keys) if key not in places}
        if len(places) + len(uncached) > _MOST_CACHED:
            places.clear()
            uncached = {key: row for row, key in enumerate(keys)}
        if uncached:
            begin, end = len(places), len(places) + len(uncached)
            words = _WordTable(self._vocab, self._columns, attributes[list(uncached.values())])
            self._vectors[begin:end] = self._network.predict([words])[0]
            places.update(zip(uncached, range(begin, end), strict=True))
        return self._vectors.take([places[key] for key in keys], axis=0)


class _WordTable:
    """Stands in for a document before word-level layers: rows of token attributes."""

    def __init__(self, vocab: Vocab, columns: Sequence[int], attributes: Attributes) -> None:
        self.vocab = vocab
        self._columns = columns
        self._attributes = attributes

    def __len__(self) -> int:
        return len(self._attributes)

    def to_array(self, names: int | Sequence[int | str]) -> Attributes:
        """The same as `Doc.to_array` for one attribute or for several."""
        if isinstance(names, int):
            return self._attributes[:, self._columns.index(names)]
        return self._attributes[:, [self._columns.index(_number(name)) for name in names]]


def _token_attributes(doc: Doc, columns: Sequence[int]) -> Attributes:
    attributes = cast(Attributes, cast(Any, doc).to_array(columns))
    return attributes.reshape(len(doc), len(columns))  # of a single attribute it has but one dimension


def _number(attribute: int | str) -> int:
    return IDS[attribute] if isinstance(attribute, str) else attribute


def _is_word_level(network: Network) -> bool:
    return all(layer.layers or layer.name in _WORD_LEVEL_LAYERS for layer in network.walk())


def _columns(network: Network, vocab: Vocab) -> list[int]:
    """The token attributes that the layers read."""
    read: set[int] = set()
    for layer in network.walk():
        if layer.name == "extract_features":
            read.update(map(_number, layer.attrs["columns"]))
        if layer.name == "static_vectors":
            read.add(getattr(vocab.vectors, "attr", ORTH))
    return sorted(read)


def _chained(network: Network) -> list[Network]:
    """The layers of a `chain`; none for another combinator."""
    layers = cast("list[Network]", network.layers)
    return layers if network.name == ">>".join(layer.name for layer in layers) else []


def _windows(network: Network) -> tuple[Window, ...]:
    """The window layers of the encoder; none where its architecture is another."""
    stack = _chained(network.layers[0]) if network.name.startswith("with_array(") else []
    if network.attrs.get("pad") != len(stack):
        return ()
    layers: list[Window] = []
    for layer in stack:
        leaves = [leaf for leaf in layer.walk(order="dfs_pre") if not leaf.layers]
        if (
            layer.name != f"residual({'>>'.join(_WINDOW_LAYERS)})"
            or tuple(leaf.name for leaf in leaves) != _WINDOW_LAYERS
        ):
            return ()
        weights = cast(Floats, leaves[1].get_param("W"))
        width, pieces, read = weights.shape
        if leaves[0].attrs["window_size"] != 1 or read != 3 * width or pieces == 1:
            return ()
        bias, gain, shift = (
            cast(Floats, leaves[place].get_param(name)) for place, name in ((1, "b"), (2, "G"), (2, "b"))
        )
        layers.append(window(weights, bias, gain, shift))
    return tuple(layers)
