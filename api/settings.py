"""The only reader of the environment: every setting of every room under one roof, `ENISHI_GROUP__NAME`."""

from collections.abc import Mapping

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from api.api_settings import ApiSettings
from extraction.settings import ExtractionSettings
from graph.errors import Misconfigured
from graph.local.settings import LocalSettings
from graph.settings import GraphSettings, Neo4jSettings


class Settings(BaseSettings):
    """All settings. `ENISHI_NEO4J__URI=bolt://…` in the environment or in a `.env` file sets `neo4j.uri`."""

    model_config = SettingsConfigDict(
        env_prefix="ENISHI_", env_nested_delimiter="__", env_file=".env", extra="ignore", frozen=True
    )

    neo4j: Neo4jSettings = Field(default_factory=Neo4jSettings, description="the database and our patience with it")
    local: LocalSettings = Field(default_factory=LocalSettings, description="the Neo4j managed on this machine")
    graph: GraphSettings = Field(default_factory=GraphSettings, description="how memories are written and found")
    extraction: ExtractionSettings = Field(default_factory=ExtractionSettings, description="how text is understood")
    api: ApiSettings = Field(default_factory=ApiSettings, description="the doors")


def settings(**groups: Mapping[str, object]) -> Settings:
    """The settings of this process: `groups` (`neo4j={"uri": …}`) over the environment over `.env` over defaults.

    Raises Misconfigured naming each that is wrong, never its value.
    """
    if unknown := groups.keys() - Settings.model_fields.keys():
        allowed = ", ".join(Settings.model_fields)
        raise Misconfigured(f"There is no group of settings named {', '.join(sorted(unknown))}. There are {allowed}.")
    try:
        return Settings(**groups)  # pyright: ignore[reportArgumentType] -- mappings that pydantic turns into groups
    except SettingsError as wrong:
        # What it says names the group alone; what caused it quotes the value, a key perhaps.
        raise Misconfigured(
            f"A setting cannot be read: {wrong}. Lists and maps are written as JSON, such as "
            'ENISHI_API__KEYS=\'{"KEY": ["taro"]}\'.'
        ) from None
    except ValidationError as wrong:
        # The first two parts name the setting; deeper ones may be keys that a person wrote, secrets among them.
        problems = "; ".join(
            f"ENISHI_{'__'.join(str(part).upper() for part in error['loc'][:2])}: {error['msg']}"
            for error in wrong.errors(include_input=False, include_url=False)
        )
        raise Misconfigured(f"Some settings are wrong. {problems}") from None
