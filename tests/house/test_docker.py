"""The files of the container: over a network nothing older than TLS 1.3 is spoken, by none of its three doors."""

import re

import yaml

from scripts.write_docs import ROOT

DOCKER = ROOT / "docker"


class Compose(yaml.SafeLoader):
    """Reads Compose files, which have tags of their own."""


Compose.add_constructor("!override", lambda loader, node: loader.construct_sequence(node))  # type: ignore[no-untyped-call]


def test_every_door_speaks_tls_1_3_alone() -> None:
    text = (DOCKER / "compose.tls.yaml").read_text(encoding="utf-8")
    neo4j = yaml.load(text, Compose)["services"]["neo4j"]["environment"]
    policies = {match[1] for name in neo4j if (match := re.fullmatch(r"NEO4J_dbms_ssl_policy_(\w+)_enabled", name))}
    assert policies == {"bolt", "https"}
    assert {neo4j[f"NEO4J_dbms_ssl_policy_{policy}_tls__versions"] for policy in policies} == {"TLSv1.3"}
    assert neo4j["NEO4J_server_bolt_tls__level"] == "REQUIRED"
    caddy = (DOCKER / "Caddyfile").read_text(encoding="utf-8")
    assert re.findall(r"protocols (.+)", caddy) == ["tls1.3"]
