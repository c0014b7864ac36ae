"""Through whom something is done: a door, and the name that its caller goes by ("cli", "rest:claude")."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar, Token

from graph.errors import Invalid
from graph.intake.checks import plain

NAME_MOST = 64
_actor: ContextVar[str] = ContextVar("actor", default="python")
_model: ContextVar[bool] = ContextVar("model", default=False)


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


def is_model() -> bool:
    """Whether a language model acts, whose word is nobody's: what a person took away it does not bring back."""
    return _model.get()


@contextmanager
def by_model(*, asked: bool = False) -> Generator[None]:
    """Says that a model acts in the block; `asked` that a person agreed to just this."""
    token = _model.set(not asked)
    try:
        yield
    finally:
        _model.reset(token)


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
