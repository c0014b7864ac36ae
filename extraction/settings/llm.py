"""Settings of the optional language model."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator


class LlmSettings(BaseModel):
    """A language model beside the rules. Off by default: texts leave this machine only when someone turns it on."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    engine: Literal["off", "openai"] = "off"
    """off: rules alone; openai: an OpenAI-compatible chat endpoint adds to them."""

    url: Annotated[str | None, Field(pattern=r"^https?://")] = None
    """Address of the endpoint, without /chat/completions, such as http://127.0.0.1:11434/v1."""

    model: Annotated[str | None, Field(min_length=1)] = None
    """Name of the model at the endpoint."""

    api_key: SecretStr | None = None
    """Sent as a bearer token to the endpoint."""

    timeout: Annotated[float, Field(gt=0, le=600)] = 60.0
    """Seconds to wait for one answer."""

    retries: Annotated[int, Field(ge=0, le=5)] = 1
    """How often a request is repeated on 429 and 5xx."""

    pieces: Annotated[int, Field(ge=1, le=64)] = 8
    """Most chunks of text in one request."""

    characters: Annotated[int, Field(ge=500, le=100_000)] = 8_000
    """Most characters of text in one request."""

    answer_tokens: Annotated[int, Field(ge=100, le=64_000)] = 4_000
    """Most tokens of one answer."""

    parallel: Annotated[int, Field(ge=1, le=32)] = 4
    """Requests under way at once."""

    failures: Annotated[int, Field(ge=1, le=100)] = 3
    """Requests that fail one after the other before the model is left alone."""

    rest: Annotated[float, Field(ge=0, le=3600)] = 60.0
    """Seconds for which a model that keeps failing is left alone."""

    @model_validator(mode="after")
    def _named(self) -> "LlmSettings":
        if self.engine == "openai" and not (self.url and self.model):
            raise ValueError("the openai engine needs url and model")
        return self
