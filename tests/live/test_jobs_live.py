"""Files that are sent are in the graph once, whatever happens to the server meanwhile, and go with their user."""

import time
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.api_settings import ApiSettings
from api.commands.root import run
from api.rest.app import create_app
from graph.errors import EnishiError
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.life.jobs import JobStatus
from tests.api.rest.rest_door import HERE

LINES = "".join(f'{{"text": "Number {number}: Emily met Ken in Osaka.", "id": "{number}"}}\n' for number in range(600))


@pytest.fixture
def staying(light: Knowledge, monkeypatch: pytest.MonkeyPatch) -> Knowledge:
    """A knowledge that no server and no command closes."""
    monkeypatch.setattr(light, "close", lambda: None)
    return light


def served(knowledge: Knowledge, user: str) -> TestClient:
    return TestClient(create_app(knowledge, ApiSettings(default_user=user)), base_url=HERE)


def waited(client: TestClient, job: str, status: JobStatus) -> Any:
    deadline = time.monotonic() + 120
    shown: Any = {}
    while time.monotonic() < deadline and shown.get("status") != status:
        shown = client.get(f"/api/jobs/{job}").json()
        time.sleep(0.05)
    assert shown["status"] == status, shown
    return shown


def test_a_server_that_ends_in_the_middle_goes_on_and_keeps_everything_once(
    staying: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers, middle = count(), Event()
    kept = staying.remember_many

    def remembering(user: str, drafts: Any, **options: Any) -> Any:
        def slowly() -> Any:
            for draft in drafts:
                if next(numbers) == 450:
                    middle.set()
                    time.sleep(1)
                yield draft

        return kept(user, slowly(), **options)

    monkeypatch.setattr(staying, "remember_many", remembering)
    with served(staying, user_id) as client:
        job = client.post("/api/jobs", files={"file": ("team.jsonl", LINES.encode())}).json()["id"]
        assert middle.wait(60)
    between = staying.jobs(user_id).show(job)
    assert between.status is JobStatus.QUEUED
    assert 0 < staying.stats(user_id).memories < 600
    with served(staying, user_id) as client:
        ended = waited(client, job, JobStatus.DONE)
        assert ended["starts"] == 2
        assert ended["counts"]["remembered"] + ended["counts"]["already_there"] == 600
        # The file has grown and was mended: what is new is added, what says otherwise takes its place.
        grown = LINES.replace("Number 7:", "Number seven:") + '{"text": "Anna moved to Rome.", "id": "600"}\n'
        again = client.post("/api/jobs", files={"file": ("team.jsonl", grown.encode())}).json()["id"]
        counts = waited(client, again, JobStatus.DONE)["counts"]
        assert (counts["remembered"], counts["replaced"], counts["already_there"]) == (1, 1, 599)
    assert staying.stats(user_id).memories == 601


def test_the_jobs_of_a_user_go_with_all_else(staying: Knowledge, user_id: str, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("Emily likes tea.\n", "utf-8")
    command = ("ingest", str(file), "--quiet")
    assert run(command, build=lambda _: staying, default_user=lambda: user_id) == 0
    staying.remember(user_id, Draft(text="Ken likes coffee."))
    with staying.jobs(user_id).run("notes", "/notes", by="cli", options={}) as job:
        job.end(JobStatus.DONE)
    assert len(staying.jobs(user_id).list()) == 2
    staying.forget_user(user_id)
    assert staying.jobs(user_id).list() == ()
    with pytest.raises(EnishiError):
        staying.jobs(user_id).show(job.job.id)
