"""Between which values the encoder's activations are quantised, so that a text's vector is its own.

With bounds taken from each batch, a text's vector would depend on the texts embedded beside it. These are constants of
the model: measured in single precision over sentences in both languages, then narrowed one by one wherever clipping
the rare outliers brought the vectors nearer to those of single precision.
"""

Range = tuple[float, float]

RANGES: tuple[tuple[Range, Range, Range, Range], ...] = (
    # what enters the block, what attention mixed, what enters the feed-forward part, what its activation gives
    ((-3.89, 4.19), (-1.51, 2.1), (-21, 10.7), (-0.17, 24.4)),
    ((-4.05, 5.84), (-2.26, 2.08), (-17, 33.2), (-0.17, 14.7)),
    ((-3.99, 6.37), (-1.98, 1.55), (-11.4, 32.5), (-0.17, 12.7)),
    ((-3.64, 6.71), (-0.995, 0.946), (-6.26, 26.6), (-0.17, 7.12)),
    ((-3.41, 5.65), (-1.65, 1.74), (-7.92, 21.3), (-0.17, 8.87)),
    ((-3.56, 4.56), (-1.49, 1.54), (-7.09, 27.6), (-0.17, 34.3)),
    ((-3.04, 5.08), (-1.48, 1.3), (-6.13, 46), (-0.17, 8.81)),
    ((-3.4, 5.89), (-1.65, 1.58), (-5.11, 32.9), (-0.17, 12)),
    ((-3.26, 6.07), (-1.14, 1.24), (-4.16, 34.9), (-0.17, 6.9)),
    ((-3.2, 6.07), (-2.57, 1.47), (-7.15, 26.7), (-0.17, 5.46)),
    ((-2.85, 7.44), (-1.47, 1.39), (-9.6, 24.4), (-0.17, 4.16)),
    ((-2.67, 6.73), (-2.28, 2.27), (-2, 7.17), (-0.17, 1.01)),
)
"""For each of the twelve blocks, lowest and highest value of the four tensors that are multiplied in int8."""
