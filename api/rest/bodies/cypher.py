"""The request model of a statement in Cypher, and an example of its answer."""

from pydantic import ConfigDict, Field, JsonValue

from api.rest.wire import Wire
from graph.model.trace import CYPHER_ROWS_MOST, CypherRows


class AskCypher(Wire):
    """A statement that only reads, and its parameters."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "statement": "MATCH (e:Entity {user_id: $user}) RETURN e.type AS type, count(*) AS entities",
                    "parameters": {"user": "me"},
                    "limit": 100,
                }
            ]
        }
    )

    statement: str = Field(min_length=1, max_length=20_000)
    """One statement, without a semicolon."""
    parameters: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """What stands in it as $name."""
    limit: int = Field(default=1_000, ge=1, le=CYPHER_ROWS_MOST)
    """Rows that are answered at most."""


ROWS = CypherRows(columns=("type", "entities"), rows=(("Person", 412), ("Location", 96)), more=False, elapsed_ms=12)
