"""What every route is given: the knowledge behind the door, and the user a request is for."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, cast

from fastapi import Depends, Header, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException

from api.api_settings import ApiSettings
from api.background import Enricher
from api.rest.keys import Key, known, user_for
from api.rest.limits import Rate
from graph.errors import Invalid
from graph.knowledge import Knowledge

_BEARER = HTTPBearer(auto_error=False, description="An API key; needed where the deployment has keys.")
_WHO = "Whose memories: a user id, or base#pack. Left out: the user of the key, else the default user."


@dataclass(frozen=True, slots=True, kw_only=True)
class Doorway:
    """All that requests share."""

    knowledge: Knowledge
    settings: ApiSettings
    keys: tuple[Key, ...]
    rate: Rate
    enricher: Enricher


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
            raise HTTPException(HTTPStatus.FORBIDDEN, "This API key does not speak for that user.")
        return user_id


async def doorway(request: Request) -> Doorway:
    """What the application was built with."""
    return cast("Doorway", request.app.state.doorway)


async def knowledge(request: Request) -> Knowledge:
    """The knowledge behind the door."""
    return (await doorway(request)).knowledge


async def caller(
    request: Request,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Security(_BEARER)],
    x_enishi_user: Annotated[str | None, Header(description=_WHO, examples=["me"])] = None,
) -> Caller:
    """Who asks; 401 without a key that is known, 429 when asked too often."""
    door = await doorway(request)
    address = request.client.host if request.client else "nobody"
    key = known(door.keys, bearer.credentials) if bearer and door.keys else None
    wait = door.rate.wait(key.digest.hex() if key else address)
    if wait > 0:
        raise HTTPException(
            HTTPStatus.TOO_MANY_REQUESTS,
            f"At most {door.settings.requests_per_minute} requests a minute are answered.",
            {"Retry-After": str(int(wait) + 1)},
        )
    if door.keys and key is None:
        raise HTTPException(
            HTTPStatus.UNAUTHORIZED,
            "An API key is needed, sent as: Authorization: Bearer KEY",
            {"WWW-Authenticate": "Bearer"},
        )
    return Caller(key=key, named=_utf8(x_enishi_user), default=door.settings.default_user)


async def user(asking: Annotated[Caller, Depends(caller)]) -> str:
    """The user of the header or of the key, else the default user."""
    return asking.user()


def _utf8(header: str | None) -> str | None:
    """A header as the UTF-8 it was sent in; HTTP hands headers over as Latin-1."""
    if header is None:
        return None
    try:
        return header.encode("latin-1").decode("utf-8")
    except UnicodeError as error:
        raise Invalid("X-Enishi-User", "is not text in UTF-8.") from error


Knowing = Annotated[Knowledge, Depends(knowledge)]
Asker = Annotated[Caller, Depends(caller)]
User = Annotated[str, Depends(user)]
Door = Annotated[Doorway, Depends(doorway)]
