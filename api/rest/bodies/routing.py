"""Request models of routing, and an example of its answer."""

from typing import Annotated

from pydantic import ConfigDict, Field

from api.rest.wire import Some, Wire
from graph.model.talk.routing import Certainty, ProjectMatch, ProposedProject, Routed


class RouteMessage(Wire):
    """A message whose project is asked for."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"message": "Why do logins fail since the release?"},
                {"message": "認証のあの実装を参考にしたい", "session_id": "slack-C01-1764", "current": "work/shop"},
            ]
        }
    )

    message: Annotated[Some, Field(json_schema_extra={"minLength": 1})]
    """Any text; the first 8,000 characters say where it belongs."""
    session_id: Annotated[str, Field(max_length=200)] | None = None
    """The talk that it is part of: what that was about counts."""
    current: Annotated[str, Field(max_length=200)] | None = None
    """The path of the project at work, where no session says it."""
    audience: Annotated[str, Field(max_length=200)] | None = None
    """Who reads the answer beside you: shared, or a group."""


ROUTED = Routed(
    primary="work/shop",
    secondary=("development/backend/auth",),
    confidence=Certainty.MEDIUM,
    probability=0.6207,
    ask="Is this about “work/shop” or “development/backend/auth”? Or is it a new project (work/logins-release)?",
    proposed=ProposedProject(
        path="work/logins-release", name="logins-release", category_path=("work",), keywords=("logins", "release")
    ),
    pinned_content=None,
    pinned=("The API keys begin with shop_.",),
    current="work/shop",
    matches=(
        ProjectMatch(
            path="work/shop",
            probability=0.6207,
            reasons=("the session was about it", "near memories: 8 (cosine 0.51)", "memories with its words: 3"),
        ),
        ProjectMatch(
            path="development/backend/auth",
            probability=0.3011,
            reasons=("near memories: 12 (cosine 0.58)", "memories with its words: 5"),
        ),
    ),
    classifier="scores",
    fallback=None,
    milliseconds={"message": 14.2, "evidence": 18.9, "choice": 3.1, "total": 36.2},
)
