"""The graph as a page inside a chat, in a real Chromium that plays the client."""

import json
from collections.abc import Generator
from importlib.resources import files
from typing import Any

import pytest

from api.agents.fitting import as_text
from api.agents.replies import neighbours, snapshot
from graph.model.network import Neighbourhood, NetworkEdge, NetworkNode, Snapshot
from graph.model.types import EntityType, RelationType

pytestmark = pytest.mark.slow

NASTY = "</script><img src=x onerror=alert(1)>"
NAMES = ("田中花子", "Ada Lovelace", "Acme Corp", "Osaka", NASTY, "A → B", "田中花子", "Grace Hopper")
KINDS = (
    EntityType.PERSON, EntityType.PERSON, EntityType.ORGANIZATION, EntityType.LOCATION, EntityType.CONCEPT,
    EntityType.CONCEPT, EntityType.PERSON, EntityType.PERSON,
)  # fmt: skip
TIES = ((0, 2), (1, 2), (2, 3), (4, 2), (5, 1), (6, 3))

CLIENT = """
<!DOCTYPE html><body><iframe id="app" sandbox="allow-scripts" style="width:820px;height:640px;border:0"></iframe>
<script>
const app = document.getElementById("app");
window.heard = [];
window.context = {};
window.replies = {};
window.tell = (method, params) => app.contentWindow.postMessage({ jsonrpc: "2.0", method, params }, "*");
window.request = method => app.contentWindow.postMessage({ jsonrpc: "2.0", id: "teardown", method, params: {} }, "*");
window.addEventListener("message", event => {
  const message = event.data;
  window.heard.push(message);
  if (message.method === "ui/initialize")
    event.source.postMessage({ jsonrpc: "2.0", id: message.id, result: {
      protocolVersion: "2026-01-26", hostInfo: { name: "test", version: "1" },
      hostCapabilities: { serverTools: {} }, hostContext: window.context } }, "*");
  if (message.method === "tools/call")
    event.source.postMessage({ jsonrpc: "2.0", id: message.id, result: window.replies[message.params.name] }, "*");
});
</script>
"""


def node(number: int) -> NetworkNode:
    return NetworkNode(
        id=f"E{number}", name=NAMES[number], type=KINDS[number], mentions=1, weight=1.0 / (1 + number), hops=1
    )


def edge(source: int, target: int) -> NetworkEdge:
    return NetworkEdge(
        source=f"E{source}", target=f"E{target}", type=RelationType.WORKS_FOR, predicate="works for", confidence=0.9,
        weight=0.9, evidence_count=1, directed=True,
    )  # fmt: skip


def result(reply: object) -> dict[str, Any]:
    text = as_text(reply)
    return {"content": [{"type": "text", "text": text}], "structuredContent": json.loads(text)}


PART = result(
    snapshot(
        Snapshot(
            nodes=tuple(map(node, range(7))),
            edges=tuple(edge(*tie) for tie in TIES),
            total_nodes=42,
            total_edges=50,
        ),
        4_000,
    )
)
AROUND = result(
    neighbours(Neighbourhood(centre=node(2), nodes=(node(0), node(7)), edges=(edge(0, 2), edge(7, 2)), total=2), 2_000)
)


class Chat:
    """A chat that shows the page, what it asked of the network and what its console said."""

    def __init__(self, page: Any, **context: Any) -> None:
        self.page = page
        self.asked: list[Any] = []
        self.printed: list[Any] = []

        def asked(request: Any) -> None:
            self.asked.append(request)

        def printed(line: Any) -> None:
            self.printed.append(line)

        page.on("request", asked)
        page.on("console", printed)
        page.on("pageerror", printed)
        page.set_content(CLIENT)
        page.evaluate("context => { window.context = context }", context)
        page.evaluate("replies => { window.replies = replies }", {"entity_neighbors": AROUND})
        html = (files("api.agents") / "graph_app.html").read_text(encoding="utf-8")
        page.evaluate("html => { document.getElementById('app').srcdoc = html }", html)
        self.app = page.frame_locator("#app")
        page.wait_for_function("() => heard.some(each => each.method === 'ui/notifications/initialized')")

    def tells(self, method: str, params: Any) -> None:
        self.page.evaluate("([method, params]) => tell(method, params)", [method, params])

    def heard(self, method: str) -> list[dict[str, Any]]:
        return self.page.evaluate("method => heard.filter(each => each.method === method)", method)

    def shows_part(self) -> None:
        self.tells("ui/notifications/tool-input", {"arguments": {}})
        self.tells("ui/notifications/tool-result", PART)
        self.app.locator(".node").first.wait_for(state="attached")


@pytest.fixture
def page(browser: Any) -> Generator[Any]:
    page = browser.new_page(viewport={"width": 860, "height": 700})
    yield page
    page.close()


def test_a_part_of_the_graph_is_drawn_from_what_the_tool_replied(page: Any) -> None:
    chat = Chat(page, theme="dark", locale="en-GB")
    chat.shows_part()
    assert chat.app.locator(".node").count() == 7
    assert chat.app.locator(".edge").count() == len(TIES)
    assert chat.app.locator("#count").inner_text() == "7 of 42 entities"
    assert chat.app.locator("html").get_attribute("data-theme") == "dark"
    assert chat.app.locator(".node text").nth(4).text_content().startswith(NASTY[:20])
    assert chat.app.locator("img").count() == 0
    chat.page.wait_for_function("() => heard.some(each => each.method === 'ui/notifications/size-changed')")
    assert chat.asked == []
    assert [str(each) for each in chat.printed] == []


def test_every_entity_lies_within_the_map_and_apart_from_the_others(page: Any) -> None:
    chat = Chat(page)
    chat.shows_part()
    places = [circle.bounding_box() for circle in chat.app.locator(".node circle").all()]
    around = chat.app.locator("#map").bounding_box()
    for box in places:
        assert around["x"] <= box["x"] <= around["x"] + around["width"]
        assert around["y"] <= box["y"] <= around["y"] + around["height"]
    middles = {(round(box["x"] / 8), round(box["y"] / 8)) for box in places}
    assert len(middles) == len(places)


def test_an_entity_is_chosen_and_its_neighbours_fetched_by_keys_alone(page: Any) -> None:
    chat = Chat(page, locale="ja")
    chat.shows_part()
    chat.app.locator(".node").nth(2).focus()
    page.keyboard.press("Enter")
    assert chat.app.locator("#about h2").inner_text() == "Acme Corp"
    assert chat.app.locator("#about li").count() == 4
    assert chat.app.locator(".node.near").count() == 5
    chat.app.get_by_role("button", name="周りを表示").focus()
    page.keyboard.press("Enter")
    chat.app.locator(".node").nth(7).wait_for(state="attached")
    (call,) = chat.heard("tools/call")
    assert call["params"] == {"name": "entity_neighbors", "arguments": {"entity": "E2", "limit": 20}}
    assert chat.app.locator(".edge").count() == len(TIES) + 1
    page.keyboard.press("Escape")
    assert chat.app.locator(".faded").count() == 0
    assert chat.app.locator("#count").inner_text() == "42件中8件"


def test_what_went_wrong_is_said_and_the_page_goes_in_peace(page: Any) -> None:
    chat = Chat(page)
    refusal = {"content": [{"type": "text", "text": "Neo4j does not answer."}], "isError": True}
    chat.tells("ui/notifications/tool-result", refusal)
    chat.app.get_by_text("Neo4j does not answer.").wait_for()
    chat.tells(
        "ui/notifications/tool-result",
        result(snapshot(Snapshot(nodes=(), edges=(), total_nodes=0, total_edges=0), 500)),
    )
    chat.app.get_by_text("Nothing is known here yet.").wait_for()
    chat.tells("ui/notifications/host-context-changed", {"theme": "light"})
    page.evaluate("request('ui/resource-teardown')")
    page.wait_for_function("() => heard.some(each => each.id === 'teardown' && each.result)")
    assert chat.app.locator("html").get_attribute("data-theme") == "light"


def test_two_hundred_entities_are_drawn_at_once(page: Any) -> None:
    many = [
        NetworkNode(id=f"N{n}", name=f"Entity {n}", type=EntityType.CONCEPT, mentions=1, weight=1 / (n + 1))
        for n in range(200)
    ]
    ties = [
        NetworkEdge(
            source=f"N{n}", target=f"N{n // 3}", type=RelationType.RELATES_TO, predicate="goes with", confidence=0.5,
            weight=0.5, evidence_count=1, directed=False,
        )
        for n in range(1, 200)
    ]  # fmt: skip
    chat = Chat(page)
    part = Snapshot(nodes=tuple(many), edges=tuple(ties), total_nodes=200, total_edges=199)
    chat.tells("ui/notifications/tool-result", result(snapshot(part, 20_000)))
    chat.app.locator(".node").nth(199).wait_for(state="attached", timeout=5_000)
    assert chat.app.locator(".edge").count() == 199
