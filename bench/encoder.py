"""Measures the encoder alone: texts a second by processes, beside the straightforward graph in the same run.

Beside each rate by the clock stands the rate by processor time, which holds on a machine that has other work too.

Usage: python -m bench.encoder [--processes 1 2] [--seconds 4] [--json FILE]. Prints JSON.
"""

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession

from bench.output import give_out
from bench.plain_encoder import plain_session, write_plain
from extraction.encoder import VectorSettings
from extraction.encoder.e5.encoder_build import GRAPH_FILE, TOKENIZER_FILE, ready_encoder
from extraction.encoder.e5.sessions import open_session
from extraction.encoder.e5.tokenizer import Tokenizer
from extraction.encoder.e5.weights import read_weights, weights_file

Rates = tuple[float, float]

LENGTHS = (32, 46)
BATCH = 8
_TEXT = (
    "On Monday the committee heard from the engineer who had found a crack in the bridge over the river, and asked "
    "the town for money. 翌週の会議では、修理の費用と通行止めの期間について、住民から多くの質問が出た。"
)


def rows(length: int) -> list[list[int]]:
    """Batches of `BATCH` rows of `length` tokens from running text in both languages."""
    tokenizer = Tokenizer(ready_encoder(VectorSettings().cache) / TOKENIZER_FILE)
    stream = tokenizer.ids(_TEXT * 4)
    return [[0, *stream[place * 7 : place * 7 + length - 2], 2] for place in range(BATCH)]


def rate(session: InferenceSession, given: dict[str, NDArray[np.generic]], seconds: float) -> Rates:
    """Texts a second of one caller who runs the same batch again and again for `seconds`: by clock, by processor."""
    session.run(["vectors"], given)
    done, start, used = 0, time.perf_counter(), time.process_time()
    while (spent := time.perf_counter() - start) < seconds:
        session.run(["vectors"], given)
        done += BATCH
    return done / spent, done / (time.process_time() - used)


def product_rate(length: int, seconds: float) -> Rates:
    """What the product's encoder does in this process with one thread."""
    session = open_session(ready_encoder(VectorSettings().cache) / GRAPH_FILE, 1)
    ids = np.array(rows(length), np.int64)
    return rate(session, {"ids": ids, "lengths": np.full(len(ids), length, np.int64)}, seconds)


def plain_rate(graph: str, threads: int, length: int, seconds: float) -> Rates:
    """What the straightforward graph does in this process."""
    session = plain_session(Path(graph), threads)
    ids = np.array(rows(length), np.int64)
    return rate(session, {"ids": ids, "mask": np.ones_like(ids)}, seconds)


def summed(count: int, work: Callable[..., Rates], *arguments: object) -> dict[str, float]:
    """The rates of `count` processes that work at the same time: the clock's added up, the processor's averaged."""
    with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn")) as processes:
        waiting = [processes.submit(work, *arguments) for _ in range(count)]
        found = [future.result() for future in waiting]
    clock, processor = zip(*found, strict=True)
    return {"texts_per_s": round(sum(clock), 1), "texts_per_cpu_s": round(sum(processor) / count, 1)}


def measured(counts: Sequence[int], seconds: float) -> dict[str, dict[str, dict[str, float]]]:
    """Texts a second by arrangement and token length."""
    ready_encoder(VectorSettings().cache)
    found: dict[str, dict[str, dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        _, plain = write_plain(read_weights(weights_file()), Path(folder))
        for length in LENGTHS:
            key = f"{length} tokens"
            found[key] = {
                "baseline: plain int8 graph, 1 process, 2 threads": summed(
                    1, plain_rate, str(plain), 2, length, seconds
                )
            }
            for count in counts:
                found[key][f"product, {count} processes, 1 thread"] = summed(count, product_rate, length, seconds)
                found[key][f"plain int8 graph, {count} processes, 1 thread"] = summed(
                    count, plain_rate, str(plain), 1, length, seconds
                )
    return found


def main(arguments: Sequence[str]) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args(arguments)
    result = measured(cast("list[int]", chosen.processes), cast("float", chosen.seconds))
    give_out(result, cast("Path | None", chosen.json))


if __name__ == "__main__":
    main(sys.argv[1:])
