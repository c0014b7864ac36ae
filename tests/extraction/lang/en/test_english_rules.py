from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from extraction.lang.en import find
from extraction.model.context import Context, KnownSpan
from extraction.model.findings import Findings, FoundName, FoundStatement
from graph.model.types import EntityType, LinkType, Modality, Polarity, RelationType

if TYPE_CHECKING:
    from spacy.language import Language

pytestmark = pytest.mark.models

WHEN = datetime(2022, 1, 21, 19, 31, tzinfo=UTC)

Read = Callable[..., Findings]


@pytest.fixture
def read(pipeline: "Language") -> Read:
    def findings(text: str, **more: object) -> Findings:
        context = Context(when=WHEN, **more)  # pyright: ignore[reportArgumentType]
        return next(find(pipeline.pipe([text]), [context]))

    return findings


def named(findings: Findings) -> dict[str, EntityType]:
    return {name.name: name.type for name in findings.names}


def name_of(findings: Findings, name: str) -> FoundName:
    return next(candidate for candidate in findings.names if candidate.name == name)


def relations(findings: Findings) -> list[tuple[str, RelationType, str]]:
    return [
        (findings.names[fact.subject].name, fact.type, findings.names[fact.object].name) for fact in findings.statements
    ]


def statement(findings: Findings, subject: str, object_: str) -> FoundStatement:
    return next(
        fact
        for fact in findings.statements
        if (findings.names[fact.subject].name, findings.names[fact.object].name) == (subject, object_)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # subject, verb, preposition
        ("Sarah Chen works at Google.", ("Sarah Chen", RelationType.WORKS_FOR, "Google")),
        ("Anna Lee lives in Paris.", ("Anna Lee", RelationType.LOCATED_IN, "Paris")),
        ("Anna Lee was born in Paris.", ("Anna Lee", RelationType.RELATES_TO, "Paris")),
        ("Anna Lee comes from Paris.", ("Anna Lee", RelationType.RELATES_TO, "Paris")),
        ("Anna Lee joined Globex Inc.", ("Anna Lee", RelationType.WORKS_FOR, "Globex Inc.")),
        ("Anna Lee works with Globex Inc.", ("Anna Lee", RelationType.RELATES_TO, "Globex Inc.")),
        ("Anna Lee joined the Rotary Club.", ("Anna Lee", RelationType.MEMBER_OF, "Rotary Club")),
        ("The order database depends on PostgreSQL.", ("order database", RelationType.DEPENDENCY, "PostgreSQL")),
        # subject, verb, object
        ("Ken met Lisa yesterday.", ("Ken", RelationType.KNOWS, "Lisa")),
        ("The storm caused heavy flooding.", ("storm", RelationType.CAUSES, "flooding")),
        # copula
        ("Julia Hart is a doctor.", ("Julia Hart", RelationType.INSTANCE_OF, "doctor")),
        ("Sundar Pichai is the CEO of Google.", ("Sundar Pichai", RelationType.LEADS, "Google")),
        ("Tim is a member of the chess club.", ("Tim", RelationType.MEMBER_OF, "chess club")),
        # apposition
        ("Tom Baker, the CEO of Acme Corp, resigned.", ("Tom Baker", RelationType.LEADS, "Acme Corp")),
        ("Anna was born in Detroit, Michigan.", ("Detroit", RelationType.LOCATED_IN, "Michigan")),
        # possessive
        ("Paul's wife Julia sings.", ("Julia", RelationType.FAMILY_MEMBER, "Paul")),
        ("Google's CEO Sundar Pichai visited Tokyo.", ("Sundar Pichai", RelationType.LEADS, "Google")),
        # passive with its agent
        ('"The Hobbit" was written by J. R. R. Tolkien.', ("J. R. R. Tolkien", RelationType.RELATES_TO, "The Hobbit")),
        # causative
        ("Maria had Tom repair the mail server.", ("Tom", RelationType.RELATES_TO, "mail server")),
        ("Maria had Tom repair the mail server.", ("Maria", RelationType.RELATES_TO, "Tom")),
        # conjunction, of subjects and of verbs
        ("Mary and Peter attended the release meeting.", ("Peter", RelationType.PARTICIPATES_IN, "release meeting")),
        ("Anna lives in Paris and works for Siemens.", ("Anna", RelationType.WORKS_FOR, "Siemens")),
        # relative clauses
        ("The song that Adele sang won.", ("Adele", RelationType.RELATES_TO, "song")),
        ("Heat is a film that was directed by Michael Mann.", ("Michael Mann", RelationType.RELATES_TO, "Heat")),
        # an infinitive merged into the predicate
        ("Lena wants to work for Siemens.", ("Lena", RelationType.WORKS_FOR, "Siemens")),
    ],
)
def test_a_sentence_states_its_relation(read: Read, text: str, expected: tuple[str, RelationType, str]) -> None:
    assert expected in relations(read(text))


def test_time_and_place_stay_on_the_statement(read: Read) -> None:
    fact = statement(read("Yesterday Ken met Lisa at the Louvre."), "Ken", "Lisa")
    assert (fact.time, fact.place, fact.valid_from) == ("2022-01-20", "Louvre", datetime(2022, 1, 20, tzinfo=UTC))


def test_a_denial_is_kept(read: Read) -> None:
    for text in ("Tom does not work at Siemens.", "Tom no longer works at Siemens.", "Tom never worked at Siemens."):
        assert statement(read(text), "Tom", "Siemens").polarity is Polarity.NEGATIVE


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("Peter moved to Berlin.", Modality.STATED),
        ("Peter might move to Berlin.", Modality.POSSIBLE),
        ("Peter wants to move to Berlin.", Modality.INTENDED),
        ("Peter must move to Berlin.", Modality.OBLIGATORY),
        ("Did Peter move to Berlin?", Modality.ASKED),
        ("Anna said that Peter moved to Berlin.", Modality.REPORTED),
    ],
)
def test_a_wish_or_question_is_no_fact(read: Read, text: str, modality: Modality) -> None:
    assert statement(read(text), "Peter", "Berlin").modality is modality


def test_the_speaker_is_the_subject_of_i_and_my(read: Read) -> None:
    findings = read("I bought a guitar last week. My sister Anna lives in Paris.", speaker="Dana")
    assert ("Dana", RelationType.OWNERSHIP, "guitar") in relations(findings)
    assert ("Anna", RelationType.FAMILY_MEMBER, "Dana") in relations(findings)
    dana = name_of(findings, "Dana")
    assert (dana.surface, dana.method, dana.type) == ("I", "rule", EntityType.PERSON)


def test_without_a_speaker_i_is_nobody(read: Read) -> None:
    assert read("I love Paris.").statements == ()


def test_a_pronoun_stands_for_the_topic_at_less_confidence(read: Read) -> None:
    findings = read("Publix is a supermarket chain. It was founded by George Jenkins.")
    pronoun = statement(findings, "George Jenkins", "Publix")
    assert "pronoun" in pronoun.reasons
    plain = read("Publix was founded by George Jenkins.")
    assert pronoun.confidence < statement(plain, "George Jenkins", "Publix").confidence


def test_offsets_spell_the_surface(read: Read) -> None:
    text = "  Yesterday, Dr. Anna Lee of the World Health Organization (WHO) flew to Paris.\n"
    findings = read(text)
    assert findings.names
    for name in findings.names:
        assert text[name.start : name.end] == name.surface


def test_titles_articles_and_possessives_stay_out_of_names_and_abbreviations_become_aliases(read: Read) -> None:
    findings = read("Dr. Anna Lee joined the World Health Organization (WHO). Anna Lee's brother waits.")
    assert "Tanaka" in named(read("We met Tanaka-san in Tokyo."))
    assert named(read("Tom joined Acme last week."))["Acme"] is EntityType.ORGANIZATION
    assert {name.name for name in findings.names if name.type is EntityType.PERSON} == {"Anna Lee"}
    assert name_of(findings, "World Health Organization").aliases == ("WHO",)


def test_types_follow_what_the_sentence_says(read: Read) -> None:
    findings = read(
        "Heat is a film. We use PostgreSQL. Ken met Lisa at the Louvre. The Second World War began in 1939."
    )
    kinds = named(findings)
    assert kinds["Heat"] is EntityType.DOCUMENT
    assert kinds["PostgreSQL"] is EntityType.TECHNOLOGY
    assert kinds["Louvre"] is EntityType.LOCATION
    assert kinds["Second World War"] is EntityType.EVENT
    assert kinds["1939"] is EntityType.TIME_UNIT


def test_a_known_name_overrides_the_recogniser(read: Read) -> None:
    known = KnownSpan(start=0, end=5, key="enishi", name="Project Enishi", type=EntityType.TECHNOLOGY)
    name = name_of(read("Nishi ships on Monday.", spans=(known,)), "Project Enishi")
    assert (name.surface, name.type) == ("Nishi", EntityType.TECHNOLOGY)
    assert name.confidence > 0.9


def test_a_text_is_about_its_title_or_else_its_first_subject(read: Read) -> None:
    text = "The actor Tom Hanks admires Forrest Gump. Forrest Gump is a film."
    assert {name.name for name in read(text, title="Forrest Gump (film)").names if name.about} == {"Forrest Gump"}
    assert {name.name for name in read("Anna Lee lives in Paris.").names if name.about} == {"Anna Lee"}
    described = name_of(read("Anna Lee lives in Paris."), "Anna Lee")
    assert described.link_type is LinkType.DESCRIBES


@pytest.mark.parametrize(
    "text",
    [
        "Hey! lol 😂😂 Wow, thanks!!",
        "Congrats! Sounds Great. AWESOME!!! 🎉",
        "OMG! Yes, please. Good Morning!",
        "😂",
        "",
        "   \n\n",
        "| name | value | total |\n|---|---|---|\n| a | 1 | 2 |",
        "https://example.com/Some/Path?Query=Yes",
        "That's so cool, I can't wait to see it!",
    ],
)
def test_junk_names_nothing(read: Read, text: str) -> None:
    assert read(text).names == ()


def test_confidence_grows_with_evidence_and_is_explained(read: Read) -> None:
    findings = read("Sarah Chen works at Google in London. Glorb met Sarah Chen.")
    assert len({name.confidence for name in findings.names}) > 1
    assert all(0 < name.confidence < 1 and name.reasons for name in findings.names)
    assert all(0 < fact.confidence < 1 and fact.reasons for fact in findings.statements)


def test_the_pipeline_declares_what_its_components_need(pipeline: "Language") -> None:
    analysis = pipeline.analyze_pipes()
    assert analysis is not None
    assert analysis["problems"]["enishi_words"] == []
    assert "lemmatizer" not in pipeline.pipe_names


def test_names_run_on_behind_of_and_take_their_year_along(read: Read) -> None:
    findings = read("Anna studied at the University of Michigan. The 1920 Summer Olympics were held in Antwerp.")
    kinds = named(findings)
    assert kinds["University of Michigan"] is EntityType.ORGANIZATION
    assert kinds["1920 Summer Olympics"] is EntityType.EVENT


def test_a_role_before_a_person_stays_out_of_the_name(read: Read) -> None:
    assert "Atal Bihari Vajpayee" in named(read("They met Prime Minister Atal Bihari Vajpayee in Delhi."))


def test_a_lone_noun_pointed_at_or_in_an_idiom_is_no_node(read: Read) -> None:
    assert [name.name for name in read("I love the color.", speaker="Dana").names] == ["Dana"]
    assert [name.name for name in read("I made a call.", speaker="Dana").names] == ["Dana"]


def test_a_statement_frames_its_sentence(read: Read) -> None:
    text = "It rained. Sarah Chen works at Google.  Nothing else."
    fact = statement(read(text), "Sarah Chen", "Google")
    assert text[fact.start : fact.end] == "Sarah Chen works at Google."


def test_the_same_text_gives_the_same_findings_alone_and_in_a_batch(pipeline: "Language") -> None:
    texts = ["Sarah Chen works at Google.", "hey, no name here", "Anna Lee lives in Paris.", ""]
    contexts = [Context(when=WHEN)] * len(texts)
    together = list(find(pipeline.pipe(texts), contexts))
    alone = [next(find([pipeline(text)], [Context(when=WHEN)])) for text in texts]
    assert list(map(comparable, together)) == list(map(comparable, alone))
    # The head's bytes are scaled to the batch: the last digits of a confidence follow its company.
    assert [name.confidence for findings in together for name in findings.names] == pytest.approx(
        [name.confidence for findings in alone for name in findings.names], abs=0.05
    )


def comparable(findings: Findings) -> tuple[list[object], list[object]]:
    """Names and statements without their confidence and its reasons."""
    names: list[object] = [(name.start, name.end, name.name, name.type, name.about) for name in findings.names]
    return names, [
        (statement.subject, statement.object, statement.type, statement.predicate) for statement in findings.statements
    ]
