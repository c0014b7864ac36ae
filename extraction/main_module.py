"""Whether worker processes can be spawned from the program that runs.

A spawned process imports the main module of its parent again. A script that does its work at the top level, without
`if __name__ == "__main__"`, would do it again in every worker process, which Python ends with an error.
"""

import ast
import logging
import sys
import threading
from functools import cache
from pathlib import Path
from types import FrameType, ModuleType
from typing import Final

_LOG: Final = logging.getLogger(__name__)
_GUARDS: Final = frozenset(("__name__ == '__main__'", "'__main__' == __name__"))


def can_spawn() -> bool:
    """Whether the main module does not run this very work again when it is imported; warns once if it would."""
    main = sys.modules["__main__"]
    path = getattr(main, "__file__", None)
    if path is None or getattr(main.__spec__, "name", "").rpartition(".")[2] == "__main__":
        # A prompt or `-c`, and `python -m package`: these are not imported again.
        return True
    if not Path(path).exists():
        # A script of standard input, "<stdin>", and one that was taken away: a spawned process would look for it.
        _warn("the program is no file that worker processes could import")
        return False
    line = _line_of(main)
    if line is None or _is_guarded(Path(path), line):
        return True
    _warn("the script has no `if __name__ == '__main__'`, so worker processes would run it again")
    return False


@cache
def _warn(reason: str) -> None:
    _LOG.warning("texts are understood in one process: %s", reason)


def _line_of(main: ModuleType) -> int | None:
    """The line of the main module's top level that runs now; None when it has run to its end."""
    # The documented way to the stack of another thread, though its name begins with an underscore.
    frames = sys._current_frames()  # pyright: ignore[reportPrivateUsage]
    frame: FrameType | None = frames.get(threading.main_thread().ident or 0)
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals is vars(main):
            return frame.f_lineno
        frame = frame.f_back
    return None


def _is_guarded(path: Path, line: int) -> bool:
    """Whether a line stands below `if __name__ == "__main__"`; true where there is no source to tell."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return True
    return any(
        isinstance(node, ast.If)
        and ast.unparse(node.test) in _GUARDS
        and node.body[0].lineno <= line <= (node.body[-1].end_lineno or 0)
        for node in ast.walk(tree)
    )
