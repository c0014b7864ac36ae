"""The files of the containers keep what the docs say of them; none is built or run here."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from graph.local.settings import NEO4J_VERSION
from scripts.write_docs import ROOT

DOCKER = ROOT / "docker"


class Compose(yaml.SafeLoader):
    """Reads Compose files, which have tags of their own."""


Compose.add_constructor("!override", lambda loader, node: loader.construct_sequence(node))  # type: ignore[no-untyped-call]


def services(name: str = "compose.yaml") -> dict[str, dict[str, Any]]:
    return yaml.load((DOCKER / name).read_text(encoding="utf-8"), Compose)["services"]


def dockerfile() -> list[str]:
    """The instructions, each on one line."""
    text = (DOCKER / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_every_door_speaks_tls_1_3_alone() -> None:
    neo4j = services("compose.tls.yaml")["neo4j"]["environment"]
    policies = {match[1] for name in neo4j if (match := re.fullmatch(r"NEO4J_dbms_ssl_policy_(\w+)_enabled", name))}
    assert policies == {"bolt", "https"}
    assert {neo4j[f"NEO4J_dbms_ssl_policy_{policy}_tls__versions"] for policy in policies} == {"TLSv1.3"}
    assert neo4j["NEO4J_server_bolt_tls__level"] == "REQUIRED"
    caddy = (DOCKER / "Caddyfile").read_text(encoding="utf-8")
    assert re.findall(r"protocols (.+)", caddy) == ["tls1.3"]


def test_without_tls_nothing_is_reached_but_from_this_machine_and_no_secret_has_a_default() -> None:
    for service in services().values():
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
        for name, value in service.get("environment", {}).items():
            if "PASSWORD" in name or "AUTH" in name or "KEYS" in name:
                assert re.search(r"\$\{\w+:\?", value), name


def test_the_api_is_not_root_and_can_write_and_become_nothing() -> None:
    api = services()["api"]
    assert (api["read_only"], api["cap_drop"], api["security_opt"]) == (True, ["ALL"], ["no-new-privileges:true"])
    lines = dockerfile()
    last = len(lines) - 1 - lines[::-1].index(next(line for line in lines[::-1] if line.startswith("FROM ")))
    users = [line.removeprefix("USER ") for line in lines[last:] if line.startswith("USER ")]
    assert users == ["enishi"]
    assert any(line.startswith("HEALTHCHECK ") for line in lines[last:])


def test_what_is_installed_is_what_the_lock_has_by_its_hashes() -> None:
    installs = [part for line in dockerfile() for part in line.split("&&") if "pip install" in part]
    assert len(installs) == 2
    assert "--require-hashes -r requirements.lock" in installs[0]
    assert {"--no-deps", "--no-build-isolation"} <= {*installs[1].split()}


def test_every_image_has_a_tag_and_may_be_named_by_its_digest() -> None:
    named = [service["image"] for name in ("compose.yaml", "compose.tls.yaml") for service in services(name).values()
             if "image" in service]  # fmt: skip
    assert all(re.fullmatch(r"\$\{\w+_IMAGE:-[\w./]+:[\w.-]+\}", image) for image in named), named
    assert {image for image in named if "neo4j" in image} == {f"${{NEO4J_IMAGE:-neo4j:{NEO4J_VERSION}-community}}"}
    assert {line.split()[1] for line in dockerfile() if line.startswith("FROM ")} == {"${PYTHON_IMAGE}"}
    assert services()["api"]["build"]["args"]["PYTHON_IMAGE"] == "${PYTHON_IMAGE:-python:3.11-slim}"
    # A digest that is not known here is none that a file of ours gives.
    assert not any("@sha256:" in line for line in dockerfile())


def ran(service: str, data: Path, backups: Path) -> int:
    """Runs what a service of the volume does, with folders of this machine in place of its own."""
    folders = {"data": str(data), "backups": str(backups)}
    (command,) = services()[service]["command"]
    here = re.sub(r"(?<=[ =])/(data|backups)\b", lambda folder: folders[folder[1]], command)
    entry = services()[service]["entrypoint"]
    return subprocess.run([*entry, here], check=False, capture_output=True).returncode


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def volume(tmp_path: Path) -> tuple[Path, Path]:
    """A database's folder, and one for its backups."""
    data, backups = tmp_path / "data", tmp_path / "backups"
    (data / "databases" / "neo4j").mkdir(parents=True)
    backups.mkdir()
    (data / "databases" / "neo4j" / "store").write_bytes(b"memories")
    (data / ".hidden").write_bytes(b"too")
    return data, backups


def test_the_volume_is_saved_and_comes_back_as_it_was(volume: tuple[Path, Path]) -> None:
    data, backups = volume
    before = files_of(data)
    assert ran("save", data, backups) == 0
    assert [path.name for path in backups.iterdir()] == ["neo4j.tar"]
    assert (backups / "neo4j.tar").stat().st_mode & 0o077 == 0
    (data / "databases" / "neo4j" / "store").write_bytes(b"changed")
    (data / "more").write_bytes(b"later")
    assert ran("restore", data, backups) == 0
    assert files_of(data) == before


def test_a_broken_backup_takes_nothing_away(volume: tuple[Path, Path]) -> None:
    data, backups = volume
    before = files_of(data)
    assert ran("restore", data, backups) != 0
    (backups / "neo4j.tar").write_bytes(b"no archive")
    assert ran("restore", data, backups) != 0
    assert files_of(data) == before


def test_what_saves_and_restores_starts_with_nothing_and_reaches_nobody() -> None:
    for name in ("save", "restore"):
        service = services()[name]
        assert (service["profiles"], service["network_mode"]) == (["volume"], "none")
    assert services()["save"]["volumes"][0].endswith(":ro")
