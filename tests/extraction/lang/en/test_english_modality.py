"""What a sentence takes back, doubts, plans or passes on is no fact of it, and what it only tells of stays one."""

import pytest

from graph.model.types import Modality, Polarity, RelationType
from tests.extraction.lang.en.test_english_everyday import Say, say

__all__ = ["say"]

pytestmark = pytest.mark.models


def moods(say: Say, text: str) -> dict[str, tuple[Modality, Polarity]]:
    """How firmly a text tells each thing, by its name."""
    findings = say(text)
    return {
        findings.names[statement.object].name: (statement.modality, statement.polarity)
        for statement in findings.statements
    }


@pytest.mark.parametrize(
    "text",
    [
        "I almost left Google.",
        "I nearly joined Google.",
        "Anna works in Rome and almost joined Google.",
        "Tom rarely visits Google.",
        "Tom hardly ever visits Google.",
        "Tom barely ever visits Google.",
    ],
)
def test_what_is_almost_or_hardly_ever_done_is_denied(say: Say, text: str) -> None:
    assert moods(say, text)["Google"] == (Modality.STATED, Polarity.NEGATIVE)


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("Maybe Anna left Google.", Modality.POSSIBLE),
        ("Anna probably works at Google.", Modality.POSSIBLE),
        ("Maybe Anna met Tom and joined Google.", Modality.POSSIBLE),
        ("It seems that Anna left Google.", Modality.POSSIBLE),
        ("It looks like Anna left Google.", Modality.POSSIBLE),
        ("In my dream, I joined Google.", Modality.POSSIBLE),
        ("Anna supposedly left Google.", Modality.REPORTED),
        ("Apparently, Anna left Google.", Modality.REPORTED),
        ("When I join Google, I will move.", Modality.POSSIBLE),
        ("Once I leave Google, I will travel.", Modality.POSSIBLE),
        ("As soon as I leave Google, I will travel.", Modality.POSSIBLE),
        ("In case I leave Google, keep my address.", Modality.POSSIBLE),
        ("By the time I join Google, Tom will be here.", Modality.POSSIBLE),
        ("Had I joined Google, I would be rich.", Modality.POSSIBLE),
        ("Were I to join Google, I would move.", Modality.POSSIBLE),
        ("Did I join Google", Modality.ASKED),
    ],
)
def test_what_may_be_or_is_still_to_come_is_no_fact(say: Say, text: str, modality: Modality) -> None:
    assert moods(say, text)["Google"] == (modality, Polarity.POSITIVE)


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("I'm thinking about leaving Google.", Modality.POSSIBLE),
        ("I talked to Tom about leaving Google.", Modality.POSSIBLE),
        ("I'm looking forward to joining Google.", Modality.INTENDED),
        ("I plan on leaving Google.", Modality.INTENDED),
        ("I drink coffee before leaving Google.", Modality.POSSIBLE),
        ("I considered leaving Google.", Modality.POSSIBLE),
        ("I'm hoping to join Google.", Modality.INTENDED),
        ("I can't wait to join Google.", Modality.INTENDED),
        ("I offered to join Google.", Modality.INTENDED),
        ("I was supposed to join Google.", Modality.POSSIBLE),
        ("Anna was invited to join Google.", Modality.POSSIBLE),
        ("Anna seems to work at Google.", Modality.POSSIBLE),
        ("Anna is said to work at Google.", Modality.REPORTED),
        ("Anna is likely to leave Google.", Modality.POSSIBLE),
        ("Anna is about to leave Google.", Modality.INTENDED),
        ("Tom pretended to work at Google.", Modality.POSSIBLE),
        ("I will go to Berlin to visit Google.", Modality.INTENDED),
        ("I'm joining Google in January.", Modality.INTENDED),
        ("I'm leaving Google.", Modality.INTENDED),
        ("Anna is supposed to join Google.", Modality.INTENDED),
        ("Anna can call Tom and set up Google.", Modality.POSSIBLE),
    ],
)
def test_what_is_thought_of_planned_or_offered_is_not_done(say: Say, text: str, modality: Modality) -> None:
    assert moods(say, text)["Google"] == (modality, Polarity.POSITIVE)


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("I left without visiting Google.", Modality.STATED),
        ("Instead of joining Google, I stayed in Rome.", Modality.STATED),
        ("I decided against joining Google.", Modality.INTENDED),
        ("I decided not to join Google.", Modality.INTENDED),
        ("I forgot to visit Google.", Modality.STATED),
        ("I was too busy to visit Google.", Modality.STATED),
        ("Tom denied working at Google.", Modality.POSSIBLE),
    ],
)
def test_what_was_left_undone_is_denied(say: Say, text: str, modality: Modality) -> None:
    assert moods(say, text)["Google"] == (modality, Polarity.NEGATIVE)


@pytest.mark.parametrize(
    ("text", "modality", "polarity"),
    [
        ("I don't think Anna left Google.", Modality.POSSIBLE, Polarity.NEGATIVE),
        ("Anna denied that she left Google.", Modality.POSSIBLE, Polarity.NEGATIVE),
        ("I doubt that Anna left Google.", Modality.POSSIBLE, Polarity.NEGATIVE),
        ("It's not true that Anna left Google.", Modality.STATED, Polarity.NEGATIVE),
        ("It's possible that Anna left Google.", Modality.POSSIBLE, Polarity.POSITIVE),
        ("I'm not sure Anna left Google.", Modality.POSSIBLE, Polarity.POSITIVE),
        ("I never said that Anna left Google.", Modality.POSSIBLE, Polarity.POSITIVE),
        ("Anna lied that she left Google.", Modality.POSSIBLE, Polarity.POSITIVE),
        ("I hope Anna left Google.", Modality.POSSIBLE, Polarity.POSITIVE),
        ("Tom might say that Anna left Google.", Modality.POSSIBLE, Polarity.POSITIVE),
        ("I had a dream that I left Google.", Modality.POSSIBLE, Polarity.POSITIVE),
        ("Write an email to my boss saying that I left Google.", Modality.POSSIBLE, Polarity.POSITIVE),
        ("My mom wants me to leave Google.", Modality.INTENDED, Polarity.POSITIVE),
        ("I suggested that Tom leave Google.", Modality.INTENDED, Polarity.POSITIVE),
        ("I think Anna left Google.", Modality.REPORTED, Polarity.POSITIVE),
        ("I told Tom that Anna left Google.", Modality.REPORTED, Polarity.POSITIVE),
        ("I can't believe that Anna left Google.", Modality.REPORTED, Polarity.POSITIVE),
    ],
)
def test_what_is_said_or_thought_is_taken_as_who_says_it_does(
    say: Say, text: str, modality: Modality, polarity: Polarity
) -> None:
    assert moods(say, text)["Google"] == (modality, polarity)


@pytest.mark.parametrize("text", ["I haven't stopped working at Google.", "I don't like working at Google."])
def test_what_goes_on_in_spite_of_a_denial_is_not_over(say: Say, text: str) -> None:
    assert moods(say, text)["Google"][0] is Modality.POSSIBLE


@pytest.mark.parametrize(("text", "past"), [("I miss living in Oslo.", True), ("I love living in Oslo.", False)])
def test_what_is_missed_is_over(say: Say, text: str, *, past: bool) -> None:
    assert [statement.past for statement in say(text).statements] == [past]


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("Anna and Tom are getting married.", Modality.INTENDED),
        ("Anna is marrying Tom.", Modality.INTENDED),
        ("Anna and Tom got married.", Modality.STATED),
        ("Anna is dating Tom.", Modality.STATED),
        ("Anna is starting to like Tom.", Modality.STATED),
    ],
)
def test_a_change_under_way_is_still_to_come(say: Say, text: str, modality: Modality) -> None:
    assert moods(say, text)["Tom"][0] is modality


@pytest.mark.parametrize(
    "text",
    [
        "Actually, I live in Munich, not Berlin.",
        "I live in Munich, not in Berlin.",
        "I work in Munich, not Berlin.",
        "I work in Munich, not in Berlin.",
    ],
)
def test_what_it_is_not_is_no_place_of_what_it_is(say: Say, text: str) -> None:
    findings = say(text)
    assert {findings.names[statement.subject].name for statement in findings.statements} == {"Ken"}
    assert not any(statement.place for statement in findings.statements if statement.polarity is Polarity.POSITIVE)
    by_name = moods(say, text)
    assert by_name["Munich"][1] is Polarity.POSITIVE
    assert by_name.get("Berlin", (Modality.STATED, Polarity.NEGATIVE))[1] is Polarity.NEGATIVE


def test_whose_word_it_is_takes_no_part_in_it(say: Say) -> None:
    assert moods(say, "According to Tom, Anna lives in Paris.") == {"Paris": (Modality.REPORTED, Polarity.POSITIVE)}


@pytest.mark.parametrize(
    "text",
    [
        "When I joined Google, I met Anna.",
        "I have worked at Google for almost ten years.",
        "I almost always work at Google.",
        "Since I joined Google, I live in Rome.",
        "While I work at Google, I live in Rome.",
        "I work at Google, and maybe Anna works at Acme.",
        "I want to visit Rome, and Tom works at Google.",
        "I once worked at Google.",
        "I almost didn't join Google.",
        "After joining Google, I met Anna.",
        "I got used to working at Google.",
        "I'm happy to work at Google.",
        "I like working at Google.",
        "I managed to join Google.",
        "I regret leaving Google.",
        "I remember visiting Google.",
        "Anna was hired to run Google.",
        "I considered moving but joined Google.",
        "I never forget to visit Google.",
        "It's true that Anna left Google.",
        "I didn't know that Anna left Google.",
        "I forgot that Anna left Google.",
        "I'm glad I left Google.",
        "It turns out that Anna left Google.",
        "Anna helped me leave Google.",
        "Remember that I left Google.",
        "I'm working at Google.",
    ],
)
def test_what_is_told_outright_stays_a_fact(say: Say, text: str) -> None:
    assert moods(say, text)["Google"] == (Modality.STATED, Polarity.POSITIVE)


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("My late husband Tom was a teacher.", True),
        ("My husband Tom was a teacher.", False),
        ("Tom and I were married.", True),
        ("Tom and I were married for ten years.", True),
        ("Tom and I were married in 2015.", False),
        ("Tom and I were married in Hull.", False),
        ("Tom and I were engaged.", True),
        ("Tom and I are married.", False),
    ],
)
def test_a_couple_that_was_is_over(say: Say, text: str, *, past: bool) -> None:
    assert {statement.past for statement in say(text).statements if statement.type is RelationType.FAMILY_MEMBER} == {
        past
    }


@pytest.mark.parametrize("text", ["My future wife Anna lives in Oslo.", "Anna is my future wife."])
def test_who_is_to_be_family_is_not_yet(say: Say, text: str) -> None:
    family = [statement for statement in say(text).statements if statement.type is RelationType.FAMILY_MEMBER]
    assert [statement.modality for statement in family] == [Modality.INTENDED]


@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("I left Google.", "leave"),
        ("I left Google in May.", "leave"),
        ("I left Google last year to join Stripe.", "leave"),
        ("I left Google for a startup.", "leave"),
        ("I left Google for good.", "leave"),
        ("I left Google at 25.", "leave"),
        ("I left Google at 5pm to pick up the kids.", "depart"),
        ("I usually leave Google at 6pm.", "depart"),
        ("I left Google at 17:00.", "depart"),
        ("I left Google this morning.", "depart"),
        ("I left Berlin for the weekend.", "depart"),
        ("I left Berlin for a conference.", "depart"),
        ("I left Google to meet Tom.", "depart"),
        ("I often leave Berlin.", "depart"),
    ],
)
def test_who_leaves_for_the_day_has_not_left(say: Say, text: str, lemma: str) -> None:
    findings = say(text)
    lemmas = [
        statement.lemma
        for statement in findings.statements
        if findings.names[statement.object].name in ("Google", "Berlin")
    ]
    assert lemmas == [lemma]
