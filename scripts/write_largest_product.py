"""Writes extraction/encoder/e5/largest_product.onnx: one product of bytes, its weights the largest there are.

Usage: python scripts/write_largest_product.py. The product's bytes are asked for by the encoder's sessions, as large as
they can be: whether the sum is right tells which kernel this processor needs.
"""

import numpy as np
import onnx
from onnx import TensorProto

from extraction.encoder.e5.onnx_graph import MICROSOFT, GraphSheet
from extraction.encoder.e5.sessions import LARGEST_PRODUCT

DEPTH, WIDTH = 64, 16
"""As deep and wide as one step of the widest kernels: a narrower product may take another way."""


def largest_product(width: int = WIDTH) -> onnx.ModelProto:
    """`bytes` uint8 (1, 64) times 127 everywhere, as `product` (1, width) in single precision."""
    sheet = GraphSheet()
    constants = [
        sheet.constant("codes", np.full((DEPTH, width), 127, np.int8)),
        sheet.constant("scale", np.array(1, np.float32)),
        sheet.constant("scales", np.ones(width, np.float32)),
        sheet.constant("zero", np.array(0, np.uint8)),
    ]
    sheet.node("MatMulIntegerToFloat", ["bytes", *constants], "product", domain=MICROSOFT)
    inputs, outputs = [("bytes", TensorProto.UINT8, [1, DEPTH])], [("product", TensorProto.FLOAT, [1, width])]
    return sheet.model("largest product", inputs, outputs, opset=20)


if __name__ == "__main__":
    onnx.save_model(largest_product(), LARGEST_PRODUCT)
