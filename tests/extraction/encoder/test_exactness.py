from pathlib import Path

import numpy as np
import onnx
import pytest

from extraction.encoder.e5.sessions import LARGEST_PRODUCT, open_session
from scripts.write_largest_product import largest_product

pytestmark = pytest.mark.models
"""onnxruntime is as heavy as a model."""

_SIDE = 64


def _product(folder: Path) -> Path:
    """A graph of one product of bytes, as the encoder's and the tagging head's are."""
    path = folder / "product.onnx"
    onnx.save_model(largest_product(_SIDE), path)
    return path


def test_the_largest_products_of_bytes_are_added_up_exactly_on_every_processor(tmp_path: Path) -> None:
    session = open_session(_product(tmp_path), threads=1)

    (product,) = session.run(["product"], {"bytes": np.full((1, _SIDE), 255, np.uint8)})

    assert np.asarray(product).tolist() == [[float(_SIDE * 255 * 127)] * _SIDE]


def test_the_product_that_ships_is_the_one_that_its_script_writes() -> None:
    assert onnx.load(LARGEST_PRODUCT) == largest_product()
