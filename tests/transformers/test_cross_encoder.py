"""The cross-encoder of the recipe `reranked`, with a tiny model that is made here: two layers, random weights."""

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from extraction.question.cross_encoder import CrossEncoder
from extraction.settings.reranker import RerankerSettings
from graph.errors import Misconfigured
from tests.transformers.test_sentence_transformers import model_folder

# torch and transformers warn of their own deprecations while they load; those are not ours to mend.
pytestmark = [pytest.mark.transformers, pytest.mark.filterwarnings("default")]

TEXTS = (
    "Mariko moved the design review to Thursday.",
    "The aquarium needs fresh water.",
    "日本語の文",
    "",
    "\ud83d odd \x00",
)


def tiny_model(folder: Path, *, outputs: int = 1) -> str:
    """The folder of a cross-encoder with the words of the small embedding model."""
    words = model_folder()
    transformers: Any = import_module("transformers")
    import_module("torch").manual_seed(7)
    tokenizer = transformers.AutoTokenizer.from_pretrained(str(words))
    config = transformers.BertConfig(
        vocab_size=len(tokenizer), hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
        num_labels=outputs, initializer_range=0.5,
    )  # fmt: skip
    transformers.BertForSequenceClassification(config).save_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    return str(folder)


@pytest.fixture(scope="module")
def rereader(tmp_path_factory: pytest.TempPathFactory) -> CrossEncoder:
    return CrossEncoder(RerankerSettings(model=tiny_model(tmp_path_factory.mktemp("cross-encoder")), batch=2))


def test_every_text_is_judged_between_nothing_and_one_whatever_it_holds(rereader: CrossEncoder) -> None:
    scores = rereader.relevance("When will the design be reviewed?", TEXTS)

    assert len(scores) == len(TEXTS)
    assert all(0 <= score <= 1 for score in scores)
    assert len(set(scores)) > 1


def test_a_judgement_depends_on_the_question_and_on_the_text_alone(rereader: CrossEncoder) -> None:
    together = rereader.relevance("When will the design be reviewed?", TEXTS)
    apart = [rereader.relevance("When will the design be reviewed?", [text])[0] for text in TEXTS]

    assert together == pytest.approx(apart, abs=1e-5)
    assert together != pytest.approx(rereader.relevance("Who feeds the fish?", TEXTS), abs=1e-5)


def test_nothing_to_judge_gives_nothing(rereader: CrossEncoder) -> None:
    assert rereader.relevance("Who?", []) == []


def test_a_model_of_several_outputs_is_refused(tmp_path: Path) -> None:
    several = CrossEncoder(RerankerSettings(model=tiny_model(tmp_path, outputs=3)))

    with pytest.raises(Misconfigured, match="one output"):
        several.relevance("Who?", TEXTS[:2])


def test_many_threads_may_ask_at_once(rereader: CrossEncoder) -> None:
    question = "When will the design be reviewed?"
    alone = rereader.relevance(question, TEXTS)
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(rereader.relevance, question, TEXTS) for _ in range(40)]
        together = [one.result() for one in asked]

    assert all(scores == pytest.approx(alone, abs=1e-5) for scores in together)


def test_an_encoder_that_was_never_a_cross_encoder_is_refused() -> None:
    with pytest.raises(Misconfigured, match="no cross-encoder"):
        CrossEncoder(RerankerSettings(model=str(model_folder()))).relevance("Who?", TEXTS[:1])


def test_a_folder_without_a_model_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="cannot be loaded"):
        CrossEncoder(RerankerSettings(model=str(tmp_path))).relevance("Who?", TEXTS[:1])
