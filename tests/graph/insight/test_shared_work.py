"""Who shares a project is a colleague, in whatever words; what is over proves nothing; an act in common makes known."""

import pytest

from graph.insight.inference.relations import relations
from graph.insight.inference.succession import standing
from graph.insight.link_features import Stated
from tests.graph.insight.made_link_features import fact

PHOENIX = "Phoenix project:Task"
FENIX = "フェニックスプロジェクト:Organization"


def concluded(*facts: Stated) -> set[tuple[str, str, str]]:
    entities = {end for each in facts for end in (each.subject, each.object)}
    return {(each.type, each.source, each.target) for each in relations(standing(facts), entities, entities)}


@pytest.mark.parametrize(
    ("first", "other"),
    [
        (fact("a.f0", "Aiko", "work on", PHOENIX), fact("b.f0", "Ben", "be on", PHOENIX)),
        (fact("a.f0", "Aiko", "lead", PHOENIX, of="LEADS"), fact("b.f0", "Ben", "join", PHOENIX)),
        (fact("a.f0", "Aiko", "be part of", "Phoenix team:Concept", of="PART_OF"),
         fact("b.f0", "Ben", "work in", "Phoenix team:Concept")),
        (fact("a.f0", "Aiko", "participate in", PHOENIX, of="PARTICIPATES_IN"), fact("b.f0", "Ben", "manage", PHOENIX)),
        (fact("a.f0", "Aiko", "work on", "Kestrel:Task"), fact("b.f0", "Ben", "contribute to", "Kestrel:Task")),
        (fact("a.f0", "Aiko", "参加する", FENIX, of="PARTICIPATES_IN"), fact("b.f0", "Ben", "担当する", FENIX)),
        (fact("a.f0", "Aiko", "携わる", FENIX), fact("b.f0", "Ben", "いる", FENIX)),
        (fact("a.f0", "Aiko", "所属する", FENIX, of="MEMBER_OF"), fact("b.f0", "Ben", "率いる", FENIX, of="LEADS")),
        (fact("a.f0", "Aiko", "働く", FENIX, of="WORKS_FOR"), fact("b.f0", "Ben", "関わる", FENIX)),
        # "The same project", without a name, of people of one memory.
        (fact("a.f0", "Aiko", "いる", "プロジェクト:Task"), fact("a.f1", "Ben", "いる", "プロジェクト:Task")),
    ],
)  # fmt: skip
def test_two_people_of_one_project_are_colleagues(first: Stated, other: Stated) -> None:
    assert ("COLLEAGUE", "aiko", "ben") in concluded(first, other)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        # Two memories that speak of "the project" need not mean the same.
        (fact("a.f0", "Aiko", "be on", "project:Task"), fact("b.f0", "Ben", "be on", "project:Task")),
        (fact("a.f0", "Aiko", "dislike", PHOENIX), fact("b.f0", "Ben", "be on", PHOENIX)),
        (fact("a.f0", "Aiko", "work on", "report:Document"), fact("b.f0", "Ben", "work on", "report:Document")),
        (fact("a.f0", "Aiko", "leave", "Acme:Organization"),
         fact("b.f0", "Ben", "work for", "Acme:Organization", of="WORKS_FOR")),
        (fact("a.f0", "Aiko", "stop work for", "Acme:Organization", of="WORKS_FOR"),
         fact("b.f0", "Ben", "work for", "Acme:Organization", of="WORKS_FOR")),
        (fact("a.f0", "Aiko", "use work for", "Acme:Organization", of="WORKS_FOR", past=True),
         fact("b.f0", "Ben", "work for", "Acme:Organization", of="WORKS_FOR")),
        (fact("a.f0", "Aiko", "live in", "Rome:Location"), fact("b.f0", "Ben", "live in", "Rome:Location")),
    ],
)  # fmt: skip
def test_what_is_shared_by_name_alone_or_over_proves_nothing(first: Stated, other: Stated) -> None:
    assert concluded(first, other) == set()


def test_who_left_is_no_colleague_though_an_earlier_memory_says_they_work_there() -> None:
    acme = "Acme:Organization"
    ken, anna = (fact(f"{n}.f0", n, "work for", acme, of="WORKS_FOR") for n in ("Ken", "Anna"))
    left = fact("c.f0", "Ken", "leave", acme, day=1)
    assert ("COLLEAGUE", "anna", "ken") in concluded(ken, anna)
    assert concluded(ken, anna, left) == set()


def test_a_marriage_that_is_over_makes_nobody_family() -> None:
    to_tom = fact("a.f0", "Mia", "be married to", "Tom", of="FAMILY_MEMBER")
    divorced = fact("b.f0", "Mia", "divorce", "Tom", of="FAMILY_MEMBER", day=1)
    to_leo = fact("c.f0", "Mia", "marry", "Leo", of="FAMILY_MEMBER", day=2)
    former = fact("d.f0", "Mia", "be ex-wife of", "Tom", of="FAMILY_MEMBER")
    assert concluded(to_tom, divorced, to_leo) == set()
    assert concluded(former, to_leo) == set()


def test_who_did_the_same_by_one_sentence_know_each_other() -> None:
    inn = "Nagisa:Organization"
    ken, mia = (fact(f"a.f{n}", name, "visit", inn, sentence=0) for n, name in enumerate(("Ken", "Mia")))
    assert concluded(ken, mia) == {("KNOWS", "ken", "mia")}
    assert concluded(ken, fact("b.f0", "Mia", "visit", inn, sentence=0)) == set()
