"""What the graph leads to comes however much there is, and says by which entities and relations it was reached."""

from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Mode, Recipe
from graph.recall.recalling import Recaller
from graph.settings import GraphSettings
from tests.live.conftest import Clock
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_forgetting import remembered

WAY = "Ada Byron —WORKS_FOR→ Acme Corp"
FARTHER = f"{WAY} ←LEADS— Grace Hopper"


def test_an_entity_in_many_memories_is_told_of_page_by_page(light: Knowledge, user_id: str) -> None:
    long = "\n\n".join(f"Ada saw snow {n}" for n in range(150))
    texts = (*(f"Ada saw snow, number {n}" for n in range(150)), long)
    told = remembered(light, user_id, [Draft(text=text) for text in texts])
    first = light.recall(user_id, "Ada", mode=Mode.GRAPH, limit=100)
    assert len(first.hits) == 100
    rest = light.recall(user_id, "Ada", mode=Mode.GRAPH, limit=100, cursor=first.next_cursor)
    assert {hit.memory.id for hit in (*first.hits, *rest.hits)} == set(told)
    assert rest.next_cursor is None


def test_a_hit_tells_the_way_that_led_to_it(light: Knowledge, user_id: str) -> None:
    texts = ("Ada Byron joined Acme Corp.", "Grace Hopper leads Acme Corp.", "Grace Hopper saw snow")
    joined, leads, snow = remembered(light, user_id, [Draft(text=text) for text in texts])
    hits = {hit.memory.id: hit for hit in light.recall(user_id, "Ada Byron", mode=Mode.GRAPH).hits}
    assert hits.keys() == {joined, leads, snow}
    assert hits[joined].why == "mentions “Ada Byron”, which the question names"
    assert hits[leads].why == f"reached over {WAY}"
    assert hits[snow].why == f"reached over {FARTHER}"
    assert [tie.way for tie in hits[leads].ties] == [WAY, FARTHER]
    assert {tie.start for hit in hits.values() for tie in hit.ties} == {"Ada Byron"}
    assert {tie.seed for hit in hits.values() for tie in hit.ties} == {None}


def test_what_only_the_graph_finds_is_weighed_by_its_cosine_and_tells_its_seed(
    light: Knowledge, store: Store, user_id: str
) -> None:
    texts = ("apples pears plums for Ada Byron", "Ada Byron joined Acme Corp.", "Acme Corp burns coal")
    near, shared, behind = remembered(light, user_id, [Draft(text=text) for text in texts])
    # What is farther is no seed of its own.
    recalling = Recaller(store, PlainExtractor(), GraphSettings(similarity_floor=0.3), Clock())
    recalled = recalling.hits(user_id, "apples pears plums", Mode.HYBRID, Recipe.WEIGHTED, Filters(), 9, None)
    hits = {hit.memory.id: hit for hit in recalled.hits}
    assert recalled.hits[0].memory.id == near
    assert hits.keys() == {near, shared, behind}
    assert all(hit.parts.cosine is not None for hit in hits.values())
    assert {tie.seed for hit in hits.values() for tie in hit.ties if hit.memory.id != near} == {near}
    assert hits[behind].why.startswith(f"reached over {WAY}")
