"""What no note of a team looks like is read like any other: no text stops its batch, and none takes for ever."""

import pytest

from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Extraction

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline(ExtractionSettings(workers=1))


def read(pipeline: Pipeline, *texts: str) -> list[Extraction]:
    drafts = [Draft(text=text) for text in texts]
    return list(pipeline.extract([ExtractionInput(draft, pipeline.read(draft)) for draft in drafts]))


@pytest.mark.parametrize(
    "text",
    [
        "DB_URL=postgres://db1.local:5432/app is set",
        "CONF_A=config/prod.yaml\nMAX_A=MIN_B is set",
        "TTL_X=/etc/nginx/conf.d を使う",
        "MAX_A=MIN_B は10.0.0.7:80=x.yaml に置く",
        "OPS-142: F\u0131xed by Nina. Relea\u017fed by Nina.",
        "OPS-142: " + ",".join(["12"] * 60) + " and " + "1, " * 500,
        "OPS-142: " + "一" * 2000,
        "OPS-142: " + "a (b) " * 300,
        "Thanks to Jonas,",
    ],
)
def test_a_hostile_note_is_read_and_those_beside_it_as_well(
    pipeline: Pipeline, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    _, beside = read(pipeline, text, "Ann lives in Oslo.")
    assert {"Ann", "Oslo"} <= {mention.name for mention in beside.mentions}
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


def test_prose_between_two_fences_is_no_command(pipeline: Pipeline) -> None:
    (found,) = read(pipeline, "```json\n{}\n```\nwe moved the store to redis\n```json\n{}\n```")
    assert "we moved the store to redis" not in {mention.name for mention in found.mentions}


def test_a_bare_number_that_code_sets_is_no_name(pipeline: Pipeline) -> None:
    (found,) = read(pipeline, "Set `0=off` please, 0 of 10 rows, port 0.")
    assert [mention.surface for mention in found.mentions].count("0") <= 1


@pytest.mark.parametrize(
    ("text", "name"),
    [("S3 2024.", "S3"), ("PostgreSQL 16 on db1", "PostgreSQL 16")],
)
def test_a_number_behind_software_is_its_version_only_where_it_can_be(pipeline: Pipeline, text: str, name: str) -> None:
    (found,) = read(pipeline, text)
    assert name in {mention.name for mention in found.mentions}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def area(self): return Shapes.draw(Circle)", set()),
        ("```\nimport Shapes\nResult = Shapes.zeros(3)\n```", set()),
        ("```\n昨日、大阪は雨だった。\n```\n佐藤さんは京都に行った。", {"佐藤", "京都"}),
        ("Ann lives in Oslo.\nshape = draw('src/store.ts')\n", {"Ann", "Oslo", "src/store.ts"}),
        ("```text\n" + "Tom lives in Rome and likes it a lot.\n" * 400 + "```\nAnn lives in Oslo.", {"Ann", "Oslo"}),
    ],
)
def test_of_code_identifiers_are_known_and_nothing_else_however_long_it_is(
    pipeline: Pipeline, text: str, names: set[str]
) -> None:
    (found,) = read(pipeline, text)
    assert {mention.name for mention in found.mentions} == names
