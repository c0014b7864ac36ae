"""Settings of the optional language model."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator


class LlmSettings(BaseModel):
    """A language model beside the rules. Off by default: texts leave this machine only when someone turns it on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    engine: Literal["off", "openai"] = Field(
        default="off", description="off: rules alone; openai: an OpenAI-compatible chat endpoint adds to them."
    )
    url: str | None = Field(
        default=None,
        pattern=r"^https?://",
        description="Address of the endpoint, without /chat/completions, such as http://127.0.0.1:11434/v1.",
    )
    model: str | None = Field(default=None, min_length=1, description="Name of the model at the endpoint.")
    api_key: SecretStr | None = Field(default=None, description="Sent as a bearer token to the endpoint.")
    timeout: float = Field(default=60.0, gt=0, le=600, description="Seconds to wait for one answer.")
    retries: int = Field(default=1, ge=0, le=5, description="How often a request is repeated on 429 and 5xx.")
    pieces: int = Field(default=8, ge=1, le=64, description="Most chunks of text in one request.")
    characters: int = Field(default=8_000, ge=500, le=100_000, description="Most characters of text in one request.")
    answer_tokens: int = Field(default=4_000, ge=100, le=64_000, description="Most tokens of one answer.")
    parallel: int = Field(default=4, ge=1, le=32, description="Requests under way at once.")
    failures: int = Field(
        default=3, ge=1, le=100, description="Requests that fail one after the other before the model is left alone."
    )
    rest: float = Field(
        default=60.0, ge=0, le=3600, description="Seconds for which a model that keeps failing is left alone."
    )

    @model_validator(mode="after")
    def _named(self) -> "LlmSettings":
        if self.engine == "openai" and not (self.url and self.model):
            raise ValueError("the openai engine needs url and model")
        return self
