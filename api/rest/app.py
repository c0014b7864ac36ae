"""The REST API: one FastAPI application over the knowledge it is given."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware.cors import CORSMiddleware

from api.agents.endpoint import AgentEndpoint
from api.api_settings import AccessLogFormat, ApiSettings
from api.background import BackgroundJobs
from api.environment import fingerprint
from api.graphql import endpoint as graphql
from api.ingest.worker import JobWorker
from api.live.feeds import Feeds
from api.live.stream import EventStream
from api.release import release
from api.rest.callers import AppState
from api.rest.documentation import document
from api.rest.error_responses import UnexpectedErrors, answer_with_problems
from api.rest.keys import Key, cypher_keys_of, keys_of
from api.rest.middleware.access_log import AccessLog
from api.rest.middleware.foreign_pages import ForeignPages
from api.rest.middleware.key_gate import KeyGate
from api.rest.middleware.limits import BodyLimit, ConcurrencyLimit, TimeLimit
from api.rest.middleware.response_headers import ResponseHeaders
from api.rest.openapi import openapi_schema
from api.rest.page import show_page
from api.rest.routes import (
    batch,
    by_hand,
    channels,
    conversations,
    entities,
    graph,
    links,
    memories,
    memory_tool,
    overviews,
    projects,
    recall,
    routing,
    system,
    tools,
    transfer,
    types,
)
from api.rest.routes import (
    jobs as job_routes,
)
from api.rest.routes.life import feedback, history, index, learnings, lifecycle, rotation, synced
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
    jobs = _jobs(knowledge, settings)
    worker = JobWorker(knowledge, stored=jobs.wake)
    agents = _agents(knowledge, settings, jobs)
    feeds = Feeds(lambda user, cursor: knowledge.events(user).follow(cursor), every_s=settings.event_poll_seconds)
    app = FastAPI(
        title="Enishi",
        version=release(),
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(knowledge, [jobs, worker, *([schedule] if schedule else [])], agents, settings, feeds),
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.enishi = AppState(
        knowledge=knowledge,
        settings=settings,
        jobs=jobs,
        worker=worker,
        fingerprint=fingerprint(),
        secret=secret,
    )
    for part in (
        tools,
        recall,
        batch,
        memories,
        history,
        projects,
        overviews,
        channels,
        synced,
        job_routes,
        links,
        lifecycle,
        entities,
        by_hand,
        types,
        graph,
        routing,
        conversations,
        learnings,
        memory_tool,
        rotation,
        index,
        feedback,
        transfer,
        graphql,
        system,
    ):
        app.include_router(part.router)
    show_page(app)
    app.router.routes.extend((*agents.routes(), *_stream(feeds, settings).routes()))
    document(app)
    answer_with_problems(app)
    _guard(app, settings, keys)
    schema = openapi_schema(app)
    app.openapi = lambda: schema()
    return app


def create_agents_app(
    knowledge: Knowledge, settings: ApiSettings, *, background: bool, audience: str | None = None
) -> FastAPI:
    """The endpoint of agents alone, behind the same gates; `background` says whether it works off the backlog as well,
    `audience` who reads its answers beside the user.

    Raises Misconfigured as `create_app` does.
    """
    keys = keys_of(settings)
    jobs = _jobs(knowledge, settings) if background else None
    agents = _agents(knowledge, settings, jobs, audience)
    app = FastAPI(
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(knowledge, [jobs] if jobs else [], agents, settings),
    )
    app.router.routes.extend(agents.routes())
    answer_with_problems(app)
    _guard(app, settings, keys)
    return app


def _jobs(knowledge: Knowledge, settings: ApiSettings) -> BackgroundJobs:
    return BackgroundJobs(knowledge, batch=settings.enrich_batch, idle_seconds=settings.enrich_idle_seconds)


def _agents(
    knowledge: Knowledge, settings: ApiSettings, jobs: BackgroundJobs | None, audience: str | None = None
) -> AgentEndpoint:
    return AgentEndpoint(
        lambda: knowledge,
        default_user=settings.default_user,
        max_body_bytes=settings.max_body_bytes,
        on_saved=jobs.wake if jobs is not None else lambda: None,
        audience=audience,
    )


def _stream(feeds: Feeds, settings: ApiSettings) -> EventStream:
    return EventStream(
        feeds,
        default_user=settings.default_user,
        origins=settings.cors_origins,
        streams_most=settings.event_streams,
        streams_of_user_most=settings.event_streams_of_user,
        heartbeat_s=settings.event_heartbeat_seconds,
    )


def _guard(app: FastAPI, settings: ApiSettings, keys: Sequence[Key]) -> None:
    """Puts the bounds around an application; what is added last meets a request first."""
    app.add_middleware(BodyLimit, most=settings.max_body_bytes, upload_most=settings.max_upload_bytes)
    app.add_middleware(ConcurrencyLimit, most=settings.threads + settings.waiting)
    app.add_middleware(TimeLimit, seconds=settings.request_seconds)
    app.add_middleware(
        KeyGate,
        keys=keys,
        requests_per_minute=settings.requests_per_minute,
        open_metrics=settings.open_metrics,
        cypher_keys=cypher_keys_of(settings),
    )
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


class _Work(Protocol):
    """What runs beside the requests."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


def _lifespan(
    knowledge: Knowledge,
    works: Sequence[_Work],
    agents: AgentEndpoint,
    settings: ApiSettings,
    feeds: Feeds | None = None,
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        # Plain functions run in threads of this limiter, 40 unless told otherwise; the rest waits in their order.
        current_default_thread_limiter().total_tokens = settings.threads
        for work in works:
            work.start()
        try:
            yield
        finally:
            if feeds is not None:
                feeds.close()
            await agents.close()
            # each waits for work under way, which must not hold up the loop that lets it finish
            for work in reversed(works):
                await run_in_threadpool(work.stop)
            await run_in_threadpool(knowledge.close)

    return lifespan
