import pytest

from extraction.encoder import Vectors, VectorSettings, open_embedder
from extraction.encoder.states import ENCODER_STATES, EncoderInput, EncoderStates, EncoderView
from tests.extraction.models import encoder_view, english, japanese

pytestmark = pytest.mark.models

TEXT = "田中太郎さんは大阪でAlice Johnsonに会った。"


def test_names_are_the_same_whether_seen_on_the_way_or_looked_at_afterwards() -> None:
    nlp = japanese()
    _, (encoding,) = encoder_view().encoded([EncoderInput("", TEXT)])
    doc = nlp.make_doc(TEXT)
    doc.user_data[ENCODER_STATES] = encoding.text
    entities = [(span.text, span.label_) for span in next(nlp.pipe([doc])).ents]
    assert entities == [(span.text, span.label_) for span in nlp(TEXT).ents]
    assert ("田中太郎", "PERSON") in entities
    assert ENCODER_STATES not in doc.user_data


def test_what_stands_before_a_text_moves_no_name() -> None:
    _, (bare, led) = encoder_view().encoded(
        [EncoderInput("", TEXT), EncoderInput("2026年6月1日 10:00 佐藤！！！: ", TEXT)]
    )
    assert led.text.offsets.tolist() == bare.text.offsets.tolist()
    assert len(led.lead.offsets)
    assert not len(bare.lead.offsets)
    assert len(led.text.states) == len(led.text.offsets)


def test_each_name_tells_how_sure_it_is() -> None:
    (name,) = english()("We saw Anna Lee again.").ents
    assert name.text == "Anna Lee"
    assert 0.5 < name._.confidence <= 1


@pytest.mark.usefixtures("released")
def test_another_engine_for_the_vectors_leaves_the_names_to_the_built_in_encoder() -> None:
    class Plain:
        model = open_embedder(VectorSettings()).model

        def queries(self, texts: object) -> Vectors: ...

        def passages(self, texts: object, languages: object = None) -> Vectors: ...

        def tokens(self, text: str) -> list[tuple[int, int]]: ...

        def count(self, text: str) -> int: ...

    other = EncoderView(Plain())  # pyright: ignore[reportArgumentType]
    assert not other.shared
    (states,) = other.states_of([TEXT])
    assert isinstance(states, EncoderStates)
    assert states.offsets[:, 1].max() == len(TEXT)


def test_a_text_beyond_the_window_is_seen_as_far_as_it_reaches() -> None:
    text = "Anna Lee met Bob Stone in Berlin. " * 120
    doc = english()(text)
    assert doc.ents
    assert all(text[span.start_char : span.end_char] == span.text for span in doc.ents)
    assert doc.ents[-1].end_char < len(text)
