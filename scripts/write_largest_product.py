"""Writes extraction/encoder/e5/largest_product.onnx: one product of bytes, its weights the largest there are.

Usage: python scripts/write_largest_product.py. The product's bytes are asked for by the encoder's sessions, as large as
they can be: whether the sum is right tells which kernel this processor needs.
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from extraction.encoder.e5.sessions import LARGEST_PRODUCT

DEPTH, WIDTH = 64, 16
"""As deep and wide as one step of the widest kernels: a narrower product may take another way."""


def largest_product(width: int = WIDTH) -> onnx.ModelProto:
    """`bytes` uint8 (1, 64) times 127 everywhere, as `product` (1, width) in single precision."""
    constants = {
        "codes": np.full((DEPTH, width), 127, np.int8),
        "scale": np.array(1, np.float32),
        "scales": np.ones(width, np.float32),
        "zero": np.array(0, np.uint8),
    }
    node = helper.make_node(
        "MatMulIntegerToFloat", ["bytes", "codes", "scale", "scales", "zero"], ["product"], domain="com.microsoft"
    )
    graph = helper.make_graph(
        [node],
        "largest product",
        [helper.make_tensor_value_info("bytes", TensorProto.UINT8, [1, DEPTH])],
        [helper.make_tensor_value_info("product", TensorProto.FLOAT, [1, width])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


if __name__ == "__main__":
    onnx.save_model(largest_product(), LARGEST_PRODUCT)
