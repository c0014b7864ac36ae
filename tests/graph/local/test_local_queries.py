"""Typed and filed statements are told apart, and answers become plain values."""

from importlib.resources import files

from neo4j.spatial import WGS84Point
from neo4j.time import Date, Duration

from graph.local import queries


def test_statements_end_at_a_semicolon_that_ends_a_line() -> None:
    text = "// a comment\nRETURN ';' AS x;\nRETURN\n 2;\n\nRETURN 3"
    assert queries.statements(text) == ["RETURN ';' AS x", "RETURN\n 2", "RETURN 3"]


def test_nothing_holds_no_statement() -> None:
    assert queries.statements(" \n// only words\n;\n") == []


def test_the_training_statements_are_found() -> None:
    text = files("graph.local").joinpath("training.cypher").read_text(encoding="utf-8")
    assert len(queries.statements(text)) > 5


def test_times_points_and_containers_become_plain() -> None:
    value = {"day": Date(2026, 11, 22), "for": Duration(days=2), "at": [WGS84Point((139.7, 35.5))], "n": 1}
    plain = queries.plain(value)
    assert plain == {"day": "2026-11-22", "for": "P2D", "at": [{"srid": 4326, "coordinates": [139.7, 35.5]}], "n": 1}
