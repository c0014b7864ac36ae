import numpy as np
import pytest

from extraction.encoder import Vectors, spread


def crowd(width: float) -> Vectors:
    """Unit vectors around one direction; the smaller the width, the nearer together."""
    vectors = np.random.default_rng(7).normal(size=(40, 64)) * width
    vectors[:, 0] += 1.0
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def test_the_nearer_together_a_models_cosines_lie_the_larger_the_factor() -> None:
    assert spread(crowd(0.05)) > spread(crowd(0.1)) > spread(crowd(0.3))


def test_the_factor_is_so_many_deviations_of_the_cosines() -> None:
    vectors = crowd(0.1)
    first, second = np.triu_indices(40, 1)
    deviation = float((vectors @ vectors.T)[first, second].std())
    assert spread(vectors) == pytest.approx(0.495 / deviation, rel=0.05)


def test_the_factor_stays_within_bounds() -> None:
    assert spread(np.ones((5, 1), np.float32)) == 50.0
    assert spread(np.array([[1.0], [-1.0], [1.0]], np.float32)) == pytest.approx(0.53, rel=0.1)
