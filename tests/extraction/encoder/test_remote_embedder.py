import json
import socket
from collections.abc import Callable, Iterator
from typing import cast

import numpy as np
import pytest
from pydantic import SecretStr

from extraction.encoder import VectorSettings, open_embedder
from extraction.encoder.remote import RemoteEmbedder
from graph.errors import Misconfigured, Unavailable
from tests.extraction.openai_stub import Answer, Endpoint, Rule, running


def vector_of(text: str, dimensions: int) -> list[float]:
    """A vector, not of unit length, that depends on the text alone."""
    return [
        float((ord(letter) * (place + 3)) % 17 - 8) for place, letter in enumerate((text * dimensions)[:dimensions])
    ]


def embeddings(body: dict[str, object], dimensions: int = 8, *, backwards: bool = True) -> Answer:
    rows = [
        {"object": "embedding", "index": index, "embedding": vector_of(text, dimensions)}
        for index, text in enumerate(cast("list[str]", body["input"]))
    ]
    return 200, {}, json.dumps({"object": "list", "data": rows[::-1] if backwards else rows}).encode()


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with running(lambda _number, body: embeddings(body)) as stub:
        yield stub


@pytest.fixture
def opened() -> Iterator[list[RemoteEmbedder]]:
    embedders: list[RemoteEmbedder] = []
    yield embedders
    for embedder in embedders:
        embedder.close()


@pytest.fixture
def waits() -> list[float]:
    return []


Opens = Callable[..., RemoteEmbedder]


@pytest.fixture
def remote(endpoint: Endpoint, opened: list[RemoteEmbedder], waits: list[float]) -> Opens:
    def opens(**settings: object) -> RemoteEmbedder:
        chosen = VectorSettings.model_validate({"engine": "openai", "model": "small", "url": endpoint.url, **settings})
        opened.append(RemoteEmbedder(chosen, sleep=waits.append, clock=lambda: 0.0))
        return opened[-1]

    return opens


def failing(status: int, *, times: int, headers: dict[str, str] | None = None) -> Rule:
    def rule(number: int, body: dict[str, object]) -> Answer:
        return (status, headers or {}, b"{}") if number <= times else embeddings(body)

    return rule


def answering(content: bytes) -> Rule:
    def rule(_number: int, _body: dict[str, object]) -> Answer:
        return 200, {}, content

    return rule


def test_settings_that_name_an_endpoint_open_it() -> None:
    assert isinstance(open_embedder(VectorSettings(engine="openai", model="small")), RemoteEmbedder)


def test_an_endpoint_without_a_model_name_is_refused() -> None:
    with pytest.raises(Misconfigured, match=r"vectors\.model"):
        open_embedder(VectorSettings(engine="openai"))


def test_the_record_is_asked_of_the_endpoint_once(remote: Opens, endpoint: Endpoint) -> None:
    embedder = remote()
    assert embedder.model.dimensions == 8
    assert 0.5 <= embedder.model.spread <= 50
    assert embedder.model.version == "openai"
    assert len(endpoint.asked) == 1
    assert endpoint.asked[0]["path"] == "/v1/embeddings"


def test_vectors_come_in_the_order_asked_for_and_at_unit_length(remote: Opens, endpoint: Endpoint) -> None:
    texts = [f"text {number}" for number in range(7)]
    vectors = remote(batch=3).passages(texts)
    expected = np.array([vector_of(text, 8) for text in texts], np.float32)
    np.testing.assert_allclose(vectors, expected / np.linalg.norm(expected, axis=1, keepdims=True), atol=1e-6)
    assert [len(cast("list[str]", body["input"])) for body in endpoint.asked[-3:]] == [3, 3, 1]


def test_the_prefixes_of_the_models_family_are_put_before(remote: Opens, endpoint: Endpoint) -> None:
    embedder = remote(model="intfloat/multilingual-e5-large")
    embedder.queries(["who?"])
    assert endpoint.asked[-1]["input"] == ["query: who?"]
    embedder.passages(["he"])
    assert endpoint.asked[-1]["input"] == ["passage: he"]


def test_prefixes_of_the_settings_win(remote: Opens, endpoint: Endpoint) -> None:
    remote(model="e5-large", query_prefix="Q ").queries(["who?"])
    assert endpoint.asked[-1]["input"] == ["Q who?"]


def test_the_key_is_sent_and_never_shown(remote: Opens, endpoint: Endpoint) -> None:
    settings = VectorSettings(engine="openai", model="small", api_key=SecretStr("sesame"))
    assert "sesame" not in repr(settings)
    remote(api_key="sesame").queries(["who?"])
    assert endpoint.keys == ["Bearer sesame"] * 2


def test_a_refused_key_is_a_misconfiguration_that_does_not_repeat_it(remote: Opens, endpoint: Endpoint) -> None:
    endpoint.rule = failing(401, times=99)
    with pytest.raises(Misconfigured, match=r"vectors\.api_key") as caught:
        remote(api_key="sesame").queries(["who?"])
    assert "sesame" not in str(caught.value)
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize(("status", "named"), [(400, "model"), (404, "model"), (413, "batch")])
def test_a_refused_request_names_the_setting_to_mend(
    remote: Opens, endpoint: Endpoint, status: int, named: str
) -> None:
    endpoint.rule = failing(status, times=99)
    with pytest.raises(Misconfigured, match=rf"vectors\.{named}"):
        remote().queries(["who?"])


def test_a_busy_endpoint_is_asked_again_after_growing_pauses(
    remote: Opens, endpoint: Endpoint, waits: list[float]
) -> None:
    endpoint.rule = failing(503, times=3)
    assert remote().model.dimensions == 8
    assert waits == [0.5, 1.0, 2.0]


@pytest.mark.parametrize(("asked", "waited"), [("7", 7.0), ("Thu, 01 Jan 1970 00:00:09 GMT", 9.0), ("soon", 0.5)])
def test_the_pause_is_the_one_the_endpoint_asks_for(
    remote: Opens, endpoint: Endpoint, waits: list[float], asked: str, waited: float
) -> None:
    endpoint.rule = failing(429, times=1, headers={"Retry-After": asked})
    assert remote().model.dimensions == 8
    assert waits == [waited]


def test_an_endpoint_that_stays_busy_is_unavailable(remote: Opens, endpoint: Endpoint, waits: list[float]) -> None:
    endpoint.rule = failing(500, times=99)
    with pytest.raises(Unavailable, match="HTTP 500"):
        remote(retries=2).queries(["who?"])
    assert len(endpoint.asked) == 3
    assert len(waits) == 2


def test_a_pause_of_an_hour_is_left_to_the_caller(remote: Opens, endpoint: Endpoint, waits: list[float]) -> None:
    endpoint.rule = failing(429, times=99, headers={"Retry-After": "3600"})
    with pytest.raises(Unavailable) as caught:
        remote().queries(["who?"])
    assert caught.value.retry_after == 3600
    assert waits == []


def test_a_refused_connection_is_unavailable(opened: list[RemoteEmbedder]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    opened.append(RemoteEmbedder(VectorSettings(engine="openai", model="m", url=f"http://127.0.0.1:{port}")))
    with pytest.raises(Unavailable, match="cannot be reached"):
        opened[0].queries(["who?"])


def test_an_endpoint_that_does_not_answer_in_time_is_unavailable(opened: list[RemoteEmbedder]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts into its backlog and never reads
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        opened.append(RemoteEmbedder(VectorSettings(engine="openai", model="m", url=url, timeout=0.05)))
        with pytest.raises(Unavailable, match=r"within 0\.05 seconds"):
            opened[0].queries(["who?"])


def test_wrong_dimensions_are_a_misconfiguration(remote: Opens, endpoint: Endpoint) -> None:
    with pytest.raises(Misconfigured, match=r"vectors\.dimensions"):
        remote(dimensions=16).queries(["who?"])
    assert endpoint.asked[0]["dimensions"] == 16


def test_dimensions_that_change_later_are_a_misconfiguration(remote: Opens, endpoint: Endpoint) -> None:
    embedder = remote()
    assert embedder.model.dimensions == 8
    endpoint.rule = lambda _number, body: embeddings(body, 9)
    with pytest.raises(Misconfigured, match=r"vectors\.dimensions"):
        embedder.queries(["who?"])


@pytest.mark.parametrize(
    "content",
    [
        b"<html>welcome</html>",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"data": 3}',
        b'{"data": []}',
        b'{"data": [{"index": 0}]}',
        b'{"data": [{"index": 5, "embedding": [1, 2]}]}',
        b'{"data": [{"index": 0, "embedding": "AAAA"}]}',
        b'{"data": [{"index": 0, "embedding": [NaN, 1]}]}',
        b'{"data": [{"index": "0", "embedding": [1, 2]}]}',
    ],
)
def test_an_answer_that_is_not_embeddings_is_unavailable(remote: Opens, endpoint: Endpoint, content: bytes) -> None:
    embedder = remote()
    assert embedder.model.dimensions == 8
    endpoint.rule = answering(content)
    with pytest.raises(Unavailable, match="not embeddings"):
        embedder.queries(["a secret question"])


def test_empty_odd_and_very_long_texts_are_sent_in_a_form_endpoints_take(remote: Opens, endpoint: Endpoint) -> None:
    vectors = remote().passages(["", "\ud83d", "word " * 200_000])
    assert vectors.shape == (3, 8)
    sent = cast("list[str]", endpoint.asked[-1]["input"])
    assert sent[0] == " "
    assert sent[1] == "\ufffd"
    assert len(sent[2]) < 50_000


def test_nothing_to_embed_gives_no_rows(remote: Opens) -> None:
    assert remote().queries([]).shape == (0, 8)


def test_tokens_are_estimated_rather_too_many_than_too_few(remote: Opens) -> None:
    embedder = remote()
    assert embedder.tokens("Hello 東京") == [(0, 4), (4, 5), (6, 7), (7, 8)]
    assert embedder.count("") == 0
