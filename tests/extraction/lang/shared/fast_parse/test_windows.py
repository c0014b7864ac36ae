import numpy as np
import pytest
from numpy.typing import NDArray

from extraction.lang.shared.fast_parse.windows import Window, apply_windows, window

WIDTH, PIECES = 24, 3
Matrix = NDArray[np.float32]


def parameters(depth: int, seed: int = 0) -> list[tuple[Matrix, Matrix, Matrix, Matrix]]:
    chance = np.random.default_rng(seed)

    def drawn(*shape: int) -> Matrix:
        return chance.standard_normal(shape).astype(np.float32)

    return [(drawn(WIDTH, PIECES, 3 * WIDTH), drawn(WIDTH, PIECES), drawn(WIDTH), drawn(WIDTH)) for _ in range(depth)]


def layers(depth: int) -> list[Window]:
    return [window(*given) for given in parameters(depth)]


def one_after_the_other(depth: int, words: Matrix) -> NDArray[np.float64]:
    """Each layer as thinc has it: rows of zeros around the text, a window of three, maxout, layer norm, residual."""
    rows = np.pad(words.astype(np.float64), ((depth, depth), (0, 0)))
    for weights, bias, gain, shift in parameters(depth):
        wide = np.pad(rows, ((1, 1), (0, 0)))
        windows = np.concatenate([wide[:-2], wide[1:-1], wide[2:]], axis=1)
        best = (np.einsum("ni,wpi->nwp", windows, weights) + bias).max(axis=2)
        best -= best.mean(axis=1, keepdims=True)
        rows = rows + best / np.sqrt(best.var(axis=1, keepdims=True) + 1e-8) * gain + shift
    return rows[depth : len(rows) - depth]


def texts(*lengths: int) -> list[Matrix]:
    chance = np.random.default_rng(1)
    return [chance.standard_normal((length, WIDTH)).astype(np.float32) for length in lengths]


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("lengths", [(1,), (2, 1), (1, 0, 3, 0), (0, 5), (7, 200, 1, 1, 4, 33)])
def test_words_are_read_as_one_layer_after_the_other_reads_them(depth: int, lengths: tuple[int, ...]) -> None:
    given = texts(*lengths)
    read = apply_windows(layers(depth), np.concatenate(given), lengths)
    expected = np.concatenate([one_after_the_other(depth, words) for words in given])
    assert read.shape == expected.shape
    assert np.abs(read - expected).max() < 2e-4 * np.abs(expected).std()


def test_a_text_is_read_alike_whatever_stands_beside_it() -> None:
    first, second, third = texts(9, 4, 30)
    together = apply_windows(layers(8), np.concatenate([first, second, third]), (9, 4, 30))
    assert np.allclose(together[9:13], apply_windows(layers(8), second, (4,)), atol=1e-4)


def test_no_words_are_read_as_none() -> None:
    assert apply_windows(layers(2), np.zeros((0, WIDTH), np.float32), (0, 0)).shape == (0, WIDTH)


def test_what_was_given_stays_as_it_was() -> None:
    (words,) = texts(6)
    before = words.copy()
    apply_windows(layers(3), words, (6,))
    assert (words == before).all()
