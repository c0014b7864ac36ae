from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pytest

from extraction.encoder import Vectors
from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from extraction.text.chunks import Span
from graph.errors import Invalid
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import EmbeddingModel
from graph.model.types import EntityType, LinkType
from tests.extraction import models

MODEL = EmbeddingModel(name="lengths", dimensions=2, version="1", query_prefix="", passage_prefix="", spread=1.0)
NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)


class Lengths:
    """A vector tells the length of its text; texts handed over are kept."""

    model = MODEL

    def __init__(self) -> None:
        self.texts: list[str] = []

    def queries(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return np.array([[len(text), 0] for text in texts], np.float32)

    def passages(self, texts: Sequence[str], languages: Sequence[str] | None = None) -> Vectors:  # noqa: ARG002
        self.texts += texts
        return np.array([[len(text), 1] for text in texts], np.float32)

    def tokens(self, text: str) -> list[Span]:
        return [(start, start + 1) for start in range(len(text))]

    def count(self, text: str) -> int:
        return len(text)


def pipeline(**more: int) -> tuple[Pipeline, Lengths]:
    lengths = Lengths()
    settings = ExtractionSettings.model_validate({"workers": 1, **more})
    return Pipeline(settings, embedder=lengths, clock=lambda: NOW), lengths


def works(extractor: Pipeline, *drafts: Draft) -> list[ExtractionInput]:
    return [ExtractionInput(draft, extractor.read(draft)) for draft in drafts]


def test_all_vectors_are_made_in_one_call_by_length_and_given_back_in_order() -> None:
    extractor, lengths = pipeline()
    drafts = [Draft(text="Привет всем"), Draft(text="Да"), Draft(text="Привет")]
    extractions = extractor.extract(works(extractor, *drafts))
    assert [float(extraction.vectors[0][0]) for extraction in extractions] == [11, 2, 6]
    assert lengths.texts == ["Да", "Привет", "Привет всем"]


def test_every_chunk_of_a_long_text_has_its_vector() -> None:
    extractor, _ = pipeline(chunk_tokens=16, chunk_overlap=2)
    (extraction,) = extractor.extract(works(extractor, Draft(text="Привет всем. " * 20)))
    assert len(extraction.vectors) == len(extraction.reading.chunks) > 1


def test_vectors_of_chunks_alone_are_those_of_their_extraction() -> None:
    extractor, _ = pipeline(chunk_tokens=16, chunk_overlap=2)
    inputs = works(extractor, Draft(text="Привет всем. " * 20, title="Анна"), Draft(text="Да", speaker="Анна"))
    alone = [[vector.tolist() for vector in vectors] for vectors in extractor.chunk_vectors(inputs)]
    assert alone == [[vector.tolist() for vector in each.vectors] for each in extractor.extract(inputs)]
    assert [len(vectors) > 1 for vectors in alone] == [True, False]


@pytest.mark.models
@pytest.mark.parametrize(("kept", "sizes"), [(True, [2 * 384]), (False, [])])
def test_sentences_have_vectors_of_their_own_unless_the_settings_keep_none(kept: bool, sizes: list[int]) -> None:
    settings = ExtractionSettings.model_validate({"workers": 1, "vectors": {"sentences": kept}})
    extractor = Pipeline(settings, clock=lambda: NOW)
    work = works(extractor, Draft(text="Ruth lives in Turku. The ferry leaves at nine."))
    read, again = extractor.extract(work)[0], extractor.embedded(work)[0]
    assert [len(each) for each in read.sentences] == sizes
    assert again.sentences == read.sentences
    assert len(read.vectors) == 1


def test_what_is_embedded_is_clean_and_what_is_stored_is_as_given() -> None:
    extractor, lengths = pipeline()
    draft = Draft(text="Привет！！！ 🎉 https://example.com/a?b", speaker="Анна")
    (extraction,) = extractor.extract(works(extractor, draft))
    assert lengths.texts == ["Анна: Привет! example.com"]
    assert extraction.reading.chunks[0].text == draft.text


def test_a_text_in_another_script_gives_its_title_and_what_is_written_like_a_name() -> None:
    extractor, _ = pipeline()
    draft = Draft(text="Привет, Acme! Анна Иванова дома.", title="Acme")
    (extraction,) = extractor.extract([ExtractionInput(draft, extractor.read(draft))])
    assert "Acme" in {mention.surface for mention in extraction.mentions if mention.start is not None}
    assert [candidate.surface for candidate in extraction.candidates] == ["Привет", "Acme", "Анна Иванова"]
    assert extraction.reading.language == "und"


def test_nothing_to_understand_gives_nothing() -> None:
    assert list(pipeline()[0].extract([])) == []


def test_a_stream_gives_a_list_for_each_batch_in_order() -> None:
    extractor, _ = pipeline()
    batches = [works(extractor, Draft(text=text), Draft(text=text * 2)) for text in ("Да", "Нет", "Ну")]
    values = [[float(extraction.vectors[0][0]) for extraction in batch] for batch in extractor.extract_stream(batches)]
    assert values == [[2, 4], [3, 6], [2, 4]]


def test_a_question_has_a_vector_words_and_keys() -> None:
    question = pipeline()[0].question("Where does Alice Johnson work?")
    assert question.words == ("alic", "johnson", "work")
    assert "alice johnson" in question.keys
    assert question.vector is not None
    assert question.vector.tolist() == [len("Where does Alice Johnson work?"), 0]
    assert question.language == "en"


def test_a_question_for_words_alone_makes_no_vector() -> None:
    extractor, lengths = pipeline()
    assert extractor.question("Привет", vector=False).vector is None
    assert lengths.texts == []


def test_a_question_of_ten_thousand_words_is_bounded() -> None:
    extractor, lengths = pipeline()
    question = extractor.question(" ".join(f"Name{number} city{number}" for number in range(5_000)))
    assert len(question.words) == 256
    assert len(question.keys) <= 2_000
    assert len(lengths.texts[0]) == 4_000


@pytest.mark.parametrize("text", ["", "  \n", "\u200b", "\ufeff"])
def test_an_empty_question_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match="question"):
        pipeline()[0].question(text)


@pytest.mark.parametrize("text", ["a\ud800b", '+-&&||!(){}[]^"~*?:\\/', "\x00x", "😀", "AND OR NOT"])
def test_no_question_is_too_strange(text: str) -> None:
    question = pipeline()[0].question(text, vector=False)
    assert all(word and word == "".join(word.split()) for word in question.words)


@pytest.mark.models
def test_an_english_turn_is_understood_from_end_to_end() -> None:
    extractor = models.extractor()
    draft = Draft(text="I moved to Sweden last year with Bob.", speaker="Caroline", occurred_at=NOW)
    (extraction,) = extractor.extract(works(extractor, draft))
    by_key = {mention.key: mention for mention in extraction.mentions}
    assert by_key["sweden"].type is EntityType.LOCATION
    assert draft.text[by_key["sweden"].start : by_key["sweden"].end] == "Sweden"
    assert any(
        mention.key == "caroline" and mention.link_type is LinkType.PERFORMED_BY for mention in extraction.mentions
    )
    stated = [
        (extraction.mentions[fact.subject].key, extraction.mentions[fact.object].key) for fact in extraction.statements
    ]
    assert ("caroline", "sweden") in stated
    assert abs(float(np.linalg.norm(extraction.vectors[0])) - 1) < 1e-3


@pytest.mark.models
def test_the_verb_that_a_note_begins_with_is_no_part_of_a_name() -> None:
    extractor = models.extractor()
    drafts = [Draft(text=text, created_at=NOW) for text in ("Met Sarah for lunch.", "Reviewed Priya's pull request.")]
    names = [
        {mention.name for mention in extraction.mentions} for extraction in extractor.extract(works(extractor, *drafts))
    ]
    assert [names_of_text & {"Sarah", "Met Sarah", "Priya", "Reviewed Priya"} for names_of_text in names] == [
        {"Sarah"},
        {"Priya"},
    ]


@pytest.mark.models
def test_a_japanese_passage_is_understood_from_end_to_end() -> None:
    extractor = models.extractor()
    draft = Draft(text="田中太郎は東京の大学で働いている。", created_at=NOW)
    (extraction,) = extractor.extract(works(extractor, draft))
    assert extraction.reading.language == "ja"
    surfaces = {mention.surface for mention in extraction.mentions}
    assert {"田中太郎", "東京"} <= surfaces
    assert all(draft.text[mention.start : mention.end] == mention.surface for mention in extraction.mentions)


@pytest.mark.models
def test_logs_and_tables_are_understood_in_bounded_time() -> None:
    extractor = models.extractor()
    log = "\n".join(f"2024-05-01T12:00:{n:02}\tINFO\tworker {n}\tstarted job {n * 7}" for n in range(60))
    run = "alpha beta gamma Delta " * 200
    for extraction in extractor.extract(
        works(extractor, Draft(text=log), Draft(text=run), Draft(text="会議と計画と東京と" * 200))
    ):
        assert extraction.vectors


@pytest.mark.parametrize(
    "text",
    [
        "What city should I search in and what kind of therapist do you need?",
        "where are you going and what date and time do you want to leave?",
    ],
)
def test_no_rule_fails_on_a_text_that_begins_with_its_verb(text: str, caplog: pytest.LogCaptureFixture) -> None:
    whole, _ = pipeline()
    whole.extract([ExtractionInput(draft=Draft(text=text), reading=whole.read(Draft(text=text)))])
    assert not caplog.records
