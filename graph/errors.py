"""The errors a caller can meet, one class per remedy.

EnishiError                    never raised itself
├─ Invalid        fix the request         HTTP 422  exit 2   also ValueError
├─ NotFound       ask for something else  HTTP 404  exit 3   also LookupError
├─ Conflict       re-read, then decide    HTTP 409  exit 4
├─ Unavailable    wait and repeat         HTTP 503  exit 5   carries retry_after
├─ Misconfigured  mend the deployment     HTTP 500  exit 6   found at start wherever it can be
└─ QueryError     mend our code           HTTP 500  exit 7   a statement, its header or its rows are wrong

No message ever holds what a user asked us to remember.
"""

from typing import ClassVar


class EnishiError(Exception):
    """Root of every error this project raises on purpose; its text is meant for a person."""

    status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 1
    title: ClassVar[str] = "Enishi error"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the error as it is, without its constructor, whose arguments are others than those of Exception."""
        return type(self).__new__, (type(self), *self.args), self.__dict__


class Invalid(EnishiError, ValueError):
    """The request cannot be carried out as written: names the field and what is allowed there."""

    status = 422
    exit_code = 2
    title = "Invalid request"

    def __init__(self, field: str, problem: str, *, allowed: str | None = None) -> None:
        self.field = field
        self.problem = problem
        self.allowed = allowed
        super().__init__(f"{field}: {problem}" + (f" Allowed: {allowed}." if allowed else ""))


class NotFound(EnishiError, LookupError):
    """Nothing of this kind that goes by this id, name or pair of ends belongs to this user."""

    status = 404
    exit_code = 3
    title = "Not found"

    def __init__(self, kind: str, identity: str) -> None:
        self.kind = kind
        self.identity = identity
        super().__init__(f"This user has no {kind} {identity!r}.")


class Conflict(EnishiError):
    """What is stored does not fit what was asked: re-read it, then decide.

    `forgotten` tells that a text was taken away by a person, and nobody has said it anew.
    """

    status = 409
    exit_code = 4
    title = "Conflict"

    def __init__(self, message: str = "", *, forgotten: bool = False) -> None:
        self.forgotten = forgotten
        super().__init__(message)


class Unavailable(EnishiError):
    """Something we depend on does not answer now: wait `retry_after` seconds and repeat.

    `less` tells that it was asked for too much at once: half of it may succeed without waiting.
    """

    status = 503
    exit_code = 5
    title = "Temporarily unavailable"

    def __init__(self, message: str, *, retry_after: float = 5.0, less: bool = False) -> None:
        self.retry_after = retry_after
        self.less = less
        super().__init__(message)


class Misconfigured(EnishiError):
    """The deployment has to be mended by a person before this can work."""

    status = 500
    exit_code = 6
    title = "Misconfigured"


class QueryError(EnishiError):
    """One of our own statements, headers or rows is wrong: a bug of ours."""

    status = 500
    exit_code = 7
    title = "Query error"
