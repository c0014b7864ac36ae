"""Who asks through the Model Context Protocol: the user whose memories are meant, and where new ones belong."""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

USER_HEADER: Final = "X-Enishi-User"
PROJECT_HEADER: Final = "X-Enishi-Project"


@dataclass(frozen=True, slots=True)
class Asker:
    """A user, and the project into which is saved what names none."""

    user: str
    project: str | None = None


ASKING: Final[ContextVar[Asker]] = ContextVar("enishi.asking")
"""Who asks in a request of HTTP. Nobody by default: a tool that nobody asks fails, and does not read for somebody."""

LEAN, ALL = "lean", "full"
"""The profiles: eight tools that every agent needs, or all of them."""
PATH: Final = "/mcp"
"""Where the endpoint of HTTP is; a profile other than the lean one follows it."""


def path_of(profile: str) -> str:
    """The path of a profile."""
    return PATH if profile == LEAN else f"{PATH}/{profile}"
