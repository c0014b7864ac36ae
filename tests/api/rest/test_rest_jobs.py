"""Files that are sent are ingested in the background, and what became of them is told."""

import io
import json
import time
import zipfile
from typing import Any

import pytest
from fastapi.testclient import TestClient

from graph.errors import Unavailable
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import as_user, opened
from tests.api.rest.test_rest_metrics import samples

LINES = '{"text": "Tanaka moved to Osaka."}\nno json\n{"text": "締切は金曜日。"}\n'.encode()


def sent(client: TestClient, name: str = "team.jsonl", content: bytes = LINES, **fields: Any) -> Any:
    reply = client.post("/api/jobs", files={"file": (name, content)}, data=fields)
    assert reply.status_code == 202, reply.text
    return reply.json()


def ended(client: TestClient, job: Any) -> Any:
    deadline = time.monotonic() + 30
    shown = job
    while time.monotonic() < deadline:
        shown = client.get(f"/api/jobs/{job['id']}").json()
        if shown["status"] not in ("queued", "running"):
            return shown
        time.sleep(0.05)
    raise AssertionError(shown)


def test_a_file_that_is_sent_is_kept_and_each_line_that_fails_is_told() -> None:
    knowledge = FakeKnowledge()
    with opened(knowledge) as client:
        job = ended(client, sent(client, project="work/website", tags=["a", "b"]))
        assert (job["status"], job["read_as"]) == ("done", "JSON Lines, 2 records")
        assert {name: job["counts"][name] for name in ("remembered", "failed", "total")} == {
            "remembered": 2, "failed": 1, "total": 3,
        }  # fmt: skip
        log = client.get(f"/api/jobs/{job['id']}/log").json()
        assert [line["event"] for line in log] == ["started", "failed", "done"]
        assert log[1]["detail"].startswith("team.jsonl, 2: ")
        assert "no json" not in json.dumps(log)
        kept = client.get("/api/memories").json()["memories"]
        assert {(each["project"], tuple(each["tags"]), each["source"]) for each in kept} == {
            ("work/website", ("a", "b"), "team.jsonl")
        }
        # Sent again, nothing is kept twice.
        again = ended(client, sent(client))
        assert (again["counts"]["remembered"], again["counts"]["already_there"]) == (0, 2)
        assert [each["id"] for each in client.get("/api/jobs").json()] == [again["id"], job["id"]]
        assert client.get("/api/jobs", params={"status": "failed"}).json() == []


def test_an_archive_is_read_as_the_folder_in_it() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("notes/a.md", "# A\n\nTanaka moved to Osaka.\n")
        archive.writestr("notes/picture.png", b"\x89PNG")
    with opened() as client:
        job = ended(client, sent(client, "vault.zip", packed.getvalue()))
        assert (job["counts"]["remembered"], job["counts"]["left_out"]) == (1, 1)
        (kept,) = client.get("/api/memories").json()["memories"]
        assert kept["place"].startswith("upload:/vault.zip/notes/a.md")


def test_a_file_that_is_none_fails_with_its_reason_and_the_next_goes_on() -> None:
    with opened() as client:
        broken = ended(client, sent(client, "vault.zip", b"no zip"))
        assert (broken["status"], broken["error"]) == ("failed", "vault.zip, path: the zip cannot be unpacked.")
        assert ended(client, sent(client))["status"] == "done"


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"files": {"file": ("a.md", b"x")}, "data": {"zone": "Mars/Olympus"}}, "zone"),
        ({"files": {"file": ("a.md", b"x")}, "data": {"format": "pdf"}}, "format"),
        ({"files": {"file": ("a.md", b"x")}, "data": {"colour": "red"}}, "colour"),
        ({"files": {"other": ("a.md", b"x")}}, "file"),
        ({"json": {"path": "/etc/passwd"}}, "file"),
    ],
)
def test_a_form_that_is_wrong_is_refused_with_its_field(form: Any, field: str) -> None:
    with opened() as client:
        reply = client.post("/api/jobs", **form)
        assert (reply.status_code, reply.json()["field"]) == (422, field)
        assert client.get("/api/jobs").json() == []


def test_a_file_may_be_larger_than_a_body_and_not_larger_than_its_own_limit() -> None:
    with opened(max_body_bytes=1024, max_upload_bytes=4096) as client:
        assert ended(client, sent(client, "a.txt", b"Rain. " * 400))["status"] == "done"
        reply = client.post("/api/jobs", files={"file": ("a.txt", b"x" * 5000)})
        assert reply.status_code == 413
        assert "ENISHI_API__MAX_UPLOAD_BYTES" in reply.json()["detail"]


def test_jobs_are_their_users_alone() -> None:
    with opened() as client:
        job = ended(client, sent(client))
        hana = as_user("hana")
        assert client.get("/api/jobs", headers=hana).json() == []
        for verb, path in (("GET", ""), ("GET", "/log"), ("POST", "/cancel")):
            assert client.request(verb, f"/api/jobs/{job['id']}{path}", headers=hana).status_code == 404
        reply = client.post(f"/api/jobs/{job['id']}/cancel")
        assert (reply.status_code, reply.json()["detail"]) == (409, "The job has ended already: done.")


def test_a_job_waits_for_a_database_that_is_away_and_for_the_next_server() -> None:
    knowledge = FakeKnowledge()
    knowledge.trouble = Unavailable("the database is away", retry_after=0.05)
    with opened(knowledge) as client:
        job = sent(client)
        deadline = time.monotonic() + 30
        log = client.get(f"/api/jobs/{job['id']}/log").json()
        while time.monotonic() < deadline and not log[1:]:
            time.sleep(0.05)
            log = client.get(f"/api/jobs/{job['id']}/log").json()
        assert log[1]["event"] == "waits"
    knowledge.trouble = None
    with opened(knowledge) as client:
        assert ended(client, job)["counts"]["remembered"] == 2


def test_jobs_are_told_to_prometheus() -> None:
    with opened() as client:
        ended(client, sent(client))
        figures = samples(client.get("/metrics").text)
    assert figures["enishi_jobs", (("status", "done"),)] == 1
    assert figures["enishi_job_items", (("outcome", "failed"),)] == 1
    assert figures["enishi_job_items", (("outcome", "remembered"),)] == 2
