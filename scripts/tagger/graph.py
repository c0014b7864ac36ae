"""Writes the head's heavy part as a small ONNX graph: int8 projections and an int8 recurrent layer.

What is light (tags, flags, the pipelines' vectors) stays in numpy, where a row is looked up or a short product made.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

_MICROSOFT = "com.microsoft"
_OPSET = 21


class _Sheet:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: Sequence[str], *outputs: str, domain: str = "", **settings: Any) -> str:
        self.nodes.append(helper.make_node(kind, list(inputs), list(outputs), outputs[0], domain=domain, **settings))
        return outputs[0]

    def product(self, name: str, source: str, matrix: np.ndarray) -> str:
        """`source · matrix` in int8: columns with a scale each, `source` between the bounds of each batch."""
        scales = np.maximum(np.abs(matrix).max(axis=0), 1e-9) / 127.0
        codes = np.clip(np.rint(matrix / scales), -127, 127).astype(np.int8)
        inputs = [
            source,
            self.constant(f"{name}.codes", codes),
            self.constant(f"{name}.scales", scales.astype(np.float32)),
            self.constant(f"{name}.zeros", np.zeros(len(scales), np.int8)),
        ]
        return self.node("DynamicQuantizeMatMul", inputs, name, domain=_MICROSOFT)

    def model(
        self, name: str, inputs: list[onnx.ValueInfoProto], outputs: list[onnx.ValueInfoProto]
    ) -> onnx.ModelProto:
        graph = helper.make_graph(self.nodes, name, inputs, outputs, self.constants)
        imports = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=imports, ir_version=10)


def narrow_graph(matrix: np.ndarray, layers: int) -> onnx.ModelProto:
    """From `states.0` … (tokens, 384), one for each layer, to `narrow` (tokens, hidden), with bounds of their own."""
    sheet = _Sheet()
    width = matrix.shape[0] // layers
    total = ""
    for layer in range(layers):
        made = sheet.product(f"layer.{layer}", f"states.{layer}", matrix[layer * width : (layer + 1) * width])
        total = sheet.node("Add", [total, made], f"total.{layer}") if total else made
    sheet.node("Identity", [total], "narrow")
    given = [
        helper.make_tensor_value_info(f"states.{layer}", TensorProto.FLOAT, ["tokens", width])
        for layer in range(layers)
    ]
    made_out = helper.make_tensor_value_info("narrow", TensorProto.FLOAT, ["tokens", matrix.shape[1]])
    return sheet.model("tagging-head-narrow", given, [made_out])


def head_graph(weights: Mapping[str, np.ndarray], schemes: Sequence[str]) -> onnx.ModelProto:
    """The graph over a batch of texts whose tokens and units are laid end to end.

    `narrow` (tokens, hidden) and `side` (units, hidden), what the light features add up to; `tokens` (units), the token
    of each unit; `grid` (longest, texts), the unit that stands there or one past the last; `lengths` (texts), int32;
    `back` (units), the place of each unit in the grid read row by row. Gives each scheme's scores (units, labels).
    """
    sheet = _Sheet()
    hidden = weights["bias"].shape[0]
    sheet.node("Gather", ["narrow", "tokens"], "lifted")
    sheet.node("Add", ["lifted", "side"], "summed")
    sheet.node("QuickGelu", ["summed"], "bottom", domain=_MICROSOFT, alpha=1.702)
    sheet.constant("blank", np.zeros((1, hidden), np.float32))
    sheet.node("Concat", ["bottom", "blank"], "rimmed", axis=0)
    sheet.node("Gather", ["rimmed", "grid"], "laid")
    size = _recurrent(sheet, weights)
    sheet.constant("flat", np.array([-1, 2 * size], np.int64))
    sheet.node("Transpose", ["above"], "turned", perm=[0, 2, 1, 3])
    sheet.node("Reshape", ["turned", "flat"], "rows")
    sheet.node("Gather", ["rows", "back"], "context")
    sheet.node("Concat", ["bottom", "context"], "features", axis=1)
    outputs: list[onnx.ValueInfoProto] = []
    for name in schemes:
        matrix = sheet.constant(f"{name}.weight", weights[f"{name}.weight"])
        bias = sheet.constant(f"{name}.bias", weights[f"{name}.bias"])
        sheet.node("Gemm", ["features", matrix, bias], name)
        outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, ["units", None]))
    inputs = [
        helper.make_tensor_value_info("narrow", TensorProto.FLOAT, ["tokens", hidden]),
        helper.make_tensor_value_info("side", TensorProto.FLOAT, ["units", hidden]),
        helper.make_tensor_value_info("tokens", TensorProto.INT64, ["units"]),
        helper.make_tensor_value_info("grid", TensorProto.INT64, ["longest", "texts"]),
        helper.make_tensor_value_info("lengths", TensorProto.INT32, ["texts"]),
        helper.make_tensor_value_info("back", TensorProto.INT64, ["units"]),
    ]
    return sheet.model("tagging-head", inputs, outputs)


def _recurrent(sheet: _Sheet, weights: Mapping[str, np.ndarray]) -> int:
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
        scales = np.maximum(np.abs(matrix).max(axis=1), 1e-9) / 127.0
        codes = np.clip(np.rint(matrix / scales[:, None]), -127, 127).astype(np.int8)
        inputs[place] = sheet.constant(f"gates.{part}", codes)
        inputs.append(sheet.constant(f"gates.{part}.scales", scales.astype(np.float32)))
        inputs.append(sheet.constant(f"gates.{part}.zeros", np.zeros(scales.shape, np.int8)))
    sheet.node("DynamicQuantizeLSTM", inputs, "above", domain=_MICROSOFT, direction="bidirectional", hidden_size=size)
    return size
