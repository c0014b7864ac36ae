"""Files that are sent to be ingested, as jobs: begun, looked at, stopped."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from api.ingest.upload_options import UploadOptions
from api.rest.bodies.jobs import JOB, LINES, form_schema
from api.rest.callers import KnowledgeDep, StateDep, UserDep
from api.rest.examples import json_example
from api.rest.middleware.limits import JOBS_PATH
from api.rest.replies import answer
from graph.errors import Invalid, Unavailable
from graph.knowledge import Knowledge
from graph.model.life.jobs import Job, JobLine, JobStatus

router = APIRouter(prefix=JOBS_PATH, tags=["jobs"])

_FIELDS_MOST: Final = 100
_PIECE: Final = 1 << 20
_SEVERAL: Final = "tags"


@router.post(
    "",
    status_code=HTTPStatus.ACCEPTED,
    response_model=Job,
    responses={202: json_example(JOB)},
    openapi_extra={"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": form_schema()}}}},
)
async def begin_job(request: Request, knowledge: KnowledgeDep, user: UserDep, state: StateDep) -> Response:
    """Takes a file of any kind that can be ingested, and keeps what it holds in the background.

    The file is on the disk when this is answered: a server that ends goes on with it when it starts again. The same
    file sent again adds only what is new.
    """
    if not request.headers.get("content-type", "").casefold().startswith("multipart/form-data"):
        raise Invalid("file", "the body is no form.", allowed="multipart/form-data with the file as `file`")
    try:
        async with request.form(max_files=1, max_fields=_FIELDS_MOST) as form:
            job = await run_in_threadpool(_added, knowledge, user, form)
    except OSError as error:
        raise Unavailable("The file could not be taken: there is no room for it. Try again later.") from error
    state.worker.wake()
    return answer(job, HTTPStatus.ACCEPTED)


def _added(knowledge: Knowledge, user: str, form: FormData) -> Job:
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise Invalid("file", "there is none in the form.", allowed="the file as the field `file`")
    options = _options(form)
    given = options.model_dump(mode="json", exclude_defaults=True)
    return knowledge.jobs(user).add(file.filename or "", _pieces(file), by="rest", options=given)


def _options(form: FormData) -> UploadOptions:
    given: dict[str, object] = {name: value for name, value in form.items() if name not in ("file", _SEVERAL) and value}
    if several := [each for each in form.getlist(_SEVERAL) if each]:
        given[_SEVERAL] = several
    try:
        return UploadOptions.model_validate(given)
    except ValidationError as error:
        fault = error.errors(include_input=False, include_url=False)[0]
        name = str(fault["loc"][0]) if fault["loc"] else "form"
        if fault["type"] == "extra_forbidden":
            raise Invalid(name, "there is no such field.", allowed=", ".join(UploadOptions.model_fields)) from None
        raise Invalid(name, f"{fault['msg'].removeprefix('Value error, ')}.") from None


def _pieces(file: UploadFile) -> Iterator[bytes]:
    while piece := file.file.read(_PIECE):
        yield piece


@router.get("", response_model=tuple[Job, ...], responses={200: json_example([JOB])})
def list_jobs(
    knowledge: KnowledgeDep,
    user: UserDep,
    status: Annotated[JobStatus | None, Query(description="Only those that stand so.")] = None,
    limit: Annotated[int, Query(ge=1, le=200, description="How many at most.")] = 20,
    after: Annotated[str | None, Query(max_length=40, description="Go on after this id.")] = None,
) -> Response:
    """The ingests of this machine, newest first: those sent here and those of the command line."""
    return answer(knowledge.jobs(user).list(status=status, limit=limit, after=after))


@router.get("/{job_id}", response_model=Job, responses={200: json_example(JOB)})
def show_job(knowledge: KnowledgeDep, user: UserDep, job_id: str) -> Response:
    """One job: where it stands, and what became of each item so far."""
    return answer(knowledge.jobs(user).show(job_id))


@router.get("/{job_id}/log", response_model=tuple[JobLine, ...], responses={200: json_example(LINES)})
def job_log(
    knowledge: KnowledgeDep,
    user: UserDep,
    job_id: str,
    limit: Annotated[int, Query(ge=1, le=200, description="How many lines at most.")] = 200,
    after: Annotated[int, Query(ge=0, description="Leave out so many lines.")] = 0,
) -> Response:
    """What happened in a job, a line each: which lines of which file failed and why. No text of a memory."""
    return answer(knowledge.jobs(user).log(job_id, limit=limit, after=after))


@router.post("/{job_id}/cancel", response_model=Job, responses={200: json_example(JOB)})
def cancel_job(knowledge: KnowledgeDep, user: UserDep, job_id: str) -> Response:
    """Stops a job; what it kept stays. 409 where it has ended."""
    return answer(knowledge.jobs(user).cancel(job_id))
