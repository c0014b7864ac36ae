"""Through whom something is done: a door, and the name that its caller goes by ("cli", "rest:claude")."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar, Token

from graph.errors import Invalid
from graph.intake.checks import plain

NAME_MOST = 64
_actor: ContextVar[str] = ContextVar("actor", default="python")
_unattended: ContextVar[bool] = ContextVar("unattended", default=False)


def actor() -> str:
    """Through whom this thread or task acts; "python" where no door says another."""
    return _actor.get()


@contextmanager
def acting(through: str) -> Generator[None]:
    """Says through whom the block acts, and what it has others do in copies of its context."""
    token = begin_acting(through)
    try:
        yield
    finally:
        _actor.reset(token)


def begin_acting(through: str, *, unattended: bool = False) -> Token[str]:
    """Says through whom this task acts from now on, until it ends with its request, and whether `unattended`."""
    _unattended.set(unattended)
    return _actor.set(through)


def is_unattended() -> bool:
    """Whether no person says what is done: a model does, or what lies in a file. It brings back nothing."""
    return _unattended.get()


@contextmanager
def unattended(*, agreed: bool = False) -> Generator[None]:
    """Says that a model or a file says what the block does; `agreed` that a person did, to just this."""
    token = _unattended.set(not agreed)
    try:
        yield
    finally:
        _unattended.reset(token)


def named(door: str, name: str | None) -> str:
    """The door with the name that its caller gave: `named("rest", "claude")` is "rest:claude".

    The door is a fact, the name is what the caller says: no name can pass for another door. Raises Invalid.
    """
    if name is None or not plain("name", name).strip():
        return door
    name = name.strip()
    if len(name) > NAME_MOST or not name.isprintable():
        raise Invalid("name", "it is no name.", allowed=f"one line of up to {NAME_MOST} characters")
    return f"{door}:{name}"
