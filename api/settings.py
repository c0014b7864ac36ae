"""The only reader of the environment: every setting of every room under one roof, `ENISHI_GROUP__NAME`."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

from pydantic import Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from api.api_settings import ApiSettings
from api.environment import FILE, NOT_OF_FOLDER, OF_FOLDER, own_folder, place_of
from api.markdown.settings import MemoriesSettings
from extraction.settings import ExtractionSettings
from graph.care_settings import CareSettings
from graph.errors import Misconfigured
from graph.local.settings import LocalSettings
from graph.rotation_settings import RotationSettings
from graph.settings import GraphSettings, Neo4jSettings

_QUEUES: Final = ("conversation", "jobs")
"""Groups of `graph` with a folder of what waits to be kept."""


class _EnvFile(DotEnvSettingsSource):
    """The file of settings: of the folder, and then without `NOT_OF_FOLDER`, or the one that is named."""

    def __call__(self) -> dict[str, Any]:
        values = super().__call__()
        path = settings_file()
        if path is not None and not os.environ.get(FILE) and (refused := sorted(_refused(values))):
            names = ", ".join(f"ENISHI_{name}" for name in refused)
            raise Misconfigured(
                f"{path} sets {names}. A file of the folder in which a command happens to run may not say which "
                "programs run, where files lie, where texts go and who is let in. Set that in the environment, or say "
                f"that you know the file: {FILE}={path}"
            )
        return values


class Settings(BaseSettings):
    """All settings. `ENISHI_NEO4J__URI=bolt://…` in the environment or in a named file sets `neo4j.uri`."""

    model_config = SettingsConfigDict(
        env_prefix="ENISHI_", env_nested_delimiter="__", env_file=OF_FOLDER, extra="ignore", frozen=True
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What is given, over the environment, over the file of settings."""
        wanted = isinstance(dotenv_settings, DotEnvSettingsSource) and dotenv_settings.env_file is not None
        file = _EnvFile(settings_cls, env_file=settings_file()) if wanted else dotenv_settings
        return init_settings, env_settings, file, file_secret_settings

    neo4j: Neo4jSettings = Field(default_factory=Neo4jSettings, description="the database and our patience with it")
    local: LocalSettings = Field(default_factory=LocalSettings, description="the Neo4j managed on this machine")
    graph: GraphSettings = Field(default_factory=GraphSettings, description="how memories are written and found")
    rotation: RotationSettings = Field(
        default_factory=RotationSettings, description="what is archived, and after long deleted"
    )
    care: CareSettings = Field(default_factory=CareSettings, description="index care, metrics, alerts and feedback")
    extraction: ExtractionSettings = Field(default_factory=ExtractionSettings, description="how text is understood")
    api: ApiSettings = Field(default_factory=ApiSettings, description="the doors")
    memories: MemoriesSettings = Field(
        default_factory=MemoriesSettings, description="the file of memories of a working folder"
    )


def settings_file() -> Path | None:
    """The file that settings are read from: the named one, else `.env` of the current folder if it has any of ours.

    Raises Misconfigured when the named one is not there.
    """
    named = os.environ.get(FILE)
    path = Path(named or OF_FOLDER).expanduser().absolute()
    if named:
        if not path.is_file():
            raise Misconfigured(f"{FILE} names {path}, which is no file. Correct it, or unset it.")
        return path
    return path if path.is_file() and "ENISHI_" in path.read_text(encoding="utf-8", errors="replace").upper() else None


def _refused(values: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """The names, without `ENISHI_`, of what a file of the folder may not set."""
    for name, value in values.items():
        path = f"{prefix}{name.upper()}"
        if prefix and name.casefold() in NOT_OF_FOLDER:
            yield path
        elif isinstance(value, Mapping):
            yield from _refused(cast("Mapping[str, Any]", value), f"{path}__")


def _apart(chosen: Settings) -> Settings:
    """The settings with a journal and a folder of jobs for the memories that they name, where none is set."""
    home = chosen.local.home if "home" in chosen.local.model_fields_set else None
    place = place_of(chosen.neo4j.uri, chosen.neo4j.database, None if home is None else str(home))
    groups = {name: getattr(chosen.graph, name) for name in _QUEUES}
    changed = {
        name: group.model_copy(update={"home": own_folder(group.home, place)})
        for name, group in groups.items()
        if "home" not in group.model_fields_set
    }
    return chosen.model_copy(update={"graph": chosen.graph.model_copy(update=changed)})


def settings(**groups: Mapping[str, object]) -> Settings:
    """The settings of this process: `groups` (`neo4j={"uri": …}`) over the environment over a file over defaults.

    Raises Misconfigured naming each that is wrong, never its value.
    """
    if unknown := groups.keys() - Settings.model_fields.keys():
        allowed = ", ".join(Settings.model_fields)
        raise Misconfigured(f"There is no group of settings named {', '.join(sorted(unknown))}. There are {allowed}.")
    try:
        return _apart(Settings(**groups))  # pyright: ignore[reportArgumentType] -- mappings that pydantic turns into groups
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
