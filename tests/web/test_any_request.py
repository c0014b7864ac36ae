"""Whatever is sent to the REST door, it never answers with a fault of its own: every operation, by its own schema."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from neo4j import Driver

from api.api_settings import ApiSettings
from api.rest.app import create_app
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from tests.api.rest.served import served
from tests.live.conftest import wiped_user

SECONDS = os.environ.get("ENISHI_TEST_ANY_REQUEST_SECONDS", "60")
"""How long requests are made up; a longer time finds more."""


@pytest.fixture
def schema(knowledge: Knowledge, driver: Driver) -> Iterator[str]:
    """Where the schema of a server lies whose default user has a few memories that requests may change."""
    for user_id in wiped_user(driver):
        for text in ("Emily moved to Osaka in May.", "田中さんは認証基盤を担当している。"):
            knowledge.remember(user_id, Draft(text=text, project="shop"))
        with served(create_app(knowledge, ApiSettings(default_user=user_id, requests_per_minute=1_000_000))) as port:
            yield f"http://127.0.0.1:{port}/openapi.json"


def test_no_request_that_a_schema_allows_or_forbids_meets_a_fault(schema: str, tmp_path: Path) -> None:
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", schema, "--max-time", SECONDS, "--checks",
        "not_a_server_error", "--continue-on-failure", "--request-timeout", "60", "--warnings", "off",
    ]  # fmt: skip
    bodies = {"SCHEMATHESIS_HOOKS": "tests.web.any_body", "PYTHONPATH": str(Path(__file__).parents[2])}
    run = subprocess.run(command, cwd=tmp_path, env=os.environ | bodies, capture_output=True, text=True, timeout=1800)
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]
