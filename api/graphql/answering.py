"""Answers GraphQL: the schema, the limits, and errors in our form. Loads the library, so import it where it is asked.

An error stands in `errors` as GraphQL has it, with our problem (`type`, `title`, `status`, `field`, `allowed`) as its
`extensions`. A query that cannot be carried out is told one: the first thing that is wrong with it. A read that fails
is null, and the others have their answers.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from http import HTTPStatus
from typing import Final, cast

import strawberry
from graphql import GraphQLError, GraphQLSchema, GraphQLSyntaxError, OperationDefinitionNode, parse
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from api.graphql.limits import TOKENS_MOST, check
from api.graphql.reads import Asking, costs, query_type
from api.graphql.types import MOMENT
from api.json_form import to_json
from api.rest.problems import Problem, problem, refusal
from graph.errors import EnishiError, Invalid
from graph.knowledge import Knowledge

_LOG = logging.getLogger(__name__)
_UNFORESEEN: Final = "Something broke here that nobody foresaw. The log says where."


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is sent back: an HTTP status and a body."""

    status: int
    body: Mapping[str, object]


@cache
def schema() -> strawberry.Schema:
    """The schema; it takes a quarter of a second to make."""
    made = strawberry.Schema(query_type(), config=StrawberryConfig(scalar_map={datetime: MOMENT}))
    made.process_errors = _log
    return made


def graphql_schema() -> GraphQLSchema:
    """The schema as the core library has it."""
    return cast("GraphQLSchema", getattr(schema(), "_schema"))  # noqa: B009 -- strawberry has no other way to it


def ask(
    knowledge: Knowledge, user: str, query: str, variables: Mapping[str, object], operation: str | None = None
) -> Answer:
    """The answer to a query of one user. Raises nothing."""
    made = schema()
    try:
        _hold(query, variables, operation)
    except EnishiError as error:
        return _refused({"message": str(error), "extensions": to_json(problem(error))})
    result = made.execute_sync(
        query,
        variable_values=dict(variables),
        context_value=Asking(knowledge=knowledge, user=user),
        operation_name=operation,
    )
    errors = [_formed(error) for error in result.errors or ()]
    if result.data is None:
        return _refused(errors[0])
    answered: dict[str, object] = {"data": result.data}
    return Answer(status=HTTPStatus.OK, body=answered | ({"errors": errors} if errors else {}))


def _hold(query: str, variables: Mapping[str, object], operation: str | None) -> None:
    try:
        document = parse(query, max_tokens=TOKENS_MOST)
        check(document, graphql_schema(), costs(), variables)
    except GraphQLSyntaxError as error:
        raise Invalid("query", f"cannot be read. {error.message}.{_place(error)}") from error
    except RecursionError as error:
        raise Invalid("query", "is nested too deep to be read.") from error
    operations = [each for each in document.definitions if isinstance(each, OperationDefinitionNode)]
    names = [each.name.value for each in operations if each.name]
    if operation is None and len(operations) > 1:
        raise Invalid("operationName", "is missing, and the query holds several operations.")
    if operation is not None and operation not in names:
        raise Invalid("operationName", "names no operation of the query.")


def _log(errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
    """Logs of what nobody foresaw where it happened: words of errors may quote what a user asked for."""
    del execution_context
    for error in errors:
        cause = error.original_error
        if cause is not None and not isinstance(cause, EnishiError | GraphQLError):
            _LOG.error("%s at %s", type(cause).__name__, ".".join(map(str, error.path or ())))


def _refused(error: Mapping[str, object]) -> Answer:
    members = cast("Problem", error["extensions"])
    return Answer(status=cast("int", members["status"]), body={"errors": [error]})


def _formed(error: GraphQLError) -> dict[str, object]:
    cause = error.original_error
    members: Problem
    if isinstance(cause, EnishiError):
        members = problem(cause)
    elif cause is not None and not isinstance(cause, GraphQLError):
        members = refusal(HTTPStatus.INTERNAL_SERVER_ERROR, _UNFORESEEN)
    else:
        members = problem(Invalid("query", f"{error.message.rstrip('.')}.{_place(error)}"))
    written: dict[str, object] = {"message": members["detail"], "extensions": to_json(members)}
    if error.locations:
        written["locations"] = [{"line": place.line, "column": place.column} for place in error.locations]
    if error.path is not None:
        written["path"] = list(error.path)
    return written


def _place(error: GraphQLError) -> str:
    return f" (line {error.locations[0].line}, column {error.locations[0].column})" if error.locations else ""
