from dataclasses import replace
from datetime import UTC, datetime

import pytest

from extraction.facts.assembly import assemble, candidates_of, contexts_of, guess_of
from extraction.model.findings import Findings, FoundName, FoundStatement
from extraction.names.keys import name_key
from extraction.names.titles import TitleGuess
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Chunk, DraftReading
from graph.model.types import EntityType, LinkType, RelationType

NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)


def work(*stretches: tuple[int, int], text: str, **more: object) -> ExtractionInput:
    draft = replace(Draft(text=text), **more)
    chunks = tuple(
        Chunk(ordinal=ordinal, start=start, end=end, text=text[start:end], language="en", words="")
        for ordinal, (start, end) in enumerate(stretches or [(0, len(text))])
    )
    reading = DraftReading(language="en", title="t", summary="", micro_summary="", chunks=chunks, pinned=False)
    return ExtractionInput(draft, reading)


def name(text: str, surface: str, kind: EntityType = EntityType.PERSON, **more: object) -> FoundName:
    start = text.index(surface)
    name = FoundName(
        start=start,
        end=start + len(surface),
        surface=surface,
        name=surface,
        type=kind,
        confidence=0.8,
        reasons=("test",),
        method="rule",
    )
    return replace(name, **more)


def statement(subject: int, object_: int, start: int, end: int) -> FoundStatement:
    return FoundStatement(
        subject=subject,
        object=object_,
        predicate="met",
        lemma="meet",
        type=RelationType.KNOWS,
        start=start,
        end=end,
        confidence=0.7,
        reasons=("test",),
        method="rule",
    )


def test_offsets_are_those_of_the_memory() -> None:
    text = "Remember this: Alice met Bob."
    findings = Findings(
        names=(name("Alice met Bob.", "Alice"), name("Alice met Bob.", "Bob")), statements=(statement(0, 1, 0, 14),)
    )
    mentions, statements, _ = assemble(work((15, 29), text=text), [findings], None)
    assert [text[mention.start : mention.end] for mention in mentions] == ["Alice", "Bob"]
    assert text[statements[0].start : statements[0].end] == "Alice met Bob."
    assert mentions[statements[0].subject].key == name_key("Alice")


def test_a_place_found_twice_is_one_mention_and_statements_still_point_to_it() -> None:
    text = "Alice met Bob."
    alice, bob = name(text, "Alice"), name(text, "Bob")
    findings = Findings(names=(alice, replace(alice, confidence=0.5), bob), statements=(statement(1, 2, 0, 14),))
    mentions, statements, _ = assemble(work(text=text), [findings], None)
    assert len(mentions) == 2
    assert (statements[0].subject, statements[0].object) == (0, 1)


def test_a_sentence_in_two_chunks_is_stated_once_and_mentioned_in_both() -> None:
    text = "Alice met Bob."
    findings = Findings(names=(name(text, "Alice"), name(text, "Bob")), statements=(statement(0, 1, 0, 14),))
    mentions, statements, _ = assemble(work((0, 14), (0, 14), text=text), [findings, findings], None)
    assert [mention.chunk for mention in mentions] == [0, 0, 1, 1]
    assert len(statements) == 1


def test_one_name_has_one_type_in_a_memory() -> None:
    text = "Ann saw Ann and Ann's dog."
    names = (
        name(text, "Ann"),
        name(text, "Ann and"[:3], start=8, end=11),
        name(text, "Ann", EntityType.ORGANIZATION, start=16, end=19),
    )
    mentions, *_ = assemble(work(text=text), [Findings(names=names)], None)
    assert {mention.type for mention in mentions} == {EntityType.PERSON}
    assert mentions[2].confidence < mentions[0].confidence
    assert "type by majority" in mentions[2].reasons


def test_what_a_chunk_is_about_is_described() -> None:
    text = "Alice met Bob."
    findings = Findings(names=(name(text, "Alice", about=True), name(text, "Bob", link_type=LinkType.INVOLVES)))
    mentions, *_ = assemble(work(text=text), [findings], None)
    assert [mention.link_type for mention in mentions] == [LinkType.DESCRIBES, LinkType.INVOLVES]


def test_every_chunk_is_linked_to_what_its_given_title_names() -> None:
    input_ = work((0, 5), (6, 10), text="First part", title="Final Exam (1981 film)")
    mentions, *_ = assemble(input_, [Findings(), Findings()], TitleGuess(EntityType.DOCUMENT, 0.9, "disambiguation"))
    assert [mention.chunk for mention in mentions] == [0, 1]
    assert {mention.link_type for mention in mentions} == {LinkType.DESCRIBES}
    assert mentions[0].start is None
    assert mentions[0].key == name_key("Final Exam (1981 film)")
    assert "Final Exam" in mentions[0].aliases
    assert name_key("Final Exam") in mentions[0].alias_keys


@pytest.mark.parametrize("title", ["Nora Lind", "Nora Lind / Work"])
@pytest.mark.parametrize("aliases", [["Nori", "N. Lind", "Nora Lind"], "Nori, N. Lind"])
def test_the_aliases_of_a_note_are_other_names_of_what_it_is_about(title: str, aliases: object) -> None:
    text = "Works at Acme."
    noted = work((0, len(text)), text=text, title=title, extra={"aliases": aliases})
    mentions, *_ = assemble(noted, [Findings()], TitleGuess(EntityType.PERSON, 0.9, "guess"))
    assert [mention.aliases for mention in mentions if mention.name == "Nora Lind"] == [("Nori", "N. Lind")]
    assert {mention.link_type for mention in mentions} == {LinkType.DESCRIBES}


def test_a_chat_turn_is_performed_by_its_speaker() -> None:
    mentions, *_ = assemble(work(text="Hi", speaker="Caroline"), [Findings()], None)
    assert [(mention.name, mention.type, mention.link_type, mention.start) for mention in mentions] == [
        ("Caroline", EntityType.PERSON, LinkType.PERFORMED_BY, None)
    ]


@pytest.mark.parametrize("role", ["Assistant", "system", None, ""])
def test_a_program_is_nobody(role: str | None) -> None:
    assert assemble(work(text="Hi", speaker=role), [Findings()], None)[0] == ()


def test_rules_learn_when_and_by_whom_a_text_was_said() -> None:
    ((_, context),) = contexts_of(work(text="Hi", speaker="Ann", created_at=NOW), None, NOW)
    assert (context.when, context.speaker, context.title) == (NOW, "Ann", None)
    earlier = datetime(2020, 1, 1, tzinfo=UTC)
    ((_, context),) = contexts_of(work(text="Hi", created_at=NOW, occurred_at=earlier), None, NOW)
    assert context.when == earlier


def test_places_of_the_title_reach_the_chunk_they_stand_in_with_offsets_of_its_own() -> None:
    text = "We saw Acme. Then Acme left."
    input_ = work((0, 12), (13, 28), text=text, title="Acme")
    contexts = [context for _, context in contexts_of(input_, guess_of(input_), NOW)]
    assert [(span.start, span.end) for context in contexts for span in context.spans] == [(7, 11), (5, 9)]


def test_what_is_written_like_a_name_is_a_candidate_by_its_key_and_place_in_the_text() -> None:
    text = "We saw Acme Corp. Then Acme left."
    found = [Findings(name_like=((7, 16),)), Findings(name_like=((5, 9),))]
    (first, second) = candidates_of(work((0, 17), (18, 33), text=text), found, ())
    assert (first.chunk, first.start, first.end, first.surface, first.key) == (0, 7, 16, "Acme Corp", "acme")
    assert (second.chunk, second.start, second.end, second.key) == (1, 23, 27, "acme")


def test_a_title_is_a_known_name_where_it_stands_in_the_text() -> None:
    input_ = work(text="Final Exam is a film.", title="Final Exam (1981 film)")
    ((_, context),) = contexts_of(input_, guess_of(input_), NOW)
    assert [(span.start, span.end, span.key, span.type) for span in context.spans] == [
        (0, 10, name_key("Final Exam (1981 film)"), EntityType.DOCUMENT)
    ]
