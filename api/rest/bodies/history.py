"""Request models of undoing and merging memories and of events, and examples of their answers."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import ConfigDict, Field

from api.rest.examples import MEMORY
from api.rest.moment import Moment
from api.rest.wire import Limit, Some, Wire
from graph.model.life.journal import Act, Event, EventPage


class Undo(Wire):
    """How far to go back."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}, {"to": 1}]})

    to: Annotated[int, Field(ge=1, strict=True)] | None = None
    """The number of the act before which the memory is as it shall be, as its history counts; left out: the last."""


class MergeMemories(Wire):
    """Which memory goes into the one of the address."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"other": "01KAMXQZZ2Y3X4W5V6T7S8R9Q0"}]})

    other: Some
    """The id of a memory that says the same."""


class EventsInAddress(Wire):
    """Which events to list."""

    kind: tuple[Act, ...] = ()
    """Only these acts; repeat for several."""
    memory_id: Some | None = None
    """Only those about this memory."""
    subject: Some | None = None
    """Only those about this: the path of a project, the id of an entity."""
    since: Moment | None = None
    limit: Limit = 50
    cursor: Some | None = None
    """`next_cursor` of the page before."""


EVENTS = EventPage(
    events=(
        Event(
            id="01KAMY0F2G3H4J5K6M7N8P9Q0R",
            kind=Act.EDITED,
            at=datetime(2026, 11, 21, 1, 0, tzinfo=UTC),
            by="rest:claude",
            number=1,
            memory_ids=(MEMORY.id,),
            fields=("rating", "text"),
        ),
    ),
    next_cursor=None,
)
