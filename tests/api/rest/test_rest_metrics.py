"""/metrics tells figures in the format of Prometheus, and to nobody who may not see them."""

import json
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from graph.model.care.metrics import GraphCounts
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import opened

KEY = "k" * 24
NARROW = "n" * 24


def samples(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_figures_are_told_as_prometheus_reads_them() -> None:
    with opened() as client:
        reply = client.get("/metrics")
    assert reply.headers["content-type"].startswith("text/plain")
    figures = samples(reply.text)
    assert figures["enishi_memories", ()] == 10
    assert figures["enishi_importance_mean", ()] == 5
    assert figures["enishi_graph_connectivity", ()] == 0.2
    assert figures["enishi_search_success_rate", ()] == 0.75
    assert figures["enishi_cache_hit_ratio", ()] == 0.75
    assert figures["enishi_search_requests_total", (("mode", "hybrid"),)] == 4
    assert figures["enishi_search_seconds_bucket", (("le", "0.1"), ("mode", "hybrid"))] == 3
    assert figures["enishi_search_seconds_sum", (("mode", "hybrid"),)] == 9.2
    assert figures["enishi_index_updates_total", (("kind", "full"),)] == 2
    assert figures["enishi_importance_bucket", (("le", "4.0"),)] == 3
    assert figures["enishi_importance_bucket", (("le", "+Inf"),)] == 8
    # Nobody judged a relation: nothing is told rather than a share of nothing.
    assert ("enishi_relation_precision", ()) not in figures


def test_the_dashboard_asks_for_nothing_that_is_not_told() -> None:
    with opened() as client:
        text = client.get("/metrics").text
    board = json.loads((Path(__file__).parents[3] / "docker" / "grafana-dashboard.json").read_text(encoding="utf-8"))
    asked = {name for name in re.findall(r"enishi_\w+", json.dumps(board)) if name != "enishi_"}
    families = set(re.findall(r"^# TYPE (\w+) ", text, re.MULTILINE))
    told_of = {family + ending for family in families for ending in ("", "_bucket", "_sum", "_count")}
    assert asked
    assert asked - told_of == set()


def test_no_user_is_named_unless_that_was_asked_for() -> None:
    knowledge = FakeKnowledge()
    with opened(knowledge) as client:
        assert "user=" not in client.get("/metrics").text
        knowledge.graphs = {"taro": GraphCounts(memories=3)}
        assert samples(client.get("/metrics").text)["enishi_memories", (("user", "taro"),)] == 3


def test_where_there_are_keys_metrics_need_one_and_names_need_one_for_all() -> None:
    keys = {SecretStr(KEY): "*", SecretStr(NARROW): ("taro",)}
    knowledge = FakeKnowledge()
    with opened(knowledge, keys=keys) as client:
        assert client.get("/metrics").status_code == 401
        for key in (KEY, NARROW):
            assert client.get("/metrics", headers={"Authorization": f"Bearer {key}"}).status_code == 200
        knowledge.graphs = {"hana": GraphCounts(memories=3)}
        assert client.get("/metrics", headers={"Authorization": f"Bearer {NARROW}"}).status_code == 403
        assert client.get("/metrics", headers={"Authorization": f"Bearer {KEY}"}).status_code == 200
    with opened(keys=keys, open_metrics=True) as client:
        assert client.get("/metrics").status_code == 200


def test_feedback_that_says_nothing_right_is_refused_with_its_field() -> None:
    with opened() as client:
        reply = client.post("/api/feedback", json={"score": 9})
        assert (reply.status_code, "score" in reply.text) == (422, True)
        assert client.post("/api/feedback", json={"helped": ["nobody"]}).status_code == 404
        assert client.post("/api/index/update", json={"kind": "everything"}).status_code == 422
