"""A project and a source are paths: what lies below them belongs to them, in every way to ask, on a real Neo4j."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from neo4j import Driver

from graph.db import schema
from graph.db.fulltext_fields import facet
from graph.db.rows import project_facets
from graph.db.store import Store
from graph.intake import project_path
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Mode
from tests.live.plain_extractor import MODEL

PROJECTS = ("shop", "shop/backend", "shop/backend/api", "shopping", "shop-old", "work/shop")
INSIDE = {"shop", "shop/backend", "shop/backend/api"}
SHOP = Filters(project="shop")


def _by_source(light: Knowledge, user: str) -> set[str | None]:
    page = light.memories(user, filters=Filters(source="shop/"))
    return {memory.source for memory in page.memories}


def _recalled(mode: Mode) -> Callable[[Knowledge, str], set[str | None]]:
    return lambda light, user: {
        hit.memory.project for hit in light.recall(user, "Ada Byron meeting", mode=mode, filters=SHOP).hits
    }


WAYS: dict[str, Callable[[Knowledge, str], set[str | None]]] = {
    **{mode.value: _recalled(mode) for mode in (Mode.HYBRID, Mode.SEMANTIC, Mode.KEYWORD, Mode.RECENT)},
    "content": lambda light, user: {hit.memory.project for hit in light.content(user, "Ada", filters=SHOP).hits},
    "list": lambda light, user: {memory.project for memory in light.memories(user, filters=SHOP).memories},
    "source": _by_source,
    "context": lambda light, user: {
        light.show(user, cited.memory_id).memory.project
        for cited in light.context(user, "Ada Byron meeting", budget_tokens=500, filters=SHOP).citations
    },
}


def _kept(light: Knowledge, user: str) -> None:
    list(
        light.remember_many(
            user,
            [Draft(text=f"Ada Byron meeting number {n}", project=p, source=p) for n, p in enumerate(PROJECTS)],
        )
    )


def test_a_path_finds_what_lies_below_it_in_every_way_and_nothing_beside_it(light: Knowledge, user_id: str) -> None:
    _kept(light, user_id)
    assert {name: way(light, user_id) for name, way in WAYS.items()} == dict.fromkeys(WAYS, INSIDE)


def test_an_earlier_database_learns_which_projects_lie_below_others(
    light: Knowledge, store: Store, driver: Driver, user_id: str
) -> None:
    _kept(light, user_id)
    # An earlier Enishi gave a chunk the token of its own project alone.
    driver.execute_query(
        "MATCH (c:Chunk {user_id: $user}) SET c.facets = "
        "reduce(s = '', t IN [t IN split(c.facets, ' ') WHERE NOT t STARTS WITH 'p'] | s + ' ' + t) + ' ' "
        "+ last([t IN split(c.facets, ' ') WHERE t STARTS WITH 'p'])",
        user=user_id,
    )
    assert WAYS["keyword"](light, user_id) == {"shop"}
    for _ in range(2):
        schema.migrate(store, "m016_sources", MODEL)
        assert WAYS["keyword"](light, user_id) == INSIDE


@pytest.mark.parametrize("path", ["shop/back", "hop", "backend"])
def test_a_path_is_whole_from_its_beginning_to_its_end(light: Knowledge, user_id: str, path: str) -> None:
    _kept(light, user_id)
    assert light.memories(user_id, filters=Filters(project=path)).memories == ()


def _of_old(driver: Driver, user: str, new: str, old: str) -> None:
    """Gives a project the path that an earlier Enishi let it have, wherever that stands."""
    mark, marked = (project_facets(path)[-1] for path in (new, old))
    driver.execute_query(
        """
        MATCH (p:Project {user_id: $user, path: $new}) SET p.path = $old, p.name = $old
        WITH p MATCH (m:Memory)-[:IN_PROJECT]->(p) SET m.project = $old
        WITH m MATCH (c:Chunk)-[:PART_OF]->(m)
        SET c.project = $old, c.facets = replace(c.facets, $mark, $marked)
        """,
        user=user, new=new, old=old, mark=mark, marked=marked,
    )  # fmt: skip
    for label, name, start in (
        ("ProjectBackup", "path", ""),
        ("Session", "project", ""),
        ("Summary", "scope", "project:"),
    ):
        driver.execute_query(
            f"MATCH (n:{label} {{user_id: $user, {name}: $new}}) SET n.{name} = $old",  # type: ignore[arg-type]
            user=user, new=start + new, old=start + old,
        )  # fmt: skip


ODD = {
    "old-shop": "shop//",
    "old-climbing": "garden/../shop",
    "old-nothing": "///",
    "old-dots": "..",
    "old-windows": "a\\b",
}
MENDED = {
    "old-shop": "shop",
    "old-climbing": "garden/shop-2",
    "old-nothing": "unnamed-2",
    "old-dots": "unnamed",
    "old-windows": "a/b",
}


def test_odd_paths_of_an_earlier_database_are_brought_to_the_rule_with_all_that_is_theirs(
    light: Knowledge, store: Store, driver: Driver, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    overviews = light.overviews(user_id)
    texts: dict[str, set[str]] = {}
    for path in ("shop", "garden/shop", *ODD):
        for number in range(3):
            text = f"Ada{number} Byron met Grace Hopper at {path}."
            light.remember(user_id, Draft(text=text, project=path, session_id=f"talk of {path}", speaker="Ken"))
            texts.setdefault(MENDED.get(path, path), set()).add(text)
        light.conversation(user_id).begin(f"talk of {path}", "And now?", project=path)
        overviews.replace(path, f"# Of {path} 縁")
        overviews.replace(path, f"# Now of {path} 縁")
        overviews.settle(path, [f"path:/{path}"])
        light.summaries(user_id).summarize(path)
    away = light.memories(user_id, filters=Filters(project="old-windows")).memories[0]
    light.archive(user_id, away.id)
    pinned = light.pin(user_id, light.memories(user_id, filters=Filters(project="old-nothing")).memories[0].id)
    for new, old in ODD.items():
        _of_old(driver, user_id, new, old)
    driver.execute_query(
        "MATCH (p:Project {user_id: $user, path: 'shop'}) "
        "CREATE (left:Project {user_id: $user, path: 'left//over', name: 'over'}) "
        "SET left.created_at = p.created_at, left.updated_at = p.updated_at",
        user=user_id,
    )
    assert {project.path for project in light.projects(user_id)} == {
        "shop", "garden/shop", "left//over", *ODD.values()
    }  # fmt: skip
    monkeypatch.setattr(schema, "_CHANGED_AT_ONCE", 2)
    # Cut off in the middle of a project, and taken up again.
    with monkeypatch.context() as cut:
        cut.setattr(store, "write", _ending(store.write, after=9))
        with pytest.raises(ConnectionError):
            schema.migrate(store, "m046_project_paths", MODEL)
    for _ in range(2):
        schema.migrate(store, "m046_project_paths", MODEL)
        there = {project.path: project for project in light.projects(user_id)}
        assert set(there) == {"shop", "garden/shop", *MENDED.values()}
        for path, project in there.items():
            assert (project.name, project.memories) == (path.rpartition("/")[2], len(texts[path])), path
            own = Filters(project=path)
            listed = {m.text for m in light.memories(user_id, filters=own, limit=50).memories}
            assert listed == {text for text in texts[path] if text != away.text}
            hits = light.recall(user_id, "Ada Byron", mode=Mode.KEYWORD, filters=own, limit=50).hits
            assert {hit.memory.text for hit in hits} == listed, path
            near = light.recall(user_id, "Ada Byron", mode=Mode.SEMANTIC, filters=own, limit=50).hits
            assert {hit.memory.text for hit in near} == listed, path
            assert light.summaries(user_id).summary(path).quotes
    assert light.restore(user_id, away.id).project == "a/b"
    for mode in (Mode.SEMANTIC, Mode.KEYWORD):
        hits = light.recall(user_id, away.text, mode=mode, filters=Filters(project="a/b"), limit=50).hits
        assert away.text in {hit.memory.text for hit in hits}, mode
    assert light.project(user_id, "unnamed-2").pinned[0].id == pinned.id
    shop = overviews.read("shop")
    assert (shop.text, len(shop.backups)) == ("# Now of shop 縁", 5)
    (theirs,) = [b for b in shop.backups if b.size_bytes == len("# Now of old-shop 縁".encode())]
    assert overviews.restore("shop", theirs.id).text == "# Now of old-shop 縁"
    assert overviews.read("garden/shop-2").text == "# Now of old-climbing 縁"
    for path, new in MENDED.items():
        assert overviews.at([f"path:/{path}"]).path == new
        rows = store.read("session/about", user_id=user_id, session_id=f"talk of {path}")
        assert rows[0]["project"] == new
    # What each chunk carries is what a new memory of the project does.
    fresh = light.remember(
        user_id, Draft(text="Ken Sato came.", project="garden/shop-2", session_id="talk of old-climbing")
    )
    carried, _, _ = driver.execute_query(
        "MATCH (c:Chunk {user_id: $user, project: 'garden/shop-2'}) "
        "RETURN c.id STARTS WITH $id AS new, c.facets AS facets",
        user=user_id, id=fresh.id,
    )  # fmt: skip
    assert len({frozenset(row["facets"].split()) for row in carried}) == 1
    assert {row["new"] for row in carried} == {True, False}


def test_a_project_gets_a_path_where_every_number_is_taken(
    light: Knowledge, store: Store, driver: Driver, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_path, "_NUMBERS_MOST", 3)
    for path in ("shop", "shop-2", "old"):
        light.remember(user_id, Draft(text=f"Ada Byron came to {path}.", project=path))
    _of_old(driver, user_id, "old", "../shop")
    last = project_path.mended_path("../shop").choices[-1]
    for _ in range(2):
        schema.migrate(store, "m046_project_paths", MODEL)
        assert {project.path for project in light.projects(user_id)} == {"shop", "shop-2", last}
    (memory,) = light.memories(user_id, filters=Filters(project=last)).memories
    assert memory.text == "Ada Byron came to old."


def test_odd_categories_of_an_earlier_database_join_those_of_the_rule(
    light: Knowledge, store: Store, driver: Driver, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "_CHANGED_AT_ONCE", 2)
    texts = {f"Ada{number} Byron met Grace Hopper." for number in range(6)}
    for number, text in enumerate(sorted(texts)):
        light.remember(user_id, Draft(text=text, category="food" if number == 0 else "old"))
    away = light.memories(user_id, filters=Filters(category="old")).memories[0]
    light.archive(user_id, away.id)
    driver.execute_query(
        """
        MATCH (c:Category {user_id: $user, path: 'old'}) SET c.path = 'food/'
        WITH c MATCH (m:Memory {user_id: $user, category: 'old'}) SET m.category = 'food/'
        WITH m MATCH (c:Chunk)-[:PART_OF]->(m)
        SET c.category = 'food/', c.facets = replace(c.facets, $mark, $marked)
        """,
        user=user_id, mark=facet("c", "old"), marked=facet("c", "food/"),
    )  # fmt: skip
    for _ in range(2):
        schema.migrate(store, "m046_project_paths", MODEL)
    light.restore(user_id, away.id)
    own = Filters(category="food")
    assert {memory.text for memory in light.memories(user_id, filters=own).memories} == texts
    for mode in (Mode.SEMANTIC, Mode.KEYWORD):
        hits = light.recall(user_id, "Ada Byron met Grace Hopper", mode=mode, filters=own, limit=50).hits
        assert {hit.memory.text for hit in hits} == texts, mode
    rows, _, _ = driver.execute_query("MATCH (c:Category {user_id: $user}) RETURN c.path AS path", user=user_id)
    assert [row["path"] for row in rows] == ["food"]


def test_a_version_of_an_earlier_database_is_gone_back_to(light: Knowledge, driver: Driver, user_id: str) -> None:
    kept = light.remember(user_id, Draft(text="Ada Byron met Grace Hopper.", project="shop", category="food"))
    light.edit(user_id, kept.id, {"project": "club", "category": "drink"})
    driver.execute_query(
        "MATCH (v:MemoryVersion {user_id: $user}) "
        "SET v.before = replace(replace(v.before, '\"shop\"', '\"a//shop\"'), '\"food\"', '\"../food\"')",
        user=user_id,
    )
    undone = light.versions(user_id).undo(kept.id)
    assert (undone.project, undone.category) == ("a/shop", "food")


def _ending(write: Callable[..., Any], after: int) -> Callable[..., Any]:
    numbers = count()

    def written(name: str, **given: Any) -> Any:
        if next(numbers) >= after:
            raise ConnectionError
        return write(name, **given)

    return written
