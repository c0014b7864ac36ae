"""The numbers of rotation: when it looks, what it keeps, archives and deletes, and what it backs up before."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Hours = Annotated[float, Field(gt=0, le=8784)]
Days = Annotated[float, Field(ge=0, le=36600)]
Points = Annotated[float, Field(ge=0, le=10)]


class SizeTriggerSettings(BaseModel):
    """Rotation because there is too much."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    enabled: bool = True
    """whether size is a reason to archive"""

    interval_hours: Hours = 6
    """hours between two looks of a running server"""

    memory_characters_most: Annotated[int, Field(ge=1)] = 10_000_000
    """characters of one memory from which on it is archived"""

    characters_most: Annotated[int | None, Field(ge=1)] = 100_000_000
    """characters of all active memories of a user; beyond, the least important are archived; unset: no bound"""

    memories_most: Annotated[int | None, Field(ge=1)] = None
    """active memories of a user; beyond, the least important are archived; unset: no bound"""

    target_share: Annotated[float, Field(gt=0, le=1)] = 0.9
    """share of a bound down to which is archived once it is passed"""


class AgeTriggerSettings(BaseModel):
    """Rotation because nobody kept, changed or used it for long, and it matters little."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    enabled: bool = True
    """whether age is a reason to archive"""

    interval_hours: Hours = 24
    """hours between two looks of a running server"""

    days: Days = 30
    """days after which what matters little is archived"""

    medium: Literal["below", "range"] = "below"
    """what matters little: all `below`, or what lies in the range from `range_low` to `range_high`"""

    below: Points = 5.0
    """importance below which (medium: below)"""

    range_low: Points = 2.0
    """least importance (medium: range), to one decimal"""

    range_high: Points = 7.9
    """greatest importance (medium: range), to one decimal"""


class ImportanceTriggerSettings(BaseModel):
    """Rotation because it hardly matters."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    enabled: bool = True
    """whether a low importance is a reason to archive"""

    interval_hours: Hours = 12
    """hours between two looks of a running server"""

    below: Points = 2.0
    """importance below which a memory is archived soon"""

    days: Days = 7
    """days after which it is"""


class ManualTriggerSettings(BaseModel):
    """Rotation because somebody asked for it."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    enabled: bool = True
    """whether `enishi lifecycle run` may rotate; a dry run always may"""


class PreservationSettings(BaseModel):
    """What no trigger archives, besides what is pinned."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    importance: Points = 8.0
    """importance from which on a memory stays, whatever its age"""

    importance_most: Annotated[int | None, Field(ge=0)] = 100
    """at most so many for their importance, the most important; unset: no bound"""

    days: Days = 7
    """days for which a memory stays after it was kept, changed or used"""

    recent_whatever: bool = True
    """whether it stays so long whatever its importance; else only from the importance `low` of the levels on"""

    bookmarked: bool = True
    """whether what is bookmarked stays"""

    decisions: bool = True
    """whether decisions stay: memories of a category or with a tag of `decision_labels`"""

    decision_labels: tuple[str, ...] = ("decision", "decisions", "決定", "決定事項")
    """categories and tags of decisions"""

    commitments: bool = True
    """whether open commitments stay: what a memory says is intended or must be done, and tasks that are not ticked"""

    commitment_days: Days = 365
    """days after which a commitment counts as open no more"""


class DeletionSettings(BaseModel):
    """What becomes of archived memories in the end."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    enabled: bool = True
    """whether what a rotation archived is ever deleted; never without a backup"""

    after_days: Days = 90
    """days after archiving"""

    only_low: bool = True
    """whether only what was archived for its low importance is deleted"""


class BackupSettings(BaseModel):
    """What is written to a file before anything is archived or deleted."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    before_rotation: bool = True
    """whether what is to be archived is written to a file before; what is to be deleted always is"""

    folder: Path | None = None
    """folder of the files; unset: `rotation-backups` where this user's programs keep their data"""

    keep_days: Days = 30
    """days after which a file is deleted"""

    most: Annotated[int, Field(ge=1)] = 100
    """files of a user that are kept, the newest"""

    level: Annotated[int, Field(ge=1, le=19)] = 9
    """how hard zstd compresses"""

    daily: bool = False
    """whether a running server exports everything of every user each day, into the folder `daily` beside those files"""

    daily_hours: Hours = 24
    """hours between two of these exports"""

    encrypt_for: tuple[Annotated[str, Field(pattern=r"^age1[02-9ac-hj-np-z]{58}$")], ...] = ()
    """public keys for which these exports are encrypted, such as `enishi backup-key` prints; their secret halves are
    needed to read them in, and are best kept elsewhere"""


class AlertSettings(BaseModel):
    """From when on a rotation or what is kept is worth a word."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    memories: Annotated[int, Field(ge=1)] = 10
    """memories that one run archived or deleted"""

    characters: Annotated[int, Field(ge=1)] = 50_000_000
    """characters of these"""

    share: Annotated[float, Field(gt=0, le=1)] = 0.8
    """share of a bound on size that is used up"""

    days: Days = 7
    """days for which a run is spoken of"""


class RotationSettings(BaseModel):
    """How memories that fade are archived, and after long deleted."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    enabled: bool = True
    """whether a running server rotates by itself"""

    size: SizeTriggerSettings = Field(default_factory=SizeTriggerSettings)
    """too much is kept"""

    age: AgeTriggerSettings = Field(default_factory=AgeTriggerSettings)
    """untouched for long"""

    importance: ImportanceTriggerSettings = Field(default_factory=ImportanceTriggerSettings)
    """hardly matters"""

    manual: ManualTriggerSettings = Field(default_factory=ManualTriggerSettings)
    """asked for"""

    preserve: PreservationSettings = Field(default_factory=PreservationSettings)
    """what stays"""

    delete: DeletionSettings = Field(default_factory=DeletionSettings)
    """what becomes of archived memories"""

    backup: BackupSettings = Field(default_factory=BackupSettings)
    """files that are written before"""

    alerts: AlertSettings = Field(default_factory=AlertSettings)
    """what is worth a word"""

    check_minutes: Annotated[float, Field(gt=0, le=1440)] = 15
    """minutes between two looks of a running server at which triggers are due"""

    batch: Annotated[int, Field(ge=1, le=1000)] = 50
    """memories archived in one transaction; they are deleted one by one"""

    rest_share: Annotated[float, Field(ge=0, le=20)] = 1.5
    """rest after each batch while questions are asked, as many times as long as the batch took"""

    lease_s: Annotated[float, Field(ge=5, le=3600)] = 60
    """seconds after which a run that no longer says it is alive may be taken over"""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.age.range_low > self.age.range_high:
            raise ValueError("age.range_low must not be above age.range_high")
        return self
