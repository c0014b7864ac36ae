"""A language model that the caller lends: the client of an MCP session, asked by sampling."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import CancelledError, TimeoutError  # noqa: A004  the future's own, which asyncio shares

from graph.errors import Unavailable

Samples = Callable[[str, str, int], Awaitable[str]]
"""Instructions, question and the most tokens of an answer; the model's answer as text."""


class SampledModel:
    """Asks through a coroutine that runs in another thread's event loop. Satisfies `Asks`.

    The door that holds the MCP session gives `sample`, a few lines around its sampling request, and its running loop.
    """

    def __init__(
        self, sample: Samples, loop: asyncio.AbstractEventLoop, *, timeout_s: float = 60.0, answer_tokens: int = 4_000
    ) -> None:
        self._sample = sample
        self._loop = loop
        self._timeout_s = timeout_s
        self._answer_tokens = answer_tokens

    def ask(self, instructions: str, question: str, schema: Mapping[str, object]) -> str:  # noqa: ARG002
        """The model's answer as text; MCP sampling carries no schema, so the instructions alone tell the form.

        Raises Unavailable when the client declines, fails or takes too long.
        """
        if self._loop.is_closed():
            raise Unavailable("The session that lends the language model has ended.")
        asked = asyncio.run_coroutine_threadsafe(self._asked(instructions, question), self._loop)
        try:
            return asked.result(self._timeout_s)
        except TimeoutError as error:
            asked.cancel()
            raise Unavailable(f"The session's language model did not answer within {self._timeout_s:g} s.") from error
        except CancelledError as error:
            raise Unavailable("The session that lends the language model has ended.") from error
        except Exception as error:
            # A client may refuse with any error of its own; what it says could quote the text.
            raise Unavailable(f"The session's language model refused ({type(error).__name__}).") from error

    def close(self) -> None:
        """Nothing of its own to end: the session belongs to the door."""

    async def _asked(self, instructions: str, question: str) -> str:
        return await self._sample(instructions, question, self._answer_tokens)
