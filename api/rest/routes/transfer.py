"""Everything of a user out into one file, and in again."""

import os
import tempfile
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from api.rest.bodies.transfer import IMPORTED
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.middleware.limits import IMPORT_PATH
from api.rest.replies import answer
from graph.knowledge import Knowledge
from graph.model.transfer import Imported
from graph.transfer import files

router = APIRouter(tags=["database"])

PACKED = "application/zstd"
_FILE = {"schema": {"type": "string", "format": "binary"}}


@router.post(
    "/api/database/export",
    response_class=StreamingResponse,
    responses={200: {"description": "JSON lines, packed by zstd.", "content": {PACKED: _FILE}}},
)
def export_all(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Everything of the user as one file. A file without its last line is not whole, and is read in by nobody."""
    return StreamingResponse(
        files.packed(knowledge.transfer(user).export().lines()),
        media_type=PACKED,
        headers={"Content-Disposition": 'attachment; filename="enishi.jsonl.zst"'},
    )


@router.post(
    IMPORT_PATH,
    response_model=Imported,
    responses={200: json_example(IMPORTED)},
    openapi_extra={"requestBody": {"required": True, "content": {PACKED: _FILE}}},
)
async def import_all(request: Request, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Reads in what the export gave: for who has nothing as it was, for others each memory that they have not."""
    handle, name = tempfile.mkstemp(suffix=".jsonl.zst")
    path = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            async for piece in request.stream():
                await run_in_threadpool(file.write, piece)
        return answer(await run_in_threadpool(_read_in, knowledge, user, path))
    finally:
        path.unlink(missing_ok=True)


def _read_in(knowledge: Knowledge, user: str, path: Path) -> Imported:
    return knowledge.transfer(user).read_in(files.reader(path), name="the file")
