"""A language model behind an HTTP endpoint of OpenAI's chat protocol."""

import time
from collections.abc import Callable, Mapping
from typing import Final

import httpx

from extraction.json_endpoint import JsonEndpoint
from extraction.settings.llm import LlmSettings
from graph.errors import Misconfigured

_REFUSED_FORM: Final = frozenset({400, 404, 415, 422})
"""Status codes by which endpoints refuse an unknown `response_format`."""


class ChatEndpoint:
    """Asks by HTTP: `POST {url}/chat/completions`. Satisfies `Asks`; safe to share between threads.

    The schema is sent as `json_schema`; an endpoint that refuses it is asked for any JSON from then on. `sleep` is an
    argument for tests.
    """

    def __init__(self, settings: LlmSettings, *, sleep: Callable[[float], None] = time.sleep) -> None:
        if not settings.url or not settings.model:
            raise Misconfigured("llm: the endpoint needs llm.url and llm.model.")
        self._settings = settings
        self._endpoint = JsonEndpoint(
            f"{settings.url.rstrip('/')}/chat/completions",
            settings.api_key,
            name="The language model",
            timeout_s=settings.timeout,
            retries=settings.retries,
            sleep=sleep,
        )
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
        self._endpoint.close()

    def _answered(self, instructions: str, question: str, form: Mapping[str, object]) -> httpx.Response:
        return self._endpoint.post(
            {
                "model": self._settings.model,
                "messages": [{"role": "system", "content": instructions}, {"role": "user", "content": question}],
                "temperature": 0,
                "max_tokens": self._settings.answer_tokens,
                "response_format": form,
            }
        )

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
