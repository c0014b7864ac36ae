"""Logistic regression with a quadratic penalty, for the small tables of weights that the scripts learn."""

import numpy as np


def fitted(
    table: np.ndarray, truth: np.ndarray, penalty: np.ndarray | float, expected: np.ndarray | float = 0.0
) -> np.ndarray:
    """The weights of the columns by Newton's method; the penalty pulls each to what is `expected` of it."""
    width = table.shape[1]
    penalty = np.broadcast_to(penalty, width)
    weights = np.zeros(width)
    for _ in range(30):
        guess = 1 / (1 + np.exp(-table @ weights))
        slope = table.T @ (truth - guess) - penalty * (weights - expected)
        curve = (table * (guess * (1 - guess) + 1e-6)[:, None]).T @ table + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < 1e-4:
            break
    return weights
