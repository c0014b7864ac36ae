"""Errors as RFC 9457 problems, for every interface that answers in JSON."""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import cast

from graph.errors import EnishiError, Invalid, Unavailable

Problem = dict[str, object]
"""The members of a problem: type, title, status and detail, then what the kind of problem adds."""

_LONGEST_NAME = 80
_FAULTS_TOLD = 100
_TITLES = {413: "Content Too Large"}
"""Where releases of Python disagree about the words of a status."""
_NO_OBJECT = frozenset({"model_attributes_type", "model_type", "dict_type"})
_PLACES = frozenset({"body", "query", "path", "header"})


def problem(error: EnishiError) -> Problem:
    """An error as a problem: `field` and `allowed` of Invalid, `retry_after` seconds of Unavailable beside it."""
    members = _problem(type(error).__name__, error.title, error.status, str(error))
    if isinstance(error, Invalid):
        members["field"] = error.field
        if error.allowed:
            members["allowed"] = error.allowed
    if isinstance(error, Unavailable):
        members["retry_after"] = error.retry_after
    return members


CROWDED, LATE = "Crowded", "Late"
"""Kinds of 503 of the door: nothing was begun; it was begun, and may still be carried out."""
NO_PATH = "NoPath"
"""The kind of 404 of the door: it has no such path. What is not there of a user's is NotFound."""


def refusal(status: int, detail: str, *, kind: str | None = None, retry_after: float | None = None) -> Problem:
    """A problem that belongs to a door alone, such as a missing key or a path that does not exist.

    Its `kind` is told by the status, unless other problems have that status too.
    """
    title = _TITLES.get(status, HTTPStatus(status).phrase)
    members = _problem(kind or title.title().replace(" ", ""), title, status, detail)
    if retry_after is not None:
        members["retry_after"] = retry_after
    return members


def unreadable(errors: Sequence[Mapping[str, object]]) -> Problem:
    """What pydantic found wrong with a request as one problem: the first fault in full, the first hundred in `errors`.

    Values are left out: they are the user's. A body that is no JSON is status 400, every other fault 422.
    """
    if any(error.get("type") == "json_invalid" for error in errors):
        return refusal(HTTPStatus.BAD_REQUEST, "The body is not JSON. Send one JSON value encoded as UTF-8.")
    faults: list[dict[str, object]] = [
        {"field": field_of(error), "problem": sentence_of(error)} for error in errors[:_FAULTS_TOLD]
    ]
    first = faults[0]
    members = _problem("Invalid", Invalid.title, Invalid.status, f"{first['field']}: {first['problem']}")
    members["field"] = first["field"]
    members["errors"] = faults
    return members


def field_of(error: Mapping[str, object]) -> str:
    """The dotted name of the field a pydantic error is about; "body" for the body as a whole."""
    place = cast("Sequence[object]", error.get("loc", ()))
    within = place[1:] if len(place) > 1 and place[0] in _PLACES else place
    name = ".".join(str(part) for part in within) or "body"
    printable = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name)
    return printable if len(printable) <= _LONGEST_NAME else printable[:_LONGEST_NAME] + "..."


def sentence_of(error: Mapping[str, object]) -> str:
    """What is wrong in words, from the kinds of pydantic, none of which quotes a value."""
    kind = error.get("type")
    if kind == "extra_forbidden":
        return "is not a field here. See /docs for those that are."
    if kind == "missing":
        return "is missing."
    if kind in _NO_OBJECT:
        return "must be a JSON object."
    return str(error.get("msg", "is wrong")).removeprefix("Value error, ").rstrip(".") + "."


def _problem(kind: str, title: str, status: int, detail: str) -> Problem:
    slug = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind).casefold()
    return {"type": f"urn:enishi:problem:{slug}", "title": title, "status": status, "detail": detail}
