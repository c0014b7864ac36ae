"""The class archive belongs to one Java and one set of jars, and is never made twice."""

from pathlib import Path

from graph.local import archive
from graph.local.java import Java

JAVA = Java(program=Path("/jdk/bin/java"), version="25.0.1")


def test_another_java_or_other_jars_have_another_archive(tmp_path: Path) -> None:
    jars = [tmp_path / "a.jar", tmp_path / "b.jar"]
    other = Java(program=Path("/other/bin/java"), version="25.0.1")
    paths = {archive.path_for(JAVA, jars), archive.path_for(other, jars), archive.path_for(JAVA, jars[:1])}
    assert len(paths) == 3
    assert all(path.parent == tmp_path for path in paths)


def test_an_archive_is_used_when_it_is_there_and_wanted_when_it_is_not(tmp_path: Path) -> None:
    path = tmp_path / "classes.jsa"
    assert archive.options(path) == []
    assert archive.is_wanted(path)
    path.touch()
    assert archive.options(path) == [f"-XX:SharedArchiveFile={path}"]
    assert not archive.is_wanted(path)


def test_an_archive_that_could_not_be_made_is_not_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "classes.jsa"
    path.with_suffix(".failed").touch()
    assert not archive.is_wanted(path)
