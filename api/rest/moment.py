"""A time as it is written in a request: as options of commands take it, also a day alone or a time without a zone."""

import re
from datetime import datetime
from typing import Annotated

from pydantic import BeforeValidator

from api.sources import times
from graph.errors import Invalid

_EXAMPLES = "such as 2026-11-22T09:30:00+09:00, or 2026-11-22 in the time zone of the settings"


def moment(value: object, *, last: bool = False) -> object:
    """The time that is written; as the `last` of a range a day counts as a whole.

    A space that a "+" in an address became is read as the "+". Raises ValueError, which pydantic tells with the field's
    name.
    """
    if value is None or isinstance(value, datetime):
        return value
    if not isinstance(value, str):
        raise ValueError(f"must be a time written as text, {_EXAMPLES}")  # noqa: TRY004
    written = re.sub(r"(?<=\d) (?=\d{2}:?\d{2}$)", "+", value) if "T" in value else value
    try:
        return times.last_moment(written) if last else times.moment(written)
    except Invalid as error:
        raise ValueError(f"is not a time that can be read, {_EXAMPLES}") from error


def last_moment(value: object) -> object:
    """The end of a range that is written: of a day its last moment."""
    return moment(value, last=True)


Moment = Annotated[datetime, BeforeValidator(moment)]
LastMoment = Annotated[datetime, BeforeValidator(last_moment)]
"""The end of a range."""
