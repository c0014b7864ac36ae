"""Everything of a user out into one file, and in again."""

import os
import tempfile
from pathlib import Path
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, Response

from api.rest.bodies.transfer import IMPORTED
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.middleware.limits import EXPORT_PATH, IMPORT_PATH
from api.rest.replies import answer
from graph.knowledge import Knowledge
from graph.model.transfer import Imported, TransferFormat

router = APIRouter(tags=["database"])

PACKED = "application/zstd"
_MEDIA: Final = {
    TransferFormat.ENISHI: (PACKED, "enishi.jsonl.zst"),
    TransferFormat.MEMORY_JSON: ("application/x-ndjson", "memory.json"),
    TransferFormat.MEM0: ("application/json", "mem0.json"),
    TransferFormat.MIF: ("application/json", "memories.mif.json"),
    TransferFormat.GRAPHML: ("application/graphml+xml", "enishi.graphml"),
    TransferFormat.CSV: ("application/zip", "enishi.csv.zip"),
}
_FILE = {"schema": {"type": "string", "format": "binary"}}


@router.post(
    EXPORT_PATH,
    response_class=FileResponse,
    responses={200: {"description": "JSON lines, packed by zstd.", "content": {PACKED: _FILE}}},
)
def export_all(
    knowledge: KnowledgeDep,
    user: UserDep,
    form: Annotated[TransferFormat, Query(alias="format", description="In which shape.")] = TransferFormat.ENISHI,
) -> Response:
    """Everything of the user as one file, of one moment: where somebody writes meanwhile it is begun anew.

    It is written to the temporary folder before it is sent, and 409 says that somebody wrote each of the times.
    Other formats than our own hold what they have a place for: memories, entities, relations.
    """
    media, name = _MEDIA[form]
    folder = tempfile.TemporaryDirectory(prefix="enishi-export-")
    path = Path(folder.name) / name
    try:
        knowledge.transfer(user).to_file(path, form)
    except BaseException:
        folder.cleanup()
        raise
    return FileResponse(path, media_type=media, filename=name, background=BackgroundTask(folder.cleanup))


@router.post(
    IMPORT_PATH,
    response_model=Imported,
    responses={200: json_example(IMPORTED)},
    openapi_extra={"requestBody": {"required": True, "content": {PACKED: _FILE}}},
)
async def import_all(
    request: Request,
    knowledge: KnowledgeDep,
    user: UserDep,
    form: Annotated[TransferFormat, Query(alias="format", description="What the body is.")] = TransferFormat.ENISHI,
) -> Response:
    """Reads in what the export gave: for who has nothing as it was, for others each memory that they have not.

    What other memories wrote (memory-json, mem0, mif) is understood anew, memory by memory.
    """
    handle, name = tempfile.mkstemp(suffix=".jsonl.zst")
    path = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            async for piece in request.stream():
                await run_in_threadpool(file.write, piece)
        return answer(await run_in_threadpool(_read_in, knowledge, user, path, form))
    finally:
        path.unlink(missing_ok=True)


def _read_in(knowledge: Knowledge, user: str, path: Path, form: TransferFormat) -> Imported:
    from api.ingest.foreign import import_file  # noqa: PLC0415 -- a server must not start later for its readers

    return import_file(knowledge, user, path, form, name="the file")
