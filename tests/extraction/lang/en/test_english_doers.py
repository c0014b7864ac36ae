"""Who is who and who does what: relatives by marriage, relatives of others, who is asked to do something."""

import pytest

from graph.model.types import EntityType, Polarity, RelationType
from tests.extraction.lang.en.test_english_everyday import Say, facts, relations, say, types

__all__ = ["say"]

pytestmark = pytest.mark.models


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My brother-in-law Steve owns a bakery.", "Steve | brother-in-law of | Ken"),
        ("My mother-in-law Ann likes tea.", "Ann | mother-in-law of | Ken"),
        ("I met my father-in-law Bob.", "Bob | father-in-law of | Ken"),
        ("Steve is my brother-in-law.", "Steve | is brother-in-law | Ken"),
    ],
)
def test_a_relative_by_marriage_is_one_word_and_a_relative(text: str, fact: str, say: Say) -> None:
    findings = say(text)
    assert fact in facts(findings)
    assert RelationType.FAMILY_MEMBER in relations(findings)
    assert "law" not in types(findings)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My mum Janet bakes.", "Janet | mum of | Ken"),
        ("My grandfather Olav left Norway.", "Olav | grandfather of | Ken"),
        ("My aunt Mary Hill left Norway.", "Mary Hill | aunt of | Ken"),
        ("My fiancé Leo proposed in Rome.", "Leo | fiancé of | Ken"),
        ("My ex-wife Linda lives in Fargo.", "Linda | ex-wife of | Ken"),
        ("My sisters are Nora and Becky.", "Becky | sister of | Ken"),
        ("My boy Paul flies cargo planes.", "Paul | boy of | Ken"),
        ("Carol and I tied the knot in 1991.", "Carol | tied knot to | Ken"),
        ("Amy and Ben exchanged vows in Kyoto.", "Amy | exchanged vows to | Ben"),
        ("Ray and Sue got hitched in Reno.", "Ray | got hitched to | Sue"),
        ("Tom and I got married in Hull.", "Tom | got married to | Ken"),
        ("Priya and I have been best mates since school.", "Priya | mate of | Ken"),
        ("Stan and I were roommates in 1972.", "Stan | roommate of | Ken"),
        ("My secretary Ann lives in Boston.", "Ann | secretary of | Ken"),
        ("Nora and Becky are sisters.", "Nora | sister of | Becky"),
        ("Nora and Becky are sisters.", "Becky | sister of | Nora"),
        ("Nora, Becky and Tom are cousins.", "Nora | cousin of | Tom"),
        ("Tom and I said our vows in Hull, with chips on the pier.", "Tom | said vows to | Ken"),
        ("Tom and Ann were married by a priest.", "Tom | were married to | Ann"),
        ("I'm dating Mia.", "Ken | am dating | Mia"),
        ("Mia and Sam started dating in June.", "Mia | started dating | Sam"),
    ],
)
def test_who_somebody_is_to_the_speaker_is_told_in_passing(text: str, fact: str, say: Say) -> None:
    findings = say(text)
    assert fact in facts(findings)
    assert relations(findings) & {RelationType.FAMILY_MEMBER, RelationType.FRIEND, RelationType.KNOWS}


@pytest.mark.parametrize(
    "text",
    [
        "Max and I tied the boat to the pier.",
        "Ray and Sue both tied the knot last year.",
        "My hotel Hilton is full.",
        "Are Nora and Becky sisters?",
        "Nora and Becky are sisters of nobody.",
        "Nora and Becky are sisters-in-law.",
        "My sisters-in-law are Nora and Becky.",
        "Nora or Becky are sisters.",
        "Tom and Ben hitched across Europe.",
        "Tom and Ben tied a knot in the rope.",
        "Tom and I exchanged vows of silence.",
        "My parents are Christians.",
        "Tom and Ann were engaged by Acme.",
        "Tom and Ann got engaged with their partners.",
    ],
)
def test_what_only_looks_like_a_wedding_or_a_relative_makes_none(text: str, say: Say) -> None:
    assert RelationType.FAMILY_MEMBER not in relations(say(text))


@pytest.mark.parametrize(
    "text",
    [
        "Nora and Becky are neither friends nor colleagues.",
        "Tom and Ann are Bob and Jane's neighbours.",
        "Tom and Ann are former colleagues.",
    ],
)
def test_two_who_are_it_no_more_or_to_others_are_nothing_to_each_other(text: str, say: Say) -> None:
    assert not relations(say(text)) & {RelationType.FRIEND, RelationType.COLLEAGUE, RelationType.KNOWS}


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("Tom and I got divorced.", "Tom | got divorced from | Ken"),
        ("Nora and Sam broke up last year.", "Nora | broke up with | Sam"),
        ("Nora and Sam stopped dating.", "Nora | stopped with | Sam"),
        ("Nora and Sam broke up the fight.", None),
        ("Nora and Sam broke up laughing.", None),
        ("Nora and Sam almost broke up.", None),
        ("Nora and Sam are thinking about getting divorced.", None),
        ("Nora or Sam got divorced.", None),
    ],
)
def test_two_who_part_tell_so_of_each_other(text: str, parted: str | None, say: Say) -> None:
    partings = {fact for fact in facts(say(text)) if fact.endswith(("| Sam", "| Ken"))}
    assert partings == ({parted} if parted else set())


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("I dated Mia in 2019.", True),
        ("Mia and I were dating in 2019.", True),
        ("I'm dating Mia.", False),
        ("I started dating Mia in 2019.", False),
        ("I stopped dating Mia in 2019.", True),
        ("I started working at Acme in 2019.", False),
        ("I quit working at Acme.", True),
        ("I haven't stopped using Neo4j.", False),
        ("I will stop using Python.", False),
        ("I quit to work at Globex.", False),
    ],
)
def test_what_was_begun_goes_on_and_what_was_stopped_is_over(text: str, *, past: bool, say: Say) -> None:
    statements = [statement for statement in say(text).statements if "in" not in statement.predicate.split()]
    assert {statement.past for statement in statements} == {past}
    begun = [statement for statement in statements if statement.predicate.startswith("started")]
    assert all(statement.valid_from is not None and statement.valid_from.year == 2019 for statement in begun)


@pytest.mark.parametrize("text", ["Tom and I went to Hull.", "Last Monday Tom and I went to Hull."])
def test_who_is_named_beside_me_does_what_i_do(text: str, say: Say) -> None:
    assert {"Tom | went to | Hull", "Ken | went to | Hull"} <= facts(say(text))


def test_the_husband_of_somebody_else_is_not_every_husband(say: Say) -> None:
    assert "husband" not in types(say("Jenny's husband works at Boeing as an engineer."))
    assert types(say("My mother lives in Nara."))["mother"] is EntityType.CONCEPT


def test_who_is_asked_to_do_it_is_told_once_and_does_it_perhaps(say: Say) -> None:
    findings = say("Priya asked me to finish the quarterly report by Friday.")
    assert facts(findings) == {"Priya | asked | Ken", "Ken | finish | quarterly report"}


def test_a_year_that_tells_which_car_is_not_when_it_broke_down(say: Say) -> None:
    findings = say("The 2015 Honda Civic broke down in Osaka yesterday.")
    assert {statement.time for statement in findings.statements if statement.predicate.startswith("broke")} == {
        "2022-01-20"
    }


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Neither Paul nor Rita attended the workshop.", {"Paul", "Rita"}),
        ("Paul, but not Rita, attended the workshop.", {"Rita"}),
        ("Paul and Rita attended the workshop.", set()),
    ],
)
def test_who_is_left_out_of_a_row_did_not_do_it(text: str, denied: set[str], say: Say) -> None:
    findings = say(text)
    by_name = {findings.names[statement.subject].name: statement.polarity for statement in findings.statements}
    assert by_name.keys() == {"Paul", "Rita"}
    assert {name for name, polarity in by_name.items() if polarity is Polarity.NEGATIVE} == denied


@pytest.mark.parametrize(
    "text", ["Tom married Anna, not Kate.", "I live in Kyoto, not Osaka.", "I work for Google, not Apple."]
)
def test_what_not_follows_is_meant(text: str, say: Say) -> None:
    ends = ("Anna", "Kyoto", "Google")
    findings = say(text)
    polarities = [
        statement.polarity for statement in findings.statements if findings.names[statement.object].name in ends
    ]
    assert polarities == [Polarity.POSITIVE]


def test_what_stands_behind_not_is_denied(say: Say) -> None:
    findings = say("Tom likes tea, not coffee.")
    by_name = {findings.names[statement.object].name: statement.polarity for statement in findings.statements}
    assert by_name == {"tea": Polarity.POSITIVE, "coffee": Polarity.NEGATIVE}


def test_neither_of_two_languages_is_spoken(say: Say) -> None:
    assert {statement.polarity for statement in say("Tom speaks neither French nor German.").statements} == {
        Polarity.NEGATIVE
    }


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Tom runs Marathon Oil.", RelationType.LEADS),
        ("I ran the Berlin Marathon in 3 hours 42 minutes.", RelationType.PARTICIPATES_IN),
        ("Kim runs the annual conference.", RelationType.LEADS),
    ],
)
def test_who_runs_a_race_does_not_lead_it(text: str, relation: RelationType, say: Say) -> None:
    assert relations(say(text)) == {relation}


def test_who_made_what_one_reads_is_not_how_one_reads(say: Say) -> None:
    assert facts(say('I\'m reading "Dune" by Frank Herbert.')) == {"Ken | am reading | Dune"}
