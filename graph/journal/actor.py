"""Through whom something is done: a door, and the name that its caller goes by ("cli", "rest:claude")."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar, Token

from graph.errors import Invalid
from graph.intake.checks import plain

NAME_MOST = 64
_actor: ContextVar[str] = ContextVar("actor", default="python")


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


def begin_acting(through: str) -> Token[str]:
    """Says through whom this task acts from now on: for a door whose task ends with its request."""
    return _actor.set(through)


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
