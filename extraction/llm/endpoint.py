"""A language model behind an HTTP endpoint of OpenAI's chat protocol."""

import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final

import httpx

from extraction.backoff import AGAIN, LONGEST_WAIT_S, connected, wait_s
from extraction.settings.llm import LlmSettings
from graph.errors import Misconfigured, Unavailable

_REFUSED_FORM: Final = frozenset({400, 404, 415, 422})
"""Status codes by which endpoints refuse an unknown `response_format`."""


class ChatEndpoint:
    """Asks by HTTP: `POST {url}/chat/completions`. Satisfies `Asks`; safe to share between threads.

    The schema is sent as `json_schema`; an endpoint that refuses it is asked for any JSON from then on. `sleep` and
    `clock` are arguments for tests.
    """

    def __init__(
        self,
        settings: LlmSettings,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.time,
    ) -> None:
        if not settings.url or not settings.model:
            raise Misconfigured("llm: the endpoint needs llm.url and llm.model.")
        self._settings = settings
        self._url = settings.url.rstrip("/")
        self._sleep = sleep
        self._clock = clock
        self._lock = Lock()
        self._client: httpx.Client | None = None
        self._knows_schemas = True

    def ask(self, instructions: str, question: str, schema: Mapping[str, object]) -> str:
        """The model's answer as text. Raises Unavailable when none comes, Misconfigured when the endpoint refuses."""
        if self._knows_schemas:
            form = {"type": "json_schema", "json_schema": {"name": "reading", "strict": True, "schema": schema}}
            answer = self._answered(instructions, question, form)
            if answer.status_code not in _REFUSED_FORM:
                return self._content(answer)
        answer = self._answered(instructions, question, {"type": "json_object"})
        if answer.is_success:
            self._knows_schemas = False
        return self._content(answer)

    def close(self) -> None:
        """Closes open connections."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _answered(self, instructions: str, question: str, form: Mapping[str, object]) -> httpx.Response:
        """The first answer that is not to be retried."""
        attempt = 0
        while True:
            answer = self._post(instructions, question, form)
            if answer.status_code not in AGAIN and answer.status_code < 500:
                return answer
            wait = wait_s(answer, attempt, self._clock())
            if attempt == self._settings.retries or wait > LONGEST_WAIT_S:
                raise Unavailable(
                    f"The language model's endpoint cannot take the request now (HTTP {answer.status_code}).",
                    retry_after=wait,
                )
            self._sleep(wait)
            attempt += 1

    def _post(self, instructions: str, question: str, form: Mapping[str, object]) -> httpx.Response:
        settings = self._settings
        body = {
            "model": settings.model,
            "messages": [{"role": "system", "content": instructions}, {"role": "user", "content": question}],
            "temperature": 0,
            "max_tokens": settings.answer_tokens,
            "response_format": form,
        }
        headers = {"Authorization": f"Bearer {settings.api_key.get_secret_value()}"} if settings.api_key else {}
        try:
            return self._connected().post(f"{self._url}/chat/completions", json=body, headers=headers)
        except httpx.TimeoutException as error:
            raise Unavailable(f"The language model did not answer within {settings.timeout:g} seconds.") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unavailable(f"The language model cannot be reached ({type(error).__name__}).") from error

    def _content(self, answer: httpx.Response) -> str:
        if answer.status_code in (401, 403):
            raise Misconfigured(f"llm.api_key: the endpoint refused the key (HTTP {answer.status_code}).")
        if not answer.is_success:
            raise Misconfigured(
                f"The language model's endpoint refused the request (HTTP {answer.status_code}): "
                "check llm.url and llm.model."
            )
        try:
            content = answer.json()["choices"][0]["message"]["content"]
        except (ValueError, LookupError, TypeError) as error:
            raise ValueError("the model's answer is not a chat completion") from error
        if not isinstance(content, str):
            raise ValueError("the model's answer is empty")  # noqa: TRY004  a wrong answer, not a wrong argument
        return content

    def _connected(self) -> httpx.Client:
        with self._lock:
            if self._client is None:
                self._client = connected(self._settings.timeout)
            return self._client
