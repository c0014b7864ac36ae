"""The lock file as shipped names a whole server."""

from collections import Counter

from graph.local import jars
from graph.local.settings import NEO4J_VERSION


def test_every_line_of_the_lock_is_a_file_with_a_hash_and_a_size() -> None:
    locked = jars.locked(jars.lock_text())
    assert len(locked) > 200
    assert all(len(jar.sha256) == 64 and jar.size > 0 for jar in locked)
    assert max(Counter(jar.name for jar in locked).values()) == 1


def test_the_lock_holds_the_server_its_database_and_its_browser() -> None:
    by_name = {f"{jar.group}:{jar.artifact}": jar.version for jar in jars.locked(jars.lock_text())}
    assert by_name["org.neo4j:neo4j"] == NEO4J_VERSION
    assert by_name["org.neo4j.app:neo4j-server"] == NEO4J_VERSION
    assert "org.neo4j.client:neo4j-browser" in by_name


def test_a_classifier_is_part_of_the_file_name() -> None:
    jar = jars.Jar(group="a.b", artifact="c", version="1", classifier="linux-x86_64", sha256="", size=1)
    assert jar.path == "a/b/c/1/c-1-linux-x86_64.jar"
