"""A time as it is written in a request: ISO 8601."""

from datetime import datetime
from typing import Annotated

from pydantic import BeforeValidator


def moment(value: object) -> object:
    """A time written in ISO 8601 as a datetime; a space that a "+" in an address became is read as the "+".

    Raises ValueError, which pydantic tells with the field's name.
    """
    if value is None or isinstance(value, datetime):
        return value
    if not isinstance(value, str):
        raise ValueError("must be a time written as text in ISO 8601, such as 2026-11-22T09:30:00+09:00")  # noqa: TRY004
    written = value.replace(" ", "+") if "T" in value else value
    try:
        return datetime.fromisoformat(written)
    except ValueError as error:
        raise ValueError("is not a time in ISO 8601, such as 2026-11-22T09:30:00+09:00") from error


Moment = Annotated[datetime, BeforeValidator(moment)]
