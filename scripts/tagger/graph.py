"""Writes the head's heavy part as a small ONNX graph: int8 projections and an int8 recurrent layer.

What is light (tags, flags, the pipelines' vectors) stays in numpy, where a row is looked up or a short product made.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
from onnx import TensorProto

from extraction.encoder.e5.onnx_graph import MICROSOFT, GraphSheet, quantised

_OPSET = 21


def _product(sheet: GraphSheet, name: str, source: str, matrix: np.ndarray) -> str:
    """`source · matrix` in int8: columns with a scale each, `source` between the bounds of each batch."""
    codes, scales = quantised(matrix)
    inputs = [
        source,
        sheet.constant(f"{name}.codes", codes),
        sheet.constant(f"{name}.scales", scales),
        sheet.constant(f"{name}.zeros", np.zeros(len(scales), np.int8)),
    ]
    return sheet.node("DynamicQuantizeMatMul", inputs, name, domain=MICROSOFT)


def narrow_graph(matrix: np.ndarray, layers: int) -> onnx.ModelProto:
    """From `states.0` … (tokens, 384), one for each layer, to `narrow` (tokens, hidden), with bounds of their own."""
    sheet = GraphSheet()
    width = matrix.shape[0] // layers
    total = ""
    for layer in range(layers):
        made = _product(sheet, f"layer.{layer}", f"states.{layer}", matrix[layer * width : (layer + 1) * width])
        total = sheet.node("Add", [total, made], f"total.{layer}") if total else made
    sheet.node("Identity", [total], "narrow")
    given = [(f"states.{layer}", TensorProto.FLOAT, ["tokens", width]) for layer in range(layers)]
    narrowed = ("narrow", TensorProto.FLOAT, ["tokens", matrix.shape[1]])
    return sheet.model("tagging-head-narrow", given, [narrowed], opset=_OPSET)


def head_graph(weights: Mapping[str, np.ndarray], schemes: Sequence[str]) -> onnx.ModelProto:
    """The graph over a batch of texts whose tokens and units are laid end to end.

    `narrow` (tokens, hidden) and `side` (units, hidden), what the light features add up to; `tokens` (units), the token
    of each unit; `grid` (longest, texts), the unit that stands there or one past the last; `lengths` (texts), int32;
    `back` (units), the place of each unit in the grid read row by row. Gives each scheme's scores (units, labels).
    """
    sheet = GraphSheet()
    hidden = weights["bias"].shape[0]
    sheet.node("Gather", ["narrow", "tokens"], "lifted")
    sheet.node("Add", ["lifted", "side"], "summed")
    sheet.node("QuickGelu", ["summed"], "bottom", domain=MICROSOFT, alpha=1.702)
    sheet.constant("blank", np.zeros((1, hidden), np.float32))
    sheet.node("Concat", ["bottom", "blank"], "rimmed", axis=0)
    sheet.node("Gather", ["rimmed", "grid"], "laid")
    size = _recurrent(sheet, weights)
    sheet.constant("flat", np.array([-1, 2 * size], np.int64))
    sheet.node("Transpose", ["above"], "turned", perm=[0, 2, 1, 3])
    sheet.node("Reshape", ["turned", "flat"], "rows")
    sheet.node("Gather", ["rows", "back"], "context")
    sheet.node("Concat", ["bottom", "context"], "features", axis=1)
    for name in schemes:
        matrix = sheet.constant(f"{name}.weight", weights[f"{name}.weight"])
        bias = sheet.constant(f"{name}.bias", weights[f"{name}.bias"])
        sheet.node("Gemm", ["features", matrix, bias], name)
    inputs = [
        ("narrow", TensorProto.FLOAT, ["tokens", hidden]),
        ("side", TensorProto.FLOAT, ["units", hidden]),
        ("tokens", TensorProto.INT64, ["units"]),
        ("grid", TensorProto.INT64, ["longest", "texts"]),
        ("lengths", TensorProto.INT32, ["texts"]),
        ("back", TensorProto.INT64, ["units"]),
    ]
    outputs = [(name, TensorProto.FLOAT, ["units", None]) for name in schemes]
    return sheet.model("tagging-head", inputs, outputs, opset=_OPSET)


def _recurrent(sheet: GraphSheet, weights: Mapping[str, np.ndarray]) -> int:
    """Both directions of the LSTM as one node; returns the width of each."""
    size = weights["forward.recurrent"].shape[0]

    def ordered(matrix: np.ndarray) -> np.ndarray:
        """Gates from input, forget, output, cell to the order of ONNX."""
        taken, kept, shown, cell = np.split(matrix, 4, axis=-1)
        return np.concatenate([taken, shown, kept, cell], axis=-1)

    def both(part: str) -> np.ndarray:
        return np.stack([ordered(weights[f"{side}.{part}"]) for side in ("forward", "backward")])

    bias = both("bias")
    inputs = ["laid", "", "", sheet.constant("gates.bias", np.concatenate([bias, np.zeros_like(bias)], axis=1))]
    inputs += ["lengths", "", "", ""]
    for place, part in ((1, "input"), (2, "recurrent")):
        matrix = both(part)
        codes, scales = (np.stack(sides) for sides in zip(*map(quantised, matrix), strict=True))
        inputs[place] = sheet.constant(f"gates.{part}", codes)
        inputs.append(sheet.constant(f"gates.{part}.scales", scales))
        inputs.append(sheet.constant(f"gates.{part}.zeros", np.zeros(scales.shape, np.int8)))
    sheet.node("DynamicQuantizeLSTM", inputs, "above", domain=MICROSOFT, direction="bidirectional", hidden_size=size)
    return size
