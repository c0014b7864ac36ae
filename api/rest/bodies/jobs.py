"""Examples of jobs, and what a form that sends a file may hold."""

from datetime import UTC, datetime
from typing import Any, Final

from api.ingest.upload_options import UploadOptions
from graph.model.life.jobs import Job, JobCounts, JobLine, JobStatus

_AT: Final = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
JOB: Final = Job(
    id="01M8E0557ZZ5F35H676HM539MQ", user_id="taro", source="team.jsonl", place="upload:/team.jsonl", by="rest",
    status=JobStatus.DONE, created_at=_AT, started_at=_AT, ended_at=_AT, upload="team.jsonl",
    options={"project": "work/website"}, starts=1,
    counts=JobCounts(remembered=41, already_there=2, failed=1, total=44), read_as="JSON Lines, 44 records",
)  # fmt: skip
LINES: Final = (
    JobLine(at=_AT, event="started", detail="team.jsonl"),
    JobLine(at=_AT, event="failed", detail="team.jsonl, 12: the line is no JSON."),
)


def form_schema() -> dict[str, Any]:
    """What a form of POST /api/jobs may hold: the file, and the fields beside it."""
    fields = UploadOptions.model_json_schema(ref_template="#/components/schemas/{model}")
    fields.pop("$defs", None)
    properties: dict[str, Any] = {name: {"type": "string"} for name in fields["properties"]}
    properties["day_first"] = properties["mask_personal"] = {"type": "boolean"}
    properties["enrich"] = {"type": "string", "enum": ["now", "later"], "default": "later"}
    properties["tags"] = {"type": "array", "items": {"type": "string"}}
    properties["occurred_at"] = {"type": "string", "format": "date-time"}
    properties["file"] = {"type": "string", "format": "binary"}
    return {"type": "object", "required": ["file"], "properties": properties}
