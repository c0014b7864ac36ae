"""Measures the page in a real Chromium: seconds to its first draw, and milliseconds a frame of a large map.

    python -m bench.page [--url http://127.0.0.1:8472] [--user demo] [--nodes 5000] [--edges 10000]

The page is that of a server that runs; the large map is made here and given to it in place of the server's. Chromium
runs without a window, and so without a graphics card. Needs the dependency group `web`.
"""

import argparse
import json
import math
import random
import statistics
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

_START = datetime(2026, 1, 1, tzinfo=UTC)
_FRAMES = 40
_PAN = """async (frames) => {
    const drawing = window.enishiMap.drawing, drawn = [], between = [];
    let last = performance.now();
    for (let frame = 0; frame < frames; frame++) {
        drawing.panned(frame % 2 ? 9 : -7, frame % 3 ? 4 : -6);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        drawn.push(drawing.milliseconds);
        between.push(performance.now() - last);
        last = performance.now();
    }
    return [drawn, between];
}"""
_DRAWN = "window.enishiMap && window.enishiMap.drawing.drawn > 0"


def large_map(nodes: int, edges: int, seed: int = 1) -> dict[str, Any]:
    """A map as `/api/graph/map` answers it, of which few nodes have many ties."""
    chance = random.Random(seed)
    types = ("Person", "Organization", "Location", "Concept", "Technology", "Event")
    pairs = [(int(nodes * chance.random() ** 2), chance.randrange(nodes)) for _ in range(edges)]
    degrees = [0] * nodes
    for one, other in pairs:
        degrees[one] += 1
        degrees[other] += 1
    moments = [(_START + timedelta(days=chance.randrange(300))).isoformat() for _ in range(max(nodes, edges))]
    return {
        "nodes": [
            {"id": f"n{place}", "name": f"Name {place}", "type": types[place % len(types)], "mentions": degrees[place],
             "weight": 1 / (place + 1), "degree": degrees[place], "community": place % 12,
             "x": math.sqrt(place) * math.cos(place * 2.4), "y": math.sqrt(place) * math.sin(place * 2.4),
             "first_seen": moments[place], "last_seen": moments[place]}
            for place in range(nodes)
        ],
        "edges": [
            {"source": f"n{one}", "target": f"n{other}", "type": "RELATES_TO", "predicate": "know", "directed": True,
             "confidence": 0.4 + chance.random() / 2, "weight": 0.5, "evidence_count": 1,
             "denied": int(place % 40 == 0),
             "first_seen": moments[place], "last_seen": moments[place], "ended_at": None,
             "periods": [{"said_at": moments[place], "since": moments[place], "until": None}]}
            for place, (one, other) in enumerate(pairs)
            if one != other
        ],
        "total_nodes": nodes,
        "total_edges": edges,
        "styles": [],
    }  # fmt: skip


def given(page: "Page", drawn: dict[str, Any]) -> None:
    """Has a page be answered this map."""

    def answer(route: "Route") -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(drawn))

    page.route("**/api/graph/map?*", answer)


def frames(page: "Page") -> dict[str, float]:
    """Milliseconds of drawing a frame while the map is moved, and from one frame to the next."""
    drawn, between = page.evaluate(_PAN, _FRAMES)
    return {
        "draw_ms": round(statistics.median(drawn), 1),
        "draw_ms_p95": round(sorted(drawn)[int(0.95 * len(drawn))], 1),
        # Two frames pass between one move and the next.
        "frame_ms": round(statistics.median(between) / 2, 1),
    }


def main() -> None:
    """Prints {"search": {first_draw_s}, "map": {…}, "large": {…}}."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8472")
    parser.add_argument("--user", default="demo")
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--edges", type=int, default=10_000)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    chosen = parser.parse_args()
    measured: dict[str, dict[str, float]] = {}
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chosen.chromium, args=["--no-sandbox"])
        for name, address, ready in (
            ("search", "/search", "document.querySelector('.hits li')"),
            ("map", "/map", _DRAWN),
            ("large", "/map?limit=5000", _DRAWN),
        ):
            page = browser.new_context(viewport={"width": 1280, "height": 860}).new_page()
            if name == "large":
                given(page, large_map(chosen.nodes, chosen.edges))
            page.goto(f"{chosen.url}/?user={chosen.user}#{address}", wait_until="commit")
            # Not by `wait_for_function`: the policy of the page lets no text be run in it.
            while not page.evaluate(f"Boolean({ready})"):
                page.wait_for_timeout(20)
            measured[name] = {"first_draw_s": round(page.evaluate("performance.now()") / 1000, 2)}
            if name != "search":
                measured[name] |= frames(page)
                page.evaluate("window.enishiMap.drawing.zoomed(6)")
                measured[name] |= {f"near_{key}": value for key, value in frames(page).items()}
            page.close()
        browser.close()
    print(json.dumps(measured, indent=1))


if __name__ == "__main__":
    main()
