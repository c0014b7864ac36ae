"""What people see in Neo4j Browser."""

import json
import re
import zipfile
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from extraction.text.language import language_of
from graph.db.type_catalogue import ENTITY_TYPES
from graph.local import explore
from graph.local.queries import statements
from graph.model.types import EntityType, RelationType

KINDS = ("Memory", "Chunk", "Fact", "Name", "User", "Session", "Project", "Category", "Event")


def colours() -> dict[str, str]:
    return dict(re.findall(r"node\.(\w+) \{\s*color: (#[0-9a-f]{6});", explore.style()))


def test_every_entity_type_has_the_colour_of_the_vocabulary() -> None:
    assert {row.name: row.colour for row in ENTITY_TYPES}.items() <= colours().items()
    assert {kind.value for kind in EntityType} <= colours().keys()


def test_every_other_kind_of_node_has_a_colour_and_no_two_share_one() -> None:
    assert set(KINDS) <= colours().keys()
    assert len(set(colours().values())) == len(colours())


def test_the_label_that_all_entities_share_has_no_colour_that_would_hide_their_types() -> None:
    assert "Entity" not in colours()


@pytest.mark.parametrize("question", explore.saved(), ids=lambda saved: saved.file)
def test_a_saved_question_begins_with_its_title_and_is_one_bounded_statement(question: explore.Saved) -> None:
    head = (f"{question.number} {question.title}", question.about, question.about_ja)
    assert question.text.startswith("".join(f"// {line}\n" for line in head))
    assert question.about.isascii()
    assert language_of(question.about_ja) == "ja"
    assert question.file.startswith(f"{int(question.number):02}-")
    assert len(f"{question.number} {question.title}") <= 25, "Browser shows no more of it"
    assert len(statements(question.text)) == 1
    assert "LIMIT" in question.text


def test_a_user_is_written_into_a_question_as_a_literal() -> None:
    asked = explore.asked_for(explore.saved()[0], "o'neil\\work")
    assert "WITH 'o\\'neil\\\\work' AS user_id" in asked
    assert explore.WHOSE not in asked


def test_every_question_about_a_user_says_whose_graph_it_looks_at() -> None:
    for question in explore.saved():
        assert (explore.WHOSE in question.text) == ("user_id: user_id" in question.text)


def test_an_edge_says_what_was_said_and_a_guess_is_pale() -> None:
    sheet = explore.sheet(explore.style())
    assert {sheet[f"relationship.{kind}"]["caption"] for kind in RelationType} == {"{predicate}"}
    assert sheet["relationship.MAY_BE"]["color"] != sheet["relationship"]["color"]


def test_the_style_is_read_as_browser_keeps_it() -> None:
    sheet = explore.sheet('/* why */ node.A {\n  color: #fff;\n  caption: "{name}";\n}\nnode {\n diameter: 5px;\n}')
    assert sheet == {"node.A": {"color": "#fff", "caption": "{name}"}, "node": {"diameter": "5px"}}


def test_browser_is_furnished_with_colours_and_questions_and_nothing_else_is_changed(tmp_path: Path) -> None:
    jar = tmp_path / "neo4j-browser-1.0.jar"
    with zipfile.ZipFile(jar, "w") as plain:
        plain.writestr("browser/index.html", "<html><head><script src='app.js'></script></head></html>")
        plain.writestr("browser/app.js", "app")
    made = explore.with_saved_questions(jar)
    with zipfile.ZipFile(made) as copy:
        page = copy.read("browser/index.html").decode()
        assert page.index("enishi.js") < page.index("app.js")
        assert copy.read("browser/app.js") == b"app"
        script = copy.read("browser/enishi.js").decode()
        assert copy.read("browser/enishi-guide.html").decode() == explore.guide()
    assert ENTITY_TYPES[0].colour in script
    assert all(json.dumps(question.title)[1:-1] in script for question in explore.saved())
    assert explore.with_saved_questions(jar) == made
    assert not list(tmp_path.glob("*.new"))


def test_the_guide_has_every_saved_question_ready_to_run_and_speaks_both_languages() -> None:
    guide = explore.guide()
    runnable = [
        unescape(text) for text in re.findall(r'<pre class="[^"]*\brunnable\b[^"]*">(.*?)</pre>', guide, re.DOTALL)
    ]
    assert runnable == [explore.without_head(question) for question in explore.saved()]
    assert all(len(statements(text)) == 1 for text in runnable)
    pages = guide.split("<slide ")[1:]
    assert len(pages) == len(runnable) + 2
    for page in pages:
        spoken = [unescape(re.sub(r"<[^>]+>", "", text)) for text in re.findall(r"<p>(.*?)</p>", page, re.DOTALL)]
        assert [language_of(text) for text in spoken] == ["en", "ja"] * (len(spoken) // 2)
    assert "<script" not in guide


def test_the_guide_is_played_from_a_host_that_browser_takes_guides_from() -> None:
    link = explore.guide_link("http://127.0.0.1:1/browser/?dbms=bolt://neo4j@127.0.0.1:2")
    query = parse_qs(urlsplit(link).query)
    assert (query["cmd"], query["arg"]) == (["play"], ["http://localhost:1/browser/enishi-guide.html"])


def test_a_browser_that_cannot_be_copied_serves_as_it_is(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "neo4j-browser-1.0.jar"
    assert explore.with_saved_questions(missing) == missing


def test_a_link_carries_the_whole_question() -> None:
    link = explore.link("http://127.0.0.1:1/browser/?dbms=bolt://neo4j@127.0.0.1:2", "MATCH (n) // 田中 & #1\nRETURN n")
    query = parse_qs(urlsplit(link).query)
    assert query["cmd"] == ["edit"]
    assert query["arg"] == ["MATCH (n) // 田中 & #1\nRETURN n"]
    assert query["dbms"] == ["bolt://neo4j@127.0.0.1:2"]
