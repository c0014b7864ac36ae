"""Who asks through the Model Context Protocol: the user whose memories are meant, and who reads along.

Who reads along is said by whoever sets the connection up, in an option or a header, and by no argument of a tool: a
model does not choose for whom it asks.
"""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

USER_HEADER: Final = "X-Enishi-User"
PROJECT_HEADER: Final = "X-Enishi-Project"
AUDIENCE_HEADER: Final = "X-Enishi-Audience"


@dataclass(frozen=True, slots=True)
class Asker:
    """A user, the project into which is saved what names none, and who reads the answers too, if anybody."""

    user: str
    project: str | None = None
    audience: str | None = None


ASKING: Final[ContextVar[Asker]] = ContextVar("enishi.asking")
"""Who asks in a request of HTTP. Nobody by default: a tool that nobody asks fails, and does not read for somebody."""

LEAN, ALL = "lean", "full"
"""The profiles: eight tools that every agent needs, or all of them."""
PATH: Final = "/mcp"
"""Where the endpoint of HTTP is; a profile other than the lean one follows it."""


def path_of(profile: str) -> str:
    """The path of a profile."""
    return PATH if profile == LEAN else f"{PATH}/{profile}"
