"""Who may ask in Cypher: a key for it alone, which does nothing else; and nobody where there is none."""

import pytest

from api.api_settings import ApiSettings
from api.rest.app import create_app
from api.rest.keys import cypher_keys_of
from graph.errors import Misconfigured
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import ADMIN_KEY, TARO_KEY, bearer, opened

OPERATOR_KEY = "operator-key-0123456789abcdef"
KEYS = {TARO_KEY: ["taro"], ADMIN_KEY: "*"}
ASKED = {"statement": "RETURN $x AS x", "parameters": {"x": [1, "二"]}}


def test_a_key_for_it_asks_and_waits_as_long_as_the_settings_say() -> None:
    with opened(keys=KEYS, cypher_keys=[OPERATOR_KEY], cypher_seconds=2.5) as client:
        reply = client.post("/api/cypher", json=ASKED, headers=bearer(OPERATOR_KEY))
        refused = client.post("/api/cypher", json={"statement": "CREATE (n)"}, headers=bearer(OPERATOR_KEY))
    assert reply.json() == {"columns": ["seconds", "x"], "rows": [[2.5, [1, "二"]]], "more": False, "elapsed_ms": 1}
    assert (refused.status_code, refused.json()["field"]) == (422, "statement")


@pytest.mark.parametrize("key", [TARO_KEY, ADMIN_KEY])
@pytest.mark.parametrize("cypher_keys", [[], [OPERATOR_KEY]])
def test_a_key_that_speaks_for_users_does_not_ask_in_cypher(key: str, cypher_keys: list[str]) -> None:
    with opened(keys=KEYS, cypher_keys=cypher_keys) as client:
        reply = client.post("/api/cypher", json=ASKED, headers=bearer(key))
        unread = client.post("/api/cypher", content=b"{", headers=bearer(key))
    assert [reply.status_code, unread.status_code] == [403, 403]
    assert "Cypher" in reply.json()["detail"]


@pytest.mark.parametrize("headers", [{}, bearer("wrong-key-0123456789abcdef")])
@pytest.mark.parametrize("keys", [{}, KEYS])
def test_without_a_known_key_nobody_asks(keys: dict[str, object], headers: dict[str, str]) -> None:
    with opened(keys=keys, cypher_keys=[OPERATOR_KEY]) as client:
        assert client.post("/api/cypher", json=ASKED, headers=headers).status_code == 401
        assert client.get("/api/memories").status_code == (401 if keys else 200)


@pytest.mark.parametrize("headers", [{}, bearer(OPERATOR_KEY)])
def test_it_is_off_without_a_key_for_it(headers: dict[str, str]) -> None:
    with opened() as client:
        reply = client.post("/api/cypher", json=ASKED, headers=headers)
    assert reply.status_code == 403
    assert "ENISHI_API__CYPHER_KEYS" in reply.json()["detail"]


def test_a_key_for_it_does_nothing_else() -> None:
    with opened(keys=KEYS, cypher_keys=[OPERATOR_KEY]) as client:
        paths = client.get("/openapi.json").json()["paths"]
        reached = {
            f"{method} {path}"
            for path, methods in paths.items()
            for method in methods
            if client.request(method, path, json={}, headers=bearer(OPERATOR_KEY)).status_code != 403
        }
        assert client.post("/mcp", json={}, headers=bearer(OPERATOR_KEY)).status_code == 403
        assert client.get("/metrics", headers=bearer(OPERATOR_KEY)).status_code == 403
    assert reached == {"get /health", "get /ready", "post /api/cypher"}


def test_a_key_for_it_lets_no_other_machine_in_and_must_be_strong_and_its_own() -> None:
    with pytest.raises(Misconfigured, match="needs API keys"):
        create_app(FakeKnowledge(), ApiSettings.model_validate({"host": "0.0.0.0", "cypher_keys": [OPERATOR_KEY]}))
    for keys in (["short"], ["sha256:12"], [TARO_KEY]):
        with pytest.raises(Misconfigured) as caught:
            cypher_keys_of(ApiSettings.model_validate({"keys": KEYS, "cypher_keys": keys}))
        assert TARO_KEY not in str(caught.value)


def test_the_settings_do_not_show_it() -> None:
    settings = ApiSettings.model_validate({"cypher_keys": [OPERATOR_KEY]})
    assert OPERATOR_KEY not in repr(settings) + repr(cypher_keys_of(settings)) + settings.model_dump_json()


@pytest.mark.parametrize("body", [{}, {"statement": ""}, {**ASKED, "limit": 0}, {**ASKED, "limit": 10_001}])
def test_a_body_that_is_wrong_is_told(body: dict[str, object]) -> None:
    with opened(cypher_keys=[OPERATOR_KEY]) as client:
        assert client.post("/api/cypher", json=body, headers=bearer(OPERATOR_KEY)).status_code == 422
