"""Statements in Cypher of an operator's own: what reads is answered within bounds, and everything else refused."""

import time
from collections.abc import Callable
from io import StringIO

import pytest
from fastapi.testclient import TestClient
from neo4j import Driver

from api.api_settings import ApiSettings
from api.commands import db
from api.commands.root import run
from api.rest.app import create_app
from enishi import UserMemory
from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.local.queries import Console
from graph.local.server import Address
from graph.model.draft import Draft
from graph.settings import Neo4jSettings
from tests.api.rest.rest_door import HERE, TARO_KEY, bearer
from tests.live.conftest import START

OPERATOR_KEY = "operator-key-0123456789abcdef"
ENDLESS = "UNWIND range(1, 10000000000) AS x RETURN count(x)"
LARGE = "UNWIND range(1, 1000000000) AS x RETURN size(collect(x)) AS n"
CHANGES = "would change something"

READ = [
    "RETURN 1 AS x",
    "CYPHER 25 RETURN 1 AS x",
    "CALL db.labels() YIELD label RETURN count(label) > 0 AS x",
    "CALL db.index.vector.queryNodes($index, 1, $vector) YIELD node RETURN node.id AS x",
    "SHOW INDEXES YIELD name RETURN name AS x LIMIT 1",
    "MATCH (n) WHERE EXISTS { (n)-[:MENTIONS]->() } RETURN count(n) AS x",
]
REFUSED = {
    "CREATE (n:Memory) RETURN n": CHANGES,
    "PROFILE CREATE (n:Memory) RETURN n": "execution mode",
    "EXPLAIN CREATE (n:Memory)": CHANGES,
    "MATCH (n) SET n.x = 1": CHANGES,
    "MATCH (n) DETACH DELETE n": CHANGES,
    "MATCH (n) CALL (n) { SET n.x = 1 } RETURN n": CHANGES,
    "UNWIND range(1, 3) AS x CALL (x) { CREATE (:Foo) } IN TRANSACTIONS RETURN x": CHANGES,
    "UNWIND range(1, 3) AS x CALL (x) { RETURN x AS y } IN TRANSACTIONS RETURN y": "transactions of its own",
    "CREATE INDEX foo FOR (n:Foo) ON (n.x)": CHANGES,
    "DROP INDEX foo IF EXISTS": CHANGES,
    "CREATE USER x SET PASSWORD 'abcdefgh'": CHANGES,
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'bbbbbbbb'": CHANGES,
    "USE system CREATE USER x SET PASSWORD 'abcdefgh'": "USE",
    "CALL db.createLabel('x')": CHANGES,
    "CALL db.clearQueryCaches()": CHANGES,
    "CALL `db`.`clearQueryCaches`()": CHANGES,
    "RETURN COUNT { CALL db.clearQueryCaches() YIELD value RETURN value } AS c": CHANGES,
    "CALL db.resampleIndex('x')": "calls db.resampleIndex",
    "CALL `db`.`prepareForReplanning`()": "calls db.prepareForReplanning",
    "CALL { CALL db.stats.retrieve('GRAPH COUNTS') YIELD data RETURN data } RETURN data": "db.stats.retrieve",
    "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row": "LOAD CSV",
    "RETURN COLLECT { LOAD CSV FROM 'http://127.0.0.1/x' AS row RETURN row } AS c": "LOAD CSV",
    "TERMINATE TRANSACTIONS 'neo4j-transaction-1'": "ends what others run",
    "SHOW TRANSACTIONS": "what others run",
    "SHOW SETTINGS": "settings of the server",
    "MATCH (n) RETURN n; MATCH (m) RETURN m": "exactly one statement",
    "RETURN 1 +": "Invalid input",
    "RETURN $nothing": "nothing",
    "RETURN 1 / 0": "/ by zero",
}


@pytest.fixture
def client(light: Knowledge) -> TestClient:
    settings = {"keys": {TARO_KEY: "*"}, "cypher_keys": [OPERATOR_KEY], "cypher_seconds": 1}
    return TestClient(create_app(light, ApiSettings.model_validate(settings)), base_url=HERE)


@pytest.mark.parametrize("statement", READ)
def test_what_reads_is_answered(light: Knowledge, user_id: str, driver: Driver, statement: str) -> None:
    light.remember(user_id, Draft(text="Ada met Bob.", created_at=START))
    rows, _, _ = driver.execute_query("SHOW VECTOR INDEXES YIELD name, options RETURN name, options")
    index = next(row for row in rows if row["name"].startswith("chunk"))
    vector = [0.5] * int(index["options"]["indexConfig"]["vector.dimensions"])
    answered = light.cypher(statement, {"index": index["name"], "vector": vector})
    assert answered.columns == ("x",)
    assert len(answered.rows) == 1


@pytest.mark.parametrize("statement", REFUSED)
def test_what_writes_or_reaches_beyond_the_graph_is_refused(light: Knowledge, driver: Driver, statement: str) -> None:
    def state() -> object:
        rows, _, _ = driver.execute_query("MATCH (n) RETURN count(n) AS nodes, count(n.x) AS set")
        indexes, _, _ = driver.execute_query("SHOW INDEXES YIELD name RETURN count(name) AS indexes")
        return dict(rows[0]), indexes[0]["indexes"]

    before = state()
    with pytest.raises(Invalid, match=REFUSED[statement]):
        light.cypher(statement)
    assert state() == before


def test_the_session_refuses_what_its_plan_did_not_show(light: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    def unchecked(query_type: object, plan: object) -> None:
        del query_type, plan

    monkeypatch.setattr("graph.db.console.reads._check", unchecked)
    with pytest.raises(Invalid, match=CHANGES):
        light.cypher("CREATE (n:Memory) RETURN n")


def test_a_fault_is_told_where_it_stands_in_the_statement(light: Knowledge) -> None:
    with pytest.raises(Invalid, match=r"\(line 1, column 8\)$") as caught:
        light.cypher("RETURN nothing")
    assert "EXPLAIN" not in str(caught.value)
    with pytest.raises(Invalid, match=r"\(line 2, column 8\)$"):
        light.cypher("WITH 1 AS x\nRETURN nothing")


def test_a_long_statement_ends_in_time(light: Knowledge) -> None:
    began = time.monotonic()
    with pytest.raises(Invalid, match=r"longer than 0\.5 s and was stopped"):
        light.cypher(ENDLESS, seconds=0.5)
    assert time.monotonic() - began < 20


def test_a_statement_that_needs_too_much_memory_is_ended_and_told_so(
    light: Knowledge, neo4j_settings: Neo4jSettings
) -> None:
    with pytest.raises(Invalid, match="needs more memory than the server gives one"):
        light.cypher(LARGE, seconds=120)
    with Console(*logged_in(neo4j_settings)) as console:
        with pytest.raises(Invalid, match="needs more memory than the server gives one"):
            console.ask(LARGE, seconds=120)
        assert console.ask("RETURN 1 AS x").rows == ((1,),)
    settings = {"keys": {TARO_KEY: "*"}, "cypher_keys": [OPERATOR_KEY], "cypher_seconds": 120}
    rest = TestClient(create_app(light, ApiSettings.model_validate(settings)), base_url=HERE)
    reply = rest.post("/api/cypher", json={"statement": LARGE}, headers=bearer(OPERATOR_KEY))
    assert (reply.status_code, "more memory" in reply.json()["detail"]) == (422, True)


def test_rows_are_bounded_by_number_and_by_size(light: Knowledge) -> None:
    for count, more in ((3, False), (4, True), (10_000_000_000, True)):
        answered = light.cypher(f"UNWIND range(1, {count}) AS x RETURN x", limit=3)
        assert (answered.rows, answered.more) == (((1,), (2,), (3,)), more)
    wide = light.cypher("UNWIND range(1, 100) AS x RETURN range(1, 200000) AS many", limit=100)
    assert 0 < len(wide.rows) < 10
    assert wide.more


@pytest.mark.parametrize("value", [2**70, "\ud800", [[{"a": 2**70}]]])
def test_values_that_the_database_cannot_take_are_told(light: Knowledge, value: object) -> None:
    with pytest.raises(Invalid, match="parameters"):
        light.cypher("RETURN $x", {"x": value})


@pytest.mark.parametrize(("seconds", "limit"), [(0, 1), (601, 1), (1, 0), (1, 10_001), (1, True)])
def test_bounds_out_of_range_are_refused(light: Knowledge, seconds: float, limit: int) -> None:
    with pytest.raises(Invalid, match="bounds"):
        light.cypher("RETURN 1", seconds=seconds, limit=limit)


def test_a_program_asks_the_same(light: Knowledge, user_id: str) -> None:
    memory = UserMemory(light, user_id)
    memory.remember("Ada met Bob.")
    asked = "MATCH (m:Memory {user_id: $user}) RETURN m.text AS text, m.created_at AS at, m"
    text, at, node = memory.cypher(asked, {"user": user_id}).rows[0]
    assert (text, node["labels"], node["text"]) == ("Ada met Bob.", ["Memory"], text)  # type: ignore[index]
    assert isinstance(at, str)


def test_an_operator_asks_through_rest(client: TestClient, light: Knowledge, user_id: str) -> None:
    light.remember(user_id, Draft(text="Ada met Bob.", created_at=START))

    def ask(statement: str, **more: object) -> tuple[int, dict[str, object]]:
        body = {"statement": statement, **more}
        reply = client.post("/api/cypher", json=body, headers=bearer(OPERATOR_KEY))
        return reply.status_code, reply.json()

    asked = "MATCH (m:Memory {user_id: $user}) RETURN m.text AS text"
    status, reply = ask(asked, parameters={"user": user_id})
    assert (status, reply["columns"], reply["rows"], reply["more"]) == (200, ["text"], [["Ada met Bob."]], False)
    status, reply = ask("UNWIND range(1, 9) AS x RETURN x", limit=2)
    assert (reply["rows"], reply["more"]) == ([[1], [2]], True)
    status, reply = ask(ENDLESS)
    assert (status, reply["field"]) == (422, "statement")
    assert "longer than 1 s" in str(reply["detail"])
    status, reply = ask("MATCH (n) DETACH DELETE n")
    assert (status, CHANGES in str(reply["detail"])) == (422, True)
    assert light.stats(user_id).memories == 1


def logged_in(settings: Neo4jSettings) -> tuple[str, str, str | None]:
    secret = settings.password
    return settings.uri or "", settings.user, secret.get_secret_value() if secret else None


def test_the_shell_ends_a_long_statement(neo4j_settings: Neo4jSettings) -> None:
    with Console(*logged_in(neo4j_settings)) as console:
        with pytest.raises(Invalid, match=r"longer than 0\.5 s and was stopped.*--timeout"):
            console.ask(ENDLESS, seconds=0.5)
        assert console.ask("RETURN 1 AS x", seconds=5).rows == ((1,),)


@pytest.fixture
def shell(neo4j_settings: Neo4jSettings, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """`enishi db shell` on the server of the session, what is given as `typed` on its standard input: the exit code."""
    uri, user, password = logged_in(neo4j_settings)

    class Running:
        def ensure(self) -> Address:
            return Address(uri=uri, user=user, password=password or "", http_url="", browser_url="")

    def running(progress: object) -> Running:
        del progress
        return Running()

    monkeypatch.setattr(db, "local_server", running)

    def asked(*options: str, typed: str = "") -> int:
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        return run(("db", "shell", *options))

    return asked


def test_the_shell_of_the_command_line_writes_only_where_it_was_asked_to(
    shell: Callable[..., int], driver: Driver, user_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def kept() -> int:
        rows, _, _ = driver.execute_query("MATCH (n:Typed {by: $user}) RETURN count(n) AS number", user=user_id)
        return rows[0]["number"]

    made, gone = f"CREATE (n:Typed {{by: '{user_id}'}})", f"MATCH (n:Typed {{by: '{user_id}'}}) DELETE n"
    assert shell(made) == Invalid.exit_code
    assert "db shell --write" in capsys.readouterr().err
    assert shell(typed=f"{made};\n") == Invalid.exit_code
    assert kept() == 0
    assert shell("--write", made) == 0
    assert "nodes created: 1" in capsys.readouterr().err
    assert kept() == 1
    assert shell("--write", typed=f"{made};\n{gone};\n") == 0
    assert kept() == 0


def test_the_shell_of_the_command_line_ends_a_statement_in_the_time_it_was_given(
    shell: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.monotonic()
    assert shell("--timeout", "0.5", ENDLESS) == Invalid.exit_code
    assert "longer than 0.5 s and was stopped" in capsys.readouterr().err
    assert shell("--timeout", "0.5", typed=f"{ENDLESS};\n") == Invalid.exit_code
    assert time.monotonic() - began < 40
    # The end is that of a statement, not of the shell; 0 sets none.
    for seconds in ("0", "30"):
        assert shell("--timeout", seconds, "--json", "RETURN 1 AS x") == 0
        assert capsys.readouterr().out == '{"x": 1}\n'
    assert shell("--timeout", "-1", "RETURN 1 AS x") == 2
