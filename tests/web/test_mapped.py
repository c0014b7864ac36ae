"""The map, the figures and the review of merges as a person uses them in a real browser."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from neo4j import Driver
from playwright.sync_api import Locator, Page, expect

from api.api_settings import ApiSettings
from api.rest.app import create_app
from bench.page import given, large_map
from graph.care_settings import AlertSettings, CareSettings
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft, GivenFact
from graph.model.types import EntityType, RelationType
from graph.rotation_settings import RotationSettings, SizeTriggerSettings
from tests.api.rest.served import served
from tests.extraction.models import extractor
from tests.live.conftest import wiped_user
from tests.web.conftest import Opened

SHOWN = re.compile(r"^([\d,]+) of ([\d,]+) entities · ([\d,]+) of ([\d,]+) relations")
PLACES = "[...window.enishiMap.nodes.values()].map((node) => [node.name, node.x, node.y]).sort()"


def whole(page: Page) -> None:
    """Waits until the map is drawn. Not by `wait_for_function`: the policy lets no text be run."""
    for _ in range(600):
        if page.evaluate("Boolean(window.enishiMap?.drawing?.drawn)"):
            return
        page.wait_for_timeout(50)
    raise AssertionError("nothing was drawn")


def counts(page: Page) -> tuple[int, ...]:
    page.wait_for_timeout(100)
    match = SHOWN.match(page.locator(".controls [role=status]").inner_text())
    assert match, page.locator(".controls [role=status]").inner_text()
    return tuple(int(each.replace(",", "")) for each in match.groups())


def place_of(page: Page, name: str) -> tuple[float, float]:
    """Where an entity lies on the screen."""
    x, y = page.evaluate(
        """(name) => {
            const { drawing, drawnNodes } = window.enishiMap;
            const node = [...drawnNodes.values()].find((each) => each.name === name);
            const box = drawing.canvas.getBoundingClientRect();
            const { x, y, zoom } = drawing.camera;
            return [box.left + box.width / 2 + (node.x - x) * zoom, box.top + box.height / 2 + (node.y - y) * zoom];
        }""",
        name,
    )
    return x, y


def strengths(page: Page) -> dict[str, float]:
    """How opaque each entity is drawn."""
    return page.evaluate(
        "Object.fromEntries([...enishiMap.drawnNodes.values()].map((node) => [node.name, node.alpha]))"
    )


@pytest.fixture(scope="module")
def changed_user(knowledge: Knowledge, driver: Driver) -> Iterator[str]:
    """Somebody of whose memories something is over, something denied, and two pairs of names may be one."""
    for user_id in wiped_user(driver):
        drafts = (
            ("Emily Carter works for Acme Corp.", 1), ("Emily Carter lives in Osaka.", 1),
            ("Emily Carter moved to Kyoto.", 5), ("Emily Carter knows Lucas Meyer.", 3),
            ("Matsuda called Acme Corp.", 4), ("松田さんが Acme Corp を訪問した。", 6),
            ("Ishii visited Kyoto.", 6), ("石井さんが神戸を訪問した。", 7),
            ("Emily Carter does not know Lucas Meyer.", 7),
        )  # fmt: skip
        for text, month in drafts:
            at = datetime(2026, month, 10, tzinfo=UTC)
            knowledge.remember(user_id, Draft(text=text, created_at=at, occurred_at=at))
        knowledge.infer(user_id)
        yield user_id


_NAMES = (
    "Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo "
    "Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu Amber Basil Cedar Dill Beryl Coral Diamond Emerald Flint "
    "Garnet Hematite Iolite Jade Kyanite Lazurite Malachite Nephrite Onyx Pearl Quartz Ruby Sapphire Topaz Zircon"
)
NEAR, FAR = _NAMES.split()[:30], _NAMES.split()[30:]


@pytest.fixture(scope="module")
def hub_user(knowledge: Knowledge, driver: Driver) -> Iterator[str]:
    """Somebody who knows of Ledger, that it is tied to thirty of few ties, and to Hub, which has twenty others too."""
    for user_id in wiped_user(driver):
        for centre, others in (("Ledger", (*NEAR, "Hub")), ("Hub", FAR)):
            facts = tuple(
                GivenFact(subject=centre, type=RelationType.RELATES_TO, object=other, subject_type=EntityType.CONCEPT,
                          object_type=EntityType.CONCEPT)
                for other in others
            )  # fmt: skip
            knowledge.remember(user_id, Draft(text=f"What hangs on {centre}.", facts=facts))
        yield user_id


def drawn(page: Page, what: str) -> dict[str, float]:
    """How each entity is drawn: its `radius` or its `alpha`."""
    return page.evaluate(
        "(what) => Object.fromEntries([...enishiMap.drawnNodes.values()].map((node) => [node.name, node[what]]))", what
    )


def expanded(page: Page, name: str) -> set[str]:
    """The neighbours that expanding an entity shows, with nothing else on the map before."""
    page.evaluate(
        """(name) => {
            const map = window.enishiMap;
            for (const node of [...map.nodes.values()]) if (node.name !== name) map.nodes.delete(node.id);
            map.edges.clear();
            map.redraw();
            map.pick([...map.nodes.keys()][0]);
        }""",
        name,
    )
    page.locator(".picked").get_by_role("button", name=re.compile("^(Expand|広げる)$")).click()
    for _ in range(200):
        if page.evaluate("enishiMap.nodes.size") > 1:
            break
        page.wait_for_timeout(50)
    return {*drawn(page, "alpha")} - {name}


def test_hubs_stand_back_where_they_are_damped(opened: Opened, hub_user: str) -> None:
    page = opened("/map", search=f"?user={hub_user}")
    whole(page)
    sizes, alphas = drawn(page, "radius"), drawn(page, "alpha")
    assert sizes["Ledger"] > sizes["Hub"] > 2 * sizes["Alpha"]
    ties = "enishiMap.drawnEdges.find((each) => each.to.name === 'Ruby' || each.from.name === 'Ruby').alpha"
    tie = page.evaluate(ties)
    # By keys alone, as every control: the first choice below the one that damps nobody.
    page.get_by_label("Hubs").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".controls [role=status]")).to_contain_text("2 damped")
    smaller, fainter = drawn(page, "radius"), drawn(page, "alpha")
    assert smaller["Ledger"] < smaller["Hub"] < sizes["Hub"]
    assert fainter["Ledger"] < fainter["Hub"] < alphas["Hub"]
    assert (smaller["Alpha"], fainter["Alpha"]) == (sizes["Alpha"], alphas["Alpha"])
    assert page.evaluate(ties) < tie
    assert "hubs=10" in page.url
    page.reload()
    whole(page)
    assert drawn(page, "radius") == smaller
    # What is picked is drawn as it is.
    page.mouse.click(*place_of(page, "Hub"))
    expect(page.locator(".picked h2")).to_contain_text("Hub")
    assert drawn(page, "radius")["Hub"] == sizes["Hub"]


def test_expanding_shows_who_says_most_where_hubs_are_damped(opened: Opened, hub_user: str) -> None:
    page = opened("/map", search=f"?user={hub_user}", language="ja-JP")
    whole(page)
    plain = expanded(page, "Ledger")
    assert "Hub" in plain
    page.reload()
    whole(page)
    page.get_by_label("ハブ").select_option(label="つながり 10 超のハブを抑える")
    few = expanded(page, "Ledger")
    assert len(few) == len(plain)
    assert few <= {*NEAR}


def test_the_map_says_how_much_of_all_it_shows_and_stays_where_it_was(opened: Opened) -> None:
    page = opened("/map")
    whole(page)
    nodes, of, edges, of_edges = counts(page)
    assert 0 < nodes <= of
    assert 0 < edges <= of_edges
    before = page.evaluate(PLACES)
    page.reload()
    whole(page)
    assert page.evaluate(PLACES) == before
    page.get_by_label("How many at most").select_option("100")
    expect(page.locator(".controls [role=status]")).to_have_text(re.compile(rf"^100 of {of} entities"))
    whole(page)
    assert {tuple(each) for each in page.evaluate(PLACES)} <= {tuple(each) for each in before}


def test_a_dot_is_picked_by_the_pointer_and_shows_what_ties_it(opened: Opened) -> None:
    page = opened("/map")
    whole(page)
    page.mouse.click(*place_of(page, "佐藤美咲"))
    expect(page.locator(".picked h2")).to_contain_text("佐藤美咲")
    assert page.locator(".picked .list li").count() > 1
    alphas = strengths(page)
    assert alphas["佐藤美咲"] == 1
    assert min(alphas.values()) < 0.5
    page.locator(".picked .list button").first.click()
    expect(page.locator(".picked h2")).not_to_contain_text("佐藤美咲")
    # To nothing, and back by the wheel and the keys.
    page.locator("canvas").focus()
    zoom = page.evaluate("enishiMap.drawing.camera.zoom")
    page.keyboard.press("+")
    assert page.evaluate("enishiMap.drawing.camera.zoom") > zoom
    page.mouse.wheel(0, 300)
    x = page.evaluate("enishiMap.drawing.camera.x")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("enishiMap.drawing.camera.x") < x


def test_relations_are_drawn_as_their_types_say(opened: Opened, knowledge: Knowledge, changed_user: str) -> None:
    types = knowledge.types(changed_user)
    types.change_relation("WORKS_FOR", {"colour": "#123456", "line": "dotted", "arrow": "both"})
    types.create_relation("RANG", {"predicates": ["call"], "colour": "#654321", "line": "dashed"})
    looks = """() => Object.fromEntries(enishiMap.drawnEdges.map(({ edge, colour, dash, arrow }) =>
        [edge.predicate, [colour, dash.length, arrow]]))"""
    page = opened("/map", search=f"?user={changed_user}")
    whole(page)
    drawn = page.evaluate(looks)
    assert drawn["work for"] == ["#123456", 2, "both"]
    assert drawn["call"] == ["#654321", 2, "to"]
    page.get_by_label("Colours").select_option("community")
    assert page.evaluate(looks)["call"][0] != "#654321"


def test_expanding_shows_more_and_collapsing_puts_it_away(opened: Opened) -> None:
    page = opened("/map?around=Emily&limit=100")
    whole(page)
    page.evaluate("""() => {
        const map = window.enishiMap, keep = [...map.nodes.values()].find((node) => node.name === "Emily");
        map.collapse(keep.id);
    }""")
    few = page.evaluate("enishiMap.nodes.size")
    page.get_by_role("button", name="Expand").click()
    expect(page.locator("#notice")).to_contain_text("more")
    many = page.evaluate("enishiMap.nodes.size")
    assert many > few
    page.get_by_role("button", name="Collapse").click()
    expect(page.locator("#notice")).to_contain_text("put away")
    assert page.evaluate("enishiMap.nodes.size") < many


def test_what_is_looked_for_stands_out_and_filters_take_away(opened: Opened) -> None:
    page = opened("/map")
    whole(page)
    nodes, _, edges, _ = counts(page)
    page.get_by_label("Find on the map").fill("さくら")
    expect(page.locator(".controls [role=status]")).to_contain_text("match")
    alphas = strengths(page)
    assert all((alpha > 0.12) == ("さくら" in name) for name, alpha in alphas.items())
    page.get_by_label("Find on the map").fill("")
    page.get_by_role("checkbox", name="Person").uncheck()
    fewer, _, fewer_edges, _ = counts(page)
    assert (fewer, fewer_edges) < (nodes, edges)
    assert "hide=Person" in page.url
    page.get_by_role("checkbox", name="Person").check()
    page.locator("input[type=range]").first.fill("0.9")
    assert counts(page)[2] < edges
    page.reload()
    whole(page)
    assert counts(page)[2] < edges
    page.get_by_label("Project").fill("development/backend/auth-service")
    page.get_by_label("Project").press("Enter")
    expect(page.locator(".controls [role=status]")).not_to_have_text(re.compile(f"^{nodes} of"))
    expect(page.locator(".controls [role=status]")).to_be_visible()


def test_a_way_between_two_is_found_with_the_sentence_of_each_step(opened: Opened) -> None:
    page = opened("/map", expected="404")
    whole(page)
    page.get_by_label("From").fill("Emily")
    page.get_by_label("To", exact=True).fill("佐藤健一")
    page.get_by_role("button", name="Find").click()
    way = page.locator(".way").first
    expect(way).to_contain_text("Emily")
    expect(way).to_contain_text("佐藤健一")
    assert way.locator("li").count() >= 1
    assert way.locator("li a").first.inner_text()
    on = {name for name, alpha in strengths(page).items() if alpha == 1}
    assert {"Emily", "佐藤健一"} <= on
    assert len(on) <= 5
    page.get_by_label("To", exact=True).fill("nobody at all")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#notice")).to_contain_text("not here")


def test_the_table_says_what_the_map_shows(opened: Opened) -> None:
    page = opened("/map?find=Emily")
    whole(page)
    page.locator(".twin summary").click()
    rows = page.locator(".twin tbody tr").all_inner_texts()
    assert rows
    assert all("Emily" in row for row in rows)
    expect(page.locator(".twin")).to_contain_text(f"{len(rows)} of {len(rows)} relations")


def test_time_runs_by_either_clock_and_two_dates_are_compared(opened: Opened, changed_user: str) -> None:
    page = opened("/map", search=f"?user={changed_user}")
    whole(page)
    page.get_by_label("Which clock").select_option("said")
    page.get_by_label("Moment").fill("0")
    early = counts(page)
    page.get_by_label("Moment").fill("200")
    late = counts(page)
    assert early[0] < late[0]
    assert early[2] < late[2]
    page.get_by_label("Compare with another date").check()
    changes = page.locator(".changes")
    expect(changes).to_contain_text("Kyoto")
    came = changes.locator(".came + ul li").all_inner_texts()
    assert len(came) == late[2] - early[2]
    assert changes.locator(".went + ul li").count() == 0
    page.get_by_label("Which clock").select_option("true")
    # Who moved to Kyoto lives in Osaka no more, and that was once so.
    expect(changes.locator(".went + ul")).to_contain_text("Osaka")
    assert "clock=true" in page.url
    page.get_by_role("button", name="Play or pause").click()
    expect(page.get_by_label("Moment")).not_to_have_value("200")


def test_what_ended_is_marked(opened: Opened, changed_user: str) -> None:
    page = opened("/map", search=f"?user={changed_user}")
    whole(page)
    page.locator(".twin summary").click()
    row = page.locator(".twin tbody tr", has_text="Osaka").filter(has_text="Emily Carter")
    expect(row).to_contain_text("ended")
    dashes = page.evaluate(
        "enishiMap.drawnEdges.filter((each) => each.state === 'ended').map((each) => each.dash.length)"
    )
    assert dashes
    assert all(dashes)


def test_what_is_denied_is_marked(opened: Opened, changed_user: str) -> None:
    page = opened("/map", search=f"?user={changed_user}")
    whole(page)
    page.locator(".twin summary").click()
    row = page.locator(".twin tbody tr", has_text="Lucas Meyer")
    expect(row).to_contain_text("contradicted")
    looks = page.evaluate("""() => {
        const warn = getComputedStyle(enishiMap.canvas).getPropertyValue("--warn").trim();
        return enishiMap.drawnEdges.map(({ state, colour, dash }) => [state, colour === warn, dash.join()]);
    }""")
    assert [look for look in looks if look[0] == "denied"] == [["denied", True, "2,3"]]
    assert not [look for look in looks if look[0] != "denied" and (look[1] or look[2] == "2,3")]


def test_the_better_attested_a_tie_the_more_opaque_it_is(opened: Opened) -> None:
    page = opened("/map")
    whole(page)
    ties = page.evaluate("""enishiMap.drawnEdges.filter((each) => each.alpha > 0)
        .map(({ edge, alpha }) => [edge.weight * edge.confidence, alpha])""")
    by_strength = sorted(ties)
    assert [alpha for _, alpha in by_strength] == sorted(alpha for _, alpha in ties)
    assert by_strength[0][1] + 0.2 < by_strength[-1][1]
    # And so it is put on the canvas: what is drawn in one go is about as opaque.
    drawn_at = page.evaluate(
        "enishiMap.drawing.alike().edges.flatMap((group) => group.map((each) => Math.abs(each.alpha - group[0].alpha)))"
    )
    assert max(drawn_at) <= 0.125


def test_the_ends_of_a_way_are_picked(opened: Opened) -> None:
    page = opened("/map")
    whole(page)
    page.mouse.click(*place_of(page, "佐藤美咲"))
    picked = page.locator(".picked")
    picked.get_by_role("button", name="From", exact=True).click()
    expect(page.get_by_label("From")).to_have_value("佐藤美咲")
    picked.locator(".list button").first.click()
    expect(picked.locator("h2")).not_to_contain_text("佐藤美咲")
    other = picked.locator("h2").inner_text()
    # The second pick is enough: nobody has to ask for the way.
    picked.get_by_role("button", name="To", exact=True).click()
    expect(page.get_by_label("To", exact=True)).to_have_value(other)
    way = page.locator(".way").first
    expect(way).to_contain_text(f"佐藤美咲 → {other}")
    assert way.locator("li a").first.inner_text()


def test_a_view_is_kept_by_its_name(opened: Opened) -> None:
    page = opened("/map?limit=100&hide=Concept")
    whole(page)
    page.get_by_role("button", name="Saved views").click()
    page.get_by_label("A name for this view").fill("no concepts")
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Close").click()
    page.goto(page.url.split("#", 1)[0] + "#/map")
    whole(page)
    page.get_by_role("button", name="Saved views").click()
    page.get_by_role("link", name="no concepts").click()
    expect(page.get_by_role("checkbox", name="Concept")).not_to_be_checked()


def test_five_thousand_dots_can_still_be_moved_and_picked(opened: Opened) -> None:
    page = opened("/search")
    given(page, large_map(5000, 10000))
    page.evaluate("location.hash = '#/map?limit=5000'")
    whole(page)
    assert counts(page)[0] == 5000
    milliseconds = page.evaluate("""async () => {
        const began = performance.now();
        for (let step = 0; step < 10; step++) {
            enishiMap.drawing.panned(5, 5);
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }
        return (performance.now() - began) / 10;
    }""")
    # A machine that others use too; what it takes in quiet is measured by bench.page.
    assert milliseconds < 1000
    page.evaluate("() => { enishiMap.drawing.fit(); enishiMap.drawing.zoomed(3); }")
    page.mouse.click(*place_of(page, "Name 2"))
    expect(page.locator(".picked h2")).to_contain_text("Name")


def test_the_figures_are_those_of_the_graph(opened: Opened, knowledge: Knowledge, sample_user: str) -> None:
    page = opened("/figures")
    stats = knowledge.stats(sample_user)
    expect(page.locator(".totals")).to_contain_text(str(stats.memories))
    expect(page.locator(".totals")).to_contain_text(str(stats.entities))
    growth = page.get_by_role("region", name="Growth")
    growth.locator("summary").click()
    last = growth.locator("tbody tr").last.locator("td").all_inner_texts()
    assert last[0] == str(knowledge.network(sample_user).growth()[-1].memories_in_all)
    assert page.get_by_role("img", name="Growth").locator("polyline").count() == 3
    buckets = page.get_by_role("region", name="Importance", exact=True).locator(".bar-plot .number").all_inner_texts()
    assert sum(map(int, buckets)) == stats.memories
    first = knowledge.network(sample_user).communities().communities[0]
    expect(page.get_by_role("region", name="Communities").locator("li").first).to_contain_text(str(first.size))
    page.get_by_role("region", name="Communities").locator("a").first.click()
    whole(page)


def test_one_figure_that_fails_takes_no_other_with_it(opened: Opened) -> None:
    page = opened("/search", expected="503")
    problem = '{"title": "x", "status": 503, "detail": "Not now."}'
    page.route("**/api/graph/growth", lambda route: route.fulfill(status=503, body=problem))
    page.evaluate("location.hash = '#/figures'")
    expect(page.get_by_role("region", name="Growth")).to_contain_text("cannot answer just now")
    expect(page.get_by_role("region", name="Communities").locator("li").first).to_be_visible()
    page.unroute("**/api/graph/growth")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("img", name="Growth")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "region", "slow", "many", "none"),
    [
        ("en-GB", "Alerts", "Slow searches", "Many memories", "Nothing to know of"),
        ("ja-JP", "お知らせ", "検索の遅れ", "記憶の数", "お知らせはありません"),
    ],
)
def test_alerts_of_the_process_and_of_the_rotation_are_shown_once(
    opened: Opened, store: Store, changed_user: str, language: str, region: str, slow: str, many: str, none: str
) -> None:
    @contextmanager
    def alerted(alerts: AlertSettings, most: int) -> Iterator[Locator]:
        """The alerts that the page shows of a server with such thresholds, and where so many memories fill it."""
        size = SizeTriggerSettings(memories_most=most, characters_most=None)
        rotation = RotationSettings.model_validate({"enabled": False, "alerts": {"share": 1}, "size": size})
        knowledge = Knowledge(lambda: store, extractor(), rotation=rotation, care=CareSettings(alerts=alerts))
        knowledge.close = lambda: None  # type: ignore[method-assign]
        knowledge.recall(changed_user, "Who works for Acme Corp?")
        with served(create_app(knowledge, ApiSettings(default_user=changed_user))) as port:
            page = opened("/figures", port=port, language=language)
            # All figures, and not only the alerts: a server that ends leaves no question open.
            page.locator(".card").first.wait_for()
            expect(page.get_by_text(re.compile("^(Looking|探しています)"))).to_have_count(0, timeout=60_000)
            yield page.get_by_role("region", name=region)
            page.close()

    with alerted(AlertSettings(storage_share=1, slow_ms=1e-6, searches_least=1), 1) as alerts:
        expect(alerts.locator("li")).to_have_count(2)
        expect(alerts.locator("li").filter(has_text=slow)).to_contain_text("in the mean of late")
        expect(alerts.locator("li").filter(has_text=many)).to_contain_text("of 1 memories are active")
    with alerted(AlertSettings(storage_share=1, slow_ms=1e6), 1_000) as alerts:
        expect(alerts).to_contain_text(none)


def test_merges_are_reviewed_by_keys(opened: Opened, knowledge: Knowledge, changed_user: str) -> None:
    def waiting() -> set[frozenset[str]]:
        return {frozenset((each.one.name, each.other.name)) for each in knowledge.proposals(changed_user).proposals}

    def names() -> frozenset[str]:
        return frozenset(text.split(" ")[0] for text in page.locator(".pair h2 a").all_inner_texts())

    before = waiting()
    assert len(before) >= 2
    page = opened("/review", search=f"?user={changed_user}")
    page.locator(".pair").wait_for()
    first = names()
    page.keyboard.press("s")
    expect(page.locator("main [role=status]").first).to_contain_text("1 skipped")
    assert names() != first
    assert waiting() == before
    merged = names()
    page.keyboard.press("y")
    expect(page.locator("#notice")).to_contain_text("is now")
    assert merged not in waiting()
    page.keyboard.press("u")
    expect(page.locator("#notice")).to_contain_text("are two again")
    assert {each.name for each in knowledge.entities(changed_user, limit=200).entities} >= merged
    page.reload()
    page.locator(".pair").wait_for()
    apart = names()
    page.keyboard.press("n")
    expect(page.locator("#notice")).to_contain_text("stay two")
    assert apart not in waiting()
