"""Request models of projects."""

from pydantic import ConfigDict

from api.rest.wire import Wire


class NewProject(Wire):
    """A project to create."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"path": "development/backend/auth", "description": "The auth service."}]}
    )

    path: str
    """One name a segment, from the outermost category to the project: up to 8."""
    description: str = ""
    """What it is about, in a sentence."""


class ProjectChanges(Wire):
    """What to change of a project."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"description": "The auth service and its keys."}]})

    description: str
    """What it is about, in a sentence."""
