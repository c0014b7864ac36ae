"""A running server in place of the database: the same answers, errors and exit codes, and when it is not asked."""

import inspect
import json
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import cast, get_type_hints

import pytest

from api import environment
from api.commands.root import run
from api.remote import ROUTES, RemoteKnowledge
from api.rest.problems import CROWDED, LATE, NO_PATH, refusal
from api.running import Server
from graph.errors import Conflict, EnishiError, Invalid, Misconfigured, NotFound, Unavailable
from graph.knowledge import Knowledge
from graph.model.draft import Draft, GivenFact
from graph.model.filters import Filters
from graph.model.types import RelationType, Status
from tests.api.doors import SECRET, ServerHere, through_server
from tests.api.fake_knowledge import EPOCH, FakeKnowledge

WRONG = (
    ("show", "01KNOTHERE"),
    ("entities", "show", "nobody"),
    ("recall", "x", "--cursor", "nonsense"),
    ("recall", "(", "--mode", "content", "--regex"),
    ("list", "--limit", "500"),
    ("context", "x", "--budget", "-1"),
    ("remember", " "),
    ("links", "01KNOTHERE"),
)


def test_every_request_is_for_a_method_with_these_parameters() -> None:
    for name, route in ROUTES.items():
        area, _, method = name.rpartition(".")
        holder = get_type_hints(getattr(Knowledge, area))["return"] if area else Knowledge
        parameters = list(inspect.signature(getattr(holder, method)).parameters)[1 if area else 2 :]
        assert route.takes.split() == parameters[: len(route.takes.split())], name


@pytest.mark.parametrize("line", WRONG, ids=" ".join)
def test_what_is_wrong_is_told_in_the_same_words_and_with_the_same_code(
    line: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    knowledge = FakeKnowledge()
    asked = cast("Knowledge", RemoteKnowledge(ServerHere(knowledge), lambda: knowledge))
    codes = [run(line, build=partial(_given, built), default_user=lambda: "me") for built in (knowledge, asked)]
    told, through = capsys.readouterr().err.splitlines()
    assert codes[0] == codes[1] != 0
    assert told == through


@pytest.mark.parametrize(
    "error",
    [Unavailable("Neo4j does not answer.", retry_after=7), Misconfigured("Wrong."), Conflict("Another."),
     NotFound("memory", "m"), Invalid("mode", "is unknown.", allowed="one of these")],
)  # fmt: skip
def test_an_error_of_the_server_is_the_error_of_the_knowledge(error: EnishiError) -> None:
    knowledge = FakeKnowledge()
    knowledge.trouble = error
    with pytest.raises(type(error)) as raised:
        through_server(knowledge).stats("me")
    assert str(raised.value) == str(error)
    assert getattr(raised.value, "retry_after", None) == getattr(error, "retry_after", None)


def test_every_field_of_a_draft_and_every_filter_reaches_the_server() -> None:
    knowledge = FakeKnowledge()
    draft = Draft(
        text="田中さんは Acme で働く。", title="仕事", category="work", tags=("a", "b"), source="s", source_id="1",
        place="p", channel="c", device_id="d", session_id="e", project="f/g", speaker="Aki", created_at=EPOCH,
        occurred_at=EPOCH, latitude=35.5, longitude=0.0, extra={"深い": [1, None]}, pinned=True, rating=0,
        bookmarked=True,
        facts=(GivenFact(subject="田中", type=RelationType.WORKS_FOR, object="Acme"),),
    )  # fmt: skip
    kept = through_server(knowledge).remember("太郎", draft)
    memory = knowledge.show("太郎", kept.id).memory
    assert replace(draft, **{name: getattr(memory, name) for name in ("text", "facts", "extra", "tags")}) == draft
    assert (memory.speaker, memory.longitude, memory.rating, memory.pinned) == ("Aki", 0.0, 0, True)
    server = ServerHere(knowledge)
    remote = cast("Knowledge", RemoteKnowledge(server, lambda: knowledge))
    narrow = Filters(tags=("a", "b"), created_to=EPOCH, status=Status.ARCHIVED, entities=("田中",), bookmarked=False)
    for asked in (lambda: remote.memories("太郎", filters=narrow), lambda: remote.recall("太郎", "?", filters=narrow)):
        asked()
    assert "tags=a&tags=b" in server.asked[0]
    assert remote.memories("太郎", filters=Filters(tags=("a", "b"), project="f/g", bookmarked=True)).memories == (
        memory,
    )


def test_what_no_request_is_for_is_asked_of_the_database() -> None:
    knowledge, opened = FakeKnowledge(), list[str]()

    def open_knowledge() -> Knowledge:
        opened.append("once")
        return cast("Knowledge", knowledge)

    remote = RemoteKnowledge(ServerHere(cast("Knowledge", knowledge)), open_knowledge)
    asked = cast("Knowledge", remote)
    assert (asked.stats("me").memories, opened) == (0, [])
    list(asked.remember_many("me", [Draft(text="one"), Draft(text="two")]))
    assert (asked.backlog(), opened) == (0, ["once"])
    remote.close()
    assert knowledge.closed


def test_a_server_that_is_gone_is_no_error() -> None:
    knowledge = FakeKnowledge()
    gone = cast("Knowledge", RemoteKnowledge(Server("127.0.0.1", 1), lambda: cast("Knowledge", knowledge)))
    assert gone.stats("me") == knowledge.stats("me")


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"ENISHI_API__PORT": "9000", "ENISHI_DEBUG": "1"}, True),
        ({"ENISHI_NEO4J__PASSWORD": "other"}, True),
        ({"ENISHI_NEO4J__URI": "bolt://elsewhere"}, False),
        ({"ENISHI_LOCAL__HOME": "/elsewhere"}, False),
        ({"XDG_DATA_HOME": "/elsewhere"}, False),
        ({"ENISHI_EXTRACTION__LLM__ENGINE": "openai"}, False),
    ],
)
def test_a_server_is_asked_that_keeps_the_same_memories_and_no_other(
    change: dict[str, str], same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ServerHere(cast("Knowledge", FakeKnowledge()))
    before = environment.fingerprint()
    for name, value in change.items():
        monkeypatch.setenv(name, value)
    assert server.is_ours(SECRET, environment.fingerprint()) is same
    assert server.is_ours(SECRET, before), "a server keeps what it was started with, whatever is set later"


@pytest.mark.parametrize("change", ["api.environment.release", "api.environment._newest_migration"])
def test_a_server_of_another_release_is_not_asked(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server = ServerHere(cast("Knowledge", FakeKnowledge()))
    monkeypatch.setattr(change, lambda: "another")
    assert not server.is_ours(SECRET, environment.fingerprint())


@pytest.mark.parametrize(
    ("name", "value", "inner"),
    [("ENISHI_LOCAL__HOME", "data", "../data"), ("ENISHI_LOCAL", '{"home": "data"}', '{"home": "./../data"}')],
)
def test_a_place_is_told_whole(
    name: str, value: str, inner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(folder: Path, value: str) -> str:
        folder.mkdir(exist_ok=True)
        monkeypatch.chdir(folder)
        monkeypatch.setenv(name, value)
        return environment.fingerprint()

    here = told(tmp_path / "a", value)
    assert here != told(tmp_path / "b", value)
    assert here == told(tmp_path / "a" / "c", inner)


def test_a_key_is_sent_that_speaks_for_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {"sha256:" + "0" * 64: "*", "key of hana": ["hana"], "key of all": "*"}
    monkeypatch.setenv("ENISHI_API__KEYS", json.dumps(keys))
    assert [environment.key_of(user) for user in ("hana", "taro")] == ["key of hana", "key of all"]


def test_a_file_of_settings_is_read_as_the_settings_read_it(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("env")
    lines = ["# ENISHI_API__PORT=1", "export ENISHI_API__PORT=9001  # ours", "enishi_api__default_user='taro #1'"]
    (folder / ".env").write_text("\n".join(lines))
    monkeypatch.chdir(folder)
    monkeypatch.delenv("ENISHI_API__PORT", raising=False)
    assert (environment.default_user(), environment.address()) == ("taro #1", ("127.0.0.1", 9001))


def _given(knowledge: Knowledge, _: object) -> Knowledge:
    return knowledge


def test_an_id_may_be_begun(capsys: pytest.CaptureFixture[str]) -> None:
    knowledge = FakeKnowledge()
    first, second = (knowledge.remember("me", Draft(text=text)).id for text in ("Tanaka moved", "Sato stayed"))
    common = next(n for n in range(len(first)) if first[: n + 1] != second[: n + 1])
    for built in (cast("Knowledge", knowledge), through_server(cast("Knowledge", knowledge))):
        enishi = partial(run, build=partial(_given, built), default_user=lambda: "me")
        assert enishi(("show", first[: common + 1])) == 0
        assert "Tanaka moved" in capsys.readouterr().out
        assert enishi(("pin", first[:common])) == Conflict.exit_code
        told = capsys.readouterr().err
        assert first in told
        assert second in told


@contextmanager
def listening(answer: Callable[[BaseHTTPRequestHandler], None], family: socket.AddressFamily) -> Generator[Server]:
    """A program that listens on this machine and answers each request so."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        do_POST = do_GET  # noqa: N815 -- as the library calls it

        def log_request(self, code: object = "-", size: object = "-") -> None:
            pass

    class Listener(ThreadingHTTPServer):
        address_family = family

    host = "::1" if family is socket.AF_INET6 else "127.0.0.1"
    with Listener((host, 0), Handler) as program:
        thread = threading.Thread(target=program.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield Server(host, int(program.server_address[1]))
        finally:
            program.shutdown()
            thread.join()


def replying(status: int, body: object) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.rfile.read(int(request.headers.get("Content-Length", 0)))
        request.send_response(status)
        request.end_headers()
        request.wfile.write(json.dumps(body).encode())

    return answer


def breaking_off(request: BaseHTTPRequestHandler) -> None:
    request.rfile.read(int(request.headers.get("Content-Length", 0)))


@pytest.mark.parametrize(
    ("answer", "is_known"),
    [
        (replying(503, refusal(503, "Many are here.", kind=CROWDED)), True),
        (replying(404, refusal(404, "No such path.", kind=NO_PATH)), True),
        (replying(429, refusal(429, "Too often.")), True),
        (replying(503, refusal(503, "Not yet.", kind=LATE)), False),
        (replying(500, refusal(500, "Something broke.")), False),
        (replying(502, "a gateway"), False),
        (replying(200, {"of": "another release"}), False),
        (breaking_off, False),
    ],
    ids=["crowded", "no path", "too often", "late", "broke", "gateway", "another answer", "broken off"],
)
def test_what_the_server_has_not_done_is_done_here_and_what_it_may_have_done_is_not_done_twice(
    answer: Callable[[BaseHTTPRequestHandler], None], is_known: bool
) -> None:
    knowledge = FakeKnowledge()
    kept = knowledge.remember("me", Draft(text="Tanaka moved"))
    with listening(answer, socket.AF_INET) as server:
        asked = cast("Knowledge", RemoteKnowledge(server, lambda: cast("Knowledge", knowledge)))
        assert asked.stats("me").memories == 1
        assert asked.recall("me", "Tanaka").hits
        assert asked.context("me", "Tanaka", budget_tokens=100).citations
        assert asked.remember("me", Draft(text="Sato stayed")).created
        if is_known:
            assert asked.pin("me", kept.id).pinned
            return
        with pytest.raises(Unavailable, match="not known, so it is not repeated"):
            asked.pin("me", kept.id)
    assert not knowledge.show("me", kept.id).memory.pinned


def test_what_has_no_form_in_a_request_is_told_by_the_knowledge() -> None:
    knowledge = FakeKnowledge()
    server = ServerHere(cast("Knowledge", knowledge))
    asked = cast("Knowledge", RemoteKnowledge(server, lambda: cast("Knowledge", knowledge)))
    for call in (asked.show, asked.pin, asked.forget):
        with pytest.raises(NotFound):
            call("me", "\ud800")
    with pytest.raises(Invalid):
        asked.remember("me", Draft(text="a", extra={"what": object()}))
    assert server.asked == []
    with listening(breaking_off, socket.AF_INET) as real, pytest.raises(NotFound):
        cast("Knowledge", RemoteKnowledge(real, lambda: cast("Knowledge", knowledge))).pin("\ud800", "01K")


def test_an_address_of_ipv6_stands_in_brackets_in_the_header_host() -> None:
    hosts: list[str] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        hosts.append(request.headers["Host"])
        replying(200, {})(request)

    try:
        with listening(answer, socket.AF_INET6) as server:
            server.ask("GET", "/health")
    except OSError:
        pytest.skip("this machine has no IPv6")
    assert hosts == [f"[::1]:{server.port}"]
