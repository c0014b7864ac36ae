"""Whose "I" it is: a named speaker's, the user's own, or a program's, who is nobody."""

import pytest

from extraction.names.forms.name_forms import name_forms
from extraction.names.keys import name_key
from extraction.names.speakers import ME, MY_KEY, person, user_references
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.types import EntityType
from tests.extraction.models import NOW, extractor


@pytest.mark.parametrize("role", ["user", "Human", " USER ", "You", "ユーザー", "私"])
def test_the_one_who_types_is_the_user_whatever_a_chat_format_calls_them(role: str) -> None:
    assert person(role) == ME


@pytest.mark.parametrize("role", ["assistant", "System", "AI", "tool", "アシスタント", "", " ", None])
def test_a_program_is_nobody(role: str | None) -> None:
    assert person(role) is None


@pytest.mark.parametrize("name", ["Ada", "田中", "Mei", "Userton"])
def test_everybody_else_goes_by_their_name(name: str) -> None:
    assert person(name) == name


def test_the_user_is_never_taken_for_somebody_of_a_name_like_it() -> None:
    assert name_key(ME) == MY_KEY
    assert name_forms(ME, EntityType.PERSON) is None
    assert name_forms("Mei", EntityType.PERSON) is not None


@pytest.mark.parametrize("question", ["Where do I live?", "what's my job", "僕の妹は？", "Where does the user work?"])
def test_a_question_about_oneself_is_one_about_the_user(question: str) -> None:
    assert MY_KEY in {one.key for one in user_references(question)}


@pytest.mark.parametrize("question", ["WHO made it?", "Where is Mei?", "私立の学校は？", "Who is it?"])
def test_a_word_that_only_looks_like_it_asks_of_nobody(question: str) -> None:
    assert not list(user_references(question))


def facts(text: str, speaker: str = "user") -> set[tuple[str, str, str, str]]:
    draft = Draft(text=text, speaker=speaker, session_id="s", created_at=NOW)
    read = extractor().extract([ExtractionInput(draft, extractor().read(draft))])[0]
    names = [mention.name for mention in read.mentions]
    return {
        (names[statement.subject], statement.type.value, statement.predicate, names[statement.object])
        for statement in read.statements
    }


@pytest.mark.models
def test_what_the_user_says_of_themselves_is_known_of_them() -> None:
    assert facts("I live in Osaka and work for Acme.") == {
        (ME, "LOCATED_IN", "live in", "Osaka"),
        (ME, "WORKS_FOR", "work for", "Acme"),
    }
    assert (ME, "MEMBER_OF", "卒業する", "京都大学") in facts("私は京都大学を卒業しました。")
    assert ("Grace", "FAMILY_MEMBER", "sister of", ME) in facts("My sister Grace moved to Kyoto.")


@pytest.mark.models
def test_what_others_are_asked_to_do_is_nothing_the_speaker_does() -> None:
    reminder = (
        "A reminder about my hours: I start at nine in Berlin, so please put shared meetings after 16:00 Japan time."
    )
    assert facts(reminder, "Ada Byron") == {("Ada Byron", "LOCATED_AT", "start in", "Berlin")}


@pytest.mark.models
def test_what_a_program_says_in_the_first_person_is_known_of_nobody() -> None:
    assert not {fact for fact in facts("I live in Osaka and work for Acme.", "assistant") if ME in fact}


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I love hiking and photography.", (ME, "RELATES_TO", "love", "photography")),
        ("I'm allergic to peanuts.", (ME, "RELATES_TO", "am allergic to", "peanut")),
        ("My boss is Ms. Sato.", ("Sato", "COLLEAGUE", "boss of", ME)),
        ("My dentist Dr. Sato is great.", ("Sato", "KNOWS", "dentist of", ME)),
        ("My favorite movie is Inception.", ("Inception", "RELATES_TO", "favorite movie of", ME)),
        ("Ada's brother is Ken.", ("Ken", "FAMILY_MEMBER", "brother of", "Ada")),
        ("Tanaka lives in Osaka and works for Acme.", ("Tanaka", "WORKS_FOR", "works for", "Acme")),
        ("I moved from Paris to Berlin in 2020.", (ME, "RELATES_TO", "moved from", "Paris")),
    ],
)
def test_what_people_say_of_themselves_every_day_is_a_fact(text: str, fact: tuple[str, str, str, str]) -> None:
    assert fact in facts(text)


@pytest.mark.models
def test_a_common_noun_is_no_node_without_a_fact_that_needs_it() -> None:
    draft = Draft(text="My brother is a doctor. The bottom line is sad.", created_at=NOW)
    read = extractor().extract([ExtractionInput(draft, extractor().read(draft))])[0]
    needed = {end for one in read.statements for end in (one.subject, one.object)}
    assert {place for place, one in enumerate(read.mentions) if "argument" in one.reasons} <= needed
