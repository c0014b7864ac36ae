"""What changes below some paths while a command watches them."""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from pathlib import Path

from graph.errors import Misconfigured

_REGISTERED_MS = 500
"""The watch is asked so often; its first answer says that it is in place."""

Changes = Collection[tuple[object, str]]


def changes_below(paths: Iterable[Path], *, debounce_ms: int) -> Iterator[Changes]:
    """The sets of changed paths (kind, path) from this call on, however late they are asked for; ends by an interrupt.

    A command that reads the files first must call this before: what changes while it reads is told afterwards, and not
    lost. Raises Misconfigured where the system watches no more, as past its limit of watched folders.
    """
    from watchfiles import watch  # noqa: PLC0415 -- who does not watch must not pay for it

    sets = watch(
        *paths, debounce=debounce_ms, rust_timeout=_REGISTERED_MS, yield_on_timeout=True, raise_interrupt=False
    )
    try:
        first = next(sets, set())
    except (OSError, RuntimeError) as error:
        raise Misconfigured(
            f"These folders cannot be watched: {error}. Run the command again without --watch."
        ) from error
    return (changed for changed in chain([first], sets) if changed)
