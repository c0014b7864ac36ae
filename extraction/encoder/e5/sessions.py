"""Opens onnxruntime sessions with the fastest settings whose int8 products are exact on this CPU."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

LARGEST_PRODUCT = Path(__file__).with_name("largest_product.onnx")
"""A product of the largest bytes, written by `scripts/write_largest_product.py`."""


def open_session(graph: Path, threads: int) -> InferenceSession:
    """A session over `graph` with the fastest exact int8 kernel of this CPU."""
    return _opened(graph, threads, exact_kernel=_overflows())


@cache
def _overflows() -> bool:
    """Whether the fast kernel overflows, as without VNNI: it adds two products in 16 bits.

    Tested by a product and not by the CPU's name: with VNNI onnxruntime takes the exact kernel too when told to, and
    the encoder is then four times slower for the same bits.
    """
    session = _opened(LARGEST_PRODUCT, 1, exact_kernel=False)
    input_ = session.get_inputs()[0]
    depth = int(cast("list[int]", input_.shape)[-1])
    (product,) = cast(
        "list[np.ndarray[Any, Any]]", session.run(None, {input_.name: np.full((1, depth), 255, np.uint8)})
    )
    return bool((product != depth * 255 * 127).any())


def _opened(graph: Path, threads: int, *, exact_kernel: bool) -> InferenceSession:
    # Heavy, and most processes never embed: loads on first use.
    # It reports its use to its makers unless told not to before it is loaded; nothing of ours leaves this machine.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime  # noqa: PLC0415

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.log_severity_level = 3
    # The arena keeps the most that any batch ever needed, 70 MB over the sessions, and is no faster than malloc here.
    options.enable_cpu_mem_arena = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if exact_kernel:
        # Has the weights unsigned. It is an extended optimisation, and the only one of them that finds something to do
        # in our graphs but for a fused layer norm, which takes eight times as long.
        options.add_session_config_entry("session.x64quantprecision", "1")
    return onnxruntime.InferenceSession(
        str(graph), options, providers=["CPUExecutionProvider"], disabled_optimizers=["SkipLayerNormFusion"]
    )
