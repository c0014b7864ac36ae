"""The dependencies of every route: the knowledge, the caller with its API key, and the user a request is for."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, cast

from fastapi import Depends, Header, Query, Request, Security
from fastapi.security import HTTPBearer
from starlette.exceptions import HTTPException

from api.api_settings import ApiSettings
from api.background import BackgroundJobs
from api.ingest.worker import JobWorker
from api.rest.keys import Key, user_for
from api.rest.middleware.key_gate import KEY
from graph.errors import Invalid
from graph.journal.actor import begin_acting, named
from graph.knowledge import Knowledge

_BEARER = HTTPBearer(auto_error=False, description="An API key; needed where the deployment has keys.")
_WHO = "Whose memories: a user id, or base#pack. Left out: the user of the key, else the default user."

AudienceQuery = Annotated[
    str | None,
    Query(max_length=200, description="Who reads the answer beside you: shared, or a group. Left out: you alone."),
]
_UNATTENDED = "1 where no person says what is asked for, as a model does: what a person took away stays away."
_BY = "What the caller calls itself, such as an agent's name; events and versions of memories tell it."


@dataclass(frozen=True, slots=True, kw_only=True)
class AppState:
    """What all requests of one application share; `fingerprint` is that of its start, whatever files say later."""

    knowledge: Knowledge
    settings: ApiSettings
    jobs: BackgroundJobs
    worker: JobWorker
    fingerprint: str
    secret: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks: the key that was presented and the user its header names."""

    key: Key | None
    named: str | None
    default: str

    def user(self, named: str | None = None) -> str:
        """The user a request is for, given the one its body names.

        Invalid when header and body disagree or the id is none; 403 when the key may not speak for the user.
        """
        if named is not None and self.named is not None and named != self.named:
            raise Invalid("user_id", "is not the user of the header X-Enishi-User.", allowed="the same user")
        user_id = user_for(self.key, named if self.named is None else self.named, self.default)
        if user_id is None:
            raise HTTPException(HTTPStatus.FORBIDDEN, self._forbidden(named))
        return user_id

    def _forbidden(self, named: str | None) -> str:
        if named is None and self.named is None:
            return "This API key speaks for several users. Name the one that is meant in the header X-Enishi-User."
        return "This API key does not speak for that user."


async def app_state(request: Request) -> AppState:
    """What the application was built with."""
    return cast("AppState", request.app.state.enishi)


async def knowledge(request: Request) -> Knowledge:
    """The knowledge that every route asks."""
    return (await app_state(request)).knowledge


async def caller(
    request: Request,
    _bearer: Annotated[object, Security(_BEARER)],
    x_enishi_user: Annotated[str | None, Header(description=_WHO, examples=["me"])] = None,
    x_enishi_by: Annotated[str | None, Header(description=_BY, examples=["claude"], max_length=200)] = None,
    x_enishi_unattended: Annotated[str | None, Header(description=_UNATTENDED, examples=["1"], max_length=1)] = None,
) -> Caller:
    """Who asks; its key was looked at before (`KeyGate`). What follows is done through REST, by the name it gives."""
    state = await app_state(request)
    begin_acting(named("rest", header_text("X-Enishi-By", x_enishi_by)), unattended=x_enishi_unattended == "1")
    return Caller(
        key=request.scope[KEY], named=header_text("X-Enishi-User", x_enishi_user), default=state.settings.default_user
    )


async def user(asking: Annotated[Caller, Depends(caller)]) -> str:
    """The user of the header or of the key, else the default user."""
    return asking.user()


def header_text(name: str, header: str | None) -> str | None:
    """A header as the UTF-8 it was sent in; HTTP hands headers over as Latin-1. Raises Invalid."""
    if header is None:
        return None
    try:
        return header.encode("latin-1").decode("utf-8")
    except UnicodeError as error:
        raise Invalid(name, "is not text in UTF-8.") from error


KnowledgeDep = Annotated[Knowledge, Depends(knowledge)]
CallerDep = Annotated[Caller, Depends(caller)]
UserDep = Annotated[str, Depends(user)]
StateDep = Annotated[AppState, Depends(app_state)]
