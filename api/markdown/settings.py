"""Settings of the file of memories that agents keep in a working folder."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Injection(StrEnum):
    """Whether memories are put before a prompt: by themselves, when somebody asks for them, or never."""

    AUTO = "auto"
    MANUAL = "manual"
    NONE = "none"


class MemoriesSettings(BaseModel):
    """Settings of the file of memories that agents keep in a working folder."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    enabled: bool = True
    """Whether the file of memories is read and written at all."""

    inject: Injection = Injection.AUTO
    """Whether its memories are put before a prompt: auto, manual (only when asked for) or none."""
