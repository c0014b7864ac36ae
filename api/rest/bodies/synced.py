"""Request models of what syncs of files leave in the graph, and examples of their answers."""

from typing import Annotated

from pydantic import ConfigDict, Field

from api.rest.wire import Some, Whole, Wire
from graph.model.synced import FiledMemory, FiledText, SyncedRecord, SyncState
from graph.model.types import Status

_ID = "01KAMY0F2G3H4J5K6M7N8P9Q0R"
_MARK = "b45cffe084dd3d20d928bee85e7b0f21"
Ids = Annotated[tuple[Some, ...], Field(max_length=20_000)]


class IdsNamed(Wire):
    """Memories that files name."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ids": [_ID]}]})

    ids: Ids = ()


class TextsNamed(Wire):
    """Texts that files hold."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"texts": ["Keys are green."], "project": "work/shop"}]})

    texts: Annotated[tuple[str, ...], Field(max_length=20_000)] = ()
    project: Some | None = None
    """The project whose memories are meant; left out: those of none."""


class Record(Wire):
    """What is known of a memory in a folder: hashes of what it said."""

    id: Some
    file: str
    """Its file, by the path below the folder."""
    number: Whole
    """Which memory of the file it is, from 0."""
    text_mark: str
    title_mark: str = ""
    tags_mark: str = ""
    earlier: tuple[str, ...] = ()
    """Marks of texts that it had before."""
    gone: bool = False


class Filed(Wire):
    """What a memory and its file say now."""

    record: Record
    text: str
    title: str | None = None
    tags: tuple[str, ...] | None = None


class FiledGiven(Wire):
    """What memories and their files say now, to be recorded."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "root": "/home/me/notes",
                    "filed": [
                        {
                            "record": {"id": _ID, "file": "keys.md", "number": 0, "text_mark": _MARK},
                            "text": "Keys are green.",
                        }
                    ],
                }
            ]
        }
    )

    root: Some
    """The whole path of the folder."""
    filed: Annotated[tuple[Filed, ...], Field(max_length=20_000)] = ()

    def values(self) -> tuple[FiledText, ...]:
        """The same as values of graph."""
        return tuple(
            FiledText(record=SyncedRecord(**each.record.model_dump()), text=each.text, title=each.title, tags=each.tags)
            for each in self.filed
        )


class Buried(Wire):
    """Memories that were deleted on either side."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"root": "/home/me/notes", "ids": [_ID]}]})

    root: Some
    """The whole path of the folder."""
    ids: Ids = ()


STATE = SyncState(
    records=(SyncedRecord(id=_ID, file="keys.md", number=0, text_mark=_MARK),),
    memories=(FiledMemory(id=_ID, status=Status.ACTIVE),),
)
CALLED = (FiledMemory(id=_ID, status=Status.ACTIVE, text="Keys are green.", title="Keys are green.", known=True),)
SAYING = {"Keys are green.": _ID}
