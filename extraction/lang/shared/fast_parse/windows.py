"""Window layers of tok2vec with half the multiplications, by Winograd convolution.

Such a layer adds to a word's vector the layer-normed maxout of three vectors side by side: its own and its neighbours'.
That is a convolution over the rows of a text, and four rows of it follow from six products of one row each instead of
twelve: F(4, 3) of Winograd, Arithmetic Complexity of Computations, 1980, with the matrices of Lavin and Gray, Fast
Algorithms for Convolutional Neural Networks, 2016. On vectors of 256 values and texts of 12 words it takes 1.1 ms where
thinc's layers take 2.5; no value differs by more than 1e-5.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Places = NDArray[np.int64]

_TILE: Final = 4
"""Output rows of one tile."""
_TAPS: Final = np.array([[6, 0, 0], [-4, -4, -4], [-4, 4, -4], [1, 2, 4], [1, -2, 4], [0, 0, 24]]) / 24
"""The filter transform: how the six products combine the three neighbours' weights."""
_FAR: Final = 3
"""Rows before the first text that are far from any word, so that the middle one has only such neighbours."""
_TINY: Final = np.float32(1e-8)
"""Added to the variance by thinc's layer norm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The transformed weights of one layer."""

    products: Floats
    """The six matrices of a tile, (6, width, pieces · width), the columns of each piece side by side."""
    bias: Floats
    """(pieces · width)"""
    gain: Floats
    shift: Floats


def window(weights: Floats, bias: Floats, gain: Floats, shift: Floats) -> Window:
    """The layer of thinc's parameters.

    Shapes: maxout (width, pieces, 3 · width) and (width, pieces), layer norm (width).
    """
    width, pieces, _ = weights.shape
    taps = weights.transpose(2, 1, 0).reshape(3, width, pieces * width)
    products = np.tensordot(_TAPS, taps.astype(np.float64), axes=1).astype(np.float32)
    return Window(products=products, bias=bias.T.ravel(), gain=gain.copy(), shift=shift.copy())


def apply_windows(layers: Sequence[Window], words: Floats, lengths: Sequence[int]) -> Floats:
    """The vectors of all words after the last layer, (words, width); `lengths` split them into texts.

    A text is read as if between endless rows of zeros, as thinc pads it. Padding far from any word has the same value
    everywhere: a layer computes only the rows that words have influenced and that will influence a word.
    """
    sizes = np.array([length for length in lengths if length], np.int64)
    if not len(sizes):
        return words
    rows = np.concatenate([np.zeros((_FAR, words.shape[1]), np.float32), words])
    previous_starts, valid_margin = _text_starts(sizes, 0), 0
    for number, layer in enumerate(layers, start=1):
        padding = min(number, len(layers) + 1 - number)
        begins, margin = _text_starts(sizes, padding), min(padding, valid_margin)
        last = int(begins[-1] + sizes[-1]) + padding
        sources = np.zeros(-(-(last - 1) // _TILE) * _TILE + 2, np.int64)
        sources[_text_rows(begins, sizes, margin)] = _text_rows(previous_starts, sizes, margin)
        rows = rows.take(sources, axis=0)
        rows[1:-1] += _layer_norm(layer, _maxout(layer, rows))
        rows[0] = rows[1]
        previous_starts, valid_margin = begins, padding
    return rows.take(_text_rows(previous_starts, sizes, 0), axis=0)


def _text_starts(sizes: Places, around: int) -> Places:
    """The row of each text's first word with so many padding rows on either side of each text."""
    wide = sizes + 2 * around
    return _FAR + around + np.cumsum(wide) - wide


def _text_rows(begins: Places, sizes: Places, around: int) -> Places:
    """The rows of all texts with so many padding rows on either side."""
    wide = sizes + 2 * around
    ends = np.cumsum(wide)
    return np.arange(ends[-1]) + np.repeat(begins - around - ends + wide, wide)


def _maxout(layer: Window, rows: Floats) -> Floats:
    """The largest piece of each row with its neighbours, for all rows but the first and the last."""
    width = rows.shape[1]
    zero, plus, minus, twice, back, last = np.matmul(_tiles(rows), layer.products)
    plus += layer.bias  # it weighs one in each of the four rows
    even, odd = plus + minus, np.subtract(plus, minus, out=minus)
    far_even, far_odd = twice + back, np.subtract(twice, back, out=back)
    output = np.empty((len(zero), _TILE, width), np.float32)
    zero += even
    zero += far_even
    _largest(zero, output[:, 0])
    far_odd *= 2
    _largest(np.add(odd, far_odd, out=plus), output[:, 1])
    far_even *= 4
    even += far_even
    _largest(even, output[:, 2])
    far_odd *= 4
    odd += far_odd
    odd += last
    _largest(odd, output[:, 3])
    return output.reshape(-1, width)


def _largest(pieces: Floats, into: Floats) -> None:
    """The elementwise maximum of the pieces that lie side by side."""
    width = into.shape[1]
    np.maximum(pieces[:, :width], pieces[:, width : 2 * width], out=into)
    for begin in range(2 * width, pieces.shape[1], width):
        np.maximum(into, pieces[:, begin : begin + width], out=into)


def _tiles(rows: Floats) -> Floats:
    """The input transform of every tile, (6, tiles, width)."""
    tiles = (len(rows) - 2) // _TILE
    first, second, third, fourth, fifth, sixth = (rows[place : place + 4 * tiles - 3 : _TILE] for place in range(6))
    tiles_by_product = np.empty((6, tiles, rows.shape[1]), np.float32)
    _tile_edge(first, third, fifth, tiles_by_product[0])
    _tile_edge(second, fourth, sixth, tiles_by_product[5])
    near, off = fifth - 4 * third, fourth - 4 * second
    np.add(near, off, out=tiles_by_product[1])
    np.subtract(near, off, out=tiles_by_product[2])
    np.subtract(fifth, third, out=near)
    np.subtract(fourth, second, out=off)
    off *= 2
    np.add(near, off, out=tiles_by_product[3])
    np.subtract(near, off, out=tiles_by_product[4])
    return tiles_by_product


def _tile_edge(left: Floats, middle: Floats, right: Floats, into: Floats) -> None:
    """4 · left - 5 · middle + right."""
    np.subtract(left, middle, out=into)
    into *= 4
    into -= middle
    into += right


def _layer_norm(layer: Window, rows: Floats) -> Floats:
    """The layer norm of thinc, in place."""
    width = rows.shape[1]
    rows -= (rows @ np.full(width, 1 / width, np.float32))[:, None]
    spread = np.vecdot(rows, rows) / np.float32(width) + _TINY
    rows *= (1 / np.sqrt(spread))[:, None]
    rows *= layer.gain
    rows += layer.shift
    return rows
