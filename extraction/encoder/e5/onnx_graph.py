"""Writes the encoder as an ONNX graph for fast CPU kernels of onnxruntime.

Projections are int8: one scale per output column, activations quantised between constant bounds; the rest is single
precision. 85 % of the time goes into int8 products, at nine tenths of the CPU's peak.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from extraction.encoder.e5.weights import Floats, Weights, unpacked

MICROSOFT = "com.microsoft"
_OPSET = 24
_ROWS = 16384

_Range = tuple[float, float]
Tensor = tuple[str, int, list[str | int | None]]
"""Name, element type and shape of what enters or leaves a graph."""

_BOUNDS: tuple[tuple[_Range, _Range, _Range, _Range], ...] = (
    # what enters the block, what attention mixed, what enters the feed-forward part, what its activation gives
    ((-3.89, 4.19), (-1.51, 2.1), (-21, 10.7), (-0.17, 24.4)),
    ((-4.05, 5.84), (-2.26, 2.08), (-17, 33.2), (-0.17, 14.7)),
    ((-3.99, 6.37), (-1.98, 1.55), (-9.68, 27.6), (-0.17, 12.7)),
    ((-3.64, 6.71), (-0.995, 0.946), (-6.26, 26.6), (-0.17, 7.12)),
    ((-3.41, 5.65), (-1.65, 1.74), (-6.73, 18.1), (-0.17, 8.87)),
    ((-3.56, 4.56), (-1.49, 1.54), (-6.03, 23.5), (-0.17, 34.3)),
    ((-3.04, 5.08), (-1.48, 1.3), (-6.13, 46), (-0.17, 7.49)),
    ((-3.4, 5.89), (-1.65, 1.58), (-4.34, 28), (-0.17, 10.2)),
    ((-3.75, 6.99), (-1.14, 1.24), (-3.54, 29.7), (-0.17, 7.93)),
    ((-3.2, 6.07), (-2.96, 1.69), (-6.08, 22.7), (-0.17, 5.46)),
    ((-2.85, 7.44), (-1.47, 1.39), (-9.6, 24.4), (-0.17, 4.16)),
    ((-2.67, 6.73), (-2.28, 2.27), (-1.7, 6.09), (-0.17, 1.01)),
)
"""For each of the twelve blocks, lowest and highest value of the four tensors that are multiplied in int8.

Constant, so that a text's vector does not depend on its batch. Measured in single precision over sentences in both
languages, then narrowed one by one wherever clipping the rare outliers brought the vectors nearer to those of single
precision.
"""


@dataclass(slots=True)
class GraphSheet:
    """An ONNX graph being written: nodes and constants in order."""

    nodes: list[onnx.NodeProto] = field(default_factory=list[onnx.NodeProto])
    constants: list[onnx.TensorProto] = field(default_factory=list[onnx.TensorProto])

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        """Adds a constant, and returns its name."""
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: list[str], *outputs: str, domain: str = "", **settings: Any) -> str:
        """Adds a node, and returns the name of its first output."""
        self.nodes.append(helper.make_node(kind, inputs, list(outputs), name=outputs[0], domain=domain, **settings))
        return outputs[0]

    def model(self, name: str, inputs: Sequence[Tensor], outputs: Sequence[Tensor], *, opset: int) -> onnx.ModelProto:
        """The whole as a model over tensors, each told by its name, type and shape."""
        given, made = ([helper.make_tensor_value_info(*tensor) for tensor in side] for side in (inputs, outputs))
        graph = helper.make_graph(self.nodes, name, given, made, self.constants)
        imports = [helper.make_opsetid("", opset), helper.make_opsetid(MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=imports, ir_version=10)


def quantised(matrix: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Columns of `matrix` as int8 with one scale each: `matrix ≈ codes · scales`."""
    scales = np.maximum(np.abs(matrix).max(axis=0), 1e-12) / 127.0
    codes = np.clip(np.rint(matrix / scales), -127, 127).astype(np.int8)
    return codes, scales.astype(np.float32)


def _quantise(sheet: GraphSheet, source: str, bounds: _Range) -> None:
    """Quantises `source` to bytes between constant bounds, for the projections that read it."""
    low, high = bounds
    scale = np.float32((high - low) / 255.0)
    sheet.constant(f"{source}.scale", np.array(scale))
    sheet.constant(f"{source}.zero", np.array(np.rint(-low / scale), np.uint8))
    sheet.node("QuantizeLinear", [source, f"{source}.scale", f"{source}.zero"], f"{source}.codes")


def _projection(sheet: GraphSheet, name: str, source: str, matrix: Floats, bias: Floats) -> str:
    """Adds `source · matrix + bias` with the source as bytes."""
    codes, scales = quantised(matrix)
    inputs = [
        f"{source}.codes",
        sheet.constant(f"{name}.codes", codes),
        f"{source}.scale",
        sheet.constant(f"{name}.scales", scales),
        f"{source}.zero",
        "",
        sheet.constant(f"{name}.bias", bias),
    ]
    return sheet.node("MatMulIntegerToFloat", inputs, name, domain=MICROSOFT)


def _words(sheet: GraphSheet, weights: Weights) -> str:
    """The word embeddings as bytes with one scale a word: a tenth of the time of 4-bit blocks."""
    count, hidden = weights.shape.vocabulary, weights.shape.hidden
    codes = np.empty((count, hidden), np.int8)
    scales = np.empty((count, 1), np.float32)
    blocks, block_scales = weights.blocks("emb.word", count, hidden)
    for start in range(0, count, _ROWS):  # piece by piece: in single precision the table has 384 MB
        rows = slice(start, start + _ROWS)
        columns, column_scales = quantised(unpacked(blocks[rows], block_scales[rows]).T)
        codes[rows], scales[rows] = columns.T, column_scales[:, None]
    sheet.node("Gather", [sheet.constant("words", codes), "ids"], "word.codes")
    sheet.node("Gather", [sheet.constant("words.scales", scales), "ids"], "word.scales")
    sheet.node("Cast", ["word.codes"], "word.values", to=TensorProto.FLOAT)
    return sheet.node("Mul", ["word.values", "word.scales"], "word")


def _norm(sheet: GraphSheet, weights: Weights, name: str, source: str, stored: str) -> str:
    hidden = weights.shape.hidden
    gain = sheet.constant(f"{name}.gain", weights.floats(f"{stored}.w", hidden))
    shift = sheet.constant(f"{name}.shift", weights.floats(f"{stored}.b", hidden))
    return sheet.node("LayerNormalization", [source, gain, shift], name, axis=-1, epsilon=weights.shape.epsilon)


def _embedding(sheet: GraphSheet, weights: Weights) -> str:
    shape = weights.shape
    places = weights.floats("emb.pos", shape.positions, shape.hidden) + weights.floats("emb.type", shape.hidden)
    sheet.constant("places", places)
    sheet.constant("zero", np.array([0], np.int64))
    sheet.node("Shape", ["ids"], "length", start=1, end=2)
    sheet.node("Slice", ["places", "zero", "length", "zero"], "place")
    _words(sheet, weights)
    sheet.node("Add", ["word", "place"], "placed")
    return _norm(sheet, weights, "layer.0", "placed", "emb.ln")


def _attention(sheet: GraphSheet, weights: Weights, layer: int, source: str) -> str:
    hidden, heads = weights.shape.hidden, weights.shape.heads

    def projected(name: str, part: str, input_name: str) -> str:
        matrix = weights.matrix(f"l{layer}.{part}.w", hidden, hidden).T
        return _projection(sheet, f"{layer}.{name}", input_name, matrix, weights.floats(f"l{layer}.{part}.b", hidden))

    _quantise(sheet, source, _BOUNDS[layer][0])
    # Three narrow products from one quantised source: a single wide one would have to be split again, and is slower.
    parts = [projected("query", "q", source), projected("key", "k", source), projected("value", "v", source)]
    # Lengths and not a mask: a mask is turned into single precision anew in every block.
    inputs = [*parts, "", "", "", "lengths"]
    mixed = sheet.node("Attention", inputs, f"{layer}.mixed", q_num_heads=heads, kv_num_heads=heads)
    _quantise(sheet, mixed, _BOUNDS[layer][1])
    # Not onnxruntime's SkipLayerNormalization: it takes eight times as long as the sum and the norm apart.
    summed = sheet.node("Add", [projected("attended", "ao", mixed), source], f"{layer}.summed")
    return _norm(sheet, weights, f"{layer}.looked", summed, f"l{layer}.aln")


def _feed_forward(sheet: GraphSheet, weights: Weights, layer: int, source: str) -> str:
    hidden, inner = weights.shape.hidden, weights.shape.inner
    widen = weights.matrix(f"l{layer}.fi.w", inner, hidden).T
    narrow = weights.matrix(f"l{layer}.fo.w", hidden, inner).T
    _quantise(sheet, source, _BOUNDS[layer][2])
    wide = _projection(sheet, f"{layer}.wide", source, widen, weights.floats(f"l{layer}.fi.b", inner))
    bent = sheet.node("FastGelu", [wide], f"{layer}.bent", domain=MICROSOFT)
    _quantise(sheet, bent, _BOUNDS[layer][3])
    narrowed = _projection(sheet, f"{layer}.narrow", bent, narrow, weights.floats(f"l{layer}.fo.b", hidden))
    added = sheet.node("Add", [narrowed, source], f"{layer}.added")
    return _norm(sheet, weights, f"layer.{layer + 1}", added, f"l{layer}.oln")


def _pooled(sheet: GraphSheet, source: str) -> str:
    """The mean over a text's tokens at unit length (the divisor of the mean cancels out)."""
    sheet.constant("one", np.array([1], np.int64))
    sheet.constant("first", np.array(0, np.int64))
    sheet.constant("step", np.array(1, np.int64))
    sheet.node("Squeeze", ["length", "zero"], "width")
    sheet.node("Range", ["first", "width", "step"], "numbers")
    sheet.node("Unsqueeze", ["lengths", "one"], "ends")
    sheet.node("Less", ["numbers", "ends"], "counts")
    sheet.node("Cast", ["counts"], "counted", to=TensorProto.FLOAT)
    sheet.node("Unsqueeze", ["counted", "one"], "row")
    sheet.node("MatMul", ["row", source], "total")
    sheet.node("Squeeze", ["total", "one"], "sum")
    sheet.node("ReduceL2", ["sum", "one"], "size", keepdims=1)
    return sheet.node("Div", ["sum", "size"], "vectors")


def encoder_graph(weights: Weights) -> onnx.ModelProto:
    """The encoder: inputs `ids` int64 (texts, tokens) and `lengths` int64 (texts), the number of tokens of each row.

    Outputs `vectors` (texts, hidden) of unit length, and on request each block n as `layer.n` (texts, tokens, hidden);
    `layer.0` is the embedding. Values beyond a text's length are undefined.
    """
    sheet = GraphSheet()
    state = _embedding(sheet, weights)
    for layer in range(weights.shape.layers):
        state = _feed_forward(sheet, weights, layer, _attention(sheet, weights, layer, state))
    _pooled(sheet, state)
    hidden = weights.shape.hidden
    inputs: list[Tensor] = [("ids", TensorProto.INT64, ["texts", "tokens"]), ("lengths", TensorProto.INT64, ["texts"])]
    layers: list[Tensor] = [
        (f"layer.{layer}", TensorProto.FLOAT, ["texts", "tokens", hidden]) for layer in range(weights.shape.layers + 1)
    ]
    outputs: list[Tensor] = [("vectors", TensorProto.FLOAT, ["texts", hidden]), *layers]
    return sheet.model("multilingual-e5-small", inputs, outputs, opset=_OPSET)


def write_encoder(weights: Weights, path: Path) -> None:
    """Writes the encoder to `path`: the graph, and beside it (`.bin`) the tensors, which processes share."""
    onnx.save_model(
        encoder_graph(weights),
        path,
        save_as_external_data=True,
        all_tensors_to_one_file=True,
        location=path.with_suffix(".bin").name,
        size_threshold=4096,
    )
