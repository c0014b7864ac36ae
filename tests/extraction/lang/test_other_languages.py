"""In languages that no pack reads names are found, and nothing is said of them."""

import pytest

from extraction.pipeline import Pipeline
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from tests.extraction.models import extractor

pytestmark = pytest.mark.models


@pytest.fixture
def pipeline() -> Pipeline:
    return extractor()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Ирина Соколова приехала из Новосибирска.",
            {"Person": ["Ирина Соколова"], "Location": ["Новосибирска"]},
        ),
        (
            "Katharina Vogel arbeitet seit dem Frühjahr bei Siemens in München.",
            {"Person": ["Katharina Vogel"], "Organization": ["Siemens"], "Location": ["München"]},
        ),
        (
            "A Mariana Ferreira mudou-se para Lisboa no verão passado.",
            {"Person": ["Mariana Ferreira"], "Location": ["Lisboa"]},
        ),
        (
            "她的妹妹林美玲在台北的一家公司工作，他們明年要搬到東京。",
            {"Person": ["林美玲"], "Location": ["台北", "東京"]},
        ),
        (
            "Reservé con Lucía Fernández una mesa en Sevilla para el 3 de junio de 2026.",
            {"Person": ["Lucía Fernández"], "Location": ["Sevilla"], "TimeUnit": ["2026-06-03"]},
        ),
        (
            "Der Ordner auf dem Server enthält backup-2026-06-03.tar.gz und sonst nichts Wichtiges.",
            {"Document": ["backup-2026-06-03.tar.gz"], "TimeUnit": []},
        ),
        ("El Movimiento 26 de Julio entró en La Habana con sus hombres.", {"Location": ["La Habana"], "TimeUnit": []}),
        ("Mieszkam na ulicy 3 Maja w Krakowie od wielu lat.", {"Location": ["3 Maja", "Krakowie"], "TimeUnit": []}),
        ("Η Μαρία Παπαδοπούλου μένει στη Θεσσαλονίκη.", {"Person": ["Μαρία Παπαδοπούλου"]}),
    ],
)
def test_names_and_dates_of_other_languages_are_found_and_no_facts(
    text: str, names: dict[str, list[str]], pipeline: Pipeline
) -> None:
    draft = Draft(text=text)
    (extraction,) = pipeline.extract([ExtractionInput(draft, pipeline.read(draft))])
    assert extraction.statements == ()
    assert extraction.literals == ()
    for kind, expected in names.items():
        assert expected == [mention.name for mention in extraction.mentions if mention.type.value == kind]
    for mention in extraction.mentions:
        assert mention.start is not None
        assert text[mention.start : mention.end] == mention.surface


def test_a_title_that_holds_a_date_stays_whole_where_the_text_names_it(pipeline: Pipeline) -> None:
    draft = Draft(text="Hemos leído El informe 3 de junio de 2026 y nos gusta.", title="El informe 3 de junio de 2026")
    (extraction,) = pipeline.extract([ExtractionInput(draft, pipeline.read(draft))])
    assert {mention.name for mention in extraction.mentions} == {"El informe 3 de junio de 2026"}
