"""The encoder written the straightforward way: the reference of accuracy in tests, and of speed in the bench."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from extraction.encoder.e5.weights import Floats, Weights


class _Pen:
    """Writes nodes and constants one after the other."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def value(self, array: NDArray[np.generic]) -> str:
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def op(self, kind: str, *inputs: str, **settings: list[int] | int | float) -> str:
        name = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name, None, "", None, **settings))
        return name

    def whole(self, *numbers: int) -> str:
        return self.value(np.array(numbers, np.int64))


def _linear(pen: _Pen, weights: Weights, source: str, name: str, rows: int, columns: int) -> str:
    product = pen.op("MatMul", source, pen.value(weights.matrix(f"{name}.w", rows, columns).T))
    return pen.op("Add", product, pen.value(weights.floats(f"{name}.b", rows)))


def _norm(pen: _Pen, weights: Weights, source: str, name: str) -> str:
    size = weights.shape.hidden
    gain, shift = pen.value(weights.floats(f"{name}.w", size)), pen.value(weights.floats(f"{name}.b", size))
    return pen.op("LayerNormalization", source, gain, shift, axis=-1, epsilon=weights.shape.epsilon)


def _block(pen: _Pen, weights: Weights, layer: int, state: str, mask: str) -> str:
    hidden, heads, inner = weights.shape.hidden, weights.shape.heads, weights.shape.inner
    split, joined = pen.whole(0, 0, heads, hidden // heads), pen.whole(0, 0, hidden)

    def headed(part: str, perm: list[int]) -> str:
        projected = _linear(pen, weights, state, f"l{layer}.{part}", hidden, hidden)
        return pen.op("Transpose", pen.op("Reshape", projected, split), perm=perm)

    query, key, value = headed("q", [0, 2, 1, 3]), headed("k", [0, 2, 3, 1]), headed("v", [0, 2, 1, 3])
    root = pen.value(np.array((hidden // heads) ** -0.5, np.float32))
    scores = pen.op("Add", pen.op("Mul", pen.op("MatMul", query, key), root), mask)
    mixed = pen.op("Transpose", pen.op("MatMul", pen.op("Softmax", scores, axis=-1), value), perm=[0, 2, 1, 3])
    attended = _linear(pen, weights, pen.op("Reshape", mixed, joined), f"l{layer}.ao", hidden, hidden)
    looked = _norm(pen, weights, pen.op("Add", attended, state), f"l{layer}.aln")
    bent = pen.op("Gelu", _linear(pen, weights, looked, f"l{layer}.fi", inner, hidden))
    narrow = _linear(pen, weights, bent, f"l{layer}.fo", hidden, inner)
    return _norm(pen, weights, pen.op("Add", narrow, looked), f"l{layer}.oln")


def plain_graph(weights: Weights) -> onnx.ModelProto:
    """Single precision: `ids` and `mask`, int64 (texts, tokens), to `vectors` (texts, hidden) of unit length."""
    pen, shape = _Pen(), weights.shape
    counted = pen.op("Cast", "mask", to=TensorProto.FLOAT)
    hidden_mask = pen.op("Mul", pen.op("Sub", counted, pen.value(np.array(1, np.float32))), pen.value(_FAR))
    mask = pen.op("Unsqueeze", hidden_mask, pen.whole(1, 2))
    words = pen.op("Gather", pen.value(weights.matrix("emb.word", shape.vocabulary, shape.hidden)), "ids")
    places: Floats = weights.floats("emb.pos", shape.positions, shape.hidden) + weights.floats("emb.type", shape.hidden)
    length = pen.op("Shape", "ids", start=1)
    here = pen.op("Slice", pen.value(places), pen.whole(0), length, pen.whole(0))
    state = _norm(pen, weights, pen.op("Add", words, here), "emb.ln")
    for layer in range(shape.layers):
        state = _block(pen, weights, layer, state, mask)
    kept = pen.op("Mul", state, pen.op("Unsqueeze", counted, pen.whole(2)))
    total = pen.op("ReduceSum", kept, pen.whole(1), keepdims=0)
    pen.nodes.append(helper.make_node("LpNormalization", [total], ["vectors"], axis=-1, p=2))
    given = [helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"]) for name in ("ids", "mask")]
    made = [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", shape.hidden])]
    graph = helper.make_graph(pen.nodes, "plain", given, made, pen.constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)


_FAR = np.array(10_000, np.float32)


def write_plain(weights: Weights, folder: Path) -> tuple[Path, Path]:
    """Writes the graph in single precision and as onnxruntime's own tool makes it int8; the two paths."""
    single, small = folder / "plain.onnx", folder / "plain-int8.onnx"
    onnx.save_model(plain_graph(weights), single)
    quantize_dynamic(
        single, small, weight_type=QuantType.QInt8, per_channel=True, extra_options={"MatMulConstBOnly": True}
    )
    return single, small


def plain_session(graph: Path, threads: int) -> onnxruntime.InferenceSession:
    """A session as onnxruntime makes it when nothing but the number of threads is said."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
