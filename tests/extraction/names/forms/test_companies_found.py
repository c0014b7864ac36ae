"""Companies are found behind their legal form, where a recogniser knows nothing of them."""

import pytest

from extraction.model.findings import FoundName
from extraction.names.forms.company_finder import with_companies
from graph.model.types import EntityType


def found(text: str, surface: str, kind: EntityType, method: str = "ner") -> FoundName:
    start = text.index(surface)
    return FoundName(
        start=start, end=start + len(surface), surface=surface, name=surface, type=kind, confidence=0.6, reasons=(),
        method=method,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "surface", "company"),
    [
        ("今朝株式会社藤井紡績より電話があった。", "株式会社藤井紡績", "藤井紡績"),
        ("困ったら（株）山本硝子まで。", "（株）山本硝子", "山本硝子"),
        ("株式会社サクラ電工社長と会った。", "株式会社サクラ電工", "サクラ電工"),
    ],
)
def test_what_stands_behind_a_legal_form_is_a_company(text: str, surface: str, company: str) -> None:
    (name,) = with_companies(text, ())
    assert (name.surface, name.name, name.type) == (surface, company, EntityType.ORGANIZATION)


@pytest.mark.parametrize("text", ["株式会社を作った。", "斎藤製作所株式会社が来た。", "会社の株を買った。"])
def test_a_legal_form_without_a_name_behind_it_is_no_company(text: str) -> None:
    assert with_companies(text, ()) == ()


def test_a_part_of_its_name_that_was_taken_for_a_person_is_put_right_in_its_place() -> None:
    text = "（株）山本硝子が引き受けた。"
    (name,) = with_companies(text, (found(text, "山本", EntityType.PERSON),))
    assert (name.surface, name.type) == ("（株）山本硝子", EntityType.ORGANIZATION)


def test_a_known_name_behind_a_legal_form_stays() -> None:
    text = "株式会社トマトの工場。"
    given = (found(text, "トマト", EntityType.OBJECT, "known"),)
    assert with_companies(text, given) == given
