"""Writes the encoder as an ONNX graph that onnxruntime's processor kernels run fast.

Projections are int8 (one scale per output column, activations quantised at run time); everything between them stays
in single precision. The word table keeps its 4-bit blocks, unpacked row by row as words are looked up.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from extraction.vectors.weights import BLOCK, Floats, Weights

_MICROSOFT = "com.microsoft"
_OPSET = 20


@dataclass(slots=True)
class _Sheet:
    """The graph being written: nodes and constants in order."""

    nodes: list[onnx.NodeProto] = field(default_factory=list[onnx.NodeProto])
    constants: list[onnx.TensorProto] = field(default_factory=list[onnx.TensorProto])

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: list[str], *outputs: str, domain: str = "", **settings: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, list(outputs), name=outputs[0], domain=domain, **settings))
        return outputs[0]


def quantised(matrix: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Columns of `matrix` as int8 with one scale each: `matrix ≈ codes · scales`."""
    scales = np.maximum(np.abs(matrix).max(axis=0), 1e-12) / 127.0
    codes = np.clip(np.rint(matrix / scales), -127, 127).astype(np.int8)
    return codes, scales.astype(np.float32)


def _projection(sheet: _Sheet, name: str, source: str, matrix: Floats, bias: Floats) -> str:
    """`source · matrix + bias` with the source quantised here."""
    codes, scales = quantised(matrix)
    inputs = [
        source,
        sheet.constant(f"{name}.codes", codes),
        sheet.constant(f"{name}.scales", scales),
        "",
        sheet.constant(f"{name}.bias", bias),
    ]
    return sheet.node("DynamicQuantizeMatMul", inputs, name, domain=_MICROSOFT)


def _shared_projection(sheet: _Sheet, name: str, source: str, matrix: Floats, bias: Floats) -> str:
    """As `_projection`, from a source that was quantised once for several."""
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
    return sheet.node("MatMulIntegerToFloat", inputs, name, domain=_MICROSOFT)


def _word_table(sheet: _Sheet, weights: Weights) -> str:
    """The words' vectors, straight from the 4-bit blocks."""
    shape = weights.shape
    codes, scales = weights.blocks("emb.word", shape.vocabulary, shape.hidden)
    codes ^= 8  # code − 8 as a signed number of four bits
    pairs = codes[:, 0::2] | (codes[:, 1::2] << 4)
    table = onnx.TensorProto(name="words", data_type=TensorProto.INT4, dims=codes.shape, raw_data=pairs.tobytes())
    sheet.constants.append(table)
    sheet.constant("words.scales", scales)
    return sheet.node(
        "GatherBlockQuantized",
        ["words", "ids", "words.scales"],
        "word",
        domain=_MICROSOFT,
        gather_axis=0,
        quantize_axis=1,
        block_size=BLOCK,
    )


def _norm(sheet: _Sheet, weights: Weights, name: str, source: str, stored: str) -> str:
    hidden = weights.shape.hidden
    gain = sheet.constant(f"{name}.gain", weights.floats(f"{stored}.w", hidden))
    shift = sheet.constant(f"{name}.shift", weights.floats(f"{stored}.b", hidden))
    return sheet.node("LayerNormalization", [source, gain, shift], name, axis=-1, epsilon=weights.shape.epsilon)


def _embedding(sheet: _Sheet, weights: Weights) -> str:
    shape = weights.shape
    places = weights.floats("emb.pos", shape.positions, shape.hidden) + weights.floats("emb.type", shape.hidden)
    sheet.constant("places", places)
    sheet.constant("zero", np.array([0], np.int64))
    sheet.node("Shape", ["ids"], "length", start=1, end=2)
    sheet.node("Slice", ["places", "zero", "length", "zero"], "place")
    _word_table(sheet, weights)
    sheet.node("Add", ["word", "place"], "placed")
    return _norm(sheet, weights, "layer.0", "placed", "emb.ln")


def _attention(sheet: _Sheet, weights: Weights, layer: int, source: str) -> str:
    hidden, heads = weights.shape.hidden, weights.shape.heads
    sheet.node("DynamicQuantizeLinear", [source], f"{source}.codes", f"{source}.scale", f"{source}.zero")
    parts = [
        _shared_projection(
            sheet,
            f"{layer}.{part}",
            source,
            weights.matrix(f"l{layer}.{part}.w", hidden, hidden).T,
            weights.floats(f"l{layer}.{part}.b", hidden),
        )
        for part in ("q", "k", "v")
    ]
    mixed = sheet.node("MultiHeadAttention", [*parts, "", "mask"], f"{layer}.mixed", domain=_MICROSOFT, num_heads=heads)
    out = weights.matrix(f"l{layer}.ao.w", hidden, hidden).T
    attended = _projection(sheet, f"{layer}.attended", mixed, out, weights.floats(f"l{layer}.ao.b", hidden))
    summed = sheet.node("Add", [attended, source], f"{layer}.summed")
    return _norm(sheet, weights, f"{layer}.looked", summed, f"l{layer}.aln")


def _feed_forward(sheet: _Sheet, weights: Weights, layer: int, source: str) -> str:
    hidden, inner = weights.shape.hidden, weights.shape.inner
    wide = _projection(
        sheet,
        f"{layer}.wide",
        source,
        weights.matrix(f"l{layer}.fi.w", inner, hidden).T,
        weights.floats(f"l{layer}.fi.b", inner),
    )
    bent = sheet.node("Gelu", [wide], f"{layer}.bent", domain=_MICROSOFT)
    narrow = _projection(
        sheet,
        f"{layer}.narrow",
        bent,
        weights.matrix(f"l{layer}.fo.w", hidden, inner).T,
        weights.floats(f"l{layer}.fo.b", hidden),
    )
    added = sheet.node("Add", [narrow, source], f"{layer}.added")
    return _norm(sheet, weights, f"layer.{layer + 1}", added, f"l{layer}.oln")


def _pooled(sheet: _Sheet, source: str) -> str:
    """The mean over the tokens that count, at unit length (the mean's divisor falls out)."""
    sheet.constant("one", np.array([1], np.int64))
    sheet.node("Cast", ["mask"], "counted", to=TensorProto.FLOAT)
    sheet.node("Unsqueeze", ["counted", "one"], "row")
    sheet.node("MatMul", ["row", source], "total")
    sheet.node("Squeeze", ["total", "one"], "sum")
    return sheet.node("LpNormalization", ["sum"], "vectors", axis=-1, p=2)


def encoder_graph(weights: Weights) -> onnx.ModelProto:
    """The encoder: `ids` int64 and `mask` int32, both (texts, tokens), to `vectors` (texts, hidden), unit length.

    The output of block n is named `layer.n`; `layer.0` is the embedding.
    """
    sheet = _Sheet()
    state = _embedding(sheet, weights)
    for layer in range(weights.shape.layers):
        state = _feed_forward(sheet, weights, layer, _attention(sheet, weights, layer, state))
    _pooled(sheet, state)
    graph = helper.make_graph(
        sheet.nodes,
        "multilingual-e5-small",
        [
            helper.make_tensor_value_info("ids", TensorProto.INT64, ["texts", "tokens"]),
            helper.make_tensor_value_info("mask", TensorProto.INT32, ["texts", "tokens"]),
        ],
        [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", weights.shape.hidden])],
        sheet.constants,
    )
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid(_MICROSOFT, 1)], ir_version=10
    )


def write_encoder(weights: Weights, path: Path) -> None:
    """Puts the encoder at `path`: the graph, and beside it (`.bin`) the tensors in a file that processes share."""
    onnx.save_model(
        encoder_graph(weights),
        path,
        save_as_external_data=True,
        all_tensors_to_one_file=True,
        location=path.with_suffix(".bin").name,
        size_threshold=4096,
    )
