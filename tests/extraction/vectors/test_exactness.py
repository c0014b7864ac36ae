from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from extraction.vectors.sessions import open_session

pytestmark = pytest.mark.models
"""onnxruntime is as heavy as a model."""

_SIDE = 64


def _product(folder: Path) -> Path:
    """A graph of one product of bytes, as the encoder's and the tagging head's are."""
    constants = {
        "codes": np.full((_SIDE, _SIDE), 127, np.int8),
        "scale": np.array(1, np.float32),
        "scales": np.ones(_SIDE, np.float32),
        "zero": np.array(0, np.uint8),
    }
    node = helper.make_node(
        "MatMulIntegerToFloat", ["bytes", "codes", "scale", "scales", "zero"], ["product"], domain="com.microsoft"
    )
    graph = helper.make_graph(
        [node],
        "product",
        [helper.make_tensor_value_info("bytes", TensorProto.UINT8, [1, _SIDE])],
        [helper.make_tensor_value_info("product", TensorProto.FLOAT, [1, _SIDE])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    path = folder / "product.onnx"
    onnx.save_model(helper.make_model(graph, opset_imports=opsets, ir_version=10), path)
    return path


def test_the_largest_products_of_bytes_are_added_up_exactly_on_every_processor(tmp_path: Path) -> None:
    session = open_session(_product(tmp_path), threads=1)

    (product,) = session.run(["product"], {"bytes": np.full((1, _SIDE), 255, np.uint8)})

    assert np.asarray(product).tolist() == [[float(_SIDE * 255 * 127)] * _SIDE]
