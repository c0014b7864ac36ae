"""The REST API: one FastAPI application over the knowledge it is given."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware.cors import CORSMiddleware

from api.api_settings import AccessLogFormat, ApiSettings
from api.background import BackgroundJobs
from api.environment import fingerprint
from api.release import release
from api.rest.callers import AppState
from api.rest.documentation import document
from api.rest.error_responses import UnexpectedErrors, answer_with_problems
from api.rest.keys import Key, keys_of
from api.rest.middleware.access_log import AccessLog
from api.rest.middleware.foreign_pages import ForeignPages
from api.rest.middleware.key_gate import KeyGate
from api.rest.middleware.limits import BodyLimit, ConcurrencyLimit, TimeLimit
from api.rest.middleware.response_headers import ResponseHeaders
from api.rest.openapi import openapi_schema
from api.rest.routes import (
    batch,
    conversations,
    entities,
    graph,
    lifecycle,
    links,
    memories,
    memory_tool,
    projects,
    recall,
    rotation,
    routing,
    system,
    tools,
    transfer,
)
from api.rotation_schedule import RotationSchedule
from graph.errors import Invalid, Misconfigured
from graph.intake.checks import checked_user
from graph.knowledge import Knowledge


def create_app(
    knowledge: Knowledge,
    settings: ApiSettings,
    *,
    secret: bytes | None = None,
    schedule: RotationSchedule | None = None,
) -> FastAPI:
    """The application; it closes `knowledge` when it ends. With a `secret` it shows commands whose it is.

    With a `schedule` it rotates by itself.

    Misconfigured when it would listen to other machines without keys, or a key is weak or bound to nobody.
    """
    keys = keys_of(settings)
    try:
        checked_user(settings.default_user)
    except Invalid as error:
        raise Misconfigured(f"ENISHI_API__DEFAULT_USER is no user id: {error}") from error
    jobs = BackgroundJobs(knowledge, batch=settings.enrich_batch, idle_seconds=settings.enrich_idle_seconds)
    app = FastAPI(
        title="Enishi",
        version=release(),
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(knowledge, jobs, schedule, settings.threads),
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.enishi = AppState(
        knowledge=knowledge,
        settings=settings,
        jobs=jobs,
        fingerprint=fingerprint(),
        secret=secret,
    )
    for part in (
        tools,
        recall,
        batch,
        memories,
        projects,
        links,
        lifecycle,
        entities,
        graph,
        routing,
        conversations,
        memory_tool,
        rotation,
        transfer,
        system,
    ):
        app.include_router(part.router)
    document(app)
    answer_with_problems(app)
    _guard(app, settings, keys)
    schema = openapi_schema(app)
    app.openapi = lambda: schema()
    return app


def _guard(app: FastAPI, settings: ApiSettings, keys: Sequence[Key]) -> None:
    """Puts the bounds around an application; what is added last meets a request first."""
    app.add_middleware(BodyLimit, most=settings.max_body_bytes)
    app.add_middleware(ConcurrencyLimit, most=settings.threads + settings.waiting)
    app.add_middleware(TimeLimit, seconds=settings.request_seconds)
    app.add_middleware(KeyGate, keys=keys, requests_per_minute=settings.requests_per_minute)
    if not keys:
        app.add_middleware(ForeignPages, host=settings.host, origins=settings.cors_origins)
    app.add_middleware(UnexpectedErrors)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware, allow_origins=list(settings.cors_origins), allow_methods=["*"], allow_headers=["*"]
        )
    app.add_middleware(ResponseHeaders)
    if settings.access_log is not AccessLogFormat.OFF:
        app.add_middleware(AccessLog, form=settings.access_log)


def _lifespan(
    knowledge: Knowledge, jobs: BackgroundJobs, schedule: "RotationSchedule | None", threads: int
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        # Plain functions run in threads of this limiter, 40 unless told otherwise; the rest waits in their order.
        current_default_thread_limiter().total_tokens = threads
        jobs.start()
        if schedule is not None:
            schedule.start()
        try:
            yield
        finally:
            # both wait for work under way, which must not hold up the loop that lets it finish
            if schedule is not None:
                await run_in_threadpool(schedule.stop)
            await run_in_threadpool(jobs.stop)
            await run_in_threadpool(knowledge.close)

    return lifespan
