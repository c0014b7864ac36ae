"""What may be said of a file that is sent: how it is read, and where its memories belong."""

from datetime import datetime
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field, field_validator

from api.ingest.options import Defaults, FormatName, IngestOptions
from graph.model.memory import Enrich

Short = Annotated[str | None, Field(max_length=500)]


class UploadOptions(BaseModel):
    """The fields beside the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: FormatName | None = None
    encoding: Annotated[str | None, Field(max_length=40)] = None
    zone: Annotated[str | None, Field(max_length=80)] = None
    enrich: Enrich = Enrich.LATER
    day_first: bool | None = None
    text_column: Short = None
    mask_personal: bool = False
    project: Short = None
    tags: Annotated[tuple[Annotated[str, Field(max_length=200)], ...], Field(max_length=50)] = ()
    category: Short = None
    channel: Short = None
    session_id: Short = None
    source: Short = None
    occurred_at: datetime | None = None

    @field_validator("zone")
    @classmethod
    def _known(cls, zone: str | None) -> str | None:
        try:
            return zone if zone is None or ZoneInfo(zone) else None
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ValueError("there is no such time zone") from error

    def ingest_options(self) -> IngestOptions:
        """How its file is read and kept."""
        return IngestOptions(
            form=self.format,
            encoding=self.encoding,
            zone=None if self.zone is None else ZoneInfo(self.zone),
            enrich=self.enrich,
            batch_size=None,
            day_first=self.day_first,
            text_column=self.text_column,
            mask_personal=self.mask_personal,
            defaults=Defaults(
                project=self.project,
                tags=self.tags,
                category=self.category,
                channel=self.channel,
                session_id=self.session_id,
                source=self.source,
                occurred_at=self.occurred_at,
            ),
        )
