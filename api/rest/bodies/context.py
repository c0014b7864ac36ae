"""Request models of contexts for a prompt."""

from enum import StrEnum
from typing import Annotated

from pydantic import ConfigDict, Field

from api.rest.wire import Confidence, Flag, Narrowed, NarrowedInAddress, QuestionText, Some, Wire
from graph.context.gathering import BUDGET_MOST
from graph.model.context import ContextOrder

Budget = Annotated[int, Field(ge=0, le=BUDGET_MOST)]


class ContextFormat(StrEnum):
    """How a context is written."""

    JSON = "json"
    """The text, and for each number in it the memory it cites."""
    MARKDOWN = "markdown"
    """The text alone."""


class ContextOptions(Wire):
    """How a context is packed."""

    budget_tokens: Budget = 1000
    """The most tokens the text may have."""
    order: ContextOrder | None = None
    """relevance: best first; time: oldest first. Pinned memories come first in either. Without it: relevance, and time
    where the question looks back over a matter."""
    min_confidence: Confidence | None = None
    """Hits that are less sure to hold what is asked are left out. Without it: all of them, where none tells of it."""
    with_ids: Flag = False
    """Whether the text ends with the ids of the memories, for who gets the text alone."""
    fenced: Flag = False
    """Whether the text stands between marks that say it is quoted: orders in it are no orders to who reads it."""
    format: ContextFormat = ContextFormat.JSON


class AskContext(ContextOptions):
    """A question whose answer a prompt is going to need."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"question": "Who presents the auth service in Osaka?", "budget_tokens": 800},
                {"question": "大阪での発表", "order": "time", "format": "markdown", "with_ids": True},
            ]
        }
    )

    question: Annotated[QuestionText, Field(json_schema_extra={"minLength": 1})]
    """Any text."""
    filters: Narrowed = Narrowed()
    """Narrow what is pinned too."""


class BuildContext(AskContext):
    """A question whose answer a prompt is going to need, by an agent's tool call."""

    user_id: Some | None = None
    """Whose memories; left out: the user of the header or of the key, else the default user."""


class ContextInAddress(ContextOptions, NarrowedInAddress):
    """A context asked for in an address: the same as the body, with the filters beside it."""

    q: Some
    """Any text."""
    # All is text in an address.
    with_ids: bool = False
    fenced: bool = False
