"""`POST /graphql`: behind the same key, users and limits as every path of REST. There is no page to try it at.

GraphiQL would be fetched from another machine; any client that reads a schema by introspection will do.
"""

from typing import Annotated, Any, Final

from fastapi import APIRouter
from pydantic import ConfigDict, Field
from starlette.responses import Response

from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from api.rest.wire import Wire

PATH: Final = "/graphql"
_QUERY: Final = (
    "query Who($name: String!) { entities(text: $name) { entities { name neighbours { nodes { name } } } } }"
)
_EXAMPLE: Final = {
    "data": {"entities": {"entities": [{"name": "Tanaka", "neighbours": {"nodes": [{"name": "Acme"}]}}]}},
}

router = APIRouter(tags=["graph"], route_class=JsonRoute)


class GraphQuery(Wire):
    """A query of GraphQL, as clients send it."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"query": _QUERY, "variables": {"name": "Tanaka"}}]})

    query: Annotated[str, Field(min_length=1, max_length=50_000)]
    variables: dict[str, Any] | None = None
    operation_name: Annotated[str | None, Field(alias="operationName", max_length=200)] = None
    """Which of several operations of the query is meant."""
    extensions: dict[str, Any] | None = None
    """Some clients send it; nothing here reads it."""


@router.post(PATH, responses={200: json_example(_EXAMPLE)})
def graphql(body: GraphQuery, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Answers a query: several reads in one request, each with the fields that are asked for."""
    from api.graphql.answering import ask  # noqa: PLC0415 -- the library takes a quarter of a second to load

    answered = ask(knowledge, user, body.query, body.variables or {}, body.operation_name)
    return answer(answered.body, answered.status)
