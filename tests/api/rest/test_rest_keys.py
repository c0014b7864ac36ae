"""Keys: who speaks for whom, and what is refused before anything is asked of the knowledge."""

import hashlib

import pytest
from pydantic import ValidationError

from api.api_settings import ApiSettings
from api.rest.app import create_app
from api.rest.keys import is_loopback, keys_of, matching_key
from graph.errors import Misconfigured
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import ADMIN_KEY, TARO_KEY, as_user, bearer, opened

KEYS = {TARO_KEY: ["taro"], ADMIN_KEY: "*"}


@pytest.mark.parametrize(
    "headers", [{}, bearer("wrong"), bearer(""), {"Authorization": f"Basic {TARO_KEY}"}, bearer(TARO_KEY + "x")]
)
def test_without_a_known_key_nobody_enters(headers: dict[str, str]) -> None:
    with opened(keys=KEYS) as client:
        reply = client.get("/api/memories", headers=headers)
    assert (reply.status_code, reply.headers["www-authenticate"]) == (401, "Bearer")
    assert reply.headers["content-type"] == "application/problem+json"


def test_a_key_of_one_user_means_that_user() -> None:
    knowledge = FakeKnowledge()
    with opened(knowledge, keys=KEYS) as client:
        client.post("/api/memories", json={"text": "a"}, headers=bearer(TARO_KEY))
    assert knowledge.stats("taro").memories == 1


def test_a_key_does_not_speak_for_others_however_they_are_named() -> None:
    with opened(keys=KEYS) as client:
        by_header = client.get("/api/memories", headers=bearer(TARO_KEY) | as_user("hana"))
        body = {"query": "a", "user_id": "hana"}
        by_body = client.post("/tools/search_memories", json=body, headers=bearer(TARO_KEY))
        pack = client.get("/api/memories", headers=bearer(TARO_KEY) | as_user("taro#work"))
    assert [reply.status_code for reply in (by_header, by_body, pack)] == [403, 403, 403]


def test_a_key_of_everybody_speaks_for_whom_it_names_and_else_for_the_default_user() -> None:
    knowledge = FakeKnowledge()
    knowledge.remember("hana", Draft(text="a"))
    with opened(knowledge, keys=KEYS, default_user="nobody") as client:
        named = client.get("/api/database/stats", headers=bearer(ADMIN_KEY) | as_user("hana")).json()
        unnamed = client.get("/api/database/stats", headers=bearer(ADMIN_KEY)).json()
    assert (named["memories"], unnamed["memories"]) == (1, 0)


def test_a_key_of_several_users_must_be_told_which() -> None:
    with opened(keys={TARO_KEY: ["taro", "taro#work"]}) as client:
        assert client.get("/api/memories", headers=bearer(TARO_KEY)).status_code == 403
        assert client.get("/api/memories", headers=bearer(TARO_KEY) | as_user("taro#work")).status_code == 200


def test_a_key_may_be_kept_as_its_hash() -> None:
    hashed = "sha256:" + hashlib.sha256(TARO_KEY.encode()).hexdigest()
    with opened(keys={hashed: ["taro"]}) as client:
        assert client.get("/api/memories", headers=bearer(TARO_KEY)).status_code == 200
        assert client.get("/api/memories", headers=bearer(hashed)).status_code == 401


def test_health_and_documentation_need_no_key() -> None:
    with opened(keys=KEYS) as client:
        assert [client.get(path).status_code for path in ("/health", "/ready", "/docs", "/openapi.json")] == [200] * 4


def test_every_path_but_the_open_ones_needs_a_key() -> None:
    with opened(keys=KEYS) as client:
        paths = client.get("/openapi.json").json()["paths"]
        open_to_all = [
            path
            for path, methods in paths.items()
            for method in methods
            if client.request(method, path.replace("{memory_id}", "x"), json={}).status_code not in (401, 429)
        ]
    assert open_to_all == ["/health", "/ready"]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "enishi.example.org"])
def test_listening_to_other_machines_needs_keys(host: str) -> None:
    with pytest.raises(Misconfigured, match="needs API keys"):
        create_app(FakeKnowledge(), ApiSettings(host=host))
    create_app(FakeKnowledge(), ApiSettings.model_validate({"host": host, "keys": KEYS}))


@pytest.mark.parametrize(
    "keys", [{"short": ["taro"]}, {"sha256:12": ["taro"]}, {TARO_KEY: []}, {TARO_KEY: ["a b"]}, {"": "*"}]
)
def test_a_key_that_is_weak_or_bound_to_nobody_is_found_at_start(keys: object) -> None:
    with pytest.raises(Misconfigured) as caught:
        keys_of(ApiSettings.model_validate({"keys": keys}))
    assert TARO_KEY not in str(caught.value)


@pytest.mark.parametrize("keys", [{TARO_KEY: "taro"}, {TARO_KEY: [7]}, {TARO_KEY: None}, [TARO_KEY], TARO_KEY])
def test_keys_of_a_wrong_shape_are_told_without_the_key(keys: object) -> None:
    with pytest.raises(ValidationError) as caught:
        ApiSettings.model_validate({"keys": keys})
    assert [(error["loc"], TARO_KEY in error["msg"]) for error in caught.value.errors()] == [(("keys",), False)]


def test_a_default_user_that_is_none_is_found_at_start() -> None:
    with pytest.raises(Misconfigured, match="DEFAULT_USER"):
        create_app(FakeKnowledge(), ApiSettings(default_user="a b"))


def test_neither_settings_nor_keys_show_a_key() -> None:
    settings = ApiSettings.model_validate({"keys": KEYS})
    assert TARO_KEY not in repr(settings) + repr(keys_of(settings)) + settings.model_dump_json()


def test_a_key_with_characters_of_any_kind_is_compared_and_not_stumbled_over() -> None:
    assert matching_key(keys_of(ApiSettings.model_validate({"keys": KEYS})), "鍵\ud800") is None


@pytest.mark.parametrize(
    ("host", "loopback"), [("127.0.0.1", True), ("::1", True), ("[::1]", True), ("LocalHost.", True)]
)
def test_this_machine_alone_is_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback
