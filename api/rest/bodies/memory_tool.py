"""Request model of the memory tool, with the names that Claude uses."""

from pydantic import ConfigDict

from api.rest.wire import Wire


class ToolCall(Wire):
    """One call of the tool: a command, and what that takes."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"command": "view", "path": "/memories"}]})

    command: str
    """view, create, str_replace, insert, delete or rename."""
    path: str | None = None
    """A file or folder below /memories."""
    view_range: tuple[int, int] | None = None
    """The first and the last line to view; -1 is the end."""
    file_text: str | None = None
    """What a new file holds."""
    old_str: str | None = None
    """What is replaced; it must stand in the file once."""
    new_str: str | None = None
    """What replaces it."""
    insert_line: int | None = None
    """The line behind which a text is inserted; 0 is before the first."""
    insert_text: str | None = None
    """The text that is inserted."""
    old_path: str | None = None
    """The file or folder that is renamed."""
    new_path: str | None = None
    """Its new path."""
